//===- Signature.cpp - what a model takes, gives and needs ----------------===//

#include "codegen/Artifact/Signature.h"
#include "codegen/CPU/Machine.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Parts.h"
#include "dialects/Graph/IR/Text.h"
#include "dialects/Kernel/IR/AbiTypes.h"
#include "heddle/plan.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::artifact;
using namespace heddle::codegen;

StringRef artifact::dtypeName(heddle_dtype_t dtype) {
  static constexpr StringLiteral names[] = {"?",   "f32",  "f64",      "f16",        "bf16",     "i8",
                                            "i16", "i32",  "i64",      "u8",         "u16",      "u32",
                                            "u64", "bool", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2",   "f8e5m2fnuz",
                                            "i4",  "u4",   "i2",       "u2",         "f4e2m1fn", "string"};
  return names[dtype];
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Reader {
public:
  Reader(ModuleOp module, func::FuncOp main) : module(module), main(main), symbols(entrySymbols(main)) {}

  FailureOr<Signature> read();

private:
  FailureOr<TensorInfo> readTensor(Type type, DictionaryAttr attributes, StringRef kind, unsigned index);
  void readSymbols();
  void readBuffers();
  void readSteps();
  void readMesh();
  void readDevice();
  std::string textOf(const SymExpr &size);

  ModuleOp module;
  func::FuncOp main;
  llvm::SetVector<StringRef> symbols;
  Signature signature;
};

/// The name in the model file of a symbol.
std::string fileName(ModuleOp module, StringRef symbol) {
  auto names = module->getAttrOfType<DictionaryAttr>(graph::GraphDialect::kSymbolsAttr);
  auto text = names ? names.getAs<StringAttr>(symbol) : StringAttr();
  return text ? text.getValue().str() : symbol.str();
}

std::string Reader::textOf(const SymExpr &size) {
  std::optional<StringRef> name = size.symbolName();
  return name ? fileName(module, *name) : size.str();
}

/// The labels of an output's columns as texts.
std::vector<std::string> readLabels(ArrayAttr labels) {
  std::vector<std::string> texts;
  for (Attribute label : labels ? labels.getValue() : ArrayRef<Attribute>()) {
    auto text = dyn_cast<StringAttr>(label);
    texts.push_back(text ? text.getValue().str() : std::to_string(cast<IntegerAttr>(label).getInt()));
  }
  return texts;
}

FailureOr<TensorInfo> Reader::readTensor(Type type, DictionaryAttr attributes, StringRef kind,
                                         unsigned index) {
  auto tensor = cast<RankedTensorType>(type);
  auto name = attributes ? attributes.getAs<StringAttr>(graph::GraphDialect::kNameAttr) : StringAttr();
  TensorInfo info;
  info.name = name ? name.getValue().str() : (kind + Twine(index)).str();
  info.dtype = static_cast<heddle_dtype_t>(kernel::abiDtype(tensor.getElementType()));
  if (attributes && attributes.contains(graph::kTextAttr)) {
    if (info.dtype != HEDDLE_I64) {
      return mlir::emitError(main.getLoc())
             << kind << " '" << info.name << "' is text but has the element type " << tensor.getElementType()
             << " in place of i64";
    }
    info.dtype = HEDDLE_STRING;
  }
  if (attributes) {
    info.labels = readLabels(attributes.getAs<ArrayAttr>(graph::kClassesAttr));
    if (auto part = attributes.getAs<StringAttr>(graph::kPartAttr)) {
      info.part = part.getValue().str();
      info.partOf = attributes.getAs<StringAttr>(graph::kPartOfAttr).getValue().str();
    }
  }
  if (!info.dtype) {
    return mlir::emitError(main.getLoc())
           << kind << " '" << info.name << "' has the element type " << tensor.getElementType()
           << ", which a compiled model cannot have";
  }
  if (tensor.getRank() > HEDDLE_MAX_RANK) {
    return mlir::emitError(main.getLoc()) << kind << " '" << info.name << "' has rank " << tensor.getRank()
                                          << " but at most " << HEDDLE_MAX_RANK << " is supported";
  }
  for (const SymExpr &size : graph::shapeOf(tensor)) {
    info.texts.push_back(textOf(size));
    std::optional<StringRef> symbol = size.symbolName();
    if (std::optional<int64_t> number = size.constant()) {
      info.dims.push_back(*number);
    } else if (symbol && symbols.contains(*symbol)) {
      info.dims.push_back(-1 - (llvm::find(symbols, *symbol) - symbols.begin()));
    } else {
      info.dims.push_back(HEDDLE_DIM_OPEN);
    }
  }
  return info;
}

void Reader::readSymbols() {
  for (StringRef name : symbols) {
    bool isWorkers = name == kWorkersSymbol;
    signature.symbols.push_back(
        {name.str(), isWorkers ? "workers" : fileName(module, name), isWorkers ? 1 : 0, INT64_MAX});
  }
}

void Reader::readBuffers() {
  auto phases = main->getAttrOfType<DenseI32ArrayAttr>(kBufferPhasesAttr);
  SmallVector<heddle_buffer_info_t> buffers;
  SmallVector<int64_t> bytes, offsets;
  bool isKnown = true;
  for (auto [index, text] : llvm::enumerate(main->getAttrOfType<ArrayAttr>(kBufferBytesAttr))) {
    auto first = static_cast<uint32_t>(phases[2 * index]),
         last = static_cast<uint32_t>(phases[2 * index + 1]);
    signature.buffers.push_back({cast<StringAttr>(text).getValue().str(), first, last});
    buffers.push_back({first, last});
    FailureOr<SymExpr> expr = SymExpr::parse(cast<StringAttr>(text).getValue());
    std::optional<int64_t> size;
    if (succeeded(expr)) {
      size = expr->evaluate(
          [](StringRef name) { return name == kWorkersSymbol ? std::optional<int64_t>(1) : std::nullopt; });
    }
    isKnown &= size.has_value();
    bytes.push_back(size.value_or(0));
  }
  if (auto fixed = main->getAttrOfType<DenseI64ArrayAttr>(kBufferOffsetsAttr)) {
    signature.offsets = fixed.asArrayRef().vec();
    signature.arenaBytes = main->getAttrOfType<IntegerAttr>(kArenaBytesAttr).getInt();
  }
  if (isKnown) {
    offsets.resize(bytes.size());
    SmallVector<uint32_t> workspace(2 * bytes.size());
    signature.oneWorkerArenaBytes =
        heddle_plan_offsets(buffers.data(), bytes.data(), bytes.size(), offsets.data(), workspace.data());
  }
}

/// The innermost name of a location, as the importer writes "node (Operator)".
std::string nameOf(LocationAttr location) {
  std::string name;
  Location(location)->walk([&](Location inner) {
    if (auto named = dyn_cast<NameLoc>(inner); named && name.empty()) {
      name = named.getName().str();
    }
    return WalkResult::advance();
  });
  return name;
}

void Reader::readSteps() {
  for (auto step : main->getAttrOfType<ArrayAttr>(kStepsAttr).getAsRange<DictionaryAttr>()) {
    StepInfo info;
    info.kernel = step.getAs<StringAttr>("kernel").getValue().str();
    info.name = nameOf(step.getAs<LocationAttr>("location"));
    info.phase = step.getAs<IntegerAttr>("phase").getInt();
    if (auto flops = step.getAs<StringAttr>("flops")) {
      info.flops = flops.getValue().str();
      info.bytes = step.getAs<StringAttr>("bytes").getValue().str();
    }
    for (auto [storage, type] : llvm::zip(step.getAs<ArrayAttr>("storage"), step.getAs<ArrayAttr>("types"))) {
      auto tensor = cast<RankedTensorType>(cast<TypeAttr>(type).getValue());
      auto place = cast<StorageAttr>(storage);
      auto dtype = static_cast<heddle_dtype_t>(kernel::abiDtype(tensor.getElementType()));
      info.results.push_back((kernel::stringifyStorageKind(place.getKind()) + " " + Twine(place.getIndex()) +
                              ": " + graph::toString(graph::shapeOf(tensor)) + " " + dtypeName(dtype))
                                 .str());
    }
    signature.steps.push_back(std::move(info));
  }
  if (auto told = main->getAttrOfType<IntegerAttr>(kProfiledStepsAttr)) {
    signature.numToldSteps = told.getInt();
  }
}

void Reader::readMesh() {
  dist::MeshOp mesh = dist::MeshOp::of(main);
  if (!mesh) {
    return;
  }
  for (auto [name, size] : llvm::zip(mesh.getAxes().getAsRange<StringAttr>(), mesh.getSizes())) {
    signature.axes.push_back({name.getValue().str(), size});
  }
  for (auto group : main->getAttrOfType<ArrayAttr>(kGroupsAttr).getAsRange<ArrayAttr>()) {
    auto &axes = signature.groups.emplace_back();
    for (Attribute axis : group) {
      axes.push_back(llvm::find(mesh.getAxes(), axis) - mesh.getAxes().begin());
    }
  }
  for (auto entry : main->getAttrOfType<ArrayAttr>(kCollectivesAttr).getAsRange<DictionaryAttr>()) {
    CollectiveInfo info{entry.getAs<StringAttr>("kind").getValue().str(),
                        {},
                        entry.getAs<StringAttr>("bytes").getValue().str()};
    for (auto axis : entry.getAs<ArrayAttr>("axes").getAsRange<StringAttr>()) {
      info.axes.push_back(axis.getValue().str());
    }
    signature.collectives.push_back(std::move(info));
  }
}

void Reader::readDevice() {
  gpu::GPUModuleOp device = deviceModule(module);
  if (!device) {
    return;
  }
  auto gpu = module->getAttrOfType<kernel::GpuAttr>(kernel::KernelDialect::kGpuAttr);
  DeviceInfo &info = signature.device.emplace();
  info.target = gpu.getArch().str();
  for (DeviceKernel &kernel : deviceKernels(device)) {
    info.kernels.push_back({kernel.function.getName().str(), static_cast<uint32_t>(kernel.threads),
                            kernel.function.getNumArguments()});
  }
  if (auto messages = device->getAttrOfType<ArrayAttr>(kernel::KernelDialect::kMessagesAttr)) {
    for (auto message : messages.getAsRange<StringAttr>()) {
      info.messages.push_back(message.getValue().str());
    }
  }
}

FailureOr<Signature> Reader::read() {
  readSymbols();
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    FailureOr<TensorInfo> info = readTensor(type, main.getArgAttrDict(index), "input", index);
    if (failed(info)) {
      return failure();
    }
    signature.inputs.push_back(std::move(*info));
  }
  for (auto [index, type] : llvm::enumerate(main.getResultTypes())) {
    FailureOr<TensorInfo> info = readTensor(type, main.getResultAttrDict(index), "output", index);
    if (failed(info)) {
      return failure();
    }
    signature.outputs.push_back(std::move(*info));
  }
  if (auto texts = module->getAttrOfType<ArrayAttr>(graph::kVocabularyAttr)) {
    for (StringAttr text : texts.getAsRange<StringAttr>()) {
      signature.texts.push_back(text.getValue().str());
    }
  }
  readBuffers();
  readSteps();
  readMesh();
  readDevice();
  for (auto variable : module.getOps<graph::VariableOp>()) {
    std::optional<int64_t> bytes = graph::tensorBytes(variable.getInitial().getShapedType());
    signature.variables.push_back({variable.getSymName().str(), static_cast<uint64_t>(bytes.value_or(0)),
                                   storageAt(variable, kStorageAttr, 0).getIndex()});
  }
  signature.numSlots = main->getAttrOfType<IntegerAttr>(kNumSlotsAttr).getInt();
  kernel::TargetAttr target = cpu::targetOf(module);
  signature.target = target.getVectorBytes() > 32 ? "x86-64-v4" : "x86-64-v3";
  if (target.getCpu() != signature.target) {
    signature.target += " " + target.getCpu().str();
  }
  for (StringRef feature : llvm::split(target.getFeatures(), ',')) {
    if (feature == "+avx512vnni" || feature == "+avxvnni") { // what kernels ask for beyond the level
      signature.target += " " + feature.str();
    }
  }
  return signature;
}

} // namespace

FailureOr<Signature> artifact::readSignature(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || !main->hasAttr(kStepsAttr)) {
    return mlir::emitError(module.getLoc(), "the module has no steps yet");
  }
  return Reader(module, main).read();
}

//===- HeddleEval.cpp - a model's meaning against expected outputs --------===//
//
// Imports an ONNX model, evaluates it by the reference interpreter and compares with the outputs that are
// stored beside the inputs. This tests importers alone: no pass runs between the import and the evaluation.
// Slow; for small models. An argument is a folder of the ONNX backend tests (model.onnx and test_data_set_N
// with input_I.pb and output_I.pb), or, with --model, a folder with input_I and output_I as .pb or .npy. One
// line per folder:
//   ok NAME · wrong NAME: why · unsupported NAME: why · bad NAME: why
//
// A model of --model may also be a .mlir file of graph ops or a StableHLO program. One that the shard stage
// has split runs on all ranks of its mesh in lockstep, every rank with the same inputs; each must give the
// expected outputs, and
// --traffic prints what they sent.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Reference/Lockstep.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Parts.h"
#include "dialects/Graph/IR/Text.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include "dialects/Kernel/IR/AbiTypes.h"
#include "heddle/runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/Import.h"
#include "passes/Import/MlirFile.h"
#include "tools/heddle/NpyFile.h"
#include "tools/heddle/TensorProtoFile.h"
#include "tools/heddle/ValueProtoFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace heddle;
using reference::Tensor;

namespace {
llvm::cl::list<std::string> folders(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::desc("FOLDER..."));
llvm::cl::opt<std::string> modelPath("model", llvm::cl::desc("the model of folders without model.onnx"));
llvm::cl::opt<double> rtol("rtol", llvm::cl::init(1e-3), llvm::cl::desc("relative tolerance"));
llvm::cl::opt<double> atol("atol", llvm::cl::init(1e-5), llvm::cl::desc("absolute tolerance"));
llvm::cl::opt<bool> importOnly("import-only", llvm::cl::desc("do not evaluate"));
llvm::cl::opt<bool> printTraffic("traffic", llvm::cl::desc("print what ranks sent, by collective and group"));
llvm::cl::opt<bool> printIr("print", llvm::cl::desc("print the imported module"));

/// What a comparison found.
struct Verdict {
  std::string word = "ok", why;
};

std::string inFolder(StringRef folder, StringRef name) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// The path of `stem` as .pb or .npy, empty if there is neither.
std::string tensorFile(StringRef folder, const std::string &stem) {
  for (const char *ending : {".pb", ".npy"}) {
    std::string path = inFolder(folder, stem + ending);
    if (llvm::sys::fs::exists(path)) {
      return path;
    }
  }
  return "";
}

uint32_t dtypeOf(Type elementType, bool isText) {
  return isText ? static_cast<uint32_t>(HEDDLE_STRING) : kernel::abiDtype(elementType);
}

/// A tensor of a file whose elements have the type that the model says, texts as their numbers.
std::optional<Tensor> toTensor(const cli::HostTensor &file, StringRef path, Type elementType, bool isText,
                               reference::TextTable &texts, Verdict &verdict) {
  uint32_t dtype = dtypeOf(elementType, isText);
  if (file.dtype() != dtype) {
    verdict = {"wrong", llvm::sys::path::filename(path).str() + " has elements of type " +
                            heddle_dtype_name(file.dtype()) + " but the model gives " +
                            heddle_dtype_name(dtype)};
    return std::nullopt;
  }
  Tensor tensor(*reference::kindOf(elementType), file.shape());
  if (!isText) {
    std::copy(file.data(), file.data() + file.bytes(), tensor.mutableBytes().begin());
    return tensor;
  }
  auto *numbers = reinterpret_cast<int64_t *>(tensor.mutableBytes().data());
  for (int64_t i = 0; i < file.numElements(); ++i) {
    numbers[i] = texts.number(file.text(i));
  }
  return tensor;
}

/// An argument or result of @main and its attributes.
struct Place {
  Type type;
  DictionaryAttr attributes;
  bool isText() const { return attributes && attributes.contains(graph::kTextAttr); }
  StringRef text(StringRef key) const {
    auto found = attributes ? attributes.getAs<StringAttr>(key) : StringAttr();
    return found ? found.getValue() : StringRef();
  }
};

/// The inputs or outputs of the model file, each as the places of its parts.
SmallVector<SmallVector<Place>> modelValues(ArrayRef<Place> places) {
  SmallVector<SmallVector<Place>> values;
  for (const Place &place : places) {
    StringRef part = place.text(graph::kPartAttr);
    StringRef before = values.empty() ? StringRef() : values.back().back().text(graph::kPartAttr);
    bool continues = part == graph::kShapesPart ||
                     (!part.empty() && part != graph::kPresentPart && before == graph::kPresentPart);
    if (!continues) {
      values.emplace_back();
    }
    values.back().push_back(place);
  }
  return values;
}

/// Reads the tensors of a value, whose sizes are `shapes` (negative: open), from `stem` in a folder.
std::optional<SmallVector<Tensor>> readValue(StringRef folder, const std::string &stem, ArrayRef<Place> parts,
                                             ArrayRef<SmallVector<int64_t>> shapes,
                                             reference::TextTable &texts, Verdict &verdict) {
  std::string path = tensorFile(folder, stem);
  cli::ModelValue value;
  SmallVector<heddle_tensor_info_t> infos;
  for (auto [part, shape] : llvm::zip(parts, shapes)) {
    value.parts.push_back(part.text(graph::kPartAttr).str());
    uint32_t dtype = dtypeOf(cast<RankedTensorType>(part.type).getElementType(), part.isText());
    infos.push_back({"", dtype, static_cast<uint32_t>(shape.size()), shape.data()});
  }
  std::vector<cli::HostTensor> files;
  llvm::Error error = llvm::Error::success();
  auto keep = [&](auto read, auto add) {
    if (read) {
      add(std::move(*read));
    } else {
      error = llvm::joinErrors(std::move(error), read.takeError());
    }
  };
  if (!value.isTensor()) {
    keep(cli::readValueProto(path, value, infos.data()), [&](auto read) { files = std::move(read); });
  } else {
    keep(StringRef(path).ends_with(".pb") ? cli::readTensorProto(path) : cli::readNpy(path, infos[0].dtype),
         [&](auto read) { files.push_back(std::move(read)); });
  }
  if (error) {
    verdict = {"bad", llvm::toString(std::move(error))};
    return std::nullopt;
  }
  SmallVector<Tensor> tensors;
  for (auto [file, part] : llvm::zip(files, parts)) {
    std::optional<Tensor> tensor = toTensor(file, path, cast<RankedTensorType>(part.type).getElementType(),
                                            part.isText(), texts, verdict);
    if (!tensor) {
      return std::nullopt;
    }
    tensors.push_back(*tensor);
  }
  return tensors;
}

bool close(const Tensor &found, const Tensor &wanted, int64_t i) {
  if (!reference::isFloat(wanted.kind())) {
    return found.asInteger(i) == wanted.asInteger(i);
  }
  double a = found.asDouble(i), b = wanted.asDouble(i);
  return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= atol + rtol * std::abs(b);
}

std::string compare(const Tensor &found, const Tensor &wanted) {
  if (found.shape() != wanted.shape()) {
    return "has shape " + reference::toString(found.shape()) + " but should have " +
           reference::toString(wanted.shape());
  }
  int64_t count = 0, first = -1;
  for (int64_t i = 0; i < wanted.numElements(); ++i) {
    if (!close(found, wanted, i) && ++count == 1) {
      first = i;
    }
  }
  return count == 0 ? ""
                    : (Twine(count) + " of " + Twine(wanted.numElements()) + " elements differ; element " +
                       Twine(first) + " is " + std::to_string(found.asDouble(first)) + " but should be " +
                       std::to_string(wanted.asDouble(first)))
                          .str();
}

/// The outputs of @main on every rank: one if the module has no mesh.
FailureOr<SmallVector<SmallVector<Tensor>>> runOnRanks(reference::Interpreter &interpreter, func::FuncOp main,
                                                       ArrayRef<Tensor> inputs) {
  auto module = main->getParentOfType<ModuleOp>();
  auto mesh = dist::MeshOp::of(module);
  if (!mesh) {
    FailureOr<SmallVector<Tensor>> outputs = interpreter.run(main, inputs);
    return failed(outputs) ? FailureOr<SmallVector<SmallVector<Tensor>>>(failure())
                           : SmallVector<SmallVector<Tensor>>{*outputs};
  }
  int64_t ranks = mesh.numRanks();
  SmallVector<reference::RankTensors> everywhere;
  for (const Tensor &input : inputs) {
    everywhere.push_back(reference::RankTensors(ranks, input));
  }
  reference::Traffic traffic;
  auto found = reference::runLockstep(module, main, everywhere, &traffic);
  if (failed(found)) {
    return failure();
  }
  for (auto &[name, count] : traffic) {
    if (printTraffic) {
      llvm::outs() << name << ": " << count.calls << " calls, " << count.wireBytes
                   << " bytes sent by a rank\n";
    }
  }
  SmallVector<SmallVector<Tensor>> byRank(ranks);
  for (const reference::RankTensors &output : *found) {
    for (int64_t rank = 0; rank < ranks; ++rank) {
      byRank[rank].push_back(output[rank]);
    }
  }
  return byRank;
}

/// Compares one rank's outputs with those of a folder.
Verdict compareOutputs(func::FuncOp main, ArrayRef<Tensor> outputs, StringRef folder,
                       reference::TextTable &texts) {
  Verdict verdict;
  SmallVector<Place> places;
  for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
    places.push_back({type, main.getResultAttrDict(i)});
  }
  for (auto [i, parts] : llvm::enumerate(modelValues(places))) {
    ArrayRef<Tensor> found = outputs.take_front(parts.size());
    outputs = outputs.drop_front(parts.size());
    std::string stem = "output_" + std::to_string(i);
    if (tensorFile(folder, stem).empty()) {
      continue;
    }
    SmallVector<SmallVector<int64_t>> shapes;
    for (const Tensor &part : found) {
      shapes.push_back(llvm::to_vector(part.shape()));
    }
    std::optional<SmallVector<Tensor>> wanted = readValue(folder, stem, parts, shapes, texts, verdict);
    if (!wanted) {
      return verdict;
    }
    bool isAbsent = parts.size() > 1 && parts[0].text(graph::kPartAttr) == graph::kPresentPart &&
                    (*wanted)[0].asInteger(0) == 0;
    for (auto [part, wantedPart] : llvm::zip(found.take_front(isAbsent ? 1 : found.size()), *wanted)) {
      std::string difference = compare(part, wantedPart);
      if (!difference.empty()) {
        return {"wrong", "output " + std::to_string(i) + " " + difference};
      }
    }
  }
  return verdict;
}

/// Runs @main on the inputs of one folder and compares its outputs.
Verdict evaluate(ModuleOp module, StringRef folder) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Verdict verdict;
  reference::Interpreter interpreter(module);
  SmallVector<Place> places;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    places.push_back({type, main.getArgAttrDict(i)});
  }
  SmallVector<Tensor> inputs;
  for (auto [i, parts] : llvm::enumerate(modelValues(places))) {
    std::string stem = "input_" + std::to_string(i);
    if (tensorFile(folder, stem).empty()) {
      return {"bad", stem + " is missing"};
    }
    SmallVector<SmallVector<int64_t>> shapes = llvm::map_to_vector(parts, [](const Place &part) {
      return llvm::to_vector(cast<RankedTensorType>(part.type).getShape());
    });
    std::optional<SmallVector<Tensor>> input =
        readValue(folder, stem, parts, shapes, interpreter.texts(), verdict);
    if (!input) {
      return verdict;
    }
    llvm::append_range(inputs, *input);
  }
  FailureOr<SmallVector<SmallVector<Tensor>>> ranks = runOnRanks(interpreter, main, inputs);
  if (failed(ranks)) {
    return {"wrong", ""};
  }
  for (auto [rank, outputs] : llvm::enumerate(*ranks)) {
    verdict = compareOutputs(main, outputs, folder, interpreter.texts());
    if (verdict.word != "ok") {
      verdict.why = ranks->size() > 1 ? "rank " + std::to_string(rank) + ": " + verdict.why : verdict.why;
      return verdict;
    }
  }
  return verdict;
}

Verdict check(const std::string &folder) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect, dist::DistDialect, func::FuncDialect>();
  std::string said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    said += (said.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  std::string model = modelPath.empty() ? inFolder(folder, "model.onnx") : modelPath;
  importer::ImportFailure kind = importer::ImportFailure::None;
  FailureOr<OwningOpRef<ModuleOp>> module = StringRef(model).ends_with(".mlir")
                                                ? importer::importMlir(model, context, &kind)
                                                : importer::importOnnx(model, context, {}, &kind);
  if (failed(module) || !*module) {
    return {kind == importer::ImportFailure::Unsupported ? "unsupported" : "bad", said};
  }
  if (printIr) {
    (*module)->print(llvm::outs());
  }
  if (importOnly) {
    return {};
  }
  if (!modelPath.empty()) {
    Verdict verdict = evaluate(**module, folder);
    verdict.why = verdict.why.empty() ? said : verdict.why;
    return verdict;
  }
  for (int set = 0;; ++set) {
    std::string data = inFolder(folder, "test_data_set_" + std::to_string(set));
    if (!llvm::sys::fs::exists(data)) {
      return {};
    }
    Verdict verdict = evaluate(**module, data);
    if (verdict.word != "ok") {
      verdict.why = verdict.why.empty() ? said : verdict.why;
      return verdict;
    }
  }
}
} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "compares a model, evaluated op by op, with stored outputs\n");
  int faults = 0;
  for (const std::string &folder : folders) {
    Verdict verdict = check(folder);
    faults += verdict.word != "ok";
    llvm::outs() << verdict.word << " " << llvm::sys::path::filename(folder)
                 << (verdict.why.empty() ? "" : ": ") << verdict.why << "\n";
    llvm::outs().flush();
  }
  return faults == 0 ? 0 : 1;
}

//===- ModelInfo.cpp - what a compiled model exports ----------------------===//
//
// The tables of abi.h as constants of an LLVM module, and the functions of the model's header, each a call of
// the runtime's function of the same name.
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/ModelInfo.h"
#include "codegen/Artifact/Header.h"
#include "codegen/CPU/Machine.h"
#include "codegen/Common/StepsBuilder.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace heddle;
using namespace heddle::artifact;

namespace {

class InfoBuilder {
public:
  InfoBuilder(llvm::Module &module, const Signature &signature, const ArtifactOptions &options,
              const Contents &contents, StringRef manifest)
      : module(module), b(module.getContext()), signature(signature), options(options), contents(contents),
        manifest(manifest) {}

  void build();

private:
  llvm::Constant *i32(uint64_t value) { return b.getInt32(value); }
  llvm::Constant *i64(uint64_t value) { return b.getInt64(value); }
  llvm::Constant *null() { return llvm::ConstantPointerNull::get(b.getPtrTy()); }
  llvm::Constant *text(StringRef content);
  /// A private constant with such elements; null for none.
  llvm::Constant *table(ArrayRef<llvm::Constant *> elements);
  llvm::Constant *structure(ArrayRef<llvm::Constant *> fields) {
    return llvm::ConstantStruct::getAnon(module.getContext(), fields);
  }
  llvm::GlobalVariable *constant(llvm::Constant *value, const llvm::Twine &name);
  llvm::Constant *external(StringRef name, llvm::Type *functionType);

  llvm::Constant *tensors(ArrayRef<TensorInfo> tensors);
  llvm::Constant *symbols();
  llvm::Constant *buffers();
  llvm::Constant *variables();
  llvm::Constant *axes();
  llvm::Constant *groups();
  llvm::Constant *texts();
  llvm::Constant *textOffsets();
  llvm::Constant *device();
  llvm::Constant *info();
  void addModelFunction(llvm::Constant *info);
  void addApi(llvm::Constant *info);
  void addTypedFunction();
  void addNote();
  llvm::Function *addFunction(StringRef name, llvm::FunctionType *type);

  llvm::Module &module;
  llvm::IRBuilder<> b;
  const Signature &signature;
  const ArtifactOptions &options;
  const Contents &contents;
  StringRef manifest;
};

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

llvm::GlobalVariable *InfoBuilder::constant(llvm::Constant *value, const llvm::Twine &name) {
  return new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, value, name);
}

llvm::Constant *InfoBuilder::text(StringRef content) {
  return constant(llvm::ConstantDataArray::getString(module.getContext(), content), "text");
}

llvm::Constant *InfoBuilder::table(ArrayRef<llvm::Constant *> elements) {
  if (elements.empty()) {
    return null();
  }
  auto *type = llvm::ArrayType::get(elements[0]->getType(), elements.size());
  return constant(llvm::ConstantArray::get(type, elements), "table");
}

llvm::Constant *InfoBuilder::tensors(ArrayRef<TensorInfo> tensors) {
  SmallVector<llvm::Constant *> elements;
  for (const TensorInfo &tensor : tensors) {
    SmallVector<llvm::Constant *> dims;
    for (int64_t dim : tensor.dims) {
      dims.push_back(i64(dim));
    }
    elements.push_back(structure({text(tensor.name), i32(tensor.dtype), i32(dims.size()), table(dims)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::symbols() {
  SmallVector<llvm::Constant *> elements;
  for (const SymbolInfo &symbol : signature.symbols) {
    elements.push_back(structure({text(symbol.name), i64(symbol.min), i64(symbol.max)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::buffers() {
  SmallVector<llvm::Constant *> elements;
  for (const BufferInfo &buffer : signature.buffers) {
    elements.push_back(structure({i32(buffer.firstPhase), i32(buffer.lastPhase)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::variables() {
  SmallVector<llvm::Constant *> elements;
  for (const VariableInfo &variable : signature.variables) {
    elements.push_back(structure({text(variable.name), i64(variable.bytes), i64(variable.initial)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::axes() {
  SmallVector<llvm::Constant *> elements;
  for (const AxisInfo &axis : signature.axes) {
    elements.push_back(structure({text(axis.name), i64(axis.size)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::groups() {
  SmallVector<llvm::Constant *> elements;
  for (ArrayRef<uint32_t> group : signature.groups) {
    SmallVector<llvm::Constant *> indices;
    for (uint32_t axis : group) {
      indices.push_back(i32(axis));
    }
    elements.push_back(structure({i32(indices.size()), table(indices)}));
  }
  return table(elements);
}

llvm::Constant *InfoBuilder::external(StringRef name, llvm::Type *functionType) {
  if (!functionType) {
    auto *global = new llvm::GlobalVariable(module, b.getInt8Ty(), /*isConstant=*/true,
                                            llvm::GlobalValue::ExternalLinkage, nullptr, name);
    global->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return global;
  }
  auto *function = llvm::Function::Create(llvm::cast<llvm::FunctionType>(functionType),
                                          llvm::GlobalValue::ExternalLinkage, name, module);
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return function;
}

/// All texts, each with a zero behind it.
llvm::Constant *InfoBuilder::texts() {
  std::string all;
  for (const std::string &each : signature.texts) {
    all += each;
    all += '\0';
  }
  return all.empty() ? null() : text(all);
}

/// Where each of them begins, and where the last one ends.
llvm::Constant *InfoBuilder::textOffsets() {
  std::vector<uint64_t> offsets = {0};
  for (const std::string &each : signature.texts) {
    offsets.push_back(offsets.back() + each.size() + 1);
  }
  return signature.texts.empty()
             ? null()
             : constant(llvm::ConstantDataArray::get(module.getContext(), offsets), "text_offsets");
}

/// heddle_device_code_t, or null.
llvm::Constant *InfoBuilder::device() {
  if (!signature.device) {
    return null();
  }
  SmallVector<llvm::Constant *> kernels, messages;
  for (const DeviceInfo::Kernel &kernel : signature.device->kernels) {
    kernels.push_back(
        structure({text(kernel.name), i32(kernel.threads), i32(/*shared_bytes=*/0), i32(kernel.arguments)}));
  }
  for (const std::string &message : signature.device->messages) {
    messages.push_back(text(message));
  }
  auto *runType =
      llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()}, false);
  return constant(
      structure({text(signature.device->target), text(contents.deviceCode), table(kernels), table(messages),
                 i32(kernels.size()), i32(messages.size()), external(codegen::kDeviceRunFunction, runType)}),
      "device");
}

llvm::Constant *InfoBuilder::info() {
  SmallVector<llvm::Constant *> offsets;
  for (int64_t offset : signature.offsets) {
    offsets.push_back(i64(offset));
  }
  llvm::Type *pointer = b.getPtrTy();
  auto *sizesType = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer}, false);
  auto *runType = llvm::FunctionType::get(b.getVoidTy(), {pointer, b.getInt64Ty(), b.getInt64Ty()}, false);
  bool isEmbedded = contents.weightsFile.empty() && contents.weightsBytes > 0;
  // The order of heddle_model_info_t.
  llvm::Constant *value = structure({i32(HEDDLE_ABI_VERSION),
                                     i32(signature.inputs.size()),
                                     i32(signature.outputs.size()),
                                     i32(signature.symbols.size()),
                                     i32(signature.buffers.size()),
                                     i32(signature.numSlots),
                                     i32(signature.variables.size()),
                                     i32(0),
                                     text(options.name),
                                     text(signature.target),
                                     text(contents.hash),
                                     text(manifest),
                                     symbols(),
                                     tensors(signature.inputs),
                                     tensors(signature.outputs),
                                     buffers(),
                                     table(offsets),
                                     i64(signature.offsets.empty() ? 0 : signature.arenaBytes.value_or(0)),
                                     variables(),
                                     isEmbedded ? external(weightsSymbol(options.prefix), nullptr) : null(),
                                     i64(contents.weightsBytes),
                                     contents.weightsFile.empty() ? null() : text(contents.weightsFile),
                                     external(codegen::kSizesFunction, sizesType),
                                     external(codegen::kRunFunction, runType),
                                     i32(signature.axes.size()),
                                     i32(signature.groups.size()),
                                     axes(),
                                     groups(),
                                     i64(signature.texts.size()),
                                     texts(),
                                     textOffsets(),
                                     device(),
                                     i32(signature.numToldSteps)});
  assert(module.getDataLayout().getTypeAllocSize(value->getType()) == sizeof(heddle_model_info_t) &&
         "abi.h has other fields");
  return constant(value, "info");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

llvm::Function *InfoBuilder::addFunction(StringRef name, llvm::FunctionType *type) {
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                          options.prefix + "_" + llvm::Twine(name), module);
  function->setDoesNotThrow();
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  return function;
}

void InfoBuilder::addModelFunction(llvm::Constant *info) {
  addFunction("model", llvm::FunctionType::get(b.getPtrTy(), false));
  b.CreateRet(info);
}

void InfoBuilder::addApi(llvm::Constant *info) {
  for (const ApiFunction &api : apiFunctions()) {
    SmallVector<llvm::Type *> types;
    for (char letter : api.types) {
      types.push_back(letter == 'p'   ? b.getPtrTy()
                      : letter == 'w' ? b.getInt32Ty()
                                      : llvm::cast<llvm::Type>(b.getInt64Ty()));
    }
    llvm::Type *result = api.result == "void"        ? b.getVoidTy()
                         : api.result.ends_with("*") ? llvm::cast<llvm::Type>(b.getPtrTy())
                                                     : b.getInt32Ty();
    llvm::Function *function = addFunction(api.name, llvm::FunctionType::get(result, types, false));
    SmallVector<llvm::Value *> arguments;
    std::string target = ("heddle_" + api.name).str();
    if (api.name == "session_create") { // the one that takes the model
      target += "_linked";
      types.insert(types.begin(), b.getPtrTy());
      arguments.push_back(info);
    }
    for (llvm::Argument &argument : function->args()) {
      arguments.push_back(&argument);
    }
    auto callee = module.getOrInsertFunction(target, llvm::FunctionType::get(result, types, false));
    llvm::CallInst *call = b.CreateCall(callee, arguments);
    call->setTailCall();
    if (result->isVoidTy()) {
      b.CreateRetVoid();
    } else {
      b.CreateRet(call);
    }
  }
}

void InfoBuilder::addTypedFunction() {
  size_t numInputs = signature.inputs.size(), numOutputs = signature.outputs.size();
  llvm::Type *pointer = b.getPtrTy();
  SmallVector<llvm::Type *> types(1 + numInputs + numOutputs, pointer);
  llvm::Function *function =
      addFunction(kTypedFunction, llvm::FunctionType::get(b.getInt32Ty(), types, false));
  auto list = [&](size_t first, size_t count) -> llvm::Value * {
    llvm::Value *array = b.CreateAlloca(pointer, i64(std::max<size_t>(count, 1)));
    for (size_t i = 0; i < count; ++i) {
      b.CreateStore(function->getArg(first + i), b.CreateConstGEP1_64(pointer, array, i));
    }
    return array;
  };
  llvm::Value *inputs = list(1, numInputs), *outputs = list(1 + numInputs, numOutputs);
  auto callee =
      module.getOrInsertFunction("heddle_session_run_static",
                                 llvm::FunctionType::get(b.getInt32Ty(), {pointer, pointer, pointer}, false));
  b.CreateRet(b.CreateCall(callee, {function->getArg(0), inputs, outputs}));
}

/// heddle_model_note_t of abi.h.
void InfoBuilder::addNote() {
  std::string prefix = options.prefix;
  prefix.append(4 - prefix.size() % 4, '\0');
  auto chars = [&](StringRef content) {
    return llvm::ConstantDataArray::getString(module.getContext(), content, /*AddNull=*/false);
  };
  llvm::GlobalVariable *note =
      constant(structure({i32(7), i32(4 + prefix.size()), i32(HEDDLE_NOTE_MODEL),
                          chars(StringRef("heddle\0\0", 8)), i32(HEDDLE_ABI_VERSION), chars(prefix)}),
               "note");
  note->setSection(".note.heddle");
  note->setAlignment(llvm::Align(4));
  llvm::appendToUsed(module, {note});
}

void InfoBuilder::build() {
  llvm::Constant *table = info();
  addModelFunction(table);
  addApi(table);
  if (signature.isStatic()) {
    addTypedFunction();
  }
  addNote();
}

} // namespace

std::string artifact::weightsSymbol(StringRef prefix) { return (prefix + "_weights").str(); }

FailureOr<SmallVector<char, 0>> artifact::emitModelInfo(ModuleOp module, const Signature &signature,
                                                        const ArtifactOptions &options,
                                                        const Contents &contents, StringRef manifest) {
  auto machine = cpu::makeMachine(cpu::targetOf(module), module.getLoc());
  if (failed(machine)) {
    return failure();
  }
  llvm::LLVMContext context;
  llvm::Module code("heddle_model", context);
  code.setDataLayout((*machine)->createDataLayout());
  code.setTargetTriple(llvm::Triple(cpu::kTriple));
  code.setPICLevel(llvm::PICLevel::BigPIC);
  InfoBuilder(code, signature, options, contents, manifest).build();
  SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return mlir::emitError(module.getLoc(), "internal error: LLVM cannot emit an object");
  }
  passes.run(code);
  return object;
}

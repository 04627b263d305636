//===- EmitCode.cpp - LLVM IR, assembly and objects -----------------------===//

#include "codegen/CPU/EmitCode.h"
#include "codegen/CPU/LowerToLLVM.h"
#include "codegen/CPU/Machine.h"
#include "codegen/CPU/MaskedStores.h"
#include "codegen/CPU/UndefinedSymbols.h"
#include "codegen/Common/Backend.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace heddle;
using namespace heddle::cpu;

namespace {

/// Operations of the LLVM dialect in one part. A part costs some milliseconds of its own, so that small
/// models should be one; guess.
constexpr int64_t kPartOps = 6000;

/// A copy of what has code: functions and their constants, without weights and the model's signature.
OwningOpRef<ModuleOp> cloneCode(ModuleOp module) {
  OwningOpRef<ModuleOp> code = ModuleOp::create(module.getLoc());
  OpBuilder b(code->getBodyRegion());
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    bool isSignature = function && llvm::any_of(function.getArgumentTypes(),
                                                [](Type type) { return isa<TensorType>(type); });
    if ((function && !isSignature && function.getName() != "main") ||
        isa<LLVM::LLVMFuncOp, LLVM::GlobalOp, memref::GlobalOp>(op)) {
      auto copy = dyn_cast<func::FuncOp>(b.clone(op));
      for (unsigned i = 0; copy && i < copy.getNumArguments(); ++i) {
        copy.removeArgAttr(i, kernel::KernelDialect::kLayoutAttr);
      }
    }
  }
  return code;
}

/// The functions and globals that a function refers to.
llvm::SetVector<StringAttr> symbolsUsedBy(Operation *op) {
  llvm::SetVector<StringAttr> names;
  op->walk([&](Operation *inner) {
    if (auto call = dyn_cast<LLVM::CallOp>(inner); call && call.getCalleeAttr()) {
      names.insert(call.getCalleeAttr().getAttr());
    }
    if (auto address = dyn_cast<LLVM::AddressOfOp>(inner)) {
      names.insert(address.getGlobalNameAttr().getAttr());
    }
  });
  return names;
}

/// Cuts a module of the LLVM dialect into parts, each with the constants and declarations it needs. Functions
/// move.
std::vector<OwningOpRef<ModuleOp>> cutIntoParts(ModuleOp code) {
  SymbolTable table(code);
  SmallVector<std::pair<int64_t, LLVM::LLVMFuncOp>> functions;
  int64_t total = 0;
  for (auto function : code.getOps<LLVM::LLVMFuncOp>()) {
    if (!function.isExternal()) {
      int64_t size = 0;
      function.walk([&](Operation *) { ++size; });
      functions.push_back({size, function});
      total += size;
    }
  }
  // The largest first, each to the part with the least so far.
  llvm::stable_sort(functions, [](auto &a, auto &b) { return a.first > b.first; });
  size_t count = std::clamp<size_t>(total / kPartOps + 1, 1, std::max<size_t>(functions.size(), 1));
  std::vector<OwningOpRef<ModuleOp>> parts;
  std::vector<int64_t> sizes(count, 0);
  for (size_t i = 0; i < count; ++i) {
    parts.push_back(ModuleOp::create(code.getLoc()));
  }
  std::vector<llvm::SetVector<StringAttr>> used(count);
  for (auto &[size, function] : functions) {
    size_t part = llvm::min_element(sizes) - sizes.begin();
    sizes[part] += size;
    llvm::SetVector<StringAttr> names = symbolsUsedBy(function);
    used[part].insert(names.begin(), names.end());
    table.remove(function);
    function->moveBefore(parts[part]->getBody(), parts[part]->getBody()->end());
  }
  llvm::StringMap<LLVM::LLVMFuncOp> definitions;
  for (auto &entry : functions) {
    definitions[entry.second.getSymName()] = entry.second;
  }
  for (size_t i = 0; i < count; ++i) {
    OpBuilder b = OpBuilder::atBlockBegin(parts[i]->getBody());
    for (StringAttr name : used[i]) {
      if (SymbolTable::lookupSymbolIn(*parts[i], name)) {
        continue;
      }
      if (LLVM::LLVMFuncOp elsewhere = definitions.lookup(name)) {
        b.insert(elsewhere->cloneWithoutRegions());
      } else if (Operation *op = table.lookup(name)) {
        b.clone(*op);
      }
    }
  }
  return parts;
}

/// Attributes that LLVM's passes and code generator read.
void setAttributes(llvm::Module &module, kernel::TargetAttr target) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    function.setVisibility(llvm::GlobalValue::HiddenVisibility);
    if (function.isDeclaration()) {
      function.setVisibility(llvm::GlobalValue::DefaultVisibility);
      continue;
    }
    function.addFnAttr("target-cpu", target.getCpu());
    function.addFnAttr("target-features", target.getFeatures());
    // Else LLVM halves 512-bit vectors on many CPUs.
    function.addFnAttr("prefer-vector-width", std::to_string(target.getVectorBytes() * 8));
    function.setDoesNotThrow();
  }
}

/// Scalar clean-up only: kernels are vectorised and unrolled already as the schedule says.
llvm::PipelineTuningOptions scalarCleanUp() {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = false;
  return tuning;
}

LogicalResult emitPart(ModuleOp part, kernel::TargetAttr target, CodeForm form, SmallVector<char, 0> &out) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = translateModuleToLLVMIR(part, context, "heddle");
  if (!module) {
    return mlir::emitError(part.getLoc(), "internal error: the code does not translate to LLVM IR");
  }
  auto machine = makeMachine(target, part.getLoc());
  if (failed(machine)) {
    return failure();
  }
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple(llvm::Triple(kTriple));
  setAttributes(*module, target);
  codegen::optimise(*module, **machine, scalarCleanUp());
  storeSingleLanes(*module);
  llvm::raw_svector_ostream stream(out);
  if (form == CodeForm::LLVMIR) {
    module->print(stream, nullptr);
    return success();
  }
  auto fileType =
      form == CodeForm::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
  llvm::legacy::PassManager passes;
  if (failed(addCodePasses(**machine, passes, stream, fileType))) {
    return mlir::emitError(part.getLoc(), "internal error: LLVM cannot emit this kind of file");
  }
  passes.run(*module);
  return success();
}

} // namespace

FailureOr<std::vector<SmallVector<char, 0>>> cpu::emitCode(ModuleOp module, CodeForm form) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  codegen::registerLLVMLowering(registry);
  context->appendDialectRegistry(registry);
  kernel::TargetAttr target = targetOf(module);

  OwningOpRef<ModuleOp> code = cloneCode(module);
  PassManager manager(context);
  buildLLVMPipeline(manager);
  if (failed(manager.run(*code))) {
    return failure();
  }
  std::vector<OwningOpRef<ModuleOp>> parts = cutIntoParts(*code);
  std::vector<SmallVector<char, 0>> pieces(parts.size());
  if (failed(failableParallelForEachN(context, 0, parts.size(), [&](size_t i) {
        return emitPart(*parts[i], target, form, pieces[i]);
      }))) {
    return failure();
  }
  if (form == CodeForm::Object) {
    std::vector<std::string> missing = missingSymbols(pieces);
    if (!missing.empty()) {
      return mlir::emitError(module.getLoc(),
                             "internal error: the code needs functions that no artifact has: ")
             << llvm::join(missing, ", ");
    }
  }
  return pieces;
}

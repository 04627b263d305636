//===- Machine.cpp - LLVM's code generator for a target -------------------===//

#include "codegen/CPU/Machine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace heddle;

kernel::TargetAttr cpu::targetOf(ModuleOp module) {
  if (auto target = module->getAttrOfType<kernel::TargetAttr>(kernel::KernelDialect::kTargetAttr)) {
    return target;
  }
  return kernel::TargetAttr::get(module.getContext(), "x86-64-v3", "", 32, 16, 32 << 10, 256 << 10);
}

/// LLVM keeps a table of targets for the whole process, which is filled once.
static void initializeX86() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

FailureOr<std::unique_ptr<llvm::TargetMachine>> cpu::makeMachine(kernel::TargetAttr target, Location loc) {
  initializeX86();
  llvm::Triple triple(kTriple);
  std::string message;
  const llvm::Target *backend = llvm::TargetRegistry::lookupTarget(triple, message);
  if (!backend) {
    return mlir::emitError(loc) << message;
  }
  llvm::TargetOptions options;
  std::unique_ptr<llvm::TargetMachine> machine(
      backend->createTargetMachine(triple, target.getCpu(), target.getFeatures(), options, llvm::Reloc::PIC_,
                                   llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (!machine) {
    return mlir::emitError(loc) << "LLVM makes no code for '" << target.getCpu() << "'";
  }
  return machine;
}

//===- Machine.cpp - LLVM's code generator for a target -------------------===//

#include "codegen/CPU/Machine.h"
#include "codegen/Common/Backend.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Analysis/RuntimeLibcallInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
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
  auto backend = codegen::findBackend(triple, loc);
  if (failed(backend)) {
    return failure();
  }
  llvm::TargetOptions options;
  std::unique_ptr<llvm::TargetMachine> machine((*backend)->createTargetMachine(
      triple, target.getCpu(), target.getFeatures(), options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default));
  if (!machine) {
    return mlir::emitError(loc) << "LLVM makes no code for '" << target.getCpu() << "'";
  }
  return machine;
}

/// What `TargetMachine::addPassesToEmitFile` adds, except that constants are not moved out of loops before
/// registers are given out. That pass looks at a loop alone and not at what else lives in the nest around it:
/// the coefficients of a GELU behind a contraction took registers from the sums of the tile, which then lay
/// on the stack in the innermost loop (128 x 768 x 3072 with sizes known at run time, AVX-512: 20 ms instead
/// of 7). Nothing is lost: an instruction reads such a constant from memory for free, and LLVM IR's own pass
/// has moved all that is computed.
LogicalResult cpu::addCodePasses(llvm::TargetMachine &machine, llvm::legacy::PassManagerBase &passes,
                                 llvm::raw_pwrite_stream &stream, llvm::CodeGenFileType fileType) {
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  auto *info = new llvm::MachineModuleInfoWrapperPass(&machine);
  config->disablePass(&llvm::EarlyMachineLICMID);
  passes.add(config);
  passes.add(info);
  // Which functions the C library has; without it a memcpy becomes a loop over single bytes.
  passes.add(new llvm::RuntimeLibraryInfoWrapper(machine.getTargetTriple()));
  if (config->addISelPasses()) {
    return failure();
  }
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(passes, stream, nullptr, fileType, info->getMMI().getContext())) {
    return failure();
  }
  passes.add(llvm::createFreeMachineFunctionPass());
  return success();
}

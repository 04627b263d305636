//===- EmitPtx.cpp - the text of a module's GPU kernels -------------------===//

#include "codegen/PTX/EmitPtx.h"
#include "codegen/Common/Backend.h"
#include "codegen/Common/Storage.h"
#include "codegen/PTX/LowerToNVVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace heddle;
using namespace heddle::ptx;

/// "cuda" makes LLVM take the arguments of kernels for addresses of global memory.
static constexpr StringLiteral kTriple = "nvptx64-nvidia-cuda";

/// Threads that a processor shall hold at least: then each may have 128 of its 65536 registers. Without a
/// number ptxas fits one more block by spilling a few (seen with contractions of f32, CUDA 12.9).
static constexpr int64_t kResidentThreads = 512;

/// LLVM keeps a table of targets for the whole process, which is filled once.
static void initializeNVPTX() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

static FailureOr<std::unique_ptr<llvm::TargetMachine>> makeMachine(kernel::GpuAttr gpu, Location loc) {
  initializeNVPTX();
  llvm::Triple triple(kTriple);
  auto backend = codegen::findBackend(triple, loc);
  if (failed(backend)) {
    return failure();
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict; // only what the kernel says is fused, as on the CPU
  std::unique_ptr<llvm::TargetMachine> machine(
      (*backend)->createTargetMachine(triple, gpu.getArch(), gpu.getFeatures(), options, std::nullopt,
                                      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  if (!machine) {
    return mlir::emitError(loc) << "LLVM makes no code for '" << gpu.getArch() << "'";
  }
  return machine;
}

/// A copy to be lowered.
static OwningOpRef<ModuleOp> cloneKernels(gpu::GPUModuleOp device) {
  OwningOpRef<ModuleOp> copy = ModuleOp::create(device.getLoc());
  OpBuilder b(copy->getBodyRegion());
  auto code = cast<gpu::GPUModuleOp>(b.clone(*device));
  for (codegen::DeviceKernel &kernel : codegen::deviceKernels(code)) {
    kernel.function.setPublic();
    for (unsigned i = 0; i < kernel.function.getNumArguments(); ++i) {
      kernel.function.removeArgAttr(i, kernel::KernelDialect::kLayoutAttr);
    }
  }
  return copy;
}

/// Gives the lowered functions what NVVM calls a kernel.
static void markKernels(gpu::GPUModuleOp device) {
  Builder b(device.getContext());
  for (auto function : device.getOps<LLVM::LLVMFuncOp>()) {
    if (auto threads = function->getAttrOfType<IntegerAttr>(kernel::KernelDialect::kThreadsAttr)) {
      function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), b.getUnitAttr());
      function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                        b.getDenseI32ArrayAttr({static_cast<int32_t>(threads.getInt())}));
      int64_t blocks = std::max<int64_t>(kResidentThreads / threads.getInt(), 1);
      function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                        b.getI32IntegerAttr(static_cast<int32_t>(blocks)));
    }
  }
}

FailureOr<std::string> ptx::emitPtx(ModuleOp module) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  codegen::registerLLVMLowering(registry);
  registerLowering(registry);
  context->appendDialectRegistry(registry);
  auto gpu = module->getAttrOfType<kernel::GpuAttr>(kernel::KernelDialect::kGpuAttr);
  OwningOpRef<ModuleOp> copy = cloneKernels(codegen::deviceModule(module));
  PassManager manager(context);
  buildNVVMPipeline(manager.nest<gpu::GPUModuleOp>());
  if (failed(manager.run(*copy))) {
    return failure();
  }
  markKernels(codegen::deviceModule(*copy));
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(codegen::deviceModule(*copy), llvmContext, "heddle");
  if (!code) {
    return mlir::emitError(module.getLoc(), "internal error: the GPU's code does not translate to LLVM IR");
  }
  auto machine = makeMachine(gpu, module.getLoc());
  if (failed(machine)) {
    return failure();
  }
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple(llvm::Triple(kTriple));
  codegen::optimise(*code, **machine);
  SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    return mlir::emitError(module.getLoc(), "internal error: LLVM cannot emit PTX");
  }
  passes.run(*code);
  return text.str().str();
}

//===- Passes.td - passes of the grid stage -------------------------------===//

#ifndef PASSES_GRID_PASSES_TD
#define PASSES_GRID_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChooseGridsPass : Pass<"heddle-choose-grids", "::mlir::ModuleOp"> {
  let summary = "decide how every kernel is spread over the threads of a GPU";
  let description = [{
    Before: `kernel.func` with their schedules, and `kernel.gpu` on the module; nothing is done without it. After:
    `kernel.grid = #kernel.grid` on every kernel, from shapes and the GPU alone; a grid that stands there stays.
    Library kernels get none: the host executes them in a run on a GPU. A model with texts, or with elements of a
    type that has no code there, ends the pass with a message.
  }];
}

def KernelsToGridPass : Pass<"heddle-kernels-to-grid", "::mlir::ModuleOp"> {
  let summary = "make a kernel of the GPU beside every kernel";
  let description = [{
    Before: `kernel.func` with `kernel.grid`; nothing is done without one, or `kernel.gpu` on the module. After: `gpu.module @heddle_device` holds a
    `func.func` of the same name for each, in the form that `passes/Tile/KernelFunction.h` describes, of scf, arith,
    math, memref, vector, nvvm and llvm, with the size of its grid in `kernel.blocks` and `kernel.threads`. The
    `kernel.func` stay for the CPU. A kernel that has no code on a GPU ends the pass with a message at the op in the
    way.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ExpandDeviceMathPass : Pass<"heddle-expand-device-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "turn mathematical functions of GPU kernels into polynomials";
  let description = [{
    After: exp, log, tanh and erf of f32 are the same arithmetic as on the CPU; the other functions of f32 are computed
    in doubles (`DeviceMath.h`). Functions of f64 end the pass with a message: a GPU has no libm.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
}

#endif // PASSES_GRID_PASSES_TD

//===- Passes.td - passes of the tile stage -------------------------------===//

#ifndef PASSES_TILE_PASSES_TD
#define PASSES_TILE_PASSES_TD

include "mlir/Pass/PassBase.td"

def KernelsToLoopsPass : Pass<"heddle-kernels-to-loops", "::mlir::ModuleOp"> {
  let summary = "turn every kernel into a function of loops over vectors";
  let description = [{
    Before: `kernel.func` with their schedules and layouts. After: a `func.func` of the same name for each, of scf,
    arith, math, memref, vector and llvm, in the form that `KernelFunction.h` describes. Launches and everything else
    stay. A kernel whose body cannot be lowered ends the pass with a message at the op in the way.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ChooseSchedulesPass : Pass<"heddle-choose-schedules", "::mlir::ModuleOp"> {
  let summary = "decide how every kernel's loops are cut and which constants are packed";
  let description = [{
    Before: `kernel.func`, and `#kernel.target` on the module. After: `#kernel.schedule` on every kernel, and
    `kernel.layout = #kernel.panels` on the right operand of contractions where every launch passes a constant.
    Schedules that stand there already, for instance from a tuning record, stay. The choice follows from shapes and
    target alone.
  }];
}

def CountWorkPass : Pass<"heddle-count-work", "::mlir::ModuleOp"> {
  let summary = "note what every step computes and moves";
  let description = [{
    After: `kernel.flops` and `kernel.bytes` on every launch of a `kernel.func`, as size expressions in the launch's
    symbols. Nothing else changes; launches of lowered kernels are left alone.
  }];
}

def ExpandMathPass : Pass<"heddle-expand-math", "::mlir::ModuleOp"> {
  let summary = "turn mathematical functions into polynomials or calls of libm";
  let description = [{
    After: exp, log, tanh, erf, sin and cos of f32 are arithmetic on the same vectors (sin and cos with a branch to
    libm for angles over 70000); other functions of f32 and all of f64 are calls of libm on scalars. Ops with
    an instruction of their own stay: rounding, square root, absolute value, copysign, fma.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // PASSES_TILE_PASSES_TD

//===- Passes.td - from launches to one function per run ------------------===//

#ifndef CODEGEN_COMMON_PASSES_TD
#define CODEGEN_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def CollectWeightsPass : Pass<"heddle-collect-weights", "::mlir::ModuleOp"> {
  let summary = "give every constant its place in the weights";
  let description = [{
    Before: `@main` holds `graph.constant` ops; kernels say by `kernel.layout` on an argument how they want it
    packed. After: one `kernel.weight` for each different (value, layout), 64-byte aligned, and every constant that
    is read from memory names its place in `kernel.storage`; a constant used in two layouts is there twice.
    Unused constants are erased. Kernels are left alone.
  }];
  let dependentDialects = ["::heddle::kernel::KernelDialect"];
}

def AssignStoragePass : Pass<"heddle-assign-storage", "::mlir::ModuleOp"> {
  let summary = "decide what kind of memory holds each tensor";
  let description = [{
    Before: `heddle-collect-weights` has run and kernels are functions (passes/Tile/KernelFunction.h). After: every op of
    `@main` with tensor results has `kernel.storage`, loops have the attributes of codegen/Common/Storage.h, and
    `@main` lists the sizes of planned buffers and the symbols that are known when a run starts.
  }];
  let dependentDialects = ["::heddle::kernel::KernelDialect"];
}

def PlanMemoryPass : Pass<"heddle-plan-memory", "::mlir::ModuleOp"> {
  let summary = "decide barriers and the lifetimes and offsets of buffers";
  let description = [{
    Before: `heddle-assign-storage` has run. After: `kernel.barrier` stands on every op before which the workers must
    meet, and `@main` has the lifetime of every planned buffer, counted in phases between barriers, and the offsets
    if all sizes are numbers. `kernel.release` names slots that an op's barrier lets go.
  }];
}

def LowerStepsPass : Pass<"heddle-lower-steps", "::mlir::ModuleOp"> {
  let summary = "write the functions run and sizes of the ABI";
  let description = [{
    Before: `heddle-plan-memory` has run. After: `@heddle_run` and `@heddle_sizes` are functions of cf, arith and LLVM
    pointers that call the kernels and the runtime; `@main` is a declaration that keeps the signature and the plan
    for the artifact. With `profile` the run tells the runtime which step begins (heddle_step of the ABI).
  }];
  let options = [Option<"profile", "profile", "bool", "false", "tell the runtime which step begins">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

#endif // CODEGEN_COMMON_PASSES_TD

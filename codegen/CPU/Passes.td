//===- Passes.td - passes of code for CPUs --------------------------------===//

#ifndef CODEGEN_CPU_PASSES_TD
#define CODEGEN_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ClampMasksPass : Pass<"heddle-clamp-masks", "::mlir::func::FuncOp"> {
  let summary = "bound the counts that masks are made of by the lanes";
  let description = [{
    Before and after: the same masks. `vector.create_mask` of one dimension takes a number of lanes that may be the
    elements left in a whole tensor; its lowering compares 32-bit numbers, so it gets at most the vector's lanes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // CODEGEN_CPU_PASSES_TD

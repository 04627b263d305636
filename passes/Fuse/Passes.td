//===- Passes.td - passes of the fuse stage -------------------------------===//

#ifndef PASSES_FUSE_PASSES_TD
#define PASSES_FUSE_PASSES_TD

include "mlir/Pass/PassBase.td"

def FindAttentionPass : Pass<"heddle-find-attention", "::mlir::func::FuncOp"> {
  let summary = "decide which contractions and softmaxes are one attention";
  let description = [{
    After: the ops of an attention (`dialects/Graph/IR/Attention.h`) have the attribute `kernel.attention`, a number
    unique in their block, and transposes in front of its queries, keys and values are part of the equations: its
    kernel reads them in any layout. Left alone: constant keys or values, which are better packed; heads of open size or of
    more than 256 elements; elements below 16 bits.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect", "::heddle::kernel::KernelDialect"];
}

def PrepareContractionsPass : Pass<"heddle-prepare-contractions", "::mlir::func::FuncOp"> {
  let summary = "bring contractions into the form that kernels read with unit stride";
  let description = [{
    Before: any `graph.contract`. After: the last letter of the result stands in the right operand alone where there
    is such an operand, and a right operand that is not a constant has the letters (batch, depth, columns) in the
    order of the result, so that its columns are contiguous. Transposes are inserted for that; constants are left
    alone because packing reorders them for nothing, and those of an attention because its kernel copies them.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def FormGroupsPass : Pass<"heddle-form-groups", "::mlir::func::FuncOp"> {
  let summary = "decide which ops share a kernel";
  let description = [{
    After: every op that does work has the attribute `kernel.group` (a number, unique in its block); ops of one number
    can run as one kernel without a cycle. `kernel.anchor` on one op of each group says its kind. Constants, views,
    control flow and state have neither. What `kernel.attention` marks is a group, and the mark goes.
    Groups around contractions, windows and attentions take element-wise ops behind them, groups around reductions also those before them, and what is left fuses producer into consumer.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect", "::heddle::kernel::KernelDialect"];
}

def OutlineKernelsPass : Pass<"heddle-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "turn groups into kernel functions and launches";
  let description = [{
    Before: `kernel.group` and `kernel.anchor` as left by form-groups. After: one `kernel.func` for every different
    group body and a `kernel.launch` in its place, with `kernel.sizes` (which operand gives a symbol its value) and
    `kernel.checks` (equalities of sizes that only a run can tell). Scalars and short integer lists are cloned into
    bodies, other constants become arguments.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect", "::heddle::kernel::KernelDialect"];
}

#endif // PASSES_FUSE_PASSES_TD

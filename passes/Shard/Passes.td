//===- Passes.td - passes of the shard stage ------------------------------===//

#ifndef PASSES_SHARD_PASSES_TD
#define PASSES_SHARD_PASSES_TD

include "mlir/Pass/PassBase.td"

def AnnotateLayoutsPass : Pass<"heddle-annotate-layouts", "::mlir::ModuleOp"> {
  let summary = "write a mesh and the layouts of a rules file into the module";
  let description = [{
    Adds `dist.mesh` from the text "data=2,model=2" where there is none. Of a JSON file
    { "rules": [ { "name": "encoder.*.query.weight", "layout": "[{}, {model} ]" } ] } each rule lays out the arguments and
    results of that name in the model file, and the weights (a `dist.constrain` behind the constant). Names are glob patterns; the
    first rule that fits a tensor counts. A rule that fits nothing is an error. Runs before simplification, where
    weights have their names.
  }];
  let options = [Option<"mesh", "mesh", "std::string", /*default=*/"", "axes and sizes: data=2,model=2">,
                 Option<"rules", "rules", "std::string", /*default=*/"", "path of a JSON file of rules">];
  let dependentDialects = ["::heddle::dist::DistDialect"];
}

def ApplyPresetPass : Pass<"heddle-apply-preset", "::mlir::ModuleOp"> {
  let summary = "annotate by a well-known strategy";
  let description = [{
    data: dimension 0 of every argument over the axis `data`.
    megatron: weights of contractions over the axis `model`, found by structure: a weight whose contracted dimension
    comes, through element-wise ops, movements and attention, from the columns of other weights alone, is split by rows and
    those by columns. The sum that is left behind the rows' product is one all-reduce.
    A mesh of one axis serves either preset under any name.
  }];
  let options = [Option<"preset", "preset", "std::string", /*default=*/"", "data or megatron">];
  let dependentDialects = ["::heddle::dist::DistDialect"];
}

def PropagateLayoutsPass : Pass<"heddle-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "give every value of @main a layout, from the annotated ones";
  let description = [{
    Before: `dist.mesh`, `dist.layout` on arguments and results, `dist.constrain`. After: every op has
    `dist.layouts`, a layout for each result; so has the function for its arguments. Constants are cloned for
    each use, so that they tie no users together. Nothing happens in a module without a mesh.
    An annotation that splits a size which its axes do not divide, or an open one, is an error.
  }];
  let options = [Option<"explain", "explain", "std::string", /*default=*/"",
                        "remark where the axes of the values of this name come from">];
  let dependentDialects = ["::heddle::dist::DistDialect"];
}

def ChooseLayoutsPass : Pass<"heddle-choose-layouts", "::mlir::ModuleOp"> {
  let summary = "decide how each op is split, and where values change their layout";
  let description = [{
    After: operands of every op lie as the op computes, `dist.reshard` stands where a value changes its layout, and
    `dist.layouts` says what each op leaves, pending sums included. No `dist.constrain` is left. Where operands
    and result agree that is the layout; else the cheapest of those that occur. A sum waits as long as every user can
    take it unsummed. Arguments arrive and results leave as copies on every rank.
  }];
  let dependentDialects = ["::heddle::dist::DistDialect"];
}

def PartitionPass : Pass<"heddle-partition", "::mlir::ModuleOp"> {
  let summary = "turn global shapes into those of one rank";
  let description = [{
    After: one program for every rank. Each value has the shape of a block, `dist.reshard` has become collectives by the
    cheapest plan, constants are `dist.block`; iota starts at the block, a gather from split rows gives 0 for rows that
    are elsewhere. Signature and meaning of @main are as before. No attribute of the stage is left.
  }];
  let dependentDialects = ["::heddle::dist::DistDialect", "::heddle::graph::GraphDialect"];
}

#endif // PASSES_SHARD_PASSES_TD

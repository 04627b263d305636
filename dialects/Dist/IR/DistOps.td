//===- DistOps.td - meshes, layouts and collectives -----------------------===//

#ifndef DIALECTS_DIST_IR_DISTOPS_TD
#define DIALECTS_DIST_IR_DISTOPS_TD

include "dialects/Dist/IR/DistBase.td"

def Dist_MeshOp : Dist_Op<"mesh", [Symbol]> {
  let summary = "the ranks of a run: named axes and their sizes, the last varying fastest";
  let description = [{
    One per module. Rank r has the coordinates of r written with the axes as digits: with data = 2, model = 4,
    rank 6 is (data 1, model 2). C1: names are different, sizes positive, as many of both.
    ```mlir
    dist.mesh @mesh = [data = 2, model = 4]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$axes, DenseI64ArrayAttr:$sizes);
  let assemblyFormat = "$sym_name `=` custom<MeshAxes>($axes, $sizes) attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The mesh of the module that is `op` or is around it, or null.
    static MeshOp of(::mlir::Operation *op);
    /// The size of an axis, or nothing if the mesh has none of that name.
    ::std::optional<int64_t> sizeOf(::mlir::StringAttr axis);
    /// How many ranks form a group over `axes`, which the mesh has.
    int64_t groupSize(::llvm::ArrayRef<::mlir::StringAttr> axes);
    /// The number of ranks.
    int64_t numRanks();
    /// The number of `rank` in its group over `axes`.
    int64_t numberInGroup(int64_t rank, ::llvm::ArrayRef<::mlir::StringAttr> axes);
    /// The ranks of the group of `rank` over `axes`, by their number in it.
    ::llvm::SmallVector<int64_t> groupOf(int64_t rank, ::llvm::ArrayRef<::mlir::StringAttr> axes);
    /// The shape of one rank's block of a tensor, or nothing where a size is not a multiple of its axes.
    ::std::optional<::heddle::graph::SymShape> blockShape(::llvm::ArrayRef<::heddle::SymExpr> shape,
                                                          LayoutAttr layout);
  }];
}

//===----------------------------------------------------------------------===//
// Global shapes: made by users and passes/Shard, gone behind it
//===----------------------------------------------------------------------===//

def Dist_ConstrainOp : Dist_Op<"constrain", [Pure, SameOperandsAndResultType]> {
  let summary = "the value has this layout; its open dimensions may get more axes";
  let description = "C1: as many dimensions as the tensor. C2: the mesh has the axes. C3: no pending sum.";
  let arguments = (ins Graph_Tensor:$input, Dist_LayoutAttr:$layout);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input $layout attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Dist_ReshardOp : Dist_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "the same value in another layout";
  let description = [{
    What `-heddle-choose-layouts` decides and `-heddle-partition` turns into collectives.
    C1: as many dimensions as the tensor, in both. C2: the mesh has the axes.
  }];
  let arguments = (ins Graph_Tensor:$input, Dist_LayoutAttr:$from, Dist_LayoutAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `from` $from `to` $to attr-dict `:` type($input)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Blocks of one rank: made by -heddle-partition
//===----------------------------------------------------------------------===//

/// All ranks of a group call it together, in the same order of calls. Blocks lie along dimension 0.
class Dist_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Dist_Op<mnemonic, !listconcat([MemoryEffects<[MemWrite<Dist_Network>]>], traits)> {
  let results = (outs Graph_Tensor:$result);
  let hasVerifier = 1;
}

def Dist_AllReduceOp : Dist_CollectiveOp<"all_reduce", [SameOperandsAndResultType]> {
  let summary = "the operands of a group's ranks combined, on every rank";
  let description = [{
    Combined in the order of their numbers, so that every rank gets the same bits.
    C1: the mesh has the axes. C2: the combiner is add, max or min.
  }];
  let arguments = (ins Graph_CombinerAttr:$combiner, Graph_Tensor:$input, Dist_Axes:$axes);
  let assemblyFormat = "$combiner $input `over` custom<Axes>($axes) attr-dict `:` type($input)";
}

def Dist_ReduceScatterOp : Dist_CollectiveOp<"reduce_scatter"> {
  let summary = "the operands of a group's ranks combined; rank i gets block i";
  let description = [{
    input [n * k, …], result [k, …] for a group of n. Combined as in `dist.all_reduce`.
    C1: the mesh has the axes. C2: the combiner is add, max or min. C3: shapes as said, same element type.
  }];
  let arguments = (ins Graph_CombinerAttr:$combiner, Graph_Tensor:$input, Dist_Axes:$axes);
  let assemblyFormat = "$combiner $input `over` custom<Axes>($axes) attr-dict `:` type($input) `->` type($result)";
}

def Dist_AllGatherOp : Dist_CollectiveOp<"all_gather"> {
  let summary = "the operands of a group's ranks one behind the other, on every rank";
  let description = [{
    input [k, …], result [n * k, …] for a group of n.
    C1: the mesh has the axes. C2: shapes as said, same element type.
  }];
  let arguments = (ins Graph_Tensor:$input, Dist_Axes:$axes);
  let assemblyFormat = "$input `over` custom<Axes>($axes) attr-dict `:` type($input) `->` type($result)";
}

def Dist_AllToAllOp : Dist_CollectiveOp<"all_to_all", [SameOperandsAndResultType]> {
  let summary = "block i of rank j becomes block j of rank i";
  let description = [{
    input and result [n * k, …] for a group of n, in blocks of k.
    C1: the mesh has the axes. C2: the size of dimension 0 is a multiple of n.
  }];
  let arguments = (ins Graph_Tensor:$input, Dist_Axes:$axes);
  let assemblyFormat = "$input `over` custom<Axes>($axes) attr-dict `:` type($input)";
}

def Dist_PermuteOp : Dist_CollectiveOp<"permute", [SameOperandsAndResultType]> {
  let summary = "rank targets[i] of a group gets the operand of rank sources[i]; who gets none has zeros";
  let description = [{
    C1: the mesh has the axes. C2: as many sources as targets, numbers of the group, no target twice, no source twice.
  }];
  let arguments = (ins Graph_Tensor:$input, Dist_Axes:$axes, DenseI64ArrayAttr:$sources, DenseI64ArrayAttr:$targets);
  let assemblyFormat = [{
    $input `over` custom<Axes>($axes) `sources` $sources `targets` $targets attr-dict `:` type($input)
  }];
}

def Dist_CoordOp : Dist_Op<"coord", [Pure]> {
  let summary = "this rank's number in its group";
  let description = "C1: the mesh has the axes.";
  let arguments = (ins Dist_Axes:$axes);
  let results = (outs Graph_IndexScalar:$result);
  let assemblyFormat = "custom<Axes>($axes) attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_BlockOp : Dist_Op<"block", [Pure]> {
  let summary = "this rank's block of a constant";
  let description = [{
    Stands for a constant that differs from rank to rank: nothing is computed at run time. The artifact holds each
    different block once, and a rank takes the one of its coordinates.
    C1: the input is a `graph.constant`. C2: the mesh has the axes, the layout no pending sum and as many dimensions as
    the tensor. C3: the result is a block of it.
  }];
  let arguments = (ins Graph_Tensor:$input, Dist_LayoutAttr:$layout);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input $layout attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

#endif // DIALECTS_DIST_IR_DISTOPS_TD

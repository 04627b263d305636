//===- GraphDataOps.td - constants, shapes and movement of elements -------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHDATAOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHDATAOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

def Graph_ConstantOp : Graph_PureOp<"constant", [ConstantLike, Graph_InferTypes]> {
  let summary = "a tensor known at compile time";
  let description = [{
    Small values are dense attributes, weights `dense_resource` (row-major, little-endian, one byte for a truth
    value, one byte for a 4-bit integer). Read either through `Constant.h`.
    C1: `value` is a dense or dense_resource attribute of ranked tensor type. C2: a resource has the bytes of its
    type.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_SymbolicOp : Graph_PureOp<"symbolic", [Graph_InferTypes]> {
  let summary = "a list of integers whose elements are size expressions";
  let description = [{
    What shape arithmetic becomes once it is understood. Elements are texts of `SymExpr`; the result is i64 of
    shape [n], or a scalar for `rank0`. C1: every entry is a size expression. C2: `rank0` has one entry.
    ```mlir
    %0 = graph.symbolic ["batch", "2*seq"] : tensor<2xi64>
    ```
  }];
  let arguments = (ins StrArrayAttr:$exprs, UnitAttr:$rank0);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$exprs (`rank0` $rank0^)? attr-dict";
  let extraClassDeclaration = [{
    /// The elements.
    ::llvm::SmallVector<::heddle::SymExpr> getElements();
  }];
}

def Graph_ShapeOp : Graph_PureOp<"shape", [Graph_InferTypes]> {
  let summary = "the sizes of a tensor, as i64 of shape [rank]";
  let arguments = (ins Graph_Tensor:$input);
  let results = (outs Graph_IndexList:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Graph_IotaOp : Graph_SizedOp<"iota", [Graph_Factors]> {
  let summary = "0, 1, 2, … along one dimension";
  let description = "C1: `axis` is a dimension of the result. C2: the element type is not i1. See `SizedOpInterface`.";
  let arguments = (ins I64Attr:$axis, Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "`axis` $axis (`size` $size^ `:` type($size))? attr-dict `->` type($result)";
  let hasVerifier = 1;
}

def Graph_ReshapeOp : Graph_SizedOp<"reshape", [Graph_Factors]> {
  let summary = "the same elements in row-major order under another shape";
  let description = "C1: same element type. C2: same number of elements (checked at run time where a size is open).";
  let arguments = (ins Graph_Tensor:$input, Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input (`size` $size^ `:` type($size))? attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_TransposeOp : Graph_PureOp<"transpose", [Graph_InferTypes, Graph_Factors]> {
  let summary = "result dimension i is input dimension permutation[i]";
  let description = "C1: `permutation` is one of the input's dimensions.";
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input $permutation attr-dict `:` type($input)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_BroadcastOp : Graph_SizedOp<"broadcast", [Graph_Factors]> {
  let summary = "stretches dimensions of size 1, and adds some in front, as numpy's broadcast_to";
  let description = "C1: same element type. C2: the input's shape broadcasts to the result's.";
  let arguments = (ins Graph_Tensor:$input, Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input (`size` $size^ `:` type($size))? attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_SliceOp : Graph_SizedOp<"slice", [Graph_Factors, AttrSizedOperandSegments]> {
  let summary = "result[i, …] = input[start + i * step, …]";
  let description = [{
    `starts` are texts of `SymExpr`, one per dimension, already normalised: counted from the front and inside the
    input wherever the result has elements. A start that only a run can tell is "?" and read from the same place
    of `dynamic_starts`. `steps` may be negative. Result sizes: the result's type, see `SizedOpInterface`.
    C1: one start and one step per dimension; no step is 0. C2: same element type and rank. C3: a start is a size
    expression, or "?" where there is `dynamic_starts`, which has an element per dimension. C4: where numbers tell,
    the first and the last element taken are inside the input.
  }];
  let arguments = (ins Graph_Tensor:$input, StrArrayAttr:$starts, DenseI64ArrayAttr:$steps,
                       Optional<Graph_IndexList>:$dynamic_starts, Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $input `starts` $starts `steps` $steps (`dynamic_starts` $dynamic_starts^ `:` type($dynamic_starts))?
    (`size` $size^ `:` type($size))? attr-dict `:` type($input) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The start in a dimension, or nothing where `dynamic_starts` has it.
    ::std::optional<::heddle::SymExpr> getStart(unsigned dim);
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_ConcatOp : Graph_PureOp<"concat", [Graph_InferTypes, Graph_Factors]> {
  let summary = "tensors one behind the other along one dimension";
  let description = "C1: at least one operand. C2: operands agree in element type, rank and the other sizes.";
  let arguments = (ins Variadic<Graph_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$inputs `axis` $axis attr-dict `:` type($inputs)";
  let hasFolder = 1;
}

def Graph_PadOp : Graph_SizedOp<"pad", [Graph_Factors, AttrSizedOperandSegments]> {
  let summary = "places the input in a larger (or smaller) tensor";
  let description = [{
    result[i] = input[(i - low) / (interior + 1)] where that is an element of the input. Elsewhere, by `mode`: the
    scalar `value` (constant), the mirrored element without repeating the edge (reflect), the nearest (edge), the
    one from the other side (wrap); only `constant` may widen an empty dimension. `lows` are texts of `SymExpr`, possibly negative (the input is cut); "?" is
    read from `dynamic_lows`. `interior` puts that many values between neighbours (constant mode only).
    C1: one low and one interior per dimension. C2: `value` is a scalar of the same element type. C3: the result
    has the input's element type and rank. C4: a low is a size expression, or "?" where there is `dynamic_lows`,
    which has an element per dimension. C5: `interior` is at least 0, and 0 in other modes than constant.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_Tensor:$value, Graph_PadModeAttr:$mode, StrArrayAttr:$lows,
                       DenseI64ArrayAttr:$interior, Optional<Graph_IndexList>:$dynamic_lows,
                       Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $input `,` $value $mode `lows` $lows `interior` $interior
    (`dynamic_lows` $dynamic_lows^ `:` type($dynamic_lows))? (`size` $size^ `:` type($size))?
    attr-dict `:` type($input) `,` type($value) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The low padding in a dimension, or nothing where `dynamic_lows` has it.
    ::std::optional<::heddle::SymExpr> getLow(unsigned dim);
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_RandomOp : Graph_SizedOp<"random"> {
  let summary = "pseudo-random numbers; the same seed gives the same numbers at every run";
  let description = [{
    uniform in [a, b), or normal with mean a and deviation b. The counter-based generator Philox4x32-10
    (Salmon et al., SC'11) over the element's row-major index, so the order of evaluation does not matter: of the
    four words for counter (low and high word of the index, 0, 0) and key (low and high word of the seed), the upper
    24 bits of the first are u * 2^24 and those of the second v * 2^24. uniform: a + (b - a) * u. normal:
    a + b * sqrt(-2 ln(u + 2^-24)) * cos(2 pi v). Computed in f32.
  }];
  let arguments = (ins Graph_DistributionAttr:$distribution, F32Attr:$a, F32Attr:$b, I64Attr:$seed,
                       Optional<Graph_IndexList>:$size);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$distribution $a `,` $b `seed` $seed (`size` $size^ `:` type($size))? attr-dict `->` type($result)";
}

#endif // DIALECTS_GRAPH_IR_GRAPHDATAOPS_TD

//===- GraphReductionOps.td - many elements become one --------------------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHREDUCTIONOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHREDUCTIONOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

def Graph_ReduceOp : Graph_PureOp<"reduce", [Graph_InferTypes, Graph_Factors]> {
  let summary = "combines the elements along some dimensions, which stay with size 1";
  let description = [{
    C1: `axes` are different dimensions in ascending order. C2: the combiner is not `replace`.
    Over no elements: 0 (add), 1 (mul), the smallest (max) or largest (min) value of the type, infinite for floats.
    Numerics: sums and products of f16 and bf16 are kept in f32; max and min give NaN if any element is NaN.
  }];
  let arguments = (ins Graph_CombinerAttr:$combiner, Graph_Tensor:$input, DenseI64ArrayAttr:$axes);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$combiner $input `axes` $axes attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Graph_ArgReduceOp : Graph_PureOp<"arg_reduce", [Graph_InferTypes, Graph_Factors]> {
  let summary = "the place of the largest or smallest element along a dimension, which stays with size 1; i64";
  let description = [{
    C1: the combiner is max or min. C2: `axis` is a dimension. Among equals the first, or the last if `last`. A NaN
    wins. Over no elements: 0.
  }];
  let arguments = (ins Graph_CombinerAttr:$combiner, Graph_Tensor:$input, I64Attr:$axis, BoolAttr:$last);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$combiner $input `axis` $axis `last` $last attr-dict `:` type($input)";
}

def Graph_CumulativeOp : Graph_PureOp<"cumulative", [Graph_InferTypes, Graph_Factors]> {
  let summary = "running sum or product along a dimension";
  let description = [{
    `exclusive` leaves out the element itself, `reverse` runs from the end. C1: add or mul. C2: `axis` is a dimension.
    Numerics: sums and products of f16 and bf16 are kept in f32.
  }];
  let arguments = (ins Graph_CombinerAttr:$combiner, Graph_Tensor:$input, I64Attr:$axis, BoolAttr:$exclusive,
                       BoolAttr:$reverse);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $combiner $input `axis` $axis `exclusive` $exclusive `reverse` $reverse attr-dict `:` type($input)
  }];
}

/// A window slides over the s spatial dimensions of [N, spatial…, C]. `pads_low`, `pads_high` are sizes around the
/// input (they may be negative); the result's spatial size is
/// floor((in + low + high - dilation * (window - 1) - 1) / stride) + 1, or 0 where that is negative.
class Graph_WindowOp<string mnemonic, list<Trait> traits = []>
    : Graph_PureOp<mnemonic, !listconcat([Graph_InferTypes, Graph_Factors], traits)>;

def Graph_PoolOp : Graph_WindowOp<"pool"> {
  let summary = "combines each window of a channels-last tensor";
  let description = [{
    input [N, spatial…, C]. Positions outside the input do not take part (max: -inf or the smallest integer;
    add: 0), so an average is a sum divided by counts. A NaN in the window gives NaN. C1: window, strides, dilations and pads have one entry
    per spatial dimension; the first three are positive.
  }];
  let arguments = (ins Graph_PoolKindAttr:$kind, Graph_Tensor:$input, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads_low,
                       DenseI64ArrayAttr:$pads_high);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $kind $input `window` $window `strides` $strides `dilations` $dilations `pads` $pads_low `,` $pads_high
    attr-dict `:` type($input)
  }];
}

def Graph_ArgPoolOp : Graph_WindowOp<"arg_pool"> {
  let summary = "the place of the largest element of each window: its row-major index in the unpadded spatial plane";
  let description = [{
    input [N, spatial…, C]; i64 result. The first of equals; a NaN wins; 0 if the window is outside the input.
    Constraints as in `graph.pool`.
  }];
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads_low, DenseI64ArrayAttr:$pads_high);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $input `window` $window `strides` $strides `dilations` $dilations `pads` $pads_low `,` $pads_high
    attr-dict `:` type($input)
  }];
}

#endif // DIALECTS_GRAPH_IR_GRAPHREDUCTIONOPS_TD

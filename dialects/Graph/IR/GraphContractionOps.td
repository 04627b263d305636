//===- GraphContractionOps.td - sums of products --------------------------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHCONTRACTIONOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHCONTRACTIONOPS_TD

include "dialects/Graph/IR/GraphReductionOps.td"

def Graph_ContractOp : Graph_PureOp<"contract", [Graph_InferTypes, Graph_Factors]> {
  let summary = "sum of products of two tensors over shared dimensions: matrix product, batched or not";
  let description = [{
    A letter names each dimension, as in einsum: `"bmk,bkn->bmn"`. Letters in both operands and the result are
    batch dimensions, those missing in the result are summed. A batch dimension may have size 1 in one operand
    and broadcasts.
    C1: one letter per dimension, none twice in one operand. C2: every letter of the result stands in an operand;
    a letter in one operand alone stands in the result. C3: sizes of a letter agree or, for a batch letter, broadcast.
    C4: element types: equal floats with the result's type the same; or integers of 8 bits, signed or not, with
    result i32; or equal integers. Numerics: f16 and bf16 are summed in f32 and rounded once.
    ```mlir
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<4x8xf32>, tensor<8x16xf32>
    ```
  }];
  let arguments = (ins StrAttr:$equation, Graph_Tensor:$lhs, Graph_Tensor:$rhs);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$equation $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

def Graph_ConvOp : Graph_WindowOp<"conv"> {
  let summary = "convolution of a channels-last tensor";
  let description = [{
    input [N, spatial…, C], filter [window…, C / groups, O], result [N, spatial…, O]:
    result[n, o…, c] = sum over w…, i of input[n, o*stride + w*dilation - low …, g*(C/groups) + i] * filter[w…, i, c],
    g the group of c. Outside the input stands 0. C1: entries per spatial dimension as in `graph.pool`.
    C2: groups is positive and divides C and O, and the filter has C / groups. C3: element types as in
    `graph.contract`.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_Tensor:$filter, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads_low, DenseI64ArrayAttr:$pads_high,
                       I64Attr:$groups);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $input `,` $filter `strides` $strides `dilations` $dilations `pads` $pads_low `,` $pads_high
    `groups` $groups attr-dict `:` type($input) `,` type($filter)
  }];
}

#endif // DIALECTS_GRAPH_IR_GRAPHCONTRACTIONOPS_TD

//===- GraphIndexOps.td - ops that read or write at computed places -------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHINDEXOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHINDEXOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

def Graph_GatherOp : Graph_PureOp<"gather", [Graph_InferTypes, Graph_Factors]> {
  let summary = "result[a…, i…, b…] = input[a…, indices[i…], b…] at dimension `axis`";
  let description = [{
    A negative index counts from the end; outside the dimension a run ends with an error that names the op.
    C1: `axis` is a dimension of the input.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `axis` $axis attr-dict `:` type($input) `,` type($indices)";
}

def Graph_GatherElementsOp : Graph_PureOp<"gather_elements", [Graph_InferTypes, Graph_Factors]> {
  let summary = "result[i, j, k] = input[i, indices[i, j, k], k], for axis 1";
  let description = [{
    C1: same rank. C2: `axis` is a dimension of the input. Along the other dimensions `indices` is no larger than the
    input. Indices as in `graph.gather`.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `axis` $axis attr-dict `:` type($input) `,` type($indices)";
}

def Graph_GatherNdOp : Graph_PureOp<"gather_nd", [Graph_InferTypes, Graph_Factors]> {
  let summary = "result[b…, i…, s…] = input[b…, indices[b…, i…, :]…, s…]";
  let description = [{
    `indices` is [b…, i…, n]: its last dimension holds n coordinates for the input's dimensions behind the batch.
    C1: n is static and batch_dims + n <= rank of the input. C2: 0 <= batch_dims < rank of `indices`, and the batch
    sizes agree. Indices as in `graph.gather`.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IndexTensor:$indices, I64Attr:$batch_dims);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `batch_dims` $batch_dims attr-dict `:` type($input) `,` type($indices)";
}

def Graph_ScatterElementsOp : Graph_PureOp<"scatter_elements", [Graph_InferTypes]> {
  let summary = "a copy of the input with result[i, indices[i, j, k], k] combined with updates[i, j, k], for axis 1";
  let description = [{
    Updates are applied in row-major order: with `replace` the last one stays; each combination rounds to the element
    type. Indices as in `graph.gather_elements`. C1: input, indices and updates have
    the same rank. C2: `axis` is a dimension. C3: indices and updates have the same shape. C4: input and updates have
    the same element type.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IndexTensor:$indices, Graph_Tensor:$updates, I64Attr:$axis,
                       Graph_CombinerAttr:$combiner);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $combiner $input `,` $indices `,` $updates `axis` $axis attr-dict
    `:` type($input) `,` type($indices) `,` type($updates)
  }];
}

def Graph_ScatterNdOp : Graph_PureOp<"scatter_nd", [Graph_InferTypes]> {
  let summary = "a copy of the input with result[indices[i…, :]…, s…] combined with updates[i…, s…]";
  let description = [{
    Updates are applied in row-major order, as in `graph.scatter_elements`; indices as in `graph.gather`. C1: the last dimension n of `indices` is static and <= rank of the
    input. C2: the shape of `updates` is that of indices without its last, then the input's behind n. C3: input
    and updates have the same element type.
  }];
  let arguments = (ins Graph_Tensor:$input, Graph_IndexTensor:$indices, Graph_Tensor:$updates,
                       Graph_CombinerAttr:$combiner);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $combiner $input `,` $indices `,` $updates attr-dict `:` type($input) `,` type($indices) `,` type($updates)
  }];
}

def Graph_TopKOp : Graph_SizedOp<"top_k"> {
  let summary = "the k largest or smallest elements along a dimension, sorted, and their places";
  let description = [{
    k is the result's size at `axis`. Equal elements keep their order; a NaN counts as larger than any number.
    C1: `axis` is a dimension. C2: `indices` is i64 with the shape of `values`. C3: `values` has the input's element
    type, and its sizes but at `axis`, where it has no more.
  }];
  let arguments = (ins Graph_Tensor:$input, I64Attr:$axis, BoolAttr:$largest, Optional<Graph_IndexList>:$size);
  let results = (outs Graph_Tensor:$values, Graph_Tensor:$indices);
  let assemblyFormat = [{
    $input `axis` $axis `largest` $largest (`size` $size^ `:` type($size))? attr-dict
    `:` type($input) `->` type($values) `,` type($indices)
  }];
  let hasVerifier = 1;
}

def Graph_NonZeroOp : Graph_PureOp<"non_zero", [Graph_InferTypes]> {
  let summary = "coordinates of the elements that are not 0, in row-major order, and their count";
  let description = [{
    `indices` is i64 [rank, number of elements]: its first `count` columns are the result, the others undefined.
    A `graph.slice` with a size operand made of `count` cuts it.
  }];
  let arguments = (ins Graph_Tensor:$input);
  let results = (outs Graph_Tensor:$indices, Graph_IndexScalar:$count);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Graph_UniqueOp : Graph_PureOp<"unique", [Graph_InferTypes]> {
  let summary = "the distinct elements of a vector, or distinct slices along dimension 0 of a matrix";
  let description = [{
    input [n, m] (a vector is [n, 1]). `first`: for each distinct row the place of its first occurrence, [n];
    `inverse` [n]: for each row the number of its distinct row; `counts` [n]. The first `count` entries of
    `first` and `counts` are defined. Order: sorted, or by first occurrence. A NaN equals
    a NaN and is larger than any number. C1: the rank is 1 or 2.
  }];
  let arguments = (ins Graph_Tensor:$input, BoolAttr:$sorted);
  let results = (outs Graph_IndexList:$first, Graph_IndexList:$inverse, Graph_IndexList:$counts,
                      Graph_IndexScalar:$count);
  let assemblyFormat = "$input `sorted` $sorted attr-dict `:` type($input)";
}

def Graph_NonMaxSuppressionOp : Graph_PureOp<"non_max_suppression", [Graph_InferTypes]> {
  let summary = "chooses boxes by score, dropping those that overlap a better one";
  let description = [{
    boxes f32 [batch, n, 4], scores f32 [batch, classes, n]. `selected` is i64 [batch * classes * n, 3] of (batch,
    class, box); its first `count` rows are defined. `max_per_class` i64 scalar, thresholds f32 scalars.
    Boxes are (y1, x1, y2, x2) with any two opposite corners, or (x, y, w, h) of the centre if `center_point`.
    C1: shapes as said; batch and n agree. C2: thresholds are f32 scalars, boxes and scores f32.
    Numerics, in f32: a box takes part if its score > score_threshold; by descending score, equal ones in order, it
    is selected unless its intersection over union with one selected before is > iou_threshold, until
    `max_per_class` are. Boxes without area overlap nothing.
    Source: ONNX NonMaxSuppression-11.
  }];
  let arguments = (ins Graph_Tensor:$boxes, Graph_Tensor:$scores, Graph_IndexScalar:$max_per_class,
                       Graph_Tensor:$iou_threshold, Graph_Tensor:$score_threshold, BoolAttr:$center_point);
  let results = (outs Graph_Tensor:$selected, Graph_IndexScalar:$count);
  let assemblyFormat = [{
    $boxes `,` $scores `,` $max_per_class `,` $iou_threshold `,` $score_threshold `center_point` $center_point
    attr-dict `:` type($boxes) `,` type($scores) `,` type($max_per_class) `,` type($iou_threshold) `,`
    type($score_threshold)
  }];
}

#endif // DIALECTS_GRAPH_IR_GRAPHINDEXOPS_TD

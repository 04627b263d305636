//===- Passes.td - passes of the simplify stage ---------------------------===//

#ifndef PASSES_SIMPLIFY_PASSES_TD
#define PASSES_SIMPLIFY_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldConstantsPass : Pass<"heddle-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "evaluate ops whose operands are constants";
  let description = [{
    Uses the reference interpreter. An op is left alone if its result is larger than `max-growth-bytes` and than its
    operands together: a constant that a few bytes describe is not written out.
  }];
  let options = [Option<"maxGrowthBytes", "max-growth-bytes", "int64_t", /*default=*/"65536",
                        "largest result, in bytes, that may exceed the operands">];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def LowerShapesPass : Pass<"heddle-lower-shapes", "::mlir::func::FuncOp"> {
  let summary = "turn shape queries into size expressions";
  let description = [{
    After: no `graph.shape`; each became `graph.symbolic`, or a constant where all sizes are numbers.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def FreezeLoopStatePass : Pass<"heddle-freeze-loop-state", "::mlir::func::FuncOp"> {
  let summary = "let loop bodies read carried values that never change from outside";
  let description = [{
    A carried value that the body of a `graph.loop` yields as it got it is no longer carried: its uses in the body and
    behind the loop read the initial value. Left alone where the region or the result has sizes of its own.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def SinkTransposesPass : Pass<"heddle-sink-transposes", "::mlir::func::FuncOp"> {
  let summary = "move transposes towards the results until they meet and cancel";
  let description = [{
    f(transpose(x)) becomes transpose(f(x)) for element-wise ops, reductions, concatenation, slices, constant padding,
    gathers by a list and reshapes that keep the permuted blocks together. Convolutions come channels-last with a
    transpose on either side; what is left after this pass stands at the edges of the graph and where an op mixes
    layouts. Transposes in front of contractions become part of their equation where the innermost dimension stays, and so
    do those that are left behind one.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def SinkReshapesPass : Pass<"heddle-sink-reshapes", "::mlir::func::FuncOp"> {
  let summary = "move reshapes behind element-wise ops";
  let description = [{
    So that an element-wise op meets the op that computes its input and can share its kernel; the reshape moves
    nothing by itself. Applies where every operand is a reshape from one shape, or
    stretches over all dimensions but innermost ones that the reshape keeps (a bias per channel, a single element).
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def FoldScalesPass : Pass<"heddle-fold-scales", "::mlir::func::FuncOp"> {
  let summary = "multiply per-channel scales into the weights before them";
  let description = [{
    conv(x, w) * s becomes conv(x, w * s) for constants w and s where s varies along the output channel alone, also
    behind a per-channel addition: (conv(x, w) + b) * s becomes conv(x, w * s) + b * s. The same for contractions
    whose right operand is constant. Batch normalisation arrives in that form. Floating point only; changes
    rounding, not meaning.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def SinkScalesPass : Pass<"heddle-sink-scales", "::mlir::func::FuncOp"> {
  let summary = "move the scales of quantized weights behind their contraction";
  let description = [{
    For constant w of 8-bit integers, and s of one element or varying along the output channel alone:
    conv(x, w * s) becomes conv(x, cast(w)) * s, and where x is dequantized by a scale t and zero point z of one
    element, cast(conv(q, w) - z * sum(w)) * (t * s), which is f32 in the end and integer before. The same for
    contractions. Weights come as `graph.dequantize` with zero point 0 or as a product with a cast. Left alone: groups,
    weights with zero points, padded convolutions of an x with another zero point than 0 (not made integer).
    Changes rounding, not meaning.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def MultiplyReciprocalsPass : Pass<"heddle-multiply-reciprocals", "::mlir::func::FuncOp"> {
  let summary = "multiply by the reciprocals of constants";
  let description = [{
    x / c in f32 for a constant c of one value becomes x * (1 / c) where 1 / c is exact, and, up to one unit in the last
    place, where only erf and tanh read the quotient or where it scales the scores of an attention. Left alone:
    everything else, since a rounding behind would show the difference; c whose reciprocal is no normal number.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

def FoldPadsPass : Pass<"heddle-fold-pads", "::mlir::func::FuncOp"> {
  let summary = "let convolutions and pools do the padding before them";
  let description = "A constant pad by 0 (convolution) or the identity (pool) in spatial dimensions becomes their pads.";
  let dependentDialects = ["::heddle::graph::GraphDialect"];
}

#endif // PASSES_SIMPLIFY_PASSES_TD

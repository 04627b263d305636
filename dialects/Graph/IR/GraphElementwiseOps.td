//===- GraphElementwiseOps.td - one result element from one of each operand ===//

#ifndef DIALECTS_GRAPH_IR_GRAPHELEMENTWISEOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHELEMENTWISEOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

/// Marks ops that fuse freely: result[i] depends on operand[i] alone, under numpy broadcasting.
def Graph_Elementwise : NativeOpTrait<"ElementwiseOp"> { let cppNamespace = "::heddle::graph"; }

/// `inference` is the body of `inferReturnTypes` for ops of a kind; others define theirs in C++.
class Graph_ElementwiseOp<string mnemonic, list<Trait> traits = [], code inference = "">
    : Graph_PureOp<mnemonic, !listconcat([Graph_Elementwise, Graph_InferTypes, Graph_Factors], traits)> {
  let extraClassDefinition = [{
    ::heddle::graph::LoopNest $cppClass::getLoopNest() {
      return ::heddle::graph::elementwiseLoopNest(getOperation());
    }
  }] # !if(!empty(inference), "", [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      ::heddle::graph::Inference infer{getOperationName(), location, types};
  }] # inference # "}");
}

class Graph_UnaryOp<string mnemonic, string formula, Type type = Graph_FloatTensor, list<Trait> traits = []>
    : Graph_ElementwiseOp<mnemonic, traits, "return infer.sameAs(adaptor.getInput());"> {
  let summary = formula;
  let arguments = (ins type:$input);
  let results = (outs type:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

class Graph_PredicateOp<string mnemonic, string formula>
    : Graph_ElementwiseOp<mnemonic, [], "return infer.truthOf(adaptor.getInput());"> {
  let summary = formula;
  let arguments = (ins Graph_FloatTensor:$input);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

class Graph_BinaryOp<string mnemonic, string formula, list<Trait> traits = [], Type type = Graph_Tensor>
    : Graph_ElementwiseOp<mnemonic, traits, "return infer.binary(adaptor.getLhs(), adaptor.getRhs());"> {
  let summary = formula;
  let description = "C1: both operands have the same element type. C2: their shapes broadcast.";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

def Graph_AbsOp : Graph_UnaryOp<"abs", "|x|; the smallest signed integer stays", Graph_Tensor>;
def Graph_NegOp : Graph_UnaryOp<"neg", "-x; integers wrap", Graph_Tensor>;
def Graph_SignOp : Graph_UnaryOp<"sign", "-1, 0 or 1; NaN stays", Graph_Tensor>;
def Graph_NotOp : Graph_UnaryOp<"not", "all bits inverted; on truth values the other one", Graph_IntegerTensor>;
def Graph_ExpOp : Graph_UnaryOp<"exp", "e^x">;
def Graph_LogOp : Graph_UnaryOp<"log", "natural logarithm">;
def Graph_SqrtOp : Graph_UnaryOp<"sqrt", "square root; NaN below 0">;
def Graph_SinOp : Graph_UnaryOp<"sin", "sine of radians">;
def Graph_CosOp : Graph_UnaryOp<"cos", "cosine of radians">;
def Graph_TanOp : Graph_UnaryOp<"tan", "tangent of radians">;
def Graph_AsinOp : Graph_UnaryOp<"asin", "inverse sine">;
def Graph_AcosOp : Graph_UnaryOp<"acos", "inverse cosine">;
def Graph_AtanOp : Graph_UnaryOp<"atan", "inverse tangent">;
def Graph_SinhOp : Graph_UnaryOp<"sinh", "hyperbolic sine">;
def Graph_CoshOp : Graph_UnaryOp<"cosh", "hyperbolic cosine">;
def Graph_TanhOp : Graph_UnaryOp<"tanh", "hyperbolic tangent">;
def Graph_AsinhOp : Graph_UnaryOp<"asinh", "inverse hyperbolic sine">;
def Graph_AcoshOp : Graph_UnaryOp<"acosh", "inverse hyperbolic cosine">;
def Graph_AtanhOp : Graph_UnaryOp<"atanh", "inverse hyperbolic tangent">;
def Graph_SigmoidOp : Graph_UnaryOp<"sigmoid", "1 / (1 + e^-x)">;
def Graph_ErfOp : Graph_UnaryOp<"erf", "error function">;
def Graph_CeilOp : Graph_UnaryOp<"ceil", "smallest integer not below x">;
def Graph_FloorOp : Graph_UnaryOp<"floor", "largest integer not above x">;
def Graph_RoundOp : Graph_UnaryOp<"round", "nearest integer, ties to even">;
def Graph_IsNanOp : Graph_PredicateOp<"is_nan", "whether x is not a number">;
def Graph_IsInfOp : Graph_ElementwiseOp<"is_inf"> {
  let summary = "whether x is +inf (positive) or -inf (negative), as asked";
  let arguments = (ins Graph_FloatTensor:$input, BoolAttr:$positive, BoolAttr:$negative);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$input `positive` $positive `negative` $negative attr-dict `:` type($input)";
}

def Graph_AddOp : Graph_BinaryOp<"add", "x + y; integers wrap", [Commutative]> { let hasFolder = 1; }
def Graph_SubOp : Graph_BinaryOp<"sub", "x - y; integers wrap"> { let hasFolder = 1; }
def Graph_MulOp : Graph_BinaryOp<"mul", "x * y; integers wrap", [Commutative]> { let hasFolder = 1; }
def Graph_DivOp : Graph_BinaryOp<"div", "x / y; integers round towards 0, x / 0 is 0 and min / -1 is min"> {
  let hasFolder = 1;
}
def Graph_RemOp : Graph_BinaryOp<"rem", "remainder with the sign of x (C's % and fmod); x rem 0 is 0 for integers">;
def Graph_ModOp : Graph_BinaryOp<"mod", "remainder with the sign of y (Python's %); x mod 0 is 0 for integers">;
def Graph_PowOp : Graph_ElementwiseOp<"pow"> {
  let summary = "x to the power y; computed in the type of x, integers by repeated multiplication";
  let description = [{
    C1: shapes broadcast. The exponent may have another type than the base: its number counts, cut towards 0 for an
    integer base. An integer to a negative power is 1 / x^-y rounded towards 0, and 0 for x = 0.
  }];
  let arguments = (ins Graph_Tensor:$lhs, Graph_Tensor:$rhs);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}
def Graph_MaxOp : Graph_BinaryOp<"max", "the larger; NaN if either is", [Commutative]>;
def Graph_MinOp : Graph_BinaryOp<"min", "the smaller; NaN if either is", [Commutative]>;
def Graph_AndOp : Graph_BinaryOp<"and", "bitwise and, of integers or truth values", [Commutative], Graph_IntegerTensor>;
def Graph_OrOp : Graph_BinaryOp<"or", "bitwise or, of integers or truth values", [Commutative], Graph_IntegerTensor>;
def Graph_XorOp : Graph_BinaryOp<"xor", "bitwise exclusive or, of integers or truth values", [Commutative], Graph_IntegerTensor>;
def Graph_ShiftLeftOp : Graph_BinaryOp<"shift_left", "x * 2^y; y is read as unsigned; 0 where it is not below the width", [], Graph_IntegerTensor>;
def Graph_ShiftRightOp : Graph_BinaryOp<"shift_right", "x / 2^y rounded down, y read as unsigned; logical for unsigned types", [], Graph_IntegerTensor>;
def Graph_CompareOp : Graph_ElementwiseOp<"compare"> {
  let summary = "whether x stands in the given relation to y";
  let description = "C1: both operands have the same element type. C2: their shapes broadcast.";
  let arguments = (ins Graph_PredicateAttr:$predicate, Graph_Tensor:$lhs, Graph_Tensor:$rhs);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}
def Graph_SelectOp : Graph_ElementwiseOp<"select"> {
  let summary = "x where the condition holds, else y";
  let description = "C1: x and y have the same element type. C2: the three shapes broadcast.";
  let arguments = (ins Graph_BoolTensor:$condition, Graph_Tensor:$lhs, Graph_Tensor:$rhs);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` type($condition) `,` type($lhs) `,` type($rhs)";
  let hasFolder = 1;
}
def Graph_CastOp : Graph_ElementwiseOp<"cast"> {
  let summary = "the same number in another element type";
  let description = [{
    To i1: whether x is not 0. From i1: 0 or 1. Float to integer: towards 0; outside the range the result is the
    nearest bound, NaN gives 0. Integer to a narrower integer: the low bits. To a narrower float: nearest, ties to
    even; to an 8-bit float outside the range: the largest value if `saturate`, else infinity or NaN.
    C1: `to` is a float or an integer type.
  }];
  let arguments = (ins Graph_Tensor:$input, TypeAttr:$to, DefaultValuedAttr<BoolAttr, "true">:$saturate);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` type($input)";
  let hasFolder = 1;
}
def Graph_BitcastOp : Graph_ElementwiseOp<"bitcast"> {
  let summary = "the same bits read as another element type of the same width";
  let description = "C1: `to` is a float or an integer type of the same width as the input's.";
  let arguments = (ins Graph_Tensor:$input, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` type($input)";
}
def Graph_QuantizeOp : Graph_ElementwiseOp<"quantize"> {
  let summary = "saturate(round_to_even(x / scale) + zero_point)";
  let description = [{
    `scale` and `zero_point` broadcast against `input`, so per-tensor, per-axis and blocked forms differ only in
    shape. C1: `scale` has the element type of `input`. C2: `zero_point` has the integer type of the result.
    C3: the shapes broadcast to that of `input`.
    Numerics: division and rounding in f32 (f64 for f64 input); the sum saturates to the result type. A NaN gives
    the zero point.
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_FloatTensor:$scale, Graph_Tensor:$zero_point);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $zero_point attr-dict `:` type($input) `,` type($scale) `,` type($zero_point)";
}
def Graph_DequantizeOp : Graph_ElementwiseOp<"dequantize"> {
  let summary = "(x - zero_point) * scale, in the element type of scale";
  let description = "C1: `zero_point` has the element type of `input`. C2: the shapes broadcast to that of `input`. "
                    "The difference does not wrap.";
  let arguments = (ins Graph_Tensor:$input, Graph_FloatTensor:$scale, Graph_Tensor:$zero_point);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $zero_point attr-dict `:` type($input) `,` type($scale) `,` type($zero_point)";
}

#endif // DIALECTS_GRAPH_IR_GRAPHELEMENTWISEOPS_TD

//===- StableHloOps.td - the StableHLO ops that heddle reads --------------===//
//
// Assembly formats are those that JAX prints. An op without one is printed in the generic form.

#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOOPS_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOOPS_TD

include "dialects/StableHlo/IR/StableHloAttrs.td"

def StableHlo_Tensor : RankedTensorOf<[AnyType]>;

class StableHlo_Op<string mnemonic, list<Trait> traits = []> : Op<StableHlo_Dialect, mnemonic, traits>;

//===--- Element-wise ----------------------------------------------------===//

class StableHlo_UnaryOp<string mnemonic> : StableHlo_Op<mnemonic> {
  let arguments = (ins StableHlo_Tensor:$operand);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
}
class StableHlo_BinaryOp<string mnemonic> : StableHlo_Op<mnemonic> {
  let arguments = (ins StableHlo_Tensor:$lhs, StableHlo_Tensor:$rhs);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))";
}

def StableHlo_AbsOp : StableHlo_UnaryOp<"abs">;
def StableHlo_CbrtOp : StableHlo_UnaryOp<"cbrt">;
def StableHlo_CeilOp : StableHlo_UnaryOp<"ceil">;
def StableHlo_ConvertOp : StableHlo_UnaryOp<"convert">;
def StableHlo_CosineOp : StableHlo_UnaryOp<"cosine">;
def StableHlo_CountLeadingZerosOp : StableHlo_UnaryOp<"count_leading_zeros">;
def StableHlo_ExponentialOp : StableHlo_UnaryOp<"exponential">;
def StableHlo_ExponentialMinusOneOp : StableHlo_UnaryOp<"exponential_minus_one">;
def StableHlo_FloorOp : StableHlo_UnaryOp<"floor">;
def StableHlo_LogOp : StableHlo_UnaryOp<"log">;
def StableHlo_LogPlusOneOp : StableHlo_UnaryOp<"log_plus_one">;
def StableHlo_LogisticOp : StableHlo_UnaryOp<"logistic">;
def StableHlo_NegateOp : StableHlo_UnaryOp<"negate">;
def StableHlo_NotOp : StableHlo_UnaryOp<"not">;
def StableHlo_PopcntOp : StableHlo_UnaryOp<"popcnt">;
def StableHlo_RoundNearestAfzOp : StableHlo_UnaryOp<"round_nearest_afz">;
def StableHlo_RoundNearestEvenOp : StableHlo_UnaryOp<"round_nearest_even">;
def StableHlo_RsqrtOp : StableHlo_UnaryOp<"rsqrt">;
def StableHlo_SignOp : StableHlo_UnaryOp<"sign">;
def StableHlo_SineOp : StableHlo_UnaryOp<"sine">;
def StableHlo_SqrtOp : StableHlo_UnaryOp<"sqrt">;
def StableHlo_TanOp : StableHlo_UnaryOp<"tan">;
def StableHlo_TanhOp : StableHlo_UnaryOp<"tanh">;

def StableHlo_AddOp : StableHlo_BinaryOp<"add">;
def StableHlo_AndOp : StableHlo_BinaryOp<"and">;
def StableHlo_Atan2Op : StableHlo_BinaryOp<"atan2">;
def StableHlo_DivideOp : StableHlo_BinaryOp<"divide">;
def StableHlo_MaximumOp : StableHlo_BinaryOp<"maximum">;
def StableHlo_MinimumOp : StableHlo_BinaryOp<"minimum">;
def StableHlo_MultiplyOp : StableHlo_BinaryOp<"multiply">;
def StableHlo_OrOp : StableHlo_BinaryOp<"or">;
def StableHlo_PowerOp : StableHlo_BinaryOp<"power">;
def StableHlo_RemainderOp : StableHlo_BinaryOp<"remainder">;
def StableHlo_ShiftLeftOp : StableHlo_BinaryOp<"shift_left">;
def StableHlo_ShiftRightArithmeticOp : StableHlo_BinaryOp<"shift_right_arithmetic">;
def StableHlo_ShiftRightLogicalOp : StableHlo_BinaryOp<"shift_right_logical">;
def StableHlo_SubtractOp : StableHlo_BinaryOp<"subtract">;
def StableHlo_XorOp : StableHlo_BinaryOp<"xor">;

def StableHlo_ClampOp : StableHlo_Op<"clamp"> {
  let arguments = (ins StableHlo_Tensor:$min, StableHlo_Tensor:$operand, StableHlo_Tensor:$max);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:` custom<SameTypes>(type($min), type($operand), type($max), type($result))
  }];
}

def StableHlo_CompareOp : StableHlo_Op<"compare"> {
  let arguments = (ins StableHlo_Tensor:$lhs, StableHlo_Tensor:$rhs, StableHlo_DirectionAttr:$comparison_direction,
                       OptionalAttr<StableHlo_OrderAttr>:$compare_type);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)
  }];
}

def StableHlo_IsFiniteOp : StableHlo_Op<"is_finite"> {
  let arguments = (ins StableHlo_Tensor:$operand);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def StableHlo_ReducePrecisionOp : StableHlo_Op<"reduce_precision"> {
  let arguments = (ins StableHlo_Tensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict
    `:` custom<SameTypes>(type($operand), type($result))
  }];
}

def StableHlo_SelectOp : StableHlo_Op<"select"> {
  let arguments = (ins StableHlo_Tensor:$pred, StableHlo_Tensor:$on_true, StableHlo_Tensor:$on_false);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict
    `:` custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))
  }];
}

//===--- Constants and movement ------------------------------------------===//

def StableHlo_ConstantOp : StableHlo_Op<"constant", [AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHlo_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def StableHlo_IotaOp : StableHlo_Op<"iota"> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs StableHlo_Tensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

/// An op on one tensor that prints as `operand : (type) -> type`.
class StableHlo_MovementOp<string mnemonic> : StableHlo_Op<mnemonic> {
  let arguments = (ins StableHlo_Tensor:$operand);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}
def StableHlo_BitcastConvertOp : StableHlo_MovementOp<"bitcast_convert">;
def StableHlo_ReshapeOp : StableHlo_MovementOp<"reshape">;

def StableHlo_BroadcastInDimOp : StableHlo_Op<"broadcast_in_dim"> {
  let arguments = (ins StableHlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)
  }];
}

def StableHlo_ConcatenateOp : StableHlo_Op<"concatenate"> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsBeforeKeyword>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def StableHlo_DynamicSliceOp : StableHlo_Op<"dynamic_slice"> {
  let arguments = (ins StableHlo_Tensor:$operand, Variadic<StableHlo_Tensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsBeforeKeyword>($start_indices) `sizes` `=` $slice_sizes attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHlo_DynamicUpdateSliceOp : StableHlo_Op<"dynamic_update_slice"> {
  let arguments = (ins StableHlo_Tensor:$operand, StableHlo_Tensor:$update, Variadic<StableHlo_Tensor>:$start_indices);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHlo_PadOp : StableHlo_Op<"pad"> {
  let arguments = (ins StableHlo_Tensor:$operand, StableHlo_Tensor:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def StableHlo_ReverseOp : StableHlo_Op<"reverse"> {
  let arguments = (ins StableHlo_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
}

def StableHlo_SliceOp : StableHlo_Op<"slice"> {
  let arguments = (ins StableHlo_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHlo_TransposeOp : StableHlo_Op<"transpose"> {
  let arguments = (ins StableHlo_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

//===--- Places that are data ---------------------------------------------===//

def StableHlo_GatherOp : StableHlo_Op<"gather"> {
  let arguments = (ins StableHlo_Tensor:$operand, StableHlo_Tensor:$start_indices,
                       StableHlo_GatherDimsAttr:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes,
                       OptionalAttr<BoolAttr>:$indices_are_sorted);
  let results = (outs StableHlo_Tensor:$result);
}

def StableHlo_ScatterOp : StableHlo_Op<"scatter"> {
  let summary = "operands are n inputs, the indices, n updates";
  let arguments = (ins Variadic<StableHlo_Tensor>:$operands, StableHlo_ScatterDimsAttr:$scatter_dimension_numbers,
                       OptionalAttr<BoolAttr>:$indices_are_sorted, OptionalAttr<BoolAttr>:$unique_indices);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
}

def StableHlo_SortOp : StableHlo_Op<"sort"> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$inputs, OptionalAttr<I64Attr>:$dimension,
                       OptionalAttr<BoolAttr>:$is_stable);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
}

//===--- Contractions -----------------------------------------------------===//

def StableHlo_DotGeneralOp : StableHlo_Op<"dot_general"> {
  let arguments = (ins StableHlo_Tensor:$lhs, StableHlo_Tensor:$rhs, StableHlo_DotDimsAttr:$dot_dimension_numbers,
                       OptionalAttr<StableHlo_PrecisionsAttr>:$precision_config);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDims>($dot_dimension_numbers, $precision_config) attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHlo_ConvolutionOp : StableHlo_Op<"convolution"> {
  let arguments = (ins StableHlo_Tensor:$lhs, StableHlo_Tensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       StableHlo_ConvDimsAttr:$dimension_numbers, I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count, OptionalAttr<StableHlo_PrecisionsAttr>:$precision_config);
  let results = (outs StableHlo_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvDims>($dimension_numbers) `,` `window` `=` `{`
    custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` attr-dict
    `:` functional-type(operands, results)
  }];
}

//===--- Reductions -------------------------------------------------------===//

def StableHlo_ReduceOp : StableHlo_Op<"reduce"> {
  let summary = "operands are n inputs, n initial values";
  let arguments = (ins Variadic<StableHlo_Tensor>:$operands, DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def StableHlo_ReduceWindowOp : StableHlo_Op<"reduce_window"> {
  let summary = "operands are n inputs, n initial values";
  let arguments = (ins Variadic<StableHlo_Tensor>:$operands, DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
}

def StableHlo_SelectAndScatterOp : StableHlo_Op<"select_and_scatter"> {
  let arguments = (ins StableHlo_Tensor:$operand, StableHlo_Tensor:$source, StableHlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs StableHlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

//===--- Control flow and the rest ----------------------------------------===//

def StableHlo_ReturnOp : StableHlo_Op<"return", [Terminator]> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def StableHlo_CaseOp : StableHlo_Op<"case"> {
  let arguments = (ins StableHlo_Tensor:$index);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def StableHlo_IfOp : StableHlo_Op<"if"> {
  let arguments = (ins StableHlo_Tensor:$pred);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def StableHlo_WhileOp : StableHlo_Op<"while"> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$operands);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def StableHlo_OptimizationBarrierOp : StableHlo_Op<"optimization_barrier"> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$operands);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let assemblyFormat = "attr-dict ($operands^ `:` custom<PairedTypes>(type($operands), type($results)))?";
}

def StableHlo_RngBitGeneratorOp : StableHlo_Op<"rng_bit_generator"> {
  let arguments = (ins StableHlo_Tensor:$initial_state, StableHlo_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs StableHlo_Tensor:$output_state, StableHlo_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

def StableHlo_CompositeOp : StableHlo_Op<"composite"> {
  let arguments = (ins Variadic<StableHlo_Tensor>:$inputs, StrAttr:$name,
                       OptionalAttr<DictionaryAttr>:$composite_attributes, FlatSymbolRefAttr:$decomposition,
                       OptionalAttr<I32Attr>:$version);
  let results = (outs Variadic<StableHlo_Tensor>:$results);
  let assemblyFormat = "$name $inputs attr-dict `:` functional-type(operands, results)";
}

def StableHlo_CustomCallOp : StableHlo_Op<"custom_call"> {
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOOPS_TD

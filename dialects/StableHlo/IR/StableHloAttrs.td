//===- StableHloAttrs.td - the StableHLO dialect and its attributes -------===//

#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def StableHlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::heddle::stablehlo";
  let summary = "the ops of StableHLO that heddle reads";
  let description = [{
    StableHLO (https://openxla.org/stablehlo/spec) is what JAX and others print as a model. This dialect is a grammar, no
    more: it accepts the ops that heddle can import, in the form that `jax.jit(f).lower(x).as_text()` prints and in the
    generic form, under the names and attributes that the specification gives them. It knows no shape rules: the importer
    (`passes/Import/StableHlo`) checks a program by the graph ops that it becomes. Ops exist between reading a file and
    importing it. An op that is not here is refused by its name: in the generic form by the importer, in its own form,
    whose grammar nobody here knows, while the file is read.
  }];
  let useDefaultAttributePrinterParser = 1;
  let isExtensible = 0;
  let extraClassDeclaration = [{
    /// Refuses an op in a form of its own that heddle does not know.
    std::optional<ParseOpHook> getParseOperationHook(StringRef opName) const override;
  }];
}

class StableHlo_Enum<string name, string text, list<I32EnumCase> cases> : I32Enum<name, text, cases> {
  let cppNamespace = "::heddle::stablehlo";
}
class StableHlo_EnumAttr<EnumInfo info, string mnemonicText> : EnumAttr<StableHlo_Dialect, info, mnemonicText> {
  let assemblyFormat = "$value";
}

def StableHlo_Direction : StableHlo_Enum<"Direction", "relation of two elements", [
  I32EnumCase<"Eq", 0, "EQ">, I32EnumCase<"Ne", 1, "NE">, I32EnumCase<"Ge", 2, "GE">, I32EnumCase<"Gt", 3, "GT">,
  I32EnumCase<"Le", 4, "LE">, I32EnumCase<"Lt", 5, "LT">]>;
def StableHlo_DirectionAttr : StableHlo_EnumAttr<StableHlo_Direction, "comparison_direction">;

def StableHlo_Order : StableHlo_Enum<"Order", "by which order elements are compared", [
  I32EnumCase<"NoType", 0, "NOTYPE">, I32EnumCase<"Float", 1, "FLOAT">, I32EnumCase<"TotalOrder", 2, "TOTALORDER">,
  I32EnumCase<"Signed", 3, "SIGNED">, I32EnumCase<"Unsigned", 4, "UNSIGNED">]>;
def StableHlo_OrderAttr : StableHlo_EnumAttr<StableHlo_Order, "comparison_type">;

def StableHlo_Precision : StableHlo_Enum<"Precision", "how exact products must be at least", [
  I32EnumCase<"Default", 0, "DEFAULT">, I32EnumCase<"High", 1, "HIGH">, I32EnumCase<"Highest", 2, "HIGHEST">]>;
def StableHlo_PrecisionAttr : StableHlo_EnumAttr<StableHlo_Precision, "precision">;
def StableHlo_PrecisionsAttr : TypedArrayAttrBase<StableHlo_PrecisionAttr, "a precision for each operand">;

def StableHlo_RngAlgorithm : StableHlo_Enum<"RngAlgorithm", "generator of random bits", [
  I32EnumCase<"Default", 0, "DEFAULT">, I32EnumCase<"ThreeFry", 1, "THREE_FRY">, I32EnumCase<"Philox", 2, "PHILOX">]>;
def StableHlo_RngAlgorithmAttr : StableHlo_EnumAttr<StableHlo_RngAlgorithm, "rng_algorithm">;

/// Roles of dimensions, written as `name = [0, 1], …`.
class StableHlo_DimsAttr<string name, string mnemonicText, string text> : AttrDef<StableHlo_Dialect, name> {
  let mnemonic = mnemonicText;
  let summary = text;
  let hasCustomAssemblyFormat = 1;
}

def StableHlo_DotDimsAttr : StableHlo_DimsAttr<"DotDims", "dot", "which dimensions of a product are paired"> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$lhsBatch, ArrayRefParameter<"int64_t">:$rhsBatch,
                        ArrayRefParameter<"int64_t">:$lhsContracting, ArrayRefParameter<"int64_t">:$rhsContracting);
}

def StableHlo_GatherDimsAttr : StableHlo_DimsAttr<"GatherDims", "gather", "what the dimensions of a gather stand for"> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$offset, ArrayRefParameter<"int64_t">:$collapsedSlice,
                        ArrayRefParameter<"int64_t">:$operandBatching, ArrayRefParameter<"int64_t">:$indicesBatching,
                        ArrayRefParameter<"int64_t">:$startIndexMap, "int64_t":$indexVector);
}

def StableHlo_ScatterDimsAttr : StableHlo_DimsAttr<"ScatterDims", "scatter", "what the dimensions of a scatter stand for"> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$updateWindow, ArrayRefParameter<"int64_t">:$insertedWindow,
                        ArrayRefParameter<"int64_t">:$inputBatching, ArrayRefParameter<"int64_t">:$indicesBatching,
                        ArrayRefParameter<"int64_t">:$scatterDims, "int64_t":$indexVector);
}

def StableHlo_ConvDimsAttr : StableHlo_DimsAttr<"ConvDims", "conv", "what the dimensions of a convolution stand for"> {
  let description = [{
    `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: batch, features and spatial dimensions of the input; spatial dimensions,
    input and output features of the filter; the output. A list of spatial dimensions has the place of each, in order.
  }];
  let parameters = (ins "int64_t":$inputBatch, "int64_t":$inputFeature, ArrayRefParameter<"int64_t">:$inputSpatial,
                        "int64_t":$kernelInput, "int64_t":$kernelOutput, ArrayRefParameter<"int64_t">:$kernelSpatial,
                        "int64_t":$outputBatch, "int64_t":$outputFeature, ArrayRefParameter<"int64_t">:$outputSpatial);
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOATTRS_TD

//===- GraphEnums.td - kinds of comparisons, reductions, paddings ---------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHENUMS_TD
#define DIALECTS_GRAPH_IR_GRAPHENUMS_TD

include "mlir/IR/EnumAttr.td"
include "dialects/Graph/IR/GraphBase.td"

class Graph_Enum<string name, string text, list<I32EnumCase> cases> : I32Enum<name, text, cases> {
  let cppNamespace = "::heddle::graph";
}
class Graph_EnumAttr<EnumInfo info, string mnemonicText> : EnumAttr<Graph_Dialect, info, mnemonicText> {
  let assemblyFormat = "$value";
}

def Graph_Predicate : Graph_Enum<"Predicate", "comparison; with a NaN only `ne` holds", [
  I32EnumCase<"Eq", 0, "eq">, I32EnumCase<"Ne", 1, "ne">, I32EnumCase<"Lt", 2, "lt">,
  I32EnumCase<"Le", 3, "le">, I32EnumCase<"Gt", 4, "gt">, I32EnumCase<"Ge", 5, "ge">]>;
def Graph_PredicateAttr : Graph_EnumAttr<Graph_Predicate, "predicate">;

def Graph_Combiner : Graph_Enum<"Combiner", "how a reduction or a scatter combines two elements", [
  I32EnumCase<"Add", 0, "add">, I32EnumCase<"Mul", 1, "mul">, I32EnumCase<"Max", 2, "max">,
  I32EnumCase<"Min", 3, "min">, I32EnumCase<"Replace", 4, "replace">]>;
def Graph_CombinerAttr : Graph_EnumAttr<Graph_Combiner, "combiner">;

def Graph_PadMode : Graph_Enum<"PadMode", "what stands outside the input", [
  I32EnumCase<"Constant", 0, "constant">, I32EnumCase<"Reflect", 1, "reflect">,
  I32EnumCase<"Edge", 2, "edge">, I32EnumCase<"Wrap", 3, "wrap">]>;
def Graph_PadModeAttr : Graph_EnumAttr<Graph_PadMode, "pad_mode">;

def Graph_PoolKind : Graph_Enum<"PoolKind", "how a window becomes one element", [
  I32EnumCase<"Max", 0, "max">, I32EnumCase<"Add", 1, "add">]>;
def Graph_PoolKindAttr : Graph_EnumAttr<Graph_PoolKind, "pool_kind">;

def Graph_Distribution : Graph_Enum<"Distribution", "what random numbers follow", [
  I32EnumCase<"Uniform", 0, "uniform">, I32EnumCase<"Normal", 1, "normal">]>;
def Graph_DistributionAttr : Graph_EnumAttr<Graph_Distribution, "distribution">;

def Graph_TextCase : Graph_Enum<"TextCase", "case of letters", [
  I32EnumCase<"Lower", 0, "lower">, I32EnumCase<"Upper", 1, "upper">]>;
def Graph_TextCaseAttr : Graph_EnumAttr<Graph_TextCase, "text_case">;

#endif // DIALECTS_GRAPH_IR_GRAPHENUMS_TD

//===- GraphInterfaces.td - interfaces of graph ops -----------------------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD
#define DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD

include "mlir/IR/OpBase.td"

def FactorsOpInterface : OpInterface<"FactorsOpInterface"> {
  let cppNamespace = "::heddle::graph";
  let description = [{
    The loop nest of an op: its factors (named iteration dimensions) and, for every operand and result, the map
    from factors to dimensions. Shape rules, sharding, fusion, tiling and cost read this one description.
    See `dialects/Graph/IR/Factors.h`.
  }];
  let methods = [
    InterfaceMethod<"The loop nest. The op must be valid.", "::heddle::graph::LoopNest", "getLoopNest">,
  ];
}

def SizedOpInterface : OpInterface<"SizedOpInterface"> {
  let cppNamespace = "::heddle::graph";
  let description = [{
    An op whose result sizes may be given by an operand: a list of i64 with one element per result dimension.
    Where a result dimension is a symbol that nothing has bound before, executing the op binds it to the
    element; elements for other dimensions are not read. Without that operand every result size is an expression over symbols bound earlier.
    C0: the list has one element per result dimension.
  }];
  let verify = "return ::heddle::graph::verifySizeOperand($_op);";
  let methods = [
    InterfaceMethod<"The operand with the result's sizes, or null.",
                    "::mlir::TypedValue<::mlir::RankedTensorType>", "getSizeOperand", (ins), [{
      return $_op.getSize();
    }]>,
  ];
}

#endif // DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD

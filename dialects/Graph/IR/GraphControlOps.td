//===- GraphControlOps.td - branches, loops and state ---------------------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHCONTROLOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHCONTROLOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

def Graph_YieldOp : Graph_PureOp<"yield", [Terminator, ReturnLike]> {
  let summary = "the values a region gives";
  let arguments = (ins Variadic<Graph_Tensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Graph_IfOp : Graph_Op<"if", [SingleBlock, RecursiveMemoryEffects, NoRegionArguments]> {
  let summary = "one of two regions";
  let description = [{
    C1: both regions yield as many values as the op has results, of the results' element types and ranks. Where the
    two yield different sizes, the result's size is a symbol of its own, bound when the op has run.
  }];
  let arguments = (ins Graph_BoolScalar:$condition);
  let results = (outs Variadic<Graph_Tensor>:$results);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $condition `:` type($condition) (`->` type($results)^)? $then_region `else` $else_region attr-dict
  }];
  let hasVerifier = 1;
}

def Graph_LoopOp : Graph_Op<"loop", [SingleBlock, RecursiveMemoryEffects, AttrSizedOperandSegments]> {
  let summary = "runs a region while a condition holds, at most a number of times, and stacks per-trip values";
  let description = [{
    The region's arguments are the trip number (i64 scalar, from 0) and the carried values; it yields the next
    condition (i1 scalar), the next carried values, and one slice for each stacked result. The results are the
    final carried values, then the stacked values with the trips as a new dimension 0.
    `max_trips` missing means no limit; `condition` missing means true. A size that changes from trip to trip is
    a symbol of the region argument, bound anew at each trip; the matching result has a symbol of its own.
    Without any trip, a stacked result has the size 0 where only the body could tell.
    C1: region arguments are the trip number, then one per carried value. C2: the yielded list is condition,
    carried, slices, as many as results. C3: element types and ranks agree.
  }];
  let arguments = (ins Optional<Graph_IndexScalar>:$max_trips, Optional<Graph_BoolScalar>:$condition,
                       Variadic<Graph_Tensor>:$initial);
  let results = (outs Variadic<Graph_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`trips` $max_trips^ `:` type($max_trips))? (`while` $condition^ `:` type($condition))?
    (`carry` $initial^ `:` type($initial))? (`->` type($results)^)? $body attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How many of the results are final carried values; the rest are stacked.
    unsigned numCarried() { return getInitial().size(); }
  }];
}

def Graph_VariableOp : Graph_Op<"variable", [Symbol]> {
  let summary = "state that outlives a run: a cache, a running statistic, an optimizer's moment";
  let description = "A module-level symbol. A session has its own copy, which starts as `initial`.";
  let arguments = (ins SymbolNameAttr:$sym_name, ElementsAttr:$initial);
  let assemblyFormat = "$sym_name `=` $initial attr-dict";
}

def Graph_VariableUser : DeclareOpInterfaceMethods<SymbolUserOpInterface>;

def Graph_ReadOp : Graph_Op<"read", [MemoryEffects<[MemRead]>, Graph_VariableUser]> {
  let summary = "the present value of a variable";
  let description = "C1: `variable` names a graph.variable. C2: its type is the result's.";
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def Graph_AssignOp : Graph_Op<"assign", [MemoryEffects<[MemWrite]>, Graph_VariableUser]> {
  let summary = "gives a variable a new value";
  let description = "C1: `variable` names a graph.variable. C2: its type is the value's.";
  let arguments = (ins FlatSymbolRefAttr:$variable, Graph_Tensor:$value);
  let assemblyFormat = "$variable `=` $value attr-dict `:` type($value)";
}

#endif // DIALECTS_GRAPH_IR_GRAPHCONTROLOPS_TD

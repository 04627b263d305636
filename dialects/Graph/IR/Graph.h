//===- Graph.h - the graph dialect ------------------------------*- C++ -*-===//

#ifndef DIALECTS_GRAPH_IR_GRAPH_H
#define DIALECTS_GRAPH_IR_GRAPH_H

#include "dialects/Graph/IR/Factors.h"
#include "dialects/Graph/IR/Shape.h"
#include "dialects/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::graph {

/// Trait of ops whose result element depends on the operands' elements at the same place alone.
template <typename ConcreteType>
class ElementwiseOp : public OpTrait::TraitBase<ConcreteType, ElementwiseOp> {};

/// The loop nest that all element-wise ops share: one parallel factor per result dimension.
LoopNest elementwiseLoopNest(Operation *op);

/// C0 of `SizedOpInterface`: the size operand, if there is one, has an element for every result dimension.
LogicalResult verifySizeOperand(Operation *op);

} // namespace heddle::graph

#include "dialects/Graph/IR/GraphDialect.h.inc"
#include "dialects/Graph/IR/GraphEnums.h.inc"
#include "dialects/Graph/IR/GraphInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/IR/GraphAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Graph/IR/GraphOps.h.inc"

#endif // DIALECTS_GRAPH_IR_GRAPH_H

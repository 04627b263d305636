//===- Shape.h - tensor types with symbolic sizes ---------------*- C++ -*-===//
//
// The one place that turns a list of SymExpr into a tensor type and back. A type whose sizes are all numbers
// has no encoding; one with a symbolic size has a #graph.dims with an entry per dimension.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_SHAPE_H
#define DIALECTS_GRAPH_IR_SHAPE_H

#include "dialects/Support/SymExpr.h"
#include "mlir/IR/TypeRange.h"

namespace heddle::graph {

/// Sizes outermost first.
using SymShape = SmallVector<SymExpr>;

/// The tensor type of that shape. A number below 0 is not a size; the caller checks.
RankedTensorType makeTensorType(ArrayRef<SymExpr> shape, Type elementType);

/// The shape of a ranked tensor type. A dynamic dimension without an expression (only in IR written by hand)
/// becomes a symbol "unknown.<dim>".
SymShape shapeOf(Type tensorType);
inline SymShape shapeOf(Value tensor) { return shapeOf(tensor.getType()); }

/// Whether values of the one type may stand for the other: as many tensors, of the same element types, with
/// shapes that `mayBeEqual`.
bool areCompatible(TypeRange a, TypeRange b);

/// Whether two tensor types are equal and every size is known, as a number or an expression, so that equal
/// types mean equal shapes.
bool haveSameShapeAndType(Type a, Type b);

/// `tensorType` with another element type.
RankedTensorType withElementType(Type tensorType, Type elementType);

/// numpy's broadcast of several shapes, aligned at the right. Failure where two numbers differ and neither is
/// 1; `mismatch`, if given, then holds the two sizes.
FailureOr<SymShape> broadcastShapes(ArrayRef<SymShape> shapes,
                                    std::pair<SymExpr, SymExpr> *mismatch = nullptr);

/// False only if two sizes are different numbers, or the ranks differ: sizes that a run decides may agree.
bool mayBeEqual(ArrayRef<SymExpr> a, ArrayRef<SymExpr> b);

/// Text for messages: "[batch, 3, 224]".
std::string toString(ArrayRef<SymExpr> shape);

/// `axis` counted from the front; negative counts from the end. Nothing if outside the rank.
std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_SHAPE_H

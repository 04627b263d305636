//===- Inference.h - where ops infer their result types ---------*- C++ -*-===//
//
// The rules that several ops share, and one form for the errors: those of `emitOpError`, said at the location
// that the caller of `inferReturnTypes` gave, or not at all. Constraints that the result types depend on are
// checked here and nowhere else, since the verifier infers too.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_INFERENCE_H
#define DIALECTS_GRAPH_IR_INFERENCE_H

#include "dialects/Graph/IR/Shape.h"

namespace heddle::graph {

/// One inference: the op's name for messages, the place for them, and the types found so far.
struct Inference {
  StringRef op;
  std::optional<Location> location;
  SmallVectorImpl<Type> &types;

  /// Says what is wrong; always failure.
  template <typename... Args> LogicalResult error(Args &&...args) const {
    return emitOptionalError(location, "'", op, "' op ", std::forward<Args>(args)...);
  }

  /// Adds a tensor type. Fails on a size below 0, which only sizes near 2^63 lead to.
  LogicalResult add(ArrayRef<SymExpr> shape, Type elementType) const;
  /// Adds the type of `input`.
  LogicalResult sameAs(Value input) const;
  /// Adds a tensor of truth values with the shape of `input`.
  LogicalResult truthOf(Value input) const;
  /// Adds the broadcast shape of `operands` with an element type.
  LogicalResult broadcast(ValueRange operands, Type elementType) const;
  /// Adds the broadcast shape of operands that must have one element type, which is the result's.
  LogicalResult binary(Value lhs, Value rhs) const;

  /// Fails unless both have the same element type.
  LogicalResult requireSameElementType(Value a, StringRef nameA, Value b, StringRef nameB) const;
  /// Fails unless 0 <= axis < rank.
  LogicalResult requireAxis(int64_t axis, int64_t rank) const;
};

/// The integer type i64 or i1 in the context of a value.
inline Type indexElement(Value value) { return IntegerType::get(value.getContext(), 64); }
inline Type truthElement(Value value) { return IntegerType::get(value.getContext(), 1); }

/// The element type of a tensor.
inline Type elementOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }
/// The rank of a tensor.
inline int64_t rankOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getRank(); }

/// The element type of a sum of products (constraint C4 of `graph.contract`), or null.
Type contractionElement(Type lhs, Type rhs);

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_INFERENCE_H

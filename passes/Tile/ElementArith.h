//===- ElementArith.h - arithmetic of one element ---------------*- C++ -*-===//
//
// What each element-wise op computes, on scalars or vectors of compute type (see KernelFunction.h).
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ELEMENTARITH_H
#define PASSES_TILE_ELEMENTARITH_H

#include "dialects/Graph/IR/Graph.h"

namespace heddle::tile {

/// The result of an element-wise op from its operands, which are all scalars or all vectors of as many lanes;
/// null if the op has no code. Rounded to the result's element type.
Value emitArithmetic(OpBuilder &builder, Operation *op, ValueRange operands);

/// x combined with y, both of `elementType`; not rounded. Not for `replace`.
Value emitCombine(OpBuilder &builder, Location loc, graph::Combiner combiner, Type elementType, Value x,
                  Value y);

/// All lanes of a vector, a power of two, combined into one: halves first, always in the same order.
Value reduceLanes(OpBuilder &builder, Location loc, Value vector,
                  llvm::function_ref<Value(Value x, Value y)> combine);

/// The value that changes nothing under a combiner, as an attribute of compute type.
TypedAttr identityOf(graph::Combiner combiner, Type elementType);

/// A constant of `like`'s type (scalar or splat).
Value constantLike(OpBuilder &builder, Location loc, Value like, double value);
Value constantLike(OpBuilder &builder, Location loc, Value like, const APInt &value);
/// `type` with the shape of `like`.
Type typeLike(Value like, Type elementType);

/// Whether `elementType` is an integer that is read without a sign (ui8, i1, …).
bool isUnsigned(Type elementType);

} // namespace heddle::tile

#endif // PASSES_TILE_ELEMENTARITH_H

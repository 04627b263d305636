//===- ElementEmitter.h - the code of single elements -----------*- C++ -*-===//
//
// A kernel's element-wise ops and movements of elements never get loops of their own: where an element of a
// tensor is needed, the code that computes it is emitted there, by walking from the tensor back to kernel
// arguments and mapping the index through each op (Halide calls it inlining). An index has at most one
// dimension along which the lanes of a vector run; everything emitted then is a vector of so many lanes. What
// does not depend on the lanes is computed once as a scalar. Lanes that an op scatters (a stride, a lookup, a
// transpose) are gathered from memory.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ELEMENTEMITTER_H
#define PASSES_TILE_ELEMENTEMITTER_H

#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Place.h"
#include <functional>

namespace heddle::tile {

class ElementEmitter {
public:
  /// Gives an element (compute type) or a vector of `lanes` elements at a place.
  using Source = std::function<Value(OpBuilder &, ArrayRef<Index>, int64_t lanes)>;
  /// The same for a place whose groups may hold several dimensions. `mask` as in `emit`.
  using PlaceSource = std::function<Value(OpBuilder &, ArrayRef<Group>, int64_t lanes, Value mask)>;

  explicit ElementEmitter(KernelFunction &function) : function(function) {}

  /// Elements of `tensor` (any value of the kernel's body) come from `source`: a contraction's accumulators,
  /// a reduction's result kept in a register, a row kept in scratch memory. The source must not be given
  /// lanes that it did not foresee: it sees exactly the places that the ops behind it ask for.
  void bind(Value tensor, Source source);
  void bindAt(Value tensor, PlaceSource source) { sources[tensor] = std::move(source); }
  void unbind(Value tensor) { sources.erase(tensor); }

  /// Code for the element of `tensor` at `index` (one entry per dimension); with `lanes` > 1 a vector of that
  /// many elements of the compute type. If no dimension has a lane, the one element is broadcast to all
  /// lanes. `mask` (vector<lanes x i1>, may be null) says which lanes exist: others must not be read from
  /// memory.
  Value emit(OpBuilder &builder, Value tensor, ArrayRef<Index> index, int64_t lanes, Value mask = {});

  /// The same for several tensors at one place, whose common parts are computed once. A value stays a scalar
  /// if nothing in it depends on the lanes and `keepScalars`.
  SmallVector<Value> emitAt(OpBuilder &builder, ValueRange tensors, ArrayRef<Group> place, int64_t lanes,
                            Value mask = {}, bool keepScalars = false);

  /// Stores a value of `emit` into a memref of the storage type.
  void store(OpBuilder &builder, Value value, Type elementType, Value memref, ArrayRef<Index> index,
             int64_t lanes, Value mask = {});
  /// The same at a row-major offset of a memref<?xT>.
  void storeFlat(OpBuilder &builder, Value value, Type elementType, Value flat, Index offset, int64_t lanes,
                 Value mask = {});
  /// The elements (compute type) at a row-major offset of a memref<?xT> of the storage type.
  Value loadFlat(OpBuilder &builder, Type elementType, Value flat, Index offset, int64_t lanes,
                 Value mask = {});

  /// Whether `emit` can give vectors whose lanes run along dimension `dim` of `tensor` without reading
  /// element by element.
  bool isVectorizable(Value tensor, int64_t dim) const;

  /// From here on `x / y`, where y has the shape `shape` and x another, is `x * (1 / y)`: in a loop over x
  /// the reciprocal is computed once. Up to one more unit in the last place; y below 2^-126 or above 2^126 is
  /// lost.
  void useReciprocalsOf(ArrayRef<SymExpr> shape) { reciprocalShape = llvm::to_vector(shape); }

  /// Whether an op was met that has no code; a diagnostic was given.
  bool failed() const { return hasFailed; }

private:
  friend class Emission;
  KernelFunction &function;
  DenseMap<Value, PlaceSource> sources;
  std::optional<SmallVector<SymExpr>> reciprocalShape;
  bool hasFailed = false;
};

} // namespace heddle::tile

#endif // PASSES_TILE_ELEMENTEMITTER_H

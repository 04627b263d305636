//===- ElementEmitter.h - the code of single elements -----------*- C++ -*-===//
//
// A kernel's element-wise ops and movements of elements never get loops of their own: where an element of a tensor is
// needed, the code that computes it is emitted there, by walking from the tensor back to kernel arguments and
// mapping the index through each op (Halide calls it inlining). An index has at most one dimension along which
// the lanes of a vector run; everything emitted then is a vector of so many lanes.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ELEMENTEMITTER_H
#define PASSES_TILE_ELEMENTEMITTER_H

#include "passes/Tile/KernelFunction.h"
#include <functional>

namespace heddle::tile {

/// A place along one dimension: `value` (index type), plus the lane number if `lane`.
struct Index {
  Value value;
  bool lane = false;
};
using Indices = SmallVector<Index>;

class ElementEmitter {
public:
  /// Gives an element (compute type) or a vector of `lanes` elements at a place.
  using Source = std::function<Value(OpBuilder &, ArrayRef<Index>, int64_t lanes)>;

  explicit ElementEmitter(KernelFunction &function) : function(function) {}

  /// Elements of `tensor` (any value of the kernel's body) come from `source`: a contraction's accumulators, a
  /// reduction's result kept in a register, a row kept in scratch memory.
  void bind(Value tensor, Source source) { sources[tensor] = std::move(source); }

  /// Code for the element of `tensor` at `index` (one entry per dimension); with `lanes` > 1 a vector of that many
  /// elements of the compute type. If no dimension has a lane, the one element is broadcast to all lanes.
  /// `mask` (vector<lanes x i1>, may be null) says which lanes exist: others must not be read from memory.
  Value emit(OpBuilder &builder, Value tensor, ArrayRef<Index> index, int64_t lanes, Value mask = {});

  /// Stores a value of `emit` into a memref of the storage type.
  void store(OpBuilder &builder, Value value, Type elementType, Value memref, ArrayRef<Index> index, int64_t lanes,
             Value mask = {});

  /// Whether `emit` can give vectors whose lanes run along dimension `dim` of `tensor` without reading element by
  /// element.
  bool isVectorizable(Value tensor, int64_t dim) const;

private:
  KernelFunction &function;
  DenseMap<Value, Source> sources;
};

} // namespace heddle::tile

#endif // PASSES_TILE_ELEMENTEMITTER_H

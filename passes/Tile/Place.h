//===- Place.h - where an element stands in a tensor ------------*- C++ -*-===//
//
// A place gives an index for every dimension of a tensor. Consecutive dimensions may share one row-major
// index, a group: in [n, h, w, c] the group (h, w) at 9 of a 4x4 plane is h = 2, w = 1. Groups keep loops
// long (a bias over channels needs c apart, but n, h and w may stay one loop) and let a reshape pass without
// divisions.
//
// The lanes of a vector run along one dimension: `Index.lane`, or through an op that strides, repeats or
// looks up they stand at places of their own: then `Index.value` is a vector.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_PLACE_H
#define PASSES_TILE_PLACE_H

#include "dialects/Graph/IR/Graph.h"
#include "passes/Tile/KernelFunction.h"

namespace heddle::tile {

/// A place along one dimension: `value` (index type), plus the lane number if `lane`. A `value` of type
/// vector<lanes x index> gives every lane a place of its own.
struct Index {
  Value value;
  bool lane = false;

  bool isVector() const { return isa<VectorType>(value.getType()); }
  /// Whether lanes stand at different places.
  bool varies() const { return lane || isVector(); }
};
using Indices = SmallVector<Index>;

/// `count` dimensions from `first`, walked by one row-major index.
struct Group {
  unsigned first, count;
  Index index;

  unsigned end() const { return first + count; }
  bool contains(unsigned dim) const { return first <= dim && dim < end(); }
};

/// Groups in ascending order that cover all dimensions.
using Place = SmallVector<Group>;

/// One group per dimension.
Place placeOf(ArrayRef<Index> indices);

/// Whether lanes stand at different places.
bool varies(ArrayRef<Group> place);

/// Index arithmetic at one point of a kernel. Equal expressions are made once while `Scope`s allow.
class IndexMath {
public:
  IndexMath(KernelFunction &function, OpBuilder &builder, int64_t lanes)
      : function(function), b(builder), lanes(lanes) {}

  Value add(Value x, Value y);
  Value subtract(Value x, Value y);
  Value multiply(Value x, Value y);
  /// Quotient and remainder of indices >= 0.
  Value divide(Value x, Value y);
  Value remainder(Value x, Value y);
  Value minimum(Value x, Value y);
  Value maximum(Value x, Value y);
  Value less(Value x, Value y);
  Value equal(Value x, Value y);
  Value both(Value x, Value y);
  Value choose(Value condition, Value x, Value y);

  Index constant(int64_t value) { return {function.constant(value), false}; }
  /// index * by and index + by for a scalar or vector `by`.
  Index scale(Index index, Value by);
  Index offset(Index index, Value by);
  /// major * size + minor.
  Index combine(Index major, Value size, Index minor);
  /// The places of all lanes as one vector.
  Value asVector(Index index);
  /// `asVector` where the lanes differ, else the scalar.
  Value asValue(Index index) { return index.lane ? asVector(index) : index.value; }
  /// 0, 1, 2, … as vector<lanes x index>.
  Value laneNumbers();

  Value size(const SymExpr &expr) { return function.size(expr); }

  /// Whether lanes from `first` on all lie in [0, size).
  Value insideLanes(Value first, Value size);
  /// The element of a dimension of `size` > 0 that stands at `at` outside it, for the modes that repeat
  /// elements.
  Value padSource(graph::PadMode mode, Value at, Value size);

  /// The row-major index of dimensions [first, end), which groups of the place cover exactly.
  Index linearize(ArrayRef<Group> place, ArrayRef<SymExpr> shape, unsigned first, unsigned end);
  /// The place with the groups for which `wanted` holds cut into single dimensions.
  Place split(ArrayRef<Group> place, ArrayRef<SymExpr> shape, llvm::function_ref<bool(const Group &)> wanted);
  Place splitAll(ArrayRef<Group> place, ArrayRef<SymExpr> shape);

  /// What is made while a scope lives is forgotten at its end: it may stand in a branch.
  class Scope {
  public:
    explicit Scope(IndexMath &math) : math(math), saved(math.known) {}
    ~Scope() { math.known = std::move(saved); }

  private:
    IndexMath &math;
    DenseMap<std::pair<unsigned, std::pair<Value, Value>>, Value> saved;
  };

private:
  template <typename Op, typename... Args> Value make(unsigned code, Value x, Value y, Args... args);
  /// Makes both scalars or both vectors.
  void unify(Value &x, Value &y);

  KernelFunction &function;
  OpBuilder &b;
  int64_t lanes;
  Value numbers;
  DenseMap<std::pair<unsigned, std::pair<Value, Value>>, Value> known;
};

} // namespace heddle::tile

#endif // PASSES_TILE_PLACE_H

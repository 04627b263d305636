//===- Propagation.h - layouts spread from annotations ----------*- C++ -*-===//
//
// Every value starts without axes; annotated ones start with theirs. Then each op passes axes along its
// factors, from any tensor that has them to any other whose dimension is open, until nothing changes. Lists
// only grow, so this ends.
//
//   level 0  element-wise ops and movements
//   level 1  every op, along factors that do not need communication
//   level 2  every op, along all factors
//
// so that what is free decides before what costs. An axis never comes to stand for two factors of an op that
// way, and a factor takes an axis only if it divides what is left of its size. Where tensors disagree about a
// factor only their common axes spread, and the disagreement is left to the choice of layouts.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_PROPAGATION_H
#define PASSES_SHARD_PROPAGATION_H

#include "passes/Shard/Rules.h"

namespace heddle::shard {

/// Where an axis of a value came from.
struct Origin {
  Axis axis;
  unsigned dim;
  Operation *through; ///< the op that passed it on; null for an annotation
  Value from;         ///< the value it came from; null for an annotation
};

/// The layouts of a block's values.
class Propagation {
public:
  Propagation(const Mesh &mesh, Block &block);

  /// Gives a value its annotated layout. What is not marked open stays as it is.
  void annotate(Value value, dist::LayoutAttr layout);
  /// Spreads annotations to a fixed point.
  void run();

  /// What a value got.
  Layout layoutOf(Value value) const;
  /// Where its axes came from, in the order in which it got them.
  ArrayRef<Origin> originsOf(Value value) const;

private:
  struct State {
    SmallVector<Axes> dims;
    SmallVector<bool> open;
    SmallVector<Origin> origins;
  };
  /// An operand or result of an op, with its factors.
  struct Place {
    Value value;
    const TensorFactors *factors;
  };
  struct Node {
    Operation *op;
    Rule rule;
    SmallVector<Place> places;
    SmallVector<unsigned> order; // factors, those of the largest tensor first
  };

  bool visit(const Node &node, unsigned level);
  bool spread(const Node &node, unsigned factor);
  bool extend(const Node &node, const Place &place, unsigned factor, ArrayRef<Axis> wanted, Value from);
  /// The axes of a factor in a place, or nothing if it is not there or its dimension cannot be read in
  /// factors.
  std::optional<Axes> axesAt(const Node &node, const Place &place, unsigned factor) const;
  bool standsElsewhere(const Node &node, unsigned factor, Axis axis) const;

  const Mesh &mesh;
  DenseMap<Value, State> states;
  std::vector<Node> nodes;
};

} // namespace heddle::shard

#endif // PASSES_SHARD_PROPAGATION_H

//===- Planner.h - from one layout to another by collectives ----*- C++ -*-===//
//
// The cheapest way from one layout to another is a shortest path: layouts are the nodes, single collectives
// the edges, each with its time under a model of start-up time and bandwidth. Axes that already stand where
// they are wanted stay there on the whole way: without that rule the search finds cheaper detours over a free
// axis that nobody understands.
//
// wire bytes that a rank sends, for a group of n and a buffer of b bytes (the larger of operand and result):
//   all_gather, reduce_scatter, all_to_all   b (n - 1) / n
//   all_reduce                               2 b (n - 1) / n
//   permute                                  b
//   slice                                    0
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_PLANNER_H
#define PASSES_SHARD_PLANNER_H

#include "passes/Shard/Layout.h"
#include <map>

namespace heddle::shard {

enum class StepKind { Slice, AllGather, AllToAll, Permute, ReduceScatter, AllReduce };

/// One collective (or a local slice).
struct Step {
  StepKind kind;
  Axes axes;     ///< its group, major first; for Permute the two axes that change places
  unsigned dim;  ///< the dimension that is cut or joined; for AllToAll the one that gets longer
  unsigned to;   ///< for AllToAll: the dimension that gets shorter
  Layout layout; ///< behind the step
  int64_t wireBytes;
};

struct Plan {
  double seconds = 0;
  SmallVector<Step> steps;
};

/// Plans and remembers reshards over one mesh.
class Planner {
public:
  explicit Planner(const Mesh &mesh) : mesh(mesh) {}

  /// The cheapest way. Both layouts fit the shape, `to` pends on no axis on which `from` does not. An open
  /// size counts as 128 elements (a guess).
  const Plan &plan(ArrayRef<SymExpr> shape, int64_t elementBytes, const Layout &from, const Layout &to);

private:
  struct Search;
  using Key = std::tuple<SmallVector<int64_t>, int64_t, Layout, Layout>;
  Mesh mesh;
  std::map<Key, Plan> plans;
};

} // namespace heddle::shard

#endif // PASSES_SHARD_PLANNER_H

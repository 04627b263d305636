//===- ForestScores.cpp - the graph that walks decision trees --------------===//
//
// Every row of the input walks down every tree at once: a place [rows, trees] moves from node to node, as
// many times as the deepest tree has levels, and a leaf's children are itself. Then each place reads its
// leaf's votes, which are added up over the trees.
//
// The nodes of all trees stand in one list of words where the forest can be packed, else in a list for each
// property.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Import/Onnx/Forest.h"
#include "passes/Import/Onnx/PackedForest.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr Predicate kPredicates[] = {Predicate::Le, Predicate::Lt, Predicate::Ge,
                                            Predicate::Gt, Predicate::Eq, Predicate::Ne};

/// Levels of the deepest tree; nothing if a node is its own ancestor. A node is taken when all its parents
/// have been, so that subtrees may be shared.
static std::optional<int64_t> depthOf(const Forest &forest) {
  size_t count = forest.nodes.size();
  std::vector<int32_t> parents(count), depth(count), ready;
  for (const TreeNode &node : forest.nodes) {
    if (node.branch != Branch::Leaf) {
      ++parents[node.whenTrue];
      ++parents[node.whenFalse];
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (parents[i] == 0) {
      ready.push_back(static_cast<int32_t>(i));
    }
  }
  int32_t deepest = 0;
  for (size_t taken = 0; taken < ready.size(); ++taken) {
    const TreeNode &node = forest.nodes[ready[taken]];
    deepest = std::max(deepest, depth[ready[taken]]);
    if (node.branch == Branch::Leaf) {
      continue;
    }
    for (int32_t child : {node.whenTrue, node.whenFalse}) {
      depth[child] = std::max(depth[child], depth[ready[taken]] + 1);
      if (--parents[child] == 0) {
        ready.push_back(child);
      }
    }
  }
  return ready.size() == count ? std::optional<int64_t>(deepest) : std::nullopt;
}

/// Levels of the deepest tree; nothing, and a refusal, if the nodes are no trees over `columns` features.
static std::optional<int64_t> checkedDepth(NodeImporter &n, const Forest &forest, const SymExpr &columns) {
  std::optional<int64_t> depth = depthOf(forest);
  if (!depth) {
    (void)n.bad("a node of a tree is its own ancestor");
  }
  for (const TreeNode &node : forest.nodes) {
    if (node.feature < 0 || node.feature >= columns.constant().value_or(INT64_MAX)) {
      (void)n.bad("a node looks at feature " + Twine(node.feature) + " of " + columns.str());
      return std::nullopt;
    }
  }
  return depth;
}

//===----------------------------------------------------------------------===//
// Any forest
//===----------------------------------------------------------------------===//

/// A list over the nodes as a constant.
template <typename T, typename Get>
static Value nodeList(NodeImporter &n, const Forest &forest, Type type, Get get) {
  std::vector<T> list;
  for (const TreeNode &node : forest.nodes) {
    list.push_back(static_cast<T>(get(node)));
  }
  ArrayRef<char> bytes(reinterpret_cast<const char *>(list.data()), list.size() * sizeof(T));
  return n.constant(
      graph::makeElements(RankedTensorType::get({static_cast<int64_t>(list.size())}, type), bytes));
}

static Value realList(NodeImporter &n, const Forest &forest, Type type) {
  auto threshold = [](const TreeNode &node) { return node.threshold; };
  return type.isF64() ? nodeList<double>(n, forest, type, threshold)
                      : nodeList<float>(n, forest, type, threshold);
}

/// Whether the comparisons of the nodes at `place` hold.
static Value holds(NodeImporter &n, const Forest &forest, Value place, Value feature, Value threshold) {
  SmallVector<bool> used(6);
  for (const TreeNode &node : forest.nodes) {
    if (node.branch != Branch::Leaf) {
      used[static_cast<size_t>(node.branch)] = true;
    }
  }
  Type index = n.builder().getI64Type();
  Value result, kind;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) {
      continue;
    }
    Value answer = n.compare(kPredicates[i], feature, threshold);
    if (!result) {
      result = answer;
      continue;
    }
    if (!kind) {
      Value kinds = nodeList<int64_t>(n, forest, index,
                                      [](const TreeNode &node) { return static_cast<int64_t>(node.branch); });
      kind = n.gather(kinds, place, 0);
    }
    Value isKind = n.compare(Predicate::Eq, kind, n.scalarInt(static_cast<int64_t>(i), index));
    result = n.select(isKind, answer, result);
  }
  return result;
}

/// The leaf of every row in every tree, i64 [rows, trees].
static Value walk(NodeImporter &n, const Forest &forest, int64_t depth, Value x) {
  Type index = n.builder().getI64Type();
  SymExpr rows = n.shape(x)[0];
  Value features = nodeList<int64_t>(n, forest, index, [](const TreeNode &node) { return node.feature; });
  Value whenTrue = nodeList<int64_t>(n, forest, index, [](const TreeNode &node) { return node.whenTrue; });
  Value whenFalse = nodeList<int64_t>(n, forest, index, [](const TreeNode &node) { return node.whenFalse; });
  Value thresholds = realList(n, forest, n.elementType(x)), missing;
  if (llvm::any_of(forest.nodes, [](const TreeNode &node) { return node.missingIsTrue; })) {
    missing = nodeList<int64_t>(n, forest, index, [](const TreeNode &node) { return node.missingIsTrue; });
  }
  auto trees = static_cast<int64_t>(forest.roots.size());
  Value start =
      n.broadcast(n.integers(SmallVector<int64_t>(forest.roots.begin(), forest.roots.end())), {rows, trees});
  if (depth == 0) {
    return start;
  }
  auto results = n.loop(n.scalarInt(depth, index), start, [&](Value, ValueRange carried) {
    Value place = carried[0];
    Value feature = n.make<graph::GatherElementsOp>(x, n.gather(features, place, 0), 1);
    Value answer = holds(n, forest, place, feature, n.gather(thresholds, place, 0));
    if (missing) {
      Value flag = n.compare(Predicate::Ne, n.gather(missing, place, 0), n.scalarInt(0, index));
      answer = n.select(n.make<graph::IsNanOp>(feature), flag, answer);
    }
    LoopBody body;
    body.carried = {n.select(answer, n.gather(whenTrue, place, 0), n.gather(whenFalse, place, 0))};
    return body;
  });
  return results.empty() ? Value() : results[0];
}

/// The sums of votes, without the base.
static Value sumOfVotes(NodeImporter &n, const Forest &forest, int64_t depth, Value x) {
  auto nodes = static_cast<int64_t>(forest.nodes.size());
  if (nodes * forest.targets > kMaxVoteTable) {
    (void)n.unsupported(Twine(nodes) + " nodes with " + Twine(forest.targets) +
                        " targets are above the limit");
    return nullptr;
  }
  std::vector<double> table(nodes * forest.targets);
  for (const Vote &vote : forest.votes) {
    table[vote.node * forest.targets + vote.target] += vote.weight;
  }
  Type type = n.elementType(x);
  auto fill = [&](auto zero) {
    std::vector<decltype(zero)> cells(table.begin(), table.end());
    ArrayRef<char> bytes(reinterpret_cast<const char *>(cells.data()), cells.size() * sizeof(zero));
    return n.constant(graph::makeElements(RankedTensorType::get({nodes, forest.targets}, type), bytes));
  };
  Value votes = type.isF64() ? fill(0.0) : fill(0.0f);
  return n.squeeze(n.reduce(graph::Combiner::Add, n.gather(votes, walk(n, forest, depth, x), 0), {1}), {1});
}

//===----------------------------------------------------------------------===//
// A packed forest
//===----------------------------------------------------------------------===//

/// A list that the constant takes over.
template <typename T>
static Value ownedConstant(NodeImporter &n, std::vector<T> list, ArrayRef<int64_t> shape, Type type) {
  auto owner = std::make_shared<std::vector<T>>(std::move(list));
  ArrayRef<char> bytes(reinterpret_cast<const char *>(owner->data()), owner->size() * sizeof(T));
  return n.constant(graph::makeElementsView(RankedTensorType::get(shape, type), bytes, owner));
}

/// Bits [first, first + 32) of words as i32.
static Value half(NodeImporter &n, Value words, unsigned first) {
  Value shifted = first ? n.make<graph::ShiftRightOp>(words, n.scalarLike(first, words)) : words;
  return n.castTo(shifted, n.builder().getI32Type());
}

/// The 32 low bits of words as floats.
static Value lowFloat(NodeImporter &n, Value words) {
  return n.make<graph::BitcastOp>(half(n, words, 0), n.builder().getF32Type());
}

/// Where a walk at `place` (i32 [rows, trees]) goes next.
static Value packedStep(NodeImporter &n, const PackedForest &forest, Value words, Value place, Value x) {
  constexpr unsigned kFirst = PackedForest::kMissingBit; // of the half with the node's numbers
  constexpr unsigned kInterior = PackedForest::kInteriorBit - kFirst,
                     kFeature = PackedForest::kFeatureBit - kFirst;
  Type i32 = n.builder().getI32Type();
  Value word = n.gather(words, place, 0), numbers = half(n, word, kFirst);
  auto shifted = [&](unsigned bits) { return n.make<graph::ShiftRightOp>(numbers, n.scalarInt(bits, i32)); };
  auto masked = [&](Value value, int64_t mask) {
    return n.make<graph::AndOp>(value, n.scalarInt(mask, i32));
  };
  Value feature = masked(shifted(kFeature), (int64_t(1) << forest.featureBits) - 1);
  Value at = n.make<graph::GatherElementsOp>(x, feature, 1);
  Value holds = n.compare(kPredicates[static_cast<size_t>(forest.branch)], at, lowFloat(n, word));
  if (forest.hasMissing) {
    Value flag = n.compare(Predicate::Ne, masked(numbers, 1), n.scalarInt(0, i32));
    holds = n.select(n.make<graph::IsNanOp>(at), flag, holds);
  }
  Value second = n.select(holds, n.scalarInt(0, i32), masked(shifted(kInterior), 1));
  Value distance = shifted(kFeature + forest.featureBits);
  return n.make<graph::AddOp>(place, n.make<graph::AddOp>(distance, second));
}

/// The sums of votes, without the base.
static Value packedSumOfVotes(NodeImporter &n, PackedForest forest, int64_t depth, Value x) {
  constexpr int64_t kLevelsPerTrip = 2; // as many steps fit in one kernel (kMaxGroupSize in passes/Fuse)
  Type f32 = n.builder().getF32Type(), i32 = n.builder().getI32Type(), i64 = n.builder().getI64Type();
  auto trees = static_cast<int64_t>(forest.roots.size()), nodes = static_cast<int64_t>(forest.words.size());
  SymExpr rows = n.shape(x)[0];
  Value words = ownedConstant(n, std::move(forest.words), {nodes}, i64);
  Value place = n.broadcast(ownedConstant(n, std::move(forest.roots), {trees}, i32), {rows, trees});
  if (depth > 0) {
    SmallVector<Value> results = n.loop(
        n.scalarInt(llvm::divideCeil(depth, kLevelsPerTrip), i64), place, [&](Value, ValueRange carried) {
          Value at = carried[0];
          for (int64_t level = 0; level < std::min(depth, kLevelsPerTrip); ++level) {
            at = packedStep(n, forest, words, at, x);
          }
          return LoopBody{{at}, {}, {}};
        });
    place = results.empty() ? Value() : results[0];
  }
  Value leaf = n.gather(words, place, 0);
  if (forest.table.empty()) {
    Value votes = n.reshape(lowFloat(n, leaf), {rows, forest.targets, trees / forest.targets});
    return n.squeeze(n.reduce(graph::Combiner::Add, votes, {2}), {2});
  }
  auto leaves = static_cast<int64_t>(forest.table.size()) / forest.targets;
  Value table = ownedConstant(n, std::move(forest.table), {leaves, forest.targets}, f32);
  return n.squeeze(n.reduce(graph::Combiner::Add, n.gather(table, half(n, leaf, 0), 0), {1}), {1});
}

Value importer::scoresOf(NodeImporter &n, const Forest &forest, Value x) {
  std::optional<int64_t> depth = checkedDepth(n, forest, n.shape(x)[1]);
  if (!depth) {
    return nullptr;
  }
  Type type = n.elementType(x);
  std::optional<PackedForest> packed = type.isF32() ? packForest(forest) : std::nullopt;
  Value sum = packed ? packedSumOfVotes(n, std::move(*packed), *depth, x) : sumOfVotes(n, forest, *depth, x);
  return forest.base.empty() ? sum : n.make<graph::AddOp>(sum, n.floats(forest.base, type, {forest.targets}));
}

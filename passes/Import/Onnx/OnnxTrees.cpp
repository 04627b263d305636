//===- OnnxTrees.cpp - ensembles of decision trees ------------------------===//
//
// ai.onnx.ml: every row of the input walks down every tree at once. The nodes of all trees stand in lists
// (feature, threshold, the two children); a place [rows, trees] moves from node to node, as many times as the
// deepest tree has levels, and a leaf's children are itself. Then each place reads its leaf's votes, which
// are added up over the trees.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>
#include <map>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr StringRef kMl = "ai.onnx.ml";

namespace {
/// How a node compares the feature with its threshold; the order of TreeEnsemble-5.
enum class Branch : int64_t { Le, Lt, Ge, Gt, Eq, Ne, Leaf };

struct TreeNode {
  Branch branch = Branch::Leaf;
  int64_t feature = 0;
  double threshold = 0;
  int64_t whenTrue = -1, whenFalse = -1; ///< places in the list of nodes
  bool missingIsTrue = false;            ///< where a NaN goes
};

/// One leaf's contribution to one target.
struct Vote {
  int64_t node, target;
  double weight;
};

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<int64_t> roots;
  std::vector<Vote> votes;
  int64_t targets = 0;
  SmallVector<double> base; ///< added to the targets; empty: nothing
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::optional<Branch> branchNamed(StringRef name) {
  constexpr StringRef kNames[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE", "BRANCH_GT",
                                  "BRANCH_EQ",  "BRANCH_NEQ", "LEAF"};
  const StringRef *found = llvm::find(kNames, name);
  return found == std::end(kNames) ? std::nullopt
                                   : std::optional(static_cast<Branch>(found - std::begin(kNames)));
}

/// The nodes of the older operators: nodes_* lists with a tree and a number in the tree for each node.
/// `places` gets the place of each (tree, number).
static LogicalResult readNodes(NodeImporter &n, Forest &forest,
                               std::map<std::pair<int64_t, int64_t>, int64_t> &places) {
  auto ints = [&](StringRef name) { return n.intsAttr(name).value_or(SmallVector<int64_t>()); };
  SmallVector<int64_t> trees = ints("nodes_treeids"), ids = ints("nodes_nodeids"),
                       features = ints("nodes_featureids");
  SmallVector<int64_t> whenTrue = ints("nodes_truenodeids"), whenFalse = ints("nodes_falsenodeids");
  SmallVector<int64_t> missing = ints("nodes_missing_value_tracks_true");
  SmallVector<double> values = n.floatsAttr("nodes_values").value_or(SmallVector<double>());
  SmallVector<std::string> modes = n.stringsAttr("nodes_modes").value_or(SmallVector<std::string>());
  n.ignoreAttr("nodes_hitrates"); // how often, not what
  size_t count = trees.size();
  if (count == 0 || ids.size() != count || features.size() != count || whenTrue.size() != count ||
      whenFalse.size() != count || values.size() != count || modes.size() != count ||
      (!missing.empty() && missing.size() != count)) {
    return n.bad("the lists of nodes have different lengths");
  }
  for (size_t i = 0; i < count; ++i) {
    if (!places.try_emplace({trees[i], ids[i]}, static_cast<int64_t>(i)).second) {
      return n.bad("tree " + Twine(trees[i]) + " has two nodes " + Twine(ids[i]));
    }
  }
  std::vector<bool> isChild(count);
  for (size_t i = 0; i < count; ++i) {
    std::optional<Branch> branch = branchNamed(modes[i]);
    if (!branch) {
      return n.unsupported("nodes of mode '" + modes[i] + "' are not supported");
    }
    auto own = static_cast<int64_t>(i);
    TreeNode node{*branch, features[i], values[i], own, own, !missing.empty() && missing[i] != 0};
    if (*branch == Branch::Leaf) {
      node.feature = 0;
    } else {
      auto left = places.find({trees[i], whenTrue[i]}), right = places.find({trees[i], whenFalse[i]});
      if (left == places.end() || right == places.end()) {
        return n.bad("a child of node " + Twine(ids[i]) + " of tree " + Twine(trees[i]) + " is missing");
      }
      node.whenTrue = left->second;
      node.whenFalse = right->second;
      isChild[left->second] = isChild[right->second] = true;
    }
    forest.nodes.push_back(node);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!isChild[i]) {
      forest.roots.push_back(static_cast<int64_t>(i));
    }
  }
  return success();
}

/// The votes of the older operators: lists PREFIX_treeids, _nodeids, _ids, _weights.
static LogicalResult readVotes(NodeImporter &n, Forest &forest, StringRef prefix,
                               const std::map<std::pair<int64_t, int64_t>, int64_t> &places) {
  auto ints = [&](StringRef name) {
    return n.intsAttr((prefix + name).str()).value_or(SmallVector<int64_t>());
  };
  SmallVector<int64_t> trees = ints("_treeids"), nodes = ints("_nodeids"), ids = ints("_ids");
  SmallVector<double> weights = n.floatsAttr((prefix + "_weights").str()).value_or(SmallVector<double>());
  if (nodes.size() != trees.size() || ids.size() != trees.size() || weights.size() != trees.size()) {
    return n.bad("the lists of votes have different lengths");
  }
  for (size_t i = 0; i < trees.size(); ++i) {
    auto place = places.find({trees[i], nodes[i]});
    if (place == places.end() || ids[i] < 0 || ids[i] >= forest.targets) {
      return n.bad("vote " + Twine(i) + " is for node " + Twine(nodes[i]) + " of tree " + Twine(trees[i]) +
                   " and target " + Twine(ids[i]) + ", which are not all there");
    }
    forest.votes.push_back({place->second, ids[i], weights[i]});
  }
  forest.base = n.floatsAttr("base_values").value_or(SmallVector<double>());
  if (!forest.base.empty() && static_cast<int64_t>(forest.base.size()) != forest.targets) {
    return n.unsupported("'base_values' has " + Twine(forest.base.size()) + " entries for " +
                         Twine(forest.targets) + " targets");
  }
  return success();
}

/// Levels of the deepest tree; nothing if a node is its own ancestor. A node is taken when all its parents
/// have been, so that subtrees may be shared.
static std::optional<int64_t> depthOf(const Forest &forest) {
  size_t count = forest.nodes.size();
  std::vector<int64_t> parents(count), depth(count), ready;
  for (const TreeNode &node : forest.nodes) {
    if (node.branch != Branch::Leaf) {
      ++parents[node.whenTrue];
      ++parents[node.whenFalse];
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (parents[i] == 0) {
      ready.push_back(static_cast<int64_t>(i));
    }
  }
  int64_t deepest = 0;
  for (size_t taken = 0; taken < ready.size(); ++taken) {
    const TreeNode &node = forest.nodes[ready[taken]];
    deepest = std::max(deepest, depth[ready[taken]]);
    if (node.branch == Branch::Leaf) {
      continue;
    }
    for (int64_t child : {node.whenTrue, node.whenFalse}) {
      depth[child] = std::max(depth[child], depth[ready[taken]] + 1);
      if (--parents[child] == 0) {
        ready.push_back(child);
      }
    }
  }
  return ready.size() == count ? std::optional(deepest) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Walking
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
  constexpr Predicate kPredicates[] = {Predicate::Le, Predicate::Lt, Predicate::Ge,
                                       Predicate::Gt, Predicate::Eq, Predicate::Ne};
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

/// The leaf of every row in every tree, i64 [rows, trees]. `x` is a float [rows, features].
static Value walk(NodeImporter &n, const Forest &forest, Value x) {
  std::optional<int64_t> depth = depthOf(forest);
  if (!depth) {
    (void)n.bad("a node of a tree is its own ancestor");
    return nullptr;
  }
  int64_t columns = n.shape(x)[1].constant().value_or(INT64_MAX);
  for (const TreeNode &node : forest.nodes) {
    if (node.feature < 0 || node.feature >= columns) {
      (void)n.bad("a node looks at feature " + Twine(node.feature) + " of " + n.shape(x)[1].str());
      return nullptr;
    }
  }
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
  Value start = n.broadcast(n.integers(forest.roots), {rows, trees});
  if (*depth == 0) {
    return start;
  }
  auto results = n.loop(n.scalarInt(*depth, index), start, [&](Value, ValueRange carried) {
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

/// The sums of votes, of the input's type [rows, targets].
static Value scoresOf(NodeImporter &n, const Forest &forest, Value x) {
  constexpr int64_t kMaxTable = int64_t(1) << 26; // guess: 256 MiB of votes, most of them 0
  auto nodes = static_cast<int64_t>(forest.nodes.size());
  if (nodes * forest.targets > kMaxTable) {
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
  Value leaves = walk(n, forest, x);
  Value sum = n.squeeze(n.reduce(graph::Combiner::Add, n.gather(votes, leaves, 0), {1}), {1});
  return forest.base.empty() ? sum : n.make<graph::AddOp>(sum, n.floats(forest.base, type, {forest.targets}));
}

/// The input as a float matrix; null if refused.
static Value rowsOf(NodeImporter &n) {
  Value x = n.input(0);
  if (n.rank(x) == 1) {
    x = n.unsqueeze(x, {0});
  }
  if (n.rank(x) != 2) {
    (void)n.bad("the input has rank " + Twine(n.rank(x)) + " but 2 is wanted");
    return nullptr;
  }
  return n.elementType(x).isF64() ? x : n.castTo(x, n.builder().getF32Type());
}

static Value transformed(NodeImporter &n, Value scores, StringRef how) {
  if (how == "NONE" || how == "0") {
    return scores;
  }
  if (how == "LOGISTIC" || how == "2") {
    return n.make<graph::SigmoidOp>(scores);
  }
  if (how == "SOFTMAX" || how == "1") {
    return softmax(n, scores, {1});
  }
  (void)n.unsupported("post_transform " + how + " is not supported");
  return nullptr;
}

/// The mean of the trees instead of their sum, if the node asks for it; other ways of joining them are
/// refused.
static Value aggregated(NodeImporter &n, const Forest &forest, Value sum, StringRef how) {
  if (how == "SUM" || how == "1") {
    return sum;
  }
  if ((how == "AVERAGE" || how == "0") && forest.base.empty()) {
    return sum ? n.make<graph::DivOp>(sum, n.scalarLike(static_cast<double>(forest.roots.size()), sum)) : sum;
  }
  (void)n.unsupported("aggregate_function " + how + " is not supported");
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static LogicalResult importTreeEnsembleRegressor(NodeImporter &n) {
  Forest forest;
  std::map<std::pair<int64_t, int64_t>, int64_t> places;
  forest.targets = n.intAttrIn("n_targets", 1, 1, INT32_MAX);
  std::string how = n.stringAttr("post_transform", "NONE"), join = n.stringAttr("aggregate_function", "SUM");
  Value x = rowsOf(n);
  if (n.failed() || failed(readNodes(n, forest, places)) || failed(readVotes(n, forest, "target", places))) {
    return failure();
  }
  Value scores = transformed(n, aggregated(n, forest, scoresOf(n, forest, x), join), how);
  return n.finish(n.castTo(scores, n.builder().getF32Type()));
}

namespace {
/// Votes for one of two classes alone, as boosted trees give them; onnxruntime's rules for it.
struct SingleVotes {
  int64_t target;
  bool positive; ///< no vote is negative: the sum is a probability, else it is signed
};
} // namespace

static std::optional<SingleVotes> singleVotes(const Forest &forest) {
  if (forest.targets != 2 || forest.votes.empty()) {
    return std::nullopt;
  }
  int64_t first = forest.votes.front().target;
  if (llvm::any_of(forest.votes, [&](const Vote &vote) { return vote.target != first; })) {
    return std::nullopt;
  }
  return SingleVotes{first, llvm::all_of(forest.votes, [](const Vote &vote) { return vote.weight >= 0; })};
}

/// The scores of both classes where the votes are for class 0: they speak of class 1, and class 0 has what is
/// left.
static Value scoresOfBoth(NodeImporter &n, Value scores, bool positive, StringRef how) {
  if (how != "NONE" && how != "LOGISTIC") {
    (void)n.unsupported("votes for one of two classes with post_transform " + how + " are not supported");
    return nullptr;
  }
  Value score = n.sliceDim(scores, 1, 0, 1), opposite = n.make<graph::NegOp>(score);
  if (positive && how == "NONE") {
    opposite = n.make<graph::AddOp>(n.scalarLike(1, scores), opposite);
  }
  Value both = n.concat({opposite, score}, 1);
  return how == "NONE" ? both : n.make<graph::SigmoidOp>(both);
}

static LogicalResult importTreeEnsembleClassifier(NodeImporter &n) {
  Forest forest;
  std::map<std::pair<int64_t, int64_t>, int64_t> places;
  std::optional<SmallVector<int64_t>> labels = n.intsAttr("classlabels_int64s");
  std::string how = n.stringAttr("post_transform", "NONE");
  if (!labels) {
    return n.unsupported("classes without integer labels are not supported");
  }
  forest.targets = static_cast<int64_t>(labels->size());
  Value x = rowsOf(n);
  if (n.failed() || failed(readNodes(n, forest, places)) || failed(readVotes(n, forest, "class", places))) {
    return failure();
  }
  Value scores = scoresOf(n, forest, x), best, result;
  if (std::optional<SingleVotes> single = singleVotes(forest)) {
    if (!forest.base.empty()) {
      return n.unsupported("votes for one of two classes with base values are not supported");
    }
    Value score = n.squeeze(n.sliceDim(scores, 1, single->target, 1), {1});
    Value isSecond = n.compare(Predicate::Gt, score, n.scalarLike(single->positive ? 0.5 : 0, x));
    best = n.castTo(isSecond, n.builder().getI64Type());
    result =
        single->target == 0 ? scoresOfBoth(n, scores, single->positive, how) : transformed(n, scores, how);
  } else {
    best = n.squeeze(n.make<graph::ArgReduceOp>(graph::Combiner::Max, scores, 1, /*last=*/false), {1});
    result = transformed(n, scores, how);
  }
  return n.finish({n.gather(n.integers(*labels), best, 0), n.castTo(result, n.builder().getF32Type())});
}

namespace {
/// The lists of TreeEnsemble-5: interior nodes, and leaves in lists of their own.
struct EnsembleLists {
  SmallVector<int64_t> features, roots, missing, targets;
  SmallVector<int64_t> ids[2], isLeaf[2]; ///< of the children when true and when false
  SmallVector<double> splits, modes, weights, members;
};
} // namespace

/// The numbers of a tensor attribute.
static SmallVector<double> numbersAttr(NodeImporter &n, StringRef name) {
  ElementsAttr tensor = n.tensorAttr(name);
  Value constant = tensor ? n.constant(tensor) : Value();
  constexpr int64_t kAny = INT64_MAX;
  if (auto reals = constant ? graph::constantFloats(constant, kAny) : std::nullopt) {
    return *reals;
  }
  auto whole = constant ? graph::constantIntegers(constant, kAny) : std::nullopt;
  return whole ? SmallVector<double>(whole->begin(), whole->end()) : SmallVector<double>();
}

static std::optional<EnsembleLists> readLists(NodeImporter &n) {
  auto ints = [&](StringRef name) { return n.intsAttr(name).value_or(SmallVector<int64_t>()); };
  EnsembleLists lists;
  lists.features = ints("nodes_featureids");
  lists.roots = ints("tree_roots");
  lists.missing = ints("nodes_missing_value_tracks_true");
  lists.targets = ints("leaf_targetids");
  lists.ids[0] = ints("nodes_truenodeids");
  lists.ids[1] = ints("nodes_falsenodeids");
  lists.isLeaf[0] = ints("nodes_trueleafs");
  lists.isLeaf[1] = ints("nodes_falseleafs");
  lists.splits = numbersAttr(n, "nodes_splits");
  lists.modes = numbersAttr(n, "nodes_modes");
  lists.weights = numbersAttr(n, "leaf_weights");
  lists.members = numbersAttr(n, "membership_values");
  n.ignoreAttr("nodes_hitrates");
  size_t count = lists.features.size();
  auto hasOther = [&](const SmallVector<int64_t> &list) { return list.size() != count; };
  if (n.failed() || count == 0 || lists.splits.size() != count || lists.modes.size() != count ||
      lists.weights.size() != lists.targets.size() || llvm::any_of(lists.ids, hasOther) ||
      llvm::any_of(lists.isLeaf, hasOther)) {
    (void)n.bad("the lists of nodes or leaves have different lengths");
    return std::nullopt;
  }
  return lists;
}

/// Adds interior node i; a set membership becomes a chain of comparisons, x == first, else x == second, …,
/// whose further nodes stand at the end. `member` moves behind the node's set, which ends in a NaN.
static LogicalResult addInteriorNode(NodeImporter &n, Forest &forest, const EnsembleLists &lists, size_t i,
                                     const double *&member) {
  constexpr int kMember = 6;
  auto firstLeaf = static_cast<int64_t>(lists.features.size()), mode = static_cast<int64_t>(lists.modes[i]);
  int64_t children[2];
  for (int side : {0, 1}) {
    bool isLeaf = lists.isLeaf[side][i] != 0;
    int64_t limit = isLeaf ? static_cast<int64_t>(lists.targets.size()) : firstLeaf;
    if (lists.ids[side][i] < 0 || lists.ids[side][i] >= limit) {
      return n.bad("a child of node " + Twine(i) + " is outside its list");
    }
    children[side] = lists.ids[side][i] + (isLeaf ? firstLeaf : 0);
  }
  if (mode < 0 || mode > kMember) {
    return n.bad("node " + Twine(i) + " has mode " + Twine(mode));
  }
  bool tracksTrue = i < lists.missing.size() && lists.missing[i] != 0;
  TreeNode node{
      static_cast<Branch>(mode), lists.features[i], lists.splits[i], children[0], children[1], tracksTrue};
  size_t place = i;
  if (mode == kMember) {
    const double *end = lists.members.end();
    node.branch = Branch::Eq;
    node.threshold = member < end ? *member++ : NAN;
    for (; member < end && !std::isnan(*member); ++member) {
      auto next = static_cast<int64_t>(forest.nodes.size());
      forest.nodes.emplace_back();
      node.whenFalse = next;
      forest.nodes[place] = node;
      place = next;
      node.threshold = *member;
      node.whenFalse = children[1];
    }
    member += member < end;
  }
  forest.nodes[place] = node;
  return success();
}

static LogicalResult readEnsemble(NodeImporter &n, Forest &forest) {
  std::optional<EnsembleLists> lists = readLists(n);
  if (!lists) {
    return failure();
  }
  auto firstLeaf = static_cast<int64_t>(lists->features.size()),
       leaves = static_cast<int64_t>(lists->targets.size());
  forest.nodes.resize(firstLeaf + leaves);
  for (int64_t leaf = 0; leaf < leaves; ++leaf) {
    int64_t place = firstLeaf + leaf, target = lists->targets[leaf];
    forest.nodes[place].whenTrue = forest.nodes[place].whenFalse = place;
    if (target < 0 || target >= forest.targets) {
      return n.bad("leaf " + Twine(leaf) + " is for target " + Twine(target));
    }
    forest.votes.push_back({place, target, lists->weights[leaf]});
  }
  const double *member = lists->members.begin();
  for (int64_t i = 0; i < firstLeaf; ++i) {
    if (failed(addInteriorNode(n, forest, *lists, i, member))) {
      return failure();
    }
  }
  for (int64_t root : lists->roots) {
    if (root < 0 || root >= firstLeaf) {
      return n.bad("root " + Twine(root) + " is no node");
    }
    forest.roots.push_back(root);
  }
  return success();
}

static LogicalResult importTreeEnsemble(NodeImporter &n) {
  Forest forest;
  forest.targets = n.intAttrIn("n_targets", 1, 1, INT32_MAX);
  std::string how = std::to_string(n.intAttr("post_transform", 0));
  std::string join = std::to_string(n.intAttr("aggregate_function", 1));
  Value x = rowsOf(n);
  if (n.failed() || failed(readEnsemble(n, forest))) {
    return failure();
  }
  Value scores = transformed(n, aggregated(n, forest, scoresOf(n, forest, x), join), how);
  return n.finish(n.castTo(scores, n.elementType(n.input(0))));
}

static LogicalResult importArrayFeatureExtractor(NodeImporter &n) {
  Value x = n.input(0), places = n.input(1);
  if (n.rank(x) < 1) {
    return n.bad("the input is a scalar");
  }
  places = n.reshape(places, {product(n.shape(places))});
  Value result = n.gather(x, places, n.rank(x) - 1);
  return n.finish(n.rank(x) == 1 ? n.unsqueeze(result, {0}) : result);
}

static LogicalResult importBinarizer(NodeImporter &n) {
  Value x = n.input(0), isAbove = n.compare(Predicate::Gt, x, n.scalarLike(n.floatAttr("threshold", 0), x));
  return n.finish(n.castTo(isAbove, n.elementType(x)));
}

void importer::addTreeOps(OpTable &table) {
  table.add("TreeEnsemble", {importTreeEnsemble}, kMl);
  table.add("TreeEnsembleClassifier", {importTreeEnsembleClassifier}, kMl);
  table.add("TreeEnsembleRegressor", {importTreeEnsembleRegressor}, kMl);
  table.add("ArrayFeatureExtractor", {importArrayFeatureExtractor, 2, 2}, kMl);
  table.add("Binarizer", {importBinarizer}, kMl);
}

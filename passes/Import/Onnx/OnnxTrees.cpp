//===- OnnxTrees.cpp - ensembles of decision trees ------------------------===//
//
// Reads the trees of ai.onnx.ml in their two notations, and says what becomes of the sums of votes.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/Forest.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>
#include <numeric>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr StringRef kMl = "ai.onnx.ml";

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

static LogicalResult setFeature(NodeImporter &n, TreeNode &node, int64_t feature) {
  if (feature < 0 || feature > INT32_MAX) {
    return n.bad("a node looks at feature " + Twine(feature));
  }
  node.feature = static_cast<int32_t>(feature);
  return success();
}

namespace {
/// Finds nodes of the older operators by tree and number.
class NodeNumbers {
public:
  NodeNumbers(ArrayRef<int64_t> trees, ArrayRef<int64_t> ids) : trees(trees), ids(ids), order(trees.size()) {
    std::iota(order.begin(), order.end(), 0);
    auto isLess = [&](int32_t a, int32_t b) { return key(a) < key(b); };
    if (!llvm::is_sorted(order, isLess)) {
      llvm::sort(order, isLess);
    }
  }

  /// A node whose tree and number another one has too.
  std::optional<int32_t> findTwin() const {
    auto twin = std::adjacent_find(order.begin(), order.end(),
                                   [&](int32_t a, int32_t b) { return key(a) == key(b); });
    return twin == order.end() ? std::nullopt : std::optional(*twin);
  }

  /// The place of node `id` of the tree. Nodes mostly stand in the order of their numbers, so the search
  /// begins as far from the node at `near` as the numbers are apart.
  std::optional<int32_t> find(int64_t tree, int64_t id, size_t near) const {
    int64_t guess = 0;
    bool overflows = __builtin_sub_overflow(id, ids[near], &guess) ||
                     __builtin_add_overflow(guess, static_cast<int64_t>(near), &guess);
    auto count = static_cast<int64_t>(ids.size());
    if (!overflows && guess >= 0 && guess < count && trees[guess] == tree && ids[guess] == id) {
      return static_cast<int32_t>(guess);
    }
    auto found = llvm::lower_bound(order, std::pair(tree, id),
                                   [&](int32_t node, const auto &wanted) { return key(node) < wanted; });
    return found != order.end() && key(*found) == std::pair(tree, id) ? std::optional(*found) : std::nullopt;
  }

private:
  std::pair<int64_t, int64_t> key(int32_t node) const { return {trees[node], ids[node]}; }

  ArrayRef<int64_t> trees, ids;
  std::vector<int32_t> order; // by tree and number
};

/// The lists of the older operators, nodes_* and PREFIX_*, where the file holds them.
struct ForestLists {
  explicit ForestLists(NodeImporter &n, StringRef prefix)
      : trees(n.intsView("nodes_treeids")), ids(n.intsView("nodes_nodeids")),
        features(n.intsView("nodes_featureids")), whenTrue(n.intsView("nodes_truenodeids")),
        whenFalse(n.intsView("nodes_falsenodeids")), missing(n.intsView("nodes_missing_value_tracks_true")),
        voteTrees(n.intsView((prefix + "_treeids").str())),
        voteNodes(n.intsView((prefix + "_nodeids").str())), voteTargets(n.intsView((prefix + "_ids").str())),
        values(n.floatsView("nodes_values")), voteWeights(n.floatsView((prefix + "_weights").str())),
        modes(n.stringsView("nodes_modes")) {
    n.ignoreAttr("nodes_hitrates"); // how often, not what
  }

  ArrayRef<int64_t> trees, ids, features, whenTrue, whenFalse, missing, voteTrees, voteNodes, voteTargets;
  ArrayRef<float> values, voteWeights;
  ArrayRef<const std::string *> modes;
};
} // namespace

static LogicalResult readNodes(NodeImporter &n, Forest &forest, const ForestLists &lists,
                               const NodeNumbers &numbers) {
  size_t count = lists.trees.size();
  std::vector<bool> isChild(count);
  forest.nodes.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    std::optional<Branch> branch = branchNamed(*lists.modes[i]);
    if (!branch) {
      return n.unsupported("nodes of mode '" + *lists.modes[i] + "' are not supported");
    }
    auto own = static_cast<int32_t>(i);
    bool missingIsTrue = !lists.missing.empty() && lists.missing[i] != 0;
    TreeNode node{lists.values[i], own, own, 0, *branch, missingIsTrue};
    if (*branch != Branch::Leaf) {
      std::optional<int32_t> left = numbers.find(lists.trees[i], lists.whenTrue[i], i),
                             right = numbers.find(lists.trees[i], lists.whenFalse[i], i);
      if (!left || !right) {
        return n.bad("a child of node " + Twine(lists.ids[i]) + " of tree " + Twine(lists.trees[i]) +
                     " is missing");
      }
      if (failed(setFeature(n, node, lists.features[i]))) {
        return failure();
      }
      node.whenTrue = *left;
      node.whenFalse = *right;
      isChild[*left] = isChild[*right] = true;
    }
    forest.nodes.push_back(node);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!isChild[i]) {
      forest.roots.push_back(static_cast<int32_t>(i));
    }
  }
  return success();
}

static LogicalResult readVotes(NodeImporter &n, Forest &forest, const ForestLists &lists,
                               const NodeNumbers &numbers) {
  size_t count = lists.voteTrees.size();
  if (lists.voteNodes.size() != count || lists.voteTargets.size() != count ||
      lists.voteWeights.size() != count) {
    return n.bad("the lists of votes have different lengths");
  }
  forest.votes.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    size_t near = i == 0 ? 0 : forest.votes.back().node;
    std::optional<int32_t> place = numbers.find(lists.voteTrees[i], lists.voteNodes[i], near);
    int64_t target = lists.voteTargets[i];
    if (!place || target < 0 || target >= forest.targets) {
      return n.bad("vote " + Twine(i) + " is for node " + Twine(lists.voteNodes[i]) + " of tree " +
                   Twine(lists.voteTrees[i]) + " and target " + Twine(target) + ", which are not all there");
    }
    forest.votes.push_back({*place, static_cast<int32_t>(target), lists.voteWeights[i]});
  }
  forest.base = n.floatsAttr("base_values").value_or(SmallVector<double>());
  if (!forest.base.empty() && static_cast<int64_t>(forest.base.size()) != forest.targets) {
    return n.unsupported("'base_values' has " + Twine(forest.base.size()) + " entries for " +
                         Twine(forest.targets) + " targets");
  }
  return success();
}

/// The nodes and votes of the older operators.
static LogicalResult readForest(NodeImporter &n, Forest &forest, StringRef prefix) {
  ForestLists lists(n, prefix);
  size_t count = lists.trees.size();
  if (n.failed() || count == 0 || lists.ids.size() != count || lists.features.size() != count ||
      lists.whenTrue.size() != count || lists.whenFalse.size() != count || lists.values.size() != count ||
      lists.modes.size() != count || (!lists.missing.empty() && lists.missing.size() != count)) {
    return n.bad("the lists of nodes have different lengths");
  }
  NodeNumbers numbers(lists.trees, lists.ids);
  if (std::optional<int32_t> twin = numbers.findTwin()) {
    return n.bad("tree " + Twine(lists.trees[*twin]) + " has two nodes " + Twine(lists.ids[*twin]));
  }
  return failure(failed(readNodes(n, forest, lists, numbers)) ||
                 failed(readVotes(n, forest, lists, numbers)));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

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
  forest.targets = n.intAttrIn("n_targets", 1, 1, INT32_MAX);
  std::string how = n.stringAttr("post_transform", "NONE"), join = n.stringAttr("aggregate_function", "SUM");
  Value x = rowsOf(n);
  if (n.failed() || failed(readForest(n, forest, "target"))) {
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

/// The labels of the classes, integers or texts [classes]; null if there are none.
static Value classLabels(NodeImporter &n) {
  auto texts = n.stringsAttr("classlabels_strings");
  auto integers = n.intsAttr("classlabels_int64s");
  if (texts && !texts->empty()) {
    return n.texts(SmallVector<StringRef>(texts->begin(), texts->end()));
  }
  return integers ? n.integers(*integers) : Value();
}

static LogicalResult importTreeEnsembleClassifier(NodeImporter &n) {
  Forest forest;
  std::string how = n.stringAttr("post_transform", "NONE");
  Value labels = classLabels(n);
  if (!labels) {
    return n.bad("has no labels of classes");
  }
  forest.targets = *n.shape(labels)[0].constant();
  Value x = rowsOf(n);
  if (n.failed() || failed(readForest(n, forest, "class"))) {
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
  return n.finish({n.gather(labels, best, 0), n.castTo(result, n.builder().getF32Type())});
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
  int32_t children[2];
  for (int side : {0, 1}) {
    bool isLeaf = lists.isLeaf[side][i] != 0;
    int64_t limit = isLeaf ? static_cast<int64_t>(lists.targets.size()) : firstLeaf;
    if (lists.ids[side][i] < 0 || lists.ids[side][i] >= limit) {
      return n.bad("a child of node " + Twine(i) + " is outside its list");
    }
    children[side] = static_cast<int32_t>(lists.ids[side][i] + (isLeaf ? firstLeaf : 0));
  }
  if (mode < 0 || mode > kMember) {
    return n.bad("node " + Twine(i) + " has mode " + Twine(mode));
  }
  bool tracksTrue = i < lists.missing.size() && lists.missing[i] != 0;
  TreeNode node{lists.splits[i], children[0], children[1], 0, static_cast<Branch>(mode), tracksTrue};
  if (failed(setFeature(n, node, lists.features[i]))) {
    return failure();
  }
  size_t place = i;
  if (mode == kMember) {
    const double *end = lists.members.end();
    node.branch = Branch::Eq;
    node.threshold = member < end ? *member++ : NAN;
    for (; member < end && !std::isnan(*member); ++member) {
      auto next = static_cast<int32_t>(forest.nodes.size());
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
    auto place = static_cast<int32_t>(firstLeaf + leaf);
    int64_t target = lists->targets[leaf];
    forest.nodes[place].whenTrue = forest.nodes[place].whenFalse = place;
    if (target < 0 || target >= forest.targets) {
      return n.bad("leaf " + Twine(leaf) + " is for target " + Twine(target));
    }
    forest.votes.push_back({place, static_cast<int32_t>(target), lists->weights[leaf]});
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
    forest.roots.push_back(static_cast<int32_t>(root));
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
  table.add("ArrayFeatureExtractor", {importArrayFeatureExtractor, 2, 2, OpEntry::kText}, kMl);
  table.add("Binarizer", {importBinarizer}, kMl);
}

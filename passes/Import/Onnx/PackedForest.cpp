//===- PackedForest.cpp - a forest with one word for a node ---------------===//

#include "passes/Import/Onnx/PackedForest.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::importer;

namespace {
class Packer {
public:
  explicit Packer(const Forest &forest) : forest(forest) {}
  std::optional<PackedForest> run();

private:
  bool chooseBits();
  bool isOfTrees() const;
  void readVotes();
  int32_t targetOfTree(int32_t root) const;
  std::vector<int32_t> rootsByTarget() const;
  bool fillTable();
  bool placeTree(int32_t root);
  std::optional<uint64_t> word(int32_t node, uint64_t distance) const;

  static constexpr int32_t kNone = -1, kSeveral = -2;
  const Forest &forest;
  PackedForest packed;
  std::vector<float> leafValues;    // by node: the vote, then what its word holds
  std::vector<int32_t> leafTargets; // by node: the target that it votes for, kNone or kSeveral
};
} // namespace

/// What all nodes have in common; false if they compare in different ways.
bool Packer::chooseBits() {
  std::optional<Branch> branch;
  int32_t largest = 0;
  for (const TreeNode &node : forest.nodes) {
    if (node.branch == Branch::Leaf) {
      continue;
    }
    if (branch && *branch != node.branch) {
      return false;
    }
    branch = node.branch;
    largest = std::max(largest, node.feature);
    packed.hasMissing |= node.missingIsTrue;
  }
  packed.branch = branch.value_or(Branch::Le);
  packed.featureBits = llvm::Log2_64_Ceil(uint64_t(largest) + 1);
  packed.targets = forest.targets;
  return true;
}

/// Whether every node is a root or the child of one node.
bool Packer::isOfTrees() const {
  std::vector<bool> isTaken(forest.nodes.size());
  auto take = [&](int32_t node) {
    bool wasTaken = isTaken[node];
    isTaken[node] = true;
    return !wasTaken;
  };
  return llvm::all_of(forest.roots, take) && llvm::all_of(forest.nodes, [&](const TreeNode &node) {
           return node.branch == Branch::Leaf || (take(node.whenTrue) && take(node.whenFalse));
         });
}

void Packer::readVotes() {
  leafValues.assign(forest.nodes.size(), 0);
  leafTargets.assign(forest.nodes.size(), kNone);
  for (const Vote &vote : forest.votes) {
    int32_t &target = leafTargets[vote.node];
    target = target == kNone || target == vote.target ? vote.target : kSeveral;
    leafValues[vote.node] += static_cast<float>(vote.weight);
  }
}

/// The one target that all leaves of a tree vote for, kNone or kSeveral.
int32_t Packer::targetOfTree(int32_t root) const {
  int32_t found = kNone;
  std::vector<int32_t> open = {root};
  while (!open.empty() && found != kSeveral) {
    int32_t at = open.back();
    const TreeNode &node = forest.nodes[at];
    open.pop_back();
    if (node.branch != Branch::Leaf) {
      open.insert(open.end(), {node.whenFalse, node.whenTrue});
    } else if (leafTargets[at] != kNone) {
      found = found == kNone || found == leafTargets[at] ? leafTargets[at] : kSeveral;
    }
  }
  return found;
}

/// The roots of the trees for each target, filled up with kNone to as many for each. Empty if a tree votes
/// for several targets, or if there would be more to fill up than trees.
std::vector<int32_t> Packer::rootsByTarget() const {
  std::vector<std::vector<int32_t>> groups(forest.targets);
  size_t most = 0;
  for (int32_t root : forest.roots) {
    int32_t target = targetOfTree(root);
    if (target == kSeveral) {
      return {};
    }
    std::vector<int32_t> &group = groups[std::max(target, 0)];
    group.push_back(root);
    most = std::max(most, group.size());
  }
  if (most * groups.size() > 2 * forest.roots.size()) {
    return {};
  }
  std::vector<int32_t> roots;
  for (std::vector<int32_t> &group : groups) {
    group.resize(most, kNone);
    roots.insert(roots.end(), group.begin(), group.end());
  }
  return roots;
}

/// Gives every leaf a row in the table of votes; false if that is too large.
bool Packer::fillTable() {
  uint32_t leaves = 0;
  for (auto [node, value] : llvm::zip(forest.nodes, leafValues)) {
    if (node.branch == Branch::Leaf) {
      value = llvm::bit_cast<float>(leaves++);
    }
  }
  if (int64_t(leaves) * forest.targets > kMaxVoteTable) {
    return false;
  }
  packed.table.assign(leaves * forest.targets, 0);
  for (const Vote &vote : forest.votes) {
    auto row = llvm::bit_cast<uint32_t>(leafValues[vote.node]);
    packed.table[row * forest.targets + vote.target] += static_cast<float>(vote.weight);
  }
  return true;
}

/// Nothing if the distance needs more bits than there are.
std::optional<uint64_t> Packer::word(int32_t at, uint64_t distance) const {
  const TreeNode &node = forest.nodes[at];
  bool isLeaf = node.branch == Branch::Leaf;
  float low = isLeaf ? leafValues[at] : static_cast<float>(node.threshold);
  unsigned distanceBit = PackedForest::kFeatureBit + packed.featureBits;
  if (distanceBit >= 63 || distance >> (63 - distanceBit)) { // the sign stays 0
    return std::nullopt;
  }
  return llvm::bit_cast<uint32_t>(low) | uint64_t(node.missingIsTrue) << PackedForest::kMissingBit |
         uint64_t(!isLeaf) << PackedForest::kInteriorBit |
         uint64_t(node.feature) << PackedForest::kFeatureBit | distance << distanceBit;
}

/// Places the nodes of a tree level by level, siblings side by side.
bool Packer::placeTree(int32_t root) {
  size_t first = packed.words.size();
  std::vector<int32_t> nodes = {root};
  for (size_t i = 0; i < nodes.size(); ++i) {
    const TreeNode &node = forest.nodes[nodes[i]];
    bool isLeaf = node.branch == Branch::Leaf;
    std::optional<uint64_t> packedNode = word(nodes[i], isLeaf ? 0 : nodes.size() - i);
    if (!packedNode) {
      return false;
    }
    packed.words.push_back(*packedNode);
    if (!isLeaf) {
      nodes.insert(nodes.end(), {node.whenTrue, node.whenFalse});
    }
  }
  packed.roots.push_back(static_cast<int32_t>(first));
  return true;
}

std::optional<PackedForest> Packer::run() {
  if (!chooseBits() || !isOfTrees()) {
    return std::nullopt;
  }
  readVotes();
  std::vector<int32_t> roots = rootsByTarget();
  if (roots.empty() && !fillTable()) {
    return std::nullopt;
  }
  packed.words.reserve(forest.nodes.size() + 1);
  packed.words.push_back(0); // a leaf that votes 0, for trees that are not there
  for (int32_t root : roots.empty() ? forest.roots : roots) {
    if (root == kNone) {
      packed.roots.push_back(0);
    } else if (!placeTree(root)) {
      return std::nullopt;
    }
  }
  return std::move(packed);
}

std::optional<PackedForest> importer::packForest(const Forest &forest) { return Packer(forest).run(); }

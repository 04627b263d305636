//===- Forest.h - ensembles of decision trees -------------------*- C++ -*-===//
//
// Between the operators that describe trees (OnnxTrees.cpp) and the graph that walks them (ForestScores.cpp).
// Forests have millions of nodes, so a node is small.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_FOREST_H
#define PASSES_IMPORT_ONNX_FOREST_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// How a node compares the feature with its threshold; the order of TreeEnsemble-5.
enum class Branch : int8_t { Le, Lt, Ge, Gt, Eq, Ne, Leaf };

/// Nodes are counted by 32-bit numbers: a file is smaller than 2 GiB.
struct TreeNode {
  double threshold = 0;
  int32_t whenTrue = -1, whenFalse = -1; ///< places in the list of nodes; a leaf's are its own
  int32_t feature = 0;
  Branch branch = Branch::Leaf;
  bool missingIsTrue = false; ///< where a NaN goes
};

/// One leaf's contribution to one target.
struct Vote {
  int32_t node, target;
  double weight;
};

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<int32_t> roots;
  std::vector<Vote> votes;
  int64_t targets = 0;
  SmallVector<double> base; ///< added to the targets; empty: nothing
};

/// The most votes in a table of leaves and targets. A guess: 256 MiB, most of them 0.
constexpr int64_t kMaxVoteTable = int64_t(1) << 26;

/// The sums of votes for every row of `x`, a float [rows, features]: of its type, [rows, targets]. Null if
/// refused: a node is its own ancestor or looks at a feature that is not there, or the forest is too large.
Value scoresOf(NodeImporter &n, const Forest &forest, Value x);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_FOREST_H

//===- PackedForest.h - a forest with one word for a node -------*- C++ -*-===//
//
// The usual forest (every node has one parent, all nodes compare alike, f32) has a form that a walk reads
// with one load per node. A word holds, from its low bits:
//
//   32 bits   the threshold; in a leaf its vote, or the number of its row in the table of votes
//   1 bit     whether a NaN goes where the comparison holds
//   1 bit     whether the node is interior
//   n bits    the feature
//   the rest  how far behind the node its first child stands; the second stands behind the first
//
// A leaf has distance 0 and is not interior, so that a step from it leads to itself and all trees take as
// many steps as the deepest has levels.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_PACKEDFOREST_H
#define PASSES_IMPORT_ONNX_PACKEDFOREST_H

#include "passes/Import/Onnx/Forest.h"

namespace heddle::importer {

struct PackedForest {
  static constexpr unsigned kMissingBit = 32, kInteriorBit = 33, kFeatureBit = 34;

  std::vector<uint64_t> words;
  std::vector<int32_t>
      roots;                ///< places in `words`; without a table those of target 0 first, as many for each
  std::vector<float> table; ///< votes [leaves, targets]; empty: each tree votes for one target
  int64_t targets = 0;
  unsigned featureBits = 0;
  Branch branch = Branch::Le;
  bool hasMissing = false;
};

/// Nothing if the forest is not of the usual form. No node is its own ancestor.
std::optional<PackedForest> packForest(const Forest &forest);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_PACKEDFOREST_H

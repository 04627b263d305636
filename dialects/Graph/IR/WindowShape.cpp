//===- WindowShape.cpp - sizes under a sliding window ---------------------===//

#include "dialects/Graph/IR/WindowShape.h"

using namespace heddle;
using namespace heddle::graph;

/// Larger strides, dilations and pads mean a broken model; the bound keeps the arithmetic of sizes within 64
/// bits.
static constexpr int64_t kMaxExtent = int64_t(1) << 31;

static LogicalResult verifyList(const Inference &infer, StringRef name, ArrayRef<int64_t> list, size_t wanted,
                                int64_t least) {
  if (list.size() != wanted) {
    return infer.error(name, " has ", list.size(), " entries but the input has ", wanted,
                       " spatial dimensions");
  }
  for (int64_t entry : list) {
    if (entry < least || entry > kMaxExtent) {
      return infer.error(name, " has an entry ", entry, " but ", least, " to ", kMaxExtent, " is possible");
    }
  }
  return success();
}

LogicalResult Window::verify(const Inference &infer, int64_t inputRank) const {
  if (inputRank < 2) {
    return infer.error("input has rank ", inputRank, " but a batch and a channel dimension are wanted");
  }
  size_t spatial = inputRank - 2;
  SmallVector<int64_t> known =
      llvm::map_to_vector(sizes, [](const SymExpr &size) { return size.constant().value_or(1); });
  return success(succeeded(verifyList(infer, "window", known, spatial, 1)) &&
                 succeeded(verifyList(infer, "strides", strides, spatial, 1)) &&
                 succeeded(verifyList(infer, "dilations", dilations, spatial, 1)) &&
                 succeeded(verifyList(infer, "pads_low", padsLow, spatial, -kMaxExtent)) &&
                 succeeded(verifyList(infer, "pads_high", padsHigh, spatial, -kMaxExtent)));
}

SymExpr Window::resultSize(unsigned dim, const SymExpr &input) const {
  SymExpr reach = SymExpr(dilations[dim]) * (sizes[dim] - SymExpr(1)) + SymExpr(1);
  SymExpr room = input + SymExpr(padsLow[dim] + padsHigh[dim]) - reach;
  return SymExpr::max(SymExpr::floorDiv(room, strides[dim]) + SymExpr(1), 0);
}

DimIndices Window::inputIndices(LoopNestBuilder &nest, ArrayRef<AffineExpr> outputs,
                                DimIndices &windowFactors) const {
  DimIndices indices;
  for (unsigned dim = 0; dim < numDims(); ++dim) {
    AffineExpr place = nest.factor(FactorKind::Window, sizes[dim]);
    windowFactors.push_back(place);
    indices.push_back(outputs[dim] * strides[dim] + place * dilations[dim] - padsLow[dim]);
  }
  return indices;
}

//===- LoopNestBuilder.cpp - writing down a loop nest ---------------------===//

#include "dialects/Graph/IR/LoopNestBuilder.h"

using namespace heddle;
using namespace heddle::graph;

AffineExpr LoopNestBuilder::factor(FactorKind kind, SymExpr size) {
  nest.factors.push_back({kind, std::move(size)});
  return getAffineDimExpr(nest.factors.size() - 1, context);
}

DimIndices LoopNestBuilder::parallelFactors(ArrayRef<SymExpr> shape) {
  DimIndices indices;
  for (const SymExpr &size : shape) {
    indices.push_back(factor(FactorKind::Parallel, size));
  }
  return indices;
}

AffineExpr LoopNestBuilder::sizeOf(AffineExpr factor) {
  unsigned number = cast<AffineDimExpr>(factor).getPosition();
  if (std::optional<int64_t> size = nest.factors[number].size.constant()) {
    return constant(*size);
  }
  usesSizes = true;
  return getAffineSymbolExpr(number, context);
}

LoopNest LoopNestBuilder::finish() {
  unsigned numDims = nest.factors.size();
  auto makeMap = [&](const DimIndices &indices) {
    return AffineMap::get(numDims, usesSizes ? numDims : 0, indices, context);
  };
  llvm::append_range(nest.operandMaps, llvm::map_range(operands, makeMap));
  llvm::append_range(nest.resultMaps, llvm::map_range(results, makeMap));
  return std::move(nest);
}

DimIndices graph::broadcastIndices(ArrayRef<SymExpr> operand, ArrayRef<SymExpr> result,
                                   ArrayRef<AffineExpr> indices) {
  size_t added = result.size() - operand.size();
  DimIndices own;
  for (auto [dim, size] : llvm::enumerate(operand)) {
    AffineExpr index = indices[added + dim];
    bool stretched = size.isConstant(1) && !result[added + dim].isConstant(1);
    own.push_back(stretched ? getAffineConstantExpr(0, index.getContext()) : index);
  }
  return own;
}

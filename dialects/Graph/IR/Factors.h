//===- Factors.h - the loop nest of an op -----------------------*- C++ -*-===//
//
// An op's iteration space is described once, as factors and maps. A factor is a named iteration dimension
// with one extent; a map gives, for every dimension of an operand or result, the index as an affine
// expression of the factors. matmul has factors m, n (parallel) and k (reduction), lhs (m, n, k) -> (m, k),
// rhs -> (k, n) and result -> (m, n). A convolution's input has o*stride + w*dilation - pad: its window
// factor w is a reduction whose reads may fall outside the operand, where the padding value stands.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_FACTORS_H
#define DIALECTS_GRAPH_IR_FACTORS_H

#include "dialects/Support/SymExpr.h"
#include "mlir/IR/AffineMap.h"

namespace heddle::graph {

enum class FactorKind {
  Parallel,   ///< any order, any split
  Reduction,  ///< combined by an associative operation
  Sequential, ///< in order: each step reads the one before
  Window,     ///< a reduction over affine neighbours; reads may leave the operand
  Whole,      ///< cannot be cut: sort, indirect dimension of a gather
};

struct Factor {
  FactorKind kind;
  SymExpr size;
};

/// Maps have as many dims as there are factors. A dimension that no factor walks (size 1, broadcast) is the
/// constant 0. Where a map needs the size of a factor, as in the major to minor index f0*size(f1) + f1, it is
/// a number, or the map's symbol of the factor's number (maps then have as many symbols as factors). An
/// operand that the body reads before it loops (a list of sizes or starts) has a map without results.
///
/// A dimension read at a computed place is walked by a factor of kind Whole of its own.
struct LoopNest {
  SmallVector<Factor> factors;
  SmallVector<AffineMap> operandMaps;
  SmallVector<AffineMap> resultMaps;

  /// Numbers of the factors of a kind.
  SmallVector<unsigned> factorsOfKind(FactorKind kind) const {
    SmallVector<unsigned> found;
    for (auto [i, factor] : llvm::enumerate(factors)) {
      if (factor.kind == kind) {
        found.push_back(i);
      }
    }
    return found;
  }
  /// How often the body runs: the product of all extents but those of Whole factors, which the body sees at
  /// once.
  SymExpr iterations() const {
    SymExpr count(1);
    for (const Factor &factor : factors) {
      if (factor.kind != FactorKind::Whole) {
        count = count * factor.size;
      }
    }
    return count;
  }
};

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_FACTORS_H

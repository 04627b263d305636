//===- DataLoopNests.cpp - loop nests of ops that move elements -----------===//
//
// Every result dimension is a parallel factor, and the operand's indices follow from it. Where the place in
// the operand is not an affine expression with known numbers (a start that is symbolic, mirrored padding) the
// operand's dimension is Whole.
//
// reshape is the common refinement of both shapes. Walking both from the major end, the next factor is the
// smaller of what is left of the two current dimensions, if it divides the other:
//   [6, 4] -> [3, 8]: factors 3, 2, 4; input (f0*2 + f1, f2), result (f0, f1*4 + f2)
// Where neither divides, as in [6, 4] -> [4, 6], the smallest run of dimensions with equal products is cut
// out; its result dimensions are parallel and its operand dimensions Whole.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"

using namespace heddle;
using namespace heddle::graph;

LoopNest IotaOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  nest.controlOperands(getOperation()->getNumOperands());
  nest.result(nest.parallelFactors(shapeOf(getResult())));
  return nest.finish();
}

LoopNest TransposeOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices written = nest.parallelFactors(shapeOf(getResult())), read(written.size());
  for (auto [dim, from] : llvm::enumerate(getPermutation())) {
    read[from] = written[dim];
  }
  nest.operand(read);
  nest.result(written);
  return nest.finish();
}

LoopNest BroadcastOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  SymShape shape = shapeOf(getResult());
  DimIndices written = nest.parallelFactors(shape);
  nest.operand(broadcastIndices(shapeOf(getInput()), shape, written));
  nest.controlOperands(getOperation()->getNumOperands() - 1);
  nest.result(written);
  return nest.finish();
}

LoopNest SliceOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices written = nest.parallelFactors(shapeOf(getResult())), read;
  for (auto [dim, size] : llvm::enumerate(shapeOf(getInput()))) {
    std::optional<SymExpr> start = getStart(dim);
    bool isKnown = start && start->constant();
    read.push_back(isKnown ? written[dim] * getSteps()[dim] + *start->constant() : nest.whole(size));
  }
  nest.operand(read);
  nest.controlOperands(getOperation()->getNumOperands() - 1);
  nest.result(written);
  return nest.finish();
}

LoopNest ConcatOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices written = nest.parallelFactors(shapeOf(getResult()));
  SymExpr offset;
  for (Value input : getInputs()) {
    SymExpr size = shapeOf(input)[getAxis()];
    DimIndices read = written;
    read[getAxis()] = offset.constant() ? written[getAxis()] - *offset.constant() : nest.whole(size);
    nest.operand(read);
    offset = offset + size;
  }
  nest.result(written);
  return nest.finish();
}

LoopNest PadOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  SymShape input = shapeOf(getInput()), result = shapeOf(getResult());
  DimIndices written = nest.parallelFactors(result), read;
  for (unsigned dim = 0; dim < input.size(); ++dim) {
    std::optional<SymExpr> low = getLow(dim);
    bool isKept = low && low->isConstant(0) && input[dim] == result[dim] && getInterior()[dim] == 0;
    bool isShifted = low && low->constant() && getInterior()[dim] == 0 && getMode() == PadMode::Constant;
    read.push_back(isKept      ? written[dim]
                   : isShifted ? written[dim] - *low->constant()
                               : nest.whole(input[dim]));
  }
  nest.operand(read);
  nest.controlOperands(getOperation()->getNumOperands() - 1);
  nest.result(written);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

namespace {
/// One of the two shapes, walked from the major end.
struct Side {
  explicit Side(SymShape sizes) : shape(std::move(sizes)), pieces(shape.size()) { settle(0); }

  bool done() const { return dim == shape.size(); }
  /// Goes to `next` and on past dimensions of size 1, which no factor walks.
  void settle(size_t next) {
    for (dim = next; dim < shape.size(); ++dim) {
      rest = shape[dim];
      if (!rest.isConstant(1)) {
        return;
      }
    }
  }
  /// Takes a factor off the major end of what is left of the current dimension.
  void take(AffineExpr factor, const SymExpr &size) {
    pieces[dim].push_back(factor);
    rest = size == rest ? SymExpr(1) : SymExpr::floorDiv(rest, size);
    if (rest.isConstant(1)) {
      settle(dim + 1);
    }
  }

  SymShape shape;
  size_t dim = 0;
  SymExpr rest; ///< what no factor covers yet of dimension `dim`
  SmallVector<DimIndices> pieces;
};
} // namespace

static bool divides(const SymExpr &divisor, const SymExpr &size) {
  return SymExpr::floorDiv(size, divisor) * divisor == size;
}

/// The ends of the smallest runs from the current dimensions that hold equally many elements, or both ends.
static std::pair<size_t, size_t> findRun(const Side &input, const Side &result) {
  SymExpr inputCount = 1;
  for (size_t i = input.dim; i < input.shape.size(); ++i) {
    inputCount = inputCount * (i == input.dim ? input.rest : input.shape[i]);
    SymExpr resultCount = 1;
    for (size_t j = result.dim; j < result.shape.size(); ++j) {
      resultCount = resultCount * (j == result.dim ? result.rest : result.shape[j]);
      if (inputCount == resultCount) {
        return {i + 1, j + 1};
      }
    }
  }
  return {input.shape.size(), result.shape.size()};
}

/// Covers the dimensions before `end` with a factor each.
static void coverRun(LoopNestBuilder &nest, Side &side, size_t end, FactorKind kind) {
  while (!side.done() && side.dim < end) {
    SymExpr size = side.rest;
    side.take(nest.factor(kind, size), size);
  }
}

/// The index of every dimension: its pieces, major to minor.
static DimIndices joinPieces(LoopNestBuilder &nest, const Side &side) {
  DimIndices indices;
  for (const DimIndices &pieces : side.pieces) {
    AffineExpr index;
    for (AffineExpr piece : pieces) {
      index = index ? index * nest.sizeOf(piece) + piece : piece;
    }
    indices.push_back(index ? index : nest.constant(0));
  }
  return indices;
}

LoopNest ReshapeOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  Side input(shapeOf(getInput())), result(shapeOf(getResult()));
  while (!input.done() && !result.done()) {
    std::optional<SymExpr> common;
    if (divides(result.rest, input.rest)) {
      common = result.rest;
    } else if (divides(input.rest, result.rest)) {
      common = input.rest;
    }
    if (common) {
      AffineExpr factor = nest.factor(FactorKind::Parallel, *common);
      input.take(factor, *common);
      result.take(factor, *common);
      continue;
    }
    auto [inputEnd, resultEnd] = findRun(input, result);
    coverRun(nest, input, inputEnd, FactorKind::Whole);
    coverRun(nest, result, resultEnd, FactorKind::Parallel);
  }
  // Sizes that only a run shows to be 1.
  coverRun(nest, input, input.shape.size(), FactorKind::Whole);
  coverRun(nest, result, result.shape.size(), FactorKind::Parallel);
  nest.operand(joinPieces(nest, input));
  nest.controlOperands(getOperation()->getNumOperands() - 1);
  nest.result(joinPieces(nest, result));
  return nest.finish();
}

//===- LanePattern.cpp - which loops suit a kernel's body -----------------===//

#include "passes/Tile/LanePattern.h"
#include "passes/Tile/ReshapeBlocks.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::tile;

bool tile::isMoved(graph::SliceOp op, unsigned dim) {
  return cast<StringAttr>(op.getStarts()[dim]).getValue() != "0" || op.getSteps()[dim] != 1;
}

bool tile::isMoved(graph::PadOp op, unsigned dim) {
  return cast<StringAttr>(op.getLows()[dim]).getValue() != "0" || op.getInterior()[dim] != 0 ||
         graph::shapeOf(op.getInput())[dim] != graph::shapeOf(op.getResult())[dim];
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

bool LanePattern::isContiguous(Value tensor, int64_t dim) {
  auto [found, inserted] = contiguous.try_emplace({tensor, dim}, false);
  if (!inserted) {
    return found->second;
  }
  bool result = compute(tensor, dim);
  contiguous[{tensor, dim}] = result;
  return result;
}

bool LanePattern::compute(Value tensor, int64_t dim) {
  SmallVector<SymExpr> shape = graph::shapeOf(tensor);
  if ((isBound && isBound(tensor)) || shape[dim].isConstant(1)) {
    return true;
  }
  Operation *op = tensor.getDefiningOp();
  if (!op || isa<graph::ConstantOp>(op)) {
    return product(ArrayRef(shape).drop_front(dim + 1)).isConstant(1);
  }
  if (!op->hasTrait<graph::ElementwiseOp>() && !isa<graph::BroadcastOp>(op)) {
    return computeMovement(op, dim);
  }
  for (Value operand : isa<graph::BroadcastOp>(op) ? op->getOperands().take_front() : op->getOperands()) {
    SmallVector<SymExpr> own = graph::shapeOf(operand);
    int64_t missing = shape.size() - own.size();
    if (dim < missing || own[dim - missing].isConstant(1)) {
      continue;
    }
    if (own[dim - missing] != shape[dim] || !isContiguous(operand, dim - missing)) {
      return false;
    }
  }
  return true;
}

bool LanePattern::computeMovement(Operation *op, int64_t dim) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<graph::IotaOp, graph::ShapeOp, graph::SymbolicOp, graph::RandomOp>([](auto) { return true; })
      .Case<graph::TransposeOp>([&](graph::TransposeOp transpose) {
        return isContiguous(transpose.getInput(), transpose.getPermutation()[dim]);
      })
      .Case<graph::SliceOp>([&](graph::SliceOp slice) {
        return slice.getSteps()[dim] == 1 && isContiguous(slice.getInput(), dim);
      })
      .Case<graph::PadOp>(
          [&](graph::PadOp pad) { return pad.getInterior()[dim] == 0 && isContiguous(pad.getInput(), dim); })
      .Case<graph::ConcatOp>([&](graph::ConcatOp concat) {
        return llvm::all_of(concat.getInputs(), [&](Value input) { return isContiguous(input, dim); });
      })
      .Case<graph::GatherOp>([&](graph::GatherOp gather) {
        int64_t behind = gather.getAxis() + gather.getIndices().getType().getRank();
        return dim >= behind && isContiguous(gather.getInput(), dim - behind + gather.getAxis() + 1);
      })
      .Case<graph::GatherNdOp>([&](graph::GatherNdOp gather) {
        int64_t last = gather.getIndices().getType().getRank() - 1;
        int64_t coordinates = gather.getIndices().getType().getShape()[last];
        return dim >= last &&
               isContiguous(gather.getInput(), dim - last + gather.getBatchDims() + coordinates);
      })
      .Case<graph::ReshapeOp>([&](graph::ReshapeOp reshape) {
        SmallVector<SymExpr> from = graph::shapeOf(reshape.getInput()),
                             to = graph::shapeOf(reshape.getResult());
        for (const ReshapeBlock &block : reshapeBlocks(from, to)) {
          if (dim < block.toFirst || dim >= block.toEnd()) {
            continue;
          }
          bool innermost = product(ArrayRef(to).slice(dim + 1, block.toEnd() - dim - 1)).isConstant(1);
          const llvm::BitVector &inner = cuts(reshape.getInput());
          bool together =
              inner.find_first_in(block.fromFirst + 1, std::max(block.fromFirst + 1, block.fromEnd())) < 0;
          return innermost && together && block.fromCount > 0 &&
                 isContiguous(reshape.getInput(), block.fromEnd() - 1);
        }
        return false;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

const llvm::BitVector &LanePattern::cuts(Value tensor) {
  auto found = knownCuts.find(tensor);
  if (found == knownCuts.end()) {
    llvm::BitVector result = computeCuts(tensor);
    found = knownCuts.try_emplace(tensor, std::move(result)).first;
  }
  return found->second;
}

namespace {
/// Boundaries of one tensor that are being collected.
struct Boundaries {
  llvm::BitVector bits;

  void set(unsigned boundary) {
    if (boundary > 0 && boundary < bits.size()) {
      bits.set(boundary);
    }
  }
  void around(unsigned dim) {
    set(dim);
    set(dim + 1);
  }
  /// Boundaries [from, to] of an operand, moved by `shift`.
  void take(const llvm::BitVector &operand, unsigned from, unsigned to, int shift) {
    for (unsigned boundary : operand.set_bits()) {
      if (boundary >= from && boundary <= to) {
        set(boundary + shift);
      }
    }
  }
};
} // namespace

/// Cuts between dimensions that an operand keeps and those that it stretches over.
static void cutStretched(Boundaries &cuts, ArrayRef<SymExpr> result, ArrayRef<SymExpr> operand) {
  unsigned missing = result.size() - operand.size();
  std::optional<bool> last;
  for (unsigned dim = 0; dim < result.size(); ++dim) {
    SymExpr size = dim < missing ? SymExpr(1) : operand[dim - missing];
    bool kept = size == result[dim], one = size.isConstant(1);
    if (kept && one) {
      continue;
    }
    if (!kept && !one) { // known at run time
      cuts.around(dim);
    }
    if (last && *last != kept) {
      cuts.set(dim);
    }
    last = kept;
  }
}

static void cutReshape(Boundaries &cuts, graph::ReshapeOp reshape, const llvm::BitVector &inner) {
  SmallVector<SymExpr> from = graph::shapeOf(reshape.getInput()), to = graph::shapeOf(reshape.getResult());
  for (const ReshapeBlock &block : reshapeBlocks(from, to)) {
    if (block.fromFirst < inner.size() && inner.test(block.fromFirst)) {
      cuts.set(block.toFirst);
    }
    if (inner.find_first_in(block.fromFirst + 1, std::max(block.fromFirst + 1, block.fromEnd())) >= 0) {
      for (unsigned dim = block.toFirst; dim < block.toEnd(); ++dim) {
        cuts.around(dim);
      }
    }
  }
}

/// Cuts at the dimensions that a slice or a pad moves.
template <typename Op> static void cutMoved(Boundaries &cuts, Op op) {
  SmallVector<SymExpr> from = graph::shapeOf(op.getInput()), to = graph::shapeOf(op.getResult());
  for (unsigned dim = 0; dim < to.size(); ++dim) {
    if (isMoved(op, dim)) {
      cuts.around(dim);
    } else if (from[dim] != to[dim]) {
      cuts.set(dim); // the outermost dimension of a group may be shorter than in the operand
    }
  }
}

static void cutTransposed(Boundaries &cuts, graph::TransposeOp transpose, const llvm::BitVector &inner) {
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  for (unsigned dim = 1; dim < permutation.size(); ++dim) {
    if (permutation[dim] != permutation[dim - 1] + 1 || inner.test(permutation[dim])) {
      cuts.set(dim);
    }
  }
}

llvm::BitVector LanePattern::computeCuts(Value tensor) {
  SmallVector<SymExpr> shape = graph::shapeOf(tensor);
  unsigned rank = shape.size();
  Boundaries result{llvm::BitVector(rank + 1)};
  Operation *op = tensor.getDefiningOp();
  if (!op || (isBound && isBound(tensor))) {
    return result.bits;
  }
  auto takeAll = [&](Value operand, int shift) { result.take(cuts(operand), 1, ~0u, shift); };
  if (op->hasTrait<graph::ElementwiseOp>() || isa<graph::BroadcastOp>(op)) {
    for (Value operand : isa<graph::BroadcastOp>(op) ? op->getOperands().take_front() : op->getOperands()) {
      SmallVector<SymExpr> own = graph::shapeOf(operand);
      cutStretched(result, shape, own);
      takeAll(operand, rank - own.size());
    }
    return result.bits;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case<graph::IotaOp>([&](graph::IotaOp iota) { result.around(iota.getAxis()); })
      .Case<graph::TransposeOp>(
          [&](auto transpose) { cutTransposed(result, transpose, cuts(transpose.getInput())); })
      .Case<graph::ReshapeOp>([&](auto reshape) { cutReshape(result, reshape, cuts(reshape.getInput())); })
      .Case<graph::SliceOp, graph::PadOp>([&](auto moved) {
        cutMoved(result, moved);
        takeAll(moved.getInput(), 0);
      })
      .Case<graph::ConcatOp>([&](graph::ConcatOp concat) {
        result.around(concat.getAxis());
        llvm::for_each(concat.getInputs(), [&](Value input) { takeAll(input, 0); });
      })
      .Case<graph::GatherOp>([&](graph::GatherOp gather) {
        unsigned axis = gather.getAxis(), listRank = gather.getIndices().getType().getRank();
        result.set(axis);
        result.set(axis + listRank);
        takeAll(gather.getIndices(), axis);
        result.take(cuts(gather.getInput()), 1, axis, 0);
        result.take(cuts(gather.getInput()), axis + 1, ~0u, static_cast<int>(listRank) - 1);
      })
      .Default([&](Operation *other) {
        bool isUniform = isa<graph::ConstantOp, graph::SymbolicOp, graph::ShapeOp, graph::RandomOp>(other);
        for (unsigned dim = 0; dim < rank && !isUniform; ++dim) {
          result.set(dim);
        }
      });
  return result.bits;
}

//===- SinkTransposes.cpp - transposes move towards the results -----------===//
//
// With p a permutation, transpose(x, p) has dimension i of x at the place where p holds i. Each pattern turns
// f(transpose(x, p)) into transpose(f'(x), p'), where f' works on the dimensions of x. Example for a
// reduction: x is [n, h, w, c], p = [0, 3, 1, 2] gives [n, c, h, w]; a sum over axes [2, 3] of that is a sum
// over p[2], p[3] = 1, 2 of x, transposed by p. Neighbouring transposes compose in the canonicalizer.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_SINKTRANSPOSESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;
using graph::TransposeOp;

using Permutation = SmallVector<int64_t>;

static Permutation inverse(ArrayRef<int64_t> permutation) {
  Permutation result(permutation.size());
  for (auto [i, p] : llvm::enumerate(permutation)) {
    result[p] = i;
  }
  return result;
}

/// Whether a transpose of `shape` moves only dimensions of size 1, so that it is a reshape.
static bool movesNothing(ArrayRef<SymExpr> shape, ArrayRef<int64_t> permutation) {
  Permutation real = llvm::to_vector(
      llvm::make_filter_range(permutation, [&](int64_t dim) { return !shape[dim].isConstant(1); }));
  return llvm::is_sorted(real);
}

/// `value` broadcast-aligned to `rank` dimensions and seen in the layout before the transpose by
/// `permutation`.
static Value untransposed(PatternRewriter &rewriter, Value value, ArrayRef<int64_t> permutation) {
  if (auto transpose = value.getDefiningOp<TransposeOp>();
      transpose && transpose.getPermutation() == permutation) {
    return transpose.getInput();
  }
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0) {
    return value;
  }
  graph::SymShape shape = graph::shapeOf(value);
  if (type.getRank() < static_cast<int64_t>(permutation.size())) {
    shape.insert(shape.begin(), permutation.size() - type.getRank(), SymExpr(1));
    value = graph::ReshapeOp::create(rewriter, value.getLoc(),
                                     graph::makeTensorType(shape, type.getElementType()), value,
                                     /*size=*/Value());
  }
  return TransposeOp::create(rewriter, value.getLoc(), value, inverse(permutation));
}

/// Whether seeing `value` through the inverse of a transpose costs nothing: it was transposed so, is
/// constant, or only dimensions of size 1 move (the gate [n, c, 1, 1] of an image [n, c, h, w]).
static bool isFreeToUntranspose(Value value, ArrayRef<int64_t> permutation) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if ((transpose && transpose.getPermutation() == permutation) || graph::constantElements(value)) {
    return true;
  }
  graph::SymShape shape = graph::shapeOf(value);
  shape.insert(shape.begin(), permutation.size() - shape.size(), SymExpr(1));
  return movesNothing(shape, inverse(permutation));
}

/// The transpose on an operand that may move behind `op`; null unless the others can follow for free.
static TransposeOp commonTranspose(Operation *op, OperandRange operands) {
  auto rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (Value operand : operands) {
    auto transpose = operand.getDefiningOp<TransposeOp>();
    // One that moves nothing, or a constant, is what sinking another leaves behind: sinking it would undo
    // that for ever.
    if (!transpose || transpose.getResult().getType().getRank() != rank ||
        movesNothing(graph::shapeOf(transpose.getInput()), transpose.getPermutation()) ||
        graph::constantElements(transpose.getInput())) {
      continue;
    }
    bool free = llvm::all_of(
        operands, [&](Value other) { return isFreeToUntranspose(other, transpose.getPermutation()); });
    if (free) {
      return transpose;
    }
  }
  return nullptr;
}

namespace {
struct SinkThroughElementwise : RewritePattern {
  explicit SinkThroughElementwise(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->hasTrait<graph::ElementwiseOp>()) {
      return rewriter.notifyMatchFailure(op, "not element-wise");
    }
    TransposeOp transpose = commonTranspose(op, op->getOperands());
    if (!transpose) {
      return rewriter.notifyMatchFailure(op, "no transpose that all operands can do without");
    }
    Permutation permutation(transpose.getPermutation());
    SmallVector<Value> operands = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return untransposed(rewriter, operand, permutation); });
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    graph::SymShape shape = graph::shapeOf(resultType), before(shape.size());
    for (auto [i, p] : llvm::enumerate(permutation)) {
      before[p] = shape[i];
    }
    OperationState state(op->getLoc(), op->getName(), operands,
                         graph::makeTensorType(before, resultType.getElementType()), op->getAttrs());
    Operation *inner = rewriter.create(state);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner->getResult(0), permutation);
    return success();
  }
};

struct SinkThroughReduce : OpRewritePattern<graph::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::ReduceOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    if (!transpose) {
      return rewriter.notifyMatchFailure(op, "the input is not transposed");
    }
    Permutation permutation(transpose.getPermutation());
    Permutation axes = llvm::map_to_vector(op.getAxes(), [&](int64_t axis) { return permutation[axis]; });
    llvm::sort(axes);
    Value inner =
        graph::ReduceOp::create(rewriter, op.getLoc(), op.getCombiner(), transpose.getInput(), axes);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, permutation);
    return success();
  }
};

struct SinkThroughConcat : OpRewritePattern<graph::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::ConcatOp op, PatternRewriter &rewriter) const override {
    TransposeOp transpose = commonTranspose(op, op->getOperands());
    if (!transpose) {
      return rewriter.notifyMatchFailure(op, "no transpose that all operands can do without");
    }
    Permutation permutation(transpose.getPermutation());
    SmallVector<Value> inputs = llvm::map_to_vector(
        op.getInputs(), [&](Value input) { return untransposed(rewriter, input, permutation); });
    Value inner = graph::ConcatOp::create(rewriter, op.getLoc(), inputs, permutation[op.getAxis()]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, permutation);
    return success();
  }
};

struct SinkThroughGather : OpRewritePattern<graph::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::GatherOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || cast<RankedTensorType>(op.getIndices().getType()).getRank() != 1) {
      return rewriter.notifyMatchFailure(op, "not a gather by a list from a transposed input");
    }
    Permutation permutation(transpose.getPermutation());
    Value inner = graph::GatherOp::create(rewriter, op.getLoc(), transpose.getInput(), op.getIndices(),
                                          permutation[op.getAxis()]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, permutation);
    return success();
  }
};

/// Entries of a per-dimension list, moved to the dimensions before the transpose.
template <typename T> SmallVector<T> beforeTranspose(ArrayRef<T> list, ArrayRef<int64_t> permutation) {
  SmallVector<T> result(list.begin(), list.end());
  for (auto [i, p] : llvm::enumerate(permutation)) {
    result[p] = list[i];
  }
  return result;
}

struct SinkThroughSlice : OpRewritePattern<graph::SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::SliceOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || op.getDynamicStarts() || op.getSize()) {
      return rewriter.notifyMatchFailure(op, "not a slice of known place of a transposed input");
    }
    Permutation permutation(transpose.getPermutation());
    graph::SymShape shape = beforeTranspose<SymExpr>(graph::shapeOf(op.getResult()), permutation);
    SmallVector<Attribute> starts = beforeTranspose<Attribute>(op.getStarts().getValue(), permutation);
    auto type =
        graph::makeTensorType(shape, cast<RankedTensorType>(op.getResult().getType()).getElementType());
    Value inner = graph::SliceOp::create(
        rewriter, op.getLoc(), type, transpose.getInput(), rewriter.getArrayAttr(starts),
        rewriter.getDenseI64ArrayAttr(beforeTranspose(op.getSteps(), permutation)),
        /*dynamic_starts=*/Value(), /*size=*/Value());
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, permutation);
    return success();
  }
};

struct SinkThroughPad : OpRewritePattern<graph::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::PadOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || op.getDynamicLows() || op.getSize()) {
      return rewriter.notifyMatchFailure(op, "not a pad of known place of a transposed input");
    }
    Permutation permutation(transpose.getPermutation());
    graph::SymShape shape = beforeTranspose<SymExpr>(graph::shapeOf(op.getResult()), permutation);
    SmallVector<Attribute> lows = beforeTranspose<Attribute>(op.getLows().getValue(), permutation);
    auto type =
        graph::makeTensorType(shape, cast<RankedTensorType>(op.getResult().getType()).getElementType());
    Value inner =
        graph::PadOp::create(rewriter, op.getLoc(), type, transpose.getInput(), op.getValue(), op.getMode(),
                             rewriter.getArrayAttr(lows),
                             rewriter.getDenseI64ArrayAttr(beforeTranspose(op.getInterior(), permutation)),
                             /*dynamic_lows=*/Value(), /*size=*/Value());
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, permutation);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

namespace {
/// Dimensions [fromBegin, fromEnd) of one shape have as many elements as [toBegin, toEnd) of another.
struct DimBlock {
  size_t fromBegin, fromEnd, toBegin, toEnd;
};
} // namespace

/// Cuts two shapes of equal size into the shortest blocks of equal size; nothing if a symbolic size hinders.
static std::optional<SmallVector<DimBlock>> matchBlocks(ArrayRef<SymExpr> from, ArrayRef<SymExpr> to) {
  SmallVector<DimBlock> blocks;
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    DimBlock block{i, i, j, j};
    SymExpr left(1), right(1);
    auto take = [&](ArrayRef<SymExpr> shape, size_t &position, SymExpr &size) {
      size = size * shape[position++];
    };
    if (i < from.size()) {
      take(from, i, left);
    }
    if (j < to.size() && !(left.isConstant(1) && !to[j].isConstant(1))) {
      take(to, j, right);
    }
    if (i == block.fromBegin && j == block.toBegin) {
      return std::nullopt; // the shapes differ in size
    }
    while (left != right) {
      // Extend the side that divides the other; numbers by size, symbols by trying the right first.
      std::optional<int64_t> a = left.constant(), b = right.constant();
      bool extendRight = a && b ? *a > *b : SymExpr::floorDiv(left, right) * right == left;
      if (extendRight ? j == to.size() : i == from.size()) {
        return std::nullopt;
      }
      extendRight ? take(to, j, right) : take(from, i, left);
    }
    block.fromEnd = i;
    block.toEnd = j;
    blocks.push_back(block);
  }
  return blocks;
}

namespace {
/// reshape(transpose(x)) where every block of dimensions that the reshape joins or cuts lies together in x.
struct SinkThroughReshape : OpRewritePattern<graph::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::ReshapeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || op.getSize()) {
      return rewriter.notifyMatchFailure(op, "not a reshape to a known shape of a transposed input");
    }
    Permutation permutation(transpose.getPermutation());
    graph::SymShape shape = graph::shapeOf(op.getResult());
    auto blocks = matchBlocks(graph::shapeOf(op.getInput()), shape);
    if (!blocks) {
      return rewriter.notifyMatchFailure(op, "shapes cannot be cut into equal blocks");
    }
    // Blocks by their place in x; a block without dimensions of its own (sizes 1 that appear) goes to the
    // front.
    SmallVector<std::pair<int64_t, const DimBlock *>> places;
    for (const DimBlock &block : *blocks) {
      for (size_t i = block.fromBegin + 1; i < block.fromEnd; ++i) {
        if (permutation[i] != permutation[i - 1] + 1) {
          return rewriter.notifyMatchFailure(op, "the reshape joins dimensions that the transpose separated");
        }
      }
      places.emplace_back(block.fromBegin < block.fromEnd ? permutation[block.fromBegin] : -1, &block);
    }
    llvm::stable_sort(places, llvm::less_first());
    graph::SymShape before;
    Permutation newPermutation(shape.size());
    for (auto [place, block] : places) {
      for (size_t j = block->toBegin; j < block->toEnd; ++j) {
        newPermutation[j] = before.size();
        before.push_back(shape[j]);
      }
    }
    Type elementType = cast<RankedTensorType>(op.getResult().getType()).getElementType();
    Value inner = graph::ReshapeOp::create(rewriter, op.getLoc(), graph::makeTensorType(before, elementType),
                                           transpose.getInput(), /*size=*/Value());
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner, newPermutation);
    return success();
  }
};

/// A transpose in front of a contraction is another order of letters.
struct FoldIntoContract : OpRewritePattern<graph::ContractOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::ContractOp op, PatternRewriter &rewriter) const override {
    auto [operands, result] = op.getEquation().split("->");
    auto [left, right] = operands.split(",");
    std::string letters[2] = {left.str(), right.str()};
    bool changed = false;
    SmallVector<Value> values(op->getOperands());
    for (unsigned i = 0; i < 2; ++i) {
      auto transpose = values[i].getDefiningOp<TransposeOp>();
      if (!transpose || transpose.getPermutation().empty() ||
          transpose.getPermutation().back() != static_cast<int64_t>(transpose.getPermutation().size()) - 1) {
        continue;
      }
      std::string before = letters[i];
      for (auto [to, from] : llvm::enumerate(transpose.getPermutation())) {
        before[from] = letters[i][to];
      }
      letters[i] = before;
      values[i] = transpose.getInput();
      changed = true;
    }
    if (!changed) {
      return rewriter.notifyMatchFailure(op, "no operand's transpose keeps the innermost dimension");
    }
    rewriter.replaceOpWithNewOp<graph::ContractOp>(
        op, op.getResult().getType(),
        rewriter.getStringAttr(letters[0] + "," + letters[1] + "->" + result.str()), values[0], values[1]);
    return success();
  }
};

/// A transpose behind a contraction is another order of the result's letters, if nobody wants the first one.
struct FoldBehindContract : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto contract = op.getInput().getDefiningOp<graph::ContractOp>();
    ArrayRef<int64_t> permutation = op.getPermutation();
    if (!contract || !contract->hasOneUse() || permutation.empty() ||
        permutation.back() != static_cast<int64_t>(permutation.size()) - 1) {
      return rewriter.notifyMatchFailure(op, "no contraction for this alone whose innermost dimension stays");
    }
    auto [operands, result] = contract.getEquation().split("->");
    std::string equation = operands.str() + "->";
    for (int64_t from : permutation) {
      equation += result[from];
    }
    rewriter.replaceOpWithNewOp<graph::ContractOp>(
        op, op.getResult().getType(), rewriter.getStringAttr(equation), contract.getLhs(), contract.getRhs());
    rewriter.eraseOp(contract);
    return success();
  }
};

class SinkTransposes : public simplify::impl::SinkTransposesPassBase<SinkTransposes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SinkThroughElementwise, SinkThroughReduce, SinkThroughConcat, SinkThroughGather,
                 SinkThroughSlice, SinkThroughPad, SinkThroughReshape, FoldIntoContract>(&getContext());
    TransposeOp::getCanonicalizationPatterns(patterns, &getContext());
    // Only what has found no other to cancel with stays at the contraction that it stands behind.
    RewritePatternSet last(&getContext());
    last.add<FoldBehindContract>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))) ||
        failed(applyPatternsGreedily(getOperation(), std::move(last)))) {
      signalPassFailure();
    }
  }
};
} // namespace

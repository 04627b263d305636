//===- SinkScales.cpp - scales of quantized weights move behind products --===//
//
// Weights that a model holds as integers stay integers. Their scale is the same for all products in a sum, so
// it moves behind the sum:
//   sum x * (w * s)  =  s * sum x * w
// What is left in front is a conversion, which the kernel does as it reads the weights: a quarter of the
// memory. Where the other operand is quantized too, the products are those of integers:
//   sum (q - z) * t * w * s  =  t * s * (sum q * w  -  z * sum w)
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/ContractEquation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_SINKSCALESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

static Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

static bool isByte(Type type) { return isa<IntegerType>(type) && type.getIntOrFloatBitWidth() == 8; }

static bool isSingle(Value value) { return product(graph::shapeOf(value)).isConstant(1); }

/// `value` as a scalar, or as a list if it has a dimension over 1 (one at most).
static Value flattened(PatternRewriter &rewriter, Value value) {
  SmallVector<int64_t> sizes;
  for (int64_t size : cast<RankedTensorType>(value.getType()).getShape()) {
    if (size != 1) {
      sizes.push_back(size);
    }
  }
  return graph::ReshapeOp::create(rewriter, value.getLoc(), RankedTensorType::get(sizes, elementOf(value)),
                                  value, /*size=*/Value());
}

/// A value behind a transpose, and how it is transposed.
struct Transposed {
  Value value;
  SmallVector<int64_t> permutation; ///< empty: not at all

  explicit Transposed(Value result) : value(result) {
    if (auto transpose = result.getDefiningOp<graph::TransposeOp>()) {
      value = transpose.getInput();
      permutation.assign(transpose.getPermutation().begin(), transpose.getPermutation().end());
    }
  }
  Value of(PatternRewriter &rewriter, Value other) const {
    return permutation.empty()
               ? other
               : graph::TransposeOp::create(rewriter, other.getLoc(), other, permutation).getResult();
  }
};

namespace {
/// Constants: integers of 8 bits times a scale, transposed.
struct Weights {
  Transposed transposed;
  Value integers, scale;
  std::optional<int64_t>
      scaledDim; ///< of the transposed integers, along which the scale varies; nothing: a single one

  static std::optional<Weights> of(Value value);
};

/// What a convolution's or contraction's second operand looks like to this pass.
struct Roles {
  int64_t columnDim;            ///< that of the result's last dimension
  SmallVector<int64_t> reduced; ///< the dimensions that are summed
  bool areOthersReduced;        ///< all but `columnDim`
};
} // namespace

/// The integers and the scale whose product is `value`, or nothing.
static std::optional<std::pair<Value, Value>> factorsOf(Value value) {
  if (auto dequantize = value.getDefiningOp<graph::DequantizeOp>()) {
    bool isShifted = graph::splatInteger(dequantize.getZeroPoint()) != 0;
    return isShifted ? std::nullopt : std::optional(std::pair(dequantize.getInput(), dequantize.getScale()));
  }
  auto product = value.getDefiningOp<graph::MulOp>();
  if (!product) {
    return std::nullopt;
  }
  for (auto [converted, scale] :
       {std::pair(product.getLhs(), product.getRhs()), std::pair(product.getRhs(), product.getLhs())}) {
    auto conversion = converted.getDefiningOp<graph::CastOp>();
    if (conversion && converted.getType() == value.getType()) {
      return std::pair(conversion.getInput(), scale);
    }
  }
  return std::nullopt;
}

std::optional<Weights> Weights::of(Value value) {
  Transposed transposed(value);
  std::optional<std::pair<Value, Value>> factors = factorsOf(transposed.value);
  if (!factors || !graph::constantElements(factors->first) || !graph::constantElements(factors->second) ||
      !isByte(elementOf(factors->first))) {
    return std::nullopt;
  }
  Weights weights{transposed, factors->first, factors->second, std::nullopt};
  int64_t rank = cast<RankedTensorType>(weights.integers.getType()).getRank();
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(weights.scale.getType()).getShape();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size != 1) {
      if (weights.scaledDim) {
        return std::nullopt;
      }
      int64_t place = rank - static_cast<int64_t>(sizes.size()) + static_cast<int64_t>(dim);
      ArrayRef<int64_t> permutation = weights.transposed.permutation;
      weights.scaledDim = permutation.empty() ? place : llvm::find(permutation, place) - permutation.begin();
    }
  }
  return weights;
}

static std::optional<Roles> rolesOf(graph::ConvOp op) {
  int64_t last = op.getFilter().getType().getRank() - 1;
  if (op.getGroups() != 1) {
    return std::nullopt;
  }
  return Roles{last, llvm::to_vector(llvm::seq<int64_t>(0, last)), true};
}

static std::optional<Roles> rolesOf(graph::ContractOp op) {
  graph::ContractEquation equation = *graph::ContractEquation::parse(op.getEquation());
  if (equation.result.empty() || equation.lhs.contains(equation.result.back()) ||
      !equation.rhs.contains(equation.result.back())) {
    return std::nullopt;
  }
  Roles roles{static_cast<int64_t>(equation.rhs.find(equation.result.back())), {}, false};
  for (auto [dim, letter] : llvm::enumerate(equation.rhs)) {
    if (equation.isReduced(letter)) {
      roles.reduced.push_back(static_cast<int64_t>(dim));
    }
  }
  roles.areOthersReduced = roles.reduced.size() + 1 == equation.rhs.size();
  return roles;
}

/// The op with other operands; its type is inferred anew.
static Value remade(PatternRewriter &rewriter, graph::ConvOp op, Value input, Value filter) {
  return graph::ConvOp::create(rewriter, op.getLoc(), input, filter, op.getStrides(), op.getDilations(),
                               op.getPadsLow(), op.getPadsHigh(), op.getGroups());
}
static Value remade(PatternRewriter &rewriter, graph::ContractOp op, Value lhs, Value rhs) {
  return graph::ContractOp::create(rewriter, op.getLoc(), op.getEquation(), lhs, rhs);
}

/// Whether zeros stand around the input of a convolution, which are other numbers there than in integers.
static bool isPadded(Operation *op) {
  auto conv = dyn_cast<graph::ConvOp>(op);
  auto isPad = [](int64_t pad) { return pad != 0; };
  return conv && (llvm::any_of(conv.getPadsLow(), isPad) || llvm::any_of(conv.getPadsHigh(), isPad));
}

namespace {
template <typename OpTy> struct SinkScale : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    std::optional<Roles> roles = rolesOf(op);
    std::optional<Weights> weights = roles ? Weights::of(op->getOperand(1)) : std::nullopt;
    if (!weights || (weights->scaledDim && *weights->scaledDim != roles->columnDim)) {
      return rewriter.notifyMatchFailure(op, "no quantized weights with a scale for each column");
    }
    Value integers = weights->transposed.of(rewriter, weights->integers);
    Value scale = flattened(rewriter, weights->scale);
    if (Value sum = integerSum(op, *roles, integers, scale, rewriter)) {
      rewriter.replaceOpWithNewOp<graph::MulOp>(op, sum, scale);
      return success();
    }
    Value real = graph::CastOp::create(rewriter, op.getLoc(), integers, elementOf(op->getOperand(1)));
    Value sum = remade(rewriter, op, op->getOperand(0), real);
    rewriter.replaceOpWithNewOp<graph::MulOp>(op, sum, scale);
    return success();
  }

  /// The products of integers where the first operand is quantized by one f32 scale, which is multiplied into
  /// `scale`; else null.
  Value integerSum(OpTy op, const Roles &roles, Value integers, Value &scale,
                   PatternRewriter &rewriter) const {
    Transposed input(op->getOperand(0));
    auto dequantize = input.value.template getDefiningOp<graph::DequantizeOp>();
    if (!dequantize || !isByte(elementOf(dequantize.getInput())) || !isSingle(dequantize.getScale()) ||
        !isSingle(dequantize.getZeroPoint()) || !elementOf(op->getResult(0)).isF32()) {
      return nullptr;
    }
    bool isShifted = graph::splatInteger(dequantize.getZeroPoint()) != 0;
    if (isShifted && (isPadded(op) || !roles.areOthersReduced)) {
      return nullptr;
    }
    Location loc = op.getLoc();
    Value sum = remade(rewriter, op, input.of(rewriter, dequantize.getInput()), integers);
    if (isShifted) {
      Type wide = rewriter.getI32Type();
      Value zero = graph::CastOp::create(rewriter, loc, flattened(rewriter, dequantize.getZeroPoint()), wide);
      Value columns = graph::CastOp::create(rewriter, loc, integers, wide);
      columns = graph::ReduceOp::create(rewriter, loc, graph::Combiner::Add, columns, roles.reduced);
      Value excess = graph::MulOp::create(rewriter, loc, flattened(rewriter, columns), zero);
      sum = graph::SubOp::create(rewriter, loc, sum, excess);
    }
    scale = graph::MulOp::create(rewriter, loc, scale, flattened(rewriter, dequantize.getScale()));
    return graph::CastOp::create(rewriter, loc, sum, rewriter.getF32Type());
  }
};

class SinkScales : public simplify::impl::SinkScalesPassBase<SinkScales> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SinkScale<graph::ConvOp>, SinkScale<graph::ContractOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      signalPassFailure();
    }
  }
};
} // namespace

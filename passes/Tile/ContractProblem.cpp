//===- ContractProblem.cpp - a contraction as rows, columns, depth --------===//

#include "passes/Tile/ContractProblem.h"
#include "passes/Tile/KernelFunction.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// An index expression as a sum: coefficients by factor, and a constant.
static void addTerms(AffineExpr expr, const SymExpr &scale, const graph::LoopNest &nest,
                     SmallVectorImpl<SymExpr> &coefficients, SymExpr &constant) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] = coefficients[dim.getPosition()] + scale;
  } else if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant = constant + scale * SymExpr(number.getValue());
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    if (expr.getKind() == AffineExprKind::Add) {
      addTerms(binary.getLHS(), scale, nest, coefficients, constant);
      addTerms(binary.getRHS(), scale, nest, coefficients, constant);
      return;
    }
    assert(expr.getKind() == AffineExprKind::Mul && "indices of contractions are linear");
    auto symbol = dyn_cast<AffineSymbolExpr>(binary.getRHS());
    SymExpr times = symbol ? nest.factors[symbol.getPosition()].size
                           : SymExpr(cast<AffineConstantExpr>(binary.getRHS()).getValue());
    addTerms(binary.getLHS(), scale * times, nest, coefficients, constant);
  }
}

static std::pair<SmallVector<SymExpr>, SymExpr> termsOf(AffineExpr expr, const graph::LoopNest &nest) {
  SmallVector<SymExpr> coefficients(nest.factors.size(), SymExpr(0));
  SymExpr constant(0);
  addTerms(expr, 1, nest, coefficients, constant);
  return {coefficients, constant};
}

SymExpr ContractTensor::dimStride(unsigned dim) const { return product(ArrayRef(shape).drop_front(dim + 1)); }

SymExpr ContractTensor::coefficient(unsigned dim, unsigned factor, const graph::LoopNest &nest) const {
  return termsOf(map.getResult(dim), nest).first[factor];
}

int64_t ContractTensor::constantTerm(unsigned dim, const graph::LoopNest &nest) const {
  return *termsOf(map.getResult(dim), nest).second.constant();
}

SymExpr ContractTensor::stretch(unsigned dim, const graph::LoopNest &nest) const {
  auto factor = dyn_cast<AffineDimExpr>(map.getResult(dim));
  if (!factor || shape[dim].constant() || shape[dim] == nest.factors[factor.getPosition()].size) {
    return 1;
  }
  return SymExpr::min(1, SymExpr::max(shape[dim] - SymExpr(1), 0));
}

SymExpr ContractTensor::stride(unsigned factor, const graph::LoopNest &nest) const {
  SymExpr sum(0);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    sum = sum + coefficient(dim, factor, nest) * dimStride(dim) * stretch(dim, nest);
  }
  return sum;
}

SymExpr ContractTensor::offset(const graph::LoopNest &nest) const {
  SymExpr sum(0);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    sum = sum + SymExpr(constantTerm(dim, nest)) * dimStride(dim);
  }
  return sum;
}

bool ContractTensor::uses(unsigned factor) const {
  return llvm::any_of(map.getResults(), [&](AffineExpr expr) { return expr.isFunctionOfDim(factor); });
}

std::optional<unsigned> ContractTensor::dimOf(unsigned factor) const {
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto single = dyn_cast<AffineDimExpr>(expr); single && single.getPosition() == factor) {
      return dim;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sorting the factors
//===----------------------------------------------------------------------===//

/// The factor along which the elements of the result are neighbours in memory; sizes of 1 do not count.
static std::optional<unsigned> innermostFactor(const ContractTensor &result, const graph::LoopNest &nest) {
  for (int64_t dim = result.shape.size() - 1; dim >= 0; --dim) {
    if (!result.shape[dim].isConstant(1)) {
      auto factor = dyn_cast<AffineDimExpr>(result.map.getResult(dim));
      return factor ? std::optional<unsigned>(factor.getPosition()) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether columns should run along a free factor of lhs: the result is contiguous there, and either nothing
/// of size over 1 is free in rhs as well, or lhs can be packed and rhs has no columns at all.
static bool shouldSwap(const ContractProblem &problem, llvm::function_ref<bool(Value)> isPackable) {
  std::optional<unsigned> innermost = innermostFactor(problem.result, problem.nest);
  if (problem.isConvolution() || !innermost || problem.rhs.uses(*innermost)) {
    return false;
  }
  for (unsigned factor = 0; factor < problem.nest.factors.size(); ++factor) {
    bool isColumn = problem.result.uses(factor) && !problem.lhs.uses(factor);
    if (isColumn && !problem.size(factor).isConstant(1)) {
      return true;
    }
  }
  return isPackable(problem.lhs.value) && !isPackable(problem.rhs.value);
}

/// The column factor: free in rhs, innermost in the result; of size 1 only if nothing else is contiguous
/// there.
static std::optional<unsigned> columnFactor(const ContractProblem &problem) {
  std::optional<unsigned> innermost = innermostFactor(problem.result, problem.nest);
  if (innermost && problem.rhs.uses(*innermost) && !problem.lhs.uses(*innermost)) {
    return innermost;
  }
  for (AffineExpr expr : llvm::reverse(problem.result.map.getResults())) {
    for (unsigned factor = problem.nest.factors.size(); factor-- > 0;) {
      if (expr.isFunctionOfDim(factor) && problem.rhs.uses(factor) && !problem.lhs.uses(factor)) {
        return factor;
      }
    }
  }
  return std::nullopt;
}

static void sortFactors(ContractProblem &problem) {
  problem.column = columnFactor(problem);
  for (unsigned factor = 0; factor < problem.nest.factors.size(); ++factor) {
    if (!problem.result.uses(factor)) {
      problem.depth.push_back(factor);
    } else if (!problem.rhs.uses(factor)) {
      problem.rows.push_back(factor);
    } else if (factor != problem.column) {
      problem.outer.push_back(factor);
    }
  }
  // The contiguous depth factor of lhs goes inside.
  for (unsigned &factor : problem.depth) {
    if (problem.lhs.stride(factor, problem.nest).isConstant(1)) {
      std::rotate(&factor, &factor + 1, problem.depth.end());
      break;
    }
  }
}

/// Input dimensions of a convolution with padding.
static SmallVector<unsigned> paddedDims(Operation *anchor) {
  SmallVector<unsigned> dims;
  if (auto conv = dyn_cast<graph::ConvOp>(anchor)) {
    for (auto [dim, pads] : llvm::enumerate(llvm::zip(conv.getPadsLow(), conv.getPadsHigh()))) {
      if (std::get<0>(pads) > 0 || std::get<1>(pads) > 0) {
        dims.push_back(dim + 1);
      }
    }
  }
  return dims;
}

/// Integers of 8 or 16 bits that are converted in front of the anchor are converted as they are read: floats
/// of the sums' type hold them.
static Value beforeConversion(Value operand) {
  auto conversion = operand.getDefiningOp<graph::CastOp>();
  if (!conversion || !conversion->hasOneUse() || !isa<BlockArgument>(conversion.getInput())) {
    return operand;
  }
  Type from = conversion.getInput().getType().getElementType();
  bool isExact = (from.isInteger(8) || from.isInteger(16)) &&
                 isa<FloatType>(conversion.getResult().getType().getElementType()) &&
                 conversion.getResult().getType().getElementType().getIntOrFloatBitWidth() >= 32;
  return isExact ? conversion.getInput() : operand;
}

static ContractProblem describe(Operation *anchor) {
  ContractProblem problem;
  problem.anchor = anchor;
  problem.nest = cast<graph::FactorsOpInterface>(anchor).getLoopNest();
  auto tensor = [](Value value, AffineMap map) { return ContractTensor{value, graph::shapeOf(value), map}; };
  problem.lhs = tensor(beforeConversion(anchor->getOperand(0)), problem.nest.operandMaps[0]);
  problem.rhs = tensor(beforeConversion(anchor->getOperand(1)), problem.nest.operandMaps[1]);
  problem.result = tensor(anchor->getResult(0), problem.nest.resultMaps[0]);
  problem.checkedDims = paddedDims(anchor);
  return problem;
}

FailureOr<ContractProblem> ContractProblem::of(kernel::FuncOp kernel,
                                               llvm::function_ref<bool(Value)> isPackable) {
  Operation *anchor = nullptr;
  for (Operation &op : kernel.getBody().front()) {
    if (!isa<graph::ContractOp, graph::ConvOp>(op)) {
      continue;
    }
    if (anchor) {
      op.emitOpError("is the second contraction of a kernel, which may have one");
      return failure();
    }
    anchor = &op;
  }
  if (!anchor) {
    kernel.emitOpError("has the anchor 'contract' but no contraction");
    return failure();
  }
  ContractProblem problem = describe(anchor);
  if (shouldSwap(problem, isPackable)) {
    std::swap(problem.lhs, problem.rhs);
  }
  sortFactors(problem);
  return problem;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SymExpr ContractProblem::sizeOf(ArrayRef<unsigned> factors) const {
  SymExpr count(1);
  for (unsigned factor : factors) {
    count = count * size(factor);
  }
  return count;
}

/// Sums of integers below a byte are kept in a byte and cut at the end: they wrap.
Type ContractProblem::accumulatorType() const {
  Type type = computeType(result.elementType());
  return type.getIntOrFloatBitWidth() < 8 ? IntegerType::get(type.getContext(), 8) : type;
}

bool ContractProblem::isPlain(const ContractTensor &operand) {
  Type element = operand.elementType();
  unsigned width = element.getIntOrFloatBitWidth();
  return isa<BlockArgument>(operand.value) && (isa<FloatType>(element) ? width > 8 : width >= 8);
}

kernel::PanelsAttr ContractProblem::panels(int64_t width, const DotProduct &dot) const {
  if (!column || !isPlain(rhs)) {
    return {};
  }
  SmallVector<int64_t> batch, depthDims, columns;
  for (unsigned factor : depth) {
    std::optional<unsigned> dim = rhs.dimOf(factor);
    if (!dim) {
      return {};
    }
    depthDims.push_back(*dim);
  }
  for (auto [dim, expr] : llvm::enumerate(rhs.map.getResults())) {
    if (expr.isFunctionOfDim(*column)) {
      columns.push_back(dim);
      // With groups a panel must not hold columns of two.
      bool hasGroups = llvm::any_of(outer, [&, index = expr](unsigned factor) {
        return index.isFunctionOfDim(factor) && !size(factor).isConstant(1);
      });
      if (hasGroups && numColumns().constant().value_or(1) % width != 0) {
        return {};
      }
    } else if (!llvm::is_contained(depthDims, dim)) {
      batch.push_back(dim);
    }
  }
  return kernel::PanelsAttr::get(anchor->getContext(), batch, depthDims, columns, width, dot.group,
                                 dot.offset);
}

//===- AttentionProblem.cpp - an attention as queries and keys ------------===//

#include "passes/Tile/AttentionProblem.h"
#include "passes/Tile/KernelFunction.h"

using namespace heddle;
using namespace heddle::tile;

static ContractTensor tensorOf(Value value, AffineMap map) { return {value, graph::shapeOf(value), map}; }

/// The factors of a map whose indices are factors, each for itself.
static SmallVector<unsigned> factorsOf(AffineMap map) {
  return llvm::map_to_vector(map.getResults(),
                             [](AffineExpr index) { return cast<AffineDimExpr>(index).getPosition(); });
}

/// The one factor of `tensor` that is not among `known`.
static unsigned otherFactor(const ContractTensor &tensor, ArrayRef<unsigned> known) {
  for (unsigned factor = 0; factor < tensor.map.getNumDims(); ++factor) {
    if (tensor.uses(factor) && !llvm::is_contained(known, factor)) {
      return factor;
    }
  }
  llvm_unreachable("an attention sums over a letter and has columns");
}

SymExpr AttentionProblem::sizeOf(ArrayRef<unsigned> dims) const {
  SymExpr count(1);
  for (unsigned dim : dims) {
    count = count * shape[dim];
  }
  return count;
}

/// Sorts operands, factors and dimensions of the two contractions.
static AttentionProblem describe(graph::AttentionOps ops) {
  AttentionProblem problem;
  problem.ops = ops;
  problem.scoresNest = ops.scores.getLoopNest();
  problem.valuesNest = ops.values.getLoopNest();
  const graph::LoopNest &scores = problem.scoresNest, &values = problem.valuesNest;
  problem.query = tensorOf(ops.query->get(), scores.operandMaps[ops.query->getOperandNumber()]);
  problem.key = tensorOf(ops.key->get(), scores.operandMaps[ops.key->getOperandNumber()]);
  problem.value = tensorOf(ops.value->get(), values.operandMaps[ops.value->getOperandNumber()]);
  problem.result = tensorOf(ops.values.getResult(), values.resultMaps[0]);
  problem.shape = graph::shapeOf(ops.scores.getResult());
  problem.keys = ops.keyDim;
  problem.scoresFactors = factorsOf(scores.resultMaps[0]);
  problem.valuesFactors = factorsOf(values.operandMaps[ops.given->getOperandNumber()]);
  problem.depthFactor = otherFactor(problem.query, problem.scoresFactors);
  problem.columnFactor = otherFactor(problem.result, problem.valuesFactors);
  for (unsigned dim = 0; dim < problem.shape.size(); ++dim) {
    bool isShared =
        problem.key.uses(problem.scoresFactors[dim]) || problem.value.uses(problem.valuesFactors[dim]);
    if (dim != problem.keys) {
      (isShared ? problem.outer : problem.rows).push_back(dim);
    }
  }
  return problem;
}

FailureOr<AttentionProblem> AttentionProblem::of(kernel::FuncOp kernel) {
  std::optional<graph::AttentionOps> ops;
  for (auto contract : kernel.getBody().front().getOps<graph::ContractOp>()) {
    ops = ops ? ops : graph::AttentionOps::endingAt(contract);
  }
  if (!ops) {
    kernel.emitOpError("has the anchor 'attention' but no attention");
    return failure();
  }
  AttentionProblem problem = describe(*ops);
  for (const ContractTensor *tensor : {&problem.query, &problem.key, &problem.value}) {
    if (!isa<BlockArgument>(tensor->value)) {
      kernel.emitOpError("has an attention whose queries, keys or values are no arguments");
      return failure();
    }
    if (!isa<FloatType>(tensor->elementType()) || !computeType(tensor->elementType()).isF32()) {
      kernel.emitOpError("has an attention on ") << tensor->elementType() << ", floats up to f32 are wanted";
      return failure();
    }
  }
  std::optional<int64_t> depth = problem.scoresNest.factors[problem.depthFactor].size.constant(),
                         columns = problem.valuesNest.factors[problem.columnFactor].size.constant();
  if (!depth || !columns) {
    kernel.emitOpError("has an attention with heads of open size");
    return failure();
  }
  problem.depth = *depth;
  problem.columns = *columns;
  return problem;
}

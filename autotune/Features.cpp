//===- Features.cpp - a scheduled kernel in numbers -----------------------===//

#include "autotune/Features.h"
#include "passes/Tile/ConstantArguments.h"
#include "passes/Tile/ContractPlan.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Schedule.h"
#include <cmath>
#include <numeric>

using namespace heddle;
using namespace heddle::tune;
using tile::ContractPlan;
using tile::ContractProblem;

struct FeatureExtractor::Impl {
  kernel::FuncOp kernel;
  kernel::TargetAttr target;
  std::optional<ContractProblem> problem; ///< of a contraction
  bool isPacked = false;
  double draftCycles = 0;
};

/// log2(1 + x), which is 0 at 0.
static float log2Of(double x) { return static_cast<float>(std::log2(1 + std::max(x, 0.0))); }

static double ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The part of what is computed that is of no use: 0 if `step` divides `size`.
static float waste(int64_t size, int64_t step) {
  return static_cast<float>(ceilDiv(size, step) * step / std::max<int64_t>(size, 1) - 1);
}

static std::vector<float> elementFeatures(kernel::FuncOp kernel, kernel::ScheduleAttr schedule) {
  std::vector<float> features(kNumFeatures, 0);
  int64_t elements = 0;
  for (Type type : kernel.getResultTypes()) {
    elements = std::max(elements, tile::estimate(product(graph::shapeOf(type))));
  }
  features[1] = static_cast<float>(static_cast<int>(kernel.getAnchor()));
  features[2] = log2Of(schedule.getLanes());
  features[3] = schedule.getTile().empty() ? 0 : static_cast<float>(schedule.getTile()[0]);
  features[4] = log2Of(elements);
  if (kernel.getAnchor() == kernel::Anchor::Attention) {
    features[5] = static_cast<float>(schedule.getTile()[1]);
    features[6] = log2Of(schedule.getBlock()[0]);
    features[7] = log2Of(schedule.getBlock()[1]);
  }
  return features;
}

namespace {
/// Sizes that several features need.
struct Sizes {
  Sizes(const ContractProblem &problem, const ContractPlan &plan)
      : rows(std::max<int64_t>(tile::estimate(problem.numRows()), 1)),
        columns(std::max<int64_t>(tile::estimate(problem.numColumns()), 1)),
        depth(std::max<int64_t>(tile::estimate(problem.numDepth()), 1)),
        outer(tile::estimate(problem.sizeOf(problem.outer))),
        sumBytes(tile::storageBytes(problem.accumulatorType())), bytes(sumBytes / plan.dot.group),
        rowBlock(std::min(plan.rowBlock, rows)),
        depthBlock(plan.depthBlock ? std::min(plan.depthBlock * plan.dot.group, depth) : depth) {}
  int64_t rows, columns, depth, outer, sumBytes;
  int64_t bytes; ///< of an element of an operand: a group of a dot product has those of one sum
  int64_t rowBlock, depthBlock;
};
} // namespace

/// The register tile and its loop.
static void addTile(std::vector<float> &features, const Sizes &sizes, const ContractPlan &plan,
                    kernel::TargetAttr target) {
  double sums = double(plan.rows) * plan.vectors, loads = double(plan.rows) + plan.vectors;
  double native = double(target.getVectorBytes()) / sizes.sumBytes;
  features.push_back(static_cast<float>(plan.lanes / native));
  features.push_back(static_cast<float>(plan.rows));
  features.push_back(static_cast<float>(plan.vectors));
  features.push_back(static_cast<float>(sums));
  features.push_back(static_cast<float>((sums + plan.vectors + 1) / target.getVectorRegisters()));
  features.push_back(static_cast<float>(loads / sums));
  features.push_back(static_cast<float>(plan.unroll));
  features.push_back(log2Of(plan.inner.size.constant().value_or(64)));
  features.push_back(static_cast<float>(plan.positions.size()));
  // What is left over of rows and columns, and how often.
  features.push_back(waste(sizes.rows, plan.rows));
  features.push_back(waste(sizes.columns, plan.lanes));
  features.push_back(static_cast<float>(sizes.rows % plan.rows) / static_cast<float>(plan.rows));
  features.push_back(static_cast<float>(sizes.columns % plan.width()) / static_cast<float>(plan.width()));
  features.push_back(log2Of(ceilDiv(sizes.rows, plan.rows)));
  features.push_back(log2Of(ceilDiv(sizes.columns, plan.width())));
}

/// Blocks, what they hold of the caches, and their order.
static void addBlocks(std::vector<float> &features, const Sizes &sizes, const ContractPlan &plan,
                      kernel::TargetAttr target) {
  double l1 = target.getL1Bytes(), l2 = target.getL2Bytes();
  double panel = double(plan.width()) * sizes.depthBlock * sizes.bytes;
  double block = double(sizes.rowBlock) * sizes.depthBlock * sizes.bytes;
  double tileRows = double(plan.rows) * sizes.depthBlock * sizes.bytes;
  features.push_back(log2Of(panel / l1));
  features.push_back(log2Of(panel / l2));
  features.push_back(log2Of(block / l1));
  features.push_back(log2Of(block / l2));
  features.push_back(log2Of(tileRows / l1));
  features.push_back(log2Of(double(sizes.columns) * sizes.depth * sizes.bytes / l2));
  features.push_back(log2Of(double(sizes.rowBlock) / plan.rows));
  features.push_back(log2Of(ceilDiv(sizes.rows, sizes.rowBlock)));
  features.push_back(log2Of(ceilDiv(sizes.depth, sizes.depthBlock)));
  features.push_back(plan.weightsInner ? 1 : 0);
  features.push_back(static_cast<float>(plan.lhsMode));
  features.push_back(static_cast<float>(plan.rhsMode));
  features.push_back(static_cast<float>(plan.epilogue));
  features.push_back(plan.prefetchesRows ? 1 : 0);
  features.push_back(plan.prefetchesPanels ? 1 : 0);
  features.push_back(plan.prefetchesResults ? 1 : 0);
}

std::vector<float> FeatureExtractor::features(kernel::ScheduleAttr schedule) const {
  if (!impl->problem) {
    return elementFeatures(impl->kernel, schedule);
  }
  const ContractProblem &problem = *impl->problem;
  kernel::PanelsAttr panels = tile::panelsOf(problem, impl->target, schedule, impl->isPacked);
  ContractPlan plan = ContractPlan::make(problem, impl->kernel, schedule, panels);
  Sizes sizes(problem, plan);
  double cycles = tile::estimateCycles(problem, impl->target, schedule, impl->isPacked);
  std::vector<float> features;
  features.push_back(static_cast<float>(std::log(std::max(cycles, 1.0) / std::max(impl->draftCycles, 1.0))));
  features.push_back(static_cast<float>(static_cast<int>(kernel::Anchor::Contract)));
  features.push_back(problem.isConvolution() ? 1 : 0);
  features.push_back(impl->isPacked ? 1 : 0);
  features.push_back(log2Of(sizes.rows));
  features.push_back(log2Of(sizes.columns));
  features.push_back(log2Of(sizes.depth));
  features.push_back(log2Of(sizes.outer));
  addTile(features, sizes, plan, impl->target);
  addBlocks(features, sizes, plan, impl->target);
  features.push_back(tile::hasLinearRows(problem) ? 1 : 0);
  assert(features.size() == kNumFeatures && "every kernel has as many features");
  return features;
}

FailureOr<FeatureExtractor> FeatureExtractor::of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants,
                                                 kernel::ScheduleAttr draft) {
  auto impl = std::make_shared<Impl>();
  impl->kernel = kernel;
  impl->target = tile::targetOf(kernel);
  if (kernel.getAnchor() == kernel::Anchor::Contract) {
    auto isPackable = [&](Value value) { return tile::isPackable(value, constants); };
    FailureOr<ContractProblem> problem = ContractProblem::of(kernel, isPackable);
    if (failed(problem)) {
      return failure();
    }
    impl->isPacked = isPackable(problem->rhs.value);
    impl->draftCycles = tile::estimateCycles(*problem, impl->target, draft, impl->isPacked);
    impl->problem = std::move(*problem);
  }
  return FeatureExtractor(impl);
}

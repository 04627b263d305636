//===- ContractPlan.cpp - what follows from problem and schedule ----------===//

#include "passes/Tile/ContractPlan.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Schedule.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::tile;

/// Channels from which a padded convolution is read in place: below, the addresses of a window position cost
/// more than its multiply-adds (measured on Zen 4, docs/kernels.md).
static constexpr int64_t kMinInPlaceChannels = 16;
/// Element-wise work that is repeated for every accumulator of a tile; above, it becomes a loop.
static constexpr int64_t kMaxRegisterWork = 8;
/// Rows below which an unpacked rhs is read where it lies: copying a panel would not pay.
static constexpr int64_t kMinStagedRows = 32;
/// Tiles of a row block above which a panel is used long enough for its successor not to matter.
static constexpr int64_t kMaxPrefetchTiles = 24;
/// Steps of depth from which asking for the lines of the result is cheap beside the multiply-adds.
static constexpr int64_t kMinPrefetchDepth = 16;
/// Panels that share one staged block of rows.
static constexpr int64_t kSharedPanels = 8;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether the groups of a dot product lie side by side in lhs, none of them across the end of a row.
static bool hasWholeGroups(const ContractProblem &problem, int64_t group) {
  if (problem.depth.empty()) {
    return false;
  }
  unsigned factor = problem.depth.back();
  std::optional<int64_t> size = problem.size(factor).constant();
  return size && *size % group == 0 && problem.lhs.stride(factor, problem.nest).isConstant(1);
}

static OperandMode chooseLhsMode(const ContractProblem &problem, const ContractPlan &plan) {
  if (!ContractProblem::isPlain(problem.lhs) || plan.dot.offset != 0 ||
      problem.lhs.elementType().getIntOrFloatBitWidth() != plan.lhsType.getIntOrFloatBitWidth() ||
      (plan.dot.isUsed() && !hasWholeGroups(problem, plan.dot.group))) {
    return OperandMode::Staged;
  }
  bool isShort = problem.depth.empty() || estimate(problem.size(problem.depth.back())) < kMinInPlaceChannels;
  return !problem.checkedDims.empty() && isShort ? OperandMode::Staged : OperandMode::InPlace;
}

static OperandMode chooseRhsMode(const ContractProblem &problem, const ContractPlan &plan,
                                 kernel::PanelsAttr panels) {
  if (panels) {
    return OperandMode::Packed;
  }
  bool hasFullPanels = problem.column && problem.numColumns().constant().value_or(1) % plan.width() == 0 &&
                       problem.rhs.stride(*problem.column, problem.nest).isConstant(1);
  if (!ContractProblem::isPlain(problem.rhs) || !hasFullPanels) {
    return OperandMode::Staged;
  }
  bool isDense = problem.numColumns().isConstant(plan.width());
  bool hasFewRows = problem.numRows().constant().value_or(kMinStagedRows) < kMinStagedRows;
  return isDense || hasFewRows ? OperandMode::InPlace : OperandMode::Staged;
}

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

static bool isChecked(const ContractProblem &problem, const ContractPlan &plan, unsigned factor) {
  return plan.lhsMode == OperandMode::InPlace && llvm::any_of(problem.checkedDims, [&](unsigned dim) {
           return problem.lhs.map.getResult(dim).isFunctionOfDim(factor);
         });
}

/// One loop per depth factor; neighbours that lie one behind the other in both operands become one. The
/// innermost reads lhs along its contiguous dimension where there is one, a group at a time for dot products.
static SmallVector<DepthLoop> depthLoops(const ContractProblem &problem, const ContractPlan &plan) {
  SmallVector<DepthLoop> loops;
  for (auto [i, factor] : llvm::enumerate(problem.depth)) {
    if (problem.size(factor).isConstant(1) && !isChecked(problem, plan, factor)) {
      continue; // its index is always 0
    }
    SymExpr inside = problem.sizeOf(ArrayRef(problem.depth).drop_front(i + 1));
    SymExpr lhs = plan.lhsMode == OperandMode::Staged ? inside : problem.lhs.stride(factor, problem.nest);
    SymExpr rhs = plan.rhsMode == OperandMode::InPlace ? problem.rhs.stride(factor, problem.nest)
                                                       : inside * SymExpr(plan.width());
    const SymExpr &size = problem.size(factor);
    bool merges = !loops.empty() && loops.back().lhsStride == lhs * size &&
                  loops.back().rhsStride == rhs * size && !isChecked(problem, plan, factor) &&
                  !isChecked(problem, plan, loops.back().factors.back());
    if (merges) {
      DepthLoop &loop = loops.back();
      loop.factors.push_back(factor);
      loop.size = loop.size * size;
      loop.lhsStride = lhs;
      loop.rhsStride = rhs;
    } else {
      loops.push_back({{factor}, size, lhs, rhs});
    }
  }
  if (loops.empty()) { // nothing is summed: one product
    loops.push_back({{}, 1, 1, plan.width()});
  }
  if (plan.dot.isUsed()) {
    DepthLoop &inner = loops.back();
    inner.size = SymExpr::ceilDiv(inner.size, plan.dot.group);
    inner.lhsStride = plan.dot.group;
    inner.rhsStride = plan.dot.group * plan.width();
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// Rough number of instructions of an element-wise op.
static int64_t workOf(Operation *op) {
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<graph::AddOp, graph::SubOp, graph::MulOp, graph::MaxOp, graph::MinOp, graph::NegOp, graph::AbsOp,
            graph::CompareOp, graph::SelectOp>([](auto) { return 1; })
      .Case<graph::ConstantOp, graph::BroadcastOp, graph::ReshapeOp, graph::SymbolicOp>(
          [](auto) { return 0; })
      .Case<graph::DivOp, graph::CastOp, graph::SqrtOp>([](auto) { return 3; })
      .Default([](auto) { return 12; });
}

static EpilogueMode chooseEpilogue(const ContractProblem &problem, kernel::FuncOp kernel) {
  if (!problem.column || !problem.result.stride(*problem.column, problem.nest).isConstant(1)) {
    return EpilogueMode::Elements;
  }
  int64_t work = 0;
  for (Operation *op = problem.anchor->getNextNode(); !isa<kernel::ReturnOp>(op); op = op->getNextNode()) {
    work += workOf(op);
  }
  return work > kMaxRegisterWork ? EpilogueMode::Vectors : EpilogueMode::Registers;
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

static std::optional<std::pair<unsigned, unsigned>> findRowDims(const ContractProblem &problem) {
  if (problem.rows.empty()) {
    return std::nullopt;
  }
  std::optional<unsigned> first = problem.result.dimOf(problem.rows.front());
  for (auto [i, factor] : llvm::enumerate(problem.rows)) {
    std::optional<unsigned> dim = problem.result.dimOf(factor);
    if (!dim || *dim != *first + i) {
      return std::nullopt;
    }
  }
  return std::pair<unsigned, unsigned>(*first, problem.rows.size());
}

/// Operands beyond half of L2 come from further away; the hardware does not foresee where the next tile's
/// rows or the next panel begin.
static void choosePrefetches(const ContractProblem &problem, ContractPlan &plan, int64_t l2Bytes) {
  int64_t bytes = storageBytes(plan.sumType), depth = estimate(plan.numSteps(problem));
  bool rowsAreDense = plan.lhsMode == OperandMode::InPlace && hasLinearRows(problem) &&
                      plan.positions.empty() && !problem.rows.empty() &&
                      plan.inner.lhsStride.isConstant(plan.dot.group) &&
                      problem.lhs.stride(problem.rows.back(), problem.nest) == plan.rowPitch(problem);
  plan.prefetchesRows = rowsAreDense && estimate(problem.numRows()) * depth * bytes > l2Bytes / 2;
  int64_t tiles = (std::min(estimate(problem.numRows()), plan.rowBlock) + plan.rows - 1) / plan.rows;
  plan.prefetchesPanels = plan.rhsMode == OperandMode::Packed && tiles > 1 && tiles <= kMaxPrefetchTiles &&
                          estimate(problem.numColumns()) * depth * bytes > l2Bytes / 2;
  int64_t results = estimate(product(problem.result.shape));
  plan.prefetchesResults = plan.epilogue == EpilogueMode::Registers && plan.rowDims && !plan.splitsDepth() &&
                           depth >= kMinPrefetchDepth && results * bytes > l2Bytes / 2;
}

static ContractScratch scratchLayout(const ContractProblem &problem, const ContractPlan &plan) {
  ContractScratch scratch;
  auto add = [&](SymExpr &place, const SymExpr &elements, Type type) {
    place = scratch.bytes;
    SymExpr lines = SymExpr::ceilDiv(elements * SymExpr(storageBytes(type)), 64);
    scratch.bytes = scratch.bytes + lines * SymExpr(64);
  };
  if (plan.needsZeros(problem)) {
    add(scratch.zeros, plan.inner.size * plan.dot.group, plan.lhsType);
  }
  if (plan.lhsMode == OperandMode::Staged) {
    add(scratch.lhs, plan.rowPitch(problem) * SymExpr(plan.rowBlock), plan.lhsType);
  }
  if (plan.rhsMode == OperandMode::Staged) {
    add(scratch.rhs, problem.numDepth() * SymExpr(plan.width()), plan.sumType);
  }
  if (plan.splitsDepth() || plan.epilogue != EpilogueMode::Registers || plan.hasTailColumns) {
    add(scratch.sums, SymExpr((plan.splitsDepth() ? plan.rowBlock : plan.rows) * plan.width()), plan.sumType);
  }
  return scratch;
}

ContractPlan ContractPlan::make(const ContractProblem &problem, kernel::FuncOp kernel,
                                kernel::ScheduleAttr schedule, kernel::PanelsAttr panels) {
  ContractPlan plan;
  plan.lanes = schedule.getLanes();
  plan.rows = schedule.getTile()[0];
  plan.vectors = schedule.getTile()[1];
  plan.rowBlock = std::max<int64_t>(schedule.getBlock()[0] / plan.rows, 1) * plan.rows;
  plan.weightsInner = schedule.getWeightsInner();
  plan.unroll = schedule.getUnroll();
  plan.sumType = problem.accumulatorType();
  plan.dot = DotProduct::of(panels);
  plan.lhsType = plan.dot.isUsed() ? plan.dot.lhsType(kernel.getContext()) : plan.sumType;
  plan.lhsMode = chooseLhsMode(problem, plan);
  plan.rhsMode = chooseRhsMode(problem, plan, panels);
  SmallVector<DepthLoop> loops = depthLoops(problem, plan);
  plan.inner = loops.pop_back_val();
  plan.positions = std::move(loops);
  plan.epilogue = chooseEpilogue(problem, kernel);
  plan.hasTailColumns = problem.numColumns().constant().value_or(1) % plan.width() != 0;
  std::optional<int64_t> depth = problem.numDepth().constant();
  int64_t block = schedule.getBlock()[1];
  plan.depthBlock = depth && *depth <= block ? 0 : (block + plan.dot.group - 1) / plan.dot.group;
  plan.panelsPerUnit = plan.lhsMode == OperandMode::Staged ? kSharedPanels : 1;
  plan.rowDims = findRowDims(problem);
  choosePrefetches(problem, plan, targetOf(kernel).getL2Bytes());
  plan.scratch = scratchLayout(problem, plan);
  return plan;
}

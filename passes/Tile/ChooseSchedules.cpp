//===- ChooseSchedules.cpp - schedules and packed operands ----------------===//
//
// Decides and writes down; KernelsToLoops carries out. A schedule that stands there already was decided by
// hand or by a tuning record.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/AttentionPlan.h"
#include "passes/Tile/ConstantArguments.h"
#include "passes/Tile/Passes.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/ScheduleSpace.h"

namespace heddle::tile {
#define GEN_PASS_DEF_CHOOSESCHEDULESPASS
#include "passes/Tile/Passes.h.inc"
} // namespace heddle::tile

using namespace heddle;
using namespace heddle::tile;

static LogicalResult scheduleContract(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  FailureOr<ContractProblem> problem =
      ContractProblem::of(kernel, [&](Value value) { return isPackable(value, constants); });
  if (failed(problem) || failed(verifySchedule(kernel, &*problem))) {
    return failure();
  }
  bool isPacked = isPackable(problem->rhs.value, constants);
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule) {
    schedule = scheduleContraction(*problem, targetOf(kernel), isPacked);
    kernel.setScheduleAttr(schedule);
  }
  if (kernel::PanelsAttr panels = panelsOf(*problem, targetOf(kernel), schedule, isPacked)) {
    kernel.setArgAttr(cast<BlockArgument>(problem->rhs.value).getArgNumber(),
                      kernel::KernelDialect::kLayoutAttr, panels);
  }
  return success();
}

static LogicalResult scheduleOther(kernel::FuncOp kernel) {
  if (failed(verifySchedule(kernel, /*problem=*/nullptr))) {
    return failure();
  }
  if (kernel.getAnchor() != kernel::Anchor::Attention || kernel.getScheduleAttr()) {
    kernel.setScheduleAttr(scheduleOf(kernel));
    return success();
  }
  FailureOr<AttentionProblem> problem = AttentionProblem::of(kernel);
  if (failed(problem)) {
    return failure();
  }
  kernel.setScheduleAttr(scheduleAttention(*problem, targetOf(kernel)));
  return success();
}

namespace {
struct ChooseSchedulesPass : tile::impl::ChooseSchedulesPassBase<ChooseSchedulesPass> {
  void runOnOperation() override {
    ConstantArguments constants = findConstantArguments(getOperation());
    for (auto kernel : getOperation().getOps<kernel::FuncOp>()) {
      bool isContraction = kernel.getAnchor() == kernel::Anchor::Contract;
      if (failed(isContraction ? scheduleContract(kernel, constants.lookup(kernel.getName()))
                               : scheduleOther(kernel))) {
        return signalPassFailure();
      }
    }
  }
};
} // namespace

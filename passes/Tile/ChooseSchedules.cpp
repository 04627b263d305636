//===- ChooseSchedules.cpp - schedules and packed operands ----------------===//
//
// Decides and writes down; KernelsToLoops carries out. An operand of a contraction is packed only if every
// launch of the kernel passes a constant for it, since constants are packed once, at compile time.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "passes/Tile/Passes.h"
#include "passes/Tile/Schedule.h"

namespace heddle::tile {
#define GEN_PASS_DEF_CHOOSESCHEDULESPASS
#include "passes/Tile/Passes.h.inc"
} // namespace heddle::tile

using namespace heddle;
using namespace heddle::tile;

namespace {
/// For each kernel the arguments that are constants at every launch.
using ConstantArguments = llvm::StringMap<llvm::SmallBitVector>;
} // namespace

static ConstantArguments findConstantArguments(ModuleOp module) {
  ConstantArguments constants;
  module.walk([&](kernel::LaunchOp launch) {
    unsigned count = launch.getOperands().size();
    auto place = constants.try_emplace(launch.getCallee(), llvm::SmallBitVector(count, true)).first;
    for (auto [i, operand] : llvm::enumerate(launch.getOperands())) {
      if (!isa_and_nonnull<graph::ConstantOp, dist::BlockOp>(operand.getDefiningOp())) {
        place->second.reset(i);
      }
    }
  });
  return constants;
}

static LogicalResult scheduleContract(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  auto isPackable = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    // The packed form replaces the plain one, so nothing else in the kernel may read it.
    return argument && argument.hasOneUse() && argument.getArgNumber() < constants.size() &&
           constants.test(argument.getArgNumber());
  };
  FailureOr<ContractProblem> problem = ContractProblem::of(kernel, isPackable);
  if (failed(problem)) {
    return failure();
  }
  bool isPacked = isPackable(problem->rhs.value);
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr(); // from a tuning record
  if (!schedule) {
    schedule = scheduleContraction(*problem, targetOf(kernel), isPacked);
    kernel.setScheduleAttr(schedule);
  }
  if (!isPacked) {
    return success();
  }
  int64_t lanes = schedule.getLanes();
  DotProduct dot = problem->dotProduct(lanes, targetOf(kernel));
  if (kernel::PanelsAttr panels = problem->panels(lanes * schedule.getTile()[1], dot)) {
    kernel.setArgAttr(cast<BlockArgument>(problem->rhs.value).getArgNumber(),
                      kernel::KernelDialect::kLayoutAttr, panels);
  }
  return success();
}

namespace {
struct ChooseSchedulesPass : tile::impl::ChooseSchedulesPassBase<ChooseSchedulesPass> {
  void runOnOperation() override {
    ConstantArguments constants = findConstantArguments(getOperation());
    for (auto kernel : getOperation().getOps<kernel::FuncOp>()) {
      if (kernel.getAnchor() == kernel::Anchor::Contract) {
        if (failed(scheduleContract(kernel, constants.lookup(kernel.getName())))) {
          return signalPassFailure();
        }
      } else if (!kernel.getSchedule()) {
        kernel.setScheduleAttr(scheduleElements(targetOf(kernel)));
      }
    }
  }
};
} // namespace

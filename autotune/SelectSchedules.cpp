//===- SelectSchedules.cpp - recorded choices enter the IR ----------------===//
//
// The last choice for a kernel's key and target counts; where the emitters cannot carry it out, the one
// before it, and so on. Nothing is measured, and nothing but the records and the module decides.
//
//===----------------------------------------------------------------------===//

#include "autotune/KernelKey.h"
#include "autotune/Passes.h"
#include "autotune/RecordFile.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/AsmParser/AsmParser.h"
#include "passes/Tile/ConstantArguments.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/ScheduleSpace.h"

namespace heddle::tune {
#define GEN_PASS_DEF_SELECTSCHEDULESPASS
#include "autotune/Passes.h.inc"
} // namespace heddle::tune

using namespace heddle;
using namespace heddle::tune;

/// Schedules chosen for each kernel key, the earliest first.
using Choices = llvm::StringMap<std::vector<std::string>>;

static Choices choicesFor(ArrayRef<Record> records, StringRef target) {
  Choices choices;
  for (const Record &record : records) {
    if (record.kind == Record::Kind::Choice && record.target == target) {
      choices[record.kernel].push_back(record.schedule);
    }
  }
  return choices;
}

/// Why `kernel` cannot have the schedule that `text` says, or nothing; then `schedule` is set.
static std::optional<std::string> readSchedule(kernel::FuncOp kernel, const llvm::SmallBitVector &constants,
                                               StringRef text, kernel::ScheduleAttr &schedule) {
  ScopedDiagnosticHandler quiet(kernel.getContext(), [](Diagnostic &) { return success(); });
  schedule = dyn_cast_or_null<kernel::ScheduleAttr>(parseAttribute(text, kernel.getContext()));
  if (!schedule) {
    return "it is no #kernel.schedule";
  }
  kernel::TargetAttr target = tile::targetOf(kernel);
  if (kernel.getAnchor() != kernel::Anchor::Contract) {
    return tile::whyImpossible(kernel.getAnchor(), target, schedule);
  }
  auto problem =
      tile::ContractProblem::of(kernel, [&](Value value) { return tile::isPackable(value, constants); });
  return failed(problem) ? std::optional<std::string>("the kernel has no single contraction")
                         : tile::whyImpossible(*problem, target, schedule);
}

static void select(kernel::FuncOp kernel, const llvm::SmallBitVector &constants,
                   ArrayRef<std::string> texts) {
  for (const std::string &text : llvm::reverse(texts)) {
    kernel::ScheduleAttr schedule;
    std::optional<std::string> why = readSchedule(kernel, constants, text, schedule);
    if (!why) {
      kernel.setScheduleAttr(schedule);
      return;
    }
    kernel.emitWarning("the recorded schedule ") << text << " is passed over: " << *why;
  }
}

namespace {
struct SelectSchedulesPass : tune::impl::SelectSchedulesPassBase<SelectSchedulesPass> {
  using SelectSchedulesPassBase::SelectSchedulesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<RecordSet> set = readRecords(records);
    if (!set) {
      module.emitError(llvm::toString(set.takeError()));
      return signalPassFailure();
    }
    for (const std::string &note : set->notes) {
      module.emitWarning(note);
    }
    Choices choices = choicesFor(set->records, targetKey(tile::targetOf(module)));
    tile::ConstantArguments constants = tile::findConstantArguments(module);
    for (auto kernel : module.getOps<kernel::FuncOp>()) {
      const llvm::SmallBitVector &fixed = constants[kernel.getName()];
      auto found = choices.find(kernelKey(kernel, fixed));
      if (!kernel.getSchedule() && found != choices.end()) {
        select(kernel, fixed, found->second);
      }
    }
  }
};
} // namespace

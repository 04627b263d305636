//===- Shrink.cpp - a smaller function with the same fault ----------------===//

#include "tools/heddle-check/Shrink.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/Verifier.h"

using namespace heddle;

namespace {
/// A change of a function. The operations are named by their place in the body, so that a step means the same
/// in a copy.
struct Step {
  enum Kind { DropResult, MoveResultUp, ValueToArgument } kind;
  unsigned op = 0;    ///< of ValueToArgument
  unsigned value = 0; ///< the number of a result, of the function or of the op
  unsigned operand = 0;
};
} // namespace

static Operation *returnOf(func::FuncOp function) { return function.getBody().front().getTerminator(); }

static Operation *opAt(func::FuncOp function, unsigned number) {
  return &*std::next(function.getBody().front().begin(), number);
}

static SmallVector<Step> stepsOf(func::FuncOp function) {
  SmallVector<Step> steps;
  Operation *last = returnOf(function);
  for (unsigned i = 0; last->getNumOperands() > 1 && i < last->getNumOperands(); ++i) {
    steps.push_back({Step::DropResult, 0, i});
  }
  for (auto [i, value] : llvm::enumerate(last->getOperands())) {
    Operation *op = value.getDefiningOp();
    for (unsigned k = 0; op && k < op->getNumOperands(); ++k) {
      steps.push_back({Step::MoveResultUp, 0, unsigned(i), k});
    }
  }
  for (auto [i, op] : llvm::enumerate(function.getBody().front().without_terminator())) {
    bool hasOperands = op.getNumOperands() > 0;
    for (unsigned k = 0; hasOperands && k < op.getNumResults(); ++k) {
      steps.push_back({Step::ValueToArgument, unsigned(i), k});
    }
  }
  return steps;
}

/// Erases ops without uses and arguments without uses.
static void sweep(func::FuncOp function) {
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator()) {
    ops.push_back(&op);
  }
  for (Operation *op : llvm::reverse(ops)) {
    if (op->use_empty()) {
      op->erase();
    }
  }
  for (unsigned i = function.getNumArguments(); i-- > 0;) {
    if (function.getArgument(i).use_empty()) {
      (void)function.eraseArgument(i);
    }
  }
}

static void apply(const Step &step, func::FuncOp function) {
  Operation *last = returnOf(function);
  switch (step.kind) {
  case Step::DropResult:
    last->eraseOperand(step.value);
    break;
  case Step::MoveResultUp:
    last->setOperand(step.value, last->getOperand(step.value).getDefiningOp()->getOperand(step.operand));
    break;
  case Step::ValueToArgument: {
    Value value = opAt(function, step.op)->getResult(step.value);
    (void)function.insertArgument(function.getNumArguments(), value.getType(), {}, value.getLoc());
    value.replaceAllUsesWith(function.getArguments().back());
    break;
  }
  }
  sweep(function);
  function.removeResAttrsAttr();
  function.setType(
      FunctionType::get(function.getContext(), function.getArgumentTypes(), last->getOperandTypes()));
}

OwningOpRef<ModuleOp> check::shrink(func::FuncOp function, llvm::function_ref<bool(func::FuncOp)> isWrong) {
  OwningOpRef<ModuleOp> smallest = function->getParentOfType<ModuleOp>().clone();
  StringRef name = function.getName();
  for (auto other : llvm::make_early_inc_range(smallest->getOps<func::FuncOp>())) {
    if (other.getName() != name) {
      other.erase();
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Step &step : stepsOf(smallest->lookupSymbol<func::FuncOp>(name))) {
      OwningOpRef<ModuleOp> candidate = smallest->clone();
      auto smaller = candidate->lookupSymbol<func::FuncOp>(name);
      apply(step, smaller);
      ScopedDiagnosticHandler quiet(function.getContext(), [](Diagnostic &) { return success(); });
      if (succeeded(verify(*candidate)) && isWrong(smaller)) {
        smallest = std::move(candidate);
        changed = true;
        break;
      }
    }
  }
  return smallest;
}

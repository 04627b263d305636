//===- FreezeLoopState.cpp - carried values that never change -------------===//
//
// Some exporters pass all that a loop body reads as carried values, weights among them. A body that hands
// such a value on as it got it reads what stands before the loop: then it is a constant again that can be
// packed.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "passes/Simplify/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_FREEZELOOPSTATEPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// Whether carried value `i` is the same at every trip and behind the loop, in the same type: a size that the
/// region or the result names anew would lose its symbol.
static bool isFrozen(graph::LoopOp loop, unsigned i) {
  Block &body = loop.getBody().front();
  Value initial = loop.getInitial()[i], argument = body.getArgument(i + 1), result = loop.getResult(i);
  Value next = body.getTerminator()->getOperand(i + 1);
  return (next == argument || next == initial) && argument.getType() == initial.getType() &&
         (result.getType() == initial.getType() || result.use_empty());
}

static void freeze(graph::LoopOp loop) {
  Block &body = loop.getBody().front();
  unsigned numCarried = loop.numCarried();
  llvm::BitVector frozen(numCarried);
  // Reading the value before the loop may show that the next carried value does not change either.
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < numCarried; ++i) {
      if (frozen[i] || !isFrozen(loop, i)) {
        continue;
      }
      Value initial = loop.getInitial()[i];
      body.getArgument(i + 1).replaceAllUsesWith(initial);
      if (!loop.getResult(i).use_empty()) {
        loop.getResult(i).replaceAllUsesWith(initial);
      }
      frozen.set(i);
      changed = true;
    }
  }
  if (frozen.none()) {
    return;
  }
  SmallVector<Value> initial, results;
  SmallVector<Type> types;
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    if (i < numCarried && frozen[i]) {
      continue;
    }
    results.push_back(result);
    types.push_back(result.getType());
    if (i < numCarried) {
      initial.push_back(loop.getInitial()[i]);
    }
  }
  llvm::BitVector arguments(numCarried + 1), yielded(loop.getNumResults() + 1);
  for (unsigned i : frozen.set_bits()) {
    arguments.set(i + 1);
    yielded.set(i + 1);
  }
  body.getTerminator()->eraseOperands(yielded);
  body.eraseArguments(arguments);
  OpBuilder builder(loop);
  auto smaller =
      graph::LoopOp::create(builder, loop.getLoc(), types, loop.getMaxTrips(), loop.getCondition(), initial);
  smaller.getBody().takeBody(loop.getBody());
  for (auto [old, result] : llvm::zip(results, smaller.getResults())) {
    old.replaceAllUsesWith(result);
  }
  loop.erase();
}

namespace {
class FreezeLoopState : public simplify::impl::FreezeLoopStatePassBase<FreezeLoopState> {
  void runOnOperation() override { getOperation().walk(freeze); }
};
} // namespace

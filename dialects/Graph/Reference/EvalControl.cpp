//===- EvalControl.cpp - branches and loops -------------------------------===//
//
// A region runs in the scope around it. Symbols bound inside a region (by sized ops, by a loop body's
// arguments) end with it: the results' own symbols are bound after the op, from the results.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

FailureOr<SmallVector<Tensor>> Interpreter::runIf(Operation *op, ArrayRef<Tensor> operands, Values &values) {
  auto branch = cast<graph::IfOp>(op);
  Region &region = operands[0].asInteger(0) ? branch.getThenRegion() : branch.getElseRegion();
  Symbols outer = symbols;
  Results results = runBlock(region.front(), values);
  symbols = std::move(outer);
  return results;
}

/// Stacks equally shaped slices along a new dimension 0. Without any slice the sizes are those of the result
/// type that have a value, and 0 for the others.
static Results stack(graph::LoopOp loop, unsigned result, ArrayRef<Tensor> slices, const Symbols &symbols) {
  if (slices.empty()) {
    SmallVector<int64_t> shape{0};
    graph::SymShape declared = graph::shapeOf(loop.getResult(result));
    for (const SymExpr &expr : ArrayRef(declared).drop_front()) {
      shape.push_back(expr.evaluate([&](StringRef name) -> std::optional<int64_t> {
                            auto found = symbols.find(name);
                            return found == symbols.end() ? std::nullopt : std::optional(found->second);
                          })
                          .value_or(0));
    }
    auto type = cast<ShapedType>(loop.getResult(result).getType());
    return single(Tensor(*kindOf(type.getElementType()), shape));
  }
  SmallVector<int64_t> shape(slices[0].shape());
  shape.insert(shape.begin(), static_cast<int64_t>(slices.size()));
  Tensor stacked(slices[0].kind(), shape);
  char *at = stacked.mutableBytes().data();
  for (const Tensor &slice : slices) {
    if (slice.shape() != slices[0].shape()) {
      return loop.emitOpError() << "result " << result << " stacks slices of shapes "
                                << reference::toString(slices[0].shape()) << " and "
                                << reference::toString(slice.shape());
    }
    if (!slice.bytes().empty()) {
      std::memcpy(at, slice.bytes().data(), slice.bytes().size());
    }
    at += slice.bytes().size();
  }
  return single(std::move(stacked));
}

FailureOr<SmallVector<Tensor>> Interpreter::runLoop(Operation *op, ArrayRef<Tensor> operands,
                                                    Values &values) {
  auto loop = cast<graph::LoopOp>(op);
  const int64_t limit = loop.getMaxTrips() ? operands[0].asInteger(0) : INT64_MAX;
  bool more = !loop.getCondition() || operands[loop.getMaxTrips() ? 1 : 0].asInteger(0) != 0;
  const unsigned carriedCount = loop.numCarried();
  SmallVector<Tensor> carried(operands.take_back(carriedCount));
  SmallVector<SmallVector<Tensor>> stacks(loop.getNumResults() - carriedCount);
  Block &body = loop.getBody().front();

  const Symbols outer = symbols;
  for (int64_t trip = 0; trip < limit && more; ++trip) {
    symbols = outer;
    SmallVector<Tensor> arguments{Tensor::scalar(trip)};
    arguments.append(carried);
    if (failed(bindBlockArguments(body, arguments, op->getLoc(), values))) {
      return failure();
    }
    Results yielded = runBlock(body, values);
    if (failed(yielded)) {
      return failure();
    }
    more = (*yielded)[0].asInteger(0) != 0;
    carried.assign(yielded->begin() + 1, yielded->begin() + 1 + carriedCount);
    for (auto [slices, slice] : llvm::zip(stacks, ArrayRef(*yielded).drop_front(1 + carriedCount))) {
      slices.push_back(slice);
    }
  }
  symbols = outer;

  SmallVector<Tensor> results = std::move(carried);
  for (auto [i, slices] : llvm::enumerate(stacks)) {
    Results stacked = stack(loop, carriedCount + i, slices, symbols);
    if (failed(stacked)) {
      return failure();
    }
    results.push_back((*stacked)[0]);
  }
  return results;
}

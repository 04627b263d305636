//===- CountWork.cpp - note what every step computes and moves ------------===//
//
// Operations follow from the loop nests of a kernel's ops: a multiply-add counts as two, an arithmetic
// operation on floats or a function of one (exp as well) as one, for each time that the body of its op runs.
// Bytes are those of the arguments and results, once each: the least that a step can move if nothing is in
// the caches. Both are what the op asks for, not what the code of a schedule does.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Kernel/IR/Work.h"
#include "passes/Tile/Passes.h"

namespace heddle::tile {
#define GEN_PASS_DEF_COUNTWORKPASS
#include "passes/Tile/Passes.h.inc"
} // namespace heddle::tile

using namespace heddle;

static SymExpr bytesOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return product(graph::shapeOf(tensor)) * SymExpr(graph::elementBytes(tensor.getElementType()));
}

static bool isFloat(Value value) {
  return isa<FloatType>(cast<RankedTensorType>(value.getType()).getElementType());
}

/// Operations each time that the body of `op` runs.
static int64_t operationsOf(Operation &op) {
  if (isa<graph::ContractOp, graph::ConvOp>(op)) {
    return 2;
  }
  bool isArithmetic = op.hasTrait<graph::ElementwiseOp>() &&
                      !isa<graph::SelectOp, graph::CastOp, graph::BitcastOp>(op); // these compute nothing
  bool combines = isa<graph::ReduceOp, graph::PoolOp, graph::CumulativeOp>(op);
  return (isArithmetic || combines) && isFloat(op.getOperand(0)) ? 1 : 0;
}

static SymExpr flopsOf(kernel::FuncOp kernel) {
  SymExpr flops;
  kernel.walk([&](graph::FactorsOpInterface op) {
    if (int64_t operations = operationsOf(*op)) {
      flops = flops + op.getLoopNest().iterations() * SymExpr(operations);
    }
  });
  return flops;
}

/// What a kernel reads of an argument: all of it, unless all that read it take single places.
static SymExpr bytesRead(Value argument) {
  SymExpr all = bytesOf(argument.getType()), taken;
  for (OpOperand &use : argument.getUses()) {
    Operation *user = use.getOwner();
    if (use.getOperandNumber() != 0 ||
        !isa<graph::SliceOp, graph::GatherOp, graph::GatherElementsOp, graph::GatherNdOp>(user)) {
      return all;
    }
    taken = taken + bytesOf(user->getResult(0).getType());
  }
  return SymExpr::min(all, taken);
}

static SymExpr bytesMoved(kernel::FuncOp kernel) {
  SymExpr bytes;
  for (Value argument : kernel.getBody().getArguments()) {
    bytes = bytes + bytesRead(argument);
  }
  for (Type result : kernel.getResultTypes()) {
    bytes = bytes + bytesOf(result);
  }
  return bytes;
}

namespace {
struct CountWorkPass : public tile::impl::CountWorkPassBase<CountWorkPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    Builder b(&getContext());
    getOperation().walk([&](kernel::LaunchOp launch) {
      auto kernel = symbols.lookup<kernel::FuncOp>(launch.getCallee());
      if (!kernel) {
        return; // lowered already
      }
      launch->setAttr(kernel::kFlopsAttr, b.getStringAttr(flopsOf(kernel).str()));
      launch->setAttr(kernel::kBytesAttr, b.getStringAttr(bytesMoved(kernel).str()));
    });
  }
};
} // namespace

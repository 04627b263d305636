//===- ExpandDeviceMath.cpp - functions of GPU kernels become arithmetic --===//
//
// The polynomials are those of the CPU, so that both give the same numbers; what the CPU has of libm is
// computed in doubles.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Grid/DeviceMath.h"
#include "passes/Grid/Passes.h"
#include "passes/Tile/MathApproximation.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::grid {
#define GEN_PASS_DEF_EXPANDDEVICEMATHPASS
#include "passes/Grid/Passes.h.inc"
} // namespace heddle::grid

using namespace heddle;
using namespace heddle::grid;

/// Whether a GPU has an instruction for the op, or LLVM a short sequence.
static bool hasInstruction(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp, math::CtPopOp, math::FloorOp,
             math::FmaOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::RoundEvenOp, math::RoundOp,
             math::SqrtOp, math::TruncOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp>(op);
}

/// The function as arithmetic; nothing if it has none. LLVM's remainder (arith.remf) divides and rounds,
/// which is another number.
static Value expand(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  if (!op->getResult(0).getType().isF32()) {
    return {};
  }
  Value x = op->getOperand(0);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<math::ExpOp>([&](auto) { return tile::approximateExp(b, loc, x); })
      .Case<math::LogOp>([&](auto) { return tile::approximateLog(b, loc, x); })
      .Case<math::TanhOp>([&](auto) { return tile::approximateTanh(b, loc, x); })
      .Case<math::ErfOp>([&](auto) { return tile::approximateErf(b, loc, x); })
      .Default([&](Operation *) { return computeInDoubles(b, op); });
}

namespace {
struct ExpandDeviceMathPass : grid::impl::ExpandDeviceMathPassBase<ExpandDeviceMathPass> {
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk([&](Operation *op) {
      bool isFunction = isa_and_nonnull<math::MathDialect>(op->getDialect()) || isa<arith::RemFOp>(op);
      if (isFunction && !hasInstruction(op)) {
        functions.push_back(op);
      }
    });
    for (Operation *op : functions) {
      OpBuilder builder(op);
      if (Value value = expand(builder, op)) {
        op->replaceAllUsesWith(ValueRange{value});
        op->erase();
      } else {
        mlir::emitError(op->getLoc()) << "the function '" << op->getName().stripDialect() << "' of "
                                      << op->getResult(0).getType() << " has no code on a GPU yet";
        signalPassFailure();
      }
    }
  }
};
} // namespace

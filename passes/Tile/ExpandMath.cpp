//===- ExpandMath.cpp - mathematical functions become instructions --------===//
//
// The functions that models use most, on f32, become polynomials. Everything else calls libm, lane by lane;
// so do sine and cosine of a vector in which an angle is too large for the polynomial's reduction.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/MathApproximation.h"
#include "passes/Tile/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::tile {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "passes/Tile/Passes.h.inc"
} // namespace heddle::tile

using namespace heddle;
using namespace heddle::tile;

/// The op on one lane after another, for libm.
static Value byLanes(OpBuilder &b, Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!type) {
    return b.clone(*op)->getResult(0);
  }
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
    Value element = vector::ExtractOp::create(b, op->getLoc(), op->getOperand(0), lane);
    OperationState state(op->getLoc(), op->getName(), element, type.getElementType());
    elements.push_back(b.create(state)->getResult(0));
  }
  return vector::FromElementsOp::create(b, op->getLoc(), type, elements);
}

/// The polynomial if all angles are in its range (NaN is not), else libm.
static Value expandSin(OpBuilder &b, Operation *op, bool cosine) {
  Location loc = op->getLoc();
  Value x = op->getOperand(0);
  Value inside = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, math::AbsFOp::create(b, loc, x),
                                       constantLike(b, loc, x, kMaxAngle));
  if (isa<VectorType>(inside.getType())) {
    inside = vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, inside);
  }
  auto conditional =
      scf::IfOp::create(b, loc, x.getType(), inside, /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder then = OpBuilder::atBlockEnd(conditional.thenBlock());
  scf::YieldOp::create(then, loc, approximateSin(then, loc, x, cosine));
  OpBuilder otherwise = OpBuilder::atBlockEnd(conditional.elseBlock());
  scf::YieldOp::create(otherwise, loc, byLanes(otherwise, op));
  return conditional.getResult(0);
}

/// The op in simpler ones, or null if libm is to be called.
static Value expand(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<math::ExpOp>([&](math::ExpOp exp) { return approximateExp(b, loc, exp.getOperand()); })
      .Case<math::LogOp>([&](math::LogOp log) { return approximateLog(b, loc, log.getOperand()); })
      .Case<math::TanhOp>([&](math::TanhOp tanh) { return approximateTanh(b, loc, tanh.getOperand()); })
      .Case<math::ErfOp>([&](math::ErfOp erf) { return approximateErf(b, loc, erf.getOperand()); })
      .Case<math::SinOp>([&](auto) { return expandSin(b, op, /*cosine=*/false); })
      .Case<math::CosOp>([&](auto) { return expandSin(b, op, /*cosine=*/true); })
      .Default([](Operation *) { return Value(); });
}

/// Everything that has no instruction and no polynomial. Rounding, square roots, absolute values and fused
/// multiplications have instructions.
static LogicalResult callLibm(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(*module.getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalOp<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp, math::AtanOp, math::AtanhOp,
                      math::CosOp, math::CoshOp, math::ErfOp, math::ExpOp, math::LogOp, math::PowFOp,
                      math::SinOp, math::SinhOp, math::TanOp, math::TanhOp>();
  return applyPartialConversion(module, target, std::move(patterns));
}

namespace {
struct ExpandMathPass : tile::impl::ExpandMathPassBase<ExpandMathPass> {
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk([&](Operation *op) {
      bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
      if (isMath && op->getNumResults() == 1 && getElementTypeOrSelf(op->getResult(0).getType()).isF32()) {
        functions.push_back(op);
      }
    });
    for (Operation *op : functions) {
      OpBuilder builder(op);
      if (Value value = expand(builder, op)) {
        op->replaceAllUsesWith(ValueRange{value});
        op->erase();
      }
    }
    if (failed(callLibm(getOperation()))) {
      signalPassFailure();
    }
  }
};
} // namespace

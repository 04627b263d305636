//===- ClampMasks.cpp - bound the counts that masks are made of by the lanes =//

#include "codegen/CPU/Passes.h"
#include "dialects/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace heddle::cpu {
#define GEN_PASS_DEF_CLAMPMASKSPASS
#include "codegen/CPU/Passes.h.inc"
} // namespace heddle::cpu

using namespace heddle;

namespace {

struct ClampMasksPass : public cpu::impl::ClampMasksPassBase<ClampMasksPass> {
  void runOnOperation() override {
    getOperation().walk([](vector::CreateMaskOp mask) {
      if (mask.getType().getRank() != 1) {
        return;
      }
      OpBuilder b(mask);
      Value lanes = arith::ConstantIndexOp::create(b, mask.getLoc(), mask.getType().getDimSize(0));
      Value none = arith::ConstantIndexOp::create(b, mask.getLoc(), 0);
      Value count = arith::MinSIOp::create(b, mask.getLoc(), mask.getOperand(0), lanes);
      mask.setOperand(0, arith::MaxSIOp::create(b, mask.getLoc(), count, none));
    });
  }
};

} // namespace

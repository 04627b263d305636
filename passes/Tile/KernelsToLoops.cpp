//===- KernelsToLoops.cpp - kernels become functions ----------------------===//
//
// Hands every kernel to the lowering of its anchor.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/Contract.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/Passes.h"
#include "passes/Tile/ScheduleSpace.h"

namespace heddle::tile {
#define GEN_PASS_DEF_KERNELSTOLOOPSPASS
#include "passes/Tile/Passes.h.inc"
} // namespace heddle::tile

using namespace heddle;
using namespace heddle::tile;

static LogicalResult lowerKernel(kernel::FuncOp kernel) {
  if (kernel.getAnchor() != kernel::Anchor::Contract && failed(verifySchedule(kernel, /*problem=*/nullptr))) {
    return failure();
  }
  switch (kernel.getAnchor()) {
  case kernel::Anchor::Map:
    return lowerMap(kernel);
  case kernel::Anchor::Reduce:
    return lowerReduce(kernel);
  case kernel::Anchor::Window:
    return lowerWindow(kernel);
  case kernel::Anchor::Move:
    return lowerMove(kernel);
  case kernel::Anchor::Library:
    return lowerLibrary(kernel);
  case kernel::Anchor::Contract:
    return lowerContract(kernel);
  case kernel::Anchor::Attention:
    return lowerAttention(kernel);
  }
  llvm_unreachable("all anchors are handled");
}

namespace {
struct KernelsToLoopsPass : tile::impl::KernelsToLoopsPassBase<KernelsToLoopsPass> {
  void runOnOperation() override {
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<kernel::FuncOp>())) {
      if (failed(lowerKernel(kernel))) {
        return signalPassFailure();
      }
    }
  }
};
} // namespace

//===- KernelsToGrid.cpp - kernels of the GPU -----------------------------===//
//
// Copies every kernel into the module of device code and hands the copy to the lowering of its anchor.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Grid/Lower.h"
#include "passes/Grid/Passes.h"
#include "passes/Tile/KernelFunction.h"

namespace heddle::grid {
#define GEN_PASS_DEF_KERNELSTOGRIDPASS
#include "passes/Grid/Passes.h.inc"
} // namespace heddle::grid

using namespace heddle;
using namespace heddle::grid;
using kernel::KernelDialect;

static LogicalResult lowerKernel(kernel::FuncOp kernel) {
  switch (kernel.getAnchor()) {
  case kernel::Anchor::Map:
    return lowerMap(kernel);
  case kernel::Anchor::Reduce:
    return lowerReduce(kernel);
  case kernel::Anchor::Contract:
    return lowerContract(kernel);
  case kernel::Anchor::Window:
    return lowerWindow(kernel);
  case kernel::Anchor::Move:
    return lowerMove(kernel);
  case kernel::Anchor::Attention:
    return lowerAttention(kernel);
  case kernel::Anchor::Library:
    break;
  }
  Operation &op = kernel.getBody().front().front();
  return op.emitOpError("has no code on a GPU yet (") << tile::nameInModel(&op) << ")";
}

namespace {
struct KernelsToGridPass : grid::impl::KernelsToGridPassBase<KernelsToGridPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<kernel::FuncOp> kernels;
    for (auto kernel : module.getOps<kernel::FuncOp>()) {
      if (kernel->hasAttr(KernelDialect::kGridAttr)) {
        kernels.push_back(kernel);
      }
    }
    if (kernels.empty() && !module->hasAttr(KernelDialect::kGpuAttr)) {
      return;
    }
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    auto device = gpu::GPUModuleOp::create(b, module.getLoc(), KernelDialect::kDeviceModule);
    b.setInsertionPointToStart(&device.getBodyRegion().front());
    bool hasFailed = false;
    for (kernel::FuncOp kernel : kernels) {
      auto copy = cast<kernel::FuncOp>(b.clone(*kernel));
      kernel->removeAttr(KernelDialect::kGridAttr);
      hasFailed |= failed(lowerKernel(copy));
    }
    if (hasFailed) {
      signalPassFailure();
    }
  }
};
} // namespace

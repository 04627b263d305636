//===- Register.cpp - what heddle's tools know ----------------------------===//

#include "tools/Driver/Register.h"
#include "autotune/Passes.h"
#include "codegen/CPU/Passes.h"
#include "codegen/Common/Passes.h"
#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Fuse/Passes.h"
#include "passes/Grid/Passes.h"
#include "passes/Shard/Passes.h"
#include "passes/Simplify/Passes.h"
#include "passes/Tile/Passes.h"

using namespace heddle;

void heddle::registerHeddleDialects(mlir::DialectRegistry &registry) {
  registry.insert<dist::DistDialect, graph::GraphDialect, kernel::KernelDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect, NVVM::NVVMDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  vector::VectorDialect, chlo::ChloDialect, stablehlo::StableHloDialect>();
}

void heddle::registerHeddlePasses() {
  mlir::registerTransformsPasses();
  simplify::registerSimplifyPasses();
  shard::registerShardPasses();
  fuse::registerFusePasses();
  tile::registerTilePasses();
  grid::registerGridPasses();
  codegen::registerCodegenPasses();
  cpu::registerCPUPasses();
  tune::registerAutotunePasses();
}

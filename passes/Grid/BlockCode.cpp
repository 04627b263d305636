//===- BlockCode.cpp - what threads of a block do together ----------------===//

#include "passes/Grid/BlockCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace heddle;
using namespace heddle::grid;
using tile::KernelFunction;

/// The address space of shared memory in NVVM.
static constexpr unsigned kShared = 3;

kernel::GridAttr grid::gridOf(kernel::FuncOp kernel) {
  return kernel->getAttrOfType<kernel::GridAttr>(kernel::KernelDialect::kGridAttr);
}

Value grid::threadInBlock(KernelFunction &function) {
  OpBuilder &b = function.entryBuilder();
  Value number = NVVM::ThreadIdXOp::create(b, function.loc(), b.getI32Type());
  return arith::IndexCastUIOp::create(b, function.loc(), b.getIndexType(), number);
}

Value grid::blockInGrid(KernelFunction &function) {
  OpBuilder &b = function.entryBuilder();
  Value number = NVVM::BlockIdXOp::create(b, function.loc(), b.getI32Type());
  return arith::IndexCastUIOp::create(b, function.loc(), b.getIndexType(), number);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value grid::sharedMemory(KernelFunction &function, int64_t bytes) {
  OpBuilder outside(function.kernel());
  std::string name = (function.kernel().getName() + ".shared").str();
  auto type = LLVM::LLVMArrayType::get(outside.getI8Type(), bytes);
  LLVM::GlobalOp::create(outside, function.loc(), type, /*isConstant=*/false, LLVM::Linkage::Internal, name,
                         Attribute(), /*alignment=*/128, kShared);
  OpBuilder &b = function.entryBuilder();
  return LLVM::AddressOfOp::create(b, function.loc(), LLVM::LLVMPointerType::get(b.getContext(), kShared),
                                   name);
}

Value grid::addressAt(OpBuilder &b, Location loc, Value pointer, Type type, Value index) {
  Value wide = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), index);
  return LLVM::GEPOp::create(b, loc, pointer.getType(), type, pointer, ArrayRef<LLVM::GEPArg>{wide});
}

/// Bytes of a scalar or vector.
static unsigned bytesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8 * (vector ? vector.getNumElements() : 1);
}

Value grid::loadFrom(OpBuilder &b, Location loc, Value address, Type type, int64_t lanes) {
  Type loaded = lanes == 1 ? type : VectorType::get({lanes}, type);
  return LLVM::LoadOp::create(b, loc, loaded, address, bytesOf(loaded));
}

void grid::storeTo(OpBuilder &b, Location loc, Value value, Value address) {
  LLVM::StoreOp::create(b, loc, value, address, bytesOf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Threads together
//===----------------------------------------------------------------------===//

void grid::blockBarrier(OpBuilder &b, Location loc) { NVVM::Barrier0Op::create(b, loc); }

/// A 32-bit word from another lane.
static Value shuffleWord(OpBuilder &b, Location loc, Value word, Value mask) {
  Value members = arith::ConstantIntOp::create(b, loc, -1, 32); // all
  Value clamp = arith::ConstantIntOp::create(b, loc, kWarp - 1, 32);
  return NVVM::ShflOp::create(b, loc, b.getI32Type(), members, word, mask, clamp, NVVM::ShflKind::bfly,
                              UnitAttr());
}

Value grid::shuffle(OpBuilder &b, Location loc, Value value, int64_t mask) {
  auto word = [&](int64_t number) -> Value { return arith::ConstantIntOp::create(b, loc, number, 32); };
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(width);
  Value bits = type == integer ? value : arith::BitcastOp::create(b, loc, integer, value).getResult();
  if (width < 32) {
    bits = arith::ExtUIOp::create(b, loc, b.getI32Type(), bits);
  }
  if (width <= 32) {
    bits = shuffleWord(b, loc, bits, word(mask));
  } else {
    Value half = arith::ConstantIntOp::create(b, loc, 32, 64);
    Value low = arith::TruncIOp::create(b, loc, b.getI32Type(), bits);
    Value high = arith::TruncIOp::create(b, loc, b.getI32Type(), arith::ShRUIOp::create(b, loc, bits, half));
    low = arith::ExtUIOp::create(b, loc, integer, shuffleWord(b, loc, low, word(mask)));
    high = arith::ExtUIOp::create(b, loc, integer, shuffleWord(b, loc, high, word(mask)));
    bits = arith::OrIOp::create(b, loc, low, arith::ShLIOp::create(b, loc, high, half));
  }
  if (width < 32) {
    bits = arith::TruncIOp::create(b, loc, integer, bits);
  }
  return type == integer ? bits : arith::BitcastOp::create(b, loc, type, bits).getResult();
}

void grid::finishKernel(KernelFunction &function, kernel::GridAttr grid, const SymExpr &blocks) {
  func::FuncOp finished = function.finish();
  Builder b(finished.getContext());
  finished->setAttr(kernel::KernelDialect::kBlocksAttr, b.getStringAttr(blocks.str()));
  finished->setAttr(kernel::KernelDialect::kThreadsAttr, b.getI64IntegerAttr(grid.getThreads()));
}

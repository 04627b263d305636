//===- StepsMemory.cpp - addresses, copies and allocation in a run --------===//

#include "codegen/Common/StepsBuilder.h"
#include "heddle/abi.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace heddle;
using namespace heddle::codegen;

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value StepsBuilder::constant(int64_t value) { return arith::ConstantIntOp::create(b, loc, value, 64); }

Value StepsBuilder::equals(Value a, Value c) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, a, c);
}

Block *StepsBuilder::newBlock() {
  OpBuilder::InsertionGuard guard(b);
  return b.createBlock(exitBlock);
}

void StepsBuilder::leaveIf(Value condition, Block *target) {
  Block *rest = newBlock();
  cf::CondBranchOp::create(b, loc, condition, target, ValueRange(), rest, ValueRange());
  b.setInsertionPointToEnd(rest);
}

void StepsBuilder::onWorkerZero(llvm::function_ref<void()> body) {
  Block *mine = newBlock(), *rest = newBlock();
  cf::CondBranchOp::create(b, loc, equals(worker, constant(0)), mine, ValueRange(), rest, ValueRange());
  b.setInsertionPointToEnd(mine);
  body();
  cf::BranchOp::create(b, loc, rest);
  b.setInsertionPointToEnd(rest);
}

void StepsBuilder::declare(StringRef function, ValueRange operands, Type result) {
  auto module = main->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(function)) {
    OpBuilder top(module.getBodyRegion());
    auto type = top.getFunctionType(operands.getTypes(), result ? TypeRange(result) : TypeRange());
    func::FuncOp::create(top, loc, function, type).setPrivate();
  }
}

void StepsBuilder::call(StringRef function, ValueRange operands, Type result) {
  declare(function, operands, result);
  func::CallOp::create(b, loc, function, result ? TypeRange(result) : TypeRange(), operands);
}

void StepsBuilder::exitIfFailed() {
  Value failed = field(64, b.getI64Type());
  Value isSet = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, failed, constant(0));
  leaveIf(isSet, exitBlock);
}

void StepsBuilder::barrier() {
  tellStep(HEDDLE_STEP_WAIT);
  call("heddle_barrier", {context, worker});
  tellStep(HEDDLE_STEP_RESUME);
  exitIfFailed();
}

Value StepsBuilder::text(const Twine &message) {
  std::string content = message.str();
  std::string &name = texts[content];
  auto module = main->getParentOfType<ModuleOp>();
  OpBuilder top(module.getBodyRegion());
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), content.size() + 1);
  if (name.empty()) {
    name = (onDevice ? "heddle_device_text" : "heddle_text") + std::to_string(texts.size());
    LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/true, LLVM::Linkage::Private, name,
                           top.getStringAttr(StringRef(content.c_str(), content.size() + 1)));
  }
  return LLVM::AddressOfOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext()), name);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value StepsBuilder::offsetBy(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{bytes});
}

Value StepsBuilder::field(int64_t offset, Type type) {
  return LLVM::LoadOp::create(b, loc, type, offsetBy(context, constant(offset)));
}

Value StepsBuilder::element(Value base, Value index) {
  Type pointer = base.getType();
  Value place = LLVM::GEPOp::create(b, loc, pointer, pointer, base, ArrayRef<LLVM::GEPArg>{index});
  return LLVM::LoadOp::create(b, loc, pointer, place);
}

Value StepsBuilder::addressOf(StorageAttr storage) {
  int64_t index = storage.getIndex();
  switch (storage.getKind()) {
  case StorageKind::Input:
    return element(inputs, constant(index));
  case StorageKind::Output:
    return element(outputs, constant(index));
  case StorageKind::Weight:
    return offsetBy(weights, constant(index));
  case StorageKind::Variable:
    return element(variables, constant(index));
  case StorageKind::Slot:
    return element(slots, constant(index));
  case StorageKind::Planned: {
    if (auto fixed = main->getAttrOfType<DenseI64ArrayAttr>(kBufferOffsetsAttr)) {
      return offsetBy(arena, constant(fixed[index]));
    }
    Value place = LLVM::GEPOp::create(b, loc, offsets.getType(), b.getI64Type(), offsets,
                                      ArrayRef<LLVM::GEPArg>{constant(index)});
    return offsetBy(arena, LLVM::LoadOp::create(b, loc, b.getI64Type(), place));
  }
  case StorageKind::Next: {
    const Place &place = next.at(index);
    return place.pointer ? place.pointer : element(slots, place.slot);
  }
  case StorageKind::Slice:
    return slices.at(index);
  case StorageKind::Pointer:
    break;
  }
  llvm_unreachable("pointers belong to values");
}

Value StepsBuilder::address(Value tensor) {
  Value root = rootOf(tensor);
  if (Value known = pointers.lookup(root)) {
    return known;
  }
  StorageAttr storage = storageOf(root);
  assert(storage && "every tensor that is read from memory has storage");
  return addressOf(storage);
}

void StepsBuilder::storeNumber(Value number, Value place) {
  if (onDevice) {
    return call("heddle_device_write", {context, place, onStack(number), constant(8)});
  }
  onWorkerZero([&] { LLVM::StoreOp::create(b, loc, number, place); });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// copy(target, source, bytes, worker, workers): worker w copies bytes [w * part, (w + 1) * part), where part
/// is the smallest multiple of 64 that is enough.
func::FuncOp StepsBuilder::copyFunction() {
  constexpr StringLiteral name = "heddle_copy";
  auto module = main->getParentOfType<ModuleOp>();
  if (auto made = module.lookupSymbol<func::FuncOp>(name)) {
    return made;
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  Type pointer = context.getType(), i64 = b.getI64Type();
  auto function =
      func::FuncOp::create(b, loc, name, b.getFunctionType({pointer, pointer, i64, i64, i64}, {}));
  function.setPrivate();
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  Value numBytes = body->getArgument(2), self = body->getArgument(3), count = body->getArgument(4);
  Value zero = constant(0), whole = arith::CeilDivUIOp::create(b, loc, numBytes, constant(64));
  Value part = arith::CeilDivUIOp::create(b, loc, whole, count);
  part = arith::MulIOp::create(b, loc, part, constant(64));
  Value start = arith::MulIOp::create(b, loc, self, part);
  Value left = arith::SubIOp::create(b, loc, numBytes, start);
  Value size = arith::MaxSIOp::create(b, loc, arith::MinSIOp::create(b, loc, left, part), zero);
  start = arith::MinSIOp::create(b, loc, start, numBytes);
  LLVM::MemcpyOp::create(b, loc, offsetBy(body->getArgument(0), start), offsetBy(body->getArgument(1), start),
                         size,
                         /*isVolatile=*/false);
  func::ReturnOp::create(b, loc);
  return function;
}

void StepsBuilder::copy(Value target, Value source, Value numBytes) {
  if (onDevice) {
    return call("heddle_device_copy", {context, target, source, numBytes});
  }
  func::CallOp::create(b, loc, copyFunction(), ValueRange{target, source, numBytes, worker, workers});
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

void StepsBuilder::emitOutput(int64_t index, Type type) {
  for (auto [dim, size] : llvm::enumerate(graph::shapeOf(type))) {
    Value place = LLVM::GEPOp::create(b, loc, shapeBuffer.getType(), b.getI64Type(), shapeBuffer,
                                      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(dim)});
    LLVM::StoreOp::create(b, loc, value(size), place);
  }
  call("heddle_output", {context, constant(index), shapeBuffer}, shapeBuffer.getType());
}

void StepsBuilder::allocateFor(Operation *op) {
  struct Request {
    Value slot, bytes;
  };
  SmallVector<Request> requests;
  SmallVector<std::pair<int64_t, Type>> newOutputs;
  auto request = [&](StorageAttr storage, const SymExpr &size) {
    if (storage.getKind() == StorageKind::Slot) {
      requests.push_back({constant(storage.getIndex()), bytes(size)});
    } else if (storage.getKind() == StorageKind::Next && next.at(storage.getIndex()).slot) {
      requests.push_back({next.at(storage.getIndex()).slot, bytes(size)});
    }
  };
  for (OpResult result : op->getResults()) {
    StorageAttr storage = storageOf(result);
    request(storage, bytesOf(result.getType()));
    Type type = result.getType();
    if (storage.getKind() == StorageKind::Output && !isShapeKnown(type, knownSymbols)) {
      newOutputs.push_back({storage.getIndex(), type});
    }
  }
  if (auto scratch = op->getAttrOfType<StorageAttr>(kScratchStorageAttr)) {
    request(scratch, scratchOfAll(cast<kernel::LaunchOp>(op)));
  }
  onWorkerZero([&] {
    for (const Request &wanted : requests) {
      call("heddle_allocate", {context, wanted.slot, wanted.bytes}, context.getType());
    }
    for (auto [index, type] : newOutputs) {
      emitOutput(index, type);
    }
  });
  barrier();
}

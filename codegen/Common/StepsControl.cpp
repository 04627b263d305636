//===- StepsControl.cpp - branches and loops in a run ---------------------===//
//
// A branch's results are pointers: each side hands on the address of what it made. A loop becomes
//
//   head(trip, condition, per carried value: current, free, spare, …):
//     trip < max and condition ? body : exit
//   body:  store the trip number; barrier; steps; barrier; copy what is not in place; next trip
//   exit:  barrier
//
// A carried value lies where the last trip left it (`current`, at first the initial value itself, which is
// never copied); this trip writes the next value to `free`. The two buffers take turns: after a trip current
// is the old free, free the old spare, spare the old free. Where sizes are known only now, free and spare are
// numbers of slots. A stacked result of unknown length lies in one of two slots and doubles when it is full.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/StepsBuilder.h"
#include "dialects/Graph/IR/Constant.h"
#include "heddle/abi.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"

using namespace heddle;
using namespace heddle::codegen;
using arith::CmpIPredicate;

/// Sizes among `shape` that are a symbol without a value, with their dimension.
static SmallVector<std::pair<std::string, unsigned>> openSizes(ArrayRef<SymExpr> shape,
                                                               const llvm::StringMap<Value> &symbols) {
  SmallVector<std::pair<std::string, unsigned>> open;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    std::optional<StringRef> name = size.symbolName();
    if (name && !symbols.count(*name)) {
      open.push_back({name->str(), static_cast<unsigned>(dim)});
    }
  }
  return open;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void StepsBuilder::emitIf(graph::IfOp branch) {
  struct OpenSize {
    std::string name;
    unsigned result, dim;
  };
  SmallVector<OpenSize> open;
  for (auto [index, result] : llvm::enumerate(branch.getResults())) {
    for (const auto &size : openSizes(graph::shapeOf(result), symbols)) {
      if (llvm::none_of(open, [&](const OpenSize &other) { return other.name == size.first; })) {
        open.push_back({size.first, static_cast<unsigned>(index), size.second});
      }
    }
  }
  Value condition =
      arith::CmpIOp::create(b, loc, CmpIPredicate::ne, scalar(branch.getCondition()), constant(0));
  Block *sides[2] = {newBlock(), newBlock()}, *rest = newBlock();
  cf::CondBranchOp::create(b, loc, condition, sides[0], ValueRange(), sides[1], ValueRange());
  Symbols outer = symbols;
  for (auto [side, region] : llvm::zip(sides, branch->getRegions())) {
    b.setInsertionPointToEnd(side);
    emit(region.front());
    Operation *yield = region.front().getTerminator();
    SmallVector<Value> handedOn;
    for (auto [given, result] : llvm::zip(yield->getOperands(), branch.getResults())) {
      handedOn.push_back(address(given));
      for (auto [x, y] : llvm::zip(graph::shapeOf(given), graph::shapeOf(result))) {
        checkEqual(x, y, branch, "a branch gives a size that differs from its result's");
      }
    }
    for (const OpenSize &size : open) {
      handedOn.push_back(value(graph::shapeOf(yield->getOperand(size.result))[size.dim]));
    }
    cf::BranchOp::create(b, loc, rest, handedOn);
    if (rest->getNumArguments() == 0) {
      rest->addArguments(TypeRange(handedOn), SmallVector<Location>(handedOn.size(), loc));
    }
    symbols = outer;
  }
  b.setInsertionPointToEnd(rest);
  for (auto [index, result] : llvm::enumerate(branch.getResults())) {
    pointers[result] = rest->getArgument(index);
  }
  for (auto [index, size] : llvm::enumerate(open)) {
    symbols[size.name] = rest->getArgument(branch.getNumResults() + index);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

struct StepsBuilder::LoopState {
  struct Carry {
    Value current, free, spare;                         // null where the value never changes
    bool isSlot = false;                                // free and spare are numbers of slots
    SmallVector<std::pair<std::string, unsigned>> open; // sizes that are bound at every trip
    SmallVector<Value> sizes;                           // their values
  };
  struct Stack {
    Value pointer, capacity, slot, spare;               // null where the result is planned
    SmallVector<std::pair<std::string, unsigned>> open; // sizes of a slice that only the run tells
    SmallVector<Value> sizes;
  };
  Value trip, condition;
  SmallVector<Carry> carries;
  SmallVector<Stack> stacks;

  /// Calls `visit` on every value that changes from trip to trip, in a fixed order.
  void forEach(llvm::function_ref<void(Value &)> visit) {
    visit(trip);
    visit(condition);
    for (Carry &carry : carries) {
      if (carry.current) {
        for (Value *value : {&carry.current, &carry.free, &carry.spare}) {
          visit(*value);
        }
      }
      llvm::for_each(carry.sizes, visit);
    }
    for (Stack &stack : stacks) {
      if (stack.pointer) {
        for (Value *value : {&stack.pointer, &stack.capacity, &stack.slot, &stack.spare}) {
          visit(*value);
        }
      }
      llvm::for_each(stack.sizes, visit);
    }
  }
  SmallVector<Value> values() {
    SmallVector<Value> all;
    forEach([&](Value &value) { all.push_back(value); });
    return all;
  }
};

StepsBuilder::LoopState StepsBuilder::initialState(graph::LoopOp loop) {
  Block &body = loop.getBody().front();
  LoopState state;
  state.trip = constant(0);
  state.condition = arith::ConstantIntOp::create(b, loc, 1, 1);
  if (Value condition = loop.getCondition()) {
    state.condition = arith::CmpIOp::create(b, loc, CmpIPredicate::ne, scalar(condition), constant(0));
  }
  Symbols seen = symbols;
  for (auto [index, storages] : llvm::enumerate(loop->getAttrOfType<ArrayAttr>(kCarriedAttr))) {
    LoopState::Carry carry;
    Value initial = loop.getInitial()[index];
    graph::SymShape shape = graph::shapeOf(initial), inside = graph::shapeOf(body.getArgument(1 + index));
    carry.open = openSizes(inside, seen);
    for (auto &[name, dim] : carry.open) {
      carry.sizes.push_back(seen[name] = value(shape[dim]));
    }
    for (auto [x, y] : llvm::zip(shape, inside)) {
      checkEqual(x, y, loop, "the initial value of a loop has a size that the loop does not expect");
    }
    auto buffers = cast<ArrayAttr>(storages);
    if (!buffers.empty()) {
      auto first = cast<StorageAttr>(buffers[0]), second = cast<StorageAttr>(buffers[1]);
      carry.isSlot = first.getKind() == StorageKind::Slot;
      carry.current = address(initial);
      carry.free = carry.isSlot ? constant(first.getIndex()) : addressOf(first);
      carry.spare = carry.isSlot ? constant(second.getIndex()) : addressOf(second);
    }
    state.carries.push_back(carry);
  }
  for (auto [index, storages] : llvm::enumerate(loop->getAttrOfType<ArrayAttr>(kStackedAttr))) {
    LoopState::Stack stack;
    graph::SymShape shape = graph::shapeOf(loop.getResult(loop.numCarried() + index));
    stack.open = openSizes(ArrayRef(shape).drop_front(), symbols);
    stack.sizes.assign(stack.open.size(), constant(0));
    auto buffers = cast<ArrayAttr>(storages);
    if (buffers.size() == 2) {
      stack.pointer = LLVM::ZeroOp::create(b, loc, context.getType());
      stack.capacity = constant(0);
      stack.slot = constant(cast<StorageAttr>(buffers[0]).getIndex());
      stack.spare = constant(cast<StorageAttr>(buffers[1]).getIndex());
    }
    state.stacks.push_back(stack);
  }
  return state;
}

void StepsBuilder::emitLoop(graph::LoopOp loop) {
  LoopState initial = initialState(loop);
  Value limit = loop.getMaxTrips() ? scalar(loop.getMaxTrips()) : constant(INT64_MAX);
  Block *head = newBlock(), *body = newBlock(), *exit = newBlock();
  SmallVector<Value> values = initial.values();
  cf::BranchOp::create(b, loc, head, values);
  head->addArguments(TypeRange(values), SmallVector<Location>(values.size(), loc));
  LoopState state = initial;
  unsigned next = 0;
  state.forEach([&](Value &value) { value = head->getArgument(next++); });

  b.setInsertionPointToEnd(head);
  Value inside = arith::CmpIOp::create(b, loc, CmpIPredicate::slt, state.trip, limit);
  Value runs = arith::AndIOp::create(b, loc, inside, state.condition);
  cf::CondBranchOp::create(b, loc, runs, body, ValueRange(), exit, ValueRange());

  Symbols outer = symbols;
  b.setInsertionPointToEnd(body);
  emitTripStart(loop, state);
  Symbols atHead = symbols;
  emit(loop.getBody().front());
  loc = loop.getLoc();
  if (hasFailed) {
    return;
  }
  tellStep(HEDDLE_STEP_NONE);
  LoopState after = emitTripEnd(loop, state);
  cf::BranchOp::create(b, loc, head, after.values());

  symbols = atHead;
  b.setInsertionPointToEnd(exit);
  barrier();
  emitLoopResults(loop, state, outer);
}

void StepsBuilder::emitTripStart(graph::LoopOp loop, const LoopState &state) {
  Block &body = loop.getBody().front();
  int64_t firstNext = loop->getAttrOfType<IntegerAttr>(kFirstNextAttr).getInt();
  int64_t firstSlice = loop->getAttrOfType<IntegerAttr>(kFirstSliceAttr).getInt();
  for (auto [index, carry] : llvm::enumerate(state.carries)) {
    for (auto [size, open] : llvm::zip(carry.sizes, carry.open)) {
      symbols[open.first] = size;
    }
    BlockArgument argument = body.getArgument(1 + index);
    pointers[argument] = carry.current ? carry.current : address(loop.getInitial()[index]);
    next[firstNext + index] = carry.isSlot ? Place{{}, carry.free} : Place{carry.free, {}};
  }
  for (auto [index, stack] : llvm::enumerate(state.stacks)) {
    if (stack.pointer) {
      continue;
    }
    Value result = loop.getResult(loop.numCarried() + index);
    graph::SymShape shape = graph::shapeOf(result);
    failIf(arith::CmpIOp::create(b, loc, CmpIPredicate::sge, state.trip, value(shape[0])),
           nameOf(loop) + ": the loop runs more often than its result has room for");
    SymExpr slice = product(ArrayRef(shape).drop_front()) *
                    SymExpr(graph::elementBytes(cast<RankedTensorType>(result.getType()).getElementType()));
    Value start = arith::MulIOp::create(b, loc, state.trip, value(slice));
    slices[firstSlice + index] = offsetBy(addressOf(storageOf(result)), start);
  }
  if (auto trip = loop->getAttrOfType<StorageAttr>(kTripAttr)) {
    storeNumber(state.trip, addressOf(trip));
  }
  barrier();
}

//===----------------------------------------------------------------------===//
// The end of a trip
//===----------------------------------------------------------------------===//

/// Whether a yielded value was written to its `next` or `slice` place by the kernel that made it.
static bool isInPlace(Value yielded, StorageKind kind, int64_t index) {
  return storageOf(rootOf(yielded)) == StorageAttr::get(yielded.getContext(), kind, index);
}

void StepsBuilder::emitCarriedAllocation(graph::LoopOp loop, const LoopState &state) {
  Operation *yield = loop.getBody().front().getTerminator();
  int64_t firstNext = loop->getAttrOfType<IntegerAttr>(kFirstNextAttr).getInt();
  SmallVector<std::pair<Value, Value>> requests;
  for (auto [index, carry] : llvm::enumerate(state.carries)) {
    Value yielded = yield->getOperand(1 + index);
    if (carry.isSlot && !isInPlace(yielded, StorageKind::Next, firstNext + index)) {
      requests.push_back({carry.free, bytes(bytesOf(yielded.getType()))});
    }
  }
  if (requests.empty()) {
    return;
  }
  onWorkerZero([&] {
    for (auto [slot, size] : requests) {
      call("heddle_allocate", {context, slot, size}, context.getType());
    }
  });
  barrier();
}

void StepsBuilder::emitCarry(graph::LoopOp loop, unsigned index, LoopState &state) {
  LoopState::Carry &carry = state.carries[index];
  Value yielded = loop.getBody().front().getTerminator()->getOperand(1 + index);
  graph::SymShape given = graph::shapeOf(yielded);
  for (auto [value, open] : llvm::zip(carry.sizes, carry.open)) {
    value = this->value(given[open.second]);
  }
  if (!carry.current) {
    return;
  }
  int64_t number = loop->getAttrOfType<IntegerAttr>(kFirstNextAttr).getInt() + index;
  Value target = carry.isSlot ? element(slots, carry.free) : carry.free;
  if (!isInPlace(yielded, StorageKind::Next, number)) {
    copy(target, address(yielded), value(bytesOf(yielded.getType())));
  }
  carry.current = target;
  std::swap(carry.free, carry.spare);
}

void StepsBuilder::emitStack(graph::LoopOp loop, unsigned index, LoopState &state) {
  LoopState::Stack &stack = state.stacks[index];
  unsigned result = loop.numCarried() + index;
  Value yielded = loop.getBody().front().getTerminator()->getOperand(1 + result);
  int64_t number = loop->getAttrOfType<IntegerAttr>(kFirstSliceAttr).getInt() + index;
  if (!stack.pointer) {
    if (!isInPlace(yielded, StorageKind::Slice, number)) {
      copy(slices.at(number), address(yielded), value(bytesOf(yielded.getType())));
    }
    return;
  }
  Value slice = bytes(bytesOf(yielded.getType()));
  Value used = arith::MulIOp::create(b, loc, state.trip, slice),
        needed = arith::AddIOp::create(b, loc, used, slice);
  Block *grow = newBlock(), *rest = newBlock();
  SmallVector<Value> kept = {stack.pointer, stack.capacity, stack.slot, stack.spare};
  Value isFull = arith::CmpIOp::create(b, loc, CmpIPredicate::sgt, needed, stack.capacity);
  cf::CondBranchOp::create(b, loc, isFull, grow, ValueRange(), rest, kept);
  rest->addArguments(TypeRange(ValueRange(kept)), SmallVector<Location>(kept.size(), loc));
  b.setInsertionPointToEnd(grow);
  Value twice = arith::AddIOp::create(b, loc, needed, needed);
  onWorkerZero([&] { call("heddle_allocate", {context, stack.spare, twice}, context.getType()); });
  barrier();
  Value grown = element(slots, stack.spare);
  copy(grown, stack.pointer, used);
  barrier();
  onWorkerZero([&] { call("heddle_release", {context, stack.slot}); });
  cf::BranchOp::create(b, loc, rest, ValueRange{grown, twice, stack.spare, stack.slot});
  b.setInsertionPointToEnd(rest);
  stack.pointer = rest->getArgument(0);
  stack.capacity = rest->getArgument(1);
  stack.slot = rest->getArgument(2);
  stack.spare = rest->getArgument(3);
  copy(offsetBy(stack.pointer, used), address(yielded), slice);
}

/// Sizes of what a trip yields against what the loop says, before anything is copied.
static void forEachPair(graph::LoopOp loop,
                        llvm::function_ref<void(const SymExpr &, const SymExpr &)> visit) {
  Block &body = loop.getBody().front();
  Operation *yield = body.getTerminator();
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    graph::SymShape given = graph::shapeOf(yield->getOperand(1 + i)), wanted;
    if (i < loop.numCarried()) {
      wanted = graph::shapeOf(body.getArgument(1 + i));
    } else {
      wanted = graph::shapeOf(loop.getResult(i));
      wanted.erase(wanted.begin());
    }
    for (auto [x, y] : llvm::zip(given, wanted)) {
      visit(x, y);
    }
  }
}

StepsBuilder::LoopState StepsBuilder::emitTripEnd(graph::LoopOp loop, const LoopState &state) {
  Operation *yield = loop.getBody().front().getTerminator();
  LoopState after = state;
  llvm::StringSet<> changing;
  for (const LoopState::Carry &carry : state.carries) {
    for (auto &[name, dim] : carry.open) {
      changing.insert(name);
    }
  }
  forEachPair(loop, [&](const SymExpr &given, const SymExpr &wanted) {
    std::optional<StringRef> name = wanted.symbolName();
    if (!name || !changing.contains(*name)) {
      checkEqual(given, wanted, loop, "a trip of the loop changes a size that must stay");
    }
  });
  for (LoopState::Stack &stack : after.stacks) {
    unsigned result = loop.numCarried() + (&stack - after.stacks.data());
    graph::SymShape given = graph::shapeOf(yield->getOperand(1 + result));
    for (auto [size, open] : llvm::zip(stack.sizes, stack.open)) {
      Value now = value(given[open.second]);
      Value differs = arith::CmpIOp::create(b, loc, CmpIPredicate::ne, now, size);
      Value isLater = arith::CmpIOp::create(b, loc, CmpIPredicate::ne, state.trip, constant(0));
      failIf(arith::AndIOp::create(b, loc, differs, isLater),
             nameOf(loop) + ": the slices that a loop stacks differ in size");
      size = now;
    }
  }
  Value condition =
      arith::CmpIOp::create(b, loc, CmpIPredicate::ne, scalar(yield->getOperand(0)), constant(0));
  emitCarriedAllocation(loop, state);
  for (unsigned i = 0; i < after.carries.size(); ++i) {
    emitCarry(loop, i, after);
  }
  for (unsigned i = 0; i < after.stacks.size(); ++i) {
    emitStack(loop, i, after);
  }
  after.trip = arith::AddIOp::create(b, loc, state.trip, constant(1));
  after.condition = condition;
  return after;
}

void StepsBuilder::emitLoopResults(graph::LoopOp loop, const LoopState &state, const Symbols &outer) {
  Block &body = loop.getBody().front();
  Symbols results = outer;
  auto bind = [&](const SymExpr &size, Value actual) {
    std::optional<StringRef> name = size.symbolName();
    if (name && !results.count(*name)) {
      results[*name] = actual;
      return;
    }
    Value wanted = tryValue(size);
    if (wanted && wanted != actual) {
      failIf(arith::CmpIOp::create(b, loc, CmpIPredicate::ne, wanted, actual),
             nameOf(loop) + ": the result of the loop has another size than " + size.str());
    }
  };
  for (auto [index, carry] : llvm::enumerate(state.carries)) {
    Value result = loop.getResult(index);
    pointers[result] = carry.current ? carry.current : address(loop.getInitial()[index]);
    for (auto [x, y] : llvm::zip(graph::shapeOf(result), graph::shapeOf(body.getArgument(1 + index)))) {
      if (x != y) {
        bind(x, value(y));
      }
    }
  }
  for (auto [index, stack] : llvm::enumerate(state.stacks)) {
    Value result = loop.getResult(loop.numCarried() + index);
    graph::SymShape shape = graph::shapeOf(result);
    bind(shape[0], state.trip);
    for (auto [size, open] : llvm::zip(stack.sizes, stack.open)) {
      bind(SymExpr::symbol(open.first), size);
    }
    if (stack.pointer) {
      pointers[result] = stack.pointer;
    }
  }
  symbols = results;
}

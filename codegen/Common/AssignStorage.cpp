//===- AssignStorage.cpp - decide what kind of memory holds each tensor ---===//
//
// A tensor is written where it is needed at last, so that nothing is copied: a kernel's result that the model
// returns goes straight to the output, a value carried to the next trip of a loop to the buffer that the next
// trip reads, a slice of a stacked result into its place. Every other result gets a planned buffer if its
// size is known when a run starts, a slot if not. Reshapes share their input's memory; results of branches,
// and of loops, are whatever the branch or the last trip left: a pointer.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/Passes.h"
#include "codegen/Common/Storage.h"
#include "dialects/Graph/IR/Constant.h"

namespace heddle::codegen {
#define GEN_PASS_DEF_ASSIGNSTORAGEPASS
#include "codegen/Common/Passes.h.inc"
} // namespace heddle::codegen

using namespace heddle;
using namespace heddle::codegen;

namespace {

class Assigner {
public:
  explicit Assigner(func::FuncOp main) : main(main), b(main.getContext()), symbols(entrySymbols(main)) {}

  LogicalResult run();

private:
  void assign(Block &block);
  void assign(Operation &op);
  void assignLaunch(kernel::LaunchOp launch);
  void assignCollective(Operation &op);
  void assignRead(graph::ReadOp read);
  void assignLoop(graph::LoopOp loop);
  /// Where the values that leave the block are wanted.
  void targetOutputs(func::ReturnOp end);
  void targetLoop(graph::LoopOp loop, ArrayAttr carried, ArrayAttr stacked);
  /// Lets the launch in `block` that makes `value` write it to `storage`, which has room for `bytes`.
  void target(Value value, StorageAttr storage, const SymExpr &bytes, Block *block);

  StorageAttr make(StorageKind kind, int64_t index = 0) {
    return StorageAttr::get(b.getContext(), kind, index);
  }
  StorageAttr makePlanned(const SymExpr &bytes);
  /// A planned buffer or slot for so many bytes.
  StorageAttr makeFor(const SymExpr &bytes) {
    return usesOnly(bytes, symbols) ? makePlanned(bytes) : make(StorageKind::Slot, numSlots++);
  }
  void setStorage(Operation *op, ArrayRef<Attribute> storages) {
    op->setAttr(kStorageAttr, b.getArrayAttr(storages));
  }

  func::FuncOp main;
  Builder b;
  llvm::SetVector<StringRef> symbols;
  SmallVector<Attribute> bufferBytes;
  int64_t numSlots = 0, numNext = 0, numSlices = 0;
  DenseMap<Value, StorageAttr> targets;
  llvm::StringMap<int64_t> variables;
};

StorageAttr Assigner::makePlanned(const SymExpr &bytes) {
  bufferBytes.push_back(b.getStringAttr(bytes.str()));
  return make(StorageKind::Planned, bufferBytes.size() - 1);
}

LogicalResult Assigner::run() {
  for (auto variable : main->getParentOfType<ModuleOp>().getOps<graph::VariableOp>()) {
    variables.try_emplace(variable.getSymName(), variables.size());
  }
  for (Type type : main.getArgumentTypes()) {
    for (const SymExpr &size : graph::shapeOf(type)) {
      if (!size.constant() && !size.symbolName()) {
        return mlir::emitError(main.getLoc(), "an input's size is '")
               << size.str() << "' where a number or one symbol is wanted";
      }
    }
  }
  targetOutputs(cast<func::ReturnOp>(main.getBody().front().getTerminator()));
  assign(main.getBody().front());
  SmallVector<Attribute> names;
  for (StringRef name : symbols) {
    names.push_back(b.getStringAttr(name));
  }
  main->setAttr(kEntrySymbolsAttr, b.getArrayAttr(names));
  main->setAttr(kBufferBytesAttr, b.getArrayAttr(bufferBytes));
  main->setAttr(kNumSlotsAttr, b.getI64IntegerAttr(numSlots));
  return success();
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

void Assigner::target(Value value, StorageAttr storage, const SymExpr &bytes, Block *block) {
  Value root = rootOf(value);
  Operation *maker = root.getDefiningOp();
  // Sizes that are equal only at run time are checked before a copy; writing in place would be too early.
  if (!maker || root.getParentBlock() != block || bytesOf(root.getType()) != bytes) {
    return;
  }
  auto reduce = dyn_cast<dist::AllReduceOp>(maker);
  if (reduce && isMadeInPlace(reduce)) {
    // An output gets its shape when its memory is asked for, by the step that makes the operand.
    if (rootOf(reduce.getInput()) == reduce.getInput() || isShapeKnown(root.getType(), symbols)) {
      target(reduce.getInput(), storage, bytes, block);
    }
  } else if (isa<kernel::LaunchOp>(maker) || dist::isCollective(maker)) {
    targets.try_emplace(root, storage); // a value wanted at two places is copied to the second
  }
}

void Assigner::targetOutputs(func::ReturnOp end) {
  for (auto [index, value] : llvm::enumerate(end.getOperands())) {
    // An output gets its shape before it is written: by then its symbols must have values.
    bool isShapeKnown =
        llvm::all_of(graph::shapeOf(value), [&](const SymExpr &size) { return usesOnly(size, symbols); });
    if (isShapeKnown || rootOf(value) == value) {
      target(value, make(StorageKind::Output, index), bytesOf(value.getType()), end->getBlock());
    }
  }
}

void Assigner::targetLoop(graph::LoopOp loop, ArrayAttr carried, ArrayAttr stacked) {
  Operation *yield = loop.getBody().front().getTerminator();
  for (auto [index, buffers] : llvm::enumerate(carried)) {
    if (cast<ArrayAttr>(buffers).empty()) {
      continue;
    }
    Value value = yield->getOperand(1 + index);
    bool isSlot = cast<StorageAttr>(cast<ArrayAttr>(buffers)[0]).getKind() == StorageKind::Slot;
    Type sizedBy = isSlot ? rootOf(value).getType() : loop.getBody().getArgument(1 + index).getType();
    target(value, make(StorageKind::Next, numNext + index), bytesOf(sizedBy), yield->getBlock());
  }
  for (auto [index, buffers] : llvm::enumerate(stacked)) {
    if (cast<ArrayAttr>(buffers).size() == 1) { // planned: its places do not move
      unsigned result = carried.size() + index;
      graph::SymShape shape = graph::shapeOf(loop.getResult(result));
      Type element = cast<RankedTensorType>(loop.getResult(result).getType()).getElementType();
      SymExpr bytes = product(ArrayRef(shape).drop_front()) * SymExpr(graph::elementBytes(element));
      target(yield->getOperand(1 + result), make(StorageKind::Slice, numSlices + index), bytes,
             yield->getBlock());
    }
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Assigner::assign(Block &block) {
  for (Operation &op : block) {
    assign(op);
  }
}

/// Whether all uses of a scalar are served by `knownElement`.
bool isReadFromMemory(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    if (auto loop = dyn_cast<graph::LoopOp>(use.getOwner())) {
      return use.get() != loop.getMaxTrips() && use.get() != loop.getCondition();
    }
    if (auto reshape = dyn_cast<graph::ReshapeOp>(use.getOwner())) {
      return use.get() != reshape.getSize() || isReadFromMemory(reshape.getResult());
    }
    return !isa<graph::IfOp>(use.getOwner());
  });
}

void Assigner::assign(Operation &op) {
  if (auto launch = dyn_cast<kernel::LaunchOp>(op)) {
    assignLaunch(launch);
  } else if (auto symbolic = dyn_cast<graph::SymbolicOp>(op)) {
    if (isReadFromMemory(symbolic.getResult())) {
      setStorage(&op, {makePlanned(bytesOf(symbolic.getType()))});
    }
  } else if (dist::isCollective(&op)) {
    assignCollective(op);
  } else if (auto coord = dyn_cast<dist::CoordOp>(op)) {
    setStorage(&op, {makePlanned(bytesOf(coord.getType()))});
  } else if (auto reshape = dyn_cast<graph::ReshapeOp>(op)) {
    if (StorageAttr storage = storageOf(reshape.getInput())) {
      setStorage(&op, {storage});
    }
  } else if (auto read = dyn_cast<graph::ReadOp>(op)) {
    assignRead(read);
  } else if (auto branch = dyn_cast<graph::IfOp>(op)) {
    assign(branch.getThenRegion().front());
    assign(branch.getElseRegion().front());
    setStorage(&op, SmallVector<Attribute>(op.getNumResults(), make(StorageKind::Pointer)));
  } else if (auto loop = dyn_cast<graph::LoopOp>(op)) {
    assignLoop(loop);
  }
}

void Assigner::assignLaunch(kernel::LaunchOp launch) {
  SmallVector<Attribute> storages;
  for (Value result : launch.getResults()) {
    StorageAttr storage = targets.lookup(result);
    storages.push_back(storage ? storage : makeFor(bytesOf(result.getType())));
  }
  setStorage(launch, storages);
  if (!scratchBytesOf(calleeOf(launch)).isConstant(0)) {
    launch->setAttr(kScratchStorageAttr, makeFor(scratchOfAll(launch)));
  }
}

void Assigner::assignCollective(Operation &op) {
  StorageAttr storage = targets.lookup(op.getResult(0));
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op); reduce && isMadeInPlace(reduce)) {
    storage = storageOf(rootOf(reduce.getInput()));
  }
  setStorage(&op, {storage ? storage : makeFor(bytesOf(op.getResult(0).getType()))});
}

/// A read shares the variable's memory if every use comes before the first assignment; else it is a copy.
void Assigner::assignRead(graph::ReadOp read) {
  StringRef name = read.getVariable();
  Block *block = read->getBlock();
  Operation *firstAssign = nullptr;
  bool isDirect = block == &main.getBody().front();
  main.walk([&](graph::AssignOp assign) {
    if (assign.getVariable() == name) {
      isDirect &= assign->getBlock() == block;
      firstAssign = firstAssign ? firstAssign : assign.getOperation();
    }
  });
  SmallVector<Value> aliases = {read.getResult()};
  while (isDirect && firstAssign && !aliases.empty()) {
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      // Branches and loops may pass the pointer on.
      isDirect &= isa<kernel::LaunchOp, graph::ReshapeOp, graph::AssignOp>(user) &&
                  user->getBlock() == block && (user == firstAssign || user->isBeforeInBlock(firstAssign));
      if (auto reshape = dyn_cast<graph::ReshapeOp>(user)) {
        aliases.push_back(reshape.getResult());
      }
    }
  }
  setStorage(read, {isDirect ? make(StorageKind::Variable, variables.lookup(name))
                             : makeFor(bytesOf(read.getType()))});
}

void Assigner::assignLoop(graph::LoopOp loop) {
  Block &body = loop.getBody().front();
  Operation *yield = body.getTerminator();
  SmallVector<Attribute> carried, stacked, results;
  for (unsigned i = 0; i < loop.numCarried(); ++i) {
    Value argument = body.getArgument(1 + i);
    if (yield->getOperand(1 + i) == argument) { // never changes
      carried.push_back(b.getArrayAttr({}));
      StorageAttr initial = storageOf(loop.getInitial()[i]);
      results.push_back(initial);
      continue;
    }
    SymExpr bytes = bytesOf(argument.getType());
    Attribute first = makeFor(bytes), second = makeFor(bytes);
    carried.push_back(b.getArrayAttr({first, second}));
    results.push_back(make(StorageKind::Pointer));
  }
  for (unsigned i = loop.numCarried(); i < loop.getNumResults(); ++i) {
    SymExpr bytes = bytesOf(loop.getResult(i).getType());
    SmallVector<Attribute> buffers = {makeFor(bytes)};
    if (cast<StorageAttr>(buffers[0]).getKind() == StorageKind::Slot) {
      buffers.push_back(makeFor(bytes));
    }
    stacked.push_back(b.getArrayAttr(buffers));
    results.push_back(buffers.size() == 1 ? buffers[0] : make(StorageKind::Pointer));
  }
  loop->setAttr(kCarriedAttr, b.getArrayAttr(carried));
  loop->setAttr(kStackedAttr, b.getArrayAttr(stacked));
  loop->setAttr(kFirstNextAttr, b.getI64IntegerAttr(numNext));
  loop->setAttr(kFirstSliceAttr, b.getI64IntegerAttr(numSlices));
  if (!body.getArgument(0).use_empty()) {
    loop->setAttr(kTripAttr, makePlanned(8));
  }
  setStorage(loop, results);
  targetLoop(loop, b.getArrayAttr(carried), b.getArrayAttr(stacked));
  numNext += carried.size();
  numSlices += stacked.size();
  assign(body);
}

struct AssignStoragePass : public codegen::impl::AssignStoragePassBase<AssignStoragePass> {
  void runOnOperation() override {
    func::FuncOp main = lookupMain(getOperation());
    if (!main) {
      return signalPassFailure();
    }
    WalkResult lowered = main.walk([&](kernel::LaunchOp launch) {
      if (calleeOf(launch)) {
        return WalkResult::advance();
      }
      launch.emitError("the kernel '") << launch.getCallee() << "' is not lowered";
      return WalkResult::interrupt();
    });
    if (lowered.wasInterrupted() || failed(Assigner(main).run())) {
      signalPassFailure();
    }
  }
};

} // namespace

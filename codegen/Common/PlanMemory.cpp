//===- PlanMemory.cpp - decide barriers and lifetimes of buffers ----------===//
//
// A run is cut into phases by barriers: the workers meet before a step that reads what another worker wrote
// since the last barrier, or overwrites what another may still read. Steps of worker 0 alone need none among
// themselves. Lifetimes are counted in phases, not in steps: two buffers that share memory are then always
// separated by a barrier, whatever place they get.
//
// Phases are numbered in program order through both sides of a branch and once through the body of a loop.
// Where control flow leaves the order of numbers (the second side of a branch, the end of a branch, every
// trip), there is a barrier, so the rule above holds along every path.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/Passes.h"
#include "codegen/Common/Storage.h"
#include "heddle/plan.h"
#include <map>
#include <set>

namespace heddle::codegen {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "codegen/Common/Passes.h.inc"
} // namespace heddle::codegen

using namespace heddle;
using namespace heddle::codegen;

namespace {

/// One piece of memory that barriers protect.
using Memory = std::pair<StorageKind, int64_t>;
using MemorySet = SmallVector<Memory, 2>;

/// What happened to memory since the last barrier.
struct Phase {
  std::set<Memory> writtenByAll, writtenByZero, readByAll, readByZero;

  void merge(const Phase &other) {
    writtenByAll.insert(other.writtenByAll.begin(), other.writtenByAll.end());
    writtenByZero.insert(other.writtenByZero.begin(), other.writtenByZero.end());
    readByAll.insert(other.readByAll.begin(), other.readByAll.end());
    readByZero.insert(other.readByZero.begin(), other.readByZero.end());
  }
};

/// What one step reads and writes, by all workers or by worker 0 alone.
struct Access {
  MemorySet reads, writes;
  bool serial = false;
};

class Planner {
public:
  explicit Planner(func::FuncOp main) : main(main), b(main.getContext()), symbols(entrySymbols(main)) {}

  LogicalResult run();

private:
  void visit(Block &block);
  void visit(Operation &op);
  void visitLaunch(kernel::LaunchOp launch);
  void visitCollective(Operation &op);
  void visitIf(graph::IfOp branch);
  void visitLoop(graph::LoopOp loop);
  void visitReturn(func::ReturnOp end);
  /// The end of a trip: the condition is read, values are copied to their places for the next trip.
  void visitLoopYield(graph::LoopOp loop, Operation *yield);

  /// A step of `op`: a barrier before it if its accesses ask for one.
  void step(Operation *op, const Access &access);
  /// A new phase begins before `op`, or inside it if null.
  void barrier(Operation *op);
  void touch(Memory memory);
  void touch(const MemorySet &set) {
    llvm::for_each(set, [&](Memory memory) { touch(memory); });
  }

  /// All memory a value may lie in.
  MemorySet memoryOf(Value value);
  MemorySet readsOf(ValueRange values);
  MemorySet expand(StorageAttr storage);
  /// What is read to give symbols their values before `op` runs.
  MemorySet bindingReads(Operation *op);
  /// What is read to know a scalar.
  MemorySet scalarReads(Value value);

  void noteSlotOwner(StorageAttr storage, Operation *owner) {
    if (storage.getKind() == StorageKind::Slot) {
      slotOwner.try_emplace(storage.getIndex(), owner);
    }
  }
  void releaseSlots();
  LogicalResult placeBuffers();

  struct Lifetime {
    uint32_t first = UINT32_MAX, last = 0;
  };

  func::FuncOp main;
  Builder b;
  llvm::SetVector<StringRef> symbols;
  Phase phase;
  uint32_t number = 0;
  bool needsBarrier = false; // before the next op, whatever it does: control flow joined
  std::map<Memory, Lifetime> lifetimes;
  std::map<int64_t, MemorySet> next, slices; // memory of carried values and stacked results by index
  DenseMap<Value, MemorySet> pointers;       // results of branches and loops, carried values
  std::map<int64_t, Operation *> slotOwner;
  DenseMap<Operation *, uint32_t> phaseAfterBarrier;
};

//===----------------------------------------------------------------------===//
// Memory of values
//===----------------------------------------------------------------------===//

MemorySet Planner::expand(StorageAttr storage) {
  switch (storage.getKind()) {
  case StorageKind::Next:
    return next[storage.getIndex()];
  case StorageKind::Slice:
    return slices[storage.getIndex()];
  case StorageKind::Input:
  case StorageKind::Weight:
  case StorageKind::Pointer:
    return {};
  default:
    return {{storage.getKind(), storage.getIndex()}};
  }
}

MemorySet Planner::memoryOf(Value value) {
  Value root = rootOf(value);
  auto pointer = pointers.find(root);
  if (pointer != pointers.end()) {
    return pointer->second;
  }
  StorageAttr storage = storageOf(root);
  return storage ? expand(storage) : MemorySet();
}

MemorySet Planner::readsOf(ValueRange values) {
  MemorySet reads;
  for (Value value : values) {
    reads.append(memoryOf(value));
  }
  return reads;
}

MemorySet Planner::scalarReads(Value value) {
  return value && !knownElement(value, 0) ? memoryOf(value) : MemorySet();
}

MemorySet Planner::bindingReads(Operation *op) {
  MemorySet reads;
  for (const SizeBinding &binding :
       sizeBindings(op, [&](StringRef name) { return symbols.contains(name); })) {
    if (!knownElement(binding.tensor, binding.element)) {
      reads.append(memoryOf(binding.tensor));
    }
  }
  return reads;
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

void Planner::touch(Memory memory) {
  Lifetime &lifetime = lifetimes[memory];
  lifetime.first = std::min(lifetime.first, number);
  lifetime.last = std::max(lifetime.last, number);
}

void Planner::barrier(Operation *op) {
  if (op) {
    op->setAttr(kBarrierAttr, b.getUnitAttr());
  }
  ++number;
  phase = Phase();
  needsBarrier = false;
  if (op) {
    phaseAfterBarrier[op] = number;
  }
}

static bool intersects(const MemorySet &set, const std::set<Memory> &other) {
  return llvm::any_of(set, [&](Memory memory) { return other.count(memory) != 0; });
}

void Planner::step(Operation *op, const Access &access) {
  bool conflict = intersects(access.reads, phase.writtenByAll) ||
                  intersects(access.writes, phase.writtenByAll) || intersects(access.writes, phase.readByAll);
  if (!access.serial) {
    conflict |= intersects(access.reads, phase.writtenByZero) ||
                intersects(access.writes, phase.writtenByZero) || intersects(access.writes, phase.readByZero);
  }
  if (conflict) {
    barrier(op);
  }
  if (isa<kernel::LaunchOp>(op)) {
    op->setAttr(kStoragePhaseAttr, b.getI32IntegerAttr(number));
  }
  auto &written = access.serial ? phase.writtenByZero : phase.writtenByAll;
  auto &read = access.serial ? phase.readByZero : phase.readByAll;
  written.insert(access.writes.begin(), access.writes.end());
  read.insert(access.reads.begin(), access.reads.end());
  touch(access.reads);
  touch(access.writes);
}

void Planner::visit(Block &block) {
  for (Operation &op : block) {
    if (needsBarrier && !isa<graph::ConstantOp>(op)) {
      barrier(&op);
    }
    visit(op);
  }
}

void Planner::visit(Operation &op) {
  if (auto launch = dyn_cast<kernel::LaunchOp>(op)) {
    visitLaunch(launch);
  } else if (dist::isCollective(&op)) {
    visitCollective(op);
  } else if (isa<graph::SymbolicOp, dist::CoordOp>(op) && storageOf(op.getResult(0))) {
    step(&op, {{}, memoryOf(op.getResult(0)), /*serial=*/true});
  } else if (auto read = dyn_cast<graph::ReadOp>(op)) {
    StorageAttr storage = storageOf(read.getResult());
    if (storage.getKind() != StorageKind::Variable) { // a copy
      noteSlotOwner(storage, &op);
      step(&op, {{{StorageKind::Variable, variableIndex(main, read.getVariable())}}, expand(storage)});
    }
  } else if (auto assign = dyn_cast<graph::AssignOp>(op)) {
    step(&op,
         {memoryOf(assign.getValue()), {{StorageKind::Variable, variableIndex(main, assign.getVariable())}}});
  } else if (auto reshape = dyn_cast<graph::ReshapeOp>(op)) {
    step(&op, {bindingReads(&op), {}});
  } else if (auto branch = dyn_cast<graph::IfOp>(op)) {
    visitIf(branch);
  } else if (auto loop = dyn_cast<graph::LoopOp>(op)) {
    visitLoop(loop);
  } else if (auto end = dyn_cast<func::ReturnOp>(op)) {
    visitReturn(end);
  } else if (auto around = dyn_cast<graph::LoopOp>(op.getParentOp());
             around && op.hasTrait<OpTrait::IsTerminator>()) {
    visitLoopYield(around, &op);
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void Planner::visitLaunch(kernel::LaunchOp launch) {
  MemorySet bindings = bindingReads(launch);
  Access access{readsOf(launch.getOperands()), {}, isSerial(calleeOf(launch))};
  for (OpResult result : launch.getResults()) {
    noteSlotOwner(storageOf(result), launch);
    access.writes.append(expand(storageOf(result)));
  }
  if (auto scratch = launch->getAttrOfType<StorageAttr>(kScratchStorageAttr)) {
    noteSlotOwner(scratch, launch);
    access.writes.append(expand(scratch));
  }
  if (allocatesDuringRun(launch, symbols)) {
    step(launch, {bindings, {}});
    barrier(nullptr); // worker 0 allocates, then the workers meet
  } else if (!bindings.empty()) {
    access.serial = false; // every worker reads the sizes
  }
  step(launch, access);
}

void Planner::visitCollective(Operation &op) {
  noteSlotOwner(storageOf(op.getResult(0)), &op);
  if (allocatesDuringRun(&op, symbols)) {
    barrier(nullptr); // worker 0 allocates, then the workers meet
  }
  step(&op, {readsOf(op.getOperands()), memoryOf(op.getResult(0)), /*serial=*/true});
}

void Planner::visitIf(graph::IfOp branch) {
  step(branch, {scalarReads(branch.getCondition()), {}});
  Phase entry = phase;
  uint32_t entryNumber = number;
  visit(branch.getThenRegion().front());
  Phase afterThen = phase;
  // The second side starts from the entry, but its numbers follow those of the first.
  needsBarrier = number != entryNumber;
  phase = entry;
  visit(branch.getElseRegion().front());
  needsBarrier = number != entryNumber;
  phase.merge(afterThen);
  for (unsigned i = 0; i < branch.getNumResults(); ++i) {
    MemorySet memory;
    for (Region &region : branch->getRegions()) {
      memory.append(memoryOf(region.front().getTerminator()->getOperand(i)));
    }
    pointers[branch.getResult(i)] = memory;
  }
}

void Planner::visitLoop(graph::LoopOp loop) {
  Block &body = loop.getBody().front();
  MemorySet reads = scalarReads(loop.getMaxTrips()), whole;
  reads.append(scalarReads(loop.getCondition()));
  step(loop, {reads, {}});
  auto expandAll = [&](Attribute storages) {
    MemorySet memory;
    for (auto storage : cast<ArrayAttr>(storages).getAsRange<StorageAttr>()) {
      noteSlotOwner(storage, loop);
      memory.append(expand(storage));
    }
    whole.append(memory);
    return memory;
  };
  int64_t firstNext = loop->getAttrOfType<IntegerAttr>(kFirstNextAttr).getInt();
  int64_t firstSlice = loop->getAttrOfType<IntegerAttr>(kFirstSliceAttr).getInt();
  for (auto [i, storages] : llvm::enumerate(loop->getAttrOfType<ArrayAttr>(kCarriedAttr))) {
    MemorySet memory = next[firstNext + i] = expandAll(storages);
    memory.append(memoryOf(loop.getInitial()[i]));
    pointers[body.getArgument(1 + i)] = pointers[loop.getResult(i)] = memory;
  }
  for (auto [i, storages] : llvm::enumerate(loop->getAttrOfType<ArrayAttr>(kStackedAttr))) {
    pointers[loop.getResult(loop.numCarried() + i)] = slices[firstSlice + i] = expandAll(storages);
  }
  if (auto trip = loop->getAttrOfType<StorageAttr>(kTripAttr)) {
    touch(expand(trip)); // stored before the barrier that starts a trip
    whole.append(expand(trip));
  }
  barrier(nullptr);
  touch(whole);
  uint32_t start = number;
  visit(body);
  touch(whole);
  for (auto &entry : lifetimes) { // the next trip uses again what comes from outside
    Lifetime &lifetime = entry.second;
    if (lifetime.first < start && lifetime.last >= start) {
      lifetime.last = number;
    }
  }
  barrier(nullptr); // on leaving
}

void Planner::visitLoopYield(graph::LoopOp loop, Operation *yield) {
  if (!yield->hasAttr(kBarrierAttr)) {
    barrier(yield); // the trip number and the carried values are overwritten
  }
  MemorySet reads = readsOf(yield->getOperands().drop_front());
  reads.append(scalarReads(yield->getOperand(0)));
  touch(reads);
}

void Planner::visitReturn(func::ReturnOp end) {
  Access access;
  for (auto [index, value] : llvm::enumerate(end.getOperands())) {
    auto output = StorageAttr::get(b.getContext(), StorageKind::Output, index);
    if (storageOf(rootOf(value)) != output) {
      access.reads.append(memoryOf(value));
      access.writes.append(expand(output));
    }
  }
  if (allocatesDuringRun(end, symbols)) {
    barrier(nullptr); // worker 0 asks for the outputs' memory, then the workers meet
  }
  step(end, access);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A slot goes after the first barrier behind its last use, in the block of the op that owns it: there the
/// op has run.
void Planner::releaseSlots() {
  for (auto [slot, owner] : slotOwner) {
    uint32_t last = lifetimes[{StorageKind::Slot, slot}].last;
    for (Operation *op = owner->getNextNode(); op; op = op->getNextNode()) {
      auto after = phaseAfterBarrier.find(op);
      if (after == phaseAfterBarrier.end() || after->second <= last) {
        continue;
      }
      auto slots = op->getAttrOfType<DenseI64ArrayAttr>(kReleaseAttr);
      SmallVector<int64_t> released(slots ? slots.asArrayRef() : ArrayRef<int64_t>());
      released.push_back(slot);
      op->setAttr(kReleaseAttr, b.getDenseI64ArrayAttr(released));
      break;
    }
  }
}

LogicalResult Planner::placeBuffers() {
  SmallVector<int32_t> phases;
  SmallVector<heddle_buffer_info_t> buffers;
  SmallVector<int64_t> bytes;
  bool isStatic = true;
  auto exprs = main->getAttrOfType<ArrayAttr>(kBufferBytesAttr);
  for (auto [index, text] : llvm::enumerate(exprs.getAsRange<StringAttr>())) {
    auto found = lifetimes.find({StorageKind::Planned, index});
    Lifetime lifetime = found == lifetimes.end() ? Lifetime{0, 0} : found->second;
    phases.append({static_cast<int32_t>(lifetime.first), static_cast<int32_t>(lifetime.last)});
    buffers.push_back({lifetime.first, lifetime.last});
    FailureOr<SymExpr> expr = SymExpr::parse(text.getValue());
    std::optional<int64_t> size = succeeded(expr) ? expr->constant() : std::nullopt;
    isStatic &= size.has_value();
    bytes.push_back(size.value_or(0));
  }
  main->setAttr(kBufferPhasesAttr, b.getDenseI32ArrayAttr(phases));
  if (!isStatic) {
    return success();
  }
  SmallVector<int64_t> offsets(bytes.size());
  SmallVector<uint32_t> workspace(2 * bytes.size());
  uint64_t arena =
      heddle_plan_offsets(buffers.data(), bytes.data(), bytes.size(), offsets.data(), workspace.data());
  if (arena == HEDDLE_PLAN_FAILED) {
    return mlir::emitError(main.getLoc(), "the model's tensors need more than 62 bits of memory");
  }
  main->setAttr(kBufferOffsetsAttr, b.getDenseI64ArrayAttr(offsets));
  main->setAttr(kArenaBytesAttr, b.getI64IntegerAttr(arena));
  return success();
}

LogicalResult Planner::run() {
  for (auto [index, type] : llvm::enumerate(main.getBody().front().getTerminator()->getOperandTypes())) {
    // Worker 0 asks for its memory first of all. Counted as the work of all, so that even worker 0 meets a
    // barrier, where a failure ends the run, before it writes there.
    if (isShapeKnown(type, symbols)) {
      phase.writtenByAll.insert({StorageKind::Output, index});
    }
  }
  visit(main.getBody().front());
  releaseSlots();
  return placeBuffers();
}

struct PlanMemoryPass : public codegen::impl::PlanMemoryPassBase<PlanMemoryPass> {
  void runOnOperation() override {
    func::FuncOp main = lookupMain(getOperation());
    if (!main || failed(Planner(main).run())) {
      signalPassFailure();
    }
  }
};

} // namespace

//===- LowerSteps.cpp - write the functions run and sizes of the ABI ------===//
//
// Straight-line ops and the frame of the function; see StepsBuilder.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/Passes.h"
#include "codegen/Common/StepsBuilder.h"
#include "codegen/Common/SymExprEmitter.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Kernel/IR/Work.h"
#include "heddle/abi.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <cstddef>

namespace heddle::codegen {
#define GEN_PASS_DEF_LOWERSTEPSPASS
#include "codegen/Common/Passes.h.inc"
} // namespace heddle::codegen

using namespace heddle;
using namespace heddle::codegen;

/// All launches and then all collectives in program order: the order of steps in profiles.
static SmallVector<Operation *> profiledSteps(func::FuncOp main) {
  SmallVector<Operation *> launches, collectives;
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<kernel::LaunchOp>(op)) {
      launches.push_back(op);
    } else if (dist::isCollective(op)) {
      collectives.push_back(op);
    }
  });
  launches.append(collectives);
  return launches;
}

StepsBuilder::StepsBuilder(func::FuncOp main, Kind kind)
    : main(main), onDevice(kind == Kind::OnDevice), isProfiled(kind == Kind::Profiled), b(main.getContext()),
      entry(main.getContext()), loc(main.getLoc()), knownSymbols(entrySymbols(main)) {
  for (auto [number, op] : llvm::enumerate(profiledSteps(main))) {
    stepNumbers[op] = number;
  }
}

//===----------------------------------------------------------------------===//
// The frame
//===----------------------------------------------------------------------===//

void StepsBuilder::emitEntry() {
  Type pointer = context.getType();
  inputs = field(offsetof(heddle_context_t, inputs), pointer);
  outputs = field(offsetof(heddle_context_t, outputs), pointer);
  arena = field(offsetof(heddle_context_t, arena), pointer);
  offsets = field(offsetof(heddle_context_t, offsets), pointer);
  weights = field(offsetof(heddle_context_t, weights), pointer);
  variables = field(offsetof(heddle_context_t, variables), pointer);
  slots = field(offsetof(heddle_context_t, slots), pointer);
  shapeBuffer = LLVM::AllocaOp::create(b, loc, pointer, b.getI64Type(), constant(HEDDLE_MAX_RANK));
  Value table = field(offsetof(heddle_context_t, symbols), pointer);
  for (auto [index, name] : llvm::enumerate(knownSymbols)) {
    Value place = offsetBy(table, constant(8 * index));
    symbols[name] = LLVM::LoadOp::create(b, loc, b.getI64Type(), place);
  }
  symbols[kWorkersSymbol] = workers;
}

void StepsBuilder::emitOutputs() {
  onWorkerZero([&] {
    for (auto [index, type] : llvm::enumerate(main.getBody().front().getTerminator()->getOperandTypes())) {
      if (isShapeKnown(type, knownSymbols)) {
        emitOutput(index, type);
      }
    }
  });
}

LogicalResult StepsBuilder::buildRun() {
  b.setInsertionPointAfter(main);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext()), i64 = b.getI64Type();
  run = func::FuncOp::create(b, loc, onDevice ? kDeviceRunFunction : kRunFunction,
                             b.getFunctionType({pointer, i64, i64}, {}));
  Block *first = run.addEntryBlock();
  context = first->getArgument(0);
  worker = first->getArgument(1);
  workers = first->getArgument(2);
  exitBlock = b.createBlock(&run.getBody());
  tellStep(HEDDLE_STEP_END);
  func::ReturnOp::create(b, loc);
  b.setInsertionPointToEnd(first);
  emitEntry();
  Block *start = newBlock();
  entry.setInsertionPoint(cf::BranchOp::create(b, loc, start));
  b.setInsertionPointToEnd(start);
  tellStep(HEDDLE_STEP_NONE);
  emitOutputs();
  emit(main.getBody().front());
  return failure(hasFailed);
}

LogicalResult StepsBuilder::buildSizes() {
  b.setInsertionPointAfter(main);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext()), i64 = b.getI64Type();
  auto function = func::FuncOp::create(b, loc, kSizesFunction, b.getFunctionType({pointer, pointer}, {}));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToEnd(body);
  Symbols values;
  for (auto [index, name] : llvm::enumerate(knownSymbols)) {
    values[name] = LLVM::LoadOp::create(b, loc, i64, offsetBy(body->getArgument(0), constant(8 * index)));
  }
  SymExprEmitter emitter(b, loc, [&](StringRef name) { return values.lookup(name); });
  for (auto [index, text] : llvm::enumerate(main->getAttrOfType<ArrayAttr>(kBufferBytesAttr))) {
    FailureOr<SymExpr> bytes = SymExpr::parse(cast<StringAttr>(text).getValue());
    assert(succeeded(bytes) && "AssignStorage writes what SymExpr prints");
    LLVM::StoreOp::create(b, loc, emitter.emitChecked(*bytes),
                          offsetBy(body->getArgument(1), constant(8 * index)));
  }
  func::ReturnOp::create(b, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void StepsBuilder::emit(Block &block) {
  for (Operation &op : block) {
    if (hasFailed) {
      return;
    }
    loc = op.getLoc();
    if (op.hasAttr(kBarrierAttr)) {
      barrier();
    }
    tellStep(&op);
    if (auto released = op.getAttrOfType<DenseI64ArrayAttr>(kReleaseAttr)) {
      onWorkerZero([&] {
        for (int64_t slot : released.asArrayRef()) {
          call("heddle_release", {context, constant(slot)});
        }
      });
    }
    emit(op);
  }
}

void StepsBuilder::emit(Operation &op) {
  if (auto launch = dyn_cast<kernel::LaunchOp>(op)) {
    emitLaunch(launch);
  } else if (auto symbolic = dyn_cast<graph::SymbolicOp>(op)) {
    emitSymbolic(symbolic);
  } else if (dist::isCollective(&op)) {
    emitCollective(&op);
  } else if (auto coord = dyn_cast<dist::CoordOp>(op)) {
    emitCoord(coord);
  } else if (auto block = dyn_cast<dist::BlockOp>(op)) {
    emitBlock(block);
  } else if (auto reshape = dyn_cast<graph::ReshapeOp>(op)) {
    bindSizes(reshape);
    checkEqual(product(graph::shapeOf(reshape.getInput())), product(graph::shapeOf(reshape.getResult())),
               reshape, "a reshape changes the number of elements");
  } else if (auto read = dyn_cast<graph::ReadOp>(op)) {
    if (storageOf(read.getResult()).getKind() != StorageKind::Variable) {
      auto variable =
          StorageAttr::get(b.getContext(), StorageKind::Variable, variableIndex(main, read.getVariable()));
      copy(address(read.getResult()), addressOf(variable), bytes(bytesOf(read.getType())));
    }
  } else if (auto assign = dyn_cast<graph::AssignOp>(op)) {
    auto variable =
        StorageAttr::get(b.getContext(), StorageKind::Variable, variableIndex(main, assign.getVariable()));
    if (storageOf(rootOf(assign.getValue())) != variable) {
      copy(addressOf(variable), address(assign.getValue()), bytes(bytesOf(assign.getValue().getType())));
    }
  } else if (auto branch = dyn_cast<graph::IfOp>(op)) {
    emitIf(branch);
  } else if (auto loop = dyn_cast<graph::LoopOp>(op)) {
    emitLoop(loop);
  } else if (auto end = dyn_cast<func::ReturnOp>(op)) {
    emitReturn(end);
  } else if (!isa<graph::ConstantOp, graph::YieldOp>(op)) {
    op.emitError("is not an op that a run executes");
    hasFailed = true;
  }
}

void StepsBuilder::tellStep(Operation *op) {
  if (auto number = stepNumbers.find(op); number != stepNumbers.end()) {
    tellStep(number->second);
  } else if (isa<graph::ReadOp, graph::AssignOp, graph::IfOp, graph::LoopOp, func::ReturnOp>(op)) {
    tellStep(HEDDLE_STEP_NONE); // of the others, a few instructions count to the step in front of them
  }
}

void StepsBuilder::tellStep(int64_t step) {
  if (isProfiled) {
    call("heddle_step", {context, worker, constant(step)});
  }
}

void StepsBuilder::emitSymbolic(graph::SymbolicOp symbolic) {
  StorageAttr storage = storageOf(symbolic.getResult());
  if (!storage) {
    return;
  }
  Value base = addressOf(storage);
  SmallVector<Value> values;
  for (int64_t i = 0, e = symbolic.getExprs().size(); i < e; ++i) {
    values.push_back(scalar(symbolic.getResult(), i));
  }
  if (onDevice) {
    return call("heddle_device_write", {context, base, onStack(values), constant(8 * values.size())});
  }
  onWorkerZero([&] {
    for (auto [index, element] : llvm::enumerate(values)) {
      LLVM::StoreOp::create(b, loc, element, offsetBy(base, constant(8 * index)));
    }
  });
}

Value StepsBuilder::onStack(ArrayRef<Value> values) {
  Value block = LLVM::AllocaOp::create(entry, loc, context.getType(), b.getI64Type(),
                                       arith::ConstantIntOp::create(entry, loc, values.size(), 64));
  for (auto [index, value] : llvm::enumerate(values)) { // pointers are 8 bytes as well
    LLVM::StoreOp::create(b, loc, value, offsetBy(block, constant(8 * index)));
  }
  return block;
}

void StepsBuilder::emitDeviceLaunch(kernel::LaunchOp launch, const DeviceKernel &kernel) {
  SmallVector<Value> arguments = {field(offsetof(heddle_context_t, device_failure), context.getType())};
  for (Value tensor : llvm::concat<Value>(launch.getOperands(), launch.getResults())) {
    arguments.push_back(address(tensor));
  }
  func::FuncOp function = kernel.function;
  if (auto names = function->getAttrOfType<ArrayAttr>(kernel::KernelDialect::kSymbolsAttr)) {
    for (auto name : names.getAsRange<StringAttr>()) {
      arguments.push_back(value(SymExpr::symbol(name.getValue())));
    }
  }
  assert(arguments.size() == function.getNumArguments() && "the lowered kernel fits its launches");
  SmallVector<Value> grid = {value(kernel.blocks), constant(1), constant(1)};
  call("heddle_device_launch", {context, constant(kernel.number), onStack(grid), onStack(arguments)});
}

void StepsBuilder::emitHostLaunch(kernel::LaunchOp launch) {
  // One block of the host's memory holds all tensors, each at a multiple of the alignment.
  SmallVector<Value> tensors(launch.getOperands()), sizes, places;
  llvm::append_range(tensors, launch.getResults());
  Value total = constant(0), mask = constant(-HEDDLE_ALIGNMENT);
  auto place = [&](const SymExpr &size) {
    sizes.push_back(bytes(size));
    places.push_back(total);
    Value end = arith::AddIOp::create(b, loc, total, sizes.back());
    end = arith::AddIOp::create(b, loc, end, constant(HEDDLE_ALIGNMENT - 1));
    total = arith::AndIOp::create(b, loc, end, mask);
  };
  for (Value tensor : tensors) {
    place(bytesOf(tensor.getType()));
  }
  if (launch->hasAttr(kScratchStorageAttr)) {
    place(scratchOfAll(launch));
  }
  Type pointer = context.getType();
  Value operands[] = {context, total};
  declare("heddle_device_stage", operands, pointer);
  Value memory =
      func::CallOp::create(b, loc, "heddle_device_stage", TypeRange(pointer), operands).getResult(0);
  exitIfFailed();
  for (Value &at : places) {
    at = offsetBy(memory, at);
  }
  size_t numOperands = launch.getNumOperands();
  for (size_t i = 0; i < numOperands; ++i) {
    call("heddle_device_read", {context, places[i], address(tensors[i]), sizes[i]});
  }
  exitIfFailed();
  callKernel(launch, places, constant(0), constant(1));
  exitIfFailed();
  for (size_t i = numOperands; i < tensors.size(); ++i) {
    call("heddle_device_write", {context, address(tensors[i]), places[i], sizes[i]});
  }
}

void StepsBuilder::callKernel(kernel::LaunchOp launch, ValueRange memory, Value asWorker, Value ofWorkers) {
  func::FuncOp callee = calleeOf(launch);
  SmallVector<Value> operands = {context};
  llvm::append_range(operands, memory);
  auto asIndex = [&](Value number) {
    operands.push_back(arith::IndexCastOp::create(b, loc, b.getIndexType(), number));
  };
  if (auto names = callee->getAttrOfType<ArrayAttr>(kernel::KernelDialect::kSymbolsAttr)) {
    for (auto name : names.getAsRange<StringAttr>()) {
      asIndex(value(SymExpr::symbol(name.getValue())));
    }
  }
  asIndex(asWorker);
  asIndex(ofWorkers);
  if (TypeRange(operands) != TypeRange(callee.getArgumentTypes())) {
    launch.emitError("the lowered kernel has type ")
        << callee.getFunctionType() << " which the launch does not fit";
    hasFailed = true;
    return;
  }
  func::CallOp::create(b, loc, callee, operands);
}

void StepsBuilder::emitLaunch(kernel::LaunchOp launch) {
  bindSizes(launch);
  emitChecks(launch);
  if (allocatesDuringRun(launch, knownSymbols)) {
    allocateFor(launch);
  }
  if (onDevice) {
    std::optional<DeviceKernel> kernel = deviceKernelOf(launch);
    return kernel ? emitDeviceLaunch(launch, *kernel) : emitHostLaunch(launch);
  }
  func::FuncOp callee = calleeOf(launch);
  auto emitCall = [&] {
    SmallVector<Value> memory;
    for (Value tensor : llvm::concat<Value>(launch.getOperands(), launch.getResults())) {
      memory.push_back(address(tensor));
    }
    if (auto scratch = launch->getAttrOfType<StorageAttr>(kScratchStorageAttr)) {
      Value part = arith::MulIOp::create(b, loc, worker, value(scratchPart(callee)));
      memory.push_back(offsetBy(addressOf(scratch), part));
    }
    callKernel(launch, memory, worker, workers);
  };
  if (isSerial(callee)) {
    onWorkerZero(emitCall);
  } else {
    emitCall();
  }
}

void StepsBuilder::emitReturn(func::ReturnOp end) {
  auto isWritten = [&](unsigned index) {
    auto output = StorageAttr::get(b.getContext(), StorageKind::Output, index);
    return storageOf(rootOf(end.getOperand(index))) == output;
  };
  if (allocatesDuringRun(end, knownSymbols)) {
    onWorkerZero([&] {
      for (auto [index, type] : llvm::enumerate(end.getOperandTypes())) {
        if (!isWritten(index) && !isShapeKnown(type, knownSymbols)) {
          emitOutput(index, type);
        }
      }
    });
    barrier();
  }
  for (auto [index, tensor] : llvm::enumerate(end.getOperands())) {
    if (!isWritten(index)) {
      auto output = StorageAttr::get(b.getContext(), StorageKind::Output, index);
      copy(addressOf(output), address(tensor), value(bytesOf(tensor.getType())));
    }
  }
  cf::BranchOp::create(b, loc, exitBlock);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The steps in program order, as the manifest lists them.
static ArrayAttr listSteps(func::FuncOp main) {
  Builder b(main.getContext());
  SmallVector<Attribute> steps;
  main.walk<WalkOrder::PreOrder>([&](kernel::LaunchOp launch) {
    SmallVector<Attribute> results(launch->getAttrOfType<ArrayAttr>(kStorageAttr).getValue());
    SmallVector<Attribute> types;
    for (Type type : launch.getResultTypes()) {
      types.push_back(TypeAttr::get(type));
    }
    NamedAttrList step(std::initializer_list<NamedAttribute>{
        b.getNamedAttr("kernel", b.getStringAttr(launch.getCallee())),
        b.getNamedAttr("location", launch.getLoc()),
        b.getNamedAttr("phase", launch->getAttr(kStoragePhaseAttr)),
        b.getNamedAttr("storage", b.getArrayAttr(results)), b.getNamedAttr("types", b.getArrayAttr(types))});
    if (auto flops = launch->getAttr(kernel::kFlopsAttr)) { // they come together
      step.append("flops", flops);
      step.append("bytes", launch->getAttr(kernel::kBytesAttr));
    }
    steps.push_back(step.getDictionary(b.getContext()));
  });
  return b.getArrayAttr(steps);
}

/// The collectives in program order. A rank sends, of a buffer of b bytes in a group of n: see
/// heddle_traffic_t.
static ArrayAttr listCollectives(func::FuncOp main) {
  Builder b(main.getContext());
  SmallVector<Attribute> collectives;
  dist::MeshOp mesh = dist::MeshOp::of(main);
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!dist::isCollective(op)) {
      return;
    }
    auto axes = op->getAttrOfType<ArrayAttr>("axes");
    SymExpr n = mesh.groupSize(dist::axisList(axes)), input = bytesOf(op->getOperand(0).getType());
    SymExpr others = n - SymExpr(1), sent = SymExpr::floorDiv(input * others, n);
    if (isa<dist::AllReduceOp>(op)) {
      auto type = cast<RankedTensorType>(op->getOperand(0).getType());
      SymExpr elements = product(graph::shapeOf(type));
      SymExpr times = SymExpr::floorDiv(elements, n) * SymExpr(2) + SymExpr::mod(elements, n);
      sent = times * others * SymExpr(graph::elementBytes(type.getElementType()));
    } else if (isa<dist::AllGatherOp>(op)) {
      sent = input * others;
    } else if (auto permute = dyn_cast<dist::PermuteOp>(op)) {
      sent = permute.getSources() == permute.getTargets() ? SymExpr(0) : input;
    }
    collectives.push_back(b.getDictionaryAttr(
        {b.getNamedAttr("kind", b.getStringAttr(op->getName().stripDialect())), b.getNamedAttr("axes", axes),
         b.getNamedAttr("bytes", b.getStringAttr(sent.str()))}));
  });
  return b.getArrayAttr(collectives);
}

struct LowerStepsPass : public codegen::impl::LowerStepsPassBase<LowerStepsPass> {
  using LowerStepsPassBase::LowerStepsPassBase;

  void runOnOperation() override {
    func::FuncOp main = lookupMain(getOperation());
    if (!main) {
      return signalPassFailure();
    }
    StepsBuilder builder(main, profile ? StepsBuilder::Kind::Profiled : StepsBuilder::Kind::Plain);
    if (failed(builder.buildRun()) || failed(builder.buildSizes())) {
      return signalPassFailure();
    }
    if (deviceModule(getOperation()) && failed(StepsBuilder(main, StepsBuilder::Kind::OnDevice).buildRun())) {
      return signalPassFailure();
    }
    main->setAttr(kStepsAttr, listSteps(main));
    if (profile) {
      main->setAttr(kProfiledStepsAttr,
                    IntegerAttr::get(IntegerType::get(&getContext(), 64), profiledSteps(main).size()));
    }
    if (dist::MeshOp::of(main)) {
      main->setAttr(kGroupsAttr, builder.groupList());
      main->setAttr(kCollectivesAttr, listCollectives(main));
    }
    // The declaration keeps the types that are returned: they name the sizes of this run.
    auto returned = main.getBody().front().getTerminator()->getOperandTypes();
    main.setFunctionType(FunctionType::get(&getContext(), main.getArgumentTypes(), returned));
    main.eraseBody();
    main.setPrivate();
  }
};

//===- StepsBuilder.h - writes the function of a run ------------*- C++ -*-===//
//
// Turns the ops of `@main`, whose memory and barriers are decided, into the body of `run(context, worker,
// workers)`: straight code with branches (cf) that all workers execute alike. The class is spread over files
// by topic: LowerSteps.cpp (the whole), StepsMemory.cpp (addresses, copies, allocation), StepsSymbols.cpp
// (sizes and checks), StepsControl.cpp (branches and loops) and StepsCollectives.cpp (other ranks).
//
// Where the module has kernels for a GPU, a second function is made of the same ops. It runs on the host,
// with one worker; its addresses are the device's, which it does not follow: launches, copies, reads and
// writes are calls of the runtime. Kernels without code for the GPU are called on copies in the host's
// memory.
//
// Failure: a call of heddle_fail shows in the context behind the next barrier, to all workers alike, and
// there they leave. Conditions of this function that end a run are the same for all workers, so all of them
// arrive there.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_COMMON_STEPSBUILDER_H
#define CODEGEN_COMMON_STEPSBUILDER_H

#include "codegen/Common/Storage.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace heddle::codegen {

/// Names of the functions that are made. The artifact gives them to the ABI's table.
inline constexpr StringLiteral kRunFunction = "heddle_run";
inline constexpr StringLiteral kSizesFunction = "heddle_sizes";
inline constexpr StringLiteral kDeviceRunFunction = "heddle_run_device";

/// Beyond this a size that is bound during a run is an error: 2^40 elements, so that products of a few sizes
/// with their strides stay in 64 bits and a wrong value is told from a large one.
inline constexpr int64_t kMaxRunSize = int64_t(1) << 40;

class StepsBuilder {
public:
  /// What the function is for.
  enum class Kind {
    Plain,
    Profiled, ///< it tells the runtime which step begins
    OnDevice, ///< it runs the device's kernels
  };
  StepsBuilder(func::FuncOp main, Kind kind);

  /// Writes the function. Failure with a diagnostic where a size has no value.
  LogicalResult buildRun();
  /// Writes `sizes(symbols, bytes)`.
  LogicalResult buildSizes();
  /// The groups of the collectives that `buildRun` met, in the order of their numbers.
  ArrayAttr groupList();

private:
  /// Values of symbols by name.
  using Symbols = llvm::StringMap<Value>;

  /// The carried values, stacked results and symbols of a loop at the head of a trip; see StepsControl.cpp.
  struct LoopState;

  // Ops (LowerSteps.cpp)
  void emit(Block &block);
  void emit(Operation &op);
  void emitLaunch(kernel::LaunchOp launch);
  void emitDeviceLaunch(kernel::LaunchOp launch, const DeviceKernel &kernel);
  /// In a run on a device, a kernel that the host executes: its operands are copied there and its results
  /// back.
  void emitHostLaunch(kernel::LaunchOp launch);
  /// Calls a kernel of the host on memory of the host: operands, results, scratch.
  void callKernel(kernel::LaunchOp launch, ValueRange memory, Value asWorker, Value ofWorkers);
  void emitSymbolic(graph::SymbolicOp symbolic);
  /// Tells the runtime, if it wants to know, that workers begin with `op`, or with one of the ABI's
  /// HEDDLE_STEP_… that are no steps.
  void tellStep(Operation *op);
  void tellStep(int64_t step);
  /// Values of 8 bytes in a block of the host's stack.
  Value onStack(ArrayRef<Value> values);

  // Ranks (StepsCollectives.cpp)
  void emitCollective(Operation *op);
  /// Stores this rank's number in its group.
  void emitCoord(dist::CoordOp op);
  /// Notes where this rank's block of a constant lies.
  void emitBlock(dist::BlockOp block);
  /// The number of a group among those of the model, which it joins if it is new.
  int64_t groupOf(ArrayRef<StringAttr> axes);
  /// This rank's number in its group, known from the entry on.
  Value coord(ArrayRef<StringAttr> axes);

  void emitReturn(func::ReturnOp end);
  /// Prepares the entry: fields of the context, symbols, outputs whose shape is known.
  void emitEntry();
  void emitOutputs();

  // Control flow (StepsControl.cpp)
  void emitIf(graph::IfOp branch);
  void emitLoop(graph::LoopOp loop);
  LoopState initialState(graph::LoopOp loop);
  LoopState stateFrom(graph::LoopOp loop, const LoopState &like, ValueRange values);
  void emitTripStart(graph::LoopOp loop, const LoopState &state);
  LoopState emitTripEnd(graph::LoopOp loop, const LoopState &state);
  void emitCarry(graph::LoopOp loop, unsigned index, LoopState &state);
  void emitStack(graph::LoopOp loop, unsigned index, LoopState &state);
  void emitLoopResults(graph::LoopOp loop, const LoopState &state, const Symbols &outer);
  void emitCarriedAllocation(graph::LoopOp loop, const LoopState &state);

  // Sizes (StepsSymbols.cpp)
  /// The i64 value of an expression here; reports and gives 0 if a symbol has none.
  Value value(const SymExpr &expr);
  /// The value, or null if a symbol has none.
  Value tryValue(const SymExpr &expr);
  /// A byte count; ends the run if it is beyond 63 bits.
  Value bytes(const SymExpr &expr);
  void bindSizes(Operation *op);
  void emitChecks(Operation *op);
  /// Ends the run unless the two sizes are equal; nothing where they are the same expression.
  void checkEqual(const SymExpr &a, const SymExpr &b, Operation *op, StringRef what);
  void failIf(Value condition, const Twine &message);
  /// The element of a small tensor: known, or read from memory.
  Value scalar(Value tensor, int64_t element = 0);

  // Memory (StepsMemory.cpp)
  Value address(Value tensor);
  Value addressOf(StorageAttr storage);
  Value field(int64_t offset, Type type);
  Value element(Value base, Value index); ///< base[index] of an array of pointers
  Value offsetBy(Value pointer, Value bytes);
  /// Stores an i64 in memory of the run; on worker 0.
  void storeNumber(Value number, Value place);
  /// Copies with all workers.
  void copy(Value target, Value source, Value numBytes);
  /// Asks for the memory of results and scratch of `op` where it is not planned, and for outputs; then a
  /// barrier.
  void allocateFor(Operation *op);
  void emitOutput(int64_t index, Type type);
  func::FuncOp copyFunction();

  // Building blocks (StepsMemory.cpp)
  void barrier();
  void exitIfFailed();
  void onWorkerZero(llvm::function_ref<void()> body);
  void call(StringRef function, ValueRange operands, Type result = {});
  void declare(StringRef function, ValueRange operands, Type result);
  Value text(const Twine &message);        ///< address of a constant string
  Value numbers(ArrayRef<int64_t> values); ///< address of constant numbers
  Value constant(int64_t value);
  Value equals(Value a, Value c);
  /// Ends the present block with a conditional branch; the builder continues in the block of the false side.
  void leaveIf(Value condition, Block *target);
  Block *newBlock();
  std::string nameOf(Operation *op);

  func::FuncOp main, run;
  bool onDevice, isProfiled;
  OpBuilder b;     // where the next step goes
  OpBuilder entry; // before the end of the entry block: values used everywhere
  Location loc;
  bool hasFailed = false;
  Value context, worker, workers, shapeBuffer;
  Value inputs, outputs, arena, offsets, weights, variables, slots;
  Block *exitBlock = nullptr;
  llvm::SetVector<StringRef> knownSymbols;
  Symbols symbols;
  llvm::StringMap<Value> entryValues; // of expressions over entry symbols
  DenseMap<Value, Value> pointers;    // of tensors with `pointer` storage
  struct Place {
    Value pointer, slot; // one of both
  };
  std::map<int64_t, Place> next;   // this trip's `next` places
  std::map<int64_t, Value> slices; // this trip's `slice` places
  llvm::StringMap<std::string> texts;
  llvm::SetVector<Attribute> groups; // lists of axes
  DenseMap<Operation *, int64_t> stepNumbers;
  DenseMap<Attribute, Value> coords; // of this rank, by list of axes
};

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_STEPSBUILDER_H

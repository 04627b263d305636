//===- KernelFunction.h - the function a kernel becomes ---------*- C++ -*-===//
//
// A kernel is lowered to a `func.func` whose arguments are
//   (context: !llvm.ptr, one !llvm.ptr per kernel argument, one per result, [scratch: !llvm.ptr],
//    one index per symbol, worker: index, workers: index)
// and whose attributes say which symbols it takes (`kernel.symbols`), how much scratch memory a worker needs
// (`kernel.scratch`) and whether worker 0 does everything (`kernel.serial`). Tensors are row-major memrefs
// made from the pointers, with sizes computed from the symbols.
//
// A kernel inside the `gpu.module` of device code becomes a kernel of the GPU. It has no worker and workers:
// they are the number of the thread in the grid and the number of threads, and `parallelFor` gives
// neighbouring threads neighbouring units. Its context is the address of the word that tells of failures.
//
// In memory: i1 is one byte (0 or 1), 4-bit integers one byte, unsigned integers signless, 8-bit floats i8,
// bf16 i16 (LLVM calls functions for vectors of bf16 that it takes apart). In registers ("compute type"):
// f16, bf16 and 8-bit floats are f32 and rounded to their type after every op; integers are signless of their
// width; truth values are i1.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_KERNELFUNCTION_H
#define PASSES_TILE_KERNELFUNCTION_H

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Support/SymExpr.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::tile {

/// The element type in memory and in registers; see the head of this file.
Type storageType(Type elementType);
Type computeType(Type elementType);

/// The op's name in the model file, or its mnemonic, for the messages of a run.
std::string nameInModel(Operation *op);

/// Bytes of an element in memory.
int64_t storageBytes(Type elementType);

/// Sizes of a tensor in memory: those of its type, or [batch, panels, elements of a panel] for a packed
/// argument.
SmallVector<SymExpr> memoryShape(BlockArgument argument);

/// Builds the lowered function beside `kernel`. Not copyable; one at a time per kernel.
class KernelFunction {
public:
  /// Creates the function (with the kernel's name suffixed until `finish`) and puts the builder into its
  /// body. `scratchBytes` is the scratch of one worker, 0 for none.
  KernelFunction(kernel::FuncOp kernel, const SymExpr &scratchBytes = 0);
  KernelFunction(const KernelFunction &) = delete;
  KernelFunction &operator=(const KernelFunction &) = delete;

  OpBuilder &builder() { return b; }
  /// A builder in the entry block: what it makes can be used anywhere in the body.
  OpBuilder &entryBuilder() { return entry; }
  Location loc() const { return location; }
  /// Whether the kernel is for the GPU.
  bool isOnDevice() const { return onDevice; }
  kernel::FuncOp kernel() { return source; }

  /// The memref of a kernel argument (a block argument of the kernel), of the shape `memoryShape`.
  Value memref(Value argument);
  /// The memref of result `index`.
  Value resultMemref(unsigned index);
  /// The memory behind a memref made here (of an argument, of a result) as a vector: memref<?xT>.
  Value flat(Value memref);
  /// This worker's scratch memory, memref<?xi8>.
  Value scratch();
  /// Its address.
  Value scratchAddress() { return scratchPointer; }
  /// A row-major memref into this worker's scratch memory, `offset` bytes behind its start.
  Value scratchMemref(const SymExpr &offset, ArrayRef<SymExpr> shape, Type elementType);
  /// A constant tensor in read-only memory, in storage type.
  Value constantMemref(ElementsAttr elements);
  /// The pointer of a kernel argument or result, for calls of the runtime.
  Value pointer(Value argument);
  Value resultPointer(unsigned index);
  Value context();
  Value worker() { return thisWorker; }
  Value workers() { return numWorkers; }

  /// The value of an expression, computed once at the function's entry.
  Value size(const SymExpr &expr);
  Value constant(int64_t value); ///< of index type, at the entry
  /// `value` in `type` at the entry: a scalar, or a splat for a vector type.
  Value constant(Type type, double value);
  Value constant(TypedAttr value);

  /// Runs `body` for this worker's share of [0, units): contiguous, sizes differ by at most one; on a GPU
  /// every workers-th.
  void parallelFor(Value units, llvm::function_ref<void(OpBuilder &, Value unit)> body);
  /// A sequential loop.
  void loop(Value lower, Value upper, int64_t step, llvm::function_ref<void(OpBuilder &, Value i)> body);
  /// A sequential loop that carries values: `body` gives those of the next trip. Returns those of the last.
  SmallVector<Value>
  loop(Value lower, Value upper, int64_t step, ValueRange initial,
       llvm::function_ref<SmallVector<Value>(OpBuilder &, Value i, ValueRange carried)> body);
  /// Runs `body` where `condition` (i1) holds.
  void branch(Value condition, llvm::function_ref<void(OpBuilder &)> body);
  /// Runs `body` on worker 0 alone.
  void onWorkerZero(llvm::function_ref<void(OpBuilder &)> body);

  /// Ends the run with `message` where `condition` (i1) holds; the code behind runs on until its end.
  void failIf(OpBuilder &builder, Value condition, StringRef message);

  /// Declares a C function of the runtime if the module has no such symbol, and calls it.
  void callRuntime(OpBuilder &builder, StringRef name, ValueRange operands);

  /// Ends the body, replaces the kernel by the function. Call last.
  func::FuncOp finish(bool serial = false);

private:
  /// `openSizes`: the type shows no size even where it is a number.
  Value makeMemref(Value pointer, ArrayRef<SymExpr> shape, Type elementType, bool openSizes = false);
  void setWorker();
  Value messageAddress(OpBuilder &builder, StringRef message);
  void failOnDevice(OpBuilder &builder, StringRef message);
  Value atomValue(const SymAtom &atom);
  Value termValue(const SymExpr::Term &term);
  std::string uniqueSymbol(StringRef stem);

  kernel::FuncOp source;
  func::FuncOp function;
  OpBuilder b, entry; // `entry` stays in the entry block before the first loop
  Location location;
  bool onDevice;
  Value thisWorker, numWorkers;
  llvm::MapVector<StringRef, Value> symbols;
  llvm::StringMap<Value> sizes;
  DenseMap<Value, Value> memrefs;
  DenseMap<Value, Value> pointers; // of the memrefs made here
  DenseMap<Attribute, Value> constants;
  SmallVector<Value> results;
  Value scratchPointer, scratchBuffer;
};

} // namespace heddle::tile

#endif // PASSES_TILE_KERNELFUNCTION_H

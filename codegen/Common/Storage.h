//===- Storage.h - attributes that say where tensors lie --------*- C++ -*-===//
//
// The passes of this folder tell each other by attributes what they decided: `AssignStorage` and `PlanMemory`
// write them, `LowerSteps` carries them out. This header names them and reads them.
//
// Storage is a property of memory, not of shape: a reshape has the storage of its input.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_COMMON_STORAGE_H
#define CODEGEN_COMMON_STORAGE_H

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace heddle::codegen {

/// On an op of `@main`: the storage of each result, an array of `#kernel.storage`. A constant or list of
/// sizes that is never read from memory has none.
inline constexpr StringLiteral kStorageAttr = "kernel.storage";
/// On a launch whose kernel needs scratch memory: the storage of the scratch of all workers.
inline constexpr StringLiteral kScratchStorageAttr = "kernel.scratch_storage";
/// On an op: unit, the workers meet before it.
inline constexpr StringLiteral kBarrierAttr = "kernel.barrier";
/// On an op with `kernel.barrier`: slots that worker 0 releases after that barrier, as i64 array.
inline constexpr StringLiteral kReleaseAttr = "kernel.release";

/// On a launch: the phase in which it runs; see PlanMemory.cpp.
inline constexpr StringLiteral kStoragePhaseAttr = "kernel.storage_phase";

/// On `graph.loop`: for each carried value nothing (it never changes and shares the initial value's memory)
/// or the two buffers that hold it in turn; an array of arrays of storage.
inline constexpr StringLiteral kCarriedAttr = "kernel.carried";
/// On `graph.loop`: for each stacked result its planned buffer, or the two slots that take turns when it
/// grows.
inline constexpr StringLiteral kStackedAttr = "kernel.stacked";
/// On `graph.loop`: the buffer of the trip number, if something reads it.
inline constexpr StringLiteral kTripAttr = "kernel.trip";
/// On `graph.loop`: index that `next` storage uses for its first carried value, and `slice` storage for its
/// first stacked result; the others follow.
inline constexpr StringLiteral kFirstNextAttr = "kernel.first_next";
inline constexpr StringLiteral kFirstSliceAttr = "kernel.first_slice";

/// On `@main`: names of the symbols known when a run starts, in the ABI's order; the first is "$workers".
inline constexpr StringLiteral kEntrySymbolsAttr = "kernel.entry_symbols";
/// On `@main`: size expression in bytes of each planned buffer.
inline constexpr StringLiteral kBufferBytesAttr = "kernel.buffer_bytes";
/// On `@main`: first and last phase of each planned buffer, as i32 array of pairs.
inline constexpr StringLiteral kBufferPhasesAttr = "kernel.buffer_phases";
/// On `@main`: offsets of the planned buffers and bytes of the arena, where no size depends on a symbol.
inline constexpr StringLiteral kBufferOffsetsAttr = "kernel.buffer_offsets";
inline constexpr StringLiteral kArenaBytesAttr = "kernel.arena_bytes";
/// On `@main`: number of slots.
inline constexpr StringLiteral kNumSlotsAttr = "kernel.num_slots";
/// On `@main` after `LowerSteps`: the steps in program order, for the manifest; an array of dictionaries.
inline constexpr StringLiteral kStepsAttr = "kernel.steps";
/// On `@main` after `LowerSteps`, if a run tells the runtime which step begins: how many there are.
inline constexpr StringLiteral kProfiledStepsAttr = "kernel.profiled_steps";

/// On `dist.block`, whose storage is that of the first rank's block: bytes from one block to the next, in the
/// order of the ranks' numbers in the group of `blockAxes`. Missing where all ranks have the same.
inline constexpr StringLiteral kBlockStrideAttr = "kernel.block_stride";
/// On `kernel.weight`: the part of the value that it holds, its first index and then its size in each
/// dimension, as an i64 array. Missing: all of it.
inline constexpr StringLiteral kBlockAttr = "kernel.block";
/// On `@main` after `LowerSteps`: the groups that collectives name by number, each a list of axes.
inline constexpr StringLiteral kGroupsAttr = "kernel.groups";
/// On `@main` after `LowerSteps`: the collectives in program order, for the manifest; an array of
/// dictionaries (kind, axes, bytes sent by a rank as an expression).
inline constexpr StringLiteral kCollectivesAttr = "kernel.collectives";

/// Name of a worker's number among the symbols.
inline constexpr StringLiteral kWorkersSymbol = "$workers";

using kernel::StorageAttr;
using kernel::StorageKind;

/// The model's function, or null with a diagnostic.
func::FuncOp lookupMain(ModuleOp module);

/// The storage of a value, or null if it has none. Arguments of `@main` are inputs, in order.
StorageAttr storageOf(Value value);
/// The i-th storage of an array attribute of `op`, or null.
StorageAttr storageAt(Operation *op, StringRef attr, unsigned index);

/// The value whose memory `value` is: looks through reshapes.
Value rootOf(Value value);

/// The value that element `element` of a small integer or truth tensor has without reading memory: a number
/// for constants, an expression for `graph.symbolic`. Nothing if only memory can tell.
std::optional<SymExpr> knownElement(Value tensor, int64_t element);

/// Bytes of a tensor in memory, as an expression.
SymExpr bytesOf(Type tensorType);

/// The axes over which the blocks of a constant differ, those of its first dimension first.
SmallVector<StringAttr> blockAxes(dist::LayoutAttr layout);

/// Whether `reduce` is made in its operand's memory: a step's result that nothing else reads.
bool isMadeInPlace(dist::AllReduceOp reduce);

/// The symbols of `@main` known when a run starts.
llvm::SetVector<StringRef> entrySymbols(func::FuncOp main);
/// Whether every symbol of the expression is in `symbols`.
bool usesOnly(const SymExpr &expr, const llvm::SetVector<StringRef> &symbols);

/// Whether every size of a tensor type uses only `symbols`.
bool isShapeKnown(Type tensorType, const llvm::SetVector<StringRef> &symbols);
/// Whether worker 0 has to ask for memory when the run arrives at `op` (a launch, a collective or the
/// return): for a slot, or for an output whose shape is not known when the run starts. `symbols` are those of
/// `entrySymbols`.
bool allocatesDuringRun(Operation *op, const llvm::SetVector<StringRef> &symbols);
/// The number of a variable, in module order.
int64_t variableIndex(func::FuncOp main, StringRef name);

/// One entry of `kernel.sizes` on a launch or of the size operand of a reshape: `symbol` becomes `element` of
/// `tensor`.
struct SizeBinding {
  StringRef symbol;
  Value tensor;
  int64_t element;
};
/// What `op` binds from tensors before it runs; `isBound` says which symbols have a value already.
SmallVector<SizeBinding> sizeBindings(Operation *op, llvm::function_ref<bool(StringRef)> isBound);

/// Properties of a lowered kernel.
func::FuncOp calleeOf(kernel::LaunchOp launch);
SymExpr scratchBytesOf(func::FuncOp kernel);
bool isSerial(func::FuncOp kernel);
/// Scratch bytes of one worker rounded up to the alignment, and of all workers that run the launch.
SymExpr scratchPart(func::FuncOp kernel);
SymExpr scratchOfAll(kernel::LaunchOp launch);

/// The module of kernels for the GPU, or null.
gpu::GPUModuleOp deviceModule(ModuleOp module);

/// A kernel for the GPU.
struct DeviceKernel {
  func::FuncOp function;
  int64_t number, threads;
  SymExpr blocks;
};
/// All of them; their numbers are their places.
SmallVector<DeviceKernel> deviceKernels(gpu::GPUModuleOp device);
/// That of a launch; nothing where the host executes it.
std::optional<DeviceKernel> deviceKernelOf(kernel::LaunchOp launch);

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_STORAGE_H

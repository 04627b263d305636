//===- HloToGraph.h - a StableHLO program as graph ops ----------*- C++ -*-===//
//
// Walks @main of a StableHLO module once and builds graph ops; functions are inlined where they are called.
// Values of the program are looked up in scopes: one for each block while it is imported, whose parent is
// that of the op around it, and none for a function.
//
// A block can be imported in two ways. As it stands: each op becomes ops on tensors of its shape. Lifted: the
// block says what happens to single elements (the body of a reduction, the comparator of a sort), its
// arguments are given whole tensors, and element-wise ops then act on all elements at once.
//
// Everything that heddle does not support is reported in one go: what depends on it is skipped in silence.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_STABLEHLO_HLOTOGRAPH_H
#define PASSES_IMPORT_STABLEHLO_HLOTOGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/Import.h"
#include "passes/Import/StableHlo/HloTable.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle::importer {

/// The graph values of a block's values; null for one that was refused.
struct HloScope {
  DenseMap<Value, Value> values;
  const HloScope *parent = nullptr;

  /// Null if the value is not known here or was refused.
  Value lookup(Value value) const;
};

class HloToGraph {
public:
  explicit HloToGraph(ModuleOp source);

  /// The graph, or null, with diagnostics and `kind` set.
  OwningOpRef<ModuleOp> run(ImportFailure &kind);

  OpBuilder &builder() { return opBuilder; }

  /// Imports the ops of `block` into `scope`, where `arguments` become the values of the block's arguments,
  /// as many as it has, and gives what its terminator returns. Failure, reported, if any of that was refused.
  FailureOr<SmallVector<Value>> importBlock(Block &block, ValueRange arguments, HloScope &scope, bool lifted);

  /// Imports the function of that name for these arguments. `caller` is for messages.
  FailureOr<SmallVector<Value>> importCall(Operation *caller, StringRef callee, ValueRange arguments,
                                           bool lifted);

private:
  LogicalResult createMain(func::FuncOp function);
  LogicalResult importMain();
  void importOp(Operation &op, HloScope &scope, bool lifted);
  void report(Operation *op, ImportFailure kind, const Twine &message);

  ModuleOp source;
  OwningOpRef<ModuleOp> module;
  func::FuncOp graphMain;
  OpBuilder opBuilder;
  HloTable table;
  ImportFailure failureKind = ImportFailure::None;
  int64_t importedOps = 0;
  int depth = 0;                           // of blocks
  SmallVector<Operation *> calls;          // functions being inlined, outermost first
  llvm::DenseSet<Operation *> reportedOps; // an op of a function that is called often is reported once
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_STABLEHLO_HLOTOGRAPH_H

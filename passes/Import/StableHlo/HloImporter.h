//===- HloImporter.h - what an op's importer works with ---------*- C++ -*-===//
//
// An importer of a StableHLO op reads operands and attributes, builds graph ops through `n` and ends with
// `return n.finish(result)`, which checks the result against the type that the program declares: an op whose
// operands, attributes and result do not fit is refused there or by the graph ops that it is built from.
// Errors are those of GraphBuilder.h. All sizes are numbers.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_STABLEHLO_HLOIMPORTER_H
#define PASSES_IMPORT_STABLEHLO_HLOIMPORTER_H

#include "passes/Import/GraphBuilder.h"
#include "passes/Import/StableHlo/HloToGraph.h"

namespace heddle::importer {

/// Nothing, or why tensors of `type` are refused: what kind of refusal it is, and the words behind "has type
/// T".
std::optional<std::pair<ImportFailure, std::string>> refusalOf(Type type);

class HloImporter : public GraphBuilder {
public:
  HloImporter(HloToGraph &owner, HloScope &scope, Operation *op, Location location, bool lifted);

  Operation *op() const { return source; }
  unsigned numOperands() const { return values.size(); }
  Value operand(unsigned i) const { return values[i]; }
  ArrayRef<Value> operands() const { return values; }
  /// The type that the program gives to result i.
  RankedTensorType declared(unsigned i = 0) const {
    return cast<RankedTensorType>(source->getResult(i).getType());
  }
  /// Sets the results; failure if anything was refused or a type is not the declared one.
  LogicalResult finish(ValueRange results);
  ArrayRef<Value> results() const { return given; }

  ArrayRef<int64_t> sizes(Value value) const { return cast<RankedTensorType>(value.getType()).getShape(); }
  bool isBool(Value value) const { return elementType(value).isInteger(1); }
  /// Refuses a list of `what` that does not have `count` entries, or whose entries are no different
  /// dimensions of a tensor of rank `rank`.
  LogicalResult checkCount(StringRef what, size_t found, size_t count);
  LogicalResult checkDims(StringRef what, ArrayRef<int64_t> dims, int64_t rank);
  /// Refuses a region without one block of `count` arguments.
  LogicalResult checkRegion(Region &region, size_t count);

  Value reshapeTo(Value value, ArrayRef<int64_t> sizes);
  Value broadcastTo(Value value, ArrayRef<int64_t> sizes);
  /// result[i, …] = value[start + i * step, …].
  Value sliceAt(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes, ArrayRef<int64_t> steps);
  /// Pads all dimensions; entries of the lists are per dimension, `interior` may be empty.
  Value padBy(Value value, ArrayRef<int64_t> lows, ArrayRef<int64_t> highs, Value outside,
              ArrayRef<int64_t> interior);

  /// Creates an op with regions and checks its own rules; its results, none if it breaks one.
  SmallVector<Value> insert(OperationState &state);
  /// What a region of the op gives for arguments, in place; empty if refused.
  SmallVector<Value> apply(Region &region, ValueRange arguments);
  /// The same for a region about elements, on whole tensors of one shape (HloToGraph.h).
  SmallVector<Value> applyLifted(Region &region, ValueRange arguments);
  HloToGraph &program() { return owner; }
  HloScope &scope() { return around; }
  bool isLifted() const { return lifted; }

private:
  SmallVector<Value> applyIn(Region &region, ValueRange arguments, bool asLifted);

  HloToGraph &owner;
  HloScope &around;
  Operation *source;
  bool lifted;
  SmallVector<Value> values, given;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_STABLEHLO_HLOIMPORTER_H

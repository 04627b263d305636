//===- Interpreter.h - what graph ops mean, executably ----------*- C++ -*-===//
//
// A slow, obvious evaluation of every graph op on host tensors: the meaning of the dialect. Tests compare
// compiled code with it, and constant folding calls it, so that both have one source. Floats are computed in
// double and rounded once per op to the element type; integers are exact modulo their width.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_INTERPRETER_H
#define DIALECTS_GRAPH_REFERENCE_INTERPRETER_H

#include "dialects/Graph/Reference/Tensor.h"
#include "dialects/Graph/Reference/TextTable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::reference {

/// Values of the symbols bound so far.
using Symbols = llvm::StringMap<int64_t>;

/// The results of one graph op without regions, variables, texts or open symbols: for constant folding.
/// Nothing if the op is none of those, or fails on these operands (an index out of range, sizes that
/// disagree). An absent optional operand has no entry in `operands`: they are the op's operands in order.
std::optional<SmallVector<Tensor>> evaluate(Operation *op, ArrayRef<Tensor> operands);

/// Runs functions of a module. Variables keep their values from run to run.
class Interpreter {
public:
  /// `module` must outlive the interpreter.
  explicit Interpreter(ModuleOp module) : module(module), textTable(module) {}

  /// The function's results on `inputs`, one per argument. Binds symbols from the inputs' shapes. On failure
  /// (an input of the wrong type, an index out of range, sizes that disagree) a diagnostic is emitted at the
  /// op.
  FailureOr<SmallVector<Tensor>> run(FunctionOpInterface function, ArrayRef<Tensor> inputs);

  /// The texts that numbers mean: those of the module, and others as runs meet them.
  TextTable &texts() { return textTable; }

  /// The present value of a variable, or null before it was first read or assigned.
  const Tensor *variable(StringRef name) const;

  /// The values of a run so far.
  using Values = DenseMap<Value, Tensor>;
  /// A run op by op, for callers that do something between ops: binds the arguments.
  LogicalResult begin(FunctionOpInterface function, ArrayRef<Tensor> inputs, Values &values);
  /// Runs an op whose operands have values and gives values to its results.
  LogicalResult step(Operation *op, Values &values);
  /// Gives values that the caller made to an op's results, checked against their types.
  LogicalResult bindResults(Operation *op, ArrayRef<Tensor> results, Values &values);

private:
  FailureOr<SmallVector<Tensor>> runBlock(Block &block, Values &values);
  FailureOr<SmallVector<Tensor>> runOp(Operation *op, ArrayRef<Tensor> operands, Values &values);
  FailureOr<SmallVector<Tensor>> runIf(Operation *op, ArrayRef<Tensor> operands, Values &values);
  FailureOr<SmallVector<Tensor>> runLoop(Operation *op, ArrayRef<Tensor> operands, Values &values);
  FailureOr<SmallVector<Tensor>> runCall(Operation *op, StringRef callee, ArrayRef<Tensor> operands);
  FailureOr<Tensor> runRead(Operation *op, StringRef name);
  LogicalResult bindBlockArguments(Block &block, ArrayRef<Tensor> inputs, Location loc, Values &values);
  /// Checks a tensor against a type and binds the type's symbols that have no value yet.
  LogicalResult bindType(Type type, const Tensor &tensor, Location loc, const Twine &what);

  ModuleOp module;
  TextTable textTable;
  Symbols symbols;
  llvm::StringMap<Tensor> variables;
};

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_INTERPRETER_H

//===- Evaluation.h - one op being evaluated --------------------*- C++ -*-===//
//
// What the Eval<Category>.cpp files share: access to operands by name, sizes of results, and the reason of a
// failure.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_EVALUATION_H
#define DIALECTS_GRAPH_REFERENCE_EVALUATION_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Interpreter.h"

namespace heddle::reference {

using Results = FailureOr<SmallVector<Tensor>>;

/// One op, its operands' values and the symbols' values.
class Evaluation {
public:
  /// Without `texts`, ops that look inside texts fail.
  Evaluation(Operation *op, ArrayRef<Tensor> operands, const Symbols &symbols, TextTable *texts = nullptr)
      : op(op), operands(operands), symbols(symbols), textTable(texts) {}

  /// The value of an operand that the op has.
  const Tensor &get(Value operand) const;
  /// The value of an optional operand, or null if the op lacks it.
  const Tensor *find(Value operand) const { return operand ? &get(operand) : nullptr; }
  ArrayRef<Tensor> all() const { return operands; }

  /// The value of a size expression's text. Fails on unbound symbols.
  FailureOr<int64_t> expression(StringRef text);
  /// Start positions given as texts, "?" standing for the element of `dynamic` (may be null) at the same
  /// place.
  FailureOr<SmallVector<int64_t>> positions(ArrayAttr texts, Value dynamic);
  /// The sizes of a result: what its type says, and the element of the operand `size` (may be null) where the
  /// type has a symbol without a value.
  FailureOr<SmallVector<int64_t>> resultSizes(Value result, Value size);
  /// The element kind of a result.
  ElementKind resultKind(unsigned index = 0) const;

  /// The run's texts, or null.
  TextTable *texts() const { return textTable; }

  /// Records the reason (the first one stays) and gives failure.
  LogicalResult fail(const Twine &why);
  StringRef reason() const { return why; }

private:
  Operation *op;
  ArrayRef<Tensor> operands;
  const Symbols &symbols;
  TextTable *textTable;
  std::string why;
};

/// Each evaluates the ops of its category, and gives nothing for other ops.
std::optional<Results> evaluateElementwise(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateData(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateIndex(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateSearch(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateText(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateReduction(Operation *op, Evaluation &evaluation);
std::optional<Results> evaluateContraction(Operation *op, Evaluation &evaluation);
/// Any op without regions and variables; nothing if it is none of the dialect's.
std::optional<Results> evaluateOp(Operation *op, Evaluation &evaluation);

/// One result.
inline Results single(Tensor tensor) { return SmallVector<Tensor>{std::move(tensor)}; }

/// The smallest and the largest integer of a kind of at most 32 bits or of i64; u64 gives [0, int64 max].
std::pair<int64_t, int64_t> integerRange(ElementKind kind);

/// A negative index counts from the end. Nothing if it is outside `size`.
std::optional<int64_t> normalizeIndex(int64_t index, int64_t size);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_EVALUATION_H

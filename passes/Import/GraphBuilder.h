//===- GraphBuilder.h - checked graph ops for importers ---------*- C++ -*-===//
//
// What the importers of all formats build graph ops with, one builder for each node or op of the model.
//
// Errors: the first refusal (`bad`, `unsupported`, an op whose shapes do not fit) is remembered; from then on
// every function returns a null Value and does nothing when given one, so straight-line code needs no checks.
// Code that looks *into* a computed value (its shape, its type) asks `failed()` first.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_GRAPHBUILDER_H
#define PASSES_IMPORT_GRAPHBUILDER_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Shape.h"
#include "mlir/IR/Builders.h"

namespace heddle::importer {

/// The sizes of a result: its shape, and the i64 list that gives the values of symbols made for it (null if
/// none).
struct Sizes {
  graph::SymShape shape;
  Value operand;
};

class GraphBuilder {
public:
  /// Ops are created where `builder` stands, at `location`.
  GraphBuilder(OpBuilder &builder, Location location) : location(location), opBuilder(builder) {}
  virtual ~GraphBuilder() = default;

  Location loc() const { return location; }
  OpBuilder &builder() { return opBuilder; }
  MLIRContext *context() { return location.getContext(); }

  //===--- Refusals -------------------------------------------------------===//

  LogicalResult bad(const Twine &message);         ///< the model breaks a rule of its format
  LogicalResult unsupported(const Twine &message); ///< valid, but not in heddle
  bool failed() const { return refused; }
  /// Refuses without a message: a diagnostic has been emitted already.
  LogicalResult reported();
  bool isUnsupported() const { return refusedAsUnsupported; }
  StringRef message() const { return text; }

  //===--- Shapes and types -----------------------------------------------===//

  graph::SymShape shape(Value value) const { return graph::shapeOf(value); }
  int64_t rank(Value value) const { return cast<RankedTensorType>(value.getType()).getRank(); }
  Type elementType(Value value) const { return cast<RankedTensorType>(value.getType()).getElementType(); }
  bool isFloat(Value value) const { return isa<FloatType>(elementType(value)); }
  /// f32 for f16, bf16 and 8-bit floats, else the type itself: in what statistics are computed.
  Type computeType(Type type);

  //===--- Building ops ---------------------------------------------------===//

  /// Creates an op whose result types are inferred and returns its first result; null if an operand is null,
  /// or if the op is not valid, which refuses the node as bad.
  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    OpTy created = makeOp<OpTy, 1>(std::forward<Args>(args)...);
    return created ? Value(created->getResult(0)) : Value();
  }
  /// The same for an op with `numResults` results.
  template <typename OpTy, unsigned numResults, typename... Args> OpTy makeOp(Args &&...args) {
    if (refused || (isMissing(args) || ...)) {
      return nullptr;
    }
    OperationState state(location, OpTy::getOperationName());
    SmallVector<Type> placeholders(numResults, builder().getNoneType());
    OpTy::build(builder(), state, TypeRange(placeholders), std::forward<Args>(args)...);
    return cast_or_null<OpTy>(insertInferred(state));
  }
  /// Creates an op with given result types (ops with a `size` operand, control flow); checked like `make`.
  /// Null operands are absent optional ones here.
  template <typename OpTy, typename... Args> OpTy makeTyped(TypeRange types, Args &&...args) {
    if (refused) {
      return nullptr;
    }
    OperationState state(location, OpTy::getOperationName());
    OpTy::build(builder(), state, types, std::forward<Args>(args)...);
    return cast_or_null<OpTy>(insertChecked(state));
  }

  Value constant(ElementsAttr elements);
  Value scalar(double value, Type elementType);     ///< rank 0
  Value scalarInt(int64_t value, Type elementType); ///< rank 0
  Value scalarLike(double value, Value like);       ///< rank 0 of like's element type
  Value integers(ArrayRef<int64_t> values);         ///< i64 [n]
  Value floats(ArrayRef<double> values, Type elementType, ArrayRef<int64_t> shape);
  Value splat(double value, ArrayRef<SymExpr> shape,
              Type elementType); ///< a broadcast scalar; known sizes only

  Value castTo(Value value, Type elementType); ///< the value itself if it has the type
  Value compare(graph::Predicate predicate, Value a, Value b);
  Value select(Value condition, Value a, Value b);
  Value reduce(graph::Combiner combiner, Value value,
               ArrayRef<int64_t> axes); ///< reduced dimensions stay with size 1
  Value mean(Value value, ArrayRef<int64_t> axes);
  Value contract(StringRef equation, Value a, Value b);
  Value transpose(Value value, ArrayRef<int64_t> permutation);
  Value concat(ValueRange values, int64_t axis);
  Value gather(Value value, Value indices, int64_t axis);

  /// Reshapes to known sizes.
  Value reshape(Value value, ArrayRef<SymExpr> shape);
  Value reshape(Value value, const Sizes &sizes);
  Value squeeze(Value value, ArrayRef<int64_t> axes);   ///< axes from the front, each of size 1
  Value unsqueeze(Value value, ArrayRef<int64_t> axes); ///< axes of the result, from the front
  /// A list [n] as [n, 1, …], to broadcast along dimension `dim` of a tensor of rank `fullRank`.
  Value standAlong(Value list, int64_t dim, int64_t fullRank);
  Value broadcast(Value value, ArrayRef<SymExpr> shape);
  Value broadcast(Value value, const Sizes &sizes);
  Value iota(ArrayRef<SymExpr> shape, int64_t axis, Type elementType);
  Value iota(const Sizes &sizes, int64_t axis, Type elementType);
  /// Elements [start, start + size) of one dimension, both known and inside.
  Value sliceDim(Value value, int64_t dim, const SymExpr &start, const SymExpr &size, int64_t step = 1);
  /// One dimension backwards.
  Value reverse(Value value, int64_t dim);
  /// result[i] = value[start + i * step], with starts as `graph.slice` has them: nothing for one that the i64
  /// list `dynamicStarts` (null if all are known) gives.
  Value slice(Value value, ArrayRef<std::optional<SymExpr>> starts, Value dynamicStarts,
              ArrayRef<int64_t> steps, const Sizes &sizes);
  /// Pads by known amounts (negative cuts); `value` is the scalar outside, null for 0.
  Value pad(Value input, ArrayRef<SymExpr> lows, ArrayRef<SymExpr> highs, Value value = {},
            graph::PadMode mode = graph::PadMode::Constant, ArrayRef<int64_t> interior = {});

  //===--- Shape arithmetic -----------------------------------------------===//

  Value size(const SymExpr &value);         ///< i64 scalar
  Value sizeList(ArrayRef<SymExpr> values); ///< i64 [n]
  Value sizeOf(Value value, int64_t dim);   ///< i64 scalar
  Value list(ValueRange scalars);           ///< i64 [n] from scalars (any integer type)
  Value element(Value list, int64_t i);     ///< i64 scalar, element i of an integer list
  Value asIndexList(Value integers);        ///< i64 [n] from integers [n] or a scalar; refused for others

protected:
  /// Creates the op and checks its own rules; null, with a refusal, if it breaks one.
  Operation *insertChecked(OperationState &state);
  /// Erases an op that was not valid.
  virtual void erase(Operation *op) { op->erase(); }

  Location location;
  bool refused = false;

private:
  static bool isMissing(const Value &value) { return !value; }
  static bool isMissing(const ValueRange &values) { return llvm::is_contained(values, Value()); }
  static bool isMissing(const SmallVectorImpl<Value> &values) { return llvm::is_contained(values, Value()); }
  template <typename T> static bool isMissing(const T &) { return false; }

  Operation *insertInferred(OperationState &state);

  OpBuilder &opBuilder;
  bool refusedAsUnsupported = false;
  std::string text;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_GRAPHBUILDER_H

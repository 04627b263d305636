//===- NodeImporter.h - what an operator's importer works with --*- C++ -*-===//
//
// An operator's importer is a function `LogicalResult importFoo(NodeImporter &n)` in a table (OpTable.h). It
// reads operands and attributes through `n`, builds graph ops through `n`, and ends with `return
// n.finish(result)`. A typical one:
//
//   LogicalResult importSoftsign(NodeImporter &n) {          // x / (1 + |x|)
//     Value x = n.input(0);
//     return n.finish(n.make<graph::DivOp>(x, n.make<graph::AddOp>(n.scalarLike(1, x),
//     n.make<graph::AbsOp>(x))));
//   }
//
// Errors: the first refusal (`bad`, `unsupported`, an op whose shapes do not fit, an attribute of the wrong
// type) is remembered; from then on every builder returns a null Value and does nothing when given one, so
// straight-line code needs no checks. Code that looks *into* a computed value (its shape, its type) asks
// `n.failed()` first; the operands themselves are never null where the table says they are required.
//
// Sizes: shape arithmetic is written once, as graph ops on i64 tensors (`sizeOf`, `list`,
// `make<graph::MulOp>`), and SymbolicValues understands it while it is built. `sizes(list)` then gives the
// result's shape, and the operand to pass along where an element is only known at run time. What turned out
// unused is erased when the node is done.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_NODEIMPORTER_H
#define PASSES_IMPORT_ONNX_NODEIMPORTER_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Shape.h"
#include "passes/Import/Onnx/SymbolicValues.h"
#include "passes/Import/Onnx/Texts.h"
#include "llvm/ADT/StringSet.h"

namespace onnx {
class AttributeProto;
class GraphProto;
class NodeProto;
} // namespace onnx

namespace heddle::importer {

class OnnxToGraph;

/// The sizes of a result: its shape, and the i64 list that gives the values of symbols made for it (null if
/// none).
struct Sizes {
  graph::SymShape shape;
  Value operand;
};

/// What the body of a loop gives: the next carried values and one slice per stacked result. A null condition
/// means that the loop goes on.
struct LoopBody {
  SmallVector<Value> carried, slices;
  Value condition;
};

class NodeImporter {
public:
  NodeImporter(OnnxToGraph &graphs, const onnx::NodeProto &node, int64_t version, Location location,
               SmallVector<Value> inputs);

  //===--- The node -----------------------------------------------------===//

  StringRef op() const;                     ///< the operator's name
  int64_t version() const { return opset; } ///< the imported version of the operator's domain
  const onnx::NodeProto &proto() const { return node; }
  Location loc() const { return location; }
  OpBuilder &builder();
  MLIRContext *context() { return location.getContext(); }
  OnnxToGraph &graphs() { return owner; }
  SymbolicValues &symbolic();

  unsigned numInputs() const { return inputs.size(); } ///< without absent ones at the end
  unsigned numOutputs() const { return results.size(); }
  bool hasInput(unsigned i) const { return i < inputs.size() && inputs[i]; }
  bool hasOutput(unsigned i) const; ///< whether the node names output i
  Value input(unsigned i) const { return i < inputs.size() ? inputs[i] : Value(); }
  ArrayRef<Value> allInputs() const { return inputs; }
  /// Replaces an operand for an importer that delegates to another one (an old form that becomes the new
  /// one).
  void setInput(unsigned i, Value value);
  void setOutput(unsigned i, Value value) { results[i] = value; }
  ArrayRef<Value> outputs() const { return results; }
  /// Sets the first outputs; failure if anything was refused.
  LogicalResult finish(ValueRange values);

  //===--- Attributes (read ones are noted; a node with an unread attribute is refused) ---===//

  bool hasAttr(StringRef name);
  int64_t intAttr(StringRef name, int64_t defaultValue);
  double floatAttr(StringRef name, double defaultValue);
  std::string stringAttr(StringRef name, StringRef defaultValue);
  std::optional<SmallVector<int64_t>> intsAttr(StringRef name);
  std::optional<SmallVector<double>> floatsAttr(StringRef name);
  std::optional<SmallVector<std::string>> stringsAttr(StringRef name);
  /// The same lists where the model file's message holds them, for long ones; empty if absent.
  ArrayRef<int64_t> intsView(StringRef name);
  ArrayRef<float> floatsView(StringRef name);
  ArrayRef<const std::string *> stringsView(StringRef name);
  /// The tensor of an attribute as a constant; null if absent.
  ElementsAttr tensorAttr(StringRef name);
  /// The subgraph of an attribute; refused (null) if absent.
  const onnx::GraphProto *graphAttr(StringRef name);
  /// Says that an attribute has no meaning for us.
  void ignoreAttr(StringRef name) { readAttributes.insert(name); }
  /// `name` must be in [lowest, highest]; refused otherwise.
  int64_t intAttrIn(StringRef name, int64_t defaultValue, int64_t lowest, int64_t highest);

  //===--- Refusals -------------------------------------------------------===//

  LogicalResult bad(const Twine &message);         ///< the model breaks a rule of ONNX
  LogicalResult unsupported(const Twine &message); ///< valid, but not in heddle
  bool failed() const { return refused; }
  /// Refuses without a message: a diagnostic has been emitted already.
  LogicalResult reported();
  bool isUnsupported() const { return refusedAsUnsupported; }
  StringRef message() const { return text; }
  /// Refuses if an attribute was never asked for.
  LogicalResult checkAllAttributesRead();

  //===--- Shapes, types and what is known of values ----------------------===//

  graph::SymShape shape(Value value) const { return graph::shapeOf(value); }
  int64_t rank(Value value) const { return cast<RankedTensorType>(value.getType()).getRank(); }
  Type elementType(Value value) const { return cast<RankedTensorType>(value.getType()).getElementType(); }
  bool isTextTensor(Value value) const { return isText(elementType(value)); }
  bool isFloat(Value value) const { return isa<FloatType>(elementType(value)); }
  /// f32 for f16, bf16 and 8-bit floats, else the type itself: in what statistics are computed.
  Type computeType(Type type);
  /// `axis` counted from the front, refused if outside.
  FailureOr<int64_t> axis(int64_t axis, int64_t rank);
  FailureOr<SmallVector<int64_t>> axes(ArrayRef<int64_t> axes, int64_t rank); ///< ascending, without repeats
  /// The static size of a dimension; refused with `what` ("the channels") if it is dynamic.
  FailureOr<int64_t> staticSize(Value value, int64_t dim, StringRef what);

  /// The integers (floats) of a value if it is a constant or was computed from constants.
  std::optional<SmallVector<int64_t>> constantIntegers(Value value);
  std::optional<SmallVector<double>> constantFloats(Value value);
  /// The same for operand `i`, refused as `what` if it is not constant; nothing (no refusal) if the operand
  /// is absent.
  std::optional<SmallVector<int64_t>> constantInput(unsigned i, StringRef what);
  /// Axes from attribute "axes" or operand `i`, whichever the operator's version has; not normalised.
  std::optional<SmallVector<int64_t>> axesFrom(unsigned i);

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
  Value texts(ArrayRef<StringRef> values); ///< text [n]
  /// The numbers of texts, i64: what is equal has equal numbers, and the n texts that the model has mentioned
  /// so far have numbers below n (Texts.h).
  Value numbersOf(Value texts);
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
  /// A slice whose starts are an i64 list (normalised) and whose sizes are `sizes`.
  Value slice(Value value, Value starts, ArrayRef<int64_t> steps, const Sizes &sizes);
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
  /// The sizes held by an i64 list: what is known, and fresh symbols for the rest, which the op given
  /// `operand` binds. Pass the operand to exactly one op, whose result then has this shape. Refused if the
  /// list's length is dynamic or a number is negative.
  std::optional<Sizes> sizes(Value list);
  /// A new symbol named after the node.
  SymExpr freshSymbol(StringRef hint = "");

  //===--- Control flow (NodeControl.cpp) ---------------------------------===//

  /// A graph.loop of at most `trips` (i64 scalar, null: no limit) trips while `condition` (i1 scalar, null:
  /// true) holds. `body` builds one trip from the trip number (i64 scalar) and the carried values; it may be
  /// called several times, since carried values whose sizes turn out to change from trip to trip get
  /// arguments with symbols of their own. Results: the final carried values, then the stacked slices [trips,
  /// …]; empty if refused.
  using Trip = llvm::function_ref<LoopBody(Value trip, ValueRange carried)>;
  SmallVector<Value> loop(Value trips, Value condition, ValueRange initial, Trip body);
  /// The same where the carried values keep their types and every trip runs; `body` is called once.
  SmallVector<Value> loop(Value trips, ValueRange initial, Trip body);
  /// A graph.if. Both bodies give values of the same element types and ranks; a size that differs is a symbol
  /// of the result. Empty if refused.
  using Branch = llvm::function_ref<SmallVector<Value>()>;
  SmallVector<Value> branch(Value condition, Branch thenBody, Branch elseBody);
  /// What `build` gives for the axes that a computed operand [k] names, in a tensor of rank `rank`: a branch
  /// for every set of k axes that `isPossible`. Refused if the number of axes is not known or there are too
  /// many sets.
  Value forComputedAxes(Value axes, int64_t rank, llvm::function_ref<Value(ArrayRef<int64_t> axes)> build,
                        llvm::function_ref<bool(ArrayRef<int64_t> axes)> isPossible = {});

private:
  static bool isMissing(const Value &value) { return !value; }
  static bool isMissing(const ValueRange &values) { return llvm::is_contained(values, Value()); }
  static bool isMissing(const SmallVectorImpl<Value> &values) { return llvm::is_contained(values, Value()); }
  template <typename T> static bool isMissing(const T &) { return false; }

  bool buildRegion(Region &region, TypeRange arguments, llvm::function_ref<SmallVector<Value>(Block &)> body);
  Type joinTypes(Type a, Type b, size_t firstInnerSymbol);
  bool buildTrip(Region &region, ArrayRef<Type> carried, Trip body, bool &endless);
  SmallVector<Value> finishLoop(Region &region, Value trips, Value condition, ValueRange initial,
                                SmallVector<Type> types, bool endless, size_t firstInner);
  Operation *insertInferred(OperationState &state);
  Operation *insertChecked(OperationState &state);
  const onnx::AttributeProto *attribute(StringRef name, int32_t type);

  OnnxToGraph &owner;
  const onnx::NodeProto &node;
  int64_t opset;
  Location location;
  SmallVector<Value> inputs, results;
  llvm::StringSet<> readAttributes;
  bool refused = false, refusedAsUnsupported = false;
  std::string text;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_NODEIMPORTER_H

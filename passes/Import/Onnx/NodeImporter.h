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
// Errors are those of GraphBuilder.h; an attribute of the wrong type is one too. The operands themselves are
// never null where the table says they are required.
//
// Sizes: shape arithmetic is written once, as graph ops on i64 tensors (`sizeOf`, `list`,
// `make<graph::MulOp>`), and SymbolicValues understands it while it is built. `sizes(list)` then gives the
// result's shape, and the operand to pass along where an element is only known at run time. What turned out
// unused is erased when the node is done.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_NODEIMPORTER_H
#define PASSES_IMPORT_ONNX_NODEIMPORTER_H

#include "passes/Import/GraphBuilder.h"
#include "passes/Import/Onnx/SymbolicValues.h"
#include "passes/Import/Onnx/Texts.h"
#include "llvm/ADT/StringSet.h"

namespace onnx {
class AttributeProto;
class GraphProto;
class NodeProto;
class TypeProto;
} // namespace onnx

namespace heddle::importer {

class OnnxToGraph;

/// What the body of a loop gives: the next carried values and one slice per stacked result. A null condition
/// means that the loop goes on.
struct LoopBody {
  SmallVector<Value> carried, slices;
  Value condition;
};

class NodeImporter : public GraphBuilder {
public:
  NodeImporter(OnnxToGraph &graphs, const onnx::NodeProto &node, int64_t version, Location location,
               SmallVector<Value> inputs);

  //===--- The node -----------------------------------------------------===//

  StringRef op() const;                     ///< the operator's name
  int64_t version() const { return opset; } ///< the imported version of the operator's domain
  const onnx::NodeProto &proto() const { return node; }
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
  /// The type of an attribute; null if absent.
  const onnx::TypeProto *typeAttr(StringRef name);
  /// Says that an attribute has no meaning for us.
  void ignoreAttr(StringRef name) { readAttributes.insert(name); }
  /// `name` must be in [lowest, highest]; refused otherwise.
  int64_t intAttrIn(StringRef name, int64_t defaultValue, int64_t lowest, int64_t highest);

  //===--- Refusals -------------------------------------------------------===//

  /// Refuses if an attribute was never asked for.
  LogicalResult checkAllAttributesRead();

  //===--- Shapes, types and what is known of values ----------------------===//

  bool isTextTensor(Value value) const { return isText(elementType(value)); }
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

  Value texts(ArrayRef<StringRef> values); ///< text [n]
  /// The numbers of texts, i64: what is equal has equal numbers, and the n texts that the model has mentioned
  /// so far have numbers below n (Texts.h).
  Value numbersOf(Value texts);
  /// A slice whose starts are an i64 list (normalised) and whose sizes are `sizes`.
  Value slice(Value value, Value starts, ArrayRef<int64_t> steps, const Sizes &sizes);
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
  /// Imports a subgraph here, with `arguments` for its inputs, and gives its outputs, tensors; empty if
  /// something in it is refused.
  SmallVector<Value> subgraph(const onnx::GraphProto &graph, ArrayRef<Value> arguments);
  /// The same where outputs may also be sequences and optionals (Sequences.h).
  SmallVector<Value> subgraphValues(const onnx::GraphProto &graph, ArrayRef<Value> arguments);
  /// What `build` gives for the axes that a computed operand [k] names, in a tensor of rank `rank`: a branch
  /// for every set of k axes that `isPossible`. Refused if the number of axes is not known or there are too
  /// many sets.
  Value forComputedAxes(Value axes, int64_t rank, llvm::function_ref<Value(ArrayRef<int64_t> axes)> build,
                        llvm::function_ref<bool(ArrayRef<int64_t> axes)> isPossible = {});

private:
  bool buildRegion(Region &region, TypeRange arguments, llvm::function_ref<SmallVector<Value>(Block &)> body);
  Type joinTypes(Type a, Type b, size_t firstInnerSymbol);
  bool buildTrip(Region &region, ArrayRef<Type> carried, Trip body, bool &endless);
  SmallVector<Value> finishLoop(Region &region, Value trips, Value condition, ValueRange initial,
                                SmallVector<Type> types, bool endless, size_t firstInner);
  const onnx::AttributeProto *attribute(StringRef name, int32_t type);

  void erase(Operation *op) override;

  OnnxToGraph &owner;
  const onnx::NodeProto &node;
  int64_t opset;
  SmallVector<Value> inputs, results;
  llvm::StringSet<> readAttributes;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_NODEIMPORTER_H

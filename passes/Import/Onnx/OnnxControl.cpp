//===- OnnxControl.cpp - If, Loop and Scan --------------------------------===//
//
// Subgraphs become regions; they read values of the graphs around them directly. An If whose condition is
// known is the branch it takes, whatever the other holds. A Scan is a loop over the size of its scanned axis.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Sequences.h"

using namespace heddle;
using namespace heddle::importer;

/// An operand of one element as a scalar.
static Value asScalar(NodeImporter &n, Value value) { return n.reshape(value, ArrayRef<SymExpr>()); }

namespace {
/// Values that go in and out of regions, where only tensors can: sequences and optionals as their parts. What
/// a value is follows from the first ones and from what the subgraphs declare: one that is an optional at any
/// place crosses as one.
class Crossing {
public:
  explicit Crossing(NodeImporter &n) : n(n) {}

  /// One more value, and what subgraphs say of it.
  void addValue(ArrayRef<const onnx::TypeProto *> declared) {
    Declared &value = values.emplace_back();
    for (const onnx::TypeProto *type : declared) {
      value.isOptional |= type->has_optional_type();
      value.rank = std::max(value.rank, declaredRank(*type).value_or(0));
    }
  }

  /// The parts of all values. Empty if refused.
  SmallVector<Value> flatten(ArrayRef<Value> all) {
    SmallVector<Value> parts;
    if (n.failed() || llvm::is_contained(all, Value())) {
      return parts;
    }
    assert(all.size() == values.size() && "one value for each that was added");
    for (auto [i, value] : llvm::enumerate(all)) {
      if (forms.size() == i) {
        forms.push_back(formOf(value));
        forms[i].isOptional |= values[i].isOptional;
      }
      appendParts(n, value, forms[i], values[i].rank, parts);
    }
    return parts;
  }

  /// The values from their parts, and whatever follows those as it is. Empty if refused.
  SmallVector<Value> rebuild(ValueRange parts) {
    SmallVector<Value> result;
    if (n.failed()) {
      return result;
    }
    for (const Form &form : forms) {
      result.push_back(takeValue(n, form, parts));
    }
    llvm::append_range(result, parts);
    return result;
  }

private:
  struct Declared {
    bool isOptional = false;
    int64_t rank = 0; // of the tensors inside
  };

  NodeImporter &n;
  SmallVector<Declared> values;
  SmallVector<Form> forms;
};
} // namespace

/// The size that a condition compares with 1, if that is what it does.
static std::optional<SymExpr> sizeComparedWithOne(NodeImporter &n, Value condition) {
  while (auto reshape = condition.getDefiningOp<graph::ReshapeOp>()) {
    condition = reshape.getInput();
  }
  auto compare = condition.getDefiningOp<graph::CompareOp>();
  if (!compare || compare.getPredicate() != graph::Predicate::Eq) {
    return std::nullopt;
  }
  std::optional<SmallVector<SymExpr>> a = n.symbolic().allElements(compare.getLhs()),
                                      b = n.symbolic().allElements(compare.getRhs());
  if (!a || !b || a->size() != 1 || b->size() != 1) {
    return std::nullopt;
  }
  return (*b)[0].isConstant(1) ? (*a)[0] : (*a)[0].isConstant(1) ? std::optional((*b)[0]) : std::nullopt;
}

/// What torch.squeeze(x, dim) is exported as: if (size of dim == 1) then Squeeze(x) else x. The branches
/// differ in their number of dimensions, so only one can be meant by what follows; it is the squeeze. Gives
/// the squeezed x, whose reshape checks at run time that the size is 1, or null if the node is something
/// else.
static Value squeezeOfOne(NodeImporter &n, Value condition, const onnx::GraphProto &thenGraph,
                          const onnx::GraphProto &elseGraph) {
  if (thenGraph.node_size() == 0 || elseGraph.node_size() > 1 || thenGraph.output_size() != 1) {
    return nullptr;
  }
  const onnx::NodeProto &squeeze = thenGraph.node(thenGraph.node_size() - 1);
  bool onlyConstants =
      llvm::all_of(llvm::make_range(thenGraph.node().begin(), std::prev(thenGraph.node().end())),
                   [](const onnx::NodeProto &node) { return node.op_type() == "Constant"; });
  bool isSqueeze = onlyConstants && squeeze.op_type() == "Squeeze" && squeeze.input_size() > 0 &&
                   squeeze.output_size() == 1 && squeeze.output(0) == thenGraph.output(0).name();
  std::string other = elseGraph.output(0).name();
  if (elseGraph.node_size() == 1) {
    const onnx::NodeProto &identity = elseGraph.node(0);
    bool isIdentity = identity.op_type() == "Identity" && identity.input_size() == 1 &&
                      identity.output_size() == 1 && identity.output(0) == other;
    other = isIdentity ? identity.input(0) : "";
  }
  std::optional<SymExpr> size = sizeComparedWithOne(n, condition);
  Value x = isSqueeze && squeeze.input(0) == other ? n.graphs().valueOf(other) : Value();
  if (!size || !x || isBundle(x) || !llvm::is_contained(n.shape(x), *size)) {
    return nullptr;
  }
  SmallVector<Value> squeezed = n.subgraph(thenGraph, {});
  bool removesIt = !squeezed.empty() && product(n.shape(squeezed[0])) * *size == product(n.shape(x));
  return removesIt ? squeezed[0] : Value();
}

static LogicalResult importIf(NodeImporter &n) {
  const onnx::GraphProto *thenGraph = n.graphAttr("then_branch"), *elseGraph = n.graphAttr("else_branch");
  if (!thenGraph || !elseGraph) {
    return failure();
  }
  for (const onnx::GraphProto *graph : {thenGraph, elseGraph}) {
    if (graph->input_size() || graph->output_size() != static_cast<int>(n.numOutputs())) {
      return n.bad("has a branch with " + Twine(graph->input_size()) + " inputs and " +
                   Twine(graph->output_size()) + " outputs but none and " + Twine(n.numOutputs()) +
                   " are wanted");
    }
  }
  Value condition = asScalar(n, n.input(0));
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(condition);
  if (known && !known->empty()) {
    return n.finish(n.subgraphValues((*known)[0] ? *thenGraph : *elseGraph, {}));
  }
  if (Value squeezed = squeezeOfOne(n, condition, *thenGraph, *elseGraph)) {
    return n.finish(squeezed);
  }
  Crossing values(n);
  for (auto [a, b] : llvm::zip(thenGraph->output(), elseGraph->output())) {
    values.addValue({&a.type(), &b.type()});
  }
  SmallVector<Value> results = n.branch(
      condition, [&] { return values.flatten(n.subgraphValues(*thenGraph, {})); },
      [&] { return values.flatten(n.subgraphValues(*elseGraph, {})); });
  return n.finish(values.rebuild(results));
}

static LogicalResult importLoop(NodeImporter &n) {
  const onnx::GraphProto *body = n.graphAttr("body");
  if (!body) {
    return failure();
  }
  if ((n.hasInput(0) && isBundle(n.input(0))) || (n.hasInput(1) && isBundle(n.input(1)))) {
    return n.bad("has a sequence or an optional for its number of trips or its condition");
  }
  Value trips = n.hasInput(0) ? asScalar(n, n.input(0)) : Value();
  Value condition = n.hasInput(1) ? asScalar(n, n.input(1)) : Value();
  SmallVector<Value> initial(n.allInputs().drop_front(std::min(2u, n.numInputs())));
  int carried = static_cast<int>(initial.size());
  bool matches = body->input_size() == 2 + carried && body->output_size() >= 1 + carried &&
                 static_cast<int>(n.numOutputs()) <= body->output_size() - 1;
  if (!matches || llvm::is_contained(initial, Value())) {
    return n.bad("has a body with " + Twine(body->input_size()) + " inputs and " +
                 Twine(body->output_size()) + " outputs, which do not fit its " + Twine(carried) +
                 " carried values and " + Twine(n.numOutputs()) + " outputs");
  }
  Crossing values(n);
  for (int i = 0; i < carried; ++i) {
    values.addValue({&body->input(2 + i).type(), &body->output(1 + i).type()});
  }
  SmallVector<Value> results =
      n.loop(trips, condition, values.flatten(initial), [&](Value trip, ValueRange parts) {
        // A trip runs only while the condition holds.
        SmallVector<Value> arguments = {trip, n.scalarInt(1, n.builder().getI1Type())};
        llvm::append_range(arguments, values.rebuild(parts));
        SmallVector<Value> outputs = n.failed() ? SmallVector<Value>() : n.subgraphValues(*body, arguments);
        LoopBody given;
        if (outputs.empty() || isBundle(outputs[0]) ||
            llvm::any_of(ArrayRef(outputs).drop_front(1 + carried), isBundle)) {
          (void)n.unsupported("has a sequence or an optional for its condition, or stacks such values");
          return given;
        }
        given.condition = asScalar(n, outputs[0]);
        given.carried = values.flatten(ArrayRef(outputs).slice(1, carried));
        given.slices.assign(outputs.begin() + 1 + carried, outputs.end());
        return given;
      });
  return n.finish(values.rebuild(results));
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

namespace {
/// How a Scan reads or writes one of its tensors.
struct ScanAxis {
  int64_t axis = 0;
  bool backwards = false;
};
} // namespace

static SmallVector<ScanAxis> scanAxes(NodeImporter &n, StringRef axes, StringRef directions, size_t count) {
  std::optional<SmallVector<int64_t>> axis = n.intsAttr(axes), direction = n.intsAttr(directions);
  SmallVector<ScanAxis> result(count);
  if ((axis && axis->size() != count) || (direction && direction->size() != count)) {
    (void)n.bad("has " + Twine(count) + " scanned tensors but another number of '" + axes + "' or '" +
                directions + "'");
    return result;
  }
  for (size_t i = 0; i < count; ++i) {
    result[i].axis = axis ? (*axis)[i] : 0;
    result[i].backwards = direction && (*direction)[i] != 0;
  }
  return result;
}

/// The stacked slices [trips, …] as the node's output.
static Value placeOutput(NodeImporter &n, Value stacked, ScanAxis place) {
  Value ordered = place.backwards ? n.reverse(stacked, 0) : stacked;
  FailureOr<int64_t> axis = ordered ? n.axis(place.axis, n.rank(ordered)) : FailureOr<int64_t>(failure());
  if (failed(axis)) {
    return nullptr;
  }
  SmallVector<int64_t> permutation;
  for (int64_t dim = 0; dim < n.rank(ordered); ++dim) {
    permutation.push_back(dim == *axis ? 0 : dim < *axis ? dim + 1 : dim);
  }
  return n.transpose(ordered, permutation);
}

/// The form of opset 8: operand 0 are lengths, and every other operand and result has a batch in front,
/// [batch, …] or [batch, length, …]. The body sees one entry of the batch.
static LogicalResult importBatchedScan(NodeImporter &n) {
  const onnx::GraphProto *body = n.graphAttr("body");
  int64_t scanned = n.intAttr("num_scan_inputs", 0),
          states = static_cast<int64_t>(n.numInputs()) - 1 - scanned;
  if (n.hasInput(0)) {
    return n.unsupported("sequences of different lengths are not supported");
  }
  if (!body || scanned < 1 || states < 0 || body->input_size() != states + scanned ||
      body->output_size() < states || static_cast<int>(n.numOutputs()) > body->output_size()) {
    return n.bad("has a body whose inputs and outputs do not fit the node's");
  }
  ArrayRef<Value> initial = n.allInputs().slice(1, states), sources = n.allInputs().take_back(scanned);
  for (Value source : sources) {
    if (!source || n.rank(source) < 2) {
      return n.bad("a scanned input has no batch and length");
    }
  }
  SmallVector<int64_t> directions = n.intsAttr("directions").value_or(SmallVector<int64_t>(scanned, 0));
  if (static_cast<int64_t>(directions.size()) != scanned || llvm::is_contained(initial, Value())) {
    return n.bad("misses a state, or has another number of 'directions' than scanned inputs");
  }
  SymExpr batch = n.shape(sources[0])[0], length = n.shape(sources[0])[1];
  Value trips = n.size(length), last = n.size(length - SymExpr(1));
  SmallVector<Value> results = n.loop(n.size(batch), ValueRange(), [&](Value entry, ValueRange) {
    auto ofEntry = [&](Value x) { return n.gather(x, entry, 0); };
    SmallVector<Value> begin = llvm::map_to_vector(initial, ofEntry);
    SmallVector<Value> sequences = llvm::map_to_vector(sources, ofEntry);
    LoopBody whole;
    whole.slices = n.loop(trips, Value(), begin, [&](Value trip, ValueRange state) {
      SmallVector<Value> arguments = llvm::to_vector(state);
      for (auto [sequence, direction] : llvm::zip(sequences, directions)) {
        arguments.push_back(n.gather(sequence, direction ? n.make<graph::SubOp>(last, trip) : trip, 0));
      }
      LoopBody given;
      SmallVector<Value> values = n.failed() ? SmallVector<Value>() : n.subgraph(*body, arguments);
      if (!values.empty()) {
        given.carried.assign(values.begin(), values.begin() + states);
        given.slices.assign(values.begin() + states, values.end());
      }
      return given;
    });
    return whole;
  });
  return n.finish(results);
}

static LogicalResult importScan(NodeImporter &n) {
  if (n.version() < 9) {
    return importBatchedScan(n);
  }
  const onnx::GraphProto *body = n.graphAttr("body");
  int64_t scanned = n.intAttr("num_scan_inputs", 0), states = static_cast<int64_t>(n.numInputs()) - scanned;
  if (!body || scanned < 1 || states < 0 || body->input_size() != static_cast<int>(n.numInputs()) ||
      body->output_size() < states || static_cast<int>(n.numOutputs()) > body->output_size()) {
    return n.bad("has a body whose inputs and outputs do not fit the node's");
  }
  SmallVector<ScanAxis> inputs = scanAxes(n, "scan_input_axes", "scan_input_directions", scanned);
  SmallVector<ScanAxis> outputs =
      scanAxes(n, "scan_output_axes", "scan_output_directions", body->output_size() - states);
  ArrayRef<Value> sources = n.allInputs().drop_front(states);
  SymExpr length;
  for (auto [source, place] : llvm::zip(sources, inputs)) {
    FailureOr<int64_t> axis =
        source ? n.axis(place.axis, n.rank(source)) : FailureOr<int64_t>(n.bad("misses an input"));
    if (failed(axis)) {
      return failure();
    }
    place.axis = *axis;
    length = n.shape(source)[*axis];
  }
  Value trips = n.size(length), last = n.size(length - SymExpr(1));
  SmallVector<Value> results =
      n.loop(trips, Value(), n.allInputs().take_front(states), [&](Value trip, ValueRange state) {
        SmallVector<Value> arguments = llvm::to_vector(state);
        for (auto [source, place] : llvm::zip(sources, inputs)) {
          arguments.push_back(
              n.gather(source, place.backwards ? n.make<graph::SubOp>(last, trip) : trip, place.axis));
        }
        LoopBody given;
        SmallVector<Value> values = n.failed() ? SmallVector<Value>() : n.subgraph(*body, arguments);
        if (!values.empty()) {
          given.carried.assign(values.begin(), values.begin() + states);
          given.slices.assign(values.begin() + states, values.end());
        }
        return given;
      });
  for (size_t i = states; i < results.size(); ++i) {
    results[i] = placeOutput(n, results[i], outputs[i - states]);
  }
  return n.finish(results);
}

void importer::addControlOps(OpTable &table) {
  table.add("If", {importIf, 1, 1, OpEntry::kText});
  table.add("Loop", {importLoop, 0, OpEntry::kVariadic, OpEntry::kText, OpEntry::kSequences});
  table.add("Scan", {importScan, 0, OpEntry::kVariadic, OpEntry::kText});
}

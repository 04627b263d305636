//===- OnnxControl.cpp - If, Loop and Scan --------------------------------===//
//
// Subgraphs become regions; they read values of the graphs around them directly. An If whose condition is
// known is the branch it takes, whatever the other holds. A Scan is a loop over the size of its scanned axis.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;

/// An operand of one element as a scalar.
static Value asScalar(NodeImporter &n, Value value) { return n.reshape(value, ArrayRef<SymExpr>()); }

/// Imports a subgraph; refuses the node if something in it is refused.
static SmallVector<Value> importBody(NodeImporter &n, const onnx::GraphProto &graph,
                                     ArrayRef<Value> arguments) {
  FailureOr<SmallVector<Value>> outputs = n.graphs().importSubgraph(graph, arguments);
  if (failed(outputs)) {
    (void)n.reported();
    return {};
  }
  return *outputs;
}

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
  if (!size || !x || !llvm::is_contained(n.shape(x), *size)) {
    return nullptr;
  }
  SmallVector<Value> squeezed = importBody(n, thenGraph, {});
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
    return n.finish(importBody(n, (*known)[0] ? *thenGraph : *elseGraph, {}));
  }
  if (Value squeezed = squeezeOfOne(n, condition, *thenGraph, *elseGraph)) {
    return n.finish(squeezed);
  }
  SmallVector<Value> results = n.branch(
      condition, [&] { return importBody(n, *thenGraph, {}); },
      [&] { return importBody(n, *elseGraph, {}); });
  return n.finish(results);
}

static LogicalResult importLoop(NodeImporter &n) {
  const onnx::GraphProto *body = n.graphAttr("body");
  if (!body) {
    return failure();
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
  SmallVector<Value> results = n.loop(trips, condition, initial, [&](Value trip, ValueRange values) {
    // A trip runs only while the condition holds.
    SmallVector<Value> arguments = {trip, n.scalarInt(1, n.builder().getI1Type())};
    llvm::append_range(arguments, values);
    SmallVector<Value> outputs = importBody(n, *body, arguments);
    LoopBody given;
    if (!outputs.empty()) {
      given.condition = asScalar(n, outputs[0]);
      given.carried.assign(outputs.begin() + 1, outputs.begin() + 1 + carried);
      given.slices.assign(outputs.begin() + 1 + carried, outputs.end());
    }
    return given;
  });
  return n.finish(results);
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
      SmallVector<Value> values = n.failed() ? SmallVector<Value>() : importBody(n, *body, arguments);
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
        SmallVector<Value> values = n.failed() ? SmallVector<Value>() : importBody(n, *body, arguments);
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
  table.add("Loop", {importLoop, 0, OpEntry::kVariadic, OpEntry::kText});
  table.add("Scan", {importScan, 0, OpEntry::kVariadic, OpEntry::kText});
}

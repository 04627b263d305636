//===- OnnxRecurrent.cpp - RNN, GRU and LSTM as loops ---------------------===//
//
// A layer is a graph.loop over time. What does not depend on the state, the product of all inputs with the
// input weights, is one contraction before the loop; a trip takes its time step of it, multiplies the state
// with the recurrent weights (one contraction, or two for a GRU that resets before) and applies the gates
// (element-wise). The reverse direction reads the input backwards and turns its outputs round. Two directions
// are two loops.
//
// Inside this file a layer's time is dimension 0 and the batch dimension 1, whatever the layout:
//   input [time, batch, inputs], gates [batch, gates * hidden], states [batch, hidden], outputs [time, batch,
//   hidden].
// Sequence lengths: at a time step outside a row's sequence its state stays and its output is 0. The last
// states of a row without any step are 0, as in onnxruntime; the operator text leaves it open.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Quantization.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

namespace {
enum class Cell { Rnn, Gru, Lstm };

/// What tells the three cells apart.
struct CellKind {
  Cell cell;
  int64_t gates;                      ///< blocks of rows in the weights
  SmallVector<StringRef> activations; ///< the defaults of one direction
};

/// A weight matrix [rows, columns], or [columns, rows] if `transposed`. With a scale it is quantized, and so
/// are the values it multiplies, anew for every product.
struct Matrix {
  Value values;
  bool transposed = false;
  Value scale = {}, zeroPoint = {}; ///< scalars or [rows]; null where not quantized
  Value sums = {};                  ///< of the columns, [1, rows]; null where not quantized
};

/// The parameters of one direction; null where absent.
struct Direction {
  bool backwards = false;
  Matrix input, recurrent;
  Value inputBias, recurrentBias; ///< [gates * hidden]
  Value peephole;                 ///< [3 * hidden]: input, output, forget
  SmallVector<Activation> activations;
  SmallVector<Value> initial; ///< the states before the first step
};

/// The results of one direction.
struct Track {
  Value outputs; ///< null if the node has no use for it
  SmallVector<Value> states;
};

/// The operands of a layer, wherever an operator has them.
struct LayerInputs {
  Value x, bias, lengths, peephole;
  SmallVector<Value> initial;
  Matrix input, recurrent; ///< with a first dimension for the direction
};

class Layer {
public:
  Layer(NodeImporter &n, CellKind kind, LayerInputs inputs)
      : n(n), kind(std::move(kind)), inputs(std::move(inputs)) {}
  LogicalResult import();

private:
  LogicalResult readAttributes();
  LogicalResult readActivations();
  LogicalResult readSizes();
  Direction direction(int64_t index);
  Matrix matrixOf(const Matrix &all, int64_t index);
  Value ofDirection(Value value, int64_t index);
  Value initialState(unsigned state, int64_t index);
  Track run(const Direction &d);
  Value isInside(const Direction &d, Value trip);
  Track loopOver(const Direction &d);
  SmallVector<Value> step(const Direction &d, Value x, ValueRange states);
  SmallVector<Value> stepRnn(const Direction &d, Value x, ValueRange states);
  SmallVector<Value> stepGru(const Direction &d, Value x, ValueRange states);
  SmallVector<Value> stepLstm(const Direction &d, Value x, ValueRange states);
  Value project(const Direction &d);
  Value multiply(const Matrix &matrix, Value x);
  Value rows(const Matrix &matrix, int64_t firstGate, int64_t numGates, Value h);
  Value part(Value gates, int64_t gate, int64_t count = 1);
  Value act(const Direction &d, unsigned which, Value x);
  Value joined(ArrayRef<Value> perDirection, int64_t dim);

  NodeImporter &n;
  CellKind kind;
  LayerInputs inputs;
  bool batchFirst = false, inputForget = false, resetsAfter = false;
  double clip = 0; ///< 0 if there is none
  int64_t numDirections = 1, hidden = 0;
  bool firstBackwards = false;
  SymExpr time, batch;
  Value lengths;  ///< [batch, 1], i64; null if all rows are as long as the input
  Value hasSteps; ///< [batch, 1], whether a length is above 0
  SmallVector<Activation> activations;
};
} // namespace

//===----------------------------------------------------------------------===//
// Attributes and operands
//===----------------------------------------------------------------------===//

LogicalResult Layer::readAttributes() {
  std::string direction = n.stringAttr("direction", "forward");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional") {
    return n.bad("attribute 'direction' is '" + direction +
                 "' but must be forward, reverse or bidirectional");
  }
  numDirections = direction == "bidirectional" ? 2 : 1;
  firstBackwards = direction == "reverse";
  batchFirst = n.intAttrIn("layout", 0, 0, 1) == 1;
  clip = n.floatAttr("clip", 0);
  if (kind.cell == Cell::Lstm) {
    inputForget = n.intAttr("input_forget", 0) != 0;
  }
  if (kind.cell == Cell::Gru) {
    resetsAfter = n.intAttr("linear_before_reset", 0) != 0;
  }
  return readActivations();
}

LogicalResult Layer::readActivations() {
  SmallVector<std::string> names = n.stringsAttr("activations").value_or(SmallVector<std::string>());
  SmallVector<double> alphas = n.floatsAttr("activation_alpha").value_or(SmallVector<double>());
  SmallVector<double> betas = n.floatsAttr("activation_beta").value_or(SmallVector<double>());
  if (names.empty()) {
    for (int64_t i = 0; i < numDirections; ++i) {
      names.append(kind.activations.begin(), kind.activations.end());
    }
  }
  if (names.size() != kind.activations.size() * numDirections) {
    return n.bad("attribute 'activations' has " + Twine(names.size()) + " names but " +
                 Twine(kind.activations.size() * numDirections) + " are wanted");
  }
  // Each value goes to the next function that has such a parameter.
  size_t nextAlpha = 0, nextBeta = 0;
  for (const std::string &name : names) {
    Activation activation{name, std::nullopt, std::nullopt};
    if (Activation::takesAlpha(name) && nextAlpha < alphas.size()) {
      activation.alpha = alphas[nextAlpha++];
    }
    if (Activation::takesBeta(name) && nextBeta < betas.size()) {
      activation.beta = betas[nextBeta++];
    }
    activations.push_back(activation);
  }
  return success();
}

/// Refuses a tensor without the shape that an operand must have.
static LogicalResult checkShape(NodeImporter &n, Value value, StringRef what, ArrayRef<SymExpr> wanted) {
  if (value && !graph::mayBeEqual(n.shape(value), wanted)) {
    return n.bad(what + " has shape " + graph::toString(n.shape(value)) + " but " + graph::toString(wanted) +
                 " is wanted");
  }
  return success();
}

LogicalResult Layer::readSizes() {
  if (n.rank(inputs.x) != 3 || n.rank(inputs.recurrent.values) != 3) {
    return n.bad("the input and the weights must have rank 3");
  }
  bool transposed = inputs.recurrent.transposed;
  FailureOr<int64_t> size = n.staticSize(inputs.recurrent.values, transposed ? 1 : 2, "the hidden size");
  if (failed(size)) {
    return failure();
  }
  hidden = *size;
  int64_t named = n.intAttr("hidden_size", hidden), rows = kind.gates * hidden;
  if (named != hidden) {
    return n.bad("attribute 'hidden_size' is " + Twine(named) + " but the recurrent weights are for " +
                 Twine(hidden));
  }
  graph::SymShape x = n.shape(inputs.x);
  if (batchFirst) {
    inputs.x = n.transpose(inputs.x, {1, 0, 2});
    std::swap(x[0], x[1]);
  }
  time = x[0];
  batch = x[1];
  auto matrix = [&](const SymExpr &columns) {
    return transposed ? graph::SymShape{numDirections, columns, rows}
                      : graph::SymShape{numDirections, rows, columns};
  };
  if (failed(checkShape(n, inputs.input.values, "W", matrix(x[2]))) ||
      failed(checkShape(n, inputs.recurrent.values, "R", matrix(hidden))) ||
      failed(checkShape(n, inputs.bias, "B", {numDirections, 2 * rows})) ||
      failed(checkShape(n, inputs.lengths, "sequence_lens", {batch})) ||
      failed(checkShape(n, inputs.peephole, "P", {numDirections, 3 * hidden}))) {
    return failure();
  }
  if (inputs.lengths) {
    lengths = n.reshape(n.castTo(inputs.lengths, n.builder().getI64Type()), {batch, 1});
    hasSteps = n.compare(Predicate::Gt, lengths, n.scalarLike(0, lengths));
  }
  return success();
}

/// The part [...] of a tensor [directions, ...].
Value Layer::ofDirection(Value value, int64_t index) {
  return value ? n.squeeze(n.sliceDim(value, 0, index, 1), {0}) : value;
}

Matrix Layer::matrixOf(const Matrix &all, int64_t index) {
  return {ofDirection(all.values, index), all.transposed, ofDirection(all.scale, index),
          ofDirection(nonZeroOrNull(n, all.zeroPoint), index), ofDirection(all.sums, index)};
}

Value Layer::initialState(unsigned state, int64_t index) {
  Value given = inputs.initial[state];
  if (!given) {
    return n.splat(0, {batch, SymExpr(hidden)}, n.elementType(inputs.x));
  }
  graph::SymShape wanted = {numDirections, batch, hidden};
  if (batchFirst) {
    std::swap(wanted[0], wanted[1]);
  }
  if (failed(checkShape(n, given, "an initial state", wanted))) {
    return nullptr;
  }
  return n.reshape(n.sliceDim(given, batchFirst ? 1 : 0, index, 1), {batch, SymExpr(hidden)});
}

Direction Layer::direction(int64_t index) {
  Direction d;
  d.backwards = firstBackwards || index == 1;
  d.input = matrixOf(inputs.input, index);
  d.recurrent = matrixOf(inputs.recurrent, index);
  if (Value bias = ofDirection(inputs.bias, index)) {
    d.inputBias = n.sliceDim(bias, 0, 0, kind.gates * hidden);
    d.recurrentBias = n.sliceDim(bias, 0, kind.gates * hidden, kind.gates * hidden);
  }
  d.peephole = ofDirection(inputs.peephole, index);
  size_t each = kind.activations.size();
  d.activations.assign(activations.begin() + index * each, activations.begin() + (index + 1) * each);
  for (unsigned state = 0; state < inputs.initial.size(); ++state) {
    d.initial.push_back(initialState(state, index));
  }
  return d;
}

//===----------------------------------------------------------------------===//
// Products and gates
//===----------------------------------------------------------------------===//

/// x [..., columns] times the matrix: [..., rows].
Value Layer::multiply(const Matrix &matrix, Value x) {
  if (n.failed()) {
    return nullptr;
  }
  std::string outer = n.rank(x) == 3 ? "tn" : "n";
  std::string equation = outer + "k," + (matrix.transposed ? "kg" : "gk") + "->" + outer + "g";
  if (!matrix.scale) {
    return n.contract(equation, x, matrix.values);
  }
  Quantized q = quantizeDynamically(n, x);
  Value sum =
      integerContract(n, equation, q.values, q.zeroPoint, matrix.values, matrix.zeroPoint, matrix.sums);
  return n.make<graph::MulOp>(n.castTo(sum, n.elementType(x)), n.make<graph::MulOp>(q.scale, matrix.scale));
}

/// The state times the rows of some gates.
Value Layer::rows(const Matrix &matrix, int64_t firstGate, int64_t numGates, Value h) {
  Matrix some = matrix;
  some.values =
      n.sliceDim(matrix.values, matrix.transposed ? 1 : 0, firstGate * hidden, SymExpr(numGates * hidden));
  return multiply(some, h);
}

/// The columns (or elements) of some gates.
Value Layer::part(Value gates, int64_t gate, int64_t count) {
  return gates ? n.sliceDim(gates, n.rank(gates) - 1, gate * hidden, SymExpr(count * hidden)) : gates;
}

Value Layer::act(const Direction &d, unsigned which, Value x) {
  Value bounded = clip == 0 ? x : clamp(n, x, n.scalarLike(-clip, x), n.scalarLike(clip, x));
  return activate(n, d.activations[which], bounded);
}

/// Everything in the gates that does not depend on the state, for all time steps in the order of trips.
Value Layer::project(const Direction &d) {
  Value x = d.backwards ? n.reverse(inputs.x, 0) : inputs.x;
  Value gates = multiply(d.input, x), bias = d.inputBias;
  if (bias && resetsAfter) { // the hidden gate's recurrent bias stands inside the reset
    Value both = n.make<graph::AddOp>(part(bias, 0, 2), part(d.recurrentBias, 0, 2));
    bias = n.concat({both, part(bias, 2)}, 0);
  } else if (bias) {
    bias = n.make<graph::AddOp>(bias, d.recurrentBias);
  }
  return bias ? n.make<graph::AddOp>(gates, bias) : gates;
}

//===----------------------------------------------------------------------===//
// One step of each cell: the next states, the output first
//===----------------------------------------------------------------------===//

SmallVector<Value> Layer::stepRnn(const Direction &d, Value x, ValueRange states) {
  return {act(d, 0, n.make<graph::AddOp>(multiply(d.recurrent, states[0]), x))};
}

SmallVector<Value> Layer::stepGru(const Direction &d, Value x, ValueRange states) {
  Value h = states[0];
  Value products = resetsAfter ? multiply(d.recurrent, h) : rows(d.recurrent, 0, 2, h);
  auto gate = [&](int64_t which) {
    return act(d, 0, n.make<graph::AddOp>(part(x, which), part(products, which)));
  };
  Value update = gate(0), reset = gate(1), inner;
  if (resetsAfter) {
    Value product = part(products, 2);
    inner = d.recurrentBias ? n.make<graph::AddOp>(product, part(d.recurrentBias, 2)) : product;
    inner = n.make<graph::MulOp>(reset, inner);
  } else {
    inner = rows(d.recurrent, 2, 1, n.make<graph::MulOp>(reset, h));
  }
  Value candidate = act(d, 1, n.make<graph::AddOp>(inner, part(x, 2)));
  Value kept = n.make<graph::MulOp>(update, h);
  Value fresh = n.make<graph::MulOp>(n.make<graph::SubOp>(n.scalarLike(1, h), update), candidate);
  return {n.make<graph::AddOp>(fresh, kept)};
}

SmallVector<Value> Layer::stepLstm(const Direction &d, Value x, ValueRange states) {
  Value h = states[0], c = states[1];
  Value sums = n.make<graph::AddOp>(multiply(d.recurrent, h), x);
  auto gate = [&](int64_t which, Value cell) { // gates: input, output, forget, cell
    Value sum = part(sums, which);
    if (d.peephole && which < 3) {
      sum = n.make<graph::AddOp>(sum, n.make<graph::MulOp>(part(d.peephole, which), cell));
    }
    return act(d, which < 3 ? 0 : 1, sum);
  };
  Value input = gate(0, c);
  Value forget = inputForget ? n.make<graph::SubOp>(n.scalarLike(1, input), input) : gate(2, c);
  Value kept = n.make<graph::MulOp>(forget, c), fresh = n.make<graph::MulOp>(input, gate(3, c));
  Value cell = n.make<graph::AddOp>(kept, fresh);
  Value output = gate(1, cell);
  // The clip bounds the sums of the gates, not the cell: onnxruntime's reading of the operator text.
  return {n.make<graph::MulOp>(output, activate(n, d.activations[2], cell)), cell};
}

SmallVector<Value> Layer::step(const Direction &d, Value x, ValueRange states) {
  switch (kind.cell) {
  case Cell::Rnn:
    return stepRnn(d, x, states);
  case Cell::Gru:
    return stepGru(d, x, states);
  case Cell::Lstm:
    return stepLstm(d, x, states);
  }
  llvm_unreachable("every cell has a step");
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// For each row whether the trip's time step belongs to its sequence, [batch, 1].
Value Layer::isInside(const Direction &d, Value trip) {
  if (!d.backwards) {
    return n.compare(Predicate::Lt, trip, lengths);
  }
  // Trip i is at time - 1 - i, which is before the end if i >= time - length.
  return n.compare(Predicate::Ge, trip, n.make<graph::SubOp>(n.size(time), lengths));
}

Track Layer::run(const Direction &d) {
  Track track = loopOver(d);
  for (Value &state : track.states) {
    state = lengths && state ? n.select(hasSteps, state, n.scalarLike(0, state)) : state;
  }
  return track;
}

Track Layer::loopOver(const Direction &d) {
  bool wantsOutputs = n.hasOutput(0);
  Value gates = project(d);
  auto body = [&](Value trip, ValueRange states) {
    LoopBody built;
    built.carried = step(d, n.gather(gates, trip, 0), states);
    Value output = built.carried.front();
    if (lengths) {
      Value inside = isInside(d, trip);
      output = n.select(inside, output, n.scalarLike(0, output));
      for (auto [next, before] : llvm::zip(built.carried, states)) {
        next = n.select(inside, next, before);
      }
    }
    if (wantsOutputs) {
      built.slices.push_back(output);
    }
    return built;
  };
  Track track;
  if (time.isConstant(1)) { // no loop for one step
    LoopBody only = body(n.scalarInt(0, n.builder().getI64Type()), d.initial);
    track.states = only.carried;
    track.outputs = wantsOutputs ? n.unsqueeze(only.slices[0], {0}) : Value();
    return track;
  }
  track.states = n.loop(n.size(time), d.initial, body);
  if (wantsOutputs && !track.states.empty()) {
    Value outputs = track.states.pop_back_val();
    track.outputs = d.backwards ? n.reverse(outputs, 0) : outputs;
  }
  return track;
}

/// Tensors of the directions side by side along a new dimension.
Value Layer::joined(ArrayRef<Value> perDirection, int64_t dim) {
  SmallVector<Value> parts;
  for (Value each : perDirection) {
    parts.push_back(n.unsqueeze(each, {dim}));
  }
  return n.concat(parts, dim);
}

LogicalResult Layer::import() {
  if (failed(readAttributes()) || failed(readSizes())) {
    return failure();
  }
  SmallVector<Track> tracks;
  for (int64_t i = 0; i < numDirections; ++i) {
    tracks.push_back(run(direction(i)));
    if (n.failed()) {
      return failure();
    }
  }
  if (n.hasOutput(0)) {
    Value outputs = joined(llvm::map_to_vector(tracks, [](const Track &track) { return track.outputs; }), 1);
    n.setOutput(0, batchFirst ? n.transpose(outputs, {2, 0, 1, 3}) : outputs);
  }
  for (unsigned state = 0; state < inputs.initial.size() && state + 1 < n.numOutputs(); ++state) {
    auto last = llvm::map_to_vector(tracks, [&](const Track &track) { return track.states[state]; });
    n.setOutput(state + 1, joined(last, batchFirst ? 1 : 0));
  }
  return failure(n.failed());
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static LogicalResult importLayer(NodeImporter &n, CellKind kind) {
  LayerInputs inputs{n.input(0),   n.input(3),   n.input(4),  n.input(7),
                     {n.input(5)}, {n.input(1)}, {n.input(2)}};
  if (kind.cell == Cell::Lstm) {
    inputs.initial.push_back(n.input(6));
  }
  return Layer(n, std::move(kind), std::move(inputs)).import();
}

static LogicalResult importRnn(NodeImporter &n) { return importLayer(n, {Cell::Rnn, 1, {"Tanh"}}); }
static LogicalResult importGru(NodeImporter &n) {
  return importLayer(n, {Cell::Gru, 3, {"Sigmoid", "Tanh"}});
}
static LogicalResult importLstm(NodeImporter &n) {
  return importLayer(n, {Cell::Lstm, 4, {"Sigmoid", "Tanh", "Tanh"}});
}

/// com.microsoft DynamicQuantizeLSTM: weights [directions, columns, rows] of 8-bit integers.
static LogicalResult importDynamicQuantizeLstm(NodeImporter &n) {
  for (unsigned i : {8, 10}) {
    if (!n.hasInput(i)) {
      return n.bad("input " + Twine(i) + ", a scale, is missing");
    }
  }
  LayerInputs inputs{n.input(0), n.input(3), n.input(4), n.input(7), {n.input(5), n.input(6)}, {}, {}};
  auto matrix = [&](unsigned values, unsigned scale) -> Matrix { // [directions, columns, rows]
    return {n.input(values), /*transposed=*/true, n.input(scale), n.input(scale + 1),
            n.rank(n.input(values)) == 3 ? integerSum(n, n.input(values), {1}) : Value()};
  };
  inputs.input = matrix(1, 8);
  inputs.recurrent = matrix(2, 10);
  return Layer(n, {Cell::Lstm, 4, {"Sigmoid", "Tanh", "Tanh"}}, std::move(inputs)).import();
}

void importer::addRecurrentOps(OpTable &table) {
  table.add("RNN", {importRnn, 3, 6});
  table.add("GRU", {importGru, 3, 6});
  table.add("LSTM", {importLstm, 3, 8});
  table.add("DynamicQuantizeLSTM", {importDynamicQuantizeLstm, 3, 12}, "com.microsoft");
}

//===- OnnxSignal.cpp - Fourier transforms and windows --------------------===//
//
// A short-time Fourier transform is a convolution in f64 with windowed waves, whose stride is the frame step;
// frames whose step a run decides are gathered.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/ComputedSizes.h"
#include "passes/Import/Onnx/Fourier.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// DFT
//===----------------------------------------------------------------------===//

/// The part [..., which] of a tensor whose last dimension holds real and imaginary parts; null if it has only
/// real ones.
static Value complexPart(NodeImporter &n, Value x, int64_t which) {
  int64_t last = n.rank(x) - 1;
  return n.shape(x)[last].isConstant(which + 1) || n.shape(x)[last].isConstant(2)
             ? n.squeeze(n.sliceDim(x, last, which, 1), {last})
             : Value();
}

static LogicalResult checkComplex(NodeImporter &n, Value x) {
  SymExpr last = n.rank(x) > 1 ? n.shape(x).back() : SymExpr(0);
  return n.isFloat(x) && (last.isConstant(1) || last.isConstant(2))
             ? success()
             : n.bad("the input has shape " + graph::toString(n.shape(x)) +
                     " but floats with a last dimension of 1 or 2 are wanted");
}

namespace {
struct Transform {
  bool inverse, onesided;
  Value length; ///< integer scalar; null: as long as the input
};
} // namespace

/// Cuts or pads dimension `axis` with zeros to `size`.
static Value resized(NodeImporter &n, Value x, int64_t axis, const SymExpr &size) {
  SymExpr present = n.shape(x)[axis];
  std::optional<int64_t> missing = (size - present).constant();
  if (missing && *missing <= 0) {
    return n.sliceDim(x, axis, 0, size);
  }
  SmallVector<SymExpr> lows(n.rank(x), SymExpr(0)), highs = lows;
  highs[axis] = size - present; // where negative, it cuts
  return n.pad(x, lows, highs);
}

static Value transform(NodeImporter &n, Value x, int64_t axis, const Transform &how) {
  Type type = n.elementType(x), computed = n.computeType(type);
  SymExpr present = n.shape(x)[axis];
  bool toReal = how.inverse && how.onesided;
  SymExpr period = toReal ? SymExpr(2) * (present - SymExpr(1)) : present;
  if (how.length) {
    std::optional<SymExpr> given = boundSize(n, how.length);
    if (!given) {
      return nullptr;
    }
    period = *given;
  }
  SymExpr half = SymExpr::floorDiv(period, 2) + SymExpr(1),
          written = how.onesided && !how.inverse ? half : period;
  int64_t last = n.rank(x) - 1;
  if (period.constant().value_or(1) < 1) { // sums of nothing
    graph::SymShape shape = n.shape(x);
    shape[axis] = period.isConstant(0) ? written : SymExpr(0);
    shape[last] = toReal ? 1 : 2;
    return n.splat(0, shape, type);
  }
  auto prepared = [&](Value part) {
    return part ? resized(n, n.castTo(part, computed), axis, toReal ? half : period) : part;
  };
  Complex signal = {prepared(complexPart(n, x, 0)), prepared(complexPart(n, x, 1))};
  signal = toReal ? mirrored(n, signal, axis, period) : signal;
  Complex result = fourier(n, signal, axis, written, how.inverse);
  SmallVector<Value> parts;
  for (Value part : {result.real, toReal ? Value() : result.imaginary}) {
    if (!part) {
      continue;
    }
    if (how.inverse) {
      part = n.make<graph::DivOp>(part, n.castTo(n.size(period), computed));
    }
    parts.push_back(n.unsqueeze(n.castTo(part, type), {last}));
  }
  return parts.empty() ? Value() : n.concat(parts, last);
}

static LogicalResult importDft(NodeImporter &n) {
  Value x = n.input(0);
  Transform how{n.intAttr("inverse", 0) != 0, n.intAttr("onesided", 0) != 0, n.input(1)};
  int64_t axis = n.version() < 20 ? n.intAttr("axis", 1) : -2;
  if (failed(checkComplex(n, x))) {
    return failure();
  }
  if (n.hasInput(2)) {
    std::optional<SmallVector<int64_t>> given = n.constantIntegers(n.input(2));
    if (!given) {
      auto along = [&](ArrayRef<int64_t> axes) { return transform(n, x, axes[0], how); };
      auto isSignal = [&](ArrayRef<int64_t> axes) { return axes[0] + 1 < n.rank(x); };
      return n.finish(n.forComputedAxes(n.asIndexList(n.input(2)), n.rank(x), along, isSignal));
    }
    if (given->size() != 1) {
      return n.bad("the axis is no scalar");
    }
    axis = given->front();
  }
  FailureOr<int64_t> front = n.axis(axis, n.rank(x));
  if (failed(front)) {
    return failure();
  }
  return *front == n.rank(x) - 1 ? n.bad("axis " + Twine(axis) + " is that of the complex parts")
                                 : n.finish(transform(n, x, *front, how));
}

//===----------------------------------------------------------------------===//
// STFT
//===----------------------------------------------------------------------===//

/// Windowed waves as a filter [frame, parts, 2 * bins] whose outputs alternate real and imaginary parts.
static Value frameFilter(NodeImporter &n, Value window, const SymExpr &frame, const SymExpr &bins,
                         bool isComplex, Type type) {
  Complex waves = wavesOf(n, frame, bins, frame, /*inverse=*/false, type);
  if (window) {
    Value column = n.unsqueeze(window, {1});
    waves = {n.make<graph::MulOp>(waves.real, column), n.make<graph::MulOp>(waves.imaginary, column)};
  }
  auto interleave = [&](Value real, Value imaginary) {
    Value pair = n.concat({n.unsqueeze(real, {2}), n.unsqueeze(imaginary, {2})}, 2);
    return n.reshape(pair, {frame, SymExpr(1), bins * SymExpr(2)});
  };
  Value fromReal = interleave(waves.real, waves.imaginary);
  return isComplex ? n.concat({fromReal, interleave(n.make<graph::NegOp>(waves.imaginary), waves.real)}, 1)
                   : fromReal;
}

/// The frames [batch, frames, frame, parts] of a signal for a step that a run decides.
static Value computedFrames(NodeImporter &n, Value signal, Value step, const SymExpr &frame) {
  Type index = n.builder().getI64Type();
  Value hop = n.castTo(n.reshape(step, ArrayRef<SymExpr>()), index);
  Value room = n.make<graph::SubOp>(n.sizeOf(signal, 1), n.size(frame));
  Value count = n.make<graph::AddOp>(n.make<graph::DivOp>(room, hop), n.scalarInt(1, index));
  std::optional<SymExpr> frames = boundSize(n, count);
  if (!frames) {
    return nullptr;
  }
  Value starts = n.make<graph::MulOp>(n.iota({*frames}, 0, index), hop);
  return n.gather(signal, n.make<graph::AddOp>(n.unsqueeze(starts, {1}), n.iota({frame}, 0, index)), 1);
}

static LogicalResult importStft(NodeImporter &n) {
  Value signal = n.input(0), window = n.input(2);
  bool onesided = n.intAttr("onesided", 1) != 0;
  if (n.rank(signal) == 2) { // some exporters leave out the last dimension
    signal = n.unsqueeze(signal, {2});
  }
  if (n.rank(signal) != 3 || failed(checkComplex(n, signal))) {
    return n.bad("the signal has rank " + Twine(n.rank(signal)) + " but 3 is wanted");
  }
  if (window && n.rank(window) != 1) {
    return n.bad("the window has shape " + graph::toString(n.shape(window)) + " but a list is wanted");
  }
  Type type = n.elementType(signal), wide = n.builder().getF64Type();
  SymExpr frame = window ? n.shape(window)[0] : n.shape(signal)[1];
  if (n.hasInput(3) && !window) {
    std::optional<SymExpr> given = boundSize(n, n.input(3));
    if (!given) {
      return failure();
    }
    frame = *given;
  }
  bool isComplex = n.shape(signal)[2].isConstant(2);
  if (onesided && isComplex) {
    return n.bad("a complex signal has no one-sided spectrum");
  }
  SymExpr bins = onesided ? SymExpr::floorDiv(frame, 2) + SymExpr(1) : frame;
  signal = n.castTo(signal, wide);
  Value filter = frameFilter(n, n.castTo(window, wide), frame, bins, isComplex, wide), result;
  std::optional<SmallVector<int64_t>> step = n.constantIntegers(n.input(1));
  if (step && (step->size() != 1 || step->front() < 1)) {
    return n.bad("the frame step must be one positive number");
  }
  if (step && frame.constant()) {
    SmallVector<int64_t> one = {1}, none = {0};
    result = n.make<graph::ConvOp>(signal, filter, *step, one, none, none, 1);
  } else {
    Value frames = step ? computedFrames(n, signal, n.integers(*step), frame)
                        : computedFrames(n, signal, n.input(1), frame);
    Value flat =
        n.failed() ? Value()
                   : n.reshape(frames, {n.shape(frames)[0], n.shape(frames)[1], frame * n.shape(signal)[2]});
    result =
        n.contract("bfk,kc->bfc", flat, n.reshape(filter, {frame * n.shape(signal)[2], bins * SymExpr(2)}));
  }
  if (!result) {
    return n.finish(result);
  }
  graph::SymShape shape = n.shape(result);
  return n.finish(n.castTo(n.reshape(result, {shape[0], shape[1], bins, 2}), type));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// The type of a result that attribute "output_datatype" names.
static Type outputType(NodeImporter &n) {
  auto number = static_cast<int32_t>(n.intAttr("output_datatype", kOnnxFloat));
  Type type = ModelFile::elementType(number, *n.context());
  if (!type) {
    (void)n.unsupported("elements of type " + ModelFile::elementTypeName(number) + " are not supported");
  }
  return type;
}

/// A sum of cosines: the sum over i of coefficients[i] * cos(2 pi i x / period), computed in f64.
static LogicalResult importWindow(NodeImporter &n, ArrayRef<double> coefficients) {
  bool periodic = n.intAttr("periodic", 1) != 0;
  Type type = outputType(n), exact = n.builder().getF64Type();
  std::optional<SymExpr> size = boundSize(n, n.input(0));
  if (!size || !type) {
    return failure();
  }
  Value x = n.iota({*size}, 0, exact);
  Value period = n.castTo(n.size(periodic ? *size : *size - SymExpr(1)), exact);
  Value result = n.scalar(coefficients[0], exact);
  for (size_t i = 1; i < coefficients.size(); ++i) {
    Value turns = n.make<graph::DivOp>(
        n.make<graph::MulOp>(x, n.scalar(2 * M_PI * static_cast<double>(i), exact)), period);
    Value wave = n.make<graph::MulOp>(n.make<graph::CosOp>(turns), n.scalar(coefficients[i], exact));
    result = n.make<graph::AddOp>(result, wave);
  }
  return n.finish(n.castTo(result, type));
}

static LogicalResult importHannWindow(NodeImporter &n) { return importWindow(n, {0.5, -0.5}); }
static LogicalResult importHammingWindow(NodeImporter &n) {
  return importWindow(n, {25.0 / 46, 25.0 / 46 - 1});
}
static LogicalResult importBlackmanWindow(NodeImporter &n) { return importWindow(n, {0.42, -0.5, 0.08}); }

/// Triangles over the bins of a spectrum, [dft_length / 2 + 1, num_mel_bins], whose corners are equally far
/// apart on the mel scale and rounded down to bins.
static LogicalResult importMelWeightMatrix(NodeImporter &n) {
  Type type = outputType(n), exact = n.builder().getF64Type(), index = n.builder().getI64Type();
  auto scalar = [&](unsigned i, Type to) { return n.castTo(n.reshape(n.input(i), ArrayRef<SymExpr>()), to); };
  auto number = [&](double value) { return n.scalar(value, exact); };
  Value half = n.make<graph::DivOp>(scalar(1, index), n.scalarInt(2, index));
  std::optional<SymExpr> bins = boundSize(n, n.make<graph::AddOp>(half, n.scalarInt(1, index)));
  std::optional<SymExpr> bands = boundSize(n, scalar(0, index));
  if (!bins || !bands || !type) {
    return failure();
  }
  auto mel = [&](Value hertz) {
    Value ratio = n.make<graph::AddOp>(n.make<graph::DivOp>(hertz, number(700)), number(1));
    return n.make<graph::MulOp>(n.make<graph::LogOp>(ratio), number(2595 / M_LN10));
  };
  Value low = mel(scalar(3, exact)), high = mel(scalar(4, exact));
  Value corners = n.make<graph::AddOp>(scalar(0, exact), number(2));
  Value step = n.make<graph::DivOp>(n.make<graph::SubOp>(high, low), corners);
  Value band = n.iota({*bands}, 0, exact), bin = n.unsqueeze(n.iota({*bins}, 0, exact), {1});
  auto corner = [&](double shift) { // the bin of corner band + shift
    Value place = n.make<graph::MulOp>(n.make<graph::AddOp>(band, number(shift)), step);
    Value power = n.make<graph::MulOp>(n.make<graph::AddOp>(place, low), number(M_LN10 / 2595));
    Value hertz =
        n.make<graph::MulOp>(n.make<graph::SubOp>(n.make<graph::ExpOp>(power), number(1)), number(700));
    Value scaled = n.make<graph::MulOp>(hertz, n.make<graph::AddOp>(scalar(1, exact), number(1)));
    return n.make<graph::FloorOp>(n.make<graph::DivOp>(scaled, scalar(2, exact)));
  };
  Value left = corner(0), center = corner(1), right = corner(2);
  Value rise = n.make<graph::SubOp>(center, left), fall = n.make<graph::SubOp>(right, center);
  auto between = [&](Value from, Value to, Predicate below) {
    return n.make<graph::AndOp>(n.compare(Predicate::Ge, bin, from), n.compare(below, bin, to));
  };
  // The falling side is written last, so it has the center unless it is empty.
  Value rising = n.make<graph::DivOp>(n.make<graph::SubOp>(bin, left), n.make<graph::MaxOp>(rise, number(1)));
  rising = n.select(n.compare(Predicate::Eq, rise, number(0)), number(1), rising);
  Value falling =
      n.make<graph::DivOp>(n.make<graph::SubOp>(right, bin), n.make<graph::MaxOp>(fall, number(1)));
  Value result = n.select(between(left, center, Predicate::Le), rising, number(0));
  result = n.select(between(center, right, Predicate::Lt), falling, result);
  return n.finish(n.castTo(result, type));
}

void importer::addSignalOps(OpTable &table) {
  table.add("DFT", {importDft, 1, 3});
  table.add("STFT", {importStft, 2, 4});
  table.add("HannWindow", {importHannWindow});
  table.add("HammingWindow", {importHammingWindow});
  table.add("BlackmanWindow", {importBlackmanWindow});
  table.add("MelWeightMatrix", {importMelWeightMatrix, 5, 5});
}

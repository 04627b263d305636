//===- OnnxConvolution.cpp - convolutions ---------------------------------===//
//
// Convolutions are channels-last in the graph dialect. A transposed convolution is an ordinary one: either of
// the input itself with one set of output channels for each phase of the stride, or of the input with
// stride - 1 zeros between its elements and the filter turned around.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxConvolution.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"

using namespace heddle;
using namespace heddle::importer;

/// Adds a per-channel bias to a channels-last result.
static Value addBias(NodeImporter &n, Value result, unsigned input) {
  return n.hasInput(input) ? n.make<graph::AddOp>(result, n.input(input)) : result;
}

Value importer::convolution(NodeImporter &n, Value input, Value filter, Value outside) {
  int64_t rank = n.rank(input);
  if (rank < 3 || n.rank(filter) != rank) {
    (void)n.bad("the input has rank " + Twine(rank) + " and the filter " + Twine(n.rank(filter)) +
                ", wanted equal ranks of at least 3");
    return nullptr;
  }
  std::optional<SmallVector<int64_t>> sizes = constants(n.shape(filter));
  if (!sizes) {
    (void)n.unsupported("the filter has the open shape " + graph::toString(n.shape(filter)));
    return nullptr;
  }
  int64_t groups = n.intAttrIn("group", 1, 1, INT32_MAX);
  FailureOr<Windows> windows =
      readWindows(n, n.shape(input), SmallVector<int64_t>(ArrayRef(*sizes).drop_front(2)));
  if (n.failed() || failed(windows)) {
    return nullptr;
  }
  SymExpr channels = n.shape(input)[1];
  if ((*sizes)[0] % groups != 0 || (channels.constant() && *channels.constant() != (*sizes)[1] * groups)) {
    (void)n.bad("the input has " + channels.str() + " channels, wanted " + Twine((*sizes)[1] * groups) +
                " (filter times group); group " + Twine(groups) + " must divide the " + Twine((*sizes)[0]) +
                " output channels");
    return nullptr;
  }
  input = toChannelsLast(n, input);
  if (outside) {
    SmallVector<SymExpr> lows(rank, SymExpr(0)), highs = lows;
    std::copy(windows->padsLow.begin(), windows->padsLow.end(), lows.begin() + 1);
    std::copy(windows->padsHigh.begin(), windows->padsHigh.end(), highs.begin() + 1);
    input = n.pad(input, lows, highs, outside);
    windows->padsLow.assign(windows->rank(), 0);
    windows->padsHigh.assign(windows->rank(), 0);
  }
  // [O, C/g, window…] -> [window…, C/g, O]
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  permutation.append({1, 0});
  return n.make<graph::ConvOp>(input, n.transpose(filter, permutation), windows->strides, windows->dilations,
                               windows->padsLow, windows->padsHigh, groups);
}

static LogicalResult importConv(NodeImporter &n) {
  return n.finish(toChannelsFirst(n, addBias(n, convolution(n, n.input(0), n.input(1)), 2)));
}

//===----------------------------------------------------------------------===//
// Transposed convolution
//===----------------------------------------------------------------------===//

/// Pads around the transposed result (what is cut of it) and output_padding, from the attributes.
static LogicalResult readTransposedPads(NodeImporter &n, ArrayRef<SymExpr> spatial, Windows &windows,
                                        SmallVectorImpl<int64_t> &outputPadding) {
  std::string mode = n.stringAttr("auto_pad", "NOTSET");
  std::optional<SmallVector<int64_t>> pads = n.intsAttr("pads"), shape = n.intsAttr("output_shape");
  outputPadding = n.intsAttr("output_padding").value_or(SmallVector<int64_t>(windows.rank(), 0));
  if (outputPadding.size() != windows.rank() || (pads && pads->size() != 2 * windows.rank())) {
    return n.bad("'pads' or 'output_padding' has the wrong number of entries");
  }
  if (shape && shape->size() == windows.rank() + 2) {
    shape->erase(shape->begin(), shape->begin() + 2); // some exporters write batch and channels too
  }
  if (shape && shape->size() != windows.rank()) {
    return n.bad("'output_shape' has the wrong number of entries");
  }
  auto isHuge = [](int64_t entry) { return entry < -INT32_MAX || entry > INT32_MAX; };
  if (llvm::any_of(outputPadding, isHuge) || (pads && llvm::any_of(*pads, isHuge)) ||
      (shape && llvm::any_of(*shape, isHuge))) {
    return n.bad("'pads', 'output_padding' or 'output_shape' has an entry beyond 32 bits");
  }
  for (size_t i = 0; i < windows.rank(); ++i) {
    int64_t low = pads ? (*pads)[i] : 0, high = pads ? (*pads)[windows.rank() + i] : 0;
    int64_t span = (windows.window[i] - 1) * windows.dilations[i] + 1;
    if (shape || mode == "SAME_UPPER" || mode == "SAME_LOWER") {
      // total = stride * (in - 1) + output_padding + span - out; with out = in * stride it needs no size.
      std::optional<int64_t> total;
      if (shape) {
        if (std::optional<int64_t> in = spatial[i].constant()) {
          total = windows.strides[i] * (*in - 1) + outputPadding[i] + span - (*shape)[i];
        }
      } else {
        total = outputPadding[i] + span - windows.strides[i];
      }
      if (!total) {
        return n.unsupported("output_shape over a dimension of open size '" + spatial[i].str() + "'");
      }
      // Output elements beyond what the input reaches (a negative total) stand at the end.
      int64_t cut = std::max<int64_t>(*total, 0), half = cut / 2;
      low = mode == "SAME_UPPER" ? half : cut - half;
      high = *total - low;
    }
    windows.padsLow.push_back(low);
    windows.padsHigh.push_back(high);
  }
  return success();
}

/// [C, O/g, window…] -> [window…, C/g, O] with every window dimension reversed.
static Value turnFilter(NodeImporter &n, Value filter, ArrayRef<int64_t> sizes, int64_t groups) {
  for (size_t i = 2; i < sizes.size(); ++i) {
    filter = n.reverse(filter, i);
  }
  // [g, C/g, O/g, window…] -> [window…, C/g, g, O/g] -> [window…, C/g, O]
  SmallVector<SymExpr> split{groups, sizes[0] / groups}, joined;
  split.append(sizes.begin() + 1, sizes.end());
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(3, split.size()));
  permutation.append({1, 0, 2});
  joined.append(sizes.begin() + 2, sizes.end());
  joined.append({SymExpr(sizes[0] / groups), SymExpr(sizes[1] * groups)});
  return n.reshape(n.transpose(n.reshape(filter, split), permutation), joined);
}

/// Whether `inPhases` gives all results: with groups channels would have to change places, and dilated taps
/// do not meet the phases.
static bool hasPhases(const Windows &windows, ArrayRef<int64_t> outputPadding, int64_t groups) {
  bool isStretched = false;
  for (size_t i = 0; i < windows.rank(); ++i) {
    int64_t stride = windows.strides[i], taps = llvm::divideCeil(windows.window[i], stride);
    isStretched |= stride > 1;
    if (windows.dilations[i] != 1 || windows.padsLow[i] < 0 ||
        windows.window[i] + outputPadding[i] - windows.padsHigh[i] > taps * stride) {
      return false;
    }
  }
  constexpr size_t kMaxLetters = 6; // of positions and of phases in an equation
  return isStretched && groups == 1 && windows.rank() <= kMaxLetters;
}

/// The filter [C, O, window…] as [C, O, taps, strides, taps, strides, …], zeros behind its end.
static Value splitFilter(NodeImporter &n, Value filter, const Windows &windows, ArrayRef<int64_t> taps) {
  SmallVector<SymExpr> lows(windows.rank() + 2, SymExpr(0)), highs = lows, split = n.shape(filter);
  split.truncate(2);
  for (size_t i = 0; i < windows.rank(); ++i) {
    highs[i + 2] = taps[i] * windows.strides[i] - windows.window[i];
    split.append({taps[i], windows.strides[i]});
  }
  bool isWhole = llvm::all_of(highs, [](const SymExpr &high) { return high.isConstant(0); });
  return n.reshape(isWhole ? filter : n.pad(filter, lows, highs), split);
}

/// Where no window is longer than its stride, every result comes from one place: a product with all phases,
/// [N, places…, C] x [C, phases…, O] -> [N, place, phase, place, phase, …, O].
static Value inPhasesOfOneTap(NodeImporter &n, Value input, Value filter, const Windows &windows) {
  SmallVector<SymExpr> shape = n.shape(filter), joined{shape[0], shape[1]};
  std::string places, phases, pairs;
  for (size_t i = 0; i < windows.rank(); ++i) {
    places += static_cast<char>('e' + i);
    phases += static_cast<char>('s' + i);
    pairs += {places.back(), phases.back()};
    joined.push_back(windows.strides[i]);
  }
  Value result =
      n.contract("n" + places + "c,co" + phases + "->n" + pairs + "o", input, n.reshape(filter, joined));
  return addBias(n, result, 2);
}

/// Else a convolution over ceil(window / stride) places gives the phases as channels, which then go to their
/// places.
static Value inPhasesOfManyTaps(NodeImporter &n, Value input, Value filter, const Windows &windows,
                                ArrayRef<int64_t> taps) {
  int64_t rank = windows.rank();
  SymExpr outputs = n.shape(filter)[1], channels = outputs;
  // [C, O, tap, phase, tap, phase, …] -> [taps…, C, phases…, O]
  SmallVector<int64_t> permutation, pads, ones(rank, 1);
  SmallVector<SymExpr> filterShape, biasShape;
  for (int64_t i = 0; i < rank; ++i) {
    filter = n.reverse(filter, 2 + 2 * i);
    permutation.push_back(2 + 2 * i);
    filterShape.push_back(taps[i]);
    biasShape.push_back(windows.strides[i]);
    pads.push_back(taps[i] - 1);
    channels = channels * SymExpr(windows.strides[i]);
  }
  permutation.push_back(0);
  for (int64_t i = 0; i < rank; ++i) {
    permutation.push_back(3 + 2 * i);
  }
  permutation.push_back(1);
  filterShape.append({n.shape(filter)[0], channels});
  biasShape.push_back(outputs);
  Value result = n.make<graph::ConvOp>(input, n.reshape(n.transpose(filter, permutation), filterShape), ones,
                                       ones, pads, pads, /*groups=*/1);
  if (n.hasInput(2)) {
    result = n.make<graph::AddOp>(result, n.reshape(n.broadcast(n.input(2), biasShape), {channels}));
  }
  // [N, places…, phases… O] -> [N, place, phase, place, phase, …, O]
  SmallVector<SymExpr> split = n.shape(result);
  split.pop_back();
  split.append(biasShape);
  SmallVector<int64_t> interleaved{0};
  for (int64_t i = 0; i < rank; ++i) {
    interleaved.append({1 + i, 1 + rank + i});
  }
  interleaved.push_back(1 + 2 * rank);
  return n.transpose(n.reshape(result, split), interleaved);
}

/// A transposed convolution by phases, channels-last, bias included. Result place h * s + i takes input
/// places h, h - 1, … with the filter's places i, i + s, …: a stretched input would hold s - 1 zeros for each
/// element. Example: stride 2, window 3, filter [a b c]: y[2h] = a x[h] + c x[h-1] and y[2h+1] = b x[h] + 0
/// x[h-1].
static Value inPhases(NodeImporter &n, Value input, Value filter, const Windows &windows,
                      ArrayRef<int64_t> outputPadding) {
  SmallVector<int64_t> taps;
  for (auto [window, stride] : llvm::zip(windows.window, windows.strides)) {
    taps.push_back(llvm::divideCeil(window, stride));
  }
  filter = splitFilter(n, filter, windows, taps);
  bool hasOneTap = llvm::all_of(taps, [](int64_t count) { return count == 1; });
  Value result = hasOneTap ? inPhasesOfOneTap(n, input, filter, windows)
                           : inPhasesOfManyTaps(n, input, filter, windows, taps);
  SmallVector<SymExpr> paired = n.shape(result), joined{paired.front()};
  for (size_t i = 0; i < windows.rank(); ++i) {
    joined.push_back(paired[1 + 2 * i] * paired[2 + 2 * i]);
  }
  joined.push_back(paired.back());
  result = n.reshape(result, joined);
  for (size_t i = 0; i < windows.rank(); ++i) {
    SymExpr size = SymExpr(windows.strides[i]) * (n.shape(input)[i + 1] - SymExpr(1)) +
                   SymExpr(windows.window[i] + outputPadding[i] - windows.padsLow[i] - windows.padsHigh[i]);
    if (size != joined[i + 1]) {
      result = n.sliceDim(result, i + 1, windows.padsLow[i], size);
    }
  }
  return result;
}

static LogicalResult importConvTranspose(NodeImporter &n) {
  Value input = n.input(0), filter = n.input(1);
  int64_t rank = n.rank(input);
  std::optional<SmallVector<int64_t>> sizes = constants(n.shape(filter));
  if (rank < 3 || n.rank(filter) != rank) {
    return n.bad("the input has rank " + Twine(rank) + " and the filter " + Twine(n.rank(filter)) +
                 ", wanted equal ranks of at least 3");
  }
  if (!sizes) {
    return n.unsupported("the filter has the open shape " + graph::toString(n.shape(filter)));
  }
  int64_t groups = n.intAttrIn("group", 1, 1, INT32_MAX);
  Windows windows;
  windows.window.assign(sizes->begin() + 2, sizes->end());
  std::optional<SmallVector<int64_t>> strides = n.intsAttr("strides"), dilations = n.intsAttr("dilations");
  n.ignoreAttr("kernel_shape");
  windows.strides = strides.value_or(SmallVector<int64_t>(windows.rank(), 1));
  windows.dilations = dilations.value_or(SmallVector<int64_t>(windows.rank(), 1));
  auto isPositive = [&](ArrayRef<int64_t> list) {
    return list.size() == windows.rank() &&
           llvm::all_of(list, [](int64_t entry) { return entry > 0 && entry <= INT32_MAX; });
  };
  if (!isPositive(windows.strides) || !isPositive(windows.dilations)) {
    return n.bad("'strides' and 'dilations' want " + Twine(windows.rank()) + " positive entries");
  }
  if (n.failed() || (*sizes)[0] % groups != 0) {
    return n.bad("group " + Twine(groups) + " does not divide the " + Twine((*sizes)[0]) + " input channels");
  }
  graph::SymShape shape = n.shape(input);
  SmallVector<int64_t> outputPadding;
  if (failed(readTransposedPads(n, ArrayRef(shape).drop_front(2), windows, outputPadding))) {
    return failure();
  }
  if (hasPhases(windows, outputPadding, groups)) {
    return n.finish(
        toChannelsFirst(n, inPhases(n, toChannelsLast(n, input), filter, windows, outputPadding)));
  }
  // Around the stretched input stand span - 1 zeros on either side, less the pads, which cut the result.
  SmallVector<SymExpr> lows(rank, SymExpr(0)), highs = lows;
  SmallVector<int64_t> interior(rank, 0), ones(windows.rank(), 1), none(windows.rank(), 0);
  for (size_t i = 0; i < windows.rank(); ++i) {
    int64_t span = (windows.window[i] - 1) * windows.dilations[i];
    lows[i + 1] = span - windows.padsLow[i];
    highs[i + 1] = span - windows.padsHigh[i] + outputPadding[i];
    interior[i + 1] = windows.strides[i] - 1;
  }
  Value stretched = n.pad(toChannelsLast(n, input), lows, highs, Value(), graph::PadMode::Constant, interior);
  Value result = n.make<graph::ConvOp>(stretched, turnFilter(n, filter, *sizes, groups), ones,
                                       windows.dilations, none, none, groups);
  return n.finish(toChannelsFirst(n, addBias(n, result, 2)));
}

void importer::addConvolutionOps(OpTable &table) {
  table.add("Conv", {importConv, 2, 3});
  table.add("ConvTranspose", {importConvTranspose, 2, 3});
}

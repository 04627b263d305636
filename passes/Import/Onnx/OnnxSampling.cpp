//===- OnnxSampling.cpp - reading images between their elements -----------===//
//
// GridSample, DeformConv and RoiAlign read an image at places that are computed. A place has a coordinate per
// spatial dimension, counted in elements; it becomes one, two or four neighbours per dimension, and a value
// is the weighted sum over the neighbours of all dimensions. Images are channels-last here, so that a
// neighbour is a row of channels that one gather reads.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ComputedSizes.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

namespace {
enum class Reading { Nearest, Linear, Cubic };
enum class Outside { Zeros, Border, Reflection };

/// One neighbour in one dimension.
struct Neighbour {
  Value index;  ///< float, a whole number, maybe outside
  Value weight; ///< null: 1
};

/// Reads an image [batch, spatial…, channels] at places.
class Sampler {
public:
  Sampler(NodeImporter &n, Value image, Reading reading, Outside outside, bool alignCorners)
      : n(n), image(image), reading(reading), outside(outside), alignCorners(alignCorners) {}

  /// `places`: per spatial dimension floats [batch, …]. The values are [batch, …, channels].
  Value read(ArrayRef<Value> places);

private:
  SmallVector<Neighbour> neighbours(Value place);
  Value bounded(Value place, int64_t dim, bool isIndex);
  Value at(ArrayRef<Value> indices);
  Value cubicWeight(Value distance, bool outer);

  Value number(double value) { return n.scalar(value, n.builder().getF32Type()); }
  Value sizeOf(int64_t dim) { return n.castTo(n.sizeOf(image, dim + 1), n.builder().getF32Type()); }
  Value add(Value a, Value b) { return n.make<graph::AddOp>(a, b); }
  Value sub(Value a, Value b) { return n.make<graph::SubOp>(a, b); }
  Value mul(Value a, Value b) { return n.make<graph::MulOp>(a, b); }

  NodeImporter &n;
  Value image;
  Reading reading;
  Outside outside;
  bool alignCorners;
};
} // namespace

/// A place outside the image moved inside as the padding mode says; zeros leave it, to be recognized later.
Value Sampler::bounded(Value place, int64_t dim, bool isIndex) {
  Value last = sub(sizeOf(dim), number(1));
  if (outside == Outside::Zeros) {
    return place;
  }
  if (outside == Outside::Border) {
    return clamp(n, place, number(0), last);
  }
  // Mirrors stand at the outer elements' centres or edges. The distance from the lower one, folded at the
  // range.
  Value low = number(alignCorners ? 0 : -0.5);
  Value range = n.make<graph::MaxOp>(alignCorners ? last : sizeOf(dim), number(1));
  Value period = mul(range, number(2)), distance = n.make<graph::ModOp>(sub(place, low), period);
  Value folded = n.make<graph::MinOp>(distance, sub(period, distance));
  Value inside = add(folded, low);
  return isIndex ? clamp(n, n.make<graph::RoundOp>(inside), number(0), last) : inside;
}

/// The filter of Keys (IEEE ASSP 29(6), 1981) with coefficient -0.75 at a distance in [0, 1], or in [1, 2] if
/// `outer`.
Value Sampler::cubicWeight(Value d, bool outer) {
  constexpr double a = -0.75;
  if (outer) {
    return sub(mul(add(mul(sub(mul(number(a), d), number(5 * a)), d), number(8 * a)), d), number(4 * a));
  }
  return add(mul(mul(sub(mul(number(a + 2), d), number(a + 3)), d), d), number(1));
}

SmallVector<Neighbour> Sampler::neighbours(Value place) {
  if (reading == Reading::Nearest) {
    return {{n.make<graph::RoundOp>(place), Value()}};
  }
  Value below = n.make<graph::FloorOp>(place), one = number(1);
  Value right = sub(place, below), left = sub(one, right);
  if (reading == Reading::Linear) {
    return {{below, left}, {add(below, one), right}};
  }
  return {{sub(below, one), cubicWeight(add(right, one), true)},
          {below, cubicWeight(right, false)},
          {add(below, one), cubicWeight(left, false)},
          {add(below, number(2)), cubicWeight(add(left, one), true)}};
}

/// The elements at whole coordinates, [batch, …, channels].
Value Sampler::at(ArrayRef<Value> indices) {
  if (n.failed() || llvm::is_contained(indices, Value())) {
    return nullptr;
  }
  int64_t rank = n.rank(indices[0]);
  SmallVector<Value> coordinates;
  Value isInside;
  for (auto [i, index] : llvm::enumerate(indices)) {
    auto dim = static_cast<int64_t>(i);
    Value zero = number(0), last = sub(sizeOf(dim), number(1));
    if (outside == Outside::Zeros) {
      Value fits =
          n.make<graph::AndOp>(n.compare(Predicate::Ge, index, zero), n.compare(Predicate::Le, index, last));
      isInside = isInside ? n.make<graph::AndOp>(isInside, fits) : fits;
    }
    Value safe = clamp(n, bounded(index, dim, /*isIndex=*/true), zero, last);
    coordinates.push_back(n.unsqueeze(n.castTo(safe, n.builder().getI64Type()), {rank}));
  }
  Value elements = n.make<graph::GatherNdOp>(image, n.concat(coordinates, rank), 1);
  return isInside ? n.select(n.unsqueeze(isInside, {rank}), elements, n.scalarLike(0, elements)) : elements;
}

Value Sampler::read(ArrayRef<Value> places) {
  SmallVector<SmallVector<Neighbour>> perDim;
  for (auto [dim, place] : llvm::enumerate(places)) {
    // A line between two elements ends at the last one, so its place moves inside. Other neighbours move one
    // by one.
    bool moves = reading == Reading::Linear;
    Value start = moves ? bounded(place, static_cast<int64_t>(dim), /*isIndex=*/false) : place;
    perDim.push_back(neighbours(start));
  }
  Value result;
  size_t combinations = 1;
  for (auto &list : perDim) {
    combinations *= list.size();
  }
  for (size_t number = 0; number < combinations && !n.failed(); ++number) {
    SmallVector<Value> indices;
    Value weight;
    size_t rest = number;
    for (auto &list : perDim) {
      const Neighbour &chosen = list[rest % list.size()];
      rest /= list.size();
      indices.push_back(chosen.index);
      weight = weight && chosen.weight ? mul(weight, chosen.weight) : chosen.weight;
    }
    Value part = at(indices);
    if (weight && part) {
      part = mul(part, n.castTo(n.unsqueeze(weight, {n.rank(weight)}), n.elementType(part)));
    }
    result = result ? add(result, part) : part;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// GridSample, AffineGrid
//===----------------------------------------------------------------------===//

/// The image as floats, channels last.
static Value readable(NodeImporter &n, Value x) {
  Value wide = n.isFloat(x) ? x : n.castTo(x, n.builder().getF32Type());
  return toChannelsLast(n, wide);
}

static LogicalResult importGridSample(NodeImporter &n) {
  Value x = n.input(0), grid = n.castTo(n.input(1), n.builder().getF32Type());
  std::string mode = n.stringAttr("mode", n.version() < 20 ? "bilinear" : "linear");
  std::string padding = n.stringAttr("padding_mode", "zeros");
  bool alignCorners = n.intAttr("align_corners", 0) != 0;
  bool linear = mode == "linear" || mode == "bilinear", cubic = mode == "cubic" || mode == "bicubic";
  if ((!linear && !cubic && mode != "nearest") ||
      (padding != "zeros" && padding != "border" && padding != "reflection")) {
    return n.bad("'mode' is '" + mode + "' and 'padding_mode' '" + padding +
                 "'; linear, cubic or nearest, and zeros, border or reflection are wanted");
  }
  int64_t rank = n.rank(x) - 2;
  if (rank < 1 || n.rank(grid) != rank + 2 || !graph::mayBeEqual(n.shape(grid).back(), {SymExpr(rank)})) {
    return n.bad("the grid has shape " + graph::toString(n.shape(grid)) + " for an input of rank " +
                 Twine(n.rank(x)));
  }
  SmallVector<Value> places;
  for (int64_t dim = 0; dim < rank; ++dim) { // the grid's coordinates are listed from the last dimension on
    Value g = n.squeeze(n.sliceDim(grid, rank + 1, rank - 1 - dim, 1), {rank + 1});
    Value size = n.castTo(n.sizeOf(x, dim + 2), n.builder().getF32Type());
    Value one = n.scalarLike(1, g), half = n.scalarLike(0.5, g), shifted = n.make<graph::AddOp>(g, one);
    Value scaled = alignCorners ? n.make<graph::MulOp>(shifted, n.make<graph::SubOp>(size, one))
                                : n.make<graph::SubOp>(n.make<graph::MulOp>(shifted, size), one);
    places.push_back(n.make<graph::MulOp>(scaled, half));
  }
  Reading reading = linear ? Reading::Linear : cubic ? Reading::Cubic : Reading::Nearest;
  Outside outside = padding == "zeros"    ? Outside::Zeros
                    : padding == "border" ? Outside::Border
                                          : Outside::Reflection;
  Value image = readable(n, x);
  Value result = toChannelsFirst(n, Sampler(n, image, reading, outside, alignCorners).read(places));
  return n.finish(n.castTo(result, n.elementType(x)));
}

/// Positions between -1 and 1, transformed by theta [batch, dims, dims + 1].
static LogicalResult importAffineGrid(NodeImporter &n) {
  Value theta = n.input(0);
  bool alignCorners = n.intAttr("align_corners", 0) != 0;
  std::optional<graph::SymShape> sizes = boundSizes(n, n.input(1));
  if (!sizes) {
    return failure();
  }
  auto rank = static_cast<int64_t>(sizes->size()) - 2;
  SymExpr batch = n.rank(theta) == 3 ? n.shape(theta)[0] : SymExpr(0);
  if (rank < 2 || n.rank(theta) != 3 || !graph::mayBeEqual(n.shape(theta), {batch, rank, rank + 1})) {
    return n.bad("theta has shape " + graph::toString(n.shape(theta)) + " for " + Twine(sizes->size()) +
                 " sizes");
  }
  Type type = n.elementType(theta);
  auto column = [&](int64_t i) { // [batch, 1…, dims]
    graph::SymShape shape(rank + 2, SymExpr(1));
    shape.front() = batch;
    shape.back() = rank;
    return n.reshape(n.sliceDim(theta, 2, i, 1), shape);
  };
  graph::SymShape full = {batch};
  Value result = column(rank);
  for (int64_t dim = 0; dim < rank; ++dim) {
    SymExpr size = (*sizes)[dim + 2];
    full.push_back(size);
    Value i = n.iota({size}, 0, type), two = n.scalar(2, type), one = n.scalar(1, type);
    Value length = n.castTo(n.size(alignCorners ? size - SymExpr(1) : size), type);
    Value numerator = n.make<graph::MulOp>(i, two);
    numerator = alignCorners ? numerator : n.make<graph::AddOp>(numerator, one);
    Value place = n.make<graph::SubOp>(n.make<graph::DivOp>(numerator, length), one);
    Value along = n.standAlong(place, dim, rank + 1); // behind the dimension: the others and the coordinates
    result = n.make<graph::AddOp>(result, n.make<graph::MulOp>(along, column(rank - 1 - dim)));
  }
  full.push_back(rank);
  return n.finish(n.broadcast(result, full));
}

//===----------------------------------------------------------------------===//
// DeformConv
//===----------------------------------------------------------------------===//

/// A convolution whose window elements are read at learned offsets: X [N, C, H, W], W [O, C / g, kh, kw],
/// offset [N, og * kh * kw * 2, oh, ow], B, mask [N, og * kh * kw, oh, ow].
static LogicalResult importDeformConv(NodeImporter &n) {
  Value x = n.input(0), filter = n.input(1), offset = n.input(2);
  std::optional<SmallVector<int64_t>> sizes = constants(n.shape(filter));
  int64_t groups = n.intAttrIn("group", 1, 1, INT32_MAX),
          parts = n.intAttrIn("offset_group", 1, 1, INT32_MAX);
  if (n.rank(x) != 4 || n.rank(filter) != 4 || n.rank(offset) != 4 || !sizes) {
    return n.unsupported("needs an input of rank 4 and a filter whose sizes are numbers");
  }
  FailureOr<Windows> windows =
      readWindows(n, n.shape(x), SmallVector<int64_t>(ArrayRef(*sizes).drop_front(2)));
  if (n.failed() || failed(windows)) {
    return failure();
  }
  int64_t window = (*sizes)[2] * (*sizes)[3], channels = (*sizes)[1] * groups;
  if (channels % parts != 0 || (*sizes)[0] % groups != 0) {
    return n.bad("'offset_group' or 'group' does not divide the channels");
  }
  SymExpr batch = n.shape(x)[0], height = n.shape(offset)[2], width = n.shape(offset)[3],
          rows = batch * SymExpr(parts);
  // Every offset group is a batch entry of its own.
  Value image = n.reshape(x, {rows, channels / parts, n.shape(x)[2], n.shape(x)[3]});
  Value moves = n.reshape(n.castTo(offset, n.builder().getF32Type()), {rows, window, 2, height, width});
  if (n.failed()) {
    return failure();
  }
  SmallVector<Value> places;
  for (int64_t dim = 0; dim < 2; ++dim) {
    SmallVector<double> steps;
    for (int64_t i = 0; i < window; ++i) {
      int64_t step = dim == 0 ? i / (*sizes)[3] : i % (*sizes)[3];
      steps.push_back(static_cast<double>(step * windows->dilations[dim] - windows->padsLow[dim]));
    }
    Type real = n.builder().getF32Type();
    Value start = n.floats(steps, real, {window, 1, 1}), stride = n.scalar(windows->strides[dim], real);
    Value output = n.make<graph::MulOp>(n.iota({dim == 0 ? height : width}, 0, real), stride);
    output = dim == 0 ? n.unsqueeze(output, {1}) : output;
    Value move = n.squeeze(n.sliceDim(moves, 2, dim, 1), {2});
    places.push_back(n.make<graph::AddOp>(move, n.make<graph::AddOp>(start, output)));
  }
  Value image4 = readable(n, image);
  Value read = Sampler(n, image4, Reading::Linear, Outside::Zeros, true).read(places);
  if (n.hasInput(4)) {
    read = n.make<graph::MulOp>(read, n.reshape(n.input(4), {rows, window, height, width, 1}));
  }
  // [N * og, K, oh, ow, C / og] -> [N, K, oh, ow, g, C / g]
  read = n.reshape(read, {batch, parts, window, height, width, channels / parts});
  read =
      n.reshape(n.transpose(read, {0, 2, 3, 4, 1, 5}), {batch, window, height, width, groups, (*sizes)[1]});
  Value weights = n.reshape(filter, {groups, (*sizes)[0] / groups, (*sizes)[1], window});
  Value result =
      n.reshape(n.contract("nkyxgi,goik->nyxgo", read, weights), {batch, height, width, (*sizes)[0]});
  result = n.hasInput(3) ? n.make<graph::AddOp>(result, n.input(3)) : result;
  return n.finish(toChannelsFirst(n, result));
}

//===----------------------------------------------------------------------===//
// RoiAlign
//===----------------------------------------------------------------------===//

namespace {
/// Samples of one dimension of all regions, [regions, outputs, samples].
struct RoiSamples {
  Value low, high;         ///< the elements on both sides, i64
  Value lowPart, highPart; ///< their weights, 0 where the sample is outside the image or surplus
  Value isSample;          ///< whether the sample counts
  Value count;             ///< f32 [regions, 1, 1]: samples per output
};
} // namespace

/// `begin`, `end`: f32 [regions]. `ratio` 0 takes as many samples as the output element covers input
/// elements.
static std::optional<RoiSamples> roiSamples(NodeImporter &n, Value begin, Value end, const SymExpr &size,
                                            int64_t outputs, int64_t ratio, bool halfPixel) {
  Type real = n.builder().getF32Type(), index = n.builder().getI64Type();
  auto number = [&](double value) { return n.scalar(value, real); };
  auto div = [&](Value a, Value b) { return n.make<graph::DivOp>(a, b); };
  auto mul = [&](Value a, Value b) { return n.make<graph::MulOp>(a, b); };
  auto add = [&](Value a, Value b) { return n.make<graph::AddOp>(a, b); };
  begin = n.unsqueeze(begin, {1, 2});
  Value length = n.make<graph::SubOp>(n.unsqueeze(end, {1, 2}), begin);
  length = halfPixel ? length : n.make<graph::MaxOp>(length, number(1));
  Value bin = div(length, number(static_cast<double>(outputs)));
  RoiSamples samples;
  SymExpr most(ratio);
  if (ratio > 0) {
    samples.count = mul(n.make<graph::MaxOp>(bin, number(0)), number(0));
    samples.count = add(samples.count, number(static_cast<double>(ratio)));
  } else {
    samples.count = n.make<graph::CeilOp>(bin);
    Value largest = n.reduce(graph::Combiner::Max, samples.count, {0, 1, 2});
    largest = n.make<graph::MaxOp>(n.reshape(largest, ArrayRef<SymExpr>()), number(1));
    std::optional<SymExpr> bound = boundSize(n, n.castTo(largest, index));
    if (!bound) {
      return std::nullopt;
    }
    most = *bound;
  }
  Value output = n.unsqueeze(n.iota({outputs}, 0, real), {1}), sample = n.iota({most}, 0, real);
  Value inside = div(mul(add(sample, number(0.5)), bin), n.make<graph::MaxOp>(samples.count, number(1)));
  Value place = add(add(begin, mul(output, bin)), inside);
  Value extent = n.castTo(n.size(size), real), last = n.make<graph::SubOp>(extent, number(1));
  samples.isSample = n.compare(
      Predicate::Lt, n.broadcast(sample, n.failed() ? graph::SymShape() : n.shape(place)), samples.count);
  Value isIn = n.make<graph::AndOp>(n.compare(Predicate::Ge, place, number(-1)),
                                    n.compare(Predicate::Le, place, extent));
  isIn = n.make<graph::AndOp>(isIn, samples.isSample);
  place = clamp(n, place, number(0), last);
  Value low = n.make<graph::FloorOp>(place), part = n.make<graph::SubOp>(place, low);
  samples.low = n.castTo(low, index);
  samples.high = n.castTo(n.make<graph::MinOp>(add(low, number(1)), last), index);
  samples.lowPart = n.select(isIn, n.make<graph::SubOp>(number(1), part), number(0));
  samples.highPart = n.select(isIn, part, number(0));
  return n.failed() ? std::nullopt : std::optional(samples);
}

/// Gathers one corner of every sample, weighted: [regions, oh, sy, ow, sx, channels].
static Value roiCorner(NodeImporter &n, Value image, Value batchIndex, Value y, Value yPart, Value x,
                       Value xPart) {
  Value rows = n.unsqueeze(y, {3, 4}), columns = n.unsqueeze(x, {1, 2});
  if (n.failed()) {
    return nullptr;
  }
  FailureOr<graph::SymShape> shape = graph::broadcastShapes({n.shape(rows), n.shape(columns)});
  if (failed(shape)) {
    return nullptr;
  }
  auto coordinate = [&](Value value) { return n.unsqueeze(n.broadcast(value, *shape), {5}); };
  Value indices = n.concat({coordinate(batchIndex), coordinate(rows), coordinate(columns)}, 5);
  Value weight = n.make<graph::MulOp>(n.unsqueeze(yPart, {3, 4, 5}), n.unsqueeze(xPart, {1, 2, 5}));
  Value elements = n.make<graph::GatherNdOp>(image, indices, 0);
  return elements ? n.make<graph::MulOp>(elements, n.castTo(weight, n.elementType(elements))) : elements;
}

static LogicalResult importRoiAlign(NodeImporter &n) {
  Value x = n.input(0), regions = n.castTo(n.input(1), n.builder().getF32Type());
  std::string mode = n.stringAttr("mode", "avg");
  std::string how =
      n.stringAttr("coordinate_transformation_mode", n.version() < 16 ? "output_half_pixel" : "half_pixel");
  int64_t height = n.intAttrIn("output_height", 1, 1, INT32_MAX),
          width = n.intAttrIn("output_width", 1, 1, INT32_MAX);
  int64_t ratio = n.intAttrIn("sampling_ratio", 0, 0, INT32_MAX);
  double scale = n.floatAttr("spatial_scale", 1);
  if ((mode != "avg" && mode != "max") || (how != "half_pixel" && how != "output_half_pixel") ||
      n.rank(x) != 4 || n.rank(regions) != 2) {
    return n.bad("needs the mode avg or max, half_pixel or output_half_pixel, an input of rank 4 and regions "
                 "of rank 2");
  }
  bool halfPixel = how == "half_pixel";
  auto corner = [&](int64_t i) {
    Value scaled =
        n.make<graph::MulOp>(n.squeeze(n.sliceDim(regions, 1, i, 1), {1}), n.scalarLike(scale, regions));
    return halfPixel ? n.make<graph::SubOp>(scaled, n.scalarLike(0.5, regions)) : scaled;
  };
  auto ys = roiSamples(n, corner(1), corner(3), n.shape(x)[2], height, ratio, halfPixel);
  auto xs = roiSamples(n, corner(0), corner(2), n.shape(x)[3], width, ratio, halfPixel);
  if (!ys || !xs) {
    return failure();
  }
  Value image = toChannelsLast(n, x), batch = n.castTo(n.input(2), n.builder().getI64Type());
  batch = n.unsqueeze(batch, {1, 2, 3, 4});
  Value result;
  for (auto [y, yPart] : {std::pair(ys->low, ys->lowPart), std::pair(ys->high, ys->highPart)}) {
    for (auto [column, xPart] : {std::pair(xs->low, xs->lowPart), std::pair(xs->high, xs->highPart)}) {
      Value part = roiCorner(n, image, batch, y, yPart, column, xPart);
      result = !result         ? part
               : mode == "avg" ? n.make<graph::AddOp>(result, part)
                               : n.make<graph::MaxOp>(result, part);
    }
  }
  if (mode == "avg") {
    Value count = n.make<graph::MaxOp>(n.make<graph::MulOp>(ys->count, xs->count), n.scalarLike(1, regions));
    result = n.reduce(graph::Combiner::Add, result, {2, 4});
    result = n.squeeze(result, {2, 4});
    result = result ? n.make<graph::DivOp>(result, n.castTo(n.unsqueeze(count, {3}), n.elementType(result)))
                    : result;
  } else {
    if (ratio == 0 && result) { // surplus samples do not take part
      Value counts =
          n.make<graph::AndOp>(n.unsqueeze(ys->isSample, {3, 4, 5}), n.unsqueeze(xs->isSample, {1, 2, 5}));
      result = n.select(counts, result, n.scalarLike(-INFINITY, result));
    }
    result = n.squeeze(n.reduce(graph::Combiner::Max, result, {2, 4}), {2, 4});
  }
  return n.finish(toChannelsFirst(n, result));
}

void importer::addSamplingOps(OpTable &table) {
  table.add("GridSample", {importGridSample, 2, 2});
  table.add("AffineGrid", {importAffineGrid, 2, 2});
  table.add("DeformConv", {importDeformConv, 3, 5});
  table.add("RoiAlign", {importRoiAlign, 3, 3});
}

//===- OnnxResize.cpp - Resize and Upsample -------------------------------===//
//
// Resizing is separable: one dimension after the other is read at places x of the input, a list with one
// place per result position. A place becomes one neighbour (nearest), two (linear) or four (cubic), each a
// gather along the dimension, and their weights, lists that broadcast. Lists are written as graph ops over an
// iota, in f32 as onnxruntime computes them, so that sizes may be symbolic; where they are numbers the lists
// fold to constants. A filter widened against aliasing is a contraction with a matrix.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

namespace {
enum class Interpolation { Nearest, Linear, Cubic };

/// What is the same for all dimensions.
struct ResizeOptions {
  Interpolation interpolation = Interpolation::Nearest;
  std::string transformation = "half_pixel"; ///< how a result position becomes a place in the input
  std::string nearestMode = "round_prefer_floor";
  double cubicCoefficient = -0.75;
  bool excludeOutside = false, antialias = false;
  std::optional<double> extrapolation; ///< the value of places outside the input; nothing: the nearest inside
};

/// One dimension to resize.
struct ResizeAxis {
  int64_t dim;
  SymExpr inputSize, size;
  Value sizeOperand;                ///< [1], where `size` is a symbol that this dimension binds; else null
  std::optional<double> knownScale; ///< where it is known, as f32
  Value scale = {};                 ///< f32 scalar
  Value length = {}; ///< f32 scalar: the result's size before it is cut to a whole number; null: the size
  Value roiStart = {}, roiEnd = {}; ///< f32 scalars, for tf_crop_and_resize
};

class Resize {
public:
  Resize(NodeImporter &n, ResizeOptions options) : n(n), options(std::move(options)) {}

  /// Reads roi, scales and sizes from operands (null where absent) for `axes`, and resizes.
  LogicalResult import(Value x, Value roi, Value scales, Value sizes, ArrayRef<int64_t> axes);
  /// The same with the scales of all dimensions known.
  LogicalResult importScaled(Value x, ArrayRef<double> scales);

private:
  bool planByScales(Value x, ArrayRef<double> scales, ArrayRef<int64_t> axes);
  bool planByComputedScales(Value x, Value scales, ArrayRef<int64_t> axes);
  bool planBySizes(Value x, Value sizes, ArrayRef<int64_t> axes);
  bool planByProportion(Value x, Value sizes, ArrayRef<int64_t> axes, graph::Combiner choice);
  bool planByProportion(Value x, ArrayRef<int64_t> sizes, ArrayRef<int64_t> axes, graph::Combiner choice);
  Value inputSizes(Value x, ArrayRef<int64_t> axes);
  Value element(Value list, int64_t i);
  LogicalResult readRoi(Value roi);
  LogicalResult resize(Value x);
  Value along(const ResizeAxis &axis, Value x);
  Value antialiased(const ResizeAxis &axis, Value x);
  Value placesOf(const ResizeAxis &axis);
  Value nearest(Value places);
  SmallVector<std::pair<Value, Value>> neighbours(const ResizeAxis &axis, Value places);
  Value cubicWeight(Value distance, bool outer);

  Value number(double value) { return n.scalar(value, n.builder().getF32Type()); }
  Value number(const SymExpr &value) {
    std::optional<int64_t> known = value.constant();
    return known ? number(static_cast<double>(*known)) : n.castTo(n.size(value), n.builder().getF32Type());
  }
  Value add(Value a, Value b) { return n.make<graph::AddOp>(a, b); }
  Value sub(Value a, Value b) { return n.make<graph::SubOp>(a, b); }
  Value mul(Value a, Value b) { return n.make<graph::MulOp>(a, b); }
  Value div(Value a, Value b) { return n.make<graph::DivOp>(a, b); }

  NodeImporter &n;
  ResizeOptions options;
  SmallVector<ResizeAxis> plan;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// floor(size * scale) as ONNX computes it, in f32; for a symbolic size the scale must be a fraction p / q
/// with a small q. Nothing if it is not.
static std::optional<SymExpr> scaledSize(const SymExpr &size, double scale) {
  if (std::optional<int64_t> number = size.constant()) {
    return SymExpr(static_cast<int64_t>(std::floor(static_cast<float>(*number) * static_cast<float>(scale))));
  }
  constexpr int64_t kMaxDenominator = 1024; // guess: scales of models are fractions of small numbers
  for (int64_t q = 1; q <= kMaxDenominator; ++q) {
    auto p = static_cast<int64_t>(std::llround(scale * static_cast<double>(q)));
    if (static_cast<float>(static_cast<double>(p) / static_cast<double>(q)) == static_cast<float>(scale)) {
      return SymExpr::floorDiv(size * SymExpr(p), q);
    }
  }
  return std::nullopt;
}

bool Resize::planByScales(Value x, ArrayRef<double> scales, ArrayRef<int64_t> axes) {
  for (auto [axis, scale] : llvm::zip(axes, scales)) {
    SymExpr input = n.shape(x)[axis];
    if (!(scale > 0) || !std::isfinite(scale)) {
      (void)n.bad("scale " + Twine(std::to_string(scale)) + " is not a positive number");
      return false;
    }
    std::optional<SymExpr> size = scaledSize(input, scale);
    if (!size) {
      (void)n.unsupported("scale " + Twine(std::to_string(scale)) + " of the size '" + input.str() +
                          "' is not supported");
      return false;
    }
    plan.push_back({axis, input, *size, Value(), static_cast<float>(scale), number(scale),
                    mul(number(scale), number(input))});
  }
  return true;
}

/// The sizes of some dimensions of x, f32 [axes].
Value Resize::inputSizes(Value x, ArrayRef<int64_t> axes) {
  SmallVector<Value> sizes = llvm::map_to_vector(axes, [&](int64_t axis) { return n.sizeOf(x, axis); });
  return n.castTo(n.list(sizes), n.builder().getF32Type());
}

/// Element i of a list of floats, an f32 scalar.
Value Resize::element(Value list, int64_t i) {
  return n.reshape(n.castTo(n.sliceDim(list, 0, i, 1), n.builder().getF32Type()), ArrayRef<SymExpr>());
}

bool Resize::planByComputedScales(Value x, Value scales, ArrayRef<int64_t> axes) {
  Value wanted = n.castTo(n.make<graph::FloorOp>(mul(inputSizes(x, axes), scales)), n.builder().getI64Type());
  std::optional<Sizes> sizes = n.sizes(wanted);
  for (size_t i = 0; sizes && i < axes.size(); ++i) {
    plan.push_back({axes[i], n.shape(x)[axes[i]], sizes->shape[i], n.sliceDim(wanted, 0, i, 1), std::nullopt,
                    element(scales, i), mul(element(scales, i), number(n.shape(x)[axes[i]]))});
  }
  return sizes.has_value();
}

/// One scale for all axes, the smallest or largest that `sizes` ask for; result sizes are rounded, halves up.
bool Resize::planByProportion(Value x, Value sizes, ArrayRef<int64_t> axes, graph::Combiner choice) {
  std::optional<SmallVector<int64_t>> numbers = n.constantIntegers(sizes);
  bool known = numbers && llvm::all_of(axes, [&](int64_t axis) { return n.shape(x)[axis].constant(); });
  if (known) {
    return planByProportion(x, *numbers, axes, choice);
  }
  Value inputs = inputSizes(x, axes), half = number(0.5);
  Value scale = n.reduce(choice, div(n.castTo(sizes, n.builder().getF32Type()), inputs), {0});
  Value wanted = n.castTo(n.make<graph::FloorOp>(add(mul(inputs, scale), half)), n.builder().getI64Type());
  std::optional<Sizes> result = n.sizes(wanted);
  for (size_t i = 0; result && i < axes.size(); ++i) {
    plan.push_back({axes[i], n.shape(x)[axes[i]], result->shape[i], n.sliceDim(wanted, 0, i, 1), std::nullopt,
                    element(scale, 0)});
  }
  return result.has_value();
}

bool Resize::planByProportion(Value x, ArrayRef<int64_t> sizes, ArrayRef<int64_t> axes,
                              graph::Combiner choice) {
  std::optional<double> best;
  for (auto [axis, size] : llvm::zip(axes, sizes)) {
    double scale = static_cast<double>(size) / static_cast<double>(*n.shape(x)[axis].constant());
    bool isBetter = !best || (choice == graph::Combiner::Min ? scale < *best : scale > *best);
    best = isBetter ? scale : *best;
  }
  for (int64_t axis : axes) {
    SymExpr input = n.shape(x)[axis];
    auto size = static_cast<int64_t>(std::floor(*best * static_cast<double>(*input.constant()) + 0.5));
    plan.push_back({axis, input, size, Value(), static_cast<float>(*best), number(*best)});
  }
  return true;
}

bool Resize::planBySizes(Value x, Value sizes, ArrayRef<int64_t> axes) {
  std::string policy = n.stringAttr("keep_aspect_ratio_policy", "stretch");
  if (policy == "not_larger" || policy == "not_smaller") {
    return planByProportion(x, sizes, axes,
                            policy == "not_larger" ? graph::Combiner::Min : graph::Combiner::Max);
  }
  if (policy != "stretch") {
    (void)n.bad("attribute 'keep_aspect_ratio_policy' is '" + policy +
                "' but must be stretch, not_larger or not_smaller");
    return false;
  }
  std::optional<Sizes> known = n.sizes(sizes);
  for (size_t i = 0; known && i < axes.size(); ++i) {
    SymExpr input = n.shape(x)[axes[i]], size = known->shape[i];
    Value operand = known->operand && size.symbolName() ? n.sliceDim(known->operand, 0, i, 1) : Value();
    ResizeAxis axis{axes[i], input, size, operand, std::nullopt};
    std::optional<SymExpr> quotient =
        input.isConstant(0) ? std::nullopt : SymExpr::exactQuotient(size, input);
    if (size.constant() && input.constant()) {
      axis.knownScale = static_cast<float>(*size.constant()) / static_cast<float>(*input.constant());
    } else if (quotient && quotient->constant()) {
      axis.knownScale = static_cast<double>(*quotient->constant());
    }
    // The symbol has no value yet where this dimension binds it.
    axis.length = operand ? element(sizes, static_cast<int64_t>(i)) : number(size);
    axis.scale = axis.knownScale ? number(*axis.knownScale) : div(axis.length, number(input));
    plan.push_back(axis);
  }
  return known.has_value();
}

LogicalResult Resize::readRoi(Value roi) {
  auto count = static_cast<int64_t>(plan.size());
  if (!roi || n.rank(roi) != 1 || !n.shape(roi)[0].isConstant(2 * count)) {
    return n.bad("tf_crop_and_resize needs a region of " + Twine(2 * count) + " numbers");
  }
  for (auto [i, axis] : llvm::enumerate(plan)) {
    axis.roiStart = element(roi, i);
    axis.roiEnd = element(roi, count + static_cast<int64_t>(i));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// For each result position its place in the input, f32 [size].
Value Resize::placesOf(const ResizeAxis &axis) {
  Sizes sizes{{axis.size}, axis.sizeOperand};
  Value y = n.iota(sizes, 0, n.builder().getF32Type());
  Value scale = axis.scale;
  StringRef how = options.transformation;
  bool single = axis.size.isConstant(1), several = axis.size.isAtLeast(2);
  Value last = number(axis.inputSize - SymExpr(1));
  Value lastResult = axis.length ? sub(axis.length, number(1.0)) : number(axis.size - SymExpr(1));
  // A formula for several result positions, and one for a single one; both where a run decides.
  auto either = [&](auto ifSeveral, auto ifSingle) -> Value {
    if (single) {
      return add(mul(y, number(0.0)), ifSingle());
    }
    if (several) {
      return ifSeveral();
    }
    return n.select(n.compare(Predicate::Gt, lastResult, number(0.0)), ifSeveral(), ifSingle());
  };
  auto halfPixel = [&] { return sub(div(add(y, number(0.5)), scale), number(0.5)); };
  if (how == "half_pixel") {
    return halfPixel();
  }
  if (how == "half_pixel_symmetric") {
    Value adjustment = div(number(axis.size), mul(scale, number(axis.inputSize)));
    Value center = div(number(axis.inputSize), number(2.0));
    return add(mul(center, sub(number(1.0), adjustment)), halfPixel());
  }
  if (how == "pytorch_half_pixel") {
    return either(halfPixel, [&] { return number(0.0); });
  }
  if (how == "tf_half_pixel_for_nn") {
    return div(add(y, number(0.5)), scale);
  }
  if (how == "align_corners") {
    return either([&] { return div(mul(y, last), lastResult); }, [&] { return number(0.0); });
  }
  if (how == "tf_crop_and_resize") {
    return either(
        [&] {
          Value along = div(mul(mul(y, sub(axis.roiEnd, axis.roiStart)), last), lastResult);
          return add(mul(axis.roiStart, last), along);
        },
        [&] { return mul(mul(number(0.5), add(axis.roiStart, axis.roiEnd)), last); });
  }
  return div(y, scale); // asymmetric
}

/// Places rounded to elements.
Value Resize::nearest(Value places) {
  StringRef mode = options.nearestMode;
  if (mode == "ceil") {
    return n.make<graph::CeilOp>(places);
  }
  Value below = n.make<graph::FloorOp>(places);
  if (mode == "floor") {
    return below;
  }
  Predicate up = mode == "round_prefer_ceil" ? Predicate::Ge : Predicate::Gt;
  return n.select(n.compare(up, sub(places, below), number(0.5)), add(below, number(1.0)), below);
}

/// The filter of Keys (IEEE ASSP 29(6), 1981), equation (4), at a distance in [0, 1], or in [1, 2] if
/// `outer`.
Value Resize::cubicWeight(Value d, bool outer) {
  double a = options.cubicCoefficient;
  if (outer) { // ((a d - 5a) d + 8a) d - 4a
    Value inner = add(mul(sub(mul(number(a), d), number(5 * a)), d), number(8 * a));
    return sub(mul(inner, d), number(4 * a));
  }
  // ((a + 2) d - (a + 3)) d d + 1
  return add(mul(mul(sub(mul(number(a + 2), d), number(a + 3)), d), d), number(1.0));
}

/// The elements that a place reads and their weights (null: 1), as lists; an element may be outside the
/// input.
SmallVector<std::pair<Value, Value>> Resize::neighbours(const ResizeAxis &axis, Value places) {
  if (options.interpolation == Interpolation::Nearest) {
    return {{nearest(places), Value()}};
  }
  Value below = n.make<graph::FloorOp>(places), above = add(below, number(1.0));
  Value right = sub(places, below), left = sub(number(1.0), right); // distances: of `below`, of `above`
  if (options.interpolation == Interpolation::Linear) {
    return {{below, left}, {above, right}};
  }
  SmallVector<std::pair<Value, Value>> found = {
      {sub(below, number(1.0)), cubicWeight(add(right, number(1.0)), /*outer=*/true)},
      {below, cubicWeight(right, /*outer=*/false)},
      {above, cubicWeight(left, /*outer=*/false)},
      {add(above, number(1.0)), cubicWeight(add(left, number(1.0)), /*outer=*/true)}};
  if (options.excludeOutside) {
    Value total, last = number(axis.inputSize - SymExpr(1));
    for (auto &[element, weight] : found) {
      Value inside = n.make<graph::AndOp>(n.compare(Predicate::Ge, element, number(0.0)),
                                          n.compare(Predicate::Le, element, last));
      weight = n.select(inside, weight, number(0.0));
      total = total ? add(total, weight) : weight;
    }
    for (auto &[element, weight] : found) {
      weight = div(weight, total);
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

Value Resize::along(const ResizeAxis &axis, Value x) {
  Value places = placesOf(axis), zero = number(0.0), last = number(axis.inputSize - SymExpr(1));
  if (n.failed()) {
    return nullptr;
  }
  int64_t rank = n.rank(x);
  Type wide = n.builder().getI64Type();
  Value result;
  for (auto [element, weight] : neighbours(axis, places)) {
    Value part = n.gather(x, n.castTo(clamp(n, element, zero, last), wide), axis.dim);
    if (weight) {
      part = mul(part, n.castTo(n.standAlong(weight, axis.dim, rank), n.elementType(x)));
    }
    result = result ? add(result, part) : part;
  }
  if (options.extrapolation) {
    Value outside =
        n.make<graph::OrOp>(n.compare(Predicate::Lt, places, zero), n.compare(Predicate::Gt, places, last));
    result = n.select(n.standAlong(outside, axis.dim, rank), n.scalarLike(*options.extrapolation, x), result);
  }
  return result;
}

/// Reads each place with the filter stretched by 1 / scale: a product with a matrix [size, columns], whose
/// columns are the elements of the input and, on both sides, so many beyond it as the filter is wide.
Value Resize::antialiased(const ResizeAxis &axis, Value x) {
  double reach = options.interpolation == Interpolation::Linear ? 1 : 2;
  Value stretch = n.make<graph::MinOp>(axis.scale, number(1.0)), zero = number(0.0), one = number(1.0);
  Sizes columns;
  Value margin; // columns on each side
  if (axis.knownScale) {
    double width = std::ceil(reach / std::min(*axis.knownScale, 1.0));
    columns.shape = {axis.inputSize + SymExpr(2 * static_cast<int64_t>(width))};
    margin = number(width);
  } else {
    margin = n.make<graph::CeilOp>(div(number(reach), stretch));
    Value count = add(number(axis.inputSize), mul(margin, number(2.0)));
    columns = n.sizes(n.list({n.castTo(count, n.builder().getI64Type())})).value_or(Sizes());
  }
  Value element = sub(n.iota(columns, 0, n.builder().getF32Type()), margin),
        last = sub(number(axis.inputSize), one);
  Value distance = n.make<graph::AbsOp>(mul(sub(element, n.unsqueeze(placesOf(axis), {1})), stretch));
  Value weights;
  if (options.interpolation == Interpolation::Linear) {
    weights = n.make<graph::MaxOp>(sub(one, distance), zero);
  } else {
    Value outer =
        n.select(n.compare(Predicate::Lt, distance, number(2.0)), cubicWeight(distance, true), zero);
    weights = n.select(n.compare(Predicate::Le, distance, one), cubicWeight(distance, false), outer);
  }
  if (options.excludeOutside) {
    Value inside = n.make<graph::AndOp>(n.compare(Predicate::Ge, element, zero),
                                        n.compare(Predicate::Le, element, last));
    weights = n.select(inside, weights, zero);
  }
  weights = div(weights, n.reduce(graph::Combiner::Add, weights, {1}));
  if (n.failed()) {
    return nullptr;
  }
  Value wide = n.gather(x, n.castTo(clamp(n, element, zero, last), n.builder().getI64Type()), axis.dim);
  std::string letters = std::string("abcdefgh").substr(0, n.rank(x)), result = letters;
  result[axis.dim] = 'z';
  return n.contract(letters + ",z" + letters[axis.dim] + "->" + result, wide,
                    n.castTo(weights, n.elementType(x)));
}

LogicalResult Resize::resize(Value x) {
  Type type = n.elementType(x);
  bool isNearest = options.interpolation == Interpolation::Nearest, isFloat = n.isFloat(x);
  Value result = isNearest || isFloat ? x : n.castTo(x, n.builder().getF32Type());
  for (const ResizeAxis &axis : plan) {
    bool cropped = options.transformation == "tf_crop_and_resize";
    if (!cropped && axis.size == axis.inputSize && axis.knownScale.value_or(1) == 1) {
      continue;
    }
    result = options.antialias && !isNearest && axis.knownScale.value_or(0) < 1 ? antialiased(axis, result)
                                                                                : along(axis, result);
  }
  if (result && n.elementType(result) != type) {
    result = n.castTo(n.make<graph::RoundOp>(result), type);
  }
  return n.finish(result);
}

LogicalResult Resize::importScaled(Value x, ArrayRef<double> scales) {
  if (static_cast<int64_t>(scales.size()) != n.rank(x)) {
    return n.bad("has " + Twine(scales.size()) + " scales for a tensor of rank " + Twine(n.rank(x)));
  }
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  return planByScales(x, scales, axes) ? resize(x) : failure();
}

/// Whether an operand is there and has elements: some versions cannot leave out one in the middle.
static bool isGiven(NodeImporter &n, Value operand) {
  return operand && !product(n.shape(operand)).isConstant(0);
}

LogicalResult Resize::import(Value x, Value roi, Value scales, Value sizes, ArrayRef<int64_t> axes) {
  bool byScales = isGiven(n, scales);
  if (byScales == isGiven(n, sizes)) {
    return n.bad("needs either scales or sizes");
  }
  Value given = byScales ? scales : sizes;
  if (n.rank(given) != 1 || !graph::mayBeEqual(n.shape(given), {static_cast<int64_t>(axes.size())})) {
    return n.bad("scales or sizes have shape " + graph::toString(n.shape(given)) + " but " +
                 Twine(axes.size()) + " are wanted");
  }
  std::optional<SmallVector<double>> numbers = byScales ? n.constantFloats(scales) : std::nullopt;
  bool planned = !byScales ? planBySizes(x, sizes, axes)
                 : numbers ? planByScales(x, *numbers, axes)
                           : planByComputedScales(x, scales, axes);
  if (!planned) {
    return failure();
  }
  if (options.transformation == "tf_crop_and_resize") {
    if (byScales) {
      return n.unsupported("scales together with tf_crop_and_resize are not supported");
    }
    if (failed(readRoi(roi))) {
      return failure();
    }
  }
  return resize(x);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static LogicalResult readMode(NodeImporter &n, ResizeOptions &options) {
  std::string mode = n.stringAttr("mode", "nearest");
  if (mode != "nearest" && mode != "linear" && mode != "bilinear" && mode != "cubic") {
    return n.bad("attribute 'mode' is '" + mode + "' but must be nearest, linear or cubic");
  }
  options.interpolation = mode == "nearest" ? Interpolation::Nearest
                          : mode == "cubic" ? Interpolation::Cubic
                                            : Interpolation::Linear;
  return success();
}

/// Resize-10 and Upsample: a result position is divided by the scale, and the element below is the nearest;
/// onnxruntime takes the one above when it makes a dimension smaller.
static LogicalResult importByOldRules(NodeImporter &n) {
  ResizeOptions options;
  options.transformation = "asymmetric";
  if (failed(readMode(n, options))) {
    return failure();
  }
  std::optional<SmallVector<double>> scales = n.floatsAttr("scales");
  if (!scales) {
    if (!n.hasInput(1)) {
      return n.bad("has no scales");
    }
    scales = n.constantFloats(n.input(1));
  }
  if (!scales) { // then they make the input larger, the only case where the element below is right
    if (n.op() != "Upsample" && options.interpolation == Interpolation::Nearest) {
      return n.unsupported("scales must be constant in this version but they are computed");
    }
    options.nearestMode = "floor";
    auto axes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(n.input(0))));
    return Resize(n, options).import(n.input(0), Value(), n.input(1), Value(), axes);
  }
  bool smaller = llvm::any_of(*scales, [](double scale) { return scale < 1; });
  bool larger = llvm::any_of(*scales, [](double scale) { return scale > 1; });
  if (smaller && larger && options.interpolation == Interpolation::Nearest) {
    return n.unsupported("making dimensions smaller and larger at once is not supported in this version");
  }
  options.nearestMode = smaller ? "ceil" : "floor";
  return Resize(n, options).importScaled(n.input(0), *scales);
}

/// A text attribute that must be one of `allowed`.
static std::string choice(NodeImporter &n, StringRef name, ArrayRef<StringRef> allowed) {
  std::string value = n.stringAttr(name, allowed.front());
  if (!llvm::is_contained(allowed, StringRef(value))) {
    (void)n.bad("attribute '" + name + "' is '" + value + "' but must be one of " +
                llvm::join(allowed, ", "));
  }
  return value;
}

static LogicalResult importResize(NodeImporter &n) {
  if (n.version() < 11) {
    return importByOldRules(n);
  }
  ResizeOptions options;
  options.transformation =
      choice(n, "coordinate_transformation_mode",
             {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
              "tf_crop_and_resize", "tf_half_pixel_for_nn"});
  options.nearestMode =
      choice(n, "nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
  options.cubicCoefficient = n.floatAttr("cubic_coeff_a", -0.75);
  options.excludeOutside = n.intAttr("exclude_outside", 0) != 0;
  options.antialias = n.intAttr("antialias", 0) != 0;
  double extrapolation = n.floatAttr("extrapolation_value", 0);
  n.ignoreAttr("keep_aspect_ratio_policy"); // it speaks of sizes alone
  if (options.transformation == "tf_crop_and_resize") {
    options.extrapolation = extrapolation;
  }
  Value x = n.input(0);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  if (std::optional<SmallVector<int64_t>> some = n.intsAttr("axes")) {
    axes.clear();
    for (int64_t axis : *some) {
      FailureOr<int64_t> front = n.axis(axis, n.rank(x));
      if (failed(front) || llvm::is_contained(axes, *front)) {
        return n.bad("attribute 'axes' names an axis twice");
      }
      axes.push_back(*front);
    }
  }
  if (n.failed() || failed(readMode(n, options))) {
    return failure();
  }
  return Resize(n, options).import(x, n.input(1), n.input(2), n.input(3), axes);
}

void importer::addResizeOps(OpTable &table) {
  table.add("Resize", {importResize, 1, 4});
  table.add("Upsample", {importByOldRules, 1, 2});
}

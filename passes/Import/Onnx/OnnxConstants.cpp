//===- OnnxConstants.cpp - operators that make tensors --------------------===//
//
// Constant, ConstantOfShape, Range, EyeLike, OneHot and the random operators: their results come from
// attributes and sizes, not from other tensors' elements.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static LogicalResult importConstant(NodeImporter &n) {
  Type f32 = n.builder().getF32Type(), i64 = n.builder().getI64Type();
  if (n.hasAttr("value")) {
    return n.finish(n.constant(n.tensorAttr("value")));
  }
  if (n.hasAttr("value_int")) {
    return n.finish(n.scalarInt(n.intAttr("value_int", 0), i64));
  }
  if (n.hasAttr("value_float")) {
    return n.finish(n.scalar(n.floatAttr("value_float", 0), f32));
  }
  if (std::optional<SmallVector<int64_t>> values = n.intsAttr("value_ints")) {
    return n.finish(n.integers(*values));
  }
  if (std::optional<SmallVector<double>> values = n.floatsAttr("value_floats")) {
    return n.finish(n.floats(*values, f32, {static_cast<int64_t>(values->size())}));
  }
  if (n.hasAttr("value_string")) {
    return n.finish(n.reshape(n.texts({n.stringAttr("value_string", "")}), ArrayRef<SymExpr>()));
  }
  if (std::optional<SmallVector<std::string>> values = n.stringsAttr("value_strings")) {
    return n.finish(n.texts(SmallVector<StringRef>(values->begin(), values->end())));
  }
  if (n.hasAttr("sparse_value")) {
    return n.unsupported("attribute 'sparse_value' is not supported");
  }
  return n.bad("has no value");
}

static LogicalResult importConstantOfShape(NodeImporter &n) {
  Value fill = n.hasAttr("value") ? n.constant(n.tensorAttr("value")) : n.scalar(0, n.builder().getF32Type());
  std::optional<Sizes> sizes = n.sizes(n.asIndexList(n.input(0)));
  if (!fill || !sizes) {
    return failure();
  }
  if (cast<RankedTensorType>(fill.getType()).getNumElements() != 1) {
    return n.bad("attribute 'value' has shape " + graph::toString(n.shape(fill)) +
                 " but one element is wanted");
  }
  return n.finish(n.broadcast(n.reshape(fill, ArrayRef<SymExpr>()), *sizes));
}

//===----------------------------------------------------------------------===//
// Sequences of numbers
//===----------------------------------------------------------------------===//

/// max(0, ceil((limit - start) / delta)) of integers, as an i64 scalar.
static Value integerRangeSize(NodeImporter &n, Value start, Value limit, Value delta) {
  Type i64 = n.builder().getI64Type();
  Value distance = n.make<graph::SubOp>(n.castTo(limit, i64), n.castTo(start, i64));
  Value step = n.castTo(delta, i64);
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(delta);
  if (known && (*known)[0] == 0) {
    (void)n.bad("has a step of 0");
    return nullptr;
  }
  // A step of unknown sign: both are multiplied by it.
  bool positive = known && (*known)[0] > 0;
  Value sign = positive ? Value() : known ? n.scalarInt(-1, i64) : n.make<graph::SignOp>(step);
  Value length = positive ? distance : n.make<graph::MulOp>(distance, sign);
  Value stride = positive ? step : n.make<graph::MulOp>(step, sign);
  Value some = n.make<graph::MaxOp>(length, n.scalarInt(0, i64));
  Value rounded = n.make<graph::SubOp>(n.make<graph::AddOp>(some, stride), n.scalarInt(1, i64));
  return n.make<graph::DivOp>(rounded, stride);
}

/// The same of floats: the difference in their type, the rest in f64.
static Value floatRangeSize(NodeImporter &n, Value start, Value limit, Value delta) {
  Type f64 = n.builder().getF64Type(), i64 = n.builder().getI64Type();
  std::optional<SmallVector<double>> a = n.constantFloats(start), b = n.constantFloats(limit),
                                     d = n.constantFloats(delta);
  if (a && b && d) {
    bool single = n.elementType(start).isF32();
    double distance = single ? static_cast<float>((*b)[0]) - static_cast<float>((*a)[0]) : (*b)[0] - (*a)[0];
    double count = std::ceil(distance / (*d)[0]);
    if (!std::isfinite(count) || std::fabs(count) > 1e15) {
      (void)n.bad("has a step of " + std::to_string((*d)[0]) + ", which never arrives");
      return nullptr;
    }
    return n.scalarInt(std::max<int64_t>(0, static_cast<int64_t>(count)), i64);
  }
  Value distance = n.castTo(n.make<graph::SubOp>(limit, start), f64);
  Value count = n.make<graph::CeilOp>(n.make<graph::DivOp>(distance, n.castTo(delta, f64)));
  return n.make<graph::MaxOp>(n.castTo(count, i64), n.scalarInt(0, i64));
}

static LogicalResult importRange(NodeImporter &n) {
  SmallVector<Value> operands;
  for (unsigned i = 0; i < 3; ++i) {
    if (n.rank(n.input(i)) > 1) {
      return n.bad("input " + Twine(i) + " has shape " + graph::toString(n.shape(n.input(i))) +
                   " but a scalar is wanted");
    }
    operands.push_back(n.reshape(n.input(i), ArrayRef<SymExpr>()));
  }
  if (n.failed()) {
    return failure();
  }
  Value start = operands[0], delta = operands[2];
  Value count = n.isFloat(start) ? floatRangeSize(n, start, operands[1], delta)
                                 : integerRangeSize(n, start, operands[1], delta);
  std::optional<Sizes> sizes = n.sizes(n.list(count));
  if (!sizes) {
    return failure();
  }
  Value steps = n.iota(*sizes, 0, n.elementType(start));
  return n.finish(n.make<graph::AddOp>(start, n.make<graph::MulOp>(steps, delta)));
}

/// The element type of attribute "dtype", or `otherwise`.
static Type typeAttr(NodeImporter &n, Type otherwise) {
  int32_t dtype = static_cast<int32_t>(n.intAttr("dtype", kOnnxUndefined));
  if (dtype == kOnnxUndefined) {
    return otherwise;
  }
  Type type = ModelFile::elementType(dtype, *n.context());
  if (!type) {
    (void)n.unsupported("element type " + ModelFile::elementTypeName(dtype) + " is not supported");
  }
  return type;
}

static LogicalResult importEyeLike(NodeImporter &n) {
  Value input = n.input(0);
  Type type = typeAttr(n, n.elementType(input)), i64 = n.builder().getI64Type();
  if (!type || n.rank(input) != 2) {
    return n.bad("wants a matrix but has shape " + graph::toString(n.shape(input)));
  }
  Value rows = n.make<graph::AddOp>(n.iota(n.shape(input), 0, i64), n.scalarInt(n.intAttr("k", 0), i64));
  return n.finish(n.castTo(n.compare(graph::Predicate::Eq, rows, n.iota(n.shape(input), 1, i64)), type));
}

static LogicalResult importOneHot(NodeImporter &n) {
  Type i64 = n.builder().getI64Type();
  Value indices = n.castTo(n.input(0), i64), depth = n.castTo(n.input(1), i64);
  if (n.failed() || n.rank(n.input(1)) > 1 || n.rank(n.input(2)) != 1) {
    return n.bad("wants a scalar depth and a list of two values");
  }
  int64_t rank = n.rank(indices);
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -1), rank + 1);
  std::optional<Sizes> sizes = n.sizes(n.asIndexList(depth));
  if (failed(axis) || !sizes) {
    return failure();
  }
  // The numbers 0 … depth - 1 along `axis`, against the indices with a dimension of 1 there.
  Value numbers = n.iota(*sizes, 0, i64);
  Value count = n.size(sizes->shape[0]);
  Value wrapped = n.select(n.compare(graph::Predicate::Lt, indices, n.scalarInt(0, i64)),
                           n.make<graph::AddOp>(indices, count), indices);
  Value hot =
      n.compare(graph::Predicate::Eq, n.unsqueeze(wrapped, {*axis}), n.standAlong(numbers, *axis, rank + 1));
  Value off = n.reshape(n.sliceDim(n.input(2), 0, 0, 1), ArrayRef<SymExpr>());
  Value on = n.reshape(n.sliceDim(n.input(2), 0, 1, 1), ArrayRef<SymExpr>());
  return n.finish(n.select(hot, on, off));
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// Bernoulli and RandomUniformLike, which it expands to, are left out: what they draw decides a discrete
// result, which no stored output of another implementation agrees with.

/// The model's seed, or one from the node's name: a node gives the same numbers at every build.
static int64_t seedOf(NodeImporter &n) {
  if (n.hasAttr("seed")) {
    double seed = n.floatAttr("seed", 0);
    return std::fabs(seed) < 0x1p62 ? static_cast<int64_t>(seed) : 0;
  }
  std::string name = n.freshSymbol("seed").str();
  return static_cast<int64_t>(llvm::xxh3_64bits(llvm::arrayRefFromStringRef(name)));
}

static LogicalResult importRandom(NodeImporter &n, const Sizes &sizes, Type elementType, bool normal) {
  double a = normal ? n.floatAttr("mean", 0) : n.floatAttr("low", 0);
  double b = normal ? n.floatAttr("scale", 1) : n.floatAttr("high", 1);
  auto distribution = normal ? graph::Distribution::Normal : graph::Distribution::Uniform;
  if (!isa<FloatType>(elementType)) {
    return n.bad("wants a float element type");
  }
  auto created = n.makeTyped<graph::RandomOp>(graph::makeTensorType(sizes.shape, elementType), distribution,
                                              llvm::APFloat(static_cast<float>(a)),
                                              llvm::APFloat(static_cast<float>(b)), seedOf(n), sizes.operand);
  return created ? n.finish(created.getResult()) : failure();
}

template <bool normal> static LogicalResult importRandomOfShape(NodeImporter &n) {
  std::optional<SmallVector<int64_t>> shape = n.intsAttr("shape");
  Type type = typeAttr(n, n.builder().getF32Type());
  if (!shape || !type) {
    return n.bad("has no shape");
  }
  std::optional<Sizes> sizes = n.sizes(n.integers(*shape));
  return sizes ? importRandom(n, *sizes, type, normal) : failure();
}

static LogicalResult importRandomNormalLike(NodeImporter &n) {
  Type type = typeAttr(n, n.elementType(n.input(0)));
  return type ? importRandom(n, Sizes{n.shape(n.input(0)), Value()}, type, /*normal=*/true) : failure();
}

void importer::addConstantOps(OpTable &table) {
  table.add("Constant", {importConstant, 0, 0});
  table.add("ConstantOfShape", {importConstantOfShape});
  table.add("Range", {importRange, 3, 3});
  table.add("EyeLike", {importEyeLike});
  table.add("OneHot", {importOneHot, 3, 3});
  table.add("RandomNormal", {importRandomOfShape<true>, 0, 0});
  table.add("RandomUniform", {importRandomOfShape<false>, 0, 0});
  table.add("RandomNormalLike", {importRandomNormalLike});
}

//===- ElementEmitter.cpp - the code of single elements -------------------===//

#include "passes/Tile/ElementEmitter.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/Emission.h"
#include "passes/Tile/LanePattern.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

void ElementEmitter::bind(Value tensor, Source source) {
  SmallVector<SymExpr> shape = graph::shapeOf(tensor);
  sources[tensor] = [this, shape, source = std::move(source)](OpBuilder &builder, ArrayRef<Group> place,
                                                              int64_t lanes, Value) {
    IndexMath math(function, builder, lanes);
    Indices indices;
    for (const Group &group : math.splitAll(place, shape)) {
      indices.push_back(group.index);
    }
    return source(builder, indices, varies(place) ? lanes : 1);
  };
}

Value ElementEmitter::emit(OpBuilder &builder, Value tensor, ArrayRef<Index> index, int64_t lanes,
                           Value mask) {
  return emitAt(builder, tensor, placeOf(index), lanes, mask).front();
}

SmallVector<Value> ElementEmitter::emitAt(OpBuilder &builder, ValueRange tensors, ArrayRef<Group> place,
                                          int64_t lanes, Value mask, bool keepScalars) {
  Emission emission(*this, builder, lanes, mask);
  SmallVector<Value> values;
  for (Value tensor : tensors) {
    Value value = emission.emit(tensor, Place(place));
    values.push_back(lanes > 1 && !keepScalars ? emission.toVector(value) : value);
  }
  return values;
}

void ElementEmitter::store(OpBuilder &builder, Value value, Type elementType, Value memref,
                           ArrayRef<Index> index, int64_t lanes, Value mask) {
  SmallVector<SymExpr> shape;
  IndexMath math(function, builder, lanes);
  Location loc = function.loc();
  std::optional<Index> offset;
  for (auto [dim, at] : llvm::enumerate(index)) {
    if (offset) {
      Value size = builder.createOrFold<memref::DimOp>(loc, memref, dim);
      offset = math.combine(*offset, size, at);
    } else {
      offset = at;
    }
  }
  storeFlat(builder, value, elementType, function.flat(memref), offset ? *offset : math.constant(0), lanes,
            mask);
}

void ElementEmitter::storeFlat(OpBuilder &builder, Value value, Type elementType, Value flat, Index offset,
                               int64_t lanes, Value mask) {
  Location loc = function.loc();
  Value stored = toStorage(builder, loc, value, elementType);
  if (lanes == 1 || !isa<VectorType>(value.getType())) {
    memref::StoreOp::create(builder, loc, stored, flat, offset.value);
    return;
  }
  if (offset.isVector()) {
    if (!mask) {
      mask = function.constant(VectorType::get({lanes}, builder.getI1Type()), 1);
    }
    vector::ScatterOp::create(builder, loc, Type(), flat, ValueRange{function.constant(0)}, offset.value,
                              mask, stored);
    return;
  }
  if (mask) {
    vector::MaskedStoreOp::create(builder, loc, flat, ValueRange{offset.value}, mask, stored);
  } else {
    vector::StoreOp::create(builder, loc, stored, flat, ValueRange{offset.value});
  }
}

Value ElementEmitter::loadFlat(OpBuilder &builder, Type elementType, Value flat, Index offset, int64_t lanes,
                               Value mask) {
  Location loc = function.loc();
  Type storage = cast<MemRefType>(flat.getType()).getElementType();
  if (!offset.varies()) {
    Value loaded = memref::LoadOp::create(builder, loc, flat, offset.value);
    return fromStorage(builder, loc, loaded, elementType);
  }
  auto type = VectorType::get({lanes}, storage);
  Value loaded;
  if (offset.isVector()) {
    if (!mask) {
      mask = function.constant(VectorType::get({lanes}, builder.getI1Type()), 1);
    }
    loaded = vector::GatherOp::create(builder, loc, type, flat, ValueRange{function.constant(0)},
                                      offset.value, mask, function.constant(type, 0));
  } else if (mask) {
    loaded = vector::MaskedLoadOp::create(builder, loc, type, flat, ValueRange{offset.value}, mask,
                                          function.constant(type, 0));
  } else {
    loaded = vector::LoadOp::create(builder, loc, type, flat, ValueRange{offset.value});
  }
  return fromStorage(builder, loc, loaded, elementType);
}

bool ElementEmitter::isVectorizable(Value tensor, int64_t dim) const {
  return LanePattern([this](Value value) { return sources.count(value) > 0; }).isContiguous(tensor, dim);
}

//===----------------------------------------------------------------------===//
// Walking back
//===----------------------------------------------------------------------===//

static bool isSame(const Place &a, const Place &b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           const Group &x = std::get<0>(pair), &y = std::get<1>(pair);
           return x.first == y.first && x.count == y.count && x.index.value == y.index.value &&
                  x.index.lane == y.index.lane;
         });
}

Value Emission::toVector(Value value) {
  if (lanes == 1 || isa<VectorType>(value.getType())) {
    return value;
  }
  return vector::BroadcastOp::create(b, function.loc(), VectorType::get({lanes}, value.getType()), value);
}

Value Emission::emit(Value tensor, const Place &place) {
  for (auto &[at, value] : known[tensor]) {
    if (isSame(at, place)) {
      return value;
    }
  }
  Value value;
  auto source = emitter.sources.find(tensor);
  if (source != emitter.sources.end()) {
    value = source->second(b, place, lanes, mask);
  } else if (isa<BlockArgument>(tensor)) {
    auto type = cast<RankedTensorType>(tensor.getType());
    value = load(function.memref(tensor), type.getElementType(), graph::shapeOf(tensor), place);
  } else {
    value = emitOp(tensor.getDefiningOp(), tensor, place);
  }
  if (!value) {
    if (!emitter.hasFailed) {
      tensor.getDefiningOp()->emitOpError("has no code inside a kernel of this kind");
    }
    emitter.hasFailed = true;
    value = zero(cast<RankedTensorType>(tensor.getType()).getElementType());
  }
  known[tensor].push_back({place, value});
  return value;
}

Value Emission::emitOp(Operation *op, Value tensor, const Place &place) {
  if (op->hasTrait<graph::ElementwiseOp>()) {
    return emitElementwise(op, place);
  }
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::ConstantOp>([&](auto constant) { return emitConstant(constant, place); })
      .Case<graph::SymbolicOp>(
          [&](graph::SymbolicOp symbolic) { return emitSizes(symbolic.getElements(), place); })
      .Case<graph::ShapeOp>(
          [&](graph::ShapeOp shape) { return emitSizes(graph::shapeOf(shape.getInput()), place); })
      .Case<graph::IotaOp>([&](auto iota) { return emitIota(iota, place); })
      .Case<graph::RandomOp>([&](auto random) { return emitRandom(random, place); })
      .Case<graph::TransposeOp>([&](auto transpose) { return emitTranspose(transpose, place); })
      .Case<graph::ReshapeOp>([&](auto reshape) { return emitReshape(reshape, place); })
      .Case<graph::BroadcastOp>([&](graph::BroadcastOp broadcast) {
        Value input = broadcast.getInput();
        return emit(input, stretch(place, graph::shapeOf(tensor), graph::shapeOf(input)));
      })
      .Case<graph::SliceOp>([&](auto slice) { return emitSlice(slice, place); })
      .Case<graph::ConcatOp>([&](auto concat) { return emitConcat(concat, place); })
      .Case<graph::PadOp>([&](auto pad) { return emitPad(pad, place); })
      .Case<graph::GatherOp>([&](auto gather) { return emitGather(gather, place); })
      .Case<graph::GatherElementsOp>([&](auto gather) { return emitGatherElements(gather, place); })
      .Case<graph::GatherNdOp>([&](auto gather) { return emitGatherNd(gather, place); })
      .Default([](Operation *) { return Value(); });
}

/// Which ops' operands are read where the result is: all but those that list sizes or starts.
Value Emission::emitElementwise(Operation *op, const Place &place) {
  SmallVector<SymExpr> shape = graph::shapeOf(op->getResult(0));
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(emit(operand, stretch(place, shape, graph::shapeOf(operand))));
  }
  if (isDivisionByReduced(op)) {
    operands[1] = arith::DivFOp::create(b, function.loc(), constantLike(b, function.loc(), operands[1], 1),
                                        operands[1]);
  }
  if (llvm::any_of(operands, [](Value value) { return isa<VectorType>(value.getType()); })) {
    for (Value &operand : operands) {
      operand = toVector(operand);
    }
  }
  if (isDivisionByReduced(op)) {
    return arith::MulFOp::create(b, function.loc(), operands[0], operands[1]);
  }
  return emitArithmetic(b, op, operands);
}

/// Whether an op on f32 or f64 divides by one value for many elements that the emitter was told of.
bool Emission::isDivisionByReduced(Operation *op) {
  if (!isa<graph::DivOp>(op) || !emitter.reciprocalShape) {
    return false;
  }
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return (element.isF32() || element.isF64()) &&
         graph::shapeOf(op->getOperand(1)) == *emitter.reciprocalShape &&
         graph::shapeOf(op->getOperand(0)) != *emitter.reciprocalShape;
}

Place Emission::stretch(const Place &place, ArrayRef<SymExpr> result, ArrayRef<SymExpr> operand) {
  unsigned missing = result.size() - operand.size();
  auto sizeOf = [&](unsigned dim) { return dim < missing ? SymExpr(1) : operand[dim - missing]; };
  auto isEqual = [&](unsigned dim) { return sizeOf(dim) == result[dim]; };
  auto isOne = [&](unsigned dim) { return sizeOf(dim).isConstant(1); };
  auto all = [](const Group &group, llvm::function_ref<bool(unsigned)> holds) {
    return llvm::all_of(llvm::seq(group.first, group.end()), holds);
  };
  // A group stays one where it is kept or stretched as a whole.
  Place cut = math.split(place, result,
                         [&](const Group &group) { return !all(group, isEqual) && !all(group, isOne); });
  Place stretched;
  for (const Group &group : cut) {
    unsigned first = std::max(group.first, missing), end = std::max(group.end(), missing);
    if (first == end) {
      continue;
    }
    Index index = group.index;
    if (!all(group, isEqual)) {
      if (all(group, isOne)) {
        index = math.constant(0);
      } else { // one dimension: whether it stretches is known at run time
        Value isOneNow = math.equal(math.size(sizeOf(group.first)), function.constant(1));
        index = {math.choose(isOneNow, function.constant(0), math.asValue(index)), false};
      }
    }
    stretched.push_back({first - missing, end - first, index});
  }
  return stretched;
}

Value Emission::load(Value memref, Type elementType, ArrayRef<SymExpr> shape, const Place &place) {
  Index offset = math.linearize(place, shape, 0, shape.size());
  return emitter.loadFlat(b, elementType, function.flat(memref), offset, lanes, mask);
}

//===----------------------------------------------------------------------===//
// Values that come from nowhere
//===----------------------------------------------------------------------===//

/// One element of a constant as an attribute of compute type.
static TypedAttr elementAttr(Type elementType, ArrayRef<char> data, int64_t index) {
  Type compute = computeType(elementType);
  unsigned bytes = storageBytes(elementType);
  uint64_t raw = 0;
  memcpy(&raw, data.data() + index * bytes, bytes);
  Builder builder(elementType.getContext());
  if (auto floating = dyn_cast<FloatType>(elementType)) {
    APFloat number(floating.getFloatSemantics(), APInt(floating.getWidth(), raw));
    bool lossy;
    number.convert(cast<FloatType>(compute).getFloatSemantics(), APFloat::rmNearestTiesToEven, &lossy);
    return builder.getFloatAttr(compute, number);
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  return builder.getIntegerAttr(compute, APInt(width, raw, /*isSigned=*/false, /*implicitTrunc=*/true));
}

Value Emission::emitConstant(graph::ConstantOp op, const Place &place) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<SymExpr> shape = graph::shapeOf(type);
  Index offset = math.linearize(place, shape, 0, shape.size());
  std::optional<int64_t> at = offset.varies() ? std::nullopt : getConstantIntValue(offset.value);
  ElementsAttr elements = cast<ElementsAttr>(op.getValue());
  if (type.getNumElements() == 0) {
    return zero(type.getElementType());
  }
  SmallVector<char> storage;
  ArrayRef<char> data = graph::elementData(elements, storage);
  if (type.getNumElements() == 1 || elements.isSplat()) {
    at = 0;
  }
  if (at) {
    return function.constant(elementAttr(type.getElementType(), data, *at));
  }
  return load(function.constantMemref(elements), type.getElementType(), shape, place);
}

Value Emission::emitSizes(ArrayRef<SymExpr> sizes, const Place &place) {
  Index index = place.empty() ? math.constant(0) : place.front().index;
  Value at = math.asValue(index);
  Value result;
  if (std::optional<int64_t> known = getConstantIntValue(at)) {
    result = math.size(sizes[*known]);
  } else {
    result = function.constant(0);
    for (auto [i, size] : llvm::enumerate(sizes)) {
      result = math.choose(math.equal(at, function.constant(i)), math.size(size), result);
    }
  }
  return b.createOrFold<arith::IndexCastOp>(function.loc(), typeLike(result, b.getI64Type()), result);
}

Value Emission::emitIota(graph::IotaOp op, const Place &place) {
  SmallVector<SymExpr> shape = graph::shapeOf(op.getResult());
  unsigned axis = op.getAxis();
  Value at;
  for (const Group &group : isolate(place, shape, axis)) {
    if (group.contains(axis)) {
      at = math.asValue(group.index);
    }
  }
  Type element = cast<RankedTensorType>(op.getResult().getType()).getElementType();
  std::optional<int64_t> size = shape[axis].constant();
  Type integer = b.getIntegerType(size && *size < (int64_t(1) << 31) ? 32 : 64);
  Value number = arith::IndexCastOp::create(b, function.loc(), typeLike(at, integer), at);
  return convertElement(b, function.loc(), number, integer, element, /*saturate=*/true);
}

namespace {
/// Philox4x32-10 on i32 words kept in i64 (scalars or vectors).
struct Philox {
  OpBuilder &b;
  Location loc;
  Value like; // i64

  Value constant(uint64_t value) { return constantLike(b, loc, like, APInt(64, value)); }
  Value low(Value x) { return arith::AndIOp::create(b, loc, x, constant(0xffffffffu)); }
  Value high(Value x) { return arith::ShRUIOp::create(b, loc, x, constant(32)); }
  Value mix(Value x, Value y, uint32_t key) {
    Value both = arith::XOrIOp::create(b, loc, x, y);
    return arith::XOrIOp::create(b, loc, both, constant(key));
  }
  /// The first two of four words for counter (index, 0).
  std::pair<Value, Value> bits(uint64_t seed, Value index) {
    Value c[4] = {low(index), high(index), constant(0), constant(0)};
    uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      Value p0 = arith::MulIOp::create(b, loc, c[0], constant(0xD2511F53u));
      Value p1 = arith::MulIOp::create(b, loc, c[2], constant(0xCD9E8D57u));
      Value next[4] = {mix(high(p1), c[1], k0), low(p1), mix(high(p0), c[3], k1), low(p0)};
      std::copy(next, next + 4, c);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    return {c[0], c[1]};
  }
};
} // namespace

Value Emission::emitRandom(graph::RandomOp op, const Place &place) {
  SmallVector<SymExpr> shape = graph::shapeOf(op.getResult());
  Location loc = function.loc();
  Value at = math.asValue(math.linearize(place, shape, 0, shape.size()));
  Value index = arith::IndexCastOp::create(b, loc, typeLike(at, b.getI64Type()), at);
  auto [x, y] = Philox{b, loc, index}.bits(op.getSeed(), index);
  Type f32 = typeLike(at, b.getF32Type());
  auto uniform = [&](Value word) -> Value { // 24 bits in [0, 1)
    Value shifted = arith::ShRUIOp::create(b, loc, word, constantLike(b, loc, word, 8.0));
    Value narrow = arith::TruncIOp::create(b, loc, typeLike(at, b.getI32Type()), shifted);
    Value number = arith::SIToFPOp::create(b, loc, f32, narrow);
    return arith::MulFOp::create(b, loc, number, constantLike(b, loc, number, 0x1p-24));
  };
  Value u = uniform(x);
  auto constant = [&](double value) { return constantLike(b, loc, u, value); };
  double a = op.getA().convertToFloat(), scale = op.getB().convertToFloat();
  Value result;
  if (op.getDistribution() == graph::Distribution::Uniform) {
    float width = static_cast<float>(scale) - static_cast<float>(a);
    result = arith::MulFOp::create(b, loc, u, constant(width));
  } else { // Box and Muller
    Value log = math::LogOp::create(b, loc, arith::AddFOp::create(b, loc, u, constant(0x1p-24)));
    Value radius = math::SqrtOp::create(b, loc, arith::MulFOp::create(b, loc, log, constant(-2)));
    Value angle = arith::MulFOp::create(b, loc, uniform(y), constant(6.283185307179586));
    Value normal = arith::MulFOp::create(b, loc, radius, math::CosOp::create(b, loc, angle));
    result = arith::MulFOp::create(b, loc, normal, constant(scale));
  }
  result = arith::AddFOp::create(b, loc, constant(a), result);
  Type element = cast<RankedTensorType>(op.getResult().getType()).getElementType();
  return convertElement(b, loc, result, b.getF32Type(), element, /*saturate=*/true);
}

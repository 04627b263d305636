//===- Quantization.cpp - integer products with zero points ---------------===//

#include "passes/Import/Onnx/Quantization.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/ContractEquation.h"

using namespace heddle;
using namespace heddle::importer;

Quantized importer::quantizeDynamically(NodeImporter &n, Value x) {
  if (n.failed()) {
    return {};
  }
  auto allAxes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  Value zero = n.scalarLike(0, x);
  // Dimensions stay, with size 1, until the end: a reshape in between would keep the steps from sharing a
  // kernel.
  Value low = n.make<graph::MinOp>(n.reduce(graph::Combiner::Min, x, allAxes), zero);
  Value high = n.make<graph::MaxOp>(n.reduce(graph::Combiner::Max, x, allAxes), zero);
  Value range = n.make<graph::DivOp>(n.make<graph::SubOp>(high, low), n.scalarLike(255, x));
  Value scale = n.select(n.compare(graph::Predicate::Eq, range, zero), n.scalarLike(1, x), range);
  Value shift = n.make<graph::RoundOp>(n.make<graph::DivOp>(n.make<graph::NegOp>(low), scale));
  Type byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  Value zeroPoint = n.castTo(shift, byte); // casts saturate
  Value values = n.make<graph::QuantizeOp>(x, scale, zeroPoint);
  return {values, n.reshape(scale, ArrayRef<SymExpr>()), n.reshape(zeroPoint, ArrayRef<SymExpr>())};
}

/// The sums of a constant of 8-bit integers over some dimensions.
static ElementsAttr sumConstant(ElementsAttr elements, ArrayRef<int64_t> axes) {
  auto type = cast<RankedTensorType>(elements.getType());
  SmallVector<char> storage;
  ArrayRef<char> data = graph::elementData(elements, storage);
  SmallVector<int64_t> sizes(type.getShape()), strides(sizes.size()), kept = sizes;
  int64_t count = 1;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    bool isSummed = llvm::is_contained(axes, static_cast<int64_t>(dim));
    strides[dim] = isSummed ? 0 : count;
    kept[dim] = isSummed ? 1 : sizes[dim];
    count *= kept[dim];
  }
  std::vector<int32_t> sums(count);
  SmallVector<int64_t> place(sizes.size());
  int64_t target = 0;
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  for (char byte : data) {
    sums[target] += isUnsigned ? static_cast<uint8_t>(byte) : static_cast<int8_t>(byte);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      target += strides[dim];
      if (++place[dim] < sizes[dim]) {
        break;
      }
      target -= strides[dim] * sizes[dim];
      place[dim] = 0;
    }
  }
  ArrayRef<char> bytes(reinterpret_cast<const char *>(sums.data()), sums.size() * sizeof(int32_t));
  return graph::makeElements(RankedTensorType::get(kept, IntegerType::get(type.getContext(), 32)), bytes);
}

Value importer::integerSum(NodeImporter &n, Value values, ArrayRef<int64_t> axes) {
  if (n.failed() || !values) {
    return nullptr;
  }
  ElementsAttr elements = graph::constantElements(values);
  Type type = n.elementType(values);
  if (elements && type.isIntOrFloat() && !isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8) {
    return n.constant(sumConstant(elements, axes));
  }
  return n.reduce(graph::Combiner::Add, n.castTo(values, n.builder().getI32Type()), axes);
}

Value importer::nonZeroOrNull(NodeImporter &n, Value zeroPoint) {
  if (!zeroPoint) {
    return nullptr;
  }
  if (n.isFloat(zeroPoint)) {
    std::optional<APFloat> all = graph::splatFloat(zeroPoint);
    return all && all->isZero() ? Value() : zeroPoint;
  }
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(zeroPoint);
  bool zero = known ? llvm::all_of(*known, [](int64_t each) { return each == 0; })
                    : graph::splatInteger(zeroPoint) == 0;
  return zero ? Value() : zeroPoint;
}

/// `value`, with a dimension per letter, broadcastable against a tensor with the dimensions `wanted`: letters
/// that are not wanted have size 1 and go, missing ones are inserted with size 1.
static Value alignTo(NodeImporter &n, StringRef wanted, StringRef letters, Value value) {
  SmallVector<int64_t> dropped, permutation, inserted;
  std::string kept;
  for (auto [dim, letter] : llvm::enumerate(letters)) {
    if (wanted.contains(letter)) {
      kept += letter;
    } else {
      dropped.push_back(static_cast<int64_t>(dim));
    }
  }
  for (auto [dim, letter] : llvm::enumerate(wanted)) {
    size_t place = kept.find(letter);
    if (place == std::string::npos) {
      inserted.push_back(static_cast<int64_t>(dim));
    } else {
      permutation.push_back(static_cast<int64_t>(place));
    }
  }
  return n.unsqueeze(n.transpose(n.squeeze(value, dropped), permutation), inserted);
}

/// The sum of an operand over the reduced letters, shaped against the result.
static Value sumOver(NodeImporter &n, const graph::ContractEquation &equation, StringRef letters,
                     Value operand) {
  SmallVector<int64_t> axes;
  for (auto [dim, letter] : llvm::enumerate(letters)) {
    if (equation.isReduced(letter)) {
      axes.push_back(static_cast<int64_t>(dim));
    }
  }
  return alignTo(n, equation.result, letters, integerSum(n, operand, axes));
}

Value importer::integerContract(NodeImporter &n, StringRef text, Value a, Value aZero, Value b, Value bZero,
                                Value bSum) {
  Value result = n.contract(text, a, b);
  if (!result) {
    return result;
  }
  graph::ContractEquation equation = *graph::ContractEquation::parse(text);
  Type wide = n.builder().getI32Type();
  aZero = n.castTo(nonZeroOrNull(n, aZero), wide);
  bZero = n.castTo(nonZeroOrNull(n, bZero), wide);
  if (aZero) {
    bSum = bSum ? bSum : sumOver(n, equation, equation.rhs, b);
    result = n.make<graph::SubOp>(result, n.make<graph::MulOp>(aZero, bSum));
  }
  if (bZero) {
    result = n.make<graph::SubOp>(result, n.make<graph::MulOp>(bZero, sumOver(n, equation, equation.lhs, a)));
  }
  if (aZero && bZero) {
    SymExpr count(1);
    for (auto [dim, letter] : llvm::enumerate(equation.lhs)) {
      count = equation.isReduced(letter) ? count * n.shape(a)[dim] : count;
    }
    Value product = n.make<graph::MulOp>(n.make<graph::MulOp>(aZero, bZero), n.castTo(n.size(count), wide));
    result = n.make<graph::AddOp>(result, product);
  }
  return result;
}

/// Repeats each element of dimension `axis` `count` times and keeps the first `size`.
static Value repeatBlocks(NodeImporter &n, Value value, int64_t axis, int64_t count, const SymExpr &size) {
  if (!value) {
    return value;
  }
  graph::SymShape shape = n.shape(value), repeated = shape;
  repeated.insert(repeated.begin() + axis + 1, count);
  shape[axis] = shape[axis] * SymExpr(count);
  Value wide = n.reshape(n.broadcast(n.unsqueeze(value, {axis + 1}), repeated), shape);
  return n.sliceDim(wide, axis, 0, size);
}

Value importer::spreadOver(NodeImporter &n, Value parameter, Value x, int64_t axis, int64_t blockSize) {
  if (n.failed() || !parameter) {
    return nullptr;
  }
  if (product(n.shape(parameter)).isConstant(1)) {
    return n.reshape(parameter, ArrayRef<SymExpr>());
  }
  FailureOr<int64_t> place = n.axis(axis, n.rank(x));
  if (mlir::failed(place)) {
    return nullptr;
  }
  if (blockSize > 0) {
    if (n.rank(parameter) != n.rank(x)) {
      (void)n.bad("a scale of blocks has rank " + Twine(n.rank(parameter)) + " but the input has " +
                  Twine(n.rank(x)));
      return nullptr;
    }
    return repeatBlocks(n, parameter, *place, blockSize, n.shape(x)[*place]);
  }
  if (n.rank(parameter) != 1) {
    (void)n.bad("a scale or zero point has shape " + graph::toString(n.shape(parameter)) +
                " but one element, or one per slice along an axis is wanted");
    return nullptr;
  }
  return n.standAlong(parameter, *place, n.rank(x));
}

Value importer::quantize(NodeImporter &n, Value real, Value scale, Value zeroPoint, Type type,
                         bool saturate) {
  if (isa<FloatType>(type)) { // 8-bit floats have no zero point but 0
    return n.make<graph::CastOp>(n.make<graph::DivOp>(real, scale), type, saturate);
  }
  return n.make<graph::QuantizeOp>(real, scale, zeroPoint ? zeroPoint : n.scalarInt(0, type));
}

Value importer::dequantize(NodeImporter &n, const Quantized &quantized) {
  if (n.failed() || !quantized.values || !quantized.scale) {
    return nullptr;
  }
  Type type = n.elementType(quantized.values);
  if (isa<FloatType>(type)) {
    Type wide = n.elementType(quantized.scale);
    Value values = n.castTo(quantized.values, wide),
          zeroPoint = n.castTo(nonZeroOrNull(n, quantized.zeroPoint), wide);
    Value shifted = zeroPoint ? n.make<graph::SubOp>(values, zeroPoint) : values;
    return n.make<graph::MulOp>(shifted, quantized.scale);
  }
  Value zeroPoint = quantized.zeroPoint ? quantized.zeroPoint : n.scalarInt(0, type);
  return n.make<graph::DequantizeOp>(quantized.values, quantized.scale, zeroPoint);
}

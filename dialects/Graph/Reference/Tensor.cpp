//===- Tensor.cpp - a dense tensor on the host ----------------------------===//

#include "dialects/Graph/Reference/Tensor.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/Reference/Cells.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

static std::optional<ElementKind> integerKind(IntegerType type) {
  if (type.isSigned()) {
    return std::nullopt;
  }
  switch (type.getWidth()) {
  case 1:
    return type.isUnsigned() ? std::nullopt : std::optional(ElementKind::I1);
  case 2:
    return type.isUnsigned() ? ElementKind::U2 : ElementKind::I2;
  case 4:
    return type.isUnsigned() ? ElementKind::U4 : ElementKind::I4;
  case 8:
    return type.isUnsigned() ? ElementKind::U8 : ElementKind::I8;
  case 16:
    return type.isUnsigned() ? ElementKind::U16 : ElementKind::I16;
  case 32:
    return type.isUnsigned() ? ElementKind::U32 : ElementKind::I32;
  case 64:
    return type.isUnsigned() ? ElementKind::U64 : ElementKind::I64;
  default:
    return std::nullopt;
  }
}

std::optional<ElementKind> reference::kindOf(Type elementType) {
  using Kind = std::optional<ElementKind>;
  return llvm::TypeSwitch<Type, Kind>(elementType)
      .Case<Float32Type>([](auto) { return ElementKind::F32; })
      .Case<Float64Type>([](auto) { return ElementKind::F64; })
      .Case<Float16Type>([](auto) { return ElementKind::F16; })
      .Case<BFloat16Type>([](auto) { return ElementKind::BF16; })
      .Case<Float8E4M3FNType>([](auto) { return ElementKind::F8E4M3FN; })
      .Case<Float8E4M3FNUZType>([](auto) { return ElementKind::F8E4M3FNUZ; })
      .Case<Float8E5M2Type>([](auto) { return ElementKind::F8E5M2; })
      .Case<Float8E5M2FNUZType>([](auto) { return ElementKind::F8E5M2FNUZ; })
      .Case<Float4E2M1FNType>([](auto) { return ElementKind::F4E2M1FN; })
      .Case<IntegerType>([](IntegerType type) { return integerKind(type); })
      .Default([](Type) { return std::nullopt; });
}

Type reference::typeOf(ElementKind kind, MLIRContext *context) {
  Builder b(context);
  switch (kind) {
  case ElementKind::F32:
    return b.getF32Type();
  case ElementKind::F64:
    return b.getF64Type();
  case ElementKind::F16:
    return b.getF16Type();
  case ElementKind::BF16:
    return b.getBF16Type();
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case ElementKind::I1: // counts as unsigned, but its type has no sign
    return b.getI1Type();
  default:
    return isUnsigned(kind) ? b.getIntegerType(bitsOf(kind), /*isSigned=*/false)
                            : b.getIntegerType(bitsOf(kind));
  }
}

bool reference::isFloat(ElementKind kind) { return kind <= ElementKind::F4E2M1FN; }

bool reference::isUnsigned(ElementKind kind) { return kind >= ElementKind::U2 || kind == ElementKind::I1; }

std::optional<FloatFormat> reference::floatFormatOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F64:
    return FloatFormat{52, -1022};
  case ElementKind::F32:
    return FloatFormat{23, -126};
  case ElementKind::F16:
    return FloatFormat{10, -14};
  case ElementKind::BF16:
    return FloatFormat{7, -126};
  case ElementKind::F8E4M3FN:
    return FloatFormat{3, -6};
  case ElementKind::F8E4M3FNUZ:
    return FloatFormat{3, -7};
  case ElementKind::F8E5M2:
    return FloatFormat{2, -14};
  case ElementKind::F8E5M2FNUZ:
    return FloatFormat{2, -15};
  case ElementKind::F4E2M1FN:
    return FloatFormat{1, 0};
  default:
    return std::nullopt;
  }
}

int reference::bitsOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
    return 1;
  case ElementKind::I2:
  case ElementKind::U2:
    return 2;
  case ElementKind::F4E2M1FN:
  case ElementKind::I4:
  case ElementKind::U4:
    return 4;
  default:
    return static_cast<int>(8 * bytesOf(kind));
  }
}

int64_t reference::bytesOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F64:
  case ElementKind::I64:
  case ElementKind::U64:
    return 8;
  case ElementKind::F32:
  case ElementKind::I32:
  case ElementKind::U32:
    return 4;
  case ElementKind::F16:
  case ElementKind::BF16:
  case ElementKind::I16:
  case ElementKind::U16:
    return 2;
  default:
    return 1;
  }
}

int64_t reference::numElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    count *= size;
  }
  return count;
}

Tensor::Tensor(ElementKind kind, ArrayRef<int64_t> shape) : elementKind(kind), sizes(shape) {
  size_t bytes = static_cast<size_t>(numElements() * bytesOf(kind));
  owned.reset(new char[bytes]());
  elements = owned.get();
}

FailureOr<Tensor> Tensor::fromElements(ElementsAttr attribute) {
  std::optional<ElementKind> kind = kindOf(attribute.getElementType());
  if (!kind) {
    return failure();
  }
  SmallVector<char> storage;
  ArrayRef<char> data = graph::elementData(attribute, storage);
  if (!storage.empty()) {
    Tensor tensor(*kind, attribute.getShapedType().getShape());
    std::memcpy(tensor.mutableBytes().data(), data.data(), data.size());
    return tensor;
  }
  Tensor tensor;
  tensor.elementKind = *kind;
  tensor.sizes.assign(attribute.getShapedType().getShape().begin(),
                      attribute.getShapedType().getShape().end());
  tensor.elements = data.data();
  return tensor;
}

ElementsAttr Tensor::toElements(MLIRContext *context) const {
  return graph::makeElements(RankedTensorType::get(sizes, typeOf(elementKind, context)), bytes());
}

Tensor Tensor::fromDoubles(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<double> values) {
  Tensor tensor(kind, shape);
  assert(static_cast<int64_t>(values.size()) == tensor.numElements() && "one value for every element");
  for (auto [i, value] : llvm::enumerate(values)) {
    tensor.set(i, value);
  }
  return tensor;
}

Tensor Tensor::fromIntegers(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<int64_t> values) {
  Tensor tensor(kind, shape);
  assert(static_cast<int64_t>(values.size()) == tensor.numElements() && "one value for every element");
  for (auto [i, value] : llvm::enumerate(values)) {
    tensor.setInteger(i, value);
  }
  return tensor;
}

MutableArrayRef<char> Tensor::mutableBytes() {
  size_t count = bytes().size();
  if (!owned || owned.use_count() != 1) {
    std::shared_ptr<char[]> copy(new char[count]);
    if (count > 0) {
      std::memcpy(copy.get(), elements, count);
    }
    owned = std::move(copy);
    elements = owned.get();
  }
  return {owned.get(), count};
}

Tensor Tensor::reshaped(ArrayRef<int64_t> shape) const {
  assert(reference::numElements(shape) == numElements() && "a reshape keeps the number of elements");
  Tensor result = *this;
  result.sizes.assign(shape.begin(), shape.end());
  return result;
}

Tensor Tensor::bitcast(ElementKind kind) const {
  assert(bytesOf(kind) == bytesOf(elementKind) && "a bitcast keeps the width");
  Tensor result = *this;
  result.elementKind = kind;
  return result;
}

double Tensor::asDouble(int64_t i) const {
  Cell cell;
  loadCells(elementKind, elements, i, 1, 1, &cell);
  if (isFloat(elementKind)) {
    return cell.f;
  }
  return isUnsigned(elementKind) ? static_cast<double>(static_cast<uint64_t>(cell.i))
                                 : static_cast<double>(cell.i);
}

int64_t Tensor::asInteger(int64_t i) const {
  Cell cell;
  loadCells(elementKind, elements, i, 1, 1, &cell);
  return isFloat(elementKind) ? static_cast<int64_t>(cell.f) : cell.i;
}

SmallVector<int64_t> Tensor::asIntegers() const {
  SmallVector<int64_t> values;
  for (int64_t i = 0, count = numElements(); i < count; ++i) {
    values.push_back(asInteger(i));
  }
  return values;
}

void Tensor::set(int64_t i, double value) {
  Cell cell;
  if (isFloat(elementKind)) {
    cell.f = value;
  } else if (elementKind == ElementKind::I1) {
    cell.i = value != 0;
  } else {
    cell.i =
        value >= 0x1p63 ? static_cast<int64_t>(static_cast<uint64_t>(value)) : static_cast<int64_t>(value);
  }
  storeCells(elementKind, &cell, i, 1, mutableBytes().data());
}

void Tensor::setInteger(int64_t i, int64_t value) {
  Cell cell;
  if (isFloat(elementKind)) {
    cell.f = static_cast<double>(value);
  } else {
    cell.i = value;
  }
  storeCells(elementKind, &cell, i, 1, mutableBytes().data());
}

std::string reference::toString(ArrayRef<int64_t> shape) {
  return "[" + llvm::join(llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }), ", ") +
         "]";
}

std::string reference::describe(const Tensor &tensor) {
  static constexpr const char *kNames[] = {
      "f32",      "f64", "f16", "bf16", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ",
      "f4E2M1FN", "i1",  "i2",  "i4",   "i8",       "i16",        "i32",    "i64",
      "ui2",      "ui4", "ui8", "ui16", "ui32",     "ui64"};
  return std::string(kNames[static_cast<int>(tensor.kind())]) + " " + toString(tensor.shape());
}

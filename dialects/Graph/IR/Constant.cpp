//===- Constant.cpp - reading and making constant tensors -----------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace heddle;
using namespace heddle::graph;

/// Constants of up to this many bytes are printed in place; larger ones go to the file's resource section.
static constexpr size_t kMaxDenseBytes = 1024;
static constexpr size_t kBlobAlignment = 64; // a cache line, as weights have in the artifact

int64_t graph::elementBytes(Type elementType) { return (elementType.getIntOrFloatBitWidth() + 7) / 8; }

std::optional<int64_t> graph::tensorBytes(ShapedType type) {
  int64_t bytes = elementBytes(type.getElementType());
  if (!type.hasStaticShape()) {
    return std::nullopt;
  }
  if (llvm::is_contained(type.getShape(), 0)) {
    return 0;
  }
  for (int64_t size : type.getShape()) {
    if (llvm::MulOverflow(bytes, size, bytes)) {
      return std::nullopt;
    }
  }
  return bytes;
}

/// Whether a dense attribute keeps elements of that type in another form than memory does.
static bool isRepacked(Type elementType) { return elementType.getIntOrFloatBitWidth() < 8; }

/// One element of fewer than 8 bits as a byte in memory layout.
static char byteOf(const APInt &bits, Type elementType) {
  bool isSigned = elementType.isSignlessInteger() && bits.getBitWidth() > 1;
  return static_cast<char>(isSigned ? bits.getSExtValue() : static_cast<int64_t>(bits.getZExtValue()));
}

/// The bits of an element, whether it is a float or an integer.
static SmallVector<APInt> elementBits(DenseElementsAttr dense, bool firstOnly) {
  SmallVector<APInt> bits;
  auto append = [&](auto values, auto convert) {
    for (auto value : values) {
      bits.push_back(convert(value));
      if (firstOnly) {
        break;
      }
    }
  };
  if (isa<FloatType>(dense.getElementType())) {
    append(dense.getValues<APFloat>(), [](const APFloat &value) { return value.bitcastToAPInt(); });
  } else {
    append(dense.getValues<APInt>(), [](const APInt &value) { return value; });
  }
  return bits;
}

ArrayRef<char> graph::elementData(ElementsAttr elements, SmallVectorImpl<char> &storage) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    return blob ? blob->getData() : ArrayRef<char>();
  }
  auto dense = cast<DenseElementsAttr>(elements);
  Type elementType = dense.getElementType();
  if (!dense.isSplat() && !isRepacked(elementType)) {
    return dense.getRawData();
  }
  storage.clear();
  if (isRepacked(elementType)) {
    for (const APInt &bits : elementBits(dense, dense.isSplat())) {
      storage.push_back(byteOf(bits, elementType));
    }
  } else {
    storage.append(dense.getRawData().begin(), dense.getRawData().end());
  }
  size_t bytes = dense.getNumElements() * elementBytes(elementType), unit = elementBytes(elementType);
  storage.resize_for_overwrite(std::max(bytes, storage.size()));
  for (size_t filled = dense.isSplat() ? unit : bytes; filled < bytes; filled *= 2) {
    std::memcpy(storage.data() + filled, storage.data(), std::min(filled, bytes - filled));
  }
  return ArrayRef<char>(storage).take_front(bytes);
}

/// Whether all elements have the same bytes.
static bool isSplat(ArrayRef<char> data, size_t unit) {
  return data.size() >= unit && std::memcmp(data.data(), data.data() + unit, data.size() - unit) == 0;
}

/// A dense attribute from bytes in memory layout: of all elements, or of one that all are.
static DenseElementsAttr makeDense(RankedTensorType type, ArrayRef<char> data) {
  Type elementType = type.getElementType();
  if (!isRepacked(elementType)) {
    return DenseElementsAttr::getFromRawBuffer(type, data);
  }
  SmallVector<APInt> values;
  for (char byte : data) {
    values.push_back(APInt(elementType.getIntOrFloatBitWidth(), static_cast<uint8_t>(byte), false, true));
  }
  if (!isa<FloatType>(elementType)) {
    return DenseElementsAttr::get(type, values);
  }
  SmallVector<APFloat> floats;
  for (const APInt &bits : values) {
    floats.push_back(APFloat(cast<FloatType>(elementType).getFloatSemantics(), bits));
  }
  return DenseElementsAttr::get(type, floats);
}

/// A dense attribute if the data is small or uniform, else null.
static ElementsAttr makeSmall(RankedTensorType type, ArrayRef<char> data) {
  size_t unit = elementBytes(type.getElementType());
  if (isSplat(data, unit)) {
    return makeDense(type, data.take_front(unit));
  }
  return data.size() <= kMaxDenseBytes ? makeDense(type, data) : ElementsAttr();
}

static ElementsAttr makeResource(RankedTensorType type, AsmResourceBlob blob) {
  // A name from the first bytes keeps texts of unchanged models the same, whatever the order of import.
  uint64_t hash = llvm::xxh3_64bits(llvm::arrayRefFromStringRef(
      StringRef(blob.getData().data(), std::min<size_t>(blob.getData().size(), 4096))));
  return DenseResourceElementsAttr::get(type, "w" + llvm::utohexstr(hash), std::move(blob));
}

ElementsAttr graph::makeElements(RankedTensorType type, ArrayRef<char> data) {
  assert(tensorBytes(type) == static_cast<int64_t>(data.size()) && "data must fill the type");
  if (ElementsAttr small = makeSmall(type, data)) {
    return small;
  }
  return makeResource(type, HeapAsmResourceBlob::allocateAndCopyWithAlign(data, kBlobAlignment, false));
}

ElementsAttr graph::makeElementsView(RankedTensorType type, ArrayRef<char> data,
                                     std::shared_ptr<const void> owner) {
  assert(tensorBytes(type) == static_cast<int64_t>(data.size()) && "data must fill the type");
  if (ElementsAttr small = makeSmall(type, data)) {
    return small;
  }
  return makeResource(type, AsmResourceBlob(
                                data, /*dataAlignment=*/1,
                                [owner = std::move(owner)](void *, size_t, size_t) mutable { owner.reset(); },
                                /*dataIsMutable=*/false));
}

ElementsAttr graph::constantElements(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : ElementsAttr();
}

/// The bits of every element of a constant whose element type passes `accepts`.
static std::optional<SmallVector<APInt>> constantBits(Value value, int64_t limit,
                                                      llvm::function_ref<bool(Type)> accepts) {
  ElementsAttr elements = constantElements(value);
  if (!elements || !accepts(elements.getElementType()) || elements.getNumElements() > limit) {
    return std::nullopt;
  }
  SmallVector<char> storage;
  ArrayRef<char> data = elementData(elements, storage);
  size_t unit = elementBytes(elements.getElementType());
  unsigned width = elements.getElementType().getIntOrFloatBitWidth();
  SmallVector<APInt> bits;
  for (size_t i = 0; i + unit <= data.size(); i += unit) {
    uint64_t word = 0;
    std::memcpy(&word, data.data() + i, std::min<size_t>(unit, sizeof(word)));
    bits.push_back(APInt(width, word, false, /*implicitTrunc=*/true));
  }
  return bits;
}

static int64_t integerOf(const APInt &bits, Type elementType) {
  bool isSigned = !elementType.isUnsignedInteger() && bits.getBitWidth() > 1;
  return isSigned ? bits.getSExtValue() : static_cast<int64_t>(bits.getZExtValue());
}

std::optional<SmallVector<int64_t>> graph::constantIntegers(Value value, int64_t limit) {
  std::optional<SmallVector<APInt>> bits =
      constantBits(value, limit, [](Type type) { return isa<IntegerType>(type); });
  if (!bits) {
    return std::nullopt;
  }
  Type elementType = cast<RankedTensorType>(value.getType()).getElementType();
  return llvm::map_to_vector(*bits, [&](const APInt &element) { return integerOf(element, elementType); });
}

std::optional<SmallVector<double>> graph::constantFloats(Value value, int64_t limit) {
  std::optional<SmallVector<APInt>> bits =
      constantBits(value, limit, [](Type type) { return isa<FloatType>(type); });
  if (!bits) {
    return std::nullopt;
  }
  auto type = cast<FloatType>(cast<RankedTensorType>(value.getType()).getElementType());
  return llvm::map_to_vector(*bits, [&](const APInt &element) {
    APFloat number(type.getFloatSemantics(), element);
    bool losesInfo = false;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    return number.convertToDouble();
  });
}

std::optional<int64_t> graph::splatInteger(Value value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constantElements(value));
  if (!dense || !dense.isSplat() || !isa<IntegerType>(dense.getElementType())) {
    return std::nullopt;
  }
  return integerOf(dense.getSplatValue<APInt>(), dense.getElementType());
}

std::optional<APFloat> graph::splatFloat(Value value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constantElements(value));
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType())) {
    return std::nullopt;
  }
  return dense.getSplatValue<APFloat>();
}

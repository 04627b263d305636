//===- Cells.cpp - elements of any type as 8-byte values ------------------===//

#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/SmallFloat.h"
#include "dialects/Graph/Reference/Walk.h"
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

/// The format of a kind narrower than f32.
static SmallFloat formatOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return kF16;
  case ElementKind::BF16:
    return kBF16;
  case ElementKind::F8E4M3FN:
    return kF8E4M3FN;
  case ElementKind::F8E4M3FNUZ:
    return kF8E4M3FNUZ;
  case ElementKind::F8E5M2:
    return kF8E5M2;
  case ElementKind::F4E2M1FN:
    return kF4E2M1FN;
  default:
    assert(kind == ElementKind::F8E5M2FNUZ && "a small float");
    return kF8E5M2FNUZ;
  }
}

/// The low `bits` bits as a signed number, whatever stands above.
static int8_t signedValue(int64_t value, int bits) {
  return static_cast<int8_t>(static_cast<int8_t>(value << (8 - bits)) >> (8 - bits));
}

/// Loads elements stored as `Storage` and turns each into a cell by `convert`.
template <typename Storage, typename Convert>
static void loadAs(const char *data, int64_t first, int64_t stride, int64_t count, Cell *out,
                   Convert convert) {
  const char *at = data + first * static_cast<int64_t>(sizeof(Storage));
  for (int64_t i = 0; i < count; ++i) {
    Storage value;
    std::memcpy(&value, at + i * stride * static_cast<int64_t>(sizeof(Storage)), sizeof(value));
    convert(value, out[i]);
  }
}

template <typename Storage>
static void loadIntegers(const char *data, int64_t first, int64_t stride, int64_t count, Cell *out) {
  loadAs<Storage>(data, first, stride, count, out,
                  [](Storage value, Cell &cell) { cell.i = static_cast<int64_t>(value); });
}

void reference::loadCells(ElementKind kind, const char *data, int64_t first, int64_t stride, int64_t count,
                          Cell *out) {
  switch (kind) {
  case ElementKind::F32:
    return loadAs<float>(data, first, stride, count, out, [](float value, Cell &cell) { cell.f = value; });
  case ElementKind::F64:
    return loadAs<double>(data, first, stride, count, out, [](double value, Cell &cell) { cell.f = value; });
  case ElementKind::F16:
  case ElementKind::BF16: {
    SmallFloat format = formatOf(kind);
    return loadAs<uint16_t>(data, first, stride, count, out,
                            [&](uint16_t bits, Cell &cell) { cell.f = decode(format, bits); });
  }
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E4M3FNUZ:
  case ElementKind::F8E5M2:
  case ElementKind::F8E5M2FNUZ:
  case ElementKind::F4E2M1FN: {
    SmallFloat format = formatOf(kind);
    return loadAs<uint8_t>(data, first, stride, count, out,
                           [&](uint8_t bits, Cell &cell) { cell.f = decode(format, bits); });
  }
  case ElementKind::I1:
    return loadAs<uint8_t>(data, first, stride, count, out,
                           [](uint8_t byte, Cell &cell) { cell.i = byte != 0; });
  case ElementKind::I2:
  case ElementKind::I4:
    return loadAs<uint8_t>(data, first, stride, count, out, [bits = bitsOf(kind)](uint8_t byte, Cell &cell) {
      cell.i = signedValue(byte, bits);
    });
  case ElementKind::U2:
  case ElementKind::U4:
    return loadAs<uint8_t>(data, first, stride, count, out, [bits = bitsOf(kind)](uint8_t byte, Cell &cell) {
      cell.i = byte & ((1 << bits) - 1);
    });
  case ElementKind::I8:
    return loadIntegers<int8_t>(data, first, stride, count, out);
  case ElementKind::I16:
    return loadIntegers<int16_t>(data, first, stride, count, out);
  case ElementKind::I32:
    return loadIntegers<int32_t>(data, first, stride, count, out);
  case ElementKind::I64:
  case ElementKind::U64:
    return loadIntegers<int64_t>(data, first, stride, count, out);
  case ElementKind::U8:
    return loadIntegers<uint8_t>(data, first, stride, count, out);
  case ElementKind::U16:
    return loadIntegers<uint16_t>(data, first, stride, count, out);
  case ElementKind::U32:
    return loadIntegers<uint32_t>(data, first, stride, count, out);
  }
}

template <typename Storage, typename Convert>
static void storeAs(const Cell *cells, int64_t first, int64_t count, char *data, Convert convert) {
  char *at = data + first * static_cast<int64_t>(sizeof(Storage));
  for (int64_t i = 0; i < count; ++i) {
    Storage value = convert(cells[i]);
    std::memcpy(at + i * static_cast<int64_t>(sizeof(Storage)), &value, sizeof(value));
  }
}

void reference::storeCells(ElementKind kind, const Cell *cells, int64_t first, int64_t count, char *data,
                           bool saturate) {
  switch (kind) {
  case ElementKind::F32:
    return storeAs<float>(cells, first, count, data, [](Cell cell) { return static_cast<float>(cell.f); });
  case ElementKind::F64:
    return storeAs<double>(cells, first, count, data, [](Cell cell) { return cell.f; });
  case ElementKind::F16:
  case ElementKind::BF16: {
    SmallFloat format = formatOf(kind);
    return storeAs<uint16_t>(cells, first, count, data,
                             [&](Cell cell) { return encode(format, cell.f, /*saturate=*/false); });
  }
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E4M3FNUZ:
  case ElementKind::F8E5M2:
  case ElementKind::F8E5M2FNUZ:
  case ElementKind::F4E2M1FN: {
    SmallFloat format = formatOf(kind);
    return storeAs<uint8_t>(cells, first, count, data,
                            [&](Cell cell) { return encode(format, cell.f, saturate); });
  }
  case ElementKind::I1:
    return storeAs<uint8_t>(cells, first, count, data, [](Cell cell) { return cell.i & 1; });
  case ElementKind::I2:
  case ElementKind::I4:
    return storeAs<int8_t>(cells, first, count, data,
                           [bits = bitsOf(kind)](Cell cell) { return signedValue(cell.i, bits); });
  case ElementKind::U2:
  case ElementKind::U4:
    return storeAs<uint8_t>(cells, first, count, data,
                            [bits = bitsOf(kind)](Cell cell) { return cell.i & ((1 << bits) - 1); });
  case ElementKind::I8:
  case ElementKind::U8:
    return storeAs<uint8_t>(cells, first, count, data,
                            [](Cell cell) { return static_cast<uint8_t>(cell.i); });
  case ElementKind::I16:
  case ElementKind::U16:
    return storeAs<uint16_t>(cells, first, count, data,
                             [](Cell cell) { return static_cast<uint16_t>(cell.i); });
  case ElementKind::I32:
  case ElementKind::U32:
    return storeAs<uint32_t>(cells, first, count, data,
                             [](Cell cell) { return static_cast<uint32_t>(cell.i); });
  case ElementKind::I64:
  case ElementKind::U64:
    return storeAs<int64_t>(cells, first, count, data, [](Cell cell) { return cell.i; });
  }
}

std::vector<Cell> reference::loadAll(const Tensor &tensor) {
  std::vector<Cell> cells(tensor.numElements());
  loadCells(tensor.kind(), tensor.bytes().data(), 0, 1, tensor.numElements(), cells.data());
  return cells;
}

Tensor reference::storeAll(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<Cell> cells) {
  Tensor tensor(kind, shape);
  assert(static_cast<int64_t>(cells.size()) == tensor.numElements() && "one cell for every element");
  storeCells(kind, cells.data(), 0, tensor.numElements(), tensor.mutableBytes().data());
  return tensor;
}

/// Merges neighbouring dimensions that every operand walks as one: [2, 3] with strides (3, 1) and (3, 1) is
/// [6].
static void mergeDimensions(SmallVectorImpl<int64_t> &shape, MutableArrayRef<SmallVector<int64_t>> strides) {
  for (int64_t d = static_cast<int64_t>(shape.size()) - 2; d >= 0; --d) {
    if (llvm::all_of(strides, [&](auto &set) { return set[d] == set[d + 1] * shape[d + 1]; })) {
      shape[d + 1] *= shape[d];
      shape.erase(shape.begin() + d);
      for (SmallVector<int64_t> &set : strides) {
        set.erase(set.begin() + d);
      }
    }
  }
}

Tensor reference::mapElements(ArrayRef<Tensor> operands, ArrayRef<int64_t> shape, ElementKind resultKind,
                              RowFunction function, bool saturate) {
  constexpr int64_t kRow = 1024; // a few rows of 8-byte cells stay in the first-level cache
  Tensor result(resultKind, shape);
  SmallVector<int64_t> walked(shape);
  if (walked.empty()) {
    walked.push_back(1);
  }
  SmallVector<SmallVector<int64_t>> strides;
  for (const Tensor &operand : operands) {
    strides.push_back(broadcastStrides(operand.shape(), walked));
  }
  mergeDimensions(walked, strides);
  const int64_t inner = walked.back();
  SmallVector<int64_t> innerStrides;
  for (SmallVector<int64_t> &set : strides) {
    innerStrides.push_back(set.pop_back_val());
  }

  std::vector<Cell> buffers(kRow * (operands.size() + 1));
  SmallVector<const Cell *> rows;
  for (size_t k = 0; k < operands.size(); ++k) {
    rows.push_back(buffers.data() + k * kRow);
  }
  Cell *resultRow = buffers.data() + operands.size() * kRow;
  char *data = result.mutableBytes().data();
  int64_t written = 0;
  for (Odometer outer(ArrayRef(walked).drop_back(), strides); !outer.done(); outer.next()) {
    for (int64_t from = 0; from < inner; from += kRow) {
      int64_t count = std::min(kRow, inner - from);
      for (auto [k, operand] : llvm::enumerate(operands)) {
        loadCells(operand.kind(), operand.bytes().data(), outer.offset(k) + from * innerStrides[k],
                  innerStrides[k], count, buffers.data() + k * kRow);
      }
      function(rows, resultRow, count);
      storeCells(resultKind, resultRow, written, count, data, saturate);
      written += count;
    }
  }
  return result;
}

//===- NonZero.cpp - coordinates of the elements that are not zero --------===//
//
// Only the bits matter: an element is zero if those of its bits that count are, and the sign of a
// floating-point number does not count (in the fnuz formats a set sign alone is a NaN, so there it does).
//
//===----------------------------------------------------------------------===//

#include "heddle/abi.h"

/// Writes the coordinates but the last of row number `row` to columns [begin, end).
static void writeRow(int64_t row, const int64_t *shape, int64_t rank, int64_t *indices, int64_t elements,
                     int64_t begin, int64_t end) {
  for (int64_t i = rank - 2; i >= 0 && begin < end; --i) {
    int64_t coordinate = row % shape[i];
    row /= shape[i];
    for (int64_t column = begin; column < end; ++column) {
      indices[i * elements + column] = coordinate;
    }
  }
}

/// `mask` has the bits that count. Elements are read by rows along the last dimension; a scalar is a row of
/// one.
template <typename Bits>
static void nonZero(const void *input, Bits mask, const int64_t *shape, int64_t rank, int64_t *indices,
                    int64_t *count) {
  int64_t rows = 1, width = rank > 0 ? shape[rank - 1] : 1;
  for (int64_t i = 0; i + 1 < rank; ++i) {
    rows *= shape[i];
  }
  int64_t elements = rows * width, found = 0;
  auto *next = static_cast<const Bits *>(input);
  for (int64_t row = 0; row < rows; ++row) {
    int64_t begin = found;
    for (int64_t i = 0; i < width; ++i) {
      if (!(*next++ & mask)) {
        continue;
      }
      if (rank > 0) {
        indices[(rank - 1) * elements + found] = i;
      }
      ++found;
    }
    writeRow(row, shape, rank, indices, elements, begin, found);
  }
  *count = found;
}

void heddle_non_zero(uint32_t dtype, const void *input, const int64_t *shape, int64_t rank, int64_t *indices,
                     int64_t *count) {
  *count = 0;
  switch (dtype) {
  case HEDDLE_F64:
    return nonZero<uint64_t>(input, ~(uint64_t(1) << 63), shape, rank, indices, count);
  case HEDDLE_I64:
  case HEDDLE_U64:
    return nonZero<uint64_t>(input, UINT64_MAX, shape, rank, indices, count);
  case HEDDLE_F32:
    return nonZero<uint32_t>(input, 0x7fffffff, shape, rank, indices, count);
  case HEDDLE_I32:
  case HEDDLE_U32:
    return nonZero<uint32_t>(input, UINT32_MAX, shape, rank, indices, count);
  case HEDDLE_F16:
  case HEDDLE_BF16:
    return nonZero<uint16_t>(input, 0x7fff, shape, rank, indices, count);
  case HEDDLE_I16:
  case HEDDLE_U16:
    return nonZero<uint16_t>(input, UINT16_MAX, shape, rank, indices, count);
  case HEDDLE_F8E4M3FN:
  case HEDDLE_F8E5M2:
    return nonZero<uint8_t>(input, 0x7f, shape, rank, indices, count);
  case HEDDLE_F4E2M1FN:
    return nonZero<uint8_t>(input, 0x7, shape, rank, indices, count);
  case HEDDLE_F8E4M3FNUZ:
  case HEDDLE_F8E5M2FNUZ:
  case HEDDLE_I8:
  case HEDDLE_U8:
  case HEDDLE_I4:
  case HEDDLE_U4:
  case HEDDLE_I2:
  case HEDDLE_U2:
  case HEDDLE_BOOL:
    return nonZero<uint8_t>(input, UINT8_MAX, shape, rank, indices, count);
  default:
    return; // the compiler writes no other number
  }
}

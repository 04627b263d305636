//===- NonZero.cpp - coordinates of the elements that are not zero --------===//
//
// Only the bits matter: an element is zero if those of its bits that count are, and the sign of a
// floating-point number does not count (in the fnuz formats a set sign alone is a NaN, so there it does).
//
//===----------------------------------------------------------------------===//

#include "heddle/abi.h"

/// `mask` has the bits that count.
template <typename Bits>
static void nonZero(const void *input, Bits mask, const int64_t *shape, int64_t rank, int64_t *indices,
                    int64_t *count) {
  int64_t elements = 1;
  for (int64_t i = 0; i < rank; ++i) {
    elements *= shape[i];
  }
  int64_t found = 0;
  for (int64_t place = 0; place < elements; ++place) {
    if (!(static_cast<const Bits *>(input)[place] & mask)) {
      continue;
    }
    int64_t rest = place;
    for (int64_t i = rank - 1; i >= 0; --i) {
      indices[i * elements + found] = rest % shape[i];
      rest /= shape[i];
    }
    ++found;
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
  case HEDDLE_F8E4M3FNUZ:
  case HEDDLE_F8E5M2FNUZ:
  case HEDDLE_I8:
  case HEDDLE_U8:
  case HEDDLE_I4:
  case HEDDLE_U4:
  case HEDDLE_BOOL:
    return nonZero<uint8_t>(input, UINT8_MAX, shape, rank, indices, count);
  default:
    return; // the compiler writes no other number
  }
}

//===- Unicode.cpp - code points in UTF-8, their case and their kind ------===//

#include "heddle/unicode.h"

namespace {
/// Every `step`-th code point from `first` to `last` becomes itself plus `delta`.
struct CaseRun {
  uint32_t first, last, step;
  int32_t delta;
};

/// A code point that becomes several; behind them stand zeros.
struct CaseExpansion {
  uint32_t point, mapped[HEDDLE_CASE_POINTS];
};
} // namespace

#include "runtime/Kernels/CaseTables.inc"

/// The last entry of an ascending table that begins at `point` or before it, or null.
template <typename Entry, size_t n, typename KeyOf>
static const Entry *lastUpTo(const Entry (&table)[n], uint32_t point, KeyOf keyOf) {
  size_t low = 0, high = n; // entries below `low` begin no later, those from `high` on later
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (keyOf(table[middle]) <= point) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? nullptr : &table[low - 1];
}

template <size_t runs, size_t expansions>
static uint32_t mapBy(const CaseRun (&runTable)[runs], const CaseExpansion (&expansionTable)[expansions],
                      uint32_t point, uint32_t *mapped) {
  auto *expansion = lastUpTo(expansionTable, point, [](const CaseExpansion &e) { return e.point; });
  if (expansion && expansion->point == point) {
    uint32_t count = 0;
    while (count < HEDDLE_CASE_POINTS && expansion->mapped[count]) {
      mapped[count] = expansion->mapped[count];
      ++count;
    }
    return count;
  }
  auto *run = lastUpTo(runTable, point, [](const CaseRun &r) { return r.first; });
  bool isInRun = run && point <= run->last && (point - run->first) % run->step == 0;
  mapped[0] = isInRun ? point + uint32_t(run->delta) : point;
  return 1;
}

uint32_t heddle_map_case(uint32_t point, int32_t upper, uint32_t *mapped) {
  return upper ? mapBy(kUpperRuns, kUpperExpansions, point, mapped)
               : mapBy(kLowerRuns, kLowerExpansions, point, mapped);
}

int32_t heddle_is_white_space(uint32_t point) {
  return (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x20) || point == 0x85 ||
         point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
         point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

uint32_t heddle_decode_utf8(const char *text, size_t bytes, uint32_t *point) {
  if (bytes == 0) {
    return 0;
  }
  auto first = uint8_t(text[0]);
  if (first < 0x80) {
    *point = first;
    return 1;
  }
  uint32_t count = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (count == 0 || count > bytes) {
    return 0;
  }
  uint32_t value = first & (0x7Fu >> count);
  for (uint32_t i = 1; i < count; ++i) {
    auto byte = uint8_t(text[i]);
    if ((byte & 0xC0) != 0x80) {
      return 0;
    }
    value = value << 6 | (byte & 0x3F);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool isSurrogate = value >= 0xD800 && value < 0xE000;
  if (value < least[count] || value > 0x10FFFF || isSurrogate) {
    return 0;
  }
  *point = value;
  return count;
}

uint32_t heddle_encode_utf8(uint32_t point, char *text) {
  if (point < 0x80) {
    text[0] = char(point);
    return 1;
  }
  uint32_t count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (uint32_t i = count - 1; i > 0; --i) {
    text[i] = char(0x80 | (point & 0x3F));
    point >>= 6;
  }
  text[0] = char(0xF00u >> count | point);
  return count;
}

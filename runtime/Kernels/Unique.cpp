//===- Unique.cpp - distinct rows -----------------------------------------===//
//
// Row numbers are sorted by their rows (merge sort, which keeps equal rows in order), then equal neighbours
// are counted. The results serve as working memory: each has one entry a row, and every step overwrites only
// what it has read.
//
//   rows b a b, sorted: order = 1 0 2 -> first = 1 0, inverse = 1 0 1, counts = 1 2
//
//===----------------------------------------------------------------------===//

#include "runtime/Kernels/ElementKey.h"

using namespace heddle::rt;

namespace {

template <typename Key> struct Rows {
  Key key;
  const typename Key::Element *data;
  int64_t width;

  /// Negative, zero or positive as row `a` comes before, equals or comes behind row `b`.
  int compare(int64_t a, int64_t b) const {
    for (int64_t i = 0; i < width; ++i) {
      int64_t keyA = key(data[a * width + i]), keyB = key(data[b * width + i]);
      if (keyA != keyB) {
        return keyA < keyB ? -1 : 1;
      }
    }
    return 0;
  }
};

} // namespace

/// Merges the sorted runs [begin, middle) and [middle, end) of `from` into `to`.
template <typename Key>
static void mergeRuns(const Rows<Key> &rows, const int64_t *from, int64_t *to, int64_t begin, int64_t middle,
                      int64_t end) {
  int64_t left = begin, right = middle;
  for (int64_t i = begin; i < end; ++i) {
    bool takeLeft = right == end || (left < middle && rows.compare(from[left], from[right]) <= 0);
    to[i] = takeLeft ? from[left++] : from[right++];
  }
}

/// Writes the numbers of the rows into `order`, sorted; `spare` has as many entries.
template <typename Key>
static void sortRows(const Rows<Key> &rows, int64_t n, int64_t *order, int64_t *spare) {
  for (int64_t i = 0; i < n; ++i) {
    order[i] = i;
  }
  int64_t *from = order, *to = spare;
  for (int64_t run = 1; run < n; run *= 2) {
    for (int64_t begin = 0; begin < n; begin += 2 * run) {
      int64_t middle = begin + run < n ? begin + run : n, end = middle + run < n ? middle + run : n;
      mergeRuns(rows, from, to, begin, middle, end);
    }
    int64_t *swap = from;
    from = to;
    to = swap;
  }
  for (int64_t i = 0; from != order && i < n; ++i) {
    order[i] = from[i];
  }
}

/// Turns the sorted row numbers in `first` into the results. The number of a distinct row is at most the
/// place it is read at.
template <typename Key>
static int64_t groupRows(const Rows<Key> &rows, int64_t n, int64_t *first, int64_t *inverse,
                         int64_t *counts) {
  int64_t group = -1;
  for (int64_t i = 0, head = 0; i < n; ++i) {
    int64_t row = first[i];
    if (i == 0 || rows.compare(head, row) != 0) {
      head = row;
      ++group;
      first[group] = row;
      counts[group] = 0;
    }
    inverse[row] = group;
    ++counts[group];
  }
  return group + 1;
}

/// Renumbers the distinct rows by their first occurrence. A new number stands negated in `first` until all
/// are known.
static void orderByOccurrence(int64_t n, int64_t *first, int64_t *inverse, int64_t *counts) {
  int64_t next = 0;
  for (int64_t row = 0; row < n; ++row) {
    int64_t &head = first[inverse[row]];
    if (head == row) {
      head = -1 - next++;
    }
    inverse[row] = -1 - head;
  }
  next = 0;
  for (int64_t row = 0; row < n; ++row) {
    int64_t group = inverse[row];
    if (group == next) {
      first[group] = row;
      counts[group] = 0;
      ++next;
    }
    ++counts[group];
  }
}

void heddle_unique(uint32_t dtype, const void *input, int64_t rows, int64_t width, int32_t sorted,
                   int64_t *first, int64_t *inverse, int64_t *counts, int64_t *count) {
  *count = 0;
  withKey(dtype, [&](auto key) {
    using Key = decltype(key);
    Rows<Key> all{key, static_cast<const typename Key::Element *>(input), width};
    sortRows(all, rows, first, counts);
    *count = groupRows(all, rows, first, inverse, counts);
  });
  if (!sorted) {
    orderByOccurrence(rows, first, inverse, counts);
  }
}

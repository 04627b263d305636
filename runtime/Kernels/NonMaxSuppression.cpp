//===- NonMaxSuppression.cpp - chooses boxes that do not overlap ----------===//
//
// For each batch and class: boxes with a score above the threshold, best first, are taken unless they overlap
// a box taken before by more than the threshold. Source: ONNX NonMaxSuppression-11.
//
// Working memory is the unused end of `selected`. With n boxes there are 3n entries for one class. Its m <= n
// candidates are sorted at their very end, [3n - m, 3n), and read from the front. When p of them are read, at
// most 3p entries of results are written, and 3p <= 3n - m + p because 2p + m <= 3n: results never reach an
// unread candidate.
//
//===----------------------------------------------------------------------===//

#include "heddle/abi.h"

namespace {

struct Interval {
  float low, high;
};

struct Box {
  Interval y, x;
};

/// The boxes and the scores of one batch entry and class.
struct Class {
  const float *boxes, *scores;
  bool centerPoint;

  Box box(int64_t i) const {
    const float *b = boxes + 4 * i;
    return centerPoint ? Box{around(b[1], b[3]), around(b[0], b[2])}
                       : Box{between(b[0], b[2]), between(b[1], b[3])};
  }

  /// Whether candidate `a` comes before `b`: the better score, then the lower number.
  bool isBefore(int64_t a, int64_t b) const { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; }

private:
  static Interval between(float a, float b) { return a < b ? Interval{a, b} : Interval{b, a}; }
  static Interval around(float center, float size) { return {center - size / 2, center + size / 2}; }
};

} // namespace

static float overlap(Interval a, Interval b) {
  return (a.high < b.high ? a.high : b.high) - (a.low > b.low ? a.low : b.low);
}

static float area(const Box &box) { return (box.y.high - box.y.low) * (box.x.high - box.x.low); }

/// Whether the intersection is more than `threshold` of the union. Boxes without an area overlap nothing.
static bool overlaps(const Box &a, const Box &b, float threshold) {
  float y = overlap(a.y, b.y), x = overlap(a.x, b.x);
  float areaA = area(a), areaB = area(b);
  if (!(y > 0 && x > 0 && areaA > 0 && areaB > 0)) {
    return false;
  }
  float intersection = y * x;
  return intersection / (areaA + areaB - intersection) > threshold;
}

/// Makes a heap, with the candidate that comes last at the root, of entries [root, end) whose children of
/// `root` are heaps.
static void siftDown(const Class &c, int64_t *candidates, int64_t root, int64_t end) {
  for (int64_t child; (child = 2 * root + 1) < end; root = child) {
    if (child + 1 < end && c.isBefore(candidates[child], candidates[child + 1])) {
      ++child;
    }
    if (!c.isBefore(candidates[root], candidates[child])) {
      return;
    }
    int64_t swap = candidates[root];
    candidates[root] = candidates[child];
    candidates[child] = swap;
  }
}

static void sortCandidates(const Class &c, int64_t *candidates, int64_t count) {
  for (int64_t i = count / 2 - 1; i >= 0; --i) {
    siftDown(c, candidates, i, count);
  }
  for (int64_t end = count - 1; end > 0; --end) {
    int64_t swap = candidates[0];
    candidates[0] = candidates[end];
    candidates[end] = swap;
    siftDown(c, candidates, 0, end);
  }
}

/// Whether box `i` overlaps one of the `taken` boxes of the rows at `results`.
static bool isSuppressed(const Class &c, int64_t i, const int64_t *results, int64_t taken, float threshold) {
  Box box = c.box(i);
  for (int64_t j = 0; j < taken; ++j) {
    if (overlaps(box, c.box(results[3 * j + 2]), threshold)) {
      return true;
    }
  }
  return false;
}

void heddle_non_max_suppression(const float *boxes, const float *scores, int64_t batch, int64_t classes,
                                int64_t n, int64_t max_per_class, float iou_threshold, float score_threshold,
                                int32_t center_point, int64_t *selected, int64_t *count) {
  int64_t *results = selected;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t k = 0; k < classes; ++k) {
      Class c{boxes + b * n * 4, scores + (b * classes + k) * n, center_point != 0};
      int64_t *end = results + 3 * n, *next = end;
      for (int64_t i = 0; i < n; ++i) {
        if (c.scores[i] > score_threshold) {
          *--next = i;
        }
      }
      sortCandidates(c, next, end - next);
      int64_t taken = 0;
      for (; next < end && taken < max_per_class; ++next) {
        int64_t i = *next;
        if (!isSuppressed(c, i, results, taken, iou_threshold)) {
          int64_t *row = results + 3 * taken++;
          row[0] = b;
          row[1] = k;
          row[2] = i;
        }
      }
      results += 3 * taken;
    }
  }
  *count = (results - selected) / 3;
}

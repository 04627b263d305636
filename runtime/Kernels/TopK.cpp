//===- TopK.cpp - the largest or smallest elements along a dimension ------===//
//
// Each line along the middle dimension is read once. The best k elements so far stand in the line of the
// results as a heap whose root is the worst of them: an element that is no better than the root is dropped
// after one comparison. At the end the heap is sorted in place. O(size log k) a line, no memory but the
// results'.
//
//===----------------------------------------------------------------------===//

#include "runtime/Kernels/ElementKey.h"

using namespace heddle::rt;

namespace {

/// The results of one line: entry i stands at i * stride.
template <typename Key> class BestOfLine {
public:
  using Element = typename Key::Element;

  BestOfLine(Key key, bool largest, Element *values, int64_t *indices, int64_t stride, int64_t k)
      : key(key), flip(largest ? 0 : -1), values(values), indices(indices), stride(stride), k(k) {}

  /// `k` >= 1.
  void choose(const Element *line, int64_t size) {
    for (int64_t i = 0; i < k; ++i) {
      set(i, line[i * stride], i);
    }
    for (int64_t i = k / 2 - 1; i >= 0; --i) {
      siftDown(i, k);
    }
    int64_t worst = rank(values[0]);
    for (int64_t i = k; i < size; ++i) {
      Element element = line[i * stride];
      if (rank(element) > worst) { // among equals the earlier one stays
        set(0, element, i);
        siftDown(0, k);
        worst = rank(values[0]);
      }
    }
    for (int64_t end = k - 1; end > 0; --end) {
      swap(0, end);
      siftDown(0, end);
    }
  }

private:
  /// Higher is better.
  int64_t rank(Element element) const { return key(element) ^ flip; }

  void set(int64_t i, Element element, int64_t index) {
    values[i * stride] = element;
    indices[i * stride] = index;
  }

  void swap(int64_t a, int64_t b) {
    Element element = values[a * stride];
    int64_t index = indices[a * stride];
    set(a, values[b * stride], indices[b * stride]);
    set(b, element, index);
  }

  bool isWorse(int64_t a, int64_t b) const {
    int64_t rankA = rank(values[a * stride]), rankB = rank(values[b * stride]);
    return rankA != rankB ? rankA < rankB : indices[a * stride] > indices[b * stride];
  }

  /// Makes a heap of entries [root, end) whose children of `root` are heaps.
  void siftDown(int64_t root, int64_t end) {
    for (int64_t child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && isWorse(child + 1, child)) {
        ++child;
      }
      if (!isWorse(child, root)) {
        return;
      }
      swap(child, root);
    }
  }

  Key key;
  int64_t flip; ///< all bits where the smallest are wanted: x ^ -1 = -1 - x turns the order round
  Element *values;
  int64_t *indices;
  int64_t stride, k;
};

} // namespace

void heddle_top_k(uint32_t dtype, const void *input, void *values, int64_t *indices, int64_t outer,
                  int64_t size, int64_t inner, int64_t k, int32_t largest) {
  if (k < 1) {
    return;
  }
  withKey(dtype, [&](auto key) {
    using Element = typename decltype(key)::Element;
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        int64_t result = o * k * inner + i;
        BestOfLine<decltype(key)> best(key, largest != 0, static_cast<Element *>(values) + result,
                                       indices + result, inner, k);
        best.choose(static_cast<const Element *>(input) + o * size * inner + i, size);
      }
    }
  });
}

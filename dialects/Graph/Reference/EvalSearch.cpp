//===- EvalSearch.cpp - sorting and choosing ------------------------------===//

#include "dialects/Graph/Reference/Combine.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace heddle;
using namespace heddle::reference;

/// A strict order of all values: a NaN is larger than any number and equal to itself.
static bool isBefore(ElementKind kind, Cell a, Cell b) {
  return isNan(kind, b) ? !isNan(kind, a) : isLess(kind, a, b);
}

static Results evaluateTopK(graph::TopKOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  FailureOr<SmallVector<int64_t>> shape = evaluation.resultSizes(op.getValues(), op.getSize());
  if (failed(shape)) {
    return failure();
  }
  const int64_t axis = op.getAxis(), size = input.shape()[axis], k = (*shape)[axis];
  if (k > size) {
    return evaluation.fail("asks for " + Twine(k) + " of " + Twine(size) + " elements");
  }
  const int64_t outer = numElements(input.shape().take_front(axis));
  const int64_t inner = numElements(input.shape().drop_front(axis + 1));
  std::vector<Cell> cells = loadAll(input), values(outer * k * inner), places(outer * k * inner);
  std::vector<int64_t> order(size);
  for (int64_t line = 0; line < outer * inner; ++line) {
    auto at = [&](int64_t i) { return cells[(line / inner * size + i) * inner + line % inner]; };
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
      return op.getLargest() ? isBefore(input.kind(), at(j), at(i)) : isBefore(input.kind(), at(i), at(j));
    });
    for (int64_t i = 0; i < k; ++i) {
      int64_t to = (line / inner * k + i) * inner + line % inner;
      values[to] = at(order[i]);
      places[to].i = order[i];
    }
  }
  return SmallVector<Tensor>{storeAll(input.kind(), *shape, values),
                             storeAll(ElementKind::I64, *shape, places)};
}

static Results evaluateNonZero(graph::NonZeroOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  const int64_t elements = input.numElements();
  std::vector<Cell> cells = loadAll(input);
  Tensor indices(ElementKind::I64, {input.rank(), elements});
  int64_t count = 0, i = 0;
  for (Odometer place(input.shape(), {}); !place.done(); place.next(), ++i) {
    if (isFloat(input.kind()) ? cells[i].f == 0 : cells[i].i == 0) {
      continue;
    }
    for (auto [dim, index] : llvm::enumerate(place.index())) {
      indices.setInteger(dim * elements + count, index);
    }
    ++count;
  }
  return SmallVector<Tensor>{std::move(indices), Tensor::scalar(count)};
}

static Results evaluateUnique(graph::UniqueOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  const int64_t rows = input.shape()[0], width = numElements(input.shape().drop_front());
  std::vector<Cell> cells = loadAll(input);
  auto isRowBefore = [&](int64_t a, int64_t b) {
    for (int64_t i = 0; i < width; ++i) {
      Cell x = cells[a * width + i], y = cells[b * width + i];
      if (isBefore(input.kind(), x, y) || isBefore(input.kind(), y, x)) {
        return isBefore(input.kind(), x, y);
      }
    }
    return false;
  };
  SmallVector<int64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), isRowBefore);

  // Groups of equal rows; the sort is stable, so each group starts with its first occurrence.
  SmallVector<SmallVector<int64_t>> groups;
  for (int64_t row : order) {
    if (groups.empty() || isRowBefore(groups.back()[0], row)) {
      groups.emplace_back();
    }
    groups.back().push_back(row);
  }
  if (!op.getSorted()) {
    llvm::sort(groups, [](auto &a, auto &b) { return a[0] < b[0]; });
  }
  Tensor first(ElementKind::I64, {rows}), inverse(ElementKind::I64, {rows}), counts(ElementKind::I64, {rows});
  for (auto [number, group] : llvm::enumerate(groups)) {
    first.setInteger(number, group[0]);
    counts.setInteger(number, static_cast<int64_t>(group.size()));
    for (int64_t row : group) {
      inverse.setInteger(row, static_cast<int64_t>(number));
    }
  }
  return SmallVector<Tensor>{first, inverse, counts, Tensor::scalar(static_cast<int64_t>(groups.size()))};
}

//===----------------------------------------------------------------------===//
// Non-maximum suppression
//===----------------------------------------------------------------------===//

namespace {
/// A box by its corners, low to high.
struct Box {
  float y1, x1, y2, x2;
  float area() const { return (y2 - y1) * (x2 - x1); }
};
} // namespace

static Box readBox(const Tensor &boxes, int64_t number, bool centerPoint) {
  float v[4];
  for (int64_t i = 0; i < 4; ++i) {
    v[i] = static_cast<float>(boxes.asDouble(number * 4 + i));
  }
  if (centerPoint) { // x, y, width, height
    float halfWidth = v[2] / 2, halfHeight = v[3] / 2;
    return {v[1] - halfHeight, v[0] - halfWidth, v[1] + halfHeight, v[0] + halfWidth};
  }
  return {std::min(v[0], v[2]), std::min(v[1], v[3]), std::max(v[0], v[2]), std::max(v[1], v[3])};
}

/// Whether the two overlap by more than `threshold`, in f32. Boxes without area do not overlap.
static bool overlaps(const Box &a, const Box &b, float threshold) {
  float height = std::min(a.y2, b.y2) - std::max(a.y1, b.y1),
        width = std::min(a.x2, b.x2) - std::max(a.x1, b.x1);
  if (height <= 0 || width <= 0 || a.area() <= 0 || b.area() <= 0) {
    return false;
  }
  float both = height * width;
  return both / (a.area() + b.area() - both) > threshold;
}

static Results evaluateNonMaxSuppression(graph::NonMaxSuppressionOp op, Evaluation &evaluation) {
  const Tensor &boxes = evaluation.get(op.getBoxes()), &scores = evaluation.get(op.getScores());
  const int64_t batch = scores.shape()[0], classes = scores.shape()[1], n = scores.shape()[2];
  const int64_t limit = evaluation.get(op.getMaxPerClass()).asInteger(0);
  const float iouThreshold = static_cast<float>(evaluation.get(op.getIouThreshold()).asDouble(0));
  const float scoreThreshold = static_cast<float>(evaluation.get(op.getScoreThreshold()).asDouble(0));
  Tensor selected(ElementKind::I64, {batch * classes * n, 3});
  int64_t count = 0;
  for (int64_t line = 0; line < batch * classes; ++line) {
    auto score = [&](int64_t i) { return scores.asDouble(line * n + i); };
    SmallVector<int64_t> order;
    for (int64_t i = 0; i < n; ++i) {
      if (score(i) > scoreThreshold) {
        order.push_back(i);
      }
    }
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return score(i) > score(j); });
    SmallVector<Box> kept;
    for (int64_t i : order) {
      Box box = readBox(boxes, line / classes * n + i, op.getCenterPoint());
      if (static_cast<int64_t>(kept.size()) >= limit) {
        break;
      }
      if (llvm::any_of(kept, [&](const Box &other) { return overlaps(box, other, iouThreshold); })) {
        continue;
      }
      kept.push_back(box);
      for (auto [column, value] : llvm::enumerate(ArrayRef<int64_t>{line / classes, line % classes, i})) {
        selected.setInteger(count * 3 + column, value);
      }
      ++count;
    }
  }
  return SmallVector<Tensor>{std::move(selected), Tensor::scalar(count)};
}

std::optional<Results> reference::evaluateSearch(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::TopKOp>([&](auto topK) { return evaluateTopK(topK, evaluation); })
      .Case<graph::NonZeroOp>([&](auto nonZero) { return evaluateNonZero(nonZero, evaluation); })
      .Case<graph::UniqueOp>([&](auto unique) { return evaluateUnique(unique, evaluation); })
      .Case<graph::NonMaxSuppressionOp>(
          [&](auto suppression) { return evaluateNonMaxSuppression(suppression, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}

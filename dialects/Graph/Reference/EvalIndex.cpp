//===- EvalIndex.cpp - gathers and scatters -------------------------------===//

#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/Combine.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

/// Reads index `i` and normalises it, or records that it is outside.
static FailureOr<int64_t> readIndex(const Tensor &indices, int64_t i, int64_t size, Evaluation &evaluation) {
  int64_t index = indices.asInteger(i);
  if (std::optional<int64_t> place = normalizeIndex(index, size)) {
    return *place;
  }
  return evaluation.fail("index " + Twine(index) + " is outside a dimension of size " + Twine(size));
}

static Results evaluateGather(graph::GatherOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &indices = evaluation.get(op.getIndices());
  const int64_t axis = op.getAxis(), size = input.shape()[axis];
  SmallVector<int64_t> shape(input.shape().take_front(axis));
  shape.append(indices.shape().begin(), indices.shape().end());
  shape.append(input.shape().begin() + axis + 1, input.shape().end());
  const int64_t outer = numElements(input.shape().take_front(axis));
  const int64_t bytes = numElements(input.shape().drop_front(axis + 1)) * bytesOf(input.kind());

  SmallVector<int64_t> places;
  for (int64_t i = 0; i < indices.numElements(); ++i) {
    FailureOr<int64_t> place = readIndex(indices, i, size, evaluation);
    if (failed(place)) {
      return failure();
    }
    places.push_back(*place);
  }
  Tensor result(input.kind(), shape);
  char *at = result.mutableBytes().data();
  for (int64_t o = 0; o < outer && bytes > 0; ++o) {
    for (int64_t place : places) {
      std::memcpy(at, input.bytes().data() + (o * size + place) * bytes, bytes);
      at += bytes;
    }
  }
  return single(std::move(result));
}

/// The offset in a tensor of `shape` of the place that `index` names, with `chosen` instead at `axis`.
static int64_t offsetWithChosen(ArrayRef<int64_t> shape, ArrayRef<int64_t> index, int64_t axis,
                                int64_t chosen) {
  int64_t offset = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    offset = offset * size + (static_cast<int64_t>(dim) == axis ? chosen : index[dim]);
  }
  return offset;
}

/// Whether indices fit inside the input along every dimension but the axis.
static LogicalResult checkFits(const Tensor &input, const Tensor &indices, int64_t axis,
                               Evaluation &evaluation) {
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip(input.shape(), indices.shape()))) {
    if (static_cast<int64_t>(dim) != axis && std::get<1>(sizes) > std::get<0>(sizes)) {
      return evaluation.fail("indices of shape " + toString(indices.shape()) + " leave the input of shape " +
                             toString(input.shape()) + " at dimension " + Twine(dim));
    }
  }
  return success();
}

static Results evaluateGatherElements(graph::GatherElementsOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &indices = evaluation.get(op.getIndices());
  const int64_t axis = op.getAxis(), bytes = bytesOf(input.kind());
  if (failed(checkFits(input, indices, axis, evaluation))) {
    return failure();
  }
  Tensor result(input.kind(), indices.shape());
  char *at = result.mutableBytes().data();
  int64_t i = 0;
  for (Odometer place(indices.shape(), {}); !place.done(); place.next(), at += bytes, ++i) {
    FailureOr<int64_t> chosen = readIndex(indices, i, input.shape()[axis], evaluation);
    if (failed(chosen)) {
      return failure();
    }
    int64_t offset = offsetWithChosen(input.shape(), place.index(), axis, *chosen);
    std::memcpy(at, input.bytes().data() + offset * bytes, bytes);
  }
  return single(std::move(result));
}

/// The offset, in slices, that row `row` of `indices` [rows, n] names in dimensions [first, first + n) of
/// `shape`.
static FailureOr<int64_t> coordinateOffset(const Tensor &indices, int64_t row, ArrayRef<int64_t> dims,
                                           Evaluation &evaluation) {
  int64_t offset = 0, n = static_cast<int64_t>(dims.size());
  for (int64_t d = 0; d < n; ++d) {
    FailureOr<int64_t> place = readIndex(indices, row * n + d, dims[d], evaluation);
    if (failed(place)) {
      return failure();
    }
    offset = offset * dims[d] + *place;
  }
  return offset;
}

static Results evaluateGatherNd(graph::GatherNdOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &indices = evaluation.get(op.getIndices());
  const int64_t batchDims = op.getBatchDims(), n = indices.shape().back();
  ArrayRef<int64_t> batch = indices.shape().take_front(batchDims);
  if (batch != input.shape().take_front(batchDims)) {
    return evaluation.fail("input " + toString(input.shape()) + " and indices " + toString(indices.shape()) +
                           " differ in the first " + Twine(batchDims) + " dimensions");
  }
  ArrayRef<int64_t> dims = input.shape().slice(batchDims, n);
  SmallVector<int64_t> shape(indices.shape().drop_back());
  shape.append(input.shape().begin() + batchDims + n, input.shape().end());
  const int64_t bytes = numElements(input.shape().drop_front(batchDims + n)) * bytesOf(input.kind());
  const int64_t batches = numElements(batch),
                rows = numElements(indices.shape().drop_front(batchDims).drop_back());

  Tensor result(input.kind(), shape);
  char *at = result.mutableBytes().data();
  for (int64_t row = 0; row < batches * rows; ++row) {
    FailureOr<int64_t> offset = coordinateOffset(indices, row, dims, evaluation);
    if (failed(offset)) {
      return failure();
    }
    if (bytes > 0) {
      std::memcpy(at, input.bytes().data() + (row / rows * numElements(dims) + *offset) * bytes, bytes);
    }
    at += bytes;
  }
  return single(std::move(result));
}

/// result[to, to + count) combined with updates[from, from + count), each element rounded.
static void combineInto(Tensor &result, int64_t to, const Tensor &updates, int64_t from, int64_t count,
                        graph::Combiner combiner) {
  const int64_t bytes = bytesOf(result.kind());
  char *data = result.mutableBytes().data();
  if (combiner == graph::Combiner::Replace) {
    if (count > 0) {
      std::memcpy(data + to * bytes, updates.bytes().data() + from * bytes, count * bytes);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    Cell old, update;
    loadCells(result.kind(), data, to + i, 1, 1, &old);
    loadCells(result.kind(), updates.bytes().data(), from + i, 1, 1, &update);
    Cell combined = combine(combiner, result.kind(), old, update);
    storeCells(result.kind(), &combined, to + i, 1, data);
  }
}

static Results evaluateScatterElements(graph::ScatterElementsOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &indices = evaluation.get(op.getIndices());
  const Tensor &updates = evaluation.get(op.getUpdates());
  const int64_t axis = op.getAxis();
  if (updates.shape() != indices.shape()) {
    return evaluation.fail("indices are " + toString(indices.shape()) + " but updates " +
                           toString(updates.shape()));
  }
  if (failed(checkFits(input, indices, axis, evaluation))) {
    return failure();
  }
  Tensor result = input;
  int64_t i = 0;
  for (Odometer place(indices.shape(), {}); !place.done(); place.next(), ++i) {
    FailureOr<int64_t> chosen = readIndex(indices, i, input.shape()[axis], evaluation);
    if (failed(chosen)) {
      return failure();
    }
    combineInto(result, offsetWithChosen(input.shape(), place.index(), axis, *chosen), updates, i, 1,
                op.getCombiner());
  }
  return single(std::move(result));
}

static Results evaluateScatterNd(graph::ScatterNdOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &indices = evaluation.get(op.getIndices());
  const Tensor &updates = evaluation.get(op.getUpdates());
  const int64_t n = indices.shape().back();
  SmallVector<int64_t> wanted(indices.shape().drop_back());
  wanted.append(input.shape().begin() + n, input.shape().end());
  if (updates.shape() != ArrayRef(wanted)) {
    return evaluation.fail("updates have the shape " + toString(updates.shape()) + " but should have " +
                           toString(wanted));
  }
  const int64_t slice = numElements(input.shape().drop_front(n)),
                rows = numElements(indices.shape().drop_back());
  Tensor result = input;
  for (int64_t row = 0; row < rows; ++row) {
    FailureOr<int64_t> offset = coordinateOffset(indices, row, input.shape().take_front(n), evaluation);
    if (failed(offset)) {
      return failure();
    }
    combineInto(result, *offset * slice, updates, row * slice, slice, op.getCombiner());
  }
  return single(std::move(result));
}

std::optional<Results> reference::evaluateIndex(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::GatherOp>([&](auto gather) { return evaluateGather(gather, evaluation); })
      .Case<graph::GatherElementsOp>([&](auto gather) { return evaluateGatherElements(gather, evaluation); })
      .Case<graph::GatherNdOp>([&](auto gather) { return evaluateGatherNd(gather, evaluation); })
      .Case<graph::ScatterElementsOp>(
          [&](auto scatter) { return evaluateScatterElements(scatter, evaluation); })
      .Case<graph::ScatterNdOp>([&](auto scatter) { return evaluateScatterNd(scatter, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}

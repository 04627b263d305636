//===- EvalData.cpp - constants, shapes and movement of elements ----------===//

#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Philox.h"
#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

using Sizes = FailureOr<SmallVector<int64_t>>;

static Results evaluateConstant(graph::ConstantOp op, Evaluation &evaluation) {
  FailureOr<Tensor> value = Tensor::fromElements(op.getValue());
  return failed(value) ? Results(evaluation.fail("the element type is not supported")) : single(*value);
}

static Results evaluateSymbolic(graph::SymbolicOp op, Evaluation &evaluation) {
  Sizes values = evaluation.positions(op.getExprs(), Value());
  if (failed(values)) {
    return failure();
  }
  return single(op.getRank0() ? Tensor::scalar(values->front()) : Tensor::indices(*values));
}

static Results evaluateIota(graph::IotaOp op, Evaluation &evaluation) {
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(shape)) {
    return failure();
  }
  const ElementKind kind = evaluation.resultKind();
  std::vector<Cell> places((*shape)[op.getAxis()]);
  for (auto [i, place] : llvm::enumerate(places)) {
    if (isFloat(kind)) {
      place.f = static_cast<double>(i);
    } else {
      place.i = static_cast<int64_t>(i);
    }
  }
  // One line along the axis, stretched over the other dimensions.
  SmallVector<int64_t> line(shape->size() - op.getAxis(), 1);
  line[0] = static_cast<int64_t>(places.size());
  Tensor row = storeAll(kind, line, places);
  return single(gatherStrided(row, 0, broadcastStrides(line, *shape), *shape));
}

static Results evaluateReshape(graph::ReshapeOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(shape)) {
    return failure();
  }
  if (numElements(*shape) != input.numElements()) {
    return evaluation.fail("reshapes " + toString(input.shape()) + " to " + toString(*shape));
  }
  return single(input.reshaped(*shape));
}

static Results evaluateTranspose(graph::TransposeOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  SmallVector<int64_t> shape, strides, own = rowMajorStrides(input.shape());
  for (int64_t dim : op.getPermutation()) {
    shape.push_back(input.shape()[dim]);
    strides.push_back(own[dim]);
  }
  return single(gatherStrided(input, 0, strides, shape));
}

static Results evaluateBroadcast(graph::BroadcastOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(shape)) {
    return failure();
  }
  for (auto [size, wanted] : llvm::zip(llvm::reverse(input.shape()), llvm::reverse(*shape))) {
    if (size != 1 && size != wanted) {
      return evaluation.fail("stretches " + toString(input.shape()) + " to " + toString(*shape));
    }
  }
  return single(gatherStrided(input, 0, broadcastStrides(input.shape(), *shape), *shape));
}

static Results evaluateSlice(graph::SliceOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  Sizes starts = evaluation.positions(op.getStarts(), op.getDynamicStarts());
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(starts) || failed(shape)) {
    return failure();
  }
  SmallVector<int64_t> strides = rowMajorStrides(input.shape());
  const bool isEmpty = numElements(*shape) == 0;
  int64_t offset = 0;
  for (auto [dim, start, step, size] : llvm::enumerate(*starts, op.getSteps(), *shape)) {
    int64_t last = start + (size - 1) * step;
    if (!isEmpty && (std::min(start, last) < 0 || std::max(start, last) >= input.shape()[dim])) {
      return evaluation.fail("reads elements " + Twine(start) + " to " + Twine(last) + " of dimension " +
                             Twine(dim) + ", which has " + Twine(input.shape()[dim]));
    }
    offset += start * strides[dim];
    strides[dim] *= step;
  }
  return single(isEmpty ? Tensor(input.kind(), *shape) : gatherStrided(input, offset, strides, *shape));
}

static Results evaluateConcat(graph::ConcatOp op, Evaluation &evaluation) {
  const int64_t axis = op.getAxis();
  ArrayRef<Tensor> inputs = evaluation.all();
  SmallVector<int64_t> shape(inputs[0].shape());
  shape[axis] = 0;
  for (const Tensor &input : inputs) {
    for (auto [dim, size] : llvm::enumerate(input.shape())) {
      if (static_cast<int64_t>(dim) != axis && size != shape[dim]) {
        return evaluation.fail("joins " + toString(inputs[0].shape()) + " and " + toString(input.shape()) +
                               " along dimension " + Twine(axis));
      }
    }
    shape[axis] += input.shape()[axis];
  }
  Tensor result(inputs[0].kind(), shape);
  char *at = result.mutableBytes().data();
  const int64_t outer = numElements(ArrayRef(shape).take_front(axis));
  for (int64_t row = 0; row < outer; ++row) {
    for (const Tensor &input : inputs) {
      size_t bytes = input.bytes().size() / outer;
      if (bytes > 0) {
        std::memcpy(at, input.bytes().data() + row * bytes, bytes);
      }
      at += bytes;
    }
  }
  return single(std::move(result));
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// `i` modulo `n`, not negative.
static int64_t wrapped(int64_t i, int64_t n) { return ((i % n) + n) % n; }

/// The input element that stands at place `i` relative to the input's first, or -1 for none. The input has
/// `n`.
static int64_t padSource(graph::PadMode mode, int64_t i, int64_t n, int64_t interior) {
  switch (mode) {
  case graph::PadMode::Constant:
    return i < 0 || i % (interior + 1) != 0 || i / (interior + 1) >= n ? -1 : i / (interior + 1);
  case graph::PadMode::Edge:
    return std::clamp<int64_t>(i, 0, n - 1);
  case graph::PadMode::Wrap:
    return wrapped(i, n);
  case graph::PadMode::Reflect: {
    if (n == 1) {
      return 0;
    }
    // 0 1 2 3 | 2 1 | 0 1 2 3 …: a period of 2 (n - 1) places.
    int64_t place = wrapped(i, 2 * (n - 1));
    return place < n ? place : 2 * (n - 1) - place;
  }
  }
  llvm_unreachable("every mode is evaluated");
}

static Results evaluatePad(graph::PadOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &value = evaluation.get(op.getValue());
  Sizes lows = evaluation.positions(op.getLows(), op.getDynamicLows());
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(lows) || failed(shape)) {
    return failure();
  }
  const bool isEmpty = numElements(*shape) == 0;
  if (!isEmpty && op.getMode() != graph::PadMode::Constant && input.numElements() == 0) {
    return evaluation.fail("has no elements to repeat");
  }
  // Offsets in the input for every place along every dimension, -1 outside.
  SmallVector<int64_t> strides = rowMajorStrides(input.shape());
  SmallVector<std::vector<int64_t>> sources(shape->size());
  for (size_t dim = 0; dim < shape->size() && !isEmpty; ++dim) {
    for (int64_t i = 0; i < (*shape)[dim]; ++i) {
      int64_t source = padSource(op.getMode(), i - (*lows)[dim], input.shape()[dim], op.getInterior()[dim]);
      sources[dim].push_back(source < 0 ? -1 : source * strides[dim]);
    }
  }
  Tensor result(input.kind(), *shape);
  const int64_t bytes = bytesOf(input.kind());
  char *at = result.mutableBytes().data();
  for (Odometer place(*shape, {}); !place.done(); place.next(), at += bytes) {
    int64_t offset = 0;
    for (auto [dim, i] : llvm::enumerate(place.index())) {
      int64_t source = sources[dim][i];
      offset = source < 0 || offset < 0 ? -1 : offset + source;
    }
    std::memcpy(at, offset < 0 ? value.bytes().data() : input.bytes().data() + offset * bytes, bytes);
  }
  return single(std::move(result));
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

static Results evaluateRandom(graph::RandomOp op, Evaluation &evaluation) {
  Sizes shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(shape)) {
    return failure();
  }
  const float a = op.getA().convertToFloat(), b = op.getB().convertToFloat();
  const bool isNormal = op.getDistribution() == graph::Distribution::Normal;
  std::vector<Cell> cells(numElements(*shape));
  for (auto [i, cell] : llvm::enumerate(cells)) {
    std::array<uint32_t, 4> bits = philox(op.getSeed(), i);
    float u = static_cast<float>(bits[0] >> 8) * 0x1p-24f, v = static_cast<float>(bits[1] >> 8) * 0x1p-24f;
    if (isNormal) {
      double radius = std::sqrt(-2 * std::log(static_cast<double>(u + 0x1p-24f)));
      cell.f = a + b * radius * std::cos(2 * M_PI * v);
    } else {
      cell.f = a + (b - a) * u;
    }
  }
  return single(storeAll(evaluation.resultKind(), *shape, cells));
}

std::optional<Results> reference::evaluateData(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::ConstantOp>([&](auto constant) { return evaluateConstant(constant, evaluation); })
      .Case<graph::SymbolicOp>([&](auto symbolic) { return evaluateSymbolic(symbolic, evaluation); })
      .Case<graph::ShapeOp>([&](graph::ShapeOp shape) {
        return single(Tensor::indices(evaluation.get(shape.getInput()).shape()));
      })
      .Case<graph::IotaOp>([&](auto iota) { return evaluateIota(iota, evaluation); })
      .Case<graph::ReshapeOp>([&](auto reshape) { return evaluateReshape(reshape, evaluation); })
      .Case<graph::TransposeOp>([&](auto transpose) { return evaluateTranspose(transpose, evaluation); })
      .Case<graph::BroadcastOp>([&](auto broadcast) { return evaluateBroadcast(broadcast, evaluation); })
      .Case<graph::SliceOp>([&](auto slice) { return evaluateSlice(slice, evaluation); })
      .Case<graph::ConcatOp>([&](auto concat) { return evaluateConcat(concat, evaluation); })
      .Case<graph::PadOp>([&](auto pad) { return evaluatePad(pad, evaluation); })
      .Case<graph::RandomOp>([&](auto random) { return evaluateRandom(random, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}

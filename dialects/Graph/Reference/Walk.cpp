//===- Walk.cpp - strides and walks over index spaces ---------------------===//

#include "dialects/Graph/Reference/Walk.h"
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

SmallVector<int64_t> reference::rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

SmallVector<int64_t> reference::broadcastStrides(ArrayRef<int64_t> shape, ArrayRef<int64_t> result) {
  assert(shape.size() <= result.size() && "broadcasting adds dimensions in front");
  SmallVector<int64_t> own = rowMajorStrides(shape), strides(result.size(), 0);
  size_t added = result.size() - shape.size();
  for (size_t d = 0; d < shape.size(); ++d) {
    strides[added + d] = shape[d] == 1 ? 0 : own[d];
  }
  return strides;
}

std::optional<SmallVector<int64_t>> reference::broadcastShape(ArrayRef<Tensor> tensors) {
  size_t rank = 0;
  for (const Tensor &tensor : tensors) {
    rank = std::max(rank, tensor.shape().size());
  }
  SmallVector<int64_t> shape(rank, 1);
  for (const Tensor &tensor : tensors) {
    for (auto [size, common] :
         llvm::zip(tensor.shape(), MutableArrayRef(shape).take_back(tensor.shape().size()))) {
      if (common != size && common != 1 && size != 1) {
        return std::nullopt;
      }
      common = common == 1 ? size : common;
    }
  }
  return shape;
}

void Odometer::next() {
  for (size_t d = shape.size(); d-- > 0;) {
    ++position[d];
    for (size_t set = 0; set < strides.size(); ++set) {
      offsets[set] += strides[set][d];
    }
    if (position[d] < shape[d]) {
      return;
    }
    for (size_t set = 0; set < strides.size(); ++set) {
      offsets[set] -= strides[set][d] * shape[d];
    }
    position[d] = 0;
  }
  isDone = true;
}

/// Copies `count` elements that lie `stride` apart to neighbouring places.
template <typename Element> static void copyRow(const char *from, int64_t stride, int64_t count, char *to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * sizeof(Element), from + i * stride * static_cast<int64_t>(sizeof(Element)),
                sizeof(Element));
  }
}

static void copyRow(int64_t elementBytes, const char *from, int64_t stride, int64_t count, char *to) {
  switch (elementBytes) {
  case 1:
    return copyRow<uint8_t>(from, stride, count, to);
  case 2:
    return copyRow<uint16_t>(from, stride, count, to);
  case 4:
    return copyRow<uint32_t>(from, stride, count, to);
  default:
    assert(elementBytes == 8 && "elements have 1, 2, 4 or 8 bytes");
    return copyRow<uint64_t>(from, stride, count, to);
  }
}

Tensor reference::gatherStrided(const Tensor &source, int64_t offset, ArrayRef<int64_t> strides,
                                ArrayRef<int64_t> shape) {
  Tensor result(source.kind(), shape);
  if (shape.empty()) {
    std::memcpy(result.mutableBytes().data(), source.bytes().data() + offset * bytesOf(source.kind()),
                bytesOf(source.kind()));
    return result;
  }
  const int64_t bytes = bytesOf(source.kind()), inner = shape.back();
  const char *from = source.bytes().data();
  char *to = result.mutableBytes().data();
  SmallVector<SmallVector<int64_t>> outerStrides{SmallVector<int64_t>(strides.drop_back())};
  for (Odometer outer(shape.drop_back(), outerStrides); inner > 0 && !outer.done(); outer.next()) {
    copyRow(bytes, from + (offset + outer.offset(0)) * bytes, strides.back(), inner, to);
    to += inner * bytes;
  }
  return result;
}

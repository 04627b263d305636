//===- Constant.h - reading and making constant tensors ---------*- C++ -*-===//
//
// Constants come in two forms: dense attributes for small values, dense_resource blobs for weights
// (row-major, little-endian, one byte for a truth value, one sign- or zero-extended byte for a 4-bit
// integer). This header hides the difference.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_CONSTANT_H
#define DIALECTS_GRAPH_IR_CONSTANT_H

#include "dialects/Support/LLVM.h"
#include <memory>
#include <optional>

namespace heddle::graph {

/// Bytes of one element in memory: 1 for i1 and 4-bit integers.
int64_t elementBytes(Type elementType);

/// Bytes of a statically shaped tensor in memory, or nothing if they leave 63 bits or a size is not a number.
std::optional<int64_t> tensorBytes(ShapedType type);

/// The elements in memory layout. Points into the attribute or its blob where the layout allows, else into a
/// copy that `storage` then owns. A splat is expanded.
ArrayRef<char> elementData(ElementsAttr elements, SmallVectorImpl<char> &storage);

/// An attribute of `type` from bytes in memory layout: dense for at most 1 KiB or where all elements are the
/// same bytes, else a resource with a copy. `data` has `tensorBytes(type)` bytes.
ElementsAttr makeElements(RankedTensorType type, ArrayRef<char> data);

/// An attribute of `type` that refers to `data` without copying; `owner` is kept as long as the attribute
/// lives.
ElementsAttr makeElementsView(RankedTensorType type, ArrayRef<char> data, std::shared_ptr<const void> owner);

/// The integers of a constant of integer or i1 type, or nothing if `value` is not one or has over `limit`
/// elements.
std::optional<SmallVector<int64_t>> constantIntegers(Value value, int64_t limit = 1024);

/// The floats of a constant of float type, as double; otherwise as `constantIntegers`.
std::optional<SmallVector<double>> constantFloats(Value value, int64_t limit = 1024);

/// The one integer that all elements of a constant are, or nothing.
std::optional<int64_t> splatInteger(Value value);

/// The one float that all elements of a constant are, or nothing.
std::optional<APFloat> splatFloat(Value value);

/// The elements of a constant, or null if `value` is not the result of `graph.constant`.
ElementsAttr constantElements(Value value);

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_CONSTANT_H

//===- ValueProtoFile.cpp - ONNX's files of sequences and optionals -------===//

#include "tools/heddle/ValueProtoFile.h"
#include "onnx/onnx-data_pb.h"
#include "tools/heddle/TensorProtoFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <optional>

namespace heddle::cli {

using llvm::Expected;

static llvm::Error bad(llvm::StringRef path, const llvm::Twine &why) {
  return llvm::createStringError(path + ": " + why);
}

/// Copies `count` elements from `source` at `from` to `target` at `to`.
static void copyElements(const HostTensor &source, int64_t from, HostTensor &target, int64_t to,
                         int64_t count) {
  if (source.dtype() == HEDDLE_STRING) {
    for (int64_t i = 0; i < count; ++i) {
      target.setText(to + i, source.text(from + i));
    }
    return;
  }
  size_t bytes = heddle_dtype_bytes(source.dtype());
  if (count > 0) {
    std::memcpy(target.data() + to * bytes, source.data() + from * bytes, count * bytes);
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `values` and `shapes` of tensors, the latter with `columns` columns, or as many as needed if that is
/// negative.
static Expected<std::vector<HostTensor>> pack(llvm::StringRef path, llvm::ArrayRef<HostTensor> tensors,
                                              uint32_t dtype, int64_t columns) {
  int64_t total = 0, rank = 0;
  for (const HostTensor &tensor : tensors) {
    if (tensor.dtype() != dtype) {
      return bad(path, llvm::Twine("has a tensor of ") + heddle_dtype_name(tensor.dtype()) + ", wanted " +
                           heddle_dtype_name(dtype));
    }
    total += tensor.numElements();
    rank = std::max<int64_t>(rank, tensor.shape().size());
  }
  if (columns >= 0 && rank > columns) {
    return bad(path, "has a tensor of " + llvm::Twine(rank) + " dimensions, wanted at most " +
                         llvm::Twine(columns));
  }
  columns = columns < 0 ? rank : columns;
  Expected<HostTensor> values = HostTensor::create(dtype, {total});
  Expected<HostTensor> shapes =
      HostTensor::create(HEDDLE_I64, {static_cast<int64_t>(tensors.size()), columns});
  if (!values || !shapes) {
    return bad(path, llvm::toString(llvm::joinErrors(values.takeError(), shapes.takeError())));
  }
  auto *sizes = reinterpret_cast<int64_t *>(shapes->data());
  std::fill(sizes, sizes + shapes->numElements(), -1);
  int64_t place = 0;
  for (const HostTensor &tensor : tensors) {
    copyElements(tensor, 0, *values, place, tensor.numElements());
    place += tensor.numElements();
    llvm::copy(tensor.shape(), sizes);
    sizes += columns;
  }
  std::vector<HostTensor> parts;
  parts.push_back(std::move(*values));
  parts.push_back(std::move(*shapes));
  return parts;
}

static Expected<std::vector<HostTensor>>
readSequence(llvm::StringRef path, const onnx::SequenceProto &sequence, const heddle_tensor_info_t *tensors) {
  int others = sequence.sparse_tensor_values_size() + sequence.sequence_values_size() +
               sequence.map_values_size() + sequence.optional_values_size();
  if (others != 0) {
    return bad(path, "has things that are no tensors, which cannot be given to a model");
  }
  std::vector<HostTensor> elements;
  for (const onnx::TensorProto &proto : sequence.tensor_values()) {
    Expected<HostTensor> tensor = tensorOf(proto, path);
    if (!tensor) {
      return tensor.takeError();
    }
    elements.push_back(std::move(*tensor));
  }
  return pack(path, elements, tensors[0].dtype, tensors[1].dims[1]);
}

/// What an optional of one tensor has where there is nothing.
static Expected<HostTensor> nothing(const heddle_tensor_info_t &tensor) {
  std::vector<int64_t> shape;
  for (uint32_t i = 0; i < tensor.rank; ++i) {
    shape.push_back(std::max<int64_t>(tensor.dims[i], 0));
  }
  return HostTensor::create(tensor.dtype, shape);
}

static Expected<std::vector<HostTensor>> one(Expected<HostTensor> tensor) {
  if (!tensor) {
    return tensor.takeError();
  }
  std::vector<HostTensor> parts;
  parts.push_back(std::move(*tensor));
  return parts;
}

static Expected<std::vector<HostTensor>> readOptional(llvm::StringRef path, const ModelValue &value,
                                                      const heddle_tensor_info_t *tensors) {
  onnx::OptionalProto optional;
  if (llvm::Error error = readMessage(path, optional)) {
    return error;
  }
  bool isPresent = value.isSequence() ? optional.has_sequence_value() : optional.has_tensor_value();
  if (!isPresent && optional.elem_type() != onnx::OptionalProto::UNDEFINED) {
    return bad(path,
               llvm::Twine("holds another thing than a ") + (value.isSequence() ? "sequence" : "tensor"));
  }
  Expected<std::vector<HostTensor>> held = value.isSequence()
                                               ? readSequence(path, optional.sequence_value(), tensors + 1)
                                           : isPresent ? one(tensorOf(optional.tensor_value(), path))
                                                       : one(nothing(tensors[1]));
  Expected<HostTensor> present = HostTensor::create(HEDDLE_BOOL, {});
  if (!held || !present) {
    return llvm::joinErrors(held.takeError(), present.takeError());
  }
  present->data()[0] = isPresent;
  held->insert(held->begin(), std::move(*present));
  return held;
}

Expected<std::vector<HostTensor>> readValueProto(llvm::StringRef path, const ModelValue &value,
                                                 const heddle_tensor_info_t *tensors) {
  if (value.isOptional()) {
    return readOptional(path, value, tensors);
  }
  onnx::SequenceProto sequence;
  if (llvm::Error error = readMessage(path, sequence)) {
    return error;
  }
  return readSequence(path, sequence, tensors);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static llvm::Error fillSequence(llvm::StringRef path, onnx::SequenceProto &sequence, const HostTensor &values,
                                const HostTensor &shapes) {
  sequence.set_elem_type(onnx::SequenceProto::TENSOR);
  int64_t columns = shapes.shape()[1], place = 0;
  const auto *sizes = reinterpret_cast<const int64_t *>(shapes.data());
  for (int64_t i = 0; i < shapes.shape()[0]; ++i, sizes += columns) {
    const int64_t *end = std::find_if(sizes, sizes + columns, [](int64_t size) { return size < 0; });
    Expected<HostTensor> tensor = HostTensor::create(values.dtype(), {sizes, end});
    if (!tensor) {
      return bad(path, llvm::toString(tensor.takeError()));
    }
    if (tensor->numElements() > values.numElements() - place) {
      return bad(path, "the shapes of the sequence have more elements than its values");
    }
    copyElements(values, place, *tensor, 0, tensor->numElements());
    place += tensor->numElements();
    fillProto(*sequence.add_tensor_values(), *tensor);
  }
  return llvm::Error::success();
}

llvm::Error writeValueProto(llvm::StringRef path, const ModelValue &value, llvm::ArrayRef<HostTensor> parts) {
  if (!value.isOptional()) {
    onnx::SequenceProto sequence;
    sequence.set_name(value.name);
    llvm::Error error = fillSequence(path, sequence, parts[0], parts[1]);
    return error ? std::move(error) : writeMessage(path, sequence);
  }
  onnx::OptionalProto optional;
  optional.set_name(value.name);
  optional.set_elem_type(onnx::OptionalProto::UNDEFINED);
  if (!parts[0].data()[0]) {
    return writeMessage(path, optional);
  }
  if (!value.isSequence()) {
    optional.set_elem_type(onnx::OptionalProto::TENSOR);
    fillProto(*optional.mutable_tensor_value(), parts[1]);
    return writeMessage(path, optional);
  }
  optional.set_elem_type(onnx::OptionalProto::SEQUENCE);
  llvm::Error error = fillSequence(path, *optional.mutable_sequence_value(), parts[1], parts[2]);
  return error ? std::move(error) : writeMessage(path, optional);
}

} // namespace heddle::cli

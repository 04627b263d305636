//===- HostTensor.cpp - a tensor read from or written to a file -----------===//

#include "tools/heddle/HostTensor.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

namespace heddle::cli {

std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  if (shape.empty()) {
    return "scalar";
  }
  std::string text;
  for (int64_t size : shape) {
    text += (text.empty() ? "" : "x") + std::to_string(size);
  }
  return text;
}

llvm::StringRef HostTensor::text(int64_t i) const {
  const heddle_string_t &view = reinterpret_cast<const heddle_string_t *>(memory.get())[i];
  return {view.data, view.bytes};
}

void HostTensor::setText(int64_t i, llvm::StringRef text) {
  const std::string &kept = texts.emplace_back(text);
  reinterpret_cast<heddle_string_t *>(memory.get())[i] = {kept.data(), kept.size()};
}

llvm::Expected<HostTensor> HostTensor::create(uint32_t dtype, llvm::ArrayRef<int64_t> shape) {
  int64_t bytes = static_cast<int64_t>(heddle_dtype_bytes(dtype));
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (size < 0 || llvm::MulOverflow(elements, size, elements)) {
      return llvm::createStringError("shape " + shapeText(shape) + " is not possible");
    }
  }
  if (bytes == 0 || llvm::MulOverflow(elements, bytes, bytes)) {
    return llvm::createStringError("shape " + shapeText(shape) + " needs more bytes than can be counted");
  }
  HostTensor tensor;
  tensor.type = dtype;
  tensor.elements = elements;
  tensor.sizes = shape.vec();
  size_t rounded = llvm::alignTo(std::max<uint64_t>(static_cast<uint64_t>(bytes), 1), HEDDLE_ALIGNMENT);
  tensor.memory.reset(static_cast<uint8_t *>(std::aligned_alloc(HEDDLE_ALIGNMENT, rounded)));
  if (!tensor.memory) {
    return llvm::createStringError("no memory for " + std::to_string(bytes) + " bytes");
  }
  std::memset(tensor.memory.get(), 0, rounded);
  return tensor;
}

} // namespace heddle::cli

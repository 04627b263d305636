//===- HostTensor.h - a tensor read from or written to a file ---*- C++ -*-===//
//
// What the command line tool passes to a model and gets back: an element type of the ABI, a shape and
// row-major data as abi.h lays it out (truth values and 4-bit integers take one byte).
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_HOSTTENSOR_H
#define TOOLS_HEDDLE_HOSTTENSOR_H

#include "heddle/runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace heddle::cli {

/// "2x3x4", or "scalar" for no dimension.
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// Owns its data, which starts at a multiple of HEDDLE_ALIGNMENT.
class HostTensor {
public:
  /// Zeroed memory for `shape`; fails on a negative size or when the bytes do not fit in memory.
  static llvm::Expected<HostTensor> create(uint32_t dtype, llvm::ArrayRef<int64_t> shape);

  uint32_t dtype() const { return type; }
  llvm::ArrayRef<int64_t> shape() const { return sizes; }
  int64_t numElements() const { return elements; }
  size_t bytes() const { return static_cast<size_t>(elements) * heddle_dtype_bytes(type); }
  uint8_t *data() { return memory.get(); }
  const uint8_t *data() const { return memory.get(); }

  /// The elements of a tensor of HEDDLE_STRING, empty at first. The tensor owns a text that is set.
  llvm::StringRef text(int64_t i) const;
  void setText(int64_t i, llvm::StringRef text);

private:
  struct Free {
    void operator()(uint8_t *pointer) const { std::free(pointer); }
  };
  uint32_t type = 0;
  int64_t elements = 0;
  std::vector<int64_t> sizes;
  std::unique_ptr<uint8_t[], Free> memory;
  std::deque<std::string> texts; // what the elements point to
};

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_HOSTTENSOR_H

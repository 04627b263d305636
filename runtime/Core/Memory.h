//===- Memory.h - memory from the caller's allocator ------------*- C++ -*-===//
//
// Everything a session holds comes from its heddle_allocator_t through the two owners here. There is no
// operator new in the runtime: it would need the C++ library.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_MEMORY_H
#define RUNTIME_CORE_MEMORY_H

#include "heddle/types.h"
#include <cstddef>
#include <cstdint>
#include <new>

namespace heddle::rt {

/// malloc for small blocks; for large ones mmap, which returns memory to the system when it is released, with
/// huge pages where the block is large enough to hold some.
heddle_allocator_t defaultAllocator();

/// Owns one block of memory, aligned to 64 bytes, contents undefined.
class Region {
public:
  Region() = default;
  Region(const Region &) = delete;
  Region &operator=(const Region &) = delete;
  ~Region() { reset(); }

  /// Gets `bytes` bytes (0 gives a block that may not be read) in place of what it held. False, and nothing
  /// is held, if the allocator has none. `allocator` must outlive the region.
  bool allocate(const heddle_allocator_t &allocator, size_t bytes);
  /// Makes room for `bytes` bytes; keeps the block if it suffices, otherwise its contents are lost. A block
  /// that grows again grows by half at least, so that sizes which rise from run to run rarely allocate.
  bool reserve(const heddle_allocator_t &allocator, size_t bytes);
  /// Makes room for `bytes` bytes and keeps the first `kept`, which may move; grows as `reserve` does. False,
  /// and everything is held as it was, if the allocator has none.
  bool extend(const heddle_allocator_t &allocator, size_t bytes, size_t kept);
  void reset();

  void *data() const { return memory; }
  size_t bytes() const { return size; }

private:
  const heddle_allocator_t *owner = nullptr;
  void *memory = nullptr;
  size_t size = 0;
};

/// Owns a number of values that is known only at run time.
template <typename T> class Array {
public:
  Array() = default;
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  ~Array() {
    for (size_t i = 0; i < count; ++i) {
      data()[i].~T();
    }
  }

  /// Makes `size` values, numbers and pointers among them zero. Called once; false if the allocator has no
  /// memory.
  bool allocate(const heddle_allocator_t &allocator, size_t size) {
    if (size > SIZE_MAX / sizeof(T) || !region.allocate(allocator, size * sizeof(T))) {
      return false;
    }
    for (; count < size; ++count) {
      new (data() + count) T();
    }
    return true;
  }
  size_t size() const { return count; }
  T *data() const { return static_cast<T *>(region.data()); }
  T &operator[](size_t i) const { return data()[i]; }
  T *begin() const { return data(); }
  T *end() const { return data() + count; }

private:
  Region region;
  size_t count = 0;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_MEMORY_H

//===- SlotArena.h - memory whose size a run finds out ----------*- C++ -*-===//
//
// The second arena of a session: blocks of powers of two, with one list of free blocks for each power. Blocks
// go back to their list and never to the allocator before the session ends, so a model that runs again on
// like data allocates nothing. Powers of two bound what a buffer that grows from trip to trip of a loop
// leaves behind: all its earlier blocks together are no larger than the last.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_SLOTARENA_H
#define RUNTIME_CORE_SLOTARENA_H

#include "heddle/types.h"
#include <cstddef>
#include <cstdint>

namespace heddle::rt {

class SlotArena {
public:
  SlotArena() = default;
  SlotArena(const SlotArena &) = delete;
  SlotArena &operator=(const SlotArena &) = delete;
  /// Every block must have been released.
  ~SlotArena();

  /// At least `bytes` bytes aligned to 64, or null. `allocator` is the same at every call and outlives the
  /// arena.
  void *allocate(const heddle_allocator_t &allocator, uint64_t bytes);
  /// Takes back what `allocate` returned; null is ignored.
  void release(void *memory);

private:
  struct Block {
    Block *next;
    uint32_t log2Bytes;
  };
  static constexpr uint32_t kSmallest = 8, kLargest = 46; // 256 bytes; half of the address space

  const heddle_allocator_t *owner = nullptr;
  Block *free[kLargest + 1] = {};
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_SLOTARENA_H

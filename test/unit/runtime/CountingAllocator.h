//===- CountingAllocator.h - an allocator that keeps accounts ---*- C++ -*-===//

#ifndef TEST_UNIT_RUNTIME_COUNTINGALLOCATOR_H
#define TEST_UNIT_RUNTIME_COUNTINGALLOCATOR_H

#include "heddle/types.h"
#include <cstdlib>
#include <cstring>

namespace heddle::test {

struct CountingAllocator {
  int calls = 0;         ///< of allocate
  int live = 0;          ///< blocks
  int64_t liveBytes = 0; ///< by the sizes given at both ends
  int failAt = 0;        ///< the call that returns null, counted from 1; 0: none

  heddle_allocator_t allocator() { return {allocate, release, this}; }

private:
  static void *allocate(void *user, size_t bytes, size_t alignment) {
    auto &self = *static_cast<CountingAllocator *>(user);
    if (++self.calls == self.failAt) {
      return nullptr;
    }
    void *memory = nullptr;
    if (posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes)) {
      return nullptr;
    }
    memset(memory, 0xa5, bytes); // nobody may count on zeros
    ++self.live;
    self.liveBytes += int64_t(bytes);
    return memory;
  }

  static void release(void *user, void *memory, size_t bytes) {
    auto &self = *static_cast<CountingAllocator *>(user);
    --self.live;
    self.liveBytes -= int64_t(bytes);
    free(memory);
  }
};

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_COUNTINGALLOCATOR_H

// Blocks are used again and never overlap.
#include "runtime/Core/SlotArena.h"
#include "test/unit/runtime/CountingAllocator.h"
#include <gtest/gtest.h>

using namespace heddle::rt;
using heddle::test::CountingAllocator;

TEST(SlotArena, UsesABlockAgain) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  {
    SlotArena arena;
    for (int i = 0; i < 10; ++i) {
      void *large = arena.allocate(allocator, 5000), *small = arena.allocate(allocator, 100);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % 64, 0u);
      memset(large, 1, 5000);
      memset(small, 2, 100);
      EXPECT_EQ(static_cast<uint8_t *>(large)[4999], 1);
      arena.release(large);
      arena.release(small);
    }
    EXPECT_EQ(counter.calls, 2);
  }
  EXPECT_EQ(counter.live, 0);
}

TEST(SlotArena, GrowingBuffersLeaveLittleBehind) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  SlotArena arena;
  void *before = nullptr;
  for (uint64_t bytes = 1; bytes < 100000; bytes += 100) {
    void *next = arena.allocate(allocator, bytes);
    arena.release(before);
    before = next;
  }
  arena.release(before);
  EXPECT_LE(counter.liveBytes, 2 * 2 * 131072); // powers of two up to the last, two of each
}

TEST(SlotArena, RefusesWhatCannotBe) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  SlotArena arena;
  EXPECT_EQ(arena.allocate(allocator, UINT64_MAX), nullptr);
  EXPECT_EQ(arena.allocate(allocator, uint64_t(1) << 46), nullptr);
  counter.failAt = 1;
  EXPECT_EQ(arena.allocate(allocator, 1), nullptr);
  arena.release(nullptr);
}

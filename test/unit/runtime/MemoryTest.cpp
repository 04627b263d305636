// Memory is aligned, comes from the allocator that was given, and goes back to it whole.
#include "runtime/Core/Memory.h"
#include "test/unit/runtime/CountingAllocator.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace heddle::rt;
using heddle::test::CountingAllocator;

TEST(Memory, DefaultAllocatorAligns) {
  heddle_allocator_t allocator = defaultAllocator();
  for (size_t bytes : {size_t(1), size_t(100), size_t(300) << 10, size_t(5) << 20}) {
    void *memory = allocator.allocate(allocator.user, bytes, 64);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    memset(memory, 1, bytes);
    allocator.release(allocator.user, memory, bytes);
  }
}

TEST(Memory, RegionGivesBackWhatItGot) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  {
    Region region;
    EXPECT_TRUE(region.allocate(allocator, 100));
    EXPECT_TRUE(region.allocate(allocator, 0));
    EXPECT_NE(region.data(), nullptr);
    EXPECT_EQ(counter.live, 1);
  }
  EXPECT_EQ(counter.live, 0);
  EXPECT_EQ(counter.liveBytes, 0);
}

TEST(Memory, RegionKeepsALargeBlockAndGrowsByHalf) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  Region region;
  EXPECT_TRUE(region.reserve(allocator, 1000));
  EXPECT_EQ(region.bytes(), 1000u);
  EXPECT_TRUE(region.reserve(allocator, 10));
  EXPECT_EQ(region.bytes(), 1000u);
  EXPECT_TRUE(region.reserve(allocator, 1001));
  EXPECT_EQ(region.bytes(), 1500u);
  EXPECT_TRUE(region.reserve(allocator, 9000));
  EXPECT_EQ(region.bytes(), 9000u);
  EXPECT_EQ(counter.calls, 3);
}

TEST(Memory, RegionKeepsItsContentsWhereItIsExtended) {
  CountingAllocator counter;
  counter.failAt = 3;
  heddle_allocator_t allocator = counter.allocator();
  Region region;
  EXPECT_TRUE(region.extend(allocator, 100, 0));
  memset(region.data(), 7, 100);
  EXPECT_TRUE(region.extend(allocator, 101, 100));
  EXPECT_EQ(region.bytes(), 150u);
  EXPECT_EQ(static_cast<char *>(region.data())[99], 7);
  EXPECT_FALSE(region.extend(allocator, 1000, 100));
  EXPECT_EQ(region.bytes(), 150u);
  EXPECT_EQ(static_cast<char *>(region.data())[99], 7);
  EXPECT_EQ(counter.live, 1);
}

TEST(Memory, RegionIsEmptyAfterAFailure) {
  CountingAllocator counter;
  counter.failAt = 2;
  heddle_allocator_t allocator = counter.allocator();
  Region region;
  EXPECT_TRUE(region.allocate(allocator, 100));
  EXPECT_FALSE(region.allocate(allocator, 200));
  EXPECT_EQ(region.data(), nullptr);
  EXPECT_EQ(counter.live, 0);
}

TEST(Memory, ArrayStartsAtZeroAndRefusesOverflow) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  Array<int64_t> array, large;
  EXPECT_TRUE(array.allocate(allocator, 9));
  for (int64_t value : array) {
    EXPECT_EQ(value, 0);
  }
  EXPECT_FALSE(large.allocate(allocator, SIZE_MAX / 4));
  EXPECT_EQ(large.size(), 0u);
}

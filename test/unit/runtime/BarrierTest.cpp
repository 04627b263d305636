// Nobody leaves before all have come, and all leave with the same answer.
#include "runtime/Core/Barrier.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace heddle::rt;

class BarrierOf : public testing::TestWithParam<std::tuple<uint32_t, uint64_t>> {};
INSTANTIATE_TEST_SUITE_P(Workers, BarrierOf,
                         testing::Combine(testing::Values(1u, 2u, 3u, 5u, 8u, 13u),
                                          testing::Values(0u, 20000u)));

TEST_P(BarrierOf, CarriesMarksToAll) {
  auto [workers, spinNanos] = GetParam();
  heddle_allocator_t allocator = defaultAllocator();
  Barrier barrier;
  ASSERT_TRUE(barrier.allocate(allocator, workers, spinNanos));
  std::vector<int> arrived(workers);
  std::atomic<int> faults{0};
  auto work = [&](uint32_t worker) {
    for (uint32_t meeting = 0; meeting < 60; ++meeting) {
      // In two of three meetings nobody has a mark, in the third one worker has; which one goes round.
      bool expected = meeting % 3 == 0, mark = expected && meeting / 3 % arrived.size() == worker;
      arrived[worker] = int(meeting);
      faults += barrier.meet(worker, mark) != expected;
      for (int other : arrived) {
        faults += other != int(meeting);
      }
      faults += barrier.meet(worker, false);
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t worker = 1; worker < workers; ++worker) {
    threads.emplace_back(work, worker);
  }
  work(0);
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(faults, 0);
}

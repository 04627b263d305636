// Ranks meet, many times, and part when the barrier is broken off.
#include "runtime/Collectives/RankBarrier.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace heddle::rt;

class RankBarrierOf : public testing::TestWithParam<std::pair<uint32_t, uint64_t>> {};
INSTANTIATE_TEST_SUITE_P(Ranks, RankBarrierOf,
                         testing::Values(std::pair(1u, 0ull), std::pair(2u, 0ull), std::pair(2u, 50'000ull),
                                         std::pair(5u, 0ull), std::pair(16u, 1'000ull)));

TEST_P(RankBarrierOf, NobodyLeavesBeforeAllAreThere) {
  auto [members, spinNanos] = GetParam();
  RankBarrier barrier(members, spinNanos);
  std::vector<int> rounds(members); // written by its rank, read by all behind the barrier
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < members; ++rank) {
    threads.emplace_back([&, rank] {
      for (int round = 1; round <= 200; ++round) {
        rounds[rank] = round;
        ASSERT_TRUE(barrier.meet());
        for (int theirs : rounds) {
          ASSERT_EQ(theirs, round);
        }
        ASSERT_TRUE(barrier.meet());
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST(RankBarrier, BreakingOffFreesWhoWaitsAndWhoComes) {
  RankBarrier barrier(4, 0);
  std::atomic<int> freed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { freed += !barrier.meet(); });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  barrier.breakOff();
  EXPECT_FALSE(barrier.meet());
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(freed, 3);
  EXPECT_FALSE(barrier.meet());
}

// Whoever met may rely on the others having met: a meeting is never complete for some and broken off for
// others.
TEST(RankBarrier, AMeetingIsCompleteForAllOrForNone) {
  for (int round = 0; round < 300; ++round) {
    RankBarrier barrier(3, 0);
    int met[3] = {};
    std::vector<std::thread> threads;
    for (int &own : met) {
      threads.emplace_back([&] {
        while (barrier.meet()) {
          ++own;
        }
      });
    }
    for (volatile int i = 0; i < round * 50; i = i + 1) {
    }
    barrier.breakOff();
    for (std::thread &thread : threads) {
      thread.join();
    }
    ASSERT_EQ(met[0], met[1]);
    ASSERT_EQ(met[0], met[2]);
  }
}

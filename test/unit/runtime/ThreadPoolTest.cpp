// Every worker takes part in every run, whatever their number, and barriers hold them together.
#include "runtime/Core/ThreadPool.h"
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace heddle::rt;

namespace {

constexpr uint64_t kSpinNanos = 50000;
constexpr int kRounds = 20;

/// Workers count in turn: a round is right if everybody saw all the others of the round before.
struct Rounds {
  ThreadPool *pool;
  std::vector<uint64_t> counts;
  std::atomic<int> faults{0};

  static void work(void *argument, uint32_t worker) {
    auto &self = *static_cast<Rounds *>(argument);
    for (int round = 0; round < kRounds; ++round) {
      uint64_t before = self.counts[worker];
      ++self.counts[worker];
      self.pool->meet(worker, false);
      for (uint64_t count : self.counts) {
        self.faults += count != before + 1;
      }
      self.pool->meet(worker, false);
    }
  }
};

} // namespace

class ThreadPoolOf : public testing::TestWithParam<std::tuple<uint32_t, uint64_t>> {};

TEST_P(ThreadPoolOf, WorkersMeet) {
  auto [workers, spin] = GetParam();
  heddle_allocator_t allocator = defaultAllocator();
  ThreadPool pool;
  ASSERT_EQ(pool.start(allocator, workers, spin, nullptr), HEDDLE_OK);
  EXPECT_EQ(pool.workers(), workers);
  Rounds rounds{&pool, std::vector<uint64_t>(workers)};
  for (int run = 0; run < 20; ++run) {
    pool.run(Rounds::work, &rounds);
    if (run % 5 == 0) {
      usleep(300); // let the workers go to sleep
    }
  }
  EXPECT_EQ(rounds.faults, 0);
  for (uint64_t count : rounds.counts) {
    EXPECT_EQ(count, uint64_t(20 * kRounds));
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, ThreadPoolOf,
                         testing::Combine(testing::Values(1u, 2u, 3u, 4u, 16u),
                                          testing::Values(0u, kSpinNanos)));

TEST(ThreadPool, EndsWithoutARun) {
  heddle_allocator_t allocator = defaultAllocator();
  ThreadPool never, unused;
  EXPECT_EQ(unused.start(allocator, 4, kSpinNanos, nullptr), HEDDLE_OK);
}

#if !defined(__has_feature) || !__has_feature(thread_sanitizer)
TEST(ThreadPool, IsNotUsableInAChildProcess) {
  heddle_allocator_t allocator = defaultAllocator();
  ThreadPool pool;
  ASSERT_EQ(pool.start(allocator, 2, 0, nullptr), HEDDLE_OK);
  EXPECT_TRUE(pool.usable());
  pid_t child = fork();
  if (child == 0) {
    _exit(pool.usable() ? 1 : 0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(pool.usable());
}
#endif

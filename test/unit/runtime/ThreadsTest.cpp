// The transport of ranks that are threads, by its own interface.
#include "runtime/Collectives/Threads.h"
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

using namespace heddle::rt;

static const heddle_transport_t &kTransport = kThreadTransport;

/// Calls `body` with the group of all ranks on each of them.
template <typename Body> static void inOneGroup(uint32_t size, Body body) {
  std::vector<void *> worlds(size);
  ASSERT_TRUE(openThreadWorlds(size, worlds.data()));
  std::vector<int32_t> ranks(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      void *group = nullptr;
      ASSERT_EQ(kTransport.open_group(worlds[rank], ranks.data(), int32_t(size), 0, &group), nullptr);
      body(rank, worlds[rank], group);
      kTransport.close_group(group);
      kTransport.close(worlds[rank]);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST(Threads, MovesBlocks) {
  inOneGroup(3, [](uint32_t rank, void *, void *group) {
    for (int round = 0; round < 50; ++round) {
      int base = 100 * round;
      std::vector<int> own = {base + int(rank)}, gathered(3), input(3), exchanged(3), received = {-1};
      ASSERT_EQ(kTransport.all_gather(group, own.data(), gathered.data(), 4), nullptr);
      EXPECT_EQ(gathered, (std::vector<int>{base, base + 1, base + 2}));
      for (int to = 0; to < 3; ++to) {
        input[size_t(to)] = base + 10 * int(rank) + to;
      }
      ASSERT_EQ(kTransport.all_to_all(group, input.data(), exchanged.data(), 4), nullptr);
      for (int from = 0; from < 3; ++from) {
        EXPECT_EQ(exchanged[size_t(from)], base + 10 * from + int(rank));
      }
      int to = rank == 2 ? -1 : int(rank) + 1, from = int(rank) - 1;
      ASSERT_EQ(kTransport.send_receive(group, own.data(), to, received.data(), from, 4), nullptr);
      EXPECT_EQ(received[0], from < 0 ? -1 : base + from);
    }
  });
}

TEST(Threads, GathersInPlace) {
  inOneGroup(4, [](uint32_t rank, void *, void *group) {
    std::vector<int> all(4, -1);
    all[rank] = int(rank) * 7;
    ASSERT_EQ(kTransport.all_gather(group, &all[rank], all.data(), 4), nullptr);
    EXPECT_EQ(all, (std::vector<int>{0, 7, 14, 21}));
  });
}

TEST(Threads, RefusesBlocksOfDifferentSizes) {
  inOneGroup(2, [](uint32_t rank, void *, void *group) {
    char input[8] = {}, result[16];
    const char *failure = kTransport.all_gather(group, input, result, rank == 0 ? 4 : 8);
    EXPECT_STREQ(failure, rank == 0 ? "member 0 of the group has 4 bytes, member 1 has 8"
                                    : "member 1 of the group has 8 bytes, member 0 has 4");
  });
}

TEST(Threads, AnAbortReachesWhoWaits) {
  inOneGroup(3, [](uint32_t rank, void *world, void *group) {
    if (rank == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      kTransport.abort(world, 1, "enough");
      kTransport.abort(world, 1, "and again");
      return;
    }
    char input[4] = {}, result[12];
    EXPECT_STREQ(kTransport.all_gather(group, input, result, 4), "enough");
    EXPECT_STREQ(kTransport.all_to_all(group, input, result, 1), "enough");
  });
}

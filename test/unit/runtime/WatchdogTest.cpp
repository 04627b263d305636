// A rank that waits too long ends the process, with a text and status 70.
#include "runtime/Collectives/Watchdog.h"
#include "heddle/runtime.h"
#include "runtime/Core/Futex.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

using namespace heddle::rt;

static const heddle_allocator_t kAllocator = defaultAllocator();

class WatchdogTest : public testing::Test {
protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  void TearDown() override { unsetenv("HEDDLE_TIMEOUT_S"); }
};

static void describe(const void *subject, char *text, size_t bytes) {
  snprintf(text, bytes, "%s", static_cast<const char *>(subject));
}

/// Rank 8 waits for `millis`, then not at all for as long.
static void waitFor(const char *limit, int millis) {
  setenv("HEDDLE_TIMEOUT_S", limit, 1);
  Watchdog watchdog;
  ASSERT_EQ(watchdog.start(kAllocator, 7, 2, nullptr), HEDDLE_OK);
  watchdog.watched(1).begin(describe, "all_reduce over model", 12, nowNanos() + watchdog.limitNanos());
  std::this_thread::sleep_for(std::chrono::milliseconds(millis));
  watchdog.watched(1).end();
  std::this_thread::sleep_for(std::chrono::milliseconds(millis));
}

TEST_F(WatchdogTest, EndsTheProcess) {
  EXPECT_EXIT(waitFor("0.1", 5000), testing::ExitedWithCode(HEDDLE_TIMEOUT_STATUS),
              "heddle: rank 8: all_reduce over model, call 12: no answer for 0.1 s, ending the job");
}

TEST_F(WatchdogTest, LeavesAloneWhoDoesNotWaitOrNotLong) { waitFor("0.3", 200); }

TEST_F(WatchdogTest, RefusesOtherLimits) {
  for (const char *limit : {"", "soon", "0", "-1", "1e9", "nan", "3s"}) {
    setenv("HEDDLE_TIMEOUT_S", limit, 1);
    Watchdog watchdog;
    heddle_message_t message = {};
    EXPECT_EQ(watchdog.start(kAllocator, 0, 1, &message), HEDDLE_INVALID_ARGUMENT);
    EXPECT_EQ(message.text,
              "HEDDLE_TIMEOUT_S is '" + std::string(limit) + "', wanted seconds above 0 and up to 1e+06");
  }
}

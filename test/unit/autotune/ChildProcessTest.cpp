//===- ChildProcessTest.cpp - work that may crash or hang -----------------===//

#include "autotune/ChildProcess.h"
#include <csignal>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace heddle::tune;
using End = ChildResult::End;

static ChildResult run(llvm::function_ref<std::string()> job, int millis) {
  auto result = runInChild(job, std::chrono::milliseconds(millis));
  EXPECT_TRUE(static_cast<bool>(result));
  return std::move(*result);
}

TEST(ChildProcessTest, givesWhatTheJobReturns) {
  ChildResult result = run([] { return std::string(100000, 'x'); }, 10000);
  EXPECT_EQ(result.end, End::Finished);
  EXPECT_EQ(result.output, std::string(100000, 'x'));
}

TEST(ChildProcessTest, survivesACrash) {
  for (int signal : {SIGSEGV, SIGILL, SIGABRT, SIGKILL}) {
    ChildResult result = run(
        [&] {
          raise(signal);
          return std::string("alive");
        },
        10000);
    EXPECT_EQ(result.end, End::Crashed) << signal;
  }
  EXPECT_EQ(run([]() -> std::string { _exit(3); }, 10000).end, End::Crashed);
}

TEST(ChildProcessTest, endsAJobThatHangs) {
  auto start = std::chrono::steady_clock::now();
  ChildResult result = run(
      [] {
        while (true) {
          pause();
        }
        return std::string();
      },
      50);
  EXPECT_EQ(result.end, End::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(ChildProcessTest, changesNothingHere) {
  int value = 1;
  run(
      [&] {
        value = 2;
        return std::string();
      },
      10000);
  EXPECT_EQ(value, 1);
}

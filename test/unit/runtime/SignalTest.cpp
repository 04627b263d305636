// A signal arrives with what was written before it, whether its reader spins or sleeps.
#include "runtime/Core/Signal.h"
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

using namespace heddle::rt;

class SignalWith : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(SpinNanos, SignalWith, testing::Values(0u, 1000u, 100000000u));

TEST_P(SignalWith, ArrivesWithItsMarkAndItsData) {
  Signal there, back;
  int value = 0;
  std::thread other([&] {
    for (uint32_t count = 1; count <= 300; ++count) {
      bool mark = there.wait(count, GetParam());
      value += mark ? 100 : 1;
      back.send(count);
    }
  });
  for (uint32_t count = 1; count <= 300; ++count) {
    int before = value;
    bool mark = count % 3 == 0;
    if (count % 100 == 0) {
      usleep(2000); // let the other sleep
    }
    there.send(count, mark);
    EXPECT_FALSE(back.wait(count, GetParam()));
    EXPECT_EQ(value, before + (mark ? 100 : 1));
  }
  other.join();
}

TEST(Signal, CountsGoOnAfterTheyOverflow) {
  Signal signal;
  for (uint32_t count :
       {(uint32_t(1) << 30) - 1, uint32_t(1) << 30, (uint32_t(1) << 30) + 1, UINT32_MAX, 0u}) {
    signal.send(count, count % 2 == 0);
    EXPECT_EQ(signal.wait(count, 0), count % 2 == 0);
  }
}

//===- Statistics.cpp - times on a noisy machine --------------------------===//

#include "autotune/Statistics.h"
#include <cmath>
#include <ctime>

using namespace heddle;

double tune::threadNanos() {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

double tune::calibrationNanos() {
  constexpr int kSteps = 10000;
  double start = threadNanos();
  float a = 1, b = 2, c = 3, d = 4;
  for (int i = 0; i < kSteps; ++i) {
    a = a * 0.5F + 1;
    b = b * 0.5F + 1;
    c = c * 0.5F + 1;
    d = d * 0.5F + 1;
  }
  volatile float sink = a + b + c + d;
  (void)sink;
  return threadNanos() - start;
}

double tune::chanceOfWins(unsigned wins, unsigned rounds) {
  double chance = 0, ways = 1; // ways to choose k of the rounds
  for (unsigned k = 0; k <= rounds; ++k) {
    chance += k >= wins ? ways : 0;
    ways = ways * (rounds - k) / (k + 1);
  }
  return chance * std::pow(0.5, rounds);
}

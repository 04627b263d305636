//===- Statistics.h - times on a noisy machine ------------------*- C++ -*-===//

#ifndef AUTOTUNE_STATISTICS_H
#define AUTOTUNE_STATISTICS_H

#include <cstdint>

namespace heddle::tune {

/// Nanoseconds that this thread has run for: what took the core away does not count.
double threadNanos();

/// Nanoseconds by `threadNanos` of a fixed loop of multiply-adds on registers, some 30 us on a quiet core.
/// Where it takes longer than usual, the core is slower than usual, and what was timed around it does not
/// count.
double calibrationNanos();

/// The probability that a candidate which is in truth as fast as the incumbent wins at least `wins` of
/// `rounds`: the one-sided sign test.
double chanceOfWins(unsigned wins, unsigned rounds);

} // namespace heddle::tune

#endif // AUTOTUNE_STATISTICS_H

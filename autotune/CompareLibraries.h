//===- CompareLibraries.h - two builds of one model, in turns ---*- C++ -*-===//
//
// The noise of a shared machine is larger than what schedules differ by, so a time alone says little. Two
// builds run in turns, A B then B A, with a loop of known length before and after each round: rounds in which
// that loop was slow are discarded. Times are minima over the rounds that are left.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_COMPARELIBRARIES_H
#define AUTOTUNE_COMPARELIBRARIES_H

#include "autotune/MeasuredInputs.h"
#include "autotune/Record.h"

namespace heddle::tune {

struct ComparisonOptions {
  unsigned rounds = 5;      ///< undisturbed ones wanted
  unsigned mostRounds = 20; ///< altogether
  double roundNanos =
      1.5e6; ///< of one build in one round; a guess: shorter than a time slice of the scheduler
  uint32_t threads = 1;
  /// Whether values are rounded to floats below 32 bits or to bytes on the way to the results.
  bool isCoarse = false;
};

/// Times of one run. `wins`: undisturbed rounds in which the candidate was faster.
struct Comparison {
  Outcome outcome = Outcome::Failed;
  double nanos = 0, incumbentNanos = 0;
  unsigned wins = 0, rounds = 0;
};

/// Whether the candidate is faster beyond the noise: by at least the part `leastGain` of the incumbent's
/// time, and in so many rounds that chance would do it in under 5 % of cases (sign test: 12 of 15).
bool isFaster(const Comparison &comparison, double leastGain);

/// Runs the libraries at the two paths, which have one signature; the ranks of a model that is split are
/// threads here, and their time is the clock's. The outcome is Wrong if their results
/// differ by more than another order of summation explains: 1e-4 of the largest element for floats of 32 and
/// 64 bits, 2 % for narrower ones and for all where the model is coarse, 1 for 8-bit integers (rounding of a
/// sum), nothing for others.
Comparison compareLibraries(llvm::StringRef candidate, llvm::StringRef incumbent, const Sizes &sizes,
                            const ComparisonOptions &options);

} // namespace heddle::tune

#endif // AUTOTUNE_COMPARELIBRARIES_H

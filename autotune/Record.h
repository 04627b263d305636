//===- Record.h - one line of a file of tuning records ----------*- C++ -*-===//
//
// A measurement says how long a kernel took under a schedule, beside the draft measured in the same rounds. A
// choice says which schedule is to be used, with its time beside that of what was used before: the last
// choice of a file for a kernel and target counts.
// docs/tuning.md has the format.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RECORD_H
#define AUTOTUNE_RECORD_H

#include "dialects/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace heddle::tune {

/// How a measurement ended.
enum class Outcome {
  Measured,  ///< with a time
  Disturbed, ///< too few quiet rounds for a time; says nothing about the schedule
  Failed,    ///< it did not compile, or its run ended in an error
  Crashed,
  TimedOut,
  Wrong, ///< results differ from the draft's
};

/// "measured", …
llvm::StringRef outcomeName(Outcome outcome);

struct Record {
  /// Version of the format and of the features.
  static constexpr int64_t kVersion = 1;

  enum class Kind { Measurement, Choice } kind = Kind::Measurement;
  std::string kernel;   ///< key, KernelKey.h
  std::string name;     ///< of the kernel in its model, for people
  std::string target;   ///< key
  std::string schedule; ///< text of the #kernel.schedule
  Outcome outcome = Outcome::Measured;
  double nanos = 0, incumbentNanos = 0; ///< of one run; 0 unless measured
  int64_t launches = 1;                 ///< of kernels of this key in the model that was tuned
  /// Of a measurement: what the cost model learns from, Features.h.
  std::vector<float> features;
};

/// One line of JSON without its end.
std::string toJsonLine(const Record &record);

/// The record that `line` holds. An error says what is wrong with it; a higher version is one.
llvm::Expected<Record> parseJsonLine(llvm::StringRef line);

} // namespace heddle::tune

#endif // AUTOTUNE_RECORD_H

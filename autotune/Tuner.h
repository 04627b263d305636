//===- Tuner.h - the loop of a search ---------------------------*- C++ -*-===//
//
// The file to read first. Each kernel of a model has a `Space` (which schedules there are) and a `Measurer`
// (how fast one is, beside the draft). A search repeats: take the kernel where most of the model's time can
// still be saved, let the `Proposer` name a batch of its points, measure and record them, and let the
// `CostModel` learn from all that was measured. At the end `choose` measures each kernel's best against what
// would be used without it, and records a choice only where it wins beyond the noise.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TUNER_H
#define AUTOTUNE_TUNER_H

#include "autotune/CostModel.h"
#include "autotune/Measurer.h"
#include "autotune/Proposer.h"
#include "autotune/RecordFile.h"
#include "autotune/Space.h"
#include <chrono>
#include <functional>

namespace heddle::tune {

/// One kernel in the search.
struct KernelSearch {
  std::string key, name, target;
  unsigned launches = 1;
  const Space *space = nullptr;
  Measurer *measurer = nullptr;

  SearchHistory history;
  double draftNanos = 0; ///< of one run under the draft; 0 until measured
  double lastGain = 0;   ///< part of the time that the last batch saved
  unsigned batches = 0;
  std::optional<size_t> chosen;       ///< what earlier records chose, or `choose`
  std::optional<size_t> chosenBefore; ///< what earlier records chose

  /// Best time so far, relative to the draft's.
  double best() const { return history.ranking.empty() ? 1 : std::min(history.ranking.front().first, 1.0); }
  /// Whether anything but the draft is used.
  bool isTuned() const { return chosen.value_or(space->draft()) != space->draft(); }
  bool isExhausted() const { return history.tried.size() >= space->size(); }
};

struct TunerOptions {
  std::chrono::duration<double> budget{60}; ///< of `search`
  size_t trials = 0;                        ///< measurements of `search`; 0: no limit
  size_t batch = 8;
  uint32_t seed = 1;
  ComparisonOptions comparison;
};

/// What the user is told while it goes on.
struct TunerProgress {
  size_t trials;
  double seconds;
  llvm::StringRef kernel; ///< being measured
  double saved;           ///< part of the kernels' time that the best schedules found save
};

class Tuner {
public:
  /// All that is passed must outlive the tuner. `records` may be null: nothing is kept then.
  Tuner(CostModel &model, Proposer &proposer, RecordWriter *records, const TunerOptions &options)
      : model(model), proposer(proposer), records(records), options(options), random(options.seed) {}

  std::vector<KernelSearch> kernels;
  std::function<void(const TunerProgress &)> onProgress; ///< may be null

  /// Takes over what an earlier tuner recorded. `find` gives the point of a schedule's text in a kernel's
  /// space, if it is there; records of other kernels and of other targets teach the model or are ignored.
  using FindPoint = std::function<std::optional<size_t>(size_t kernel, llvm::StringRef schedule)>;
  void resume(llvm::ArrayRef<Record> earlier, llvm::StringRef target, const FindPoint &find);

  /// Searches until the budget is spent.
  llvm::Error search();

  /// Decides for every kernel; returns the numbers of those for which a choice was recorded.
  llvm::Expected<std::vector<size_t>> choose();

  /// Records that `point` of `kernel` is to be used again instead of what was chosen.
  llvm::Error revoke(size_t kernel, size_t point);

  /// Measurements so far.
  size_t numTrials() const { return trials; }

private:
  llvm::Error measureDrafts();
  std::optional<size_t> nextKernel() const;
  llvm::Error runBatch(KernelSearch &kernel);
  llvm::Error measure(KernelSearch &kernel, size_t point);
  void addResult(KernelSearch &kernel, size_t point, const Comparison &comparison);
  llvm::Error append(const KernelSearch &kernel, Record::Kind kind, size_t point,
                     const Comparison &comparison);
  llvm::Expected<std::optional<size_t>> findWinner(KernelSearch &kernel, size_t incumbent, Comparison &won);
  llvm::Error train();
  bool isOver() const;
  void report(llvm::StringRef kernel) const;

  CostModel &model;
  Proposer &proposer;
  RecordWriter *records;
  TunerOptions options;
  std::mt19937 random;
  std::vector<Sample> samples;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  size_t trials = 0;
};

} // namespace heddle::tune

#endif // AUTOTUNE_TUNER_H

//===- Tuner.cpp - the loop of a search -----------------------------------===//

#include "autotune/Tuner.h"
#include "autotune/Features.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace heddle;
using namespace heddle::tune;

/// How much the last batch's gain counts beside the hope that is left, as in TVM's gradient scheduler.
static constexpr double kAlpha = 0.3;
/// Kernels with a smaller part of the time are left alone.
static constexpr double kLeastShare = 0.005;
/// A choice must save this part of a kernel's time.
static constexpr double kLeastGain = 0.01;
/// Best points that are measured again: the best times of a search are those that noise made short.
static constexpr size_t kFinalists = 6;
static constexpr unsigned kFinalRounds = 15, kMostFinalRounds = 60;

using Seconds = std::chrono::duration<double>;

bool Tuner::isOver() const {
  return std::chrono::steady_clock::now() - start >= options.budget ||
         (options.trials && trials >= options.trials);
}

void Tuner::report(llvm::StringRef kernel) const {
  double drafts = 0, best = 0;
  for (const KernelSearch &search : kernels) {
    drafts += search.launches * search.draftNanos;
    best += search.launches * search.draftNanos * search.best();
  }
  if (onProgress) {
    double seconds = Seconds(std::chrono::steady_clock::now() - start).count();
    onProgress({trials, seconds, kernel, drafts > 0 ? 1 - best / drafts : 0});
  }
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

llvm::Error Tuner::append(const KernelSearch &kernel, Record::Kind kind, size_t point,
                          const Comparison &comparison) {
  if (!records) {
    return llvm::Error::success();
  }
  Record record;
  record.kind = kind;
  record.kernel = kernel.key;
  record.name = kernel.name;
  record.target = kernel.target;
  record.schedule = kernel.space->text(point);
  record.launches = kernel.launches;
  record.outcome = comparison.outcome;
  record.nanos = comparison.nanos;
  record.incumbentNanos = comparison.incumbentNanos;
  if (kind == Record::Kind::Measurement) {
    record.features = kernel.space->features(point);
  }
  return records->append(record);
}

void Tuner::addResult(KernelSearch &kernel, size_t point, const Comparison &comparison) {
  if (comparison.outcome == Outcome::Disturbed) {
    return; // it may be measured again
  }
  kernel.history.tried.insert(point);
  if (comparison.outcome != Outcome::Measured) {
    return;
  }
  double ratio = comparison.nanos / comparison.incumbentNanos;
  auto &ranking = kernel.history.ranking;
  ranking.insert(llvm::upper_bound(ranking, std::pair(ratio, point)), {ratio, point});
  samples.push_back({kernel.space->features(point), static_cast<float>(std::log(ratio))});
}

llvm::Error Tuner::measure(KernelSearch &kernel, size_t point) {
  llvm::Expected<Comparison> comparison =
      kernel.measurer->measure(point, kernel.space->draft(), options.comparison);
  if (!comparison) {
    return comparison.takeError();
  }
  ++trials;
  if (comparison->outcome == Outcome::Measured && kernel.draftNanos == 0) {
    kernel.draftNanos = comparison->incumbentNanos;
  }
  addResult(kernel, point, *comparison);
  report(kernel.name);
  return append(kernel, Record::Kind::Measurement, point, *comparison);
}

/// The share of each kernel in the model's time has to be known before one is preferred.
llvm::Error Tuner::measureDrafts() {
  for (KernelSearch &kernel : kernels) {
    size_t draft = kernel.space->draft();
    for (unsigned attempt = 0; kernel.draftNanos == 0 && attempt < 3 && !isOver(); ++attempt) {
      if (llvm::Error error = measure(kernel, draft)) {
        return error;
      }
      if (kernel.history.tried.contains(draft)) {
        break; // with a time, or it never will have one
      }
    }
  }
  return llvm::Error::success();
}

llvm::Error Tuner::train() { return model.train(samples); }

llvm::Error Tuner::runBatch(KernelSearch &kernel) {
  size_t count = options.batch;
  if (options.trials) {
    count = std::min(count, options.trials - trials);
  }
  llvm::Expected<std::vector<size_t>> points =
      proposer.propose(*kernel.space, kernel.history, model, count, random);
  if (!points) {
    return points.takeError();
  }
  double before = kernel.best();
  for (size_t point : *points) {
    if (isOver()) {
      break;
    }
    if (llvm::Error error = measure(kernel, point)) {
      return error;
    }
  }
  ++kernel.batches;
  kernel.lastGain = 1 - kernel.best() / before;
  return train();
}

//===----------------------------------------------------------------------===//
// Which kernel
//===----------------------------------------------------------------------===//

/// Each kernel once, then the one with the largest hope: its time, by how much its last batch saved and how
/// few it had.
std::optional<size_t> Tuner::nextKernel() const {
  double all = 0;
  for (const KernelSearch &kernel : kernels) {
    all += kernel.launches * kernel.draftNanos;
  }
  std::optional<size_t> next;
  double most = 0;
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    double time = kernel.launches * kernel.draftNanos;
    if (kernel.isExhausted() || time == 0 || time < kLeastShare * all) {
      continue;
    }
    double hope = kAlpha * kernel.lastGain + (1 - kAlpha) / (1.0 + kernel.batches);
    double gain = time * kernel.best() * (kernel.batches == 0 ? 1e6 : hope);
    if (gain > most) {
      most = gain;
      next = number;
    }
  }
  return next;
}

llvm::Error Tuner::search() {
  start = std::chrono::steady_clock::now();
  if (llvm::Error error = train()) {
    return error;
  }
  if (llvm::Error error = measureDrafts()) {
    return error;
  }
  while (!isOver()) {
    std::optional<size_t> next = nextKernel();
    if (!next) {
      break;
    }
    if (llvm::Error error = runBatch(kernels[*next])) {
      return error;
    }
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Tuner::resume(llvm::ArrayRef<Record> earlier, llvm::StringRef target, const FindPoint &find) {
  llvm::StringMap<size_t> numbers;
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    numbers[kernel.key] = number;
  }
  for (const Record &record : earlier) {
    if (record.target != target) {
      continue;
    }
    auto found = numbers.find(record.kernel);
    bool hasFeatures = record.features.size() == kNumFeatures;
    if (found == numbers.end()) {
      if (record.outcome == Outcome::Measured && hasFeatures) {
        samples.push_back(
            {record.features, static_cast<float>(std::log(record.nanos / record.incumbentNanos))});
      }
      continue;
    }
    std::optional<size_t> point = find(found->second, record.schedule);
    if (!point) {
      continue;
    }
    KernelSearch &kernel = kernels[found->second];
    if (record.kind == Record::Kind::Choice) {
      kernel.chosen = kernel.chosenBefore = *point;
      continue;
    }
    addResult(kernel, *point, {record.outcome, record.nanos, record.incumbentNanos, 0, 0});
    if (record.outcome == Outcome::Measured) {
      kernel.draftNanos = record.incumbentNanos;
    }
  }
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// Of the best points the one that wins most clearly against `incumbent`, measured anew; none if all lose or
/// are level with it.
llvm::Expected<std::optional<size_t>> Tuner::findWinner(KernelSearch &kernel, size_t incumbent,
                                                        Comparison &won) {
  ComparisonOptions final = options.comparison;
  final.rounds = kFinalRounds;
  final.mostRounds = kMostFinalRounds;
  std::optional<size_t> winner;
  for (auto [ratio, point] : llvm::ArrayRef(kernel.history.ranking).take_front(kFinalists)) {
    if (point == incumbent || ratio > 1 - kLeastGain) {
      continue;
    }
    llvm::Expected<Comparison> comparison = kernel.measurer->measure(point, incumbent, final);
    if (!comparison) {
      return comparison.takeError();
    }
    auto ratioOf = [](const Comparison &times) { return times.nanos / times.incumbentNanos; };
    if (isFaster(*comparison, kLeastGain) && (!winner || ratioOf(*comparison) < ratioOf(won))) {
      won = *comparison;
      winner = point;
    }
  }
  return winner;
}

llvm::Expected<std::vector<size_t>> Tuner::choose() {
  std::vector<size_t> changed;
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    Comparison won;
    report(kernel.name);
    llvm::Expected<std::optional<size_t>> winner =
        findWinner(kernel, kernel.chosen.value_or(kernel.space->draft()), won);
    if (!winner) {
      return winner.takeError();
    }
    if (*winner) {
      kernel.chosen = **winner;
      changed.push_back(number);
      if (llvm::Error error = append(kernel, Record::Kind::Choice, **winner, won)) {
        return error;
      }
    }
  }
  return changed;
}

llvm::Error Tuner::revoke(size_t number, size_t point) {
  KernelSearch &kernel = kernels[number];
  kernel.chosen = point;
  Comparison level;
  level.outcome = Outcome::Measured;
  level.nanos = level.incumbentNanos = kernel.draftNanos;
  return append(kernel, Record::Kind::Choice, point, level);
}

//===- CompareLibraries.cpp - two builds of one model, in turns -----------===//

#include "autotune/CompareLibraries.h"
#include "autotune/Statistics.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

using namespace heddle;
using namespace heddle::tune;

/// A calibration loop that takes this much longer than the shortest marks its round as disturbed.
static constexpr double kDisturbed = 1.05;
/// How rarely chance may win as often as a candidate that is faster.
static constexpr double kChance = 0.05;
/// Undisturbed rounds without which there is no time.
static constexpr unsigned kLeastRounds = 3;

bool tune::isFaster(const Comparison &comparison, double leastGain) {
  return comparison.outcome == Outcome::Measured &&
         comparison.nanos <= (1 - leastGain) * comparison.incumbentNanos &&
         chanceOfWins(comparison.wins, comparison.rounds) < kChance;
}

static double wallNanos() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {
struct ReleaseModel {
  void operator()(heddle_model_t *model) const { heddle_model_release(model); }
};
struct ReleaseSession {
  void operator()(heddle_session_t *session) const { heddle_session_release(session); }
};

struct ReleaseCommunicator {
  void operator()(heddle_communicator_t *communicator) const { heddle_communicator_release(communicator); }
};

/// A library that is open and has its inputs. The ranks of a model that is split are threads.
class Build {
public:
  bool open(llvm::StringRef path, uint32_t threads);
  bool setInputs(const MeasuredInputs &inputs);
  bool run() { return run(1); }
  /// Nanoseconds of one of `repeats` runs: of this thread where it does all the work, else by the clock.
  double time(int64_t repeats);

  const heddle_model_info_t &info() const { return *heddle_model_info(model.get()); }
  /// Of the first rank; all ranks have the same results.
  heddle_session_t *session() const { return ranks[0].session.get(); }

private:
  struct Rank {
    std::unique_ptr<heddle_communicator_t, ReleaseCommunicator> communicator;
    std::unique_ptr<heddle_session_t, ReleaseSession> session;
  };
  bool createCommunicators();
  bool onEveryRank(llvm::function_ref<bool(Rank &)> job);
  bool run(int64_t repeats);

  std::unique_ptr<heddle_model_t, ReleaseModel> model;
  std::vector<Rank> ranks; // the first is this thread's
};
} // namespace

/// Does `job` for all ranks at the same time, since they meet in it; false if one fails, which ends the
/// others' waiting.
bool Build::onEveryRank(llvm::function_ref<bool(Rank &)> job) {
  std::atomic<bool> isGood = true;
  auto doJob = [&](Rank &rank) {
    if (!job(rank)) {
      heddle_communicator_fail(rank.communicator.get(), "another rank cannot be measured");
      isGood = false;
    }
  };
  std::vector<std::thread> others;
  for (Rank &rank : llvm::drop_begin(ranks)) {
    others.emplace_back([&] { doJob(rank); });
  }
  doJob(ranks[0]);
  for (std::thread &other : others) {
    other.join();
  }
  return isGood;
}

bool Build::createCommunicators() {
  uint32_t size = 1;
  for (uint32_t axis = 0; axis < info().num_axes; ++axis) {
    size *= static_cast<uint32_t>(info().axes[axis].size);
  }
  ranks.resize(size);
  std::vector<heddle_communicator_t *> made(size);
  if (size == 1) {
    return true;
  }
  if (heddle_communicators_create(size, made.data(), nullptr) != HEDDLE_OK) {
    return false;
  }
  for (uint32_t rank = 0; rank < size; ++rank) {
    ranks[rank].communicator.reset(made[rank]);
  }
  return true;
}

bool Build::open(llvm::StringRef path, uint32_t threads) {
  heddle_model_t *opened = nullptr;
  if (heddle_model_open(path.str().c_str(), nullptr, &opened, nullptr) != HEDDLE_OK) {
    return false;
  }
  model.reset(opened);
  return createCommunicators() && onEveryRank([&](Rank &rank) {
           heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
           options.threads = threads;
           options.communicator = rank.communicator.get();
           heddle_session_t *made = nullptr;
           bool isMade = heddle_session_create(opened, &options, &made, nullptr) == HEDDLE_OK;
           rank.session.reset(made);
           return isMade;
         });
}

bool Build::setInputs(const MeasuredInputs &inputs) {
  return llvm::all_of(ranks, [&](Rank &rank) {
    llvm::Error error = inputs.setIn(rank.session.get());
    bool isGood = !error;
    llvm::consumeError(std::move(error));
    return isGood;
  });
}

bool Build::run(int64_t repeats) {
  return onEveryRank([&](Rank &rank) {
    bool isGood = true;
    for (int64_t i = 0; i < repeats && isGood; ++i) {
      isGood = heddle_session_run(rank.session.get()) == HEDDLE_OK;
    }
    return isGood;
  });
}

double Build::time(int64_t repeats) {
  bool isAlone = ranks.size() == 1 && heddle_session_threads(session()) == 1;
  double start = isAlone ? threadNanos() : wallNanos();
  run(repeats);
  return ((isAlone ? threadNanos() : wallNanos()) - start) / static_cast<double>(repeats);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static double halfToDouble(uint16_t bits) {
  int exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
  double value = exponent == 0    ? std::ldexp(fraction, -24)
                 : exponent == 31 ? (fraction ? NAN : INFINITY)
                                  : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

/// Element `i` as a number where a difference has a meaning, else nothing.
static std::optional<double> elementAt(const heddle_tensor_t &tensor, size_t i) {
  switch (tensor.dtype) {
  case HEDDLE_F32:
    return static_cast<const float *>(tensor.data)[i];
  case HEDDLE_F64:
    return static_cast<const double *>(tensor.data)[i];
  case HEDDLE_F16:
    return halfToDouble(static_cast<const uint16_t *>(tensor.data)[i]);
  case HEDDLE_BF16:
    return llvm::bit_cast<float>(uint32_t(static_cast<const uint16_t *>(tensor.data)[i]) << 16);
  case HEDDLE_I8:
    return static_cast<const int8_t *>(tensor.data)[i];
  case HEDDLE_U8:
    return static_cast<const uint8_t *>(tensor.data)[i];
  default:
    return std::nullopt;
  }
}

/// How far elements may be apart, in units of the largest one.
static double allowedDifference(uint32_t dtype, double largest, bool isCoarse) {
  switch (dtype) {
  case HEDDLE_F32:
  case HEDDLE_F64:
    return (isCoarse ? 0.02 : 1e-4) * largest;
  case HEDDLE_F16:
  case HEDDLE_BF16:
    return 0.02 * largest;
  default:
    return 1;
  }
}

static bool areEqualTexts(const heddle_tensor_t &x, const heddle_tensor_t &y) {
  const auto *a = static_cast<const heddle_string_t *>(x.data);
  const auto *b = static_cast<const heddle_string_t *>(y.data);
  return std::equal(a, a + x.bytes / sizeof(*a), b, [](const heddle_string_t &s, const heddle_string_t &t) {
    return llvm::StringRef(s.data, s.bytes) == llvm::StringRef(t.data, t.bytes);
  });
}

static bool areClose(const heddle_tensor_t &x, const heddle_tensor_t &y, bool isCoarse) {
  if (x.dtype != y.dtype || x.bytes != y.bytes) {
    return false;
  }
  if (x.dtype == HEDDLE_STRING) {
    return areEqualTexts(x, y);
  }
  size_t count = x.bytes / heddle_dtype_bytes(x.dtype);
  if (count == 0 || !elementAt(x, 0)) {
    return x.bytes == 0 || std::memcmp(x.data, y.data, x.bytes) == 0;
  }
  double largest = 0;
  for (size_t i = 0; i < count; ++i) {
    double element = std::fabs(*elementAt(y, i));
    largest = std::isfinite(element) ? std::max(largest, element) : largest;
  }
  double allowed = allowedDifference(x.dtype, largest, isCoarse);
  for (size_t i = 0; i < count; ++i) {
    double a = *elementAt(x, i), b = *elementAt(y, i);
    bool isSame = a == b || (std::isnan(a) && std::isnan(b));
    if (!isSame && !(std::fabs(a - b) <= allowed)) {
      return false;
    }
  }
  return true;
}

static bool haveEqualResults(Build &candidate, Build &incumbent, bool isCoarse) {
  uint32_t count = candidate.info().num_outputs;
  for (uint32_t i = 0; i < count; ++i) {
    heddle_tensor_t x = {}, y = {};
    if (heddle_session_output(candidate.session(), i, &x) != HEDDLE_OK ||
        heddle_session_output(incumbent.session(), i, &y) != HEDDLE_OK || !areClose(x, y, isCoarse)) {
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

static Comparison timeInTurns(Build &candidate, Build &incumbent, const ComparisonOptions &options) {
  struct Round {
    double calibration, candidate, incumbent;
  };
  std::vector<Round> rounds;
  auto repeatsFor = [&](double nanos) {
    return std::clamp<int64_t>(static_cast<int64_t>(options.roundNanos / std::max(nanos, 1.0)), 1, 100000);
  };
  int64_t repeats = repeatsFor(std::min(candidate.time(1), incumbent.time(1)));
  repeats = repeatsFor(std::min(candidate.time(repeats), incumbent.time(repeats)));
  double shortest = calibrationNanos();
  auto isQuiet = [&](const Round &round) { return round.calibration <= kDisturbed * shortest; };
  while (rounds.size() < options.mostRounds && llvm::count_if(rounds, isQuiet) < options.rounds) {
    Round round = {};
    double before = calibrationNanos();
    bool isSwapped = rounds.size() % 2;
    Build &first = isSwapped ? incumbent : candidate, &second = isSwapped ? candidate : incumbent;
    double x = first.time(repeats), y = second.time(repeats);
    double after = calibrationNanos();
    round = {std::max(before, after), isSwapped ? y : x, isSwapped ? x : y};
    shortest = std::min({shortest, before, after});
    rounds.push_back(round);
  }
  llvm::erase_if(rounds, [&](const Round &round) { return !isQuiet(round); });
  Comparison result;
  result.rounds = rounds.size();
  result.outcome = rounds.size() < kLeastRounds ? Outcome::Disturbed : Outcome::Measured;
  for (const Round &round : rounds) {
    bool isFirst = result.nanos == 0;
    result.nanos = isFirst ? round.candidate : std::min(result.nanos, round.candidate);
    result.incumbentNanos = isFirst ? round.incumbent : std::min(result.incumbentNanos, round.incumbent);
    result.wins += round.candidate < round.incumbent;
  }
  return result;
}

Comparison tune::compareLibraries(llvm::StringRef candidatePath, llvm::StringRef incumbentPath,
                                  const Sizes &sizes, const ComparisonOptions &options) {
  Comparison failed;
  Build candidate, incumbent;
  if (!candidate.open(candidatePath, options.threads) || !incumbent.open(incumbentPath, options.threads)) {
    return failed;
  }
  llvm::Expected<MeasuredInputs> inputs = MeasuredInputs::make(incumbent.info(), sizes);
  if (!inputs) {
    llvm::consumeError(inputs.takeError());
    return failed;
  }
  for (Build *build : {&candidate, &incumbent}) {
    if (!build->setInputs(*inputs) || !build->run()) {
      return failed;
    }
  }
  if (!haveEqualResults(candidate, incumbent, options.isCoarse)) {
    Comparison wrong;
    wrong.outcome = Outcome::Wrong;
    return wrong;
  }
  return timeInTurns(candidate, incumbent, options);
}

//===- Bench.cpp - heddle bench -------------------------------------------===//

#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/InputOptions.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/Ranks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

namespace heddle::cli {

namespace {
struct Arguments {
  std::string model;
  InputOptions inputs;
  uint32_t threads = 1, repeat = 100;
  bool json = false;
  RankOptions ranks;
};

struct Measurement {
  int64_t loadNanos = 0;     ///< opening the library and making a session
  int64_t firstRunNanos = 0; ///< touches the weights and the arena for the first time
  std::vector<int64_t> latencyNanos;
  uint64_t arenaBytes = 0;
  int64_t startRssBytes = 0; ///< of the tool itself before it touches the model
  int64_t peakRssBytes = 0;
  heddle_traffic_t traffic = {}; ///< in collectives, of all timed runs
};

constexpr const char *kExamples = R"(
Examples:
  heddle bench model.so                                  random inputs
  heddle bench model.so --shape image=1x3x640x480        the same where sizes are dynamic
  heddle bench model.so --inputs folder --threads 2 --repeat 20 --json
  heddle bench sharded.so --ranks 4                      a model split over 4 ranks, on threads
  mpirun -n 4 heddle bench sharded.so                    the same as processes; rank 0 prints
)";

/// Untimed runs: at least one, more while they fit in this time, so that caches and clock have settled. A
/// guess.
constexpr int64_t kWarmUpNanos = 50'000'000;
constexpr int kWarmUpRuns = 10;
/// The same where a model is split: all ranks must make as many runs.
constexpr int kWarmUpRunsOfRanks = 3;

int64_t nanosSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
      .count();
}

/// A line of /proc/self/status in bytes: VmRSS is the resident size now, VmHWM the largest so far. getrusage
/// would count the program that started this one as well.
int64_t statusBytes(llvm::StringRef field) {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!status) {
    return 0;
  }
  llvm::StringRef text = (*status)->getBuffer();
  size_t at = text.find(field);
  int64_t kilobytes = 0;
  if (at == llvm::StringRef::npos ||
      text.drop_front(at + field.size()).ltrim(": \t").consumeInteger(10, kilobytes)) {
    return 0;
  }
  return kilobytes * 1024;
}

llvm::Error timedRun(heddle_session_t *session, int64_t &nanos) {
  auto start = std::chrono::steady_clock::now();
  heddle_status_t status = heddle_session_run(session);
  nanos = nanosSince(start);
  return check(session, status);
}

/// All that this rank has done in collectives so far.
llvm::Expected<heddle_traffic_t> trafficOf(heddle_session_t *session) {
  heddle_traffic_t all = {};
  uint32_t numGroups = heddle_model_info(heddle_session_model(session))->num_groups;
  for (uint32_t group = 0; group < numGroups; ++group) {
    for (uint32_t collective = 0; collective < HEDDLE_NUM_COLLECTIVES; ++collective) {
      heddle_traffic_t one = {};
      if (llvm::Error error = check(session, heddle_session_traffic(session, collective, group, &one))) {
        return error;
      }
      all.calls += one.calls;
      all.bytes += one.bytes;
    }
  }
  return all;
}

llvm::Error warmUp(heddle_session_t *session, bool isSplit, int64_t &firstRunNanos) {
  int64_t warm = 0, nanos = 0;
  for (int i = 0; isSplit ? i < kWarmUpRunsOfRanks : i < kWarmUpRuns && (i == 0 || warm < kWarmUpNanos);
       ++i) {
    if (llvm::Error error = timedRun(session, nanos)) {
      return error;
    }
    firstRunNanos = i == 0 ? nanos : firstRunNanos;
    warm += nanos;
  }
  return llvm::Error::success();
}

llvm::Error measure(heddle_session_t *session, uint32_t repeat, bool isSplit, Measurement &result) {
  int64_t nanos = 0;
  if (llvm::Error error = warmUp(session, isSplit, result.firstRunNanos)) {
    return error;
  }
  auto before = trafficOf(session);
  if (!before) {
    return before.takeError();
  }
  result.latencyNanos.reserve(repeat);
  for (uint32_t i = 0; i < repeat; ++i) {
    if (llvm::Error error = timedRun(session, nanos)) {
      return error;
    }
    result.latencyNanos.push_back(nanos);
  }
  auto after = trafficOf(session);
  if (!after) {
    return after.takeError();
  }
  result.traffic = {after->calls - before->calls, after->bytes - before->bytes};
  return check(session, heddle_session_arena_bytes(session, &result.arenaBytes));
}

void printJson(const Measurement &result) {
  llvm::json::OStream json(llvm::outs());
  json.object([&] {
    json.attributeArray("latency_ns", [&] {
      for (int64_t nanos : result.latencyNanos) {
        json.value(nanos);
      }
    });
    json.attribute("load_ns", result.loadNanos);
    json.attribute("first_run_ns", result.firstRunNanos);
    json.attribute("arena_bytes", static_cast<int64_t>(result.arenaBytes));
    json.attribute("peak_rss", result.peakRssBytes);
    json.attribute("model_rss", result.peakRssBytes - result.startRssBytes);
    if (result.traffic.calls != 0) {
      json.attribute("collectives", static_cast<int64_t>(result.traffic.calls / result.latencyNanos.size()));
      json.attribute("sent_bytes", static_cast<int64_t>(result.traffic.bytes / result.latencyNanos.size()));
    }
  });
  llvm::outs() << '\n';
}

void printTable(const Measurement &result, uint32_t threads) {
  std::vector<int64_t> sorted = result.latencyNanos;
  std::sort(sorted.begin(), sorted.end());
  auto row = [](llvm::StringRef name, const std::string &text) {
    llvm::outs() << llvm::left_justify(name, 16) << text << '\n';
  };
  row("runs", std::to_string(sorted.size()) + " on " + std::to_string(threads) +
                  (threads == 1 ? " thread" : " threads"));
  row("fastest", timeText(sorted.front()));
  row("median", timeText(sorted[sorted.size() / 2]));
  row("slowest", timeText(sorted.back()));
  row("load", timeText(result.loadNanos));
  row("first run", timeText(result.firstRunNanos));
  row("arena", bytesText(result.arenaBytes));
  if (result.traffic.calls != 0) {
    row("collectives", std::to_string(result.traffic.calls / sorted.size()) +
                           " a run, in which rank 0 sends " +
                           bytesText(result.traffic.bytes / sorted.size()));
  }
  row("peak memory", bytesText(result.peakRssBytes) + ", of which the model's " +
                         bytesText(result.peakRssBytes - result.startRssBytes));
}

/// One rank of the measurement; all make as many runs. `start` is when the model was opened.
llvm::Error benchRank(heddle_model_t *model, const Inputs &inputs, const Arguments &arguments,
                      std::chrono::steady_clock::time_point start, Measurement result, const Rank &rank) {
  auto session =
      createSession(model, arguments.threads ? arguments.threads : rank.defaultThreads, rank.communicator);
  if (!session) {
    return session.takeError();
  }
  result.loadNanos = nanosSince(start);
  if (llvm::Error error = setInputs(session->get(), inputs)) {
    return error;
  }
  if (llvm::Error error = measure(session->get(), arguments.repeat, rank.communicator != nullptr, result)) {
    return error;
  }
  if (!rank.isFirst) {
    return llvm::Error::success();
  }
  result.peakRssBytes = statusBytes("VmHWM");
  arguments.json ? printJson(result) : printTable(result, heddle_session_threads(session->get()));
  return llvm::Error::success();
}

llvm::Error bench(const Arguments &arguments) {
  if (arguments.repeat == 0) {
    return driver::failure(driver::ExitStatus::Usage, "--repeat must be at least 1");
  }
  Measurement result;
  result.startRssBytes = statusBytes("VmRSS");
  auto start = std::chrono::steady_clock::now();
  auto model = openModel(arguments.model);
  if (!model) {
    return model.takeError();
  }
  auto opened = std::chrono::steady_clock::now();
  const heddle_model_info_t &info = *heddle_model_info(model->get());
  auto inputs = makeInputs(info, arguments.inputs);
  if (!inputs) {
    return inputs.takeError();
  }
  start += std::chrono::steady_clock::now() - opened; // inputs do not count
  return runRanks(info, arguments.ranks, [&](const Rank &rank) {
    return benchRank(model->get(), *inputs, arguments, start, result, rank);
  });
}
} // namespace

void addBenchCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("bench", "measure latency, load time and memory of a model");
  command->footer(kExamples);
  command->add_option("model", arguments->model, "a compiled .so, or an .onnx file")->required();
  addInputOptions(*command, arguments->inputs);
  command->add_option("--threads", arguments->threads, "of a rank; 0: one for each core, shared by the ranks")
      ->capture_default_str();
  addRankOptions(*command, arguments->ranks);
  command->add_option("--repeat", arguments->repeat, "number of timed runs")->capture_default_str();
  command->add_flag("--json", arguments->json, "latency_ns (one number a run), load_ns, peak_rss, …");
  command->callback([arguments, &chosen] { chosen = [arguments] { return bench(*arguments); }; });
}

} // namespace heddle::cli

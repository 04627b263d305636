//===- BenchBarrier.cpp - what threads cost a run --------------------------===//
//
// Two figures for each number of threads, through the public API: a run of an empty model (start of the
// workers and waiting for their end), and one barrier inside a run. Each is the least of several rounds, as
// everything else on the machine only adds. Usage: heddle-bench-barrier [threads…]
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

/// Short rounds, so that some of them pass undisturbed on a busy machine.
static constexpr int kRounds = 2000, kPerRound = 50;

using Clock = std::chrono::steady_clock;

static double nanosSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

static void runEmpty(heddle_context_t *, int64_t, int64_t) {}

/// Worker 0 writes the least nanoseconds of a barrier to variable 0.
static void runBarriers(heddle_context_t *context, int64_t worker, int64_t) {
  double least = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    heddle_barrier(context, worker);
    Clock::time_point begin = Clock::now();
    for (int i = 0; i < kPerRound; ++i) {
      heddle_barrier(context, worker);
    }
    least = std::min(least, nanosSince(begin) / kPerRound);
  }
  if (worker == 0) {
    *static_cast<double *>(heddle_output(context, 0, nullptr)) = least;
  }
}

/// The least nanoseconds of a run.
static double measureRuns(heddle_session_t *session) {
  double least = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    Clock::time_point begin = Clock::now();
    for (int i = 0; i < kPerRound; ++i) {
      heddle_session_run(session);
    }
    least = std::min(least, nanosSince(begin) / kPerRound);
  }
  return least;
}

/// A session of `info`, or null after a message.
static heddle_session_t *openSession(const heddle_model_info_t &info, uint32_t threads) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  heddle_session_t *session = nullptr;
  heddle_message_t message;
  if (heddle_session_create_linked(&info, &options, &session, &message) != HEDDLE_OK) {
    fprintf(stderr, "%s\n", message.text);
  }
  return session;
}

static bool printLine(uint32_t threads) {
  static const heddle_tensor_info_t output = {"nanos", HEDDLE_F64, 0, nullptr};
  heddle_model_info_t empty = {}, barriers = {};
  empty.abi_version = barriers.abi_version = HEDDLE_ABI_VERSION;
  empty.run = runEmpty;
  barriers.num_outputs = 1;
  barriers.outputs = &output;
  barriers.run = runBarriers;
  heddle_session_t *first = openSession(empty, threads), *second = openSession(barriers, threads);
  heddle_tensor_t nanos = {};
  bool isDone = first && second && heddle_session_run(second) == HEDDLE_OK &&
                heddle_session_output(second, 0, &nanos) == HEDDLE_OK;
  if (isDone) {
    printf("%7u %9.0f %12.0f\n", threads, measureRuns(first), *static_cast<const double *>(nanos.data));
  }
  heddle_session_release(first);
  heddle_session_release(second);
  return isDone;
}

int main(int argc, char **argv) {
  printf("threads run (ns) barrier (ns)\n");
  bool isDone = true;
  if (argc < 2) {
    for (uint32_t threads = 1; threads <= heddle_default_threads(); threads *= 2) {
      isDone &= printLine(threads);
    }
  }
  for (int i = 1; i < argc; ++i) {
    isDone &= printLine(uint32_t(strtoul(argv[i], nullptr, 10)));
  }
  return isDone ? 0 : 1;
}

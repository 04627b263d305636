//===- ManySessions.cpp - one model, many threads ------------------------===//
//
// A server keeps one model and gives every thread a session of its own: the weights are there once, and
// sessions share nothing that changes. Here each thread runs the model a number of times on zeros; the model
// must have static sizes.
//
//   c++ -std=c++17 -Iruntime/include examples/ManySessions.cpp build/lib/libheddle_runtime.a -lm -lpthread
//   ./a.out model.so 4
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.hpp"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static constexpr int kRunsPerThread = 100;

/// Memory for one input or output of a static model.
static std::vector<char> zeros(const heddle_tensor_info_t &tensor) {
  size_t bytes = heddle_dtype_bytes(tensor.dtype);
  for (uint32_t i = 0; i < tensor.rank; ++i) {
    bytes *= tensor.dims[i] < 0 ? 0 : size_t(tensor.dims[i]); // a session refuses sizes that are not static
  }
  return std::vector<char>(bytes);
}

/// What one thread does; counts its runs that succeeded.
static void serve(heddle_model_t *model, std::atomic<int> &numRuns) {
  const heddle_model_info_t &info = *heddle_model_info(model);
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 1; // the threads of this program are enough
  heddle::Session session;
  heddle_message_t message;
  if (heddle_session_create(model, &options, session.out(), &message) != HEDDLE_OK) {
    fprintf(stderr, "ManySessions: %s\n", message.text);
    return;
  }
  std::vector<std::vector<char>> memory;
  std::vector<const void *> inputs;
  std::vector<void *> outputs;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    inputs.push_back(memory.emplace_back(zeros(info.inputs[i])).data());
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    outputs.push_back(memory.emplace_back(zeros(info.outputs[i])).data());
  }
  for (int run = 0; run < kRunsPerThread; ++run) {
    if (heddle_session_run_static(session, inputs.data(), outputs.data()) != HEDDLE_OK) {
      fprintf(stderr, "ManySessions: %s\n", heddle_session_message(session));
      return;
    }
    ++numRuns;
  }
}

int main(int argc, char **argv) {
  int numThreads = argc == 3 ? atoi(argv[2]) : 0;
  if (numThreads < 1) {
    fprintf(stderr, "usage: ManySessions MODEL.so THREADS\n");
    return 2;
  }
  heddle::Model model;
  heddle_message_t message;
  if (heddle_model_open(argv[1], nullptr, model.out(), &message) != HEDDLE_OK) {
    fprintf(stderr, "ManySessions: %s\n", message.text);
    return 1;
  }
  std::atomic<int> numRuns{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < numThreads; ++i) {
    threads.emplace_back([&] { serve(model, numRuns); });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  printf("%d of %d runs\n", numRuns.load(), numThreads * kRunsPerThread);
  return numRuns == numThreads * kRunsPerThread ? 0 : 1;
}

//===- TestModels.cpp - models as generated code would be -----------------===//

#include "test/unit/runtime/TestModels.h"
#include <cstring>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace heddle::test;

static const heddle_symbol_info_t kWorkersOnly[] = {{"$workers", 1, INT64_MAX}};

/// What all models here have in common; the rest is filled in by the models.
static constexpr heddle_model_info_t base(const char *name) {
  heddle_model_info_t info = {};
  info.abi_version = HEDDLE_ABI_VERSION;
  info.name = name;
  info.target = "x86-64-v2";
  info.content_hash = "";
  info.manifest = "{}";
  info.num_symbols = 1;
  info.symbols = kWorkersOnly;
  return info;
}

namespace {

/// This worker's share of [0, total).
struct Share {
  Share(int64_t total, int64_t worker, int64_t workers)
      : begin(total * worker / workers), end(total * (worker + 1) / workers) {}
  int64_t begin, end;
};

template <typename T> const T *input(heddle_context_t *c, int i) {
  return static_cast<const T *>(c->inputs[i]);
}
template <typename T> T *output(heddle_context_t *c, int i) { return static_cast<T *>(c->outputs[i]); }
template <typename T> T *buffer(heddle_context_t *c, int i) {
  return reinterpret_cast<T *>(c->arena + c->offsets[i]);
}

} // namespace

//===----------------------------------------------------------------------===//
// kScaleModel
//===----------------------------------------------------------------------===//

static const int64_t kScaleDims[] = {2, 512};
static const heddle_tensor_info_t kScaleInputs[] = {{"x", HEDDLE_F32, 2, kScaleDims}};
static const heddle_tensor_info_t kScaleOutputs[] = {{"y", HEDDLE_F32, 2, kScaleDims}};
static const heddle_buffer_info_t kOneBuffer[] = {{0, 1}};
static const int64_t kScaleOffsets[] = {64};

static void runScale(heddle_context_t *context, int64_t worker, int64_t workers) {
  constexpr int64_t size = 2 * 512;
  Share share(size, worker, workers);
  for (int64_t i = share.begin; i < share.end; ++i) {
    buffer<float>(context, 0)[size - 1 - i] = input<float>(context, 0)[i] + 1;
  }
  if (worker == 0) {
    heddle_output(context, 0, kScaleDims);
  }
  heddle_barrier(context, worker);
  if (context->failed) {
    return;
  }
  for (int64_t i = share.begin; i < share.end; ++i) {
    output<float>(context, 0)[i] = 2 * buffer<float>(context, 0)[size - 1 - i];
  }
}

const heddle_model_info_t heddle::test::kScaleModel = [] {
  heddle_model_info_t info = base("scale");
  info.num_inputs = info.num_outputs = info.num_buffers = 1;
  info.inputs = kScaleInputs;
  info.outputs = kScaleOutputs;
  info.buffers = kOneBuffer;
  info.static_offsets = kScaleOffsets;
  info.static_arena_bytes = 64 + 4096;
  info.run = runScale;
  return info;
}();

//===----------------------------------------------------------------------===//
// kAddModel
//===----------------------------------------------------------------------===//

static const heddle_symbol_info_t kAddSymbols[] = {
    {"$workers", 1, INT64_MAX}, {"n", 1, 100}, {"k", 0, INT64_MAX}};
static const int64_t kDimsNK[] = {-1 - 1, -1 - 2}, kDimsN[] = {-1 - 1},
                     kDimsNOpen[] = {-1 - 1, HEDDLE_DIM_OPEN};
static const heddle_tensor_info_t kAddInputs[] = {{"a", HEDDLE_F32, 2, kDimsNK},
                                                  {"b", HEDDLE_F32, 1, kDimsN}};
static const heddle_tensor_info_t kAddOutputs[] = {{"sum", HEDDLE_F32, 2, kDimsNOpen}};

static void sizesOfAdd(const int64_t *symbols, int64_t *bytes) {
  if (__builtin_mul_overflow(symbols[1] * 4, symbols[2], &bytes[0])) {
    bytes[0] = INT64_MAX;
  }
}

static void runAdd(heddle_context_t *context, int64_t worker, int64_t workers) {
  const int64_t *shape = context->symbols + 1;
  Share rows(shape[0], worker, workers);
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    for (int64_t j = 0; j < shape[1]; ++j) {
      buffer<float>(context, 0)[i * shape[1] + j] = input<float>(context, 1)[i];
    }
  }
  if (worker == 0) {
    heddle_output(context, 0, shape);
  }
  heddle_barrier(context, worker);
  if (context->failed) {
    return;
  }
  Share share(shape[0] * shape[1], worker, workers);
  for (int64_t i = share.begin; i < share.end; ++i) {
    output<float>(context, 0)[i] = input<float>(context, 0)[i] + buffer<float>(context, 0)[i];
  }
}

const heddle_model_info_t heddle::test::kAddModel = [] {
  heddle_model_info_t info = base("add");
  info.num_inputs = 2;
  info.num_outputs = info.num_buffers = 1;
  info.num_symbols = 3;
  info.symbols = kAddSymbols;
  info.inputs = kAddInputs;
  info.outputs = kAddOutputs;
  info.buffers = kOneBuffer;
  info.sizes = sizesOfAdd;
  info.run = runAdd;
  return info;
}();

//===----------------------------------------------------------------------===//
// kTextModel
//===----------------------------------------------------------------------===//

static const heddle_symbol_info_t kTextSymbols[] = {{"$workers", 1, INT64_MAX}, {"n", 0, INT64_MAX}};
static const int64_t kTextDims[] = {-1 - 1}, kOpenDims[] = {HEDDLE_DIM_OPEN};
static const heddle_tensor_info_t kTextInputs[] = {{"x", HEDDLE_STRING, 1, kTextDims}};
static const heddle_tensor_info_t kTextOutputs[] = {{"y", HEDDLE_STRING, 1, kOpenDims},
                                                    {"known", HEDDLE_BOOL, 1, kTextDims}};
static const char kTexts[] = "yes\0\0n\0o";
static const uint64_t kTextOffsets[] = {0, 4, 5, 9};

static void runText(heddle_context_t *context, int64_t worker, int64_t) {
  int64_t n = context->symbols[1], shape[] = {n + 1};
  if (worker != 0) {
    return;
  }
  auto *y = static_cast<int64_t *>(heddle_output(context, 0, shape));
  auto *known = static_cast<uint8_t *>(heddle_output(context, 1, &n));
  if (!y || !known) {
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    int64_t number = input<int64_t>(context, 0)[i];
    y[n - 1 - i] = number;
    known[i] = number < 2;
  }
  y[n] = n == 9 ? 7 : 0;
}

const heddle_model_info_t heddle::test::kTextModel = [] {
  heddle_model_info_t info = base("text");
  info.num_symbols = 2;
  info.symbols = kTextSymbols;
  info.num_inputs = 1;
  info.num_outputs = 2;
  info.inputs = kTextInputs;
  info.outputs = kTextOutputs;
  info.num_texts = 3;
  info.texts = kTexts;
  info.text_offsets = kTextOffsets;
  info.run = runText;
  return info;
}();

//===----------------------------------------------------------------------===//
// kNonZeroModel
//===----------------------------------------------------------------------===//

static const heddle_symbol_info_t kNonZeroSymbols[] = {{"$workers", 1, INT64_MAX}, {"n", 0, INT64_MAX}};
static const int64_t kDimsOpen1[] = {HEDDLE_DIM_OPEN, 1};
static const heddle_tensor_info_t kNonZeroInputs[] = {{"x", HEDDLE_I32, 1, kDimsN}};
static const heddle_tensor_info_t kNonZeroOutputs[] = {{"places", HEDDLE_I64, 2, kDimsOpen1}};

static void runNonZero(heddle_context_t *context, int64_t worker, int64_t) {
  if (worker == 0) {
    const int64_t *n = context->symbols + 1;
    auto *places = static_cast<int64_t *>(heddle_allocate(context, 0, *n * 8));
    if (places) {
      int64_t shape[] = {0, 1};
      heddle_non_zero(HEDDLE_I32, context->inputs[0], n, 1, places, &shape[0]);
      if (void *result = heddle_output(context, 0, shape)) {
        memcpy(result, places, size_t(shape[0]) * 8);
      }
    }
    heddle_release(context, 0);
  }
  heddle_barrier(context, worker);
}

const heddle_model_info_t heddle::test::kNonZeroModel = [] {
  heddle_model_info_t info = base("non_zero");
  info.num_inputs = info.num_outputs = info.num_slots = 1;
  info.num_symbols = 2;
  info.symbols = kNonZeroSymbols;
  info.inputs = kNonZeroInputs;
  info.outputs = kNonZeroOutputs;
  info.run = runNonZero;
  return info;
}();

//===----------------------------------------------------------------------===//
// kFailModel
//===----------------------------------------------------------------------===//

const char *const heddle::test::kFailure = "pick (Gather): index out of range";

static const int64_t kDims4[] = {4};
static const heddle_tensor_info_t kFailInputs[] = {{"x", HEDDLE_I32, 1, kDims4}};
static const heddle_tensor_info_t kFailOutputs[] = {{"y", HEDDLE_I32, 0, nullptr}};

static void runFail(heddle_context_t *context, int64_t worker, int64_t workers) {
  for (int step = 0; step < 100; ++step) {
    if (step == 50 && worker == workers - 1 && input<int32_t>(context, 0)[0] != 0) {
      heddle_fail(context, kFailure);
      heddle_fail(context, "a second reason, which comes too late");
    }
    heddle_barrier(context, worker);
    if (context->failed) {
      return;
    }
  }
  if (worker == 0) {
    *static_cast<int32_t *>(heddle_output(context, 0, nullptr)) = 7;
  }
}

const heddle_model_info_t heddle::test::kFailModel = [] {
  heddle_model_info_t info = base("fail");
  info.num_inputs = info.num_outputs = 1;
  info.inputs = kFailInputs;
  info.outputs = kFailOutputs;
  info.run = runFail;
  return info;
}();

//===----------------------------------------------------------------------===//
// kCounterModel
//===----------------------------------------------------------------------===//

alignas(64) static const int64_t kCounterWeights[] = {0, 0, 40, 50};
static const heddle_variable_info_t kCounterVariables[] = {{"counter", 16, 16}, {"zeros", 8, -1}};
static const int64_t kDims2[] = {2};
static const heddle_tensor_info_t kCounterOutputs[] = {{"y", HEDDLE_I64, 1, kDims2}};

static void runCounter(heddle_context_t *context, int64_t worker, int64_t) {
  if (worker != 0) {
    return;
  }
  auto *counter = static_cast<int64_t *>(context->variables[0]);
  auto *zeros = static_cast<int64_t *>(context->variables[1]);
  auto *result = static_cast<int64_t *>(heddle_output(context, 0, kDims2));
  for (int i = 0; i < 2; ++i) {
    result[i] = ++counter[i] + zeros[0];
  }
}

const heddle_model_info_t heddle::test::kCounterModel = [] {
  heddle_model_info_t info = base("counter");
  info.num_outputs = 1;
  info.num_variables = 2;
  info.outputs = kCounterOutputs;
  info.variables = kCounterVariables;
  info.weights = kCounterWeights;
  info.weights_bytes = sizeof(kCounterWeights);
  info.run = runCounter;
  return info;
}();

//===----------------------------------------------------------------------===//
// kRoundsModel
//===----------------------------------------------------------------------===//

static const int64_t kDims8[] = {8};
static const heddle_tensor_info_t kRoundsInputs[] = {{"x", HEDDLE_I64, 1, kDims8}};
static const heddle_tensor_info_t kRoundsOutputs[] = {{"y", HEDDLE_I64, 1, kDims8}};

static void sizesOfRounds(const int64_t *, int64_t *bytes) { bytes[0] = 64; }

static void runRounds(heddle_context_t *context, int64_t worker, int64_t workers) {
  Share share(8, worker, workers);
  if (worker == 0) {
    memcpy(heddle_output(context, 0, kDims8), context->inputs[0], 64);
  }
  auto *next = buffer<uint64_t>(context, 0);
  heddle_barrier(context, worker);
  auto *values = output<uint64_t>(context, 0);
  for (int round = 0; round < 200; ++round) {
    for (int64_t i = share.begin; i < share.end; ++i) {
      next[i] = values[i] * 3 + values[(i + 1) % 8];
    }
    heddle_barrier(context, worker);
    for (int64_t i = share.begin; i < share.end; ++i) {
      values[i] = next[i];
    }
    heddle_barrier(context, worker);
  }
}

const heddle_model_info_t heddle::test::kRoundsModel = [] {
  heddle_model_info_t info = base("rounds");
  info.num_inputs = info.num_outputs = info.num_buffers = 1;
  info.inputs = kRoundsInputs;
  info.outputs = kRoundsOutputs;
  info.buffers = kOneBuffer;
  info.sizes = sizesOfRounds;
  info.run = runRounds;
  return info;
}();

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

HostTensor<float> heddle::test::f32(std::vector<int64_t> dims, std::vector<float> values) {
  return {HEDDLE_F32, std::move(dims), std::move(values)};
}

HostTensor<int32_t> heddle::test::i32(std::vector<int64_t> dims, std::vector<int32_t> values) {
  return {HEDDLE_I32, std::move(dims), std::move(values)};
}

std::string heddle::test::libraryPath(const std::string &name) {
  char program[4096] = {};
  EXPECT_GT(readlink("/proc/self/exe", program, sizeof(program) - 1), 0);
  std::string path(program);
  return path.substr(0, path.rfind('/')) + "/runtime/" + name + ".so";
}

static heddle_session_options_t withThreads(uint32_t threads) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  return options;
}

TestSession::TestSession(const heddle_model_info_t &info, uint32_t threads)
    : TestSession(info, withThreads(threads)) {}

TestSession::TestSession(const heddle_model_info_t &info, const heddle_session_options_t &options) {
  heddle_message_t message = {};
  EXPECT_EQ(heddle_session_create_linked(&info, &options, &session, &message), HEDDLE_OK) << message.text;
}

TestSession::~TestSession() { heddle_session_release(session); }

heddle_tensor_t TestSession::outputView(uint32_t index) {
  heddle_tensor_t tensor = {};
  EXPECT_EQ(heddle_session_output(session, index, &tensor), HEDDLE_OK) << message();
  return tensor;
}

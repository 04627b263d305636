//===- DeviceModels.cpp - code for a GPU as a compiled model has it -------===//

#include "test/unit/runtime/DeviceModels.h"
#include <cstring>

using namespace heddle::test;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static constexpr const char *kScaleText = R"(
.version 7.0
.target sm_80
.address_size 64

.visible .entry scale(.param .u64 failure, .param .u64 x, .param .u64 y, .param .u64 n) {
  .reg .pred %outside, %negative;
  .reg .b32 %tid, %ctaid, %ntid, %i, %old;
  .reg .b64 %index, %count, %at, %from, %to, %word;
  .reg .f32 %value;
  ld.param.u64 %count, [n];
  mov.u32 %tid, %tid.x;
  mov.u32 %ctaid, %ctaid.x;
  mov.u32 %ntid, %ntid.x;
  mad.lo.s32 %i, %ctaid, %ntid, %tid;
  cvt.u64.u32 %index, %i;
  setp.ge.u64 %outside, %index, %count;
  @%outside ret;
  shl.b64 %at, %index, 2;
  ld.param.u64 %from, [x];
  add.u64 %from, %from, %at;
  ld.global.f32 %value, [%from];
  setp.lt.f32 %negative, %value, 0f00000000;
  ld.param.u64 %word, [failure];
  @%negative atom.global.cas.b32 %old, [%word], 0, 1;
  add.rn.f32 %value, %value, %value;
  ld.param.u64 %to, [y];
  add.u64 %to, %to, %at;
  st.global.f32 [%to], %value;
  ret;
}
)";

static const heddle_device_kernel_t kScaleKernels[] = {{"scale", 128, 0, 4}};
static const char *const kScaleMessages[] = {"Scale: an element is negative"};

/// Enqueues the kernel on the context's failure word.
static void launchScale(heddle_context_t *context, const void *x, void *y, int64_t n) {
  const int64_t grid[] = {(n + 127) / 128, 1, 1};
  const uint64_t arguments[] = {reinterpret_cast<uintptr_t>(context->device_failure),
                                reinterpret_cast<uintptr_t>(x), reinterpret_cast<uintptr_t>(y), uint64_t(n)};
  heddle_device_launch(context, 0, grid, arguments);
}

static void runScaleOnDevice(heddle_context_t *context, int64_t, int64_t) {
  const int64_t n = context->symbols[1];
  void *y = heddle_output(context, 0, &n);
  launchScale(context, context->inputs[0], y, n);
}

const heddle_device_code_t heddle::test::kScaleCode = {"sm_80", kScaleText, kScaleKernels,   kScaleMessages,
                                                       1,       1,          runScaleOnDevice};
const heddle_device_code_t heddle::test::kBrokenCode = {
    "sm_80",         ".version 7.0\n.target sm_80\nnonsense\n", kScaleKernels, kScaleMessages, 1, 1,
    runScaleOnDevice};

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static const heddle_symbol_info_t kSymbols[] = {{"$workers", 1, INT64_MAX}, {"n", 0, 1000}};
static const int64_t kDims[] = {-2};
static const heddle_tensor_info_t kInput[] = {{"x", HEDDLE_F32, 1, kDims}};
static const heddle_tensor_info_t kOutput[] = {{"y", HEDDLE_F32, 1, kDims}};

static void runScale(heddle_context_t *context, int64_t worker, int64_t) {
  if (worker == 0) {
    const int64_t n = context->symbols[1];
    auto *y = static_cast<float *>(heddle_output(context, 0, &n));
    for (int64_t i = 0; i < n; ++i) {
      y[i] = 2 * static_cast<const float *>(context->inputs[0])[i];
    }
  }
}

static constexpr heddle_model_info_t base() {
  heddle_model_info_t info = {};
  info.abi_version = HEDDLE_ABI_VERSION;
  info.name = "device";
  info.target = "x86-64-v2";
  info.content_hash = "";
  info.manifest = "{}";
  info.num_symbols = 1;
  info.symbols = kSymbols;
  info.num_outputs = 1;
  return info;
}

static constexpr heddle_model_info_t scaleModel() {
  heddle_model_info_t info = base();
  info.num_symbols = 2;
  info.num_inputs = 1;
  info.inputs = kInput;
  info.outputs = kOutput;
  info.run = runScale;
  info.device = &kScaleCode;
  return info;
}
const heddle_model_info_t heddle::test::kDeviceScaleModel = scaleModel();

static void runRanks(heddle_context_t *context, int64_t, int64_t) {
  const int64_t n = context->symbols[1];
  void *y = heddle_output(context, 0, &n);
  launchScale(context, context->inputs[0], y, n);
  heddle_all_reduce(context, 0, y, y, n, HEDDLE_F32, HEDDLE_REDUCE_ADD);
}

static const heddle_device_code_t kRanksCode = {"sm_80", kScaleText, kScaleKernels, kScaleMessages,
                                                1,       1,          runRanks};
static const heddle_axis_info_t kAxes[] = {{"model", 2}};
static const uint32_t kAxisOfGroup[] = {0};
static const heddle_group_info_t kGroups[] = {{1, kAxisOfGroup}};

static constexpr heddle_model_info_t ranksModel() {
  heddle_model_info_t info = scaleModel();
  info.num_axes = 1;
  info.axes = kAxes;
  info.num_groups = 1;
  info.groups = kGroups;
  info.device = &kRanksCode;
  return info;
}
const heddle_model_info_t heddle::test::kDeviceRanksModel = ranksModel();

static const int64_t kFour[] = {4};
static const heddle_tensor_info_t kFourOutput[] = {{"y", HEDDLE_F32, 1, kFour}};
static const heddle_variable_info_t kVariables[] = {{"v", 16, 0}};
alignas(64) static const float kInitial[] = {1, 2, 3, 4};

static void runVariable(heddle_context_t *context, int64_t, int64_t) {
  void *y = heddle_output(context, 0, kFour);
  launchScale(context, context->variables[0], context->variables[0], 4);
  heddle_device_copy(context, y, context->variables[0], 16);
}

static const heddle_device_code_t kVariableCode = {"sm_80", kScaleText, kScaleKernels, kScaleMessages,
                                                   1,       1,          runVariable};

static constexpr heddle_model_info_t variableModel() {
  heddle_model_info_t info = base();
  info.outputs = kFourOutput;
  info.num_variables = 1;
  info.variables = kVariables;
  info.weights = kInitial;
  info.weights_bytes = sizeof(kInitial);
  info.run = runVariable;
  info.device = &kVariableCode;
  return info;
}
const heddle_model_info_t heddle::test::kDeviceVariableModel = variableModel();

/* A library as the artifact writer makes it: a note, one exported function, and a copy of the runtime inside.
   Built with TEST_WEIGHTS_FILE its weights lie beside it; with TEST_PREFIX the model has that prefix. */
#include "heddle/abi.h"
#include <string.h>

#define JOIN(a, b) a##b
#define NAME(prefix, name) JOIN(prefix, name)

static const int64_t dims[] = {4};
static const heddle_symbol_info_t symbols[] = {{"$workers", 1, INT64_MAX}};
static const heddle_tensor_info_t inputs[] = {{"x", HEDDLE_F32, 1, dims}};
static const heddle_tensor_info_t outputs[] = {{"y", HEDDLE_F32, 1, dims}};
#ifndef TEST_WEIGHTS_FILE
static const float weights[] __attribute__((aligned(64))) = {1, 2, 3, 4};
#endif

/* y = x * weights */
static void run(heddle_context_t *context, int64_t worker, int64_t workers) {
  if (worker == 0) {
    heddle_output(context, 0, dims);
  }
  heddle_barrier(context, worker);
  if (context->failed) {
    return;
  }
  for (int64_t i = worker; i < 4; i += workers) {
    ((float *)context->outputs[0])[i] =
        ((const float *)context->inputs[0])[i] * ((const float *)context->weights)[i];
  }
}

static const heddle_model_info_t info = {
    .abi_version = HEDDLE_ABI_VERSION,
    .num_inputs = 1,
    .num_outputs = 1,
    .num_symbols = 1,
    .name = "library",
    .target = "x86-64-v2",
    .content_hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    .manifest = "{}",
    .symbols = symbols,
    .inputs = inputs,
    .outputs = outputs,
    .weights_bytes = 16,
#ifdef TEST_WEIGHTS_FILE
    .weights_file = TEST_WEIGHTS_FILE,
#else
    .weights = weights,
#endif
    .run = run,
};

__attribute__((visibility("default"))) const heddle_model_info_t *NAME(TEST_PREFIX, _model)(void) {
  return &info;
}

#ifdef TEST_SECOND_PREFIX
__attribute__((visibility("default"))) const heddle_model_info_t *NAME(TEST_SECOND_PREFIX, _model)(void) {
  return &info;
}
#endif

#define STRING(text) #text
#define QUOTE(text) STRING(text)
#define NOTE(variable, version, text)                                                                        \
  static const struct {                                                                                      \
    uint32_t name_bytes, descriptor_bytes, type;                                                             \
    char name[8];                                                                                            \
    uint32_t abi_version;                                                                                    \
    char prefix[12];                                                                                         \
  } variable __attribute__((section(".note.heddle"), used, aligned(4))) = {                                  \
      7, 16, HEDDLE_NOTE_MODEL, "heddle", version, QUOTE(text)}
#ifndef TEST_NOTE_VERSION
#define TEST_NOTE_VERSION HEDDLE_ABI_VERSION
#endif
NOTE(first_note, TEST_NOTE_VERSION, TEST_PREFIX);
#ifdef TEST_SECOND_PREFIX
NOTE(second_note, TEST_NOTE_VERSION, TEST_SECOND_PREFIX);
#endif

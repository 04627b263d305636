// Calls of generated code go to the runtime that its context names.
#include "runtime/Core/GeneratedCalls.h"
#include <gtest/gtest.h>
#include <string>

static std::string *trace(heddle_context_t *context) { return static_cast<std::string *>(context->session); }

static std::string numbers(std::initializer_list<int64_t> values) {
  std::string text;
  for (int64_t value : values) {
    text += std::to_string(value) + " ";
  }
  return text + "; ";
}

TEST(GeneratedCalls, GoThroughTheContext) {
  const heddle_calls_t calls = {
      [](heddle_context_t *context, int64_t worker) {
        *trace(context) += "barrier " + std::to_string(worker) + "; ";
      },
      [](heddle_context_t *context, int64_t index, const int64_t *) -> void * {
        *trace(context) += "output " + std::to_string(index) + "; ";
        return context;
      },
      [](heddle_context_t *context, int64_t slot, int64_t bytes) -> void * {
        *trace(context) += "allocate " + std::to_string(slot) + " " + std::to_string(bytes) + "; ";
        return nullptr;
      },
      [](heddle_context_t *context, int64_t slot) {
        *trace(context) += "release " + std::to_string(slot) + "; ";
      },
      [](heddle_context_t *context, const char *message) { *trace(context) += message; },
      [](heddle_context_t *context, int64_t group, const void *, void *, int64_t count, int64_t dtype,
         int64_t kind) { *trace(context) += "all_reduce " + numbers({group, count, dtype, kind}); },
      [](heddle_context_t *context, int64_t group, const void *, void *, int64_t count, int64_t dtype,
         int64_t kind) { *trace(context) += "reduce_scatter " + numbers({group, count, dtype, kind}); },
      [](heddle_context_t *context, int64_t group, const void *, void *, int64_t bytes) {
        *trace(context) += "all_gather " + numbers({group, bytes});
      },
      [](heddle_context_t *context, int64_t group, const void *, void *, int64_t bytes) {
        *trace(context) += "all_to_all " + numbers({group, bytes});
      },
      [](heddle_context_t *context, int64_t group, const void *, void *, int64_t bytes, const int64_t *pairs,
         int64_t count) {
        *trace(context) += "permute " + numbers({group, bytes, pairs[0], pairs[1], count});
      },
      [](heddle_context_t *context, int64_t group) {
        *trace(context) += "coord " + numbers({group});
        return int64_t(6);
      }};
  std::string seen;
  heddle_context_t context = {};
  context.session = &seen;
  context.calls = &calls;
  heddle_barrier(&context, 3);
  EXPECT_EQ(heddle_output(&context, 1, nullptr), &context);
  EXPECT_EQ(heddle_allocate(&context, 2, 99), nullptr);
  heddle_release(&context, 4);
  heddle_fail(&context, "failed");
  EXPECT_EQ(seen, "barrier 3; output 1; allocate 2 99; release 4; failed");

  seen = "";
  int64_t pairs[] = {7, 8};
  heddle_all_reduce(&context, 1, nullptr, nullptr, 2, 3, 4);
  heddle_reduce_scatter(&context, 1, nullptr, nullptr, 2, 3, 4);
  heddle_all_gather(&context, 1, nullptr, nullptr, 2);
  heddle_all_to_all(&context, 1, nullptr, nullptr, 2);
  heddle_permute(&context, 1, nullptr, nullptr, 2, pairs, 1);
  EXPECT_EQ(heddle_coord(&context, 5), 6);
  EXPECT_EQ(
      seen,
      "all_reduce 1 2 3 4 ; reduce_scatter 1 2 3 4 ; all_gather 1 2 ; all_to_all 1 2 ; permute 1 2 7 8 1 ; "
      "coord 5 ; ");
}

TEST(GeneratedCalls, OfADeviceGoThroughTheContext) {
  heddle_calls_t calls = {};
  calls.launch = [](heddle_context_t *context, int64_t kernel, const int64_t *grid,
                    const uint64_t *arguments) {
    *trace(context) += "launch " + numbers({kernel, grid[0], int64_t(arguments[0])});
  };
  calls.copy = [](heddle_context_t *context, void *, const void *, int64_t bytes) {
    *trace(context) += "copy " + numbers({bytes});
  };
  calls.write = [](heddle_context_t *context, void *, const void *, int64_t bytes) {
    *trace(context) += "write " + numbers({bytes});
  };
  std::string seen;
  heddle_context_t context = {};
  context.session = &seen;
  context.calls = &calls;
  const int64_t grid[] = {7, 1, 1};
  const uint64_t arguments[] = {11};
  heddle_device_launch(&context, 5, grid, arguments);
  heddle_device_copy(&context, nullptr, nullptr, 64);
  heddle_device_write(&context, nullptr, nullptr, 8);
  EXPECT_EQ(seen, "launch 5 7 11 ; copy 64 ; write 8 ; ");
}

TEST(GeneratedCalls, OfTextsGoThroughTheContext) {
  heddle_calls_t calls = {};
  calls.text = [](heddle_context_t *context, int64_t number, int64_t *bytes) -> const char * {
    *trace(context) += "text " + numbers({number});
    *bytes = 3;
    return "abc";
  };
  calls.draft_text = [](heddle_context_t *context, int64_t bytes) -> char * {
    *trace(context) += "draft " + numbers({bytes});
    return nullptr;
  };
  calls.keep_text = [](heddle_context_t *context, int64_t bytes) -> int64_t {
    *trace(context) += "keep " + numbers({bytes});
    return 8;
  };
  std::string seen;
  heddle_context_t context = {};
  context.session = &seen;
  context.calls = &calls;
  int64_t bytes = 0;
  EXPECT_STREQ(heddle_text(&context, 5, &bytes), "abc");
  EXPECT_EQ(bytes, 3);
  EXPECT_EQ(heddle_draft_text(&context, 6), nullptr);
  EXPECT_EQ(heddle_keep_text(&context, 7), 8);
  EXPECT_EQ(seen, "text 5 ; draft 6 ; keep 7 ; ");
}

TEST(GeneratedCalls, StepsGoThroughTheContext) {
  heddle_calls_t calls = {};
  calls.step = [](heddle_context_t *context, int64_t worker, int64_t step) {
    *trace(context) += "step " + numbers({worker, step});
  };
  std::string seen;
  heddle_context_t context = {};
  context.session = &seen;
  context.calls = &calls;
  heddle_step(&context, 3, 9);
  heddle_step(&context, 0, HEDDLE_STEP_WAIT);
  EXPECT_EQ(seen, "step 3 9 ; step 0 -2 ; ");
}

// Generated code reads the context by these offsets.
TEST(GeneratedCalls, TheContextIsLaidOutAsTheAbiSays) {
  EXPECT_EQ(offsetof(heddle_context_t, outputs), 8u);
  EXPECT_EQ(offsetof(heddle_context_t, arena), 16u);
  EXPECT_EQ(offsetof(heddle_context_t, offsets), 24u);
  EXPECT_EQ(offsetof(heddle_context_t, symbols), 32u);
  EXPECT_EQ(offsetof(heddle_context_t, weights), 40u);
  EXPECT_EQ(offsetof(heddle_context_t, variables), 48u);
  EXPECT_EQ(offsetof(heddle_context_t, slots), 56u);
  EXPECT_EQ(offsetof(heddle_context_t, failed), 64u);
  EXPECT_EQ(offsetof(heddle_context_t, session), 72u);
  EXPECT_EQ(offsetof(heddle_context_t, calls), 80u);
  EXPECT_EQ(offsetof(heddle_context_t, device_failure), 88u);
}

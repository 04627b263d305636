// Sessions from the side of generated code: outputs and memory of sizes that a run finds out, and failures.
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::test;

TEST(SessionCalls, OutputsHaveTheSizeThatTheRunFinds) {
  for (uint32_t threads : {1, 3}) {
    TestSession session(kNonZeroModel, threads);
    for (int32_t n : {0, 10, 1000, 3}) {
      HostTensor<int32_t> x = i32({n}, std::vector<int32_t>(size_t(n)));
      std::vector<int64_t> wanted;
      for (int32_t i = 0; i < n; i += 3) {
        x.values[size_t(i)] = -1;
        wanted.push_back(i);
      }
      ASSERT_EQ(session.set(0, x), HEDDLE_OK);
      ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
      std::vector<int64_t> dims;
      EXPECT_EQ(session.output<int64_t>(0, &dims), wanted);
      EXPECT_EQ(dims, (std::vector<int64_t>{int64_t(wanted.size()), 1}));
    }
  }
}

/// Runs kFailModel with another `run` and one slot; returns the status and leaves the message in `message`.
static heddle_status_t runWith(void (*run)(heddle_context_t *, int64_t, int64_t), std::string &message,
                               heddle_allocator_t *allocator = nullptr) {
  heddle_model_info_t info = kFailModel;
  static const int64_t dims[] = {HEDDLE_DIM_OPEN, HEDDLE_DIM_OPEN};
  static const heddle_tensor_info_t outputs[] = {{"y", HEDDLE_I32, 2, dims}};
  info.outputs = outputs;
  info.num_slots = 1;
  info.run = run;
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 1;
  options.allocator = allocator;
  TestSession session(info, options);
  HostTensor<int32_t> x = i32({4}, {0, 0, 0, 0});
  session.set(0, x);
  heddle_status_t status = heddle_session_run(session);
  message = session.message();
  return status;
}

TEST(SessionCalls, RefusesANegativeSize) {
  std::string message;
  auto run = [](heddle_context_t *context, int64_t, int64_t) {
    int64_t shape[] = {2, -5};
    EXPECT_EQ(heddle_output(context, 0, shape), nullptr);
    EXPECT_NE(context->failed, 0);
  };
  EXPECT_EQ(runWith(run, message), HEDDLE_RUN_FAILED);
  EXPECT_EQ(message, "output 'y': dimension 1 is -5, wanted 0 or more");
}

TEST(SessionCalls, RefusesAnOutputBeyondMemory) {
  std::string message;
  auto run = [](heddle_context_t *context, int64_t, int64_t) {
    int64_t shape[] = {int64_t(1) << 40, int64_t(1) << 40};
    EXPECT_EQ(heddle_output(context, 0, shape), nullptr);
  };
  EXPECT_EQ(runWith(run, message), HEDDLE_OUT_OF_MEMORY);
  EXPECT_EQ(message, "no memory for output 'y' of shape [1099511627776, 1099511627776]");
}

TEST(SessionCalls, RefusesASlotBeyondMemory) {
  std::string message;
  auto run = [](heddle_context_t *context, int64_t, int64_t) {
    EXPECT_NE(heddle_allocate(context, 0, 100), nullptr);
    EXPECT_EQ(heddle_allocate(context, 0, -1), nullptr);
    EXPECT_EQ(context->slots[0], nullptr);
  };
  EXPECT_EQ(runWith(run, message), HEDDLE_OUT_OF_MEMORY);
  EXPECT_EQ(message, "no memory for a tensor of -1 bytes");
}

TEST(SessionCalls, TheFirstFailureCounts) {
  std::string message;
  auto run = [](heddle_context_t *context, int64_t, int64_t) {
    int64_t first[] = {-1, 0}, second[] = {-2, 0};
    heddle_output(context, 0, first);
    heddle_fail(context, "a later reason");
    heddle_output(context, 0, second);
  };
  EXPECT_EQ(runWith(run, message), HEDDLE_RUN_FAILED);
  EXPECT_EQ(message, "output 'y': dimension 0 is -1, wanted 0 or more");
}

TEST(SessionCalls, SlotsAreReleasedWhereARunForgets) {
  std::string message;
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  auto run = [](heddle_context_t *context, int64_t, int64_t) {
    void *first = heddle_allocate(context, 0, 900);
    EXPECT_EQ(context->slots[0], first);
    EXPECT_EQ(heddle_allocate(context, 0, 800), first); // released first, so the block is used again
    heddle_fail(context, "it ends here");
  };
  EXPECT_EQ(runWith(run, message, &allocator), HEDDLE_RUN_FAILED);
  EXPECT_EQ(counter.live, 0);
}

// Sessions whose runs are on a GPU.
#include "test/unit/runtime/DeviceModels.h"
#include "test/unit/runtime/TestModels.h"
#include "test/unit/runtime/TestRanks.h"
#include <gtest/gtest.h>

using namespace heddle::test;

namespace {
/// A model and a session of it on a device.
class DeviceSession {
public:
  explicit DeviceSession(const heddle_model_info_t &info, heddle_device_t device = HEDDLE_DEVICE_CUDA,
                         heddle_communicator_t *communicator = nullptr) {
    EXPECT_EQ(heddle_model_create(&info, &model, nullptr), HEDDLE_OK);
    heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
    options.device = device;
    options.communicator = communicator;
    status = heddle_session_create(model, &options, &session, &message);
  }
  ~DeviceSession() {
    heddle_session_release(session);
    heddle_model_release(model);
  }
  std::vector<float> output() {
    heddle_tensor_t view = {};
    EXPECT_EQ(heddle_session_output(session, 0, &view), HEDDLE_OK) << heddle_session_message(session);
    const auto *values = static_cast<const float *>(view.data);
    return {values, values + view.bytes / sizeof(float)};
  }

  heddle_model_t *model = nullptr;
  heddle_session_t *session = nullptr;
  heddle_status_t status;
  heddle_message_t message = {};
};
} // namespace

TEST(SessionDevice, RunsOnInputsOfChangingSizes) {
  DeviceSession test(kDeviceScaleModel);
  ASSERT_EQ(test.status, HEDDLE_OK) << test.message.text;
  for (int64_t n : {3, 1000, 0, 300}) {
    auto x = f32({n}, std::vector<float>(n, 2.0f));
    heddle_tensor_t view = x.view();
    ASSERT_EQ(heddle_session_set_input(test.session, 0, &view), HEDDLE_OK);
    ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK) << heddle_session_message(test.session);
    EXPECT_EQ(test.output(), std::vector<float>(n, 4.0f));
  }
}

TEST(SessionDevice, AFailureOfAKernelEndsTheRunAlone) {
  DeviceSession test(kDeviceScaleModel);
  auto bad = f32({2}, {1, -1}), good = f32({2}, {1, 2});
  heddle_tensor_t view = bad.view();
  heddle_session_set_input(test.session, 0, &view);
  EXPECT_EQ(heddle_session_run(test.session), HEDDLE_RUN_FAILED);
  EXPECT_STREQ(heddle_session_message(test.session), "Scale: an element is negative");
  view = good.view();
  heddle_session_set_input(test.session, 0, &view);
  ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK);
  EXPECT_EQ(test.output(), (std::vector<float>{2, 4}));
}

TEST(SessionDevice, TheSameModelRunsOnTheCpu) {
  DeviceSession test(kDeviceScaleModel, HEDDLE_DEVICE_CPU);
  auto x = f32({2}, {1, 2});
  heddle_tensor_t view = x.view();
  heddle_session_set_input(test.session, 0, &view);
  ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK);
  EXPECT_EQ(test.output(), (std::vector<float>{2, 4}));
}

TEST(SessionDevice, VariablesStayOnTheDeviceAndAreReset) {
  DeviceSession test(kDeviceVariableModel);
  ASSERT_EQ(test.status, HEDDLE_OK) << test.message.text;
  ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK) << heddle_session_message(test.session);
  EXPECT_EQ(test.output(), (std::vector<float>{2, 4, 6, 8}));
  ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK);
  EXPECT_EQ(test.output(), (std::vector<float>{4, 8, 12, 16}));
  ASSERT_EQ(heddle_session_reset(test.session), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK);
  EXPECT_EQ(test.output(), (std::vector<float>{2, 4, 6, 8}));
}

TEST(SessionDevice, SessionsOfAModelShareItsCodeAndWeights) {
  DeviceSession first(kDeviceVariableModel);
  ASSERT_EQ(first.status, HEDDLE_OK) << first.message.text;
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.device = HEDDLE_DEVICE_CUDA;
  heddle_session_t *second = nullptr;
  ASSERT_EQ(heddle_session_create(first.model, &options, &second, nullptr), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(first.session), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(second), HEDDLE_OK) << heddle_session_message(second);
  EXPECT_EQ(first.output(), (std::vector<float>{2, 4, 6, 8}));
  heddle_session_release(second);
  ASSERT_EQ(heddle_session_run(first.session), HEDDLE_OK); // what is left is still there
  EXPECT_EQ(first.output(), (std::vector<float>{4, 8, 12, 16}));
}

TEST(SessionDevice, ARunIsStartedAndWaitedFor) {
  DeviceSession test(kDeviceScaleModel);
  ASSERT_EQ(test.status, HEDDLE_OK) << test.message.text;
  auto x = f32({300}, std::vector<float>(300, 2.0f));
  heddle_tensor_t view = x.view();
  ASSERT_EQ(heddle_session_set_input(test.session, 0, &view), HEDDLE_OK);
  ASSERT_EQ(heddle_session_start(test.session), HEDDLE_OK) << heddle_session_message(test.session);
  EXPECT_EQ(heddle_session_start(test.session), HEDDLE_BUSY);
  EXPECT_EQ(heddle_session_set_input(test.session, 0, &view), HEDDLE_BUSY);
  EXPECT_STREQ(heddle_session_message(test.session), "the run that was started has not been waited for");
  for (int32_t done = 0; !done;) {
    ASSERT_EQ(heddle_session_is_done(test.session, &done), HEDDLE_OK);
  }
  ASSERT_EQ(heddle_session_wait(test.session), HEDDLE_OK) << heddle_session_message(test.session);
  EXPECT_EQ(test.output(), std::vector<float>(300, 4.0f));
  EXPECT_EQ(heddle_session_wait(test.session), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(heddle_session_message(test.session), "no run was started");
  ASSERT_EQ(heddle_session_start(test.session), HEDDLE_OK); // the release waits
}

TEST(SessionDevice, AFailureOfAStartedRunShowsWhereItIsWaitedFor) {
  DeviceSession test(kDeviceScaleModel);
  auto x = f32({2}, {1, -1});
  heddle_tensor_t view = x.view();
  heddle_session_set_input(test.session, 0, &view);
  ASSERT_EQ(heddle_session_start(test.session), HEDDLE_OK);
  EXPECT_EQ(heddle_session_wait(test.session), HEDDLE_RUN_FAILED);
  EXPECT_STREQ(heddle_session_message(test.session), "Scale: an element is negative");
}

TEST(SessionDevice, OnTheCpuAStartedRunIsDone) {
  DeviceSession test(kDeviceScaleModel, HEDDLE_DEVICE_CPU);
  auto x = f32({2}, {1, 2});
  heddle_tensor_t view = x.view();
  heddle_session_set_input(test.session, 0, &view);
  ASSERT_EQ(heddle_session_start(test.session), HEDDLE_OK);
  int32_t done = 0;
  ASSERT_EQ(heddle_session_is_done(test.session, &done), HEDDLE_OK);
  EXPECT_EQ(done, 1);
  ASSERT_EQ(heddle_session_wait(test.session), HEDDLE_OK);
  EXPECT_EQ(test.output(), (std::vector<float>{2, 4}));
}

TEST(SessionDevice, RanksExchangeWhatLiesOnTheirDevices) {
  onRanks(2, [](heddle_communicator_t *communicator) {
    DeviceSession test(kDeviceRanksModel, HEDDLE_DEVICE_CUDA, communicator);
    ASSERT_EQ(test.status, HEDDLE_OK) << test.message.text;
    float own = heddle_communicator_rank(communicator) == 0 ? 1.0f : 10.0f;
    for (int64_t n : {3, 0, 300}) {
      auto x = f32({n}, std::vector<float>(n, own));
      heddle_tensor_t view = x.view();
      ASSERT_EQ(heddle_session_set_input(test.session, 0, &view), HEDDLE_OK);
      ASSERT_EQ(heddle_session_run(test.session), HEDDLE_OK) << heddle_session_message(test.session);
      EXPECT_EQ(test.output(), std::vector<float>(n, 22.0f));
    }
  });
}

TEST(SessionDevice, AKernelThatFailsEndsTheRunsOfAllRanks) {
  onRanks(2, [](heddle_communicator_t *communicator) {
    DeviceSession test(kDeviceRanksModel, HEDDLE_DEVICE_CUDA, communicator);
    ASSERT_EQ(test.status, HEDDLE_OK) << test.message.text;
    auto x = f32({2}, {1, heddle_communicator_rank(communicator) == 0 ? -1.0f : 1.0f});
    heddle_tensor_t view = x.view();
    heddle_session_set_input(test.session, 0, &view);
    EXPECT_EQ(heddle_session_run(test.session), HEDDLE_RUN_FAILED);
    EXPECT_NE(std::string(heddle_session_message(test.session)).find("Scale: an element is negative"),
              std::string::npos)
        << heddle_session_message(test.session);
  });
}

TEST(SessionDevice, DevicesAreCounted) {
  EXPECT_EQ(heddle_device_count(HEDDLE_DEVICE_CPU), 1u);
  EXPECT_EQ(heddle_device_count(HEDDLE_DEVICE_CUDA), 1u); // the emulator's
  EXPECT_EQ(heddle_device_count(9), 0u);
}

TEST(SessionDevice, AModelWithoutCodeForAGpuIsRefused) {
  DeviceSession test(kScaleModel);
  EXPECT_EQ(test.status, HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(test.message.text, "the model has code for x86-64-v2 alone, and none for a GPU");
}

TEST(SessionDevice, HasOneThreadAndNoArenaOfTheCaller) {
  heddle_model_t *model = nullptr;
  ASSERT_EQ(heddle_model_create(&kDeviceScaleModel, &model, nullptr), HEDDLE_OK);
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.device = HEDDLE_DEVICE_CUDA;
  options.threads = 2;
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_session_create(model, &options, &session, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "a session on a device has one thread and no arena of the caller");
  options.device = 9;
  EXPECT_EQ(heddle_session_create(model, &options, &session, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "there is no device kind 9");
  heddle_model_release(model);
}

// A model is checked when it is made and lives as long as its users.
#include "runtime/Core/Model.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::test;

static std::string create(const heddle_model_info_t *info, heddle_status_t wanted) {
  heddle_model_t *model = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_model_create(info, &model, &message), wanted);
  heddle_model_release(model);
  return message.text;
}

TEST(Model, RefusesNoInfo) {
  EXPECT_EQ(create(nullptr, HEDDLE_INVALID_ARGUMENT), "the model's info is null");
}

TEST(Model, RefusesAnotherVersion) {
  heddle_model_info_t info = kScaleModel;
  info.abi_version = 77;
  EXPECT_EQ(create(&info, HEDDLE_INVALID_MODEL),
            "the model has ABI version 77, this runtime reads version " + std::to_string(HEDDLE_ABI_VERSION));
}

TEST(Model, RefusesATargetThatTheProcessorCannotRun) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) {
    GTEST_SKIP() << "this processor runs every level";
  }
  heddle_model_info_t info = kScaleModel;
  info.target = "x86-64-v4";
  EXPECT_EQ(create(&info, HEDDLE_INVALID_MODEL),
            "the model is compiled for x86-64-v4, which this processor does not support");
}

TEST(Model, LivesAsLongAsASession) {
  heddle_model_t *model = nullptr;
  ASSERT_EQ(heddle_model_create(&kScaleModel, &model, nullptr), HEDDLE_OK);
  heddle_model_retain(model);
  heddle_model_release(model);
  heddle_session_t *session = nullptr;
  ASSERT_EQ(heddle_session_create(model, nullptr, &session, nullptr), HEDDLE_OK);
  heddle_model_release(model);
  EXPECT_EQ(heddle_model_info(heddle_session_model(session)), &kScaleModel);
  heddle_session_release(session);
}

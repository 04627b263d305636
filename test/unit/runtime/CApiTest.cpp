// Null pointers and unknown names are refused, and what a caller may leave out may be left out.
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::test;

TEST(CApi, RefusesNullPointers) {
  heddle_model_t *model = nullptr;
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  heddle_tensor_t tensor = {};
  uint64_t bytes = 0;
  EXPECT_EQ(heddle_model_open(nullptr, nullptr, &model, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "an argument is null");
  EXPECT_EQ(heddle_model_open("x", nullptr, nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_model_create(&kScaleModel, nullptr, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_create(nullptr, nullptr, &session, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_create_linked(nullptr, nullptr, &session, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_set_input(nullptr, 0, &tensor), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_set_input_named(nullptr, "x", &tensor), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_set_output(nullptr, 0, nullptr, 0), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_arena_bytes(nullptr, &bytes), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_run(nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_start(nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_is_done(nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_wait(nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_run_static(nullptr, nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_output(nullptr, 0, &tensor), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_reset(nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(heddle_session_message(nullptr), "the session is null");
  heddle_model_retain(nullptr);
  heddle_model_release(nullptr);
  heddle_session_release(nullptr);
}

TEST(CApi, RefusesNullPointersOfASession) {
  TestSession session(kScaleModel);
  EXPECT_EQ(session.message(), "");
  EXPECT_EQ(heddle_session_set_input(session, 0, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "an argument is null");
  EXPECT_EQ(heddle_session_set_input_named(session, nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_arena_bytes(session, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_run_static(session, nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_output(session, 0, nullptr), HEDDLE_INVALID_ARGUMENT);
}

TEST(CApi, FindsTensorsByName) {
  heddle_model_t *model = nullptr;
  uint32_t index = 9;
  ASSERT_EQ(heddle_model_create(&kAddModel, &model, nullptr), HEDDLE_OK);
  EXPECT_EQ(heddle_model_find_input(model, "b", &index), HEDDLE_OK);
  EXPECT_EQ(index, 1u);
  EXPECT_EQ(heddle_model_find_output(model, "sum", &index), HEDDLE_OK);
  EXPECT_EQ(index, 0u);
  EXPECT_EQ(heddle_model_find_output(model, "b", &index), HEDDLE_NOT_FOUND);
  EXPECT_EQ(heddle_model_find_input(model, nullptr, &index), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_model_find_input(model, "b", nullptr), HEDDLE_INVALID_ARGUMENT);
  heddle_model_release(model);
}

TEST(CApi, SetsInputsByName) {
  TestSession session(kAddModel), noInputs(kCounterModel);
  HostTensor<float> b = f32({2}, {1, 2});
  heddle_tensor_t view = b.view();
  EXPECT_EQ(heddle_session_set_input_named(session, "b", &view), HEDDLE_OK);
  EXPECT_EQ(heddle_session_set_input_named(session, "c", &view), HEDDLE_NOT_FOUND);
  EXPECT_EQ(session.message(), "there is no input 'c'; the model has 'a', 'b'");
  EXPECT_EQ(heddle_session_set_input_named(noInputs, "c", &view), HEDDLE_NOT_FOUND);
  EXPECT_EQ(noInputs.message(), "there is no input 'c'; the model has none");
}

TEST(CApi, OptionsMayBeOlderButNotNewer) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 1;
  options.struct_bytes =
      offsetof(heddle_session_options_t, spin_micros); // a caller that knows only `threads`
  EXPECT_EQ(heddle_session_threads(TestSession(kScaleModel, options)), 1u);
  options.struct_bytes = sizeof(options) + 8;
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_session_create_linked(&kScaleModel, &options, &session, &message),
            HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(message.text, "struct_bytes of the options is " + std::to_string(sizeof(options) + 8) +
                              ", wanted at most " + std::to_string(sizeof(options)));
}

TEST(CApi, DefaultThreadsObeyTheModelsHint) {
  EXPECT_GE(heddle_default_threads(), 1u);
  EXPECT_EQ(heddle_session_threads(TestSession(kScaleModel, 0)), heddle_default_threads());
  heddle_model_info_t info = kScaleModel;
  info.max_workers_hint = 1;
  EXPECT_EQ(heddle_session_threads(TestSession(info, 0)), 1u);
  EXPECT_EQ(heddle_session_threads(TestSession(info, 3)), 3u);
}

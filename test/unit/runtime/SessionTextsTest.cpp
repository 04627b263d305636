// Texts at the border of a session: what goes in comes out, and what is refused.
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::test;

static HostTensor<heddle_string_t> texts(const std::vector<std::string> &values) {
  HostTensor<heddle_string_t> tensor{HEDDLE_STRING, {int64_t(values.size())}, {}};
  for (const std::string &value : values) {
    tensor.values.push_back({value.data(), value.size()});
  }
  return tensor;
}

static std::vector<std::string> outputOf(TestSession &session) {
  std::vector<std::string> result;
  for (const heddle_string_t &text : session.output<heddle_string_t>(0)) {
    result.emplace_back(text.data, text.bytes);
    EXPECT_EQ(text.data[text.bytes], 0);
  }
  return result;
}

TEST(SessionTexts, ComeBackBackwardsWithTheModelsOwn) {
  TestSession session(kTextModel, 2);
  for (const std::vector<std::string> &given :
       {std::vector<std::string>{"new", "yes", "", std::string("a\0b", 3), "new"}, {}, {"other"}}) {
    HostTensor<heddle_string_t> x = texts(given);
    ASSERT_EQ(session.set(0, x), HEDDLE_OK) << session.message();
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
    std::vector<std::string> wanted(given.rbegin(), given.rend());
    wanted.push_back("yes");
    EXPECT_EQ(outputOf(session), wanted);
    std::vector<uint8_t> isKnown = session.output<uint8_t>(1);
    ASSERT_EQ(isKnown.size(), given.size());
    for (size_t i = 0; i < given.size(); ++i) {
      EXPECT_EQ(isKnown[i], given[i] == "yes" || given[i].empty());
    }
  }
}

TEST(SessionTexts, GoToTheCallersViews) {
  TestSession session(kTextModel);
  std::vector<std::string> given = {"one"};
  HostTensor<heddle_string_t> x = texts(given);
  heddle_string_t views[2];
  ASSERT_EQ(session.set(0, x), HEDDLE_OK);
  ASSERT_EQ(heddle_session_set_output(session, 0, views, sizeof(views)), HEDDLE_OK) << session.message();
  ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
  EXPECT_STREQ(views[0].data, "one");
  EXPECT_STREQ(views[1].data, "yes");
  ASSERT_EQ(heddle_session_set_output(session, 0, views, sizeof(views) - 1), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_BUFFER_TOO_SMALL);
  EXPECT_EQ(session.message(), "output 'y': the caller's buffer has 31 bytes, wanted 32 for shape [2]");
}

TEST(SessionTexts, AreReadAtEveryRun) {
  TestSession session(kTextModel);
  std::string text = "abc";
  HostTensor<heddle_string_t> x{HEDDLE_STRING, {1}, {{text.data(), text.size()}}};
  ASSERT_EQ(session.set(0, x), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(session), HEDDLE_OK);
  text[0] = 'x';
  ASSERT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(outputOf(session)[0], "xbc");
}

TEST(SessionTexts, ThatAreNoneAreRefused) {
  TestSession session(kTextModel);
  std::vector<std::string> given = {"a", "b"};
  HostTensor<heddle_string_t> x = texts(given);
  x.values[1] = {nullptr, 5};
  ASSERT_EQ(session.set(0, x), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(session.message(), "input 'x': text 1 has 5 bytes but its data is null");
  x.values[1] = {"b", SIZE_MAX};
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(session.message(),
            "input 'x': text 1 has 18446744073709551615 bytes, more than can be addressed");
  x.values[1] = {nullptr, 0};
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
  HostTensor<int32_t> numbers = i32({2}, {0, 0});
  EXPECT_EQ(session.set(0, numbers), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(session.message(), "input 'x': element type is i32, wanted string");
}

TEST(SessionTexts, ANumberOfNoTextIsAFaultOfTheModel) {
  TestSession session(kTextModel);
  std::vector<std::string> given(9, "yes");
  HostTensor<heddle_string_t> many = texts(given);
  ASSERT_EQ(session.set(0, many), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_MODEL);
  EXPECT_EQ(session.message(), "output 'y': element 9 is 7, which is the number of no text");
}

TEST(SessionTexts, TakeTheirMemoryFromTheAllocator) {
  for (int failAt = 0; failAt < 40; ++failAt) {
    CountingAllocator account;
    heddle_allocator_t allocator = account.allocator();
    heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
    options.threads = 1;
    options.allocator = &allocator;
    heddle_session_t *session = nullptr;
    ASSERT_EQ(heddle_session_create_linked(&kTextModel, &options, &session, nullptr), HEDDLE_OK);
    account.failAt = failAt ? account.calls + failAt : 0;
    std::vector<std::string> given = {"a", "b"};
    HostTensor<heddle_string_t> x = texts(given);
    heddle_tensor_t view = x.view();
    EXPECT_EQ(heddle_session_set_input(session, 0, &view), HEDDLE_OK);
    heddle_status_t status = heddle_session_run(session);
    EXPECT_TRUE(status == HEDDLE_OK || (failAt && status == HEDDLE_OUT_OF_MEMORY)) << failAt;
    heddle_session_release(session);
    EXPECT_EQ(account.live, 0);
    EXPECT_EQ(account.liveBytes, 0);
  }
}

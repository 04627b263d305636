// Profiles: what runs tell of their steps, counted by worker, from the caller's side.
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::test;

/// Step 0 three times with a barrier behind each, never step 1, step 2 once.
static void runTold(heddle_context_t *context, int64_t worker, int64_t) {
  static const int64_t dims[] = {8};
  heddle_step(context, worker, HEDDLE_STEP_NONE);
  if (worker == 0) {
    auto *y = static_cast<int64_t *>(heddle_output(context, 0, dims));
    memcpy(y, context->inputs[0], 64);
  }
  for (int trip = 0; trip < 3; ++trip) {
    heddle_step(context, worker, 0);
    heddle_step(context, worker, HEDDLE_STEP_WAIT);
    heddle_barrier(context, worker);
    heddle_step(context, worker, HEDDLE_STEP_RESUME);
  }
  heddle_step(context, worker, 2);
  heddle_step(context, worker, HEDDLE_STEP_END);
}

static heddle_model_info_t toldModel() {
  heddle_model_info_t info = kRoundsModel; // x i64 [8] -> y i64 [8]
  info.run = runTold;
  info.num_told_steps = 3;
  return info;
}

static const HostTensor<int64_t> kInput = {HEDDLE_I64, {8}, {1, 2, 3, 4, 5, 6, 7, 8}};

static heddle_profile_t profileOf(heddle_session_t *session, uint32_t worker) {
  heddle_profile_t profile = {};
  EXPECT_EQ(heddle_session_profile(session, worker, &profile), HEDDLE_OK) << heddle_session_message(session);
  return profile;
}

static void run(TestSession &session, int times) {
  ASSERT_EQ(session.set(0, kInput), HEDDLE_OK);
  for (int i = 0; i < times; ++i) {
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
  }
}

class ProfileOf : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Threads, ProfileOf, testing::Values(1u, 2u, 5u));

TEST_P(ProfileOf, CountsEveryStepOfEveryWorker) {
  heddle_model_info_t info = toldModel();
  TestSession session(info, GetParam());
  run(session, 2); // before the profile
  ASSERT_EQ(heddle_session_start_profile(session, 0), HEDDLE_OK) << session.message();
  run(session, 4);
  EXPECT_EQ(session.output<int64_t>(0), kInput.values);
  for (uint32_t worker = 0; worker < GetParam(); ++worker) {
    heddle_profile_t profile = profileOf(session, worker);
    EXPECT_EQ(profile.runs, 4u);
    ASSERT_EQ(profile.num_steps, 3u);
    EXPECT_EQ(profile.times[0].count, 12u);
    EXPECT_EQ(profile.times[1].count, 0u);
    EXPECT_EQ(profile.times[1].work_nanos + profile.times[1].wait_nanos, 0);
    EXPECT_EQ(profile.times[2].count, 4u);
    EXPECT_EQ(profile.num_events, 0u);
  }
}

TEST_P(ProfileOf, TimesOfAWorkerAddUpToThoseOfTheRuns) {
  heddle_model_info_t info = toldModel();
  TestSession session(info, GetParam());
  ASSERT_EQ(heddle_session_start_profile(session, 100), HEDDLE_OK);
  run(session, 20);
  for (uint32_t worker = 0; worker < GetParam(); ++worker) {
    heddle_profile_t profile = profileOf(session, worker);
    int64_t sum = 0;
    for (uint32_t step = 0; step <= profile.num_steps; ++step) {
      EXPECT_GE(profile.times[step].work_nanos, 0);
      EXPECT_GE(profile.times[step].wait_nanos, 0);
      sum += profile.times[step].work_nanos + profile.times[step].wait_nanos;
    }
    EXPECT_EQ(sum, profile.nanos);
  }
}

TEST_P(ProfileOf, KeepsTheEventsOfTheLastRun) {
  heddle_model_info_t info = toldModel();
  TestSession session(info, GetParam());
  const int64_t wanted[] = {HEDDLE_STEP_NONE,   0, HEDDLE_STEP_WAIT, HEDDLE_STEP_RESUME, 0, HEDDLE_STEP_WAIT,
                            HEDDLE_STEP_RESUME, 0, HEDDLE_STEP_WAIT, HEDDLE_STEP_RESUME, 2, HEDDLE_STEP_END};
  for (uint64_t room : {100, 5}) {
    ASSERT_EQ(heddle_session_start_profile(session, room), HEDDLE_OK);
    run(session, 3);
    for (uint32_t worker = 0; worker < GetParam(); ++worker) {
      heddle_profile_t profile = profileOf(session, worker);
      ASSERT_EQ(profile.num_events, std::min<uint64_t>(room, std::size(wanted)));
      for (uint64_t i = 0; i < profile.num_events; ++i) {
        EXPECT_EQ(profile.events[i].step, wanted[i]);
        EXPECT_GE(profile.events[i].nanos, i == 0 ? 0 : profile.events[i - 1].nanos);
      }
    }
  }
}

TEST(Profile, RunsTakeNoMemory) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.allocator = &allocator;
  options.threads = 2;
  {
    heddle_model_info_t info = toldModel();
    TestSession session(info, options);
    run(session, 1);
    ASSERT_EQ(heddle_session_start_profile(session, 10), HEDDLE_OK);
    int calls = counter.calls;
    run(session, 3);
    ASSERT_EQ(heddle_session_start_profile(session, 10), HEDDLE_OK); // in the memory that is there
    EXPECT_EQ(counter.calls, calls);
    EXPECT_EQ(profileOf(session, 1).runs, 0u);
    EXPECT_EQ(profileOf(session, 1).times[0].count, 0u);
  }
  EXPECT_EQ(counter.live, 0);
}

TEST(Profile, IsOffWithoutMemory) {
  CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.allocator = &allocator;
  options.threads = 1;
  heddle_model_info_t info = toldModel();
  TestSession session(info, options);
  heddle_profile_t profile;
  for (int call : {1, 2, 2}) { // clocks, times and events fail; what was taken before stays
    counter.failAt = counter.calls + call;
    EXPECT_EQ(heddle_session_start_profile(session, 1000), HEDDLE_OUT_OF_MEMORY);
    EXPECT_EQ(session.message(), "no memory for a profile of 1 workers, 3 steps and 1000 events");
    EXPECT_EQ(heddle_session_profile(session, 0, &profile), HEDDLE_INVALID_ARGUMENT);
    run(session, 1);
  }
  EXPECT_EQ(heddle_session_start_profile(session, UINT64_MAX), HEDDLE_OUT_OF_MEMORY);
}

TEST(Profile, RefusesWhatItCannotGive) {
  heddle_profile_t profile;
  TestSession silent(kRoundsModel);
  EXPECT_EQ(heddle_session_start_profile(silent, 0), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(silent.message(),
            "the model 'rounds' tells nothing of its steps, wanted one of heddle compile --profile");
  heddle_model_info_t info = toldModel();
  TestSession session(info);
  EXPECT_EQ(heddle_session_profile(session, 0, &profile), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "no profile was started");
  run(session, 1); // which tells what nobody wants to know
  ASSERT_EQ(heddle_session_start_profile(session, 0), HEDDLE_OK);
  EXPECT_EQ(heddle_session_profile(session, 1, &profile), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "there is no worker 1: the session has 1");
  EXPECT_EQ(heddle_session_profile(session, 0, nullptr), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_profile(nullptr, 0, &profile), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(heddle_session_start_profile(nullptr, 0), HEDDLE_INVALID_ARGUMENT);
  ASSERT_EQ(session.set(0, kInput), HEDDLE_OK);
  ASSERT_EQ(heddle_session_start(session), HEDDLE_OK);
  EXPECT_EQ(heddle_session_start_profile(session, 0), HEDDLE_BUSY);
  EXPECT_EQ(heddle_session_profile(session, 0, &profile), HEDDLE_BUSY);
  EXPECT_EQ(heddle_session_wait(session), HEDDLE_OK);
}

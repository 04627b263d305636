// Sessions from the caller's side: inputs, outputs, memory, threads, failures.
#include "runtime/Core/Session.h"
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/SystemCalls.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace heddle::test;

static HostTensor<float> scaleInput() {
  HostTensor<float> x = f32({2, 512}, std::vector<float>(1024));
  std::iota(x.values.begin(), x.values.end(), 0.0f);
  return x;
}

static heddle_session_options_t options(uint32_t threads) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  return options;
}

static std::string refuse(const heddle_model_info_t &info, const heddle_session_options_t &options,
                          heddle_status_t wanted) {
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_session_create_linked(&info, &options, &session, &message), wanted);
  EXPECT_EQ(session, nullptr);
  return message.text;
}

class SessionOf : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Threads, SessionOf, testing::Values(1u, 2u, 4u, 16u));

TEST_P(SessionOf, RunsAStaticModel) {
  TestSession session(kScaleModel, GetParam());
  HostTensor<float> x = scaleInput();
  ASSERT_EQ(session.set(0, x), HEDDLE_OK);
  for (int run = 0; run < 5; ++run) {
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
    std::vector<float> y = session.output<float>(0);
    ASSERT_EQ(y.size(), 1024u);
    for (size_t i = 0; i < y.size(); ++i) {
      ASSERT_EQ(y[i], 2 * (x.values[i] + 1));
    }
    x.values[0] += 10; // data is read at every run
  }
}

TEST_P(SessionOf, FollowsTheSizesOfItsInputs) {
  TestSession session(kAddModel, GetParam());
  for (int64_t n : {3, 1, 100, 7}) {
    for (int64_t k : {5, 0, 64}) {
      HostTensor<float> a = f32({n, k}, std::vector<float>(size_t(n * k), 1)),
                        b = f32({n}, std::vector<float>(size_t(n)));
      std::iota(b.values.begin(), b.values.end(), 0.0f);
      ASSERT_EQ(session.set(0, a), HEDDLE_OK) << session.message();
      ASSERT_EQ(session.set(1, b), HEDDLE_OK) << session.message();
      ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
      std::vector<int64_t> dims;
      std::vector<float> sum = session.output<float>(0, &dims);
      EXPECT_EQ(dims, (std::vector<int64_t>{n, k}));
      for (int64_t i = 0; i < n * k; ++i) {
        ASSERT_EQ(sum[size_t(i)], 1 + float(i / k));
      }
    }
  }
}

TEST_P(SessionOf, GivesTheSameBitsAsOneThread) {
  int64_t x[] = {1, 2, 3, 4, 5, 6, 7, 8}, one[8], many[8];
  const void *inputs[] = {x};
  void *ofOne[] = {one}, *ofMany[] = {many};
  ASSERT_EQ(heddle_session_run_static(TestSession(kRoundsModel, 1), inputs, ofOne), HEDDLE_OK);
  TestSession session(kRoundsModel, GetParam());
  for (int run = 0; run < 20; ++run) {
    ASSERT_EQ(heddle_session_run_static(session, inputs, ofMany), HEDDLE_OK);
    ASSERT_EQ(memcmp(one, many, sizeof(one)), 0);
  }
}

TEST_P(SessionOf, IsUsableAfterARunThatFailed) {
  TestSession session(kFailModel, GetParam());
  for (int run = 0; run < 6; ++run) {
    bool fails = run % 2 == 0;
    HostTensor<int32_t> x = i32({4}, {fails, 0, 0, 0});
    ASSERT_EQ(session.set(0, x), HEDDLE_OK);
    ASSERT_EQ(heddle_session_run(session), fails ? HEDDLE_RUN_FAILED : HEDDLE_OK);
    if (fails) {
      EXPECT_EQ(session.message(), kFailure);
      heddle_tensor_t tensor;
      EXPECT_EQ(heddle_session_output(session, 0, &tensor), HEDDLE_INVALID_ARGUMENT);
      EXPECT_EQ(session.message(), "output 'y' is not there: no run has succeeded since");
    } else {
      EXPECT_EQ(session.output<int32_t>(0), std::vector<int32_t>{7});
    }
  }
}

TEST_P(SessionOf, AllocatesNothingInARunOfAStaticModel) {
  HostTensor<float> x = scaleInput();
  std::vector<float> y(1024);
  TestSession session(kScaleModel, GetParam());
  heddle_tensor_t view = x.view(), result;
  int before = numAllocations(), threads = numThreadsMade();
  for (int run = 0; run < 3; ++run) {
    heddle_session_set_input(session, 0, &view);
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK);
    heddle_session_output(session, 0, &result);
  }
  EXPECT_EQ(numAllocations(), before);
  EXPECT_EQ(numThreadsMade(), threads);
}

TEST(Session, AllocatesNothingWhenSizesComeBack) {
  TestSession add(kAddModel, 2), nonZero(kNonZeroModel, 2);
  HostTensor<float> a = f32({30, 40}, std::vector<float>(1200)), b = f32({30}, std::vector<float>(30));
  HostTensor<int32_t> x = i32({500}, std::vector<int32_t>(500, 1));
  auto run = [&] {
    EXPECT_EQ(add.set(0, a), HEDDLE_OK);
    EXPECT_EQ(add.set(1, b), HEDDLE_OK);
    EXPECT_EQ(nonZero.set(0, x), HEDDLE_OK);
    EXPECT_EQ(heddle_session_run(add), HEDDLE_OK);
    EXPECT_EQ(heddle_session_run(nonZero), HEDDLE_OK);
  };
  run();
  int before = numAllocations();
  run();
  EXPECT_EQ(numAllocations(), before);
}

TEST(Session, OneThreadMakesNone) {
  int before = numThreadsMade();
  TestSession session(kScaleModel, 1);
  HostTensor<float> x = scaleInput();
  session.set(0, x);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(numThreadsMade(), before);
  TestSession four(kScaleModel, 4);
  EXPECT_EQ(numThreadsMade(), before + 3);
}

TEST(Session, RefusesWhenAThreadCannotBeMade) {
  limitThreads(2);
  EXPECT_EQ(refuse(kScaleModel, options(5), HEDDLE_SYSTEM_ERROR),
            "cannot start thread 4 of 5: too many threads");
  limitThreads(-1);
}

TEST(Session, RefusesWrongOptions) {
  EXPECT_EQ(refuse(kScaleModel, options(5000), HEDDLE_INVALID_ARGUMENT), "5000 threads, wanted at most 4096");
  heddle_session_options_t unaligned = options(1);
  unaligned.arena = reinterpret_cast<void *>(32);
  EXPECT_EQ(refuse(kScaleModel, unaligned, HEDDLE_INVALID_ARGUMENT), "the arena is not aligned to 64 bytes");
  heddle_allocator_t allocator = {};
  heddle_session_options_t half = options(1);
  half.allocator = &allocator;
  EXPECT_EQ(refuse(kScaleModel, half, HEDDLE_INVALID_ARGUMENT), "a function of the allocator is null");
}

TEST(Session, ChecksInputsWhenTheyAreSetAndTogetherWhenItRuns) {
  TestSession session(kAddModel);
  HostTensor<float> a = f32({2, 3}, std::vector<float>(6)), b = f32({4}, std::vector<float>(4));
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(session.message(), "input 'a' is not set");
  EXPECT_EQ(session.set(2, a), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "there is no input 2: the model has 2");
  EXPECT_EQ(session.set(0, a), HEDDLE_OK);
  EXPECT_EQ(session.set(0, b), HEDDLE_INVALID_INPUT); // the earlier value stays
  EXPECT_EQ(session.message(), "input 'a': rank is 1, wanted 2");
  EXPECT_EQ(session.set(1, b), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(session.message(), "input 'b': dimension 0 ('n') is 4, wanted 2 as in dimension 0 of input 'a'");
  HostTensor<float> fitting = f32({2}, {1, 2});
  EXPECT_EQ(session.set(1, fitting), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
}

TEST(Session, WritesToTheCallersBuffers) {
  TestSession session(kAddModel);
  HostTensor<float> a = f32({2, 3}, {1, 2, 3, 4, 5, 6}), b = f32({2}, {10, 20});
  session.set(0, a);
  session.set(1, b);
  float data[8] = {};
  EXPECT_EQ(heddle_session_set_output(session, 1, data, sizeof(data)), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "there is no output 1: the model has 1");
  EXPECT_EQ(heddle_session_set_output(session, 0, reinterpret_cast<char *>(data) + 1, 8),
            HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "output 'sum': the buffer is not aligned to 4 bytes");
  EXPECT_EQ(heddle_session_set_output(session, 0, data, 20), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_BUFFER_TOO_SMALL);
  EXPECT_EQ(session.message(), "output 'sum': the caller's buffer has 20 bytes, wanted 24 for shape [2, 3]");
  EXPECT_EQ(heddle_session_set_output(session, 0, data, sizeof(data)), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(data[5], 26);
  heddle_tensor_t view;
  EXPECT_EQ(heddle_session_output(session, 0, &view), HEDDLE_OK);
  EXPECT_EQ(view.data, data);
  EXPECT_EQ(view.bytes, 24u);
  EXPECT_EQ(heddle_session_set_output(session, 0, nullptr, 0), HEDDLE_OK);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(session.output<float>(0)[0], 11);
  EXPECT_EQ(heddle_session_output(session, 3, &view), HEDDLE_INVALID_ARGUMENT);
}

TEST(Session, UsesTheCallersArena) {
  alignas(64) static uint8_t memory[8192];
  heddle_session_options_t given = options(1);
  given.arena = memory;
  given.arena_bytes = 4096;
  EXPECT_EQ(refuse(kScaleModel, given, HEDDLE_BUFFER_TOO_SMALL),
            "the caller's arena has 4096 bytes, wanted 4160");
  TestSession session(kAddModel, given);
  HostTensor<float> a = f32({4, 300}, std::vector<float>(1200)), b = f32({4}, std::vector<float>(4, 3));
  session.set(0, a);
  session.set(1, b);
  uint64_t bytes = 0;
  EXPECT_EQ(heddle_session_arena_bytes(session, &bytes), HEDDLE_OK);
  EXPECT_EQ(bytes, 4800u);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_BUFFER_TOO_SMALL);
  EXPECT_EQ(session.message(), "the caller's arena has 4096 bytes, wanted 4800");
  a = f32({4, 200}, std::vector<float>(800));
  session.set(0, a);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
  float first;
  memcpy(&first, memory, 4);
  EXPECT_EQ(first, 3);
}

TEST(Session, TellsTheArenaOnlyForInputsThatFit) {
  TestSession fixed(kScaleModel), open(kAddModel);
  uint64_t bytes = 0;
  EXPECT_EQ(heddle_session_arena_bytes(open, &bytes), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(open.message(), "input 'a' is not set");
  EXPECT_EQ(heddle_session_arena_bytes(fixed, &bytes), HEDDLE_OK);
  EXPECT_EQ(bytes, 4160u);
}

TEST(Session, RefusesSizesThatCannotBeAddressed) {
  // Empty inputs may have any sizes, and what is planned for them may overflow.
  heddle_model_info_t info = kAddModel;
  info.sizes = [](const int64_t *, int64_t *bytes) { bytes[0] = INT64_MAX; };
  TestSession session(info);
  HostTensor<float> a = f32({2, 0}, {}), b = f32({2}, {1, 2});
  session.set(0, a);
  session.set(1, b);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OUT_OF_MEMORY);
  EXPECT_EQ(session.message(), "inputs of these sizes need more memory than can be addressed");
}

TEST(Session, SurvivesEveryFailureOfTheAllocator) {
  HostTensor<float> a = f32({2, 3}, std::vector<float>(6)), b = f32({2}, {1, 2});
  int failures = 0;
  for (int failAt = 1;; ++failAt) {
    CountingAllocator counter;
    counter.failAt = failAt;
    heddle_allocator_t allocator = counter.allocator();
    heddle_session_options_t given = options(2);
    given.allocator = &allocator;
    heddle_session_t *session = nullptr;
    heddle_message_t message = {};
    heddle_status_t status = heddle_session_create_linked(&kAddModel, &given, &session, &message);
    if (status == HEDDLE_OK) {
      heddle_tensor_t viewA = a.view(), viewB = b.view();
      heddle_session_set_input(session, 0, &viewA);
      heddle_session_set_input(session, 1, &viewB);
      status = heddle_session_run(session);
      message.text[0] = 0;
      strncat(message.text, heddle_session_message(session), sizeof(message.text) - 1);
      heddle_session_release(session);
    }
    EXPECT_EQ(counter.live, 0);
    EXPECT_EQ(counter.liveBytes, 0);
    if (status == HEDDLE_OK) {
      break;
    }
    ++failures;
    EXPECT_EQ(status, HEDDLE_OUT_OF_MEMORY);
    EXPECT_EQ(std::string(message.text).substr(0, 9), "no memory") << message.text;
  }
  EXPECT_GT(failures, 5);
}

TEST(Session, KeepsVariablesUntilTheyAreReset) {
  TestSession session(kCounterModel);
  for (int64_t run = 1; run < 4; ++run) {
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK);
    EXPECT_EQ(session.output<int64_t>(0), (std::vector<int64_t>{40 + run, 50 + run}));
  }
  TestSession other(kCounterModel);
  ASSERT_EQ(heddle_session_run(other), HEDDLE_OK);
  EXPECT_EQ(other.output<int64_t>(0)[0], 41);
  EXPECT_EQ(heddle_session_reset(session), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(session.output<int64_t>(0)[0], 41);
}

TEST(Session, RunStaticAsksForStaticShapes) {
  TestSession session(kAddModel);
  float data[4] = {};
  const void *inputs[] = {data, data};
  void *outputs[] = {data};
  EXPECT_EQ(heddle_session_run_static(session, inputs, outputs), HEDDLE_INVALID_ARGUMENT);
  EXPECT_EQ(session.message(), "input 'a' has no static shape");
  TestSession fixed(kScaleModel);
  const void *missing[] = {nullptr};
  EXPECT_EQ(heddle_session_run_static(fixed, missing, outputs), HEDDLE_INVALID_INPUT);
  EXPECT_EQ(fixed.message(), "input 'x': the data is null, wanted 4096 bytes");
}

TEST(Session, NoticesAModelThatMakesNoOutput) {
  heddle_model_info_t info = kFailModel;
  info.run = [](heddle_context_t *, int64_t, int64_t) {};
  TestSession session(info);
  HostTensor<int32_t> x = i32({4}, {0, 0, 0, 0});
  session.set(0, x);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_INVALID_MODEL);
  EXPECT_EQ(session.message(), "the run made no output 'y'");
}

TEST(Session, ManySessionsOfOneModelRunAtOnce) {
  heddle_model_t *model = nullptr;
  ASSERT_EQ(heddle_model_create(&kRoundsModel, &model, nullptr), HEDDLE_OK);
  int64_t x[] = {8, 7, 6, 5, 4, 3, 2, 1}, wanted[8];
  const void *inputs[] = {x};
  void *outputs[] = {wanted};
  ASSERT_EQ(heddle_session_run_static(TestSession(kRoundsModel), inputs, outputs), HEDDLE_OK);
  std::atomic<int> right{0};
  auto use = [&](uint32_t threads) {
    heddle_session_options_t given = options(threads);
    heddle_session_t *session = nullptr;
    ASSERT_EQ(heddle_session_create(model, &given, &session, nullptr), HEDDLE_OK);
    for (int run = 0; run < 10; ++run) {
      int64_t result[8] = {};
      void *results[] = {result};
      right += heddle_session_run_static(session, inputs, results) == HEDDLE_OK &&
               memcmp(result, wanted, sizeof(wanted)) == 0;
    }
    heddle_session_release(session);
  };
  std::vector<std::thread> users;
  for (uint32_t i = 0; i < 6; ++i) {
    users.emplace_back(use, 1 + i % 3);
  }
  for (std::thread &user : users) {
    user.join();
  }
  EXPECT_EQ(right, 60);
  heddle_model_release(model);
}

TEST(Session, RefusesASecondRunAtTheSameTime) {
  // The model's run starts another one of its own session.
  static heddle_session_t *inner;
  static heddle_status_t innerStatus;
  heddle_model_info_t info = kCounterModel;
  info.num_outputs = 0;
  info.run = [](heddle_context_t *, int64_t, int64_t) { innerStatus = heddle_session_run(inner); };
  TestSession session(info);
  inner = session;
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
  EXPECT_EQ(innerStatus, HEDDLE_BUSY);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
}

#if defined(__x86_64__)
/// Writes whether the smallest f32 number doubled is 0 to each worker's element of "y".
static void runDenormal(heddle_context_t *context, int64_t worker, int64_t) {
  volatile float tiny = 1e-45f;
  static const int64_t dims[] = {2};
  if (worker == 0) {
    heddle_output(context, 0, dims);
  }
  heddle_barrier(context, worker);
  static_cast<int64_t *>(context->outputs[0])[worker] = tiny * 2 == 0;
}

TEST(Session, DenormalsCountAsZeroOnlyDuringARun) {
  heddle_model_info_t info = kCounterModel;
  info.run = runDenormal;
  volatile float tiny = 1e-45f;
  TestSession flushing(info, 2);
  ASSERT_EQ(heddle_session_run(flushing), HEDDLE_OK);
  EXPECT_EQ(flushing.output<int64_t>(0), (std::vector<int64_t>{1, 1}));
  EXPECT_NE(tiny * 2, 0);
  heddle_session_options_t given = options(2);
  given.keep_denormals = 1;
  TestSession keeping(info, given);
  ASSERT_EQ(heddle_session_run(keeping), HEDDLE_OK);
  EXPECT_EQ(keeping.output<int64_t>(0), (std::vector<int64_t>{0, 0}));
}
#endif

#if !defined(__has_feature) || !__has_feature(thread_sanitizer)
TEST(Session, RefusesToRunInAChildProcess) {
  TestSession session(kScaleModel, 2);
  HostTensor<float> x = scaleInput();
  session.set(0, x);
  pid_t child = fork();
  if (child == 0) {
    bool refused = heddle_session_run(session) == HEDDLE_BUSY &&
                   session.message() == "the session was created before the process forked; create another";
    heddle_session_release(session); // must not wait for threads that are not there
    _exit(refused ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(heddle_session_run(session), HEDDLE_OK);
}
#endif

// Ranks that are threads, and transports that are opened by path.
#include "runtime/Collectives/Communicator.h"
#include "test/unit/runtime/SystemCalls.h"
#include "test/unit/runtime/TestModels.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace heddle::test;

/// A test runs where no launcher started it, or one that the test has made up.
class CommunicatorTest : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

  static void clear() {
    for (const char *name :
         {"HEDDLE_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", "RANK", "HEDDLE_TIMEOUT_S"}) {
      unsetenv(name);
    }
  }

  static std::string refuse(const std::string &path, heddle_status_t wanted) {
    heddle_communicator_t *communicator = nullptr;
    heddle_message_t message = {};
    EXPECT_EQ(heddle_communicator_open(path.c_str(), &communicator, &message), wanted);
    EXPECT_EQ(communicator, nullptr);
    return message.text;
  }
};

TEST_F(CommunicatorTest, ThreadsAreNumbered) {
  std::vector<heddle_communicator_t *> communicators(5);
  ASSERT_EQ(heddle_communicators_create(5, communicators.data(), nullptr), HEDDLE_OK);
  for (uint32_t rank = 0; rank < 5; ++rank) {
    EXPECT_EQ(heddle_communicator_rank(communicators[rank]), rank);
    EXPECT_EQ(heddle_communicator_size(communicators[rank]), 5u);
  }
  for (uint32_t rank : {3u, 0u, 4u, 1u, 2u}) {
    heddle_communicator_release(communicators[rank]);
  }
  heddle_communicator_release(nullptr);
}

TEST_F(CommunicatorTest, RefusesUnfitNumbers) {
  heddle_communicator_t *communicators[1] = {};
  heddle_message_t message = {};
  EXPECT_EQ(heddle_communicators_create(0, communicators, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "0 ranks, wanted 1 to 4096");
  EXPECT_EQ(heddle_communicators_create(4097, communicators, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "4097 ranks, wanted 1 to 4096");
  EXPECT_EQ(heddle_communicators_create(1, nullptr, &message), HEDDLE_INVALID_ARGUMENT);
  setenv("HEDDLE_TIMEOUT_S", "never", 1);
  EXPECT_EQ(heddle_communicators_create(1, communicators, &message), HEDDLE_INVALID_ARGUMENT);
  EXPECT_STREQ(message.text, "HEDDLE_TIMEOUT_S is 'never', wanted seconds above 0 and up to 1e+06");
}

TEST_F(CommunicatorTest, SaysThatTheWatchdogCannotStart) {
  heddle_communicator_t *communicators[2] = {};
  heddle_message_t message = {};
  limitThreads(0);
  EXPECT_EQ(heddle_communicators_create(2, communicators, &message), HEDDLE_SYSTEM_ERROR);
  limitThreads(-1);
  EXPECT_STREQ(message.text, "cannot start the watchdog's thread");
}

TEST_F(CommunicatorTest, OpensATransport) {
  heddle_communicator_t *communicator = nullptr;
  heddle_message_t message = {};
  ASSERT_EQ(heddle_communicator_open(libraryPath("transport").c_str(), &communicator, &message), HEDDLE_OK)
      << message.text;
  EXPECT_EQ(heddle_communicator_rank(communicator), 0u);
  EXPECT_EQ(heddle_communicator_size(communicator), 1u);
  heddle_communicator_release(communicator);
}

TEST_F(CommunicatorTest, RefusesOtherLibraries) {
  std::string missing = libraryPath("missing"), model = libraryPath("embedded");
  EXPECT_NE(refuse(missing, HEDDLE_NOT_FOUND).find("cannot load '" + missing + "': "), std::string::npos);
  EXPECT_EQ(refuse(model, HEDDLE_INVALID_ARGUMENT),
            "'" + model + "' is no transport: it has no function 'heddle_transport'");
  std::string newer = libraryPath("transport_newer");
  EXPECT_EQ(refuse(newer, HEDDLE_INVALID_ARGUMENT),
            "'" + newer + "' has transport version 99, this runtime works with version 1");
  EXPECT_EQ(refuse(libraryPath("transport_failing"), HEDDLE_SYSTEM_ERROR), "a test: no network");
  EXPECT_EQ(heddle_communicator_open(nullptr, nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
}

TEST_F(CommunicatorTest, RefusesAnotherJobThanTheLaunchers) {
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(
      refuse(libraryPath("transport"), HEDDLE_INVALID_ARGUMENT),
      "a test says rank 0 of 1 but Open MPI says rank 1 of 4: the transport is of another a test than the "
      "launcher");
  setenv("OMPI_COMM_WORLD_RANK", "x", 1);
  EXPECT_EQ(refuse(libraryPath("transport"), HEDDLE_INVALID_ARGUMENT),
            "OMPI_COMM_WORLD_RANK is 'x', wanted a number");
}

// What launchers say in the environment.
#include "heddle/runtime.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/// An environment without launchers, but with these variables, for the length of a test.
class Launch : public testing::Test {
protected:
  void SetUp() override {
    for (const char *name : kNames) {
      unsetenv(name);
    }
  }
  void TearDown() override { SetUp(); }

  std::string read(const std::vector<std::pair<const char *, const char *>> &variables) {
    SetUp();
    for (auto [name, value] : variables) {
      setenv(name, value, 1);
    }
    heddle_launch_t launch;
    heddle_message_t message = {};
    if (heddle_status_t status = heddle_launch_read(&launch, &message)) {
      EXPECT_EQ(status, HEDDLE_INVALID_ARGUMENT);
      return message.text;
    }
    return std::string(launch.launcher ? launch.launcher : "nobody") + ": " + std::to_string(launch.rank) +
           " of " + std::to_string(launch.size) + ", here " + std::to_string(launch.local_rank) + " of " +
           std::to_string(launch.local_size);
  }

  static constexpr const char *kNames[] = {"HEDDLE_RANK",
                                           "HEDDLE_SIZE",
                                           "HEDDLE_LOCAL_RANK",
                                           "HEDDLE_LOCAL_SIZE",
                                           "OMPI_COMM_WORLD_RANK",
                                           "OMPI_COMM_WORLD_SIZE",
                                           "OMPI_COMM_WORLD_LOCAL_RANK",
                                           "OMPI_COMM_WORLD_LOCAL_SIZE",
                                           "PMI_RANK",
                                           "PMI_SIZE",
                                           "MPI_LOCALRANKID",
                                           "MPI_LOCALNRANKS",
                                           "SLURM_PROCID",
                                           "SLURM_NTASKS",
                                           "SLURM_LOCALID",
                                           "RANK",
                                           "WORLD_SIZE",
                                           "LOCAL_RANK",
                                           "LOCAL_WORLD_SIZE"};
};

TEST_F(Launch, KnowsTheLaunchers) {
  EXPECT_EQ(read({}), "nobody: 0 of 1, here 0 of 0");
  EXPECT_EQ(read({{"HEDDLE_RANK", "3"}, {"HEDDLE_SIZE", "8"}, {"HEDDLE_LOCAL_RANK", "1"}}),
            "HEDDLE_RANK: 3 of 8, here 1 of 0");
  EXPECT_EQ(read({{"OMPI_COMM_WORLD_RANK", "2"},
                  {"OMPI_COMM_WORLD_SIZE", "4"},
                  {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                  {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}}),
            "Open MPI: 2 of 4, here 0 of 2");
  EXPECT_EQ(read({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}, {"MPI_LOCALRANKID", "1"}, {"MPI_LOCALNRANKS", "2"}}),
            "PMI: 1 of 2, here 1 of 2");
  EXPECT_EQ(read({{"SLURM_PROCID", "5"}, {"SLURM_NTASKS", "6"}, {"SLURM_LOCALID", "2"}}),
            "Slurm: 5 of 6, here 2 of 0");
  EXPECT_EQ(read({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"LOCAL_RANK", "0"}, {"LOCAL_WORLD_SIZE", "1"}}),
            "torchrun: 0 of 2, here 0 of 1");
}

TEST_F(Launch, TheInnerLauncherCounts) {
  EXPECT_EQ(read({{"OMPI_COMM_WORLD_RANK", "2"},
                  {"OMPI_COMM_WORLD_SIZE", "4"},
                  {"SLURM_PROCID", "0"},
                  {"SLURM_NTASKS", "1"}}),
            "Open MPI: 2 of 4, here 0 of 0");
}

TEST_F(Launch, RefusesContradictions) {
  EXPECT_EQ(read({{"HEDDLE_RANK", "1"}, {"HEDDLE_SIZE", "4"}, {"PMI_RANK", "2"}, {"PMI_SIZE", "4"}}),
            "HEDDLE_RANK and HEDDLE_SIZE say rank 1 of 4, but PMI_RANK and PMI_SIZE say rank 2 of 4");
  EXPECT_EQ(read({{"HEDDLE_RANK", "1"}, {"HEDDLE_SIZE", "4"}, {"PMI_RANK", "1"}, {"PMI_SIZE", "4"}}),
            "HEDDLE_RANK: 1 of 4, here 0 of 0");
  EXPECT_EQ(read({{"PMI_RANK", "4"}, {"PMI_SIZE", "4"}}),
            "PMI_RANK is 4, wanted less than PMI_SIZE, which is 4");
  EXPECT_EQ(read({{"PMI_RANK", "0"}}), "PMI_RANK is set and PMI_SIZE is not");
}

TEST_F(Launch, RefusesWhatIsNoNumber) {
  EXPECT_EQ(read({{"PMI_RANK", "one"}, {"PMI_SIZE", "4"}}), "PMI_RANK is 'one', wanted a number");
  EXPECT_EQ(read({{"PMI_RANK", "-1"}, {"PMI_SIZE", "4"}}), "PMI_RANK is '-1', wanted a number");
  EXPECT_EQ(read({{"PMI_RANK", "0"}, {"PMI_SIZE", "4x"}}), "PMI_SIZE is '4x', wanted a number");
  EXPECT_EQ(read({{"PMI_RANK", "0"}, {"PMI_SIZE", "99999999999999999999"}}),
            "PMI_SIZE is '99999999999999999999', wanted a number");
  EXPECT_EQ(heddle_launch_read(nullptr, nullptr), HEDDLE_INVALID_ARGUMENT);
}

// Buffers that live at the same time never overlap, and memory is used again.
#include "heddle/plan.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

struct Plan {
  std::vector<int64_t> offsets;
  uint64_t bytes;
};

} // namespace

static Plan plan(const std::vector<heddle_buffer_info_t> &buffers, const std::vector<int64_t> &bytes) {
  auto n = uint32_t(buffers.size());
  Plan result{std::vector<int64_t>(n, -1), 0};
  std::vector<uint32_t> workspace(HEDDLE_PLAN_WORKSPACE_BYTES(n) / sizeof(uint32_t));
  result.bytes =
      heddle_plan_offsets(buffers.data(), bytes.data(), n, result.offsets.data(), workspace.data());
  return result;
}

TEST(Plan, UsesMemoryAgain) {
  // A chain: each buffer is read by the step that writes the next one.
  Plan chain = plan({{0, 1}, {1, 2}, {2, 3}}, {640, 640, 640});
  EXPECT_EQ(chain.offsets, (std::vector<int64_t>{0, 640, 0}));
  EXPECT_EQ(chain.bytes, 1280u);
}

TEST(Plan, RoundsUpToTheAlignment) {
  Plan two = plan({{0, 0}, {0, 0}}, {65, 1});
  EXPECT_EQ(two.offsets, (std::vector<int64_t>{0, 128}));
  EXPECT_EQ(two.bytes, 192u);
}

TEST(Plan, EmptyBuffersTakeNothing) {
  Plan some = plan({{0, 5}, {0, 5}}, {0, 64});
  EXPECT_EQ(some.offsets, (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(some.bytes, 64u);
  EXPECT_EQ(plan({}, {}).bytes, 0u);
}

TEST(Plan, FailsWhereSizesAreWrong) {
  EXPECT_EQ(plan({{0, 0}}, {-1}).bytes, HEDDLE_PLAN_FAILED);
  EXPECT_EQ(plan({{0, 0}}, {INT64_MAX}).bytes, HEDDLE_PLAN_FAILED);
  int64_t half = INT64_MAX / 2 / 64 * 64;
  EXPECT_EQ(plan({{0, 0}, {0, 0}, {0, 0}}, {half, half, half}).bytes, HEDDLE_PLAN_FAILED);
}

TEST(Plan, BuffersThatMeetDoNotOverlap) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<heddle_buffer_info_t> buffers;
    std::vector<int64_t> bytes;
    for (int i = 0; i < 40; ++i) {
      uint32_t first = random() % 30;
      buffers.push_back({first, first + uint32_t(random() % 6)});
      bytes.push_back(int64_t(random() % 5000));
    }
    Plan result = plan(buffers, bytes);
    for (size_t i = 0; i < buffers.size(); ++i) {
      EXPECT_EQ(result.offsets[i] % HEDDLE_ALIGNMENT, 0);
      EXPECT_LE(uint64_t(result.offsets[i] + bytes[i]), result.bytes);
      for (size_t j = 0; j < i; ++j) {
        bool meet =
            buffers[i].first_step <= buffers[j].last_step && buffers[j].first_step <= buffers[i].last_step;
        bool overlap = result.offsets[i] < result.offsets[j] + bytes[j] &&
                       result.offsets[j] < result.offsets[i] + bytes[i];
        EXPECT_FALSE(meet && overlap) << i << " and " << j;
      }
    }
  }
}

// Owners release once, and tensors describe containers.
#include "heddle/runtime.hpp"
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/TestModels.h"
#include <array>
#include <gtest/gtest.h>

using namespace heddle;

TEST(RuntimeHpp, CommunicatorsAreOwned) {
  heddle_communicator_t *made[2] = {};
  ASSERT_EQ(heddle_communicators_create(2, made, nullptr), HEDDLE_OK);
  Communicator first(made[0]), second(made[1]);
  EXPECT_EQ(heddle_communicator_rank(second), 1u);
}

TEST(RuntimeHpp, OwnersReleaseOnce) {
  test::CountingAllocator counter;
  heddle_allocator_t allocator = counter.allocator();
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 1;
  options.allocator = &allocator;
  {
    Model model;
    Session session, other;
    ASSERT_EQ(heddle_model_create(&test::kAddModel, model.out(), nullptr), HEDDLE_OK);
    ASSERT_EQ(heddle_session_create(model, &options, session.out(), nullptr), HEDDLE_OK);
    other = std::move(session);
    EXPECT_EQ(static_cast<heddle_session_t *>(session), nullptr);
    Session third(std::move(other));
    EXPECT_GT(counter.live, 0);
    int live = counter.live;
    ASSERT_EQ(heddle_session_create(model, &options, third.out(), nullptr), HEDDLE_OK); // replaces the first
    EXPECT_EQ(counter.live, live);
  }
  EXPECT_EQ(counter.live, 0);
}

TEST(RuntimeHpp, TensorsDescribeContainers) {
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  std::array<int64_t, 2> dims = {2, 3};
  heddle_tensor_t view = tensor(values, dims);
  EXPECT_EQ(view.dtype, uint32_t(HEDDLE_F32));
  EXPECT_EQ(view.rank, 2u);
  EXPECT_EQ(view.dims, dims.data());
  EXPECT_EQ(view.bytes, 24u);
  EXPECT_EQ(elements<float>(view), values.data());
  EXPECT_EQ(elements<int32_t>(view), nullptr);
}

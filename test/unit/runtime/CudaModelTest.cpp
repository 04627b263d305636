// A model's code and weights on a GPU.
#include "runtime/Device/CudaModel.h"
#include "test/unit/runtime/DeviceModels.h"
#include <gtest/gtest.h>

using namespace heddle::rt;
using heddle::test::kBrokenCode;
using heddle::test::kScaleCode;

TEST(CudaModel, CopiesWeights) {
  const float weights[] = {1, 2, 3};
  CudaModel model;
  heddle_message_t message = {};
  ASSERT_EQ(model.open(kScaleCode, weights, sizeof(weights), 0, &message), HEDDLE_OK) << message.text;
  float copied[3] = {};
  cuda::Current current(model.driver(), model.cudaContext());
  auto address = reinterpret_cast<uintptr_t>(model.weights());
  ASSERT_EQ(model.driver().copyFromDevice(copied, address, sizeof(copied), nullptr), 0);
  EXPECT_EQ(copied[2], 3);
}

TEST(CudaModel, SaysWhyCodeIsNotTaken) {
  CudaModel model;
  heddle_message_t message = {};
  EXPECT_EQ(model.open(kBrokenCode, nullptr, 0, 0, &message), HEDDLE_DEVICE_ERROR);
  EXPECT_NE(std::string(message.text).find("cannot load the model's code"), std::string::npos)
      << message.text;
  EXPECT_NE(std::string(message.text).find("PTX line 3"), std::string::npos) << message.text;
}

TEST(CudaModel, SaysThatThereIsNoSuchDevice) {
  CudaModel model;
  heddle_message_t message = {};
  EXPECT_EQ(model.open(kScaleCode, nullptr, 0, 7, &message), HEDDLE_DEVICE_ERROR);
  EXPECT_STREQ(message.text, "there is no CUDA device 7: the machine has 1");
}

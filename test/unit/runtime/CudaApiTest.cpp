// The driver's library is found and has every function; the emulator stands for it.
#include "runtime/Device/CudaApi.h"
#include <gtest/gtest.h>

using namespace heddle::rt;

TEST(CudaApi, FindsEveryFunction) {
  cuda::Api api = {};
  heddle_message_t message = {};
  ASSERT_EQ(cuda::open(api, &message), HEDDLE_OK) << message.text;
  EXPECT_EQ(api.init(0), 0);
  int count = 0;
  EXPECT_EQ(api.deviceGetCount(&count), 0);
  EXPECT_EQ(count, 1);
  EXPECT_NE(api.launch, nullptr);
}

TEST(CudaApi, ErrorsHaveNames) {
  cuda::Api api = {};
  ASSERT_EQ(cuda::open(api, nullptr), HEDDLE_OK);
  const char *name = nullptr;
  EXPECT_EQ(api.getErrorName(700, &name), 0);
  EXPECT_STREQ(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
}

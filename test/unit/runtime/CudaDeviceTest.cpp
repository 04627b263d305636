// A GPU as a session uses it: memory, copies, kernels, failures.
#include "runtime/Device/CudaDevice.h"
#include "test/unit/runtime/DeviceModels.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace heddle::rt;
using heddle::test::kScaleCode;

namespace {
class CudaDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(model.open(kScaleCode, nullptr, 0, 0, &message), HEDDLE_OK) << message.text;
    ASSERT_EQ(device.open(model, &message), HEDDLE_OK) << message.text;
    ASSERT_EQ(device.reserve(x, 1024, &message), HEDDLE_OK);
    ASSERT_EQ(device.reserve(y, 1024, &message), HEDDLE_OK);
  }
  void TearDown() override {
    device.release(x);
    device.release(y);
  }

  heddle_status_t scale(const std::vector<float> &values, int64_t n) {
    device.write(x.address, values.data(), values.size() * sizeof(float), &message);
    const int64_t grid[] = {(n + 127) / 128, 1, 1};
    const uint64_t arguments[] = {reinterpret_cast<uintptr_t>(device.failureWord()),
                                  reinterpret_cast<uintptr_t>(x.address),
                                  reinterpret_cast<uintptr_t>(y.address), uint64_t(n)};
    heddle_status_t status = device.launch(0, grid, arguments, &message);
    return status ? status : device.finish(&message);
  }

  CudaModel model;
  CudaDevice device;
  DeviceBlock x, y;
  heddle_message_t message = {};
};
} // namespace

TEST_F(CudaDeviceTest, RunsAKernel) {
  std::vector<float> values(200, 1.5f), result(200);
  ASSERT_EQ(scale(values, 200), HEDDLE_OK) << message.text;
  ASSERT_EQ(device.read(result.data(), y.address, 800, &message), HEDDLE_OK);
  ASSERT_EQ(device.finish(&message), HEDDLE_OK);
  EXPECT_EQ(result, std::vector<float>(200, 3.0f));
}

TEST_F(CudaDeviceTest, AnEmptyGridIsNoWork) { EXPECT_EQ(scale({1}, 0), HEDDLE_OK) << message.text; }

TEST_F(CudaDeviceTest, AKernelFailsWithItsMessageAndTheNextRunWorks) {
  EXPECT_EQ(scale({1, -1}, 2), HEDDLE_RUN_FAILED);
  EXPECT_STREQ(message.text, "Scale: an element is negative");
  EXPECT_EQ(scale({1, 1}, 2), HEDDLE_OK) << message.text;
}

TEST_F(CudaDeviceTest, CopiesAndFills) {
  const float values[] = {1, 2};
  float result[4] = {};
  ASSERT_EQ(device.fill(y.address, 0, 16, &message), HEDDLE_OK);
  ASSERT_EQ(device.write(x.address, values, 8, &message), HEDDLE_OK);
  ASSERT_EQ(device.copy(y.address, x.address, 8, &message), HEDDLE_OK);
  ASSERT_EQ(device.read(result, y.address, 16, &message), HEDDLE_OK);
  ASSERT_EQ(device.finish(&message), HEDDLE_OK);
  EXPECT_EQ(std::vector<float>(result, result + 4), (std::vector<float>{1, 2, 0, 0}));
}

TEST_F(CudaDeviceTest, ABlockGrowsOnlyWhereItMust) {
  void *before = x.address;
  ASSERT_EQ(device.reserve(x, 512, &message), HEDDLE_OK);
  EXPECT_EQ(x.address, before);
  ASSERT_EQ(device.reserve(x, 4096, &message), HEDDLE_OK);
  EXPECT_EQ(x.bytes, 4096u);
}

TEST_F(CudaDeviceTest, RefusesAGridThatNoDeviceTakes) {
  const int64_t grid[] = {1, 65536, 1};
  const uint64_t arguments[4] = {};
  EXPECT_EQ(device.launch(0, grid, arguments, &message), HEDDLE_DEVICE_ERROR);
  EXPECT_STREQ(message.text, "kernel scale: a grid of 1 x 65536 x 1 blocks with 4 arguments is beyond what a "
                             "device takes");
}

TEST_F(CudaDeviceTest, AMarkIsReachedOnceTheWorkBeforeItIsDone) {
  const int64_t grid[] = {2, 1, 1};
  std::vector<float> values(200, 1.5f), result(200);
  ASSERT_EQ(device.write(x.address, values.data(), 800, &message), HEDDLE_OK);
  const uint64_t arguments[] = {reinterpret_cast<uintptr_t>(device.failureWord()),
                                reinterpret_cast<uintptr_t>(x.address),
                                reinterpret_cast<uintptr_t>(y.address), 200};
  ASSERT_EQ(device.launch(0, grid, arguments, &message), HEDDLE_OK);
  ASSERT_EQ(device.mark(&message), HEDDLE_OK);
  while (!device.isMarkReached()) {
    std::this_thread::yield();
  }
  ASSERT_EQ(device.read(result.data(), y.address, 800, &message), HEDDLE_OK);
  EXPECT_EQ(result, std::vector<float>(200, 3.0f));
}

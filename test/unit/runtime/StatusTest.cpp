// Names and sizes of the numbers of the ABI.
#include "heddle/runtime.h"
#include <gtest/gtest.h>
#include <set>

TEST(Status, EveryStatusHasItsOwnName) {
  std::set<std::string> names;
  for (int status = HEDDLE_OK; status <= HEDDLE_DEVICE_ERROR; ++status) {
    names.insert(heddle_status_name(heddle_status_t(status)));
  }
  EXPECT_EQ(names.size(), 11u);
  EXPECT_EQ(names.count("unknown status"), 0u);
}

TEST(Status, EveryDtypeHasItsOwnNameAndASize) {
  std::set<std::string> names;
  for (uint32_t dtype = HEDDLE_F32; dtype <= HEDDLE_STRING; ++dtype) {
    names.insert(heddle_dtype_name(dtype));
    EXPECT_GT(heddle_dtype_bytes(dtype), 0u) << heddle_dtype_name(dtype);
  }
  EXPECT_EQ(names.size(), 23u);
  EXPECT_EQ(heddle_dtype_bytes(HEDDLE_F64), 8u);
  EXPECT_EQ(heddle_dtype_bytes(HEDDLE_I4), 1u);
  EXPECT_EQ(heddle_dtype_bytes(HEDDLE_F4E2M1FN), 1u);
}

TEST(Status, OtherNumbersAreUnknown) {
  EXPECT_STREQ(heddle_dtype_name(0), "unknown");
  EXPECT_EQ(heddle_dtype_bytes(24), 0u);
}

TEST(Status, VersionHasThreeNumbers) {
  int a, b, c;
  EXPECT_EQ(sscanf(heddle_version(), "%d.%d.%d", &a, &b, &c), 3);
}

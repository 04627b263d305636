//===- NpyFileTest.cpp - numpy's .npy files -------------------------------===//

#include "tools/heddle/NpyFile.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace heddle::cli;

namespace {
/// A file of format version 1 with the given dictionary and data.
std::string npy(const std::string &dictionary, const std::string &data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes + dictionary + data;
}

std::string dictionary(const std::string &descr, const std::string &order, const std::string &shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

std::string errorOf(llvm::Expected<HostTensor> tensor) {
  return tensor ? "" : llvm::toString(tensor.takeError());
}

TEST(NpyFile, ReadsRowMajor) {
  auto tensor =
      parseNpy(npy(dictionary("<i2", "False", "(2, 3)"), std::string("\1\0\2\0\3\0\4\0\5\0\6\0", 12)), "f",
               HEDDLE_F32);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(tensor->dtype(), HEDDLE_I16);
  EXPECT_EQ(tensor->shape().vec(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(reinterpret_cast<const int16_t *>(tensor->data())[5], 6);
}

TEST(NpyFile, ReadsFortranOrderAsRowMajor) {
  // [[1, 2, 3], [4, 5, 6]] stored by columns.
  auto tensor = parseNpy(npy(dictionary("|u1", "True", "(2, 3)"), "\1\4\2\5\3\6"), "f", HEDDLE_U8);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(std::memcmp(tensor->data(), "\1\2\3\4\5\6", 6), 0);
}

TEST(NpyFile, SwapsBigEndian) {
  auto tensor =
      parseNpy(npy(dictionary(">i4", "False", "(1,)"), std::string("\0\0\1\2", 4)), "f", HEDDLE_I32);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(*reinterpret_cast<const int32_t *>(tensor->data()), 258);
}

TEST(NpyFile, ReadsScalarsAndEmptyTensors) {
  auto scalar = parseNpy(npy(dictionary("|b1", "False", "()"), "\1"), "f", HEDDLE_BOOL);
  ASSERT_TRUE(static_cast<bool>(scalar));
  EXPECT_TRUE(scalar->shape().empty());
  EXPECT_EQ(scalar->numElements(), 1);
  auto empty = parseNpy(npy(dictionary("<f4", "False", "(0, 7)"), ""), "f", HEDDLE_F32);
  ASSERT_TRUE(static_cast<bool>(empty));
  EXPECT_EQ(empty->bytes(), 0u);
}

TEST(NpyFile, VoidHasTheExpectedType) {
  std::string file = npy(dictionary("|V2", "False", "(1,)"), std::string("\x80\x3f", 2));
  auto tensor = parseNpy(file, "f", HEDDLE_BF16);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(tensor->dtype(), HEDDLE_BF16);
  EXPECT_EQ(errorOf(parseNpy(file, "f", HEDDLE_F32)), "f: elements of type '|V2' cannot be given to a model");
}

TEST(NpyFile, RefusesWhatIsCutShort) {
  std::string file = npy(dictionary("<f4", "False", "(4,)"), std::string(16, '\0'));
  for (size_t size = 0; size < file.size(); ++size) {
    EXPECT_NE(errorOf(parseNpy(llvm::StringRef(file).take_front(size), "f", HEDDLE_F32)), "") << size;
  }
  EXPECT_EQ(errorOf(parseNpy(llvm::StringRef(file).drop_back(), "f", HEDDLE_F32)),
            "f: has 15 bytes of data, but shape 4 of f32 needs 16");
}

TEST(NpyFile, RefusesHostileShapes) {
  for (const char *shape : {"(-1,)", "(9223372036854775807, 9)", "(99999999999999999999,)", "(x,)", "1"}) {
    EXPECT_NE(errorOf(parseNpy(npy(dictionary("<f4", "False", shape), ""), "f", HEDDLE_F32)), "") << shape;
  }
}

TEST(NpyFile, RefusesText) {
  EXPECT_EQ(errorOf(parseNpy(npy(dictionary("<U3", "False", "(1,)"), std::string(12, 'a')), "f", HEDDLE_F32)),
            "f: elements of type '<U3' cannot be given to a model");
}

TEST(NpyFile, WritesWhatItReads) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("tensor", "npy", path));
  for (uint32_t dtype = HEDDLE_F32; dtype <= HEDDLE_F4E2M1FN; ++dtype) {
    for (std::vector<int64_t> shape : {std::vector<int64_t>{}, {0}, {5}, {2, 1, 3}}) {
      auto tensor = HostTensor::create(dtype, shape);
      ASSERT_TRUE(static_cast<bool>(tensor));
      for (size_t i = 0; i < tensor->bytes(); ++i) {
        tensor->data()[i] = static_cast<uint8_t>(i * 7);
      }
      ASSERT_FALSE(static_cast<bool>(writeNpy(path, *tensor)));
      auto again = readNpy(path, dtype);
      ASSERT_TRUE(static_cast<bool>(again));
      EXPECT_EQ(again->dtype(), dtype);
      EXPECT_EQ(again->shape().vec(), shape);
      EXPECT_EQ(std::memcmp(again->data(), tensor->data(), tensor->bytes()), 0);
    }
  }
  llvm::sys::fs::remove(path);
}
} // namespace

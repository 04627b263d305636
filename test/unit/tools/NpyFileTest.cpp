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

/// Code points as numpy stores them.
std::string wide(std::u32string_view text) {
  return {reinterpret_cast<const char *>(text.data()), text.size() * 4};
}

TEST(NpyFile, ReadsTexts) {
  std::string data = wide(std::u32string_view(U"a\0\u00e9\U0001F426b\0", 6));
  auto tensor = parseNpy(npy(dictionary("<U2", "False", "(3,)"), data), "f", HEDDLE_STRING);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(tensor->dtype(), HEDDLE_STRING);
  EXPECT_EQ(tensor->text(0), "a");
  EXPECT_EQ(tensor->text(1), "\u00e9\U0001F426");
  EXPECT_EQ(tensor->text(2), "b");
  auto narrow =
      parseNpy(npy(dictionary("|S2", "True", "(2, 2)"), std::string("a\0bbcc\0\0", 8)), "f", HEDDLE_STRING);
  ASSERT_TRUE(static_cast<bool>(narrow));
  EXPECT_EQ(narrow->text(0), "a");
  EXPECT_EQ(narrow->text(1), "cc");
  EXPECT_EQ(narrow->text(2), "bb");
  EXPECT_EQ(narrow->text(3), "");
}

TEST(NpyFile, RefusesWhatIsNoText) {
  EXPECT_EQ(errorOf(parseNpy(npy(dictionary("<U1", "False", "(1,)"), std::string("\0\xd8\0\0", 4)), "f",
                             HEDDLE_STRING)),
            "f: element 0 has a number that is no character of Unicode");
  EXPECT_EQ(errorOf(parseNpy(npy(dictionary("<U4", "False", "(2,)"), "abc"), "f", HEDDLE_STRING)),
            "f: has 3 bytes of data, which are no texts of type '<U4' in shape 2");
  EXPECT_EQ(
      errorOf(parseNpy(npy(dictionary("<U99999999999999999999", "False", "(1,)"), ""), "f", HEDDLE_STRING)),
      "f: has 0 bytes of data, which are no texts of type '<U99999999999999999999' in shape 1");
  EXPECT_EQ(errorOf(parseNpy(npy(dictionary("<Ux", "False", "(1,)"), ""), "f", HEDDLE_STRING)),
            "f: has 0 bytes of data, which are no texts of type '<Ux' in shape 1");
}

TEST(NpyFile, WritesTextsThatItReads) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("texts", "npy", path));
  auto tensor = HostTensor::create(HEDDLE_STRING, {2});
  ASSERT_TRUE(static_cast<bool>(tensor));
  tensor->setText(1, "\u00e9\U0001F426!");
  ASSERT_FALSE(static_cast<bool>(writeNpy(path, *tensor)));
  auto again = readNpy(path, HEDDLE_STRING);
  ASSERT_TRUE(static_cast<bool>(again));
  EXPECT_EQ(again->text(0), "");
  EXPECT_EQ(again->text(1), "\u00e9\U0001F426!");
  tensor->setText(0, "\xff");
  EXPECT_NE(llvm::toString(writeNpy(path, *tensor)).find("text 0 is no UTF-8, which a .npy file cannot hold"),
            std::string::npos);
  tensor->setText(0, llvm::StringRef("a\0", 2));
  EXPECT_NE(
      llvm::toString(writeNpy(path, *tensor)).find("text 0 ends in a zero, which a .npy file cannot hold"),
      std::string::npos);
  llvm::sys::fs::remove(path);
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

TEST(NpyFile, RefusesTextThatIsNoUnicode) {
  EXPECT_EQ(errorOf(parseNpy(npy(dictionary("<U3", "False", "(1,)"), std::string(12, 'a')), "f", HEDDLE_F32)),
            "f: element 0 has a number that is no character of Unicode");
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

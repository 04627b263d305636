//===- TensorProtoFileTest.cpp - ONNX's tensor files ----------------------===//

#include "tools/heddle/TensorProtoFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace heddle::cli;

namespace {
/// A file that is gone at the end of the test.
struct TemporaryFile {
  llvm::SmallString<128> path;
  TemporaryFile() { EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("tensor", "pb", path)); }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }
  void write(llvm::StringRef bytes) const {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << bytes;
  }
};

std::string errorOf(llvm::Expected<HostTensor> tensor) {
  return tensor ? "" : llvm::toString(tensor.takeError());
}

TEST(TensorProtoFile, WritesTextsThatItReads) {
  TemporaryFile file;
  auto tensor = HostTensor::create(HEDDLE_STRING, {2, 1});
  ASSERT_TRUE(static_cast<bool>(tensor));
  tensor->setText(1, llvm::StringRef("a\0\xff", 3)); // any bytes
  ASSERT_FALSE(static_cast<bool>(writeTensorProto(file.path, "x", *tensor)));
  auto again = readTensorProto(file.path);
  ASSERT_TRUE(static_cast<bool>(again));
  EXPECT_EQ(again->dtype(), HEDDLE_STRING);
  EXPECT_EQ(again->text(0), "");
  EXPECT_EQ(again->text(1), llvm::StringRef("a\0\xff", 3));
  // dims 3, data_type 8, one string_data: two texts are missing.
  file.write(llvm::StringRef("\x08\x03\x10\x08\x32\x01q", 7));
  EXPECT_NE(errorOf(readTensorProto(file.path)).find("has 1 texts, but shape 3 needs 3"), std::string::npos);
}

TEST(TensorProtoFile, WritesWhatItReads) {
  TemporaryFile file;
  for (uint32_t dtype = HEDDLE_F32; dtype <= HEDDLE_F4E2M1FN; ++dtype) {
    for (std::vector<int64_t> shape : {std::vector<int64_t>{}, {0}, {5}, {2, 1, 3}}) {
      auto tensor = HostTensor::create(dtype, shape);
      ASSERT_TRUE(static_cast<bool>(tensor));
      for (int64_t i = 0; i < tensor->numElements(); ++i) {
        // Values that 2 bits can hold: -2 … 1 with a sign, 0 … 3 without.
        bool isSigned = dtype == HEDDLE_I4 || dtype == HEDDLE_I2;
        tensor->data()[i * heddle_dtype_bytes(dtype)] = static_cast<uint8_t>(i % 4 - (isSigned ? 2 : 0));
      }
      ASSERT_FALSE(static_cast<bool>(writeTensorProto(file.path, "x", *tensor)));
      auto again = readTensorProto(file.path);
      ASSERT_TRUE(static_cast<bool>(again));
      EXPECT_EQ(again->dtype(), dtype);
      EXPECT_EQ(again->shape().vec(), shape);
      EXPECT_EQ(std::memcmp(again->data(), tensor->data(), tensor->bytes()), 0);
    }
  }
}

TEST(TensorProtoFile, PacksFourBitsLowHalfFirst) {
  TemporaryFile file;
  // dims: 3; data_type: 22 (INT4); raw_data: 0x2f 0x01, which are -1, 2, 1.
  file.write(llvm::StringRef("\x08\x03\x10\x16\x4a\x02\x2f\x01", 8));
  auto tensor = readTensorProto(file.path);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(std::memcmp(tensor->data(), "\xff\x02\x01", 3), 0);
}

TEST(TensorProtoFile, PacksTwoBitsLowestFirst) {
  TemporaryFile file;
  // dims: 5; data_type: 26 (INT2); raw_data: 0xe4 0x03, which are 0, 1, -2, -1, -1.
  file.write(llvm::StringRef("\x08\x05\x10\x1a\x4a\x02\xe4\x03", 8));
  auto tensor = readTensorProto(file.path);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(std::memcmp(tensor->data(), "\x00\x01\xfe\xff\xff", 5), 0);
}

TEST(TensorProtoFile, ReadsTypedFields) {
  TemporaryFile file;
  // dims: 2; data_type: 6 (INT32); int32_data: 5 and -1, packed.
  file.write(llvm::StringRef("\x08\x02\x10\x06\x2a\x0b\x05\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 17));
  auto tensor = readTensorProto(file.path);
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(reinterpret_cast<const int32_t *>(tensor->data())[1], -1);
}

TEST(TensorProtoFile, RefusesBadFiles) {
  TemporaryFile file;
  std::string path = file.path.str().str();
  file.write(llvm::StringRef("\x08\x03\x10\x01\x4a\x02\x2f\x01", 8));
  EXPECT_EQ(errorOf(readTensorProto(path)), path + ": has 2 bytes of data, but shape 3 of f32 needs 12");
  file.write(llvm::StringRef("\x08\x03\x10\x08", 4)); // texts, none there
  EXPECT_EQ(errorOf(readTensorProto(path)), path + ": has 0 texts, but shape 3 needs 3");
  file.write(llvm::StringRef("\x08\x03\x10\x0e", 4)); // complex numbers
  EXPECT_EQ(errorOf(readTensorProto(path)), path + ": elements of ONNX type 14 cannot be given to a model");
  file.write("this is no protobuf");
  EXPECT_EQ(errorOf(readTensorProto(path)), path + ": not a serialized onnx.TensorProto");
}
} // namespace

//===- ValueProtoFileTest.cpp - ONNX's files of sequences and optionals ---===//

#include "tools/heddle/ValueProtoFile.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace heddle::cli;

namespace {
const int64_t kElements[] = {-1}, kShapes[] = {-2, 2}, kThree[] = {3, -3};
/// The parts of an optional sequence, and a tensor.
const heddle_tensor_info_t kTensors[] = {{"s.present", HEDDLE_BOOL, 0, nullptr},
                                         {"s.values", HEDDLE_F32, 1, kElements},
                                         {"s.shapes", HEDDLE_I64, 2, kShapes},
                                         {"t", HEDDLE_F32, 2, kThree}};

struct TemporaryFile {
  llvm::SmallString<128> path;
  TemporaryFile() { EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("value", "pb", path)); }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }
};

template <typename T>
HostTensor tensorOf(uint32_t dtype, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<T> elements) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(dtype, shape));
  std::copy(elements.begin(), elements.end(), reinterpret_cast<T *>(tensor.data()));
  return tensor;
}

template <typename T> std::vector<T> elementsOf(const HostTensor &tensor) {
  const auto *data = reinterpret_cast<const T *>(tensor.data());
  return {data, data + tensor.numElements()};
}

/// [[1, 2, 3]] and [7].
std::vector<HostTensor> twoTensors() {
  std::vector<HostTensor> parts;
  parts.push_back(tensorOf<float>(HEDDLE_F32, {4}, {1, 2, 3, 7}));
  parts.push_back(tensorOf<int64_t>(HEDDLE_I64, {2, 2}, {1, 3, 1, -1}));
  return parts;
}

std::string errorOf(llvm::Error error) { return llvm::toString(std::move(error)); }

TEST(ValueProtoFile, ReadsTheSequenceItWrites) {
  TemporaryFile file;
  ModelValue value{"s", 1, {"values", "shapes"}};
  ASSERT_FALSE(static_cast<bool>(writeValueProto(file.path, value, twoTensors())));
  auto parts = readValueProto(file.path, value, kTensors + 1);
  ASSERT_TRUE(static_cast<bool>(parts));
  EXPECT_EQ(elementsOf<float>((*parts)[0]), std::vector<float>({1, 2, 3, 7}));
  EXPECT_EQ((*parts)[1].shape().vec(), std::vector<int64_t>({2, 2}));
  EXPECT_EQ(elementsOf<int64_t>((*parts)[1]), std::vector<int64_t>({1, 3, 1, -1}));
}

TEST(ValueProtoFile, RefusesWhatDoesNotFit) {
  TemporaryFile file;
  ModelValue value{"s", 1, {"values", "shapes"}};
  std::vector<HostTensor> parts = twoTensors();
  parts[1] = tensorOf<int64_t>(HEDDLE_I64, {2, 2}, {1, 3, 2, 1});
  EXPECT_NE(errorOf(writeValueProto(file.path, value, parts)).find("more elements than its values"),
            std::string::npos);
  ASSERT_FALSE(static_cast<bool>(writeValueProto(file.path, value, twoTensors())));
  const int64_t narrow[] = {-2, 1};
  const heddle_tensor_info_t lists[] = {kTensors[1], {"s.shapes", HEDDLE_I64, 2, narrow}};
  EXPECT_NE(
      errorOf(readValueProto(file.path, value, lists).takeError()).find("of 2 dimensions, wanted at most 1"),
      std::string::npos);
  const heddle_tensor_info_t numbers[] = {{"s.values", HEDDLE_I32, 1, kElements}, kTensors[2]};
  EXPECT_NE(
      errorOf(readValueProto(file.path, value, numbers).takeError()).find("a tensor of f32, wanted i32"),
      std::string::npos);
}

TEST(ValueProtoFile, ReadsTheOptionalItWrites) {
  TemporaryFile file;
  ModelValue value{"s", 0, {"present", "values", "shapes"}};
  for (bool isPresent : {false, true}) {
    std::vector<HostTensor> parts = twoTensors();
    parts.insert(parts.begin(), tensorOf<uint8_t>(HEDDLE_BOOL, {}, {isPresent}));
    ASSERT_FALSE(static_cast<bool>(writeValueProto(file.path, value, parts)));
    auto again = readValueProto(file.path, value, kTensors);
    ASSERT_TRUE(static_cast<bool>(again));
    EXPECT_EQ(elementsOf<uint8_t>((*again)[0])[0], isPresent);
    EXPECT_EQ((*again)[1].numElements(), isPresent ? 4 : 0);
    EXPECT_EQ((*again)[2].shape()[0], isPresent ? 2 : 0);
  }
}

TEST(ValueProtoFile, AnAbsentTensorHasTheSignaturesShape) {
  TemporaryFile file;
  ModelValue value{"t", 0, {"present", "value"}};
  std::vector<HostTensor> parts;
  parts.push_back(tensorOf<uint8_t>(HEDDLE_BOOL, {}, {0}));
  parts.push_back(tensorOf<float>(HEDDLE_F32, {3, 1}, {1, 2, 3}));
  ASSERT_FALSE(static_cast<bool>(writeValueProto(file.path, value, parts)));
  const heddle_tensor_info_t tensors[] = {kTensors[0], kTensors[3]};
  auto again = readValueProto(file.path, value, tensors);
  ASSERT_TRUE(static_cast<bool>(again));
  EXPECT_EQ(elementsOf<uint8_t>((*again)[0])[0], 0);
  EXPECT_EQ((*again)[1].shape().vec(), std::vector<int64_t>({3, 0}));
}

TEST(ModelValues, PutsPartsTogether) {
  heddle_model_info_t info = {};
  info.inputs = kTensors;
  info.num_inputs = 4;
  info.manifest = R"({"inputs": [{"part": "present", "part_of": "s"}, {"part": "values", "part_of": "s"},
                                 {"part": "shapes", "part_of": "s"}, {}], "outputs": []})";
  std::vector<ModelValue> values = modelInputs(info);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].name, "s");
  EXPECT_EQ(values[0].parts.size(), 3u);
  EXPECT_TRUE(values[0].isOptional() && values[0].isSequence());
  EXPECT_EQ(values[1].name, "t");
  EXPECT_EQ(values[1].first, 3u);
  EXPECT_TRUE(values[1].isTensor());
  EXPECT_TRUE(modelOutputs(info).empty());
}
} // namespace

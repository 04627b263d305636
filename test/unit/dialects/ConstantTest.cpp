//===- ConstantTest.cpp - constant tensors in memory layout and back ------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::graph;

namespace {

class ConstantTest : public testing::Test {
protected:
  ConstantTest() : builder(&context) { context.loadDialect<GraphDialect>(); }

  std::vector<char> dataOf(ElementsAttr elements) {
    SmallVector<char> storage;
    ArrayRef<char> data = elementData(elements, storage);
    return std::vector<char>(data.begin(), data.end());
  }

  MLIRContext context;
  Builder builder;
};

TEST_F(ConstantTest, CountsBytes) {
  EXPECT_EQ(elementBytes(builder.getI1Type()), 1);
  EXPECT_EQ(elementBytes(builder.getIntegerType(4)), 1);
  EXPECT_EQ(elementBytes(builder.getF16Type()), 2);
  EXPECT_EQ(tensorBytes(RankedTensorType::get({3, 5}, builder.getI64Type())), 120);
  EXPECT_EQ(tensorBytes(RankedTensorType::get({}, builder.getF32Type())), 4);
  EXPECT_EQ(tensorBytes(RankedTensorType::get({ShapedType::kDynamic}, builder.getF32Type())), std::nullopt);
  int64_t large = int64_t(1) << 40;
  EXPECT_EQ(tensorBytes(RankedTensorType::get({large, large}, builder.getF32Type())), std::nullopt);
  EXPECT_EQ(tensorBytes(RankedTensorType::get({large, large, 0}, builder.getF32Type())), 0);
}

TEST_F(ConstantTest, KeepsBytesOfEveryElementType) {
  SmallVector<Type> types = {builder.getF32Type(),
                             builder.getF64Type(),
                             builder.getF16Type(),
                             builder.getBF16Type(),
                             Float8E4M3FNType::get(&context),
                             Float8E5M2Type::get(&context)};
  for (unsigned width : {1, 4, 8, 16, 32, 64}) {
    types.push_back(IntegerType::get(&context, width));
    types.push_back(IntegerType::get(&context, width, IntegerType::Unsigned));
  }
  for (Type element : types) {
    for (int64_t count : {0, 1, 3, 700}) {
      for (bool uniform : {false, true}) {
        auto type = RankedTensorType::get({count}, element);
        unsigned width = element.getIntOrFloatBitWidth();
        std::vector<char> data(*tensorBytes(type));
        for (size_t i = 0; i < data.size(); ++i) {
          // Small values, so that no float is a NaN and 1- and 4-bit numbers are in range.
          data[i] = uniform                                      ? 1
                    : width == 1                                 ? (i / 3) % 2
                    : width == 4 && !element.isUnsignedInteger() ? i % 16 - 8
                                                                 : i % 16;
        }
        EXPECT_EQ(dataOf(makeElements(type, data)), data) << count << " elements of width " << width;
      }
    }
  }
}

TEST_F(ConstantTest, ChoosesTheForm) {
  auto type = RankedTensorType::get({1000}, builder.getF32Type());
  std::vector<float> values(1000, 2.0f);
  auto bytes = [&] {
    return ArrayRef(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float));
  };
  EXPECT_TRUE(cast<DenseElementsAttr>(makeElements(type, bytes())).isSplat());
  values[999] = 3.0f;
  EXPECT_TRUE(isa<DenseResourceElementsAttr>(makeElements(type, bytes())));
}

TEST_F(ConstantTest, ViewKeepsItsOwner) {
  auto owner = std::make_shared<std::vector<char>>(2000);
  (*owner)[7] = 1;
  std::weak_ptr<std::vector<char>> watch = owner;
  {
    MLIRContext inner;
    inner.loadDialect<GraphDialect>();
    auto innerType = RankedTensorType::get({2000}, IntegerType::get(&inner, 8));
    ElementsAttr view = makeElementsView(innerType, *owner, owner);
    SmallVector<char> storage;
    EXPECT_EQ(elementData(view, storage).data(), owner->data());
    owner.reset();
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST_F(ConstantTest, ReadsNumbers) {
  OpBuilder ops(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(ops.getUnknownLoc());
  ops.setInsertionPointToStart(module->getBody());
  auto constant = [&](Type element, std::vector<char> data, int64_t count) -> Value {
    return ConstantOp::create(ops, ops.getUnknownLoc(),
                              makeElements(RankedTensorType::get({count}, element), data));
  };
  Value bytes = constant(ops.getI8Type(), {-1, 2}, 2);
  EXPECT_EQ(constantIntegers(bytes), (SmallVector<int64_t>{-1, 2}));
  EXPECT_EQ(constantFloats(bytes), std::nullopt);
  EXPECT_EQ(constantIntegers(bytes, /*limit=*/1), std::nullopt);
  Value unsignedBytes = constant(IntegerType::get(&context, 8, IntegerType::Unsigned), {-1, -1}, 2);
  EXPECT_EQ(constantIntegers(unsignedBytes), (SmallVector<int64_t>{255, 255}));
  EXPECT_EQ(splatInteger(unsignedBytes), 255);
  EXPECT_EQ(splatInteger(bytes), std::nullopt);
  Value truths = constant(ops.getI1Type(), {1, 0}, 2);
  EXPECT_EQ(constantIntegers(truths), (SmallVector<int64_t>{1, 0}));
  Value nibbles = constant(ops.getIntegerType(4), {-8, 7}, 2);
  EXPECT_EQ(constantIntegers(nibbles), (SmallVector<int64_t>{-8, 7}));
  Value halves = constant(ops.getF16Type(), {0x00, 0x3c, 0x00, static_cast<char>(0xc0)}, 2); // 1 and -2
  EXPECT_EQ(constantFloats(halves), (SmallVector<double>{1.0, -2.0}));
}

} // namespace

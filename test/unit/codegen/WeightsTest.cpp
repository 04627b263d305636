//===- WeightsTest.cpp - packed constants ---------------------------------===//

#include "codegen/Artifact/Weights.h"
#include "codegen/Common/Storage.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/IR/BuiltinOps.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace heddle;
using namespace heddle::artifact;

namespace {

class WeightsTest : public testing::Test {
protected:
  WeightsTest() : b(&context) {
    context.loadDialect<graph::GraphDialect, kernel::KernelDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
  }

  /// 0, 1, 2, … as i32.
  ElementsAttr count(ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, b.getI32Type());
    SmallVector<int32_t> values(type.getNumElements());
    std::iota(values.begin(), values.end(), 0);
    return DenseElementsAttr::get(type, ArrayRef<int32_t>(values));
  }

  std::vector<int32_t> pack(ElementsAttr value, kernel::PanelsAttr layout) {
    return pack(value, Part::whole(value.getShapedType().getShape()), layout);
  }
  std::vector<int32_t> pack(ElementsAttr value, const Part &part, kernel::PanelsAttr layout) {
    std::vector<int32_t> packed;
    packPanels(value, part, layout, [&](ArrayRef<char> panel) {
      auto *elements = reinterpret_cast<const int32_t *>(panel.data());
      packed.insert(packed.end(), elements, elements + panel.size() / sizeof(int32_t));
    });
    return packed;
  }

  kernel::PanelsAttr panels(ArrayRef<int64_t> batch, ArrayRef<int64_t> depth, ArrayRef<int64_t> columns,
                            int64_t width) {
    return kernel::PanelsAttr::get(&context, batch, depth, columns, width, /*group=*/1, /*offset=*/0);
  }

  std::vector<int8_t> packBytes(Type element, int64_t depth, int64_t columns, ArrayRef<int8_t> values,
                                int64_t group, int64_t offset) {
    auto layout = kernel::PanelsAttr::get(&context, {}, {0}, {1}, /*width=*/2, group, offset);
    ArrayRef<char> bytes(reinterpret_cast<const char *>(values.data()), values.size());
    std::vector<int8_t> packed;
    packPanels(graph::makeElements(RankedTensorType::get({depth, columns}, element), bytes),
               Part::whole({depth, columns}), layout,
               [&](ArrayRef<char> panel) { packed.insert(packed.end(), panel.begin(), panel.end()); });
    return packed;
  }

  MLIRContext context;
  OpBuilder b;
  OwningOpRef<ModuleOp> module;
};

TEST_F(WeightsTest, PacksColumnsIntoPanels) {
  // Rows 0 1 2 and 3 4 5; panels of two columns, the last filled with zeros.
  EXPECT_EQ(pack(count({2, 3}), panels({}, {0}, {1}, 2)), (std::vector<int32_t>{0, 1, 3, 4, 2, 0, 5, 0}));
}

TEST_F(WeightsTest, PacksATransposedMatrix) {
  // Columns are dimension 0, so a row of a panel is a column of the tensor: 0 3, 1 4, 2 5.
  EXPECT_EQ(pack(count({2, 3}), panels({}, {1}, {0}, 2)), (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
}

TEST_F(WeightsTest, PacksBatchesAndSeveralDepths) {
  // [depth 2, batch 2, depth 1, columns 2]: batch 0 has the rows 0 1 and 4 5, batch 1 the rows 2 3 and 6 7.
  EXPECT_EQ(pack(count({2, 2, 1, 2}), panels({1}, {0, 2}, {3}, 2)),
            (std::vector<int32_t>{0, 1, 4, 5, 2, 3, 6, 7}));
}

TEST_F(WeightsTest, ColumnsOfTwoDimensionsInAnyOrderAreNoRun) {
  // Columns (1, 0): 0 2 1 3 in memory. First and last lie as far apart as a run of four, but it is none.
  EXPECT_EQ(pack(count({2, 2}), panels({}, {}, {1, 0}, 4)), (std::vector<int32_t>{0, 2, 1, 3}));
}

TEST_F(WeightsTest, PacksAPart) {
  // Of the rows 0 1 2 3, 4 5 6 7, 8 9 10 11 the last two and of them the columns 1 to 3: 5 6 7 and 9 10 11.
  EXPECT_EQ(pack(count({3, 4}), {{1, 1}, {2, 3}}, panels({}, {0}, {1}, 2)),
            (std::vector<int32_t>{5, 6, 9, 10, 7, 0, 11, 0}));
}

TEST_F(WeightsTest, WritesPartsInTheirOrder) {
  auto write = [&](ArrayRef<int64_t> shape, ArrayRef<int64_t> block) {
    int64_t elements = 1;
    for (int64_t size : block.take_back(shape.size())) {
      elements *= size;
    }
    auto weight = kernel::WeightOp::create(b, b.getUnknownLoc(), "w", count(shape), kernel::PanelsAttr(), 0,
                                           4 * elements);
    weight->setAttr(codegen::kBlockAttr, b.getDenseI64ArrayAttr(block));
    std::string written;
    llvm::raw_string_ostream out(written);
    writeWeights(*module, out, [](StringRef) {});
    weight->erase();
    auto *first = reinterpret_cast<const int32_t *>(written.data());
    return std::vector<int32_t>(first, first + written.size() / 4);
  };
  EXPECT_EQ(write({3, 4}, {1, 0, 2, 4}), (std::vector<int32_t>{4, 5, 6, 7, 8, 9, 10, 11})); // whole rows
  EXPECT_EQ(write({3, 4}, {1, 2, 2, 2}), (std::vector<int32_t>{6, 7, 10, 11}));
  EXPECT_EQ(write({2, 2, 2}, {0, 1, 0, 2, 1, 2}), (std::vector<int32_t>{2, 3, 6, 7}));
  EXPECT_EQ(write({3}, {1, 1}), (std::vector<int32_t>{1}));
}

TEST_F(WeightsTest, PutsNeighboursInDepthSideBySide) {
  // Columns 1 2 3 and 4 5 6 in groups of two; the third column is alone in its panel.
  EXPECT_EQ(packBytes(b.getI8Type(), 3, 3, {1, 4, 7, 2, 5, 8, 3, 6, 9}, 2, 0),
            (std::vector<int8_t>{1, 2, 4, 5, 3, 0, 6, 0, 7, 8, 0, 0, 9, 0, 0, 0}));
}

TEST_F(WeightsTest, StartsPanelsWithTheSumsOfTheirColumns) {
  // -128 * (-1 + 2) = -128 is 80 ff ff ff, -128 * -3 = 384 is 80 01 00 00.
  EXPECT_EQ(packBytes(b.getI8Type(), 2, 2, {-1, -1, 2, -2}, 4, 128),
            (std::vector<int8_t>{-128, -1, -1, -1, -128, 1, 0, 0, -1, 2, 0, 0, -1, -2, 0, 0}));
  // Unsigned: 128 * 255 = 32640 is 80 7f 00 00, and the second column does not exist.
  EXPECT_EQ(packBytes(b.getIntegerType(8, false), 1, 1, {-1}, 4, -128),
            (std::vector<int8_t>{-128, 127, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(WeightsTest, WritesWeightsAtTheirOffsets) {
  kernel::WeightOp::create(b, b.getUnknownLoc(), "b", count({3}), kernel::PanelsAttr(), 64, 12);
  kernel::WeightOp::create(b, b.getUnknownLoc(), "a", count({2}), kernel::PanelsAttr(), 0, 8);
  EXPECT_EQ(weightsBytes(*module), 76u);
  std::string written, visited;
  llvm::raw_string_ostream out(written);
  writeWeights(*module, out, [&](StringRef piece) { visited += piece; });
  EXPECT_EQ(written, visited);
  ASSERT_EQ(written.size(), 76u);
  auto *elements = reinterpret_cast<const int32_t *>(written.data());
  EXPECT_EQ(elements[1], 1);
  EXPECT_TRUE(std::all_of(elements + 2, elements + 16, [](int32_t element) { return element == 0; }));
  EXPECT_EQ(elements[18], 2);
}

} // namespace

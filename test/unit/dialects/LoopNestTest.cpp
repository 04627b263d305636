//===- LoopNestTest.cpp - factors and maps of the graph ops ---------------===//
//
// An op is read from text and its loop nest printed: the factors by the first letter of their kind (parallel,
// reduction, sequential, window, whole as X) and their size, then the maps of operands and results.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::graph;

namespace {

class LoopNestTest : public testing::Test {
protected:
  LoopNestTest() { context.loadDialect<GraphDialect, func::FuncDialect>(); }

  /// The loop nest of the last op in the body of a function with those arguments.
  LoopNest nestOf(StringRef arguments, StringRef body) {
    std::string text = ("func.func @f(" + arguments + ") {\n" + body + "\nreturn }").str();
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module) << text;
    auto function = cast<func::FuncOp>(module->getBody()->front());
    return cast<FactorsOpInterface>(*std::next(function.getBody().front().rbegin())).getLoopNest();
  }

  static std::string print(const LoopNest &nest) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (const Factor &factor : nest.factors) {
      stream << "PRSWX"[static_cast<int>(factor.kind)] << " " << factor.size.str() << "; ";
    }
    for (AffineMap map : llvm::concat<const AffineMap>(nest.operandMaps, nest.resultMaps)) {
      stream << "\n";
      llvm::interleaveComma(map.getResults(), stream);
    }
    return text;
  }

  std::string nestText(StringRef arguments, StringRef body) { return print(nestOf(arguments, body)); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LoopNestTest, ElementwiseBroadcasts) {
  EXPECT_EQ(
      nestText(R"(%x: tensor<?x4xf32, #graph.dims<["n", "4"]>>, %y: tensor<1x1xf32>, %z: tensor<4xf32>)",
               R"(%0 = graph.add %x, %y : tensor<?x4xf32, #graph.dims<["n", "4"]>>, tensor<1x1xf32>
                        %1 = graph.add %0, %z : tensor<?x4xf32, #graph.dims<["n", "4"]>>, tensor<4xf32>)"),
      "P n; P 4; \nd0, d1\nd1\nd0, d1");
  EXPECT_EQ(nestText("%x: tensor<3x4xf32>, %y: tensor<1x4xf32>",
                     "%0 = graph.add %x, %y : tensor<3x4xf32>, tensor<1x4xf32>"),
            "P 3; P 4; \nd0, d1\n0, d1\nd0, d1");
}

TEST_F(LoopNestTest, Contract) {
  EXPECT_EQ(nestText("%x: tensor<2x3x4xf32>, %y: tensor<1x5x4xf32>",
                     R"(%0 = graph.contract "bmk,bnk->bmn" %x, %y : tensor<2x3x4xf32>, tensor<1x5x4xf32>)"),
            "P 2; P 3; P 5; R 4; \nd0, d1, d3\n0, d2, d3\nd0, d1, d2");
}

TEST_F(LoopNestTest, Convolution) {
  // Factors: n, output position, group, output channel, input channel, window.
  EXPECT_EQ(nestText("%x: tensor<1x9x4xf32>, %f: tensor<3x2x6xf32>",
                     "%0 = graph.conv %x, %f strides [2] dilations [3] pads [1], [1] groups 2 : "
                     "tensor<1x9x4xf32>, tensor<3x2x6xf32>"),
            "P 1; P 3; P 2; P 3; R 2; W 3; \n"
            "d0, d1 * 2 + d5 * 3 - 1, d2 * 2 + d4\nd5, d4, d2 * 3 + d3\nd0, d1, d2 * 3 + d3");
}

TEST_F(LoopNestTest, Reductions) {
  EXPECT_EQ(nestText("%x: tensor<3x4xf32>", "%0 = graph.reduce add %x axes [0] : tensor<3x4xf32>"),
            "R 3; P 4; \nd0, d1\n0, d1");
  EXPECT_EQ(
      nestText("%x: tensor<3x4xf32>", "%0 = graph.arg_reduce max %x axis 1 last false : tensor<3x4xf32>"),
      "P 3; R 4; \nd0, d1\nd0, 0");
  EXPECT_EQ(nestText("%x: tensor<3x4xf32>",
                     "%0 = graph.cumulative add %x axis 1 exclusive false reverse false : tensor<3x4xf32>"),
            "P 3; S 4; \nd0, d1\nd0, d1");
  EXPECT_EQ(
      nestText(
          "%x: tensor<1x8x2xf32>",
          "%0 = graph.pool max %x window [2] strides [2] dilations [1] pads [0], [0] : tensor<1x8x2xf32>"),
      "P 1; P 4; P 2; W 2; \nd0, d1 * 2 + d3, d2\nd0, d1, d2");
}

TEST_F(LoopNestTest, Movements) {
  EXPECT_EQ(nestText("%x: tensor<2x3x4xf32>", "%0 = graph.transpose %x [2, 0, 1] : tensor<2x3x4xf32>"),
            "P 4; P 2; P 3; \nd1, d2, d0\nd0, d1, d2");
  EXPECT_EQ(nestText("%x: tensor<3x1xf32>", "%0 = graph.broadcast %x : tensor<3x1xf32> -> tensor<2x3x4xf32>"),
            "P 2; P 3; P 4; \nd1, 0\nd0, d1, d2");
  EXPECT_EQ(nestText("%x: tensor<8x?xf32, #graph.dims<[\"8\", \"n\"]>>",
                     "%0 = graph.slice %x starts [\"6\", \"n - 1\"] steps [-2, 1] : "
                     "tensor<8x?xf32, #graph.dims<[\"8\", \"n\"]>> -> tensor<3x1xf32>"),
            "P 3; P 1; X n; \nd0 * -2 + 6, d2\nd0, d1");
  EXPECT_EQ(nestText("%x: tensor<2xf32>, %y: tensor<3xf32>",
                     "%0 = graph.concat %x, %y axis 0 : tensor<2xf32>, tensor<3xf32>"),
            "P 5; \nd0\nd0 - 2\nd0");
  EXPECT_EQ(nestText("%x: tensor<2x4xf32>, %v: tensor<f32>",
                     "%0 = graph.pad %x, %v constant lows [\"0\", \"1\"] interior [0, 0] : "
                     "tensor<2x4xf32>, tensor<f32> -> tensor<2x6xf32>"),
            "P 2; P 6; \nd0, d1 - 1\n\nd0, d1");
  EXPECT_EQ(nestText("%x: tensor<2x4xf32>, %v: tensor<f32>",
                     "%0 = graph.pad %x, %v reflect lows [\"0\", \"1\"] interior [0, 0] : "
                     "tensor<2x4xf32>, tensor<f32> -> tensor<2x6xf32>"),
            "P 2; P 6; X 4; \nd0, d2\n\nd0, d1");
  EXPECT_EQ(nestText("", "%0 = graph.iota axis 0 -> tensor<4x2xi32>"), "P 4; P 2; \nd0, d1");
}

TEST_F(LoopNestTest, Gathers) {
  LoopNest nest = nestOf("%x: tensor<9x4xf32>, %i: tensor<5x6xi64>",
                         "%0 = graph.gather %x, %i axis 0 : tensor<9x4xf32>, tensor<5x6xi64>");
  EXPECT_EQ(print(nest), "P 5; P 6; P 4; X 9; \nd3, d2\nd0, d1\nd0, d1, d2");
  EXPECT_TRUE(nest.iterations().isConstant(5 * 6 * 4)); // the table is not walked
  EXPECT_EQ(nestText("%x: tensor<9x4xf32>, %i: tensor<3x4xi64>",
                     "%0 = graph.gather_elements %x, %i axis 0 : tensor<9x4xf32>, tensor<3x4xi64>"),
            "P 3; P 4; X 9; \nd2, d1\nd0, d1\nd0, d1");
  EXPECT_EQ(nestText("%x: tensor<2x9x4xf32>, %i: tensor<2x3x1xi64>",
                     "%0 = graph.gather_nd %x, %i batch_dims 1 : tensor<2x9x4xf32>, tensor<2x3x1xi64>"),
            "P 2; P 3; P 4; X 9; X 1; \nd0, d3, d2\nd0, d1, d4\nd0, d1, d2");
}

TEST_F(LoopNestTest, ReshapeRefines) {
  EXPECT_EQ(nestText("%x: tensor<6x4xf32>", "%0 = graph.reshape %x : tensor<6x4xf32> -> tensor<3x8xf32>"),
            "P 3; P 2; P 4; \nd0 * 2 + d1, d2\nd0, d1 * 4 + d2");
  EXPECT_EQ(nestText("%x: tensor<1x6xf32>", "%0 = graph.reshape %x : tensor<1x6xf32> -> tensor<6x1xf32>"),
            "P 6; \n0, d0\nd0, 0");
  EXPECT_EQ(
      nestText("%x: tensor<2x4x6xf32>", "%0 = graph.reshape %x : tensor<2x4x6xf32> -> tensor<2x6x4xf32>"),
      "P 2; X 4; X 6; P 6; P 4; \nd0, d1, d2\nd0, d3, d4");
  EXPECT_EQ(nestText("%x: tensor<?x768xf32, #graph.dims<[\"b*s\", \"768\"]>>",
                     "%0 = graph.reshape %x : tensor<?x768xf32, #graph.dims<[\"b*s\", \"768\"]>> -> "
                     "tensor<?x?x12x64xf32, #graph.dims<[\"b\", \"s\", \"12\", \"64\"]>>"),
            "P b; P s; P 12; P 64; \nd0 * s1 + d1, d2 * 64 + d3\nd0, d1, d2, d3");
}

/// The row-major number of the element that a map points at.
int64_t placeOf(AffineMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> factors) {
  int64_t place = 0;
  for (auto [index, size] : llvm::zip(map.compose(factors), shape)) {
    EXPECT_TRUE(index >= 0 && index < size);
    place = place * size + index;
  }
  return place;
}

TEST_F(LoopNestTest, ReshapeKeepsRowMajorOrder) {
  std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>> cases = {
      {{6, 4}, {3, 8}},     {{2, 3, 4}, {24}},      {{24}, {4, 1, 3, 2}}, {{8, 9}, {2, 4, 3, 3}},
      {{4, 1, 6}, {2, 12}}, {{5, 1, 1}, {1, 1, 5}}, {{12, 2}, {6, 4}},    {{}, {1, 1}}};
  for (auto &[from, to] : cases) {
    auto typeText = [](ArrayRef<int64_t> shape) {
      std::string text = "tensor<";
      for (int64_t size : shape) {
        text += std::to_string(size) + "x";
      }
      return text + "f32>";
    };
    std::string input = typeText(from), result = typeText(to);
    LoopNest nest = nestOf("%x: " + input, "%0 = graph.reshape %x : " + input + " -> " + result);
    int64_t iterations = *nest.iterations().constant();
    for (int64_t i = 0; i < iterations; ++i) {
      SmallVector<int64_t> factors(nest.factors.size());
      int64_t rest = i;
      for (size_t f = factors.size(); f-- > 0;) {
        factors[f] = rest % *nest.factors[f].size.constant();
        rest /= *nest.factors[f].size.constant();
      }
      EXPECT_EQ(placeOf(nest.operandMaps[0], from, factors), placeOf(nest.resultMaps[0], to, factors))
          << input;
    }
  }
}

} // namespace

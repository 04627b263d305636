//===- KernelKeyTest.cpp - when two kernels are the same, and their spaces ===//

#include "autotune/KernelKey.h"
#include "autotune/KernelSpace.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "passes/Tile/Schedule.h"
#include "llvm/Support/FormatVariadic.h"
#include <gtest/gtest.h>
#include <set>

using namespace heddle;
using namespace heddle::tune;

namespace {
class KernelKeyTest : public testing::Test {
protected:
  KernelKeyTest() { context.loadDialect<graph::GraphDialect, kernel::KernelDialect, func::FuncDialect>(); }

  kernel::FuncOp parse(const std::string &text) {
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    EXPECT_TRUE(modules.back());
    return *modules.back().get().getOps<kernel::FuncOp>().begin();
  }

  /// A product of [rows, 64] and [64, columns], with names as given.
  kernel::FuncOp product(StringRef name, StringRef argument, StringRef symbol, int64_t columns,
                         StringRef schedule = "") {
    std::string lhs = llvm::formatv("tensor<?x64xf32, #graph.dims<[\"{0}\", \"64\"]>>", symbol);
    std::string result = llvm::formatv("tensor<?x{1}xf32, #graph.dims<[\"{0}\", \"{1}\"]>>", symbol, columns);
    return parse(llvm::formatv(R"(kernel.func @{0}(%{1}: {2}, %w: tensor<64x{3}xf32>) -> {4}
        attributes {{anchor = #kernel<anchor contract>{5}} {{
      %0 = graph.contract "mk,kn->mn" %{1}, %w : {2}, tensor<64x{3}xf32>
      kernel.return %0 : {4}
    })",
                               name, argument, lhs, columns, result, schedule));
  }

  std::string key(kernel::FuncOp kernel, bool hasConstant = true) {
    llvm::SmallBitVector constants(2);
    constants[1] = hasConstant;
    return kernelKey(kernel, constants);
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
};
} // namespace

TEST_F(KernelKeyTest, ignoresNamesAndSchedules) {
  std::string one = key(product("contract_0", "x", "batch", 32));
  EXPECT_EQ(one.size(), 32U);
  EXPECT_EQ(one, key(product("contract_7", "input", "n", 32)));
  EXPECT_EQ(one,
            key(product("k", "x", "s", 32,
                        ", schedule = #kernel.schedule<lanes = 8, tile = [4, 2], block = [4, 0], unroll = 1, "
                        "weights_inner = false>")));
}

TEST_F(KernelKeyTest, ignoresNamesOfManySymbols) {
  auto textOf = [&](StringRef first, StringRef second, StringRef third) {
    std::string type = llvm::formatv("tensor<?x?x?xf32, #graph.dims<[\"{0}\", \"{1}\", \"{0} + {2}\"]>>",
                                     first, second, third);
    kernel::FuncOp kernel = parse(llvm::formatv(R"(kernel.func @k(%x: {0}) -> {0}
        attributes {{anchor = #kernel<anchor map>} {{
      %0 = graph.neg %x : {0}
      %1 = graph.abs %0 : {0}
      kernel.return %1 : {0}
    })",
                                                type));
    return canonicalText(kernel, llvm::SmallBitVector(1));
  };
  std::string text = textOf("number_of_sequences", "length_of_a_sequence", "length_of_the_past");
  EXPECT_EQ(text, textOf("a", "b", "c"));
  EXPECT_FALSE(StringRef(text).contains("sequence")) << text;
}

TEST_F(KernelKeyTest, knowsSizesAndConstants) {
  kernel::FuncOp kernel = product("k", "x", "s", 32);
  EXPECT_NE(key(kernel), key(product("k", "x", "s", 33)));
  EXPECT_NE(key(kernel, true), key(kernel, false));
}

TEST_F(KernelKeyTest, targetsDifferByAnyFeature) {
  auto target = [&](StringRef features) {
    return targetKey(kernel::TargetAttr::get(&context, "znver4", features, 64, 32, 32768, 1048576));
  };
  EXPECT_EQ(target("+fma"), target("+fma"));
  EXPECT_NE(target("+fma"), target("-fma"));
  EXPECT_TRUE(StringRef(target("+fma")).starts_with("znver4-"));
}

TEST_F(KernelKeyTest, aSpaceHasDifferentPossibleSchedulesAndTheDraft) {
  for (int64_t columns : {1, 7, 64, 100}) {
    kernel::FuncOp kernel = product("k", "x", "s", columns);
    llvm::SmallBitVector constants(2);
    constants[1] = true;
    FailureOr<KernelSpace> space = KernelSpace::of(kernel, constants);
    ASSERT_TRUE(succeeded(space));
    auto problem = tile::ContractProblem::of(kernel, [](Value value) { return isa<BlockArgument>(value); });
    ASSERT_TRUE(succeeded(problem));
    std::set<std::string> texts;
    for (size_t point = 0; point < space->size(); ++point) {
      EXPECT_TRUE(texts.insert(space->text(point)).second) << space->text(point);
      auto why = tile::whyImpossible(*problem, tile::targetOf(kernel), space->schedule(point));
      EXPECT_FALSE(why) << *why;
      for (float feature : space->features(point)) {
        EXPECT_TRUE(std::isfinite(feature));
      }
    }
    EXPECT_LT(space->draft(), space->size());
    EXPECT_EQ(space->find(space->text(space->draft())), space->draft());
    EXPECT_EQ(space->features(space->draft())[kDraftFeature], 0);
    EXPECT_EQ(space->schedule(space->draft()),
              tile::scheduleContraction(*problem, tile::targetOf(kernel), /*isPacked=*/true));
    EXPECT_FALSE(space->find("#kernel.schedule<lanes = 3, unroll = 1, weights_inner = false>"));
    EXPECT_FALSE(space->find("nothing"));
  }
}

TEST_F(KernelKeyTest, productsOfBytesMayHaveTheirDraft) {
  for (StringRef feature : {"+avx512vnni", "-avx512vnni"}) {
    kernel::FuncOp kernel = parse(llvm::formatv(R"(
    module attributes {{kernel.target = #kernel.target<cpu = "x86-64-v4", features = "{0}", vector_bytes = 64,
        vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>} {{
      kernel.func @bytes(%x: tensor<40x768xui8>, %w: tensor<768x256xi8>) -> tensor<40x256xi32>
          attributes {{anchor = #kernel<anchor contract>} {{
        %0 = graph.contract "mk,kn->mn" %x, %w : tensor<40x768xui8>, tensor<768x256xi8>
        kernel.return %0 : tensor<40x256xi32>
      }
    })",
                                                feature));
    llvm::SmallBitVector constants(2);
    constants[1] = true;
    FailureOr<KernelSpace> space = KernelSpace::of(kernel, constants);
    ASSERT_TRUE(succeeded(space));
    auto problem = tile::ContractProblem::of(kernel, [](Value value) { return isa<BlockArgument>(value); });
    ASSERT_TRUE(succeeded(problem));
    kernel::TargetAttr target = tile::targetOf(kernel);
    kernel::ScheduleAttr draft = tile::scheduleContraction(*problem, target, /*isPacked=*/true);
    EXPECT_EQ(space->schedule(space->draft()), draft);
    EXPECT_EQ(tile::dotProductOf(*problem, target, draft, /*isPacked=*/true).group,
              feature.starts_with("+") ? 4 : 2);
    EXPECT_EQ(space->features(space->draft()).size(), kNumFeatures);
    for (size_t point = 0; point < space->size(); ++point) {
      auto why = tile::whyImpossible(*problem, target, space->schedule(point));
      EXPECT_FALSE(why) << *why;
    }
  }
}

TEST_F(KernelKeyTest, anAttentionHasDifferentPossibleSchedulesAndTheDraft) {
  kernel::FuncOp kernel = parse(R"(kernel.func @attention(%q: tensor<12x50x64xf32>, %k: tensor<12x70x64xf32>,
      %v: tensor<12x70x64xf32>) -> tensor<12x50x64xf32> attributes {anchor = #kernel<anchor attention>} {
    %0 = graph.contract "hmd,hnd->hmn" %q, %k : tensor<12x50x64xf32>, tensor<12x70x64xf32>
    %1 = graph.reduce max %0 axes [2] : tensor<12x50x70xf32>
    %2 = graph.sub %0, %1 : tensor<12x50x70xf32>, tensor<12x50x1xf32>
    %3 = graph.exp %2 : tensor<12x50x70xf32>
    %4 = graph.reduce add %3 axes [2] : tensor<12x50x70xf32>
    %5 = graph.div %3, %4 : tensor<12x50x70xf32>, tensor<12x50x1xf32>
    %6 = graph.contract "hmn,hnd->hmd" %5, %v : tensor<12x50x70xf32>, tensor<12x70x64xf32>
    kernel.return %6 : tensor<12x50x64xf32>
  })");
  FailureOr<KernelSpace> space = KernelSpace::of(kernel, llvm::SmallBitVector(3));
  ASSERT_TRUE(succeeded(space));
  EXPECT_GT(space->size(), 100U);
  std::set<std::string> texts;
  std::set<std::vector<float>> features;
  for (size_t point = 0; point < space->size(); ++point) {
    EXPECT_TRUE(texts.insert(space->text(point)).second) << space->text(point);
    auto why = tile::whyImpossible(kernel::Anchor::Attention, tile::targetOf(kernel), space->schedule(point));
    EXPECT_FALSE(why) << *why;
    EXPECT_TRUE(features.insert(space->features(point)).second) << space->text(point);
  }
  EXPECT_LT(space->draft(), space->size());
}

TEST_F(KernelKeyTest, otherKernelsHaveSmallSpaces) {
  kernel::FuncOp map = parse(R"(kernel.func @map(%a: tensor<512xf32>) -> tensor<512xf32>
      attributes {anchor = #kernel<anchor map>} {
    %0 = graph.neg %a : tensor<512xf32>
    kernel.return %0 : tensor<512xf32>
  })");
  FailureOr<KernelSpace> space = KernelSpace::of(map, llvm::SmallBitVector(1));
  ASSERT_TRUE(succeeded(space));
  EXPECT_EQ(space->size(), 3U); // 4, 8 and 16 lanes
  EXPECT_EQ(space->schedule(space->draft()).getLanes(), 8);
}

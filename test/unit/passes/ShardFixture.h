//===- ShardFixture.h - sharded programs against unsharded ones -*- C++ -*-===//
//
// Runs a module with annotations twice on the same seeded inputs: as it is, by the reference interpreter, and
// split by the shard stage, on all ranks in lockstep. Every rank must return what the unsharded run returns.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_PASSES_SHARDFIXTURE_H
#define TEST_UNIT_PASSES_SHARDFIXTURE_H

#include "dialects/Dist/Reference/Lockstep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Shard/Passes.h"
#include <gtest/gtest.h>
#include <random>

namespace heddle::shard {

using reference::RankTensors;
using reference::Tensor;

class ShardTest : public testing::Test {
protected:
  ShardTest() {
    context.loadDialect<graph::GraphDialect, dist::DistDialect, func::FuncDialect>();
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { message += diagnostic.str() + "\n"; });
  }

  /// Sums in another order differ in the last bits.
  static constexpr double kTolerance = 1e-5;

  /// Seeded numbers: floats are multiples of 1/8 in [-2, 2], so that short sums are exact; integers in [0,
  /// 3].
  Tensor randomTensor(RankedTensorType type) {
    Tensor tensor(*reference::kindOf(type.getElementType()), type.getShape());
    for (int64_t i = 0; i < tensor.numElements(); ++i) {
      if (isa<FloatType>(type.getElementType())) {
        tensor.set(i, static_cast<double>(static_cast<int>(random() % 33) - 16) / 8);
      } else {
        tensor.setInteger(i, static_cast<int64_t>(random() % 4));
      }
    }
    return tensor;
  }

  /// Elements that differ by more than `tolerance` of the largest one, as text; empty if there are none.
  static std::string difference(const Tensor &found, const Tensor &wanted, double tolerance) {
    if (found.shape() != wanted.shape()) {
      return "shape " + reference::toString(found.shape()) + " instead of " +
             reference::toString(wanted.shape());
    }
    double largest = 0;
    for (int64_t i = 0; i < wanted.numElements(); ++i) {
      largest = std::max(largest, std::abs(wanted.asDouble(i)));
    }
    for (int64_t i = 0; i < wanted.numElements(); ++i) {
      double a = found.asDouble(i), b = wanted.asDouble(i);
      if (!(std::abs(a - b) <= tolerance * largest)) {
        return "element " + std::to_string(i) + " is " + std::to_string(a) + " instead of " +
               std::to_string(b);
      }
    }
    return "";
  }

  /// The shard stage on a copy of the module; null if it failed.
  OwningOpRef<ModuleOp> sharded(ModuleOp module, const ShardOptions &options = {}) {
    OwningOpRef<ModuleOp> copy(module.clone());
    PassManager manager(&context);
    buildShardPipeline(manager, options);
    return succeeded(manager.run(*copy)) ? std::move(copy) : OwningOpRef<ModuleOp>();
  }

  /// What the module computes when its annotations say nothing.
  static FailureOr<SmallVector<Tensor>> runWhole(ModuleOp module, ArrayRef<Tensor> inputs) {
    OwningOpRef<ModuleOp> copy(module.clone());
    auto main = copy->lookupSymbol<func::FuncOp>("main");
    for (auto constrain : llvm::make_early_inc_range(main.getOps<dist::ConstrainOp>())) {
      constrain.getResult().replaceAllUsesWith(constrain.getInput());
      constrain.erase();
    }
    return reference::Interpreter(*copy).run(main, inputs);
  }

  /// What is wrong with the sharded module, or nothing. Counts what it communicates into `traffic`.
  std::string checkSharded(ModuleOp module, const ShardOptions &options = {},
                           reference::Traffic *traffic = nullptr) {
    message.clear();
    auto main = module.lookupSymbol<func::FuncOp>("main");
    SmallVector<Tensor> inputs;
    for (Type type : main.getArgumentTypes()) {
      inputs.push_back(randomTensor(cast<RankedTensorType>(type)));
    }
    FailureOr<SmallVector<Tensor>> wanted = runWhole(module, inputs);
    OwningOpRef<ModuleOp> split = sharded(module, options);
    if (failed(wanted) || !split) {
      return "failed: " + message;
    }
    auto program = split->lookupSymbol<func::FuncOp>("main");
    int64_t ranks = dist::MeshOp::of(program).numRanks();
    SmallVector<RankTensors> everywhere;
    for (const Tensor &input : inputs) {
      everywhere.push_back(RankTensors(ranks, input));
    }
    FailureOr<SmallVector<RankTensors>> found = reference::runLockstep(*split, program, everywhere, traffic);
    if (failed(found)) {
      return "failed: " + message;
    }
    for (auto [i, result] : llvm::enumerate(*found)) {
      for (auto [rank, tensor] : llvm::enumerate(result)) {
        if (std::string text = difference(tensor, (*wanted)[i], kTolerance); !text.empty()) {
          return "result " + std::to_string(i) + " on rank " + std::to_string(rank) + ": " + text;
        }
      }
    }
    return "";
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return text;
  }

  MLIRContext context;
  std::string message;
  std::mt19937 random{7};
};

} // namespace heddle::shard

#endif // TEST_UNIT_PASSES_SHARDFIXTURE_H

//===- ChooseGrids.cpp - how kernels are spread over a GPU ----------------===//
//
// Decides and writes down; KernelsToGrid carries out. What cannot run on a GPU yet is refused here, all of it
// at once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Text.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Grid/Passes.h"
#include "passes/Tile/AttentionProblem.h"
#include "passes/Tile/ReducePlan.h"
#include "passes/Tile/Schedule.h"

namespace heddle::grid {
#define GEN_PASS_DEF_CHOOSEGRIDSPASS
#include "passes/Grid/Passes.h.inc"
} // namespace heddle::grid

using namespace heddle;
using namespace heddle::grid;
using kernel::KernelDialect;

/// Threads of a block where nothing else decides: eight of them fill a processor. A guess.
static constexpr int64_t kThreads = 256;

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

static bool hasTexts(func::FuncOp main) {
  return llvm::any_of(llvm::seq(main.getNumArguments()),
                      [&](unsigned i) { return main.getArgAttr(i, graph::kTextAttr) != nullptr; }) ||
         llvm::any_of(llvm::seq(main.getNumResults()),
                      [&](unsigned i) { return main.getResultAttr(i, graph::kTextAttr) != nullptr; });
}

/// Diagnostics for types and texts.
static LogicalResult checkSteps(ModuleOp module) {
  bool isFit = true;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (Type type : llvm::concat<const Type>(main.getArgumentTypes(), main.getResultTypes())) {
    Type element = cast<RankedTensorType>(type).getElementType();
    if (!isa<IntegerType, FloatType>(element)) {
      main.emitError("cannot run on a GPU yet: it has elements of type ") << element;
      isFit = false;
    }
  }
  if (hasTexts(main)) {
    main.emitError("cannot run on a GPU yet: it has texts");
    isFit = false;
  }
  return success(isFit);
}

//===----------------------------------------------------------------------===//
// What is chosen
//===----------------------------------------------------------------------===//

static kernel::GridAttr simpleGrid(MLIRContext *context, int64_t elements, int64_t team) {
  return kernel::GridAttr::get(context, kThreads, elements, team, {}, {}, {}, 1);
}

/// One element a thread until the GPU is full, then more, so that index arithmetic is shared.
static kernel::GridAttr chooseMap(kernel::FuncOp kernel, kernel::GpuAttr gpu) {
  int64_t most = 1;
  for (Type type : kernel.getResultTypes()) {
    most = std::max(most, tile::estimate(product(graph::shapeOf(type))));
  }
  constexpr int64_t kResident = 2048; // threads of a processor
  int64_t elements = std::clamp<int64_t>(most / (gpu.getProcessors() * kResident), 1, 4);
  return simpleGrid(kernel.getContext(), elements, 1);
}

/// A warp for rows that it covers in some steps, a block for long ones, a part of a warp for short ones.
static FailureOr<kernel::GridAttr> chooseReduce(kernel::FuncOp kernel) {
  FailureOr<tile::ReducePlan> plan = tile::ReducePlan::make(kernel);
  if (failed(plan)) {
    return failure();
  }
  SymExpr row(1);
  for (auto [group, isReduced] : llvm::zip(plan->groups, plan->isReduced)) {
    row = isReduced ? row * plan->sizeOf(group) : row;
  }
  int64_t elements = tile::estimate(row), team = 1;
  if (plan->reducesRows()) {
    constexpr int64_t kWarpElements = 1024; // 32 for each lane; a guess
    team = elements > kWarpElements ? kThreads : kWarp;
    while (team <= kWarp && team / 2 >= elements && team > 1) {
      team /= 2;
    }
  }
  return simpleGrid(kernel.getContext(), 1, team);
}

/// Whether tensor cores have the products: both operands f16 or both bf16, sums f32.
static bool fitsTensorCores(const tile::ContractProblem &problem) {
  Type type = problem.lhs.elementType();
  return type == problem.rhs.elementType() && (type.isF16() || type.isBF16()) &&
         problem.accumulatorType().isF32();
}

/// Warps of 32 x 32 or 32 x 16 in three stages: as much shared memory as a block has without asking.
static kernel::GridAttr chooseMma(MLIRContext *context, int64_t rows) {
  constexpr int64_t kColumns = 64, kDepth = 32, kStages = 3;
  bool isTall = rows > 64;
  return kernel::GridAttr::get(context, kThreads, 1, 1, {isTall ? 128 : 64, kColumns, kDepth},
                               {32, isTall ? 32 : 16}, {16, 8, 16}, kStages);
}

/// Tiles of 64 x 64 with 4 x 4 in each thread's registers; fewer rows where the result has no more.
static FailureOr<kernel::GridAttr> chooseContract(kernel::FuncOp kernel) {
  FailureOr<tile::ContractProblem> problem = problemOf(kernel);
  if (failed(problem)) {
    return failure();
  }
  constexpr int64_t kColumns = 64, kDepth = 16;
  int64_t rows = tile::estimate(problem->numRows()), perThread = rows <= 16 ? 1 : rows <= 32 ? 2 : 4;
  if (fitsTensorCores(*problem)) {
    return chooseMma(kernel.getContext(), rows);
  }
  return kernel::GridAttr::get(kernel.getContext(), kThreads, 1, 1, {16 * perThread, kColumns, kDepth},
                               {perThread, 4}, {}, 1);
}

/// Tiles of queries and keys that fit into the shared memory which a block has without asking, with 16 sums
/// of values in each thread's registers; fewer queries where there are no more.
static FailureOr<kernel::GridAttr> chooseAttention(kernel::FuncOp kernel) {
  FailureOr<tile::AttentionProblem> problem = tile::AttentionProblem::of(kernel);
  if (failed(problem)) {
    return failure();
  }
  int64_t head = std::max(problem->depth, problem->columns), keys = head <= 128 ? 32 : 16;
  int64_t rows = head <= 64 ? 64 : head <= 128 ? 32 : 16, wanted = tile::estimate(problem->numRows());
  while (rows > 16 && rows / 2 >= wanted) {
    rows /= 2;
  }
  return kernel::GridAttr::get(kernel.getContext(), kThreads, 1, 1, {rows, keys}, {}, {}, 1);
}

static FailureOr<kernel::GridAttr> chooseGrid(kernel::FuncOp kernel, kernel::GpuAttr gpu) {
  switch (kernel.getAnchor()) {
  case kernel::Anchor::Reduce:
    return chooseReduce(kernel);
  case kernel::Anchor::Contract:
    return chooseContract(kernel);
  case kernel::Anchor::Attention:
    return chooseAttention(kernel);
  default:
    return chooseMap(kernel, gpu);
  }
}

namespace {
struct ChooseGridsPass : grid::impl::ChooseGridsPassBase<ChooseGridsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto gpu = module->getAttrOfType<kernel::GpuAttr>(KernelDialect::kGpuAttr);
    if (!gpu) {
      return;
    }
    if (failed(checkSteps(module))) {
      return signalPassFailure();
    }
    for (auto kernel : module.getOps<kernel::FuncOp>()) {
      // Library kernels have no grid: the host executes them.
      if (kernel->hasAttr(KernelDialect::kGridAttr) || kernel.getAnchor() == kernel::Anchor::Library) {
        continue;
      }
      FailureOr<kernel::GridAttr> grid = chooseGrid(kernel, gpu);
      if (failed(grid)) {
        return signalPassFailure();
      }
      kernel->setAttr(KernelDialect::kGridAttr, *grid);
    }
  }
};
} // namespace

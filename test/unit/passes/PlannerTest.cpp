//===- PlannerTest.cpp - reshard plans replayed on arrays -----------------===//
//
// A plan is emitted into a function of blocks and run on all ranks. Each rank must end with its block of the
// whole. Where the start has a pending sum the ranks start with different terms of it.
//
//===----------------------------------------------------------------------===//

#include "passes/Shard/Planner.h"
#include "mlir/AsmParser/AsmParser.h"
#include "passes/Shard/Reshard.h"
#include "test/unit/passes/ShardFixture.h"

using namespace heddle;
using namespace heddle::shard;

namespace {
class PlannerTest : public ShardTest {
protected:
  void setMesh(ArrayRef<int64_t> sizes) {
    OpBuilder builder(&context);
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
    SmallVector<Attribute> names;
    for (size_t i = 0; i < sizes.size(); ++i) {
      names.push_back(builder.getStringAttr(std::string(1, static_cast<char>('a' + i))));
    }
    mesh = dist::MeshOp::create(builder, builder.getUnknownLoc(), "mesh", builder.getArrayAttr(names),
                                builder.getDenseI64ArrayAttr(sizes));
  }

  dist::LayoutAttr layout(StringRef text) {
    return cast<dist::LayoutAttr>(parseAttribute(("#dist.layout<" + text + ">").str(), &context));
  }

  /// Plans, emits, runs and compares. What is wrong, or nothing; the steps are left in `steps`.
  std::string replay(ArrayRef<int64_t> sizes, dist::LayoutAttr from, dist::LayoutAttr to) {
    Mesh plain(mesh);
    Layout start = Layout::fromAttr(from, plain), goal = Layout::fromAttr(to, plain);
    graph::SymShape shape(sizes.begin(), sizes.end());
    Type element = Float32Type::get(&context);
    Planner planner(plain);
    const Plan &plan = planner.plan(shape, 4, start, goal);
    steps.assign(plan.steps.begin(), plan.steps.end());

    OpBuilder builder(&context);
    builder.setInsertionPointToEnd(module->getBody());
    Location loc = builder.getUnknownLoc();
    Type whole = graph::makeTensorType(shape, element);
    Type before = blockType(whole, start, plain), after = blockType(whole, goal, plain);
    auto function = func::FuncOp::create(builder, loc, "f", builder.getFunctionType(before, after));
    builder.setInsertionPointToStart(function.addEntryBlock());
    Value end = emitPlan(builder, loc, function.getArgument(0), start, plan, plain);
    func::ReturnOp::create(builder, loc, end);
    std::string fault = run(function, sizes, from, to);
    function.erase();
    return fault;
  }

  std::string run(func::FuncOp function, ArrayRef<int64_t> sizes, dist::LayoutAttr from,
                  dist::LayoutAttr to) {
    if (failed(function.verify())) {
      return "invalid: " + message;
    }
    // The terms of the sum by the number in the group of pending axes.
    int64_t terms = mesh.groupSize(from.getSum());
    auto type = RankedTensorType::get(sizes, Float32Type::get(&context));
    SmallVector<Tensor> parts;
    Tensor whole(reference::ElementKind::F32, sizes);
    for (int64_t term = 0; term < terms; ++term) {
      parts.push_back(randomTensor(type));
      for (int64_t i = 0; i < whole.numElements(); ++i) {
        whole.set(i, whole.asDouble(i) + parts.back().asDouble(i));
      }
    }
    RankTensors blocks;
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
      blocks.push_back(blockOf(parts[mesh.numberInGroup(rank, from.getSum())], from, mesh, rank));
    }
    FailureOr<SmallVector<RankTensors>> found = reference::runLockstep(*module, function, blocks);
    if (failed(found)) {
      return "failed: " + message;
    }
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
      std::string text = difference((*found)[0][rank], blockOf(whole, to, mesh, rank), 0);
      if (!text.empty()) {
        return "rank " + std::to_string(rank) + ": " + text;
      }
    }
    return "";
  }

  std::string kinds() const {
    static constexpr const char *kNames[] = {"slice",   "all_gather",     "all_to_all",
                                             "permute", "reduce_scatter", "all_reduce"};
    std::string text;
    for (const Step &step : steps) {
      text += (text.empty() ? "" : " ") + std::string(kNames[static_cast<int>(step.kind)]);
    }
    return text;
  }

  OwningOpRef<ModuleOp> module;
  dist::MeshOp mesh;
  SmallVector<Step> steps;
};

struct ProbeCase {
  SmallVector<int64_t> mesh, shape;
  const char *from, *to, *steps;
};

// The cases on which MLIR's own shard-partition was probed, and what it should do.
TEST_F(PlannerTest, ProbeCases) {
  const ProbeCase cases[] = {
      {{4}, {8, 8}, "[{a}, {}]", "[{}, {}]", "all_gather"},
      {{4}, {8, 8}, "[{}, {}]", "[{a}, {}]", "slice"},
      {{4}, {8, 8}, "[{a}, {}]", "[{}, {a}]", "all_to_all"},
      {{2, 2}, {8, 8}, "[{a}, {b}]", "[{b}, {a}]", "permute"},
      {{2, 2}, {8, 8}, "[{a}, {}]", "[{b}, {}]", "permute"},
      {{2, 2}, {8, 8}, "[{a}, {b}]", "[{}, {}]", "all_gather all_gather"},
      {{2, 2}, {8, 8}, "[{a, b}, {}]", "[{}, {}]", "all_gather"},
      {{2, 2}, {8, 8}, "[{}, {}]", "[{a}, {b}]", "slice slice"},
      {{2, 2}, {8, 8}, "[{a, b}, {}]", "[{b, a}, {}]", "permute"},
      {{2, 2}, {8, 8}, "[{a, b}, {}]", "[{a}, {b}]", "all_to_all"},
      {{2, 2}, {8, 8}, "[{a, b}, {}]", "[{b}, {}]", "permute all_gather"},
      {{2, 2}, {8, 8}, "[{b}, {}]", "[{a, b}, {}]", "slice permute"},
      {{3}, {6, 8}, "[{a}, {}]", "[{}, {}]", "all_gather"},
  };
  for (const ProbeCase &probe : cases) {
    setMesh(probe.mesh);
    EXPECT_EQ(replay(probe.shape, layout(probe.from), layout(probe.to)), "")
        << probe.from << " to " << probe.to;
    EXPECT_EQ(kinds(), probe.steps) << probe.from << " to " << probe.to;
  }
}

TEST_F(PlannerTest, PendingSums) {
  setMesh({2, 3});
  EXPECT_EQ(replay({6, 12}, layout("[{}, {}], sum = add [a]"), layout("[{}, {}]")), "");
  EXPECT_EQ(kinds(), "all_reduce");
  EXPECT_EQ(replay({6, 12}, layout("[{}, {}], sum = add [b]"), layout("[{}, {b}]")), "");
  EXPECT_EQ(kinds(), "reduce_scatter");
  EXPECT_EQ(replay({6, 12}, layout("[{}, {}], sum = add [a, b]"), layout("[{}, {}]")), "");
  EXPECT_EQ(kinds(), "all_reduce");
  EXPECT_EQ(steps[0].wireBytes, 2 * 6 * 12 * 4 * 5 / 6);
}

/// Every axis on a dimension that it still divides, pending, or nowhere.
dist::LayoutAttr randomLayout(MLIRContext *context, std::mt19937 &random, dist::MeshOp mesh,
                              SmallVector<int64_t> shape, bool mayPend) {
  Mesh plain(mesh);
  Layout layout = Layout::replicated(static_cast<int64_t>(shape.size()));
  SmallVector<Axis> order = llvm::to_vector(llvm::seq<Axis>(0, plain.numAxes()));
  std::shuffle(order.begin(), order.end(), random);
  for (Axis axis : order) {
    size_t place = random() % (shape.size() + 1 + mayPend);
    if (place < shape.size() && shape[place] % plain.sizeOf(axis) == 0) {
      shape[place] /= plain.sizeOf(axis);
      layout.dims[place].push_back(axis);
    } else if (place > shape.size()) {
      layout.sum.push_back(axis);
    }
  }
  llvm::sort(layout.sum);
  return layout.toAttr(context, plain);
}

TEST_F(PlannerTest, RandomReshards) {
  for (int i = 0; i < 1000; ++i) {
    SmallVector<int64_t> axes(1 + random() % 3), shape(1 + random() % 3);
    for (int64_t &size : axes) {
      size = SmallVector<int64_t>{2, 2, 3, 4}[random() % 4];
    }
    for (int64_t &size : shape) {
      size = SmallVector<int64_t>{4, 6, 8, 12, 24}[random() % 5];
    }
    setMesh(axes);
    dist::LayoutAttr from = randomLayout(&context, random, mesh, shape, true);
    dist::LayoutAttr to = randomLayout(&context, random, mesh, shape, false);
    std::string fault = replay(shape, from, to);
    std::string text;
    llvm::raw_string_ostream(text) << from << " to " << to << " on " << mesh << " by " << kinds();
    ASSERT_EQ(fault, "") << text;
  }
}
} // namespace

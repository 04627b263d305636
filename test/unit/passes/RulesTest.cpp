//===- RulesTest.cpp - every way to split an op ---------------------------===//
//
// For each op of a table, every assignment of the axes a = 2 and b = 3 to its factors: the operands are
// annotated as the rule says, and the split op must compute what the whole one does.
//
//===----------------------------------------------------------------------===//

#include "passes/Shard/Rules.h"
#include "test/unit/passes/ShardFixture.h"

using namespace heddle;
using namespace heddle::shard;

namespace {
struct OpCase {
  const char *name, *arguments, *body, *result;
  int ways; ///< assignments under which the op is split
};

std::ostream &operator<<(std::ostream &out, const OpCase &c) { return out << c.name; }

class RulesTest : public ShardTest, public testing::WithParamInterface<OpCase> {
protected:
  OwningOpRef<ModuleOp> parse(const OpCase &c) {
    std::string text = std::string("dist.mesh @mesh = [a = 2, b = 3]\nfunc.func @main(") + c.arguments +
                       ") -> " + c.result + " {\n" + c.body + "\nreturn %r : " + c.result + "\n}";
    return parseSourceString<ModuleOp>(text, ParserConfig(&context));
  }
};

/// Annotates the arguments that are operands of `op`; false if the rule does not allow the assignment.
bool annotate(func::FuncOp main, Operation *op, const Rule &rule, const Mesh &mesh, const FactorAxes &axes) {
  for (auto [value, tensor] : llvm::zip(op->getOperands(), rule.operands)) {
    std::optional<Layout> layout = layoutUnder(mesh, rule, tensor, axes);
    if (!layout) {
      return false;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      main.setArgAttr(argument.getArgNumber(), dist::DistDialect::kLayoutAttr,
                      layout->toAttr(main.getContext(), mesh));
    }
  }
  return llvm::all_of(rule.results, [&](const TensorFactors &tensor) {
    return layoutUnder(mesh, rule, tensor, axes).has_value();
  });
}

/// Every assignment of the two axes to factors that they divide, or to none.
SmallVector<FactorAxes> assignments(const Rule &rule, const Mesh &mesh) {
  SmallVector<FactorAxes> found{FactorAxes(rule.factors.size())};
  for (Axis axis = 0; axis < mesh.numAxes(); ++axis) {
    for (size_t i = 0, count = found.size(); i < count; ++i) {
      for (unsigned factor = 0; factor < rule.factors.size(); ++factor) {
        const RuleFactor &own = rule.factors[factor];
        if (own.kind != RuleKind::Whole && divides(mesh, own.size, found[i][factor], axis)) {
          FactorAxes more = found[i];
          more[factor].push_back(axis);
          found.push_back(more);
        }
      }
    }
  }
  return found;
}

TEST_P(RulesTest, SplitEqualsWhole) {
  OwningOpRef<ModuleOp> module = parse(GetParam());
  ASSERT_TRUE(module) << message;
  auto main = module->lookupSymbol<func::FuncOp>("main");
  Operation *op = main.getBody().front().getTerminator()->getOperand(0).getDefiningOp();
  Rule rule = *ruleOf(op);
  Mesh mesh(dist::MeshOp::of(main));
  int ways = 0;
  for (const FactorAxes &axes : assignments(rule, mesh)) {
    if (annotate(main, op, rule, mesh, axes)) {
      ++ways;
      std::string fault = checkSharded(*module);
      ASSERT_EQ(fault, "") << print(*module);
    }
  }
  EXPECT_EQ(ways, GetParam().ways);
}

const OpCase kCases[] = {
    {"add", "%x: tensor<6x12xf32>, %y: tensor<6x12xf32>",
     "%r = graph.add %x, %y : tensor<6x12xf32>, tensor<6x12xf32>", "tensor<6x12xf32>", 9},
    {"broadcasting_mul", "%x: tensor<6x1xf32>, %y: tensor<12xf32>",
     "%r = graph.mul %x, %y : tensor<6x1xf32>, tensor<12xf32>", "tensor<6x12xf32>", 9},
    {"transpose", "%x: tensor<6x2x12xf32>", "%r = graph.transpose %x [2, 0, 1] : tensor<6x2x12xf32>",
     "tensor<12x6x2xf32>", 12},
    {"reshape_split", "%x: tensor<36xf32>", "%r = graph.reshape %x : tensor<36xf32> -> tensor<6x6xf32>",
     "tensor<6x6xf32>", 4},
    {"reshape_merge", "%x: tensor<2x3x4xf32>", "%r = graph.reshape %x : tensor<2x3x4xf32> -> tensor<6x4xf32>",
     "tensor<6x4xf32>", 4},
    {"reshape_whole", "%x: tensor<4x6xf32>", "%r = graph.reshape %x : tensor<4x6xf32> -> tensor<3x8xf32>",
     "tensor<3x8xf32>", 1},
    {"broadcast", "%x: tensor<6x1xf32>", "%r = graph.broadcast %x : tensor<6x1xf32> -> tensor<6x12xf32>",
     "tensor<6x12xf32>", 9},
    {"reduce_add", "%x: tensor<6x12xf32>", "%r = graph.reduce add %x axes [1] : tensor<6x12xf32>",
     "tensor<6x1xf32>", 9},
    {"reduce_max", "%x: tensor<6x12xf32>", "%r = graph.reduce max %x axes [0, 1] : tensor<6x12xf32>",
     "tensor<1x1xf32>", 9},
    {"reduce_mul", "%x: tensor<6x12xf32>", "%r = graph.reduce mul %x axes [1] : tensor<6x12xf32>",
     "tensor<6x1xf32>", 4},
    {"arg_reduce", "%x: tensor<6x12xf32>",
     "%r = graph.arg_reduce max %x axis 1 last false : tensor<6x12xf32>", "tensor<6x1xi64>", 4},
    {"contract", "%x: tensor<6x12xf32>, %y: tensor<12x18xf32>",
     "%r = graph.contract \"mk,kn->mn\" %x, %y : tensor<6x12xf32>, tensor<12x18xf32>", "tensor<6x18xf32>",
     16},
    {"batched_contract", "%x: tensor<6x4x12xf32>, %y: tensor<6x12x2xf32>",
     "%r = graph.contract \"bmk,bkn->bmn\" %x, %y : tensor<6x4x12xf32>, tensor<6x12x2xf32>",
     "tensor<6x4x2xf32>", 15},
    {"slice_from_unknown", "%x: tensor<6x12xf32>, %s: tensor<2xi64>",
     "%r = graph.slice %x starts [\"0\", \"?\"] steps [1, 1] dynamic_starts %s : tensor<2xi64> : "
     "tensor<6x12xf32> -> "
     "tensor<6x6xf32>",
     "tensor<6x6xf32>", 4},
    {"concat", "%x: tensor<6x2xf32>, %y: tensor<6x4xf32>",
     "%r = graph.concat %x, %y axis 1 : tensor<6x2xf32>, tensor<6x4xf32>", "tensor<6x6xf32>", 4},
    {"slice", "%x: tensor<6x12xf32>",
     "%r = graph.slice %x starts [\"0\", \"0\"] steps [1, 1] : tensor<6x12xf32> -> tensor<6x6xf32>",
     "tensor<6x6xf32>", 4},
    {"gather", "%x: tensor<12x6xf32>, %y: tensor<6xi64>",
     "%r = graph.gather %x, %y axis 0 : tensor<12x6xf32>, tensor<6xi64>", "tensor<6x6xf32>", 16},
    {"gather_columns", "%x: tensor<6x12xf32>, %y: tensor<2x3xi32>",
     "%r = graph.gather %x, %y axis 1 : tensor<6x12xf32>, tensor<2x3xi32>", "tensor<6x2x3xf32>", 16},
    {"conv", "%x: tensor<6x5x6xf32>, %y: tensor<3x6x12xf32>",
     "%r = graph.conv %x, %y strides [1] dilations [1] pads [1], [1] groups 1 : tensor<6x5x6xf32>, "
     "tensor<3x6x12xf32>",
     "tensor<6x5x12xf32>", 16},
    {"pool", "%x: tensor<6x5x6xf32>",
     "%r = graph.pool max %x window [3] strides [1] dilations [1] pads [1], [1] : tensor<6x5x6xf32>",
     "tensor<6x5x6xf32>", 9},
    {"cumulative", "%x: tensor<6x4xf32>",
     "%r = graph.cumulative add %x axis 1 exclusive false reverse false : tensor<6x4xf32>", "tensor<6x4xf32>",
     4},
};

INSTANTIATE_TEST_SUITE_P(Ops, RulesTest, testing::ValuesIn(kCases),
                         [](const auto &info) { return std::string(info.param.name); });
} // namespace

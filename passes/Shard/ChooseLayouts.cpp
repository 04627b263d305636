//===- ChooseLayouts.cpp - how each op is split ---------------------------===//
//
// One walk over the ops in order. The state of a value is the layout in which it is there; what an op needs
// otherwise is a `dist.reshard` that all later users share. Annotations are a contract: where the layouts of
// an op's operands and result agree on every factor, the op is split so, even if gathering everything were
// cheaper.
//
// A value whose sum is pending may only be used where the op is linear in it: f(a) + f(b) = f(a + b). Adding
// a value that is whole on every rank, such as a bias, would count it once per rank; there the sum is made
// first.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "passes/Shard/Passes.h"
#include "passes/Shard/Planner.h"
#include "passes/Shard/Rules.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::shard {
#define GEN_PASS_DEF_CHOOSELAYOUTSPASS
#include "passes/Shard/Passes.h.inc"
} // namespace heddle::shard

using namespace heddle;
using namespace heddle::shard;

/// Time of one multiplication and addition on one rank: a guess, 20 GFLOP/s.
static constexpr double kSecondsPerIteration = 1e-10;
/// More combinations than these are not compared; factors that come late keep what they have.
static constexpr size_t kMaxCombinations = 4096;

namespace {
/// How an op is split.
struct Choice {
  double seconds;
  FactorAxes axes;
  SmallVector<Layout> operands, results;
};

class Chooser {
public:
  Chooser(func::FuncOp main, const Mesh &mesh) : main(main), mesh(mesh), planner(mesh) {}

  void run();

private:
  void visit(Operation *op);
  void visitWhole(Operation *op);
  bool carrySum(Operation *op);
  Choice choose(Operation *op, const Rule &rule);
  std::optional<Choice> agreed(Operation *op, const Rule &rule);
  std::optional<Choice> cost(Operation *op, const Rule &rule, const FactorAxes &axes);
  std::optional<Choice> layoutsUnder(Operation *op, const Rule &rule, const FactorAxes &axes);
  SmallVector<FactorAxes> candidates(Operation *op, const Rule &rule);
  void apply(Operation *op, const Choice &choice);
  void leave(Operation *op, unsigned result, const Layout &layout);

  /// What stands for a value since its sum was made or it was brought to the layout that propagation wants.
  Value currentOf(Value value) const {
    Value other = settled.lookup(value);
    return other ? other : value;
  }
  /// The layout in which a value is there, and the one that propagation wants for it.
  const Layout &stateOf(Value value) const { return states.find(currentOf(value))->second; }
  const Layout &wantedOf(Value value) const { return wanted.find(currentOf(value))->second; }
  /// What a value would be like for an op that cannot take a pending sum.
  Layout settledOf(Value value) const {
    return stateOf(value).sum.empty() ? stateOf(value) : wantedOf(value);
  }
  double secondsBetween(Value like, const Layout &from, const Layout &to) {
    return planner.plan(graph::shapeOf(like), elementBytes(like), from, to).seconds;
  }
  static int64_t elementBytes(Value value) {
    unsigned bits = cast<RankedTensorType>(value.getType()).getElementTypeBitWidth();
    return std::max<int64_t>(1, bits / 8);
  }
  /// The value in layout `to`, made before `user` if it is not there yet.
  Value need(Value value, const Layout &to, Operation *user);
  Value constantIn(graph::ConstantOp constant, const Layout &to);
  void setState(Value value, Layout state, Layout wish) {
    states[value] = std::move(state);
    wanted[value] = std::move(wish);
  }

  func::FuncOp main;
  const Mesh &mesh;
  Planner planner;
  DenseMap<Value, Layout> states, wanted;
  DenseMap<Value, Value> settled; // see currentOf
  std::map<std::pair<void *, Layout>, Value> copies;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values in other layouts
//===----------------------------------------------------------------------===//

/// A constant is there in any layout.
Value Chooser::constantIn(graph::ConstantOp constant, const Layout &to) {
  OpBuilder builder(constant);
  Value copy = builder.clone(*constant)->getResult(0);
  copy.getDefiningOp()->setAttr(kLayoutsAttr, builder.getArrayAttr(to.toAttr(main.getContext(), mesh)));
  setState(copy, to, to);
  return copy;
}

Value Chooser::need(Value value, const Layout &to, Operation *user) {
  value = currentOf(value);
  if (stateOf(value) == to) {
    return value;
  }
  auto found = copies.find({value.getAsOpaquePointer(), to});
  if (found != copies.end()) {
    return found->second;
  }
  if (auto constant = value.getDefiningOp<graph::ConstantOp>()) {
    return copies[{value.getAsOpaquePointer(), to}] = constantIn(constant, to);
  }
  // A sum is made once, in the layout that propagation found; everything else comes from there.
  const Layout from = stateOf(value);
  bool makesSum = !from.sum.empty();
  Layout next = makesSum ? wantedOf(value) : to;
  OpBuilder builder(user);
  MLIRContext *context = main.getContext();
  Value changed = dist::ReshardOp::create(builder, value.getLoc(), value, from.toAttr(context, mesh),
                                          next.toAttr(context, mesh));
  setState(changed, next, next);
  if (makesSum) {
    settled[value] = changed;
    return need(changed, to, user);
  }
  return copies[{value.getAsOpaquePointer(), to}] = changed;
}

/// A result is in `layout`; what has no pending sum is brought to the layout that propagation wants at once.
void Chooser::leave(Operation *op, unsigned result, const Layout &layout) {
  Value value = op->getResult(result);
  Layout wish =
      Layout::fromAttr(cast<dist::LayoutAttr>(op->getAttrOfType<ArrayAttr>(kLayoutsAttr)[result]), mesh);
  setState(value, layout, wish);
  if (layout.sum.empty() && layout != wish && !value.use_empty()) {
    settled[value] = need(value, wish, op->getNextNode());
  }
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

std::optional<Choice> Chooser::layoutsUnder(Operation *op, const Rule &rule, const FactorAxes &axes) {
  Choice choice{0, axes, {}, {}};
  Axes sum, all;
  graph::Combiner combiner = graph::Combiner::Add;
  for (auto [factor, split] : llvm::zip(rule.factors, axes)) {
    llvm::append_range(all, split);
    if (factor.kind == RuleKind::Reduce && !split.empty()) {
      llvm::append_range(sum, split);
      combiner = factor.combiner;
    }
  }
  llvm::sort(all);
  if (std::adjacent_find(all.begin(), all.end()) != all.end()) {
    return std::nullopt;
  }
  llvm::sort(sum);
  for (const TensorFactors &tensor : rule.operands) {
    std::optional<Layout> layout = layoutUnder(mesh, rule, tensor, axes);
    if (!layout) {
      return std::nullopt;
    }
    choice.operands.push_back(*layout);
  }
  for (const TensorFactors &tensor : rule.results) {
    std::optional<Layout> layout = layoutUnder(mesh, rule, tensor, axes);
    if (!layout) {
      return std::nullopt;
    }
    layout->sum = sum;
    layout->combiner = combiner;
    choice.results.push_back(*layout);
  }
  return choice;
}

std::optional<Choice> Chooser::agreed(Operation *op, const Rule &rule) {
  FactorAxes axes(rule.factors.size());
  SmallVector<bool> seen(rule.factors.size(), false);
  for (auto [value, tensor] : llvm::zip(op->getOperands(), rule.operands)) {
    if (!addToAssignment(mesh, rule, tensor, settledOf(value), axes, seen)) {
      return std::nullopt;
    }
  }
  auto wishes = op->getAttrOfType<ArrayAttr>(kLayoutsAttr).getAsRange<dist::LayoutAttr>();
  for (auto [wish, tensor] : llvm::zip(wishes, rule.results)) {
    if (!addToAssignment(mesh, rule, tensor, Layout::fromAttr(wish, mesh), axes, seen)) {
      return std::nullopt;
    }
  }
  return layoutsUnder(op, rule, axes);
}

/// Every combination of the axis lists that occur at each factor.
SmallVector<FactorAxes> Chooser::candidates(Operation *op, const Rule &rule) {
  SmallVector<llvm::SetVector<Axes, SmallVector<Axes>, std::set<Axes>>> lists(rule.factors.size());
  auto add = [&](const TensorFactors &tensor, const Layout &layout) {
    for (auto [factors, axes] : llvm::zip(tensor, layout.dims)) {
      if (std::optional<SmallVector<Axes>> parts = splitAmongFactors(mesh, rule, factors, axes)) {
        for (auto [factor, part] : llvm::zip(factors, *parts)) {
          lists[factor].insert(part);
        }
      }
    }
  };
  for (auto [value, tensor] : llvm::zip(op->getOperands(), rule.operands)) {
    add(tensor, settledOf(value));
  }
  auto wishes = op->getAttrOfType<ArrayAttr>(kLayoutsAttr).getAsRange<dist::LayoutAttr>();
  for (auto [wish, tensor] : llvm::zip(wishes, rule.results)) {
    add(tensor, Layout::fromAttr(wish, mesh));
  }
  SmallVector<FactorAxes> found{FactorAxes(rule.factors.size())};
  for (unsigned factor = 0; factor < lists.size(); ++factor) {
    size_t before = found.size();
    for (const Axes &list : lists[factor]) {
      for (size_t i = 0; i < before && !list.empty() && found.size() < kMaxCombinations; ++i) {
        FactorAxes more = found[i];
        more[factor] = list;
        found.push_back(more);
      }
    }
  }
  return found;
}

std::optional<Choice> Chooser::cost(Operation *op, const Rule &rule, const FactorAxes &axes) {
  std::optional<Choice> choice = layoutsUnder(op, rule, axes);
  if (!choice) {
    return std::nullopt;
  }
  for (auto [value, layout] : llvm::zip(op->getOperands(), choice->operands)) {
    // Also for constants, which are there in any layout: one that was annotated is to be kept so.
    choice->seconds += secondsBetween(value, stateOf(value), layout);
  }
  auto wishes = op->getAttrOfType<ArrayAttr>(kLayoutsAttr).getAsRange<dist::LayoutAttr>();
  for (auto [value, layout, wish] : llvm::zip(op->getResults(), choice->results, wishes)) {
    choice->seconds += secondsBetween(value, layout, Layout::fromAttr(wish, mesh));
  }
  double iterations = 1;
  for (auto [factor, split] : llvm::zip(rule.factors, axes)) {
    iterations *= static_cast<double>(factor.size.constant().value_or(128)) /
                  static_cast<double>(mesh.groupSize(split));
  }
  choice->seconds += iterations * kSecondsPerIteration;
  return choice;
}

Choice Chooser::choose(Operation *op, const Rule &rule) {
  if (std::optional<Choice> choice = agreed(op, rule)) {
    return *choice;
  }
  std::optional<Choice> best;
  for (const FactorAxes &axes : candidates(op, rule)) {
    std::optional<Choice> choice = cost(op, rule, axes);
    if (choice && (!best || choice->seconds < best->seconds)) {
      best = choice;
    }
  }
  assert(best && "an op can always run whole");
  return *best;
}

void Chooser::apply(Operation *op, const Choice &choice) {
  for (auto [operand, layout] : llvm::zip(op->getOpOperands(), choice.operands)) {
    operand.set(need(operand.get(), layout, op));
  }
  for (auto [i, layout] : llvm::enumerate(choice.results)) {
    leave(op, i, layout);
  }
}

//===----------------------------------------------------------------------===//
// Pending sums
//===----------------------------------------------------------------------===//

/// The operands through which a pending sum may pass, if all others are whole scalars.
static SmallVector<unsigned> linearOperands(Operation *op) {
  return llvm::TypeSwitch<Operation *, SmallVector<unsigned>>(op)
      .Case<graph::AddOp, graph::SubOp>([](auto) { return SmallVector<unsigned>{0, 1}; })
      .Case<graph::NegOp>([](auto) { return SmallVector<unsigned>{0}; })
      .Case<graph::TransposeOp, graph::ReshapeOp>([](auto) { return SmallVector<unsigned>{0}; })
      .Case<graph::MulOp>([](graph::MulOp mul) {
        bool scalar = mul.getRhs().getType().getRank() == 0;
        return SmallVector<unsigned>{scalar ? 0u : 1u};
      })
      .Case<graph::DivOp>([](graph::DivOp div) {
        bool isFloat = isa<FloatType>(div.getLhs().getType().getElementType());
        return isFloat ? SmallVector<unsigned>{0} : SmallVector<unsigned>{};
      })
      .Default([](Operation *) { return SmallVector<unsigned>{}; });
}

/// Leaves the op's result pending if that is what its operands are and nothing else uses them.
bool Chooser::carrySum(Operation *op) {
  SmallVector<unsigned> linear = linearOperands(op);
  std::optional<Rule> rule = ruleOf(op);
  if (linear.empty() || !rule) {
    return false;
  }
  Layout pending = stateOf(op->getOperand(linear.front()));
  bool moves = isa<graph::TransposeOp, graph::ReshapeOp>(op);
  if (pending.sum.empty() || (pending.combiner != graph::Combiner::Add && !moves)) {
    return false;
  }
  FactorAxes axes(rule->factors.size());
  SmallVector<bool> seen(rule->factors.size(), false);
  for (auto [i, value] : llvm::enumerate(op->getOperands())) {
    bool isPending = stateOf(value) == pending && value.hasOneUse() && !settled.lookup(value);
    bool isScalar = cast<RankedTensorType>(value.getType()).getRank() == 0 && stateOf(value).sum.empty();
    bool isLinear = llvm::is_contained(linear, i);
    if (isLinear ? !isPending : !isScalar) {
      return false;
    }
    if (isLinear && !addToAssignment(mesh, *rule, rule->operands[i], pending, axes, seen)) {
      return false;
    }
  }
  std::optional<Choice> choice = layoutsUnder(op, *rule, axes);
  if (!choice) {
    return false;
  }
  choice->results.front().sum = pending.sum;
  choice->results.front().combiner = pending.combiner;
  leave(op, 0, choice->results.front());
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// An op that runs whole on every rank, with what its regions use.
void Chooser::visitWhole(Operation *op) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (states.contains(operand.get())) {
        operand.set(need(operand.get(), Layout::replicated(stateOf(operand.get()).dims.size()), op));
      }
    }
  });
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    leave(op, i, Layout::replicated(cast<RankedTensorType>(op->getResult(i).getType()).getRank()));
  }
}

void Chooser::visit(Operation *op) {
  if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
    auto layouts = op->getAttrOfType<ArrayAttr>(kLayoutsAttr);
    Layout wish = Layout::fromAttr(cast<dist::LayoutAttr>(layouts[0]), mesh);
    return setState(constant.getResult(), wish, wish);
  }
  if (auto constrain = dyn_cast<dist::ConstrainOp>(op)) {
    auto layouts = op->getAttrOfType<ArrayAttr>(kLayoutsAttr);
    Layout wish = Layout::fromAttr(cast<dist::LayoutAttr>(layouts[0]), mesh);
    constrain.getResult().replaceAllUsesWith(need(constrain.getInput(), wish, op));
    return constrain.erase();
  }
  std::optional<Rule> rule = op->hasTrait<OpTrait::IsTerminator>() ? std::nullopt : ruleOf(op);
  if (!rule) {
    return visitWhole(op);
  }
  if (!carrySum(op)) {
    apply(op, choose(op, *rule));
  }
}

void Chooser::run() {
  Block &body = main.getBody().front();
  auto arguments = main->getAttrOfType<ArrayAttr>(kLayoutsAttr);
  Operation *first = &body.front();
  SmallVector<Operation *> ops;
  for (Operation &op : body) {
    ops.push_back(&op);
  }
  for (BlockArgument argument : body.getArguments()) {
    Layout wish = Layout::fromAttr(cast<dist::LayoutAttr>(arguments[argument.getArgNumber()]), mesh);
    setState(argument, Layout::replicated(wish.dims.size()), wish);
    if (!wish.isReplicated() && !argument.use_empty()) {
      settled[argument] = need(argument, wish, first);
    }
  }
  llvm::for_each(ops, [&](Operation *op) { visit(op); });
  // What ops leave is now what the states say.
  for (Operation &op : body.without_terminator()) {
    SmallVector<Attribute> layouts;
    for (Value result : op.getResults()) {
      layouts.push_back(states[result].toAttr(main.getContext(), mesh));
    }
    op.setAttr(kLayoutsAttr, ArrayAttr::get(main.getContext(), layouts));
  }
}

namespace {
class ChooseLayouts : public shard::impl::ChooseLayoutsPassBase<ChooseLayouts> {
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    auto meshOp = dist::MeshOp::of(getOperation());
    if (!main || !meshOp || !main->hasAttr(kLayoutsAttr)) {
      return;
    }
    Mesh mesh(meshOp);
    Chooser(main, mesh).run();
  }
};
} // namespace

//===- OutlineKernels.cpp - groups become functions and launches ----------===//

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "passes/Fuse/FusionRules.h"
#include "passes/Fuse/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <queue>

namespace heddle::fuse {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "passes/Fuse/Passes.h.inc"
} // namespace heddle::fuse

using namespace heddle;
using namespace heddle::fuse;

//===----------------------------------------------------------------------===//
// Order of steps
//===----------------------------------------------------------------------===//

namespace {
/// An op or a whole group, as a node of the dependency graph of a block.
struct Step {
  SmallVector<Operation *> ops; // in program order
  SmallVector<unsigned> dependents;
  unsigned missing = 0; // dependencies not placed yet
};
} // namespace

static std::vector<Step> collectSteps(Block &block) {
  std::vector<Step> steps;
  llvm::DenseMap<int64_t, unsigned> stepOfGroup;
  llvm::DenseMap<Operation *, unsigned> stepOf;
  for (Operation &op : block.without_terminator()) {
    unsigned step = steps.size();
    if (auto group = op.getAttrOfType<IntegerAttr>(kGroupAttr)) {
      step = stepOfGroup.try_emplace(group.getInt(), step).first->second;
    }
    if (step == steps.size()) {
      steps.emplace_back();
    }
    steps[step].ops.push_back(&op);
    stepOf[&op] = step;
  }
  std::vector<llvm::SetVector<unsigned>> needs(steps.size());
  forEachDependency(block, [&](Operation *op, Operation *needed) {
    if (stepOf.count(op) && stepOf.lookup(op) != stepOf.lookup(needed)) {
      needs[stepOf.lookup(op)].insert(stepOf.lookup(needed));
    }
  });
  for (auto [number, step] : llvm::enumerate(steps)) {
    step.missing = needs[number].size();
    for (unsigned need : needs[number]) {
      steps[need].dependents.push_back(number);
    }
  }
  return steps;
}

/// Steps in an order that respects dependencies, as close to the program's as possible.
static SmallVector<unsigned> orderSteps(std::vector<Step> &steps) {
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (auto [number, step] : llvm::enumerate(steps)) {
    if (step.missing == 0) {
      ready.push(number);
    }
  }
  SmallVector<unsigned> order;
  while (!ready.empty()) {
    unsigned number = ready.top();
    ready.pop();
    order.push_back(number);
    for (unsigned dependent : steps[number].dependents) {
      if (--steps[dependent].missing == 0) {
        ready.push(dependent);
      }
    }
  }
  assert(order.size() == steps.size() && "groups are convex");
  return order;
}

//===----------------------------------------------------------------------===//
// Equalities that only a run can tell
//===----------------------------------------------------------------------===//

/// Checks that `size` agrees with `wanted`, or stretches to it where `stretches`.
static void addCheck(const SymExpr &size, const SymExpr &wanted, bool stretches,
                     llvm::SetVector<StringRef> &checks, MLIRContext *context) {
  if (size == wanted || (stretches && size.isConstant(1))) {
    return;
  }
  std::string text = size.str() + " == " + wanted.str();
  if (stretches) {
    text = size.str() + " == 1 || " + text;
  }
  checks.insert(StringAttr::get(context, text).getValue());
}

/// The equalities an op relies on and its types do not prove.
static void collectChecks(Operation *op, llvm::SetVector<StringRef> &checks) {
  MLIRContext *context = op->getContext();
  if (isElementwise(op) || isa<graph::BroadcastOp>(op)) {
    graph::SymShape result = graph::shapeOf(op->getResult(0));
    unsigned numShaped = isa<graph::BroadcastOp>(op) ? 1 : op->getNumOperands();
    for (Value operand : op->getOperands().take_front(numShaped)) {
      graph::SymShape shape = graph::shapeOf(operand);
      for (auto [size, wanted] : llvm::zip(shape, ArrayRef(result).take_back(shape.size()))) {
        addCheck(size, wanted, /*stretches=*/true, checks, context);
      }
    }
  } else if (auto concat = dyn_cast<graph::ConcatOp>(op)) {
    graph::SymShape result = graph::shapeOf(concat.getResult());
    for (Value operand : concat.getInputs()) {
      for (auto [dim, size] : llvm::enumerate(graph::shapeOf(operand))) {
        if (dim != concat.getAxis()) {
          addCheck(size, result[dim], /*stretches=*/false, checks, context);
        }
      }
    }
  } else if (auto contract = dyn_cast<graph::ContractOp>(op)) {
    auto [operands, out] = contract.getEquation().split("->");
    auto [lhs, rhs] = operands.split(",");
    graph::SymShape lhsShape = graph::shapeOf(contract.getLhs()),
                    rhsShape = graph::shapeOf(contract.getRhs());
    for (auto [dim, letter] : llvm::enumerate(lhs)) {
      if (size_t other = rhs.find(letter); other != StringRef::npos) {
        bool batch = out.contains(letter);
        SymExpr wanted = batch ? SymExpr::broadcast(lhsShape[dim], rhsShape[other]) : rhsShape[other];
        addCheck(lhsShape[dim], wanted, batch, checks, context);
        addCheck(rhsShape[other], wanted, batch, checks, context);
      }
    }
  } else if (auto scatter = dyn_cast<graph::ScatterElementsOp>(op)) {
    for (auto [size, wanted] :
         llvm::zip(graph::shapeOf(scatter.getUpdates()), graph::shapeOf(scatter.getIndices()))) {
      addCheck(size, wanted, /*stretches=*/false, checks, context);
    }
  } else if (auto join = dyn_cast<graph::TextJoinOp>(op)) {
    for (auto [size, wanted] : llvm::zip(graph::shapeOf(join.getRhs()), graph::shapeOf(join.getLhs()))) {
      addCheck(size, wanted, /*stretches=*/false, checks, context);
    }
  } else if (auto split = dyn_cast<graph::TextSplitOp>(op)) {
    graph::SymShape result = graph::shapeOf(split.getResult());
    for (auto [size, wanted] : llvm::zip(graph::shapeOf(split.getInput()), ArrayRef(result).drop_back())) {
      addCheck(size, wanted, /*stretches=*/false, checks, context);
    }
  }
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  explicit Outliner(ModuleOp module) : module(module), context(module.getContext()) {}
  void outline(Block &block);

private:
  void outline(Step &step, Block &block);
  kernel::FuncOp makeKernel(Step &step, ArrayRef<Value> arguments, ArrayRef<Value> results);
  kernel::FuncOp reuse(kernel::FuncOp kernel);
  DictionaryAttr sizeSources(Step &step, ArrayRef<Value> arguments);

  ModuleOp module;
  MLIRContext *context;
  llvm::StringMap<kernel::FuncOp> kernels; // by text
  unsigned numKernels = 0;
};
} // namespace

/// Which element of which argument binds each symbol that the step's ops introduce.
DictionaryAttr Outliner::sizeSources(Step &step, ArrayRef<Value> arguments) {
  Builder builder(context);
  NamedAttrList sources;
  for (Operation *op : step.ops) {
    auto sized = dyn_cast<graph::SizedOpInterface>(op);
    if (!sized || !sized.getSizeOperand()) {
      continue;
    }
    int64_t operand = llvm::find(arguments, sized.getSizeOperand()) - arguments.begin();
    for (auto [dim, size] : llvm::enumerate(graph::shapeOf(op->getResult(0)))) {
      if (std::optional<StringRef> name = size.symbolName()) {
        sources.set(*name, builder.getDenseI64ArrayAttr({operand, static_cast<int64_t>(dim)}));
      }
    }
  }
  return sources.getDictionary(context);
}

kernel::FuncOp Outliner::makeKernel(Step &step, ArrayRef<Value> arguments, ArrayRef<Value> results) {
  kernel::Anchor anchor = kernel::Anchor::Map;
  for (Operation *op : step.ops) {
    if (auto attr = op->getAttrOfType<kernel::AnchorAttr>(kAnchorAttr)) {
      anchor = attr.getValue();
    }
  }
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto type = builder.getFunctionType(ValueRange(arguments).getTypes(), ValueRange(results).getTypes());
  auto kernel = kernel::FuncOp::create(builder, step.ops.back()->getLoc(), "kernel", type, anchor);
  Block *body = &kernel.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value argument : arguments) {
    mapping.map(argument, body->addArgument(argument.getType(), argument.getLoc()));
  }
  builder.setInsertionPointToStart(body);
  for (Operation *op : step.ops) {
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!mapping.contains(operand) && producer && isClonedIntoKernels(producer)) {
        builder.clone(*producer, mapping);
      }
    }
    Operation *copy = builder.clone(*op, mapping);
    copy->removeAttr(kGroupAttr);
    copy->removeAttr(kAnchorAttr);
  }
  SmallVector<Value> returned =
      llvm::map_to_vector(results, [&](Value value) { return mapping.lookup(value); });
  kernel::ReturnOp::create(builder, kernel.getLoc(), returned);
  return kernel;
}

/// The kernel with the same text made before, or this one under a name of its own.
kernel::FuncOp Outliner::reuse(kernel::FuncOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel.print(stream, OpPrintingFlags().useLocalScope().elideLargeElementsAttrs(64));
  auto [found, inserted] = kernels.try_emplace(text, kernel);
  if (!inserted) {
    kernel.erase();
    return found->second;
  }
  kernel.setName((kernel::stringifyAnchor(kernel.getAnchor()) + "_" + Twine(numKernels++)).str());
  return kernel;
}

void Outliner::outline(Step &step, Block &block) {
  llvm::SetVector<Value> arguments, results;
  llvm::SetVector<StringRef> checks;
  llvm::SmallPtrSet<Operation *, 8> inside(step.ops.begin(), step.ops.end());
  for (Operation *op : step.ops) {
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      auto sized = dyn_cast<graph::SizedOpInterface>(op);
      bool sizeOperand = sized && sized.getSizeOperand() == operand;
      if (!inside.count(producer) && (sizeOperand || !producer || !isClonedIntoKernels(producer))) {
        arguments.insert(operand);
      }
    }
    for (Value result : op->getResults()) {
      if (llvm::any_of(result.getUsers(), [&](Operation *user) { return !inside.count(user); })) {
        results.insert(result);
      }
    }
    collectChecks(op, checks);
  }
  // An op kept for more than one of its results (top_k) has them all in its own order: the runtime writes
  // both.
  if (step.ops.size() == 1) {
    results.clear();
    results.insert(step.ops[0]->result_begin(), step.ops[0]->result_end());
  }
  DictionaryAttr sources = sizeSources(step, arguments.getArrayRef());
  kernel::FuncOp kernel = reuse(makeKernel(step, arguments.getArrayRef(), results.getArrayRef()));
  OpBuilder builder(block.getTerminator());
  auto launch = kernel::LaunchOp::create(builder, step.ops.back()->getLoc(),
                                         ValueRange(results.getArrayRef()).getTypes(), kernel.getName(),
                                         arguments.getArrayRef());
  if (!sources.empty()) {
    launch->setAttr("kernel.sizes", sources);
  }
  if (!checks.empty()) {
    launch->setAttr("kernel.checks", builder.getStrArrayAttr(checks.getArrayRef()));
  }
  for (auto [value, replacement] : llvm::zip(results, launch.getResults())) {
    Value result = value;
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) { return !inside.count(use.getOwner()); });
  }
  for (Operation *op : llvm::reverse(step.ops)) {
    op->erase();
  }
}

void Outliner::outline(Block &block) {
  std::vector<Step> steps = collectSteps(block);
  for (unsigned number : orderSteps(steps)) {
    Step &step = steps[number];
    if (step.ops[0]->hasAttr(kGroupAttr)) {
      outline(step, block);
    } else {
      step.ops[0]->moveBefore(block.getTerminator());
    }
  }
}

namespace {
class OutlineKernels : public fuse::impl::OutlineKernelsPassBase<OutlineKernels> {
  void runOnOperation() override {
    Outliner outliner(getOperation());
    SmallVector<Block *> blocks;
    // Inner blocks first: an outer step that moves takes its regions along.
    getOperation().walk(
        [&](func::FuncOp function) { function.walk([&](Block *block) { blocks.push_back(block); }); });
    for (Block *block : blocks) {
      outliner.outline(*block);
    }
    // Scalars and lists that every user has copied.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isa<graph::ConstantOp, graph::SymbolicOp>(op) && op->use_empty()) {
        op->erase();
      }
    });
  }
};
} // namespace

//===- HloControl.cpp - branches and loops --------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

/// Branches of one op: each is nested in the one before.
static constexpr size_t kMaxBranches = 100;

/// Fills `region` with one block: arguments of the given types, what `build` builds from them, and a yield of
/// what it gives. False if refused.
static bool buildRegion(HloImporter &n, Region &region, TypeRange arguments,
                        llvm::function_ref<SmallVector<Value>(ValueRange)> build) {
  OpBuilder::InsertionGuard guard(n.builder());
  Block *block = n.builder().createBlock(&region);
  for (Type type : arguments) {
    block->addArgument(type, n.loc());
  }
  SmallVector<Value> yielded = build(block->getArguments());
  if (n.failed() || llvm::is_contained(yielded, Value())) {
    return false;
  }
  n.builder().setInsertionPointToEnd(block);
  graph::YieldOp::create(n.builder(), n.loc(), yielded);
  return true;
}

/// Refuses values that are not of the types of the op's results.
static LogicalResult checkTypes(HloImporter &n, StringRef what, ValueRange values) {
  if (n.failed()) {
    return failure();
  }
  if (values.getTypes() != TypeRange(n.op()->getResultTypes())) {
    return n.bad(what + " gives other types than the op is declared with");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A graph.if of a region and what `otherwise` builds.
static SmallVector<Value> buildIf(HloImporter &n, Value condition, Region &then,
                                  llvm::function_ref<SmallVector<Value>()> otherwise) {
  Region thenRegion, elseRegion;
  auto branch = [&](Region &source) {
    SmallVector<Value> values = n.apply(source, {});
    (void)checkTypes(n, "a branch", values);
    return values;
  };
  if (!condition || !buildRegion(n, thenRegion, {}, [&](ValueRange) { return branch(then); }) ||
      !buildRegion(n, elseRegion, {}, [&](ValueRange) { return otherwise(); })) {
    return {};
  }
  OperationState state(n.loc(), graph::IfOp::getOperationName());
  graph::IfOp::build(n.builder(), state, n.op()->getResultTypes(), condition);
  state.regions[0]->takeBody(thenRegion);
  state.regions[1]->takeBody(elseRegion);
  return n.insert(state);
}

/// The branch whose number the index is, or the last.
static SmallVector<Value> buildCase(HloImporter &n, Value index, MutableArrayRef<Region> branches,
                                    int64_t number) {
  if (branches.size() == 1) {
    SmallVector<Value> values = n.apply(branches[0], {});
    (void)checkTypes(n, "a branch", values);
    return values;
  }
  Value isThis = n.compare(graph::Predicate::Eq, index, n.scalarLike(static_cast<double>(number), index));
  return buildIf(n, isThis, branches[0],
                 [&] { return buildCase(n, index, branches.drop_front(), number + 1); });
}

static LogicalResult importCase(HloImporter &n, stablehlo::CaseOp op) {
  MutableArrayRef<Region> branches = op->getRegions();
  if (branches.size() > kMaxBranches) {
    return n.unsupported("has " + Twine(branches.size()) + " branches but " + Twine(kMaxBranches) +
                         " are supported");
  }
  if (branches.empty() || n.rank(n.operand(0)) != 0) {
    return n.bad("has " + Twine(branches.size()) + " branches and an index of rank " +
                 Twine(n.rank(n.operand(0))) + ", where at least one branch and a scalar are wanted");
  }
  return n.finish(buildCase(n, n.operand(0), branches, 0));
}

static LogicalResult importIf(HloImporter &n, stablehlo::IfOp op) {
  return n.finish(buildIf(n, n.operand(0), op.getTrueBranch(), [&] {
    SmallVector<Value> values = n.apply(op.getFalseBranch(), {});
    (void)checkTypes(n, "a branch", values);
    return values;
  }));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The number that a value of the program is where `n` stands, or nothing.
static std::optional<int64_t> numberOf(HloImporter &n, Value value) {
  if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>()) {
    auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    return elements && elements.isSplat() ? std::optional(elements.getSplatValue<APInt>().getSExtValue())
                                          : std::nullopt;
  }
  Value known = n.scope().lookup(value);
  return known ? graph::splatInteger(known) : std::nullopt;
}

/// The trips of a loop that counts, as JAX writes scans: the condition is `i < limit` and the body ends with
/// `i + 1` for a carried integer i, where the first i and the limit are numbers. Nothing for another loop.
static std::optional<int64_t> countTrips(HloImporter &n, stablehlo::WhileOp op) {
  Block &condition = op.getCond().front(), &body = op.getBody().front();
  auto compare = condition.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  auto counter = compare ? dyn_cast<BlockArgument>(compare.getLhs()) : BlockArgument();
  if (!counter || counter.getOwner() != &condition ||
      compare.getComparisonDirection() != stablehlo::Direction::Lt ||
      !cast<RankedTensorType>(counter.getType()).getElementType().isSignlessInteger()) {
    return std::nullopt;
  }
  unsigned i = counter.getArgNumber();
  auto add = body.getTerminator()->getOperand(i).getDefiningOp<stablehlo::AddOp>();
  if (!add || add.getLhs() != body.getArgument(i)) {
    return std::nullopt;
  }
  std::optional<int64_t> first = graph::splatInteger(n.operand(i)), step = numberOf(n, add.getRhs()),
                         limit = numberOf(n, compare.getRhs());
  if (!first || !limit || step != 1) {
    return std::nullopt;
  }
  return *limit > *first ? *limit - *first : 0;
}

static LogicalResult importWhile(HloImporter &n, stablehlo::WhileOp op) {
  unsigned count = n.numOperands();
  if (failed(n.checkRegion(op.getCond(), count)) || failed(n.checkRegion(op.getBody(), count)) ||
      failed(checkTypes(n, "the list of operands", n.operands())) ||
      failed(n.checkCount("values of the condition", op.getCond().front().getTerminator()->getNumOperands(),
                          1)) ||
      failed(n.checkCount("values of the body", op.getBody().front().getTerminator()->getNumOperands(),
                          count))) {
    return failure();
  }
  std::optional<int64_t> trips = countTrips(n, op);
  auto condition = [&](ValueRange carried) {
    Value always = n.scalarInt(1, n.builder().getI1Type());
    SmallVector<Value> given = trips ? SmallVector<Value>{always} : n.apply(op.getCond(), carried);
    return given.empty() ? Value() : given[0];
  };
  Value maxTrips = trips ? n.scalarInt(*trips, n.builder().getI64Type()) : Value();
  Value enter = trips ? Value() : condition(n.operands());
  SmallVector<Type> arguments = {RankedTensorType::get({}, n.builder().getI64Type())};
  llvm::append_range(arguments, op->getResultTypes());
  Region region;
  bool isBuilt = buildRegion(n, region, arguments, [&](ValueRange values) -> SmallVector<Value> {
    SmallVector<Value> next = n.apply(op.getBody(), values.drop_front());
    if (failed(checkTypes(n, "the body", next))) {
      return {};
    }
    SmallVector<Value> yielded = {condition(next)};
    llvm::append_range(yielded, next);
    return yielded;
  });
  if (!isBuilt || n.failed()) {
    return failure();
  }
  OperationState state(n.loc(), graph::LoopOp::getOperationName());
  graph::LoopOp::build(n.builder(), state, op->getResultTypes(), maxTrips, enter, n.operands());
  state.regions.front()->takeBody(region);
  return n.finish(n.insert(state));
}

void importer::addHloControlOps(HloTable &table) {
  table.add(importCase);
  table.add(importIf);
  table.add(importWhile);
}

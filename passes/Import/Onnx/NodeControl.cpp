//===- NodeControl.cpp - branches and loops that importers build ----------===//
//
// Sizes decide the types of control flow. A symbol made inside a region is bound there and means nothing
// outside, so a result whose size mentions one gets a symbol of its own, as does a result whose branches, or
// trips, differ in size.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/Sequences.h"

using namespace heddle;
using namespace heddle::importer;

/// More sets of axes than this are refused: each costs a branch with the op in it.
static constexpr size_t kMaxAxisSets = 40;

static SmallVector<Value> resultsOf(Operation *op) {
  SmallVector<Value> results;
  if (op) {
    results.append(op->result_begin(), op->result_end());
  }
  return results;
}

SmallVector<Value> NodeImporter::subgraphValues(const onnx::GraphProto &graph, ArrayRef<Value> arguments) {
  FailureOr<SmallVector<Value>> outputs = owner.importSubgraph(graph, arguments);
  if (mlir::failed(outputs)) {
    (void)reported();
    return {};
  }
  return *outputs;
}

SmallVector<Value> NodeImporter::subgraph(const onnx::GraphProto &graph, ArrayRef<Value> arguments) {
  SmallVector<Value> outputs = subgraphValues(graph, arguments);
  if (llvm::any_of(outputs, isBundle)) {
    (void)unsupported("has a subgraph that gives a sequence or an optional, which is not supported here");
    return {};
  }
  return outputs;
}

/// Fills `region` with one block: its arguments, what `body` builds, and a yield of what it gives. False if
/// refused; the region is then empty.
bool NodeImporter::buildRegion(Region &region, TypeRange arguments,
                               llvm::function_ref<SmallVector<Value>(Block &)> body) {
  OpBuilder::InsertionGuard guard(builder());
  Block *block = builder().createBlock(&region);
  for (Type type : arguments) {
    block->addArgument(type, location);
  }
  symbolic().enterRegion();
  SmallVector<Value> yielded = body(*block);
  symbolic().leaveRegion();
  if (refused || llvm::is_contained(yielded, Value())) {
    owner.eraseRegion(region);
    return false;
  }
  builder().setInsertionPointToEnd(block);
  graph::YieldOp::create(builder(), location, yielded);
  return true;
}

/// A type for values of either type: sizes that differ, or mean something inside a region only, are new
/// symbols.
Type NodeImporter::joinTypes(Type a, Type b, size_t firstInnerSymbol) {
  auto x = cast<RankedTensorType>(a), y = cast<RankedTensorType>(b);
  if (x.getElementType() != y.getElementType()) {
    (void)bad("gives values of different element types");
    return nullptr;
  }
  if (x.getRank() != y.getRank()) {
    (void)unsupported("gives tensors of " + Twine(x.getRank()) + " or of " + Twine(y.getRank()) +
                      " dimensions, which only a run can tell");
    return nullptr;
  }
  graph::SymShape joined;
  for (auto [i, pair] : llvm::enumerate(llvm::zip(graph::shapeOf(a), graph::shapeOf(b)))) {
    auto &[left, right] = pair;
    bool same = left == right && !owner.hasYoungerSymbol(left, firstInnerSymbol);
    joined.push_back(same ? left : freshSymbol(std::to_string(i)));
  }
  return graph::makeTensorType(joined, x.getElementType());
}

SmallVector<Value> NodeImporter::branch(Value condition, Branch thenBody, Branch elseBody) {
  if (refused || !condition) {
    return {};
  }
  size_t firstInner = owner.numSymbols();
  Region thenRegion, elseRegion;
  bool built = buildRegion(thenRegion, {}, [&](Block &) { return thenBody(); }) &&
               buildRegion(elseRegion, {}, [&](Block &) { return elseBody(); });
  SmallVector<Type> types;
  if (built) {
    OperandRange a = thenRegion.front().back().getOperands(), b = elseRegion.front().back().getOperands();
    built = a.size() == b.size() || succeeded(bad("has branches with different numbers of outputs"));
    for (auto [x, y] : llvm::zip(a, b)) {
      types.push_back(joinTypes(x.getType(), y.getType(), firstInner));
    }
  }
  if (!built || refused) {
    owner.eraseRegion(thenRegion);
    owner.eraseRegion(elseRegion);
    return {};
  }
  OperationState state(location, graph::IfOp::getOperationName());
  graph::IfOp::build(builder(), state, types, condition);
  state.regions[0]->takeBody(thenRegion);
  state.regions[1]->takeBody(elseRegion);
  Operation *created = insertChecked(state);
  return resultsOf(created);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// `type` with a new symbol in every dimension that is not the same in `next` and has none yet. True if there
/// was one.
static bool widen(NodeImporter &n, Type &type, Type next, size_t firstInner) {
  graph::SymShape shape = graph::shapeOf(type), other = graph::shapeOf(next);
  bool changed = false;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (size != other[i] && !n.graphs().hasYoungerSymbol(size, firstInner)) {
      changed = true;
      size = n.freshSymbol("carried." + std::to_string(i));
    }
  }
  type = graph::makeTensorType(shape, cast<RankedTensorType>(type).getElementType());
  return changed;
}

static bool sameKind(Type a, Type b) {
  auto x = cast<RankedTensorType>(a), y = cast<RankedTensorType>(b);
  return x.getElementType() == y.getElementType() && x.getRank() == y.getRank();
}

/// Fills `region` with one trip; `endless` says whether nothing but the number of trips ends the loop.
bool NodeImporter::buildTrip(Region &region, ArrayRef<Type> carried, Trip body, bool &endless) {
  SmallVector<Type> arguments = {RankedTensorType::get({}, builder().getI64Type())};
  llvm::append_range(arguments, carried);
  bool built = buildRegion(region, arguments, [&](Block &block) {
    LoopBody given = body(block.getArgument(0), ValueRange(block.getArguments()).drop_front());
    std::optional<SmallVector<int64_t>> known = constantIntegers(given.condition);
    endless = !given.condition || (known && (*known)[0] == 1);
    SmallVector<Value> yielded = {given.condition ? given.condition : scalarInt(1, builder().getI1Type())};
    llvm::append_range(yielded, given.carried);
    llvm::append_range(yielded, given.slices);
    return yielded;
  });
  for (size_t i = 0; built && i < carried.size(); ++i) {
    if (!sameKind(carried[i], region.front().back().getOperand(i + 1).getType())) {
      (void)unsupported("carried value " + Twine(i) + " changes its element type or number of dimensions");
      owner.eraseRegion(region);
      return false;
    }
  }
  return built;
}

SmallVector<Value> NodeImporter::loop(Value trips, Value condition, ValueRange initial, Trip body) {
  if (refused || llvm::is_contained(initial, Value())) {
    return {};
  }
  Region region;
  SmallVector<Type> carried = llvm::to_vector(initial.getTypes());
  size_t firstInner = owner.numSymbols();
  bool endless = true;
  while (buildTrip(region, carried, body, endless)) {
    bool changed = false;
    OperandRange yielded = region.front().back().getOperands();
    for (auto [type, next] : llvm::zip(carried, yielded.drop_front())) {
      changed |= widen(*this, type, next.getType(), firstInner);
    }
    if (!changed) {
      SmallVector<Type> types;
      for (auto [value, next] : llvm::zip(initial, yielded.drop_front())) {
        types.push_back(joinTypes(value.getType(), next.getType(), firstInner));
      }
      return finishLoop(region, trips, condition, initial, std::move(types), endless, firstInner);
    }
    owner.eraseRegion(region);
  }
  return {};
}

SmallVector<Value> NodeImporter::loop(Value trips, ValueRange initial, Trip body) {
  if (refused || !trips || llvm::is_contained(initial, Value())) {
    return {};
  }
  Region region;
  SmallVector<Type> types = llvm::to_vector(initial.getTypes());
  size_t firstInner = owner.numSymbols();
  bool endless = true;
  bool built = buildTrip(region, types, body, endless);
  return built ? finishLoop(region, trips, Value(), initial, std::move(types), endless, firstInner)
               : SmallVector<Value>();
}

/// The loop op around a body that is built.
SmallVector<Value> NodeImporter::finishLoop(Region &region, Value trips, Value condition, ValueRange initial,
                                            SmallVector<Type> types, bool endless, size_t firstInner) {
  OperandRange yielded = region.front().back().getOperands();
  std::optional<SymElements> known = trips ? symbolic().elements(trips) : std::nullopt;
  std::optional<SmallVector<int64_t>> runs = constantIntegers(condition);
  bool counted = endless && (!condition || (runs && (*runs)[0] == 1)) && known && (*known)[0];
  SymExpr count = counted ? SymExpr::max(*(*known)[0], 0) : freshSymbol("trips");
  for (Value slice : yielded.drop_front(1 + initial.size())) {
    graph::SymShape stacked = {count};
    llvm::append_range(stacked, graph::shapeOf(joinTypes(slice.getType(), slice.getType(), firstInner)));
    types.push_back(graph::makeTensorType(stacked, elementType(slice)));
  }
  OperationState state(location, graph::LoopOp::getOperationName());
  graph::LoopOp::build(builder(), state, types, trips, condition, initial);
  state.regions.front()->takeBody(region);
  Operation *created = refused ? nullptr : insertChecked(state);
  return resultsOf(created);
}

//===----------------------------------------------------------------------===//
// Axes that a run gives
//===----------------------------------------------------------------------===//

/// All sets of `count` of the numbers below `rank`, each ascending.
static SmallVector<SmallVector<int64_t>> axisSets(int64_t rank, int64_t count) {
  SmallVector<SmallVector<int64_t>> sets = {{}};
  for (int64_t taken = 0; taken < count; ++taken) {
    SmallVector<SmallVector<int64_t>> longer;
    for (const SmallVector<int64_t> &set : sets) {
      for (int64_t next = set.empty() ? 0 : set.back() + 1; next < rank; ++next) {
        longer.push_back(set);
        longer.back().push_back(next);
      }
    }
    sets = std::move(longer);
    if (sets.empty() || sets.size() > 4 * kMaxAxisSets) {
      return {};
    }
  }
  return sets;
}

Value NodeImporter::forComputedAxes(Value axes, int64_t rank,
                                    llvm::function_ref<Value(ArrayRef<int64_t> axes)> build,
                                    llvm::function_ref<bool(ArrayRef<int64_t> axes)> isPossible) {
  Value list = asIndexList(axes);
  std::optional<int64_t> count = list ? shape(list)[0].constant() : std::nullopt;
  if (!count) {
    (void)unsupported("the number of axes is not known");
    return nullptr;
  }
  SmallVector<SmallVector<int64_t>> sets = axisSets(rank, *count);
  llvm::erase_if(sets, [&](const auto &set) { return isPossible && !isPossible(set); });
  if (sets.empty() || sets.size() > kMaxAxisSets) {
    (void)unsupported("axes computed at run time, " + Twine(*count) + " of " + Twine(rank) +
                      ", are not supported");
    return nullptr;
  }
  Type i64 = builder().getI64Type();
  Value wrapped = select(compare(graph::Predicate::Lt, list, scalarInt(0, i64)),
                         make<graph::AddOp>(list, scalarInt(rank, i64)), list);
  // Whether each axis of a set is among those given.
  SmallVector<Value> named;
  for (int64_t axis = 0; axis < rank; ++axis) {
    Value hits = castTo(compare(graph::Predicate::Eq, wrapped, scalarInt(axis, i64)), i64);
    Value count = reshape(reduce(graph::Combiner::Add, hits, {0}), ArrayRef<SymExpr>());
    named.push_back(compare(graph::Predicate::Gt, count, scalarInt(0, i64)));
  }
  std::function<SmallVector<Value>(size_t)> from = [&](size_t i) -> SmallVector<Value> {
    if (i + 1 == sets.size()) {
      return {build(sets[i])};
    }
    Value all = scalarInt(1, builder().getI1Type());
    for (int64_t axis : sets[i]) {
      all = make<graph::AndOp>(all, named[axis]);
    }
    SmallVector<Value> chosen =
        branch(all, [&]() -> SmallVector<Value> { return {build(sets[i])}; }, [&] { return from(i + 1); });
    return chosen.empty() ? SmallVector<Value>{Value()} : chosen;
  };
  return from(0)[0];
}

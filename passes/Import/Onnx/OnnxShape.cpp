//===- OnnxShape.cpp - operators on shapes --------------------------------===//
//
// Shape, Size and what gives the same elements another shape. Target sizes are tensors in ONNX; where
// SymbolicValues understands them they become part of the type, else the op gets its sizes at run time.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static LogicalResult importIdentity(NodeImporter &n) { return n.finish(n.input(0)); }

static LogicalResult importShape(NodeImporter &n) {
  graph::SymShape sizes = n.shape(n.input(0));
  int64_t rank = sizes.size();
  auto place = [&](StringRef name, int64_t otherwise) {
    int64_t value = n.intAttr(name, otherwise);
    return std::clamp<int64_t>(value < 0 ? value + rank : value, 0, rank);
  };
  int64_t start = place("start", 0), end = place("end", rank);
  return n.finish(n.sizeList(ArrayRef(sizes).slice(start, std::max<int64_t>(end - start, 0))));
}

static LogicalResult importSize(NodeImporter &n) { return n.finish(n.size(product(n.shape(n.input(0))))); }

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

/// The target shape where every size is understood: 0 copies the input's, -1 is what remains.
static std::optional<graph::SymShape> knownTarget(NodeImporter &n, ArrayRef<SymExpr> targets,
                                                  bool zeroCopies) {
  graph::SymShape input = n.shape(n.input(0)), result;
  std::optional<size_t> open;
  SymExpr others(1);
  for (auto [i, target] : llvm::enumerate(targets)) {
    result.push_back(target);
    if (target.isConstant(-1)) {
      if (open) {
        (void)n.bad("asks for -1 in two dimensions");
        return std::nullopt;
      }
      open = i;
      continue;
    }
    if (target.constant().value_or(0) < 0) {
      (void)n.bad("asks for a size of " + target.str() + " in dimension " + Twine(i));
      return std::nullopt;
    }
    if (target.isConstant(0) && zeroCopies) {
      if (i >= input.size()) {
        (void)n.bad("copies dimension " + Twine(i) + " of a tensor of shape " + graph::toString(input));
        return std::nullopt;
      }
      result[i] = input[i];
    }
    others = others * result[i];
  }
  if (open) {
    SymExpr total = product(input);
    if (others.isConstant(0)) {
      (void)n.bad("asks for -1 beside a size of 0");
      return std::nullopt;
    }
    result[*open] = SymExpr::floorDiv(total, others);
    std::optional<int64_t> known = total.constant(), rest = others.constant();
    if (known && rest && *known % *rest != 0) {
      (void)n.bad("shape " + graph::toString(input) + " does not divide into " + graph::toString(targets));
      return std::nullopt;
    }
  }
  return result;
}

/// The same at run time, as an i64 list.
static Value computedTarget(NodeImporter &n, Value target, int64_t rank, bool zeroCopies) {
  Type i64 = n.builder().getI64Type();
  graph::SymShape input = n.shape(n.input(0));
  SymExpr total = product(input);
  if (zeroCopies) {
    input.resize(rank, SymExpr(1));
    target = n.select(n.compare(Predicate::Eq, target, n.scalarInt(0, i64)), n.sizeList(input), target);
  }
  Value isOpen = n.compare(Predicate::Eq, target, n.scalarInt(-1, i64));
  Value others = n.reduce(graph::Combiner::Mul, n.select(isOpen, n.scalarInt(1, i64), target), {0});
  return n.select(isOpen, n.make<graph::DivOp>(n.size(total), others), target);
}

static LogicalResult importReshape(NodeImporter &n) {
  bool zeroCopies = n.intAttr("allowzero", 0) == 0;
  Value target = n.castTo(n.input(1), n.builder().getI64Type());
  if (n.failed() || n.rank(target) != 1) {
    return n.bad("the target shape is no list");
  }
  if (n.shape(target)[0].constant().value_or(INT64_MAX) > SymbolicValues::kMaxElements) {
    return n.unsupported("the number of result dimensions is not known");
  }
  if (std::optional<SmallVector<SymExpr>> targets = n.symbolic().allElements(target)) {
    std::optional<graph::SymShape> shape = knownTarget(n, *targets, zeroCopies);
    return shape ? n.finish(n.reshape(n.input(0), *shape)) : failure();
  }
  std::optional<Sizes> sizes = n.sizes(computedTarget(n, target, *n.shape(target)[0].constant(), zeroCopies));
  return sizes ? n.finish(n.reshape(n.input(0), *sizes)) : failure();
}

static LogicalResult importFlatten(NodeImporter &n) {
  graph::SymShape shape = n.shape(n.input(0));
  int64_t rank = shape.size(), axis = n.intAttr("axis", 1);
  if (axis < -rank || axis > rank) {
    return n.bad("axis " + Twine(axis) + " is outside a tensor of rank " + Twine(rank));
  }
  axis += axis < 0 ? rank : 0;
  return n.finish(n.reshape(
      n.input(0), {product(ArrayRef(shape).take_front(axis)), product(ArrayRef(shape).drop_front(axis))}));
}

/// The axes that a Squeeze without axes takes: all of size 1. Whether an open size is 1 decides about the
/// number of result dimensions, so the rank that the file declares decides: all open sizes are kept, or all
/// are 1 (which the reshape checks at run time).
static std::optional<SmallVector<int64_t>> axesOfSizeOne(NodeImporter &n, ArrayRef<SymExpr> shape) {
  SmallVector<int64_t> axes, open;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!size.constant()) {
      open.push_back(dim);
    } else if (size.isConstant(1)) {
      axes.push_back(dim);
    }
  }
  if (open.empty()) {
    return axes;
  }
  int64_t rank = shape.size(), kept = rank - static_cast<int64_t>(axes.size());
  std::optional<int64_t> declared = n.graphs().declaredRank(n.proto().output(0));
  if (declared == kept) {
    return axes;
  }
  if (declared == kept - static_cast<int64_t>(open.size())) {
    axes.append(open);
    return axes;
  }
  (void)n.unsupported("without axes it needs every size as a number but dimension " + Twine(open[0]) +
                      " is '" + shape[open[0]].str() + "'; give it with --shape");
  return std::nullopt;
}

/// Axes from attribute "axes" or operand 1; `computed` if they are no constant.
static std::optional<SmallVector<int64_t>> givenAxes(NodeImporter &n, bool &computed) {
  std::optional<SmallVector<int64_t>> axes = n.intsAttr("axes");
  if (!axes && n.hasInput(1)) {
    axes = n.constantIntegers(n.input(1));
    computed = !axes;
  }
  return axes;
}

static LogicalResult importSqueeze(NodeImporter &n) {
  graph::SymShape shape = n.shape(n.input(0));
  bool computed = false;
  std::optional<SmallVector<int64_t>> given = givenAxes(n, computed);
  if (computed) {
    auto maySqueeze = [&](ArrayRef<int64_t> axes) {
      return llvm::all_of(axes, [&](int64_t axis) { return shape[axis].constant().value_or(1) == 1; });
    };
    return n.finish(n.forComputedAxes(
        n.input(1), shape.size(), [&](ArrayRef<int64_t> axes) { return n.squeeze(n.input(0), axes); },
        maySqueeze));
  }
  given = given ? given : axesOfSizeOne(n, shape);
  FailureOr<SmallVector<int64_t>> axes =
      given ? n.axes(*given, shape.size()) : FailureOr<SmallVector<int64_t>>(failure());
  if (failed(axes)) {
    return failure();
  }
  for (int64_t axis : *axes) {
    if (shape[axis].constant().value_or(1) != 1) {
      return n.bad("removes dimension " + Twine(axis) + " of shape " + graph::toString(shape) +
                   ", whose size is not 1");
    }
  }
  return n.finish(n.squeeze(n.input(0), *axes));
}

static LogicalResult importUnsqueeze(NodeImporter &n) {
  bool computed = false;
  std::optional<SmallVector<int64_t>> given = givenAxes(n, computed);
  int64_t rank = n.rank(n.input(0));
  if (computed) {
    Value axes = n.asIndexList(n.input(1));
    int64_t added = axes ? n.shape(axes)[0].constant().value_or(0) : 0;
    return n.finish(n.forComputedAxes(
        axes, rank + added, [&](ArrayRef<int64_t> chosen) { return n.unsqueeze(n.input(0), chosen); }));
  }
  if (!given) {
    return n.bad("has no axes");
  }
  FailureOr<SmallVector<int64_t>> axes = n.axes(*given, rank + static_cast<int64_t>(given->size()));
  return failed(axes) ? failure() : n.finish(n.unsqueeze(n.input(0), *axes));
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

/// One size of a broadcast of a dimension to a target that only a run can tell.
static Value broadcastSize(NodeImporter &n, const SymExpr &size, Value target) {
  Value isOne = n.compare(Predicate::Eq, target, n.scalarInt(1, n.builder().getI64Type()));
  return size.isConstant(1) ? target : n.select(isOne, n.size(size), target);
}

static LogicalResult importExpand(NodeImporter &n) {
  Value target = n.castTo(n.input(1), n.builder().getI64Type());
  graph::SymShape given = n.shape(n.input(0));
  std::optional<SymElements> elements = target ? n.symbolic().elements(target) : std::nullopt;
  if (!elements || n.rank(target) != 1) {
    return n.unsupported("the number of result dimensions is not known");
  }
  size_t rank = std::max(given.size(), elements->size());
  graph::SymShape input(rank - given.size(), SymExpr(1));
  llvm::append_range(input, given);
  SmallVector<Value> sizes;
  for (size_t i = 0, lead = rank - elements->size(); i < rank; ++i) {
    std::optional<SymExpr> wanted = i < lead ? SymExpr(1) : (*elements)[i - lead];
    bool fixed = input[i].constant() && !input[i].isConstant(1); // the target is the same or 1
    bool mismatch = fixed && wanted && wanted->constant() && !wanted->isConstant(1) && *wanted != input[i];
    if (mismatch) {
      return n.bad("shape " + graph::toString(given) + " does not stretch to " + wanted->str() +
                   " in dimension " + Twine(i));
    }
    sizes.push_back(fixed    ? n.size(input[i])
                    : wanted ? n.size(SymExpr::broadcast(input[i], *wanted))
                             : broadcastSize(n, input[i], n.element(target, i - lead)));
  }
  std::optional<Sizes> result = n.sizes(n.list(sizes));
  return result ? n.finish(n.broadcast(n.input(0), *result)) : failure();
}

static LogicalResult importTile(NodeImporter &n) {
  // [d0, d1] as [1, d0, 1, d1], stretched to [r0, d0, r1, d1], as [r0 * d0, r1 * d1].
  Value repeats = n.castTo(n.input(1), n.builder().getI64Type());
  graph::SymShape input = n.shape(n.input(0)), single, result;
  if (!repeats || n.rank(repeats) != 1 || !graph::mayBeEqual(n.shape(repeats), {SymExpr(input.size())})) {
    return n.bad("wants one number of repeats per dimension");
  }
  SmallVector<Value> stretched;
  for (auto [i, size] : llvm::enumerate(input)) {
    single.append({SymExpr(1), size});
    stretched.append({n.element(repeats, i), n.size(size)});
  }
  std::optional<Sizes> sizes = n.sizes(n.list(stretched));
  if (!sizes) {
    return failure();
  }
  for (size_t i = 0; i < input.size(); ++i) {
    result.push_back(sizes->shape[2 * i] * sizes->shape[2 * i + 1]);
  }
  if (!sizes->operand && ArrayRef<SymExpr>(result) == ArrayRef<SymExpr>(input)) {
    return n.finish(n.input(0));
  }
  return n.finish(n.reshape(n.broadcast(n.reshape(n.input(0), single), *sizes), result));
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

static LogicalResult importDropout(NodeImporter &n) {
  n.ignoreAttr("ratio");
  n.ignoreAttr("seed");
  std::optional<SmallVector<int64_t>> training = n.constantIntegers(n.input(2));
  std::optional<SmallVector<double>> ratio = n.constantFloats(n.input(1));
  bool trains = n.hasInput(2) && training != SmallVector<int64_t>{0};
  bool dropsNone = ratio == SmallVector<double>{0};
  if (trains && !dropsNone) {
    return n.unsupported("training mode is not supported");
  }
  n.setOutput(0, n.input(0));
  if (n.hasOutput(1)) {
    n.setOutput(1, n.splat(1, n.shape(n.input(0)), n.builder().getI1Type()));
  }
  return success();
}

void importer::addShapeOps(OpTable &table) {
  table.add("Identity", {importIdentity, 1, 1, OpEntry::kText, OpEntry::kSequences});
  table.add("Shape", {importShape, 1, 1, OpEntry::kText});
  table.add("Size", {importSize, 1, 1, OpEntry::kText});
  table.add("Reshape", {importReshape, 2, 2, OpEntry::kText});
  table.add("Flatten", {importFlatten, 1, 1, OpEntry::kText});
  table.add("Squeeze", {importSqueeze, 1, 2, OpEntry::kText});
  table.add("Unsqueeze", {importUnsqueeze, 1, 2, OpEntry::kText});
  table.add("Expand", {importExpand, 2, 2, OpEntry::kText});
  table.add("Tile", {importTile, 2, 2, OpEntry::kText});
  table.add("Dropout", {importDropout, 1, 3});
}

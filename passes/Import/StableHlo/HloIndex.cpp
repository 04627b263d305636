//===- HloIndex.cpp - places that are data --------------------------------===//
//
// Gather and scatter take windows of an operand whose corners are data. Both become accesses by coordinates:
// an index vector has a coordinate for every dimension of the operand whose place is data (the indexed
// dimensions), and the others, which a window spans from their start, stay behind. For example
//
//   operand [a, b, c], windows of [1, 2, c] whose corners (i, j) are data, indices [n, 2]
//
// has the indexed dimensions a and b. A window is 2 wide in b, so the coordinates are [n, 2, 2]: (i, j) and
// (i, j + 1). Batching dimensions are indexed dimensions whose coordinate is the position in the indices.
//
//===----------------------------------------------------------------------===//

#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBody.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// Scalars as starts of windows of `sizes` that lie inside `input`: moved there if they do not.
static SmallVector<Value> clampedStarts(HloImporter &n, ArrayRef<Value> starts, ArrayRef<int64_t> input,
                                        ArrayRef<int64_t> sizes) {
  Type i64 = n.builder().getI64Type();
  SmallVector<Value> clamped;
  for (auto [start, size, all] : llvm::zip(starts, sizes, input)) {
    Value atLeast = n.make<graph::MaxOp>(n.castTo(start, i64), n.scalarInt(0, i64));
    clamped.push_back(n.make<graph::MinOp>(atLeast, n.scalarInt(all - size, i64)));
  }
  return clamped;
}

/// Refuses starts that are no scalars, one for each dimension of `input`, or windows that are larger.
static LogicalResult checkWindows(HloImporter &n, ArrayRef<Value> starts, ArrayRef<int64_t> input,
                                  ArrayRef<int64_t> sizes) {
  if (failed(n.checkCount("starts", starts.size(), input.size())) ||
      failed(n.checkCount("sizes", sizes.size(), input.size()))) {
    return failure();
  }
  for (auto [start, size, all] : llvm::zip(starts, sizes, input)) {
    if (n.rank(start) != 0 || !isa<IntegerType>(n.elementType(start)) || size < 0 || size > all) {
      return n.bad("takes " + Twine(size) + " of " + Twine(all) + " elements from a start of rank " +
                   Twine(n.rank(start)) + " where part of a dimension from an integer scalar is wanted");
    }
  }
  return success();
}

static LogicalResult importDynamicSlice(HloImporter &n, stablehlo::DynamicSliceOp op) {
  Value input = n.operand(0);
  ArrayRef<int64_t> sizes = op.getSliceSizes();
  ArrayRef<Value> starts = n.operands().drop_front();
  if (failed(checkWindows(n, starts, n.sizes(input), sizes))) {
    return failure();
  }
  if (starts.empty()) {
    return n.finish(input);
  }
  SmallVector<std::optional<SymExpr>> places;
  for (auto [start, size, all] : llvm::zip(starts, sizes, n.sizes(input))) {
    std::optional<int64_t> known = size == all ? 0 : graph::splatInteger(start);
    places.push_back(known ? std::optional(SymExpr(std::clamp<int64_t>(*known, 0, all - size)))
                           : std::nullopt);
  }
  bool isStatic = llvm::all_of(places, [](const auto &place) { return place.has_value(); });
  Value list = isStatic ? Value() : n.list(clampedStarts(n, starts, n.sizes(input), sizes));
  SmallVector<int64_t> steps(sizes.size(), 1);
  return n.finish(
      n.slice(input, places, list, steps, Sizes{graph::SymShape(sizes.begin(), sizes.end()), Value()}));
}

static LogicalResult importDynamicUpdateSlice(HloImporter &n, stablehlo::DynamicUpdateSliceOp) {
  Value input = n.operand(0), update = n.operand(1);
  ArrayRef<Value> starts = n.operands().drop_front(2);
  if (failed(checkWindows(n, starts, n.sizes(input), n.sizes(update)))) {
    return failure();
  }
  if (starts.empty()) {
    return n.finish(update);
  }
  // The update moved to its place, where the position is inside its window, else the input.
  Type i64 = n.builder().getI64Type();
  SmallVector<Value> clamped = clampedStarts(n, starts, n.sizes(input), n.sizes(update));
  ArrayRef<int64_t> sizes = n.sizes(input);
  Value inside;
  for (auto [dim, start] : llvm::enumerate(clamped)) {
    if (n.sizes(update)[dim] == sizes[dim]) {
      continue;
    }
    SmallVector<int64_t> along(sizes.size(), 1);
    along[dim] = sizes[dim];
    Value place = n.iota(graph::SymShape(along.begin(), along.end()), static_cast<int64_t>(dim), i64);
    Value end = n.make<graph::AddOp>(start, n.scalarInt(n.sizes(update)[dim], i64));
    Value here = n.make<graph::AndOp>(n.compare(graph::Predicate::Ge, place, start),
                                      n.compare(graph::Predicate::Lt, place, end));
    inside = inside ? n.make<graph::AndOp>(inside, here) : here;
  }
  if (!inside) {
    return n.finish(n.failed() ? Value() : update);
  }
  SmallVector<Attribute> places(sizes.size(), n.builder().getStringAttr("?"));
  auto moved = n.makeTyped<graph::PadOp>(
      input.getType(), update, n.scalarLike(0, update), graph::PadMode::Constant,
      n.builder().getArrayAttr(places),
      n.builder().getDenseI64ArrayAttr(SmallVector<int64_t>(sizes.size(), 0)), n.list(clamped), Value());
  return n.finish(moved ? n.select(inside, moved.getResult(), input) : Value());
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

namespace {
/// Windows of an operand, in the words that gather and scatter share.
struct Windows {
  ArrayRef<int64_t> operandBatching, indicesBatching,
      indexMap;               ///< indexMap: the operand's dimension of a coordinate
  int64_t indexVector;        ///< the dimension of the indices that holds coordinates
  SmallVector<int64_t> sizes; ///< of a window, per dimension of the operand
};

/// Access by coordinates.
struct Coordinates {
  Value indices;                ///< i64 [batch…, wide…, coordinates]
  SmallVector<int64_t> batch;   ///< sizes of the batch
  SmallVector<int64_t> indexed; ///< the operand's dimensions of the coordinates, in order
  SmallVector<int64_t> wide;    ///< those of them in which a window has another size than 1
  SmallVector<int64_t> spanned; ///< the other dimensions of the operand
};
} // namespace

static LogicalResult checkRoles(HloImporter &n, Value operand, Value indices, const Windows &windows) {
  int64_t rank = n.rank(operand), indicesRank = n.rank(indices);
  SmallVector<int64_t> indexed(windows.operandBatching);
  llvm::append_range(indexed, windows.indexMap);
  if (windows.indexVector < 0 || windows.indexVector > indicesRank ||
      !isa<IntegerType>(n.elementType(indices))) {
    return n.bad("has coordinates in dimension " + Twine(windows.indexVector) + " of indices of rank " +
                 Twine(indicesRank));
  }
  int64_t coordinates = windows.indexVector == indicesRank ? 1 : n.sizes(indices)[windows.indexVector];
  if (failed(n.checkDims("batching dims and the index map", indexed, rank)) ||
      failed(n.checkDims("batching dims of the indices", windows.indicesBatching, indicesRank)) ||
      failed(n.checkCount("coordinates", windows.indexMap.size(), coordinates)) ||
      failed(n.checkCount("batching dims of the indices", windows.indicesBatching.size(),
                          windows.operandBatching.size())) ||
      failed(n.checkCount("window sizes", windows.sizes.size(), rank))) {
    return failure();
  }
  for (auto [size, all] : llvm::zip(windows.sizes, n.sizes(operand))) {
    if (size < 0 || size > all) {
      return n.bad("has a window of " + Twine(size) + " in a dimension of " + Twine(all));
    }
  }
  for (auto [a, b] : llvm::zip(windows.operandBatching, windows.indicesBatching)) {
    if (b == windows.indexVector || n.sizes(operand)[a] != n.sizes(indices)[b] || windows.sizes[a] != 1) {
      return n.bad("has batching dims of different sizes, or a window in one");
    }
  }
  return success();
}

/// The indices as [batch…, coordinates] of i64.
static Value coordinatesLast(HloImporter &n, Value indices, int64_t indexVector) {
  int64_t rank = n.rank(indices);
  Value result = n.castTo(indices, n.builder().getI64Type());
  if (indexVector == rank) {
    return n.unsqueeze(result, {rank});
  }
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim != indexVector) {
      order.push_back(dim);
    }
  }
  order.push_back(indexVector);
  return n.transpose(result, order);
}

/// Which dimensions are what; the coordinates are still missing. `corners` are [batch…, coordinates].
static Coordinates rolesOf(HloImporter &n, Value operand, Value corners, const Windows &windows) {
  Coordinates result;
  result.batch.assign(n.sizes(corners).begin(), n.sizes(corners).end() - 1);
  for (int64_t dim = 0; dim < n.rank(operand); ++dim) {
    bool isIndexed =
        llvm::is_contained(windows.indexMap, dim) || llvm::is_contained(windows.operandBatching, dim);
    (isIndexed ? result.indexed : result.spanned).push_back(dim);
    if (isIndexed && windows.sizes[dim] != 1) {
      result.wide.push_back(dim);
    }
  }
  return result;
}

/// The coordinate of a window's corner in dimension `dim` of the operand, of rank `full.size()` and with the
/// sizes `full` or 1.
static Value cornerOf(HloImporter &n, int64_t dim, Value corners, const Windows &windows,
                      const Coordinates &at, ArrayRef<int64_t> full) {
  SmallVector<int64_t> shape(full.size(), 1);
  const auto *batching = llvm::find(windows.operandBatching, dim);
  if (batching != windows.operandBatching.end()) {
    int64_t from = windows.indicesBatching[batching - windows.operandBatching.begin()];
    from -= from > windows.indexVector;
    shape[from] = full[from];
    return n.iota(graph::SymShape(shape.begin(), shape.end()), from, n.builder().getI64Type());
  }
  int64_t column = llvm::find(windows.indexMap, dim) - windows.indexMap.begin();
  llvm::copy(at.batch, shape.begin());
  return n.reshapeTo(n.sliceDim(corners, static_cast<int64_t>(at.batch.size()), column, 1), shape);
}

/// The coordinates of every element of every window, along the indexed dimensions. The corners are moved
/// inside if `clamps`, as a gather asks for. Roles have been checked.
static Coordinates coordinatesOf(HloImporter &n, Value operand, Value indices, const Windows &windows,
                                 bool clamps) {
  Type i64 = n.builder().getI64Type();
  Value corners = coordinatesLast(n, indices, windows.indexVector);
  if (!corners) {
    return {};
  }
  Coordinates result = rolesOf(n, operand, corners, windows);
  SmallVector<int64_t> full(result.batch); // of one coordinate: [batch…, wide…, 1]
  for (int64_t dim : result.wide) {
    full.push_back(windows.sizes[dim]);
  }
  full.push_back(1);
  SmallVector<Value> columns;
  for (int64_t dim : result.indexed) {
    Value place = cornerOf(n, dim, corners, windows, result, full);
    if (clamps) {
      int64_t last = n.sizes(operand)[dim] - windows.sizes[dim];
      place = n.make<graph::MinOp>(n.make<graph::MaxOp>(place, n.scalarInt(0, i64)), n.scalarInt(last, i64));
    }
    const auto *wide = llvm::find(result.wide, dim);
    if (wide != result.wide.end()) {
      auto axis = static_cast<int64_t>(result.batch.size()) + (wide - result.wide.begin());
      graph::SymShape offsets(full.size(), SymExpr(1));
      offsets[axis] = full[axis];
      place = n.make<graph::AddOp>(place, n.iota(offsets, axis, i64));
    }
    columns.push_back(n.broadcastTo(place, full));
  }
  if (columns.empty()) { // no dimension is indexed: one window, at the start
    full.back() = 0;
    Value none = n.constant(DenseElementsAttr::get(RankedTensorType::get({0}, i64), ArrayRef<int64_t>()));
    result.indices = n.broadcastTo(none, full);
  } else {
    result.indices = n.concat(columns, static_cast<int64_t>(full.size()) - 1);
  }
  return result;
}

/// The operand with its indexed dimensions in front.
static SmallVector<int64_t> indexedFirst(const Coordinates &at) {
  SmallVector<int64_t> order(at.indexed);
  llvm::append_range(order, at.spanned);
  return order;
}

/// How [batch…, window…], with the window's dimensions `windowDims` of the operand, is made of [batch…,
/// wide…, spanned…]: the place of each dimension there, dimensions of size 1 left out. `offset` has the
/// places of the window's dimensions in the result.
static SmallVector<int64_t> windowOrder(const Coordinates &at, ArrayRef<int64_t> offset,
                                        ArrayRef<int64_t> windowDims, int64_t rank) {
  int64_t batchRank = static_cast<int64_t>(at.batch.size()), nextBatch = 0, nextOffset = 0;
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(offset, dim)) {
      order.push_back(nextBatch++);
      continue;
    }
    int64_t from = windowDims[nextOffset++];
    const auto *wide = llvm::find(at.wide, from), *spanned = llvm::find(at.spanned, from);
    if (wide != at.wide.end()) {
      order.push_back(batchRank + (wide - at.wide.begin()));
    } else if (spanned != at.spanned.end()) {
      order.push_back(batchRank + static_cast<int64_t>(at.wide.size()) + (spanned - at.spanned.begin()));
    }
  }
  return order;
}

/// The operand's dimensions that a window has in the result: those not in `dropped`.
static SmallVector<int64_t> windowDimsOf(int64_t rank, ArrayRef<int64_t> dropped,
                                         ArrayRef<int64_t> batching) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(dropped, dim) && !llvm::is_contained(batching, dim)) {
      dims.push_back(dim);
    }
  }
  return dims;
}

static LogicalResult importGather(HloImporter &n, stablehlo::GatherOp op) {
  stablehlo::GatherDimsAttr dims = op.getDimensionNumbers();
  Value operand = n.operand(0), indices = n.operand(1);
  int64_t rank = n.rank(operand), resultRank = n.declared().getRank();
  Windows windows = {dims.getOperandBatching(), dims.getIndicesBatching(), dims.getStartIndexMap(),
                     dims.getIndexVector(), SmallVector<int64_t>(op.getSliceSizes())};
  SmallVector<int64_t> windowDims = windowDimsOf(rank, dims.getCollapsedSlice(), dims.getOperandBatching());
  if (failed(checkRoles(n, operand, indices, windows)) ||
      failed(n.checkDims("offset dims", dims.getOffset(), resultRank)) ||
      failed(n.checkDims("collapsed dims", dims.getCollapsedSlice(), rank)) ||
      failed(n.checkCount("offset dims", dims.getOffset().size(), windowDims.size()))) {
    return failure();
  }
  for (int64_t dim : dims.getCollapsedSlice()) {
    if (windows.sizes[dim] != 1) {
      return n.bad("collapses dimension " + Twine(dim) + " of a window, which has size " +
                   Twine(windows.sizes[dim]));
    }
  }
  Coordinates at = coordinatesOf(n, operand, indices, windows, /*clamps=*/true);
  if (n.failed() ||
      failed(n.checkCount("dimensions in the result", resultRank, at.batch.size() + windowDims.size()))) {
    return failure();
  }
  // What is spanned starts at 0.
  SmallVector<int64_t> part(n.sizes(operand)), starts(rank, 0), steps(rank, 1);
  for (int64_t dim : at.spanned) {
    part[dim] = windows.sizes[dim];
  }
  Value cut = n.transpose(n.sliceAt(operand, starts, part, steps), indexedFirst(at));
  Value taken = n.make<graph::GatherNdOp>(cut, at.indices, static_cast<int64_t>(0));
  if (n.failed()) {
    return failure();
  }
  // A spanned dimension that is collapsed goes first.
  SmallVector<int64_t> order = windowOrder(at, dims.getOffset(), windowDims, resultRank), gone;
  for (int64_t dim = 0; dim < n.rank(taken); ++dim) {
    if (!llvm::is_contained(order, dim)) {
      gone.push_back(dim);
    }
  }
  order.insert(order.begin(), gone.begin(), gone.end());
  return n.finish(n.reshapeTo(n.transpose(taken, order), n.declared().getShape()));
}

/// The windows of a scatter, whose sizes are those of the updates; `windowDims` are the operand's dimensions
/// of an update's window, in order.
static FailureOr<Windows> scatterWindows(HloImporter &n, stablehlo::ScatterDimsAttr dims,
                                         ArrayRef<int64_t> windowDims) {
  Value input = n.operand(0), indices = n.operand(1), updates = n.operand(2);
  int64_t rank = n.rank(input), updatesRank = n.rank(updates);
  if (failed(n.checkDims("inserted dims", dims.getInsertedWindow(), rank)) ||
      failed(n.checkDims("window dims of the updates", dims.getUpdateWindow(), updatesRank)) ||
      failed(n.checkCount("window dims of the updates", dims.getUpdateWindow().size(), windowDims.size()))) {
    return failure();
  }
  Windows windows = {dims.getInputBatching(), dims.getIndicesBatching(), dims.getScatterDims(),
                     dims.getIndexVector(), SmallVector<int64_t>(rank, 1)};
  for (auto [dim, place] : llvm::zip(windowDims, dims.getUpdateWindow())) {
    windows.sizes[dim] = n.sizes(updates)[place];
  }
  if (failed(checkRoles(n, input, indices, windows))) {
    return failure();
  }
  return windows;
}

/// The updates of a scatter as [batch…, wide…, spanned…].
static Value arrangeUpdates(HloImporter &n, Value updates, stablehlo::ScatterDimsAttr dims,
                            const Windows &windows, const Coordinates &at, ArrayRef<int64_t> windowDims) {
  int64_t rank = n.rank(updates);
  SmallVector<int64_t> order = windowOrder(at, dims.getUpdateWindow(), windowDims, rank), kept;
  for (int64_t dim = 0, next = 0; dim < rank; ++dim) {
    bool isWindow = llvm::is_contained(dims.getUpdateWindow(), dim);
    int64_t from = isWindow ? windowDims[next++] : -1;
    if (!isWindow || llvm::is_contained(at.wide, from) || llvm::is_contained(at.spanned, from)) {
      kept.push_back(n.sizes(updates)[dim]); // others have size 1
    }
  }
  SmallVector<int64_t> target(at.batch);
  for (ArrayRef<int64_t> part : {ArrayRef(at.wide), ArrayRef(at.spanned)}) {
    for (int64_t dim : part) {
      target.push_back(windows.sizes[dim]);
    }
  }
  SmallVector<int64_t> sorted = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(order.size())));
  llvm::sort(sorted, [&](int64_t a, int64_t b) { return order[a] < order[b]; });
  return n.reshapeTo(n.transpose(n.reshapeTo(updates, kept), sorted), target);
}

/// `base`, whose leading dimensions the coordinates are of, with the updates combined into it. A place
/// outside is skipped: such an update goes to a row that is added behind and cut off again.
static Value scatterInside(HloImporter &n, Value base, Value indices, Value updates,
                           graph::Combiner combiner) {
  if (n.failed()) {
    return nullptr;
  }
  Type i64 = n.builder().getI64Type();
  int64_t coordinates = n.sizes(indices).back(), rank = n.rank(base);
  SmallVector<int64_t> rows(n.sizes(base)), limits = rows, nowhere(coordinates, 0), steps(rank, 1),
                                            zeros(rank, 0);
  limits.truncate(coordinates);
  nowhere[0] = limits[0];
  Value inside = n.make<graph::AndOp>(n.compare(graph::Predicate::Ge, indices, n.scalarInt(0, i64)),
                                      n.compare(graph::Predicate::Lt, indices, n.integers(limits)));
  inside = n.reduce(graph::Combiner::Min, inside, {n.rank(indices) - 1});
  Value places = n.select(inside, indices, n.integers(nowhere));
  SmallVector<int64_t> one = zeros;
  one[0] = 1;
  Value result =
      n.make<graph::ScatterNdOp>(n.padBy(base, zeros, one, Value(), {}), places, updates, combiner);
  return n.sliceAt(result, zeros, rows, steps);
}

static LogicalResult importScatter(HloImporter &n, stablehlo::ScatterOp op) {
  stablehlo::ScatterDimsAttr dims = op.getScatterDimensionNumbers();
  std::optional<graph::Combiner> combiner = combinerOf(op.getUpdateComputation());
  if (n.numOperands() != 3 || !combiner) {
    return n.unsupported(
        "is supported for one input and a function that adds, multiplies, takes the larger, the smaller "
        "or the new element");
  }
  Value input = n.operand(0), indices = n.operand(1), updates = n.operand(2);
  int64_t rank = n.rank(input);
  SmallVector<int64_t> windowDims = windowDimsOf(rank, dims.getInsertedWindow(), dims.getInputBatching());
  FailureOr<Windows> windows = scatterWindows(n, dims, windowDims);
  if (failed(windows)) {
    return failure();
  }
  Coordinates at = coordinatesOf(n, input, indices, *windows, /*clamps=*/false);
  if (n.failed() || failed(n.checkCount("dimensions in the updates", n.rank(updates),
                                        at.batch.size() + windowDims.size()))) {
    return failure();
  }
  if (at.indexed.empty()) {
    return n.unsupported("without coordinates is not supported");
  }
  for (int64_t dim : at.spanned) {
    if (windows->sizes[dim] != n.sizes(input)[dim]) {
      return n.unsupported("with windows that span a part of dimension " + Twine(dim) + " is not supported");
    }
  }
  Value result = scatterInside(n, n.transpose(input, indexedFirst(at)), at.indices,
                               arrangeUpdates(n, updates, dims, *windows, at, windowDims), *combiner);
  SmallVector<int64_t> restore(rank);
  for (auto [from, to] : llvm::enumerate(indexedFirst(at))) {
    restore[to] = static_cast<int64_t>(from);
  }
  return n.finish(n.transpose(result, restore));
}

static LogicalResult importTopK(HloImporter &n, chlo::TopKOp op) {
  Value input = n.operand(0);
  int64_t axis = n.rank(input) - 1, k = op.getK();
  if (axis < 0 || k < 0 || k > n.sizes(input)[axis]) {
    return n.bad("takes " + Twine(k) + " elements of a tensor of rank " + Twine(axis + 1));
  }
  SmallVector<int64_t> sizes(n.sizes(input));
  sizes[axis] = k;
  Type types[] = {RankedTensorType::get(sizes, n.elementType(input)),
                  RankedTensorType::get(sizes, n.builder().getI64Type())};
  auto top = n.makeTyped<graph::TopKOp>(types, input, axis, true, Value());
  if (!top) {
    return failure();
  }
  return n.finish({top.getValues(), n.castTo(top.getIndices(), n.declared(1).getElementType())});
}

void importer::addHloIndexOps(HloTable &table) {
  table.add(importDynamicSlice);
  table.add(importDynamicUpdateSlice);
  table.add(importGather);
  table.add(importScatter);
  table.add(importTopK);
}

//===- OnnxMatrix.cpp - determinants and inverses -------------------------===//
//
// Elimination with the largest pivot of each column, one column after the other, spelled out: the size of the
// matrices is a number, and they are small.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

/// The size of the square matrices [..., size, size]; refused for others.
static FailureOr<int64_t> matrixSize(NodeImporter &n, Value x) {
  constexpr int64_t kMaxSize = 32; // each column is a dozen ops
  int64_t rank = n.rank(x);
  if (rank < 2) {
    return n.bad("the input has rank " + Twine(rank) + " but at least 2 is wanted");
  }
  FailureOr<int64_t> size = n.staticSize(x, rank - 1, "the size of the matrices");
  if (failed(size)) {
    return failure();
  }
  if (!graph::mayBeEqual(n.shape(x)[rank - 2], n.shape(x)[rank - 1])) {
    return n.bad("the matrices have shape " + graph::toString(n.shape(x)) + " and are not square");
  }
  if (*size > kMaxSize) {
    return n.unsupported("matrices of size " + Twine(*size) + " are above the limit of " + Twine(kMaxSize));
  }
  return size;
}

/// The product of the pivots, with a sign for each exchange of rows.
static LogicalResult importDet(NodeImporter &n) {
  Value x = n.input(0);
  FailureOr<int64_t> size = matrixSize(n, x);
  if (failed(size)) {
    return failure();
  }
  int64_t rank = n.rank(x), row = rank - 2, column = rank - 1;
  Type type = n.elementType(x), index = n.builder().getI64Type();
  Value rest = n.castTo(x, n.computeType(type)), result = n.scalarLike(1, rest);
  for (int64_t left = *size; left > 0 && !n.failed(); --left) {
    Value heads = n.sliceDim(rest, column, 0, 1);
    Value place = n.make<graph::ArgReduceOp>(graph::Combiner::Max, n.make<graph::AbsOp>(heads), row, false);
    Value first = n.sliceDim(rest, row, 0, 1);
    Value pivotRow = n.make<graph::GatherElementsOp>(rest, n.broadcast(place, n.shape(first)), row);
    Value pivot = n.sliceDim(pivotRow, column, 0, 1);
    Value isFirst = n.compare(Predicate::Eq, place, n.scalarInt(0, index));
    Value sign = n.select(isFirst, n.scalarLike(1, rest), n.scalarLike(-1, rest));
    result = n.make<graph::MulOp>(result, n.make<graph::MulOp>(pivot, sign));
    if (left == 1) {
      break;
    }
    // The first row takes the place of the pivot's.
    Value isPivotRow = n.compare(Predicate::Eq, n.unsqueeze(n.iota({left}, 0, index), {1}), place);
    Value others = n.sliceDim(n.select(isPivotRow, first, rest), row, 1, left - 1);
    Value isZero = n.compare(Predicate::Eq, pivot, n.scalarLike(0, rest)); // then the result is 0 already
    Value factors = n.make<graph::DivOp>(n.sliceDim(others, column, 0, 1),
                                         n.select(isZero, n.scalarLike(1, rest), pivot));
    rest = n.make<graph::SubOp>(n.sliceDim(others, column, 1, left - 1),
                                n.make<graph::MulOp>(factors, n.sliceDim(pivotRow, column, 1, left - 1)));
  }
  if (*size == 0) {
    graph::SymShape batch = n.shape(x);
    batch.resize(row);
    return n.finish(n.splat(1, batch, type));
  }
  return n.finish(n.castTo(n.squeeze(result, {row, column}), type));
}

/// com.microsoft: the matrix beside the unit matrix, whose columns become units one by one.
static LogicalResult importInverse(NodeImporter &n) {
  Value x = n.input(0);
  FailureOr<int64_t> size = matrixSize(n, x);
  if (failed(size)) {
    return failure();
  }
  int64_t rank = n.rank(x), row = rank - 2, column = rank - 1;
  Type type = n.elementType(x), wide = n.computeType(type), index = n.builder().getI64Type();
  Value place = n.iota({*size}, 0, index), rows = n.unsqueeze(place, {1});
  graph::SymShape shape = n.shape(x);
  shape[row] = *size;
  Value unit = n.castTo(n.compare(Predicate::Eq, rows, place), wide);
  Value rest = n.concat({n.broadcast(n.castTo(x, wide), shape), n.broadcast(unit, shape)}, column);
  for (int64_t k = 0; k < *size && !n.failed(); ++k) {
    Value heads = n.make<graph::AbsOp>(n.sliceDim(n.sliceDim(rest, column, k, 1), row, k, *size - k));
    Value pivot = n.make<graph::ArgReduceOp>(graph::Combiner::Max, heads, row, false);
    pivot = n.make<graph::AddOp>(pivot, n.scalarInt(k, index));
    Value own = n.sliceDim(rest, row, k, 1);
    Value chosen =
        n.failed() ? Value() : n.make<graph::GatherElementsOp>(rest, n.broadcast(pivot, n.shape(own)), row);
    Value unitRow = n.make<graph::DivOp>(chosen, n.sliceDim(chosen, column, k, 1));
    rest = n.select(n.compare(Predicate::Eq, rows, pivot), own, rest); // the rows change places
    Value without = n.make<graph::SubOp>(rest, n.make<graph::MulOp>(n.sliceDim(rest, column, k, 1), unitRow));
    rest = n.select(n.compare(Predicate::Eq, rows, n.scalarInt(k, index)), unitRow, without);
  }
  return n.finish(n.castTo(n.sliceDim(rest, column, *size, *size), type));
}

void importer::addMatrixOps(OpTable &table) {
  table.add("Det", {importDet});
  table.add("Inverse", {importInverse}, kMicrosoft);
}

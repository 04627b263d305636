//===- TransposeBlock.cpp - turning a block over in registers -------------===//
//
// Squares are turned by log2(n) rounds of shuffles of two vectors each (Eklundh 1972): a round exchanges,
// between rows that differ in one bit of their number, the elements whose lane differs in the same bit. Other
// shapes are cut into or put together from squares.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/TransposeBlock.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace heddle;
using namespace heddle::tile;

static SmallVector<Value> transposeSquare(OpBuilder &b, Location loc, SmallVector<Value> rows) {
  int64_t n = rows.size();
  for (int64_t bit = 1; bit < n; bit *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < n; ++lane) {
      low.push_back(lane & bit ? n + (lane ^ bit) : lane);
      high.push_back(lane & bit ? n + lane : lane ^ bit);
    }
    for (int64_t r = 0; r < n; ++r) {
      if (!(r & bit)) {
        Value x = rows[r], y = rows[r | bit];
        rows[r] = vector::ShuffleOp::create(b, loc, x, y, low);
        rows[r | bit] = vector::ShuffleOp::create(b, loc, x, y, high);
      }
    }
  }
  return rows;
}

SmallVector<Value> tile::transposeBlock(OpBuilder &b, Location loc, ArrayRef<Value> rows, int64_t lanes) {
  int64_t height = rows.size();
  if (lanes == 1) {
    if (height == 1) {
      return SmallVector<Value>(rows);
    }
    auto type = VectorType::get({height}, rows[0].getType());
    return {vector::FromElementsOp::create(b, loc, type, rows)};
  }
  if (height == 1) {
    SmallVector<Value> scalars;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      scalars.push_back(vector::ExtractOp::create(b, loc, rows[0], lane));
    }
    return scalars;
  }
  if (height == lanes) {
    return transposeSquare(b, loc, SmallVector<Value>(rows));
  }
  SmallVector<Value> result;
  if (height < lanes) { // squares side by side
    for (int64_t first = 0; first < lanes; first += height) {
      SmallVector<Value> square;
      SmallVector<int64_t> piece = llvm::to_vector(llvm::seq<int64_t>(first, first + height));
      for (Value row : rows) {
        square.push_back(vector::ShuffleOp::create(b, loc, row, row, piece));
      }
      result.append(transposeSquare(b, loc, square));
    }
    return result;
  }
  // Squares above each other: their turned rows are joined.
  SmallVector<SmallVector<Value>> squares;
  for (int64_t first = 0; first < height; first += lanes) {
    squares.push_back(transposeSquare(b, loc, SmallVector<Value>(rows.slice(first, lanes))));
  }
  for (int64_t lane = 0; lane < lanes; ++lane) {
    SmallVector<Value> parts =
        llvm::map_to_vector(squares, [&](ArrayRef<Value> square) { return square[lane]; });
    while (parts.size() > 1) {
      SmallVector<Value> joined;
      int64_t width = cast<VectorType>(parts[0].getType()).getNumElements();
      SmallVector<int64_t> both = llvm::to_vector(llvm::seq<int64_t>(0, 2 * width));
      for (size_t i = 0; i < parts.size(); i += 2) {
        joined.push_back(vector::ShuffleOp::create(b, loc, parts[i], parts[i + 1], both));
      }
      parts = std::move(joined);
    }
    result.push_back(parts[0]);
  }
  return result;
}

//===- MapTransposed.cpp - map kernels that turn blocks over --------------===//
//
// [n, c, hw] becomes [n, hw, c]: vectors along c would gather from c rows, so vectors run along hw. A block
// of as many channels as lanes is loaded by rows, turned over in registers, and stored by columns. The loop
// over hw is innermost, so that few rows are open at a time (each is a page of its own). Where c is shorter
// than a vector (an image of three channels), the vectors of all channels are interleaved instead.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/MapLowering.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/TransposeBlock.h"

using namespace heddle;
using namespace heddle::tile;

/// Positions along the lanes' group that are one unit of work: guess, 16 vectors.
constexpr int64_t kVectorsOfUnit = 16;

static SymExpr sizeOf(const MapTarget &target, const Group &group) {
  return product(ArrayRef(graph::shapeOf(target.tensor)).slice(group.first, group.count));
}

bool MapLowering::lowerTransposed(const MapTarget &target, ArrayRef<Group> groups) {
  if (isSerial || groups.size() < 2 || pattern.isContiguous(target.tensor, groups.back().end() - 1)) {
    return false;
  }
  int64_t lanes = scheduleOf(kernel).getLanes();
  std::optional<TransposedNest> nest;
  for (auto [slot, group] : llvm::enumerate(groups.drop_back())) {
    std::optional<int64_t> size = sizeOf(target, group).constant();
    if (pattern.isContiguous(target.tensor, group.end() - 1) && !(size && *size < lanes)) {
      nest = {group, groups.back(), static_cast<unsigned>(slot)};
    }
  }
  if (!nest || sizeOf(target, nest->last).isConstant(1)) {
    return false;
  }
  // Units: all other groups, and pieces of the lanes' group, of which the last takes what is left over.
  Place others;
  SymExpr units(1);
  for (auto [slot, group] : llvm::enumerate(groups.drop_back())) {
    if (slot != nest->slot) {
      others.push_back(group);
      units = units * sizeOf(target, group);
    }
  }
  int64_t pieceSize = kVectorsOfUnit * lanes;
  SymExpr size = sizeOf(target, nest->along), pieces = SymExpr::max(1, SymExpr::floorDiv(size, pieceSize));
  std::optional<int64_t> depth = sizeOf(target, nest->last).constant();
  bool interleaves = depth && *depth < lanes && *depth <= 8 && nest->slot + 2 == groups.size() &&
                     ArrayRef(graph::shapeOf(target.tensor)) == ArrayRef(target.resultShape);
  Value numPieces = function.size(pieces), wholeSize = function.size(size);
  forUnits(function.size(units * pieces), [&](OpBuilder &b, Value unit) {
    IndexMath math(function, b, 1);
    Value outerUnit = others.empty() ? Value() : math.divide(unit, numPieces);
    Value piece = others.empty() ? unit : math.remainder(unit, numPieces);
    Place place = placeOfUnit(function, b, others, graph::shapeOf(target.tensor), outerUnit);
    Value begin = math.multiply(piece, function.constant(pieceSize));
    Value isLast = math.equal(piece, math.subtract(numPieces, function.constant(1)));
    Value end = math.choose(isLast, wholeSize, math.add(begin, function.constant(pieceSize)));
    if (interleaves) {
      interleave(target, *nest, place, begin, end);
    } else {
      transposeBlocks(target, *nest, place, begin, end);
    }
  });
  return true;
}

void MapLowering::transposeBlocks(const MapTarget &target, const TransposedNest &nest, const Place &others,
                                  Value begin, Value end) {
  int64_t lanes = scheduleOf(kernel).getLanes();
  SymExpr depth = sizeOf(target, nest.last);
  forVectors(function, function.constant(0), function.size(depth), depth, lanes,
             [&](OpBuilder &, Value row, int64_t height) {
               forVectors(function, begin, end, sizeOf(target, nest.along), lanes,
                          [&](OpBuilder &, Value first, int64_t width) {
                            transposeOne(target, nest, others, first, width, row, height);
                          });
             });
}

/// `height` rows of `width` elements become `width` rows of `height`.
void MapLowering::transposeOne(const MapTarget &target, const TransposedNest &nest, const Place &others,
                               Value first, int64_t width, Value row, int64_t height) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, height);
  auto placeAt = [&](Index along, Index last) {
    Place place = others;
    place.insert(place.begin() + nest.slot, {nest.along.first, nest.along.count, along});
    place.push_back({nest.last.first, nest.last.count, last});
    return place;
  };
  SmallVector<Value> rows;
  for (int64_t r = 0; r < height; ++r) {
    Place place = placeAt({first, width > 1}, {math.add(row, function.constant(r)), false});
    rows.push_back(emitter.emitAt(b, target.tensor, place, width).front());
  }
  SmallVector<Value> columns = transposeBlock(b, function.loc(), rows, width);
  for (int64_t lane = 0; lane < width; ++lane) {
    Place place = placeAt({math.add(first, function.constant(lane)), false}, {row, height > 1});
    storeMapTarget(emitter, function, b, target, columns[lane], place, height);
  }
}

/// The rows of a short last group, element by element beside each other: [a0 a1 …] [b0 b1 …] -> a0 b0 a1 b1 …
static SmallVector<Value> interleaveRows(OpBuilder &b, Location loc, ArrayRef<Value> rows, int64_t width) {
  int64_t depth = rows.size();
  SmallVector<Value> result;
  for (int64_t part = 0; part < depth; ++part) {
    Value mixed = rows[0];
    for (int64_t r = 1; r < depth; ++r) {
      SmallVector<int64_t> mask;
      for (int64_t lane = 0; lane < width; ++lane) {
        int64_t at = part * width + lane, from = at % depth, position = at / depth;
        // What earlier shuffles put in place stays there.
        mask.push_back(from == r ? width + position : from == 0 && r == 1 ? position : lane);
      }
      mixed = vector::ShuffleOp::create(b, loc, mixed, rows[r], mask);
    }
    result.push_back(mixed);
  }
  return result;
}

void MapLowering::interleave(const MapTarget &target, const TransposedNest &nest, const Place &others,
                             Value begin, Value end) {
  int64_t depth = *sizeOf(target, nest.last).constant();
  SmallVector<SymExpr> shape = graph::shapeOf(target.tensor);
  forVectors(function, begin, end, sizeOf(target, nest.along), scheduleOf(kernel).getLanes(),
             [&](OpBuilder &b, Value first, int64_t width) {
               IndexMath math(function, b, width);
               SmallVector<Value> rows;
               Place place = others;
               place.push_back({nest.along.first, nest.along.count, {first, width > 1}});
               for (int64_t r = 0; r < depth; ++r) {
                 place.push_back({nest.last.first, nest.last.count, math.constant(r)});
                 rows.push_back(emitter.emitAt(b, target.tensor, place, width).front());
                 place.pop_back();
               }
               SmallVector<Value> mixed = width == 1 ? rows : interleaveRows(b, function.loc(), rows, width);
               place.back().index.lane = false;
               place.push_back({nest.last.first, nest.last.count, math.constant(0)});
               Value start = math.linearize(place, shape, 0, shape.size()).value;
               Type element = cast<RankedTensorType>(target.tensor.getType()).getElementType();
               for (int64_t part = 0; part < depth; ++part) {
                 Index at{math.add(start, function.constant(part * width)), width > 1};
                 emitter.storeFlat(b, mixed[part], element, target.flat, at, width);
               }
             });
}

//===- MapLowering.h - the state of a map kernel's lowering -----*- C++ -*-===//
//
// Private to LowerMap.cpp and MapTransposed.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_MAPLOWERING_H
#define PASSES_TILE_MAPLOWERING_H

#include "passes/Tile/ElementEmitter.h"
#include "passes/Tile/MapTargets.h"

namespace heddle::tile {

/// A nest whose lanes run along `along`, the group in `slot`, while `last` is innermost in the result.
struct TransposedNest {
  Group along, last;
  unsigned slot;
};

class MapLowering {
public:
  explicit MapLowering(kernel::FuncOp kernel) : kernel(kernel), function(kernel), emitter(function) {}
  LogicalResult run();

private:
  void lowerNest(ArrayRef<MapTarget> targets);
  void lowerRow(ArrayRef<MapTarget> targets, const Place &outer, Group inner, Value begin, Value end);
  void lowerInner(ArrayRef<MapTarget> targets, Place outer, ArrayRef<Group> between, Group inner);
  /// Lanes along another group than the last, where that reads neighbours and the last does not. False if
  /// nothing was done (MapTransposed.cpp).
  bool lowerTransposed(const MapTarget &target, ArrayRef<Group> groups);
  void transposeBlocks(const MapTarget &target, const TransposedNest &nest, const Place &others, Value begin,
                       Value end);
  void transposeOne(const MapTarget &target, const TransposedNest &nest, const Place &others, Value first,
                    int64_t width, Value row, int64_t height);
  void interleave(const MapTarget &target, const TransposedNest &nest, const Place &others, Value begin,
                  Value end);
  void forUnits(Value units, llvm::function_ref<void(OpBuilder &, Value)> body);

  kernel::FuncOp kernel;
  KernelFunction function;
  ElementEmitter emitter;
  LanePattern pattern;
  SmallVector<SmallVector<MapTarget>> nests;
  bool isSerial = false;
};

} // namespace heddle::tile

#endif // PASSES_TILE_MAPLOWERING_H

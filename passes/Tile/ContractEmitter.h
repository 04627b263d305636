//===- ContractEmitter.h - the code of a contraction kernel -----*- C++ -*-===//
//
// One emitter for matrix products and convolutions of all kinds. From outside to inside:
//   units of work   (outer place, block of rows, panels)  split among the workers          Contract.cpp
//   operands        copied to scratch memory where they cannot be read in place ContractOperands.cpp depth
//   blocks    partial sums stay in scratch memory between them                       Contract.cpp tiles rows
//   x vectors accumulators carried through the loops of depth         ContractTile.cpp epilogue element-wise
//   ops on finished sums, stores                              ContractEpilogue.cpp
// The order in which an element's products are added depends on shapes and schedule alone, never on the
// workers.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_CONTRACTEMITTER_H
#define PASSES_TILE_CONTRACTEMITTER_H

#include "passes/Tile/CodeBuilder.h"
#include "passes/Tile/ContractPlan.h"
#include "passes/Tile/ElementEmitter.h"

namespace heddle::tile {

class ContractEmitter : CodeBuilder {
public:
  ContractEmitter(KernelFunction &function, const ContractProblem &problem, const ContractPlan &plan)
      : CodeBuilder(function), problem(problem), plan(plan), elements(function),
        factors(problem.nest.factors.size()) {}

  /// Emits the body of the function.
  void emit();
  /// Whether an element-wise op has no code; a diagnostic was given.
  bool failed() const { return elements.failed(); }

private:
  /// A unit's place: rows [rowBegin, rowEnd). The outer factors are in `factors`.
  struct Unit {
    Value rowBegin, rowEnd;
  };
  /// One panel: its first column, where its elements and the numbers before them start, and how many vectors
  /// of it are computed. `numColumns` is the number of columns inside the result, or nothing if that depends
  /// on the run.
  struct Panel {
    Value column, address, starts;
    int64_t vectors;
    std::optional<int64_t> numColumns;
  };
  /// Part of the depth: positions [begin, end) times inner steps [begin, end). `isFirst` and `isLast` (i1)
  /// are null where depth is not split.
  struct DepthBlock {
    Value positionBegin, positionEnd, innerBegin, innerEnd, isFirst, isLast;
  };
  /// A row as the factors that make it up, and where it starts in lhs.
  struct Row {
    SmallVector<Value> factors;
    Value offset;                   // elements, without depth
    SmallVector<Value> coordinates; // in the checked dimensions of lhs, without the window's part
  };
  /// `rows` rows from `first`, all columns of a panel. `local` is the first row's number in its block.
  struct TilePlace {
    int64_t rows;
    Value first, local;
    const Panel &panel;
  };
  using Sums = SmallVector<Value>;
  /// Where the innermost loop of depth reads: the start of every row and of the panel; and what it asks the
  /// cache for, null where that would not help.
  struct Sources {
    SmallVector<Value> rows;
    Value panel, nextRows, nextPanel;
  };
  /// Gives `lanes` elements from `k` on of the innermost loop of an operand.
  using Reader = llvm::function_ref<Value(Value k, int64_t lanes)>;

  // Contract.cpp: loops around tiles.
  void emitUnit(Value number);
  Unit decodeUnit(Value number, Value &panelGroup);
  void emitPanels(const Unit &unit, Value panelGroup);
  void emitPanel(const Unit &unit, Value number);
  Panel panelAt(Value number);
  void forEachDepthBlock(llvm::function_ref<void(const DepthBlock &)> body);
  void emitRows(const Unit &unit, const Panel &panel, const DepthBlock &block);
  void emitTile(const TilePlace &tile, const DepthBlock &block);
  SmallVector<int64_t> tailHeights() const;

  // ContractTile.cpp: sums of one tile.
  Sums initialSums(const TilePlace &tile, const DepthBlock &block, int64_t chains);
  Sums sumDepth(const TilePlace &tile, const DepthBlock &block);
  Sums sumInner(const Sources &sources, const DepthBlock &block, ValueRange sums, int64_t chains);
  Sums step(const Sources &sources, Value k, int64_t unrolled, ValueRange sums, int64_t chains);
  SmallVector<Value> rowStarts(const TilePlace &tile, SmallVectorImpl<Row> &rows);
  Sources sourcesAt(const TilePlace &tile, ArrayRef<Row> rows, ArrayRef<Value> rowBases, Value position);
  void prefetch(Value address, bool forWriting = false);
  void prefetchResults(const TilePlace &tile);
  Sums joinChains(ValueRange sums, int64_t chains);
  void replaceOutside(SmallVectorImpl<Value> &addresses, ArrayRef<Row> rows, ArrayRef<Value> parts);
  Value nextPanelLines(const TilePlace &tile, Value step);
  Value spreadElement(Value address);
  Value multiplyAdd(Value x, Value y, Value sum);

  // ContractOperands.cpp: operands in scratch memory. `level` counts the depth factors that are fixed.
  void stageLhs(const Unit &unit);
  void stageLhsDepth(unsigned level, Value target, const Row &row);
  void stageLhsElements(Value target, const Row &row);
  bool canCopyRuns() const;
  void stageRun(unsigned level, Value target, const Row &row);
  void stageRhs(const Panel &panel);
  void stageRhsDepth(unsigned level, Value target, Value column, bool isFull);
  void stageRhsRow(Value target, Value column, bool isFull);
  void copy(const SymExpr &length, int64_t lanes, Value target, Type type, Reader read);
  void fill(Value target, const SymExpr &length, Value element);
  void emitIfInside(ArrayRef<Value> coordinates, llvm::function_ref<void()> inside,
                    llvm::function_ref<void()> outside);
  SmallVector<Value> lhsCoordinates(const Row &row);
  Value isInside(ArrayRef<Value> coordinates);

  // ContractEpilogue.cpp: finished sums.
  void finish(const TilePlace &tile, ValueRange sums);
  void finishRegisters(const TilePlace &tile, ValueRange sums);
  void finishVectors(const TilePlace &tile, ValueRange sums);
  void finishElements(const TilePlace &tile, ValueRange sums);
  void storeSums(const TilePlace &tile, ValueRange sums);
  Place resultPlace(Value row, Value column, bool hasLanes);
  void storeResults(Value row, Value column, Value sum, int64_t lanes, Value mask);
  Value sumAddress(const TilePlace &tile);
  int64_t sumOffset(const TilePlace &tile, int64_t number) const;
  Value maskOf(Value numColumns);
  Value roundToResult(Value sum);

  // ContractIndex.cpp: places.
  Row rowAt(Value number);
  Row placeRow(SmallVector<Value> rowFactors);
  Row nextRow(const Row &row);
  /// Elements from one step of a depth factor to the next where depth is laid out densely.
  SymExpr depthStride(unsigned level) const {
    return problem.sizeOf(ArrayRef(problem.depth).drop_front(level + 1));
  }
  /// The index in every dimension of `tensor` under the current `factors`, those that are not fixed being 0;
  /// `laneFactor` runs along lanes.
  Indices indicesOf(const ContractTensor &tensor, std::optional<unsigned> laneFactor);
  /// Elements from the start of an operand, for the current outer `factors` alone.
  Value outerOffset(const ContractTensor &tensor);
  /// Brings elements of lhs in compute type into the type in which they are multiplied.
  Value convertLhs(Value value);
  /// Brings a value in compute type, or as it lies in memory, into the type of the sums.
  Value widen(Value value, bool isUnsigned);
  Value widenStored(Value stored, Type elementType);
  /// Elements of an operand as the tile code reads them.
  Value loadOperand(const ContractTensor &tensor, Value address, int64_t lanes);
  Type memoryType(const ContractTensor &tensor) const;
  bool isStaged(const ContractTensor &tensor) const;

  const ContractProblem &problem;
  const ContractPlan &plan;
  ElementEmitter elements;
  SmallVector<Value> factors; // the current value of every factor that is fixed
  Value currentSum;           // what the epilogue reads as the anchor's result
};

} // namespace heddle::tile

#endif // PASSES_TILE_CONTRACTEMITTER_H

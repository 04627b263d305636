//===- Schedule.cpp - how a kernel's loops are cut ------------------------===//
//
// Register tiles are compared by cycles per step of depth (docs/kernels.md has the measurements behind the
// constants). Blocks: a panel's depth block fits half of L2 beside the rows that are multiplied with it;
// weights are read once where the rows fit L2.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/Schedule.h"
#include "passes/Tile/KernelFunction.h"

using namespace heddle;
using namespace heddle::tile;

namespace {
/// What a current x86-64 core does per cycle; the slowest of these bounds a tile.
constexpr double kFmasPerCycle = 2, kLoadsPerCycle = 2, kInstructionsPerCycle = 5, kL2BytesPerCycle = 32;
/// Cycles around the depth loop of a tile: zeroing, addresses, and per accumulator epilogue and store.
constexpr double kTileOverhead = 12, kAccumulatorOverhead = 1.5;
/// More row addresses than this do not stay in the integer registers.
constexpr int64_t kMaxRowAddresses = 8, kMaxRows = 14, kMaxVectors = 6;
/// Units of parallel work wanted, so that 2 to 16 workers get nearly equal shares.
constexpr int64_t kWantedUnits = 32;

/// Rows, vectors of columns and lanes of a register tile.
struct Tile {
  int64_t rows, vectors, lanes;
  int64_t width() const { return vectors * lanes; }
};
} // namespace

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

kernel::TargetAttr tile::targetOf(Operation *op) {
  auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto target =
      module ? module->getAttrOfType<kernel::TargetAttr>(kernel::KernelDialect::kTargetAttr) : nullptr;
  return target ? target
                : kernel::TargetAttr::get(op->getContext(), "x86-64-v3", "", 32, 16, 32 << 10, 512 << 10);
}

int64_t tile::estimate(const SymExpr &size) {
  std::optional<int64_t> value = size.evaluate([](StringRef) { return std::optional<int64_t>(16); });
  return std::max<int64_t>(value.value_or(256), 0);
}

bool tile::hasLinearRows(const ContractProblem &problem) {
  for (unsigned i = 0; i + 1 < problem.rows.size(); ++i) {
    unsigned factor = problem.rows[i], next = problem.rows[i + 1];
    if (problem.lhs.stride(factor, problem.nest) !=
        problem.lhs.stride(next, problem.nest) * problem.size(next)) {
      return false;
    }
  }
  return problem.checkedDims.empty();
}

/// Cycles of one step of depth for a tile of so many rows.
static double cyclesPerStep(int64_t rows, const Tile &tile, int64_t laneBytes, bool panelInL1) {
  double fmas = rows * tile.vectors, loads = rows + tile.vectors;
  double fromL2 = panelInL1 ? 0 : tile.width() * laneBytes / kL2BytesPerCycle;
  return std::max(
      {fmas / kFmasPerCycle, loads / kLoadsPerCycle, (fmas + loads + 3) / kInstructionsPerCycle, fromL2});
}

/// Cycles of the whole product with a tile.
static double cost(const Tile &tile, int64_t numRows, int64_t numColumns, int64_t numDepth, int64_t laneBytes,
                   int64_t l1Bytes) {
  bool panelInL1 = numDepth * tile.width() * laneBytes <= l1Bytes / 2;
  auto tileCycles = [&](int64_t rows) {
    return rows == 0 ? 0
                     : cyclesPerStep(rows, tile, laneBytes, panelInL1) * numDepth + kTileOverhead +
                           kAccumulatorOverhead * rows * tile.vectors;
  };
  double perPanel = (numRows / tile.rows) * tileCycles(tile.rows) + tileCycles(numRows % tile.rows);
  return perPanel * ceilDiv(numColumns, tile.width());
}

/// The cheapest register tile; among equals the one with the most accumulators.
static Tile chooseTile(const ContractProblem &problem, kernel::TargetAttr target, int64_t laneBytes) {
  std::optional<int64_t> staticRows = problem.numRows().constant();
  int64_t numRows = std::max<int64_t>(staticRows.value_or(estimate(problem.numRows())), 1);
  int64_t numColumns = std::max<int64_t>(estimate(problem.numColumns()), 1),
          depth = estimate(problem.numDepth());
  bool hasOneAddress =
      hasLinearRows(problem) &&
      (problem.rows.empty() || problem.lhs.stride(problem.rows.back(), problem.nest).constant());
  int64_t maxRows = std::min<int64_t>(hasOneAddress ? kMaxRows : kMaxRowAddresses, numRows);
  int64_t native = std::max<int64_t>(target.getVectorBytes() / laneBytes, 2);
  Tile best{1, 1, native};
  double least = -1;
  for (int64_t lanes : {native, std::max<int64_t>(native / 2, 2)}) {
    for (int64_t vectors = kMaxVectors; vectors >= 1; --vectors) {
      if (vectors > 1 && (vectors - 1) * lanes >= numColumns) {
        continue;
      }
      int64_t room = (target.getVectorRegisters() - 1 - vectors) / vectors;
      for (int64_t rows = std::min(maxRows, room); rows >= 1; --rows) {
        Tile tile{rows, vectors, lanes};
        double cycles = cost(tile, numRows, numColumns, depth, laneBytes, target.getL1Bytes());
        bool isBetter = least < 0 || cycles < least * 0.999 ||
                        (cycles <= least && rows * vectors > best.rows * best.vectors);
        if (isBetter) {
          least = cycles;
          best = tile;
        }
      }
    }
  }
  return best;
}

/// Depth per block: the whole, or equal pieces of which a panel fills at most half of L2.
static int64_t chooseDepthBlock(const ContractProblem &problem, int64_t width, int64_t laneBytes,
                                int64_t l2Bytes) {
  std::optional<int64_t> depth = problem.numDepth().constant();
  int64_t most = std::max<int64_t>(l2Bytes / 2 / (width * laneBytes), 64);
  if (!depth) {
    return most;
  }
  int64_t pieces = ceilDiv(std::max<int64_t>(*depth, 1), most);
  return pieces == 1 ? 0 : ceilDiv(ceilDiv(*depth, pieces), 8) * 8;
}

/// Rows per block: their part of lhs fills half of L2, but at least 8 tiles; fewer where that leaves too few
/// units of parallel work and the panel stays in L2 meanwhile.
static int64_t chooseRowBlock(const Tile &tile, int64_t numRows, int64_t depth, int64_t otherUnits,
                              int64_t laneBytes, int64_t l2Bytes) {
  int64_t fits = l2Bytes / 2 / std::max<int64_t>(depth * laneBytes, 1) / tile.rows;
  int64_t tiles = std::max<int64_t>(fits, 8), allTiles = ceilDiv(numRows, tile.rows);
  tiles = std::min(tiles, std::max<int64_t>(allTiles, 1));
  bool panelStays = tile.width() * depth * laneBytes <= l2Bytes / 2;
  int64_t least = panelStays ? 4 : 8;
  while (tiles >= 2 * least && otherUnits * ceilDiv(allTiles, tiles) < kWantedUnits) {
    tiles = ceilDiv(tiles, 2);
  }
  return tiles * tile.rows;
}

kernel::ScheduleAttr tile::scheduleContraction(const ContractProblem &problem, kernel::TargetAttr target,
                                               bool isPacked) {
  int64_t laneBytes = std::max(storageBytes(problem.accumulatorType()), int64_t(1));
  Tile tile = chooseTile(problem, target, laneBytes);
  int64_t rows = estimate(problem.numRows()), columns = estimate(problem.numColumns());
  int64_t depth = estimate(problem.numDepth()), l2Bytes = target.getL2Bytes();
  int64_t depthBlock = chooseDepthBlock(problem, tile.width(), laneBytes, l2Bytes);
  int64_t units =
      estimate(problem.sizeOf(problem.outer)) * ceilDiv(std::max<int64_t>(columns, 1), tile.width());
  int64_t rowBlock = chooseRowBlock(tile, rows, depth, units, laneBytes, l2Bytes);
  bool rowsFit = rows * depth * laneBytes <= l2Bytes / 2,
       weightsFit = columns * depth * laneBytes <= l2Bytes / 2;
  return kernel::ScheduleAttr::get(problem.anchor->getContext(), tile.lanes, {tile.rows, tile.vectors},
                                   {rowBlock, depthBlock}, /*unroll=*/1,
                                   /*weightsInner=*/!rowsFit || weightsFit);
}

kernel::ScheduleAttr tile::scheduleElements(kernel::TargetAttr target) {
  return kernel::ScheduleAttr::get(target.getContext(), std::max<int64_t>(target.getVectorBytes() / 4, 1), {},
                                   {},
                                   /*unroll=*/1, /*weightsInner=*/false);
}

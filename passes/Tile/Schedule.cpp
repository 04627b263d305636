//===- Schedule.cpp - how a kernel's loops are cut ------------------------===//
//
// Register tiles are compared by cycles per step of depth (docs/kernels.md has the measurements behind the
// constants). Blocks: a panel's depth block fits half of L2 beside the rows that are multiplied with it;
// weights are read once where the rows fit L2.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/Schedule.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Machine.h"
#include <numeric>

using namespace heddle;
using namespace heddle::tile;

namespace {
/// Cycles of the depth loop itself per step, around it (zeroing, addresses), and per accumulator for epilogue
/// and store; and those lost where a panel that comes from beyond L2 is not read in one go.
constexpr double kStepOverhead = 0.3, kTileOverhead = 12, kAccumulatorOverhead = 1.5, kPanelRestart = 250;
/// Cycles around the tiles of a unit of work: its place, its operands' addresses. A guess.
constexpr double kUnitOverhead = 40;
/// What code of its own for the last rows or columns is worth, in time.
constexpr double kTailCodeFactor = 1.01;
/// More row addresses than this do not stay in the integer registers.
constexpr int64_t kMaxRowAddresses = 8;
/// Rows that may lie in one set of L1 (8 ways or more, 4 KiB apart).
constexpr int64_t kMaxRowsPerSet = 6, kSetBytes = 4096;
/// Bytes of a far panel's vector that one row of multiply-adds (half a cycle) makes up for: 0.75 bytes a
/// cycle.
constexpr double kFarBytesPerRow = 0.375;
/// Units of parallel work wanted, so that 2 to 16 workers get nearly equal shares.
constexpr int64_t kWantedUnits = 32;

/// Rows, vectors of columns and lanes of a register tile.
struct Tile {
  int64_t rows, vectors, lanes;
  int64_t width() const { return vectors * lanes; }
};

/// What tiles are compared by.
class TileCosts {
public:
  TileCosts(const ContractProblem &problem, kernel::TargetAttr target, int64_t laneBytes,
            const DotProduct &dot);
  /// Cycles of the whole product.
  double of(const Tile &tile) const;
  /// Whether the rows of a tile have room in registers and do not push each other out of L1.
  bool isPossible(const Tile &tile) const;

  int64_t numRows, numColumns;
  int64_t depth;     // steps: groups of a dot product
  int64_t laneBytes; // of a column in a step
  DotProduct dot;

private:
  double perStep(int64_t rows, const Tile &tile) const;
  double perTile(int64_t rows, const Tile &tile) const;
  Machine machineFor(const Tile &tile) const;

  ModuleOp module;
  kernel::TargetAttr target;
  std::optional<int64_t> rowBytes; // from one row of lhs to the next, where they are at equal distances
  bool areWeightsFar;
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
  if (std::optional<int64_t> value = size.constant()) {
    return std::max<int64_t>(*value, 0);
  }
  // An open size is rarely tiny, also where its expression divides: frames of a signal, pixels behind a
  // stride.
  static constexpr int64_t kTypicalSize = 128, kLeastSize = 16;
  std::optional<int64_t> value =
      size.evaluate([](StringRef) { return std::optional<int64_t>(kTypicalSize); });
  return std::max<int64_t>(value.value_or(256), kLeastSize);
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

//===----------------------------------------------------------------------===//
// Register tiles
//===----------------------------------------------------------------------===//

TileCosts::TileCosts(const ContractProblem &problem, kernel::TargetAttr target, int64_t laneBytes,
                     const DotProduct &dot)
    : numRows(std::max<int64_t>(estimate(problem.numRows()), 1)),
      numColumns(std::max<int64_t>(estimate(problem.numColumns()), 1)),
      depth(ceilDiv(estimate(problem.numDepth()), dot.group)), laneBytes(laneBytes), dot(dot),
      module(problem.anchor->getParentOfType<ModuleOp>()), target(target) {
  if (hasLinearRows(problem)) {
    SymExpr stride = problem.rows.empty() ? 0 : problem.lhs.stride(problem.rows.back(), problem.nest);
    if (std::optional<int64_t> elements = stride.constant()) {
      rowBytes = *elements * laneBytes / dot.group;
    }
  }
  areWeightsFar = numColumns * depth * laneBytes > target.getL2Bytes() / 2;
}

Machine TileCosts::machineFor(const Tile &tile) const {
  return Machine::of(module, target, tile.lanes * laneBytes);
}

double TileCosts::perStep(int64_t rows, const Tile &tile) const {
  Machine machine = machineFor(tile);
  // Products of 16-bit integers take a multiplication and an addition, and their panel is widened.
  double fmas = rows * tile.vectors, loads = rows + tile.vectors,
         more = dot.group == 2 ? fmas + tile.vectors : 0;
  bool isPanelInL1 = depth * tile.width() * laneBytes <= target.getL1Bytes() / 2;
  double fromL2 = isPanelInL1 ? 0 : tile.width() * laneBytes / machine.l2Bytes;
  return kStepOverhead + std::max({fmas / machine.fmas, loads / machine.loads,
                                   (fmas + more + loads + 3) / machine.instructions, fromL2});
}

double TileCosts::perTile(int64_t rows, const Tile &tile) const {
  return rows == 0 ? 0
                   : perStep(rows, tile) * depth + kTileOverhead + kAccumulatorOverhead * rows * tile.vectors;
}

double TileCosts::of(const Tile &tile) const {
  auto perPanel = [&](const Tile &part) {
    double restart = areWeightsFar && part.rows < numRows ? kPanelRestart : 0;
    return restart + (numRows / part.rows) * perTile(part.rows, part) + perTile(numRows % part.rows, part);
  };
  // The last panel computes only the vectors that have columns.
  int64_t rest = ceilDiv(numColumns % tile.width(), tile.lanes);
  double cycles =
      (numColumns / tile.width()) * perPanel(tile) + (rest ? perPanel({tile.rows, rest, tile.lanes}) : 0);
  bool hasTails = (rest && tile.width() < numColumns) || numRows % tile.rows != 0;
  return hasTails ? cycles * kTailCodeFactor : cycles;
}

bool TileCosts::isPossible(const Tile &tile) const {
  int64_t products = dot.group == 2 ? 1 : 0;
  if (tile.rows * tile.vectors + tile.vectors + 1 + products > target.getVectorRegisters()) {
    return false;
  }
  if (!rowBytes) {
    return tile.rows <= kMaxRowAddresses;
  }
  int64_t sets = kSetBytes / std::gcd(std::max<int64_t>(*rowBytes, 1), kSetBytes);
  return *rowBytes == 0 || ceilDiv(tile.rows, sets) <= kMaxRowsPerSet;
}

/// The cheapest register tile; among equals the one with the most accumulators. `fits` says which widths of
/// panels are possible.
static std::optional<Tile> chooseTile(const TileCosts &costs, kernel::TargetAttr target,
                                      llvm::function_ref<bool(int64_t)> fits) {
  int64_t native = std::max<int64_t>(target.getVectorBytes() / costs.laneBytes, 2);
  std::optional<Tile> best;
  double least = 0;
  for (int64_t lanes : {std::max<int64_t>(native / 2, 2), native}) {
    for (int64_t vectors = kMaxVectors; vectors >= 1; --vectors) {
      if ((vectors > 1 && (vectors - 1) * lanes >= costs.numColumns) || !fits(vectors * lanes)) {
        continue;
      }
      for (int64_t rows = std::min(kMaxRows, costs.numRows); rows >= 1; --rows) {
        Tile tile{rows, vectors, lanes};
        if (!costs.isPossible(tile)) {
          continue;
        }
        double cycles = costs.of(tile);
        if (!best || cycles < least || (cycles == least && rows * vectors > best->rows * best->vectors)) {
          least = cycles;
          best = tile;
        }
      }
    }
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Depth per block: the whole, or equal pieces of which a panel (of `rowBytes` for each element of depth)
/// fills at most half of L2.
static int64_t chooseDepthBlock(const ContractProblem &problem, int64_t rowBytes, int64_t l2Bytes) {
  std::optional<int64_t> depth = problem.numDepth().constant();
  int64_t most = std::max<int64_t>(l2Bytes / 2 / rowBytes, 64);
  if (!depth) {
    return most;
  }
  int64_t pieces = ceilDiv(std::max<int64_t>(*depth, 1), most);
  return pieces == 1 ? 0 : ceilDiv(ceilDiv(*depth, pieces), 8) * 8;
}

/// Rows per block: their part of lhs fills half of L2, but at least 8 tiles, and where weights come from
/// beyond L2 enough that the multiply-adds of a block outlast the panel's way. Fewer where that leaves too
/// few units of parallel work, and equal parts.
static int64_t chooseRowBlock(const Tile &tile, const TileCosts &costs, int64_t otherUnits, int64_t l2Bytes) {
  int64_t laneBytes = costs.laneBytes, panelBytes = tile.width() * costs.depth * laneBytes;
  int64_t fits = l2Bytes / 2 / std::max<int64_t>(costs.depth * laneBytes, 1) / tile.rows;
  bool areWeightsFar = costs.numColumns * costs.depth * laneBytes > l2Bytes / 2;
  int64_t far =
      areWeightsFar ? ceilDiv(static_cast<int64_t>(tile.lanes * laneBytes / kFarBytesPerRow), tile.rows) : 0;
  int64_t allTiles = ceilDiv(costs.numRows, tile.rows);
  int64_t least = std::max<int64_t>(panelBytes <= l2Bytes / 2 ? 4 : 8, far);
  int64_t tiles = std::min(std::max({fits, int64_t(8), far}), allTiles);
  while (tiles >= 2 * least && otherUnits * ceilDiv(allTiles, tiles) < kWantedUnits) {
    tiles = ceilDiv(tiles, 2);
  }
  return ceilDiv(allTiles, ceilDiv(allTiles, tiles)) * tile.rows;
}

kernel::ScheduleAttr tile::scheduleContraction(const ContractProblem &problem, kernel::TargetAttr target,
                                               bool isPacked) {
  int64_t laneBytes = storageBytes(problem.accumulatorType());
  int64_t nativeLanes = target.getVectorBytes() / 4;
  DotProduct dot = isPacked ? problem.dotProduct(nativeLanes, target) : DotProduct();
  TileCosts costs(problem, target, laneBytes, dot);
  // With groups only some widths can be packed; where none can, the filter stays as it is.
  std::optional<Tile> found =
      chooseTile(costs, target, [&](int64_t width) { return !isPacked || problem.panels(width); });
  Tile tile = found ? *found : *chooseTile(costs, target, [](int64_t) { return true; });
  int64_t l2Bytes = target.getL2Bytes();
  int64_t depthBlock = chooseDepthBlock(problem, tile.width() * laneBytes / dot.group, l2Bytes);
  int64_t units = estimate(problem.sizeOf(problem.outer)) * ceilDiv(costs.numColumns, tile.width());
  int64_t rowBlock = chooseRowBlock(tile, costs, units, l2Bytes);
  bool rowsFit = costs.numRows * costs.depth * laneBytes <= l2Bytes / 2;
  bool weightsFit = costs.numColumns * costs.depth * laneBytes <= l2Bytes / 2;
  return kernel::ScheduleAttr::get(problem.anchor->getContext(), tile.lanes, {tile.rows, tile.vectors},
                                   {rowBlock, depthBlock}, /*unroll=*/1,
                                   /*weightsInner=*/!rowsFit || weightsFit);
}

/// Bytes that come from beyond L2: an operand that does not stay there is read again for every block or panel
/// of the other.
static double farBytes(const TileCosts &costs, kernel::ScheduleAttr schedule, int64_t l2Bytes) {
  double rowBytes = double(costs.depth) * costs.laneBytes, fits = l2Bytes / 2.0;
  double rows = costs.numRows * rowBytes, weights = costs.numColumns * rowBytes;
  double block = std::min<double>(schedule.getBlock()[0], costs.numRows) * rowBytes;
  double blocks = ceilDiv(costs.numRows, schedule.getBlock()[0]);
  double panels = ceilDiv(costs.numColumns, schedule.getLanes() * schedule.getTile()[1]);
  if (schedule.getWeightsInner()) {
    return rows * (block <= fits ? 1 : panels) + weights * (weights <= fits ? 1 : blocks);
  }
  return rows * (rows <= fits ? 1 : panels) + weights;
}

kernel::PanelsAttr tile::panelsOf(const ContractProblem &problem, kernel::TargetAttr target,
                                  kernel::ScheduleAttr schedule, bool isPacked) {
  int64_t lanes = schedule.getLanes();
  return isPacked ? problem.panels(lanes * schedule.getTile()[1], problem.dotProduct(lanes, target))
                  : kernel::PanelsAttr();
}

DotProduct tile::dotProductOf(const ContractProblem &problem, kernel::TargetAttr target,
                              kernel::ScheduleAttr schedule, bool isPacked) {
  return DotProduct::of(panelsOf(problem, target, schedule, isPacked));
}

double tile::estimateCycles(const ContractProblem &problem, kernel::TargetAttr target,
                            kernel::ScheduleAttr schedule, bool isPacked) {
  DotProduct dot = dotProductOf(problem, target, schedule, isPacked);
  TileCosts costs(problem, target, storageBytes(problem.accumulatorType()), dot);
  Tile tile{schedule.getTile()[0], schedule.getTile()[1], schedule.getLanes()};
  Machine machine =
      Machine::of(problem.anchor->getParentOfType<ModuleOp>(), target, tile.lanes * costs.laneBytes);
  double tiles = double(ceilDiv(costs.numRows, tile.rows)) * ceilDiv(costs.numColumns, tile.width());
  double saved = tiles * costs.depth * kStepOverhead * (1 - 1.0 / schedule.getUnroll());
  // Sums that wait between blocks of depth are written and read.
  int64_t depthBlock = ceilDiv(schedule.getBlock()[1], dot.group);
  double pieces = depthBlock ? ceilDiv(std::max<int64_t>(costs.depth, 1), depthBlock) : 1;
  double sums = (pieces - 1) * 2 * costs.numRows * costs.numColumns * costs.laneBytes / machine.l2Bytes;
  double units = tiles * tile.rows / std::min<double>(schedule.getBlock()[0], costs.numRows);
  double far = farBytes(costs, schedule, target.getL2Bytes()) / machine.farBytes;
  double cycles = costs.of(tile) - saved + sums + units * kUnitOverhead;
  return estimate(problem.sizeOf(problem.outer)) * std::max(cycles, far);
}

kernel::ScheduleAttr tile::scheduleElements(kernel::Anchor anchor, kernel::TargetAttr target) {
  int64_t lanes = std::max<int64_t>(target.getVectorBytes() / 4, 1);
  SmallVector<int64_t> tile;
  if (anchor == kernel::Anchor::Window) {
    tile.push_back(lanes >= 16 ? 8 : 4); // as many pixels as leave registers for a row of weights
  }
  return kernel::ScheduleAttr::get(target.getContext(), lanes, tile, {}, /*unroll=*/1,
                                   /*weightsInner=*/false);
}

kernel::ScheduleAttr tile::scheduleOf(kernel::FuncOp kernel) {
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr();
  return schedule ? schedule : scheduleElements(kernel.getAnchor(), targetOf(kernel));
}

//===- AttentionPlan.cpp - how an attention is cut ------------------------===//

#include "passes/Tile/AttentionPlan.h"
#include "passes/Tile/Schedule.h"

using namespace heddle;
using namespace heddle::tile;

/// Queries of a register tile: with 4 vectors of AVX-512 or 2 of AVX2 near the peak (docs/kernels.md).
static constexpr int64_t kTileRows = 6;
/// Keys and queries of a block with heads of 64, and elements of both heads that a block may have. 128 keys
/// took up to 6 % longer, and up to 12 % where every score has a bias of its own, which is then read in short
/// runs; blocks of 66 queries 4 %, as each copies all keys and values (512 and 2048 of both, Zen 4,
/// 2026-12-01).
static constexpr int64_t kKeyBlock = 256, kRowBlock = 264, kBlockElements = kRowBlock * 128;
/// Units of parallel work wanted, and queries that a block keeps for their sake; guesses.
static constexpr int64_t kWantedUnits = 8, kLeastRowBlock = 48;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

kernel::ScheduleAttr tile::scheduleAttention(const AttentionProblem &problem, kernel::TargetAttr target) {
  int64_t lanes = std::max<int64_t>(target.getVectorBytes() / 4, 2);
  int64_t fits = kBlockElements / (problem.depth + problem.columns);
  int64_t mostRows = std::clamp(fits, kLeastRowBlock, kRowBlock),
          mostKeys = std::clamp(fits, lanes, kKeyBlock);
  int64_t numRows = std::max<int64_t>(problem.numRows().constant().value_or(mostRows), 1);
  int64_t numKeys = std::max<int64_t>(problem.numKeys().constant().value_or(mostKeys), 1);
  int64_t rows = std::min(kTileRows, numRows), vectors = target.getVectorRegisters() >= 32 ? 4 : 2;
  int64_t places = std::max<int64_t>(estimate(problem.sizeOf(problem.outer)), 1);
  int64_t blocks = ceilDiv(numRows, mostRows);
  while (blocks * places < kWantedUnits && ceilDiv(numRows, 2 * blocks) >= kLeastRowBlock) {
    blocks *= 2;
  }
  int64_t rowBlock = ceilDiv(ceilDiv(numRows, blocks), rows) * rows;
  int64_t keyBlock = std::min(mostKeys / lanes, ceilDiv(numKeys, lanes)) * lanes;
  return kernel::ScheduleAttr::get(target.getContext(), lanes, {rows, vectors}, {rowBlock, keyBlock},
                                   /*unroll=*/1, /*weightsInner=*/false);
}

AttentionPlan AttentionPlan::make(const AttentionProblem &problem, kernel::ScheduleAttr schedule) {
  AttentionPlan plan;
  plan.lanes = schedule.getLanes();
  plan.rows = schedule.getTile()[0];
  plan.vectors = schedule.getTile()[1];
  plan.rowBlock = schedule.getBlock()[0];
  plan.keyBlock = schedule.getBlock()[1];
  // Where the number is open, half a tile with up to two queries too many.
  std::optional<int64_t> numRows = problem.numRows().constant();
  plan.tailRows = numRows ? *numRows % plan.rows : plan.rows % 2 == 0 ? plan.rows / 2 : 0;
  plan.columnVectors = ceilDiv(problem.columns, plan.lanes);
  plan.bytes = 0;
  auto place = [&](int64_t elements) {
    int64_t offset = plan.bytes;
    plan.bytes += ceilDiv(elements * 4, 64) * 64;
    return offset;
  };
  plan.queries = place(plan.rowBlock * problem.depth);
  plan.keys = place(plan.keyBlock * problem.depth);
  plan.values = place(plan.keyBlock * plan.pitch());
  plan.scores = place(plan.rows * plan.keyBlock);
  plan.sums = place(plan.rowBlock * plan.pitch());
  plan.maxima = place(plan.rowBlock);
  plan.totals = place(plan.rowBlock * plan.lanes);
  plan.scales = place(plan.rows);
  return plan;
}

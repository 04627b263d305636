//===- ScheduleSpace.cpp - every schedule of a kernel ---------------------===//

#include "passes/Tile/ScheduleSpace.h"
#include "passes/Tile/AttentionPlan.h"
#include "passes/Tile/ConstantArguments.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Schedule.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace heddle;
using namespace heddle::tile;

namespace {
enum Axis : unsigned { Lanes, Rows, Vectors, RowBlock, DepthBlock, Order, Unroll };
} // namespace

/// On the axis of depth the whole is more than any piece.
static constexpr int64_t kWholeDepth = std::numeric_limits<int64_t>::max();
/// Pieces of depth below this are not worth the sums that wait in memory between them; a guess.
static constexpr int64_t kMinDepthBlock = 64;
static constexpr int64_t kUnrolls[] = {1, 2, 4};
/// Scratch memory of a worker that a schedule may ask for, in sizes of L2: more would not stay there, and
/// would let a tuned model need more memory than a drafted one. A guess.
static constexpr int64_t kMostScratchL2s = 4;
/// More steps or pixels than this only make code large; a guess.
static constexpr int64_t kMaxUnroll = 8, kMaxPixels = 16;
static constexpr int64_t kPixels[] = {1, 2, 3, 4, 6, 8, 12, 16};

//===----------------------------------------------------------------------===//
// What the emitters can carry out
//===----------------------------------------------------------------------===//

static std::string listText(ArrayRef<int64_t> values) {
  std::string text = "[";
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(values, out);
  return text + "]";
}

static std::optional<std::string> wrongLanes(int64_t lanes, int64_t least, int64_t most) {
  if (llvm::isPowerOf2_64(lanes) && lanes >= least && lanes <= most) {
    return std::nullopt;
  }
  return llvm::formatv("lanes = {0} is no power of two from {1} to {2}", lanes, least, most).str();
}

/// Lanes of a whole vector of the sums' type.
static int64_t nativeLanes(const ContractProblem &problem, kernel::TargetAttr target) {
  return std::max<int64_t>(target.getVectorBytes() / storageBytes(problem.accumulatorType()), 2);
}

/// Registers of a register tile: sums, the panel's vectors, one element of lhs, and products of 16-bit
/// integers before they are added.
static int64_t registersOf(int64_t rows, int64_t vectors, const DotProduct &dot = {}) {
  return rows * vectors + vectors + 1 + (dot.group == 2 ? 1 : 0);
}

std::optional<std::string> tile::whyImpossible(const ContractProblem &problem, kernel::TargetAttr target,
                                               kernel::ScheduleAttr schedule) {
  ArrayRef<int64_t> tile = schedule.getTile(), block = schedule.getBlock();
  if (auto why = wrongLanes(schedule.getLanes(), 2, nativeLanes(problem, target))) {
    return why;
  }
  if (tile.size() != 2 || tile[0] < 1 || tile[1] < 1) {
    return "tile " + listText(tile) + " is no [rows, vectors], each at least 1";
  }
  // Bounds before products, so that no number of a record can overflow.
  int64_t most = target.getVectorRegisters();
  if (tile[0] > most || tile[1] > most || registersOf(tile[0], tile[1]) > most) {
    return llvm::formatv("tile {0} does not fit the target's {1} vector registers", listText(tile), most)
        .str();
  }
  if (block.size() != 2 || block[0] < 1 || block[1] < 0) {
    return "block " + listText(block) + " is no [rows, depth], at least [1, 0]";
  }
  if (block[0] % tile[0] != 0) {
    return llvm::formatv("block {0} is no whole number of tiles of {1} rows", listText(block), tile[0]).str();
  }
  if (block[0] > std::numeric_limits<int32_t>::max() || block[1] > std::numeric_limits<int32_t>::max()) {
    return "block " + listText(block) + " is beyond 32 bits";
  }
  if (!llvm::isPowerOf2_64(schedule.getUnroll()) || schedule.getUnroll() > kMaxUnroll) {
    return llvm::formatv("unroll = {0} is none of 1, 2, 4, 8", schedule.getUnroll()).str();
  }
  return std::nullopt;
}

/// Queries or keys of a block of an attention: beyond that its scratch memory could overflow.
static constexpr int64_t kMostAttentionBlock = 1 << 16;

/// Why an attention cannot have `schedule`.
static std::optional<std::string> whyNoAttention(kernel::TargetAttr target, kernel::ScheduleAttr schedule) {
  ArrayRef<int64_t> tile = schedule.getTile(), block = schedule.getBlock();
  int64_t lanes = schedule.getLanes(), most = target.getVectorRegisters();
  if (auto why = wrongLanes(lanes, 2, std::max<int64_t>(target.getVectorBytes() / 4, 2))) {
    return why;
  }
  bool hasTile = tile.size() == 2 && tile[0] >= 1 && tile[1] >= 1;
  if (!hasTile || tile[0] > most || tile[1] > most || registersOf(tile[0], tile[1]) > most) {
    return llvm::formatv("tile {0} is no [queries, vectors of keys] that fits {1} vector registers",
                         listText(tile), most)
        .str();
  }
  auto isBlock = [](int64_t size, int64_t step) {
    return size >= step && size % step == 0 && size <= kMostAttentionBlock;
  };
  if (block.size() != 2 || !isBlock(block[0], tile[0]) || !isBlock(block[1], lanes)) {
    return llvm::formatv(
               "block {0} is no [queries, keys] of whole tiles of {1} queries and vectors of {2} keys",
               listText(block), tile[0], lanes)
        .str();
  }
  return std::nullopt;
}

std::optional<std::string> tile::whyImpossible(kernel::Anchor anchor, kernel::TargetAttr target,
                                               kernel::ScheduleAttr schedule) {
  if (anchor == kernel::Anchor::Attention) {
    return whyNoAttention(target, schedule);
  }
  ArrayRef<int64_t> tile = schedule.getTile();
  if (auto why = wrongLanes(schedule.getLanes(), 1, std::max<int64_t>(target.getVectorBytes() / 2, 2))) {
    return why;
  }
  if (anchor == kernel::Anchor::Window && (tile.size() != 1 || tile[0] < 1 || tile[0] > kMaxPixels)) {
    return llvm::formatv("tile {0} is no [pixels] from 1 to {1}", listText(tile), kMaxPixels).str();
  }
  bool hasTile = anchor != kernel::Anchor::Window && !tile.empty();
  if (hasTile || !schedule.getBlock().empty() || schedule.getUnroll() != 1 || schedule.getWeightsInner()) {
    return "a kernel with the anchor '" + kernel::stringifyAnchor(anchor).str() + "' has lanes" +
           (anchor == kernel::Anchor::Window ? " and pixels" : "") + " alone to choose";
  }
  return std::nullopt;
}

LogicalResult tile::verifySchedule(kernel::FuncOp kernel, const ContractProblem *problem) {
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule) {
    return success();
  }
  kernel::TargetAttr target = targetOf(kernel);
  auto why = problem ? whyImpossible(*problem, target, schedule)
                     : whyImpossible(kernel.getAnchor(), target, schedule);
  if (why) {
    return kernel.emitOpError("has a schedule that cannot be carried out: ") << *why;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Sizes of blocks of `size` rows or keys: 1, 2, 4, … of `step` and all, in equal parts.
static llvm::SmallSetVector<int64_t, 12> blocksOf(int64_t size, int64_t step) {
  llvm::SmallSetVector<int64_t, 12> blocks;
  int64_t all = ceilDiv(size, step);
  for (int64_t steps = 1; steps < all; steps *= 2) {
    blocks.insert(ceilDiv(all, ceilDiv(all, steps)) * step);
  }
  blocks.insert(all * step);
  return blocks;
}

/// Steps of depth per block, the whole first.
static SmallVector<int64_t> depthBlocks(const ContractProblem &problem) {
  SmallVector<int64_t> blocks{kWholeDepth};
  if (std::optional<int64_t> depth = problem.numDepth().constant()) {
    for (int64_t pieces = 2; ceilDiv(*depth, pieces) >= kMinDepthBlock; pieces *= 2) {
      blocks.push_back(ceilDiv(ceilDiv(*depth, pieces), 8) * 8);
    }
  }
  return blocks;
}

/// Whether rows of lhs may be copied to scratch memory, a block at a time.
static bool mayStageRows(const ContractProblem &problem, const DotProduct &dot) {
  return !ContractProblem::isPlain(problem.lhs) || !problem.checkedDims.empty() || dot.isUsed() ||
         storageBytes(problem.lhs.elementType()) != storageBytes(problem.accumulatorType());
}

void ScheduleSpace::addTile(const ContractProblem &problem, const DotProduct &dot, int64_t lanes,
                            int64_t rows, int64_t vectors) {
  int64_t numRows = std::max<int64_t>(estimate(problem.numRows()), 1);
  int64_t numColumns = std::max<int64_t>(estimate(problem.numColumns()), 1);
  bool hasPanels = ceilDiv(numColumns, vectors * lanes) > 1;
  int64_t bytes = storageBytes(problem.accumulatorType()), most = kMostScratchL2s * target.getL2Bytes();
  // A group of a dot product has the bytes of one sum.
  int64_t steps = mayStageRows(problem, dot) ? ceilDiv(estimate(problem.numDepth()), dot.group) : 0;
  for (int64_t rowBlock : blocksOf(numRows, rows)) {
    if (rowBlock > rows && rowBlock * steps * bytes > most) {
      continue;
    }
    bool hasOrder = hasPanels && rowBlock < numRows;
    for (int64_t depthBlock : depthBlocks(problem)) {
      if (depthBlock != kWholeDepth && rowBlock > rows && rowBlock * vectors * lanes * bytes > most) {
        continue;
      }
      for (int64_t order = 0; order <= (hasOrder ? 1 : 0); ++order) {
        for (int64_t unroll : kUnrolls) {
          points.push_back({lanes, rows, vectors, rowBlock, depthBlock, order, unroll});
        }
      }
    }
  }
}

void ScheduleSpace::enumerateContraction(const ContractProblem &problem, bool isPacked) {
  int64_t numRows = std::max<int64_t>(estimate(problem.numRows()), 1);
  int64_t numColumns = std::max<int64_t>(estimate(problem.numColumns()), 1);
  int64_t native = nativeLanes(problem, target);
  SmallVector<int64_t> widths{native};
  if (native >= 4) {
    widths.push_back(native / 2);
  }
  for (int64_t lanes : widths) {
    DotProduct dot = isPacked ? problem.dotProduct(lanes, target) : DotProduct();
    for (int64_t vectors = 1; vectors <= kMaxVectors && (vectors - 1) * lanes < numColumns; ++vectors) {
      // With groups only some widths can be packed.
      if (isPacked && !problem.panels(vectors * lanes)) {
        continue;
      }
      for (int64_t rows = 1; rows <= std::min(kMaxRows, numRows); ++rows) {
        if (registersOf(rows, vectors, dot) <= target.getVectorRegisters()) {
          addTile(problem, dot, lanes, rows, vectors);
        }
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

void ScheduleSpace::enumerateAttention(const AttentionProblem &problem) {
  int64_t numRows = std::max<int64_t>(estimate(problem.numRows()), 1);
  int64_t numKeys = std::max<int64_t>(estimate(problem.numKeys()), 1);
  int64_t lanes = std::max<int64_t>(target.getVectorBytes() / 4, 2);
  auto add = [&](const Coordinates &point) {
    points.push_back(point);
    kernel::ScheduleAttr schedule = at(points.size() - 1);
    bool fits = AttentionPlan::make(problem, schedule).bytes <= kMostScratchL2s * target.getL2Bytes();
    if (!fits || whyNoAttention(target, schedule)) {
      points.pop_back();
    }
  };
  for (int64_t vectors = 1; vectors <= kMaxVectors; ++vectors) {
    for (int64_t rows = 1; rows <= std::min(kMaxRows, numRows); ++rows) {
      if (registersOf(rows, vectors) > target.getVectorRegisters()) {
        break;
      }
      for (int64_t rowBlock : blocksOf(numRows, rows)) {
        for (int64_t keyBlock : blocksOf(numKeys, lanes)) {
          add({lanes, rows, vectors, rowBlock, keyBlock, 0, 1});
        }
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// The space
//===----------------------------------------------------------------------===//

ScheduleSpace::ScheduleSpace(kernel::FuncOp kernel, kernel::TargetAttr target)
    : anchor(kernel.getAnchor()), target(target) {}

void ScheduleSpace::enumerateElements() {
  int64_t native = std::max<int64_t>(target.getVectorBytes() / 4, 1);
  bool hasLanes = anchor != kernel::Anchor::Library && anchor != kernel::Anchor::Move;
  ArrayRef<int64_t> pixels(kPixels);
  for (int64_t lanes : {native, native / 2, 2 * native}) {
    if (lanes == 0 || (!hasLanes && lanes != native)) {
      continue;
    }
    for (int64_t count : anchor == kernel::Anchor::Window ? pixels : pixels.take_front()) {
      points.push_back({lanes, anchor == kernel::Anchor::Window ? count : 0, 0, 0, 0, 0, 1});
    }
  }
}

void ScheduleSpace::addDraft(kernel::ScheduleAttr draft) {
  if (std::optional<size_t> point = find(draft)) {
    draftPoint = *point;
    return;
  }
  draftPoint = points.size();
  ArrayRef<int64_t> tile = draft.getTile(), block = draft.getBlock();
  points.push_back({draft.getLanes(), tile.empty() ? 0 : tile[0], tile.size() < 2 ? 0 : tile[1],
                    block.empty() ? 0 : block[0],
                    block.empty()   ? 0
                    : block[1] == 0 ? kWholeDepth
                                    : block[1],
                    draft.getWeightsInner(), draft.getUnroll()});
}

FailureOr<ScheduleSpace> ScheduleSpace::of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  ScheduleSpace space(kernel, targetOf(kernel));
  if (kernel.getAnchor() == kernel::Anchor::Attention) {
    FailureOr<AttentionProblem> problem = AttentionProblem::of(kernel);
    if (failed(problem)) {
      return failure();
    }
    space.enumerateAttention(*problem);
    space.addDraft(scheduleAttention(*problem, space.target));
    return space;
  }
  if (kernel.getAnchor() != kernel::Anchor::Contract) {
    space.enumerateElements();
    space.addDraft(scheduleElements(space.anchor, space.target));
    return space;
  }
  FailureOr<ContractProblem> problem =
      ContractProblem::of(kernel, [&](Value value) { return isPackable(value, constants); });
  if (failed(problem)) {
    return failure();
  }
  bool isPacked = isPackable(problem->rhs.value, constants);
  space.enumerateContraction(*problem, isPacked);
  space.addDraft(scheduleContraction(*problem, space.target, isPacked));
  return space;
}

kernel::ScheduleAttr ScheduleSpace::at(size_t point) const {
  const Coordinates &at = points[point];
  SmallVector<int64_t> tile, block;
  if (at[Rows]) {
    tile.push_back(at[Rows]);
  }
  if (at[Vectors]) {
    tile.push_back(at[Vectors]);
    block = {at[RowBlock], at[DepthBlock] == kWholeDepth ? 0 : at[DepthBlock]};
  }
  return kernel::ScheduleAttr::get(target.getContext(), at[Lanes], tile, block, at[Unroll], at[Order]);
}

std::optional<size_t> ScheduleSpace::find(kernel::ScheduleAttr schedule) const {
  for (size_t point = 0; point < points.size(); ++point) {
    if (at(point) == schedule) {
      return point;
    }
  }
  return std::nullopt;
}

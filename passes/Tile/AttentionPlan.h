//===- AttentionPlan.h - how an attention is cut ----------------*- C++ -*-===//
//
// The queries of one place (batch, head) are cut into blocks, a unit of work each. A unit walks the keys
// block by block and keeps for each of its queries the largest logit so far, the sum of exponentials and the
// sums of values; when a larger logit comes, what was summed is scaled down (the online softmax of Milakov
// and Gimelshein, arXiv:1805.02867, in tiles as in FlashAttention, arXiv:2205.14135). So no more than a tile
// of the scores ever exists.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ATTENTIONPLAN_H
#define PASSES_TILE_ATTENTIONPLAN_H

#include "passes/Tile/AttentionProblem.h"

namespace heddle::tile {

struct AttentionPlan {
  int64_t rows, vectors, lanes; ///< register tile of queries and vectors of keys or columns
  int64_t tailRows;             ///< of the tile behind the last full one; 0: there is none
  int64_t rowBlock, keyBlock;   ///< a multiple of `rows`, of `lanes`
  int64_t columnVectors;        ///< vectors that hold all columns
  /// Offsets in scratch memory, in bytes; everything there is f32.
  ///   queries  [rowBlock, depth]
  ///   keys     [keyBlock / lanes, depth, lanes]
  ///   values   [keyBlock, pitch]
  ///   scores   [rows, keyBlock]     logits, then exponentials
  ///   sums     [rowBlock, pitch]    of values times exponentials
  ///   maxima   [rowBlock]           of logits
  ///   totals   [rowBlock, lanes]    of exponentials
  ///   scales   [rows]               what earlier sums of a tile are multiplied with
  int64_t queries, keys, values, scores, sums, maxima, totals, scales, bytes;

  /// Elements from one row of columns to the next.
  int64_t pitch() const { return columnVectors * lanes; }

  static AttentionPlan make(const AttentionProblem &problem, kernel::ScheduleAttr schedule);
};

/// The schedule for an attention, from its sizes and the target alone.
kernel::ScheduleAttr scheduleAttention(const AttentionProblem &problem, kernel::TargetAttr target);

} // namespace heddle::tile

#endif // PASSES_TILE_ATTENTIONPLAN_H

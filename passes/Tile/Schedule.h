//===- Schedule.h - how a kernel's loops are cut ----------------*- C++ -*-===//
//
// The analytical draft of a schedule: what a register tile costs follows from the number of multiply-adds,
// loads and instructions it takes, tails of rows and columns count exactly, and cache blocks follow from the
// sizes of the caches. Nothing is measured, so that the same kernel and target always give the same schedule.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_SCHEDULE_H
#define PASSES_TILE_SCHEDULE_H

#include "passes/Tile/ContractProblem.h"

namespace heddle::tile {

/// The largest register tiles: more row addresses do not stay in integer registers, more vectors of columns
/// leave too few rows.
inline constexpr int64_t kMaxRows = 14, kMaxVectors = 6;

/// The target of the op's module, or a plain AVX2 machine where there is none.
kernel::TargetAttr targetOf(Operation *op);

/// A guess of a size for decisions: its value with every symbol at 128 (a guess: sequences have some hundred
/// elements; a batch is smaller, but rows of 1 x 128 and 128 x 128 are cut alike).
int64_t estimate(const SymExpr &size);

/// Whether rows that follow each other lie at equal distances in lhs, so that one address serves them all.
bool hasLinearRows(const ContractProblem &problem);

/// The schedule for a contraction. `isPacked`: rhs is a constant that can be stored in panels.
kernel::ScheduleAttr scheduleContraction(const ContractProblem &problem, kernel::TargetAttr target,
                                         bool isPacked);

/// How rhs is stored under a schedule: in panels as wide as its tile, for the target's instructions for
/// products of bytes where it has them. Null where it is not packed.
kernel::PanelsAttr panelsOf(const ContractProblem &problem, kernel::TargetAttr target,
                            kernel::ScheduleAttr schedule, bool isPacked);

/// The instructions for products of bytes under a schedule; none unless rhs is packed.
DotProduct dotProductOf(const ContractProblem &problem, kernel::TargetAttr target,
                        kernel::ScheduleAttr schedule, bool isPacked);

/// Cycles of a contraction under a schedule, on one core: the draft's measure, with blocks and their order.
double estimateCycles(const ContractProblem &problem, kernel::TargetAttr target,
                      kernel::ScheduleAttr schedule, bool isPacked);

/// The schedule for a kernel with another anchor: lanes of 4-byte elements, and for a window the pixels that
/// are computed side by side.
kernel::ScheduleAttr scheduleElements(kernel::Anchor anchor, kernel::TargetAttr target);

/// The schedule of a kernel without a contraction: its own, else the draft.
kernel::ScheduleAttr scheduleOf(kernel::FuncOp kernel);

} // namespace heddle::tile

#endif // PASSES_TILE_SCHEDULE_H

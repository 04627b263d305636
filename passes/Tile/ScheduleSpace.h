//===- ScheduleSpace.h - every schedule of a kernel -------------*- C++ -*-===//
//
// The choices that the emitters leave open, as data: the schedules that they can carry out for one kernel and
// target and that are worth a measurement, in a fixed order. The draft of Schedule.h is one of them. For a
// contraction the axes are
//   lanes      half or all of the machine's vector
//   rows       1 … 14 } register tile, as many as the registers hold
//   vectors    1 … 6  }
//   row block  tiles of rows per unit of work: powers of two and all, in equal parts
//   depth      whole, or in 2, 4, 8, … pieces of at least 64
//   order      whether column panels or row blocks run innermost, where there are several of both
//   unroll     1, 2, 4 steps of depth per trip
// An attention has tiles of queries and vectors of keys, and blocks of both: powers of two of tiles and of
// vectors, and all. Other kernels have their lanes and, for a window, the pixels side by side.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_SCHEDULESPACE_H
#define PASSES_TILE_SCHEDULESPACE_H

#include "passes/Tile/AttentionProblem.h"
#include "passes/Tile/ContractProblem.h"
#include "llvm/ADT/SmallBitVector.h"
#include <array>

namespace heddle::tile {

/// Why the emitters cannot carry out `schedule`, for instance "tile [14, 4] needs 61 vector registers and the
/// target has 32"; nothing if they can. The first is for contractions, the second for all other kernels.
std::optional<std::string> whyImpossible(const ContractProblem &problem, kernel::TargetAttr target,
                                         kernel::ScheduleAttr schedule);
std::optional<std::string> whyImpossible(kernel::Anchor anchor, kernel::TargetAttr target,
                                         kernel::ScheduleAttr schedule);

/// Failure with a message at `kernel` if its schedule cannot be carried out. `problem` is null unless the
/// kernel is a contraction. A kernel without a schedule passes.
LogicalResult verifySchedule(kernel::FuncOp kernel, const ContractProblem *problem);

class ScheduleSpace {
public:
  /// Position on every axis, as numbers that grow with it: lanes, rows, vectors, row block, depth block (the
  /// whole depth is the largest), order, unroll. Axes that a kernel does not have are 0.
  static constexpr unsigned kNumAxes = 7;
  using Coordinates = std::array<int64_t, kNumAxes>;

  /// The space of `kernel`, whose `constants` are the arguments that are constants at every launch. Failure
  /// with a message if it is a contraction that cannot be understood.
  static FailureOr<ScheduleSpace> of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants);

  /// Number of schedules, at least 1.
  size_t size() const { return points.size(); }
  const Coordinates &coordinates(size_t point) const { return points[point]; }
  kernel::ScheduleAttr at(size_t point) const;
  /// The point of a schedule, if it is in the space.
  std::optional<size_t> find(kernel::ScheduleAttr schedule) const;
  /// The point that is taken when nothing was measured.
  size_t draft() const { return draftPoint; }

private:
  ScheduleSpace(kernel::FuncOp kernel, kernel::TargetAttr target);
  void enumerateContraction(const ContractProblem &problem, bool isPacked);
  void addTile(const ContractProblem &problem, const DotProduct &dot, int64_t lanes, int64_t rows,
               int64_t vectors);
  void enumerateAttention(const AttentionProblem &problem);
  void enumerateElements();
  void addDraft(kernel::ScheduleAttr draft);

  kernel::Anchor anchor;
  kernel::TargetAttr target;
  std::vector<Coordinates> points;
  size_t draftPoint = 0;
};

} // namespace heddle::tile

#endif // PASSES_TILE_SCHEDULESPACE_H

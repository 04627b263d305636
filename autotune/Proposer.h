//===- Proposer.h - which schedules to measure next -------------*- C++ -*-===//

#ifndef AUTOTUNE_PROPOSER_H
#define AUTOTUNE_PROPOSER_H

#include "autotune/CostModel.h"
#include "autotune/Space.h"
#include "llvm/ADT/DenseSet.h"
#include <random>

namespace heddle::tune {

/// What is known of one kernel's space.
struct SearchHistory {
  llvm::DenseSet<size_t> tried; ///< measured or failed
  /// Points with a time, relative to the draft's; the fastest first.
  std::vector<std::pair<double, size_t>> ranking;
};

class Proposer {
public:
  virtual ~Proposer() = default;

  /// At most `count` different points that were not tried, the most promising first; fewer only if the space
  /// has no more. The same arguments and state of `random` give the same points.
  virtual llvm::Expected<std::vector<size_t>> propose(const Space &space, const SearchHistory &history,
                                                      const CostModel &model, size_t count,
                                                      std::mt19937 &random) = 0;
};

} // namespace heddle::tune

#endif // AUTOTUNE_PROPOSER_H

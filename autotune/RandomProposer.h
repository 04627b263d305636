//===- RandomProposer.h - a search without a model --------------*- C++ -*-===//

#ifndef AUTOTUNE_RANDOMPROPOSER_H
#define AUTOTUNE_RANDOMPROPOSER_H

#include "autotune/Proposer.h"

namespace heddle::tune {

/// Points that were not tried, each as likely as the others: what guided search is compared with.
class RandomProposer : public Proposer {
public:
  llvm::Expected<std::vector<size_t>> propose(const Space &space, const SearchHistory &history,
                                              const CostModel &model, size_t count,
                                              std::mt19937 &random) override;
};

/// `count` different points that are neither tried nor in `taken`, fewer only if there are no more; they are
/// added to `taken`.
std::vector<size_t> drawUntried(const Space &space, const SearchHistory &history, size_t count,
                                llvm::DenseSet<size_t> &taken, std::mt19937 &random);

} // namespace heddle::tune

#endif // AUTOTUNE_RANDOMPROPOSER_H

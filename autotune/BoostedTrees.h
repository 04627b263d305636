//===- BoostedTrees.h - the draft, corrected by what was measured -*- C++ -*-===//
//
// The analytical draft knows multiply-adds, loads and caches; what it gets wrong on a machine is learned:
// gradient-boosted trees (libxgboost) predict log(measured / drafted) from loop features. Before anything was
// measured the correction is 0 and the draft decides, the more is measured the less it matters (the draft and
// verify of Pruner, ASPLOS 2025, with the trees of AutoTVM, arXiv:1805.08166).
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BOOSTEDTREES_H
#define AUTOTUNE_BOOSTEDTREES_H

#include "autotune/CostModel.h"
#include <memory>

namespace heddle::tune {

class BoostedTrees : public CostModel {
public:
  BoostedTrees();
  ~BoostedTrees() override;

  /// Squared error, one thread, no randomness: the same samples give the same trees.
  llvm::Error train(llvm::ArrayRef<Sample> samples) override;
  llvm::Expected<std::vector<float>> predict(llvm::ArrayRef<const std::vector<float> *> rows) const override;

private:
  struct Booster;
  std::unique_ptr<Booster> booster; ///< null until trained
};

} // namespace heddle::tune

#endif // AUTOTUNE_BOOSTEDTREES_H

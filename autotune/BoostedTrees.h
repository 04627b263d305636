//===- BoostedTrees.h - the draft, then what was measured -*----- C++ -*-===//
//
// Before anything was measured the analytical draft decides, which knows multiply-adds, loads and caches (the
// draft and verify of Pruner, ASPLOS 2025). Then gradient-boosted trees (libxgboost; as in AutoTVM,
// arXiv:1805.08166) predict log(time / time of the draft) from loop features, of which the draft's measure is
// one. Trees for what is measured beyond the draft's measure would keep its worst mistakes wherever nothing
// was measured yet, and so never go there.
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
  std::unique_ptr<Booster> booster; ///< null until trained; predicts the distance from `mean`
  float mean = 0;                   ///< of the samples
};

} // namespace heddle::tune

#endif // AUTOTUNE_BOOSTEDTREES_H

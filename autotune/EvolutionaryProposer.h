//===- EvolutionaryProposer.h - what the model likes, and surprises -*- C++ -*-===//

#ifndef AUTOTUNE_EVOLUTIONARYPROPOSER_H
#define AUTOTUNE_EVOLUTIONARYPROPOSER_H

#include "autotune/Proposer.h"

namespace heddle::tune {

/// A population of the fastest points measured, the draft, and random ones, is bred for some generations with
/// the model's score as fitness: children take each coordinate from one of two parents, and one in several
/// coordinates is changed. The best untried ones are proposed, one in some replaced by a random point
/// (epsilon), so that the model also sees what it believes to be bad.
class EvolutionaryProposer : public Proposer {
public:
  llvm::Expected<std::vector<size_t>> propose(const Space &space, const SearchHistory &history,
                                              const CostModel &model, size_t count,
                                              std::mt19937 &random) override;
};

} // namespace heddle::tune

#endif // AUTOTUNE_EVOLUTIONARYPROPOSER_H

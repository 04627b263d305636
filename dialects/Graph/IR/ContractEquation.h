//===- ContractEquation.h - the letters of a graph.contract -----*- C++ -*-===//
//
// "bmk,bkn->bmn" names each dimension of two operands and a result by a letter. A letter's role follows from
// where it stands: in all three, batch; in both operands, reduced; in one operand and the result, free.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_CONTRACTEQUATION_H
#define DIALECTS_GRAPH_IR_CONTRACTEQUATION_H

#include "dialects/Support/LLVM.h"
#include <string>

namespace heddle::graph {

/// A parsed equation. Points into the text it was parsed from.
struct ContractEquation {
  StringRef lhs, rhs, result;

  /// Splits the text and holds it to C1 and C2 of `graph.contract`. On failure `reason`, if given, says why.
  static FailureOr<ContractEquation> parse(StringRef text, std::string *reason = nullptr);

  bool isBatch(char letter) const {
    return lhs.contains(letter) && rhs.contains(letter) && result.contains(letter);
  }
  bool isReduced(char letter) const { return !result.contains(letter); }

  /// The letters of each role, in the order of the result, or of lhs for the reduced ones.
  std::string batchLetters() const;
  std::string lhsFreeLetters() const;
  std::string rhsFreeLetters() const;
  std::string reducedLetters() const;
};

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_CONTRACTEQUATION_H

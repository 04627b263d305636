//===- ContractEquation.cpp - the letters of a graph.contract -------------===//

#include "dialects/Graph/IR/ContractEquation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::graph;

/// Why a list of letters is none, or the empty string.
static std::string checkLetters(StringRef letters) {
  for (size_t i = 0; i < letters.size(); ++i) {
    if (!llvm::isAlpha(letters[i])) {
      return std::string("'") + letters[i] + "' is not a letter";
    }
    if (letters.drop_front(i + 1).contains(letters[i])) {
      return std::string("'") + letters[i] + "' stands twice in '" + letters.str() + "'";
    }
  }
  return "";
}

/// Why the letters' places break C2, or the empty string.
static std::string checkRoles(const ContractEquation &equation) {
  for (char letter : equation.result) {
    if (!equation.lhs.contains(letter) && !equation.rhs.contains(letter)) {
      return std::string("'") + letter + "' of the result stands in no operand";
    }
  }
  for (char letter : (equation.lhs + equation.rhs).str()) {
    bool inBoth = equation.lhs.contains(letter) && equation.rhs.contains(letter);
    if (!inBoth && !equation.result.contains(letter)) {
      return std::string("'") + letter + "' stands in one operand and not in the result";
    }
  }
  return "";
}

FailureOr<ContractEquation> ContractEquation::parse(StringRef text, std::string *reason) {
  ContractEquation equation;
  auto [operands, result] = text.split("->");
  std::tie(equation.lhs, equation.rhs) = operands.split(',');
  equation.result = result;
  std::string problem;
  if (!text.contains("->") || !operands.contains(',')) {
    problem = "the form is \"mk,kn->mn\"";
  }
  for (StringRef letters : {equation.lhs, equation.rhs, equation.result}) {
    problem = problem.empty() ? checkLetters(letters) : problem; // C1
  }
  problem = problem.empty() ? checkRoles(equation) : problem; // C2
  if (problem.empty()) {
    return equation;
  }
  if (reason) {
    *reason = problem;
  }
  return failure();
}

template <typename Predicate> static std::string filter(StringRef letters, Predicate predicate) {
  std::string found;
  llvm::copy_if(letters, std::back_inserter(found), predicate);
  return found;
}

std::string ContractEquation::batchLetters() const {
  return filter(result, [&](char letter) { return isBatch(letter); });
}
std::string ContractEquation::lhsFreeLetters() const {
  return filter(result, [&](char letter) { return !rhs.contains(letter); });
}
std::string ContractEquation::rhsFreeLetters() const {
  return filter(result, [&](char letter) { return !lhs.contains(letter); });
}
std::string ContractEquation::reducedLetters() const {
  return filter(lhs, [&](char letter) { return isReduced(letter); });
}

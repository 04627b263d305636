//===- SymExpr.h - integer expressions over named sizes ---------*- C++ -*-===//
//
// The size of a dimension is an integer expression over symbols: the names that a model gives to its dynamic
// dimensions ("batch"), and names made for sizes that only a run can tell. Expressions are kept in a normal
// form, a polynomial with integer coefficients over atoms (a symbol, or a division, remainder, minimum,
// maximum or broadcast of two expressions), so that two equal polynomials print the same and `==` is a real
// test. It is one-sided: expressions that compare different may still be equal, for instance (h + 1) floordiv
// 2 and h - h floordiv 2.
//
// Symbols stand for sizes, hence for integers >= 0. The rules used:
//   (b*s*768) floordiv (768*s) -> b                 (x*y + x) floordiv (y + 1) -> x
//   (4*s + 6) floordiv 4 -> s + 1                   (5*s + 6) floordiv 4 -> s + 1 + (s + 2) floordiv 4
//   (5*s + 6) mod 4 -> (s + 2) mod 4                (x floordiv 2 + 1) floordiv 3 -> (x + 2) floordiv 6
//   max(x, 3) floordiv 2 -> max(x floordiv 2, 1)    max(max(x, 0) - 2, 0) -> max(x - 2, 0)
//   min(s, s + 1) -> s                              broadcast(x, 1) -> x, broadcast(x, 7) -> 7
// where broadcast(a, b) is the size of two dimensions under numpy's rule: b where a is 1, else a. It is only
// asked of sizes that do broadcast, one 1 or both equal; under an assignment where they do not, it has no
// meaning.
//
// A quotient or remainder by 0 has no meaning either, and the rules hold where divisors are not 0: s floordiv
// s is 1. Sizes of 0 exist, and this is the useful reading of them: a reshape of [s, 768*t] to [s, 768, -1]
// divides by 768*s, gets t, and keeps its 0 elements when s is 0. `evaluate` gives 0 for a division by 0 that
// is left.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_SUPPORT_SYMEXPR_H
#define DIALECTS_SUPPORT_SYMEXPR_H

#include "dialects/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct SymAtom;

/// An immutable integer expression. Copying is cheap; any thread may read. A coefficient that would leave 64
/// bits stays at the nearest end, so absurd sizes are absurdly large, and fail where bytes are counted.
class SymExpr {
public:
  enum class Op { FloorDiv, Mod, Min, Max, Broadcast };
  using Atom = std::shared_ptr<const SymAtom>;
  /// coefficient * product of atoms (sorted by text; a repeated atom is a power).
  struct Term {
    int64_t coefficient;
    std::vector<Atom> atoms;
  };

  SymExpr(int64_t value = 0);
  SymExpr(const SymExpr &) = default;
  SymExpr(SymExpr &&) = default;
  SymExpr &operator=(const SymExpr &) = default;
  /// Moving onto itself changes nothing: SmallVector::insert of an empty range does that to the elements
  /// behind.
  SymExpr &operator=(SymExpr &&other) {
    if (this != &other) {
      termList = std::move(other.termList);
    }
    return *this;
  }
  /// `name` must match [A-Za-z_][A-Za-z0-9_.$]*; see `sanitizeSymbol`.
  static SymExpr symbol(StringRef name);
  /// Parses what `str` prints. Failure on malformed text or numbers beyond 64 bits.
  static FailureOr<SymExpr> parse(StringRef text);
  /// Makes a legal symbol name out of any text: other characters become '_'.
  static std::string sanitizeSymbol(StringRef name);

  /// The text in normal form, for instance "2*batch*seq + 1" or "floordiv(h + 1, 2)".
  std::string str() const;
  /// The value if no symbol is left.
  std::optional<int64_t> constant() const;
  bool isConstant(int64_t value) const { return constant() == value; }
  /// The name if the expression is exactly one symbol.
  std::optional<StringRef> symbolName() const;

  bool operator==(const SymExpr &other) const;
  bool operator!=(const SymExpr &other) const { return !(*this == other); }
  friend SymExpr operator+(const SymExpr &a, const SymExpr &b);
  friend SymExpr operator-(const SymExpr &a, const SymExpr &b);
  friend SymExpr operator*(const SymExpr &a, const SymExpr &b);

  /// Rounds towards minus infinity.
  static SymExpr floorDiv(const SymExpr &a, const SymExpr &b);
  static SymExpr ceilDiv(const SymExpr &a, const SymExpr &b);
  /// a - floorDiv(a, b) * b: the sign of b.
  static SymExpr mod(const SymExpr &a, const SymExpr &b);
  static SymExpr min(const SymExpr &a, const SymExpr &b);
  static SymExpr max(const SymExpr &a, const SymExpr &b);
  static SymExpr broadcast(const SymExpr &a, const SymExpr &b);
  /// Any of the operations.
  static SymExpr make(Op op, const SymExpr &a, const SymExpr &b);

  /// The q with b * q equal to a as polynomials, or nothing.
  static std::optional<SymExpr> exactQuotient(const SymExpr &a, const SymExpr &b);

  /// A number that no assignment of sizes >= 0 to the symbols goes below, if one is found.
  std::optional<int64_t> lowerBound() const;
  /// True only if the value is >= bound for every assignment of sizes >= 0 to the symbols.
  bool isAtLeast(int64_t bound) const;

  /// Adds the symbols in order of first appearance. The texts live as long as any copy of this expression.
  void collectSymbols(llvm::SetVector<StringRef> &symbols) const;
  /// Replaces symbols; those for which `replace` returns nothing stay.
  SymExpr substitute(llvm::function_ref<std::optional<SymExpr>(StringRef)> replace) const;
  /// The value under an assignment; nothing if a symbol has none or a step leaves 64 bits.
  std::optional<int64_t> evaluate(llvm::function_ref<std::optional<int64_t>(StringRef)> valueOf) const;

  /// The normal form, for code that turns expressions into instructions. Sum of the terms; constant term
  /// last.
  ArrayRef<Term> terms() const { return termList; }

private:
  struct Division;
  explicit SymExpr(std::vector<Term> terms) : termList(std::move(terms)) {}
  static SymExpr fromTerms(std::vector<Term> terms);
  static SymExpr fromAtom(Op op, const SymExpr &a, const SymExpr &b);
  static Division divide(const SymExpr &a, const Term &divisor);
  static SymExpr floorDivByNumber(const SymExpr &a, int64_t divisor);
  static SymExpr lattice(Op op, const SymExpr &a, const SymExpr &b);
  std::vector<Term> termList; // sorted by atoms' text, no zero coefficient, no equal atom lists
};

/// a = whole * divisor + rest.
struct SymExpr::Division {
  SymExpr whole, rest;
};

/// A symbol (name set) or an operation on two expressions (name empty).
struct SymAtom {
  std::string name;
  SymExpr::Op op = SymExpr::Op::FloorDiv;
  SymExpr a, b;
  std::string text; // what it prints as; also the sort key
};

/// The product of sizes.
SymExpr product(ArrayRef<SymExpr> sizes);

/// All of `sizes` as numbers, or nothing if one is symbolic.
std::optional<SmallVector<int64_t>> constants(ArrayRef<SymExpr> sizes);

} // namespace heddle

#endif // DIALECTS_SUPPORT_SYMEXPR_H

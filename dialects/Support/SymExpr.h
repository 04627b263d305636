//===- SymExpr.h - integer expressions over named sizes ---------*- C++ -*-===//
//
// The size of a dimension is an integer expression over symbols: the names that a model gives to its dynamic
// dimensions ("batch"), and names made for sizes that only a run can tell. Expressions are kept in a normal
// form, a polynomial with integer coefficients over atoms (a symbol, or a division, remainder, minimum, maximum
// or broadcast of two expressions), so that two equal polynomials print the same and `==` is a real test. It is
// one-sided: expressions that compare different may still be equal (max(a, b) against max(a+0, b) are the same,
// max(a, b) against b when a <= b are not recognised).
//
// Symbols stand for sizes, hence for integers >= 0. The rules used, with s a symbol and c, d constants:
//   4*s floordiv 4 -> s        (4*s + 6) floordiv 4 -> s + 1       (b*s*768) floordiv (768*s) -> b
//   max(a, a) -> a             broadcast(a, 1) -> a                broadcast(a, a) -> a
// where broadcast(a, b) is the size of two dimensions under numpy's rule: b where a is 1, else a.
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

/// An immutable integer expression. Copying is cheap; any thread may read.
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

  /// Rounds towards minus infinity. A constant divisor of 0 gives 0 (nothing to divide among).
  static SymExpr floorDiv(const SymExpr &a, const SymExpr &b);
  static SymExpr ceilDiv(const SymExpr &a, const SymExpr &b);
  static SymExpr mod(const SymExpr &a, const SymExpr &b);
  static SymExpr min(const SymExpr &a, const SymExpr &b);
  static SymExpr max(const SymExpr &a, const SymExpr &b);
  static SymExpr broadcast(const SymExpr &a, const SymExpr &b);

  /// True only if the value is >= bound for every assignment of sizes >= 0 to the symbols.
  bool isAtLeast(int64_t bound) const;

  /// The symbols in order of first appearance.
  void collectSymbols(llvm::SetVector<StringRef> &symbols) const;
  /// Replaces symbols; those for which `replace` returns nothing stay.
  SymExpr substitute(llvm::function_ref<std::optional<SymExpr>(StringRef)> replace) const;
  /// The value under an assignment; nothing if a symbol has none or a step leaves 64 bits.
  std::optional<int64_t> evaluate(llvm::function_ref<std::optional<int64_t>(StringRef)> valueOf) const;

  /// The normal form, for code that turns expressions into instructions. Sum of the terms; constant term last.
  ArrayRef<Term> terms() const { return termList; }

private:
  explicit SymExpr(std::vector<Term> terms) : termList(std::move(terms)) {}
  static SymExpr fromTerms(std::vector<Term> terms);
  static SymExpr fromAtom(Op op, const SymExpr &a, const SymExpr &b);
  std::vector<Term> termList; // sorted by atoms' text, no zero coefficient, no equal atom lists
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

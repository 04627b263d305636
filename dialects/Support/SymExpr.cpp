//===- SymExpr.cpp - integer expressions over named sizes -----------------===//

#include "dialects/Support/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace heddle;

static int64_t floorDivide(int64_t a, int64_t b) {
  return b == 0 ? 0 : a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

/// Sums and products that leave 64 bits stay at the nearest end, so that an absurd size is absurdly large and
/// never small by wrapping. INT64_MIN is not an end: every result can be negated.
static int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  return llvm::AddOverflow(a, b, sum) ? (a < 0 ? -INT64_MAX : INT64_MAX) : sum;
}
static int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product = 0;
  return llvm::MulOverflow(a, b, product) ? ((a < 0) != (b < 0) ? -INT64_MAX : INT64_MAX) : product;
}

/// Applies `op` to numbers, or nothing where the result leaves 64 bits.
static std::optional<int64_t> apply(SymExpr::Op op, int64_t a, int64_t b) {
  if ((op == SymExpr::Op::FloorDiv || op == SymExpr::Op::Mod) && b == -1 && a == INT64_MIN) {
    return std::nullopt;
  }
  switch (op) {
  case SymExpr::Op::FloorDiv:
    return floorDivide(a, b);
  case SymExpr::Op::Mod:
    return b == 0 ? 0 : a - floorDivide(a, b) * b;
  case SymExpr::Op::Min:
    return std::min(a, b);
  case SymExpr::Op::Max:
    return std::max(a, b);
  case SymExpr::Op::Broadcast:
    return a == 1 ? b : a;
  }
  llvm_unreachable("every operation is applied");
}

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

static int compareAtoms(ArrayRef<SymExpr::Atom> a, ArrayRef<SymExpr::Atom> b) {
  // Longer products first, so that the constant (no atom) comes last.
  if (a.size() != b.size()) {
    return a.size() > b.size() ? -1 : 1;
  }
  for (auto [x, y] : llvm::zip(a, b)) {
    if (int order = x->text.compare(y->text)) {
      return order;
    }
  }
  return 0;
}

SymExpr::SymExpr(int64_t value) {
  if (value != 0) {
    termList.push_back({value, {}});
  }
}

SymExpr SymExpr::symbol(StringRef name) {
  auto atom = std::make_shared<SymAtom>();
  atom->name = atom->text = name.str();
  return SymExpr(std::vector<Term>{{1, {atom}}});
}

SymExpr SymExpr::fromTerms(std::vector<Term> terms) {
  for (Term &term : terms) {
    std::sort(term.atoms.begin(), term.atoms.end(),
              [](const Atom &a, const Atom &b) { return a->text < b->text; });
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term &a, const Term &b) { return compareAtoms(a.atoms, b.atoms) < 0; });
  std::vector<Term> merged;
  for (Term &term : terms) {
    if (!merged.empty() && compareAtoms(merged.back().atoms, term.atoms) == 0) {
      merged.back().coefficient = saturatingAdd(merged.back().coefficient, term.coefficient);
    } else {
      merged.push_back(std::move(term));
    }
  }
  llvm::erase_if(merged, [](const Term &term) { return term.coefficient == 0; });
  return SymExpr(std::move(merged));
}

std::optional<int64_t> SymExpr::constant() const {
  if (termList.empty()) {
    return 0;
  }
  if (termList.size() == 1 && termList[0].atoms.empty()) {
    return termList[0].coefficient;
  }
  return std::nullopt;
}

std::optional<StringRef> SymExpr::symbolName() const {
  if (termList.size() == 1 && termList[0].coefficient == 1 && termList[0].atoms.size() == 1 &&
      !termList[0].atoms[0]->name.empty()) {
    return StringRef(termList[0].atoms[0]->name);
  }
  return std::nullopt;
}

bool SymExpr::operator==(const SymExpr &other) const {
  return termList.size() == other.termList.size() &&
         llvm::all_of(llvm::zip(termList, other.termList), [](auto pair) {
           auto &[a, b] = pair;
           return a.coefficient == b.coefficient && compareAtoms(a.atoms, b.atoms) == 0;
         });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

SymExpr heddle::operator+(const SymExpr &a, const SymExpr &b) {
  std::vector<SymExpr::Term> terms = a.termList;
  terms.insert(terms.end(), b.termList.begin(), b.termList.end());
  return SymExpr::fromTerms(std::move(terms));
}

SymExpr heddle::operator*(const SymExpr &a, const SymExpr &b) {
  std::vector<SymExpr::Term> terms;
  for (const SymExpr::Term &x : a.termList) {
    for (const SymExpr::Term &y : b.termList) {
      terms.push_back({saturatingMultiply(x.coefficient, y.coefficient), x.atoms});
      terms.back().atoms.insert(terms.back().atoms.end(), y.atoms.begin(), y.atoms.end());
    }
  }
  return SymExpr::fromTerms(std::move(terms));
}

SymExpr heddle::operator-(const SymExpr &a, const SymExpr &b) { return a + SymExpr(-1) * b; }

/// `term` without the atoms of `divisor` and divided by its coefficient, if that leaves no remainder.
static std::optional<SymExpr::Term> divideExactly(const SymExpr::Term &term, const SymExpr::Term &divisor) {
  if (divisor.coefficient != -1 && term.coefficient % divisor.coefficient != 0) {
    return std::nullopt;
  }
  int64_t coefficient = divisor.coefficient == -1 ? saturatingMultiply(term.coefficient, -1)
                                                  : term.coefficient / divisor.coefficient;
  SymExpr::Term quotient{coefficient, term.atoms};
  for (const SymExpr::Atom &atom : divisor.atoms) {
    auto found = llvm::find_if(quotient.atoms, [&](auto &other) { return other->text == atom->text; });
    if (found == quotient.atoms.end()) {
      return std::nullopt;
    }
    quotient.atoms.erase(found);
  }
  return quotient;
}

std::optional<SymExpr> SymExpr::exactQuotient(const SymExpr &a, const SymExpr &b) {
  // Long division. The order of terms is a graded one, which multiplication keeps, so leading terms decide.
  // A quotient has at most as many terms as `a` where `b` is one term; 64 more are beyond what shapes need.
  size_t maxSteps = a.termList.size() + 64;
  SymExpr quotient, rest = a;
  for (size_t step = 0; step <= maxSteps; ++step) {
    if (rest.termList.empty()) {
      return quotient;
    }
    if (b.termList.empty()) {
      return std::nullopt;
    }
    std::optional<Term> term = divideExactly(rest.termList.front(), b.termList.front());
    if (!term) {
      return std::nullopt;
    }
    SymExpr part(std::vector<Term>{*term});
    quotient = quotient + part;
    rest = rest - part * b;
  }
  return std::nullopt;
}

/// Splits `a` into whole * divisor + rest, with the terms that `divisor` divides in `whole`. Where the
/// divisor is a number above 0 the coefficients of `rest` are from 0 to below it.
SymExpr::Division SymExpr::divide(const SymExpr &a, const Term &divisor) {
  std::vector<Term> whole, rest;
  for (const Term &term : a.termList) {
    if (divisor.atoms.empty() && divisor.coefficient > 0) {
      int64_t quotient = floorDivide(term.coefficient, divisor.coefficient);
      whole.push_back({quotient, term.atoms});
      rest.push_back({term.coefficient - quotient * divisor.coefficient, term.atoms});
    } else if (std::optional<Term> quotient = divideExactly(term, divisor)) {
      whole.push_back(*quotient);
    } else {
      rest.push_back(term);
    }
  }
  return {fromTerms(std::move(whole)), fromTerms(std::move(rest))};
}

/// The constant term.
static int64_t constantTerm(const SymExpr &a) {
  bool hasConstant = !a.terms().empty() && a.terms().back().atoms.empty();
  return hasConstant ? a.terms().back().coefficient : 0;
}

/// The operation if `a` is one operation of those kinds plus a constant.
static const SymAtom *shiftedAtom(const SymExpr &a, ArrayRef<SymExpr::Op> kinds) {
  if (a.terms().empty() || a.terms().size() != (constantTerm(a) == 0 ? 1 : 2)) {
    return nullptr;
  }
  const SymExpr::Term &term = a.terms().front();
  bool isAtom = term.coefficient == 1 && term.atoms.size() == 1 && term.atoms[0]->name.empty();
  return isAtom && llvm::is_contained(kinds, term.atoms[0]->op) ? term.atoms[0].get() : nullptr;
}

/// floordiv of `a` by a number above 1, where `divide` leaves no whole part.
SymExpr SymExpr::floorDivByNumber(const SymExpr &a, int64_t divisor) {
  int64_t common = divisor, shift = constantTerm(a);
  for (const Term &term : a.termList) {
    common = term.atoms.empty() ? common : std::gcd(common, term.coefficient);
  }
  if (common > 1) { // (2x + 3) floordiv 4 = (x + 1) floordiv 2: the odd unit never completes a whole
    SymExpr reduced = exactQuotient(a - SymExpr(shift), common).value() + SymExpr(floorDivide(shift, common));
    return floorDiv(reduced, divisor / common);
  }
  if (const SymAtom *inner =
          shiftedAtom(a, Op::FloorDiv)) { // (x floordiv 2 + 1) floordiv 3 = (x + 2) floordiv 6
    int64_t step = inner->b.constant().value_or(0), product = 0, moved = 0;
    if (step > 0 && !llvm::MulOverflow(step, divisor, product) && !llvm::MulOverflow(step, shift, moved)) {
      return floorDiv(inner->a + SymExpr(moved), product);
    }
  }
  if (const SymAtom *inner = shiftedAtom(a, {Op::Min, Op::Max})) { // floordiv is monotone
    SymExpr x = floorDiv(inner->a + SymExpr(shift), divisor),
            y = floorDiv(inner->b + SymExpr(shift), divisor);
    return inner->op == Op::Min ? min(x, y) : max(x, y);
  }
  return fromAtom(Op::FloorDiv, a, divisor);
}

/// What divides every term of `a` and `divisor` without remainder.
static SymExpr::Term commonFactor(const SymExpr &a, const SymExpr::Term &divisor) {
  SymExpr::Term common{1, {}};
  int64_t coefficient = divisor.coefficient;
  std::vector<SymExpr::Atom> candidates = divisor.atoms;
  for (const SymExpr::Term &term : a.terms()) {
    coefficient = std::gcd(coefficient, term.coefficient);
    std::vector<SymExpr::Atom> shared;
    std::set_intersection(candidates.begin(), candidates.end(), term.atoms.begin(), term.atoms.end(),
                          std::back_inserter(shared), [](auto &x, auto &y) { return x->text < y->text; });
    candidates = std::move(shared);
  }
  return {std::max<int64_t>(coefficient, 1), std::move(candidates)};
}

SymExpr SymExpr::floorDiv(const SymExpr &a, const SymExpr &b) {
  if (a.isConstant(0) || b.isConstant(0)) {
    return 0;
  }
  if (b.isConstant(1)) {
    return a;
  }
  if (b.constant().value_or(0) < 0) {
    return floorDiv(SymExpr(-1) * a, SymExpr(-1) * b);
  }
  if (b.termList.size() != 1) {
    std::optional<SymExpr> exact = exactQuotient(a, b);
    return exact ? *exact : fromAtom(Op::FloorDiv, a, b);
  }
  auto [whole, rest] = divide(a, b.termList[0]);
  if (std::optional<int64_t> divisor = b.constant()) {
    return whole + (rest.constant() ? SymExpr(0) : floorDivByNumber(rest, *divisor));
  }
  Term common = commonFactor(rest, b.termList[0]);
  if (!rest.isConstant(0) && (common.coefficient != 1 || !common.atoms.empty())) {
    SymExpr factor(std::vector<Term>{common});
    return whole + floorDiv(exactQuotient(rest, factor).value(), exactQuotient(b, factor).value());
  }
  return rest.isConstant(0) ? whole : whole + fromAtom(Op::FloorDiv, rest, b);
}

SymExpr SymExpr::ceilDiv(const SymExpr &a, const SymExpr &b) { return floorDiv(a + b - SymExpr(1), b); }

SymExpr SymExpr::mod(const SymExpr &a, const SymExpr &b) {
  if (b.isConstant(0) || b.isConstant(1)) {
    return 0;
  }
  if (b.constant().value_or(0) < 0) {
    return SymExpr(-1) * mod(SymExpr(-1) * a, SymExpr(-1) * b);
  }
  if (exactQuotient(a, b)) {
    return 0;
  }
  SymExpr rest = b.termList.size() == 1 ? divide(a, b.termList[0]).rest : a;
  if (rest.constant() && b.constant()) {
    return rest;
  }
  const SymAtom *inner = shiftedAtom(rest, Op::Mod);
  bool isReduced = inner && constantTerm(rest) == 0 && inner->b == b;
  return isReduced ? rest : fromAtom(Op::Mod, rest, b);
}

/// Whether a <= b is known to hold (true) or b <= a (false).
static std::optional<bool> isLessOrEqual(const SymExpr &a, const SymExpr &b) {
  if ((b - a).isAtLeast(0)) {
    return true;
  }
  if ((a - b).isAtLeast(0)) {
    return false;
  }
  return std::nullopt;
}

/// Of two operands of min, max or broadcast the one that is the result, if it is known.
static std::optional<SymExpr> chooseOperand(SymExpr::Op op, const SymExpr &a, const SymExpr &b) {
  if (op == SymExpr::Op::Broadcast) {
    if (a == b || b.isConstant(1)) {
      return a;
    }
    // A known size other than 1 wins: the other is 1 or equal to it.
    if (a.isConstant(1) || (b.constant() && !a.constant())) {
      return b;
    }
    return a.constant() ? std::optional<SymExpr>(a) : std::nullopt;
  }
  std::optional<bool> order = isLessOrEqual(a, b);
  if (!order) {
    return std::nullopt;
  }
  return *order == (op == SymExpr::Op::Min) ? a : b;
}

/// The operands of nested operations of a kind: max(max(x, y) + 1, z) has x + 1, y + 1 and z.
static void collectOperands(SymExpr::Op op, const SymExpr &a, const SymExpr &shift,
                            std::vector<SymExpr> &operands) {
  const SymAtom *atom = shiftedAtom(a, op);
  if (!atom || (op == SymExpr::Op::Broadcast && constantTerm(a) != 0)) {
    operands.push_back(a + shift);
    return;
  }
  SymExpr innerShift = shift + SymExpr(constantTerm(a));
  collectOperands(op, atom->a, innerShift, operands);
  collectOperands(op, atom->b, innerShift, operands);
}

SymExpr SymExpr::lattice(Op op, const SymExpr &a, const SymExpr &b) {
  std::vector<SymExpr> operands, kept;
  collectOperands(op, a, 0, operands);
  collectOperands(op, b, 0, operands);
  for (SymExpr operand : operands) {
    // A pair of which one is the result is replaced by it, until no pair is left.
    for (size_t i = 0; i < kept.size();) {
      if (std::optional<SymExpr> chosen = chooseOperand(op, kept[i], operand)) {
        operand = *chosen;
        kept.erase(kept.begin() + i);
        i = 0;
      } else {
        ++i;
      }
    }
    kept.push_back(operand);
  }
  std::sort(kept.begin(), kept.end(), [](const SymExpr &x, const SymExpr &y) { return x.str() < y.str(); });
  SymExpr result = kept.front();
  for (const SymExpr &operand : ArrayRef(kept).drop_front()) {
    result = fromAtom(op, result, operand);
  }
  return result;
}

SymExpr SymExpr::make(Op op, const SymExpr &a, const SymExpr &b) {
  switch (op) {
  case Op::FloorDiv:
    return floorDiv(a, b);
  case Op::Mod:
    return mod(a, b);
  case Op::Min:
  case Op::Max:
  case Op::Broadcast:
    return lattice(op, a, b);
  }
  llvm_unreachable("every operation is made");
}

SymExpr SymExpr::min(const SymExpr &a, const SymExpr &b) { return lattice(Op::Min, a, b); }
SymExpr SymExpr::max(const SymExpr &a, const SymExpr &b) { return lattice(Op::Max, a, b); }
SymExpr SymExpr::broadcast(const SymExpr &a, const SymExpr &b) { return lattice(Op::Broadcast, a, b); }

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// A lower bound of an atom, if one is known: symbols are sizes.
static std::optional<int64_t> lowerBoundOf(const SymAtom &atom) {
  if (!atom.name.empty()) {
    return 0;
  }
  std::optional<int64_t> a = atom.a.lowerBound(), b = atom.b.lowerBound();
  switch (atom.op) {
  case SymExpr::Op::Max:
    return a && b ? std::max(*a, *b) : (a ? a : b);
  case SymExpr::Op::FloorDiv:
    if (std::optional<int64_t> divisor = atom.b.constant(); divisor && *divisor > 0 && a) {
      return floorDivide(*a, *divisor);
    }
    return a && b && *a >= 0 && *b >= 0 ? std::optional<int64_t>(0) : std::nullopt;
  case SymExpr::Op::Min:
  case SymExpr::Op::Broadcast:
    return a && b ? std::optional<int64_t>(std::min(*a, *b)) : std::nullopt;
  case SymExpr::Op::Mod:
    return b && *b >= 0 ? std::optional<int64_t>(0) : std::nullopt;
  }
  llvm_unreachable("every operation is bounded");
}

std::optional<int64_t> SymExpr::lowerBound() const {
  int64_t sum = 0;
  for (const Term &term : termList) {
    int64_t least = term.coefficient;
    for (const Atom &atom : term.atoms) {
      std::optional<int64_t> bound = lowerBoundOf(*atom);
      if (!bound || term.coefficient < 0 || (*bound < 0 && term.atoms.size() > 1)) {
        return std::nullopt;
      }
      least = saturatingMultiply(least, *bound);
    }
    sum = saturatingAdd(sum, least);
  }
  return sum;
}

bool SymExpr::isAtLeast(int64_t bound) const { return lowerBound().value_or(bound - 1) >= bound; }

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

void SymExpr::collectSymbols(llvm::SetVector<StringRef> &symbols) const {
  for (const Term &term : termList) {
    for (const Atom &atom : term.atoms) {
      if (!atom->name.empty()) {
        symbols.insert(atom->name);
      } else {
        atom->a.collectSymbols(symbols);
        atom->b.collectSymbols(symbols);
      }
    }
  }
}

SymExpr SymExpr::substitute(llvm::function_ref<std::optional<SymExpr>(StringRef)> replace) const {
  SymExpr sum;
  for (const Term &term : termList) {
    SymExpr factor(term.coefficient);
    for (const Atom &atom : term.atoms) {
      if (!atom->name.empty()) {
        factor = factor * replace(atom->name).value_or(symbol(atom->name));
        continue;
      }
      SymExpr a = atom->a.substitute(replace), b = atom->b.substitute(replace);
      factor = factor * make(atom->op, a, b);
    }
    sum = sum + factor;
  }
  return sum;
}

std::optional<int64_t>
SymExpr::evaluate(llvm::function_ref<std::optional<int64_t>(StringRef)> valueOf) const {
  int64_t sum = 0;
  for (const Term &term : termList) {
    int64_t factor = term.coefficient;
    for (const Atom &atom : term.atoms) {
      std::optional<int64_t> value;
      if (!atom->name.empty()) {
        value = valueOf(atom->name);
      } else {
        std::optional<int64_t> a = atom->a.evaluate(valueOf), b = atom->b.evaluate(valueOf);
        value = a && b ? apply(atom->op, *a, *b) : std::nullopt;
      }
      if (!value || llvm::MulOverflow(factor, *value, factor)) {
        return std::nullopt;
      }
    }
    if (llvm::AddOverflow(sum, factor, sum)) {
      return std::nullopt;
    }
  }
  return sum;
}

SymExpr heddle::product(ArrayRef<SymExpr> sizes) {
  SymExpr result(1);
  for (const SymExpr &size : sizes) {
    result = result * size;
  }
  return result;
}

std::optional<SmallVector<int64_t>> heddle::constants(ArrayRef<SymExpr> sizes) {
  SmallVector<int64_t> values;
  for (const SymExpr &size : sizes) {
    if (!size.constant()) {
      return std::nullopt;
    }
    values.push_back(*size.constant());
  }
  return values;
}

//===- SymExpr.cpp - integer expressions over named sizes -----------------===//

#include "dialects/Support/SymExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace heddle;

static StringRef nameOf(SymExpr::Op op) {
  switch (op) {
  case SymExpr::Op::FloorDiv:
    return "floordiv";
  case SymExpr::Op::Mod:
    return "mod";
  case SymExpr::Op::Min:
    return "min";
  case SymExpr::Op::Max:
    return "max";
  case SymExpr::Op::Broadcast:
    return "broadcast";
  }
  llvm_unreachable("every operation has a name");
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return b == 0 ? 0 : a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
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

std::string SymExpr::sanitizeSymbol(StringRef name) {
  std::string result;
  for (char c : name) {
    result += llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' ? c : '_';
  }
  if (result.empty() || !(llvm::isAlpha(result[0]) || result[0] == '_')) {
    result.insert(result.begin(), '_');
  }
  return result;
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
      merged.back().coefficient =
          static_cast<int64_t>(static_cast<uint64_t>(merged.back().coefficient) + term.coefficient);
    } else {
      merged.push_back(std::move(term));
    }
  }
  llvm::erase_if(merged, [](const Term &term) { return term.coefficient == 0; });
  return SymExpr(std::move(merged));
}

SymExpr SymExpr::fromAtom(Op op, const SymExpr &a, const SymExpr &b) {
  auto atom = std::make_shared<SymAtom>();
  atom->op = op;
  atom->a = a;
  atom->b = b;
  atom->text = (nameOf(op) + "(" + a.str() + ", " + b.str() + ")").str();
  return SymExpr(std::vector<Term>{{1, {atom}}});
}

std::string SymExpr::str() const {
  if (termList.empty()) {
    return "0";
  }
  std::string text;
  for (const Term &term : termList) {
    bool negative = term.coefficient < 0;
    uint64_t magnitude = negative ? -static_cast<uint64_t>(term.coefficient) : term.coefficient;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    if (magnitude != 1 || term.atoms.empty()) {
      text += std::to_string(magnitude) + (term.atoms.empty() ? "" : "*");
    }
    llvm::interleave(
        term.atoms, [&](const Atom &atom) { text += atom->text; }, [&] { text += "*"; });
  }
  return text;
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
      // Wraps on overflow; sizes are checked where bytes are counted.
      terms.push_back({static_cast<int64_t>(static_cast<uint64_t>(x.coefficient) * y.coefficient), x.atoms});
      terms.back().atoms.insert(terms.back().atoms.end(), y.atoms.begin(), y.atoms.end());
    }
  }
  return SymExpr::fromTerms(std::move(terms));
}

SymExpr heddle::operator-(const SymExpr &a, const SymExpr &b) { return a + SymExpr(-1) * b; }

/// `term` without the atoms of `divisor` and divided by its coefficient, if that leaves no remainder.
static std::optional<SymExpr::Term> divideExactly(const SymExpr::Term &term, const SymExpr::Term &divisor) {
  if (term.coefficient % divisor.coefficient != 0) {
    return std::nullopt;
  }
  SymExpr::Term quotient{term.coefficient / divisor.coefficient, term.atoms};
  for (const SymExpr::Atom &atom : divisor.atoms) {
    auto found = llvm::find_if(quotient.atoms, [&](auto &other) { return other->text == atom->text; });
    if (found == quotient.atoms.end()) {
      return std::nullopt;
    }
    quotient.atoms.erase(found);
  }
  return quotient;
}

SymExpr SymExpr::floorDiv(const SymExpr &a, const SymExpr &b) {
  if (b.isConstant(1)) {
    return a;
  }
  if (a.constant() && b.constant()) {
    return apply(Op::FloorDiv, *a.constant(), *b.constant()).value_or(0);
  }
  if (a == b) {
    return 1;
  }
  if (b.termList.size() != 1) {
    return fromAtom(Op::FloorDiv, a, b);
  }
  // Terms that the divisor divides leave the floor; this is exact for any sign.
  std::vector<Term> quotients, rest;
  for (const Term &term : a.termList) {
    if (std::optional<Term> quotient = divideExactly(term, b.termList[0])) {
      quotients.push_back(*quotient);
    } else {
      rest.push_back(term);
    }
  }
  SymExpr remainder = fromTerms(std::move(rest)), whole = fromTerms(std::move(quotients));
  if (remainder.constant() && b.constant()) {
    return whole + SymExpr(floorDivide(*remainder.constant(), *b.constant()));
  }
  if (remainder.isConstant(0)) {
    return whole;
  }
  return whole + fromAtom(Op::FloorDiv, remainder, b);
}

SymExpr SymExpr::ceilDiv(const SymExpr &a, const SymExpr &b) { return floorDiv(a + b - SymExpr(1), b); }

SymExpr SymExpr::mod(const SymExpr &a, const SymExpr &b) {
  if (b.isConstant(1) || a == b) {
    return 0;
  }
  if (a.constant() && b.constant()) {
    return apply(Op::Mod, *a.constant(), *b.constant()).value_or(0);
  }
  if (floorDiv(a, b) * b == a) {
    return 0;
  }
  return fromAtom(Op::Mod, a, b);
}

/// min and max of expressions whose difference is a known number or has a known sign are one of the two.
static std::optional<bool> isLessOrEqual(const SymExpr &a, const SymExpr &b) {
  if ((b - a).isAtLeast(0)) {
    return true;
  }
  if ((a - b).isAtLeast(0)) {
    return false;
  }
  return std::nullopt;
}

SymExpr SymExpr::min(const SymExpr &a, const SymExpr &b) {
  if (std::optional<bool> order = isLessOrEqual(a, b)) {
    return *order ? a : b;
  }
  return a.str() < b.str() ? fromAtom(Op::Min, a, b) : fromAtom(Op::Min, b, a);
}

SymExpr SymExpr::max(const SymExpr &a, const SymExpr &b) {
  if (std::optional<bool> order = isLessOrEqual(a, b)) {
    return *order ? b : a;
  }
  return a.str() < b.str() ? fromAtom(Op::Max, a, b) : fromAtom(Op::Max, b, a);
}

SymExpr SymExpr::broadcast(const SymExpr &a, const SymExpr &b) {
  if (a == b || b.isConstant(1)) {
    return a;
  }
  // A known size other than 1 wins: the other is 1 or equal to it.
  if (a.isConstant(1) || (b.constant() && !a.constant())) {
    return b;
  }
  if (a.constant()) {
    return a;
  }
  return a.str() < b.str() ? fromAtom(Op::Broadcast, a, b) : fromAtom(Op::Broadcast, b, a);
}

/// A lower bound of an atom, if one is known: symbols are sizes.
static std::optional<int64_t> lowerBound(const SymAtom &atom) {
  if (!atom.name.empty()) {
    return 0;
  }
  switch (atom.op) {
  case SymExpr::Op::Max:
    return (atom.a.isAtLeast(0) || atom.b.isAtLeast(0)) ? std::optional<int64_t>(0) : std::nullopt;
  case SymExpr::Op::FloorDiv:
  case SymExpr::Op::Min:
  case SymExpr::Op::Broadcast:
    return (atom.a.isAtLeast(0) && atom.b.isAtLeast(0)) ? std::optional<int64_t>(0) : std::nullopt;
  case SymExpr::Op::Mod:
    return atom.b.isAtLeast(0) ? std::optional<int64_t>(0) : std::nullopt;
  }
  llvm_unreachable("every operation is bounded");
}

bool SymExpr::isAtLeast(int64_t bound) const {
  int64_t constantTerm = 0;
  for (const Term &term : termList) {
    if (term.atoms.empty()) {
      constantTerm = term.coefficient;
      continue;
    }
    bool nonNegative = term.coefficient > 0 && llvm::all_of(term.atoms, [](const Atom &atom) {
                         return lowerBound(*atom).value_or(-1) >= 0;
                       });
    if (!nonNegative) {
      return false;
    }
  }
  return constantTerm >= bound;
}

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
      switch (atom->op) {
      case Op::FloorDiv:
        factor = factor * floorDiv(a, b);
        break;
      case Op::Mod:
        factor = factor * mod(a, b);
        break;
      case Op::Min:
        factor = factor * min(a, b);
        break;
      case Op::Max:
        factor = factor * max(a, b);
        break;
      case Op::Broadcast:
        factor = factor * broadcast(a, b);
        break;
      }
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

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Recursive descent over: sum := ['-'] product (('+' | '-') product)*, product := factor ('*' factor)*,
/// factor := number | name | name '(' sum ',' sum ')'.
class Parser {
public:
  explicit Parser(StringRef text) : rest(text) {}

  FailureOr<SymExpr> parse() {
    FailureOr<SymExpr> result = sum(0);
    skip();
    return failed(result) || !rest.empty() ? FailureOr<SymExpr>(failure()) : result;
  }

private:
  static constexpr int kMaxDepth = 64; // nesting in a type that somebody wrote; deeper is malformed

  void skip() { rest = rest.ltrim(); }
  bool consume(char c) {
    skip();
    return rest.consume_front(StringRef(&c, 1));
  }

  FailureOr<SymExpr> sum(int depth) {
    bool negative = consume('-');
    FailureOr<SymExpr> result = product(depth);
    if (succeeded(result) && negative) {
      result = SymExpr(-1) * *result;
    }
    while (succeeded(result)) {
      int sign = consume('+') ? 1 : consume('-') ? -1 : 0;
      if (sign == 0) {
        return result;
      }
      FailureOr<SymExpr> next = product(depth);
      result = failed(next) ? next : FailureOr<SymExpr>(*result + SymExpr(sign) * *next);
    }
    return result;
  }

  FailureOr<SymExpr> product(int depth) {
    FailureOr<SymExpr> result = factor(depth);
    while (succeeded(result) && consume('*')) {
      FailureOr<SymExpr> next = factor(depth);
      result = failed(next) ? next : FailureOr<SymExpr>(*result * *next);
    }
    return result;
  }

  FailureOr<SymExpr> factor(int depth) {
    skip();
    if (depth > kMaxDepth || rest.empty()) {
      return failure();
    }
    if (llvm::isDigit(rest[0])) {
      int64_t value;
      StringRef digits = rest.take_while(llvm::isDigit);
      rest = rest.drop_front(digits.size());
      return digits.getAsInteger(10, value) ? FailureOr<SymExpr>(failure()) : FailureOr<SymExpr>(SymExpr(value));
    }
    StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; });
    rest = rest.drop_front(name.size());
    if (name.empty()) {
      return failure();
    }
    return consume('(') ? call(name, depth + 1) : FailureOr<SymExpr>(SymExpr::symbol(name));
  }

  FailureOr<SymExpr> call(StringRef name, int depth) {
    FailureOr<SymExpr> a = sum(depth);
    if (failed(a) || !consume(',')) {
      return failure();
    }
    FailureOr<SymExpr> b = sum(depth);
    if (failed(b) || !consume(')')) {
      return failure();
    }
    if (name == "floordiv") {
      return SymExpr::floorDiv(*a, *b);
    }
    if (name == "mod") {
      return SymExpr::mod(*a, *b);
    }
    if (name == "min") {
      return SymExpr::min(*a, *b);
    }
    if (name == "max") {
      return SymExpr::max(*a, *b);
    }
    if (name == "broadcast") {
      return SymExpr::broadcast(*a, *b);
    }
    return failure();
  }

  StringRef rest;
};
} // namespace

FailureOr<SymExpr> SymExpr::parse(StringRef text) { return Parser(text).parse(); }

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

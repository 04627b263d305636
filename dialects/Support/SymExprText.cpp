//===- SymExprText.cpp - size expressions as text -------------------------===//

#include "dialects/Support/SymExpr.h"
#include "llvm/ADT/StringExtras.h"

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

SymExpr SymExpr::fromAtom(Op op, const SymExpr &a, const SymExpr &b) {
  auto atom = std::make_shared<SymAtom>();
  atom->op = op;
  atom->a = a;
  atom->b = b;
  atom->text = (nameOf(op) + "(" + a.str() + ", " + b.str() + ")").str();
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
    llvm::interleave(term.atoms, [&](const Atom &atom) { text += atom->text; }, [&] { text += "*"; });
  }
  return text;
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
  static constexpr int kMaxDepth =
      256; // operations inside operations; a malformed text must not exhaust the stack
  static constexpr SymExpr::Op kOps[] = {SymExpr::Op::FloorDiv, SymExpr::Op::Mod, SymExpr::Op::Min,
                                         SymExpr::Op::Max, SymExpr::Op::Broadcast};

  void skip() { rest = rest.ltrim(); }
  bool consume(char c) {
    skip();
    return rest.consume_front(StringRef(&c, 1));
  }

  FailureOr<SymExpr> sum(int depth) {
    FailureOr<SymExpr> result = product(depth, consume('-'));
    while (succeeded(result)) {
      bool negative = consume('-');
      if (!negative && !consume('+')) {
        return result;
      }
      FailureOr<SymExpr> next = product(depth, negative);
      result = failed(next) ? next : FailureOr<SymExpr>(*result + *next);
    }
    return result;
  }

  FailureOr<SymExpr> product(int depth, bool negative) {
    FailureOr<SymExpr> result = factor(depth, negative);
    while (succeeded(result) && consume('*')) {
      FailureOr<SymExpr> next = factor(depth, /*negative=*/false);
      result = failed(next) ? next : FailureOr<SymExpr>(*result * *next);
    }
    return result;
  }

  /// A negative number is read with its sign, since the smallest has no positive.
  FailureOr<SymExpr> factor(int depth, bool negative) {
    skip();
    if (depth > kMaxDepth || rest.empty()) {
      return failure();
    }
    if (llvm::isDigit(rest[0])) {
      size_t count = rest.take_while(llvm::isDigit).size();
      std::string digits = (negative ? "-" : "") + rest.take_front(count).str();
      rest = rest.drop_front(count);
      int64_t value = 0;
      bool isTooLarge = StringRef(digits).getAsInteger(10, value);
      return isTooLarge ? FailureOr<SymExpr>(failure()) : FailureOr<SymExpr>(SymExpr(value));
    }
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; });
    rest = rest.drop_front(name.size());
    if (name.empty()) {
      return failure();
    }
    FailureOr<SymExpr> result =
        consume('(') ? call(name, depth + 1) : FailureOr<SymExpr>(SymExpr::symbol(name));
    return succeeded(result) && negative ? FailureOr<SymExpr>(SymExpr(-1) * *result) : result;
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
    for (SymExpr::Op op : kOps) {
      if (name == nameOf(op)) {
        return SymExpr::make(op, *a, *b);
      }
    }
    return failure();
  }

  StringRef rest;
};
} // namespace

FailureOr<SymExpr> SymExpr::parse(StringRef text) { return Parser(text).parse(); }

//===- RandomSymExpr.h - random size expressions, twice ----------*- C++ -*-===//
//
// Random trees of operations are built twice: as a SymExpr, which simplifies while it is built, and as a
// closure that computes with numbers. Where the plain computation has a meaning (no division by 0, broadcasts
// of sizes that do) both must agree under every assignment.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_DIALECTS_RANDOMSYMEXPR_H
#define TEST_UNIT_DIALECTS_RANDOMSYMEXPR_H

#include "dialects/Support/SymExpr.h"
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace heddle::test {

/// A size for every symbol.
using Assignment = std::map<std::string, int64_t>;
/// What an expression is under an assignment, by plain arithmetic.
using Plain = std::function<std::optional<int64_t>(const Assignment &)>;

/// One expression in both forms.
struct Pair {
  SymExpr expr;
  Plain plain;
};

/// The symbols of random expressions.
inline constexpr const char *kSymbols[] = {"a", "b", "c", "n.1"};

/// a / b rounded down, or nothing for b = 0.
inline std::optional<int64_t> floorDivide(int64_t a, int64_t b) {
  if (b == 0) {
    return std::nullopt;
  }
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// The operation of that number on numbers; nothing where it has no meaning.
inline std::optional<int64_t> applyPlain(int kind, int64_t a, int64_t b) {
  switch (kind) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return floorDivide(a, b);
  case 4:
    return b == 0 ? std::nullopt : std::optional<int64_t>(a - *floorDivide(a, b) * b);
  case 5:
    return std::min(a, b);
  case 6:
    return std::max(a, b);
  default:
    return a == 1 || a == b ? std::optional<int64_t>(b) : b == 1 ? std::optional<int64_t>(a) : std::nullopt;
  }
}

/// The operation of that number on expressions.
inline SymExpr applySymbolic(int kind, const SymExpr &a, const SymExpr &b) {
  switch (kind) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return SymExpr::floorDiv(a, b);
  case 4:
    return SymExpr::mod(a, b);
  case 5:
    return SymExpr::min(a, b);
  case 6:
    return SymExpr::max(a, b);
  default:
    return SymExpr::broadcast(a, b);
  }
}

/// A tree of that depth. Numbers are small, so that nothing leaves 64 bits.
inline Pair makeRandom(std::mt19937 &random, int depth) {
  if (depth == 0 || random() % 8 == 0) {
    if (random() % 2 == 0) {
      int64_t value = static_cast<int64_t>(random() % 13) - 4;
      return {SymExpr(value), [=](const Assignment &) { return value; }};
    }
    std::string name = kSymbols[random() % 4];
    return {SymExpr::symbol(name), [=](const Assignment &values) { return values.at(name); }};
  }
  Pair a = makeRandom(random, depth - 1), b = makeRandom(random, depth - 1);
  // Division by a number is the common case in shapes.
  int kind = random() % 8;
  if ((kind == 3 || kind == 4) && random() % 2 == 0) {
    int64_t divisor = static_cast<int64_t>(random() % 9) + 1;
    b = {SymExpr(divisor), [=](const Assignment &) { return divisor; }};
  }
  Plain plain = [=](const Assignment &values) -> std::optional<int64_t> {
    std::optional<int64_t> x = a.plain(values), y = b.plain(values);
    return x && y ? applyPlain(kind, *x, *y) : std::nullopt;
  };
  return {applySymbolic(kind, a.expr, b.expr), plain};
}

/// Small sizes, 0 and 1 among them, for every symbol.
inline Assignment randomAssignment(std::mt19937 &random) {
  Assignment values;
  for (const char *name : kSymbols) {
    values[name] = random() % (random() % 2 ? 3 : 20);
  }
  return values;
}

/// The value of an expression under an assignment.
inline std::optional<int64_t> evaluate(const SymExpr &expr, const Assignment &values) {
  return expr.evaluate([&](StringRef name) { return std::optional<int64_t>(values.at(name.str())); });
}

/// The expression of a text that must be one.
inline SymExpr parsed(StringRef text) {
  FailureOr<SymExpr> expr = SymExpr::parse(text);
  EXPECT_TRUE(succeeded(expr)) << text.str();
  return succeeded(expr) ? *expr : SymExpr();
}

/// Calls `check` on many random expressions.
inline void forRandomExpressions(llvm::function_ref<void(std::mt19937 &, const Pair &)> check) {
  std::mt19937 random(20240);
  for (int i = 0; i < 20000; ++i) {
    check(random, makeRandom(random, 1 + i % 4));
  }
}

} // namespace heddle::test

#endif // TEST_UNIT_DIALECTS_RANDOMSYMEXPR_H

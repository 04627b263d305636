//===- SymExprTest.cpp - size expressions against plain arithmetic --------===//
//
// Random trees of operations are built twice: as a SymExpr, which simplifies while it is built, and as a
// closure that computes with numbers. Where the plain computation has a meaning (no division by 0, broadcasts
// of sizes that do) both must agree under every assignment.
//
//===----------------------------------------------------------------------===//

#include "dialects/Support/SymExpr.h"
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace heddle;

namespace {

using Assignment = std::map<std::string, int64_t>;
using Plain = std::function<std::optional<int64_t>(const Assignment &)>;

/// One expression in both forms.
struct Pair {
  SymExpr expr;
  Plain plain;
};

constexpr const char *kSymbols[] = {"a", "b", "c", "n.1"};

std::optional<int64_t> floorDivide(int64_t a, int64_t b) {
  if (b == 0) {
    return std::nullopt;
  }
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<int64_t> applyPlain(int kind, int64_t a, int64_t b) {
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

SymExpr applySymbolic(int kind, const SymExpr &a, const SymExpr &b) {
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
Pair makeRandom(std::mt19937 &random, int depth) {
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

Assignment randomAssignment(std::mt19937 &random) {
  Assignment values;
  for (const char *name : kSymbols) {
    values[name] = random() % (random() % 2 ? 3 : 20);
  }
  return values;
}

std::optional<int64_t> evaluate(const SymExpr &expr, const Assignment &values) {
  return expr.evaluate([&](StringRef name) { return std::optional<int64_t>(values.at(name.str())); });
}

SymExpr parsed(StringRef text) {
  FailureOr<SymExpr> expr = SymExpr::parse(text);
  EXPECT_TRUE(succeeded(expr)) << text.str();
  return succeeded(expr) ? *expr : SymExpr();
}

/// Calls `check` on many random expressions.
void forRandomExpressions(llvm::function_ref<void(std::mt19937 &, const Pair &)> check) {
  std::mt19937 random(20240);
  for (int i = 0; i < 20000; ++i) {
    check(random, makeRandom(random, 1 + i % 4));
  }
}

TEST(SymExpr, EvaluatesAsPlainArithmetic) {
  int compared = 0;
  forRandomExpressions([&](std::mt19937 &random, const Pair &pair) {
    for (int i = 0; i < 4; ++i) {
      Assignment values = randomAssignment(random);
      if (std::optional<int64_t> wanted = pair.plain(values)) {
        ASSERT_EQ(evaluate(pair.expr, values), wanted) << pair.expr.str();
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 20000);
}

TEST(SymExpr, ParsesWhatItPrints) {
  forRandomExpressions([&](std::mt19937 &, const Pair &pair) {
    SymExpr again = parsed(pair.expr.str());
    ASSERT_EQ(again.str(), pair.expr.str());
    ASSERT_TRUE(again == pair.expr);
  });
}

TEST(SymExpr, SubstitutesBeforeOrAfterEvaluation) {
  forRandomExpressions([&](std::mt19937 &random, const Pair &pair) {
    Assignment values = randomAssignment(random);
    int64_t factor = random() % 4, offset = random() % 3;
    SymExpr replaced = pair.expr.substitute([&](StringRef name) -> std::optional<SymExpr> {
      return name == "a" ? std::optional<SymExpr>(SymExpr(factor) * SymExpr::symbol("b") + SymExpr(offset))
                         : std::nullopt;
    });
    Assignment inner = values;
    inner["a"] = factor * values["b"] + offset;
    if (std::optional<int64_t> wanted = pair.plain(inner)) {
      ASSERT_EQ(evaluate(replaced, values), wanted) << pair.expr.str() << " became " << replaced.str();
    }
  });
}

TEST(SymExpr, LowerBoundsHold) {
  forRandomExpressions([&](std::mt19937 &random, const Pair &pair) {
    std::optional<int64_t> bound = pair.expr.lowerBound();
    Assignment values = randomAssignment(random);
    std::optional<int64_t> value = pair.plain(values);
    if (bound && value) {
      ASSERT_LE(*bound, *value) << pair.expr.str();
    }
  });
}

TEST(SymExpr, HasOneFormForEqualPolynomials) {
  EXPECT_EQ(parsed("b*a + 2*a*b - 3*a*b").str(), "0");
  EXPECT_EQ(parsed("1 + seq + seq*batch").str(), "batch*seq + seq + 1");
  EXPECT_EQ(parsed("max(b, a)"), parsed("max(a, b)"));
  EXPECT_EQ(parsed("broadcast(c, broadcast(a, c))"), parsed("broadcast(a, c)"));
}

TEST(SymExpr, DividesShapes) {
  EXPECT_EQ(SymExpr::floorDiv(parsed("768*b*s"), parsed("768*s")).str(), "b");
  EXPECT_EQ(SymExpr::floorDiv(parsed("h*w + h + w + 1"), parsed("w + 1")).str(), "h + 1");
  EXPECT_EQ(SymExpr::floorDiv(parsed("12*b*s"), parsed("768*b")).str(), "floordiv(s, 64)");
  EXPECT_EQ(SymExpr::floorDiv(parsed("5*s + 6"), 4).str(), "floordiv(s + 2, 4) + s + 1");
  EXPECT_EQ(SymExpr::floorDiv(parsed("floordiv(h + 1, 2) + 1"), 2).str(), "floordiv(h + 3, 4)");
  EXPECT_EQ(SymExpr::mod(parsed("8*s"), 4).str(), "0");
  EXPECT_EQ(SymExpr::floorDiv(parsed("s"), 0).str(), "0");
  EXPECT_EQ(SymExpr::floorDiv(-7, 2).constant(), -4);
}

TEST(SymExpr, KeepsChainsOfConvolutionsShort) {
  // Valid convolutions: 200 layers of max(h - 2, 0).
  SymExpr size = SymExpr::symbol("h");
  for (int i = 0; i < 200; ++i) {
    size = SymExpr::max(size - SymExpr(2), 0);
  }
  EXPECT_EQ(size.str(), "max(0, h - 400)");
  // Strided ones: floor((h - 1) / 2) + 1 five times.
  size = SymExpr::symbol("h");
  for (int i = 0; i < 5; ++i) {
    size = SymExpr::max(SymExpr::floorDiv(size - SymExpr(1), 2) + SymExpr(1), 0);
  }
  EXPECT_EQ(size.str(), "floordiv(h + 31, 32)");
}

TEST(SymExpr, RefusesMalformedText) {
  for (StringRef text :
       {"", "2 +", "max(a)", "max(a, b", "a b", "foo(a, b)", "9223372036854775808", "a**b", "(a)"}) {
    EXPECT_TRUE(failed(SymExpr::parse(text))) << text.str();
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) {
    deep += "max(";
  }
  EXPECT_TRUE(failed(SymExpr::parse(deep)));
}

TEST(SymExpr, StaysLargeWhenItLeaves64Bits) {
  SymExpr huge(INT64_MAX), product = huge * SymExpr::symbol("s") * SymExpr(4);
  EXPECT_EQ(product.str(), "9223372036854775807*s");
  EXPECT_EQ(evaluate(product, {{"s", 2}}), std::nullopt);
  EXPECT_EQ(parsed(SymExpr(INT64_MIN).str()), SymExpr(INT64_MIN));
}

TEST(SymExpr, MakesLegalSymbols) {
  EXPECT_EQ(SymExpr::sanitizeSymbol("batch size"), "batch_size");
  EXPECT_EQ(SymExpr::sanitizeSymbol("3d"), "_3d");
  EXPECT_EQ(SymExpr::sanitizeSymbol(""), "_");
}

} // namespace

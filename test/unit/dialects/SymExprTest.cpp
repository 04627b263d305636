//===- SymExprTest.cpp - size expressions against plain arithmetic --------===//

#include "test/unit/dialects/RandomSymExpr.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

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

TEST(SymExpr, StaysLargeWhenItLeaves64Bits) {
  SymExpr huge(INT64_MAX), product = huge * SymExpr::symbol("s") * SymExpr(4);
  EXPECT_EQ(product.str(), "9223372036854775807*s");
  EXPECT_EQ(evaluate(product, {{"s", 2}}), std::nullopt);
  EXPECT_EQ(parsed(SymExpr(INT64_MIN).str()), SymExpr(INT64_MIN));
}

} // namespace

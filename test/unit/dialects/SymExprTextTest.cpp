//===- SymExprTextTest.cpp - size expressions as text and back ------------===//

#include "test/unit/dialects/RandomSymExpr.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

TEST(SymExprText, ParsesWhatItPrints) {
  forRandomExpressions([&](std::mt19937 &, const Pair &pair) {
    SymExpr again = parsed(pair.expr.str());
    ASSERT_EQ(again.str(), pair.expr.str());
    ASSERT_TRUE(again == pair.expr);
  });
}

TEST(SymExprText, RefusesMalformedText) {
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

TEST(SymExprText, MakesLegalSymbols) {
  EXPECT_EQ(SymExpr::sanitizeSymbol("batch size"), "batch_size");
  EXPECT_EQ(SymExpr::sanitizeSymbol("3d"), "_3d");
  EXPECT_EQ(SymExpr::sanitizeSymbol(""), "_");
}

} // namespace

//===- CodePointsTest.cpp - sets of code points ---------------------------===//

#include "dialects/Support/CodePoints.h"
#include <gtest/gtest.h>

using namespace heddle;

namespace {

using Ranges = SmallVector<CodePoints::Range>;

TEST(CodePoints, MergesRanges) {
  EXPECT_EQ((CodePoints{{'d', 'f'}, {'a', 'c'}, {'e', 'h'}, {'z', 'z'}}).sorted(),
            (Ranges{{'a', 'h'}, {'z', 'z'}}));
  EXPECT_EQ(CodePoints().sorted(), Ranges());
}

TEST(CodePoints, Complements) {
  EXPECT_EQ((CodePoints{{'b', 'c'}}).complement().sorted(), (Ranges{{0, 'a'}, {'d', CodePoints::kLast}}));
  EXPECT_EQ((CodePoints{{0, CodePoints::kLast}}).complement().sorted(), Ranges());
  EXPECT_EQ(CodePoints().complement().sorted(), (Ranges{{0, CodePoints::kLast}}));
}

TEST(CodePoints, FoldCase) {
  CodePoints k{{'k', 'k'}}, digits{{'0', '9'}};
  k.foldCase();
  digits.foldCase();
  EXPECT_EQ(k.sorted(), (Ranges{{'K', 'K'}, {'k', 'k'}, {0x212A, 0x212A}}));
  EXPECT_EQ(digits.sorted(), (Ranges{{'0', '9'}}));
}

TEST(CodePoints, HaveNames) {
  ASSERT_NE(CodePoints::named("xdigit"), nullptr);
  EXPECT_EQ(CodePoints::named("xdigit")->sorted(), (Ranges{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}));
  EXPECT_EQ(CodePoints::named("letter"), nullptr);
}

} // namespace

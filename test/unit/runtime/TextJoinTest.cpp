// Texts one behind the other.
#include "test/unit/runtime/TestTexts.h"

using namespace heddle::test;
using Strings = std::vector<std::string>;

TEST(TextJoin, PutsBytesBehindBytes) {
  TestTexts texts;
  std::vector<int64_t> left = texts.numbers({"a", "", "é", std::string("\0", 1)}),
                       right = texts.numbers({"b", "", "x", "y"}), result(4, -1);
  heddle_text_join(&texts.context, left.data(), right.data(), result.data(), 4);
  EXPECT_EQ(texts.of(result), (Strings{"ab", "", "éx", std::string("\0y", 2)}));
}

TEST(TextJoin, StopsWithoutMemory) {
  TestTexts texts;
  texts.mostBytes = 3;
  std::vector<int64_t> left = texts.numbers({"a", "abc", "a"}), result(3, -1);
  heddle_text_join(&texts.context, left.data(), left.data(), result.data(), 3);
  EXPECT_EQ(texts.of({result[0]}), Strings{"aa"});
  EXPECT_EQ(result[1], -1);
}

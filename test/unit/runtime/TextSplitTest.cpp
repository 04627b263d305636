// Texts cut at a delimiter and at white space.
#include "test/unit/runtime/TestTexts.h"

using namespace heddle::test;
using Strings = std::vector<std::string>;

/// The pieces of one text.
static Strings split(const std::string &text, const std::string &delimiter, int64_t splits = -1) {
  TestTexts texts;
  int64_t input = texts.number(text), count = -1;
  auto delimiterBytes = int64_t(delimiter.size());
  heddle_text_count(&texts.context, &input, &count, 1, delimiter.data(), delimiterBytes, splits);
  std::vector<int64_t> result(size_t(count), -1);
  heddle_text_split(&texts.context, &input, result.data(), 1, count, delimiter.data(), delimiterBytes,
                    splits);
  return texts.of(result);
}

TEST(TextSplit, AtADelimiter) {
  EXPECT_EQ(split("a,b,,c", ","), (Strings{"a", "b", "", "c"}));
  EXPECT_EQ(split("", ","), (Strings{""}));
  EXPECT_EQ(split(",", ","), (Strings{"", ""}));
  EXPECT_EQ(split("aaa", "aa"), (Strings{"", "a"}));
  EXPECT_EQ(split("a,b,c", ",", 1), (Strings{"a", "b,c"}));
  EXPECT_EQ(split("a,b", ",", 0), (Strings{"a,b"}));
}

TEST(TextSplit, AtWhiteSpace) {
  EXPECT_EQ(split("  a b\t\nc  ", ""), (Strings{"a", "b", "c"}));
  EXPECT_EQ(split("\u00a0a\u2003b", ""), (Strings{"a", "b"}));
  EXPECT_EQ(split("", ""), Strings());
  EXPECT_EQ(split(" \t", ""), Strings());
  EXPECT_EQ(split("  a b  c  ", "", 1), (Strings{"a", "b  c  "}));
  EXPECT_EQ(split("a  ", "", 1), (Strings{"a"}));
  EXPECT_EQ(split(" a ", "", 0), (Strings{"a "}));
  EXPECT_EQ(split("a\xff b", ""), (Strings{"a\xff", "b"}));
}

TEST(TextSplit, FillsRowsWithTheEmptyText) {
  TestTexts texts;
  std::vector<int64_t> input = texts.numbers({"a b c", "", "d"}), result(6, -1);
  heddle_text_split(&texts.context, input.data(), result.data(), 3, 2, "", 0, -1);
  EXPECT_EQ(texts.of(result), (Strings{"a", "b", "", "", "d", ""}));
}

TEST(TextSplit, StopsWithoutMemory) {
  TestTexts texts;
  texts.mostBytes = 1;
  std::vector<int64_t> input = texts.numbers({"a bb"}), result(2, -1);
  heddle_text_split(&texts.context, input.data(), result.data(), 1, 2, "", 0, -1);
  EXPECT_EQ(texts.of({result[0]}), Strings{"a"});
  EXPECT_EQ(result[1], -1);
}

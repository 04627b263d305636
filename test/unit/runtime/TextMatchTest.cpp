// Texts and the table of a regular expression.
#include "test/unit/runtime/TestTexts.h"

using namespace heddle::test;

TEST(TextMatch, FollowsTheTable) {
  // a+ : state 0 accepts, 1 is the start, 2 is left no more; class 0 is 'a'.
  std::vector<uint8_t> classes(256, 1);
  classes['a'] = 0;
  const uint16_t next[] = {0, 2, 0, 2, 2, 2};
  TestTexts texts;
  std::vector<int64_t> input = texts.numbers({"a", "", "aaa", "ab", "ba", std::string("a\0", 2), "\xff"});
  std::vector<uint8_t> result(input.size(), 7);
  heddle_text_match(&texts.context, input.data(), result.data(), int64_t(input.size()), classes.data(), next,
                    2, 1, 1);
  EXPECT_EQ(result, (std::vector<uint8_t>{1, 0, 1, 0, 0, 0, 0}));
}

// Texts in upper and lower case.
#include "test/unit/runtime/TestTexts.h"

using namespace heddle::test;
using Strings = std::vector<std::string>;

static Strings inCase(const Strings &given, bool upper) {
  TestTexts texts;
  std::vector<int64_t> input = texts.numbers(given), result(given.size(), -1);
  heddle_text_case(&texts.context, input.data(), result.data(), int64_t(given.size()), upper);
  return texts.of(result);
}

TEST(TextCase, MapsEveryCodePoint) {
  EXPECT_EQ(inCase({"Straße 1", "ǆ", "ΐ", ""}, true), (Strings{"STRASSE 1", "Ǆ", "\u0399\u0308\u0301", ""}));
  EXPECT_EQ(inCase({"ÉCOLE", "İ", "ΑΣ"}, false), (Strings{"école", "i̇", "ασ"}));
}

TEST(TextCase, LeavesWhatIsNotUtf8) {
  EXPECT_EQ(inCase({"a\xff"
                    "b\xc3",
                    std::string("a\0b", 3)},
                   true),
            (Strings{"A\xff"
                     "B\xc3",
                     std::string("A\0B", 3)}));
}

TEST(TextCase, StopsWithoutMemory) {
  TestTexts texts;
  texts.mostBytes = 3;
  std::vector<int64_t> input = texts.numbers({"a", "ab"}), result(2, -1);
  heddle_text_case(&texts.context, input.data(), result.data(), 2, true);
  EXPECT_EQ(texts.of({result[0]}), Strings{"A"});
  EXPECT_EQ(result[1], -1);
}

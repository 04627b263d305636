//===- RegexTableTest.cpp - a pattern's table and its program agree -------===//

#include "dialects/Support/Regex.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;

namespace {

bool matches(const RegexTable &table, StringRef text) {
  unsigned state = table.start;
  for (unsigned char byte : text) {
    state = table.next[state * table.numClasses + table.classes[byte]];
  }
  return state < table.accepting;
}

TEST(RegexTable, AgreesWithTheProgramOnRandomTexts) {
  const StringRef pieces[] = {"a", "b", "_", "\n", " ", "é", "\xff", "\xc3"};
  std::mt19937 random(1);
  for (StringRef pattern :
       {"", "a*b", "(a|b)*abb", "[^a]+", "(?s).*\\bb\\b.*", "(?m)(^a$\\n?)*", "(?i)[A_]*é?", "(a|)(b\\B|.)*",
        "\\C{2,5}", "(?:a\\b|_|\\n^b)*", "^(?:ab|\\z)*", "a|aa|aaa"}) {
    RegexProgram program = llvm::cantFail(RegexProgram::parse(pattern));
    RegexTable table = llvm::cantFail(RegexTable::build(program));
    for (int i = 0; i < 2000; ++i) {
      std::string text;
      for (unsigned n = random() % 8; n > 0; --n) {
        text += pieces[random() % std::size(pieces)];
      }
      ASSERT_EQ(matches(table, text), program.matches(text)) << pattern.str() << " and '" << text << "'";
    }
  }
}

TEST(RegexTable, IsSmall) {
  RegexTable table = llvm::cantFail(RegexTable::build(llvm::cantFail(RegexProgram::parse("[a-z]+"))));
  EXPECT_EQ(table.numClasses, 3u); // below, inside, above
  EXPECT_EQ(table.next.size(), 9u);
  EXPECT_EQ(table.accepting, 1u);
}

TEST(RegexTable, TooLargeIsRefused) {
  RegexProgram program = llvm::cantFail(RegexProgram::parse("(a|b)*a(a|b){20}"));
  llvm::Expected<RegexTable> table = RegexTable::build(program);
  ASSERT_FALSE(bool(table));
  EXPECT_EQ(llvm::toString(table.takeError()), "the pattern needs too large a table");
}

} // namespace

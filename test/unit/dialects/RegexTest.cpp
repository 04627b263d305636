//===- RegexTest.cpp - which texts a pattern describes --------------------===//

#include "dialects/Support/Regex.h"
#include <gtest/gtest.h>

using namespace heddle;

namespace {

struct Case {
  const char *pattern;
  std::vector<std::string> texts, others; // that it describes, and that it does not
};

const Case kCases[] = {
    {"", {""}, {"a"}},
    {"abc", {"abc"}, {"", "ab", "abcd", "xabc"}},
    {"a|bc|", {"a", "bc", ""}, {"abc"}},
    {"a*", {"", "a", "aaaa"}, {"b", "ab"}},
    {"a+?b??", {"a", "aab"}, {"", "b"}},
    {"(?:ab){2,3}", {"abab", "ababab"}, {"ab", "abababab"}},
    {"a{2}", {"aa"}, {"a", "aaa"}},
    {"a{2,}", {"aa", "aaaaa"}, {"a"}},
    {"a{0}", {""}, {"a"}},
    {"a{,2}", {"a{,2}"}, {"a", "aa"}},
    {"(a|b)*abb", {"abb", "aababb"}, {"ab", "abba"}},
    {"(|a)+", {"", "aaa"}, {"b"}},
    {".", {"x", "é", "\xf0\x9f\x98\x80"}, {"", "\n", "xy", "\xff", "\xc3"}},
    {"(?s).", {"\n"}, {"\xff"}},
    {"\\C", {"\xff", "a"}, {"é"}},
    {"[a-c]", {"a", "b", "c"}, {"d", "-", ""}},
    {"[^a-c]", {"d", "\n", "é"}, {"a", ""}},
    {"[]a]", {"]", "a"}, {"b"}},
    {"[^]a]", {"b"}, {"]", "a"}},
    {"[a-]", {"a", "-"}, {"b"}},
    {"[\\d\\-x]", {"5", "-", "x"}, {"a"}},
    {"[[:alpha:][:^space:]]", {"a", "1"}, {" "}},
    {"[à-ý]", {"é"}, {"e", "þ"}},
    {"\\d\\D\\s\\S\\w\\W", {"1a b_-"}, {"aa b_-"}},
    {"\\x41\\x{1F600}\\101\\n\\.\\a",
     {"A\xf0\x9f\x98\x80"
      "A\n.\a"},
     {"A"}},
    {"\\Qa.b*\\E+c", {"a.b*c", "a.b***c"}, {"axb*c", "a.bc"}},
    {"\\Qa)", {"a)"}, {"a"}},
    {"(?i)straSSe", {"STRASSE", "\xc5\xbftrasse"}, {"straße"}},
    {"(?i:k)k", {"Kk", "\xe2\x84\xaak"}, {"KK"}},
    {"(?i)[^k]", {"j"}, {"K", "k"}},
    {"a(?i)b(?-i)c", {"aBc", "abc"}, {"ABc", "abC"}},
    {"(?P<n>a)(?<m>b)", {"ab"}, {"a"}},
    {"^a$", {"a"}, {"a\n"}},
    {"a^b", {}, {"ab", "a^b"}},
    {"(?m)a$\\n^b", {"a\nb"}, {"ab"}},
    {"a\\b.\\bb", {"a b"}, {"axb"}},
    {"\\Ba|\\b", {}, {"a", ""}},
    {"(?:$|a)*", {"", "a"}, {"b"}},
};

TEST(Regex, DescribesTexts) {
  for (const Case &each : kCases) {
    llvm::Expected<RegexProgram> program = RegexProgram::parse(each.pattern);
    ASSERT_TRUE(bool(program)) << each.pattern << ": " << llvm::toString(program.takeError());
    for (const std::string &text : each.texts) {
      EXPECT_TRUE(program->matches(text)) << each.pattern << " and '" << text << "'";
    }
    for (const std::string &text : each.others) {
      EXPECT_FALSE(program->matches(text)) << each.pattern << " and '" << text << "'";
    }
  }
}

} // namespace

//===- RegexParserTest.cpp - patterns that are refused --------------------===//

#include "dialects/Support/Regex.h"
#include <gtest/gtest.h>

using namespace heddle;

namespace {

/// Why a pattern is refused, after "unsupported: " where it is one of RE2; empty if it is not refused.
std::string faultOf(StringRef pattern) {
  llvm::Expected<RegexProgram> program = RegexProgram::parse(pattern);
  std::string fault;
  if (!program) {
    llvm::handleAllErrors(program.takeError(), [&](const llvm::StringError &error) {
      fault = error.convertToErrorCode() == std::errc::not_supported ? "unsupported: " : "";
      fault += error.getMessage();
    });
  }
  return fault;
}

TEST(RegexParser, SaysWhatIsWrong) {
  EXPECT_EQ(faultOf("(a"), "the pattern has a '(' without a ')'");
  EXPECT_EQ(faultOf("a)"), "the pattern has a ')' without a '('");
  EXPECT_EQ(faultOf("[a"), "the pattern has a '[' without a ']'");
  EXPECT_EQ(faultOf("[]"), "the pattern has a '[' without a ']'");
  EXPECT_EQ(faultOf("[a-"), "the pattern has a '[' without a ']'");
  EXPECT_EQ(faultOf("a|*"), "the pattern has nothing to repeat in front of '*'");
  EXPECT_EQ(faultOf("a**"), "the pattern repeats a repetition");
  EXPECT_EQ(faultOf("a{2}{3}"), "the pattern repeats a repetition");
  EXPECT_EQ(faultOf("a{3,2}"), "the pattern asks for a wrong number of repetitions");
  EXPECT_EQ(faultOf("a{1001}"), "the pattern asks for a wrong number of repetitions");
  EXPECT_EQ(faultOf("a{99999999999999999999}"), "the pattern asks for a wrong number of repetitions");
  EXPECT_EQ(faultOf("[b-a]"), "the pattern has a class with a range that ends before it begins");
  EXPECT_EQ(faultOf("[[:letter:]]"), "the pattern has a class '[:letter:]', which is not known");
  EXPECT_EQ(faultOf("(a)\\1"), "the pattern has an escape '\\1', which means nothing");
  EXPECT_EQ(faultOf("\\E"), "the pattern has an escape '\\E', which means nothing");
  EXPECT_EQ(faultOf("a\\"), "the pattern ends in a backslash");
  EXPECT_EQ(faultOf("\\x{110000}"), "the pattern has an escape '\\x' without a code point");
  EXPECT_EQ(faultOf("\\x4"), "the pattern has an escape '\\x' without a code point");
  EXPECT_EQ(faultOf("(?=a)"), "the pattern has a group that begins with '?='");
  EXPECT_EQ(faultOf("(?<=a)"), "the pattern has a group that begins with '?<'");
  EXPECT_EQ(faultOf("(?P<>a)"), "the pattern has a group with a bad name");
  EXPECT_EQ(faultOf("(?P<n>a)(?P<n>b)"), "the pattern has a group with a bad name");
  EXPECT_EQ(faultOf("(?i--s)"), "the pattern has a group that begins with two minus signs");
  EXPECT_EQ(faultOf("(?)"), "the pattern has a group of no flags");
  EXPECT_EQ(faultOf("(?i"), "the pattern ends in a group");
  EXPECT_EQ(faultOf("\xff"), "the pattern is not UTF-8");
  EXPECT_EQ(faultOf("[\xe0\x80\x80]"), "the pattern is not UTF-8");
}

TEST(RegexParser, SaysWhatIsNotSupported) {
  EXPECT_EQ(faultOf("\\pL"),
            "unsupported: the pattern uses a class of Unicode by name (\\p), which is not supported");
  EXPECT_EQ(faultOf("((a{100}){100}){100}"), "unsupported: the pattern is too large");
  EXPECT_EQ(faultOf(std::string(2000, '(') + std::string(2000, ')')),
            "unsupported: the pattern is nested too deeply");
  EXPECT_EQ(faultOf(std::string(999, '(') + std::string(999, ')')), "");
}

} // namespace

//===- RegexWriterTest.cpp - the programs of patterns ---------------------===//

#include "dialects/Support/Regex.h"
#include <gtest/gtest.h>

using namespace heddle;

namespace {

/// "DF BF | …": the bytes that a pattern of one class reads, path by path.
std::vector<std::string> pathsOf(StringRef pattern) {
  RegexProgram program = llvm::cantFail(RegexProgram::parse(pattern));
  ArrayRef<RegexInstruction> code = program.instructions();
  std::vector<std::string> paths;
  for (uint32_t at : program.start()) {
    std::string path;
    for (; code[at].kind == RegexInstruction::Byte; at = code[at].next) {
      char range[16];
      std::snprintf(range, sizeof(range), "%s%02X-%02X", path.empty() ? "" : " ", code[at].low,
                    code[at].high);
      path += range;
    }
    paths.push_back(path);
  }
  return paths;
}

using Paths = std::vector<std::string>;

TEST(RegexWriter, WritesCodePointsAsBytes) {
  EXPECT_EQ(pathsOf("[a-c]"), Paths{"61-63"});
  EXPECT_EQ(pathsOf("[\\x{7FF}-\\x{801}]"), (Paths{"DF-DF BF-BF", "E0-E0 A0-A0 80-81"}));
  EXPECT_EQ(pathsOf("[\\x{80}-\\x{7FF}]"), Paths{"C2-DF 80-BF"});
  EXPECT_EQ(pathsOf("\\C"), Paths{"00-FF"});
}

TEST(RegexWriter, SharesEqualEnds) {
  // Of all code points: 7F | C2-DF C | E0 A0-BF C | E1-EF C C | F0 90-BF C C | F1-F3 C C C | F4 80-8F C C.
  RegexProgram program = llvm::cantFail(RegexProgram::parse("(?s)."));
  EXPECT_EQ(llvm::count_if(program.instructions(),
                           [](const RegexInstruction &each) { return each.kind == RegexInstruction::Byte; }),
            13);
}

TEST(RegexWriter, RepeatsByCopies) {
  EXPECT_EQ(llvm::cantFail(RegexProgram::parse("a{3}")).instructions().size(), 4u);
  EXPECT_EQ(llvm::cantFail(RegexProgram::parse("a{2,4}")).instructions().size(), 7u);
  EXPECT_EQ(llvm::cantFail(RegexProgram::parse("a{2,}")).instructions().size(), 4u);
}

} // namespace

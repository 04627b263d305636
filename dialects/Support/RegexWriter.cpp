//===- RegexWriter.cpp - a pattern's tree as a program --------------------===//
//
// Instructions are written from the end of the pattern on, so that each knows what comes behind it. Code
// points become bytes here.
//
//===----------------------------------------------------------------------===//

#include "dialects/Support/Regex.h"
#include "dialects/Support/RegexTree.h"
#include <map>

using namespace heddle;

namespace {
/// Writes instructions from the end of the pattern on.
class Writer {
public:
  /// The first instruction of a node, behind which stands `next`.
  uint32_t write(const RegexNode &node, uint32_t next);
  uint32_t emit(RegexInstruction instruction) {
    if (program.size() >= RegexProgram::kMostInstructions) {
      isFull = true;
      return 0;
    }
    program.push_back(instruction);
    return program.size() - 1;
  }

  std::vector<RegexInstruction> program;
  bool isFull = false;

private:
  uint32_t writeRepeat(const RegexNode &node, uint32_t next);
  uint32_t writePoints(const CodePoints &points, uint32_t next);
  void writeRange(uint32_t low, uint32_t high, uint32_t next, SmallVectorImpl<uint32_t> &starts);
  uint32_t either(ArrayRef<uint32_t> choices);
  uint32_t byte(uint8_t low, uint8_t high, uint32_t next);

  std::map<std::tuple<uint8_t, uint8_t, uint32_t>, uint32_t> bytes; // of one class: equal ends are shared
};
} // namespace

uint32_t Writer::byte(uint8_t low, uint8_t high, uint32_t next) {
  auto [known, isNew] = bytes.try_emplace({low, high, next}, 0);
  if (isNew) {
    known->second = emit({RegexInstruction::Byte, low, high, 0, next, 0});
  }
  return known->second;
}

/// Without a choice nothing is read: a byte of no range.
uint32_t Writer::either(ArrayRef<uint32_t> choices) {
  if (choices.empty()) {
    return emit({RegexInstruction::Byte, 1, 0, 0, 0, 0});
  }
  uint32_t all = choices.back();
  for (uint32_t choice : llvm::reverse(choices.drop_back())) {
    all = emit({RegexInstruction::Either, 0, 0, 0, choice, all});
  }
  return all;
}

/// The bytes of code points as ranges: [0x7FF, 0x801] is DF BF | E0 A0 [80-81].
void Writer::writeRange(uint32_t low, uint32_t high, uint32_t next, SmallVectorImpl<uint32_t> &starts) {
  for (uint32_t last : {0x7Fu, 0x7FFu, 0xFFFFu}) { // of the same number of bytes
    if (low <= last && high > last) {
      writeRange(low, last, next, starts);
      return writeRange(last + 1, high, next, starts);
    }
  }
  if (high < 0x80) {
    starts.push_back(byte(low, high, next));
    return;
  }
  unsigned behind = high < 0x800 ? 1 : high < 0x10000 ? 2 : 3;
  for (unsigned i = 1; i <= behind; ++i) { // whose last bytes are all there are, where those before differ
    uint32_t mask = (1u << (6 * i)) - 1;
    if ((low & ~mask) == (high & ~mask)) {
      continue;
    }
    if (low & mask) {
      writeRange(low, low | mask, next, starts);
      return writeRange((low | mask) + 1, high, next, starts);
    }
    if ((high & mask) != mask) {
      writeRange(low, (high & ~mask) - 1, next, starts);
      return writeRange(high & ~mask, high, next, starts);
    }
  }
  for (unsigned i = 0; i < behind; ++i) {
    next = byte(0x80 | (low >> (6 * i) & 0x3F), 0x80 | (high >> (6 * i) & 0x3F), next);
  }
  uint8_t lead = 0xFF << (7 - behind);
  lead &= ~(0x80 >> (behind + 1));
  starts.push_back(byte(lead | low >> (6 * behind), lead | high >> (6 * behind), next));
}

uint32_t Writer::writePoints(const CodePoints &points, uint32_t next) {
  bytes.clear();
  SmallVector<uint32_t> starts;
  for (auto [low, high] : points.sorted()) {
    writeRange(low, high, next, starts);
    if (isFull) {
      return 0;
    }
  }
  return either(starts);
}

/// x{2,4} is x x (x x?)?, and x{2,} is x x* with the loop around its last x.
uint32_t Writer::writeRepeat(const RegexNode &node, uint32_t next) {
  const RegexNode &child = *node.children[0];
  uint32_t start = next;
  int64_t copies = node.least;
  if (node.most < 0) {
    uint32_t loop = emit({RegexInstruction::Either, 0, 0, 0, next, next});
    uint32_t body = write(child, loop);
    if (isFull) {
      return 0;
    }
    program[loop].next = body;
    start = copies > 0 ? body : loop;
    copies = std::max<int64_t>(copies - 1, 0);
  }
  for (int64_t i = node.least; i < node.most && !isFull; ++i) {
    start = emit({RegexInstruction::Either, 0, 0, 0, write(child, start), next});
  }
  for (int64_t i = 0; i < copies && !isFull; ++i) {
    start = write(child, start);
  }
  return start;
}

uint32_t Writer::write(const RegexNode &node, uint32_t next) {
  if (isFull) {
    return 0;
  }
  switch (node.kind) {
  case RegexNode::Points:
    return writePoints(node.points, next);
  case RegexNode::AnyByte:
    return emit({RegexInstruction::Byte, 0, 0xFF, 0, next, 0});
  case RegexNode::Assert:
    return emit({RegexInstruction::Assert, 0, 0, node.assertion, next, 0});
  case RegexNode::Sequence:
    for (const RegexNodePtr &child : llvm::reverse(node.children)) {
      next = write(*child, next);
    }
    return next;
  case RegexNode::Choice: {
    SmallVector<uint32_t> starts;
    for (const RegexNodePtr &child : node.children) {
      starts.push_back(write(*child, next));
    }
    return isFull ? 0 : either(starts);
  }
  case RegexNode::Repeat:
    return writeRepeat(node, next);
  }
  llvm_unreachable("all kinds are listed");
}

llvm::Expected<RegexProgram> RegexProgram::parse(StringRef pattern) {
  llvm::Expected<RegexNodePtr> tree = parseRegex(pattern);
  if (!tree) {
    return tree.takeError();
  }
  Writer writer;
  uint32_t match = writer.emit({RegexInstruction::Match, 0, 0, 0, 0, 0});
  RegexProgram result;
  result.first = writer.write(**tree, match);
  if (writer.isFull) {
    return llvm::createStringError(std::errc::not_supported, "the pattern is too large");
  }
  result.program = std::move(writer.program);
  return result;
}

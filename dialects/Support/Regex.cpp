//===- Regex.cpp - a pattern's program, run state by state ----------------===//

#include "dialects/Support/Regex.h"

using namespace heddle;

static bool isWord(int byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         byte == '_';
}

RegexBefore RegexProgram::before(uint8_t byte) {
  return byte == '\n' ? RegexBefore::LineFeed : isWord(byte) ? RegexBefore::Word : RegexBefore::Other;
}

uint8_t RegexProgram::holding(RegexBefore before, int next) {
  bool isBegin = before == RegexBefore::Begin, isEnd = next < 0;
  uint8_t held = (before == RegexBefore::Word) != isWord(next) ? kWordBoundary : kNoWordBoundary;
  held |= isBegin ? kTextBegin : 0;
  held |= isEnd ? kTextEnd : 0;
  held |= isBegin || before == RegexBefore::LineFeed ? kLineBegin : 0;
  held |= isEnd || next == '\n' ? kLineEnd : 0;
  return held;
}

void RegexProgram::reach(uint32_t instruction, std::vector<bool> &seen, States &states) const {
  SmallVector<uint32_t> open = {instruction};
  while (!open.empty()) {
    uint32_t at = open.pop_back_val();
    if (seen[at]) {
      continue;
    }
    seen[at] = true;
    if (program[at].kind == RegexInstruction::Either) {
      open.append({program[at].next, program[at].other});
    } else {
      states.push_back(at);
    }
  }
}

RegexProgram::States RegexProgram::start() const {
  std::vector<bool> seen(program.size());
  States states;
  reach(first, seen, states);
  llvm::sort(states);
  return states;
}

RegexProgram::States RegexProgram::resolve(ArrayRef<uint32_t> states, uint8_t holding) const {
  std::vector<bool> seen(program.size());
  for (uint32_t state : states) {
    seen[state] = true;
  }
  States all(states), resolved;
  for (size_t i = 0; i < all.size(); ++i) { // grows while it is read
    const RegexInstruction &instruction = program[all[i]];
    if (instruction.kind != RegexInstruction::Assert) {
      resolved.push_back(all[i]);
    } else if (instruction.assertions & holding) {
      reach(instruction.next, seen, all);
    }
  }
  llvm::sort(resolved);
  return resolved;
}

RegexProgram::States RegexProgram::step(ArrayRef<uint32_t> resolved, uint8_t byte) const {
  std::vector<bool> seen(program.size());
  States states;
  for (uint32_t state : resolved) {
    const RegexInstruction &instruction = program[state];
    if (instruction.kind == RegexInstruction::Byte && byte >= instruction.low && byte <= instruction.high) {
      reach(instruction.next, seen, states);
    }
  }
  llvm::sort(states);
  return states;
}

bool RegexProgram::hasMatch(ArrayRef<uint32_t> resolved) const {
  return llvm::any_of(resolved,
                      [&](uint32_t state) { return program[state].kind == RegexInstruction::Match; });
}

bool RegexProgram::hasAssertion(ArrayRef<uint32_t> states) const {
  return llvm::any_of(states,
                      [&](uint32_t state) { return program[state].kind == RegexInstruction::Assert; });
}

bool RegexProgram::matches(StringRef text) const {
  States states = start();
  RegexBefore last = RegexBefore::Begin;
  for (unsigned char byte : text) {
    states = step(resolve(states, holding(last, byte)), byte);
    last = before(byte);
  }
  return hasMatch(resolve(states, holding(last, -1)));
}

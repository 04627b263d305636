//===- RegexTable.cpp - a pattern's program as a table --------------------===//
//
// The subset construction: a state of the table is a set of the program's states, and what the last byte was
// where an assertion among them may ask.
//
//===----------------------------------------------------------------------===//

#include "dialects/Support/Regex.h"
#include <map>

using namespace heddle;

/// Steps of work while a table is built; a guess, about a second.
static constexpr size_t kMostWork = size_t(1) << 25;

namespace {
class TableBuilder {
public:
  explicit TableBuilder(const RegexProgram &program) : program(program) {}

  llvm::Expected<RegexTable> build();

private:
  using Key = std::pair<RegexProgram::States, RegexBefore>;

  void findClasses();
  uint16_t stateOf(RegexProgram::States states, RegexBefore before);
  RegexTable numbered(size_t start) const;

  const RegexProgram &program;
  RegexTable table;
  SmallVector<uint8_t> examples; // a byte of each class
  std::map<Key, uint16_t> numbers;
  std::vector<const Key *> keys; // by number
  size_t work = 0;
};
} // namespace

/// Bytes are of one class unless a range begins or ends between them, or an assertion tells them apart.
void TableBuilder::findClasses() {
  std::array<bool, 257> begins = {};
  begins[0] = true;
  bool asserts = false;
  for (const RegexInstruction &instruction : program.instructions()) {
    if (instruction.kind == RegexInstruction::Byte) {
      begins[instruction.low] = begins[instruction.high + 1] = true;
    }
    asserts |= instruction.kind == RegexInstruction::Assert;
  }
  for (int byte = 1; byte < 256 && asserts; ++byte) {
    begins[byte] |= RegexProgram::before(byte) != RegexProgram::before(byte - 1);
  }
  for (int byte = 0; byte < 256; ++byte) {
    if (begins[byte]) {
      examples.push_back(byte);
    }
    table.classes[byte] = examples.size() - 1;
  }
  table.numClasses = examples.size();
}

uint16_t TableBuilder::stateOf(RegexProgram::States states, RegexBefore before) {
  before = program.hasAssertion(states) ? before : RegexBefore::Other;
  auto [entry, isNew] = numbers.try_emplace({std::move(states), before}, numbers.size());
  if (isNew) {
    keys.push_back(&entry->first);
  }
  return entry->second;
}

llvm::Expected<RegexTable> TableBuilder::build() {
  findClasses();
  size_t start = stateOf(program.start(), RegexBefore::Begin);
  for (size_t state = 0; state < keys.size(); ++state) {
    for (uint8_t byte : examples) {
      const auto &[states, before] = *keys[state];
      work += states.size() + program.instructions().size() / 16 + 1;
      if (work > kMostWork || keys.size() * table.numClasses > RegexTable::kMostEntries ||
          keys.size() > UINT16_MAX) {
        return llvm::createStringError(std::errc::not_supported, "the pattern needs too large a table");
      }
      auto resolved = program.resolve(states, RegexProgram::holding(before, byte));
      table.next.push_back(stateOf(program.step(resolved, byte), RegexProgram::before(byte)));
    }
  }
  return numbered(start);
}

/// The table with its accepting states in front.
RegexTable TableBuilder::numbered(size_t start) const {
  std::vector<bool> accepts;
  for (const Key *key : keys) {
    accepts.push_back(program.hasMatch(program.resolve(key->first, RegexProgram::holding(key->second, -1))));
  }
  RegexTable result = table;
  result.accepting = llvm::count(accepts, true);
  std::vector<uint16_t> places;
  uint16_t accepting = 0, other = result.accepting;
  for (bool isAccepting : accepts) {
    places.push_back(isAccepting ? accepting++ : other++);
  }
  for (size_t i = 0; i < table.next.size(); ++i) {
    result.next[places[i / table.numClasses] * table.numClasses + i % table.numClasses] =
        places[table.next[i]];
  }
  result.start = places[start];
  return result;
}

llvm::Expected<RegexTable> RegexTable::build(const RegexProgram &program) {
  return TableBuilder(program).build();
}

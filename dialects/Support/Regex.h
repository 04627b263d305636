//===- Regex.h - regular expressions as automata ----------------*- C++ -*-===//
//
// A pattern in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax) describes a set of texts, bytes
// of UTF-8. It becomes a program, a nondeterministic automaton whose instructions read single bytes, and the
// program a table with one look-up for each byte of a text, whose size is bounded.
//
// Only whether a whole text is in the set is asked, so groups and greediness have no meaning. Assertions
// (`^ $ \b` and their kin) look at the bytes on both sides of a place: a state of the table also knows what
// the last byte was, and an assertion is decided when the next byte is read, or the end.
//
// Example: `a|bc` is
//   0: either 1 or 2   1: 'a' then 4   2: 'b' then 3   3: 'c' then 4   4: match
// and its table has the states {1, 2}, {4}, {3} and the empty set, which nothing leaves.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_SUPPORT_REGEX_H
#define DIALECTS_SUPPORT_REGEX_H

#include "dialects/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <vector>

namespace heddle {

/// What holds between two bytes, as bits: several can.
enum RegexAssertion : uint8_t {
  kTextBegin = 1,
  kTextEnd = 2,
  kLineBegin = 4, ///< behind a line feed, or where the text begins
  kLineEnd = 8,
  kWordBoundary = 16, ///< between an ASCII letter, digit or underscore, and something else
  kNoWordBoundary = 32
};

struct RegexInstruction {
  enum Kind : uint8_t { Byte, Either, Assert, Match };
  Kind kind = Match;
  uint8_t low = 0, high = 0; ///< Byte: reads one in [low, high]
  uint8_t assertions = 0;    ///< Assert: which one must hold
  uint32_t next = 0;         ///< where to go on
  uint32_t other = 0;        ///< Either: or here
};

/// What is known of the byte in front of a place.
enum class RegexBefore : uint8_t { Begin, LineFeed, Word, Other };

/// A pattern as a program.
class RegexProgram {
public:
  /// More instructions are refused.
  static constexpr size_t kMostInstructions = 4096;

  /// Fails with the reason: `std::errc::invalid_argument` where `pattern` is none of RE2,
  /// `std::errc::not_supported` where it is one that is too large or uses a class of Unicode by name.
  static llvm::Expected<RegexProgram> parse(StringRef pattern);

  /// Whether the whole text is in the set: follows all states at once, byte by byte.
  bool matches(StringRef text) const;

  /// Sets of instructions, ascending, that are reached without reading a byte: `Byte`, `Assert`, `Match`.
  using States = SmallVector<uint32_t>;
  States start() const;
  /// The states behind an assertion where `holding` (bits of RegexAssertion) hold.
  States resolve(ArrayRef<uint32_t> states, uint8_t holding) const;
  /// The states after a byte, of states that `resolve` gave.
  States step(ArrayRef<uint32_t> resolved, uint8_t byte) const;
  bool hasMatch(ArrayRef<uint32_t> resolved) const;
  bool hasAssertion(ArrayRef<uint32_t> states) const;

  ArrayRef<RegexInstruction> instructions() const { return program; }

  static RegexBefore before(uint8_t byte);
  /// The assertions that hold between what was read and the next byte, -1 for the end.
  static uint8_t holding(RegexBefore before, int next);

private:
  void reach(uint32_t instruction, std::vector<bool> &seen, States &states) const;

  std::vector<RegexInstruction> program;
  uint32_t first = 0;
};

/// A program as a table: from state `s` byte `b` leads to next[s * numClasses + classes[b]].
struct RegexTable {
  /// More entries are refused: 2 MB.
  static constexpr size_t kMostEntries = 1 << 20;

  std::array<uint8_t, 256> classes = {}; ///< bytes that no instruction tells apart are one class
  unsigned numClasses = 0;
  uint16_t start = 0;
  uint16_t accepting = 0; ///< a text is in the set if it ends in a state below this
  std::vector<uint16_t> next;

  /// Fails with `std::errc::not_supported` if the table would be too large.
  static llvm::Expected<RegexTable> build(const RegexProgram &program);
};

} // namespace heddle

#endif // DIALECTS_SUPPORT_REGEX_H

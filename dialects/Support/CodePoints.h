//===- CodePoints.h - sets of Unicode's code points -------------*- C++ -*-===//

#ifndef DIALECTS_SUPPORT_CODEPOINTS_H
#define DIALECTS_SUPPORT_CODEPOINTS_H

#include "dialects/Support/LLVM.h"
#include <cstdint>

namespace heddle {

/// A set of code points, by ranges.
class CodePoints {
public:
  using Range = std::pair<uint32_t, uint32_t>; ///< both ends included
  static constexpr uint32_t kLast = 0x10FFFF;

  CodePoints() = default;
  CodePoints(std::initializer_list<Range> ranges) : ranges(ranges) {}

  /// The class of ASCII that regular expressions call `name`: d, s, w as in "\\d", or the name in
  /// "[:alpha:]". Null if there is none.
  static const CodePoints *named(StringRef name);

  void add(uint32_t low, uint32_t high) { ranges.push_back({low, high}); }
  void add(const CodePoints &other) { ranges.append(other.ranges); }
  /// Adds what differs by case alone (simple case folding of Unicode).
  void foldCase();
  CodePoints complement() const;
  /// Ascending, with gaps between them.
  SmallVector<Range> sorted() const;

private:
  SmallVector<Range> ranges;
};

} // namespace heddle

#endif // DIALECTS_SUPPORT_CODEPOINTS_H

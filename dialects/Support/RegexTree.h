//===- RegexTree.h - a pattern between its text and its program -*- C++ -*-===//

#ifndef DIALECTS_SUPPORT_REGEXTREE_H
#define DIALECTS_SUPPORT_REGEXTREE_H

#include "dialects/Support/CodePoints.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace heddle {

struct RegexNode {
  enum Kind : uint8_t { Points, AnyByte, Assert, Sequence, Choice, Repeat };
  Kind kind = Sequence;
  CodePoints points = {};      ///< Points: one of them
  uint8_t assertion = 0;       ///< Assert: a RegexAssertion
  int64_t least = 0, most = 0; ///< Repeat: how often; a negative `most` has no end
  /// Sequence, Choice: any number; Repeat: one.
  std::vector<std::unique_ptr<RegexNode>> children = {};
};
using RegexNodePtr = std::unique_ptr<RegexNode>;

/// Reads a pattern; fails as RegexProgram::parse does.
llvm::Expected<RegexNodePtr> parseRegex(StringRef pattern);

} // namespace heddle

#endif // DIALECTS_SUPPORT_REGEXTREE_H

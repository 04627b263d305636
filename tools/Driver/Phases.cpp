//===- Phases.cpp - the places where a compilation can stop ---------------===//

#include "tools/Driver/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::driver {

/// Indexed by Phase.
static constexpr llvm::StringLiteral kNames[] = {"graph",     "simplified", "sharded", "kernels",
                                                 "scheduled", "loops",      "steps",   "llvm",
                                                 "asm",       "ptx",        "obj",     "lib"};

llvm::StringRef phaseName(Phase phase) { return kNames[static_cast<size_t>(phase)]; }

std::optional<Phase> parsePhase(llvm::StringRef name) {
  const auto *found = llvm::find(kNames, name);
  return found == std::end(kNames) ? std::nullopt
                                   : std::optional<Phase>(static_cast<Phase>(found - std::begin(kNames)));
}

std::string phaseNames(llvm::StringRef separator) {
  return llvm::join(std::begin(kNames), std::end(kNames), separator);
}

} // namespace heddle::driver

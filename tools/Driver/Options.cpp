//===- Options.cpp - what a user may ask of a compilation -----------------===//

#include "tools/Driver/Options.h"
#include "tools/Driver/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace heddle::driver {

std::optional<artifact::WeightsPlacement> parseWeightsPlacement(llvm::StringRef name) {
  using artifact::WeightsPlacement;
  return llvm::StringSwitch<std::optional<WeightsPlacement>>(name)
      .Case("auto", WeightsPlacement::Auto)
      .Case("embed", WeightsPlacement::Embed)
      .Case("file", WeightsPlacement::File)
      .Default(std::nullopt);
}

std::string prefixFromPath(llvm::StringRef path) {
  std::string prefix;
  for (char c : llvm::sys::path::stem(path)) {
    prefix += llvm::isAlnum(c) ? c : '_';
  }
  if (prefix.empty() || llvm::isDigit(prefix[0])) {
    prefix = "m" + prefix;
  }
  return prefix;
}

} // namespace heddle::driver

//===- UndefinedSymbols.h - what an object needs from others ----*- C++ -*-===//

#ifndef CODEGEN_CPU_UNDEFINEDSYMBOLS_H
#define CODEGEN_CPU_UNDEFINEDSYMBOLS_H

#include "dialects/Support/LLVM.h"
#include <string>
#include <vector>

namespace heddle::cpu {

/// Names that the objects need and neither define nor may expect from libc, libm or heddle's runtime; sorted.
/// Code generation calls helper functions of a compiler's own library for what a CPU lacks, which no artifact
/// has.
std::vector<std::string> missingSymbols(ArrayRef<SmallVector<char, 0>> objects);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_UNDEFINEDSYMBOLS_H

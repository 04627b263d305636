//===- UndefinedSymbols.cpp - what an object needs from others ------------===//

#include "codegen/CPU/UndefinedSymbols.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <set>

using namespace heddle;

/// Functions of libc that LLVM makes calls of.
static constexpr StringLiteral kLibc[] = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};

/// Functions of libm on doubles; those on floats end in f.
static constexpr StringLiteral kLibm[] = {
    "acos",  "acosh",  "asin", "asinh",    "atan",      "atan2", "atanh",  "cbrt",   "ceil",
    "cos",   "cosh",   "erf",  "erfc",     "exp",       "exp10", "exp2",   "expm1",  "fabs",
    "floor", "fma",    "fmax", "fmaximum", "fmin",      "fmod",  "frexp",  "ldexp",  "log",
    "log10", "log1p",  "log2", "modf",     "nearbyint", "pow",   "rint",   "round",  "roundeven",
    "sin",   "sincos", "sinh", "sqrt",     "tan",       "tanh",  "tgamma", "lgamma", "trunc"};

static bool isProvided(StringRef name) {
  if (name.starts_with("heddle_") || name == "_GLOBAL_OFFSET_TABLE_" || llvm::is_contained(kLibc, name)) {
    return true;
  }
  return llvm::is_contained(kLibm, name) || (name.consume_back("f") && llvm::is_contained(kLibm, name));
}

std::vector<std::string> cpu::missingSymbols(ArrayRef<SmallVector<char, 0>> objects) {
  llvm::StringSet<> defined;
  std::set<std::string> wanted;
  for (const SmallVector<char, 0> &bytes : objects) {
    auto object = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "object"));
    if (!object) {
      llvm::consumeError(object.takeError());
      return {"(an object that cannot be read)"};
    }
    for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
      llvm::Expected<StringRef> name = symbol.getName();
      llvm::Expected<uint32_t> flags = symbol.getFlags();
      if (!name || !flags || name->empty()) {
        llvm::consumeError(name.takeError());
        llvm::consumeError(flags.takeError());
        continue;
      }
      if (*flags & llvm::object::SymbolRef::SF_Undefined) {
        wanted.insert(name->str());
      } else if (*flags & llvm::object::SymbolRef::SF_Global) {
        defined.insert(*name);
      }
    }
  }
  std::vector<std::string> missing;
  for (const std::string &name : wanted) {
    if (!defined.contains(name) && !isProvided(name)) {
      missing.push_back(name);
    }
  }
  return missing;
}

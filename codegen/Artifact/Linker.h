//===- Linker.h - objects and the runtime become one library ----*- C++ -*-===//
//
// lld runs inside the compiler's process, so that nothing but heddle itself is needed.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_ARTIFACT_LINKER_H
#define CODEGEN_ARTIFACT_LINKER_H

#include "dialects/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace heddle::artifact {

/// The files a library is made of.
struct LinkInput {
  std::vector<std::string> objects; ///< code and tables
  std::string weights;              ///< object with the weights; empty if they are not inside
  std::string runtime;              ///< static archive
  std::string prefix;               ///< of the symbols that stay visible
  std::string folder;               ///< for files in between
};

/// A shared library; `name` is its DT_SONAME. It needs libc and libm.
llvm::Error linkShared(const LinkInput &input, llvm::StringRef output, llvm::StringRef name);

/// One relocatable object whose only global symbols are those with the prefix.
llvm::Error linkObject(const LinkInput &input, llvm::StringRef output);

/// A static archive of one such object.
llvm::Error linkArchive(const LinkInput &input, llvm::StringRef output, llvm::StringRef memberName);

/// Joins the objects of a model's code into one, as `--emit=obj` gives it.
llvm::Error joinObjects(ArrayRef<SmallVector<char, 0>> objects, llvm::StringRef output);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_LINKER_H

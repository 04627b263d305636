//===- ElfObject.h - an object file around data -----------------*- C++ -*-===//
//
// Weights do not go through LLVM's constants, which would hold them several times over: the file that a
// linker reads is written directly around the bytes as they are packed.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_ARTIFACT_ELFOBJECT_H
#define CODEGEN_ARTIFACT_ELFOBJECT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::artifact {

/// Writes an x86-64 ELF object with one read-only section of `bytes` bytes, aligned to a page and without
/// relocations, whose start is the global symbol `symbol`. `writeData` writes exactly the bytes.
void writeDataObject(llvm::raw_ostream &out, llvm::StringRef symbol, uint64_t bytes,
                     llvm::function_ref<void(llvm::raw_ostream &)> writeData);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_ELFOBJECT_H

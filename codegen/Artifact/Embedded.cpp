//===- Embedded.cpp - files that the compiler carries inside --------------===//

#include "codegen/Artifact/Embedded.h"

// The assembler reads the files while this source is compiled; CMake gives the paths.
#define HEDDLE_EMBED(name, path)                                                                             \
  __asm__(".section .rodata\n"                                                                               \
          ".balign 16\n"                                                                                     \
          ".hidden " #name "\n.globl " #name "\n" #name ":\n.incbin \"" path "\"\n"                          \
          ".hidden " #name "_end\n.globl " #name "_end\n" #name "_end:\n"                                    \
          ".byte 0\n.text\n");                                                                               \
  extern "C" const char name[], name##_end[]

HEDDLE_EMBED(heddle_embedded_runtime, HEDDLE_RUNTIME_ARCHIVE);
HEDDLE_EMBED(heddle_embedded_dtype, HEDDLE_RUNTIME_HEADERS "dtype.h");
HEDDLE_EMBED(heddle_embedded_status, HEDDLE_RUNTIME_HEADERS "status.h");
HEDDLE_EMBED(heddle_embedded_types, HEDDLE_RUNTIME_HEADERS "types.h");
HEDDLE_EMBED(heddle_embedded_transport, HEDDLE_RUNTIME_HEADERS "transport.h");
HEDDLE_EMBED(heddle_embedded_mpi, HEDDLE_MPI_SHIM);

using llvm::StringRef;

static StringRef between(const char *begin, const char *end) { return StringRef(begin, end - begin); }

StringRef heddle::artifact::runtimeArchive() {
  return between(heddle_embedded_runtime, heddle_embedded_runtime_end);
}
StringRef heddle::artifact::dtypeHeader() {
  return between(heddle_embedded_dtype, heddle_embedded_dtype_end);
}
StringRef heddle::artifact::statusHeader() {
  return between(heddle_embedded_status, heddle_embedded_status_end);
}
StringRef heddle::artifact::typesHeader() {
  return between(heddle_embedded_types, heddle_embedded_types_end);
}
StringRef heddle::artifact::transportHeader() {
  return between(heddle_embedded_transport, heddle_embedded_transport_end);
}
StringRef heddle::artifact::mpiShimSource() { return between(heddle_embedded_mpi, heddle_embedded_mpi_end); }

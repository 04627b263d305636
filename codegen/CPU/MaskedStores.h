//===- MaskedStores.h - masked stores of one lane ---------------*- C++ -*-===//

#ifndef CODEGEN_CPU_MASKEDSTORES_H
#define CODEGEN_CPU_MASKEDSTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::cpu {

/// Turns masked stores whose mask is a constant with one lane into stores of that element. LLVM 22's X86 code
/// generator does the same, but where the vector was truncated before (i32 to i16, i64 to i32) it writes the
/// element at its width before the truncation, over the neighbours behind it. Run last, after the passes that
/// make masks constant.
void storeSingleLanes(llvm::Module &module);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_MASKEDSTORES_H

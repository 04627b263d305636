//===- Weights.h - the constants of a model, packed -------------*- C++ -*-===//

#ifndef CODEGEN_ARTIFACT_WEIGHTS_H
#define CODEGEN_ARTIFACT_WEIGHTS_H

#include "dialects/Kernel/IR/Kernel.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::artifact {

/// Bytes of all weights of a module, gaps for alignment included.
uint64_t weightsBytes(ModuleOp module);

/// Writes every `kernel.weight` at its offset from where `out` stands, in its layout, gaps and the fill of
/// last panels as zeros. `visit` sees each piece as it is written. Holds one panel beyond the constants
/// themselves.
void writeWeights(ModuleOp module, llvm::raw_ostream &out, llvm::function_ref<void(StringRef piece)> visit);

/// A part of a constant: `sizes` elements from `starts` on, in each dimension.
struct Part {
  SmallVector<int64_t> starts, sizes;
  /// All of it.
  static Part whole(ArrayRef<int64_t> shape);
};

/// Gives the elements of the part of `value` (rank n, row-major) in the order [batch, ceil(columns / width),
/// depth, width] of `layout`, one panel [depth, width] at a time, the last filled with zeros.
void packPanels(ElementsAttr value, const Part &part, kernel::PanelsAttr layout,
                llvm::function_ref<void(ArrayRef<char> panel)> visit);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_WEIGHTS_H

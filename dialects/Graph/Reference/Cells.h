//===- Cells.h - elements of any type as 8-byte values ----------*- C++ -*-===//
//
// The interpreter computes floats in double and integers in 64 bits. Elements are loaded into cells by short
// rows, so that the switch over element types stands outside the loops.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_CELLS_H
#define DIALECTS_GRAPH_REFERENCE_CELLS_H

#include "dialects/Graph/Reference/Tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace heddle::reference {

/// A float as double, or an integer sign- or zero-extended to 64 bits; the kind beside it tells which.
union Cell {
  double f;
  int64_t i;
};

/// Loads `count` elements, `stride` elements apart, starting at element `first` of `data`.
void loadCells(ElementKind kind, const char *data, int64_t first, int64_t stride, int64_t count, Cell *out);
/// Stores `count` neighbouring elements from element `first` on. Integers keep their low bits; floats round
/// once to nearest even; 8-bit floats saturate unless told otherwise.
void storeCells(ElementKind kind, const Cell *cells, int64_t first, int64_t count, char *data,
                bool saturate = true);

/// All elements of a tensor, and back.
std::vector<Cell> loadAll(const Tensor &tensor);
Tensor storeAll(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<Cell> cells);

/// Computes `count` results from as many cells of each operand.
using RowFunction = llvm::function_ref<void(ArrayRef<const Cell *> operands, Cell *result, int64_t count)>;
/// Applies `function` to every element of `shape`, to which the operands broadcast.
Tensor mapElements(ArrayRef<Tensor> operands, ArrayRef<int64_t> shape, ElementKind resultKind,
                   RowFunction function, bool saturate = true);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_CELLS_H

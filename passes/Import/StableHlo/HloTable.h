//===- HloTable.h - which function imports which StableHLO op ---*- C++ -*-===//
//
// A table from an op's name to its importer, filled by one function per category.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_STABLEHLO_HLOTABLE_H
#define PASSES_IMPORT_STABLEHLO_HLOTABLE_H

#include "dialects/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace heddle::importer {

class HloImporter;

/// What an op does to the shapes of its operands.
enum class HloShapes {
  Any,  ///< something of its own; not possible in a lifted block
  Same, ///< an element depends on the operands' elements at the same place: all have the result's shape
  SameOrRank0, ///< as Same, or an operand is a scalar for all elements
  Free         ///< something of its own, also in a lifted block
};

struct HloEntry {
  std::function<LogicalResult(HloImporter &)> import;
  HloShapes shapes = HloShapes::Any;
};

class HloTable {
public:
  /// With all ops.
  HloTable();

  template <typename OpTy> void add(LogicalResult (*import)(HloImporter &, OpTy)) {
    entries[OpTy::getOperationName()] = {
        [import](HloImporter &n) { return import(n, cast<OpTy>(operation(n))); }, HloShapes::Any};
  }
  /// The same for an element-wise op.
  template <typename OpTy>
  void addElementwise(LogicalResult (*import)(HloImporter &), HloShapes shapes = HloShapes::Same) {
    entries[OpTy::getOperationName()] = {import, shapes};
  }

  /// Null if heddle does not know the op.
  const HloEntry *find(StringRef opName) const;

private:
  static Operation *operation(HloImporter &n);

  llvm::StringMap<HloEntry> entries;
};

void addHloElementwiseOps(HloTable &table);
void addHloFunctionOps(HloTable &table);
void addHloMovementOps(HloTable &table);
void addHloContractionOps(HloTable &table);
void addHloReductionOps(HloTable &table);
void addHloWindowOps(HloTable &table);
void addHloIndexOps(HloTable &table);
void addHloSortOps(HloTable &table);
void addHloControlOps(HloTable &table);

} // namespace heddle::importer

#endif // PASSES_IMPORT_STABLEHLO_HLOTABLE_H

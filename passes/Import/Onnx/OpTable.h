//===- OpTable.h - which function imports which operator --------*- C++ -*-===//
//
// A table from (domain, operator) to an importer, filled by one function per category. To add an operator,
// write its importer in the category's file and add a line to that category's `add…Ops`.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_OPTABLE_H
#define PASSES_IMPORT_ONNX_OPTABLE_H

#include "dialects/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::importer {

class NodeImporter;

struct OpEntry {
  /// Any number of operands.
  static constexpr unsigned kVariadic = ~0u;
  static constexpr bool kText = true;      ///< for `takesText`
  static constexpr bool kSequences = true; ///< for `takesSequences`

  LogicalResult (*import)(NodeImporter &) = nullptr;
  unsigned minInputs = 1; ///< so many operands are present and named
  unsigned maxInputs = 1;
  /// Whether operands may be texts; refused otherwise. The importer sees to it that they are only moved,
  /// compared for equality, and given to ops of texts.
  bool takesText = false;
  /// Whether operands may be sequences and optionals (Sequences.h); refused otherwise.
  bool takesSequences = false;
};

class OpTable {
public:
  /// With all operators.
  OpTable();

  /// The standard domain is "" ("ai.onnx" means the same).
  void add(StringRef op, OpEntry entry, StringRef domain = "");
  /// Null if heddle does not know the operator.
  const OpEntry *find(StringRef domain, StringRef op) const;

private:
  llvm::StringMap<OpEntry> entries; // "domain:op"
};

void addElementwiseOps(OpTable &table);
void addConstantOps(OpTable &table);
void addShapeOps(OpTable &table);
void addMovementOps(OpTable &table);
void addIndexOps(OpTable &table);
void addReductionOps(OpTable &table);
void addControlOps(OpTable &table);
void addContractionOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addPoolingOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addRecurrentOps(OpTable &table);
void addQuantizeOps(OpTable &table);
void addResizeOps(OpTable &table);
void addAttentionOps(OpTable &table);
void addLossOps(OpTable &table);
void addSignalOps(OpTable &table);
void addImageOps(OpTable &table);
void addSamplingOps(OpTable &table);
void addContribOps(OpTable &table);
void addFlexAttentionOps(OpTable &table);
void addTrainingOps(OpTable &table);
void addTreeOps(OpTable &table);
void addCategoryOps(OpTable &table);
void addNgramOps(OpTable &table);
void addTextOps(OpTable &table);
void addContribAttentionOps(OpTable &table);
void addGroupQueryOps(OpTable &table);
void addQLinearOps(OpTable &table);
void addMatrixOps(OpTable &table);
void addSequenceOps(OpTable &table);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_OPTABLE_H

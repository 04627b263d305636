//===- OpTable.cpp - which function imports which operator ----------------===//

#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;

OpTable::OpTable() {
  addElementwiseOps(*this);
  addConstantOps(*this);
  addShapeOps(*this);
  addMovementOps(*this);
  addIndexOps(*this);
  addReductionOps(*this);
  addControlOps(*this);
  addContractionOps(*this);
  addConvolutionOps(*this);
  addPoolingOps(*this);
  addNormalizationOps(*this);
  addRecurrentOps(*this);
  addQuantizeOps(*this);
  addResizeOps(*this);
  addAttentionOps(*this);
  addLossOps(*this);
  addSignalOps(*this);
  addImageOps(*this);
  addSamplingOps(*this);
  addContribOps(*this);
  addFlexAttentionOps(*this);
  addTrainingOps(*this);
  addTreeOps(*this);
  addCategoryOps(*this);
  addNgramOps(*this);
  addTextOps(*this);
  addContribAttentionOps(*this);
  addGroupQueryOps(*this);
  addQLinearOps(*this);
  addMatrixOps(*this);
  addSequenceOps(*this);
}

void OpTable::add(StringRef op, OpEntry entry, StringRef domain) {
  bool inserted = entries.try_emplace((domain + ":" + op).str(), entry).second;
  (void)inserted;
  assert(inserted && "an operator has one importer");
}

const OpEntry *OpTable::find(StringRef domain, StringRef op) const {
  auto found = entries.find(((domain == "ai.onnx" ? "" : domain) + ":" + op).str());
  return found == entries.end() ? nullptr : &found->second;
}

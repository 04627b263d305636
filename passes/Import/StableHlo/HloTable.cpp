//===- HloTable.cpp - which function imports which StableHLO op -----------===//

#include "passes/Import/StableHlo/HloTable.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

HloTable::HloTable() {
  addHloElementwiseOps(*this);
  addHloFunctionOps(*this);
  addHloMovementOps(*this);
  addHloContractionOps(*this);
  addHloReductionOps(*this);
  addHloWindowOps(*this);
  addHloIndexOps(*this);
  addHloSortOps(*this);
  addHloControlOps(*this);
}

const HloEntry *HloTable::find(StringRef opName) const {
  auto found = entries.find(opName);
  return found == entries.end() ? nullptr : &found->second;
}

Operation *HloTable::operation(HloImporter &n) { return n.op(); }

//===- ChloDialect.cpp - registration, and ops that are not here ----------===//

#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/StableHlo/IR/StableHlo.h"

using namespace heddle;
using namespace heddle::chlo;

#include "dialects/Chlo/IR/ChloDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Chlo/IR/ChloOps.cpp.inc"

void ChloDialect::initialize() {
  allowUnknownOperations();
  addOperations<
#define GET_OP_LIST
#include "dialects/Chlo/IR/ChloOps.cpp.inc"
      >();
}

std::optional<Dialect::ParseOpHook> ChloDialect::getParseOperationHook(StringRef) const {
  return stablehlo::refuseOp;
}

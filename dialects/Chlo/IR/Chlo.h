//===- Chlo.h - the ops of CHLO that heddle reads ---------------*- C++ -*-===//

#ifndef DIALECTS_CHLO_IR_CHLO_H
#define DIALECTS_CHLO_IR_CHLO_H

#include "dialects/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "dialects/Chlo/IR/ChloDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/Chlo/IR/ChloOps.h.inc"

#endif // DIALECTS_CHLO_IR_CHLO_H

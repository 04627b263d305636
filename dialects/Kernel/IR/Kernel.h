//===- Kernel.h - the kernel dialect ----------------------------*- C++ -*-===//

#ifndef DIALECTS_KERNEL_IR_KERNEL_H
#define DIALECTS_KERNEL_IR_KERNEL_H

#include "dialects/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Kernel/IR/KernelDialect.h.inc"
#include "dialects/Kernel/IR/KernelEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/IR/KernelAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.h.inc"

#endif // DIALECTS_KERNEL_IR_KERNEL_H

//===- KernelDialect.cpp - registration of the kernel dialect -------------===//

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::kernel;

#include "dialects/Kernel/IR/KernelDialect.cpp.inc"
#include "dialects/Kernel/IR/KernelEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/IR/KernelAttrs.cpp.inc"

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Kernel/IR/KernelAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Kernel/IR/KernelOps.cpp.inc"
      >();
}

//===- DistDialect.cpp - registration of the dist dialect -----------------===//

#include "dialects/Dist/IR/Dist.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::dist;

#include "dialects/Dist/IR/DistDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrs.cpp.inc"

void DistDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Dist/IR/DistAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Dist/IR/DistOps.cpp.inc"
      >();
}

/// An argument's or result's attribute of this dialect: a layout without pending sum, of the tensor's rank.
static LogicalResult verifyLayoutAttribute(Operation *op, Type type, NamedAttribute attribute) {
  if (attribute.getName() != DistDialect::kLayoutAttr) {
    return op->emitOpError() << "has the unknown attribute '" << attribute.getName().getValue() << "'";
  }
  auto layout = dyn_cast<LayoutAttr>(attribute.getValue());
  if (!layout) {
    return op->emitOpError() << "has " << attribute.getValue() << " where a #dist.layout is wanted";
  }
  return verifyLayout(op, layout, type, PendingSum::Refused);
}

LogicalResult DistDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                    NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? verifyLayoutAttribute(op, function.getArgumentTypes()[index], attribute) : success();
}

LogicalResult DistDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                       NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? verifyLayoutAttribute(op, function.getResultTypes()[index], attribute) : success();
}

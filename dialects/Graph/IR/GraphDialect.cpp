//===- GraphDialect.cpp - registration of the graph dialect ---------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::graph;

#include "dialects/Graph/IR/GraphDialect.cpp.inc"
#include "dialects/Graph/IR/GraphEnums.cpp.inc"
#include "dialects/Graph/IR/GraphInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/IR/GraphAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Graph/IR/GraphOps.cpp.inc"

void GraphDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Graph/IR/GraphAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/IR/GraphOps.cpp.inc"
      >();
}

Operation *GraphDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type ? ConstantOp::create(builder, loc, elements) : nullptr;
}

LogicalResult graph::verifySizeOperand(Operation *op) {
  Value size = cast<SizedOpInterface>(op).getSizeOperand();
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  if (size && !mayBeEqual(shapeOf(size), SymExpr(rank))) { // C0
    return op->emitOpError() << "size has " << shapeOf(size).front().str()
                             << " elements but the result has rank " << rank;
  }
  return success();
}

LogicalResult DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                       llvm::function_ref<InFlightDiagnostic()> emitError) const {
  if (getExprs().size() != shape.size()) {
    return emitError() << "dims has " << getExprs().size() << " entries but the tensor has rank "
                       << shape.size();
  }
  for (auto [text, size] : llvm::zip(getExprs(), shape)) {
    FailureOr<SymExpr> expr = SymExpr::parse(text.getValue());
    if (failed(expr)) {
      return emitError() << "'" << text.getValue() << "' is not a size expression";
    }
    if (expr->constant().value_or(ShapedType::kDynamic) != size) {
      return emitError() << "dims says '" << text.getValue() << "' where the shape says "
                         << (ShapedType::isDynamic(size) ? std::string("?") : std::to_string(size));
    }
  }
  return success();
}

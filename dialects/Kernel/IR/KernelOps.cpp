//===- KernelOps.cpp - kernels and their launches -------------------------===//

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace heddle;
using namespace heddle::kernel;

#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.cpp.inc"

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void kernel::FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type,
                           Anchor anchor) {
  state.addAttribute(SymbolTable::getSymbolAttrName(), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getAnchorAttrName(state.name), AnchorAttr::get(builder.getContext(), anchor));
  state.addAttribute(getSymVisibilityAttrName(state.name), builder.getStringAttr("private"));
  state.addRegion();
}

ParseResult kernel::FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void kernel::FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

/// Same element type and rank, and no two different numbers: one side may know a size only as a symbol.
static bool areCompatible(Type a, Type b) {
  auto x = cast<RankedTensorType>(a), y = cast<RankedTensorType>(b);
  return x.getElementType() == y.getElementType() && succeeded(verifyCompatibleShape(x, y));
}

LogicalResult kernel::LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *callee = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  if (!callee) { // C1
    return emitOpError("there is no kernel '") << getCallee() << "'";
  }
  auto kernel = dyn_cast<FuncOp>(callee);
  if (!kernel) {
    return success(); // lowered already
  }
  if (kernel.getNumArguments() != getNumOperands() || kernel.getNumResults() != getNumResults()) { // C2
    return emitOpError("passes ") << getNumOperands() << " operands and takes " << getNumResults()
                                  << " results but the kernel has " << kernel.getNumArguments() << " and "
                                  << kernel.getNumResults();
  }
  for (auto [type, wanted] : llvm::concat<std::tuple<Type, Type>>(
           llvm::to_vector(llvm::map_range(llvm::zip(getOperandTypes(), kernel.getArgumentTypes()),
                                           [](auto pair) { return std::tuple<Type, Type>(pair); })),
           llvm::to_vector(llvm::map_range(llvm::zip(getResultTypes(), kernel.getResultTypes()),
                                           [](auto pair) { return std::tuple<Type, Type>(pair); })))) {
    if (!areCompatible(type, wanted)) { // C2
      return emitOpError("has type ") << type << " where the kernel has " << wanted;
    }
  }
  return success();
}

//===- DotProduct.cpp - products of bytes, several at once ----------------===//

#include "passes/Tile/DotProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::tile;

static bool hasFeature(kernel::TargetAttr target, StringRef name) {
  return llvm::is_contained(llvm::split(target.getFeatures(), ','), ("+" + name).str());
}

DotProduct DotProduct::choose(Type lhs, Type rhs, Type sum, int64_t lanes, kernel::TargetAttr target) {
  auto isByte = [](Type type) { return isa<IntegerType>(type) && type.getIntOrFloatBitWidth() == 8; };
  bool hasVectors = (lanes == 4 || lanes == 8 || lanes == 16) && lanes * 4 <= target.getVectorBytes();
  // Vectors of 32 bytes and more mean AVX2 and more.
  if (!isByte(lhs) || !isByte(rhs) || !sum.isInteger(32) || !hasVectors || target.getVectorBytes() < 32) {
    return {};
  }
  bool hasBytes = hasFeature(target, "avx512vnni") || (hasFeature(target, "avxvnni") && lanes <= 8);
  if (!hasBytes) {
    return {2, 0};
  }
  bool isLhsUnsigned = lhs.isUnsignedInteger(), isRhsUnsigned = rhs.isUnsignedInteger();
  return {4, isLhsUnsigned != isRhsUnsigned ? 0 : isLhsUnsigned ? -128 : 128};
}

DotProduct DotProduct::of(kernel::PanelsAttr panels) {
  return panels ? DotProduct{panels.getGroup(), panels.getOffset()} : DotProduct();
}

static Value widenToWords(OpBuilder &b, Location loc, Value value, bool isUnsigned) {
  Type word = b.getI16Type();
  auto vector = dyn_cast<VectorType>(value.getType());
  Type type = vector ? Type(vector.clone(word)) : word;
  return isUnsigned ? arith::ExtUIOp::create(b, loc, type, value).getResult()
                    : arith::ExtSIOp::create(b, loc, type, value).getResult();
}

Value DotProduct::convertLhs(OpBuilder &b, Location loc, Value element, bool isUnsigned) const {
  if (group == 2) {
    return widenToWords(b, loc, element, isUnsigned);
  }
  if (offset == 0) {
    return element;
  }
  TypedAttr number = b.getI8IntegerAttr(static_cast<int8_t>(offset));
  if (auto vector = dyn_cast<VectorType>(element.getType())) {
    number = DenseElementsAttr::get(vector, Attribute(number));
  }
  return arith::AddIOp::create(b, loc, element, arith::ConstantOp::create(b, loc, number));
}

Value DotProduct::convertRhs(OpBuilder &b, Location loc, Value elements, bool isUnsigned) const {
  return group == 2 ? widenToWords(b, loc, elements, isUnsigned) : elements;
}

Value DotProduct::multiplyAdd(OpBuilder &b, Location loc, Value lhs, Value rhs, bool isRhsUnsigned,
                              Value sum) const {
  auto type = cast<VectorType>(sum.getType());
  int64_t lanes = type.getNumElements();
  auto call = [&](StringRef name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(name), operands).getResult(0);
  };
  if (group == 4) {
    StringRef name = lanes == 16  ? "llvm.x86.avx512.vpdpbusd.512"
                     : lanes == 8 ? "llvm.x86.avx512.vpdpbusd.256"
                                  : "llvm.x86.avx512.vpdpbusd.128";
    return isRhsUnsigned ? call(name, {sum, rhs, lhs}) : call(name, {sum, lhs, rhs});
  }
  StringRef name = lanes == 16  ? "llvm.x86.avx512.pmaddw.d.512"
                   : lanes == 8 ? "llvm.x86.avx2.pmadd.wd"
                                : "llvm.x86.sse2.pmadd.wd";
  return arith::AddIOp::create(b, loc, sum, call(name, {lhs, rhs}));
}

//===- DotProduct.h - products of bytes, several at once --------*- C++ -*-===//
//
// x86 multiplies bytes in groups of neighbours in depth: the products of a group are added to one 32-bit sum.
//   group 4: VPDPBUSD (AVX-512 VNNI, AVX-VNNI) takes unsigned bytes on one side and signed ones on the other;
//   group 2: VPMADDWD and an addition take 16-bit integers, to which bytes of either sign are widened.
//            (VPMADDUBSW takes bytes but saturates.)
// Both are exact, and their sums wrap.
//
// Where VPDPBUSD would meet operands of equal signedness, `offset` is added to lhs, which turns -128..127
// into 0..255 or back, and a sum starts at what that adds too much:
//   sum a * b  =  -offset * sum b  +  sum (a + offset) * b
// Example: lhs (-3, 2), rhs (5, -7), both i8: -15 - 14 = -29. With offset 128 lhs is (125, 130), the start is
// -128 * -2 = 256, and 256 + 625 - 910 = -29.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_DOTPRODUCT_H
#define PASSES_TILE_DOTPRODUCT_H

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/Builders.h"

namespace heddle::tile {

struct DotProduct {
  int64_t group = 1;  // 1: no such instruction
  int64_t offset = 0; // 0, 128 or -128

  /// What the target has for products of these element types that are summed in `sum`, in vectors of `lanes`
  /// sums.
  static DotProduct choose(Type lhs, Type rhs, Type sum, int64_t lanes, kernel::TargetAttr target);
  /// What a packed rhs was laid out for; null is none.
  static DotProduct of(kernel::PanelsAttr panels);

  bool isUsed() const { return group > 1; }
  /// The type in which lhs is multiplied. Only if used.
  Type lhsType(MLIRContext *context) const { return IntegerType::get(context, group == 4 ? 8 : 16); }
  /// An element of lhs (i8, or a vector of them) as it is multiplied. Only if used.
  Value convertLhs(OpBuilder &b, Location loc, Value element, bool isUnsigned) const;
  /// The same for elements of rhs as they lie in memory. Only if used.
  Value convertRhs(OpBuilder &b, Location loc, Value elements, bool isUnsigned) const;
  /// `sum` (a vector of i32) plus the products of each lane's group of lhs and rhs. Only if used.
  Value multiplyAdd(OpBuilder &b, Location loc, Value lhs, Value rhs, bool isRhsUnsigned, Value sum) const;
};

} // namespace heddle::tile

#endif // PASSES_TILE_DOTPRODUCT_H

//===- Assembly.h - pieces of the ops' textual forms ------------*- C++ -*-===//
//
// The custom directives of StableHloOps.td. A parse function reads its piece and sets its outputs, or fails
// with a diagnostic; a print function writes the same text.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_STABLEHLO_IR_ASSEMBLY_H
#define DIALECTS_STABLEHLO_IR_ASSEMBLY_H

#include "dialects/StableHlo/IR/StableHlo.h"

namespace heddle::stablehlo {

/// `type` where operands and result have one type, `(type, …) -> type` otherwise. The last is the result's.
ParseResult parseTypesOf(OpAsmParser &parser, ArrayRef<Type *> types);
void printTypesOf(OpAsmPrinter &printer, ArrayRef<Type> types);
template <typename... Types> ParseResult parseSameTypes(OpAsmParser &parser, Types &...types) {
  return parseTypesOf(parser, {&types...});
}
template <typename... Types> void printSameTypes(OpAsmPrinter &printer, Operation *, Types... types) {
  printTypesOf(printer, {types...});
}

/// `condition's type, type of both sides and the result`, or `(type, type, type) -> type`.
ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse, Type &result);
void printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse, Type result);

/// `type, type, …`, the operands' and the results' alike.
ParseResult parsePairedTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                             SmallVectorImpl<Type> &results);
void printPairedTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange results);

/// `%a, %b, ` in front of a keyword: every operand is followed by a comma.
ParseResult parseOperandsBeforeKeyword(OpAsmParser &parser,
                                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands);
void printOperandsBeforeKeyword(OpAsmPrinter &printer, Operation *, OperandRange operands);

/// `[start:limit, start:limit:stride, …]`.
ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts, DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                      DenseI64ArrayAttr strides);

/// `e5m10`.
ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponentBits, IntegerAttr &mantissaBits);
void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponentBits, IntegerAttr mantissaBits);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]`; the first and
/// the last may be missing.
ParseResult parseDotDims(OpAsmParser &parser, DotDimsAttr &dims, ArrayAttr &precisions);
void printDotDims(OpAsmPrinter &printer, Operation *, DotDimsAttr dims, ArrayAttr precisions);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
ParseResult parseConvDims(AsmParser &parser, ConvDimsAttr &dims);
void printConvDims(AsmPrinter &printer, Operation *, ConvDimsAttr dims);

/// `stride = [2, 2], pad = [[1, 1], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false,
/// false]`; each may be missing.
ParseResult parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
                        DenseI64ArrayAttr &lhsDilation, DenseI64ArrayAttr &rhsDilation,
                        DenseBoolArrayAttr &reversal);
void printWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
                 DenseI64ArrayAttr lhsDilation, DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal);

/// `@name`.
ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &name);
void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr name);

/// `[0, 1]`.
ParseResult parseIntegers(AsmParser &parser, SmallVectorImpl<int64_t> &values);
void printIntegers(AsmPrinter &printer, ArrayRef<int64_t> values);

} // namespace heddle::stablehlo

#endif // DIALECTS_STABLEHLO_IR_ASSEMBLY_H

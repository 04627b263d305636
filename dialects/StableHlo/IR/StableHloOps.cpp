//===- StableHloOps.cpp - forms of ops with regions -----------------------===//

#include "dialects/StableHlo/IR/Assembly.h"

using namespace heddle;
using namespace heddle::stablehlo;

#define GET_OP_CLASSES
#include "dialects/StableHlo/IR/StableHloOps.cpp.inc"

using Operand = OpAsmParser::UnresolvedOperand;

/// A region may be printed by the name of its only op if that is one of these.
static bool isShortBody(StringRef opName) {
  return opName == AddOp::getOperationName() || opName == MultiplyOp::getOperationName() ||
         opName == MaximumOp::getOperationName() || opName == MinimumOp::getOperationName() ||
         opName == AndOp::getOperationName() || opName == OrOp::getOperationName() ||
         opName == XorOp::getOperationName();
}

//===----------------------------------------------------------------------===//
// reduce
//
//   stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (…) -> …
//   stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [1] : (…) -> (…)
//     reducer(%lhs0: …, %rhs0: …) (%lhs1: …, %rhs1: …) { … }
//===----------------------------------------------------------------------===//

/// `(%x init: %zero), …`.
static ParseResult parseInputs(OpAsmParser &parser, SmallVectorImpl<Operand> &inputs,
                               SmallVectorImpl<Operand> &initial) {
  return parser.parseCommaSeparatedList([&] {
    return failure(parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
                   parser.parseKeyword("init") || parser.parseColon() ||
                   parser.parseOperand(initial.emplace_back()) || parser.parseRParen());
  });
}

/// The region `^bb(%lhs, %rhs): return op %lhs, %rhs` on scalars of `type`'s element type.
static void buildShortBody(Region &region, OperationName op, Type type, OpBuilder &builder, Location loc) {
  Type scalar = RankedTensorType::get({}, cast<ShapedType>(type).getElementType());
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  OperationState state(loc, op, block->getArguments(), {scalar});
  ReturnOp::create(builder, loc, builder.create(state)->getResults());
}

/// `reducer(%lhs0: type, %rhs0: type) (%lhs1: type, %rhs1: type) { … }`.
static ParseResult parseReducer(OpAsmParser &parser, Region &body, size_t count) {
  SmallVector<OpAsmParser::Argument> lhs, rhs;
  if (parser.parseKeyword("reducer")) {
    return failure();
  }
  for (size_t i = 0; i < count; ++i) {
    if (parser.parseLParen() || parser.parseArgument(lhs.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() || parser.parseArgument(rhs.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen()) {
      return failure();
    }
  }
  lhs.append(rhs);
  return parser.parseRegion(body, lhs);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Operand> operands, initial;
  if (parseInputs(parser, operands, initial)) {
    return failure();
  }
  size_t count = operands.size();
  std::optional<OperationName> shortBody;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    SMLoc bodyLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name)) {
      return failure();
    }
    if (!isShortBody(name->getStringRef()) || count != 1) {
      return parser.emitError(bodyLoc)
             << "'" << *name << "' is no body for a reduction of " << count << " tensors";
    }
    shortBody = *name;
  }
  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parseIntegers(parser, dimensions) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type)) {
    return failure();
  }
  operands.append(initial);
  result.addAttribute(getDimensionsAttrName(result.name),
                      parser.getBuilder().getDenseI64ArrayAttr(dimensions));
  result.addTypes(type.getResults());
  if (parser.resolveOperands(operands, type.getInputs(), loc, result.operands)) {
    return failure();
  }
  Region &body = *result.addRegion();
  if (!shortBody) {
    return parseReducer(parser, body, count);
  }
  if (!isa<ShapedType>(type.getInput(0))) {
    return parser.emitError(loc) << "reduces a " << type.getInput(0) << " where a tensor is wanted";
  }
  OpBuilder builder(parser.getContext());
  buildShortBody(body, *shortBody, type.getInput(0), builder, parser.getEncodedSourceLoc(loc));
  return success();
}

/// The one op of a region that can be printed by its name; null if it cannot.
static Operation *shortBodyOf(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || !llvm::hasSingleElement(block.without_terminator())) {
    return nullptr;
  }
  Operation *op = &block.front(), *end = block.getTerminator();
  bool isShort = isShortBody(op->getName().getStringRef()) && op->getOperands() == block.getArguments() &&
                 op->getDiscardableAttrs().empty() && end->getOperands() == op->getResults() &&
                 op->getResult(0).getType() == block.getArgument(0).getType();
  return isShort ? op : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  size_t count = getOperands().size() / 2;
  for (size_t i = 0; i < count; ++i) {
    printer << (i ? ", (" : "(") << getOperand(i) << " init: " << getOperand(count + i) << ')';
  }
  Operation *op = count == 1 ? shortBodyOf(getBody()) : nullptr;
  if (op) {
    printer << " applies " << op->getName();
  }
  printer << " across dimensions = ";
  printIntegers(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (op) {
    return;
  }
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  for (size_t i = 0; i < count && count + i < block.getNumArguments(); ++i) {
    printer << '(';
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(count + i));
    printer << ") ";
  }
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// while
//
//   stablehlo.while(%arg = %initial, …) : type, …  cond { … } do { … }
//===----------------------------------------------------------------------===//

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Operand> operands;
  if (parser.parseAssignmentList(arguments, operands) || parser.parseColon()) {
    return failure();
  }
  if (!operands.empty() && parser.parseTypeList(result.types)) {
    return failure();
  }
  if (parser.resolveOperands(operands, result.types, loc, result.operands)) {
    return failure();
  }
  for (auto [argument, type] : llvm::zip(arguments, result.types)) {
    argument.type = type;
  }
  Region &condition = *result.addRegion(), &body = *result.addRegion();
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
                 parser.parseRegion(condition, arguments) || parser.parseKeyword("do") ||
                 parser.parseRegion(body, arguments));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()), printer, [&](auto pair) {
    auto [argument, initial] = pair;
    printer << argument << " = " << initial;
  });
  printer << ") : ";
  llvm::interleaveComma(getOperandTypes(), printer);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

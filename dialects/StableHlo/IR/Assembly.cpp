//===- Assembly.cpp - pieces of the ops' textual forms --------------------===//

#include "dialects/StableHlo/IR/Assembly.h"

using namespace heddle;
using namespace heddle::stablehlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult stablehlo::parseTypesOf(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type)) {
    return failure();
  }
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *each : types) {
      *each = type;
    }
    return success();
  }
  if (function.getNumInputs() != types.size() - 1 || function.getNumResults() != 1) {
    return parser.emitError(loc) << "has types of " << function.getNumInputs() << " operands and "
                                 << function.getNumResults() << " results where " << types.size() - 1
                                 << " and 1 are wanted";
  }
  for (auto [each, input] : llvm::zip(types.drop_back(), function.getInputs())) {
    *each = input;
  }
  *types.back() = function.getResult(0);
  return success();
}

void stablehlo::printTypesOf(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types)) {
    printer << types.back();
  } else {
    printer.printFunctionalType(types.drop_back(), types.take_back());
  }
}

ParseResult stablehlo::parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse,
                                        Type &result) {
  if (parseTypesOf(parser, {&pred, &onTrue, &onFalse, &result})) {
    return failure();
  }
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseType(result)) {
      return failure();
    }
    onTrue = onFalse = result;
  }
  return success();
}

void stablehlo::printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse,
                                 Type result) {
  if (onTrue == result && onFalse == result) {
    printer << pred << ", " << result;
  } else {
    printTypesOf(printer, {pred, onTrue, onFalse, result});
  }
}

ParseResult stablehlo::parsePairedTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                                        SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands)) {
    return failure();
  }
  results.assign(operands.begin(), operands.end());
  return success();
}

void stablehlo::printPairedTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

ParseResult stablehlo::parseOperandsBeforeKeyword(OpAsmParser &parser,
                                                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value()) {
      return success();
    }
    if (*parsed || parser.parseComma()) {
      return failure();
    }
    operands.push_back(operand);
  }
}

void stablehlo::printOperandsBeforeKeyword(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  for (Value operand : operands) {
    printer << operand << ", ";
  }
}

ParseResult stablehlo::parseIntegers(AsmParser &parser, SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(values.emplace_back()); });
}

void stablehlo::printIntegers(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer);
  printer << ']';
}

ParseResult stablehlo::parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                                        DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> firsts, lasts, steps;
  ParseResult parsed = parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    if (parser.parseInteger(firsts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(lasts.emplace_back())) {
      return failure();
    }
    steps.push_back(1);
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(steps.back()) : success();
  });
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(firsts);
  limits = builder.getDenseI64ArrayAttr(lasts);
  strides = builder.getDenseI64ArrayAttr(steps);
  return parsed;
}

void stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts,
                                 DenseI64ArrayAttr limits, DenseI64ArrayAttr strides) {
  printer << '[';
  auto ranges = llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef());
  llvm::interleaveComma(ranges, printer, [&](auto range) {
    auto [start, limit, stride] = range;
    printer << start << ':' << limit;
    if (stride != 1) {
      printer << ':' << stride;
    }
  });
  printer << ']';
}

ParseResult stablehlo::parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponentBits,
                                        IntegerAttr &mantissaBits) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text;
  if (parser.parseKeywordOrString(&text)) {
    return failure();
  }
  auto [exponent, mantissa] = StringRef(text).split('m');
  int32_t exponentNumber, mantissaNumber;
  if (!exponent.consume_front("e") || exponent.getAsInteger(10, exponentNumber) ||
      mantissa.getAsInteger(10, mantissaNumber)) {
    return parser.emitError(loc) << "'" << text << "' is no format of floats such as e5m10";
  }
  exponentBits = parser.getBuilder().getI32IntegerAttr(exponentNumber);
  mantissaBits = parser.getBuilder().getI32IntegerAttr(mantissaNumber);
  return success();
}

void stablehlo::printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponentBits,
                                 IntegerAttr mantissaBits) {
  printer << 'e' << exponentBits.getInt() << 'm' << mantissaBits.getInt();
}

ParseResult stablehlo::parseCallTarget(OpAsmParser &parser, StringAttr &name) {
  return parser.parseSymbolName(name);
}

void stablehlo::printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr name) {
  printer.printSymbolName(name.getValue());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// What may stand in a window.
struct Window {
  std::optional<SmallVector<int64_t>> strides, lhsDilation, rhsDilation;
  std::optional<SmallVector<int64_t>> padding; ///< low and high for each dimension
  std::optional<SmallVector<bool>> reversal;
};
} // namespace

static ParseResult parseBooleans(OpAsmParser &parser, SmallVectorImpl<bool> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    StringRef keyword;
    if (parser.parseKeyword(&keyword)) {
      return failure();
    }
    values.push_back(keyword == "true");
    return keyword == "true" || keyword == "false"
               ? ParseResult(success())
               : parser.emitError(parser.getCurrentLocation(), "expected true or false");
  });
}

/// `[[low, high], …]`, flattened.
static ParseResult parsePadding(OpAsmParser &parser, SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = values.size();
    if (parseIntegers(parser, values)) {
      return failure();
    }
    return values.size() == before + 2 ? ParseResult(success())
                                       : parser.emitError(loc, "expected a low and a high padding");
  });
}

static ParseResult parseWindowEntry(OpAsmParser &parser, StringRef key, Window &window) {
  if (key == "stride") {
    return parseIntegers(parser, window.strides.emplace());
  }
  if (key == "pad") {
    return parsePadding(parser, window.padding.emplace());
  }
  if (key == "lhs_dilate") {
    return parseIntegers(parser, window.lhsDilation.emplace());
  }
  if (key == "rhs_dilate") {
    return parseIntegers(parser, window.rhsDilation.emplace());
  }
  if (key == "reverse") {
    return parseBooleans(parser, window.reversal.emplace());
  }
  return parser.emitError(parser.getCurrentLocation())
         << "'" << key << "' is none of stride, pad, lhs_dilate, rhs_dilate, reverse";
}

ParseResult stablehlo::parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                                   DenseIntElementsAttr &padding, DenseI64ArrayAttr &lhsDilation,
                                   DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  Window window;
  StringRef key;
  if (succeeded(parser.parseOptionalKeyword(&key))) {
    do {
      if (parser.parseEqual() || parseWindowEntry(parser, key, window)) {
        return failure();
      }
    } while (succeeded(parser.parseOptionalComma()) && succeeded(parser.parseKeyword(&key)));
  }
  Builder &builder = parser.getBuilder();
  auto toAttr = [&](const std::optional<SmallVector<int64_t>> &values) {
    return values ? builder.getDenseI64ArrayAttr(*values) : DenseI64ArrayAttr();
  };
  strides = toAttr(window.strides);
  lhsDilation = toAttr(window.lhsDilation);
  rhsDilation = toAttr(window.rhsDilation);
  if (window.padding) {
    auto type =
        RankedTensorType::get({static_cast<int64_t>(window.padding->size() / 2), 2}, builder.getI64Type());
    padding = DenseIntElementsAttr::get(type, ArrayRef<int64_t>(*window.padding));
  }
  reversal = window.reversal ? builder.getDenseBoolArrayAttr(*window.reversal) : DenseBoolArrayAttr();
  return success();
}

void stablehlo::printWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                            DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                            DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  StringRef separator;
  auto key = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto integers = [&](StringRef name, DenseI64ArrayAttr values) {
    if (values) {
      key(name);
      printIntegers(printer, values);
    }
  };
  integers("stride", strides);
  if (padding) {
    key("pad");
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    printer << '[';
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
      printer << (i ? ", " : "");
      printIntegers(printer, ArrayRef(values).slice(i, 2));
    }
    printer << ']';
  }
  integers("lhs_dilate", lhsDilation);
  integers("rhs_dilate", rhsDilation);
  if (reversal) {
    key("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool each) { printer << (each ? "true" : "false"); });
    printer << ']';
  }
}

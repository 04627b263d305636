//===- DimensionNumbers.cpp - roles of dimensions as text -----------------===//

#include "dialects/StableHlo/IR/Assembly.h"

using namespace heddle;
using namespace heddle::stablehlo;

namespace {
/// A list of dimensions, or one dimension, under its name in the text.
struct Role {
  StringRef name;
  SmallVectorImpl<int64_t> *list;
  int64_t *number = nullptr;
};
} // namespace

/// `<name = [0, 1], name = 1, …>` in any order; what is not named stays as it is.
static ParseResult parseRoles(AsmParser &parser, ArrayRef<Role> roles) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key)) {
      return failure();
    }
    const auto *role = llvm::find_if(roles, [&](const Role &each) { return each.name == key; });
    if (role == roles.end()) {
      return parser.emitError(loc) << "'" << key << "' is no role of a dimension here";
    }
    if (parser.parseEqual()) {
      return failure();
    }
    return role->list ? parseIntegers(parser, *role->list) : parser.parseInteger(*role->number);
  });
}

namespace {
/// Prints the roles that say something.
class RolePrinter {
public:
  explicit RolePrinter(AsmPrinter &printer) : printer(printer) { printer << '<'; }
  ~RolePrinter() { printer << '>'; }

  void list(StringRef name, ArrayRef<int64_t> values) {
    if (!values.empty()) {
      key(name);
      printIntegers(printer, values);
    }
  }
  void number(StringRef name, int64_t value) {
    if (value != 0) {
      key(name);
      printer << value;
    }
  }

private:
  void key(StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  }
  AsmPrinter &printer;
  StringRef separator;
};
} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Attribute DotDimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  if (parseRoles(parser, {{"lhs_batching_dimensions", &lhsBatch},
                          {"rhs_batching_dimensions", &rhsBatch},
                          {"lhs_contracting_dimensions", &lhsContracting},
                          {"rhs_contracting_dimensions", &rhsContracting}})) {
    return nullptr;
  }
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContracting, rhsContracting);
}

void DotDimsAttr::print(AsmPrinter &printer) const {
  RolePrinter roles(printer);
  roles.list("lhs_batching_dimensions", getLhsBatch());
  roles.list("rhs_batching_dimensions", getRhsBatch());
  roles.list("lhs_contracting_dimensions", getLhsContracting());
  roles.list("rhs_contracting_dimensions", getRhsContracting());
}

/// `= [0] x [0]`.
static ParseResult parsePairs(OpAsmParser &parser, SmallVectorImpl<int64_t> &lhs,
                              SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseIntegers(parser, lhs) || parser.parseKeyword("x") ||
                 parseIntegers(parser, rhs));
}

/// `, precision = [DEFAULT, DEFAULT]`, or nothing.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precisions) {
  if (failed(parser.parseOptionalComma())) {
    return success();
  }
  SmallVector<Attribute> values;
  auto parsePrecision = [&]() -> ParseResult {
    FailureOr<Precision> value = FieldParser<Precision>::parse(parser);
    if (failed(value)) {
      return failure();
    }
    values.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseKeyword("precision") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePrecision)) {
    return failure();
  }
  precisions = parser.getBuilder().getArrayAttr(values);
  return success();
}

static void printPrecisions(OpAsmPrinter &printer, ArrayAttr precisions) {
  if (!precisions) {
    return;
  }
  printer << ", precision = [";
  llvm::interleaveComma(precisions.getAsRange<PrecisionAttr>(), printer, [&](PrecisionAttr precision) {
    printer << stringifyPrecision(precision.getValue());
  });
  printer << ']';
}

ParseResult stablehlo::parseDotDims(OpAsmParser &parser, DotDimsAttr &dims, ArrayAttr &precisions) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims"))) {
    if (parsePairs(parser, lhsBatch, rhsBatch) || parser.parseComma()) {
      return failure();
    }
  }
  if (parser.parseKeyword("contracting_dims") || parsePairs(parser, lhsContracting, rhsContracting)) {
    return failure();
  }
  dims = DotDimsAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsContracting, rhsContracting);
  return parsePrecisions(parser, precisions);
}

void stablehlo::printDotDims(OpAsmPrinter &printer, Operation *, DotDimsAttr dims, ArrayAttr precisions) {
  if (!dims.getLhsBatch().empty()) {
    printer << "batching_dims = ";
    printIntegers(printer, dims.getLhsBatch());
    printer << " x ";
    printIntegers(printer, dims.getRhsBatch());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printIntegers(printer, dims.getLhsContracting());
  printer << " x ";
  printIntegers(printer, dims.getRhsContracting());
  printPrecisions(printer, precisions);
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

Attribute GatherDimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsedSlice, operandBatching, indicesBatching, startIndexMap;
  int64_t indexVector = 0;
  if (parseRoles(parser, {{"offset_dims", &offset},
                          {"collapsed_slice_dims", &collapsedSlice},
                          {"operand_batching_dims", &operandBatching},
                          {"start_indices_batching_dims", &indicesBatching},
                          {"start_index_map", &startIndexMap},
                          {"index_vector_dim", nullptr, &indexVector}})) {
    return nullptr;
  }
  return get(parser.getContext(), offset, collapsedSlice, operandBatching, indicesBatching, startIndexMap,
             indexVector);
}

void GatherDimsAttr::print(AsmPrinter &printer) const {
  RolePrinter roles(printer);
  roles.list("offset_dims", getOffset());
  roles.list("collapsed_slice_dims", getCollapsedSlice());
  roles.list("operand_batching_dims", getOperandBatching());
  roles.list("start_indices_batching_dims", getIndicesBatching());
  roles.list("start_index_map", getStartIndexMap());
  roles.number("index_vector_dim", getIndexVector());
}

Attribute ScatterDimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> updateWindow, insertedWindow, inputBatching, indicesBatching, scatterDims;
  int64_t indexVector = 0;
  if (parseRoles(parser, {{"update_window_dims", &updateWindow},
                          {"inserted_window_dims", &insertedWindow},
                          {"input_batching_dims", &inputBatching},
                          {"scatter_indices_batching_dims", &indicesBatching},
                          {"scatter_dims_to_operand_dims", &scatterDims},
                          {"index_vector_dim", nullptr, &indexVector}})) {
    return nullptr;
  }
  return get(parser.getContext(), updateWindow, insertedWindow, inputBatching, indicesBatching, scatterDims,
             indexVector);
}

void ScatterDimsAttr::print(AsmPrinter &printer) const {
  RolePrinter roles(printer);
  roles.list("update_window_dims", getUpdateWindow());
  roles.list("inserted_window_dims", getInsertedWindow());
  roles.list("input_batching_dims", getInputBatching());
  roles.list("scatter_indices_batching_dims", getIndicesBatching());
  roles.list("scatter_dims_to_operand_dims", getScatterDims());
  roles.number("index_vector_dim", getIndexVector());
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Reads `[b, 0, 1, f]`: the places of `first` and `second`, and of the spatial dimensions 0, 1, … in order.
static ParseResult parseLayout(AsmParser &parser, StringRef first, StringRef second, int64_t &firstPlace,
                               int64_t &secondPlace, SmallVectorImpl<int64_t> &spatial) {
  SMLoc loc = parser.getCurrentLocation();
  firstPlace = secondPlace = -1;
  SmallVector<std::pair<int64_t, int64_t>> numbered;
  int64_t place = 0;
  auto parseEntry = [&]() -> ParseResult {
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      numbered.push_back({number, place++});
      return *isNumber;
    }
    StringRef key;
    SMLoc entry = parser.getCurrentLocation();
    if (parser.parseKeyword(&key)) {
      return failure();
    }
    int64_t &wanted = key == first ? firstPlace : secondPlace;
    if ((key != first && key != second) || wanted >= 0) {
      return parser.emitError(entry) << "'" << key << "' should be a spatial dimension, or " << first
                                     << " or " << second << " once";
    }
    wanted = place++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry)) {
    return failure();
  }
  llvm::sort(numbered);
  for (auto [i, entry] : llvm::enumerate(numbered)) {
    if (entry.first != static_cast<int64_t>(i)) {
      return parser.emitError(loc) << "spatial dimensions should be 0 to " << numbered.size() - 1
                                   << ", each once";
    }
    spatial.push_back(entry.second);
  }
  return firstPlace >= 0 && secondPlace >= 0 ? ParseResult(success())
                                             : parser.emitError(loc) << "'" << first << "' and '" << second
                                                                     << "' should stand here once each";
}

ParseResult stablehlo::parseConvDims(AsmParser &parser, ConvDimsAttr &dims) {
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch, outputFeature;
  SmallVector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
  SMLoc loc = parser.getCurrentLocation();
  if (parseLayout(parser, "b", "f", inputBatch, inputFeature, inputSpatial) || parser.parseKeyword("x") ||
      parseLayout(parser, "i", "o", kernelInput, kernelOutput, kernelSpatial) || parser.parseArrow() ||
      parseLayout(parser, "b", "f", outputBatch, outputFeature, outputSpatial)) {
    return failure();
  }
  if (inputSpatial.size() != kernelSpatial.size() || inputSpatial.size() != outputSpatial.size()) {
    return parser.emitError(loc) << "has " << inputSpatial.size() << ", " << kernelSpatial.size() << " and "
                                 << outputSpatial.size() << " spatial dimensions, which should be as many";
  }
  dims = ConvDimsAttr::get(parser.getContext(), inputBatch, inputFeature, inputSpatial, kernelInput,
                           kernelOutput, kernelSpatial, outputBatch, outputFeature, outputSpatial);
  return success();
}

static void printLayout(AsmPrinter &printer, StringRef first, StringRef second, int64_t firstPlace,
                        int64_t secondPlace, ArrayRef<int64_t> spatial) {
  SmallVector<std::string> entries(spatial.size() + 2);
  entries[firstPlace] = first.str();
  entries[secondPlace] = second.str();
  for (auto [i, place] : llvm::enumerate(spatial)) {
    entries[place] = std::to_string(i);
  }
  printer << '[';
  llvm::interleaveComma(entries, printer);
  printer << ']';
}

void stablehlo::printConvDims(AsmPrinter &printer, Operation *, ConvDimsAttr dims) {
  printLayout(printer, "b", "f", dims.getInputBatch(), dims.getInputFeature(), dims.getInputSpatial());
  printer << 'x';
  printLayout(printer, "i", "o", dims.getKernelInput(), dims.getKernelOutput(), dims.getKernelSpatial());
  printer << "->";
  printLayout(printer, "b", "f", dims.getOutputBatch(), dims.getOutputFeature(), dims.getOutputSpatial());
}

Attribute ConvDimsAttr::parse(AsmParser &parser, Type) {
  ConvDimsAttr dims;
  if (parser.parseLess() || parseConvDims(parser, dims) || parser.parseGreater()) {
    return nullptr;
  }
  return dims;
}

void ConvDimsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDims(printer, nullptr, *this);
  printer << '>';
}

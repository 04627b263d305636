//===- Layout.cpp - the text and the constraints of layouts ---------------===//

#include "dialects/Dist/IR/Dist.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace heddle;
using namespace heddle::dist;

SmallVector<StringAttr> dist::axisList(ArrayAttr axes) {
  return llvm::to_vector(axes.getAsRange<StringAttr>());
}

static ParseResult parseAxis(AsmParser &parser, SmallVectorImpl<StringAttr> &axes) {
  std::string name;
  if (parser.parseKeywordOrString(&name)) {
    return failure();
  }
  axes.push_back(StringAttr::get(parser.getContext(), name));
  return success();
}

static void printAxis(AsmPrinter &printer, StringAttr axis) { printer.printKeywordOrString(axis.getValue()); }

//===----------------------------------------------------------------------===//
// #dist.dim
//===----------------------------------------------------------------------===//

/// `{data, model, ?}`.
static FailureOr<DimLayoutAttr> parseDim(AsmParser &parser) {
  SmallVector<StringAttr> axes;
  bool open = false;
  auto parseElement = [&]() -> ParseResult {
    if (open) {
      return parser.emitError(parser.getCurrentLocation(), "'?' is the last entry of a dimension");
    }
    open = succeeded(parser.parseOptionalQuestion());
    return open ? success() : parseAxis(parser, axes);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseElement)) {
    return failure();
  }
  return DimLayoutAttr::get(parser.getContext(), axes, open);
}

static void printDim(AsmPrinter &printer, DimLayoutAttr dim) {
  printer << '{';
  llvm::interleaveComma(dim.getAxes(), printer, [&](StringAttr axis) { printAxis(printer, axis); });
  if (dim.getOpen()) {
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  }
  printer << '}';
}

Attribute DimLayoutAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess()) {
    return {};
  }
  FailureOr<DimLayoutAttr> dim = parseDim(parser);
  return failed(dim) || parser.parseGreater() ? Attribute() : *dim;
}

void DimLayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDim(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// #dist.layout
//===----------------------------------------------------------------------===//

/// `, sum = add [model]`, or nothing.
static ParseResult parseSum(AsmParser &parser, graph::Combiner &combiner, SmallVectorImpl<StringAttr> &sum) {
  if (failed(parser.parseOptionalComma())) {
    return success();
  }
  StringRef word;
  llvm::SMLoc place;
  if (parser.parseKeyword("sum") || parser.parseEqual() || parser.getCurrentLocation(&place) ||
      parser.parseKeyword(&word)) {
    return failure();
  }
  std::optional<graph::Combiner> found = graph::symbolizeCombiner(word);
  if (!found) {
    return parser.emitError(place) << "'" << word << "' is no combiner";
  }
  combiner = *found;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] { return parseAxis(parser, sum); });
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimLayoutAttr> dims;
  SmallVector<StringAttr> sum;
  auto combiner = graph::Combiner::Add;
  llvm::SMLoc start = parser.getCurrentLocation();
  auto parseElement = [&]() -> ParseResult {
    FailureOr<DimLayoutAttr> dim = parseDim(parser);
    if (failed(dim)) {
      return failure();
    }
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseElement) ||
      parseSum(parser, combiner, sum) || parser.parseGreater()) {
    return {};
  }
  return LayoutAttr::getChecked([&] { return parser.emitError(start); }, parser.getContext(), ArrayRef(dims),
                                combiner, ArrayRef(sum));
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer, [&](DimLayoutAttr dim) { printDim(printer, dim); });
  printer << ']';
  if (!getSum().empty()) {
    printer << ", sum = " << graph::stringifyCombiner(getCombiner()) << " [";
    llvm::interleaveComma(getSum(), printer, [&](StringAttr axis) { printAxis(printer, axis); });
    printer << ']';
  }
  printer << '>';
}

LogicalResult LayoutAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<DimLayoutAttr> dims, graph::Combiner combiner,
                                 ArrayRef<StringAttr> sum) {
  SmallVector<StringAttr> used(sum);
  for (DimLayoutAttr dim : dims) {
    llvm::append_range(used, dim.getAxes());
  }
  llvm::SmallPtrSet<Attribute, 8> seen;
  for (StringAttr axis : used) {
    if (!seen.insert(axis).second) { // C1
      return emitError() << "axis '" << axis.getValue() << "' stands twice in a layout";
    }
  }
  if (!isPendingCombiner(combiner)) { // C2
    return emitError() << "blocks cannot wait to be combined by " << graph::stringifyCombiner(combiner)
                       << "; add, max or min is wanted";
  }
  return success();
}

bool dist::isPendingCombiner(graph::Combiner combiner) {
  return combiner == graph::Combiner::Add || combiner == graph::Combiner::Max ||
         combiner == graph::Combiner::Min;
}

//===----------------------------------------------------------------------===//
// Layouts against types and meshes
//===----------------------------------------------------------------------===//

LogicalResult dist::verifyAxes(Operation *op, ArrayRef<StringAttr> axes) {
  MeshOp mesh = MeshOp::of(op);
  if (!mesh) {
    return op->emitOpError("names axes but the module has no dist.mesh");
  }
  llvm::SmallPtrSet<Attribute, 8> seen;
  for (StringAttr axis : axes) {
    if (!mesh.sizeOf(axis)) {
      return op->emitOpError() << "names axis '" << axis.getValue() << "', which mesh '" << mesh.getSymName()
                               << "' does not have";
    }
    if (!seen.insert(axis).second) {
      return op->emitOpError() << "names axis '" << axis.getValue() << "' twice";
    }
  }
  return success();
}

LogicalResult dist::verifyLayout(Operation *op, LayoutAttr layout, Type type, PendingSum sum) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != static_cast<int64_t>(layout.getRank())) {
    return op->emitOpError() << "has a layout of " << layout.getRank() << " dimensions for a value of type "
                             << type;
  }
  if (sum == PendingSum::Refused && !layout.getSum().empty()) {
    return op->emitOpError("has a layout with a pending sum where none is allowed");
  }
  SmallVector<StringAttr> axes(layout.getSum());
  for (DimLayoutAttr dim : layout.getDims()) {
    llvm::append_range(axes, dim.getAxes());
  }
  return axes.empty() ? success() : verifyAxes(op, axes);
}

//===- DistOps.cpp - constraints of the dist dialect's ops ----------------===//

#include "dialects/Dist/IR/Dist.h"

using namespace heddle;
using namespace heddle::dist;

//===----------------------------------------------------------------------===//
// Text of axes
//===----------------------------------------------------------------------===//

/// `[data = 2, model = 4]`.
static ParseResult parseMeshAxes(OpAsmParser &parser, ArrayAttr &axes, DenseI64ArrayAttr &sizes) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> values;
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual() ||
        parser.parseInteger(values.emplace_back())) {
      return failure();
    }
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis)) {
    return failure();
  }
  axes = parser.getBuilder().getArrayAttr(names);
  sizes = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static void printMeshAxes(OpAsmPrinter &printer, MeshOp, ArrayAttr axes, DenseI64ArrayAttr sizes) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(axes, sizes.asArrayRef()), printer, [&](auto pair) {
    printer.printKeywordOrString(cast<StringAttr>(std::get<0>(pair)).getValue());
    printer << " = " << std::get<1>(pair);
  });
  printer << ']';
}

/// `[data, model]`.
static ParseResult parseAxes(OpAsmParser &parser, ArrayAttr &axes) {
  SmallVector<Attribute> names;
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name)) {
      return failure();
    }
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis)) {
    return failure();
  }
  axes = parser.getBuilder().getArrayAttr(names);
  return success();
}

static void printAxes(OpAsmPrinter &printer, Operation *, ArrayAttr axes) {
  printer << '[';
  llvm::interleaveComma(axes.getAsRange<StringAttr>(), printer,
                        [&](StringAttr axis) { printer.printKeywordOrString(axis.getValue()); });
  printer << ']';
}

#define GET_OP_CLASSES
#include "dialects/Dist/IR/DistOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

LogicalResult ConstrainOp::verify() {
  return verifyLayout(*this, getLayout(), getInput().getType(), PendingSum::Refused); // C1, C2, C3
}

LogicalResult ReshardOp::verify() {
  for (LayoutAttr layout : {getFrom(), getTo()}) {
    if (failed(verifyLayout(*this, layout, getInput().getType(), PendingSum::Allowed))) { // C1, C2
      return failure();
    }
  }
  return success();
}

LogicalResult BlockOp::verify() {
  if (!getInput().getDefiningOp<graph::ConstantOp>()) { // C1
    return emitOpError("takes a block of a value that is no graph.constant");
  }
  if (failed(verifyLayout(*this, getLayout(), getInput().getType(), PendingSum::Refused))) { // C2
    return failure();
  }
  MeshOp mesh = MeshOp::of(*this);
  graph::SymShape whole = graph::shapeOf(getInput());
  std::optional<graph::SymShape> block = mesh ? mesh.blockShape(whole, getLayout()) : whole;
  if (!block) { // C3
    return emitOpError() << "divides shape " << graph::toString(whole) << " by " << getLayout()
                         << ", which leaves a rest";
  }
  auto wanted = graph::makeTensorType(*block, getInput().getType().getElementType());
  if (getResult().getType() != wanted) { // C3
    return emitOpError() << "has a result of type " << getResult().getType() << " but the block is "
                         << wanted;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

bool dist::isCollective(Operation *op) {
  return isa<AllReduceOp, ReduceScatterOp, AllGatherOp, AllToAllOp, PermuteOp>(op);
}

/// The combiner can wait: add, max or min.
static LogicalResult verifyCombiner(Operation *op, graph::Combiner combiner) {
  if (!isPendingCombiner(combiner)) {
    return op->emitOpError() << "combines by " << graph::stringifyCombiner(combiner)
                             << "; add, max or min is wanted";
  }
  return success();
}

/// `whole` is [n * k, …] where `part` is [k, …], with the same element type.
static LogicalResult verifyParts(Operation *op, int64_t ranks, Value whole, Value part) {
  graph::SymShape wanted = graph::shapeOf(part);
  if (wanted.empty()) {
    return op->emitOpError("splits a scalar; dimension 0 is wanted");
  }
  wanted.front() = wanted.front() * SymExpr(ranks);
  auto type = graph::makeTensorType(wanted, cast<RankedTensorType>(part.getType()).getElementType());
  if (!graph::areCompatible(type, whole.getType())) {
    return op->emitOpError() << "has " << whole.getType() << " where " << ranks << " blocks of "
                             << part.getType() << " are " << type;
  }
  return success();
}

LogicalResult AllReduceOp::verify() {
  return failed(verifyAxes(*this, axisList(getAxes()))) ? failure()                             // C1
                                                        : verifyCombiner(*this, getCombiner()); // C2
}

LogicalResult ReduceScatterOp::verify() {
  SmallVector<StringAttr> axes = axisList(getAxes());
  if (failed(verifyAxes(*this, axes)) || failed(verifyCombiner(*this, getCombiner()))) { // C1, C2
    return failure();
  }
  return verifyParts(*this, MeshOp::of(*this).groupSize(axes), getInput(), getResult()); // C3
}

LogicalResult AllGatherOp::verify() {
  SmallVector<StringAttr> axes = axisList(getAxes());
  if (failed(verifyAxes(*this, axes))) { // C1
    return failure();
  }
  return verifyParts(*this, MeshOp::of(*this).groupSize(axes), getResult(), getInput()); // C2
}

LogicalResult AllToAllOp::verify() {
  SmallVector<StringAttr> axes = axisList(getAxes());
  if (failed(verifyAxes(*this, axes))) { // C1
    return failure();
  }
  int64_t ranks = MeshOp::of(*this).groupSize(axes);
  graph::SymShape shape = graph::shapeOf(getInput());
  if (shape.empty() || !SymExpr::exactQuotient(shape.front(), ranks)) { // C2
    return emitOpError() << "exchanges blocks of " << getInput().getType() << " among " << ranks
                         << " ranks, which do not divide dimension 0";
  }
  return success();
}

/// C2: different numbers of a group.
static LogicalResult verifyNumbers(PermuteOp op, StringRef name, ArrayRef<int64_t> numbers, int64_t ranks) {
  for (auto [i, number] : llvm::enumerate(numbers)) {
    if (number < 0 || number >= ranks) {
      return op.emitOpError() << "has the " << name << " " << number << " in a group of " << ranks;
    }
    if (llvm::is_contained(numbers.take_front(i), number)) {
      return op.emitOpError() << "has the " << name << " " << number << " twice";
    }
  }
  return success();
}

LogicalResult PermuteOp::verify() {
  SmallVector<StringAttr> axes = axisList(getAxes());
  if (failed(verifyAxes(*this, axes))) { // C1
    return failure();
  }
  if (getSources().size() != getTargets().size()) { // C2
    return emitOpError() << "has " << getSources().size() << " sources and " << getTargets().size()
                         << " targets";
  }
  int64_t ranks = MeshOp::of(*this).groupSize(axes);
  return failed(verifyNumbers(*this, "source", getSources(), ranks))
             ? failure()
             : verifyNumbers(*this, "target", getTargets(), ranks);
}

LogicalResult CoordOp::verify() { return verifyAxes(*this, axisList(getAxes())); } // C1

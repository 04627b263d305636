//===- GraphDataOps.cpp - constants, shapes and movement of elements ------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::graph;

/// The text of a place that only a run can tell.
static constexpr llvm::StringLiteral kDynamicPlace = "?";

/// C1 of ops whose result has the element type of their input.
static LogicalResult verifySameElementType(Operation *op, Value input, Value result) {
  if (elementOf(input) == elementOf(result)) {
    return success();
  }
  return op->emitOpError() << "has a result of element type " << elementOf(result) << " but an input of "
                           << elementOf(input);
}

/// The places of a slice or pad: one per dimension, expressions, or "?" where an operand has them.
static LogicalResult verifyPlaces(Operation *op, StringRef name, ArrayAttr places, int64_t rank,
                                  Value dynamic) {
  if (static_cast<int64_t>(places.size()) != rank) {
    return op->emitOpError() << name << " has " << places.size() << " entries but the input has rank "
                             << rank;
  }
  if (dynamic && !mayBeEqual(shapeOf(dynamic), SymExpr(rank))) {
    return op->emitOpError() << "dynamic_" << name << " has " << shapeOf(dynamic).front().str()
                             << " elements but the input has rank " << rank;
  }
  for (StringRef text : places.getAsValueRange<StringAttr>()) {
    if (text == kDynamicPlace && !dynamic) {
      return op->emitOpError() << name << " has a \"?\" but there is no operand dynamic_" << name;
    }
    if (text != kDynamicPlace && failed(SymExpr::parse(text))) {
      return op->emitOpError() << name << " has '" << text << "', which is not a size expression";
    }
  }
  return success();
}

/// An entry of such a list, or nothing for "?".
static std::optional<SymExpr> placeAt(ArrayAttr places, unsigned dim) {
  StringRef text = cast<StringAttr>(places[dim]).getValue();
  return text == kDynamicPlace ? std::nullopt : std::optional<SymExpr>(*SymExpr::parse(text));
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  auto type = dyn_cast<RankedTensorType>(adaptor.getValue().getType());
  if (!type || !isa<DenseIntOrFPElementsAttr, DenseResourceElementsAttr>(adaptor.getValue())) { // C1
    return infer.error("value of type ", adaptor.getValue().getType(),
                       " must be a dense or dense_resource attribute of ranked tensor type");
  }
  types.push_back(type);
  return success();
}

LogicalResult ConstantOp::verify() {
  auto resource = dyn_cast<DenseResourceElementsAttr>(getValue());
  if (!resource) {
    return success();
  }
  const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  std::optional<int64_t> wanted = tensorBytes(resource.getType());
  if (!blob || !wanted || static_cast<int64_t>(blob->getData().size()) != *wanted) { // C2
    return emitOpError() << "resource '" << resource.getRawHandle().getKey() << "' has "
                         << (blob ? blob->getData().size() : 0) << " bytes but its type "
                         << resource.getType() << " has "
                         << (wanted ? std::to_string(*wanted) : std::string("too many"));
  }
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// symbolic, shape
//===----------------------------------------------------------------------===//

LogicalResult SymbolicOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  for (StringRef text : adaptor.getExprs().getAsValueRange<StringAttr>()) {
    if (failed(SymExpr::parse(text))) { // C1
      return infer.error("exprs has '", text, "', which is not a size expression");
    }
  }
  size_t count = adaptor.getExprs().size();
  if (adaptor.getRank0() && count != 1) { // C2
    return infer.error("rank0 has ", count, " entries but a scalar has 1");
  }
  Type index = IntegerType::get(context, 64);
  return adaptor.getRank0() ? infer.add({}, index) : infer.add(SymExpr(count), index);
}

SmallVector<SymExpr> SymbolicOp::getElements() {
  return llvm::map_to_vector(getExprs().getAsValueRange<StringAttr>(),
                             [](StringRef text) { return *SymExpr::parse(text); });
}

LogicalResult ShapeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                        Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  return infer.add(SymExpr(rankOf(adaptor.getInput())), IntegerType::get(context, 64));
}

//===----------------------------------------------------------------------===//
// iota, reshape, broadcast
//===----------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  int64_t axis = getAxis(), rank = rankOf(getResult());
  if (axis < 0 || axis >= rank) { // C1
    return emitOpError() << "axis is " << axis << " but must be at least 0 and below the rank " << rank;
  }
  if (elementOf(getResult()).isInteger(1)) { // C2
    return emitOpError() << "counts in i1 but a number is wanted";
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (failed(verifySameElementType(*this, getInput(), getResult()))) { // C1
    return failure();
  }
  SymExpr input = product(shapeOf(getInput())), result = product(shapeOf(getResult()));
  if ((input - result).constant().value_or(0) != 0) { // C2
    return emitOpError() << "has an input of " << input.str() << " elements but a result of " << result.str();
  }
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (haveSameShapeAndType(getInput().getType(), getResult().getType())) {
    return getInput();
  }
  // A reshape with a size operand may bind a symbol that this result's type is written in.
  auto inner = getInput().getDefiningOp<ReshapeOp>();
  if (inner && !inner.getSize()) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  return {};
}

LogicalResult BroadcastOp::verify() {
  if (failed(verifySameElementType(*this, getInput(), getResult()))) { // C1
    return failure();
  }
  SymShape input = shapeOf(getInput()), result = shapeOf(getResult());
  bool fits = input.size() <= result.size();
  for (auto [own, wanted] : llvm::zip(llvm::reverse(input), llvm::reverse(result))) {
    fits &= own.isConstant(1) || mayBeEqual(own, wanted);
  }
  if (!fits) { // C2
    return emitOpError() << "has an input of shape " << toString(input) << ", which does not broadcast to "
                         << toString(result);
  }
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  return haveSameShapeAndType(getInput().getType(), getResult().getType()) ? OpFoldResult(getInput())
                                                                           : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// transpose
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape input = shapeOf(adaptor.getInput()), shape;
  SmallVector<bool> taken(input.size(), false);
  bool valid = adaptor.getPermutation().size() == input.size();
  for (int64_t dim : adaptor.getPermutation()) {
    if (!valid || dim < 0 || dim >= static_cast<int64_t>(input.size()) || taken[dim]) { // C1
      std::string text;
      llvm::interleave(
          adaptor.getPermutation(), [&](int64_t entry) { text += std::to_string(entry); },
          [&] { text += ", "; });
      return infer.error("permutation [", text, "] is none of the input's ", input.size(), " dimensions");
    }
    taken[dim] = true;
    shape.push_back(input[dim]);
  }
  if (!valid) { // C1: an empty list for a tensor that has dimensions
    return infer.error("permutation [] is none of the input's ", input.size(), " dimensions");
  }
  return infer.add(shape, elementOf(adaptor.getInput()));
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  bool keepsOrder = llvm::is_sorted(getPermutation());
  bool keepsType = getInput().getType() == getResult().getType();
  return keepsOrder && keepsType ? OpFoldResult(getInput()) : OpFoldResult();
}

/// transpose(transpose(x)) is one transpose.
static LogicalResult composeTransposes(TransposeOp op, PatternRewriter &rewriter) {
  auto inner = op.getInput().getDefiningOp<TransposeOp>();
  if (!inner) {
    return rewriter.notifyMatchFailure(op, "input is not a transpose");
  }
  SmallVector<int64_t> permutation =
      llvm::map_to_vector(op.getPermutation(), [&](int64_t dim) { return inner.getPermutation()[dim]; });
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getInput(), permutation);
  return success();
}

/// A transpose that leaves the dimensions of more than one element in order moves nothing in memory.
static LogicalResult transposeToReshape(TransposeOp op, PatternRewriter &rewriter) {
  SymShape input = shapeOf(op.getInput());
  SmallVector<int64_t> moved = llvm::to_vector(
      llvm::make_filter_range(op.getPermutation(), [&](int64_t dim) { return !input[dim].isConstant(1); }));
  if (!llvm::is_sorted(moved)) {
    return rewriter.notifyMatchFailure(op, "dimensions of more than one element change places");
  }
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getInput(), Value());
  return success();
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add(composeTransposes);
  patterns.add(transposeToReshape);
}

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

std::optional<SymExpr> SliceOp::getStart(unsigned dim) { return placeAt(getStarts(), dim); }

/// C4: the first and the last element taken in a dimension where all is known.
static LogicalResult verifySliceBounds(SliceOp op, unsigned dim, const SymExpr &inputSize,
                                       const SymExpr &size) {
  std::optional<SymExpr> startExpr = op.getStart(dim);
  std::optional<int64_t> start = startExpr ? startExpr->constant() : std::nullopt;
  std::optional<int64_t> taken = size.constant(), available = inputSize.constant();
  if (!start || !taken || !available || *taken == 0) {
    return success();
  }
  int64_t last = 0;
  bool overflows =
      llvm::MulOverflow(*taken - 1, op.getSteps()[dim], last) || llvm::AddOverflow(*start, last, last);
  if (overflows || std::min(*start, last) < 0 || std::max(*start, last) >= *available) {
    return op.emitOpError() << "takes " << *taken << " elements from " << *start << " by "
                            << op.getSteps()[dim] << " in dimension " << dim << " of size " << *available;
  }
  return success();
}

LogicalResult SliceOp::verify() {
  SymShape input = shapeOf(getInput()), result = shapeOf(getResult());
  if (failed(verifyPlaces(*this, "starts", getStarts(), input.size(), getDynamicStarts()))) { // C1, C3
    return failure();
  }
  if (getSteps().size() != input.size() || llvm::is_contained(getSteps(), 0)) { // C1
    return emitOpError() << "wants one step other than 0 for each of the input's " << input.size()
                         << " dimensions but has [" << getSteps() << "]";
  }
  if (failed(verifySameElementType(*this, getInput(), getResult()))) { // C2
    return failure();
  }
  if (input.size() != result.size()) { // C2
    return emitOpError() << "has a result of rank " << result.size() << " but an input of rank "
                         << input.size();
  }
  for (unsigned dim = 0; dim < input.size(); ++dim) {
    if (failed(verifySliceBounds(*this, dim, input[dim], result[dim]))) { // C4
      return failure();
    }
  }
  return success();
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  bool fromZero =
      llvm::all_of(getStarts().getAsValueRange<StringAttr>(), [](StringRef text) { return text == "0"; });
  bool byOne = llvm::all_of(getSteps(), [](int64_t step) { return step == 1; });
  bool takesAll = fromZero && byOne && haveSameShapeAndType(getInput().getType(), getResult().getType());
  return takesAll ? OpFoldResult(getInput()) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// concat
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (adaptor.getInputs().empty()) { // C1
    return infer.error("has no operands but at least one is wanted");
  }
  Value first = adaptor.getInputs().front();
  SymShape shape = shapeOf(first);
  size_t axis = adaptor.getAxis();
  if (failed(infer.requireAxis(axis, shape.size()))) {
    return failure();
  }
  for (Value input : adaptor.getInputs().drop_front()) {
    SymShape next = shapeOf(input);
    SymExpr along = axis < next.size() ? shape[axis] + next[axis] : SymExpr();
    bool agrees = elementOf(input) == elementOf(first) && next.size() == shape.size();
    if (agrees) {
      next[axis] = shape[axis];
      agrees = mayBeEqual(shape, next);
    }
    if (!agrees) { // C2
      return infer.error("joins ", first.getType(), " and ", input.getType(), " along dimension ", axis,
                         " but element type, rank and the other sizes must agree");
    }
    for (auto [known, other] : llvm::zip(shape, next)) {
      known = other.constant() ? other : known;
    }
    shape[axis] = along;
  }
  return infer.add(shape, elementOf(first));
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  bool isOne =
      getInputs().size() == 1 && haveSameShapeAndType(getInputs()[0].getType(), getResult().getType());
  return isOne ? OpFoldResult(getInputs()[0]) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

std::optional<SymExpr> PadOp::getLow(unsigned dim) { return placeAt(getLows(), dim); }

LogicalResult PadOp::verify() {
  int64_t rank = rankOf(getInput());
  if (failed(verifyPlaces(*this, "lows", getLows(), rank, getDynamicLows()))) { // C1, C4
    return failure();
  }
  bool negative = llvm::any_of(getInterior(), [](int64_t count) { return count < 0; });
  if (static_cast<int64_t>(getInterior().size()) != rank || negative) { // C1, C5
    return emitOpError() << "wants one interior of at least 0 for each of the input's " << rank
                         << " dimensions but has [" << getInterior() << "]";
  }
  if (getMode() != PadMode::Constant &&
      llvm::any_of(getInterior(), [](int64_t count) { return count != 0; })) { // C5
    return emitOpError() << "has interior padding [" << getInterior() << "] in mode "
                         << stringifyPadMode(getMode()) << " but only mode constant has values to put there";
  }
  if (rankOf(getValue()) != 0 || elementOf(getValue()) != elementOf(getInput())) { // C2
    return emitOpError() << "pads " << getInput().getType() << " with a value of type "
                         << getValue().getType() << " but a scalar of the same element type is wanted";
  }
  if (elementOf(getResult()) != elementOf(getInput()) || rankOf(getResult()) != rank) { // C3
    return emitOpError() << "pads " << getInput().getType() << " to " << getResult().getType()
                         << " but element type and rank must be the same";
  }
  return success();
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  bool fromZero =
      llvm::all_of(getLows().getAsValueRange<StringAttr>(), [](StringRef text) { return text == "0"; });
  bool solid = llvm::all_of(getInterior(), [](int64_t count) { return count == 0; });
  bool addsNone = fromZero && solid && haveSameShapeAndType(getInput().getType(), getResult().getType());
  return addsNone ? OpFoldResult(getInput()) : OpFoldResult();
}

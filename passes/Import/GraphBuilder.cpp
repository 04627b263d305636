//===- GraphBuilder.cpp - checked graph ops for importers -----------------===//

#include "passes/Import/GraphBuilder.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/Support/DebugStringHelper.h"
#include "passes/Import/Onnx/Texts.h"

using namespace heddle;
using namespace heddle::importer;

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

LogicalResult GraphBuilder::bad(const Twine &message) {
  if (!refused) {
    text = message.str();
    refused = true;
  }
  return failure();
}

LogicalResult GraphBuilder::reported() {
  refused = true;
  return failure();
}

LogicalResult GraphBuilder::unsupported(const Twine &message) {
  if (!refused) {
    refusedAsUnsupported = true;
  }
  return bad(message);
}

Type GraphBuilder::computeType(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32 ? builder().getF32Type() : type;
}

//===----------------------------------------------------------------------===//
// Checked creation of ops
//===----------------------------------------------------------------------===//

namespace {
/// Collects what MLIR says about an op instead of printing it.
class Captured {
public:
  explicit Captured(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (text.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error) {
            text = diagnostic.str();
          }
          return success();
        }) {}
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

Operation *GraphBuilder::insertInferred(OperationState &state) {
  auto infer = state.name.getRegisteredInfo()->getInterface<InferTypeOpInterface>();
  assert(infer && "make is for ops that infer their types");
  Captured said(context());
  SmallVector<Type> types;
  LogicalResult inferred =
      infer->inferReturnTypes(context(), location, state.operands, state.attributes.getDictionary(context()),
                              state.getRawProperties(), state.regions, types);
  if (mlir::failed(inferred)) {
    (void)bad(said.text);
    return nullptr;
  }
  state.types.assign(types.begin(), types.end());
  return insertChecked(state);
}

/// Whether a size of a tensor type is a negative number.
static bool hasNegativeSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && llvm::any_of(tensor.getShape(), [&](int64_t size) {
           return size < 0 && !(ShapedType::isDynamic(size) && tensor.getEncoding());
         });
}

Operation *GraphBuilder::insertChecked(OperationState &state) {
  for (Type type : state.types) {
    if (hasNegativeSize(type)) {
      (void)bad("would give " + mlir::debugString(type));
      return nullptr;
    }
  }
  Captured said(context());
  Operation *created = builder().create(state);
  // The op's own rules: the region it stands in may not be part of the module yet.
  if (mlir::failed(created->getName().verifyInvariants(created))) {
    (void)bad(said.text);
    erase(created);
    return nullptr;
  }
  return created;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value GraphBuilder::constant(ElementsAttr elements) {
  return elements ? make<graph::ConstantOp>(elements) : Value();
}

/// An attribute of a number in any element type.
static TypedAttr numberAttr(double value, Type elementType) {
  if (auto type = dyn_cast<FloatType>(elementType)) {
    return FloatAttr::get(type, value);
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType,
                          APInt(width, static_cast<uint64_t>(static_cast<int64_t>(value)), false, true));
}

Value GraphBuilder::scalar(double value, Type elementType) {
  if (isText(elementType)) {
    (void)bad("mixes texts with numbers");
    return nullptr;
  }
  auto type = RankedTensorType::get({}, elementType);
  return constant(DenseElementsAttr::get(type, numberAttr(value, elementType)));
}

Value GraphBuilder::scalarInt(int64_t value, Type elementType) {
  auto type = RankedTensorType::get({}, elementType);
  APInt bits(elementType.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), false,
             /*implicitTrunc=*/true);
  return constant(DenseElementsAttr::get(type, bits));
}

Value GraphBuilder::scalarLike(double value, Value like) {
  return like ? scalar(value, elementType(like)) : Value();
}

Value GraphBuilder::integers(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())}, builder().getI64Type());
  return constant(DenseElementsAttr::get(type, values));
}

Value GraphBuilder::floats(ArrayRef<double> values, Type elementType, ArrayRef<int64_t> shape) {
  SmallVector<Attribute> numbers =
      llvm::map_to_vector(values, [&](double value) -> Attribute { return numberAttr(value, elementType); });
  return constant(DenseElementsAttr::get(RankedTensorType::get(shape, elementType), numbers));
}

Value GraphBuilder::splat(double value, ArrayRef<SymExpr> shape, Type elementType) {
  return broadcast(scalar(value, elementType), shape);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value GraphBuilder::castTo(Value value, Type type) {
  if (!value || elementType(value) == type) {
    return value;
  }
  if (isText(elementType(value)) || isText(type)) {
    (void)bad("mixes texts with numbers");
    return nullptr;
  }
  return make<graph::CastOp>(value, type);
}

Value GraphBuilder::compare(graph::Predicate predicate, Value a, Value b) {
  return make<graph::CompareOp>(predicate, a, b);
}

Value GraphBuilder::select(Value condition, Value a, Value b) {
  return make<graph::SelectOp>(condition, a, b);
}

Value GraphBuilder::reduce(graph::Combiner combiner, Value value, ArrayRef<int64_t> axes) {
  return make<graph::ReduceOp>(combiner, value, axes);
}

Value GraphBuilder::mean(Value value, ArrayRef<int64_t> axes) {
  Value sum = reduce(graph::Combiner::Add, value, axes);
  if (!sum) {
    return nullptr;
  }
  SymExpr count(1);
  for (int64_t axis : axes) {
    count = count * shape(value)[axis];
  }
  return make<graph::DivOp>(sum, castTo(size(count), elementType(value)));
}

Value GraphBuilder::contract(StringRef equation, Value a, Value b) {
  return make<graph::ContractOp>(equation, a, b);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Value GraphBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  return value && llvm::is_sorted(permutation) && rank(value) == static_cast<int64_t>(permutation.size())
             ? value
             : make<graph::TransposeOp>(value, permutation);
}

Value GraphBuilder::concat(ValueRange values, int64_t axis) {
  return values.size() == 1 ? values[0] : make<graph::ConcatOp>(values, axis);
}

Value GraphBuilder::gather(Value value, Value indices, int64_t axis) {
  return make<graph::GatherOp>(value, indices, axis);
}

Value GraphBuilder::reshape(Value value, const Sizes &sizes) {
  if (!value || (!sizes.operand && ArrayRef<SymExpr>(sizes.shape) == ArrayRef<SymExpr>(shape(value)))) {
    return value;
  }
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created = makeTyped<graph::ReshapeOp>(type, value, sizes.operand);
  return created ? created.getResult() : Value();
}

Value GraphBuilder::reshape(Value value, ArrayRef<SymExpr> shape) {
  return reshape(value, Sizes{graph::SymShape(shape), Value()});
}

Value GraphBuilder::squeeze(Value value, ArrayRef<int64_t> axes) {
  if (!value) {
    return value;
  }
  graph::SymShape kept;
  for (auto [dim, size] : llvm::enumerate(shape(value))) {
    if (!llvm::is_contained(axes, static_cast<int64_t>(dim))) {
      kept.push_back(size);
    }
  }
  return reshape(value, kept);
}

Value GraphBuilder::unsqueeze(Value value, ArrayRef<int64_t> axes) {
  if (!value) {
    return value;
  }
  graph::SymShape result, input = shape(value);
  size_t next = 0;
  for (size_t dim = 0; dim < input.size() + axes.size(); ++dim) {
    bool added = llvm::is_contained(axes, static_cast<int64_t>(dim)) || next == input.size();
    result.push_back(added ? SymExpr(1) : input[next++]);
  }
  return reshape(value, result);
}

Value GraphBuilder::standAlong(Value list, int64_t dim, int64_t fullRank) {
  if (!list) {
    return list;
  }
  if (rank(list) != 1) {
    (void)bad("has a tensor of shape " + graph::toString(shape(list)) + " where a list is wanted");
    return nullptr;
  }
  graph::SymShape behind(fullRank - dim, SymExpr(1));
  behind[0] = shape(list)[0];
  return reshape(list, behind);
}

Value GraphBuilder::broadcast(Value value, const Sizes &sizes) {
  if (!value || (!sizes.operand && ArrayRef<SymExpr>(sizes.shape) == ArrayRef<SymExpr>(shape(value)))) {
    return value;
  }
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created = makeTyped<graph::BroadcastOp>(type, value, sizes.operand);
  return created ? created.getResult() : Value();
}

Value GraphBuilder::broadcast(Value value, ArrayRef<SymExpr> shape) {
  return broadcast(value, Sizes{graph::SymShape(shape), Value()});
}

Value GraphBuilder::iota(const Sizes &sizes, int64_t axis, Type elementType) {
  auto created =
      makeTyped<graph::IotaOp>(graph::makeTensorType(sizes.shape, elementType), axis, sizes.operand);
  return created ? created.getResult() : Value();
}

Value GraphBuilder::iota(ArrayRef<SymExpr> shape, int64_t axis, Type elementType) {
  return iota(Sizes{graph::SymShape(shape), Value()}, axis, elementType);
}

/// The texts of expressions, or "?" where one is not known.
static ArrayAttr placesOf(Builder &builder, ArrayRef<std::optional<SymExpr>> places) {
  SmallVector<Attribute> texts;
  for (const std::optional<SymExpr> &place : places) {
    texts.push_back(builder.getStringAttr(place ? place->str() : "?"));
  }
  return builder.getArrayAttr(texts);
}

static SmallVector<std::optional<SymExpr>> allKnown(ArrayRef<SymExpr> exprs) {
  return SmallVector<std::optional<SymExpr>>(exprs.begin(), exprs.end());
}

Value GraphBuilder::sliceDim(Value value, int64_t dim, const SymExpr &start, const SymExpr &size,
                             int64_t step) {
  if (!value) {
    return value;
  }
  graph::SymShape sizes = shape(value);
  if (dim < 0 || dim >= rank(value)) {
    (void)bad("has a tensor of shape " + graph::toString(sizes) + ", which has no dimension " + Twine(dim));
    return nullptr;
  }
  if (start.isConstant(0) && step == 1 && sizes[dim] == size) {
    return value;
  }
  SmallVector<SymExpr> starts(sizes.size(), SymExpr(0));
  SmallVector<int64_t> steps(sizes.size(), 1);
  starts[dim] = start;
  steps[dim] = step;
  sizes[dim] = size;
  return slice(value, allKnown(starts), Value(), steps, Sizes{sizes, Value()});
}

Value GraphBuilder::slice(Value value, ArrayRef<std::optional<SymExpr>> starts, Value dynamicStarts,
                          ArrayRef<int64_t> steps, const Sizes &sizes) {
  if (!value) {
    return value;
  }
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created =
      makeTyped<graph::SliceOp>(type, value, placesOf(builder(), starts),
                                builder().getDenseI64ArrayAttr(steps), dynamicStarts, sizes.operand);
  return created ? created.getResult() : Value();
}

Value GraphBuilder::reverse(Value value, int64_t dim) {
  if (!value) {
    return value;
  }
  SymExpr size = shape(value)[dim];
  return sliceDim(value, dim, size - SymExpr(1), size, -1);
}

Value GraphBuilder::pad(Value input, ArrayRef<SymExpr> lows, ArrayRef<SymExpr> highs, Value value,
                        graph::PadMode mode, ArrayRef<int64_t> interior) {
  if (!input) {
    return input;
  }
  SmallVector<int64_t> between(interior.begin(), interior.end());
  between.resize(lows.size(), 0);
  graph::SymShape sizes = shape(input);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    SymExpr gaps = SymExpr(between[dim]) * SymExpr::max(size - SymExpr(1), 0);
    size = size + gaps + lows[dim] + highs[dim];
    if (size.constant().value_or(0) < 0) {
      (void)bad("cuts more than dimension " + Twine(dim) + " has");
      return nullptr;
    }
  }
  Value outside = value ? value : scalarLike(0, input);
  if (!outside) {
    return outside;
  }
  auto created = makeTyped<graph::PadOp>(graph::makeTensorType(sizes, elementType(input)), input, outside,
                                         mode, placesOf(builder(), allKnown(lows)),
                                         builder().getDenseI64ArrayAttr(between), Value(), Value());
  return created ? created.getResult() : Value();
}

//===----------------------------------------------------------------------===//
// Shape arithmetic
//===----------------------------------------------------------------------===//

Value GraphBuilder::size(const SymExpr &value) {
  if (std::optional<int64_t> number = value.constant()) {
    return scalarInt(*number, builder().getI64Type());
  }
  return make<graph::SymbolicOp>(builder().getStrArrayAttr({value.str()}), builder().getUnitAttr());
}

Value GraphBuilder::sizeList(ArrayRef<SymExpr> values) {
  if (std::optional<SmallVector<int64_t>> numbers = constants(values)) {
    return integers(*numbers);
  }
  SmallVector<Attribute> texts = llvm::map_to_vector(
      values, [&](const SymExpr &value) -> Attribute { return builder().getStringAttr(value.str()); });
  return make<graph::SymbolicOp>(builder().getArrayAttr(texts), UnitAttr());
}

Value GraphBuilder::sizeOf(Value value, int64_t dim) { return value ? size(shape(value)[dim]) : value; }

Value GraphBuilder::list(ValueRange scalars) {
  SmallVector<Value> parts;
  for (Value each : scalars) {
    parts.push_back(reshape(castTo(each, builder().getI64Type()), {SymExpr(1)}));
  }
  return parts.empty() ? integers({}) : concat(parts, 0);
}

Value GraphBuilder::element(Value list, int64_t i) {
  Value part = castTo(sliceDim(list, 0, i, 1), builder().getI64Type());
  return part ? reshape(part, ArrayRef<SymExpr>()) : part;
}

Value GraphBuilder::asIndexList(Value integers) {
  if (integers && (rank(integers) > 1 || !isa<IntegerType>(elementType(integers)))) {
    std::string found = mlir::debugString(elementType(integers));
    (void)bad("has a tensor of " + found + " " + graph::toString(shape(integers)) +
              " where a list of integers is wanted");
    return nullptr;
  }
  Value wide = castTo(integers, builder().getI64Type());
  return wide && rank(wide) == 0 ? reshape(wide, {SymExpr(1)}) : wide;
}

//===- NodeBuilders.cpp - the ops that importers build from ---------------===//

#include "dialects/Graph/IR/Constant.h"
#include "mlir/Support/DebugStringHelper.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"

using namespace heddle;
using namespace heddle::importer;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value NodeImporter::constant(ElementsAttr elements) {
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

Value NodeImporter::scalar(double value, Type elementType) {
  if (isText(elementType)) {
    (void)bad("mixes texts with numbers");
    return nullptr;
  }
  auto type = RankedTensorType::get({}, elementType);
  return constant(DenseElementsAttr::get(type, numberAttr(value, elementType)));
}

Value NodeImporter::scalarInt(int64_t value, Type elementType) {
  auto type = RankedTensorType::get({}, elementType);
  APInt bits(elementType.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), false,
             /*implicitTrunc=*/true);
  return constant(DenseElementsAttr::get(type, bits));
}

Value NodeImporter::scalarLike(double value, Value like) {
  return like ? scalar(value, elementType(like)) : Value();
}

Value NodeImporter::integers(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())}, builder().getI64Type());
  return constant(DenseElementsAttr::get(type, values));
}

Value NodeImporter::floats(ArrayRef<double> values, Type elementType, ArrayRef<int64_t> shape) {
  SmallVector<Attribute> numbers =
      llvm::map_to_vector(values, [&](double value) -> Attribute { return numberAttr(value, elementType); });
  return constant(DenseElementsAttr::get(RankedTensorType::get(shape, elementType), numbers));
}

Value NodeImporter::texts(ArrayRef<StringRef> values) {
  return constant(owner.file().texts().elements(*context(), static_cast<int64_t>(values.size()), values));
}

Value NodeImporter::numbersOf(Value texts) { return make<graph::BitcastOp>(texts, builder().getI64Type()); }

Value NodeImporter::splat(double value, ArrayRef<SymExpr> shape, Type elementType) {
  return broadcast(scalar(value, elementType), shape);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value NodeImporter::castTo(Value value, Type type) {
  if (!value || elementType(value) == type) {
    return value;
  }
  if (isTextTensor(value) || isText(type)) {
    (void)bad("mixes texts with numbers");
    return nullptr;
  }
  return make<graph::CastOp>(value, type);
}

Value NodeImporter::compare(graph::Predicate predicate, Value a, Value b) {
  return make<graph::CompareOp>(predicate, a, b);
}

Value NodeImporter::select(Value condition, Value a, Value b) {
  return make<graph::SelectOp>(condition, a, b);
}

Value NodeImporter::reduce(graph::Combiner combiner, Value value, ArrayRef<int64_t> axes) {
  return make<graph::ReduceOp>(combiner, value, axes);
}

Value NodeImporter::mean(Value value, ArrayRef<int64_t> axes) {
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

Value NodeImporter::contract(StringRef equation, Value a, Value b) {
  return make<graph::ContractOp>(equation, a, b);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Value NodeImporter::transpose(Value value, ArrayRef<int64_t> permutation) {
  return value && llvm::is_sorted(permutation) && rank(value) == static_cast<int64_t>(permutation.size())
             ? value
             : make<graph::TransposeOp>(value, permutation);
}

Value NodeImporter::concat(ValueRange values, int64_t axis) {
  return values.size() == 1 ? values[0] : make<graph::ConcatOp>(values, axis);
}

Value NodeImporter::gather(Value value, Value indices, int64_t axis) {
  return make<graph::GatherOp>(value, indices, axis);
}

Value NodeImporter::reshape(Value value, const Sizes &sizes) {
  if (!value || (!sizes.operand && ArrayRef<SymExpr>(sizes.shape) == ArrayRef<SymExpr>(shape(value)))) {
    return value;
  }
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created = makeTyped<graph::ReshapeOp>(type, value, sizes.operand);
  return created ? created.getResult() : Value();
}

Value NodeImporter::reshape(Value value, ArrayRef<SymExpr> shape) {
  return reshape(value, Sizes{graph::SymShape(shape), Value()});
}

Value NodeImporter::squeeze(Value value, ArrayRef<int64_t> axes) {
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

Value NodeImporter::unsqueeze(Value value, ArrayRef<int64_t> axes) {
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

Value NodeImporter::standAlong(Value list, int64_t dim, int64_t fullRank) {
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

Value NodeImporter::broadcast(Value value, const Sizes &sizes) {
  if (!value || (!sizes.operand && ArrayRef<SymExpr>(sizes.shape) == ArrayRef<SymExpr>(shape(value)))) {
    return value;
  }
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created = makeTyped<graph::BroadcastOp>(type, value, sizes.operand);
  return created ? created.getResult() : Value();
}

Value NodeImporter::broadcast(Value value, ArrayRef<SymExpr> shape) {
  return broadcast(value, Sizes{graph::SymShape(shape), Value()});
}

Value NodeImporter::iota(const Sizes &sizes, int64_t axis, Type elementType) {
  auto created =
      makeTyped<graph::IotaOp>(graph::makeTensorType(sizes.shape, elementType), axis, sizes.operand);
  return created ? created.getResult() : Value();
}

Value NodeImporter::iota(ArrayRef<SymExpr> shape, int64_t axis, Type elementType) {
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

static SymElements allKnown(ArrayRef<SymExpr> exprs) { return SymElements(exprs.begin(), exprs.end()); }

Value NodeImporter::sliceDim(Value value, int64_t dim, const SymExpr &start, const SymExpr &size,
                             int64_t step) {
  if (!value) {
    return value;
  }
  graph::SymShape sizes = shape(value);
  if (start.isConstant(0) && step == 1 && sizes[dim] == size) {
    return value;
  }
  SmallVector<SymExpr> starts(sizes.size(), SymExpr(0));
  SmallVector<int64_t> steps(sizes.size(), 1);
  starts[dim] = start;
  steps[dim] = step;
  sizes[dim] = size;
  Type type = graph::makeTensorType(sizes, elementType(value));
  auto created = makeTyped<graph::SliceOp>(type, value, placesOf(builder(), allKnown(starts)),
                                           builder().getDenseI64ArrayAttr(steps), Value(), Value());
  return created ? created.getResult() : Value();
}

Value NodeImporter::reverse(Value value, int64_t dim) {
  if (!value) {
    return value;
  }
  SymExpr size = shape(value)[dim];
  return sliceDim(value, dim, size - SymExpr(1), size, -1);
}

Value NodeImporter::slice(Value value, Value starts, ArrayRef<int64_t> steps, const Sizes &sizes) {
  if (!value || !starts) {
    return nullptr;
  }
  SymElements places = symbolic().elements(starts).value_or(SymElements(steps.size()));
  bool known = llvm::all_of(places, [](const std::optional<SymExpr> &place) { return place.has_value(); });
  Type type = graph::makeTensorType(sizes.shape, elementType(value));
  auto created = makeTyped<graph::SliceOp>(type, value, placesOf(builder(), places),
                                           builder().getDenseI64ArrayAttr(steps), known ? Value() : starts,
                                           sizes.operand);
  return created ? created.getResult() : Value();
}

Value NodeImporter::pad(Value input, ArrayRef<SymExpr> lows, ArrayRef<SymExpr> highs, Value value,
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

Value NodeImporter::size(const SymExpr &value) {
  if (std::optional<int64_t> number = value.constant()) {
    return scalarInt(*number, builder().getI64Type());
  }
  return make<graph::SymbolicOp>(builder().getStrArrayAttr({value.str()}), builder().getUnitAttr());
}

Value NodeImporter::sizeList(ArrayRef<SymExpr> values) {
  if (std::optional<SmallVector<int64_t>> numbers = constants(values)) {
    return integers(*numbers);
  }
  SmallVector<Attribute> texts = llvm::map_to_vector(
      values, [&](const SymExpr &value) -> Attribute { return builder().getStringAttr(value.str()); });
  return make<graph::SymbolicOp>(builder().getArrayAttr(texts), UnitAttr());
}

Value NodeImporter::sizeOf(Value value, int64_t dim) { return value ? size(shape(value)[dim]) : value; }

Value NodeImporter::list(ValueRange scalars) {
  SmallVector<Value> parts;
  for (Value each : scalars) {
    parts.push_back(reshape(castTo(each, builder().getI64Type()), {SymExpr(1)}));
  }
  return parts.empty() ? integers({}) : concat(parts, 0);
}

Value NodeImporter::element(Value list, int64_t i) {
  Value part = castTo(sliceDim(list, 0, i, 1), builder().getI64Type());
  return part ? reshape(part, ArrayRef<SymExpr>()) : part;
}

Value NodeImporter::asIndexList(Value integers) {
  if (integers && (rank(integers) > 1 || !isa<IntegerType>(elementType(integers)))) {
    std::string found = mlir::debugString(elementType(integers));
    (void)bad("has a tensor of " + found + " " + graph::toString(shape(integers)) +
              " where a list of integers is wanted");
    return nullptr;
  }
  Value wide = castTo(integers, builder().getI64Type());
  return wide && rank(wide) == 0 ? reshape(wide, {SymExpr(1)}) : wide;
}

SymExpr NodeImporter::freshSymbol(StringRef hint) {
  StringRef name = node.name().empty() ? StringRef(node.output_size() ? node.output(0) : node.op_type())
                                       : StringRef(node.name());
  return SymExpr::symbol(owner.uniqueSymbol(hint.empty() ? name.str() : (name + "." + hint).str()));
}

std::optional<Sizes> NodeImporter::sizes(Value list) {
  if (!list || refused) {
    return std::nullopt;
  }
  std::optional<SymElements> elements = symbolic().elements(list);
  if (!elements || rank(list) != 1) {
    (void)unsupported("the number of sizes is not known: they are a tensor of shape " +
                      graph::toString(shape(list)));
    return std::nullopt;
  }
  Sizes result;
  for (auto [i, element] : llvm::enumerate(*elements)) {
    if (!element) {
      element = freshSymbol(std::to_string(i));
      symbolic().nameElement(list, i, *element);
      result.operand = list;
    }
    if (element->constant().value_or(0) < 0) {
      (void)bad("asks for a size of " + element->str() + " in dimension " + Twine(i));
      return std::nullopt;
    }
    result.shape.push_back(*element);
  }
  return result;
}

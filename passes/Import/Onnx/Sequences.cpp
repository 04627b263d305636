//===- Sequences.cpp - sequences and optionals of a model -----------------===//

#include "passes/Import/Onnx/Sequences.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Parts.h"
#include "mlir/Support/DebugStringHelper.h"
#include "passes/Import/Onnx/Onnx.h"
#include <limits>

using namespace heddle;
using namespace heddle::importer;

/// What a bundle is, as an attribute of the cast that makes it: the element type of a list, or a unit.
static constexpr StringLiteral kListAttr = "list", kPackedAttr = "packed", kOptionalAttr = "optional";

static UnrealizedConversionCastOp bundleOf(Value value) {
  return value ? value.getDefiningOp<UnrealizedConversionCastOp>() : UnrealizedConversionCastOp();
}

static bool isBundleOf(Value value, StringRef kind) {
  UnrealizedConversionCastOp bundle = bundleOf(value);
  return bundle && bundle->hasAttr(kind);
}

bool importer::isBundle(Value value) { return static_cast<bool>(bundleOf(value)); }

bool importer::isSequence(Value value) {
  return isBundleOf(value, kListAttr) || isBundleOf(value, kPackedAttr);
}

bool importer::isOptional(Value value) { return isBundleOf(value, kOptionalAttr); }

void importer::eraseBundles(ModuleOp module) {
  SmallVector<Operation *> bundles;
  module.walk([&](UnrealizedConversionCastOp bundle) { bundles.push_back(bundle); });
  for (Operation *bundle : llvm::reverse(bundles)) { // an optional comes behind the sequence it holds
    assert(bundle->use_empty() && "what uses a bundle takes its parts");
    bundle->erase();
  }
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

static Value makeBundle(NodeImporter &n, StringRef kind, Attribute what, ValueRange parts) {
  if (n.failed() || llvm::is_contained(parts, Value())) {
    return nullptr;
  }
  auto bundle =
      UnrealizedConversionCastOp::create(n.builder(), n.loc(), TypeRange(n.builder().getNoneType()), parts);
  bundle->setAttr(kind, what);
  return bundle.getResult(0);
}

Value importer::makeList(NodeImporter &n, Type elementType, ValueRange tensors) {
  for (Value tensor : tensors) {
    if (tensor && isBundle(tensor)) {
      (void)n.unsupported("puts a sequence into a sequence");
      return nullptr;
    }
    if (tensor && n.elementType(tensor) != elementType) {
      (void)n.bad("puts a tensor of " + mlir::debugString(n.elementType(tensor)) + " into a sequence of " +
                  mlir::debugString(elementType));
      return nullptr;
    }
  }
  return makeBundle(n, kListAttr, TypeAttr::get(elementType), tensors);
}

Value importer::makePacked(NodeImporter &n, Value values, Value shapes) {
  return makeBundle(n, kPackedAttr, n.builder().getUnitAttr(), {values, shapes});
}

Value importer::makeOptional(NodeImporter &n, Value present, Value held) {
  return makeBundle(n, kOptionalAttr, n.builder().getUnitAttr(), {present, held});
}

//===----------------------------------------------------------------------===//
// Looking into
//===----------------------------------------------------------------------===//

Type importer::elementTypeOf(Value sequence) {
  UnrealizedConversionCastOp bundle = bundleOf(sequence);
  auto list = bundle->getAttrOfType<TypeAttr>(kListAttr);
  return list ? list.getValue() : cast<RankedTensorType>(bundle.getOperand(0).getType()).getElementType();
}

std::optional<OperandRange> importer::listOf(Value sequence) {
  return isBundleOf(sequence, kListAttr) ? std::optional(bundleOf(sequence).getInputs()) : std::nullopt;
}

Value importer::valuesOf(Value packed) { return packed ? bundleOf(packed).getOperand(0) : packed; }
Value importer::shapesOf(Value packed) { return packed ? bundleOf(packed).getOperand(1) : packed; }

Value importer::isPresent(NodeImporter &n, Value value) {
  return isOptional(value) ? bundleOf(value).getOperand(0) : n.scalarInt(1, n.builder().getI1Type());
}

/// `tensor`, after a check that the optional around it holds something. The check is of a size, -1 where that
/// is not so, since it must be made for a tensor without elements as well.
static Value ifPresent(NodeImporter &n, Value tensor, Value present) {
  SymExpr count = product(n.shape(tensor));
  std::optional<Sizes> checked = n.sizes(n.list(n.select(present, n.size(count), n.size(-1))));
  return checked ? n.reshape(n.reshape(n.reshape(tensor, {count}), *checked), n.shape(tensor)) : Value();
}

Value importer::heldBy(NodeImporter &n, Value value) {
  if (!isOptional(value)) {
    return value;
  }
  Value present = bundleOf(value).getOperand(0), held = bundleOf(value).getOperand(1);
  if (std::optional<SmallVector<int64_t>> known = n.constantIntegers(present)) {
    if ((*known)[0] == 0) {
      (void)n.bad("takes what an optional holds that holds nothing");
      return nullptr;
    }
    return held;
  }
  if (!isSequence(held)) {
    return ifPresent(n, held, present);
  }
  Value packed = pack(n, held);
  return packed ? makePacked(n, ifPresent(n, valuesOf(packed), present), shapesOf(packed)) : Value();
}

Value importer::asSequence(NodeImporter &n, Value value) {
  Value held = value ? heldBy(n, value) : value;
  if (held && !isSequence(held)) {
    (void)n.bad("has a tensor where a sequence is wanted");
    return nullptr;
  }
  return held;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// A matrix [rows, r] of shapes with `columns` columns, at least r.
static Value widenShapes(NodeImporter &n, Value shapes, const SymExpr &columns) {
  if (!shapes || n.shape(shapes)[1] == columns) {
    return shapes;
  }
  return n.pad(shapes, {SymExpr(0), SymExpr(0)}, {SymExpr(0), columns - n.shape(shapes)[1]},
               n.scalarInt(-1, n.builder().getI64Type()));
}

/// The shape of a tensor as a row [1, columns].
static Value shapeRow(NodeImporter &n, Value tensor, const SymExpr &columns) {
  graph::SymShape shape = n.shape(tensor);
  Value row = n.reshape(n.sizeList(shape), {SymExpr(1), SymExpr(static_cast<int64_t>(shape.size()))});
  return widenShapes(n, row, columns);
}

static Value flat(NodeImporter &n, Value tensor) { return n.reshape(tensor, {product(n.shape(tensor))}); }

static Value noElements(NodeImporter &n, ArrayRef<int64_t> shape, Type elementType) {
  return n.constant(graph::makeElements(RankedTensorType::get(shape, elementType), {}));
}

Value importer::pack(NodeImporter &n, Value sequence, int64_t rank) {
  if (!sequence || n.failed()) {
    return nullptr;
  }
  std::optional<OperandRange> list = listOf(sequence);
  if (!list) {
    Value shapes = shapesOf(sequence);
    SymExpr columns = SymExpr::max(n.shape(shapes)[1], rank);
    return makePacked(n, valuesOf(sequence), widenShapes(n, shapes, columns));
  }
  for (Value tensor : *list) {
    rank = std::max(rank, n.rank(tensor));
  }
  if (list->empty()) {
    return makePacked(n, noElements(n, {0}, elementTypeOf(sequence)),
                      noElements(n, {0, rank}, n.builder().getI64Type()));
  }
  SmallVector<Value> values, rows;
  for (Value tensor : *list) {
    values.push_back(flat(n, tensor));
    rows.push_back(shapeRow(n, tensor, rank));
  }
  return makePacked(n, n.concat(values, 0), n.concat(rows, 0));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Value importer::lengthOf(NodeImporter &n, Value sequence) {
  if (!sequence) {
    return nullptr;
  }
  std::optional<OperandRange> list = listOf(sequence);
  return list ? n.size(static_cast<int64_t>(list->size())) : n.sizeOf(shapesOf(sequence), 0);
}

/// A place among `length` things, an integer of one element and negative from the end, as an i64 scalar in
/// [0, count); a run with another ends with an error.
static Value placeAmong(NodeImporter &n, Value position, const SymExpr &length, const SymExpr &count) {
  Type i64 = n.builder().getI64Type();
  Value place = n.castTo(n.reshape(position, ArrayRef<SymExpr>()), i64), zero = n.scalarInt(0, i64);
  Value fromEnd = n.make<graph::AddOp>(place, n.size(length));
  Value wrapped = n.select(n.compare(graph::Predicate::Lt, place, zero), fromEnd, place);
  // gather counts from the end as well, so what is still negative is made too large.
  Value checked = n.select(n.compare(graph::Predicate::Lt, wrapped, zero), n.size(count), wrapped);
  return n.gather(n.iota({count}, 0, i64), checked, 0);
}

/// The place in a list that a constant position means; nothing if the position is computed or refused.
static std::optional<int64_t> knownPlace(NodeImporter &n, Value position, int64_t length, int64_t last) {
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(position);
  if (!known || known->size() != 1) {
    return std::nullopt;
  }
  int64_t place = (*known)[0] < 0 ? (*known)[0] + length : (*known)[0];
  if (place < 0 || place > last) {
    (void)n.bad("has position " + Twine((*known)[0]) + ", which is outside a sequence of " + Twine(length));
    return std::nullopt;
  }
  return place;
}

static bool isPosition(NodeImporter &n, Value position) {
  bool fits = !isBundle(position) && isa<IntegerType>(n.elementType(position)) && !n.isTextTensor(position);
  return fits || succeeded(n.bad("has a position that is no integer"));
}

namespace {
/// Where the tensors of a packed sequence lie.
struct Places {
  Value counts;  ///< [length]: the elements of each
  Value offsets; ///< [length + 1]: its first element in `values`, and the end
};
} // namespace

static Places placesOf(NodeImporter &n, Value packed) {
  Type i64 = n.builder().getI64Type();
  Value shapes = shapesOf(packed);
  if (!shapes) {
    return {};
  }
  Value isAbsent = n.compare(graph::Predicate::Lt, shapes, n.scalarInt(0, i64));
  Value factors = n.select(isAbsent, n.scalarInt(1, i64), shapes);
  Value counts = n.squeeze(n.reduce(graph::Combiner::Mul, factors, {1}), {1});
  Value ends = n.make<graph::CumulativeOp>(graph::Combiner::Add, counts, 0, false, false);
  return {counts, n.concat({n.integers({0}), ends}, 0)};
}

Value importer::checkedSequence(NodeImporter &n, Value values, Value shapes) {
  Type i64 = n.builder().getI64Type(), f64 = n.builder().getF64Type();
  Value absent = n.scalarInt(-1, i64), zero = n.scalarInt(0, i64);
  Value isAbsent = n.compare(graph::Predicate::Eq, shapes, absent);
  Value before = n.pad(shapes, {SymExpr(0), SymExpr(1)}, {SymExpr(0), SymExpr(-1)}, zero);
  Value isBehindAbsent = n.make<graph::AndOp>(n.compare(graph::Predicate::Eq, before, absent),
                                              n.compare(graph::Predicate::Ne, shapes, absent));
  Value isNoSize = n.make<graph::OrOp>(n.compare(graph::Predicate::Lt, shapes, absent), isBehindAbsent);
  // Products of sizes wrap around in i64, but not in f64, where those that can be right are exact.
  Value factors = n.select(isAbsent, n.scalar(1, f64), n.castTo(shapes, f64));
  Value checked = n.select(isNoSize, n.scalar(std::numeric_limits<double>::infinity(), f64), factors);
  Value count = n.squeeze(n.reduce(graph::Combiner::Mul, checked, {1}), {1});
  Value fits = n.compare(graph::Predicate::Le, count, n.castTo(n.sizeOf(values, 0), f64));
  Value wrong = n.castTo(n.make<graph::NotOp>(fits), i64); // 0 * infinity is in no relation
  Value faults = n.squeeze(n.reduce(graph::Combiner::Add, wrong, {0}), {0});
  Value counts = placesOf(n, makePacked(n, values, shapes)).counts;
  Value total = n.squeeze(n.reduce(graph::Combiner::Add, counts, {0}), {0});
  // No tensor has a size of -1, and none of another number of elements can be reshaped.
  Value size = n.select(n.compare(graph::Predicate::Eq, faults, zero), total, absent);
  std::optional<Sizes> sizes = n.sizes(n.list(size));
  return sizes ? makePacked(n, n.reshape(values, *sizes), shapes) : Value();
}

/// `size` entries from `start` along dimension 0, both i64 scalars that a run checks.
static Value entries(NodeImporter &n, Value value, Value start, Value size) {
  if (!value || !start || !size) {
    return nullptr;
  }
  graph::SymShape shape = n.shape(value);
  SmallVector<Value> starts(shape.size(), n.size(0)), wanted;
  for (const SymExpr &each : shape) {
    wanted.push_back(n.size(each));
  }
  starts[0] = start;
  wanted[0] = size;
  std::optional<Sizes> sizes = n.sizes(n.list(wanted));
  SmallVector<int64_t> steps(shape.size(), 1);
  return sizes ? n.slice(value, n.list(starts), steps, *sizes) : Value();
}

static Value entriesFrom(NodeImporter &n, Value value, Value start) {
  return value && start ? entries(n, value, start, n.make<graph::SubOp>(n.sizeOf(value, 0), start)) : Value();
}

//===----------------------------------------------------------------------===//
// SequenceAt
//===----------------------------------------------------------------------===//

/// The sizes [rank] of a tensor that has `row` as its row of shapes. Where the row may hold a shape of
/// another number of dimensions the sizes are -1 for such, which no tensor can have.
static Value sizesInRow(NodeImporter &n, Value row, int64_t rank) {
  SymExpr columns = n.shape(row)[0];
  if (columns.isConstant(rank)) {
    return row; // absent ones are -1
  }
  Type i64 = n.builder().getI64Type();
  Value used = n.compare(graph::Predicate::Ge, row, n.scalarInt(0, i64));
  Value count = n.squeeze(n.reduce(graph::Combiner::Add, n.castTo(used, i64), {0}), {0});
  Value fits = n.compare(graph::Predicate::Eq, count, n.scalarInt(rank, i64));
  return n.select(fits, n.sliceDim(row, 0, 0, rank), n.scalarInt(-1, i64));
}

static Value packedAt(NodeImporter &n, Value packed, Value position, std::optional<int64_t> rank) {
  packed = pack(n, packed, rank.value_or(0));
  if (!packed) {
    return nullptr;
  }
  Value shapes = shapesOf(packed);
  SymExpr length = n.shape(shapes)[0];
  rank = rank ? rank : n.shape(shapes)[1].constant();
  if (!rank) {
    (void)n.unsupported("takes a tensor whose number of dimensions only a run can tell");
    return nullptr;
  }
  Value place = placeAmong(n, position, length, length);
  Places places = placesOf(n, packed);
  Value start = n.gather(places.offsets, place, 0), count = n.gather(places.counts, place, 0);
  Value piece = entries(n, valuesOf(packed), start, count), row = n.gather(shapes, place, 0);
  std::optional<Sizes> sizes = n.failed() ? std::nullopt : n.sizes(sizesInRow(n, row, *rank));
  return sizes ? n.reshape(piece, *sizes) : Value();
}

/// The tensor at a computed place of a list whose tensors have one shape.
static Value stackedAt(NodeImporter &n, OperandRange list, Value position) {
  SmallVector<Value> rows;
  for (Value tensor : list) {
    rows.push_back(n.unsqueeze(tensor, {0}));
  }
  return n.gather(n.concat(rows, 0), n.reshape(position, ArrayRef<SymExpr>()), 0);
}

Value importer::tensorAt(NodeImporter &n, Value sequence, Value position, std::optional<int64_t> rank) {
  if (!sequence || !position || !isPosition(n, position)) {
    return nullptr;
  }
  std::optional<OperandRange> list = listOf(sequence);
  if (!list) {
    return packedAt(n, sequence, position, rank);
  }
  int64_t length = list->size();
  std::optional<int64_t> place = knownPlace(n, position, length, length - 1);
  if (place || n.failed()) {
    return place ? (*list)[*place] : Value();
  }
  if (list->empty()) {
    (void)n.bad("takes a tensor of an empty sequence");
    return nullptr;
  }
  if (llvm::all_equal(list->getTypes())) {
    return stackedAt(n, *list, position);
  }
  bool mixed = !llvm::all_equal(llvm::map_range(*list, [&](Value tensor) { return n.rank(tensor); }));
  if (mixed && !rank) {
    (void)n.unsupported("takes one of tensors with different numbers of dimensions, and only a run can tell "
                        "which");
    return nullptr;
  }
  return packedAt(n, sequence, position, rank);
}

//===----------------------------------------------------------------------===//
// SequenceInsert, SequenceErase
//===----------------------------------------------------------------------===//

Value importer::insertAt(NodeImporter &n, Value sequence, Value tensor, Value position) {
  if (!sequence || !tensor || (position && !isPosition(n, position))) {
    return nullptr;
  }
  Value single = makeList(n, elementTypeOf(sequence), tensor);
  std::optional<OperandRange> list = listOf(sequence);
  if (list && single) {
    int64_t length = list->size();
    std::optional<int64_t> place = position ? knownPlace(n, position, length, length) : length;
    if (place && length < kMaxListLength) {
      SmallVector<Value> tensors = llvm::to_vector(*list);
      tensors.insert(tensors.begin() + *place, tensor);
      return makeList(n, elementTypeOf(sequence), tensors);
    }
  }
  Value packed = single ? pack(n, sequence) : single;
  if (!packed) {
    return nullptr;
  }
  Value added = flat(n, tensor);
  SymExpr columns = SymExpr::max(n.shape(shapesOf(packed))[1], n.rank(tensor));
  Value values = valuesOf(packed), shapes = widenShapes(n, shapesOf(packed), columns);
  Value row = shapeRow(n, tensor, columns);
  if (!position) {
    return makePacked(n, n.concat({values, added}, 0), n.concat({shapes, row}, 0));
  }
  SymExpr length = n.shape(shapes)[0];
  Value place = placeAmong(n, position, length, length + SymExpr(1)), zero = n.size(0);
  Value offset = n.gather(placesOf(n, packed).offsets, place, 0);
  return makePacked(n, n.concat({entries(n, values, zero, offset), added, entriesFrom(n, values, offset)}, 0),
                    n.concat({entries(n, shapes, zero, place), row, entriesFrom(n, shapes, place)}, 0));
}

Value importer::eraseAt(NodeImporter &n, Value sequence, Value position) {
  if (!sequence || (position && !isPosition(n, position))) {
    return nullptr;
  }
  Value chosen = position ? position : n.scalarInt(-1, n.builder().getI64Type());
  if (std::optional<OperandRange> list = listOf(sequence)) {
    int64_t length = list->size();
    if (std::optional<int64_t> place = knownPlace(n, chosen, length, length - 1)) {
      SmallVector<Value> tensors = llvm::to_vector(*list);
      tensors.erase(tensors.begin() + *place);
      return makeList(n, elementTypeOf(sequence), tensors);
    }
  }
  Value packed = pack(n, sequence);
  if (!packed) {
    return nullptr;
  }
  Value values = valuesOf(packed), shapes = shapesOf(packed);
  SymExpr length = n.shape(shapes)[0];
  Value place = placeAmong(n, chosen, length, length), zero = n.size(0), one = n.size(1);
  Value next = n.make<graph::AddOp>(place, one), offsets = placesOf(n, packed).offsets;
  Value start = n.gather(offsets, place, 0), end = n.gather(offsets, next, 0);
  return makePacked(n, n.concat({entries(n, values, zero, start), entriesFrom(n, values, end)}, 0),
                    n.concat({entries(n, shapes, zero, place), entriesFrom(n, shapes, next)}, 0));
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

SmallVector<StringRef> Form::partNames() const {
  SmallVector<StringRef> names;
  if (isOptional) {
    names.push_back(graph::kPresentPart);
  }
  if (sequenceOf) {
    names.append({graph::kValuesPart, graph::kShapesPart});
  } else if (isOptional) {
    names.push_back(graph::kValuePart);
  }
  return names;
}

Form importer::formOf(Value value) {
  Form form;
  form.isOptional = isOptional(value);
  Value held = form.isOptional ? bundleOf(value).getOperand(1) : value;
  form.sequenceOf = isSequence(held) ? elementTypeOf(held) : Type();
  return form;
}

void importer::appendParts(NodeImporter &n, Value value, const Form &form, int64_t rank,
                           SmallVectorImpl<Value> &parts) {
  Value held = value;
  if (value && form.isOptional) {
    parts.push_back(isPresent(n, value));
    held = isOptional(value) ? bundleOf(value).getOperand(1) : value;
  } else if (value) {
    held = heldBy(n, value);
  }
  if (held && isSequence(held) != static_cast<bool>(form.sequenceOf)) {
    (void)n.bad("has a tensor in one place where it has a sequence in another");
    held = nullptr;
  }
  if (!form.sequenceOf) {
    parts.push_back(held);
    return;
  }
  Value packed = pack(n, held, rank);
  parts.append({valuesOf(packed), shapesOf(packed)});
}

Value importer::takeValue(NodeImporter &n, const Form &form, ValueRange &parts) {
  assert(parts.size() >= form.numParts() && "the parts are those of appendParts");
  ValueRange held = form.isOptional ? parts.drop_front() : parts;
  Value value = form.sequenceOf ? makePacked(n, held[0], held[1]) : held[0];
  Value result = form.isOptional ? makeOptional(n, parts[0], value) : value;
  parts = parts.drop_front(form.numParts());
  return result;
}

const onnx::TypeProto *importer::innermostTensor(const onnx::TypeProto &type) {
  const onnx::TypeProto *inner = &type;
  while (inner->has_optional_type() || inner->has_sequence_type()) {
    inner = inner->has_optional_type() ? &inner->optional_type().elem_type()
                                       : &inner->sequence_type().elem_type();
  }
  return inner->has_tensor_type() ? inner : nullptr;
}

std::optional<int64_t> importer::declaredRank(const onnx::TypeProto &type) {
  const onnx::TypeProto *tensor = innermostTensor(type);
  return tensor && tensor->tensor_type().has_shape()
             ? std::optional<int64_t>(tensor->tensor_type().shape().dim_size())
             : std::nullopt;
}

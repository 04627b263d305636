//===- OnnxSequence.cpp - operators on sequences and optionals ------------===//
//
// Sequences.h says what the values are here. Where the number of tensors is known, what is done to each is
// written once for each; otherwise it is the body of a loop.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Onnx.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Sequences.h"

using namespace heddle;
using namespace heddle::importer;

/// The number of dimensions that the model declares for the node's output.
static std::optional<int64_t> outputRank(NodeImporter &n) {
  return n.hasOutput(0) ? n.graphs().declaredRank(n.proto().output(0)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Making and changing
//===----------------------------------------------------------------------===//

static LogicalResult importSequenceEmpty(NodeImporter &n) {
  int64_t dtype = n.intAttr("dtype", kOnnxFloat);
  Type elementType = dtype == kOnnxString ? textType(*n.context())
                                          : ModelFile::elementType(static_cast<int32_t>(dtype), *n.context());
  if (!elementType) {
    return n.unsupported("sequences of elements of type " +
                         ModelFile::elementTypeName(static_cast<int32_t>(dtype)) + " are not supported");
  }
  return n.finish(makeList(n, elementType, {}));
}

static LogicalResult importSequenceConstruct(NodeImporter &n) {
  if (llvm::is_contained(n.allInputs(), Value()) || isBundle(n.input(0))) {
    return n.bad("has an operand that is no tensor");
  }
  return n.finish(makeList(n, n.elementType(n.input(0)), n.allInputs()));
}

static LogicalResult importSequenceInsert(NodeImporter &n) {
  return n.finish(insertAt(n, asSequence(n, n.input(0)), n.input(1), n.input(2)));
}

static LogicalResult importSequenceErase(NodeImporter &n) {
  return n.finish(eraseAt(n, asSequence(n, n.input(0)), n.input(1)));
}

static LogicalResult importSequenceAt(NodeImporter &n) {
  return n.finish(tensorAt(n, asSequence(n, n.input(0)), n.input(1), outputRank(n)));
}

static LogicalResult importSequenceLength(NodeImporter &n) {
  return n.finish(lengthOf(n, asSequence(n, n.input(0))));
}

//===----------------------------------------------------------------------===//
// SplitToSequence
//===----------------------------------------------------------------------===//

/// Pieces of one dimension whose number is known: `sizes` are i64 scalars.
static Value splitToList(NodeImporter &n, Value input, int64_t axis, ValueRange sizes, bool keepsAxis) {
  graph::SymShape shape = n.shape(input);
  SmallVector<int64_t> steps(shape.size(), 1);
  SmallVector<Value> pieces, whole, starts(shape.size(), n.size(0));
  for (const SymExpr &size : shape) {
    whole.push_back(n.size(size));
  }
  for (Value size : sizes) {
    whole[axis] = size;
    std::optional<Sizes> wanted = n.sizes(n.list(whole));
    Value piece = wanted ? n.slice(input, n.list(starts), steps, *wanted) : Value();
    pieces.push_back(keepsAxis ? piece : n.squeeze(piece, {axis}));
    starts[axis] = n.make<graph::AddOp>(starts[axis], size);
  }
  return n.failed() ? Value() : makeList(n, n.elementType(input), pieces);
}

/// The same where only a run knows how many pieces there are: `starts` and `sizes` are i64 [pieces].
static Value splitPacked(NodeImporter &n, Value input, int64_t axis, Value starts, Value sizes,
                         bool keepsAxis) {
  if (n.failed()) {
    return nullptr;
  }
  graph::SymShape shape = n.shape(input);
  SmallVector<int64_t> steps(shape.size(), 1);
  int64_t rank = n.rank(input) - (keepsAxis ? 0 : 1);
  Value empty = pack(n, makeList(n, n.elementType(input), {}), rank);
  SmallVector<Value> results =
      n.loop(n.sizeOf(sizes, 0), Value(), {valuesOf(empty), shapesOf(empty)}, [&](Value trip, ValueRange so) {
        SmallVector<Value> whole, from(shape.size(), n.size(0));
        for (const SymExpr &size : shape) {
          whole.push_back(n.size(size));
        }
        whole[axis] = n.gather(sizes, trip, 0);
        from[axis] = n.gather(starts, trip, 0);
        std::optional<Sizes> wanted = n.sizes(n.list(whole));
        Value piece = wanted ? n.slice(input, n.list(from), steps, *wanted) : Value();
        Value next =
            insertAt(n, makePacked(n, so[0], so[1]), keepsAxis ? piece : n.squeeze(piece, {axis}), {});
        return LoopBody{{valuesOf(next), shapesOf(next)}, {}, {}};
      });
  return results.empty() ? Value() : makePacked(n, results[0], results[1]);
}

/// Pieces of `size` each (an i64 scalar), the last one of what is left.
static Value splitEvenly(NodeImporter &n, Value input, int64_t axis, Value size, bool keepsAxis) {
  SymExpr whole = n.shape(input)[axis];
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(size);
  if (known && (*known)[0] <= 0) {
    (void)n.bad("splits into pieces of " + Twine((*known)[0]));
    return nullptr;
  }
  std::optional<int64_t> total = whole.constant();
  if (known && total && (*total == 0 || (*total - 1) / (*known)[0] < kMaxListLength)) {
    SmallVector<Value> sizes;
    for (int64_t start = 0; start < *total; start += (*known)[0]) {
      sizes.push_back(n.size(std::min((*known)[0], *total - start)));
    }
    return splitToList(n, input, axis, sizes, keepsAxis);
  }
  Type i64 = n.builder().getI64Type();
  Value all = n.size(whole);
  if (known) {
    Value starts = n.make<graph::MulOp>(n.iota({SymExpr::ceilDiv(whole, (*known)[0])}, 0, i64), size);
    return splitPacked(n, input, axis, starts, n.make<graph::MinOp>(n.make<graph::SubOp>(all, starts), size),
                       keepsAxis);
  }
  // The number of pieces is negative, which a run refuses, where the size is not positive.
  Value zero = n.size(0), one = n.size(1);
  Value last = n.make<graph::DivOp>(n.make<graph::SubOp>(all, one), n.make<graph::MaxOp>(size, one));
  Value some = n.select(n.compare(graph::Predicate::Eq, all, zero), zero, n.make<graph::AddOp>(last, one));
  Value pieces = n.select(n.compare(graph::Predicate::Gt, size, zero), some, n.size(-1));
  std::optional<Sizes> count = n.sizes(n.list(pieces));
  Value starts = count ? n.make<graph::MulOp>(n.iota(*count, 0, i64), size) : Value();
  Value sizes = n.make<graph::MinOp>(n.make<graph::SubOp>(all, starts), size);
  return splitPacked(n, input, axis, starts, sizes, keepsAxis);
}

/// Pieces of the sizes in an i64 list, which must add up to the dimension.
static Value splitBySizes(NodeImporter &n, Value input, int64_t axis, Value sizes) {
  Value all = n.sizeOf(input, axis);
  Value total = n.squeeze(n.reduce(graph::Combiner::Add, sizes, {0}), {0});
  Value fits = n.compare(graph::Predicate::Eq, total, all);
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(fits);
  if (known && (*known)[0] == 0) {
    (void)n.bad("splits into pieces that do not add up to the " + n.shape(input)[axis].str() +
                " of dimension " + Twine(axis));
    return nullptr;
  }
  // No tensor has a size of -1.
  Value checked = known ? sizes : n.select(fits, sizes, n.size(-1));
  if (n.failed()) {
    return nullptr;
  }
  std::optional<int64_t> count = n.shape(sizes)[0].constant();
  if (!count || *count > kMaxListLength) {
    Value starts = n.make<graph::CumulativeOp>(graph::Combiner::Add, checked, 0, true, false);
    return splitPacked(n, input, axis, starts, checked, /*keepsAxis=*/true);
  }
  SmallVector<Value> each;
  for (int64_t i = 0; i < *count; ++i) {
    each.push_back(n.element(checked, i));
  }
  return splitToList(n, input, axis, each, /*keepsAxis=*/true);
}

static LogicalResult importSplitToSequence(NodeImporter &n) {
  Value input = n.input(0), split = n.input(1);
  bool keepsAxis = n.intAttrIn("keepdims", 1, 0, 1) == 1 || split;
  if (isBundle(input) || (split && isBundle(split))) {
    return n.bad("splits what is no tensor");
  }
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(input));
  if (failed(axis)) {
    return failure();
  }
  if (!split) {
    return n.finish(splitEvenly(n, input, *axis, n.size(1), keepsAxis));
  }
  bool isScalar = n.rank(split) == 0;
  Value sizes = n.asIndexList(split);
  if (!sizes) {
    return failure();
  }
  return n.finish(isScalar ? splitEvenly(n, input, *axis, n.element(sizes, 0), true)
                           : splitBySizes(n, input, *axis, sizes));
}

//===----------------------------------------------------------------------===//
// ConcatFromSequence
//===----------------------------------------------------------------------===//

static Value concatPacked(NodeImporter &n, Value packed, int64_t axis, bool isNew,
                          std::optional<int64_t> rank) {
  auto part = [&](Value position) {
    Value tensor = tensorAt(n, packed, position, rank);
    return isNew ? n.unsqueeze(tensor, {axis}) : tensor;
  };
  Value first = part(n.size(0)), one = n.size(1);
  Value others = n.make<graph::SubOp>(lengthOf(n, packed), one);
  SmallVector<Value> results = n.loop(others, Value(), {first}, [&](Value trip, ValueRange so) {
    Value next = part(n.make<graph::AddOp>(trip, one));
    return LoopBody{{n.concat({so[0], next}, axis)}, {}, {}};
  });
  return results.empty() ? Value() : results[0];
}

static LogicalResult importConcatFromSequence(NodeImporter &n) {
  Value sequence = asSequence(n, n.input(0));
  bool isNew = n.intAttrIn("new_axis", 0, 0, 1) == 1;
  if (!n.hasAttr("axis")) {
    return n.bad("attribute 'axis' is missing");
  }
  int64_t given = n.intAttr("axis", 0);
  if (!sequence) {
    return failure();
  }
  std::optional<OperandRange> list = listOf(sequence);
  if (list && list->empty()) {
    return n.bad("joins the tensors of an empty sequence");
  }
  std::optional<int64_t> rank = list ? n.rank((*list)[0]) : outputRank(n);
  if (!list) {
    std::optional<int64_t> columns = n.shape(shapesOf(sequence))[1].constant();
    rank = rank ? std::optional(*rank - (isNew ? 1 : 0)) : columns;
  }
  if (!rank || *rank < 0) {
    return n.unsupported("joins tensors whose number of dimensions only a run can tell");
  }
  FailureOr<int64_t> axis = n.axis(given, *rank + (isNew ? 1 : 0));
  if (failed(axis)) {
    return failure();
  }
  if (!list) {
    return n.finish(concatPacked(n, sequence, *axis, isNew, rank));
  }
  SmallVector<Value> parts;
  for (Value tensor : *list) {
    parts.push_back(isNew ? n.unsqueeze(tensor, {*axis}) : tensor);
  }
  return n.finish(n.concat(parts, *axis));
}

//===----------------------------------------------------------------------===//
// SequenceMap
//===----------------------------------------------------------------------===//

/// The body for every place of lists, one after the other.
static LogicalResult mapLists(NodeImporter &n, const onnx::GraphProto &body, ArrayRef<Type> elementTypes) {
  size_t length = listOf(n.input(0))->size();
  SmallVector<SmallVector<Value>> results(n.numOutputs());
  for (size_t i = 0; i < length; ++i) {
    SmallVector<Value> arguments;
    for (Value input : n.allInputs()) {
      std::optional<OperandRange> list = listOf(input);
      if (list && list->size() != length) {
        return n.bad("has sequences of " + Twine(length) + " and of " + Twine(list->size()) + " tensors");
      }
      arguments.push_back(list ? (*list)[i] : input);
    }
    SmallVector<Value> outputs = n.subgraph(body, arguments);
    for (auto [result, output] : llvm::zip(results, outputs)) {
      result.push_back(output);
    }
    if (n.failed()) {
      return failure();
    }
  }
  for (auto [i, result] : llvm::enumerate(results)) {
    n.setOutput(i, makeList(n, elementTypes[i], result));
  }
  return failure(n.failed());
}

static LogicalResult mapPacked(NodeImporter &n, const onnx::GraphProto &body, ArrayRef<Type> elementTypes) {
  SmallVector<Value> initial;
  for (auto [i, elementType] : llvm::enumerate(elementTypes)) {
    int64_t rank = declaredRank(body.output(static_cast<int>(i)).type()).value_or(0);
    Value empty = pack(n, makeList(n, elementType, {}), rank);
    initial.append({valuesOf(empty), shapesOf(empty)});
  }
  SmallVector<Value> results =
      n.loop(lengthOf(n, n.input(0)), Value(), initial, [&](Value trip, ValueRange so) {
        SmallVector<Value> arguments;
        for (auto [i, input] : llvm::enumerate(n.allInputs())) {
          std::optional<int64_t> rank = declaredRank(body.input(static_cast<int>(i)).type());
          arguments.push_back(isSequence(input) ? tensorAt(n, input, trip, rank) : input);
        }
        SmallVector<Value> outputs = n.failed() ? SmallVector<Value>() : n.subgraph(body, arguments);
        LoopBody given;
        for (auto [i, output] : llvm::enumerate(outputs)) {
          Value next = insertAt(n, makePacked(n, so[2 * i], so[2 * i + 1]), output, {});
          given.carried.append({valuesOf(next), shapesOf(next)});
        }
        return given;
      });
  for (size_t i = 0; i < results.size() / 2; ++i) {
    n.setOutput(i, makePacked(n, results[2 * i], results[2 * i + 1]));
  }
  return failure(n.failed());
}

static LogicalResult importSequenceMap(NodeImporter &n) {
  const onnx::GraphProto *body = n.graphAttr("body");
  if (!body) {
    return failure();
  }
  if (body->input_size() != static_cast<int>(n.numInputs()) ||
      body->output_size() != static_cast<int>(n.numOutputs()) || llvm::is_contained(n.allInputs(), Value())) {
    return n.bad("has a body whose inputs and outputs do not fit the node's");
  }
  n.setInput(0, asSequence(n, n.input(0)));
  if (n.failed()) {
    return failure();
  }
  SmallVector<Type> elementTypes;
  for (const onnx::ValueInfoProto &output : body->output()) {
    int32_t type = output.type().tensor_type().elem_type();
    elementTypes.push_back(type == kOnnxString ? textType(*n.context())
                                               : ModelFile::elementType(type, *n.context()));
    if (!elementTypes.back()) {
      return n.unsupported("has a body whose output '" + output.name() + "' has elements of type " +
                           ModelFile::elementTypeName(type));
    }
  }
  auto isPackedOrTensor = [](Value input) { return !listOf(input).has_value(); };
  bool allLists =
      llvm::none_of(n.allInputs(), [&](Value input) { return isSequence(input) && isPackedOrTensor(input); });
  return allLists ? mapLists(n, *body, elementTypes) : mapPacked(n, *body, elementTypes);
}

//===----------------------------------------------------------------------===//
// Optional
//===----------------------------------------------------------------------===//

/// What stands for a value of `type` that is not there: an empty sequence, or a tensor of zeros whose open
/// sizes are 0.
static Value placeholder(NodeImporter &n, const onnx::TypeProto &type) {
  const onnx::TypeProto *tensor = innermostTensor(type);
  int32_t dtype = tensor ? tensor->tensor_type().elem_type() : kOnnxUndefined;
  Type elementType =
      dtype == kOnnxString ? textType(*n.context()) : ModelFile::elementType(dtype, *n.context());
  if (!elementType || type.has_optional_type()) {
    (void)n.unsupported("an optional of this type is not supported");
    return nullptr;
  }
  if (type.has_sequence_type()) {
    return makeList(n, elementType, {});
  }
  graph::SymShape shape;
  for (const onnx::TensorShapeProto::Dimension &dimension : tensor->tensor_type().shape().dim()) {
    shape.push_back(SymExpr(dimension.has_dim_value() ? dimension.dim_value() : 0));
  }
  return n.broadcast(n.scalarInt(0, elementType), shape);
}

static LogicalResult importOptional(NodeImporter &n) {
  const onnx::TypeProto *type = n.typeAttr("type");
  Type i1 = n.builder().getI1Type();
  if (n.hasInput(0)) {
    return isOptional(n.input(0)) ? n.unsupported("puts an optional into an optional")
                                  : n.finish(makeOptional(n, n.scalarInt(1, i1), n.input(0)));
  }
  if (!type) {
    return n.bad("has neither an operand nor a type");
  }
  return n.finish(makeOptional(n, n.scalarInt(0, i1), placeholder(n, *type)));
}

static LogicalResult importOptionalGetElement(NodeImporter &n) { return n.finish(heldBy(n, n.input(0))); }

static LogicalResult importOptionalHasElement(NodeImporter &n) {
  return n.finish(n.hasInput(0) ? isPresent(n, n.input(0)) : n.scalarInt(0, n.builder().getI1Type()));
}

void importer::addSequenceOps(OpTable &table) {
  auto add = [&](StringRef op, LogicalResult (*import)(NodeImporter &), unsigned least, unsigned most) {
    table.add(op, {import, least, most, OpEntry::kText, OpEntry::kSequences});
  };
  add("SequenceEmpty", importSequenceEmpty, 0, 0);
  add("SequenceConstruct", importSequenceConstruct, 1, OpEntry::kVariadic);
  add("SequenceInsert", importSequenceInsert, 2, 3);
  add("SequenceErase", importSequenceErase, 1, 2);
  add("SequenceAt", importSequenceAt, 2, 2);
  add("SequenceLength", importSequenceLength, 1, 1);
  add("SplitToSequence", importSplitToSequence, 1, 2);
  add("ConcatFromSequence", importConcatFromSequence, 1, 1);
  add("SequenceMap", importSequenceMap, 1, OpEntry::kVariadic);
  add("Optional", importOptional, 0, 1);
  add("OptionalGetElement", importOptionalGetElement, 1, 1);
  add("OptionalHasElement", importOptionalHasElement, 0, 1);
}

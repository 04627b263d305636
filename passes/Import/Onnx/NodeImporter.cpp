//===- NodeImporter.cpp - operands, attributes, what is known ------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "dialects/Graph/IR/Constant.h"
#include "passes/Import/Onnx/OnnxToGraph.h"

using namespace heddle;
using namespace heddle::importer;

NodeImporter::NodeImporter(OnnxToGraph &graphs, const onnx::NodeProto &node, int64_t version,
                           Location location, SmallVector<Value> inputs)
    : GraphBuilder(graphs.builder(), location), owner(graphs), node(node), opset(version),
      inputs(std::move(inputs)), results(node.output_size()) {}

void NodeImporter::erase(Operation *op) { owner.eraseOp(op); }

StringRef NodeImporter::op() const { return node.op_type(); }
SymbolicValues &NodeImporter::symbolic() { return owner.symbolic(); }

bool NodeImporter::hasOutput(unsigned i) const {
  return i < results.size() && !node.output(static_cast<int>(i)).empty();
}

void NodeImporter::setInput(unsigned i, Value value) {
  if (inputs.size() <= i) {
    inputs.resize(i + 1);
  }
  inputs[i] = value;
}

LogicalResult NodeImporter::finish(ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values)) {
    if (i < results.size()) {
      results[i] = value;
    }
    if (!value && !refused) {
      return bad("gives no value for output " + Twine(i));
    }
  }
  return failure(refused);
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

LogicalResult NodeImporter::checkAllAttributesRead() {
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (!readAttributes.contains(attribute.name())) {
      return unsupported("attribute '" + attribute.name() + "' is not supported");
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

const onnx::AttributeProto *NodeImporter::attribute(StringRef name, int32_t type) {
  readAttributes.insert(name);
  const onnx::AttributeProto *attribute = owner.findAttribute(node, name);
  if (attribute && attribute->type() != type && attribute->type() != onnx::AttributeProto::UNDEFINED) {
    (void)bad(
        "attribute '" + name + "' has type " + onnx::AttributeProto::AttributeType_Name(attribute->type()) +
        " but " +
        onnx::AttributeProto::AttributeType_Name(static_cast<onnx::AttributeProto::AttributeType>(type)) +
        " is wanted");
    return nullptr;
  }
  return attribute;
}

bool NodeImporter::hasAttr(StringRef name) { return owner.findAttribute(node, name) != nullptr; }

int64_t NodeImporter::intAttr(StringRef name, int64_t defaultValue) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::INT);
  return found ? found->i() : defaultValue;
}

int64_t NodeImporter::intAttrIn(StringRef name, int64_t defaultValue, int64_t lowest, int64_t highest) {
  int64_t value = intAttr(name, defaultValue);
  if (value < lowest || value > highest) {
    (void)bad("attribute '" + name + "' is " + Twine(value) + " but must be from " + Twine(lowest) + " to " +
              Twine(highest));
    return lowest;
  }
  return value;
}

double NodeImporter::floatAttr(StringRef name, double defaultValue) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::FLOAT);
  return found ? found->f() : defaultValue;
}

std::string NodeImporter::stringAttr(StringRef name, StringRef defaultValue) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::STRING);
  return found ? found->s() : defaultValue.str();
}

std::optional<SmallVector<int64_t>> NodeImporter::intsAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::INTS);
  return found ? std::optional(SmallVector<int64_t>(found->ints().begin(), found->ints().end()))
               : std::nullopt;
}

std::optional<SmallVector<double>> NodeImporter::floatsAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::FLOATS);
  return found ? std::optional(SmallVector<double>(found->floats().begin(), found->floats().end()))
               : std::nullopt;
}

std::optional<SmallVector<std::string>> NodeImporter::stringsAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::STRINGS);
  return found ? std::optional(SmallVector<std::string>(found->strings().begin(), found->strings().end()))
               : std::nullopt;
}

ArrayRef<int64_t> NodeImporter::intsView(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::INTS);
  return found ? ArrayRef(found->ints().data(), found->ints().size()) : ArrayRef<int64_t>();
}

ArrayRef<float> NodeImporter::floatsView(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::FLOATS);
  return found ? ArrayRef(found->floats().data(), found->floats().size()) : ArrayRef<float>();
}

ArrayRef<const std::string *> NodeImporter::stringsView(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::STRINGS);
  return found ? ArrayRef(found->strings().data(), found->strings().size()) : ArrayRef<const std::string *>();
}

ElementsAttr NodeImporter::tensorAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::TENSOR);
  if (!found) {
    return nullptr;
  }
  Refusal refusal;
  ElementsAttr elements = owner.file().elements(found->t(), *context(), refusal);
  if (refusal) {
    std::string message = ("attribute '" + name + "': " + refusal.message).str();
    (void)(refusal.kind == ImportFailure::Unsupported ? unsupported(message) : bad(message));
  }
  return elements;
}

const onnx::GraphProto *NodeImporter::graphAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::GRAPH);
  if (!found) {
    (void)bad("attribute '" + name + "' is missing");
    return nullptr;
  }
  return &found->g();
}

const onnx::TypeProto *NodeImporter::typeAttr(StringRef name) {
  const onnx::AttributeProto *found = attribute(name, onnx::AttributeProto::TYPE_PROTO);
  return found ? &found->tp() : nullptr;
}

//===----------------------------------------------------------------------===//
// What is known of values
//===----------------------------------------------------------------------===//

FailureOr<int64_t> NodeImporter::axis(int64_t axis, int64_t rank) {
  std::optional<int64_t> normalized = graph::normalizeAxis(axis, rank);
  if (normalized) {
    return *normalized;
  }
  return bad("axis " + Twine(axis) + " is outside a tensor of rank " + Twine(rank));
}

FailureOr<SmallVector<int64_t>> NodeImporter::axes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> normalized;
  for (int64_t each : axes) {
    FailureOr<int64_t> front = axis(each, rank);
    if (mlir::failed(front)) {
      return failure();
    }
    normalized.push_back(*front);
  }
  llvm::sort(normalized);
  if (std::adjacent_find(normalized.begin(), normalized.end()) != normalized.end()) {
    return bad("names an axis twice");
  }
  return normalized;
}

FailureOr<int64_t> NodeImporter::staticSize(Value value, int64_t dim, StringRef what) {
  if (dim >= rank(value)) {
    return bad("needs " + what + " but has an operand of shape " + graph::toString(shape(value)));
  }
  SymExpr size = shape(value)[dim];
  if (std::optional<int64_t> number = size.constant()) {
    return *number;
  }
  return unsupported("needs " + what + " as a number but it is '" + size.str() + "'");
}

std::optional<SmallVector<int64_t>> NodeImporter::constantIntegers(Value value) {
  if (!value || !isa<IntegerType>(elementType(value)) || isTextTensor(value)) {
    return std::nullopt;
  }
  std::optional<SmallVector<int64_t>> known = symbolic().integers(value);
  return known ? known : graph::constantIntegers(value);
}

std::optional<SmallVector<double>> NodeImporter::constantFloats(Value value) {
  return value ? graph::constantFloats(value) : std::nullopt;
}

std::optional<SmallVector<int64_t>> NodeImporter::constantInput(unsigned i, StringRef what) {
  if (!hasInput(i)) {
    return std::nullopt;
  }
  std::optional<SmallVector<int64_t>> values = constantIntegers(input(i));
  if (!values) {
    (void)unsupported(what + " must be constant but input " + Twine(i) + " is computed");
  }
  return values;
}

std::optional<SmallVector<int64_t>> NodeImporter::axesFrom(unsigned i) {
  std::optional<SmallVector<int64_t>> attribute = intsAttr("axes");
  return attribute ? attribute : constantInput(i, "the axes");
}

//===----------------------------------------------------------------------===//
// What only ONNX builds with
//===----------------------------------------------------------------------===//

Value NodeImporter::texts(ArrayRef<StringRef> values) {
  return constant(owner.file().texts().elements(*context(), static_cast<int64_t>(values.size()), values));
}

Value NodeImporter::numbersOf(Value texts) { return make<graph::BitcastOp>(texts, builder().getI64Type()); }

Value NodeImporter::slice(Value value, Value starts, ArrayRef<int64_t> steps, const Sizes &sizes) {
  if (!value || !starts) {
    return nullptr;
  }
  SymElements places = symbolic().elements(starts).value_or(SymElements(steps.size()));
  bool known = llvm::all_of(places, [](const std::optional<SymExpr> &place) { return place.has_value(); });
  return GraphBuilder::slice(value, places, known ? Value() : starts, steps, sizes);
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

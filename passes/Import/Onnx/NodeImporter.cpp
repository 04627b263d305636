//===- NodeImporter.cpp - operands, attributes, refusals, checked ops -----===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/Support/DebugStringHelper.h"
#include "passes/Import/Onnx/OnnxToGraph.h"

using namespace heddle;
using namespace heddle::importer;

NodeImporter::NodeImporter(OnnxToGraph &graphs, const onnx::NodeProto &node, int64_t version,
                           Location location, SmallVector<Value> inputs)
    : owner(graphs), node(node), opset(version), location(location), inputs(std::move(inputs)),
      results(node.output_size()) {}

StringRef NodeImporter::op() const { return node.op_type(); }
OpBuilder &NodeImporter::builder() { return owner.builder(); }
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

LogicalResult NodeImporter::bad(const Twine &message) {
  if (!refused) {
    text = message.str();
    refused = true;
  }
  return failure();
}

LogicalResult NodeImporter::reported() {
  refused = true;
  return failure();
}

LogicalResult NodeImporter::unsupported(const Twine &message) {
  if (!refused) {
    refusedAsUnsupported = true;
  }
  return bad(message);
}

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

//===----------------------------------------------------------------------===//
// What is known of values
//===----------------------------------------------------------------------===//

Type NodeImporter::computeType(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32 ? builder().getF32Type() : type;
}

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

Operation *NodeImporter::insertInferred(OperationState &state) {
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

Operation *NodeImporter::insertChecked(OperationState &state) {
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
    owner.eraseOp(created);
    return nullptr;
  }
  return created;
}

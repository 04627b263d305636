//===- SequenceInputs.cpp - sequences and optionals as inputs and outputs -===//
//
// Part of OnnxToGraph. A sequence or optional crosses the border of a model as several tensors; attributes of
// the arguments and results say what they are (dialects/Graph/IR/Parts.h).
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Parts.h"
#include "passes/Import/Onnx/ModelChecks.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/Sequences.h"

using namespace heddle;
using namespace heddle::importer;

SymExpr OnnxToGraph::sizeNamed(const Twine &text) {
  std::string symbol = uniqueSymbol(text.str());
  symbolTexts.push_back(opBuilder.getNamedAttr(symbol, opBuilder.getStringAttr(symbol)));
  return SymExpr::symbol(symbol);
}

SmallVector<OnnxToGraph::InputPart> OnnxToGraph::sequenceParts(const onnx::ValueInfoProto &input) {
  const onnx::TypeProto &element = input.type().sequence_type().elem_type();
  if (!element.has_tensor_type()) {
    report(fileLocation(), ImportFailure::Unsupported,
           "input '" + Twine(input.name()) +
               "' is a sequence of other things than tensors, which is not supported");
    return {};
  }
  if (options.inputShapes.contains(input.name())) {
    report(fileLocation(), ImportFailure::BadInput,
           "a shape is given for input '" + Twine(input.name()) + "', which is a sequence");
    return {};
  }
  Type elementType = inputElementType(input.name(), element.tensor_type().elem_type());
  if (!elementType) {
    return {};
  }
  std::optional<int64_t> rank = importer::declaredRank(element);
  SymExpr elements = sizeNamed(input.name() + "_elements"), length = sizeNamed(input.name() + "_length"),
          columns = rank ? SymExpr(*rank) : sizeNamed(input.name() + "_rank");
  return {{graph::kValuesPart, graph::makeTensorType({elements}, elementType)},
          {graph::kShapesPart, graph::makeTensorType({length, columns}, opBuilder.getI64Type())}};
}

/// What the arguments for an input are; empty if it is refused.
SmallVector<OnnxToGraph::InputPart> OnnxToGraph::inputParts(const onnx::ValueInfoProto &input) {
  if (!input.type().has_optional_type()) {
    if (input.type().has_sequence_type()) {
      return sequenceParts(input);
    }
    Type type = inputType(input);
    return type ? SmallVector<InputPart>{{"", type}} : SmallVector<InputPart>();
  }
  onnx::ValueInfoProto held;
  held.set_name(input.name());
  *held.mutable_type() = input.type().optional_type().elem_type();
  SmallVector<InputPart> parts =
      held.type().has_optional_type() ? SmallVector<InputPart>() : inputParts(held);
  if (held.type().has_optional_type()) {
    report(fileLocation(), ImportFailure::Unsupported,
           "input '" + Twine(input.name()) + "' is an optional in an optional, which is not supported");
  } else if (!parts.empty()) {
    if (parts[0].part.empty()) {
      parts[0].part = graph::kValuePart;
    }
    parts.insert(parts.begin(), {graph::kPresentPart, RankedTensorType::get({}, opBuilder.getI1Type())});
  }
  return parts;
}

SmallVector<NamedAttribute> OnnxToGraph::partAttributes(StringRef name, StringRef part) {
  auto text = [&](StringRef key, const Twine &value) {
    return opBuilder.getNamedAttr(key, opBuilder.getStringAttr(value));
  };
  if (part.empty()) {
    return {text(graph::GraphDialect::kNameAttr, name)};
  }
  return {text(graph::GraphDialect::kNameAttr, name + "." + part), text(graph::kPartAttr, part),
          text(graph::kPartOfAttr, name)};
}

/// Inputs, and outputs, are found by name, so no part may have the name of another one.
void OnnxToGraph::checkPartName(const ValueInfos &all, StringRef name, StringRef part) {
  std::string full = (name + "." + part).str();
  if (!part.empty() && llvm::any_of(all, [&](const auto &other) { return other.name() == full; })) {
    report(fileLocation(), ImportFailure::Unsupported,
           "'" + full + "' is a name in the model, and that of a part of '" + name + "'");
  }
}

/// A node that stands for an input or output where ops are built for it; its messages name it so.
static onnx::NodeProto standIn(const onnx::ValueInfoProto &value, const char *what) {
  onnx::NodeProto node;
  node.set_name(value.name());
  node.set_op_type(what);
  return node;
}

Value OnnxToGraph::inputValue(const onnx::ValueInfoProto &input, ValueRange arguments) {
  if (arguments.size() == 1) {
    return arguments[0];
  }
  onnx::NodeProto node = standIn(input, "input");
  NodeImporter n(*this, node, 1, locationOf(node, 0), {});
  bool isOptional = input.type().has_optional_type();
  ValueRange held = isOptional ? arguments.drop_front() : arguments;
  Value value = held.size() == 1 ? held[0] : checkedSequence(n, held[0], held[1]);
  created.clear(); // an input stays
  return isOptional ? makeOptional(n, arguments[0], value) : value;
}

/// The results for an output, and what part of it each is; empty if it is refused.
SmallVector<Value> OnnxToGraph::outputParts(const onnx::ValueInfoProto &output, Value value,
                                            SmallVectorImpl<StringRef> &partNames) {
  Form form = formOf(value);
  form.isOptional = output.type().has_optional_type() ||
                    (form.isOptional && output.type().value_case() == onnx::TypeProto::VALUE_NOT_SET);
  onnx::NodeProto node = standIn(output, "output");
  NodeImporter n(*this, node, 1, locationOf(node, 0), {});
  SmallVector<Value> parts;
  appendParts(n, value, form, importer::declaredRank(output.type()).value_or(0), parts);
  created.clear();
  if (n.failed()) {
    report(n.loc(), n.isUnsupported() ? ImportFailure::Unsupported : ImportFailure::BadInput,
           describe(node) + ": " + n.message());
    return {};
  }
  partNames = form.partNames();
  if (partNames.empty()) {
    partNames.push_back("");
  }
  return parts;
}

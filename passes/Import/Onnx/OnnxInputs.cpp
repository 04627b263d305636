//===- OnnxInputs.cpp - the signature of a model --------------------------===//
//
// Part of OnnxToGraph: the arguments of @main with the names of their dimensions, its results, and what else
// the file declares about shapes.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Text.h"
#include "passes/Import/Onnx/OnnxToGraph.h"

using namespace heddle;
using namespace heddle::importer;

/// Since this version of the format an initialiser need not be listed among the inputs; one that is may be
/// overridden.
static constexpr int64_t kFirstIrWithOverridableInputs = 4;

static const onnx::TensorShapeProto::Dimension *dimensionOf(const onnx::ValueInfoProto &input, int dim) {
  const onnx::TensorShapeProto &shape = input.type().tensor_type().shape();
  return dim < shape.dim_size() ? &shape.dim(dim) : nullptr;
}

/// The name of a dimension, or "" where it has none that means anything.
static StringRef nameOfDimension(const onnx::TensorShapeProto::Dimension &dimension) {
  StringRef name = dimension.has_dim_param() ? StringRef(dimension.dim_param()) : StringRef();
  int64_t number = 0;
  return name == "?" || !name.getAsInteger(10, number) ? StringRef() : name;
}

/// Sizes that options give to named dimensions hold wherever the name stands.
LogicalResult OnnxToGraph::collectFixedDims() {
  const onnx::GraphProto &graph = modelFile.model().graph();
  for (const auto &entry : options.inputShapes) {
    auto input =
        llvm::find_if(graph.input(), [&](const auto &each) { return each.name() == entry.getKey(); });
    if (input == graph.input().end() || scope->initializers.contains(entry.getKey())) {
      report(fileLocation(), ImportFailure::BadInput,
             "a shape is given for '" + entry.getKey() + "', which is no input");
      return mlir::failure();
    }
    for (auto [dim, size] : llvm::enumerate(entry.second)) {
      const onnx::TensorShapeProto::Dimension *dimension = dimensionOf(*input, static_cast<int>(dim));
      if (size < 0 || !dimension || nameOfDimension(*dimension).empty()) {
        continue;
      }
      auto [fixed, isNew] = fixedDims.try_emplace(nameOfDimension(*dimension), size);
      if (!isNew && fixed->second != size) {
        report(fileLocation(), ImportFailure::BadInput,
               "shapes give dimension '" + nameOfDimension(*dimension) + "' the sizes " +
                   Twine(fixed->second) + " and " + Twine(size));
        return mlir::failure();
      }
    }
  }
  return success();
}

std::optional<SymExpr> OnnxToGraph::inputSize(const onnx::ValueInfoProto &input, int dim) {
  auto option = options.inputShapes.find(input.name());
  int64_t given = option == options.inputShapes.end() ? -1 : option->second[dim];
  const onnx::TensorShapeProto::Dimension *dimension = dimensionOf(input, dim);
  if (dimension && dimension->has_dim_value() && dimension->dim_value() >= 0) {
    if (given >= 0 && given != dimension->dim_value()) {
      report(fileLocation(), ImportFailure::BadInput,
             "input '" + Twine(input.name()) + "' has size " + Twine(dimension->dim_value()) +
                 " in dimension " + Twine(dim) + " but a size of " + Twine(given) + " is given");
      return std::nullopt;
    }
    return SymExpr(dimension->dim_value());
  }
  StringRef name = dimension ? nameOfDimension(*dimension) : StringRef();
  auto fixed = fixedDims.find(name);
  if (given >= 0 || fixed != fixedDims.end()) {
    return SymExpr(given >= 0 ? given : fixed->second);
  }
  auto known = namedDims.find(name);
  if (!name.empty() && known != namedDims.end()) {
    return known->second;
  }
  std::string symbol = uniqueSymbol(name.empty() ? input.name() + "_dim" + std::to_string(dim) : name.str());
  StringRef text = name.empty() ? StringRef(symbol) : name;
  symbolTexts.push_back(opBuilder.getNamedAttr(symbol, opBuilder.getStringAttr(text)));
  if (!name.empty()) {
    namedDims[name] = SymExpr::symbol(symbol);
  }
  return SymExpr::symbol(symbol);
}

Type OnnxToGraph::inputElementType(StringRef name, int32_t dataType) {
  Type elementType = dataType == kOnnxString ? textType(context) : ModelFile::elementType(dataType, context);
  if (!elementType) {
    report(fileLocation(), dataType == kOnnxUndefined ? ImportFailure::BadInput : ImportFailure::Unsupported,
           "input '" + name + "' has element type " + ModelFile::elementTypeName(dataType) +
               ", which is not supported");
  }
  return elementType;
}

Type OnnxToGraph::inputType(const onnx::ValueInfoProto &input) {
  std::string what = "input '" + input.name() + "'";
  if (!input.type().has_tensor_type()) {
    bool typed = input.type().value_case() != onnx::TypeProto::VALUE_NOT_SET;
    report(fileLocation(), typed ? ImportFailure::Unsupported : ImportFailure::BadInput,
           what + (typed ? " is no tensor, nor a sequence or an optional of tensors; it is not supported"
                         : " has no type"));
    return nullptr;
  }
  Type elementType = inputElementType(input.name(), input.type().tensor_type().elem_type());
  if (!elementType) {
    return nullptr;
  }
  auto option = options.inputShapes.find(input.name());
  bool given = option != options.inputShapes.end(), ranked = input.type().tensor_type().has_shape();
  if (!given && !ranked) {
    report(fileLocation(), ImportFailure::Unsupported,
           what + " has no shape in the file; its number of dimensions must be given with --shape");
    return nullptr;
  }
  int rank = ranked ? input.type().tensor_type().shape().dim_size() : static_cast<int>(option->second.size());
  if (given && static_cast<int>(option->second.size()) != rank) {
    report(fileLocation(), ImportFailure::BadInput,
           what + " has " + Twine(rank) + " dimensions but " + Twine(option->second.size()) +
               " sizes are given");
    return nullptr;
  }
  graph::SymShape shape;
  for (int dim = 0; dim < rank; ++dim) {
    std::optional<SymExpr> size = inputSize(input, dim);
    if (!size) {
      return nullptr;
    }
    shape.push_back(*size);
  }
  return graph::makeTensorType(shape, elementType);
}

//===----------------------------------------------------------------------===//
// Declared ranks
//===----------------------------------------------------------------------===//

/// Whether the node's result has the shape of its operand `name`: all others are scalar constants.
static bool keepsShape(const onnx::NodeProto &node, StringRef name, const onnx::GraphProto &graph) {
  static constexpr llvm::StringLiteral kElementwise[] = {
      "Add", "Cast", "Clip", "Div", "Exp", "Identity", "Log", "Mul", "Neg", "Relu", "Sigmoid", "Sub", "Tanh"};
  if (!llvm::is_contained(kElementwise, node.op_type())) {
    return false;
  }
  auto isScalar = [](const onnx::TensorProto &tensor) { return tensor.dims_size() == 0; };
  return llvm::all_of(node.input(), [&](const std::string &input) {
    bool single =
        llvm::any_of(graph.initializer(), [&](const auto &t) { return t.name() == input && isScalar(t); });
    bool constant = llvm::any_of(graph.node(), [&](const onnx::NodeProto &other) {
      return other.op_type() == "Constant" && other.output_size() == 1 && other.output(0) == input &&
             other.attribute_size() == 1 && other.attribute(0).has_t() && isScalar(other.attribute(0).t());
    });
    return name == input || single || constant;
  });
}

std::optional<int64_t> OnnxToGraph::declaredRank(StringRef name) const {
  static constexpr int kMaxSteps = 16; // a chain of element-wise nodes before an output is short
  const onnx::GraphProto *graph = scope->graph;
  for (int step = 0; graph && step < kMaxSteps; ++step) {
    for (const auto *infos : {&graph->output(), &graph->value_info()}) {
      for (const onnx::ValueInfoProto &info : *infos) {
        if (info.name() == name && info.type().tensor_type().has_shape()) {
          return info.type().tensor_type().shape().dim_size();
        }
      }
    }
    auto next = llvm::find_if(graph->node(), [&](const onnx::NodeProto &node) {
      return llvm::is_contained(node.input(), name) && node.output_size() == 1 &&
             keepsShape(node, name, *graph);
    });
    if (next == graph->node().end()) {
      return std::nullopt;
    }
    name = next->output(0);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// @main
//===----------------------------------------------------------------------===//

LogicalResult OnnxToGraph::createMain() {
  const onnx::GraphProto &graph = modelFile.model().graph();
  if (mlir::failed(collectFixedDims())) {
    return mlir::failure();
  }
  SmallVector<Type> types;
  SmallVector<std::pair<const onnx::ValueInfoProto *, SmallVector<InputPart>>> inputs;
  SmallVector<Attribute> overridable;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (scope->initializers.contains(input.name())) {
      overridable.push_back(opBuilder.getStringAttr(input.name()));
      continue;
    }
    SmallVector<InputPart> parts = inputParts(input);
    if (failure == ImportFailure::BadInput) {
      return mlir::failure();
    }
    if (parts.empty()) {
      scope->poisoned.insert(input.name());
      continue;
    }
    for (const InputPart &part : parts) {
      types.push_back(part.type);
      checkPartName(graph.input(), input.name(), part.part);
    }
    inputs.push_back({&input, std::move(parts)});
  }
  opBuilder.setInsertionPointToEnd(module->getBody());
  mainFunction =
      func::FuncOp::create(opBuilder, fileLocation(), "main", opBuilder.getFunctionType(types, {}));
  Block *body = mainFunction.addEntryBlock();
  opBuilder.setInsertionPointToEnd(body);
  unsigned next = 0;
  for (const auto &[input, parts] : inputs) {
    unsigned first = next;
    for (const InputPart &part : parts) {
      mainFunction.setArgAttrs(next++, partAttributes(input->name(), part.part));
    }
    scope->values[input->name()] =
        inputValue(*input, ValueRange(body->getArguments()).slice(first, parts.size()));
  }
  (*module)->setAttr(graph::GraphDialect::kSymbolsAttr, opBuilder.getDictionaryAttr(symbolTexts));
  if (!overridable.empty() && modelFile.model().ir_version() >= kFirstIrWithOverridableInputs) {
    (*module)->setAttr("graph.overridable", opBuilder.getArrayAttr(overridable));
  }
  return success();
}

LogicalResult OnnxToGraph::returnOutputs() {
  struct Labelled {
    const onnx::ValueInfoProto *output;
    size_t place;
    ArrayAttr labels;
  };
  SmallVector<Value> values;
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  SmallVector<Labelled> labelled;
  const onnx::GraphProto &graph = modelFile.model().graph();
  for (const onnx::ValueInfoProto &output : graph.output()) {
    Value value = lookup(output.name()).value;
    if (!value) {
      return mlir::failure();
    }
    SmallVector<StringRef> names;
    SmallVector<Value> parts = outputParts(output, value, names);
    if (parts.empty()) {
      return mlir::failure();
    }
    for (auto [part, name] : llvm::zip(parts, names)) {
      values.push_back(part);
      types.push_back(part.getType());
      checkPartName(graph.output(), output.name(), name);
      attributes.push_back(opBuilder.getDictionaryAttr(partAttributes(output.name(), name)));
    }
    if (ArrayAttr labels = classLabels.lookup(value)) {
      labelled.push_back({&output, values.size() - 1, labels});
    }
  }
  func::ReturnOp::create(opBuilder, fileLocation(), values);
  mainFunction.setType(opBuilder.getFunctionType(mainFunction.getArgumentTypes(), types));
  mainFunction.setAllResultAttrs(attributes);
  for (const auto &[output, place, labels] : labelled) {
    mainFunction.setResultAttr(place, graph::kClassesAttr, labels);
    if (output->type().has_sequence_type()) {
      context.getDiagEngine().emit(fileLocation(), DiagnosticSeverity::Note)
          << "output '" << output->name() << "' is a tensor of shape "
          << graph::toString(graph::shapeOf(values[place]))
          << " in place of a sequence of maps; the manifest has the labels of its columns";
    }
  }
  return success();
}

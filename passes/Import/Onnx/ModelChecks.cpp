//===- ModelChecks.cpp - rules that an ONNX model must keep ---------------===//

#include "passes/Import/Onnx/ModelChecks.h"
#include "llvm/ADT/StringSet.h"

using namespace heddle;
using namespace heddle::importer;

/// Versions of the file format itself that are known.
static constexpr int64_t kOldestIr = 3, kNewestIr = 14;

std::string importer::describe(const onnx::NodeProto &node) {
  std::string op =
      (node.domain().empty() || node.domain() == "ai.onnx" ? "" : node.domain() + ":") + node.op_type();
  if (!node.name().empty()) {
    return "node '" + node.name() + "' (" + op + ")";
  }
  return node.output_size() ? "node giving '" + node.output(0) + "' (" + op + ")"
                            : "node without a name (" + op + ")";
}

static Refusal checkVersions(const onnx::ModelProto &model) {
  int64_t ir = model.ir_version();
  if (ir < kOldestIr || ir > kNewestIr) {
    return notSupported("IR version " + Twine(ir) + " is not supported: known are " + Twine(kOldestIr) +
                        " to " + Twine(kNewestIr));
  }
  for (const onnx::OperatorSetIdProto &opset : model.opset_import()) {
    bool standard = opset.domain().empty() || opset.domain() == "ai.onnx";
    if (standard && (opset.version() < kOldestOpset || opset.version() > kNewestOpset)) {
      return notSupported("opset " + Twine(opset.version()) + " is not supported: known are " +
                          Twine(kOldestOpset) + " to " + Twine(kNewestOpset));
    }
  }
  return model.opset_import_size() ? Refusal() : badInput("the model imports no operator set");
}

namespace {
/// The names of one graph, and of the graphs around it as far as they are defined.
class GraphChecker {
public:
  GraphChecker(const GraphChecker *outer, int depth) : outer(outer), depth(depth) {}

  Refusal check(const onnx::GraphProto &graph) {
    if (depth > kMaxGraphDepth) {
      return notSupported("graphs are nested in each other deeper than " + Twine(kMaxGraphDepth) + " levels");
    }
    if (graph.sparse_initializer_size()) {
      return notSupported("sparse initializers are not supported");
    }
    if (Refusal refusal = defineInputs(graph)) {
      return refusal;
    }
    if (Refusal refusal = checkNodes(graph.node())) {
      return refusal;
    }
    for (const onnx::ValueInfoProto &output : graph.output()) {
      if (!isDefined(output.name())) {
        return badInput("output '" + Twine(output.name()) + "' of graph '" + graph.name() +
                        "' is defined nowhere");
      }
    }
    return {};
  }

  Refusal check(const onnx::FunctionProto &function) {
    for (const std::string &input : function.input()) {
      if (!names.insert(input).second) {
        return badInput("function '" + Twine(function.name()) + "' has two inputs '" + input + "'");
      }
    }
    if (Refusal refusal = checkNodes(function.node())) {
      return refusal;
    }
    for (const std::string &output : function.output()) {
      if (!isDefined(output)) {
        return badInput("output '" + Twine(output) + "' of function '" + function.name() +
                        "' is defined nowhere");
      }
    }
    return {};
  }

private:
  Refusal defineInputs(const onnx::GraphProto &graph) {
    for (const onnx::ValueInfoProto &input : graph.input()) {
      if (input.name().empty() || !names.insert(input.name()).second) {
        return badInput("graph '" + Twine(graph.name()) + "' has two inputs '" + input.name() + "'");
      }
    }
    llvm::StringSet<> constants;
    for (const onnx::TensorProto &tensor : graph.initializer()) {
      if (!constants.insert(tensor.name()).second) {
        return badInput("initializer '" + Twine(tensor.name()) + "' is given twice");
      }
      if (!names.insert(tensor.name()).second && outer) {
        return badInput("'" + Twine(tensor.name()) + "' is both an input and an initializer of subgraph '" +
                        graph.name() + "'");
      }
    }
    return {};
  }

  Refusal checkNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
    for (const onnx::NodeProto &node : nodes) {
      for (const std::string &input : node.input()) {
        if (!input.empty() && !isDefined(input)) {
          return undefined(node, input, nodes);
        }
      }
      for (const onnx::AttributeProto &attribute : node.attribute()) {
        if (Refusal refusal = checkSubgraphs(attribute)) {
          return refusal;
        }
      }
      for (const std::string &output : node.output()) {
        if (!output.empty() && !names.insert(output).second) {
          return badInput(describe(node) + ": '" + output + "' is defined a second time");
        }
      }
    }
    return {};
  }

  Refusal checkSubgraphs(const onnx::AttributeProto &attribute) {
    if (attribute.has_g()) {
      if (Refusal refusal = GraphChecker(this, depth + 1).check(attribute.g())) {
        return refusal;
      }
    }
    for (const onnx::GraphProto &graph : attribute.graphs()) {
      if (Refusal refusal = GraphChecker(this, depth + 1).check(graph)) {
        return refusal;
      }
    }
    return {};
  }

  static Refusal undefined(const onnx::NodeProto &node, const std::string &name,
                           const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
    for (const onnx::NodeProto &other : nodes) {
      if (llvm::is_contained(other.output(), name)) {
        return badInput(describe(node) + ": '" + name + "' is used before " + describe(other) +
                        " defines it; nodes must be in order and without cycles");
      }
    }
    return badInput(describe(node) + ": input '" + name + "' is defined nowhere");
  }

  bool isDefined(StringRef name) const { return names.contains(name) || (outer && outer->isDefined(name)); }

  const GraphChecker *outer;
  int depth;
  llvm::StringSet<> names;
};
} // namespace

Refusal importer::checkModel(const onnx::ModelProto &model) {
  if (Refusal refusal = checkVersions(model)) {
    return refusal;
  }
  if (Refusal refusal = GraphChecker(nullptr, 1).check(model.graph())) {
    return refusal;
  }
  llvm::StringSet<> functions;
  for (const onnx::FunctionProto &function : model.functions()) {
    if (!functions.insert(function.domain() + ":" + function.name()).second) {
      return notSupported("function '" + Twine(function.name()) + "' has overloads, which is not supported");
    }
    if (Refusal refusal = GraphChecker(nullptr, 1).check(function)) {
      return refusal;
    }
  }
  return {};
}

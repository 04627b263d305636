//===- OnnxToGraph.cpp - an ONNX model as graph ops -----------------------===//

#include "passes/Import/Onnx/OnnxToGraph.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "passes/Import/Onnx/ModelChecks.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OldForms.h"
#include "passes/Import/Onnx/Sequences.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <google/protobuf/unknown_field_set.h>

using namespace heddle;
using namespace heddle::importer;

/// Functions and subgraphs inside each other, while they are imported.
static constexpr int kMaxImportDepth = 2 * kMaxGraphDepth;
/// A short file can call functions in functions so that their number doubles at each level.
static constexpr int64_t kMaxImportedNodes = 1000000;

static StringRef canonicalDomain(StringRef domain) { return domain == "ai.onnx" ? StringRef() : domain; }

static std::string functionKey(StringRef domain, StringRef name) {
  return (canonicalDomain(domain) + ":" + name).str();
}

OnnxToGraph::OnnxToGraph(ModelFile &file, MLIRContext &context, const ImportOptions &options)
    : modelFile(file), context(context), options(options), listener(*this), opBuilder(&context, &listener) {
  for (const onnx::FunctionProto &function : file.model().functions()) {
    functions[functionKey(function.domain(), function.name())] = &function;
  }
  for (const onnx::OperatorSetIdProto &opset : file.model().opset_import()) {
    opsets[canonicalDomain(opset.domain())] = opset.version();
  }
}

OwningOpRef<ModuleOp> OnnxToGraph::run(ImportFailure &kind) {
  auto finish = llvm::make_scope_exit([&] { kind = failure; });
  if (Refusal refusal = checkModel(modelFile.model())) {
    report(fileLocation(), refusal.kind, refusal.message);
    return nullptr;
  }
  module = ModuleOp::create(fileLocation());
  Scope top;
  top.graph = &modelFile.model().graph();
  scope = &top;
  for (const onnx::TensorProto &tensor : modelFile.model().graph().initializer()) {
    top.initializers[tensor.name()] = &tensor;
  }
  if (succeeded(createMain())) {
    importNodes(modelFile.model().graph().node());
    if (failure == ImportFailure::None) {
      if (succeeded(returnOutputs())) {
        eraseBundles(*module);
        modelFile.texts().lower(*module);
      }
    }
  }
  scope = nullptr;
  return failure == ImportFailure::None ? std::move(module) : OwningOpRef<ModuleOp>();
}

void OnnxToGraph::Listener::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) {
  owner.symbolicValues.notifyOperationInserted(op, previous);
  owner.created.push_back(op);
}

//===----------------------------------------------------------------------===//
// Places, names and refusals
//===----------------------------------------------------------------------===//

Location OnnxToGraph::fileLocation(int line) {
  return FileLineColLoc::get(&context, modelFile.path(), line, 0);
}

Location OnnxToGraph::locationOf(const onnx::NodeProto &node, int line) {
  StringRef name = !node.name().empty() ? StringRef(node.name())
                   : node.output_size() ? StringRef(node.output(0))
                                        : StringRef();
  return NameLoc::get(StringAttr::get(&context, name + " (" + node.op_type() + ")"), fileLocation(line));
}

void OnnxToGraph::report(Location loc, ImportFailure kind, const Twine &message) {
  // A broken rule outweighs what is missing.
  failure = failure == ImportFailure::BadInput ? failure : kind;
  emitError(loc) << message;
}

std::string OnnxToGraph::uniqueSymbol(StringRef hint) {
  std::string base = SymExpr::sanitizeSymbol(hint), name = base;
  for (int i = 1; !usedSymbols.try_emplace(name, usedSymbols.size()).second; ++i) {
    name = base + "." + std::to_string(i);
  }
  return name;
}

bool OnnxToGraph::hasYoungerSymbol(const SymExpr &expr, size_t count) const {
  llvm::SetVector<StringRef> symbols;
  expr.collectSymbols(symbols);
  return llvm::any_of(symbols, [&](StringRef name) { return usedSymbols.lookup(name) >= count; });
}

const onnx::AttributeProto *OnnxToGraph::findAttribute(const onnx::NodeProto &node, StringRef name) const {
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.name() != name) {
      continue;
    }
    if (attribute.ref_attr_name().empty()) {
      return &attribute;
    }
    return scope->call ? scope->call->attributes.lookup(attribute.ref_attr_name()) : nullptr;
  }
  return nullptr;
}

std::optional<int64_t> OnnxToGraph::opsetOf(StringRef domain) const {
  const llvm::StringMap<int64_t> &imported = scope->call ? scope->call->opsets : opsets;
  auto found = imported.find(canonicalDomain(domain));
  return found == imported.end() ? std::nullopt : std::optional(found->second);
}

OnnxToGraph::Lookup OnnxToGraph::lookup(StringRef name) {
  for (Scope *place = scope; place; place = place->parent) {
    auto value = place->values.find(name);
    if (value != place->values.end()) {
      return {value->second};
    }
    if (place->poisoned.contains(name)) {
      return {Value(), true};
    }
    auto initializer = place->initializers.find(name);
    if (initializer != place->initializers.end()) {
      Value constant = constantFor(*initializer->second);
      if (!constant) {
        place->poisoned.insert(name);
        return {Value(), true};
      }
      place->values[name] = constant;
      return {constant};
    }
  }
  return {Value(), true};
}

Value OnnxToGraph::constantFor(const onnx::TensorProto &tensor) {
  Refusal refusal;
  ElementsAttr elements = modelFile.elements(tensor, context, refusal);
  Location loc = NameLoc::get(StringAttr::get(&context, tensor.name()), fileLocation());
  if (refusal) {
    report(loc, refusal.kind, refusal.message);
    return nullptr;
  }
  OpBuilder::InsertionGuard guard(opBuilder);
  if (lastConstant) {
    opBuilder.setInsertionPointAfter(lastConstant);
  } else {
    opBuilder.setInsertionPointToStart(&mainFunction.getBody().front());
  }
  auto constant = graph::ConstantOp::create(opBuilder, loc, elements);
  created.pop_back(); // it stays, whatever becomes of the node that asked for it
  lastConstant = constant;
  return constant.getResult();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void OnnxToGraph::importNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  int line = 0;
  for (const onnx::NodeProto &node : nodes) {
    if (failure == ImportFailure::BadInput) {
      return;
    }
    importNode(node, ++line);
  }
}

void OnnxToGraph::poison(const onnx::NodeProto &node) {
  for (const std::string &output : node.output()) {
    scope->poisoned.insert(output);
  }
}

void OnnxToGraph::importNode(const onnx::NodeProto &node, int line) {
  Location loc = locationOf(node, line);
  if (++importedNodes > kMaxImportedNodes) {
    report(loc, ImportFailure::BadInput,
           "functions and loops expand to more than " + Twine(kMaxImportedNodes) + " nodes");
    return;
  }
  const onnx::FunctionProto *function = findFunction(node);
  const OpEntry *entry = table.find(node.domain(), node.op_type());
  if (!function && !entry) {
    std::optional<int64_t> version = opsetOf(node.domain());
    report(loc, ImportFailure::Unsupported,
           describe(node) + ": the operator is not supported" +
               (version ? " (opset " + std::to_string(*version) + ")" : std::string()));
    return poison(node);
  }
  SmallVector<Value> inputs;
  bool poisoned = false;
  for (const std::string &name : node.input()) {
    Lookup found = name.empty() ? Lookup() : lookup(name);
    poisoned |= found.poisoned;
    inputs.push_back(found.value);
  }
  while (!inputs.empty() && !inputs.back()) {
    inputs.pop_back();
  }
  size_t firstCreated = created.size();
  if (poisoned || mlir::failed(function ? importCall(node, *function, loc, inputs)
                                        : importKnown(node, *entry, loc, std::move(inputs)))) {
    poison(node);
  }
  created.resize(std::min(firstCreated, created.size()));
}

LogicalResult OnnxToGraph::checkArity(NodeImporter &n, const OpEntry &entry) {
  for (unsigned i = 0; i < entry.minInputs; ++i) {
    if (!n.hasInput(i)) {
      return n.bad("input " + Twine(i) + " is missing");
    }
  }
  if (entry.maxInputs != OpEntry::kVariadic && n.numInputs() > entry.maxInputs) {
    return n.bad("has " + Twine(n.numInputs()) + " inputs but at most " + Twine(entry.maxInputs) +
                 " are known");
  }
  for (unsigned i = 0; i < n.numInputs(); ++i) {
    if (!n.hasInput(i)) {
      continue;
    }
    if (isBundle(n.input(i))) {
      if (!entry.takesSequences) {
        return n.unsupported("input " + Twine(i) +
                             " is a sequence or an optional, which is not supported here");
      }
    } else if (!entry.takesText && n.isTextTensor(n.input(i))) {
      return n.unsupported("input " + Twine(i) + " is text, which is not supported here");
    }
  }
  return success();
}

LogicalResult OnnxToGraph::importKnown(const onnx::NodeProto &node, const OpEntry &entry, Location loc,
                                       SmallVector<Value> inputs) {
  std::optional<int64_t> version = opsetOf(node.domain());
  if (!version && canonicalDomain(node.domain()).empty()) {
    report(loc, ImportFailure::BadInput,
           describe(node) + ": the model does not import the standard operator set");
    return mlir::failure();
  }
  size_t firstCreated = created.size();
  NodeImporter n(*this, node, version.value_or(1), loc, std::move(inputs));
  bool isOld = canonicalDomain(node.domain()).empty() && *version < kFirstPlainOpset;
  bool done = succeeded(checkArity(n, entry)) && (!isOld || succeeded(adaptOldForm(n))) &&
              succeeded(entry.import(n)) && !n.failed() && succeeded(n.checkAllAttributesRead());
  if (!done) {
    if (!n.message().empty()) {
      report(loc, n.isUnsupported() ? ImportFailure::Unsupported : ImportFailure::BadInput,
             describe(node) + ": " + n.message());
    }
    return mlir::failure();
  }
  SmallVector<Value> outputs;
  for (unsigned i = 0; i < n.numOutputs(); ++i) {
    Value value = n.outputs()[i];
    if (!n.hasOutput(i)) {
      continue;
    }
    if (!value) {
      report(loc, ImportFailure::Unsupported, describe(node) + ": output " + Twine(i) + " is not supported");
      return mlir::failure();
    }
    value = spelledOut(value, firstCreated);
    scope->values[node.output(static_cast<int>(i))] = value;
    outputs.push_back(value);
  }
  eraseUnused(firstCreated, outputs);
  return success();
}

/// An integer tensor that the node computed and whose elements are all understood becomes a constant or
/// graph.symbolic.
Value OnnxToGraph::spelledOut(Value value, size_t firstCreated) {
  Operation *op = value.getDefiningOp();
  std::optional<SmallVector<SymExpr>> elements = symbolicValues.allElements(value);
  bool isNew = op && llvm::is_contained(ArrayRef(created).drop_front(firstCreated), op);
  if (!elements || !isNew || isa<graph::ConstantOp, graph::SymbolicOp>(op)) {
    return value;
  }
  auto type = cast<RankedTensorType>(value.getType());
  Location loc = op->getLoc();
  if (std::optional<SmallVector<int64_t>> numbers = constants(*elements)) {
    unsigned width = type.getElementType().getIntOrFloatBitWidth();
    SmallVector<APInt> bits = llvm::map_to_vector(
        *numbers, [&](int64_t number) { return APInt(width, static_cast<uint64_t>(number), false, true); });
    return graph::ConstantOp::create(opBuilder, loc, DenseElementsAttr::get(type, bits)).getResult();
  }
  if (type.getRank() > 1) {
    return value;
  }
  SmallVector<Attribute> texts = llvm::map_to_vector(
      *elements, [&](const SymExpr &expr) -> Attribute { return opBuilder.getStringAttr(expr.str()); });
  Value symbolic = graph::SymbolicOp::create(opBuilder, loc, opBuilder.getArrayAttr(texts),
                                             type.getRank() == 0 ? opBuilder.getUnitAttr() : UnitAttr());
  return type.getElementType().isInteger(64)
             ? symbolic
             : graph::CastOp::create(opBuilder, loc, symbolic, type.getElementType()).getResult();
}

//===----------------------------------------------------------------------===//
// Erasing
//===----------------------------------------------------------------------===//

void OnnxToGraph::eraseOp(Operation *op) {
  llvm::SmallPtrSet<Operation *, 8> gone;
  op->walk([&](Operation *inner) { gone.insert(inner); });
  symbolicValues.forget(op);
  llvm::erase_if(created, [&](Operation *each) { return gone.contains(each); });
  op->erase();
}

void OnnxToGraph::eraseRegion(Region &region) {
  for (Block &block : region) {
    while (!block.empty()) {
      block.back().dropAllUses();
      eraseOp(&block.back());
    }
    for (Value argument : block.getArguments()) {
      symbolicValues.forget(argument);
    }
  }
  region.getBlocks().clear();
}

/// Whether running the op may give a symbol its value.
static bool bindsSymbols(Operation *op) {
  auto sized = dyn_cast<graph::SizedOpInterface>(op);
  return sized && sized.getSizeOperand();
}

void OnnxToGraph::eraseUnused(size_t firstCreated, ArrayRef<Value> outputs) {
  llvm::SmallPtrSet<Operation *, 8> kept;
  for (Value output : outputs) {
    kept.insert(output.getDefiningOp());
  }
  SmallVector<Operation *> candidates(ArrayRef(created).drop_front(firstCreated));
  for (Operation *op : llvm::reverse(candidates)) {
    if (op->use_empty() && !kept.contains(op) && isPure(op) && !bindsSymbols(op) &&
        !op->hasTrait<OpTrait::IsTerminator>()) {
      symbolicValues.forget(op);
      op->erase();
    }
  }
  created.resize(firstCreated);
}

//===----------------------------------------------------------------------===//
// Subgraphs and functions
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> OnnxToGraph::importSubgraph(const onnx::GraphProto &graph,
                                                          ArrayRef<Value> arguments) {
  assert(static_cast<int>(arguments.size()) == graph.input_size() && "the caller matches the inputs");
  Scope inner;
  inner.parent = scope;
  inner.call = scope->call;
  inner.graph = &graph;
  for (auto [input, argument] : llvm::zip(graph.input(), arguments)) {
    inner.values[input.name()] = argument;
  }
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    inner.initializers[tensor.name()] = &tensor;
  }
  scope = &inner;
  ++depth;
  auto leave = llvm::make_scope_exit([&] {
    scope = inner.parent;
    --depth;
  });
  importNodes(graph.node());
  SmallVector<Value> outputs;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    Lookup found = lookup(output.name());
    if (!found.value) {
      return mlir::failure();
    }
    outputs.push_back(found.value);
  }
  return failure == ImportFailure::BadInput ? FailureOr<SmallVector<Value>>(mlir::failure()) : outputs;
}

const onnx::FunctionProto *OnnxToGraph::findFunction(const onnx::NodeProto &node) const {
  return functions.lookup(functionKey(node.domain(), node.op_type()));
}

/// FunctionProto.attribute_proto is newer than the schema we parse with: its entries are unknown fields.
static constexpr int kAttributeProtoField = 11;

void OnnxToGraph::bindAttributes(const onnx::NodeProto &node, FunctionCall &call) {
  const google::protobuf::UnknownFieldSet &fields = call.function->unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField &field = fields.field(i);
    bool isDefault = field.number() == kAttributeProtoField &&
                     field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED;
    if (isDefault && defaultAttributes.emplace_back().ParseFromString(field.length_delimited())) {
      call.attributes[defaultAttributes.back().name()] = &defaultAttributes.back();
    }
  }
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (const onnx::AttributeProto *found = findAttribute(node, attribute.name())) {
      call.attributes[attribute.name()] = found;
    }
  }
}

LogicalResult OnnxToGraph::importCall(const onnx::NodeProto &node, const onnx::FunctionProto &function,
                                      Location loc, ArrayRef<Value> inputs) {
  if (depth >= kMaxImportDepth) {
    report(loc, ImportFailure::Unsupported,
           describe(node) + ": functions and subgraphs are inside each other deeper than " +
               Twine(kMaxImportDepth) + " levels, or without end");
    return mlir::failure();
  }
  if (static_cast<int>(inputs.size()) > function.input_size() ||
      node.output_size() > function.output_size()) {
    report(loc, ImportFailure::BadInput,
           describe(node) + ": has " + Twine(inputs.size()) + " inputs and " + Twine(node.output_size()) +
               " outputs but the function has " + Twine(function.input_size()) + " and " +
               Twine(function.output_size()));
    return mlir::failure();
  }
  FunctionCall call;
  call.function = &function;
  bindAttributes(node, call);
  for (const onnx::OperatorSetIdProto &opset : function.opset_import()) {
    call.opsets[canonicalDomain(opset.domain())] = opset.version();
  }
  Scope inner;
  inner.call = &call;
  for (auto [i, name] : llvm::enumerate(function.input())) {
    inner.values[name] = i < inputs.size() ? inputs[i] : Value();
  }
  Scope *outer = std::exchange(scope, &inner);
  ++depth;
  importNodes(function.node());
  bool complete = true;
  for (auto [i, name] : llvm::enumerate(node.output())) {
    Value value = name.empty() ? Value() : lookup(function.output(static_cast<int>(i))).value;
    complete &= value || name.empty();
    if (value) {
      outer->values[name] = value;
    }
  }
  --depth;
  scope = outer;
  return success(complete);
}

//===- OnnxToGraph.h - an ONNX model as graph ops ---------------*- C++ -*-===//
//
// Walks the nodes of a model in order and asks the table of operators (OpTable.h) for each. Scopes hold the
// values of a graph by name; a subgraph sees the scopes around it, a function does not. Initialisers become
// constants at the head of @main when they are first used.
//
// A node that is not supported poisons its outputs; nodes that need them are passed over, so that one import
// lists all that is missing.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_ONNXTOGRAPH_H
#define PASSES_IMPORT_ONNX_ONNXTOGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/SymbolicValues.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace heddle::importer {

class NodeImporter;

class OnnxToGraph {
public:
  OnnxToGraph(ModelFile &file, MLIRContext &context, const ImportOptions &options);

  /// The module, or null; then `kind` says why and diagnostics have been emitted.
  OwningOpRef<ModuleOp> run(ImportFailure &kind);

  //===--- For NodeImporter and the importers of control flow -----------===//

  OpBuilder &builder() { return opBuilder; }
  SymbolicValues &symbolic() { return symbolicValues; }
  ModelFile &file() { return modelFile; }

  /// A symbol name that no other dimension of the module has, made from any text.
  std::string uniqueSymbol(StringRef hint);
  /// How many symbols there are, and whether `expr` has one that is younger than the first `count`.
  size_t numSymbols() const { return usedSymbols.size(); }
  bool hasYoungerSymbol(const SymExpr &expr, size_t count) const;
  /// The attribute of a node by name; inside a function, references to the call's attributes are resolved.
  /// Null if absent.
  const onnx::AttributeProto *findAttribute(const onnx::NodeProto &node, StringRef name) const;
  /// Imports the nodes of a subgraph at the builder's place, with `arguments` as its inputs, and gives its
  /// outputs. On failure diagnostics have been emitted.
  FailureOr<SmallVector<Value>> importSubgraph(const onnx::GraphProto &graph, ArrayRef<Value> arguments);
  /// The value of a name at this place, or null.
  Value valueOf(StringRef name) { return lookup(name).value; }
  /// The number of dimensions that the model file says a value has, or that a value computed from it element
  /// by element has; nothing if the file does not say.
  std::optional<int64_t> declaredRank(StringRef name) const;
  /// Says which labels the entries of a value's last dimension have, should it be an output.
  void setClassLabels(Value value, ArrayAttr labels) { classLabels[value] = labels; }
  /// Erases an op nobody uses, or all ops of a region that belongs to no op.
  void eraseOp(Operation *op);
  void eraseRegion(Region &region);

private:
  /// What a function's nodes may refer to.
  struct FunctionCall {
    const onnx::FunctionProto *function = nullptr;
    llvm::StringMap<const onnx::AttributeProto *> attributes;
    llvm::StringMap<int64_t> opsets;
  };
  struct Scope {
    Scope *parent = nullptr;
    const FunctionCall *call = nullptr;      ///< null in the model's own graphs
    const onnx::GraphProto *graph = nullptr; ///< null in functions
    llvm::StringMap<Value> values;
    llvm::StringMap<const onnx::TensorProto *> initializers;
    llvm::StringSet<> poisoned;
  };
  /// Tells SymbolicValues about new ops and remembers them until their node is done.
  struct Listener : OpBuilder::Listener {
    explicit Listener(OnnxToGraph &owner) : owner(owner) {}
    void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) override;
    OnnxToGraph &owner;
  };
  struct Lookup {
    Value value;
    bool poisoned = false;
  };

  /// An argument of @main that is an input of the model or a part of one (dialects/Graph/IR/Parts.h).
  struct InputPart {
    StringRef part; ///< empty: the input itself
    Type type;
  };

  // OnnxInputs.cpp
  LogicalResult createMain();
  LogicalResult collectFixedDims();
  Type inputType(const onnx::ValueInfoProto &input);
  Type inputElementType(StringRef name, int32_t dataType);
  std::optional<SymExpr> inputSize(const onnx::ValueInfoProto &input, int dim);
  LogicalResult returnOutputs();

  // SequenceInputs.cpp
  SmallVector<InputPart> inputParts(const onnx::ValueInfoProto &input);
  SmallVector<InputPart> sequenceParts(const onnx::ValueInfoProto &input);
  SymExpr sizeNamed(const Twine &text);
  Value inputValue(const onnx::ValueInfoProto &input, ValueRange arguments);
  SmallVector<Value> outputParts(const onnx::ValueInfoProto &output, Value value,
                                 SmallVectorImpl<StringRef> &partNames);
  SmallVector<NamedAttribute> partAttributes(StringRef name, StringRef part);
  using ValueInfos = google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>;
  void checkPartName(const ValueInfos &all, StringRef name, StringRef part);

  // OnnxToGraph.cpp
  void importNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes);
  void importNode(const onnx::NodeProto &node, int line);
  LogicalResult importKnown(const onnx::NodeProto &node, const OpEntry &entry, Location loc,
                            SmallVector<Value> inputs);
  LogicalResult checkArity(NodeImporter &n, const OpEntry &entry);
  LogicalResult importCall(const onnx::NodeProto &node, const onnx::FunctionProto &function, Location loc,
                           ArrayRef<Value> inputs);
  void bindAttributes(const onnx::NodeProto &node, FunctionCall &call);
  const onnx::FunctionProto *findFunction(const onnx::NodeProto &node) const;
  std::optional<int64_t> opsetOf(StringRef domain) const;
  Lookup lookup(StringRef name);
  Value constantFor(const onnx::TensorProto &tensor);
  Location locationOf(const onnx::NodeProto &node, int line);
  Location fileLocation(int line = 0);
  void report(Location loc, ImportFailure kind, const Twine &message);
  void poison(const onnx::NodeProto &node);
  Value spelledOut(Value value, size_t firstCreated);
  void eraseUnused(size_t firstCreated, ArrayRef<Value> outputs);

  ModelFile &modelFile;
  MLIRContext &context;
  const ImportOptions &options;
  OpTable table;
  SymbolicValues symbolicValues;
  Listener listener;
  OpBuilder opBuilder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp mainFunction;
  Operation *lastConstant = nullptr;
  Scope *scope = nullptr;
  int depth = 0; ///< functions and subgraphs around the present node
  int64_t importedNodes = 0;
  ImportFailure failure = ImportFailure::None;
  llvm::StringMap<size_t> usedSymbols; // name -> its number in order of creation
  llvm::StringMap<SymExpr> namedDims;  // a dimension's text in the file -> its size
  llvm::StringMap<int64_t> fixedDims;  // dimensions to which an option gave a size
  SmallVector<NamedAttribute> symbolTexts;
  llvm::StringMap<const onnx::FunctionProto *> functions; // "domain:name"
  llvm::StringMap<int64_t> opsets;
  SmallVector<Operation *> created;
  DenseMap<Value, ArrayAttr> classLabels;
  std::deque<onnx::AttributeProto> defaultAttributes; // defaults of functions' attributes
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXTOGRAPH_H

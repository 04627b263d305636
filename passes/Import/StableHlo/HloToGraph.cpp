//===- HloToGraph.cpp - a StableHLO program as graph ops ------------------===//

#include "passes/Import/StableHlo/HloToGraph.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Support/DebugStringHelper.h"
#include "passes/Import/StableHlo/HloImporter.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace heddle;
using namespace heddle::importer;

/// Blocks inside each other, while they are imported: regions, and functions where they are called. The
/// importer calls itself at each.
static constexpr int kMaxDepth = 400;
/// A short file can call functions in functions so that their number doubles at each level.
static constexpr int64_t kMaxImportedOps = 1000000;

Value HloScope::lookup(Value value) const {
  for (const HloScope *scope = this; scope; scope = scope->parent) {
    auto found = scope->values.find(value);
    if (found != scope->values.end()) {
      return found->second;
    }
  }
  return nullptr;
}

HloToGraph::HloToGraph(ModuleOp source) : source(source), opBuilder(source.getContext()) {}

void HloToGraph::report(Operation *op, ImportFailure kind, const Twine &message) {
  // A broken rule outweighs what is missing.
  failureKind = failureKind == ImportFailure::BadInput ? failureKind : kind;
  if (reportedOps.insert(op).second) {
    emitError(op->getLoc()) << "'" << op->getName() << "': " << message;
  }
}

OwningOpRef<ModuleOp> HloToGraph::run(ImportFailure &kind) {
  auto finish = llvm::scope_exit([&] { kind = failureKind; });
  module = ModuleOp::create(source.getLoc());
  if (failed(importMain())) {
    return nullptr;
  }
  return std::move(module);
}

/// The names that JAX gives, where they are told apart; else a stem with the position.
static SmallVector<StringAttr> namesOf(ArrayAttr attributes, StringRef key, StringRef stem, unsigned count,
                                       MLIRContext *context) {
  SmallVector<StringAttr> names;
  llvm::StringSet<> used;
  bool distinct = attributes && attributes.size() == count;
  for (unsigned i = 0; i < count && distinct; ++i) {
    auto dictionary = dyn_cast<DictionaryAttr>(attributes[i]);
    auto name = dictionary ? dictionary.getAs<StringAttr>(key) : StringAttr();
    distinct = name && !name.empty() && used.insert(name).second;
    names.push_back(name);
  }
  if (!distinct) {
    names.clear();
    for (unsigned i = 0; i < count; ++i) {
      names.push_back(StringAttr::get(context, stem + (count == 1 ? Twine() : Twine(i))));
    }
  }
  return names;
}

LogicalResult HloToGraph::createMain(func::FuncOp function) {
  for (Type type : llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes())) {
    if (auto refusal = refusalOf(type)) {
      report(function, refusal->first, "has type " + mlir::debugString(type) + ", " + refusal->second);
      return failure();
    }
  }
  opBuilder.setInsertionPointToEnd(module->getBody());
  graphMain = func::FuncOp::create(opBuilder, function.getLoc(), "main", function.getFunctionType());
  MLIRContext *context = source.getContext();
  for (auto [i, name] : llvm::enumerate(
           namesOf(function.getAllArgAttrs(), "jax.arg_info", "arg", function.getNumArguments(), context))) {
    graphMain.setArgAttr(i, graph::GraphDialect::kNameAttr, name);
  }
  for (auto [i, name] : llvm::enumerate(namesOf(function.getAllResultAttrs(), "jax.result_info", "result",
                                                function.getNumResults(), context))) {
    graphMain.setResultAttr(i, graph::GraphDialect::kNameAttr, name);
  }
  opBuilder.setInsertionPointToStart(graphMain.addEntryBlock());
  return success();
}

LogicalResult HloToGraph::importMain() {
  auto function = source.lookupSymbol<func::FuncOp>("main");
  if (!function || !function.getBody().hasOneBlock()) {
    report(source, ImportFailure::BadInput, "has no function @main of one block");
    return failure();
  }
  if (failed(createMain(function))) {
    return failure();
  }
  HloScope scope;
  calls.push_back(function);
  FailureOr<SmallVector<Value>> results =
      importBlock(function.getBody().front(), graphMain.getArguments(), scope, /*lifted=*/false);
  if (failed(results)) {
    return failure();
  }
  func::ReturnOp::create(opBuilder, function.getLoc(), *results);
  return success();
}

FailureOr<SmallVector<Value>> HloToGraph::importBlock(Block &block, ValueRange arguments, HloScope &scope,
                                                      bool lifted) {
  if (depth >= kMaxDepth) {
    report(block.getParentOp(), ImportFailure::BadInput,
           "regions and calls are nested more than " + Twine(kMaxDepth) + " deep");
    return failure();
  }
  ++depth;
  auto leave = llvm::scope_exit([&] { --depth; });
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments)) {
    scope.values[argument] = value;
  }
  for (Operation &op : block.without_terminator()) {
    if (failureKind == ImportFailure::BadInput) {
      return failure();
    }
    importOp(op, scope, lifted);
  }
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands()) {
    results.push_back(scope.lookup(value));
    if (!results.back()) {
      return failure();
    }
  }
  return results;
}

FailureOr<SmallVector<Value>> HloToGraph::importCall(Operation *caller, StringRef callee,
                                                     ValueRange arguments, bool lifted) {
  auto function = source.lookupSymbol<func::FuncOp>(callee);
  if (!function || !function.getBody().hasOneBlock() || function.getNumArguments() != arguments.size()) {
    report(caller, ImportFailure::BadInput,
           "there is no function '" + callee + "' of " + Twine(arguments.size()) +
               " arguments and one block");
    return failure();
  }
  if (llvm::is_contained(calls, function)) {
    report(caller, ImportFailure::BadInput, "calls of '" + callee + "' do not end");
    return failure();
  }
  calls.push_back(function);
  HloScope scope;
  FailureOr<SmallVector<Value>> results = importBlock(function.getBody().front(), arguments, scope, lifted);
  calls.pop_back();
  return results;
}

/// The op's place, under its own name where the file gives none.
static Location locationOf(Operation &op) {
  bool named = false;
  op.getLoc()->walk([&](Location part) {
    named |= isa<NameLoc>(part);
    return WalkResult::advance();
  });
  return named ? op.getLoc() : NameLoc::get(op.getName().getIdentifier(), op.getLoc());
}

void HloToGraph::importOp(Operation &op, HloScope &scope, bool lifted) {
  for (Value result : op.getResults()) {
    scope.values[result] = nullptr;
  }
  if (++importedOps > kMaxImportedOps) {
    return report(&op, ImportFailure::BadInput,
                  "calls expand to more than " + Twine(kMaxImportedOps) + " ops");
  }
  const HloEntry *entry = table.find(op.getName().getStringRef());
  if (!entry) {
    return report(&op, ImportFailure::Unsupported, "the op is not supported");
  }
  for (Type type : op.getResultTypes()) {
    if (auto refusal = refusalOf(type)) {
      return report(&op, refusal->first, "has type " + mlir::debugString(type) + ", " + refusal->second);
    }
  }
  if (lifted && entry->shapes == HloShapes::Any) {
    return report(&op, ImportFailure::Unsupported, "is not supported in a function of single elements");
  }
  HloImporter n(*this, scope, &op, locationOf(op), lifted);
  if (llvm::is_contained(n.operands(), Value())) {
    return; // it hangs on something that was refused
  }
  if (!lifted && (entry->shapes == HloShapes::Same || entry->shapes == HloShapes::SameOrRank0)) {
    for (Value operand : n.operands()) {
      if (n.sizes(operand) != n.declared().getShape() &&
          !(entry->shapes == HloShapes::SameOrRank0 && n.rank(operand) == 0)) {
        return report(&op, ImportFailure::BadInput,
                      "has an operand of type " + mlir::debugString(operand.getType()) +
                          " but is declared as " + mlir::debugString(n.declared()));
      }
    }
  }
  if (failed(entry->import(n))) {
    if (!n.message().empty()) {
      report(&op, n.isUnsupported() ? ImportFailure::Unsupported : ImportFailure::BadInput, n.message());
    }
    return;
  }
  for (auto [result, value] : llvm::zip_equal(op.getResults(), n.results())) {
    scope.values[result] = value;
  }
}

//===- Interpreter.cpp - running functions --------------------------------===//

#include "dialects/Graph/Reference/Interpreter.h"
#include "dialects/Graph/Reference/Evaluation.h"

using namespace heddle;
using namespace heddle::reference;

std::optional<SmallVector<Tensor>> reference::evaluate(Operation *op, ArrayRef<Tensor> operands) {
  if (op->getNumRegions() != 0 || operands.size() != op->getNumOperands()) {
    return std::nullopt;
  }
  Symbols symbols;
  Evaluation evaluation(op, operands, symbols);
  std::optional<Results> results = evaluateOp(op, evaluation);
  if (!results || failed(*results)) {
    return std::nullopt;
  }
  return std::move(**results);
}

FailureOr<SmallVector<Tensor>> Interpreter::run(FunctionOpInterface function, ArrayRef<Tensor> inputs) {
  Values values;
  if (failed(begin(function, inputs, values))) {
    return failure();
  }
  return runBlock(function.getFunctionBody().front(), values);
}

LogicalResult Interpreter::begin(FunctionOpInterface function, ArrayRef<Tensor> inputs, Values &values) {
  symbols.clear();
  symbols["$workers"] = 1;
  if (function.isExternal()) {
    return function.emitError("has no body");
  }
  return bindBlockArguments(function.getFunctionBody().front(), inputs, function.getLoc(), values);
}

/// The values of an op's operands.
static SmallVector<Tensor> operandsOf(Operation *op, const DenseMap<Value, Tensor> &values) {
  return llvm::map_to_vector(op->getOperands(), [&](Value operand) { return values.lookup(operand); });
}

LogicalResult Interpreter::step(Operation *op, Values &values) {
  FailureOr<SmallVector<Tensor>> results = runOp(op, operandsOf(op, values), values);
  return failed(results) ? failure() : bindResults(op, *results, values);
}

LogicalResult Interpreter::bindResults(Operation *op, ArrayRef<Tensor> results, Values &values) {
  for (auto [i, value, tensor] : llvm::enumerate(op->getResults(), results)) {
    if (failed(bindType(value.getType(), tensor, op->getLoc(), "result " + Twine(i)))) {
      return failure();
    }
    if (!value.use_empty()) {
      values[value] = tensor;
    }
  }
  return success();
}

const Tensor *Interpreter::variable(StringRef name) const {
  auto found = variables.find(name);
  return found == variables.end() ? nullptr : &found->second;
}

LogicalResult Interpreter::bindBlockArguments(Block &block, ArrayRef<Tensor> inputs, Location loc,
                                              Values &values) {
  if (inputs.size() != block.getNumArguments()) {
    return emitError(loc) << "takes " << block.getNumArguments() << " values but is given " << inputs.size();
  }
  // Symbols first, then the expressions over them.
  for (bool symbolsOnly : {true, false}) {
    for (auto [i, argument, input] : llvm::enumerate(block.getArguments(), inputs)) {
      if (symbolsOnly) {
        graph::SymShape shape = graph::shapeOf(argument);
        for (auto [expr, size] : llvm::zip(shape, input.shape())) {
          if (std::optional<StringRef> symbol = expr.symbolName()) {
            symbols.try_emplace(*symbol, size);
          }
        }
      } else if (failed(bindType(argument.getType(), input, loc, "argument " + Twine(i)))) {
        return failure();
      }
      values[argument] = input;
    }
  }
  return success();
}

LogicalResult Interpreter::bindType(Type type, const Tensor &tensor, Location loc, const Twine &what) {
  graph::SymShape shape = graph::shapeOf(type);
  if (kindOf(cast<ShapedType>(type).getElementType()) != tensor.kind() ||
      static_cast<int64_t>(shape.size()) != tensor.rank()) {
    return emitError(loc) << what.str() << " is " << describe(tensor) << " but its type is " << type;
  }
  for (auto [i, expr, size] : llvm::enumerate(shape, tensor.shape())) {
    if (std::optional<StringRef> symbol = expr.symbolName()) {
      symbols.try_emplace(*symbol, size);
    }
    std::optional<int64_t> wanted = expr.evaluate([&](StringRef name) -> std::optional<int64_t> {
      auto found = symbols.find(name);
      return found == symbols.end() ? std::nullopt : std::optional(found->second);
    });
    if (!wanted) {
      return emitError(loc) << what.str() << " has a dimension " << i << " of '" << expr.str()
                            << "', in which a symbol is not bound";
    }
    if (*wanted != size) {
      return emitError(loc) << what.str() << " has size " << size << " at dimension " << i
                            << " but its type says " << expr.str() << " = " << *wanted;
    }
  }
  return success();
}

FailureOr<SmallVector<Tensor>> Interpreter::runBlock(Block &block, Values &values) {
  // A value dies after its last use in this block; uses in nested regions count for the op that holds them.
  DenseMap<Operation *, SmallVector<Value>> dying;
  DenseMap<Value, Operation *> lastUse;
  for (Operation &op : block) {
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        if (operand.getParentBlock() == &block) {
          lastUse[operand] = &op;
        }
      }
    });
  }
  for (auto [value, user] : lastUse) {
    dying[user].push_back(value);
  }

  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      return operandsOf(&op, values);
    }
    if (failed(step(&op, values))) {
      return failure();
    }
    for (Value value : dying.lookup(&op)) {
      values.erase(value);
    }
  }
  return emitError(block.getParentOp()->getLoc()) << "a block has no terminator";
}

FailureOr<SmallVector<Tensor>> Interpreter::runOp(Operation *op, ArrayRef<Tensor> operands, Values &values) {
  if (isa<graph::IfOp>(op)) {
    return runIf(op, operands, values);
  }
  if (isa<graph::LoopOp>(op)) {
    return runLoop(op, operands, values);
  }
  if (auto read = dyn_cast<graph::ReadOp>(op)) {
    FailureOr<Tensor> value = runRead(op, read.getVariable());
    return failed(value) ? Results(failure()) : single(*value);
  }
  if (auto assign = dyn_cast<graph::AssignOp>(op)) {
    variables[assign.getVariable()] = operands[0];
    return SmallVector<Tensor>();
  }
  if (auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee")) {
    return runCall(op, callee.getValue(), operands);
  }
  Evaluation evaluation(op, operands, symbols, &textTable);
  std::optional<Results> results = evaluateOp(op, evaluation);
  if (!results) {
    return op->emitError("is not an op that the reference interpreter knows");
  }
  if (failed(*results)) {
    return op->emitOpError(evaluation.reason());
  }
  return std::move(*results);
}

FailureOr<SmallVector<Tensor>> Interpreter::runCall(Operation *op, StringRef callee,
                                                    ArrayRef<Tensor> operands) {
  auto function = module.lookupSymbol<FunctionOpInterface>(callee);
  if (!function || function.isExternal()) {
    return op->emitError() << "calls '" << callee << "', which has no body in the module";
  }
  Block &body = function.getFunctionBody().front();
  Values values;
  if (failed(bindBlockArguments(body, operands, op->getLoc(), values))) {
    return failure();
  }
  return runBlock(body, values);
}

FailureOr<Tensor> Interpreter::runRead(Operation *op, StringRef name) {
  auto found = variables.find(name);
  if (found != variables.end()) {
    return found->second;
  }
  auto variable = module.lookupSymbol<graph::VariableOp>(name);
  if (!variable) {
    return op->emitError() << "reads '" << name << "', which is not a variable of the module";
  }
  FailureOr<Tensor> initial = Tensor::fromElements(variable.getInitial());
  if (failed(initial)) {
    return op->emitError() << "reads '" << name << "', whose element type is not supported";
  }
  variables[name] = *initial;
  return initial;
}

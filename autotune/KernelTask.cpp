//===- KernelTask.cpp - one kernel of a model, to be tuned ----------------===//

#include "autotune/KernelTask.h"
#include "autotune/KernelKey.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "passes/Tile/ConstantArguments.h"

using namespace heddle;
using namespace heddle::tune;

bool tune::isCoarse(ModuleOp module) {
  WalkResult found = module.walk([](Operation *op) {
    bool isFound = llvm::any_of(op->getResultTypes(), [](Type type) {
      Type element = getElementTypeOrSelf(type);
      return (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32) || element.isInteger(8);
    });
    return isFound ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Why a kernel cannot run alone, or an empty text. Its arguments must show every symbol plainly, since that
/// is how a model's inputs give symbols their values.
static std::string whyNotAlone(kernel::LaunchOp launch, const Sizes &sizes) {
  if (launch->hasAttr(kernel::KernelDialect::kSizesAttr)) {
    return "a size of it comes from data";
  }
  llvm::SetVector<StringRef> symbols;
  SmallVector<graph::SymShape> shapes; // whose symbols live as long as they
  for (Value value : llvm::concat<Value>(launch.getOperands(), launch.getResults())) {
    shapes.push_back(graph::shapeOf(value));
    for (const SymExpr &size : shapes.back()) {
      size.collectSymbols(symbols);
    }
  }
  for (StringRef symbol : symbols) {
    if (!sizes.count(symbol)) {
      return "the size '" + symbol.str() + "' is known in a run alone";
    }
  }
  for (Value operand : launch.getOperands()) {
    for (const SymExpr &size : graph::shapeOf(operand)) {
      if (!size.constant() && !size.symbolName()) {
        return "the size '" + size.str() + "' of an argument is an expression";
      }
      if (std::optional<StringRef> symbol = size.symbolName()) {
        symbols.remove(*symbol);
      }
    }
  }
  return symbols.empty() ? "" : "no argument has the size '" + symbols.front().str() + "'";
}

/// The constant that `operand` is. For a rank's block of one, as many of its first elements stand in: any
/// do, as draft and candidate are measured and compared on the same ones.
static Value cloneConstant(OpBuilder &builder, Value operand) {
  auto block = operand.getDefiningOp<dist::BlockOp>();
  if (!block) {
    return builder.clone(*operand.getDefiningOp())->getResult(0);
  }
  auto type = cast<RankedTensorType>(operand.getType());
  SmallVector<char> expanded;
  ArrayRef<char> whole = graph::elementData(graph::constantElements(block.getInput()), expanded);
  ElementsAttr part = graph::makeElements(type, whole.take_front(*graph::tensorBytes(type)));
  return graph::ConstantOp::create(builder, block.getLoc(), part);
}

/// `@main` with an argument for everything that is not a constant at every launch.
static void buildMain(OpBuilder &builder, kernel::FuncOp kernel, kernel::LaunchOp launch,
                      const llvm::SmallBitVector &constants) {
  SmallVector<Type> inputs;
  for (auto [i, operand] : llvm::enumerate(launch.getOperands())) {
    if (!constants.test(i)) {
      inputs.push_back(operand.getType());
    }
  }
  auto type = builder.getFunctionType(inputs, launch.getResultTypes());
  auto main = func::FuncOp::create(builder, kernel.getLoc(), "main", type);
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> operands;
  unsigned numInputs = 0;
  for (auto [i, operand] : llvm::enumerate(launch.getOperands())) {
    if (constants.test(i)) {
      operands.push_back(cloneConstant(builder, operand));
      continue;
    }
    main.setArgAttr(numInputs, graph::GraphDialect::kNameAttr,
                    builder.getStringAttr("x" + std::to_string(numInputs)));
    operands.push_back(main.getArgument(numInputs++));
  }
  for (unsigned i = 0; i < launch.getNumResults(); ++i) {
    main.setResultAttr(i, graph::GraphDialect::kNameAttr, builder.getStringAttr("y" + std::to_string(i)));
  }
  auto copy = kernel::LaunchOp::create(builder, kernel.getLoc(), launch.getResultTypes(), kernel.getSymName(),
                                       operands);
  func::ReturnOp::create(builder, kernel.getLoc(), copy.getResults());
}

static KernelTask makeTask(kernel::LaunchOp launch, kernel::FuncOp kernel,
                           const llvm::SmallBitVector &constants, kernel::TargetAttr target) {
  KernelTask task;
  task.module = ModuleOp::create(kernel.getLoc());
  task.module.get()->setAttr(kernel::KernelDialect::kTargetAttr, target);
  OpBuilder builder = OpBuilder::atBlockEnd(task.module->getBody());
  auto copy = cast<kernel::FuncOp>(builder.clone(*kernel));
  copy.removeScheduleAttr();
  buildMain(builder, copy, launch, constants);
  task.name = kernel.getSymName().str();
  task.target = targetKey(target);
  task.constants = constants;
  return task;
}

std::vector<KernelTask> tune::extractTasks(ModuleOp model, const Sizes &sizes,
                                           std::vector<std::string> &notes) {
  auto target = model->getAttrOfType<kernel::TargetAttr>(kernel::KernelDialect::kTargetAttr);
  assert(target && "the target is chosen before kernels are tuned");
  tile::ConstantArguments constants = tile::findConstantArguments(model);
  llvm::StringMap<std::string> keys; // of kernels by name; empty if the kernel cannot run alone
  llvm::StringMap<size_t> numbers;   // of tasks by key
  std::vector<KernelTask> tasks;
  model.walk([&](kernel::LaunchOp launch) {
    auto [key, isNew] = keys.try_emplace(launch.getCallee());
    if (isNew) {
      auto kernel = model.lookupSymbol<kernel::FuncOp>(launch.getCallee());
      std::string why = whyNotAlone(launch, sizes);
      if (!why.empty()) {
        notes.push_back(launch.getCallee().str() + " is not tuned: " + why);
        return;
      }
      const llvm::SmallBitVector &fixed = constants.find(launch.getCallee())->second;
      key->second = kernelKey(kernel, fixed);
      if (numbers.try_emplace(key->second, tasks.size()).second) {
        tasks.push_back(makeTask(launch, kernel, fixed, target));
        tasks.back().key = key->second;
      }
    }
    if (!key->second.empty()) {
      ++tasks[numbers[key->second]].launches;
    }
  });
  return tasks;
}

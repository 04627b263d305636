//===- Storage.cpp - reading what was decided about memory ----------------===//

#include "codegen/Common/Storage.h"
#include "dialects/Graph/IR/Constant.h"
#include "heddle/abi.h"
#include "mlir/IR/SymbolTable.h"

using namespace heddle;
using namespace heddle::codegen;

func::FuncOp codegen::lookupMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal() || !main.getBody().hasOneBlock()) {
    mlir::emitError(module.getLoc(), "the module has no function 'main' of one block");
    return {};
  }
  return main;
}

StorageAttr codegen::storageAt(Operation *op, StringRef attr, unsigned index) {
  auto array = op->getAttrOfType<ArrayAttr>(attr);
  return array && index < array.size() ? dyn_cast<StorageAttr>(array[index]) : StorageAttr();
}

StorageAttr codegen::storageOf(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    return storageAt(result.getOwner(), kStorageAttr, result.getResultNumber());
  }
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  MLIRContext *context = value.getContext();
  if (isa<func::FuncOp>(parent)) {
    return StorageAttr::get(context, StorageKind::Input, argument.getArgNumber());
  }
  auto loop = cast<graph::LoopOp>(parent);
  if (argument.getArgNumber() == 0) {
    return loop->getAttrOfType<StorageAttr>(kTripAttr);
  }
  auto carried = loop->getAttrOfType<ArrayAttr>(kCarriedAttr);
  unsigned index = argument.getArgNumber() - 1;
  if (carried && cast<ArrayAttr>(carried[index]).empty()) {
    return storageOf(loop.getInitial()[index]);
  }
  return StorageAttr::get(context, StorageKind::Pointer, 0);
}

Value codegen::rootOf(Value value) {
  while (auto reshape = value.getDefiningOp<graph::ReshapeOp>()) {
    value = reshape.getInput();
  }
  return value;
}

std::optional<SymExpr> codegen::knownElement(Value tensor, int64_t element) {
  tensor = rootOf(tensor);
  if (auto symbolic = tensor.getDefiningOp<graph::SymbolicOp>()) {
    if (element >= static_cast<int64_t>(symbolic.getExprs().size())) {
      return std::nullopt;
    }
    FailureOr<SymExpr> expr = SymExpr::parse(cast<StringAttr>(symbolic.getExprs()[element]).getValue());
    return succeeded(expr) ? std::optional<SymExpr>(*expr) : std::nullopt;
  }
  std::optional<SmallVector<int64_t>> values = graph::constantIntegers(tensor);
  if (!values || element >= static_cast<int64_t>(values->size())) {
    return std::nullopt;
  }
  return SymExpr((*values)[element]);
}

SymExpr codegen::bytesOf(Type tensorType) {
  return product(graph::shapeOf(tensorType)) *
         SymExpr(graph::elementBytes(cast<RankedTensorType>(tensorType).getElementType()));
}

SmallVector<StringAttr> codegen::blockAxes(dist::LayoutAttr layout) {
  SmallVector<StringAttr> axes;
  for (unsigned dim = 0; dim < layout.getRank(); ++dim) {
    llvm::append_range(axes, layout.axesOf(dim));
  }
  return axes;
}

bool codegen::isMadeInPlace(dist::AllReduceOp reduce) {
  Value root = rootOf(reduce.getInput());
  Operation *maker = root.getDefiningOp();
  if (!maker || maker->getBlock() != reduce->getBlock() ||
      !(isa<kernel::LaunchOp>(maker) || dist::isCollective(maker))) {
    return false;
  }
  SmallVector<Value> aliases = {root};
  while (!aliases.empty()) {
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      auto reshape = dyn_cast<graph::ReshapeOp>(use.getOwner());
      if (reshape && use.get() == reshape.getInput()) {
        aliases.push_back(reshape.getResult());
      } else if (use.getOwner() != reduce) {
        return false;
      }
    }
  }
  return true;
}

llvm::SetVector<StringRef> codegen::entrySymbols(func::FuncOp main) {
  llvm::SetVector<StringRef> symbols;
  symbols.insert(kWorkersSymbol);
  // The names live in the context's attributes: shapes are parsed anew at each call.
  auto insert = [&](StringRef name) { symbols.insert(StringAttr::get(main.getContext(), name).getValue()); };
  for (Type type : main.getArgumentTypes()) {
    for (const SymExpr &size : graph::shapeOf(type)) {
      if (std::optional<StringRef> name = size.symbolName()) {
        insert(*name);
      }
    }
  }
  return symbols;
}

bool codegen::usesOnly(const SymExpr &expr, const llvm::SetVector<StringRef> &symbols) {
  llvm::SetVector<StringRef> used;
  expr.collectSymbols(used);
  return llvm::all_of(used, [&](StringRef name) { return symbols.contains(name); });
}

bool codegen::isShapeKnown(Type tensorType, const llvm::SetVector<StringRef> &symbols) {
  return llvm::all_of(graph::shapeOf(tensorType),
                      [&](const SymExpr &size) { return usesOnly(size, symbols); });
}

/// Whether the buffers that take turns for a carried value are slots.
static bool isNextSlot(func::FuncOp main, int64_t index) {
  bool found = false;
  main.walk([&](graph::LoopOp loop) {
    int64_t first = loop->getAttrOfType<IntegerAttr>(kFirstNextAttr).getInt();
    auto carried = loop->getAttrOfType<ArrayAttr>(kCarriedAttr);
    if (index >= first && index < first + static_cast<int64_t>(carried.size())) {
      auto buffers = cast<ArrayAttr>(carried[index - first]);
      found = !buffers.empty() && cast<StorageAttr>(buffers[0]).getKind() == StorageKind::Slot;
    }
  });
  return found;
}

bool codegen::allocatesDuringRun(Operation *op, const llvm::SetVector<StringRef> &symbols) {
  if (auto end = dyn_cast<func::ReturnOp>(op)) {
    for (auto [index, value] : llvm::enumerate(end.getOperands())) {
      auto output = StorageAttr::get(op->getContext(), StorageKind::Output, index);
      if (storageOf(rootOf(value)) != output && !isShapeKnown(value.getType(), symbols)) {
        return true;
      }
    }
    return false;
  }
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op); reduce && isMadeInPlace(reduce)) {
    return false; // its operand's step has asked
  }
  auto scratch = op->getAttrOfType<StorageAttr>(kScratchStorageAttr);
  if (scratch && scratch.getKind() == StorageKind::Slot) {
    return true;
  }
  return llvm::any_of(op->getResults(), [&](OpResult result) {
    StorageAttr storage = storageOf(result);
    switch (storage.getKind()) {
    case StorageKind::Slot:
      return true;
    case StorageKind::Output:
      return !isShapeKnown(result.getType(), symbols);
    case StorageKind::Next:
      return isNextSlot(op->getParentOfType<func::FuncOp>(), storage.getIndex());
    default:
      return false;
    }
  });
}

int64_t codegen::variableIndex(func::FuncOp main, StringRef name) {
  int64_t index = 0;
  for (auto variable : main->getParentOfType<ModuleOp>().getOps<graph::VariableOp>()) {
    if (variable.getSymName() == name) {
      return index;
    }
    ++index;
  }
  llvm_unreachable("accesses of variables are verified");
}

SmallVector<SizeBinding> codegen::sizeBindings(Operation *op, llvm::function_ref<bool(StringRef)> isBound) {
  SmallVector<SizeBinding> bindings;
  if (auto sizes = op->getAttrOfType<DictionaryAttr>(kernel::KernelDialect::kSizesAttr)) {
    for (NamedAttribute entry : sizes) {
      auto place = cast<DenseI64ArrayAttr>(entry.getValue());
      bindings.push_back({entry.getName().getValue(), op->getOperand(place[0]), place[1]});
    }
    return bindings;
  }
  auto reshape = dyn_cast<graph::ReshapeOp>(op);
  if (!reshape || !reshape.getSize()) {
    return bindings;
  }
  for (auto [dim, size] : llvm::enumerate(graph::shapeOf(reshape.getResult()))) {
    std::optional<StringRef> name = size.symbolName();
    if (name && !isBound(*name)) {
      StringRef kept = StringAttr::get(op->getContext(), *name).getValue();
      bindings.push_back({kept, reshape.getSize(), static_cast<int64_t>(dim)});
    }
  }
  return bindings;
}

func::FuncOp codegen::calleeOf(kernel::LaunchOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(launch, launch.getCalleeAttr());
}

SymExpr codegen::scratchBytesOf(func::FuncOp kernel) {
  auto text = kernel->getAttrOfType<StringAttr>(kernel::KernelDialect::kScratchAttr);
  if (!text) {
    return 0;
  }
  FailureOr<SymExpr> bytes = SymExpr::parse(text.getValue());
  assert(succeeded(bytes) && "the tile stage writes what SymExpr prints");
  return *bytes;
}

bool codegen::isSerial(func::FuncOp kernel) { return kernel->hasAttr(kernel::KernelDialect::kSerialAttr); }

SymExpr codegen::scratchPart(func::FuncOp kernel) {
  return SymExpr::ceilDiv(scratchBytesOf(kernel), HEDDLE_ALIGNMENT) * SymExpr(HEDDLE_ALIGNMENT);
}

SymExpr codegen::scratchOfAll(kernel::LaunchOp launch) {
  func::FuncOp kernel = calleeOf(launch);
  SymExpr part = scratchPart(kernel);
  return isSerial(kernel) ? part : part * SymExpr::symbol(kWorkersSymbol);
}

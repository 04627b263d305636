//===- CollectWeights.cpp - give every constant its place in the weights --===//
//
// Weights lie in the order of first use, each 64-byte aligned, equal ones once. Equality is of bytes, type
// and layout: a model file often holds the same table many times under different names.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/Passes.h"
#include "codegen/Common/Storage.h"
#include "dialects/Graph/IR/Constant.h"
#include "heddle/abi.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>

namespace heddle::codegen {
#define GEN_PASS_DEF_COLLECTWEIGHTSPASS
#include "codegen/Common/Passes.h.inc"
} // namespace heddle::codegen

using namespace heddle;
using namespace heddle::codegen;
using kernel::KernelDialect;
using kernel::PanelsAttr;

namespace {

/// The layout in which `use` wants its constant, or null for row-major.
PanelsAttr wantedLayout(OpOperand &use) {
  auto launch = dyn_cast<kernel::LaunchOp>(use.getOwner());
  if (!launch) {
    return {};
  }
  Operation *callee = SymbolTable::lookupNearestSymbolFrom(launch, launch.getCalleeAttr());
  // A lowered kernel has the context before its arguments.
  unsigned argument = use.getOperandNumber() + (isa_and_nonnull<func::FuncOp>(callee) ? 1 : 0);
  auto function = dyn_cast_or_null<FunctionOpInterface>(callee);
  return function ? function.getArgAttrOfType<PanelsAttr>(argument, KernelDialect::kLayoutAttr)
                  : PanelsAttr();
}

/// Bytes of a constant in its layout.
FailureOr<int64_t> packedBytes(ShapedType type, PanelsAttr layout, Location loc) {
  std::optional<int64_t> bytes = graph::tensorBytes(type);
  if (!bytes) {
    return mlir::emitError(loc, "a constant has a size beyond 63 bits");
  }
  if (!layout) {
    return *bytes;
  }
  int64_t columns = 1;
  for (int64_t dim : layout.getColumns()) {
    columns *= type.getDimSize(dim);
  }
  return columns == 0 ? 0 : *bytes / columns * llvm::alignTo(columns, layout.getWidth());
}

class Collector {
public:
  explicit Collector(ModuleOp module) : module(module), b(module.getBodyRegion()) {}

  /// Places the uses of one constant, a clone for each layout beyond the first.
  LogicalResult collect(graph::ConstantOp constant) {
    llvm::MapVector<PanelsAttr, SmallVector<OpOperand *>> uses;
    SmallVector<OpOperand *> latestFirst;
    for (OpOperand &use : constant->getUses()) {
      latestFirst.push_back(&use);
    }
    for (OpOperand *use : llvm::reverse(latestFirst)) {
      uses[wantedLayout(*use)].push_back(use);
    }
    if (uses.empty()) {
      constant.erase();
      return success();
    }
    bool isFirst = true;
    for (auto &[layout, operands] : uses) {
      graph::ConstantOp holder = constant;
      if (!isFirst) {
        holder = cast<graph::ConstantOp>(OpBuilder(constant).clone(*constant));
        for (OpOperand *operand : operands) {
          operand->set(holder.getResult());
        }
      }
      isFirst = false;
      FailureOr<int64_t> offset = place(constant.getValue(), layout, constant.getLoc());
      if (failed(offset)) {
        return failure();
      }
      setStorage(holder, *offset);
    }
    return success();
  }

  /// Places what a variable holds at first.
  LogicalResult collect(graph::VariableOp variable) {
    FailureOr<int64_t> offset = place(variable.getInitial(), {}, variable.getLoc());
    if (succeeded(offset)) {
      setStorage(variable, *offset);
    }
    return offset;
  }

private:
  void setStorage(Operation *op, int64_t offset) {
    op->setAttr(kStorageAttr,
                b.getArrayAttr({StorageAttr::get(b.getContext(), StorageKind::Weight, offset)}));
  }

  /// The offset of the weight, made unless an equal one is there.
  FailureOr<int64_t> place(ElementsAttr value, PanelsAttr layout, Location loc) {
    auto known = byValue.find({value, layout});
    if (known != byValue.end()) {
      return known->second;
    }
    SmallVector<char> expanded;
    ArrayRef<char> data = graph::elementData(value, expanded);
    auto &candidates = byHash[llvm::xxh3_64bits(StringRef(data.data(), data.size()))];
    for (kernel::WeightOp weight : candidates) {
      SmallVector<char> other;
      if (weight.getLayoutAttr() == layout && weight.getValue().getType() == value.getType() &&
          graph::elementData(weight.getValue(), other) == data) {
        return byValue[{value, layout}] = weight.getOffset();
      }
    }
    FailureOr<int64_t> bytes = packedBytes(value.getShapedType(), layout, loc);
    if (failed(bytes)) {
      return failure();
    }
    int64_t offset = end;
    candidates.push_back(kernel::WeightOp::create(b, loc, ("weight" + Twine(byValue.size())).str(), value,
                                                  layout, offset, *bytes));
    end = llvm::alignTo(offset + *bytes, HEDDLE_ALIGNMENT);
    return byValue[{value, layout}] = offset;
  }

  ModuleOp module;
  OpBuilder b;
  int64_t end = 0;
  DenseMap<std::pair<Attribute, Attribute>, int64_t> byValue;
  std::map<uint64_t, SmallVector<kernel::WeightOp>> byHash;
};

struct CollectWeightsPass : public codegen::impl::CollectWeightsPassBase<CollectWeightsPass> {
  void runOnOperation() override {
    func::FuncOp main = lookupMain(getOperation());
    if (!main) {
      return signalPassFailure();
    }
    SmallVector<graph::ConstantOp> constants;
    main.walk([&](graph::ConstantOp constant) { constants.push_back(constant); });
    Collector collector(getOperation());
    for (graph::ConstantOp constant : constants) {
      if (failed(collector.collect(constant))) {
        return signalPassFailure();
      }
    }
    for (auto variable : getOperation().getOps<graph::VariableOp>()) {
      if (failed(collector.collect(variable))) {
        return signalPassFailure();
      }
    }
  }
};

} // namespace

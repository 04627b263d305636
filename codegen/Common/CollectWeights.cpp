//===- CollectWeights.cpp - give every constant its place in the weights --===//
//
// Weights lie in the order of first use, each 64-byte aligned, equal ones once. Equality is of bytes, type
// and layout: a model file often holds the same table many times under different names.
//
// A constant that is split over ranks lies there in blocks, one behind the other and each packed as its
// kernel wants it, so that a rank reads its own alone. Ranks that need the same block share it.
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
  auto productOf = [&](ArrayRef<int64_t> dims) {
    int64_t count = 1;
    for (int64_t dim : dims) {
      count *= type.getDimSize(dim);
    }
    return count;
  };
  int64_t panels = llvm::divideCeil(productOf(layout.getColumns()), layout.getWidth());
  int64_t elementBytes = graph::elementBytes(type.getElementType());
  return productOf(layout.getBatch()) * panels *
         layout.panelBytes(productOf(layout.getDepth()), elementBytes);
}

class Collector {
public:
  explicit Collector(ModuleOp module) : module(module), b(module.getBodyRegion()) {}

  /// Places the uses of one constant, a clone for each layout beyond the first.
  LogicalResult collect(graph::ConstantOp constant) {
    if (constant->use_empty()) {
      constant.erase();
      return success();
    }
    return forEachLayout(constant, [&](Operation *holder, PanelsAttr layout) -> LogicalResult {
      FailureOr<int64_t> offset = place({constant.getValue(), layout, {}}, constant.getLoc());
      if (succeeded(offset)) {
        setStorage(holder, *offset);
      }
      return offset;
    });
  }

  /// Places the blocks of a constant, for each layout beyond the first anew.
  LogicalResult collect(dist::BlockOp block) {
    return forEachLayout(block, [&](Operation *holder, PanelsAttr layout) {
      return placeBlocks(cast<dist::BlockOp>(holder), layout);
    });
  }

  /// Places what a variable holds at first.
  LogicalResult collect(graph::VariableOp variable) {
    FailureOr<int64_t> offset = place({variable.getInitial(), {}, {}}, variable.getLoc());
    if (succeeded(offset)) {
      setStorage(variable, *offset);
    }
    return offset;
  }

private:
  /// A constant as it lies in memory; `block` is the part of it, or null for all.
  struct Form {
    ElementsAttr value;
    PanelsAttr layout;
    DenseI64ArrayAttr block;
    auto key() const { return std::make_tuple(Attribute(value), Attribute(layout), Attribute(block)); }
  };

  /// Calls `placeAs` for every layout in which memory is read that `op` names, in the order of first use,
  /// with the op itself and then with clones that its other uses get.
  LogicalResult forEachLayout(Operation *op,
                              llvm::function_ref<LogicalResult(Operation *, PanelsAttr)> placeAs) {
    llvm::MapVector<PanelsAttr, SmallVector<OpOperand *>> uses;
    SmallVector<OpOperand *> latestFirst;
    for (OpOperand &use : op->getUses()) {
      if (!isa<dist::BlockOp>(use.getOwner())) { // its blocks are placed by themselves
        latestFirst.push_back(&use);
      }
    }
    for (OpOperand *use : llvm::reverse(latestFirst)) {
      uses[wantedLayout(*use)].push_back(use);
    }
    Operation *holder = op;
    for (auto &[layout, operands] : uses) {
      if (!holder) {
        holder = OpBuilder(op).clone(*op);
        for (OpOperand *operand : operands) {
          operand->set(holder->getResult(0));
        }
      }
      if (failed(placeAs(holder, layout))) {
        return failure();
      }
      holder = nullptr;
    }
    return success();
  }

  /// On a mesh of data = 2, model = 4, [6, 8] laid out as [{}, {model}] lies in four blocks of [6, 2]; block
  /// 3 starts at [0, 6].
  LogicalResult placeBlocks(dist::BlockOp block, PanelsAttr layout) {
    dist::MeshOp mesh = dist::MeshOp::of(block);
    auto value = block.getInput().getDefiningOp<graph::ConstantOp>().getValue();
    ArrayRef<int64_t> shape = cast<RankedTensorType>(block.getResult().getType()).getShape();
    SmallVector<StringAttr> axes = blockAxes(block.getLayout());
    int64_t count = mesh.groupSize(axes), stride = 0, first = 0;
    for (int64_t number = 0; number < count; ++number) {
      SmallVector<int64_t> part(shape.size());
      int64_t rest = number;
      for (size_t dim = shape.size(); dim-- > 0;) {
        int64_t blocks = mesh.groupSize(block.getLayout().axesOf(dim));
        part[dim] = rest % blocks * shape[dim];
        rest /= blocks;
      }
      part.append(shape.begin(), shape.end());
      FailureOr<int64_t> offset = place(
          {value, layout, count == 1 ? DenseI64ArrayAttr() : b.getDenseI64ArrayAttr(part)}, block.getLoc());
      if (failed(offset)) {
        return failure();
      }
      first = number == 0 ? *offset : first;
      stride = number == 1 ? *offset - first : stride;
      assert(*offset == first + number * stride && "blocks of one constant are placed together");
    }
    setStorage(block, first);
    if (count > 1) {
      block->setAttr(kBlockStrideAttr, b.getI64IntegerAttr(stride));
    }
    return success();
  }

  void setStorage(Operation *op, int64_t offset) {
    op->setAttr(kStorageAttr,
                b.getArrayAttr({StorageAttr::get(b.getContext(), StorageKind::Weight, offset)}));
  }

  /// The offset of the weight, made unless an equal one is there.
  FailureOr<int64_t> place(const Form &form, Location loc) {
    auto known = byForm.find(form.key());
    if (known != byForm.end()) {
      return known->second;
    }
    std::optional<kernel::WeightOp> equal = form.block ? std::nullopt : findEqual(form);
    if (equal) {
      return byForm[form.key()] = equal->getOffset();
    }
    ShapedType type = form.value.getShapedType();
    if (form.block) {
      type = type.clone(form.block.asArrayRef().take_back(type.getRank()));
    }
    FailureOr<int64_t> bytes = packedBytes(type, form.layout, loc);
    if (failed(bytes)) {
      return failure();
    }
    int64_t offset = end;
    auto weight = kernel::WeightOp::create(b, loc, ("weight" + Twine(byForm.size())).str(), form.value,
                                           form.layout, offset, *bytes);
    if (form.block) {
      weight->setAttr(kBlockAttr, form.block);
    } else {
      byHash[hashOf(form.value)].push_back(weight);
    }
    end = llvm::alignTo(offset + *bytes, HEDDLE_ALIGNMENT);
    return byForm[form.key()] = offset;
  }

  static uint64_t hashOf(ElementsAttr value) {
    SmallVector<char> expanded;
    ArrayRef<char> data = graph::elementData(value, expanded);
    return llvm::xxh3_64bits(StringRef(data.data(), data.size()));
  }

  /// A weight with the same bytes, type and layout from another attribute.
  std::optional<kernel::WeightOp> findEqual(const Form &form) {
    SmallVector<char> expanded, other;
    ArrayRef<char> data = graph::elementData(form.value, expanded);
    for (kernel::WeightOp weight : byHash[hashOf(form.value)]) {
      if (weight.getLayoutAttr() == form.layout && weight.getValue().getType() == form.value.getType() &&
          graph::elementData(weight.getValue(), other) == data) {
        return weight;
      }
    }
    return std::nullopt;
  }

  ModuleOp module;
  OpBuilder b;
  int64_t end = 0;
  DenseMap<std::tuple<Attribute, Attribute, Attribute>, int64_t> byForm;
  std::map<uint64_t, SmallVector<kernel::WeightOp>> byHash;
};

struct CollectWeightsPass : public codegen::impl::CollectWeightsPassBase<CollectWeightsPass> {
  void runOnOperation() override {
    func::FuncOp main = lookupMain(getOperation());
    if (!main) {
      return signalPassFailure();
    }
    SmallVector<graph::ConstantOp> constants;
    SmallVector<dist::BlockOp> blocks;
    main.walk([&](graph::ConstantOp constant) { constants.push_back(constant); });
    main.walk([&](dist::BlockOp block) { blocks.push_back(block); });
    Collector collector(getOperation());
    for (graph::ConstantOp constant : constants) {
      if (failed(collector.collect(constant))) {
        return signalPassFailure();
      }
    }
    for (dist::BlockOp block : blocks) {
      if (failed(collector.collect(block))) {
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

//===- FusionRules.cpp - what may share a kernel --------------------------===//

#include "passes/Fuse/FusionRules.h"
#include "dialects/Dist/IR/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::fuse;
using kernel::Anchor;

static bool isDepthwise(graph::ConvOp conv) {
  int64_t channels = conv.getInput().getType().getShape().back(), groups = conv.getGroups();
  return groups > 1 && groups == channels;
}

std::optional<Anchor> fuse::anchorOf(Operation *op) {
  using Result = std::optional<Anchor>;
  if (isElementwise(op)) {
    return Anchor::Map;
  }
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<graph::TransposeOp, graph::BroadcastOp, graph::SliceOp, graph::PadOp, graph::ConcatOp,
            graph::GatherOp, graph::GatherElementsOp, graph::GatherNdOp, graph::IotaOp, graph::RandomOp>(
          [](auto) { return Anchor::Map; })
      .Case<graph::ReduceOp>([](auto) { return Anchor::Reduce; })
      .Case<graph::ContractOp>([](auto) { return Anchor::Contract; })
      .Case<graph::ConvOp>(
          [](graph::ConvOp conv) { return isDepthwise(conv) ? Anchor::Window : Anchor::Contract; })
      .Case<graph::PoolOp>([](auto) { return Anchor::Window; })
      .Case<graph::ArgReduceOp, graph::ArgPoolOp, graph::CumulativeOp, graph::ScatterElementsOp,
            graph::ScatterNdOp>([](auto) { return Anchor::Move; })
      .Case<graph::TopKOp, graph::NonZeroOp, graph::UniqueOp, graph::NonMaxSuppressionOp, graph::TextJoinOp,
            graph::TextCaseOp, graph::TextCountOp, graph::TextSplitOp, graph::TextMatchOp>(
          [](auto) { return Anchor::Library; })
      .Default([](Operation *) { return std::nullopt; });
}

bool fuse::isElementwise(Operation *op) { return op->hasTrait<graph::ElementwiseOp>(); }

bool fuse::isInlineMovement(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<graph::BroadcastOp, graph::IotaOp>([](auto) { return true; })
      .Case<graph::SliceOp>(
          [](graph::SliceOp slice) { return slice.getSteps().empty() || slice.getSteps().back() == 1; })
      .Case<graph::TransposeOp>([](graph::TransposeOp transpose) {
        ArrayRef<int64_t> permutation = transpose.getPermutation();
        return permutation.empty() || permutation.back() == static_cast<int64_t>(permutation.size()) - 1;
      })
      .Case<graph::GatherOp>([](graph::GatherOp gather) {
        return static_cast<int64_t>(gather.getAxis()) + 1 < gather.getInput().getType().getRank();
      })
      .Default([](Operation *) { return false; });
}

bool fuse::isWeightConversion(Operation *op) {
  auto conversion = dyn_cast_or_null<graph::CastOp>(op);
  if (!conversion ||
      !isa_and_nonnull<graph::ConstantOp, dist::BlockOp>(conversion.getInput().getDefiningOp())) {
    return false;
  }
  Type from = conversion.getInput().getType().getElementType();
  return from.isInteger(8) && conversion.getResult().getType().getElementType().isF32();
}

/// The tensor that a look-up of single elements reads, or null for other ops.
static Value lookedUpIn(Operation *op) {
  if (auto gather = dyn_cast<graph::GatherOp>(op)) {
    return gather.getInput().getType().getRank() == 1 ? gather.getInput() : Value();
  }
  auto gather = dyn_cast<graph::GatherElementsOp>(op);
  return gather ? gather.getInput() : Value();
}

bool fuse::isElementLookUp(Operation *op) { return lookedUpIn(op) != nullptr; }

bool fuse::isLookedUpBy(Operation *producer, Operation *consumer) {
  Value list = lookedUpIn(consumer);
  return list && list.getDefiningOp() != producer;
}

bool fuse::isFreeToDuplicate(Operation *op) {
  return isa<graph::BroadcastOp, graph::IotaOp, graph::SymbolicOp>(op);
}

/// A handful of instructions per element.
static bool isCheap(Operation *op) {
  return isInlineMovement(op) ||
         isa<graph::AddOp, graph::SubOp, graph::MulOp, graph::NegOp, graph::AbsOp, graph::MaxOp, graph::MinOp,
             graph::AndOp, graph::OrOp, graph::XorOp, graph::NotOp, graph::CompareOp, graph::SelectOp,
             graph::CastOp, graph::BitcastOp>(op);
}

bool fuse::repeatsWork(Operation *producer, Operation *consumer) {
  if (isCheap(producer)) {
    return false;
  }
  if (isa<graph::GatherOp, graph::GatherElementsOp, graph::GatherNdOp, graph::BroadcastOp>(consumer)) {
    return true;
  }
  graph::SymShape small = graph::shapeOf(producer->getResult(0)),
                  large = graph::shapeOf(consumer->getResult(0));
  if (small.size() > large.size()) {
    return false; // a reduction or a slice reads each element at most once
  }
  // A dimension stretched behind the last one that is not: the value is loop-invariant there and computed
  // once. A missing or stretched outer dimension repeats the work.
  size_t missing = large.size() - small.size();
  bool stretchedOuter = llvm::any_of(llvm::ArrayRef(large).take_front(missing),
                                     [](const SymExpr &size) { return !size.isConstant(1); });
  bool walked = false;
  for (size_t i = small.size(); i-- > 0;) {
    bool stretched = small[i].isConstant(1) && !large[missing + i].isConstant(1);
    stretchedOuter |= stretched && walked;
    walked |= !small[i].isConstant(1);
  }
  return walked && stretchedOuter;
}

bool fuse::isClonedIntoKernels(Operation *op) {
  if (isa<graph::SymbolicOp>(op)) {
    return true;
  }
  auto constant = dyn_cast<graph::ConstantOp>(op);
  if (!constant) {
    return false;
  }
  auto type = cast<RankedTensorType>(constant.getResult().getType());
  constexpr int64_t kShortList = 16; // guess: as many immediates are better than a load
  return type.getNumElements() == 1 ||
         (type.getRank() <= 1 && type.getElementType().isInteger() && type.getNumElements() <= kShortList);
}

/// Adds the symbols of `expr`; their names live in the context.
static void collectInto(MLIRContext *context, const SymExpr &expr, llvm::SetVector<StringRef> &symbols) {
  llvm::SetVector<StringRef> names;
  expr.collectSymbols(names);
  for (StringRef name : names) {
    symbols.insert(StringAttr::get(context, name).getValue());
  }
}

/// Symbols that an op's results and attributes mention, also inside its regions.
static void collectSymbols(Operation *op, llvm::SetVector<StringRef> &symbols) {
  auto collectFromText = [&](ArrayAttr texts) {
    for (StringAttr text : texts.getAsRange<StringAttr>()) {
      if (FailureOr<SymExpr> expr = SymExpr::parse(text); succeeded(expr)) {
        collectInto(op->getContext(), *expr, symbols);
      }
    }
  };
  op->walk([&](Operation *inner) {
    for (Type type : inner->getResultTypes()) {
      if (isa<RankedTensorType>(type)) {
        for (const SymExpr &size : graph::shapeOf(type)) {
          collectInto(op->getContext(), size, symbols);
        }
      }
    }
    llvm::TypeSwitch<Operation *>(inner)
        .Case<graph::SymbolicOp>([&](auto symbolic) { collectFromText(symbolic.getExprs()); })
        .Case<graph::SliceOp>([&](auto slice) { collectFromText(slice.getStarts()); })
        .Case<graph::PadOp>([&](auto pad) { collectFromText(pad.getLows()); });
  });
}

/// Symbols that have a value before the block runs.
static llvm::DenseSet<StringRef> entrySymbols(Block &block) {
  llvm::SetVector<StringRef> symbols;
  for (Block *outer = &block; outer; outer = outer->getParentOp()->getBlock()) {
    for (BlockArgument argument : outer->getArguments()) {
      for (const SymExpr &size : graph::shapeOf(argument)) {
        collectInto(argument.getContext(), size, symbols);
      }
    }
    if (isa<func::FuncOp>(outer->getParentOp())) {
      break;
    }
  }
  return llvm::DenseSet<StringRef>(symbols.begin(), symbols.end());
}

void fuse::forEachDependency(Block &block, llvm::function_ref<void(Operation *op, Operation *needed)> visit) {
  Operation *lastEffect = nullptr;
  llvm::DenseSet<StringRef> known = entrySymbols(block);
  llvm::DenseMap<StringRef, Operation *>
      binder; // the first op of the block that mentions a symbol gives it its value
  for (Operation &op : block) {
    SetVector<Value> used(op.operand_begin(), op.operand_end());
    for (Region &region : op.getRegions()) {
      getUsedValuesDefinedAbove(region, used);
    }
    for (Value value : used) {
      if (Operation *producer = value.getDefiningOp(); producer && producer->getBlock() == &block) {
        visit(&op, producer);
      }
    }
    llvm::SetVector<StringRef> symbols;
    collectSymbols(&op, symbols);
    for (StringRef symbol : symbols) {
      if (known.contains(symbol)) {
        continue;
      }
      Operation *first = binder.try_emplace(symbol, &op).first->second;
      if (first != &op) {
        visit(&op, first);
      }
    }
    if (isa<graph::ReadOp, graph::AssignOp, graph::IfOp, graph::LoopOp>(op) || dist::isCollective(&op)) {
      if (lastEffect) {
        visit(&op, lastEffect);
      }
      lastEffect = &op;
    }
  }
}

bool fuse::haveEqualShapes(Value a, Value b) {
  return a.getType() == b.getType() || graph::shapeOf(a) == graph::shapeOf(b);
}

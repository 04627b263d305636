//===- StepsCollectives.cpp - other ranks in a run ------------------------===//
//
// A collective is a step of worker 0: the barriers around it are those of any such step, and a failure shows
// at the next one. This rank's place in a group is asked for once, on entry.
//
//===----------------------------------------------------------------------===//

#include "codegen/Common/StepsBuilder.h"
#include "dialects/Kernel/IR/AbiTypes.h"
#include "heddle/abi.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::codegen;

static ArrayAttr listOf(MLIRContext *context, ArrayRef<StringAttr> axes) {
  return ArrayAttr::get(context, SmallVector<Attribute>(axes.begin(), axes.end()));
}

int64_t StepsBuilder::groupOf(ArrayRef<StringAttr> axes) {
  ArrayAttr list = listOf(b.getContext(), axes);
  groups.insert(list);
  return llvm::find(groups, list) - groups.begin();
}

ArrayAttr StepsBuilder::groupList() { return b.getArrayAttr(groups.getArrayRef()); }

Value StepsBuilder::coord(ArrayRef<StringAttr> axes) {
  Value &made = coords[listOf(b.getContext(), axes)];
  if (!made) {
    Value group = arith::ConstantIntOp::create(entry, loc, groupOf(axes), 64);
    Value operands[] = {context, group};
    declare("heddle_coord", operands, b.getI64Type());
    made = func::CallOp::create(entry, loc, "heddle_coord", TypeRange(b.getI64Type()), operands).getResult(0);
  }
  return made;
}

void StepsBuilder::emitCoord(dist::CoordOp op) {
  Value number = coord(dist::axisList(op.getAxes()));
  storeNumber(number, address(op.getResult()));
}

void StepsBuilder::emitBlock(dist::BlockOp block) {
  auto stride = block->getAttrOfType<IntegerAttr>(kBlockStrideAttr);
  if (!stride) {
    return; // its storage says all
  }
  Value number = coord(blockAxes(block.getLayout()));
  Value distance = arith::MulIOp::create(b, loc, number, constant(stride.getInt()));
  pointers[block.getResult()] = offsetBy(addressOf(storageOf(block.getResult())), distance);
}

/// The ABI's number, or nothing.
static std::optional<int64_t> reduceKind(graph::Combiner combiner) {
  switch (combiner) {
  case graph::Combiner::Add:
    return HEDDLE_REDUCE_ADD;
  case graph::Combiner::Max:
    return HEDDLE_REDUCE_MAX;
  case graph::Combiner::Min:
    return HEDDLE_REDUCE_MIN;
  default:
    return std::nullopt;
  }
}

/// Whether the runtime combines elements of a type: its numbers of at least 8 bits, but for 8-bit floats.
static bool isReducible(Type type) {
  return type.isF32() || type.isF64() || type.isF16() || type.isBF16() ||
         (type.isInteger() && type.getIntOrFloatBitWidth() >= 8);
}

void StepsBuilder::emitCollective(Operation *op) {
  Type element = cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  SmallVector<StringAttr> axes = dist::axisList(op->getAttrOfType<ArrayAttr>("axes"));
  bool isReduction = isa<dist::AllReduceOp, dist::ReduceScatterOp>(op);
  if (isReduction && !isReducible(element)) {
    op->emitError("combines elements of type ") << element << ", which the runtime cannot";
    hasFailed = true;
    return;
  }
  if (allocatesDuringRun(op, knownSymbols)) {
    allocateFor(op);
  }
  onWorkerZero([&] {
    Value input = op->getOperand(0), result = op->getResult(0);
    SymExpr inputBytes = bytesOf(input.getType());
    SmallVector<Value> operands = {context, constant(groupOf(axes)), address(input), address(result)};
    auto addReduction = [&](graph::Combiner combiner) {
      operands.push_back(value(product(graph::shapeOf(result))));
      operands.push_back(constant(kernel::abiDtype(element)));
      operands.push_back(constant(*reduceKind(combiner)));
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<dist::AllReduceOp, dist::ReduceScatterOp>(
            [&](auto reduce) { addReduction(reduce.getCombiner()); })
        .Case<dist::AllGatherOp>([&](auto) { operands.push_back(value(inputBytes)); })
        .Case<dist::AllToAllOp>([&](auto) {
          SymExpr size = dist::MeshOp::of(op).groupSize(axes);
          operands.push_back(value(SymExpr::floorDiv(inputBytes, size)));
        })
        .Case<dist::PermuteOp>([&](dist::PermuteOp permute) {
          SmallVector<int64_t> pairs;
          for (auto [source, target] : llvm::zip(permute.getSources(), permute.getTargets())) {
            pairs.append({source, target});
          }
          operands.append({value(inputBytes), numbers(pairs), constant(permute.getSources().size())});
        });
    call(("heddle_" + op->getName().stripDialect()).str(), operands);
  });
}

Value StepsBuilder::numbers(ArrayRef<int64_t> values) {
  std::string &name =
      texts[llvm::join(llvm::map_range(values, [](int64_t v) { return std::to_string(v); }), " ")];
  auto type = LLVM::LLVMArrayType::get(b.getI64Type(), values.size());
  if (name.empty()) {
    name = (onDevice ? "heddle_device_numbers" : "heddle_numbers") + std::to_string(texts.size());
    OpBuilder top(main->getParentOfType<ModuleOp>().getBodyRegion());
    LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/true, LLVM::Linkage::Private, name,
                           top.getI64TensorAttr(values));
  }
  return LLVM::AddressOfOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext()), name);
}

//===- HloBody.cpp - functions of two elements ----------------------------===//

#include "passes/Import/StableHlo/HloBody.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/StableHlo/IR/StableHlo.h"

using namespace heddle;
using namespace heddle::importer;

std::optional<graph::Combiner> importer::combinerOf(Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2) {
    return std::nullopt;
  }
  Block &block = region.front();
  Operation *end = block.getTerminator();
  if (end->getNumOperands() != 1) {
    return std::nullopt;
  }
  if (end->getOperand(0) == block.getArgument(1)) {
    return graph::Combiner::Replace;
  }
  Operation *op = end->getOperand(0).getDefiningOp();
  if (!op || op->getBlock() != &block || op->getNumOperands() != 2 ||
      !llvm::is_contained(op->getOperands(), block.getArgument(0)) ||
      !llvm::is_contained(op->getOperands(), block.getArgument(1))) {
    return std::nullopt;
  }
  auto type = dyn_cast<ShapedType>(op->getResult(0).getType());
  bool isBool = type && type.getElementType().isInteger(1);
  if (isa<stablehlo::MaximumOp>(op) || (isBool && isa<stablehlo::OrOp, stablehlo::AddOp>(op))) {
    return graph::Combiner::Max;
  }
  if (isa<stablehlo::MinimumOp>(op) || (isBool && isa<stablehlo::AndOp, stablehlo::MultiplyOp>(op))) {
    return graph::Combiner::Min;
  }
  if (isa<stablehlo::AddOp>(op)) {
    return graph::Combiner::Add;
  }
  return isa<stablehlo::MultiplyOp>(op) ? std::optional(graph::Combiner::Mul) : std::nullopt;
}

bool importer::isNeutral(graph::Combiner combiner, Value value) {
  Type type = cast<RankedTensorType>(value.getType()).getElementType();
  if (isa<FloatType>(type)) {
    std::optional<APFloat> number = graph::splatFloat(value);
    if (!number) {
      return false;
    }
    switch (combiner) {
    case graph::Combiner::Add:
      return number->isZero();
    case graph::Combiner::Mul:
      return number->isExactlyValue(1);
    case graph::Combiner::Max:
      return number->isInfinity() && number->isNegative();
    case graph::Combiner::Min:
      return number->isInfinity() && !number->isNegative();
    case graph::Combiner::Replace:
      return false;
    }
    llvm_unreachable("every combiner has been looked at");
  }
  std::optional<int64_t> number = graph::splatInteger(value);
  if (!number) {
    return false;
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = type.isUnsignedInteger() || width == 1;
  APInt bits(width, static_cast<uint64_t>(*number), false, /*implicitTrunc=*/true);
  switch (combiner) {
  case graph::Combiner::Add:
    return bits.isZero();
  case graph::Combiner::Mul:
    return bits.isOne();
  case graph::Combiner::Max:
    return isUnsigned ? bits.isZero() : bits.isMinSignedValue();
  case graph::Combiner::Min:
    return isUnsigned ? bits.isAllOnes() : bits.isMaxSignedValue();
  case graph::Combiner::Replace:
    return false;
  }
  llvm_unreachable("every combiner has been looked at");
}

Value importer::combined(GraphBuilder &n, graph::Combiner combiner, Value a, Value b) {
  switch (combiner) {
  case graph::Combiner::Add:
    return n.make<graph::AddOp>(a, b);
  case graph::Combiner::Mul:
    return n.make<graph::MulOp>(a, b);
  case graph::Combiner::Max:
    return n.make<graph::MaxOp>(a, b);
  case graph::Combiner::Min:
    return n.make<graph::MinOp>(a, b);
  case graph::Combiner::Replace:
    break;
  }
  llvm_unreachable("the caller asks for no replacement");
}

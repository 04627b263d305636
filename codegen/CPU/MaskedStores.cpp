//===- MaskedStores.cpp - masked stores of one lane -----------------------===//

#include "codegen/CPU/MaskedStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace heddle;

/// The one lane of a constant mask that is set, or nothing.
static std::optional<unsigned> singleLane(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  std::optional<unsigned> found;
  for (unsigned lane = 0; constant && type && lane < type->getNumElements(); ++lane) {
    llvm::Constant *element = constant->getAggregateElement(lane);
    if (!element || (!element->isNullValue() && found)) {
      return std::nullopt;
    }
    if (!element->isNullValue()) {
      found = lane;
    }
  }
  return found;
}

static void storeLane(llvm::IntrinsicInst *masked, unsigned lane) {
  llvm::IRBuilder<> builder(masked);
  llvm::Value *element = builder.CreateExtractElement(masked->getArgOperand(0), lane);
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(element->getType(), masked->getArgOperand(1), lane);
  builder.CreateAlignedStore(element, place, llvm::Align(1));
  masked->eraseFromParent();
}

void cpu::storeSingleLanes(llvm::Module &module) {
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_store) {
        continue;
      }
      if (std::optional<unsigned> lane = singleLane(call->getArgOperand(2))) {
        storeLane(call, *lane);
      }
    }
  }
}

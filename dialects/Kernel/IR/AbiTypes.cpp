//===- AbiTypes.cpp - element types as the ABI numbers them ---------------===//

#include "dialects/Kernel/IR/AbiTypes.h"
#include "runtime/include/heddle/abi.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;

static uint32_t integerDtype(IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return HEDDLE_BOOL;
  case 2:
    return isUnsigned ? HEDDLE_U2 : HEDDLE_I2;
  case 4:
    return isUnsigned ? HEDDLE_U4 : HEDDLE_I4;
  case 8:
    return isUnsigned ? HEDDLE_U8 : HEDDLE_I8;
  case 16:
    return isUnsigned ? HEDDLE_U16 : HEDDLE_I16;
  case 32:
    return isUnsigned ? HEDDLE_U32 : HEDDLE_I32;
  case 64:
    return isUnsigned ? HEDDLE_U64 : HEDDLE_I64;
  default:
    return 0;
  }
}

uint32_t kernel::abiDtype(Type elementType) {
  return llvm::TypeSwitch<Type, uint32_t>(elementType)
      .Case<Float32Type>([](Type) { return HEDDLE_F32; })
      .Case<Float64Type>([](Type) { return HEDDLE_F64; })
      .Case<Float16Type>([](Type) { return HEDDLE_F16; })
      .Case<BFloat16Type>([](Type) { return HEDDLE_BF16; })
      .Case<Float8E4M3FNType>([](Type) { return HEDDLE_F8E4M3FN; })
      .Case<Float8E4M3FNUZType>([](Type) { return HEDDLE_F8E4M3FNUZ; })
      .Case<Float8E5M2Type>([](Type) { return HEDDLE_F8E5M2; })
      .Case<Float8E5M2FNUZType>([](Type) { return HEDDLE_F8E5M2FNUZ; })
      .Case<Float4E2M1FNType>([](Type) { return HEDDLE_F4E2M1FN; })
      .Case<IntegerType>(integerDtype)
      .Default([](Type) { return 0; });
}

//===- LowerToLLVM.cpp - from loops to the LLVM dialect -------------------===//

#include "codegen/CPU/LowerToLLVM.h"
#include "codegen/CPU/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace heddle;

void cpu::buildLLVMPipeline(OpPassManager &manager) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  VectorTransferToSCFOptions transfers;
  transfers.enableFullUnroll();
  functions.addPass(createConvertVectorToSCFPass(transfers));
  functions.addPass(createLowerAffinePass());
  functions.addPass(createSCFToControlFlowPass());
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass()); // the pass before writes offsets as affine maps
  // Divisions that round to minus infinity, and bf16, for which few CPUs have instructions.
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  functions.addPass(arith::createArithExpandOpsPass(expand));
  // What LLVM has no intrinsic for becomes calls of libm; the rest must not, as calls have no vectors.
  functions.addPass(createConvertMathToLLVMPass());
  functions.addPass(createClampMasksPass());
  functions.addPass(createConvertVectorToLLVMPass()); // masks, which the conversion by interface leaves
  manager.addPass(createConvertMathToLibmPass());
  // By interface and all dialects at once: types are converted across blocks only this way.
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createCSEPass());
}

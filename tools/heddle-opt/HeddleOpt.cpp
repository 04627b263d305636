//===- HeddleOpt.cpp - runs passes on MLIR text, for compiler engineers ---===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tools/Driver/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  heddle::registerHeddleDialects(registry);
  heddle::registerHeddlePasses();
  return mlir::failed(mlir::MlirOptMain(argc, argv, "heddle's optimizer driver\n", registry));
}

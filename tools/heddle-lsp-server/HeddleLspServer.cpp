//===- HeddleLspServer.cpp - editor support for heddle's IR ---------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tools/Driver/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  heddle::registerHeddleDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}

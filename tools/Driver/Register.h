//===- Register.h - what heddle's tools know ---------------------*- C++ -*-===//

#ifndef TOOLS_DRIVER_REGISTER_H
#define TOOLS_DRIVER_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace heddle {

/// Adds every dialect that a stage of heddle reads or writes. Nothing is loaded.
void registerHeddleDialects(mlir::DialectRegistry &registry);

/// Makes heddle's passes and MLIR's clean-up passes known by their command line names. Once per process.
void registerHeddlePasses();

} // namespace heddle

#endif // TOOLS_DRIVER_REGISTER_H

//===- Names.h - what a user calls a value ----------------------*- C++ -*-===//

#ifndef PASSES_SHARD_NAMES_H
#define PASSES_SHARD_NAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace heddle::shard {

/// The name of a value in the model file: an argument's, a result's of the function, a weight's, or that of
/// the node that computes it. Empty where there is none.
std::string nameOf(mlir::Value value);

} // namespace heddle::shard

#endif // PASSES_SHARD_NAMES_H

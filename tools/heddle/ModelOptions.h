//===- ModelOptions.h - which program a model becomes -----------*- C++ -*-===//
//
// The options that decide which kernels a model has: sizes, ranks and target. `heddle compile` and `heddle
// tune` share them, so that a compilation finds the records of a search under the same options.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_MODELOPTIONS_H
#define TOOLS_HEDDLE_MODELOPTIONS_H

#include "tools/Driver/Options.h"
#include "llvm/Support/Error.h"

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct ModelOptions {
  driver::CompileOptions compile;
  std::vector<std::string> shard; ///< presets and rules files as they stand on the command line
};

/// Adds the model and --target, --machine, --shape, --mesh, --shard. `options` must outlive the command.
void addModelOptions(CLI::App &command, ModelOptions &options);

/// Takes --shard over into `compile.shard`; a usage error if it names what is neither preset nor rules, two
/// files, or ranks that no --mesh gives.
llvm::Error readModelOptions(ModelOptions &options);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_MODELOPTIONS_H

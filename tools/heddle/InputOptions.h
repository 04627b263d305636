//===- InputOptions.h - the inputs of a run, on the command line -*- C++ -*-===//

#ifndef TOOLS_HEDDLE_INPUTOPTIONS_H
#define TOOLS_HEDDLE_INPUTOPTIONS_H

#include "tools/heddle/TensorFolder.h"
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct InputOptions {
  std::string folder;
  std::vector<std::string> named;  ///< NAME=FILE
  std::vector<std::string> shapes; ///< NAME=AxBxC, of random inputs

  /// Whether files are named, so that nothing is random.
  bool areFiles() const { return !folder.empty() || !named.empty(); }
};

/// Adds --input and --inputs.
void addInputFileOptions(CLI::App &command, InputOptions &options);

/// Adds --input, --inputs and, for where neither is given, --shape.
void addInputOptions(CLI::App &command, InputOptions &options);

/// Reads the files that are named; without any, random inputs.
llvm::Expected<Inputs> makeInputs(const heddle_model_info_t &info, const InputOptions &options);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_INPUTOPTIONS_H

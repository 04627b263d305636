//===- InputOptions.cpp - the inputs of a run, on the command line --------===//

#include "tools/heddle/InputOptions.h"
#include <CLI/CLI.hpp>

namespace heddle::cli {

void addInputFileOptions(CLI::App &command, InputOptions &options) {
  command.add_option("--input", options.named, "NAME=FILE gives one input")->take_all()->expected(1);
  command.add_option("--inputs", options.folder, "a folder with input_0.npy or input_0.pb, …");
}

void addInputOptions(CLI::App &command, InputOptions &options) {
  addInputFileOptions(command, options);
  command.add_option("--shape", options.shapes, "NAME=AxBxC: sizes of random inputs")
      ->take_all()
      ->expected(1);
}

llvm::Expected<Inputs> makeInputs(const heddle_model_info_t &info, const InputOptions &options) {
  return options.areFiles() ? readInputs(info, options.folder, options.named)
                            : randomInputs(info, options.shapes);
}

} // namespace heddle::cli

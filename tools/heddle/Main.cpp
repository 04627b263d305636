//===- Main.cpp - heddle's command line -----------------------------------===//
//
// Exit status: 0 good, 1 bad input, 2 wrong usage, 3 something in the model that heddle does not support.
//
//===----------------------------------------------------------------------===//

#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Command.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>

using namespace heddle;

static constexpr const char *kExamples = R"(
Examples:
  heddle compile model.onnx -o model.so      also writes model.h and model.json
  heddle run model.so --input image=cat.npy
  heddle bench model.so --threads 2
  heddle profile model.onnx
  heddle inspect model.so
  heddle verify model.onnx                   compiled code against the reference interpreter
  heddle tune model.onnx --budget 60s --records model.jsonl
  cc app.c ./model.so -o app

`heddle COMMAND --help` has the options and more examples of each command.
Exit status: 0 good, 1 bad input, 2 wrong usage, 3 the model needs something that heddle does not support.
)";

int main(int argc, char **argv) {
  CLI::App app("heddle compiles machine-learning models ahead of time into native libraries.", "heddle");
  app.require_subcommand(1);
  app.footer(kExamples);
  cli::Action chosen;
  cli::addCompileCommand(app, chosen);
  cli::addRunCommand(app, chosen);
  cli::addBenchCommand(app, chosen);
  cli::addProfileCommand(app, chosen);
  cli::addInspectCommand(app, chosen);
  cli::addBuildMpiShimCommand(app, chosen);
  cli::addTuneCommand(app, chosen);
  cli::addVerifyCommand(app, chosen);
  cli::addProbeCommand(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(driver::ExitStatus::Usage);
  }
  return static_cast<int>(driver::reportError(chosen(), llvm::errs()));
}

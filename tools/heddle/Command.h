//===- Command.h - the subcommands of heddle --------------------*- C++ -*-===//
//
// One file a subcommand. Each adds its options to the command line and, if it was chosen, leaves in `chosen`
// what is to be done. Parsing and running are apart, so that a wrong command line does nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_COMMAND_H
#define TOOLS_HEDDLE_COMMAND_H

#include "llvm/Support/Error.h"
#include <functional>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

/// What the command line asks for.
using Action = std::function<llvm::Error()>;

void addCompileCommand(CLI::App &app, Action &chosen);
void addRunCommand(CLI::App &app, Action &chosen);
void addBenchCommand(CLI::App &app, Action &chosen);
void addBuildMpiShimCommand(CLI::App &app, Action &chosen);
void addInspectCommand(CLI::App &app, Action &chosen);
void addProfileCommand(CLI::App &app, Action &chosen);
void addTuneCommand(CLI::App &app, Action &chosen);
void addVerifyCommand(CLI::App &app, Action &chosen);
void addProbeCommand(CLI::App &app, Action &chosen);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_COMMAND_H

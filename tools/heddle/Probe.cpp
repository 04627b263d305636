//===- Probe.cpp - heddle probe -------------------------------------------===//

#include "autotune/Probe.h"
#include "tools/heddle/Command.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace heddle::cli {

static constexpr const char *kExamples = R"(
Examples:
  heddle probe                                           print the constants of this machine
  heddle probe -o machine.json
  heddle compile model.onnx -o model.so --machine machine.json
)";

void addProbeCommand(CLI::App &app, Action &chosen) {
  auto output = std::make_shared<std::string>("-");
  CLI::App *command = app.add_subcommand("probe", "measure what this machine does per cycle");
  command->footer(kExamples);
  command->add_option("-o,--output", *output, "a JSON file; - is standard output")->capture_default_str();
  command->callback([output, &chosen] {
    chosen = [output] {
      std::string text = tune::toJson(tune::probeMachine());
      return llvm::writeToOutput(*output, [&](llvm::raw_ostream &out) {
        out << text;
        return llvm::Error::success();
      });
    };
  });
}

} // namespace heddle::cli

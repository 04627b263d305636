//===- Compile.cpp - heddle compile ---------------------------------------===//

#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Pipeline.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/ModelOptions.h"
#include "tools/heddle/Progress.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace heddle::cli {

namespace {
using driver::CompileOptions;
using driver::Phase;

/// The options as they stand on the command line.
struct Arguments {
  ModelOptions model;
  std::string emit = "lib", weights = "auto";
  std::vector<std::string> printAfter;
};

constexpr const char *kExamples = R"(
Examples:
  heddle compile model.onnx -o model.so
  heddle compile model.onnx -o model.a --target x86-64-v3
  heddle compile model.onnx -o model.so --shape image=1x3x224x224
  heddle compile model.onnx -o model.so --mesh data=2,model=2 --shard megatron --shape input_ids=2x128
  heddle compile model.onnx -o model.so --records model.jsonl
  heddle compile model.onnx --emit kernels                        print the kernels
  heddle compile kernels.mlir -o model.so                         go on from there
)";

llvm::Error usage(const llvm::Twine &message) { return driver::failure(driver::ExitStatus::Usage, message); }

/// Text options to values.
llvm::Error readArguments(Arguments &arguments) {
  CompileOptions &options = arguments.model.compile;
  auto phase = driver::parsePhase(arguments.emit);
  if (!phase) {
    return usage("--emit '" + arguments.emit + "' is none of " + driver::phaseNames(", "));
  }
  options.stopAfter = *phase;
  auto weights = driver::parseWeightsPlacement(arguments.weights);
  if (!weights) {
    return usage("--weights '" + arguments.weights + "' is none of auto, embed, file");
  }
  options.weights = *weights;
  for (const std::string &name : arguments.printAfter) {
    auto after = driver::parsePhase(name);
    if (!after || *after > Phase::Steps) {
      return usage("--print-after '" + name + "' is no phase with text to print");
    }
    options.printAfter.push_back(*after);
  }
  if (llvm::Error error = readModelOptions(arguments.model)) {
    return error;
  }
  if (!options.output.empty()) {
    return llvm::Error::success();
  }
  if (options.stopAfter >= Phase::Obj) {
    return usage("-o is missing");
  }
  options.output = "-";
  return llvm::Error::success();
}

void printSummary(const CompileOptions &options, const artifact::ArtifactSummary &summary) {
  llvm::outs() << options.output << ": " << bytesText(summary.artifactBytes) << "; weights "
               << bytesText(summary.weightsBytes) << ", " << summary.steps << " steps of " << summary.kernels
               << " kernels, arena "
               << (summary.arenaBytes ? bytesText(*summary.arenaBytes) : "follows from the sizes of inputs")
               << ", for " << summary.target << '\n';
}

llvm::Error compile(Arguments &arguments) {
  if (llvm::Error error = readArguments(arguments)) {
    return error;
  }
  CompileOptions &options = arguments.model.compile;
  auto progress = std::make_unique<Progress>(options.input);
  options.onPhase = [&](llvm::StringRef phase) { progress->setPhase(phase); };
  auto summary = driver::compileFile(options);
  progress.reset(); // wipes its line before anything else is printed
  if (!summary) {
    return summary.takeError();
  }
  if (options.stopAfter == Phase::Lib) {
    printSummary(options, *summary);
  }
  return llvm::Error::success();
}
} // namespace

void addCompileCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CompileOptions &options = arguments->model.compile;
  CLI::App *command =
      app.add_subcommand("compile", "compile a model into a library, a header and a manifest");
  command->footer(kExamples);
  addModelOptions(*command, arguments->model);
  command->add_option("-o,--output", options.output, "the artifact: model.so, model.a or model.o");
  command
      ->add_option("--weights", arguments->weights,
                   "embed (in the library), file (beside it) or auto (beside it above 1.5 GB)")
      ->capture_default_str();
  command->add_option("--explain", options.shard.explain,
                      "print why the value of that name is split as it is");
  command->add_option("--records", options.records,
                      "schedules that `heddle tune` chose; nothing is measured");
  command->add_flag("--profile", options.profile,
                    "let runs tell how long each step takes, for heddle profile");
  command->add_option("--prefix", options.prefix,
                      "of exported symbols; made from the output's name if not given");
  command->add_option("--emit", arguments->emit, "stop behind a phase: " + driver::phaseNames(", "))
      ->capture_default_str();
  command->add_option("--print-after", arguments->printAfter, "print the IR behind a phase to standard error")
      ->take_all()
      ->expected(1);
  command->add_flag("--time-passes", options.timePasses, "print how long each pass took");
  command->callback([arguments, &chosen] { chosen = [arguments] { return compile(*arguments); }; });
}

} // namespace heddle::cli

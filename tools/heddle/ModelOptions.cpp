//===- ModelOptions.cpp - which program a model becomes -------------------===//

#include "tools/heddle/ModelOptions.h"
#include "tools/Driver/Diagnostics.h"
#include <CLI/CLI.hpp>

namespace heddle::cli {

void addModelOptions(CLI::App &command, ModelOptions &options) {
  driver::CompileOptions &compile = options.compile;
  command
      .add_option("model", compile.input,
                  "an .onnx file, or .mlir: a StableHLO program, or what compile --emit printed")
      ->required();
  command
      .add_option(
          "--target", compile.target,
          "the processor: native, x86-64-v3 (AVX2) or x86-64-v4 (AVX-512); a GPU beside it: sm_80, as in "
          "x86-64-v3,sm_80")
      ->capture_default_str();
  command.add_option("--machine", compile.machine, "constants of `heddle probe` to draft schedules by");
  command.add_option("--shape", compile.shapes, "NAME=AxBxC fixes the sizes of an input; ? keeps one open")
      ->take_all()
      ->expected(1);
  command.add_option("--mesh", compile.shard.mesh, "AXIS=SIZE,… names the ranks that run the model together");
  command
      .add_option("--shard", options.shard,
                  "how it is split over them: data, megatron, or a .json file of rules")
      ->take_all()
      ->expected(1);
}

static llvm::Error usage(const llvm::Twine &message) {
  return driver::failure(driver::ExitStatus::Usage, message);
}

llvm::Error readModelOptions(ModelOptions &options) {
  shard::ShardOptions &shard = options.compile.shard;
  for (const std::string &text : options.shard) {
    if (text == "data" || text == "megatron") {
      shard.presets.push_back(text);
      continue;
    }
    if (!llvm::StringRef(text).ends_with(".json")) {
      return usage("--shard '" + text + "' is neither data nor megatron nor a .json file of rules");
    }
    if (!shard.rules.empty()) {
      return usage("--shard names the rules files '" + shard.rules + "' and '" + text + "' but takes one");
    }
    shard.rules = text;
  }
  bool isSharded = !shard.presets.empty() || !shard.rules.empty();
  return isSharded && shard.mesh.empty() ? usage("--shard wants --mesh, for instance --mesh model=4")
                                         : llvm::Error::success();
}

} // namespace heddle::cli

//===- Options.h - what a user may ask of a compilation ---------*- C++ -*-===//
//
// Plain values. They enter here and are handed to each stage as that stage's own options; nothing below reads
// a command line.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_DRIVER_OPTIONS_H
#define TOOLS_DRIVER_OPTIONS_H

#include "codegen/Artifact/Artifact.h"
#include "mlir/IR/BuiltinOps.h"
#include "passes/Shard/Passes.h"
#include "tools/Driver/Phases.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::driver {

/// The process's exit status for each way in which a command can end.
enum class ExitStatus { Ok = 0, BadInput = 1, Usage = 2, Unsupported = 3 };

struct CompileOptions {
  std::string input;  ///< .onnx, or .mlir: StableHLO, or as an earlier phase left it
  std::string output; ///< .so, .a or .o for Phase::Lib; "-" is standard output for what can be printed
  Phase stopAfter = Phase::Lib;
  std::vector<Phase> printAfter; ///< IR goes to standard error
  bool timePasses = false;       ///< a table on standard error at the end
  /// A CPU (native, x86-64-v3 or x86-64-v4), a GPU (sm_80 …), or both with a comma between; native if no CPU
  /// is named.
  std::string target = "native";
  artifact::WeightsPlacement weights = artifact::WeightsPlacement::Auto;
  std::vector<std::string> shapes; ///< NAME=AxBxC, one for each input whose size is fixed
  shard::ShardOptions shard;       ///< how the model is split over ranks
  std::string records;             ///< file of `heddle tune`, whose choices become schedules; empty: none
  std::string machine;             ///< file of `heddle probe`, by which schedules are drafted; empty: none
  bool profile = false;            ///< runs tell the runtime which step begins, for `heddle profile`
  std::string prefix;              ///< of exported symbols; empty: made from the output's name
  std::function<void(llvm::StringRef phase)> onPhase; ///< called when a phase begins; may be null
  /// Called with the module behind the import (step "import") and behind each pass that a phase up to
  /// Phase::Kernels runs on @main or on the module (its argument); an error ends the compilation. May be
  /// null.
  std::function<llvm::Error(llvm::StringRef step, mlir::ModuleOp module)> onIr;
};

/// The placement called "auto", "embed" or "file"; nothing on other text.
std::optional<artifact::WeightsPlacement> parseWeightsPlacement(llvm::StringRef name);

/// A C identifier made from a file's stem: "dir/my-model.v2.so" gives "my_model_v2".
std::string prefixFromPath(llvm::StringRef path);

} // namespace heddle::driver

#endif // TOOLS_DRIVER_OPTIONS_H

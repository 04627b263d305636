//===- KernelMeasurer.cpp - times of schedules on this machine ------------===//

#include "autotune/KernelMeasurer.h"
#include "autotune/ChildProcess.h"
#include "codegen/Artifact/Artifact.h"
#include "codegen/Common/Pipeline.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Tile/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <type_traits>

using namespace heddle;
using namespace heddle::tune;

/// A child compiles for a tenth of a second and runs for tens of milliseconds; a busy machine may take long.
static constexpr std::chrono::seconds kLimit(20);

llvm::Expected<Comparison> tune::compareInChild(llvm::function_ref<Comparison()> job,
                                                std::chrono::milliseconds limit) {
  static_assert(std::is_trivially_copyable_v<Comparison>, "a child returns it as bytes");
  llvm::Expected<ChildResult> child = runInChild(
      [&] {
        Comparison comparison = job();
        return std::string(reinterpret_cast<const char *>(&comparison), sizeof(comparison));
      },
      limit);
  if (!child) {
    return child.takeError();
  }
  Comparison comparison;
  if (child->end == ChildResult::End::TimedOut) {
    comparison.outcome = Outcome::TimedOut;
  } else if (child->end == ChildResult::End::Crashed || child->output.size() != sizeof(comparison)) {
    comparison.outcome = Outcome::Crashed;
  } else {
    std::memcpy(&comparison, child->output.data(), sizeof(comparison));
  }
  return comparison;
}

std::string KernelMeasurer::libraryPath(size_t point) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, task.key + "-" + llvm::Twine(point) + ".so");
  return path.str().str();
}

bool KernelMeasurer::build(size_t point, llvm::StringRef path) const {
  OwningOpRef<ModuleOp> module(task.module.get().clone());
  (*module->getOps<kernel::FuncOp>().begin()).setScheduleAttr(space.schedule(point));
  PassManager manager(module->getContext());
  manager.addPass(tile::createChooseSchedulesPass());
  manager.addPass(tile::createKernelsToLoopsPass());
  manager.addPass(tile::createExpandMathPass());
  codegen::buildStepsPipeline(manager);
  if (failed(manager.run(*module))) {
    return false;
  }
  artifact::ArtifactOptions options;
  options.output = path.str();
  options.prefix = "kernel";
  options.name = task.name;
  options.weights = artifact::WeightsPlacement::Embed;
  return succeeded(artifact::writeArtifact(*module, options));
}

llvm::Expected<Comparison> KernelMeasurer::measure(size_t candidate, size_t incumbent,
                                                   const ComparisonOptions &options) {
  std::string incumbentPath = libraryPath(incumbent);
  if (built.insert(incumbent).second) {
    llvm::Expected<ChildResult> child =
        runInChild([&] { return std::string(build(incumbent, incumbentPath) ? "built" : ""); }, kLimit);
    if (!child) {
      return child.takeError();
    }
    if (child->output != "built") {
      built.erase(incumbent);
      return llvm::createStringError(llvm::inconvertibleErrorCode(), task.name + ": its schedule " +
                                                                         space.text(incumbent) +
                                                                         " does not compile");
    }
  }
  std::string path = candidate == incumbent ? incumbentPath : libraryPath(candidate);
  bool isKept = candidate == incumbent || built.contains(candidate);
  llvm::Expected<Comparison> comparison = compareInChild(
      [&] {
        Comparison failed;
        ComparisonOptions own = options;
        own.isCoarse = hasCoarseResults;
        return isKept || build(candidate, path) ? compareLibraries(path, incumbentPath, sizes, own) : failed;
      },
      kLimit);
  if (!isKept) {
    for (const char *extension : {"so", "h", "json"}) {
      llvm::SmallString<128> file(path);
      llvm::sys::path::replace_extension(file, extension);
      llvm::sys::fs::remove(file);
    }
  }
  return comparison;
}

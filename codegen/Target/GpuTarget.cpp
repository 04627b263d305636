//===- GpuTarget.cpp - GPUs by name ---------------------------------------===//

#include "codegen/Target/GpuTarget.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::codegen;

namespace {
struct Gpu {
  StringRef arch, features;
  int64_t sharedBytes, processors;
};
} // namespace

// PTX of the first version that knows the architecture, so that old drivers take it. Shared memory of a block
// without asking for more, and processors of the largest part: A100, A10 and H100.
static constexpr Gpu kGpus[] = {{"sm_80", "+ptx70", 48 << 10, 108},
                                {"sm_86", "+ptx71", 48 << 10, 84},
                                {"sm_90", "+ptx78", 48 << 10, 132}};
static constexpr StringRef kNames[] = {kGpus[0].arch, kGpus[1].arch, kGpus[2].arch};

ArrayRef<StringRef> codegen::gpuNames() { return kNames; }

FailureOr<kernel::GpuAttr> codegen::makeGpu(MLIRContext *context, StringRef name, Location loc) {
  for (const Gpu &gpu : kGpus) {
    if (gpu.arch == name) {
      return kernel::GpuAttr::get(context, gpu.arch, gpu.features, gpu.sharedBytes, gpu.processors);
    }
  }
  emitError(loc) << "unknown GPU '" << name << "': known are " << llvm::join(gpuNames(), ", ");
  return failure();
}

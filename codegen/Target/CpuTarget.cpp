//===- CpuTarget.cpp - CPUs by name ---------------------------------------===//

#include "codegen/Target/CpuTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include <unistd.h>

using namespace heddle;
using namespace heddle::codegen;

namespace {
/// The part of a target that is the same for all CPUs of a vector width.
struct Level {
  StringRef name;
  int64_t vectorBytes, vectorRegisters, l1Bytes, l2Bytes;
};
} // namespace

// The smallest caches of the CPUs in use: 32 KiB and 256 KiB (Intel Haswell to Comet Lake) for AVX2, 32 KiB
// and 1 MiB (Intel Skylake-SP, AMD Zen 4) for AVX-512.
static constexpr Level kV3{"x86-64-v3", 32, 16, 32 << 10, 256 << 10};
static constexpr Level kV4{"x86-64-v4", 64, 32, 32 << 10, 1 << 20};
static constexpr StringRef kNames[] = {"native", kV3.name, kV4.name};

ArrayRef<StringRef> codegen::targetNames() { return kNames; }

static bool hasAll(const llvm::StringMap<bool> &features, ArrayRef<StringRef> wanted) {
  return llvm::all_of(wanted, [&](StringRef name) { return features.lookup(name); });
}

static bool hasV3(const llvm::StringMap<bool> &features) {
  return hasAll(features, {"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"});
}

static bool hasV4(const llvm::StringMap<bool> &features) {
  return hasV3(features) && hasAll(features, {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
}

static kernel::TargetAttr fromLevel(MLIRContext *context, const Level &level) {
  return kernel::TargetAttr::get(context, level.name, "", level.vectorBytes, level.vectorRegisters,
                                 level.l1Bytes, level.l2Bytes);
}

/// A cache's size as the C library tells it, or `otherwise` where it knows none.
static int64_t cacheBytes(int name, int64_t otherwise) {
  long bytes = sysconf(name);
  return bytes > 0 ? bytes : otherwise;
}

static kernel::TargetAttr makeNative(MLIRContext *context) {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (!hasV3(features)) {
    return {};
  }
  const Level &level = hasV4(features) ? kV4 : kV3;
  // Sorted, since the map's order is not fixed. Features that the CPU's name implies but the machine lacks (a
  // hypervisor may hide some) are turned off.
  SmallVector<std::string> texts;
  for (const auto &feature : features) {
    texts.push_back((feature.second ? "+" : "-") + feature.first().str());
  }
  llvm::sort(texts, [](const std::string &a, const std::string &b) { return a.substr(1) < b.substr(1); });
  return kernel::TargetAttr::get(
      context, llvm::sys::getHostCPUName(), llvm::join(texts, ","), level.vectorBytes, level.vectorRegisters,
      cacheBytes(_SC_LEVEL1_DCACHE_SIZE, level.l1Bytes), cacheBytes(_SC_LEVEL2_CACHE_SIZE, level.l2Bytes));
}

FailureOr<kernel::TargetAttr> codegen::makeTarget(MLIRContext *context, StringRef name, Location loc) {
  for (const Level *level : {&kV3, &kV4}) {
    if (name == level->name) {
      return fromLevel(context, *level);
    }
  }
  if (name != "native") {
    emitError(loc) << "unknown target '" << name << "': known are " << llvm::join(targetNames(), ", ");
    return failure();
  }
  if (kernel::TargetAttr target = makeNative(context)) {
    return target;
  }
  emitError(loc) << "this machine's CPU (" << llvm::sys::getHostCPUName()
                 << ") lacks AVX2 and FMA, which the target 'native' needs";
  return failure();
}

FailureOr<kernel::TargetAttr> codegen::makeTarget(MLIRContext *context, StringRef name) {
  return makeTarget(context, name, UnknownLoc::get(context));
}

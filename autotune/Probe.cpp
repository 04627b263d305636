//===- Probe.cpp - what this machine can do -------------------------------===//

#include "autotune/Probe.h"
#include "autotune/ProbeLoops.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "passes/Tile/Machine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <unistd.h>

using namespace heddle;
using namespace heddle::tune;

/// Rounds of each loop, of which the shortest counts.
static constexpr int kRounds = 30;
static constexpr int64_t kBarriers = 2000;

/// The least of what `time` gives, over some rounds.
static double least(int rounds, llvm::function_ref<double()> time) {
  double nanos = time();
  for (int round = 1; round < rounds; ++round) {
    nanos = std::min(nanos, time());
  }
  return nanos;
}

/// Bytes of a cache, or `otherwise` where the C library knows none.
static size_t cacheBytes(int name, size_t otherwise) {
  long bytes = sysconf(name);
  return bytes > 0 ? bytes : otherwise;
}

namespace {
/// Memory to read, all of it touched.
class Buffer {
public:
  explicit Buffer(size_t bytes) : data(static_cast<char *>(std::aligned_alloc(4096, bytes)), std::free) {
    std::fill_n(data.get(), bytes, 0);
  }
  /// Bytes a nanosecond of reading the first `bytes` again and again.
  double rate(size_t bytes, int vectorBytes) const {
    bytes = bytes / 4096 * 4096;
    size_t times = std::max<size_t>((size_t(256) << 10) / bytes, 1);
    double nanos = least(kRounds, [&] {
      double sum = 0;
      for (size_t i = 0; i < times; ++i) {
        sum += timeReads(data.get(), bytes, vectorBytes);
      }
      return sum;
    });
    return times * bytes / nanos;
  }

private:
  std::unique_ptr<char, void (*)(void *)> data;
};
} // namespace

namespace {
/// Sizes of the caches; a likely one where the C library knows none.
struct Caches {
  size_t l1 = cacheBytes(_SC_LEVEL1_DCACHE_SIZE, 32 << 10), l2 = cacheBytes(_SC_LEVEL2_CACHE_SIZE, 1 << 20);
  size_t l3 = std::max(cacheBytes(_SC_LEVEL3_CACHE_SIZE, 8 << 20), 4 * l2);
};
} // namespace

int64_t tune::vectorBytesHere() { return llvm::sys::getHostCPUFeatures().lookup("avx512f") ? 64 : 32; }

double tune::peakRate(const MachineConstants &machine) {
  return 2 * machine.fmas * (vectorBytesHere() / sizeof(float)) * machine.gigahertz;
}

double tune::readRate(const MachineConstants &machine, double bytes) {
  Caches caches;
  double perCycle = bytes <= caches.l1   ? machine.l1Bytes
                    : bytes <= caches.l2 ? machine.l2Bytes
                    : bytes <= caches.l3 ? machine.l3Bytes
                                         : machine.memoryBytes;
  return perCycle * machine.gigahertz;
}

MachineConstants tune::probeMachine() {
  int vectorBytes = static_cast<int>(vectorBytesHere());
  MachineConstants machine;
  machine.cpu = llvm::sys::getHostCPUName().str();
  machine.gigahertz = kProbeSteps / least(kRounds, timeCycles);
  auto fmas = [&](int bytes) {
    double nanos = least(kRounds, [&] { return timeFmas(bytes); });
    return kProbeSteps * kProbeChains / nanos / machine.gigahertz;
  };
  machine.fmas = fmas(vectorBytes);
  machine.halfFmas = fmas(vectorBytes / 2);
  auto [l1, l2, l3] = Caches();
  // Well inside each level and well outside the one before; memory is read beyond the last, up to 256 MiB.
  size_t memory = std::min<size_t>(4 * l3, size_t(256) << 20);
  Buffer buffer(memory);
  auto perCycle = [&](size_t bytes) { return buffer.rate(bytes, vectorBytes) / machine.gigahertz; };
  machine.l1Bytes = perCycle(l1 / 2);
  machine.l2Bytes = perCycle(std::max(l2 / 2, 4 * l1));
  machine.l3Bytes = perCycle(std::min(std::max(l3 / 4, 3 * l2), memory));
  machine.memoryBytes = perCycle(memory);
  machine.barrierNanos = least(5, [] { return timeBarriers(kBarriers); }) / kBarriers;
  return machine;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
/// A number of the file.
struct Member {
  llvm::StringLiteral name;
  double MachineConstants::*value;
};
} // namespace

static constexpr Member kMembers[] = {
    {"gigahertz", &MachineConstants::gigahertz},
    {"fmas_per_cycle", &MachineConstants::fmas},
    {"half_vector_fmas_per_cycle", &MachineConstants::halfFmas},
    {"l1_bytes_per_cycle", &MachineConstants::l1Bytes},
    {"l2_bytes_per_cycle", &MachineConstants::l2Bytes},
    {"l3_bytes_per_cycle", &MachineConstants::l3Bytes},
    {"memory_bytes_per_cycle", &MachineConstants::memoryBytes},
    {"barrier_ns", &MachineConstants::barrierNanos},
};

std::string tune::toJson(const MachineConstants &machine) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("cpu", machine.cpu);
    for (const Member &member : kMembers) {
      json.attribute(member.name, machine.*member.value);
    }
  });
  return text + "\n";
}

llvm::Expected<MachineConstants> tune::readMachine(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    return llvm::createFileError(path, buffer.getError());
  }
  auto fail = [&](const llvm::Twine &message) {
    return llvm::createFileError(path, llvm::createStringError(llvm::inconvertibleErrorCode(), message));
  };
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  if (!value) {
    return llvm::createFileError(path, value.takeError());
  }
  const llvm::json::Object *object = value->getAsObject();
  std::optional<llvm::StringRef> cpu = object ? object->getString("cpu") : std::nullopt;
  if (!cpu) {
    return fail("no JSON object with a text 'cpu', as heddle probe writes it");
  }
  MachineConstants machine;
  machine.cpu = cpu->str();
  for (const Member &member : kMembers) {
    std::optional<double> number = object->getNumber(member.name);
    if (!number || !(*number > 0)) {
      return fail("'" + member.name + "' is missing or no number above 0");
    }
    machine.*member.value = *number;
  }
  return machine;
}

void tune::setMachine(ModuleOp module, const MachineConstants &machine) {
  Builder builder(module.getContext());
  NamedAttrList values;
  values.append(tile::kFmasKey, builder.getF64FloatAttr(machine.fmas));
  values.append(tile::kHalfFmasKey, builder.getF64FloatAttr(machine.halfFmas));
  values.append(tile::kL2Key, builder.getF64FloatAttr(machine.l2Bytes));
  values.append(tile::kFarKey, builder.getF64FloatAttr(machine.l3Bytes));
  module->setAttr(tile::kMachineAttr, values.getDictionary(module.getContext()));
}

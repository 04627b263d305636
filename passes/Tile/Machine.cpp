//===- Machine.cpp - what a core does per cycle ---------------------------===//

#include "passes/Tile/Machine.h"

using namespace heddle;
using namespace heddle::tile;

/// Current x86-64 cores with vectors of their full width (docs/kernels.md); the bytes a cycle from L2 and
/// from beyond it are guesses, which `heddle probe` replaces.
static constexpr Machine kFullWidth{2, 2, 5, 28, 8};
/// AMD Zen 4 with 64-byte vectors, which it executes in two halves.
static constexpr Machine kHalfWidth{1, 1, 5, 14, 8};

Machine Machine::of(ModuleOp module, kernel::TargetAttr target, int64_t vectorBytes) {
  bool isWhole = vectorBytes == target.getVectorBytes();
  Machine machine = target.getCpu() == "znver4" && vectorBytes == 64 ? kHalfWidth : kFullWidth;
  auto measured = module ? module->getAttrOfType<DictionaryAttr>(kMachineAttr) : DictionaryAttr();
  auto read = [&](StringRef key, double &value) {
    if (auto number = measured.getAs<FloatAttr>(key)) {
      value = number.getValueAsDouble();
    }
  };
  if (measured) {
    read(isWhole ? kFmasKey : kHalfFmasKey, machine.fmas);
    read(kL2Key, machine.l2Bytes);
    read(kFarKey, machine.farBytes);
  }
  return machine;
}

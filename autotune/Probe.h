//===- Probe.h - what this machine can do -----------------------*- C++ -*-===//
//
// Measures the constants that the draft of a schedule weighs tiles with: multiply-adds, bytes from each level
// of memory, the price of a barrier. Each is the best of several short rounds, as everything that disturbs a
// round makes it slower.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_PROBE_H
#define AUTOTUNE_PROBE_H

#include "dialects/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace heddle::tune {

struct MachineConstants {
  std::string cpu;                 ///< LLVM's name for it
  double gigahertz = 0;            ///< of a chain of dependent additions
  double fmas = 0, halfFmas = 0;   ///< multiply-adds of whole and of half vectors a cycle
  double l1Bytes = 0, l2Bytes = 0; ///< read a cycle, one core
  double l3Bytes = 0, memoryBytes = 0;
  double barrierNanos = 0; ///< two threads meeting
};

/// Measures for about a second.
MachineConstants probeMachine();

/// Bytes of this machine's widest vectors, to which `fmas` belongs.
int64_t vectorBytesHere();

/// Operations a nanosecond of one core of this machine: f32 multiply-adds of its widest vectors, each two
/// operations.
double peakRate(const MachineConstants &machine);

/// Bytes a nanosecond that one core of this machine reads of a piece of memory of that size, from the nearest
/// cache that holds it.
double readRate(const MachineConstants &machine, double bytes);

/// As JSON text, one member a line.
std::string toJson(const MachineConstants &machine);

/// Reads a file of such text. An error names the file and what is wrong or missing.
llvm::Expected<MachineConstants> readMachine(llvm::StringRef path);

/// Puts the constants on a module, where `passes/Tile` finds them (passes/Tile/Machine.h).
void setMachine(ModuleOp module, const MachineConstants &machine);

} // namespace heddle::tune

#endif // AUTOTUNE_PROBE_H

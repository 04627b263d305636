//===- ProbeLoops.h - the loops that the probe times ------------*- C++ -*-===//
//
// Each returns nanoseconds of one pass over its work. They use the widest vectors of the machine that they
// run on, so they are in a file of their own with functions for each width.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_PROBELOOPS_H
#define AUTOTUNE_PROBELOOPS_H

#include <cstddef>
#include <cstdint>

namespace heddle::tune {

/// Steps of each loop; a step is one dependent addition, or twelve independent multiply-adds.
inline constexpr int64_t kProbeSteps = 20000;
inline constexpr int kProbeChains = 12;

/// A chain of dependent integer additions, one a cycle.
double timeCycles();
/// Multiply-adds of vectors of 16, 32 or 64 bytes; the machine must have AVX2 or AVX-512F for the wider two.
double timeFmas(int vectorBytes);
/// Reading `bytes` (a multiple of 512) from `data` once, in vectors of 32 or 64 bytes.
double timeReads(const char *data, size_t bytes, int vectorBytes);
/// `count` meetings of two threads at a spin barrier.
double timeBarriers(int64_t count);

} // namespace heddle::tune

#endif // AUTOTUNE_PROBELOOPS_H

//===- Cpus.h - what processor the process may use --------------*- C++ -*-===//

#ifndef RUNTIME_CORE_CPUS_H
#define RUNTIME_CORE_CPUS_H

#include <cstdint>

namespace heddle::rt {

/// Logical processors the process may keep busy: its affinity mask, and no more than the processor time its
/// control groups grant (rounded up). At least 1.
uint32_t usableCpus();

/// The same, counting the hardware threads of one core once.
uint32_t usableCores();

/// Whether code for `target` runs here. If its first word is one of the levels x86-64-v2 to -v4, that is
/// checked, and so are the words "+avx512vnni" and "+avxvnni". Others are taken on trust.
bool cpuRunsTarget(const char *target);

} // namespace heddle::rt

#endif // RUNTIME_CORE_CPUS_H

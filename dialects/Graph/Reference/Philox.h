//===- Philox.h - counter-based random bits ---------------------*- C++ -*-===//
//
// Philox4x32-10: ten rounds of multiplications that mix a 128-bit counter under a 64-bit key.
// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11, section 3.3.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_PHILOX_H
#define DIALECTS_GRAPH_REFERENCE_PHILOX_H

#include <array>
#include <cstdint>

namespace heddle::reference {

/// 128 random bits for counter (index, 0) and key `seed`, low words first.
inline std::array<uint32_t, 4> philox(uint64_t seed, uint64_t index) {
  std::array<uint32_t, 4> c{static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), 0, 0};
  uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    uint64_t p0 = uint64_t(0xD2511F53u) * c[0], p1 = uint64_t(0xCD9E8D57u) * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_PHILOX_H

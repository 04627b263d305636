// Shared by the handlers that touch memory.
#ifndef TEST_PTX_EMU_EXECMEMORY_H
#define TEST_PTX_EMU_EXECMEMORY_H

#include "test/ptx-emu/Decoder.h"

namespace ptxemu {
void memoryAddresses(const Warp &w, const Instr &I, uint32_t m, uint64_t out[kLanes]);
Space takeSpace(Decoder &d); // .global, .shared{::cta,::cluster}, ...
void takeCacheHints(Decoder &d, bool &hasPolicyOperand);
void countGlobal(Stats &s, const uint64_t *addresses, uint32_t m, uint32_t bytes, bool store);
void countShared(Stats &s, const uint64_t *addresses, uint32_t m, uint32_t bytes, bool store);
void completeCpAsync(Warp &w, int lane, uint64_t upToSequence);
uint64_t atomicLane(uint8_t *p, int op, Type t, uint64_t b, uint64_t c,
                    bool ftz); // op: index in the list of takeAtomicOp
int takeAtomicOp(Decoder &d);
void decodeStoreAsync(Decoder &d, bool reduce); // st.async, red.async
[[noreturn]] void misaligned(uint64_t address, uint32_t bytes, int lane);
} // namespace ptxemu

#endif // TEST_PTX_EMU_EXECMEMORY_H

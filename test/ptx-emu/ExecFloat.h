// Float parts of the opcodes that integers share.
#ifndef TEST_PTX_EMU_EXECFLOAT_H
#define TEST_PTX_EMU_EXECFLOAT_H

#include "test/ptx-emu/Decoder.h"

namespace ptxemu {
enum class FloatOp { Add, Sub, Mul };
void decodeFloatBinary(Decoder &d, Type t, FloatOp op); // d.I.round is set
void decodeFma(Decoder &d, Type t);                     // d.I.round is set
void decodeFloatDiv(Decoder &d, Type t);                // d.I.round is set
void decodeFloatMinMax(Decoder &d, Type t, bool isMin);
void decodeFloatSign(Decoder &d, Type t, bool isAbs);

inline float flushSubnormal(float v) {
  uint32_t b = std::bit_cast<uint32_t>(v);
  return (b & 0x7f800000) == 0 ? std::bit_cast<float>(b & 0x80000000) : v;
}
} // namespace ptxemu

#endif // TEST_PTX_EMU_EXECFLOAT_H

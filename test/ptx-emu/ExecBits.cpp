// Logic, shifts, bit fields and bytes.
#include "test/ptx-emu/Decoder.h"
#include "test/ptx-emu/ExecFloat.h"
#include "test/ptx-emu/ExecInteger.h"
#include <bit>
#include <type_traits>

namespace ptxemu {
namespace {

// ---- logic, also on predicates ----
template <int K> void predLogic(Warp &w, const Instr &I, uint32_t m) {
  uint32_t a = w.pred(I.a), b = K < 3 ? w.pred(I.b) : 0;
  uint32_t r = K == 0 ? a & b : K == 1 ? a | b : K == 2 ? a ^ b : ~a;
  w.pred(I.d) = (w.pred(I.d) & ~m) | (r & m);
}
void decodeLogic(Decoder &d) {
  const std::string &op = d.s.words[0];
  int k = op == "and" ? 0 : op == "or" ? 1 : op == "xor" ? 2 : 3;
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  if (k < 3) {
    d.I.b = d.src(2, t);
  }
  if (t == Type::Pred) {
    d.emit(k == 0   ? predLogic<0>
           : k == 1 ? predLogic<1>
           : k == 2 ? predLogic<2>
                    : predLogic<3>,
           StatClass::Integer);
    return;
  }
  d.emit(k == 0   ? binaryFor<And>(d, t)
         : k == 1 ? binaryFor<Or>(d, t)
         : k == 2 ? binaryFor<Xor>(d, t)
                  : unaryFor<Not>(d, t),
         StatClass::Integer);
}
void decodeCnot(Decoder &d) {
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.emit(unaryFor<Cnot>(d, t), StatClass::Integer);
}

// Shifts clamp the amount to the width.
template <class T, bool Left> void shift(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a);
  const uint32_t *b = w.reg<uint32_t>(I.b);
  constexpr uint32_t bits = sizeof(T) * 8;
  forLanes(m, [&](int l) {
    uint32_t n = b[l];
    if constexpr (Left) {
      d[l] = n >= bits ? T(0) : T(Unsigned<T>(a[l]) << n);
    } else if constexpr (std::is_signed_v<T>) {
      d[l] = T(a[l] >> (n >= bits ? bits - 1 : n));
    } else {
      d[l] = n >= bits ? T(0) : T(a[l] >> n);
    }
  });
}
void decodeShift(Decoder &d) {
  bool left = d.s.words[0] == "shl";
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, Type::U32);
  int n = typeBytes(t);
  Handler h;
  if (left) {
    h = n == 2 ? shift<uint16_t, true> : n == 4 ? shift<uint32_t, true> : shift<uint64_t, true>;
  } else if (isSigned(t)) {
    h = n == 2 ? shift<int16_t, false> : n == 4 ? shift<int32_t, false> : shift<int64_t, false>;
  } else {
    h = n == 2 ? shift<uint16_t, false> : n == 4 ? shift<uint32_t, false> : shift<uint64_t, false>;
  }
  d.emit(h, StatClass::Integer);
}
template <bool Left, bool Wrap> void funnel(Warp &w, const Instr &I, uint32_t m) {
  uint32_t *d = w.reg<uint32_t>(I.d);
  const uint32_t *a = w.reg<uint32_t>(I.a), *b = w.reg<uint32_t>(I.b), *c = w.reg<uint32_t>(I.c);
  forLanes(m, [&](int l) {
    uint64_t v = uint64_t(b[l]) << 32 | a[l];
    uint32_t n = Wrap ? c[l] & 31 : std::min(c[l], 32u);
    d[l] = Left ? uint32_t((v << n) >> 32) : uint32_t(v >> n);
  });
}
void decodeShf(Decoder &d) {
  int dir = d.takeOneOf({"l", "r"}), mode = d.takeOneOf({"wrap", "clamp"});
  d.takeType();
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::U32);
  if (dir < 0 || mode < 0) {
    d.refuse("unsupported shf");
  }
  d.emit(dir == 0 ? (mode == 0 ? funnel<true, true> : funnel<true, false>)
                  : (mode == 0 ? funnel<false, true> : funnel<false, false>),
         StatClass::Integer);
}
void decodeLop3(Decoder &d) {
  d.takeType();
  int boolOp = d.takeOneOf({"or", "and"});
  const Operand *to = &d.op(0);
  d.I.i0 = int(d.immediate(4)) & 255;
  if (boolOp >= 0) { // lop3.BoolOp d|p, a, b, c, lut, q
    if (to->kind == Operand::Pair) {
      d.I.d = d.dest(to->items[0], Type::B32);
      d.I.d2 = d.predDest(to->items[1]);
    } else {
      d.refuse("lop3 with a boolean operation needs d|p");
    }
    d.I.e = d.src(5, Type::Pred);
  } else {
    d.I.d = d.dst(0, Type::B32);
  }
  d.I.i1 = boolOp;
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        uint32_t *o = w.reg<uint32_t>(I.d);
        const uint32_t *a = w.reg<uint32_t>(I.a), *b = w.reg<uint32_t>(I.b), *c = w.reg<uint32_t>(I.c);
        uint32_t k[8];
        for (int i = 0; i < 8; i++) {
          k[i] = I.i0 >> i & 1 ? kFull : 0;
        }
        uint32_t nonzero = 0;
        forLanes(m, [&](int l) {
          uint32_t x = a[l], y = b[l], z = c[l];
          uint32_t r = (k[0] & ~x & ~y & ~z) | (k[1] & ~x & ~y & z) | (k[2] & ~x & y & ~z) |
                       (k[3] & ~x & y & z) | (k[4] & x & ~y & ~z) | (k[5] & x & ~y & z) |
                       (k[6] & x & y & ~z) | (k[7] & x & y & z);
          o[l] = r;
        });
        if (I.i1 >= 0) {
          for (uint32_t r = m; r; r &= r - 1) {
            nonzero |= uint32_t(o[__builtin_ctz(r)] != 0) << __builtin_ctz(r);
          }
          uint32_t q = w.pred(I.e), p = I.i1 == 0 ? nonzero | q : nonzero & q;
          w.pred(I.d2) = (w.pred(I.d2) & ~m) | (p & m);
        }
      },
      StatClass::Integer);
}

// ---- bit fields ----
template <class T, class R, class F> void mapLanes(Warp &w, const Instr &I, uint32_t m, F f) {
  R *d = w.reg<R>(I.d);
  const T *a = w.reg<T>(I.a);
  forLanes(m, [&](int l) { d[l] = f(a[l], l); });
}
void decodePopcClz(Decoder &d) {
  bool pop = d.s.words[0] == "popc";
  Type t = d.takeType();
  d.I.d = d.dst(0, Type::U32);
  d.I.a = d.src(1, t);
  bool wide = typeBytes(t) == 8;
  Handler h;
  if (pop) {
    h = wide ? Handler([](Warp &w, const Instr &I, uint32_t m) {
      mapLanes<uint64_t, uint32_t>(w, I, m, [](uint64_t v, int) { return uint32_t(std::popcount(v)); });
    })
             : Handler([](Warp &w, const Instr &I, uint32_t m) {
                 mapLanes<uint32_t, uint32_t>(w, I, m,
                                              [](uint32_t v, int) { return uint32_t(std::popcount(v)); });
               });
  } else {
    h = wide ? Handler([](Warp &w, const Instr &I, uint32_t m) {
      mapLanes<uint64_t, uint32_t>(w, I, m, [](uint64_t v, int) { return uint32_t(std::countl_zero(v)); });
    })
             : Handler([](Warp &w, const Instr &I, uint32_t m) {
                 mapLanes<uint32_t, uint32_t>(w, I, m,
                                              [](uint32_t v, int) { return uint32_t(std::countl_zero(v)); });
               });
  }
  d.emit(h, StatClass::Integer);
}
void decodeBrev(Decoder &d) {
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  if (typeBytes(t) == 8) {
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          mapLanes<uint64_t, uint64_t>(w, I, m, [](uint64_t v, int) {
            uint64_t r = 0;
            for (int i = 0; i < 64; i++) {
              r |= (v >> i & 1) << (63 - i);
            }
            return r;
          });
        },
        StatClass::Integer);
  } else {
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          mapLanes<uint32_t, uint32_t>(w, I, m, [](uint32_t v, int) {
            uint32_t r = 0;
            for (int i = 0; i < 32; i++) {
              r |= (v >> i & 1) << (31 - i);
            }
            return r;
          });
        },
        StatClass::Integer);
  }
}
void decodeBfind(Decoder &d) {
  d.I.i0 = d.take("shiftamt");
  Type t = d.takeType();
  d.I.type = t;
  d.I.d = d.dst(0, Type::U32);
  d.I.a = d.src(1, t);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          int bits = typeBits(I.type);
          uint64_t v = readLane(w, I.a, l);
          if (isSigned(I.type) && (v >> (bits - 1) & 1)) {
            v = ~v & (bits == 64 ? ~0ull : 0xffffffffull);
          }
          uint32_t pos = v ? 63 - std::countl_zero(v) : kFull;
          if (I.i0 && pos != kFull) {
            pos = bits - 1 - pos;
          }
          w.reg<uint32_t>(I.d)[l] = pos;
        });
      },
      StatClass::Integer);
}
void decodeBfe(Decoder &d) {
  Type t = d.takeType();
  d.I.type = t;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, Type::U32);
  d.I.c = d.src(3, Type::U32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        int bits = typeBits(I.type);
        const uint32_t *b = w.reg<uint32_t>(I.b), *c = w.reg<uint32_t>(I.c);
        forLanes(m, [&](int l) {
          uint64_t a = readLane(w, I.a, l);
          uint32_t pos = b[l] & 255, len = c[l] & 255;
          uint32_t signAt = std::min<uint32_t>(pos + len - 1, bits - 1);
          bool sign = isSigned(I.type) && len && (a >> signAt & 1);
          uint64_t v = 0;
          for (int i = 0; i < bits; i++) {
            bool bit = uint32_t(i) < len && pos + i < uint32_t(bits) ? (a >> (pos + i) & 1) : sign;
            v |= uint64_t(bit) << i;
          }
          writeLane(w, I.d, l, v);
        });
      },
      StatClass::Integer);
}
void decodeBfi(Decoder &d) {
  Type t = d.takeType();
  d.I.type = t;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, Type::U32);
  d.I.e = d.src(4, Type::U32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        uint32_t bits = typeBits(I.type);
        forLanes(m, [&](int l) {
          uint64_t a = readLane(w, I.a, l), v = readLane(w, I.b, l);
          uint32_t pos = w.reg<uint32_t>(I.c)[l] & 255, len = w.reg<uint32_t>(I.e)[l] & 255;
          for (uint32_t i = 0; i < len && pos + i < bits; i++) {
            v = (v & ~(1ull << (pos + i))) | (a >> i & 1) << (pos + i);
          }
          writeLane(w, I.d, l, v);
        });
      },
      StatClass::Integer);
}
void decodeBmsk(Decoder &d) {
  d.I.i0 = d.take("wrap");
  if (!d.I.i0) {
    d.take("clamp");
  }
  d.takeType();
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::U32);
  d.I.b = d.src(2, Type::U32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint32_t a = w.reg<uint32_t>(I.a)[l], b = w.reg<uint32_t>(I.b)[l];
          if (I.i0) {
            a &= 31;
            b &= 31;
          }
          uint64_t ones = b >= 32 ? 0xffffffffull : (1ull << b) - 1;
          w.reg<uint32_t>(I.d)[l] = a >= 32 ? 0 : uint32_t(ones << a);
        });
      },
      StatClass::Integer);
}
void decodeSzext(Decoder &d) {
  d.I.i0 = d.take("wrap");
  if (!d.I.i0) {
    d.take("clamp");
  }
  Type t = d.takeType();
  d.I.i1 = isSigned(t);
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, Type::U32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint32_t a = w.reg<uint32_t>(I.a)[l], n = w.reg<uint32_t>(I.b)[l];
          if (I.i0) {
            n &= 31;
          }
          uint32_t v = n >= 32  ? a
                       : n == 0 ? 0
                       : I.i1   ? uint32_t(int32_t(a << (32 - n)) >> (32 - n))
                                : a & ((1u << n) - 1);
          w.reg<uint32_t>(I.d)[l] = v;
        });
      },
      StatClass::Integer);
}
void decodeFns(Decoder &d) {
  d.takeType();
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint32_t mask = w.reg<uint32_t>(I.a)[l], base = w.reg<uint32_t>(I.b)[l], out = kFull;
          int n = int(w.reg<uint32_t>(I.c)[l]);
          if (n == 0) {
            if (base < 32 && (mask >> base & 1)) {
              out = base;
            }
          } else {
            int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
            for (int p = int(base); p >= 0 && p < 32; p += step) {
              if (mask >> p & 1) {
                if (--left == 0) {
                  out = uint32_t(p);
                  break;
                }
              }
            }
          }
          w.reg<uint32_t>(I.d)[l] = out;
        });
      },
      StatClass::Integer);
}
void decodeSad(Decoder &d) {
  Type t = d.takeType();
  d.I.type = t;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, t);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        int sh = 64 - typeBits(I.type);
        forLanes(m, [&](int l) {
          uint64_t a = readLane(w, I.a, l), b = readLane(w, I.b, l), c = readLane(w, I.c, l);
          bool less = isSigned(I.type) ? (int64_t(a << sh) < int64_t(b << sh)) : a < b;
          writeLane(w, I.d, l, c + (less ? b - a : a - b));
        });
      },
      StatClass::Integer);
}
void decodeDp(Decoder &d) {
  bool four = d.s.words[0] == "dp4a";
  int half = four ? 0 : d.takeOneOf({"lo", "hi"});
  Type ta = d.takeType(), tb = d.takeType();
  if (tb == Type::None) {
    tb = ta;
  }
  if (half < 0) {
    d.refuse("unsupported dp2a");
  }
  d.I.i0 = isSigned(ta);
  d.I.i1 = isSigned(tb);
  d.I.i2 = half;
  d.I.i3 = four;
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint32_t a = w.reg<uint32_t>(I.a)[l], b = w.reg<uint32_t>(I.b)[l];
          int64_t sum = int32_t(w.reg<uint32_t>(I.c)[l]);
          if (I.i3) {
            for (int k = 0; k < 4; k++) {
              int64_t x = I.i0 ? int64_t(int8_t(a >> (8 * k))) : int64_t(uint8_t(a >> (8 * k)));
              int64_t y = I.i1 ? int64_t(int8_t(b >> (8 * k))) : int64_t(uint8_t(b >> (8 * k)));
              sum += x * y;
            }
          } else {
            for (int k = 0; k < 2; k++) {
              int64_t x = I.i0 ? int64_t(int16_t(a >> (16 * k))) : int64_t(uint16_t(a >> (16 * k)));
              int sh = 8 * k + 16 * I.i2;
              int64_t y = I.i1 ? int64_t(int8_t(b >> sh)) : int64_t(uint8_t(b >> sh));
              sum += x * y;
            }
          }
          w.reg<uint32_t>(I.d)[l] = uint32_t(sum);
        });
      },
      StatClass::Integer);
}
void decodePrmt(Decoder &d) {
  d.takeType();
  d.I.i0 = d.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        const uint32_t *a = w.reg<uint32_t>(I.a), *b = w.reg<uint32_t>(I.b), *c = w.reg<uint32_t>(I.c);
        uint32_t *o = w.reg<uint32_t>(I.d);
        forLanes(m, [&](int l) {
          uint64_t v = uint64_t(b[l]) << 32 | a[l];
          uint32_t sel = c[l], n = sel & 3, out = 0;
          for (int k = 0; k < 4; k++) {
            uint32_t s;
            switch (I.i0) {
            case 0:
              s = (n + k) & 7;
              break;
            case 1:
              s = (n - k) & 7;
              break;
            case 2:
              s = n;
              break;
            case 3:
              s = std::max<uint32_t>(n, k);
              break;
            case 4:
              s = std::min<uint32_t>(n, k);
              break;
            case 5:
              s = (n & 1) * 2 + (k & 1);
              break;
            default:
              s = sel >> (4 * k) & 15;
            }
            uint8_t byte = uint8_t(v >> ((s & 7) * 8));
            if (s & 8) {
              byte = byte & 0x80 ? 0xff : 0;
            }
            out |= uint32_t(byte) << (8 * k);
          }
          o[l] = out;
        });
      },
      StatClass::Integer);
}

RegisterOps ops{{"and", decodeLogic},   {"or", decodeLogic},     {"xor", decodeLogic},   {"not", decodeLogic},
                {"cnot", decodeCnot},   {"shl", decodeShift},    {"shr", decodeShift},   {"shf", decodeShf},
                {"lop3", decodeLop3},   {"popc", decodePopcClz}, {"clz", decodePopcClz}, {"brev", decodeBrev},
                {"bfind", decodeBfind}, {"bfe", decodeBfe},      {"bfi", decodeBfi},     {"bmsk", decodeBmsk},
                {"szext", decodeSzext}, {"fns", decodeFns},      {"sad", decodeSad},     {"dp4a", decodeDp},
                {"dp2a", decodeDp},     {"prmt", decodePrmt}};

} // namespace
} // namespace ptxemu

// Floating-point arithmetic. Compiled with -frounding-math: directed rounding uses the host's mode.
#include "test/ptx-emu/ExecFloat.h"
#include <cfenv>

namespace ptxemu {
namespace {

// Rounds a double to float so that a further rounding to a 16-bit format is exact (round to odd).
inline float oddFloat(double s) {
  float f = float(s);
  if (double(f) == s || std::isnan(s)) {
    return f;
  }
  uint32_t b = std::bit_cast<uint32_t>(f);
  if (std::fabs(double(f)) > std::fabs(s)) {
    b--;
  }
  return std::bit_cast<float>(b | 1);
}
inline float canonical(float v) { return v == v ? v : std::bit_cast<float>(0x7fffffffu); }
template <class C> inline C saturate(C v) { return v > C(0) ? (v < C(1) ? v : C(1)) : C(0); } // NaN gives +0

// Element formats: S is the storage, C the type that operations compute in.
struct F32 {
  using S = float;
  using C = float;
  template <bool Ftz> static C get(S v) { return Ftz ? flushSubnormal(v) : v; }
  template <bool Ftz> static S put(C v) {
    v = canonical(v);
    return Ftz ? flushSubnormal(v) : v;
  }
  static S fma(C a, C b, C c) { return __builtin_fmaf(a, b, c); }
};
struct F64 {
  using S = double;
  using C = double;
  template <bool> static C get(S v) { return v; }
  template <bool> static S put(C v) { return v; }
};
struct F16 {
  using S = uint16_t;
  using C = float;
  template <bool Ftz> static C get(S v) {
    return toFloat(Half{Ftz && !(v & 0x7c00) ? uint16_t(v & 0x8000) : v});
  }
  template <bool Ftz> static S put(C v) {
    S b = halfFromFloat(v).bits;
    return Ftz && !(b & 0x7c00) ? S(b & 0x8000) : b;
  }
};
struct BF16 {
  using S = uint16_t;
  using C = float;
  template <bool Ftz> static C get(S v) { return toFloat(BFloat{v}); }
  template <bool Ftz> static S put(C v) { return bfloatFromFloat(v).bits; }
};

struct AddOp {
  template <class C> static C f(C a, C b) { return a + b; }
};
struct SubOp {
  template <class C> static C f(C a, C b) { return a - b; }
};
struct MulOp {
  template <class C> static C f(C a, C b) { return a * b; }
};
struct DivOp {
  template <class C> static C f(C a, C b) { return a / b; }
};

// Applies f to each lane; packed formats to each part of a register (P parts).
template <class E, int P, class F>
[[gnu::always_inline]] inline void mapParts(Warp &w, const Instr &I, uint32_t m, int operands, F f) {
  using S = typename E::S;
  S *d = w.reg<S>(I.d);
  const S *a = w.reg<S>(I.a), *b = operands > 1 ? w.reg<S>(I.b) : a, *c = operands > 2 ? w.reg<S>(I.c) : a;
  forLanes(m, [&](int l) {
    S out[P];
    for (int k = 0; k < P; k++) {
      out[k] = f(a[l * P + k], b[l * P + k], c[l * P + k]);
    }
    for (int k = 0; k < P; k++) {
      d[l * P + k] = out[k];
    }
  });
}

template <class E, int P, class Op, bool Ftz> void binary(Warp &w, const Instr &I, uint32_t m) {
  using S = typename E::S;
  if (I.i0) {
    mapParts<E, P>(w, I, m, 2, [](S a, S b, S) {
      return E::template put<Ftz>(saturate(Op::f(E::template get<Ftz>(a), E::template get<Ftz>(b))));
    });
  } else {
    mapParts<E, P>(w, I, m, 2, [](S a, S b, S) {
      return E::template put<Ftz>(Op::f(E::template get<Ftz>(a), E::template get<Ftz>(b)));
    });
  }
}
int hostRound(Round r) {
  return r == Round::Zero   ? FE_TOWARDZERO
         : r == Round::Down ? FE_DOWNWARD
         : r == Round::Up   ? FE_UPWARD
                            : FE_TONEAREST;
}
template <Handler H> void withRounding(Warp &w, const Instr &I, uint32_t m) {
  fesetround(hostRound(I.round));
  H(w, I, m);
  fesetround(FE_TONEAREST);
}
bool directed(const Decoder &d) {
  return d.I.round == Round::Zero || d.I.round == Round::Down || d.I.round == Round::Up;
}

template <class Op> Handler pickBinary(Decoder &d, Type t, bool ftz) {
  bool dir = directed(d);
  switch (t) {
  case Type::F32:
    return dir   ? (ftz ? withRounding<binary<F32, 1, Op, true>> : withRounding<binary<F32, 1, Op, false>>)
           : ftz ? binary<F32, 1, Op, true>
                 : binary<F32, 1, Op, false>;
  case Type::F64:
    return dir ? withRounding<binary<F64, 1, Op, false>> : binary<F64, 1, Op, false>;
  case Type::F32x2:
    return dir   ? (ftz ? withRounding<binary<F32, 2, Op, true>> : withRounding<binary<F32, 2, Op, false>>)
           : ftz ? binary<F32, 2, Op, true>
                 : binary<F32, 2, Op, false>;
  case Type::F16:
    return ftz ? binary<F16, 1, Op, true> : binary<F16, 1, Op, false>;
  case Type::F16x2:
    return ftz ? binary<F16, 2, Op, true> : binary<F16, 2, Op, false>;
  case Type::BF16:
    return binary<BF16, 1, Op, false>;
  case Type::BF16x2:
    return binary<BF16, 2, Op, false>;
  default:
    d.refuse("unsupported type");
  }
}
StatClass statOf(Type t) {
  return t == Type::F64                       ? StatClass::Double
         : t == Type::F32 || t == Type::F32x2 ? StatClass::Float
                                              : StatClass::Half;
}
bool is16(Type t) { return t == Type::F16 || t == Type::BF16 || t == Type::F16x2 || t == Type::BF16x2; }

// fma: i0 saturate, i1 relu
template <class E, int P, bool Ftz> void fma16(Warp &w, const Instr &I, uint32_t m) {
  bool sat = I.i0, relu = I.i1;
  mapParts<E, P>(w, I, m, 3, [=](uint16_t a, uint16_t b, uint16_t c) -> uint16_t {
    double p = double(E::template get<Ftz>(a)) * double(E::template get<Ftz>(b));
    float v = oddFloat(addRoundToOdd(p, double(E::template get<Ftz>(c))));
    if (sat) {
      v = saturate(v);
    }
    if (relu && std::signbit(v) && v == v) {
      v = 0;
    }
    return E::template put<Ftz>(v);
  });
}
template <class C> C hostFma(C a, C b, C c) { return std::fma(a, b, c); }
template <class E, int P, bool Ftz> void fma(Warp &w, const Instr &I, uint32_t m) {
  using S = typename E::S;
  if (I.i0) {
    mapParts<E, P>(w, I, m, 3, [](S a, S b, S c) {
      return E::template put<Ftz>(
          saturate(hostFma(E::template get<Ftz>(a), E::template get<Ftz>(b), E::template get<Ftz>(c))));
    });
  } else {
    mapParts<E, P>(w, I, m, 3, [](S a, S b, S c) {
      return E::template put<Ftz>(
          hostFma(E::template get<Ftz>(a), E::template get<Ftz>(b), E::template get<Ftz>(c)));
    });
  }
}

// min/max: i0 take the max; i1 NaN propagates; i2 xorsign.abs
template <class C> inline C minMax(C a, C b, bool max, bool nan, bool xorsign) {
  bool negative = xorsign && (std::signbit(a) != std::signbit(b));
  if (xorsign) {
    a = std::fabs(a);
    b = std::fabs(b);
  }
  C r;
  if (a != a || b != b) {
    if (nan || (a != a && b != b)) {
      return std::numeric_limits<C>::quiet_NaN();
    }
    r = a != a ? b : a;
  } else if (a == b) {
    r = (std::signbit(a) != 0) == max ? b : a;
  } else {
    r = (a < b) != max ? a : b;
  }
  return negative ? -r : r;
}
template <class E, int P, bool Ftz> void minMaxLanes(Warp &w, const Instr &I, uint32_t m) {
  using S = typename E::S;
  bool max = I.i0, nan = I.i1, xs = I.i2;
  mapParts<E, P>(w, I, m, 2, [=](S a, S b, S) {
    return E::template put<Ftz>(minMax(E::template get<Ftz>(a), E::template get<Ftz>(b), max, nan, xs));
  });
}

// Unary functions, selected by I.i0.
enum Fn { Rcp, Sqrt, Rsqrt, Sin, Cos, Lg2, Ex2, Tanh };
template <class C> inline C apply(int fn, C v) {
  switch (fn) {
  case Rcp:
    return C(1) / v;
  case Sqrt:
    return std::sqrt(v);
  case Rsqrt:
    return C(1.0 / std::sqrt(double(v)));
  case Sin:
    return C(std::sin(double(v)));
  case Cos:
    return C(std::cos(double(v)));
  case Lg2:
    return C(std::log2(double(v)));
  case Ex2:
    return C(std::exp2(double(v)));
  default:
    return C(std::tanh(double(v)));
  }
}
template <class E, int P, bool Ftz> void unary(Warp &w, const Instr &I, uint32_t m) {
  using S = typename E::S;
  int fn = I.i0;
  mapParts<E, P>(w, I, m, 1,
                 [=](S a, S, S) { return E::template put<Ftz>(apply(fn, E::template get<Ftz>(a))); });
}

void decodeUnary(Decoder &d) {
  static const std::unordered_map<std::string, int> fns = {{"rcp", Rcp}, {"sqrt", Sqrt}, {"rsqrt", Rsqrt},
                                                           {"sin", Sin}, {"cos", Cos},   {"lg2", Lg2},
                                                           {"ex2", Ex2}, {"tanh", Tanh}};
  d.I.i0 = fns.at(d.s.words[0]);
  d.take("approx");
  d.I.round = d.takeRound();
  bool ftz = d.take("ftz");
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  bool dir = directed(d);
  Handler h = nullptr;
  switch (t) {
  case Type::F32:
    h = dir   ? (ftz ? withRounding<unary<F32, 1, true>> : withRounding<unary<F32, 1, false>>)
        : ftz ? unary<F32, 1, true>
              : unary<F32, 1, false>;
    break;
  case Type::F64:
    h = dir ? withRounding<unary<F64, 1, false>> : unary<F64, 1, false>;
    break;
  case Type::F16:
    h = unary<F16, 1, false>;
    break;
  case Type::F16x2:
    h = unary<F16, 2, false>;
    break;
  case Type::BF16:
    h = unary<BF16, 1, false>;
    break;
  case Type::BF16x2:
    h = unary<BF16, 2, false>;
    break;
  default:
    d.refuse("unsupported type");
  }
  d.emit(h, StatClass::Special);
}

template <class S> void copysign(Warp &w, const Instr &I, uint32_t m) {
  constexpr S sign = S(1) << (sizeof(S) * 8 - 1);
  const S *a = w.reg<S>(I.a), *b = w.reg<S>(I.b);
  S *d = w.reg<S>(I.d);
  forLanes(m, [&](int l) { d[l] = (b[l] & ~sign) | (a[l] & sign); });
}
void decodeCopysign(Decoder &d) {
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.emit(t == Type::F64 ? copysign<uint64_t> : copysign<uint32_t>, StatClass::Float);
}
void decodeTestp(Decoder &d) {
  d.I.i0 = d.takeOneOf({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  d.I.type = d.takeType();
  d.I.d = d.dst(0, Type::Pred);
  d.I.a = d.src(1, d.I.type);
  if (d.I.i0 < 0) {
    d.refuse("unsupported testp");
  }
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        uint32_t p = 0;
        for (uint32_t r = m; r; r &= r - 1) {
          int l = __builtin_ctz(r);
          int c = I.type == Type::F64 ? std::fpclassify(w.reg<double>(I.a)[l])
                                      : std::fpclassify(w.reg<float>(I.a)[l]);
          bool v = false;
          switch (I.i0) {
          case 0:
            v = c != FP_INFINITE && c != FP_NAN;
            break;
          case 1:
            v = c == FP_INFINITE;
            break;
          case 2:
            v = c != FP_NAN;
            break;
          case 3:
            v = c == FP_NAN;
            break;
          case 4:
            v = c == FP_NORMAL;
            break;
          case 5:
            v = c == FP_SUBNORMAL;
            break;
          }
          p |= uint32_t(v) << l;
        }
        w.pred(I.d) = (w.pred(I.d) & ~m) | p;
      },
      StatClass::Compare);
}

template <class S, bool Abs> void signBits(Warp &w, const Instr &I, uint32_t m) {
  S mask = S(I.imm);
  const S *a = w.reg<S>(I.a);
  S *d = w.reg<S>(I.d);
  forLanes(m, [&](int l) { d[l] = Abs ? a[l] & ~mask : a[l] ^ mask; });
}
template <bool Abs> void signFtz(Warp &w, const Instr &I, uint32_t m) {
  mapParts<F32, 1>(w, I, m, 1, [](float a, float, float) {
    a = flushSubnormal(a);
    return Abs ? std::fabs(a) : -a;
  });
}

RegisterOps ops{{"rcp", decodeUnary},
                {"sqrt", decodeUnary},
                {"rsqrt", decodeUnary},
                {"sin", decodeUnary},
                {"cos", decodeUnary},
                {"lg2", decodeUnary},
                {"ex2", decodeUnary},
                {"tanh", decodeUnary},
                {"copysign", decodeCopysign},
                {"testp", decodeTestp},
                {"fma", [](Decoder &d) {
                   d.I.round = d.takeRound();
                   Type t = d.takeType();
                   decodeFma(d, t);
                 }}};
} // namespace

void decodeFloatBinary(Decoder &d, Type t, FloatOp op) {
  bool ftz = d.take("ftz");
  d.I.i0 = d.take("sat");
  if (is16(t) && directed(d)) {
    d.refuse("unsupported rounding mode");
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.emit(op == FloatOp::Add   ? pickBinary<AddOp>(d, t, ftz)
         : op == FloatOp::Sub ? pickBinary<SubOp>(d, t, ftz)
                              : pickBinary<MulOp>(d, t, ftz),
         statOf(t));
}

void decodeFma(Decoder &d, Type t) {
  bool ftz = d.take("ftz");
  d.I.i0 = d.take("sat");
  d.I.i1 = d.take("relu");
  bool dir = directed(d);
  if (is16(t) && dir) {
    d.refuse("unsupported rounding mode");
  }
  if (d.I.i1 && !is16(t)) {
    d.refuse("unsupported relu");
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, t);
  Handler h = nullptr;
  switch (t) {
  case Type::F32:
    h = dir   ? (ftz ? withRounding<fma<F32, 1, true>> : withRounding<fma<F32, 1, false>>)
        : ftz ? fma<F32, 1, true>
              : fma<F32, 1, false>;
    break;
  case Type::F32x2:
    h = dir   ? (ftz ? withRounding<fma<F32, 2, true>> : withRounding<fma<F32, 2, false>>)
        : ftz ? fma<F32, 2, true>
              : fma<F32, 2, false>;
    break;
  case Type::F64:
    h = dir ? withRounding<fma<F64, 1, false>> : fma<F64, 1, false>;
    break;
  case Type::F16:
    h = ftz ? fma16<F16, 1, true> : fma16<F16, 1, false>;
    break;
  case Type::F16x2:
    h = ftz ? fma16<F16, 2, true> : fma16<F16, 2, false>;
    break;
  case Type::BF16:
    h = fma16<BF16, 1, false>;
    break;
  case Type::BF16x2:
    h = fma16<BF16, 2, false>;
    break;
  default:
    d.refuse("unsupported type");
  }
  d.emit(h, statOf(t));
}

void decodeFloatDiv(Decoder &d, Type t) {
  d.takeOneOf({"approx", "full"});
  bool ftz = d.take("ftz");
  if (t != Type::F32 && t != Type::F64) {
    d.refuse("unsupported type");
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.emit(pickBinary<DivOp>(d, t, ftz), StatClass::Special);
}

void decodeFloatMinMax(Decoder &d, Type t, bool isMin) {
  bool ftz = d.take("ftz");
  d.I.i0 = !isMin;
  d.I.i1 = d.take("NaN");
  d.I.i2 = d.take("xorsign");
  if (d.I.i2 && !d.take("abs")) {
    d.refuse("xorsign without abs");
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  Handler h = nullptr;
  switch (t) {
  case Type::F32:
    h = ftz ? minMaxLanes<F32, 1, true> : minMaxLanes<F32, 1, false>;
    break;
  case Type::F64:
    h = minMaxLanes<F64, 1, false>;
    break;
  case Type::F16:
    h = ftz ? minMaxLanes<F16, 1, true> : minMaxLanes<F16, 1, false>;
    break;
  case Type::F16x2:
    h = ftz ? minMaxLanes<F16, 2, true> : minMaxLanes<F16, 2, false>;
    break;
  case Type::BF16:
    h = minMaxLanes<BF16, 1, false>;
    break;
  case Type::BF16x2:
    h = minMaxLanes<BF16, 2, false>;
    break;
  default:
    d.refuse("unsupported type");
  }
  d.emit(h, statOf(t));
}

void decodeFloatSign(Decoder &d, Type t, bool isAbs) {
  bool ftz = d.take("ftz");
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  Handler h = nullptr;
  if (ftz && t == Type::F32) {
    h = isAbs ? signFtz<true> : signFtz<false>;
  } else {
    switch (typeBytes(t)) {
    case 2:
      d.I.imm = 0x8000;
      h = isAbs ? signBits<uint16_t, true> : signBits<uint16_t, false>;
      break;
    case 4:
      d.I.imm = t == Type::F32 ? 0x80000000ll : 0x80008000ll;
      h = isAbs ? signBits<uint32_t, true> : signBits<uint32_t, false>;
      break;
    case 8:
      d.I.imm = t == Type::F64 ? int64_t(1ull << 63) : int64_t(0x8000000080000000ull);
      h = isAbs ? signBits<uint64_t, true> : signBits<uint64_t, false>;
      break;
    }
  }
  d.emit(h, statOf(t));
}

} // namespace ptxemu

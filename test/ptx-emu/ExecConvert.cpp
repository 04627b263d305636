// cvt in all its forms. Compiled with -frounding-math.
#include "test/ptx-emu/ExecFloat.h"
#include <cfenv>

namespace ptxemu {
namespace {

const FloatFormat *smallFormat(Type t) {
  switch (t) {
  case Type::F16:
  case Type::F16x2:
    return &kF16;
  case Type::BF16:
  case Type::BF16x2:
    return &kBF16;
  case Type::E4M3:
  case Type::E4M3x2:
    return &kE4M3;
  case Type::E5M2:
  case Type::E5M2x2:
    return &kE5M2;
  case Type::TF32:
    return &kTF32;
  default:
    return nullptr;
  }
}

double roundIntegral(double v, Round r) {
  switch (r) {
  case Round::Nearest:
    return std::nearbyint(v);
  case Round::Zero:
    return std::trunc(v);
  case Round::Down:
    return std::floor(v);
  case Round::Up:
    return std::ceil(v);
  default:
    return v;
  }
}

struct CvtFlags {
  bool ftz, sat, satfinite, relu, integral;
};

double readFloat(const Warp &w, const Instr &I, const Reg &r, Type t, int lane, int part = 0) {
  uint64_t b = readLane(w, r, lane);
  if (t == Type::F64) {
    return std::bit_cast<double>(b);
  }
  if (t == Type::F32) {
    return std::bit_cast<float>(uint32_t(b));
  }
  const FloatFormat &f = *smallFormat(t);
  int bits = 1 + f.exp + f.man;
  return formatToDouble(uint32_t(b >> (part * bits)) & ((1u << bits) - 1), f);
}

uint64_t floatToInt(double v, Type t, Round r) {
  if (std::isnan(v)) {
    return 0;
  }
  v = roundIntegral(v, r);
  int bits = typeBits(t);
  if (isSigned(t)) {
    double hi = std::ldexp(1.0, bits - 1);
    if (v >= hi) {
      return (1ull << (bits - 1)) - 1;
    }
    if (v < -hi) {
      return uint64_t(-1) << (bits - 1);
    }
    return uint64_t(int64_t(v));
  }
  double hi = std::ldexp(1.0, bits);
  if (v >= hi) {
    return bits == 64 ? ~0ull : (1ull << bits) - 1;
  }
  if (v <= 0) {
    return 0;
  }
  return uint64_t(v);
}

// One float result of `v` (already flushed) in format t.
uint64_t makeFloat(double v, Type t, Round r, const CvtFlags &f) {
  if (f.integral) {
    v = roundIntegral(v, r);
  }
  if (f.sat) {
    v = v > 0 ? std::min(v, 1.0) : 0.0;
  }
  if (f.relu && !(v >= 0) && !std::isnan(v)) {
    v = 0;
  }
  if (t == Type::F64) {
    return std::bit_cast<uint64_t>(v);
  }
  if (t == Type::F32) {
    float x = float(v); // under the host rounding mode that the caller set
    if (std::isnan(x)) {
      return 0x7fffffff;
    }
    if (f.ftz) {
      x = flushSubnormal(x);
    }
    return std::bit_cast<uint32_t>(x);
  }
  uint32_t b = roundToFormat(v, *smallFormat(t), r, f.satfinite);
  return t == Type::TF32 ? uint64_t(b) << 13 : b;
}

// General conversion. type2: source, type: destination.
void execCvt(Warp &w, const Instr &I, uint32_t m) {
  const CvtFlags &f = *static_cast<const CvtFlags *>(I.extra);
  Type to = I.type, from = I.type2;
  int fromBits = typeBits(from), toBits = typeBits(to);
  int mode = I.round == Round::Zero   ? FE_TOWARDZERO
             : I.round == Round::Down ? FE_DOWNWARD
             : I.round == Round::Up   ? FE_UPWARD
                                      : FE_TONEAREST;
  if (mode != FE_TONEAREST && !f.integral) {
    fesetround(mode);
  }
  forLanes(m, [&](int l) {
    uint64_t out;
    if (isFloat(from) || smallFormat(from)) {
      double v = readFloat(w, I, I.a, from, l);
      if (f.ftz && from == Type::F32) {
        v = flushSubnormal(float(v));
      }
      if (isFloat(to) || smallFormat(to)) {
        out = makeFloat(v, to, I.round, f);
      } else {
        out = floatToInt(v, to, I.round);
      }
    } else {
      uint64_t u = readLane(w, I.a, l);
      if (fromBits < 64) {
        u &= (1ull << fromBits) - 1;
      }
      int64_t s =
          isSigned(from) && fromBits < 64 ? int64_t(u << (64 - fromBits)) >> (64 - fromBits) : int64_t(u);
      if (isFloat(to)) {
        if (to == Type::F32) {
          float x = isSigned(from) ? float(s) : float(u);
          out = std::bit_cast<uint32_t>(f.sat ? std::min(std::max(x, 0.0f), 1.0f) : x);
        } else if (to == Type::F64) {
          double x = isSigned(from) ? double(s) : double(u);
          out = std::bit_cast<uint64_t>(f.sat ? std::min(std::max(x, 0.0), 1.0) : x);
        } else {
          out = makeFloat(isSigned(from) ? double(s) : double(u), to, I.round, f);
        }
      } else if (f.sat) {
        if (isSigned(to)) {
          int64_t hi = toBits == 64 ? INT64_MAX : (1ll << (toBits - 1)) - 1;
          out = isSigned(from) ? uint64_t(std::min(std::max(s, -hi - 1), hi))
                               : std::min<uint64_t>(u, uint64_t(hi));
        } else {
          uint64_t hi = toBits == 64 ? ~0ull : (1ull << toBits) - 1;
          out = isSigned(from) && s < 0 ? 0 : std::min<uint64_t>(uint64_t(s), hi);
        }
      } else {
        out = uint64_t(s);
      }
    }
    if (!isFloat(to) && !smallFormat(to) && toBits < 64) { // the register may be wider than the type
      out &= (1ull << toBits) - 1;
      if (isSigned(to)) {
        out = uint64_t(int64_t(out << (64 - toBits)) >> (64 - toBits));
      }
    }
    writeLane(w, I.d, l, out);
  });
  if (mode != FE_TONEAREST) {
    fesetround(FE_TONEAREST);
  }
}

// Two floats packed into one register: d = {a: high, b: low}; or a packed source converted part by part.
void execCvtPacked(Warp &w, const Instr &I, uint32_t m) {
  const CvtFlags &f = *static_cast<const CvtFlags *>(I.extra);
  int bits = typeBits(I.type) / 2;
  forLanes(m, [&](int l) {
    double hi, lo;
    if (I.i0) {
      hi = readFloat(w, I, I.a, I.type2, l, 1);
      lo = readFloat(w, I, I.a, I.type2, l, 0);
    } else {
      hi = readFloat(w, I, I.a, I.type2, l);
      lo = readFloat(w, I, I.b, I.type2, l);
    }
    writeLane(w, I.d, l, makeFloat(lo, I.type, I.round, f) | makeFloat(hi, I.type, I.round, f) << bits);
  });
}

// ---- fast paths ----
template <class D, class S>
void intCast(Warp &w, const Instr &I, uint32_t m) { // registers have exactly these widths
  D *d = w.reg<D>(I.d);
  const S *a = w.reg<S>(I.a);
  forLanes(m, [&](int l) { d[l] = D(a[l]); });
}
void halfToFloatLanes(Warp &w, const Instr &I, uint32_t m) {
  float *d = w.reg<float>(I.d);
  const uint16_t *a = w.reg<uint16_t>(I.a);
  forLanes(m, [&](int l) {
    float v = toFloat(Half{a[l]});
    d[l] = v == v ? v : std::bit_cast<float>(0x7fffffffu);
  });
}
void bfloatToFloatLanes(Warp &w, const Instr &I, uint32_t m) {
  float *d = w.reg<float>(I.d);
  const uint16_t *a = w.reg<uint16_t>(I.a);
  forLanes(m, [&](int l) {
    float v = toFloat(BFloat{a[l]});
    d[l] = v == v ? v : std::bit_cast<float>(0x7fffffffu);
  });
}
void floatToHalfLanes(Warp &w, const Instr &I, uint32_t m) {
  uint16_t *d = w.reg<uint16_t>(I.d);
  const float *a = w.reg<float>(I.a);
  forLanes(m, [&](int l) { d[l] = halfFromFloat(a[l]).bits; });
}
void floatToBfloatLanes(Warp &w, const Instr &I, uint32_t m) {
  uint16_t *d = w.reg<uint16_t>(I.d);
  const float *a = w.reg<float>(I.a);
  forLanes(m, [&](int l) { d[l] = bfloatFromFloat(a[l]).bits; });
}
template <bool B> void packHalves(Warp &w, const Instr &I, uint32_t m) {
  uint32_t *d = w.reg<uint32_t>(I.d);
  const float *a = w.reg<float>(I.a), *b = w.reg<float>(I.b);
  forLanes(m, [&](int l) {
    uint32_t hi = B ? bfloatFromFloat(a[l]).bits : halfFromFloat(a[l]).bits,
             lo = B ? bfloatFromFloat(b[l]).bits : halfFromFloat(b[l]).bits;
    d[l] = hi << 16 | lo;
  });
}
void floatToIntTrunc(Warp &w, const Instr &I, uint32_t m) {
  int32_t *d = w.reg<int32_t>(I.d);
  const float *a = w.reg<float>(I.a);
  forLanes(m, [&](int l) {
    float v = a[l];
    d[l] = v >= 2147483648.0f ? INT32_MAX : v < -2147483648.0f ? INT32_MIN : v != v ? 0 : int32_t(v);
  });
}

void decodeCvtPack(Decoder &d) {
  if (!d.take("sat")) {
    d.refuse("unsupported cvt.pack");
  }
  Type to = d.takeType(), from = d.takeType();
  Type c = d.takeType();
  if (from != Type::S32) {
    d.refuse("unsupported cvt.pack");
  }
  d.I.type = to;
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, from);
  d.I.b = d.src(2, from);
  d.I.i0 = c != Type::None;
  if (d.I.i0) {
    d.I.c = d.src(3, Type::B32);
  }
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        int bits = typeBits(I.type);
        int64_t lo = isSigned(I.type) ? -(1ll << (bits - 1)) : 0,
                hi = isSigned(I.type) ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
        uint64_t mask = (1ull << bits) - 1;
        for (uint32_t r = m; r; r &= r - 1) {
          int l = __builtin_ctz(r);
          auto clamp = [&](int64_t v) { return uint64_t(std::min(std::max(v, lo), hi)) & mask; };
          uint64_t v = clamp(w.reg<int32_t>(I.a)[l]) << bits | clamp(w.reg<int32_t>(I.b)[l]);
          if (I.i0) {
            v |= uint64_t(w.reg<uint32_t>(I.c)[l]) << (2 * bits);
          }
          w.reg<uint32_t>(I.d)[l] = uint32_t(v);
        }
      },
      StatClass::Convert);
}

void decodeCvt(Decoder &d) {
  if (d.take("pack")) {
    decodeCvtPack(d);
    return;
  }
  CvtFlags f{};
  int integral = d.takeOneOf({"rni", "rzi", "rmi", "rpi"});
  d.I.round = integral == 0   ? Round::Nearest
              : integral == 1 ? Round::Zero
              : integral == 2 ? Round::Down
              : integral == 3 ? Round::Up
                              : d.takeRound();
  f.integral = integral >= 0;
  f.ftz = d.take("ftz");
  f.sat = d.take("sat");
  f.satfinite = d.take("satfinite");
  f.relu = d.take("relu");
  Type to = d.takeType(), from = d.takeType();
  d.I.type = to;
  d.I.type2 = from;
  d.I.copies = true;
  *d.extra<CvtFlags>() = f;
  auto packed = [](Type t) {
    return t == Type::F16x2 || t == Type::BF16x2 || t == Type::E4M3x2 || t == Type::E5M2x2;
  };
  if (packed(to)) {
    d.I.i0 = packed(from);
    d.I.d = d.dst(0, to);
    d.I.a = d.src(1, from);
    if (!packed(from)) {
      if (from != Type::F32) {
        d.refuse("unsupported conversion");
      }
      d.I.b = d.src(2, from);
    }
    bool plain = !f.sat && !f.satfinite && !f.relu && !f.ftz && d.I.round == Round::Nearest && !packed(from);
    Handler h = execCvtPacked;
    if (plain && to == Type::F16x2) {
      h = packHalves<false>;
    }
    if (plain && to == Type::BF16x2) {
      h = packHalves<true>;
    }
    d.emit(h, StatClass::Convert);
    return;
  }
  if (packed(from) || to == Type::None || from == Type::None || isBits(to) || isBits(from) ||
      to == Type::Pred || from == Type::Pred) {
    d.refuse("unsupported conversion");
  }
  if (from == Type::TF32 || from == Type::E4M3 || from == Type::E5M2 || to == Type::E4M3 ||
      to == Type::E5M2) {
    d.refuse("unsupported conversion");
  }
  bool toFloatType = isFloat(to), fromFloatType = isFloat(from);
  if (fromFloatType && !toFloatType && integral < 0 && d.I.round == Round::None) {
    d.refuse("conversion needs a rounding mode");
  }
  if (toFloatType && !fromFloatType && d.I.round == Round::None) {
    d.refuse("conversion needs a rounding mode");
  }
  d.I.d = d.dest(d.op(0), to == Type::TF32 ? Type::B32 : to, true);
  d.I.a = d.source(d.op(1), from, true);
  Handler h = execCvt;
  bool plain = !f.sat && !f.satfinite && !f.relu && !f.ftz;
  bool nearest = d.I.round == Round::Nearest || d.I.round == Round::None;
  int db = d.I.d.bytes, sb = d.I.a.bytes;
  if (plain) {
    if (to == Type::F32 && from == Type::F16) {
      h = halfToFloatLanes;
    } else if (to == Type::F32 && from == Type::BF16) {
      h = bfloatToFloatLanes;
    } else if (to == Type::F16 && from == Type::F32 && nearest && !f.integral) {
      h = floatToHalfLanes;
    } else if (to == Type::BF16 && from == Type::F32 && nearest && !f.integral) {
      h = floatToBfloatLanes;
    } else if (to == Type::F32 && from == Type::S32 && nearest && sb == 4) {
      h = intCast<float, int32_t>;
    } else if (to == Type::F32 && from == Type::U32 && nearest && sb == 4) {
      h = intCast<float, uint32_t>;
    } else if (to == Type::F64 && from == Type::F32) {
      h = intCast<double, float>;
    } else if (to == Type::S32 && from == Type::F32 && integral == 1) {
      h = floatToIntTrunc;
    } else if (!toFloatType && !fromFloatType && typeBytes(to) == db && typeBytes(from) == sb) {
      if (db == 8 && sb == 4) {
        h = isSigned(from) ? intCast<int64_t, int32_t> : intCast<uint64_t, uint32_t>;
      } else if (db == 4 && sb == 8) {
        h = intCast<uint32_t, uint64_t>;
      } else if (db == 4 && sb == 2) {
        h = isSigned(from) ? intCast<int32_t, int16_t> : intCast<uint32_t, uint16_t>;
      } else if (db == 2 && sb == 4) {
        h = intCast<uint16_t, uint32_t>;
      }
    }
  }
  d.emit(h, StatClass::Convert);
}

RegisterOps ops{{"cvt", decodeCvt}};

} // namespace
} // namespace ptxemu

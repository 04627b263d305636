// Integer arithmetic.
#include "test/ptx-emu/ExecInteger.h"
#include "test/ptx-emu/ExecFloat.h"
#include <bit>
#include <type_traits>

namespace ptxemu {
namespace {

// Carry chain: i0 1: add, -1: sub; i1: carry in; i2: carry out.
template <class T> void addCarry(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b);
  forLanes(m, [&](int l) {
    bool in = I.i1 && (w.carry >> l & 1), out;
    if (I.i0 > 0) {
      unsigned __int128 s = (unsigned __int128)a[l] + b[l] + in;
      d[l] = T(s);
      out = s >> (sizeof(T) * 8) & 1;
    } else {
      unsigned __int128 s = (unsigned __int128)a[l] - b[l] - in;
      d[l] = T(s);
      out = s >> 127 & 1; // borrow
    }
    if (I.i2) {
      w.carry = (w.carry & ~(1u << l)) | uint32_t(out) << l;
    }
  });
}
void emitCarry(Decoder &d, Type t, int sign, bool in, bool out) {
  d.I.i0 = sign;
  d.I.i1 = in;
  d.I.i2 = out;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.emit(typeBytes(t) == 8 ? addCarry<uint64_t> : addCarry<uint32_t>, StatClass::Integer);
}

void decodeAddSub(Decoder &d) {
  bool add = d.s.words[0] == "add";
  Round round = d.takeRound();
  bool cc = d.take("cc");
  Type t = d.takeType();
  if (isFloat(t)) {
    d.I.round = round;
    decodeFloatBinary(d, t, add ? FloatOp::Add : FloatOp::Sub);
    return;
  }
  if (round != Round::None) {
    d.refuse("rounding mode on an integer");
  }
  if (cc) {
    emitCarry(d, t, add ? 1 : -1, false, true);
    return;
  }
  if (d.take("sat")) {
    if (t != Type::S32) {
      d.refuse("unsupported saturation");
    }
    emitBinary(d, t, add ? binary<int32_t, AddSat> : binary<int32_t, SubSat>);
    return;
  }
  emitBinary(d, t, add ? binaryFor<Add>(d, t) : binaryFor<Sub>(d, t));
}
void decodeAddSubC(Decoder &d) {
  bool out = d.take("cc");
  Type t = d.takeType();
  emitCarry(d, t, d.s.words[0] == "addc" ? 1 : -1, true, out);
}

template <class T> void mulWide(Warp &w, const Instr &I, uint32_t m) {
  using W = typename Wide<T>::type;
  W *d = w.reg<W>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b);
  forLanes(m, [&](int l) { d[l] = W(a[l]) * W(b[l]); });
}
template <class T> void madWide(Warp &w, const Instr &I, uint32_t m) {
  using W = typename Wide<T>::type;
  W *d = w.reg<W>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b);
  const W *c = w.reg<W>(I.c);
  forLanes(m, [&](int l) {
    d[l] = W(std::make_unsigned_t<W>(W(a[l]) * W(b[l])) + std::make_unsigned_t<W>(c[l]));
  });
}
template <class T, bool Hi> void mad(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b), *c = w.reg<T>(I.c);
  forLanes(m, [&](int l) {
    T p = Hi ? MulHi::f<T>(a[l], b[l]) : MulLo::f<T>(a[l], b[l]);
    d[l] = Add::f<T>(p, c[l]);
  });
}
// mad.hi.sat.s32, mad/madc with carry: rare, one slow handler. i0: hi, i1: carry in, i2: carry out, i3: sat
template <class T> void madSlow(Warp &w, const Instr &I, uint32_t m) {
  using U = Unsigned<T>;
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b), *c = w.reg<T>(I.c);
  for (uint32_t r = m; r; r &= r - 1) {
    int l = __builtin_ctz(r);
    T p = I.i0 ? MulHi::f<T>(a[l], b[l]) : MulLo::f<T>(a[l], b[l]);
    if (I.i3) {
      d[l] = T(AddSat::f<int32_t>(int32_t(p), int32_t(c[l])));
      continue;
    }
    unsigned __int128 s = (unsigned __int128)U(p) + U(c[l]) + (I.i1 && (w.carry >> l & 1));
    d[l] = T(s);
    if (I.i2) {
      w.carry = (w.carry & ~(1u << l)) | uint32_t(s >> (sizeof(T) * 8) & 1) << l;
    }
  }
}
void decodeMul(Decoder &d) {
  Round round = d.takeRound();
  int mode = d.takeOneOf({"lo", "hi", "wide"});
  Type t = d.takeType();
  if (isFloat(t)) {
    d.I.round = round;
    decodeFloatBinary(d, t, FloatOp::Mul);
    return;
  }
  if (mode < 0) {
    d.refuse("integer mul needs .lo, .hi or .wide");
  }
  if (mode == 2) {
    Handler h = t == Type::U16   ? mulWide<uint16_t>
                : t == Type::S16 ? mulWide<int16_t>
                : t == Type::U32 ? mulWide<uint32_t>
                : t == Type::S32 ? mulWide<int32_t>
                : t == Type::U64 ? mulWide<uint64_t>
                : t == Type::S64 ? mulWide<int64_t>
                                 : nullptr;
    if (!h) {
      d.refuse("unsupported type");
    }
    d.I.d = d.dst(0, typeBytes(t) == 2 ? Type::B32 : typeBytes(t) == 4 ? Type::B64 : Type::B128);
    d.I.a = d.src(1, t);
    d.I.b = d.src(2, t);
    d.emit(h, StatClass::Integer);
    return;
  }
  emitBinary(d, t, mode == 0 ? binaryFor<MulLo>(d, t) : binaryFor<MulHi>(d, t));
}
void decodeMad(Decoder &d) {
  bool carryIn = d.s.words[0] == "madc";
  Round round = d.takeRound();
  int mode = d.takeOneOf({"lo", "hi", "wide"});
  bool cc = d.take("cc");
  Type t = d.takeType();
  if (isFloat(t)) {
    d.I.round = round == Round::None ? Round::Nearest : round;
    decodeFma(d, t);
    return;
  }
  if (mode < 0) {
    d.refuse("integer mad needs .lo, .hi or .wide");
  }
  bool sat = d.take("sat");
  if (mode == 2) {
    Handler h = t == Type::U16   ? madWide<uint16_t>
                : t == Type::S16 ? madWide<int16_t>
                : t == Type::U32 ? madWide<uint32_t>
                : t == Type::S32 ? madWide<int32_t>
                                 : nullptr;
    if (!h || cc || carryIn) {
      d.refuse("unsupported mad.wide");
    }
    Type wide = typeBytes(t) == 2 ? Type::B32 : Type::B64;
    d.I.d = d.dst(0, wide);
    d.I.a = d.src(1, t);
    d.I.b = d.src(2, t);
    d.I.c = d.src(3, wide);
    d.emit(h, StatClass::Integer);
    return;
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, t);
  auto pick = [&](auto tag) -> Handler {
    using T = decltype(tag);
    if (cc || carryIn || sat) {
      return madSlow<T>;
    }
    return mode == 1 ? mad<T, true> : mad<T, false>;
  };
  d.I.i0 = mode == 1;
  d.I.i1 = carryIn;
  d.I.i2 = cc;
  d.I.i3 = sat;
  Handler h = t == Type::U16   ? pick(uint16_t())
              : t == Type::S16 ? pick(int16_t())
              : t == Type::U32 ? pick(uint32_t())
              : t == Type::S32 ? pick(int32_t())
              : t == Type::U64 ? pick(uint64_t())
              : t == Type::S64 ? pick(int64_t())
                               : nullptr;
  if (!h) {
    d.refuse("unsupported type");
  }
  d.emit(h, StatClass::Integer);
}
// mul24/mad24: 48-bit product of 24-bit values. i0: hi, i1: add c
template <class T> void mul24(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b), *c = w.reg<T>(I.i1 ? I.c : I.a);
  forLanes(m, [&](int l) {
    auto cut = [](T v) {
      return std::is_signed_v<T> ? int64_t(int32_t(uint32_t(v) << 8) >> 8) : int64_t(uint32_t(v) & 0xffffff);
    };
    int64_t p = cut(a[l]) * cut(b[l]);
    T v = T(I.i0 ? p >> 16 : p);
    d[l] = I.i1 ? Add::f<T>(v, c[l]) : v;
  });
}
void decodeMul24(Decoder &d) {
  int mode = d.takeOneOf({"lo", "hi"});
  Type t = d.takeType();
  d.I.i0 = mode == 1;
  d.I.i1 = d.s.words[0] == "mad24";
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  if (d.I.i1) {
    d.I.c = d.src(3, t);
  }
  if (mode < 0 || typeBytes(t) != 4) {
    d.refuse("unsupported mul24");
  }
  d.emit(isSigned(t) ? mul24<int32_t> : mul24<uint32_t>, StatClass::Integer);
}

void decodeDiv(Decoder &d) {
  Round round = d.takeRound();
  Type t = d.takeType();
  if (isFloat(t)) {
    d.I.round = round;
    decodeFloatDiv(d, t);
    return;
  }
  emitBinary(d, t, binaryFor<Div>(d, t));
}
void decodeRem(Decoder &d) {
  Type t = d.takeType();
  emitBinary(d, t, binaryFor<Rem>(d, t));
}
void decodeMinMax(Decoder &d) {
  bool isMin = d.s.words[0] == "min";
  Type t = d.takeType();
  if (isFloat(t)) {
    decodeFloatMinMax(d, t, isMin);
    return;
  }
  if (d.take("relu")) {
    if (t == Type::S32) {
      emitBinary(d, t, isMin ? binary<int32_t, MinRelu> : binary<int32_t, MaxRelu>);
    } else if (t == Type::S16x2) {
      emitBinary(d, t, isMin ? binaryPacked<int16_t, MinRelu> : binaryPacked<int16_t, MaxRelu>);
    } else {
      d.refuse("unsupported relu");
    }
    return;
  }
  emitBinary(d, t, isMin ? binaryFor<Min>(d, t) : binaryFor<Max>(d, t));
}
void decodeAbsNeg(Decoder &d) {
  bool isAbs = d.s.words[0] == "abs";
  Type t = d.takeType();
  if (isFloat(t)) {
    decodeFloatSign(d, t, isAbs);
    return;
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.emit(isAbs ? unaryFor<Abs>(d, t) : unaryFor<Neg>(d, t), StatClass::Integer);
}

RegisterOps ops{{"add", decodeAddSub},   {"sub", decodeAddSub},  {"addc", decodeAddSubC},
                {"subc", decodeAddSubC}, {"mul", decodeMul},     {"mad", decodeMad},
                {"madc", decodeMad},     {"mul24", decodeMul24}, {"mad24", decodeMul24},
                {"div", decodeDiv},      {"rem", decodeRem},     {"min", decodeMinMax},
                {"max", decodeMinMax},   {"abs", decodeAbsNeg},  {"neg", decodeAbsNeg}};

} // namespace
} // namespace ptxemu

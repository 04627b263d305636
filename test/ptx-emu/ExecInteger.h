// Operations on integers, lane by lane, and handlers made of them.
#ifndef TEST_PTX_EMU_EXECINTEGER_H
#define TEST_PTX_EMU_EXECINTEGER_H

#include "test/ptx-emu/Decoder.h"
#include <algorithm>
#include <type_traits>

namespace ptxemu {

template <class T> using Unsigned = std::make_unsigned_t<T>;
template <class T> struct Wide;
template <> struct Wide<uint16_t> {
  using type = uint32_t;
};
template <> struct Wide<int16_t> {
  using type = int32_t;
};
template <> struct Wide<uint32_t> {
  using type = uint64_t;
};
template <> struct Wide<int32_t> {
  using type = int64_t;
};
template <> struct Wide<uint64_t> {
  using type = unsigned __int128;
};
template <> struct Wide<int64_t> {
  using type = __int128;
};

struct Add {
  template <class T> static T f(T a, T b) { return T(Unsigned<T>(a) + Unsigned<T>(b)); }
};
struct Sub {
  template <class T> static T f(T a, T b) { return T(Unsigned<T>(a) - Unsigned<T>(b)); }
};
struct MulLo {
  template <class T> static T f(T a, T b) { return T(uint64_t(a) * uint64_t(b)); }
};
struct MulHi {
  template <class T> static T f(T a, T b) {
    using W = typename Wide<T>::type;
    return T((W(a) * W(b)) >> (sizeof(T) * 8));
  }
};
struct Div {
  template <class T> static T f(T a, T b) {
    if (b == 0) {
      return T(-1);
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return T(-Unsigned<T>(a));
      }
    }
    return T(a / b);
  }
};
struct Rem {
  template <class T> static T f(T a, T b) {
    if (b == 0) {
      return a;
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return 0;
      }
    }
    return T(a % b);
  }
};
struct Min {
  template <class T> static T f(T a, T b) { return a < b ? a : b; }
};
struct Max {
  template <class T> static T f(T a, T b) { return a > b ? a : b; }
};
struct And {
  template <class T> static T f(T a, T b) { return a & b; }
};
struct Or {
  template <class T> static T f(T a, T b) { return a | b; }
};
struct Xor {
  template <class T> static T f(T a, T b) { return a ^ b; }
};
struct AddSat {
  template <class T> static T f(T a, T b) {
    int64_t v = int64_t(a) + b;
    return T(std::min<int64_t>(std::max<int64_t>(v, INT32_MIN), INT32_MAX));
  }
};
struct SubSat {
  template <class T> static T f(T a, T b) {
    int64_t v = int64_t(a) - b;
    return T(std::min<int64_t>(std::max<int64_t>(v, INT32_MIN), INT32_MAX));
  }
};
struct Abs {
  template <class T> static T f(T a) { return a < 0 ? T(-Unsigned<T>(a)) : a; }
};
struct Neg {
  template <class T> static T f(T a) { return T(-Unsigned<T>(a)); }
};
struct Not {
  template <class T> static T f(T a) { return T(~a); }
};
struct Cnot {
  template <class T> static T f(T a) { return a == 0; }
};
struct MaxRelu {
  template <class T> static T f(T a, T b) { return std::max<T>(std::max(a, b), 0); }
};
struct MinRelu {
  template <class T> static T f(T a, T b) { return std::max<T>(std::min(a, b), 0); }
};

template <class T, class Op> void binary(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b);
  forLanes(m, [&](int l) { d[l] = Op::template f<T>(a[l], b[l]); });
}
template <class T, class Op> void unary(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a);
  forLanes(m, [&](int l) { d[l] = Op::template f<T>(a[l]); });
}
// The two 16-bit halves of a 32-bit register.
template <class T, class Op> void binaryPacked(Warp &w, const Instr &I, uint32_t m) {
  uint32_t *d = w.reg<uint32_t>(I.d);
  const uint32_t *a = w.reg<uint32_t>(I.a), *b = w.reg<uint32_t>(I.b);
  forLanes(m, [&](int l) {
    d[l] = uint16_t(Op::template f<T>(T(a[l]), T(b[l]))) |
           uint32_t(uint16_t(Op::template f<T>(T(a[l] >> 16), T(b[l] >> 16)))) << 16;
  });
}

template <class Op> Handler binaryFor(Decoder &d, Type t) {
  switch (t) {
  case Type::U16:
  case Type::B16:
    return binary<uint16_t, Op>;
  case Type::S16:
    return binary<int16_t, Op>;
  case Type::U32:
  case Type::B32:
    return binary<uint32_t, Op>;
  case Type::S32:
    return binary<int32_t, Op>;
  case Type::U64:
  case Type::B64:
    return binary<uint64_t, Op>;
  case Type::S64:
    return binary<int64_t, Op>;
  case Type::U16x2:
    return binaryPacked<uint16_t, Op>;
  case Type::S16x2:
    return binaryPacked<int16_t, Op>;
  default:
    d.refuse("unsupported type");
  }
}
template <class Op> Handler unaryFor(Decoder &d, Type t) {
  switch (t) {
  case Type::U16:
  case Type::B16:
    return unary<uint16_t, Op>;
  case Type::S16:
    return unary<int16_t, Op>;
  case Type::U32:
  case Type::B32:
    return unary<uint32_t, Op>;
  case Type::S32:
    return unary<int32_t, Op>;
  case Type::U64:
  case Type::B64:
    return unary<uint64_t, Op>;
  case Type::S64:
    return unary<int64_t, Op>;
  default:
    d.refuse("unsupported type");
  }
}
inline void emitBinary(Decoder &d, Type t, Handler h) {
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.emit(h, StatClass::Integer);
}

} // namespace ptxemu

#endif // TEST_PTX_EMU_EXECINTEGER_H

// Comparison and selection.
#include "test/ptx-emu/Decoder.h"
#include "test/ptx-emu/ExecFloat.h"
#include "test/ptx-emu/ExecInteger.h"
#include <bit>
#include <type_traits>

namespace ptxemu {
namespace {

// ---- comparison ----
enum Cmp { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN_ };
template <class T, class F> [[gnu::always_inline]] inline uint32_t compareLanes(const T *a, const T *b, F f) {
  uint32_t r = 0;
  for (int l = 0; l < kLanes; l++) {
    r |= uint32_t(f(a[l], b[l])) << l;
  }
  return r;
}
template <class T> uint32_t compareMask(int cmp, const T *a, const T *b) {
  switch (cmp) {
  case EQ:
    return compareLanes(a, b, [](T x, T y) { return x == y; });
  case NE:
    return compareLanes(a, b, [](T x, T y) { return x < y || x > y; }); // false for NaN
  case LT:
    return compareLanes(a, b, [](T x, T y) { return x < y; });
  case LE:
    return compareLanes(a, b, [](T x, T y) { return x <= y; });
  case GT:
    return compareLanes(a, b, [](T x, T y) { return x > y; });
  case GE:
    return compareLanes(a, b, [](T x, T y) { return x >= y; });
  case EQU:
    return compareLanes(a, b, [](T x, T y) { return !(x < y || x > y); });
  case NEU:
    return compareLanes(a, b, [](T x, T y) { return x != y; });
  case LTU:
    return compareLanes(a, b, [](T x, T y) { return !(x >= y); });
  case LEU:
    return compareLanes(a, b, [](T x, T y) { return !(x > y); });
  case GTU:
    return compareLanes(a, b, [](T x, T y) { return !(x <= y); });
  case GEU:
    return compareLanes(a, b, [](T x, T y) { return !(x < y); });
  case NUM:
    return compareLanes(a, b, [](T x, T y) { return x == x && y == y; });
  default:
    return compareLanes(a, b, [](T x, T y) { return !(x == x && y == y); });
  }
}
// Compares by I.type (I.i0: comparison, I.i3: flush subnormals, half: which part of a packed pair).
uint32_t compareBy(Warp &w, const Instr &I, int half) {
  switch (I.type) {
  case Type::B16:
  case Type::U16:
    return compareMask(I.i0, w.reg<uint16_t>(I.a), w.reg<uint16_t>(I.b));
  case Type::S16:
    return compareMask(I.i0, w.reg<int16_t>(I.a), w.reg<int16_t>(I.b));
  case Type::B32:
  case Type::U32:
    return compareMask(I.i0, w.reg<uint32_t>(I.a), w.reg<uint32_t>(I.b));
  case Type::S32:
    return compareMask(I.i0, w.reg<int32_t>(I.a), w.reg<int32_t>(I.b));
  case Type::B64:
  case Type::U64:
    return compareMask(I.i0, w.reg<uint64_t>(I.a), w.reg<uint64_t>(I.b));
  case Type::S64:
    return compareMask(I.i0, w.reg<int64_t>(I.a), w.reg<int64_t>(I.b));
  case Type::F64:
    return compareMask(I.i0, w.reg<double>(I.a), w.reg<double>(I.b));
  case Type::F32:
    if (!I.i3) {
      return compareMask(I.i0, w.reg<float>(I.a), w.reg<float>(I.b));
    }
    [[fallthrough]];
  default: {
    float x[kLanes], y[kLanes];
    for (int l = 0; l < kLanes; l++) {
      auto get = [&](const Reg &r) {
        switch (I.type) {
        case Type::F16:
          return toFloat(Half{w.reg<uint16_t>(r)[l]});
        case Type::BF16:
          return toFloat(BFloat{w.reg<uint16_t>(r)[l]});
        case Type::F16x2:
          return toFloat(Half{uint16_t(w.reg<uint32_t>(r)[l] >> (16 * half))});
        case Type::BF16x2:
          return toFloat(BFloat{uint16_t(w.reg<uint32_t>(r)[l] >> (16 * half))});
        default:
          return w.reg<float>(r)[l];
        }
      };
      x[l] = get(I.a);
      y[l] = get(I.b);
      if (I.i3) {
        x[l] = flushSubnormal(x[l]);
        y[l] = flushSubnormal(y[l]);
      }
    }
    return compareMask(I.i0, x, y);
  }
  }
}
uint32_t combine(int op, uint32_t r, uint32_t c) {
  return op == 0 ? r & c : op == 1 ? r | c : op == 2 ? r ^ c : r;
}

void execSetp(Warp &w, const Instr &I, uint32_t m) {
  uint32_t r = compareBy(w, I, 0), c = I.i1 >= 0 ? w.pred(I.c) : 0;
  bool packed = I.type == Type::F16x2 || I.type == Type::BF16x2;
  uint32_t other = packed ? compareBy(w, I, 1) : ~r;
  w.pred(I.d) = (w.pred(I.d) & ~m) | (combine(I.i1, r, c) & m);
  if (I.i2) {
    w.pred(I.d2) = (w.pred(I.d2) & ~m) | (combine(I.i1, other, c) & m);
  }
}
int takeCompare(Decoder &d) {
  int k = d.takeOneOf(
      {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  if (k >= 0) {
    return k;
  }
  k = d.takeOneOf({"lo", "ls", "hi", "hs"});
  if (k >= 0) {
    return 100 + k;
  }
  d.refuse("unsupported comparison");
}
// Reads comparison, types and combination shared by set and setp.
void decodeCompare(Decoder &d, bool set) {
  int cmp = takeCompare(d);
  d.I.i1 = d.takeOneOf({"and", "or", "xor"});
  d.I.i3 = d.take("ftz");
  Type result = set ? d.takeType() : Type::Pred;
  Type t = d.takeType();
  if (cmp >= 100) { // lo, ls, hi, hs: unsigned
    static const int map[] = {LT, LE, GT, GE};
    cmp = map[cmp - 100];
    t = typeBytes(t) == 2 ? Type::U16 : typeBytes(t) == 4 ? Type::U32 : Type::U64;
  }
  d.I.i0 = cmp;
  d.I.type = t;
  d.I.type2 = result;
  if (!isFloat(t) && cmp == NE) {
    d.I.i0 = NEU;
  }
  const Operand &to = d.op(0);
  if (set) {
    d.I.d = d.dest(to, result);
  } else if (to.kind == Operand::Pair) {
    d.I.d = d.predDest(to.items[0]);
    d.I.d2 = d.predDest(to.items[1]);
    d.I.i2 = 1;
  } else {
    d.I.d = d.predDest(to);
  }
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  if (d.I.i1 >= 0) {
    d.I.c = d.src(3, Type::Pred);
  }
}
template <class T> void execSetpFast(Warp &w, const Instr &I, uint32_t m) {
  uint32_t r = compareMask(I.i0, w.reg<T>(I.a), w.reg<T>(I.b));
  w.pred(I.d) = (w.pred(I.d) & ~m) | (r & m);
}
void decodeSetp(Decoder &d) {
  decodeCompare(d, false);
  Handler h = execSetp;
  if (!d.I.i2 && d.I.i1 < 0 && !d.I.i3) {
    if (d.I.type == Type::S32) {
      h = execSetpFast<int32_t>;
    }
    if (d.I.type == Type::U32 || d.I.type == Type::B32) {
      h = execSetpFast<uint32_t>;
    }
    if (d.I.type == Type::F32) {
      h = execSetpFast<float>;
    }
  }
  d.emit(h, StatClass::Compare);
}
void execSet(Warp &w, const Instr &I, uint32_t m) {
  uint32_t c = I.i1 >= 0 ? w.pred(I.c) : 0;
  uint32_t lo = combine(I.i1, compareBy(w, I, 0), c);
  bool packed = I.type == Type::F16x2 || I.type == Type::BF16x2;
  uint32_t hi = packed ? combine(I.i1, compareBy(w, I, 1), c) : 0;
  for (uint32_t r = m; r; r &= r - 1) {
    int l = __builtin_ctz(r);
    bool x = lo >> l & 1, y = hi >> l & 1;
    uint64_t v = 0;
    switch (I.type2) {
    case Type::F32:
      v = x ? 0x3f800000 : 0;
      break;
    case Type::F16:
      v = x ? 0x3c00 : 0;
      break;
    case Type::BF16:
      v = x ? 0x3f80 : 0;
      break;
    case Type::F16x2:
      v = (x ? 0x3c00 : 0) | (y ? 0x3c000000 : 0);
      break;
    case Type::BF16x2:
      v = (x ? 0x3f80 : 0) | (y ? 0x3f800000 : 0);
      break;
    default:
      v = packed ? (x ? 0xffffu : 0) | (y ? 0xffff0000u : 0) : x ? ~0ull : 0;
    }
    writeLane(w, I.d, l, v);
  }
}
void decodeSet(Decoder &d) {
  decodeCompare(d, true);
  d.emit(execSet, StatClass::Compare);
}
template <class T> void execSelp(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a), *b = w.reg<T>(I.b);
  uint32_t p = w.pred(I.c);
  forLanes(m, [&](int l) { d[l] = p >> l & 1 ? a[l] : b[l]; });
}
void decodeSelp(Decoder &d) {
  Type t = d.takeType();
  d.I.copies = true;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, Type::Pred);
  int n = typeBytes(t);
  if (t == Type::Pred || n < 2) {
    d.refuse("unsupported selp");
  }
  d.emit(n == 2   ? execSelp<uint16_t>
         : n == 4 ? execSelp<uint32_t>
         : n == 8 ? execSelp<uint64_t>
                  : execSelp<unsigned __int128>,
         StatClass::Move);
}
void decodeSlct(Decoder &d) {
  d.I.i3 = d.take("ftz");
  Type t = d.takeType(), ct = d.takeType();
  d.I.type = ct;
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, t);
  d.I.c = d.src(3, ct);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          bool first = I.type == Type::F32 ? w.reg<float>(I.c)[l] >= 0.0f ||
                                                 (I.i3 && flushSubnormal(w.reg<float>(I.c)[l]) == 0.0f)
                                           : w.reg<int32_t>(I.c)[l] >= 0;
          writeLane(w, I.d, l, readLane(w, first ? I.a : I.b, l));
        });
      },
      StatClass::Move);
}

RegisterOps ops{{"setp", decodeSetp}, {"set", decodeSet}, {"selp", decodeSelp}, {"slct", decodeSlct}};

} // namespace
} // namespace ptxemu

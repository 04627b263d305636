// Loads, stores, atomics, address conversion and cp.async.
#include "test/ptx-emu/ExecMemory.h"
#include "test/ptx-emu/ExecFloat.h"
#include <algorithm>

namespace ptxemu {

void misaligned(uint64_t address, uint32_t bytes, int lane) {
  char text[96];
  snprintf(text, sizeof text, "address 0x%llx is not aligned to %u bytes", (unsigned long long)address,
           bytes);
  fault(CUDA_ERROR_MISALIGNED_ADDRESS, text, lane);
}

void memoryAddresses(const Warp &w, const Instr &I, uint32_t, uint64_t out[kLanes]) {
  if (I.i3 == 0) {
    if (I.a.bytes == 8) {
      const uint64_t *a = w.reg<uint64_t>(I.a);
      for (int l = 0; l < kLanes; l++) {
        out[l] = a[l] + uint64_t(I.imm);
      }
    } else {
      const uint32_t *a = w.reg<uint32_t>(I.a);
      for (int l = 0; l < kLanes; l++) {
        out[l] = uint32_t(a[l] + uint32_t(I.imm));
      }
    }
  } else {
    uint64_t v = uint64_t(I.imm) + (I.i3 == 2 ? w.frame->localBase : 0);
    for (int l = 0; l < kLanes; l++) {
      out[l] = v;
    }
  }
}

Space takeSpace(Decoder &d) {
  if (d.take("global")) {
    return Space::Global;
  }
  if (d.take("shared") || d.take("shared::cta")) {
    return Space::Shared;
  }
  if (d.take("shared::cluster")) {
    return Space::SharedCluster;
  }
  if (d.take("local")) {
    return Space::Local;
  }
  if (d.take("const")) {
    return Space::Const;
  }
  if (d.take("param") || d.take("param::entry") || d.take("param::func")) {
    return Space::Param;
  }
  return Space::Generic;
}

void takeCacheHints(Decoder &d, bool &hasPolicyOperand) {
  hasPolicyOperand = false;
  for (const char *m : {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified"}) {
    d.take(m);
  }
  while (!d.takePrefix("L1::").empty()) {
  }
  for (std::string s; !(s = d.takePrefix("L2::")).empty();) {
    hasPolicyOperand |= s == "L2::cache_hint";
  }
}

void countGlobal(Stats &s, const uint64_t *a, uint32_t m, uint32_t bytes, bool store) {
  uint64_t sectors[kLanes * 4];
  int n = 0;
  for (uint32_t r = m; r; r &= r - 1) {
    uint64_t first = a[__builtin_ctz(r)] >> 5, last = (a[__builtin_ctz(r)] + bytes - 1) >> 5;
    for (uint64_t k = first; k <= last && n < kLanes * 4; k++) {
      sectors[n++] = k;
    }
  }
  std::sort(sectors, sectors + n);
  uint64_t distinct = std::unique(sectors, sectors + n) - sectors,
           total = uint64_t(__builtin_popcount(m)) * bytes;
  if (store) {
    s.globalStoreRequests++;
    s.globalStoreSectors += distinct;
    s.globalStoreBytes += total;
  } else {
    s.globalLoadRequests++;
    s.globalLoadSectors += distinct;
    s.globalLoadBytes += total;
  }
}

// Lanes are served in phases of 128 bytes; in one phase, different words of one bank need extra passes.
void countShared(Stats &s, const uint64_t *a, uint32_t m, uint32_t bytes, bool store) {
  int lanesPerPhase = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  for (int first = 0; first < kLanes; first += lanesPerPhase) {
    uint64_t words[kLanes * 4];
    int n = 0;
    for (int l = first; l < first + lanesPerPhase; l++) {
      if (m >> l & 1) {
        for (uint64_t k = a[l] >> 2; k <= (a[l] + bytes - 1) >> 2 && n < kLanes * 4; k++) {
          words[n++] = k;
        }
      }
    }
    if (!n) {
      continue;
    }
    std::sort(words, words + n);
    int distinct = int(std::unique(words, words + n) - words), perBank[32] = {}, worst = 0;
    for (int k = 0; k < distinct; k++) {
      worst = std::max(worst, ++perBank[words[k] & 31]);
    }
    s.sharedWavefronts += worst;
    s.bankConflicts += worst - 1;
  }
  s.sharedRequests++;
  (store ? s.sharedStoreBytes : s.sharedLoadBytes) += uint64_t(__builtin_popcount(m)) * bytes;
}

namespace {

// Whether all 32 addresses are aligned and lie in [lo, lo + size): one vectorised test for the whole warp.
inline bool allInside(const uint64_t *a, uint64_t lo, uint64_t size, uint32_t bytes) {
  uint64_t worst = 0, bits = 0;
  for (int l = 0; l < kLanes; l++) {
    uint64_t off = a[l] - lo;
    worst = off > worst ? off : worst;
    bits |= a[l];
  }
  return worst < size && size - worst >= bytes && !(bits & (bytes - 1));
}
inline bool isSharedGeneric(uint64_t a) { return a - kSharedWindow < kWindowSize; }

void countAccess(Warp &w, const Instr &I, const uint64_t *a, uint32_t m, uint32_t bytes, bool store) {
  Space s = I.space;
  if (s == Space::Generic) {
    uint64_t first = a[__builtin_ctz(m)];
    s = isSharedGeneric(first)                    ? Space::Shared
        : first - kSharedWindow < 4 * kWindowSize ? Space::Local
                                                  : Space::Global;
  }
  if (s == Space::Global || s == Space::Const) {
    countGlobal(*w.stats, a, m, bytes, store);
  }
  if (s == Space::Shared || s == Space::SharedCluster) {
    countShared(*w.stats, a, m, bytes, store);
  }
}

// Calls f(lane, host pointer) for each lane, with the fast paths of global and own shared memory.
template <bool Write, class F>
[[gnu::always_inline]] inline void forAddresses(Warp &w, const Instr &I, uint32_t m, uint32_t bytes, F f) {
  uint64_t a[kLanes];
  memoryAddresses(w, I, m, a);
  if (w.stats) {
    countAccess(w, I, a, m, bytes, Write);
  }
  uint64_t alignMask = bytes - 1;
  if (I.space == Space::Global) {
    if (m == kFull && allInside(a, w.rangeLo, w.rangeSize, bytes)) {
      uint64_t delta = uint64_t(w.rangeDelta);
      for (int l = 0; l < kLanes; l++) {
        f(l, reinterpret_cast<uint8_t *>(a[l] + delta));
      }
      return;
    }
    forLanes(m, [&](int l) {
      if (a[l] & alignMask) {
        misaligned(a[l], bytes, l);
      }
      uint64_t off = a[l] - w.rangeLo;
      if (off < w.rangeSize && w.rangeSize - off >= bytes) {
        f(l, reinterpret_cast<uint8_t *>(a[l] + w.rangeDelta));
      } else {
        f(l, w.resolve(Space::Global, a[l], bytes, l, Write));
      }
    });
    return;
  }
  if (I.space == Space::Shared && !w.cta->shadow) {
    uint64_t lo = w.cta->launch->sharedBase, size = w.cta->sharedBytes;
    uint8_t *shared = w.cta->shared;
    if (m == kFull && allInside(a, lo, size, bytes)) {
      for (int l = 0; l < kLanes; l++) {
        f(l, shared + uint32_t(a[l] - lo));
      }
      return;
    }
    forLanes(m, [&](int l) {
      if (a[l] & alignMask) {
        misaligned(a[l], bytes, l);
      }
      uint64_t off = a[l] - lo;
      if (off < size && size - off >= bytes) {
        f(l, shared + off);
      } else {
        f(l, w.resolve(Space::Shared, a[l], bytes, l, Write));
      }
    });
    return;
  }
  bool strong = I.i2;
  forLanes(m, [&](int l) {
    if (a[l] & alignMask) {
      misaligned(a[l], bytes, l);
    }
    f(l, w.resolve(I.space, a[l], bytes, l, Write, strong));
    if (strong && w.cta->shadow && (I.space == Space::Shared || isSharedGeneric(a[l]))) {
      auto &clock = w.cta->shadow->mbarriers[uint32_t(a[l])];
      if (Write) {
        w.cta->shadow->release(w.id, clock);
      } else {
        w.cta->shadow->acquire(w.id, clock);
      }
    }
  });
}

template <class E, class D>
void execLoad(Warp &w, const Instr &I, uint32_t m) { // E: in memory, D: in the register
  D *d = w.reg<D>(I.d);
  forAddresses<false>(w, I, m, sizeof(E),
                      [&](int l, uint8_t *p) { d[l] = D(*reinterpret_cast<const E *>(p)); });
}
void execLoad128(Warp &w, const Instr &I, uint32_t m) {
  auto *d = w.reg<unsigned __int128>(I.d);
  forAddresses<false>(w, I, m, 16, [&](int l, uint8_t *p) { memcpy(&d[l], p, 16); });
}
template <class E, class D> void execLoadVector(Warp &w, const Instr &I, uint32_t m) {
  D *d[8];
  int n = I.count;
  for (int k = 0; k < n; k++) {
    d[k] = w.reg<D>(I.list[k]);
  }
  forAddresses<false>(w, I, m, uint32_t(sizeof(E)) * n, [&](int l, uint8_t *p) {
    for (int k = 0; k < n; k++) {
      d[k][l] = D(reinterpret_cast<const E *>(p)[k]);
    }
  });
}
// Kernel parameters at a fixed place: one read for all lanes.
void execLoadParam(Warp &w, const Instr &I, uint32_t m) {
  int n = std::max<int>(1, I.count);
  uint8_t *p = w.resolve(Space::Param, uint64_t(I.imm), I.width * n, __builtin_ctz(m), false);
  if (I.imm & (I.width * n - 1)) {
    misaligned(uint64_t(I.imm), I.width * n, __builtin_ctz(m));
  }
  for (int k = 0; k < n; k++) {
    uint64_t v = 0;
    memcpy(&v, p + k * I.width, std::min<int>(8, I.width));
    if (isSigned(I.type) && I.width < 8) {
      v = uint64_t(int64_t(v << (64 - 8 * I.width)) >> (64 - 8 * I.width));
    }
    const Reg &r = I.count ? I.list[k] : I.d;
    if (r.bytes == 4) {
      forLanes(m, [&](int l) { w.reg<uint32_t>(r)[l] = uint32_t(v); });
    } else if (r.bytes == 8) {
      forLanes(m, [&](int l) { w.reg<uint64_t>(r)[l] = v; });
    } else {
      forLanes(m, [&](int l) { writeLane(w, r, l, v); });
    }
  }
}

template <class E, class S> void execStore(Warp &w, const Instr &I, uint32_t m) {
  const S *s = w.reg<S>(I.b);
  forAddresses<true>(w, I, m, sizeof(E),
                     [&](int l, uint8_t *p) { *reinterpret_cast<volatile E *>(p) = E(s[l]); });
}
void execStore128(Warp &w, const Instr &I, uint32_t m) {
  auto *s = w.reg<unsigned __int128>(I.b);
  forAddresses<true>(w, I, m, 16, [&](int l, uint8_t *p) { memcpy(p, &s[l], 16); });
}
template <class E, class S> void execStoreVector(Warp &w, const Instr &I, uint32_t m) {
  const S *s[8];
  int n = I.count;
  for (int k = 0; k < n; k++) {
    s[k] = w.reg<S>(I.list[k]);
  }
  forAddresses<true>(w, I, m, uint32_t(sizeof(E)) * n, [&](int l, uint8_t *p) {
    for (int k = 0; k < n; k++) {
      reinterpret_cast<E *>(p)[k] = E(s[k][l]);
    }
  });
}

// Picks by element size (and signedness of loads) and register size.
template <template <class, class> class X> Handler byWidths(Decoder &d, int memory, int reg, bool sgn) {
  switch (memory * 100 + reg) {
  case 102:
    return sgn ? X<int8_t, int16_t>::h : X<uint8_t, uint16_t>::h;
  case 104:
    return sgn ? X<int8_t, int32_t>::h : X<uint8_t, uint32_t>::h;
  case 108:
    return sgn ? X<int8_t, int64_t>::h : X<uint8_t, uint64_t>::h;
  case 202:
    return X<uint16_t, uint16_t>::h;
  case 204:
    return sgn ? X<int16_t, int32_t>::h : X<uint16_t, uint32_t>::h;
  case 208:
    return sgn ? X<int16_t, int64_t>::h : X<uint16_t, uint64_t>::h;
  case 404:
    return X<uint32_t, uint32_t>::h;
  case 408:
    return sgn ? X<int32_t, int64_t>::h : X<uint32_t, uint64_t>::h;
  case 808:
    return X<uint64_t, uint64_t>::h;
  default:
    d.refuse("unsupported access width");
  }
}
template <class E, class D> struct LoadH {
  static constexpr Handler h = execLoad<E, D>;
};
template <class E, class D> struct LoadVectorH {
  static constexpr Handler h = execLoadVector<E, D>;
};
template <class E, class D> struct StoreH {
  static constexpr Handler h = execStore<E, D>;
};
template <class E, class D> struct StoreVectorH {
  static constexpr Handler h = execStoreVector<E, D>;
};

StatClass loadClass(Space s) {
  return s == Space::Global || s == Space::Generic         ? StatClass::LoadGlobal
         : s == Space::Shared || s == Space::SharedCluster ? StatClass::LoadShared
                                                           : StatClass::LoadOther;
}
StatClass storeClass(Space s) {
  return s == Space::Global || s == Space::Generic         ? StatClass::StoreGlobal
         : s == Space::Shared || s == Space::SharedCluster ? StatClass::StoreShared
                                                           : StatClass::StoreOther;
}

bool takeOrdering(Decoder &d) { // true for accesses stronger than weak
  bool strong = d.takeOneOf({"volatile", "relaxed", "acquire", "release", "mmio"}) >= 0;
  d.take("mmio");
  d.take("weak");
  while (d.takeOneOf({"cta", "cluster", "gpu", "sys"}) >= 0) {
  }
  return strong;
}
int takeVector(Decoder &d) {
  int k = d.takeOneOf({"v2", "v4", "v8"});
  return k < 0 ? 0 : 2 << k;
}

void decodeLoad(Decoder &d) {
  d.I.i2 = takeOrdering(d);
  Space space = takeSpace(d);
  bool policy;
  takeCacheHints(d, policy);
  int vec = takeVector(d);
  Type t = d.takeType();
  int bytes = typeBytes(t);
  if (t == Type::None || t == Type::Pred || bytes == 0) {
    d.refuse("unsupported load type");
  }
  d.I.type = t;
  d.I.width = uint8_t(bytes);
  const Operand &to = d.op(0);
  std::vector<Reg> regs;
  if (vec) {
    if (to.kind != Operand::Vector || int(to.items.size()) != vec) {
      d.refuse("vector load needs as many registers");
    }
    int width = std::max(2, bytes);
    for (auto &o : to.items) {
      if (o.kind == Operand::Register) {
        Reg r = d.dest(o, t, true);
        width = std::max<int>(width, r.bytes);
      }
    }
    for (auto &o : to.items) {
      regs.push_back(o.kind == Operand::Sink ? d.temp(width) : d.dest(o, t, true));
    }
    for (auto &r : regs) {
      if (r.bytes != width) {
        d.refuse("vector registers of different sizes");
      }
    }
    if (bytes * vec > 32) {
      d.refuse("vector too wide");
    }
    d.I.count = uint8_t(vec);
    d.list(regs);
  } else {
    d.I.d = to.kind == Operand::Vector && to.items.size() == 1 ? d.dest(to.items[0], t, true)
                                                               : d.dest(to, t, true);
    regs.push_back(d.I.d);
  }
  const Operand &from = d.op(1);
  if (policy) {
    d.op(2);
  }
  d.address(from, space);
  if (d.I.space == Space::Param && d.I.i3 == 1 && bytes <= 8) {
    d.emit(execLoadParam, StatClass::LoadOther);
    return;
  }
  StatClass stat = loadClass(d.I.space);
  if (bytes == 16) {
    if (vec) {
      d.refuse("vector of b128");
    }
    d.emit(execLoad128, stat);
    return;
  }
  d.emit(vec ? byWidths<LoadVectorH>(d, bytes, regs[0].bytes, isSigned(t))
             : byWidths<LoadH>(d, bytes, regs[0].bytes, isSigned(t)),
         stat);
}

void decodeStore(Decoder &d) {
  d.I.i2 = takeOrdering(d);
  Space space = takeSpace(d);
  bool policy;
  takeCacheHints(d, policy);
  int vec = takeVector(d);
  Type t = d.takeType();
  int bytes = typeBytes(t);
  if (t == Type::None || t == Type::Pred || bytes == 0) {
    d.refuse("unsupported store type");
  }
  d.I.type = t;
  const Operand &from = d.op(1);
  std::vector<Reg> regs;
  if (vec) {
    if (from.kind != Operand::Vector || int(from.items.size()) != vec) {
      d.refuse("vector store needs as many operands");
    }
    int width = std::max(2, bytes);
    for (auto &o : from.items) {
      if (o.kind == Operand::Register) {
        Reg r = d.source(o, t, true);
        width = std::max<int>(width, r.bytes);
      }
    }
    for (auto &o : from.items) {
      Reg r = d.source(o, t, true);
      if (r.bytes != width) {
        d.refuse("vector registers of different sizes");
      }
      regs.push_back(r);
    }
    if (bytes * vec > 32) {
      d.refuse("vector too wide");
    }
    d.I.count = uint8_t(vec);
    d.list(regs);
  } else {
    d.I.b = from.kind == Operand::Vector && from.items.size() == 1 ? d.source(from.items[0], t, true)
                                                                   : d.source(from, t, true);
    regs.push_back(d.I.b);
  }
  if (policy) {
    d.op(2);
  }
  d.address(d.op(0), space);
  StatClass stat = storeClass(d.I.space);
  d.I.copies = d.I.space == Space::Local; // passing an undefined argument on is no use of it
  if (bytes == 16) {
    if (vec) {
      d.refuse("vector of b128");
    }
    d.emit(execStore128, stat);
    return;
  }
  d.emit(vec ? byWidths<StoreVectorH>(d, bytes, regs[0].bytes, false)
             : byWidths<StoreH>(d, bytes, regs[0].bytes, false),
         stat);
}

// ---- atomics ------------------------------------------------------------------------------------
enum AtomOp { AAnd, AOr, AXor, ACas, AExch, AAdd, AInc, ADec, AMin, AMax };

float minMaxF(float a, float b, bool isMin) {
  if (a != a) {
    return b;
  }
  if (b != b) {
    return a;
  }
  return isMin ? std::min(a, b) : std::max(a, b);
}
uint64_t combineAtomic(int op, Type t, uint64_t old, uint64_t b, uint64_t c, bool ftz) {
  auto half = [&](uint32_t x, uint32_t y, bool bf) -> uint32_t {
    float p = bf ? toFloat(BFloat{uint16_t(x)}) : toFloat(Half{uint16_t(x)}),
          q = bf ? toFloat(BFloat{uint16_t(y)}) : toFloat(Half{uint16_t(y)});
    float v = op == AAdd ? p + q : minMaxF(p, q, op == AMin);
    return bf ? bfloatFromFloat(v).bits : halfFromFloat(v).bits;
  };
  switch (op) {
  case AAnd:
    return old & b;
  case AOr:
    return old | b;
  case AXor:
    return old ^ b;
  case ACas:
    return old == b ? c : old;
  case AExch:
    return b;
  case AInc:
    return uint32_t(old) >= uint32_t(b) ? 0 : old + 1;
  case ADec:
    return uint32_t(old) == 0 || uint32_t(old) > uint32_t(b) ? b : old - 1;
  }
  switch (t) {
  case Type::F32: {
    float x = std::bit_cast<float>(uint32_t(old)), y = std::bit_cast<float>(uint32_t(b));
    if (op != AAdd) {
      return std::bit_cast<uint32_t>(minMaxF(x, y, op == AMin));
    }
    if (ftz) {
      x = flushSubnormal(x);
      y = flushSubnormal(y);
    }
    float v = x + y;
    return std::bit_cast<uint32_t>(v != v ? std::bit_cast<float>(0x7fffffffu) : ftz ? flushSubnormal(v) : v);
  }
  case Type::F64:
    return std::bit_cast<uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
  case Type::F16:
    return half(uint32_t(old), uint32_t(b), false);
  case Type::BF16:
    return half(uint32_t(old), uint32_t(b), true);
  case Type::F16x2:
  case Type::BF16x2: {
    bool bf = t == Type::BF16x2;
    return half(uint32_t(old) & 0xffff, uint32_t(b) & 0xffff, bf) |
           half(uint32_t(old) >> 16, uint32_t(b) >> 16, bf) << 16;
  }
  case Type::S32:
    if (op == AAdd) {
      return old + b;
    }
    return op == AMin ? uint32_t(std::min(int32_t(old), int32_t(b)))
                      : uint32_t(std::max(int32_t(old), int32_t(b)));
  case Type::S64:
    if (op == AAdd) {
      return old + b;
    }
    return op == AMin ? uint64_t(std::min(int64_t(old), int64_t(b)))
                      : uint64_t(std::max(int64_t(old), int64_t(b)));
  default:
    if (op == AAdd) {
      return old + b;
    }
    return op == AMin ? std::min(old, b) : std::max(old, b);
  }
}
template <class U> uint64_t readModifyWrite(uint8_t *p, int op, Type t, uint64_t b, uint64_t c, bool ftz) {
  U *u = reinterpret_cast<U *>(p), old = __atomic_load_n(u, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(u, &old, U(combineAtomic(op, t, old, b, c, ftz)), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return old;
}
} // namespace
int takeAtomicOp(Decoder &d) {
  return d.takeOneOf({"and", "or", "xor", "cas", "exch", "add", "inc", "dec", "min", "max"});
}
uint64_t atomicLane(uint8_t *p, int op, Type t, uint64_t b, uint64_t c, bool ftz) {
  switch (typeBytes(t)) {
  case 2:
    return readModifyWrite<uint16_t>(p, op, t, b, c, ftz);
  case 4:
    return readModifyWrite<uint32_t>(p, op, t, b, c, ftz);
  default:
    return readModifyWrite<uint64_t>(p, op, t, b, c, ftz);
  }
}
namespace {

// i0: operation, i1: has a result, count: vector length (registers in list: results, then operands)
void execAtomic(Warp &w, const Instr &I, uint32_t m) {
  uint64_t a[kLanes];
  memoryAddresses(w, I, m, a);
  int n = std::max<int>(1, I.count), bytes = typeBytes(I.type);
  if (w.stats) {
    countAccess(w, I, a, m, uint32_t(bytes * n), true);
  }
  for (uint32_t r = m; r; r &= r - 1) {
    int l = __builtin_ctz(r);
    if (a[l] & uint64_t(bytes * n - 1)) {
      misaligned(a[l], bytes * n, l);
    }
    uint8_t *p = w.resolve(I.space, a[l], bytes * n, l, true, true);
    bool shared = I.space == Space::Shared || I.space == Space::SharedCluster || isSharedGeneric(a[l]);
    if (w.cta->shadow && shared) {
      auto &clock = w.cta->shadow->mbarriers[uint32_t(a[l])];
      w.cta->shadow->acquire(w.id, clock);
      w.cta->shadow->release(w.id, clock);
    }
    if (bytes == 16) {
      static std::mutex wideAtomics;
      std::lock_guard lock(wideAtomics);
      unsigned __int128 old, b = w.reg<unsigned __int128>(I.b)[l];
      memcpy(&old, p, 16);
      unsigned __int128 v = I.i0 == ACas ? (old == b ? w.reg<unsigned __int128>(I.c)[l] : old) : b;
      memcpy(p, &v, 16);
      if (I.i1) {
        w.reg<unsigned __int128>(I.d)[l] = old;
      }
      continue;
    }
    for (int k = 0; k < n; k++) {
      const Reg &b = I.count ? I.list[n + k] : I.b;
      uint64_t old = atomicLane(p + k * bytes, I.i0, I.type, readLane(w, b, l),
                                I.i0 == ACas ? readLane(w, I.c, l) : 0, !shared);
      if (I.i1) {
        writeLane(w, I.count ? I.list[k] : I.d, l, old);
      }
    }
  }
}
void decodeAtomic(Decoder &d) {
  bool result = d.s.words[0] == "atom";
  takeOrdering(d);
  d.take("acq_rel");
  Space space = takeSpace(d);
  bool policy;
  d.I.i0 = takeAtomicOp(d);
  takeCacheHints(d, policy);
  d.take("noftz");
  int vec = takeVector(d);
  Type t = d.takeType();
  int bytes = typeBytes(t);
  if (d.I.i0 < 0 || bytes < 2) {
    d.refuse("unsupported atomic");
  }
  if (bytes == 16 && d.I.i0 != ACas && d.I.i0 != AExch) {
    d.refuse("unsupported atomic");
  }
  d.I.type = t;
  d.I.i1 = result;
  size_t k = 0;
  std::vector<Reg> regs;
  if (vec) {
    d.I.count = uint8_t(vec);
    if (result) {
      for (auto &o : d.op(0).items) {
        regs.push_back(d.dest(o, t));
      }
    } else {
      regs.resize(vec);
    }
    for (auto &o : d.op(result ? 2 : 1).items) {
      regs.push_back(d.source(o, t));
    }
    if (int(regs.size()) != 2 * vec) {
      d.refuse("vector atomic needs as many operands");
    }
    d.list(regs);
    k = result ? 1 : 0;
    if (policy) {
      d.op(k + 2);
    }
  } else {
    if (result) {
      d.I.d = d.op(k).kind == Operand::Sink ? d.temp(bytes) : d.dst(k, t), k++;
    }
    d.I.b = d.src(k + 1, t);
    if (d.I.i0 == ACas) {
      d.I.c = d.src(k + 2, t);
    }
    if (policy) {
      d.op(k + 2 + (d.I.i0 == ACas));
    }
  }
  d.address(d.op(k), space);
  d.emit(execAtomic, StatClass::Atomic);
}

// ---- addresses --------------------------------------------------------------------------------------
void decodeCvta(Decoder &d) {
  bool to = d.take("to");
  Space space = takeSpace(d);
  Type t = d.takeType();
  uint64_t window = 0;
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    window = kSharedWindow;
    break;
  case Space::Local:
    window = kLocalWindow;
    break;
  case Space::Param:
    window = d.ast.isEntry ? kParamWindow : kLocalWindow;
    break;
  default:
    break;
  }
  d.I.imm = int64_t(to ? 0 - window : window);
  if (typeBytes(t) != 8) {
    d.refuse("cvta needs 64-bit addresses");
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        const uint64_t *a = w.reg<uint64_t>(I.a);
        uint64_t *o = w.reg<uint64_t>(I.d);
        forLanes(m, [&](int l) { o[l] = a[l] + uint64_t(I.imm); });
      },
      StatClass::Move);
}
void decodeIsspacep(Decoder &d) {
  d.I.space = takeSpace(d);
  d.I.d = d.dst(0, Type::Pred);
  d.I.a = d.src(1, Type::B64);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        uint32_t p = 0;
        const uint64_t *a = w.reg<uint64_t>(I.a);
        for (int l = 0; l < kLanes; l++) {
          bool v;
          switch (I.space) {
          case Space::Shared:
            v = isSharedGeneric(a[l]) && (((a[l] - kSharedWindow) >> kCtaShift) == 0 ||
                                          ((a[l] - kSharedWindow) >> kCtaShift) == w.cta->rank + 1);
            break;
          case Space::SharedCluster:
            v = isSharedGeneric(a[l]);
            break;
          case Space::Local:
            v = a[l] - kLocalWindow < kWindowSize;
            break;
          case Space::Param:
            v = a[l] - kParamWindow < kWindowSize;
            break;
          case Space::Global:
            v = a[l] - kSharedWindow >= 4 * kWindowSize;
            break;
          default:
            v = false;
          }
          p |= uint32_t(v) << l;
        }
        w.pred(I.d) = (w.pred(I.d) & ~m) | (p & m);
      },
      StatClass::Compare);
}
void decodeMapa(Decoder &d) {
  d.I.i0 = d.take("shared::cluster");
  Type t = d.takeType();
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  d.I.b = d.src(2, Type::U32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint64_t base = I.i0 ? 0 : kSharedWindow, a = readLane(w, I.a, l) - base;
          uint64_t rank = w.reg<uint32_t>(I.b)[l];
          if (rank >= w.cta->cluster->size) {
            fault(CUDA_ERROR_ILLEGAL_ADDRESS, "mapa to a block rank outside the cluster", l);
          }
          writeLane(w, I.d, l, base + ((rank + 1) << kCtaShift | (a & ((1u << kCtaShift) - 1))));
        });
      },
      StatClass::Integer);
}
void decodeGetctarank(Decoder &d) {
  d.I.i0 = d.take("shared::cluster");
  Type t = d.takeType();
  d.I.d = d.dst(0, Type::U32);
  d.I.a = d.src(1, t);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        forLanes(m, [&](int l) {
          uint64_t a = readLane(w, I.a, l) - (I.i0 ? 0 : kSharedWindow), high = a >> kCtaShift;
          w.reg<uint32_t>(I.d)[l] = high ? uint32_t(high - 1) : w.cta->rank;
        });
      },
      StatClass::Integer);
}

// ---- stack ----
void decodeStack(Decoder &d) {
  const std::string &op = d.s.words[0];
  Type t = d.takeType();
  if (op == "stacksave") {
    d.I.d = d.dst(0, t);
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          for (uint32_t r = m; r; r &= r - 1) {
            writeLane(w, I.d, __builtin_ctz(r), w.frame->localTop);
          }
        },
        StatClass::Other);
  } else if (op == "stackrestore") {
    d.I.a = d.src(0, t);
    d.emit([](Warp &w, const Instr &I,
              uint32_t m) { w.frame->localTop = uint32_t(readLane(w, I.a, __builtin_ctz(m))); },
           StatClass::Other);
  } else {
    d.I.d = d.dst(0, t);
    d.I.a = d.src(1, t);
    d.I.i0 = d.count() > 2 ? int(d.immediate(2)) : 16;
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          uint64_t size = 0;
          for (uint32_t r = m; r; r &= r - 1) {
            size = std::max(size, readLane(w, I.a, __builtin_ctz(r)));
          }
          uint32_t align = std::max(16, I.i0), at = (w.frame->localTop + align - 1) / align * align;
          if (size > (1u << 20)) {
            fault(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "alloca of more than 1 MiB", __builtin_ctz(m));
          }
          w.frame->localTop = at + uint32_t(size);
          w.ensureLocal(w.frame->localTop);
          for (uint32_t r = m; r; r &= r - 1) {
            writeLane(w, I.d, __builtin_ctz(r), at);
          }
        },
        StatClass::Other);
  }
}

// ---- cp.async ------------------------------------------------------------------------------------------
} // namespace

// Performs, in order of issue, the copies for which `due` holds.
template <class F> static void completeWhere(Warp &w, F due) {
  uint32_t lo = w.cta->launch->sharedBase;
  size_t kept = 0;
  for (size_t i = 0; i < w.asyncOps.size(); i++) {
    CpAsyncOp op = w.asyncOps[i];
    if (!due(op)) {
      w.asyncOps[kept++] = op;
      continue;
    }
    if (w.cta->shadow) {
      w.cta->shadow->access(w, op.offset - lo, op.bytes, op.lane, true, false);
    }
    uint8_t *dst = w.cta->shared + (op.offset - lo);
    if (op.srcBytes) {
      memcpy(dst, op.src, op.srcBytes);
    }
    memset(dst + op.srcBytes, 0, op.bytes - op.srcBytes);
  }
  w.asyncOps.resize(kept);
}
void completeCpAsync(Warp &w, int lane, uint64_t upToSequence) {
  completeWhere(w, [=](const CpAsyncOp &op) { return op.lane == lane && op.sequence <= upToSequence; });
}

namespace {
// i0: copy bytes; i1: 1 source size in e, 2: ignore-src predicate in c. a: destination, b + i2: source
void execCpAsync(Warp &w, const Instr &I, uint32_t m) {
  uint64_t dst[kLanes], src[kLanes];
  memoryAddresses(w, I, m, dst);
  uint32_t bytes = uint32_t(I.i0), lo = w.cta->launch->sharedBase;
  for (uint32_t r = m; r; r &= r - 1) {
    src[__builtin_ctz(r)] = w.reg<uint64_t>(I.b)[__builtin_ctz(r)] + uint64_t(int64_t(I.i2));
  }
  if (w.stats) {
    countGlobal(*w.stats, src, m, bytes, false);
    countShared(*w.stats, dst, m, bytes, true);
  }
  forLanes(m, [&](int l) {
    uint32_t n = bytes;
    if (I.i1 == 1) {
      n = std::min(bytes, w.reg<uint32_t>(I.e)[l]);
    }
    if (I.i1 == 2 && (w.pred(I.c) >> l & 1)) {
      n = 0;
    }
    if (dst[l] & (bytes - 1)) {
      misaligned(dst[l], bytes, l);
    }
    if (n && (src[l] & (bytes - 1))) {
      misaligned(src[l], bytes, l);
    }
    if (dst[l] < lo || dst[l] - lo + bytes > w.cta->sharedBytes || dst[l] >> 32) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS, "cp.async destination outside the block's shared memory", l);
    }
    const uint8_t *from = n ? w.resolve(Space::Global, src[l], n, l, false) : nullptr;
    w.asyncOps.push_back(
        {uint32_t(dst[l]), w.asyncGroup[l], ++w.asyncSequence, from, uint8_t(bytes), uint8_t(n), uint8_t(l)});
  });
}
} // namespace

namespace {
void decodeCp(Decoder &d) {
  if (!d.take("async")) {
    d.refuse("unsupported copy");
  }
  if (d.take("commit_group")) {
    d.emit([](Warp &w, const Instr &, uint32_t m) { forLanes(m, [&](int l) { w.asyncGroup[l]++; }); },
           StatClass::Async);
    return;
  }
  bool all = d.take("wait_all");
  if (all || d.take("wait_group")) {
    d.I.i0 = all ? -1 : int(d.immediate(0));
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          if (w.asyncOps.empty()) {
            return;
          }
          completeWhere(w, [&](const CpAsyncOp &op) {
            return (m >> op.lane & 1) &&
                   (I.i0 < 0 || int64_t(op.group) < int64_t(w.asyncGroup[op.lane]) - I.i0);
          });
        },
        StatClass::Async);
    return;
  }
  d.takeOneOf({"ca", "cg"});
  if (!(d.take("shared") || d.take("shared::cta")) || !d.take("global")) {
    d.refuse("unsupported cp.async");
  }
  bool policy;
  takeCacheHints(d, policy);
  d.I.i0 = int(d.immediate(2));
  if (d.I.i0 != 4 && d.I.i0 != 8 && d.I.i0 != 16) {
    d.refuse("cp.async size must be 4, 8 or 16");
  }
  size_t extraOperands = d.count() - 3 - (policy ? 1 : 0);
  if (policy) {
    d.op(d.count() - 1);
  }
  if (extraOperands > 1) {
    d.refuse("unsupported cp.async operands");
  }
  if (extraOperands == 1) {
    const Operand &o = d.op(3);
    bool isPred = o.kind == Operand::Register && d.ast.registers[o.reg] == Type::Pred;
    d.I.i1 = isPred ? 2 : 1;
    if (isPred) {
      d.I.c = d.predSource(o);
    } else {
      d.I.e = d.source(o, Type::U32);
    }
  }
  int64_t offset = 0;
  Reg base;
  d.addressInto(d.op(1), base, offset, Space::Global);
  d.address(d.op(0), Space::Shared);
  d.I.b = base;
  d.I.i2 = int32_t(offset);
  if (base.bytes != 8) {
    d.refuse("global address must have 64 bits");
  }
  d.emit(execCpAsync, StatClass::Async);
}

RegisterOps ops{{"ld", decodeLoad},
                {"ldu", decodeLoad},
                {"st", decodeStore},
                {"atom", decodeAtomic},
                {"red", decodeAtomic},
                {"cvta", decodeCvta},
                {"isspacep", decodeIsspacep},
                {"mapa", decodeMapa},
                {"getctarank", decodeGetctarank},
                {"alloca", decodeStack},
                {"stacksave", decodeStack},
                {"stackrestore", decodeStack},
                {"cp", decodeCp}};
} // namespace
} // namespace ptxemu

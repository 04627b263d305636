// Matrix instructions: ldmatrix, stmatrix, movmatrix, mma.sync, wmma.
// Products are summed with fused multiply-adds in ascending k, starting from C.
#include "test/ptx-emu/ExecMemory.h"
#include <algorithm>

namespace ptxemu {
namespace {

bool warpComplete(Warp &w, uint32_t m) { // all lanes take part; waits for the missing ones
  if (m != w.active) {
    fault(CUDA_ERROR_LAUNCH_FAILED, "matrix instruction under a divergent predicate", __builtin_ctz(m));
  }
  return w.converge(kFull);
}

// ---- element conversion ----
inline float elementToFloat(uint32_t bits, Type t) {
  switch (t) {
  case Type::F16:
    return toFloat(Half{uint16_t(bits)});
  case Type::BF16:
    return toFloat(BFloat{uint16_t(bits)});
  case Type::TF32:
  case Type::B32:
    return std::bit_cast<float>(bits & 0xffffe000u);
  case Type::F32:
    return std::bit_cast<float>(bits);
  case Type::E4M3:
    return float(formatToDouble(bits & 255, kE4M3));
  case Type::E5M2:
    return float(formatToDouble(bits & 255, kE5M2));
  default:
    return 0;
  }
}
inline int32_t elementToInt(uint32_t bits, Type t) {
  switch (t) {
  case Type::S8:
    return int8_t(bits);
  case Type::U8:
    return uint8_t(bits);
  case Type::S4:
    return int32_t(bits << 28) >> 28;
  case Type::U4:
    return int32_t(bits & 15);
  default:
    return int32_t(bits);
  }
}
bool isIntMma(Type t) {
  return t == Type::S8 || t == Type::U8 || t == Type::S4 || t == Type::U4 || t == Type::B1;
}

// C[m][n] += A[m][k] * B[k][n]
template <int M> void multiply(int n, int k, const float *a, const float *b, float *c) {
  for (int i = 0; i < M; i++) {
    for (int kk = 0; kk < k; kk++) {
      float x = a[i * k + kk];
      const float *row = b + kk * n;
      float *out = c + i * n;
      for (int j = 0; j < n; j++) {
        out[j] = __builtin_fmaf(x, row[j], out[j]);
      }
    }
  }
}
template <int M, int N> void multiplyFixed(int k, const float *a, const float *b, float *c) {
  for (int i = 0; i < M; i++) {
    float acc[N];
    for (int j = 0; j < N; j++) {
      acc[j] = c[i * N + j];
    }
    for (int kk = 0; kk < k; kk++) {
      for (int j = 0; j < N; j++) {
        acc[j] = __builtin_fmaf(a[i * k + kk], b[kk * N + j], acc[j]);
      }
    }
    for (int j = 0; j < N; j++) {
      c[i * N + j] = acc[j];
    }
  }
}
void multiplyInt(int m, int n, int k, const int32_t *a, const int32_t *b, int64_t *c) {
  for (int i = 0; i < m; i++) {
    for (int kk = 0; kk < k; kk++) {
      for (int j = 0; j < n; j++) {
        c[i * n + j] += int64_t(a[i * k + kk]) * b[kk * n + j];
      }
    }
  }
}

// ---- ldmatrix / stmatrix ----
// i0: number of matrices, i1: transposed
void execLdmatrix(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  uint64_t a[kLanes];
  memoryAddresses(w, I, m, a);
  int n = I.i0;
  if (w.stats) {
    countShared(*w.stats, a, n == 4 ? kFull : (1u << (8 * n)) - 1, 16, false);
  }
  for (int k = 0; k < n; k++) {
    uint16_t tile[8][8];
    for (int r = 0; r < 8; r++) {
      int l = 8 * k + r;
      if (a[l] % 16) {
        misaligned(a[l], 16, l);
      }
      memcpy(tile[r], w.resolve(I.space, a[l], 16, l, false), 16);
    }
    uint32_t *d = w.reg<uint32_t>(I.list[k]);
    for (int l = 0; l < kLanes; l++) {
      int r = l / 4, c = l % 4 * 2;
      d[l] = I.i1 ? tile[c][r] | uint32_t(tile[c + 1][r]) << 16 : tile[r][c] | uint32_t(tile[r][c + 1]) << 16;
    }
  }
}
void execStmatrix(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  uint64_t a[kLanes];
  memoryAddresses(w, I, m, a);
  int n = I.i0;
  if (w.stats) {
    countShared(*w.stats, a, n == 4 ? kFull : (1u << (8 * n)) - 1, 16, true);
  }
  for (int k = 0; k < n; k++) {
    uint16_t tile[8][8];
    const uint32_t *s = w.reg<uint32_t>(I.list[k]);
    for (int l = 0; l < kLanes; l++) {
      int r = l / 4, c = l % 4 * 2;
      if (I.i1) {
        tile[c][r] = uint16_t(s[l]);
        tile[c + 1][r] = uint16_t(s[l] >> 16);
      } else {
        tile[r][c] = uint16_t(s[l]);
        tile[r][c + 1] = uint16_t(s[l] >> 16);
      }
    }
    for (int r = 0; r < 8; r++) {
      int l = 8 * k + r;
      if (a[l] % 16) {
        misaligned(a[l], 16, l);
      }
      memcpy(w.resolve(I.space, a[l], 16, l, true), tile[r], 16);
    }
  }
}
std::vector<Reg> vectorOperand(Decoder &d, const Operand &o, Type t, bool dst) {
  std::vector<Reg> regs;
  if (o.kind != Operand::Vector) {
    regs.push_back(dst ? d.dest(o, t) : d.source(o, t));
    return regs;
  }
  for (auto &e : o.items) {
    regs.push_back(dst ? d.dest(e, t) : d.source(e, t));
  }
  return regs;
}
void decodeLdmatrix(Decoder &d) {
  bool load = d.s.words[0] == "ldmatrix";
  d.take("sync");
  d.take("aligned");
  if (!d.take("m8n8")) {
    d.refuse("unsupported matrix shape");
  }
  int k = d.takeOneOf({"x1", "x2", "x4"});
  d.I.i1 = d.take("trans");
  Space s = takeSpace(d);
  if (d.takeType() != Type::B16 || k < 0) {
    d.refuse("unsupported matrix load or store");
  }
  d.I.i0 = 1 << k;
  auto regs = vectorOperand(d, d.op(load ? 0 : 1), Type::B32, load);
  if (int(regs.size()) != d.I.i0) {
    d.refuse("wrong number of registers");
  }
  d.list(regs);
  d.address(d.op(load ? 1 : 0), s == Space::Generic ? Space::Generic : s);
  d.emit(load ? execLdmatrix : execStmatrix, load ? StatClass::LoadShared : StatClass::StoreShared);
}
void decodeMovmatrix(Decoder &d) {
  d.take("sync");
  d.take("aligned");
  if (!d.take("m8n8") || !d.take("trans")) {
    d.refuse("unsupported movmatrix");
  }
  d.takeType();
  d.I.d = d.dst(0, Type::B32);
  d.I.a = d.src(1, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        if (!warpComplete(w, m)) {
          return;
        }
        uint16_t tile[8][8];
        for (int l = 0; l < kLanes; l++) {
          uint32_t v = w.reg<uint32_t>(I.a)[l];
          tile[l / 4][l % 4 * 2] = uint16_t(v);
          tile[l / 4][l % 4 * 2 + 1] = uint16_t(v >> 16);
        }
        for (int l = 0; l < kLanes; l++) {
          w.reg<uint32_t>(I.d)[l] = tile[l % 4 * 2][l / 4] | uint32_t(tile[l % 4 * 2 + 1][l / 4]) << 16;
        }
      },
      StatClass::Matrix);
}

// ---- mma.sync ----
struct MmaInfo {
  int m, n, k;
  Type d, a, b, c;
  std::vector<Reg> rd, ra, rb, rc;
  bool satfinite = false, andPopc = false;
};
bool parseShape(Decoder &d, int &m, int &n, int &k) {
  std::string s = d.takePrefix("m");
  return !s.empty() && sscanf(s.c_str(), "m%dn%dk%d", &m, &n, &k) == 3;
}

// Element e of register r of A: see the fragment layouts of the PTX ISA; they all follow one rule.
template <class F> void forFragmentA(const MmaInfo &f, F put) {
  int bits = typeBits(f.a), perReg = f.a == Type::F64 ? 1 : 32 / bits;
  for (int l = 0; l < kLanes; l++) {
    for (int r = 0; r < int(f.ra.size()); r++) {
      int row = l / 4 + (f.m == 16 ? 8 * (r & 1) : 0), base = (f.m == 16 ? r >> 1 : r) * 4 * perReg;
      for (int e = 0; e < perReg; e++) {
        put(row, base + l % 4 * perReg + e, l, r, e);
      }
    }
  }
}
template <class F> void forFragmentB(const MmaInfo &f, F put) {
  int bits = typeBits(f.b), perReg = f.b == Type::F64 ? 1 : 32 / bits;
  for (int l = 0; l < kLanes; l++) {
    for (int r = 0; r < int(f.rb.size()); r++) {
      for (int e = 0; e < perReg; e++) {
        put(r * 4 * perReg + l % 4 * perReg + e, l / 4, l, r, e);
      }
    }
  }
}
template <class F> void forFragmentC(const MmaInfo &f, F put) { // element index i within the lane
  int elements = f.m * f.n / kLanes;
  for (int l = 0; l < kLanes; l++) {
    for (int i = 0; i < elements; i++) {
      put(l / 4 + 8 * ((i >> 1) & 1), l % 4 * 2 + (i & 1) + 8 * (i >> 2), l, i);
    }
  }
}
float readC(const Warp &w, const MmaInfo &f, int l, int i) {
  if (f.c == Type::F16) {
    return toFloat(Half{uint16_t(w.reg<uint32_t>(f.rc[i / 2])[l] >> (16 * (i & 1)))});
  }
  return w.reg<float>(f.rc[i])[l];
}
void writeD(Warp &w, const MmaInfo &f, int l, int i, float v) {
  if (f.d == Type::F16) {
    uint32_t &r = w.reg<uint32_t>(f.rd[i / 2])[l];
    int sh = 16 * (i & 1);
    r = (r & ~(0xffffu << sh)) | uint32_t(halfFromFloat(v).bits) << sh;
  } else {
    w.reg<float>(f.rd[i])[l] = v == v ? v : std::bit_cast<float>(0x7fffffffu);
  }
}

// m16n8k8 and m16n8k16 with 16-bit inputs and float accumulators, the common case.
template <bool Bf> void execMma16(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const MmaInfo &f = *static_cast<const MmaInfo *>(I.extra);
  if (w.stats) {
    w.stats->mmaFlops += 2ull * 16 * 8 * f.k;
  }
  alignas(64) float a[16 * 16], b[16 * 8], c[16 * 8];
  auto convert = [](uint32_t v) { return Bf ? std::bit_cast<float>(v << 16) : toFloat(Half{uint16_t(v)}); };
  int k = f.k;
  // In memory a register's 64 halves are 8 rows (of A, or of B transposed) of 8.
  float part[64];
  auto convertAll = [&](const Reg &r) {
    const uint16_t *s = w.reg<uint16_t>(r);
    for (int e = 0; e < 64; e++) {
      part[e] = convert(s[e]);
    }
  };
  for (size_t r = 0; r < f.ra.size(); r++) {
    convertAll(f.ra[r]);
    float *to = a + 8 * (r & 1) * k + (r >> 1) * 8;
    for (int g = 0; g < 8; g++) {
      memcpy(to + g * k, part + g * 8, 32);
    }
  }
  for (size_t r = 0; r < f.rb.size(); r++) {
    convertAll(f.rb[r]);
    for (int g = 0; g < 8; g++) {
      for (int e = 0; e < 8; e++) {
        b[(r * 8 + e) * 8 + g] = part[g * 8 + e];
      }
    }
  }
  for (int i = 0; i < 4; i++) {
    const float *s = w.reg<float>(f.rc[i]);
    float *to = c + 64 * (i >> 1) + (i & 1);
    for (int l = 0; l < kLanes; l++) {
      to[l * 2] = s[l];
    }
  }
  multiplyFixed<16, 8>(k, a, b, c);
  for (int i = 0; i < 4; i++) {
    float *d = w.reg<float>(f.rd[i]);
    const float *from = c + 64 * (i >> 1) + (i & 1);
    for (int l = 0; l < kLanes; l++) {
      float v = from[l * 2];
      d[l] = v == v ? v : std::bit_cast<float>(0x7fffffffu);
    }
  }
}

void execMma(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const MmaInfo &f = *static_cast<const MmaInfo *>(I.extra);
  if (w.stats) {
    w.stats->mmaFlops += 2ull * f.m * f.n * f.k;
  }
  auto rawElement = [&](const Reg &r, int l, int e, Type t) {
    int bits = typeBits(t);
    return bits == 32 ? w.reg<uint32_t>(r)[l] : (w.reg<uint32_t>(r)[l] >> (e * bits)) & ((1u << bits) - 1);
  };
  if (f.a == Type::F64) {
    double a[16 * 16], b[16 * 8], c[16 * 8];
    forFragmentA(f, [&](int i, int k, int l, int r, int) { a[i * f.k + k] = w.reg<double>(f.ra[r])[l]; });
    forFragmentB(f, [&](int k, int j, int l, int r, int) { b[k * f.n + j] = w.reg<double>(f.rb[r])[l]; });
    forFragmentC(f, [&](int i, int j, int l, int e) { c[i * f.n + j] = w.reg<double>(f.rc[e])[l]; });
    for (int i = 0; i < f.m; i++) {
      for (int j = 0; j < f.n; j++) {
        for (int k = 0; k < f.k; k++) {
          c[i * f.n + j] = std::fma(a[i * f.k + k], b[k * f.n + j], c[i * f.n + j]);
        }
      }
    }
    forFragmentC(f, [&](int i, int j, int l, int e) { w.reg<double>(f.rd[e])[l] = c[i * f.n + j]; });
    return;
  }
  if (isIntMma(f.a)) {
    std::vector<int32_t> a(f.m * f.k), b(f.k * f.n);
    std::vector<int64_t> c(f.m * f.n);
    forFragmentA(f, [&](int i, int k, int l, int r, int e) {
      a[i * f.k + k] = elementToInt(rawElement(f.ra[r], l, e, f.a), f.a);
    });
    forFragmentB(f, [&](int k, int j, int l, int r, int e) {
      b[k * f.n + j] = elementToInt(rawElement(f.rb[r], l, e, f.b), f.b);
    });
    forFragmentC(f, [&](int i, int j, int l, int e) { c[i * f.n + j] = w.reg<int32_t>(f.rc[e])[l]; });
    if (f.a == Type::B1) {
      for (int i = 0; i < f.m; i++) {
        for (int j = 0; j < f.n; j++) {
          for (int k = 0; k < f.k; k++) {
            c[i * f.n + j] += f.andPopc ? a[i * f.k + k] & b[k * f.n + j] : a[i * f.k + k] ^ b[k * f.n + j];
          }
        }
      }
    } else {
      multiplyInt(f.m, f.n, f.k, a.data(), b.data(), c.data());
    }
    forFragmentC(f, [&](int i, int j, int l, int e) {
      int64_t v = c[i * f.n + j];
      w.reg<int32_t>(f.rd[e])[l] =
          f.satfinite ? int32_t(std::clamp<int64_t>(v, INT32_MIN, INT32_MAX)) : int32_t(v);
    });
    return;
  }
  float a[16 * 64], b[64 * 8], c[16 * 8];
  forFragmentA(f, [&](int i, int k, int l, int r, int e) {
    a[i * f.k + k] = elementToFloat(rawElement(f.ra[r], l, e, f.a), f.a);
  });
  forFragmentB(f, [&](int k, int j, int l, int r, int e) {
    b[k * f.n + j] = elementToFloat(rawElement(f.rb[r], l, e, f.b), f.b);
  });
  forFragmentC(f, [&](int i, int j, int l, int e) { c[i * f.n + j] = readC(w, f, l, e); });
  if (f.m == 16) {
    multiplyFixed<16, 8>(f.k, a, b, c);
  } else {
    multiplyFixed<8, 8>(f.k, a, b, c);
  }
  forFragmentC(f, [&](int i, int j, int l, int e) { writeD(w, f, l, e, c[i * f.n + j]); });
}

// m8n8k4 with f16 inputs (Volta): each group of 8 lanes {4q..4q+3, 16+4q..} makes a product of its own.
// i0: A is row-major, i1: B is row-major
void execMmaQuadPairs(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const MmaInfo &f = *static_cast<const MmaInfo *>(I.extra);
  if (w.stats) {
    w.stats->mmaFlops += 4 * 2ull * 8 * 8 * 4;
  }
  for (int q = 0; q < 4; q++) {
    float a[8][4], b[4][8], c[8][8];
    auto half = [&](const Reg &r, int l, int e) {
      return toFloat(Half{uint16_t(w.reg<uint32_t>(r)[l] >> (16 * e))});
    };
    auto lanes = [&](auto body) {
      for (int k = 0; k < 8; k++) {
        body(k < 4 ? 4 * q + k : 16 + 4 * q + k - 4, k & 3, k < 4 ? 0 : 4);
      }
    };
    auto position = [](Type t, int l, int quad, int high, int i, int &row, int &col) {
      if (t == Type::F16) {
        row = quad + high;
        col = i;
      } else {
        row = (l & 1) + (i & 2) + high;
        col = (i & 4) + (l & 2) + (i & 1);
      }
    };
    lanes([&](int l, int quad, int high) {
      for (int i = 0; i < 4; i++) {
        float x = half(f.ra[i / 2], l, i & 1), y = half(f.rb[i / 2], l, i & 1);
        if (I.i0) {
          a[quad + high][i] = x;
        } else {
          a[i + high][quad] = x;
        }
        if (I.i1) {
          b[quad][i + high] = y;
        } else {
          b[i][quad + high] = y;
        }
      }
      for (int i = 0; i < 8; i++) {
        int row, col;
        position(f.c, l, quad, high, i, row, col);
        c[row][col] = f.c == Type::F16 ? half(f.rc[i / 2], l, i & 1) : w.reg<float>(f.rc[i])[l];
      }
    });
    multiplyFixed<8, 8>(4, &a[0][0], &b[0][0], &c[0][0]);
    lanes([&](int l, int quad, int high) {
      for (int i = 0; i < 8; i++) {
        int row, col;
        position(f.d, l, quad, high, i, row, col);
        writeD(w, f, l, i, c[row][col]);
      }
    });
  }
}

void decodeMma(Decoder &d) {
  auto f = d.extra<MmaInfo>();
  d.take("sync");
  d.take("aligned");
  if (d.peekMod() && d.peekMod()->starts_with("sp")) {
    d.refuse("sparse mma is not supported");
  }
  if (!parseShape(d, f->m, f->n, f->k)) {
    d.refuse("mma without a shape");
  }
  d.take("rn");
  const std::string *layoutA = d.peekMod(0), *layoutB = d.peekMod(1);
  if (!layoutA || !layoutB) {
    d.refuse("mma without layouts");
  }
  bool rowA = *layoutA == "row", rowB = *layoutB == "row";
  d.takeOneOf({"row", "col"});
  d.takeOneOf({"row", "col"});
  f->satfinite = d.take("satfinite");
  f->andPopc = d.take("and");
  if (!f->andPopc) {
    d.take("xor");
  }
  d.take("popc");
  f->d = d.takeType();
  f->a = d.takeType();
  f->b = d.takeType();
  f->c = d.takeType();
  if (f->n != 8 || (f->m != 16 && f->m != 8)) {
    d.refuse("unsupported mma shape");
  }
  if (f->m == 8 && f->k == 4 && f->a == Type::F16 && f->b == Type::F16) {
    f->rd = vectorOperand(d, d.op(0), Type::B32, true);
    f->ra = vectorOperand(d, d.op(1), Type::B32, false);
    f->rb = vectorOperand(d, d.op(2), Type::B32, false);
    f->rc = vectorOperand(d, d.op(3), Type::B32, false);
    if (f->ra.size() != 2 || f->rb.size() != 2 || f->rc.size() != (f->c == Type::F16 ? 4u : 8u) ||
        f->rd.size() != (f->d == Type::F16 ? 4u : 8u)) {
      d.refuse("mma with a wrong number of registers");
    }
    d.I.i0 = rowA;
    d.I.i1 = rowB;
    d.emit(execMmaQuadPairs, StatClass::Matrix);
    return;
  }
  if (!rowA || rowB) {
    d.refuse("unsupported mma layout");
  }
  bool f64 = f->a == Type::F64;
  if (f->m == 8 && !f64 && !isIntMma(f->a)) {
    d.refuse("unsupported mma shape");
  }
  Type ab = f64 ? Type::F64 : Type::B32, cd = f64 ? Type::F64 : Type::B32;
  f->rd = vectorOperand(d, d.op(0), cd, true);
  f->ra = vectorOperand(d, d.op(1), ab, false);
  f->rb = vectorOperand(d, d.op(2), ab, false);
  f->rc = vectorOperand(d, d.op(3), cd, false);
  int regBits = f64 ? 64 : 32;
  auto need = [&](int elements, Type t) { return size_t(elements * typeBits(t) / kLanes / regBits); };
  if (f->ra.size() != need(f->m * f->k, f->a) || f->rb.size() != need(f->k * f->n, f->b) ||
      f->rc.size() != need(f->m * f->n, f->c == Type::S32 ? Type::B32 : f->c) ||
      f->rd.size() != need(f->m * f->n, f->d)) {
    d.refuse("mma with a wrong number of registers");
  }
  if (f->k > 64 && f->a != Type::B1) {
    d.refuse("unsupported mma shape");
  }
  bool common = f->m == 16 && f->k <= 16 && f->d == Type::F32 && f->c == Type::F32 && f->a == f->b;
  d.emit(common && f->a == Type::F16    ? execMma16<false>
         : common && f->a == Type::BF16 ? execMma16<true>
                                        : execMma,
         StatClass::Matrix);
}

// ---- wmma: fragments are opaque, so element i of lane l is simply number l * E + i of the matrix ----
struct WmmaInfo {
  int m, n, k;
  Type a, b, c, d;
  char matrix; // a, b, c (load) or d (store)
  bool rowMajor = true;
  std::vector<Reg> rd, ra, rb, rc;
  bool satfinite = false;
};
int wmmaRegBits(Type t) { return t == Type::F64 ? 64 : 32; }
uint64_t fragmentElement(const Warp &w, const std::vector<Reg> &regs, Type t, int flat, int total) {
  int bits = typeBits(t), perReg = wmmaRegBits(t) / bits, perLane = int(regs.size()) * perReg;
  int l = flat / perLane, i = flat % perLane;
  (void)total;
  uint64_t v = readLane(w, regs[i / perReg], l);
  return bits == 64 ? v : v >> (i % perReg * bits) & ((1ull << bits) - 1);
}
void setFragment(Warp &w, const std::vector<Reg> &regs, Type t, int total,
                 const std::function<uint64_t(int)> &value) {
  int bits = typeBits(t), perReg = wmmaRegBits(t) / bits, perLane = int(regs.size()) * perReg;
  for (int l = 0; l < kLanes; l++) {
    for (size_t r = 0; r < regs.size(); r++) {
      uint64_t v = 0;
      for (int e = 0; e < perReg; e++) {
        v |= value((l * perLane + int(r) * perReg + e) % total) << (perReg == 1 ? 0 : e * bits);
      }
      writeLane(w, regs[r], l, v);
    }
  }
}
void wmmaExtent(const WmmaInfo &f, int &rows, int &cols) {
  rows = f.matrix == 'b' ? f.k : f.m;
  cols = f.matrix == 'a' ? f.k : f.n;
}
void execWmmaLoad(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const WmmaInfo &f = *static_cast<const WmmaInfo *>(I.extra);
  uint64_t addresses[kLanes];
  memoryAddresses(w, I, m, addresses);
  int rows, cols;
  wmmaExtent(f, rows, cols);
  uint64_t stride = I.i1 ? w.reg<uint32_t>(I.b)[0] : uint64_t(f.rowMajor ? cols : rows);
  int bytes = typeBytes(f.a);
  if (addresses[0] % 16 && bytes * 8 >= 16) {
    misaligned(addresses[0], 16, 0);
  }
  setFragment(w, f.rd, f.a, rows * cols, [&](int flat) {
    int r = flat / cols, c = flat % cols;
    uint64_t v = 0;
    memcpy(&v,
           w.resolve(I.space, addresses[0] + (f.rowMajor ? r * stride + c : c * stride + r) * bytes, bytes, 0,
                     false),
           bytes);
    return v;
  });
}
void execWmmaStore(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const WmmaInfo &f = *static_cast<const WmmaInfo *>(I.extra);
  uint64_t addresses[kLanes];
  memoryAddresses(w, I, m, addresses);
  int rows = f.m, cols = f.n, bytes = typeBytes(f.a);
  uint64_t stride = I.i1 ? w.reg<uint32_t>(I.b)[0] : uint64_t(f.rowMajor ? cols : rows);
  for (int flat = 0; flat < rows * cols; flat++) {
    int r = flat / cols, c = flat % cols;
    uint64_t v = fragmentElement(w, f.rd, f.a, flat, rows * cols);
    memcpy(w.resolve(I.space, addresses[0] + (f.rowMajor ? r * stride + c : c * stride + r) * bytes, bytes, 0,
                     true),
           &v, bytes);
  }
}
void execWmmaMma(Warp &w, const Instr &I, uint32_t m) {
  if (!warpComplete(w, m)) {
    return;
  }
  const WmmaInfo &f = *static_cast<const WmmaInfo *>(I.extra);
  if (w.stats) {
    w.stats->mmaFlops += 2ull * f.m * f.n * f.k;
  }
  int mk = f.m * f.k, kn = f.k * f.n, mn = f.m * f.n;
  if (f.a == Type::F64) {
    auto get = [&](const std::vector<Reg> &r, int flat, int total) {
      return std::bit_cast<double>(fragmentElement(w, r, Type::F64, flat, total));
    };
    std::vector<double> out(mn);
    for (int i = 0; i < f.m; i++) {
      for (int j = 0; j < f.n; j++) {
        double s = get(f.rc, i * f.n + j, mn);
        for (int k = 0; k < f.k; k++) {
          s = std::fma(get(f.ra, i * f.k + k, mk), get(f.rb, k * f.n + j, kn), s);
        }
        out[i * f.n + j] = s;
      }
    }
    setFragment(w, f.rd, Type::F64, mn, [&](int flat) { return std::bit_cast<uint64_t>(out[flat]); });
    return;
  }
  if (isIntMma(f.a)) {
    std::vector<int32_t> a(mk), b(kn);
    std::vector<int64_t> c(mn);
    for (int i = 0; i < mk; i++) {
      a[i] = elementToInt(uint32_t(fragmentElement(w, f.ra, f.a, i, mk)), f.a);
    }
    for (int i = 0; i < kn; i++) {
      b[i] = elementToInt(uint32_t(fragmentElement(w, f.rb, f.b, i, kn)), f.b);
    }
    for (int i = 0; i < mn; i++) {
      c[i] = int32_t(fragmentElement(w, f.rc, Type::S32, i, mn));
    }
    multiplyInt(f.m, f.n, f.k, a.data(), b.data(), c.data());
    setFragment(w, f.rd, Type::S32, mn, [&](int i) {
      return uint64_t(
          uint32_t(f.satfinite ? int32_t(std::clamp<int64_t>(c[i], INT32_MIN, INT32_MAX)) : int32_t(c[i])));
    });
    return;
  }
  std::vector<float> a(mk), b(kn), c(mn);
  for (int i = 0; i < mk; i++) {
    a[i] = elementToFloat(uint32_t(fragmentElement(w, f.ra, f.a, i, mk)), f.a);
  }
  for (int i = 0; i < kn; i++) {
    b[i] = elementToFloat(uint32_t(fragmentElement(w, f.rb, f.b, i, kn)), f.b);
  }
  for (int i = 0; i < mn; i++) {
    c[i] = elementToFloat(uint32_t(fragmentElement(w, f.rc, f.c, i, mn)), f.c);
  }
  if (f.m == 8) {
    multiply<8>(f.n, f.k, a.data(), b.data(), c.data());
  } else if (f.m == 16) {
    multiply<16>(f.n, f.k, a.data(), b.data(), c.data());
  } else {
    multiply<32>(f.n, f.k, a.data(), b.data(), c.data());
  }
  setFragment(w, f.rd, f.d, mn, [&](int i) {
    return uint64_t(f.d == Type::F16 ? halfFromFloat(c[i]).bits : std::bit_cast<uint32_t>(c[i]));
  });
}
void decodeWmma(Decoder &d) {
  auto f = d.extra<WmmaInfo>();
  bool load = d.take("load"), store = !load && d.take("store"), mma = !load && !store && d.take("mma");
  if (load || store) {
    int k = d.takeOneOf({"a", "b", "c", "d"});
    f->matrix = "abcd"[k < 0 ? 0 : k];
  }
  d.take("sync");
  d.take("aligned");
  if (!parseShape(d, f->m, f->n, f->k)) {
    d.refuse("wmma without a shape");
  }
  if (load || store) {
    int layout = d.takeOneOf({"row", "col"});
    f->rowMajor = layout != 1;
    Space s = takeSpace(d);
    f->a = d.takeType();
    Type reg = f->a == Type::F64 ? Type::F64 : Type::B32;
    size_t at = load ? 1 : 0;
    f->rd = vectorOperand(d, d.op(load ? 0 : 1), reg, load);
    if (d.count() > 2) {
      d.I.b = d.src(2, Type::U32);
      d.I.i1 = 1;
    }
    if (typeBits(f->a) < 8) {
      d.refuse("unsupported wmma type");
    }
    d.address(d.op(at), s);
    d.emit(load ? execWmmaLoad : execWmmaStore, load ? StatClass::LoadOther : StatClass::StoreOther);
    return;
  }
  if (!mma) {
    d.refuse("unsupported wmma");
  }
  d.takeOneOf({"row", "col"});
  d.takeOneOf({"row", "col"});
  d.take("rn");
  f->satfinite = d.take("satfinite");
  Type first = d.takeType(), second = d.takeType(), third = d.takeType(), fourth = d.takeType();
  f->d = first;
  if (third == Type::None) {
    f->a = f->b = Type::F16;
    f->c = second;
  } else {
    f->a = second;
    f->b = third;
    f->c = fourth;
  }
  Type reg = f->a == Type::F64 ? Type::F64 : Type::B32;
  f->rd = vectorOperand(d, d.op(0), reg, true);
  f->ra = vectorOperand(d, d.op(1), reg, false);
  f->rb = vectorOperand(d, d.op(2), reg, false);
  f->rc = vectorOperand(d, d.op(3), reg, false);
  d.emit(execWmmaMma, StatClass::Matrix);
}

RegisterOps ops{{"ldmatrix", decodeLdmatrix},
                {"stmatrix", decodeLdmatrix},
                {"movmatrix", decodeMovmatrix},
                {"mma", decodeMma},
                {"wmma", decodeWmma}};

} // namespace
} // namespace ptxemu

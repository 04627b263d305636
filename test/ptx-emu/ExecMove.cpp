// Moves between registers, and special registers.
#include "test/ptx-emu/Decoder.h"
#include <bit>
#include <cstdio>
#include <ctime>

namespace ptxemu {
namespace {

// ---- mov
// ---------------------------------------------------------------------------------------------------
template <class T> void execMov(Warp &w, const Instr &I, uint32_t m) {
  T *d = w.reg<T>(I.d);
  const T *a = w.reg<T>(I.a);
  if (m == kFull) {
    memcpy(d, a, sizeof(T) * kLanes);
  } else {
    forLanes(m, [&](int l) { d[l] = a[l]; });
  }
}
void execMovPred(Warp &w, const Instr &I, uint32_t m) {
  w.pred(I.d) = (w.pred(I.d) & ~m) | (w.pred(I.a) & m);
}

void execPack(Warp &w, const Instr &I, uint32_t m) { // d = {list...}
  forLanes(m, [&](int l) {
    unsigned __int128 v = 0;
    for (int k = 0; k < I.count; k++) {
      v |= (unsigned __int128)(readLane(w, I.list[k], l) &
                               (I.width == 8 ? ~0ull : (1ull << (I.width * 8)) - 1))
           << (k * I.width * 8);
    }
    if (I.d.bytes == 16) {
      w.reg<unsigned __int128>(I.d)[l] = v;
    } else {
      writeLane(w, I.d, l, uint64_t(v));
    }
  });
}
void execUnpack(Warp &w, const Instr &I, uint32_t m) { // {list...} = a
  forLanes(m, [&](int l) {
    unsigned __int128 v = I.a.bytes == 16 ? w.reg<unsigned __int128>(I.a)[l] : readLane(w, I.a, l);
    for (int k = 0; k < I.count; k++) {
      uint64_t part = uint64_t(v >> (k * I.width * 8));
      if (I.width < 8) {
        part &= (1ull << (I.width * 8)) - 1;
      }
      writeLane(w, I.list[k], l, part);
    }
  });
}
template <class Half, class Whole> void execPack2(Warp &w, const Instr &I, uint32_t m) {
  Whole *d = w.reg<Whole>(I.d);
  const Half *lo = w.reg<Half>(I.list[0]), *hi = w.reg<Half>(I.list[1]);
  forLanes(m, [&](int l) { d[l] = Whole(lo[l]) | Whole(hi[l]) << (sizeof(Half) * 8); });
}
template <class Half, class Whole> void execUnpack2(Warp &w, const Instr &I, uint32_t m) {
  Half *lo = w.reg<Half>(I.list[0]), *hi = w.reg<Half>(I.list[1]);
  const Whole *a = w.reg<Whole>(I.a);
  forLanes(m, [&](int l) {
    Whole v = a[l];
    lo[l] = Half(v);
    hi[l] = Half(v >> (sizeof(Half) * 8));
  });
}

void emitMov(Decoder &d, int bytes) {
  switch (bytes) {
  case 2:
    d.emit(execMov<uint16_t>, StatClass::Move);
    break;
  case 4:
    d.emit(execMov<uint32_t>, StatClass::Move);
    break;
  case 8:
    d.emit(execMov<uint64_t>, StatClass::Move);
    break;
  case 16:
    d.emit(execMov<unsigned __int128>, StatClass::Move);
    break;
  default:
    d.refuse("unsupported mov");
  }
}
void decodeMov(Decoder &d) {
  Type t = d.takeType();
  if (t == Type::None) {
    d.refuse("mov without a type");
  }
  d.I.copies = true;
  const Operand &to = d.op(0), &from = d.op(1);
  if (t == Type::Pred) {
    d.I.d = d.dst(0, t);
    d.I.a = d.src(1, t);
    d.emit(execMovPred, StatClass::Move);
    return;
  }
  if (to.kind == Operand::Vector || from.kind == Operand::Vector) {
    bool pack = from.kind == Operand::Vector;
    const Operand &v = pack ? from : to;
    if (to.kind == from.kind) { // vector to vector register: element-wise
      for (size_t k = 0; k < to.items.size(); k++) {
        Instr saved = d.I;
        Instr x;
        x.exec = typeBytes(t) == 8   ? execMov<uint64_t>
                 : typeBytes(t) == 2 ? execMov<uint16_t>
                                     : execMov<uint32_t>;
        x.d = d.dest(to.items[k], t);
        x.a = d.source(from.items[k], t);
        d.emitExtra(x, {{x.a}, {x.d}});
        d.I = saved;
      }
      d.takeOneOf({"v2", "v4"});
      d.emit([](Warp &, const Instr &, uint32_t) {}, StatClass::Move);
      return;
    }
    int bytes = typeBytes(t), width = bytes / int(v.items.size());
    if (width * int(v.items.size()) != bytes || width < 1) {
      d.refuse("unsupported vector mov");
    }
    Type part = width == 8 ? Type::B64 : width == 4 ? Type::B32 : width == 2 ? Type::B16 : Type::B8;
    std::vector<Reg> regs;
    for (auto &o : v.items) {
      regs.push_back(pack ? d.source(o, part) : d.dest(o, part));
    }
    d.I.width = uint8_t(width);
    d.I.count = uint8_t(v.items.size());
    d.list(regs);
    if (pack) {
      d.I.d = d.dest(to, t);
    } else {
      d.I.a = d.source(from, t);
    }
    bool two = v.items.size() == 2;
    Handler h = pack ? execPack : execUnpack;
    if (two && width == 2) {
      h = pack ? execPack2<uint16_t, uint32_t> : execUnpack2<uint16_t, uint32_t>;
    }
    if (two && width == 4) {
      h = pack ? execPack2<uint32_t, uint64_t> : execUnpack2<uint32_t, uint64_t>;
    }
    d.emit(h, StatClass::Move);
    return;
  }
  if (from.kind == Operand::Special) {
    d.I.d = d.dst(0, t);
    Reg out = d.I.d;
    UseDef u = d.useDef;
    d.finishModifiers();
    bindSpecialRegister(d, from.name, out);
    // The read itself is the instruction.
    Instr &last = d.fn.code.back();
    last.stat = StatClass::Move;
    d.fn.useDefs.back() = u;
    return;
  }
  d.I.d = d.dst(0, t);
  d.I.a = d.src(1, t);
  emitMov(d, std::max(2, typeBytes(t)));
}

} // namespace

// ---- special registers
// ----------------------------------------------------------------------------------------
namespace {
enum Special {
  kTid,
  kNtid,
  kCtaid,
  kNctaid,
  kLaneid,
  kWarpid,
  kNwarpid,
  kSmid,
  kNsmid,
  kGridid,
  kClock,
  kClockHi,
  kClock64,
  kGlobaltimer,
  kGlobaltimerLo,
  kGlobaltimerHi,
  kMaskEq,
  kMaskLe,
  kMaskLt,
  kMaskGe,
  kMaskGt,
  kDynamicSmem,
  kTotalSmem,
  kAggrSmem,
  kClusterid,
  kNclusterid,
  kClusterCtaid,
  kClusterNctaid,
  kClusterCtarank,
  kClusterNctarank,
  kIsExplicitCluster,
  kEnvreg,
  kZero
};

void execSpecial(Warp &w, const Instr &I, uint32_t m) {
  const Cta &c = *w.cta;
  const Launch &L = *c.launch;
  const LaunchConfig &cfg = L.config;
  int axis = I.i1;
  auto set = [&](auto f) {
    switch (I.d.bytes) {
    case 0: {
      uint32_t p = 0;
      forLanes(m, [&](int l) { p |= uint32_t(f(l) & 1) << l; });
      w.pred(I.d) = (w.pred(I.d) & ~m) | p;
      break;
    }
    case 2:
      forLanes(m, [&](int l) { w.reg<uint16_t>(I.d)[l] = uint16_t(f(l)); });
      break;
    case 4:
      forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = uint32_t(f(l)); });
      break;
    default:
      forLanes(m, [&](int l) { w.reg<uint64_t>(I.d)[l] = uint64_t(f(l)); });
    }
  };
  auto uniform = [&](uint64_t v) { set([v](int) { return v; }); };
  switch (Special(I.i0)) {
  case kTid: {
    const auto &t = axis == 0 ? w.tidX : axis == 1 ? w.tidY : w.tidZ;
    set([&](int l) { return uint64_t(t[l]); });
    break;
  }
  case kNtid:
    uniform(cfg.block[axis]);
    break;
  case kCtaid:
    uniform(c.id[axis]);
    break;
  case kNctaid:
    uniform(cfg.grid[axis]);
    break;
  case kLaneid:
    set([](int l) { return uint64_t(l); });
    break;
  case kWarpid:
    uniform(w.id);
    break;
  case kNwarpid:
    uniform(c.warps.size());
    break;
  case kSmid:
    uniform((c.id[0] + c.id[1] * cfg.grid[0] + c.id[2] * cfg.grid[0] * cfg.grid[1]) % 4);
    break;
  case kNsmid:
    uniform(4);
    break;
  case kGridid:
    uniform(1);
    break;
  case kClock:
  case kClock64:
    uniform(w.clock);
    break;
  case kClockHi:
    uniform(w.clock >> 32);
    break;
  case kGlobaltimer: {
    timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    uniform(uint64_t(t.tv_sec) * 1000000000 + t.tv_nsec);
    break;
  }
  case kGlobaltimerLo:
    uniform(uint32_t(nowNs()));
    break;
  case kGlobaltimerHi:
    uniform(nowNs() >> 32);
    break;
  case kMaskEq:
    set([](int l) { return uint64_t(1u << l); });
    break;
  case kMaskLt:
    set([](int l) { return uint64_t((1u << l) - 1); });
    break;
  case kMaskLe:
    set([](int l) { return uint64_t(((2ull << l) - 1) & kFull); });
    break;
  case kMaskGe:
    set([](int l) { return uint64_t(uint32_t(~((1u << l) - 1))); });
    break;
  case kMaskGt:
    set([](int l) { return uint64_t(uint32_t(~((2ull << l) - 1))); });
    break;
  case kDynamicSmem:
    uniform(cfg.dynamicShared);
    break;
  case kTotalSmem:
  case kAggrSmem:
    uniform(L.sharedTotal);
    break;
  case kClusterid:
    uniform(c.cluster->id[axis]);
    break;
  case kNclusterid:
    uniform(cfg.grid[axis] / cfg.cluster[axis]);
    break;
  case kClusterCtaid:
    uniform(c.id[axis] % cfg.cluster[axis]);
    break;
  case kClusterNctaid:
    uniform(cfg.cluster[axis]);
    break;
  case kClusterCtarank:
    uniform(c.rank);
    break;
  case kClusterNctarank:
    uniform(c.cluster->size);
    break;
  case kIsExplicitCluster:
    uniform(c.cluster->size > 1);
    break;
  case kEnvreg:
    uniform(axis == 1 ? L.gridWorkspace >> 32 : axis == 2 ? uint32_t(L.gridWorkspace) : 0);
    break;
  case kZero:
    uniform(0);
    break;
  }
}
} // namespace

void bindSpecialRegister(Decoder &d, const std::string &name, Reg dst) {
  static const std::unordered_map<std::string, int> names = {{"%tid", kTid},
                                                             {"%ntid", kNtid},
                                                             {"%ctaid", kCtaid},
                                                             {"%nctaid", kNctaid},
                                                             {"%laneid", kLaneid},
                                                             {"%warpid", kWarpid},
                                                             {"%nwarpid", kNwarpid},
                                                             {"%smid", kSmid},
                                                             {"%nsmid", kNsmid},
                                                             {"%gridid", kGridid},
                                                             {"%clock", kClock},
                                                             {"%clock_hi", kClockHi},
                                                             {"%clock64", kClock64},
                                                             {"%globaltimer", kGlobaltimer},
                                                             {"%globaltimer_lo", kGlobaltimerLo},
                                                             {"%globaltimer_hi", kGlobaltimerHi},
                                                             {"%lanemask_eq", kMaskEq},
                                                             {"%lanemask_le", kMaskLe},
                                                             {"%lanemask_lt", kMaskLt},
                                                             {"%lanemask_ge", kMaskGe},
                                                             {"%lanemask_gt", kMaskGt},
                                                             {"%dynamic_smem_size", kDynamicSmem},
                                                             {"%total_smem_size", kTotalSmem},
                                                             {"%aggr_smem_size", kAggrSmem},
                                                             {"%clusterid", kClusterid},
                                                             {"%nclusterid", kNclusterid},
                                                             {"%cluster_ctaid", kClusterCtaid},
                                                             {"%cluster_nctaid", kClusterNctaid},
                                                             {"%cluster_ctarank", kClusterCtarank},
                                                             {"%cluster_nctarank", kClusterNctarank},
                                                             {"%is_explicit_cluster", kIsExplicitCluster}};
  std::string base = name;
  int axis = 0;
  if (size_t dot = name.find('.'); dot != std::string::npos) {
    base = name.substr(0, dot);
    axis = name.substr(dot) == ".x" ? 0 : name.substr(dot) == ".y" ? 1 : name.substr(dot) == ".z" ? 2 : 3;
  }
  if (base.starts_with("%envreg")) {
    axis = atoi(base.c_str() + 7);
    Instr x;
    x.exec = execSpecial;
    x.d = dst;
    x.i0 = kEnvreg;
    x.i1 = axis;
    d.emitExtra(x, {{}, {dst}});
    return;
  }
  auto it = names.find(base);
  if (it == names.end() || axis > 3) {
    d.refuse("unknown register '" + name + "'");
  }
  Instr x;
  x.exec = execSpecial;
  x.d = dst;
  x.i0 = axis == 3 ? int(kZero) : it->second; // .w is always zero
  x.i1 = axis == 3 ? 0 : axis;
  d.emitExtra(x, {{}, {dst}});
}

static RegisterOps ops{{"mov", decodeMov}};

} // namespace ptxemu

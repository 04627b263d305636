// What the lanes of a warp do together, fences and hints.
#include "test/ptx-emu/Decoder.h"
#include <bit>
#include <cstdio>
#include <ctime>

namespace ptxemu {
namespace {

// ---- warp collectives -----------------------------------------------------------------------------------
// Waits until the lanes of the member mask (operand register c) have come here. Returns false if not yet.
bool gather(Warp &w, const Instr &I, uint32_t m) {
  uint32_t need = w.reg<uint32_t>(I.e)[__builtin_ctz(m)];
  if (m != w.active) {
    return true; // predicated-off lanes are executing alongside
  }
  return w.converge(need);
}

void execVote(Warp &w, const Instr &I, uint32_t m) {
  if (I.i1 && !gather(w, I, m)) {
    return;
  }
  uint32_t members = I.i1 ? w.reg<uint32_t>(I.e)[__builtin_ctz(m)] & m : m;
  uint32_t p = w.pred(I.a);
  p &= members;
  bool result = false;
  switch (I.i0) {
  case 0:
    result = p == members;
    break;
  case 1:
    result = p != 0;
    break;
  case 2:
    result = p == members || p == 0;
    break;
  case 3:
    forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = p; });
    return;
  }
  w.pred(I.d) = (w.pred(I.d) & ~m) | (result ? m : 0);
}
void decodeVote(Decoder &d) {
  d.I.i1 = d.take("sync");
  d.I.i0 = d.takeOneOf({"all", "any", "uni", "ballot"});
  d.takeType();
  if (d.I.i0 < 0) {
    d.refuse("unsupported vote");
  }
  d.I.d = d.dst(0, d.I.i0 == 3 ? Type::B32 : Type::Pred);
  d.I.a = d.src(1, Type::Pred);
  if (d.I.i1) {
    d.I.e = d.src(2, Type::B32);
  }
  d.emit(execVote, StatClass::Warp);
}

void execMatch(Warp &w, const Instr &I, uint32_t m) {
  if (!gather(w, I, m)) {
    return;
  }
  uint32_t out[kLanes] = {}, preds = 0;
  uint32_t members = w.reg<uint32_t>(I.e)[__builtin_ctz(m)] & m;
  forLanes(m, [&](int l) {
    uint32_t same = 0;
    for (uint32_t q = members; q; q &= q - 1) {
      same |= uint32_t(readLane(w, I.a, __builtin_ctz(q)) == readLane(w, I.a, l)) << __builtin_ctz(q);
    }
    if (I.i0 == 0) {
      out[l] = same;
    } else {
      out[l] = same == members ? members : 0;
      preds |= uint32_t(same == members) << l;
    }
  });
  forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = out[l]; });
  if (I.i1) {
    w.pred(I.d2) = (w.pred(I.d2) & ~m) | (preds & m);
  }
}
void decodeMatch(Decoder &d) {
  d.I.i0 = d.takeOneOf({"any", "all"});
  if (d.I.i0 < 0 || !d.take("sync")) {
    d.refuse("unsupported match");
  }
  Type t = d.takeType();
  const Operand &o = d.op(0);
  if (o.kind == Operand::Pair) {
    d.I.d = d.dest(o.items[0], Type::B32);
    d.I.d2 = d.predDest(o.items[1]);
    d.I.i1 = 1;
  } else {
    d.I.d = d.dest(o, Type::B32);
  }
  d.I.a = d.src(1, t);
  d.I.e = d.src(2, Type::B32);
  d.emit(execMatch, StatClass::Warp);
}

void execRedux(Warp &w, const Instr &I, uint32_t m) {
  if (!gather(w, I, m)) {
    return;
  }
  uint32_t members = w.reg<uint32_t>(I.e)[__builtin_ctz(m)] & m;
  const uint32_t *a = w.reg<uint32_t>(I.a);
  bool sgn = I.type == Type::S32, f32 = I.type == Type::F32;
  uint32_t acc = a[__builtin_ctz(members ? members : m)];
  bool nan = false;
  if (I.i0 == 5 || I.i0 == 0) {
    acc = 0; // add, xor start from zero
  }
  if (f32) {
    nan = std::isnan(std::bit_cast<float>(acc));
  }
  for (uint32_t r = members; r; r &= r - 1) {
    uint32_t v = a[__builtin_ctz(r)];
    if (f32) {
      float x = std::bit_cast<float>(acc), y = std::bit_cast<float>(v);
      if (I.i2) {
        x = std::fabs(x);
        y = std::fabs(y);
      }
      nan |= std::isnan(y);
      acc = std::bit_cast<uint32_t>(I.i0 == 1 ? std::fmin(x, y) : std::fmax(x, y));
      continue;
    }
    switch (I.i0) {
    case 0:
      acc += v;
      break;
    case 1:
      acc = sgn ? uint32_t(std::min(int32_t(acc), int32_t(v))) : std::min(acc, v);
      break;
    case 2:
      acc = sgn ? uint32_t(std::max(int32_t(acc), int32_t(v))) : std::max(acc, v);
      break;
    case 3:
      acc &= v;
      break;
    case 4:
      acc |= v;
      break;
    case 5:
      acc ^= v;
      break;
    }
  }
  if (f32 && nan && I.i3) {
    acc = 0x7fffffff;
  }
  forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = acc; });
}
void decodeRedux(Decoder &d) {
  if (!d.take("sync")) {
    d.refuse("unsupported redux");
  }
  d.I.i0 = d.takeOneOf({"add", "min", "max", "and", "or", "xor"});
  d.I.i2 = d.take("abs");
  d.I.i3 = d.take("NaN");
  d.I.type = d.takeType();
  if (d.I.i0 < 0 || typeBytes(d.I.type) != 4) {
    d.refuse("unsupported redux");
  }
  d.I.d = d.dst(0, d.I.type);
  d.I.a = d.src(1, d.I.type);
  d.I.e = d.src(2, Type::B32);
  d.emit(execRedux, StatClass::Warp);
}

void execShfl(Warp &w, const Instr &I, uint32_t m) {
  if (I.i1 && !gather(w, I, m)) {
    return;
  }
  uint32_t members = I.i1 ? w.reg<uint32_t>(I.e)[__builtin_ctz(m)] & m : m;
  const uint32_t *a = w.reg<uint32_t>(I.a), *b = w.reg<uint32_t>(I.b), *c = w.reg<uint32_t>(I.c);
  uint32_t out[kLanes], preds = 0;
  for (int l = 0; l < kLanes; l++) {
    int bval = b[l] & 31, clamp = c[l] & 31, seg = (c[l] >> 8) & 31;
    int maxLane = (l & seg) | (clamp & ~seg), minLane = l & seg, j;
    bool p;
    switch (I.i0) {
    case 0:
      j = l - bval;
      p = j >= maxLane;
      break; // up
    case 1:
      j = l + bval;
      p = j <= maxLane;
      break; // down
    case 2:
      j = l ^ bval;
      p = j <= maxLane;
      break; // bfly
    default:
      j = minLane | (bval & ~seg);
      p = j <= maxLane; // idx
    }
    if (!p) {
      j = l;
    }
    out[l] = a[j];
    preds |= uint32_t(p) << l;
    if (w.check && (m >> l & 1) && p && !(members >> j & 1)) {
      fault(CUDA_ERROR_LAUNCH_FAILED,
            "shfl reads lane " + std::to_string(j) + ", which does not take part (PTXEMU_CHECK)", l);
    }
  }
  forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = out[l]; });
  if (I.i2) {
    w.pred(I.d2) = (w.pred(I.d2) & ~m) | (preds & m);
  }
}
void decodeShfl(Decoder &d) {
  d.I.i1 = d.take("sync");
  d.I.i0 = d.takeOneOf({"up", "down", "bfly", "idx"});
  if (d.I.i0 < 0) {
    d.refuse("unsupported shfl");
  }
  d.takeType();
  const Operand &o = d.op(0);
  if (o.kind == Operand::Pair) {
    d.I.d = d.dest(o.items[0], Type::B32);
    d.I.d2 = d.predDest(o.items[1]);
    d.I.i2 = 1;
  } else {
    d.I.d = d.dest(o, Type::B32);
  }
  d.I.a = d.src(1, Type::B32);
  d.I.b = d.src(2, Type::B32);
  d.I.c = d.src(3, Type::B32);
  if (d.I.i1) {
    d.I.e = d.src(4, Type::B32);
  }
  d.emit(execShfl, StatClass::Warp);
}

void decodeElect(Decoder &d) {
  if (!d.take("sync")) {
    d.refuse("unsupported elect");
  }
  const Operand &o = d.op(0);
  if (o.kind != Operand::Pair) {
    d.refuse("elect.sync needs d|p");
  }
  d.I.d = d.dest(o.items[0], Type::B32);
  d.I.d2 = d.predDest(o.items[1]);
  d.I.e = d.src(1, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) {
        if (!gather(w, I, m)) {
          return;
        }
        uint32_t members = w.reg<uint32_t>(I.e)[__builtin_ctz(m)] & m;
        uint32_t leader = __builtin_ctz(members ? members : m);
        forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = leader; });
        w.pred(I.d2) = (w.pred(I.d2) & ~m) | ((1u << leader) & m);
      },
      StatClass::Warp);
}

void decodeActivemask(Decoder &d) {
  d.takeType();
  d.I.d = d.dst(0, Type::B32);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) { forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = m; }); },
      StatClass::Warp);
}

// ---- fences, hints ----------------------------------------------------------------------------------------
void execFence(Warp &, const Instr &, uint32_t) { std::atomic_thread_fence(std::memory_order_seq_cst); }
void takeScopes(Decoder &d) {
  while (d.take("cta") || d.take("cluster") || d.take("gpu") || d.take("sys") || d.take("gl")) {
  }
}
void decodeFence(Decoder &d) {
  takeScopes(d);
  if (d.count()) {
    d.op(0);
    d.immediate(1);
  } // fence.proxy.tensormap names the object
  for (const char *m :
       {"global", "sc", "acq_rel", "acquire", "release", "proxy", "alias", "async", "async::global",
        "async::shared::cta", "async::shared::cluster", "tensormap", "tensormap::generic", "mbarrier_init",
        "sync_restrict::shared::cta", "sync_restrict::shared::cluster", "shared::cta", "shared::cluster",
        "async::generic"}) {
    d.take(m);
  }
  d.emit(execFence, StatClass::Barrier);
}
void decodeHint(Decoder &d) { // accepted without effect
  d.ignoreOperands();
  while (const std::string *m = d.peekMod()) {
    std::string copy = *m;
    d.take(copy);
  }
  d.emit([](Warp &, const Instr &, uint32_t) {}, StatClass::Other);
}
void decodeNanosleep(Decoder &d) {
  d.takeType();
  d.src(0, Type::U32);
  d.emit([](Warp &w, const Instr &, uint32_t) { w.budget = 1; }, StatClass::Other); // lets other warps run
}
void decodeCreatepolicy(Decoder &d) {
  d.ignoreOperands();
  while (const std::string *m = d.peekMod()) {
    std::string copy = *m;
    d.take(copy);
  }
  d.I.d = d.dst(0, Type::B64);
  d.emit(
      [](Warp &w, const Instr &I, uint32_t m) { forLanes(m, [&](int l) { w.reg<uint64_t>(I.d)[l] = 0; }); },
      StatClass::Other);
}
} // namespace

static RegisterOps ops{{"vote", decodeVote},
                       {"match", decodeMatch},
                       {"redux", decodeRedux},
                       {"shfl", decodeShfl},
                       {"elect", decodeElect},
                       {"activemask", decodeActivemask},
                       {"fence", decodeFence},
                       {"membar", decodeFence},
                       {"nanosleep", decodeNanosleep},
                       {"setmaxnreg", decodeHint},
                       {"griddepcontrol", decodeHint},
                       {"prefetch", decodeHint},
                       {"prefetchu", decodeHint},
                       {"discard", decodeHint},
                       {"applypriority", decodeHint},
                       {"pmevent", decodeHint},
                       {"createpolicy", decodeCreatepolicy}};

} // namespace ptxemu

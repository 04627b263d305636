// Warp scheduling with divergence, calls, barriers, memory resolution, and kernel launch.
#include "test/ptx-emu/Machine.h"
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <condition_variable>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace ptxemu {

const char *const kStatClassNames[] = {
    "integer",  "float",   "half",      "double",    "special",   "convert",   "move",
    "compare",  "control", "ld_global", "st_global", "ld_shared", "st_shared", "ld_other",
    "st_other", "atomic",  "barrier",   "warp",      "matrix",    "async",     "other"};

void fault(CUresult code, const std::string &message, int lane) { throw DeviceFault{code, message, lane}; }

std::string format(const char *f, ...) {
  char buffer[512];
  va_list args;
  va_start(args, f);
  vsnprintf(buffer, sizeof buffer, f, args);
  va_end(args);
  return buffer;
}
uint64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
bool envFlag(const char *name) {
  const char *v = getenv(name);
  return v && *v && strcmp(v, "0") != 0;
}

void Stats::add(const Stats &o) {
  static_assert(sizeof(Stats) % sizeof(uint64_t) == 0);
  auto *a = reinterpret_cast<uint64_t *>(this);
  auto *b = reinterpret_cast<const uint64_t *>(&o);
  for (size_t i = 0; i < sizeof(Stats) / sizeof(uint64_t); i++) {
    a[i] += b[i];
  }
}

// ---- frames ---------------------------------------------------------------------------------

// Register blocks are recycled per host thread: allocating them anew would fault in pages each time.
struct FramePool {
  std::vector<Frame *> free;
  ~FramePool() {
    for (Frame *f : free) {
      ::free(f->regs);
      delete f;
    }
  }
};
static thread_local FramePool framePool;

Frame *Warp::newFrame(const Func *fn, Frame *parent) {
  Frame *f = nullptr;
  auto &pool = framePool.free;
  for (size_t i = pool.size(); i-- > 0;) {
    if (pool[i]->regsCapacity >= fn->frameBytes) {
      f = pool[i];
      pool.erase(pool.begin() + i);
      break;
    }
  }
  if (!f) {
    f = new Frame;
    f->regsCapacity = fn->frameBytes;
    f->regs = static_cast<uint8_t *>(aligned_alloc(64, fn->frameBytes));
  }
  memset(f->regs, 0xff, fn->frameBytes); // unwritten registers read as NaN / all ones
  f->fn = fn;
  f->parent = parent;
  f->depth = parent ? parent->depth + 1 : 0;
  f->refs = 1;
  f->localBase = parent ? (parent->localTop + 15) & ~15u : 16;
  f->localTop = f->localBase + fn->localBytes;
  ensureLocal(f->localTop);
  if (check) {
    f->initialised.assign(fn->frameBytes / 4, 0);
  }
  if (f->depth > 2000) {
    fault(CUDA_ERROR_LAUNCH_FAILED, "call depth exceeds 2000 (stack overflow)");
  }
  return f;
}

void Warp::releaseFrame(Frame *f) {
  while (f && --f->refs == 0) {
    Frame *parent = f->parent;
    if (framePool.free.size() < 256) {
      framePool.free.push_back(f);
    } else {
      free(f->regs);
      delete f;
    }
    f = parent;
  }
}

void Warp::ensureLocal(uint32_t bytes) {
  if (bytes <= localCapacity) {
    return;
  }
  if (bytes > (512u << 10)) {
    fault(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "local memory exceeds 512 KiB per thread");
  }
  uint32_t capacity = std::max(bytes, localCapacity * 2);
  std::vector<uint8_t> grown(size_t(capacity) * kLanes, 0xff);
  for (int l = 0; l < kLanes; l++) {
    if (localCapacity) {
      memcpy(&grown[size_t(l) * capacity], &local[size_t(l) * localCapacity], localCapacity);
    }
  }
  local.swap(grown);
  localCapacity = capacity;
}

// ---- splits -----------------------------------------------------------------------------------

void Warp::start(const Func *fn, uint32_t lanes) {
  live = lanes;
  Frame *f = newFrame(fn, nullptr);
  splits.assign(1, Split{lanes, 0, f, SplitState::Ready, 0, 0});
  current = -1;
}

bool Warp::ready() const {
  for (auto &s : splits) {
    if (s.state == SplitState::Ready) {
      return true;
    }
  }
  return false;
}

void Warp::saveCurrent() {
  if (current < 0) {
    return;
  }
  Split &s = splits[current];
  s.pc = pc;
  s.mask = active;
  s.frame = frame;
  s.lastRun = clock;
}

void Warp::loadCurrent(int index) {
  current = index;
  Split &s = splits[index];
  pc = s.pc;
  active = s.mask;
  frame = s.frame;
  code = frame->fn->code.data();
  base[0] = frame->regs;
  base[1] = frame->fn->constantsBase;
  limitPc = UINT32_MAX;
  for (size_t i = 0; i < splits.size(); i++) {
    if (int(i) != index && splits[i].frame == frame && splits[i].pc > pc &&
        splits[i].state != SplitState::Barrier) {
      limitPc = std::min(limitPc, splits[i].pc);
    }
  }
  if (s.mask != turnMask) {
    turnMask = s.mask;
    splitStart = clock;
    favoured = false;
  }
}

static bool mergeable(const Split &s) { return s.state != SplitState::Barrier; }

// Joins splits that met, then chooses the deepest call and lowest program counter, so that lanes
// that ran ahead wait where the others will join. `rotate` ends the turn of lanes that ran long, perhaps
// spinning: the split that waited longest then has a turn of its own.
void Warp::pickSplit(bool rotate) {
  reschedule = false;
  for (size_t i = 0; i < splits.size(); i++) {
    for (size_t j = i + 1; j < splits.size();) {
      Split &a = splits[i], &b = splits[j];
      if (a.pc == b.pc && a.frame == b.frame && mergeable(a) && mergeable(b)) {
        a.mask |= b.mask;
        a.state = SplitState::Ready;
        a.lastRun = std::max(a.lastRun, b.lastRun);
        b.frame->refs--;
        splits.erase(splits.begin() + j);
      } else {
        j++;
      }
    }
  }
  int best = -1;
  for (size_t i = 0; i < splits.size(); i++) {
    if (splits[i].state != SplitState::Ready) {
      continue;
    }
    if (best < 0) {
      best = int(i);
      continue;
    }
    const Split &s = splits[i], &b = splits[best];
    if (favoured && !rotate && (s.mask == turnMask || b.mask == turnMask)) {
      if (s.mask == turnMask) {
        best = int(i);
      }
      continue;
    }
    bool better = rotate
                      ? s.lastRun < b.lastRun
                      : s.frame->depth > b.frame->depth || (s.frame->depth == b.frame->depth && s.pc < b.pc);
    if (better) {
      best = int(i);
    }
  }
  if (best < 0) {
    current = -1;
    return;
  }
  loadCurrent(best);
}

int Warp::divide(uint32_t lanes) {
  saveCurrent();
  splits.push_back(Split{lanes, pc, frame, SplitState::Ready, 0, clock});
  frame->refs++;
  active &= ~lanes;
  splits[current].mask = active;
  return int(splits.size()) - 1;
}

void Warp::block(SplitState s, bool retry) {
  if (retry) {
    pc--;
  }
  saveCurrent();
  splits[current].state = s;
  current = -1;
  reschedule = true;
}

bool Warp::converge(uint32_t need) {
  need &= live;
  if ((active & need) == need) {
    return true;
  }
  block(SplitState::Converge, true);
  return false;
}

void Warp::branch(uint32_t taken, uint32_t target) {
  if (taken == active) {
    pc = target;
    if (splits.size() > 1) {
      reschedule = true;
    }
    return;
  }
  if (stats) {
    stats->divergentBranches++;
  }
  int other = divide(taken);
  splits[other].pc = target;
  reschedule = true;
}

void Warp::exitLanes(uint32_t lanes) {
  live &= ~lanes;
  active &= ~lanes;
  saveCurrent();
  if (!active) {
    releaseFrame(frame);
    splits.erase(splits.begin() + current);
    current = -1;
    reschedule = true;
  }
  cta->cluster->events++;
  if (!live) {
    cta->runningWarps--;
  }
  cta->threadsExited();
  // Lanes that waited for the exited ones may go on.
  for (auto &s : splits) {
    if (s.state == SplitState::Converge) {
      s.state = SplitState::Ready;
    }
  }
}

void Warp::call(const Instr &I, uint32_t mask, const Func *callee) {
  const auto &info = *static_cast<const CallInfo *>(I.extra);
  if (mask != active) {
    divide(active & ~mask);
  }
  if (info.args.size() > callee->params.size() || info.returns.size() > callee->returns.size()) {
    fault(CUDA_ERROR_LAUNCH_FAILED, "call of '" + callee->ast->name + "' with mismatched parameters");
  }
  saveCurrent();
  Frame *caller = frame;
  Frame *f = newFrame(callee, caller); // the split's reference on the caller becomes the child's
  f->returnPc = pc;
  f->call = &I;
  for (size_t k = 0; k < info.args.size(); k++) {
    const CallArg &a = info.args[k];
    const ParamSlot &p = callee->params[k];
    forLanes(mask, [&](int l) {
      uint8_t *mine = &local[size_t(l) * localCapacity];
      if (a.local) {
        memcpy(mine + f->localBase + p.offset, mine + caller->localBase + a.offset,
               std::min(a.bytes, p.bytes));
      } else {
        uint64_t v = readLane(*this, a.reg, l);
        memcpy(mine + f->localBase + p.offset, &v, std::min<uint32_t>(8, p.bytes));
      }
    });
  }
  Split &s = splits[current];
  s.frame = f;
  s.pc = 0;
  s.mask = mask;
  reschedule = splits.size() > 1;
  loadCurrent(current);
}

void Warp::ret(uint32_t mask) {
  Frame *callee = frame;
  if (!callee->parent) {
    exitLanes(mask);
    return;
  }
  if (mask != active) {
    divide(active & ~mask);
  }
  const auto &info = *static_cast<const CallInfo *>(callee->call->extra);
  Frame *caller = callee->parent;
  for (size_t k = 0; k < info.returns.size(); k++) {
    const CallArg &a = info.returns[k];
    const ParamSlot &p = callee->fn->returns[k];
    forLanes(mask, [&](int l) {
      uint8_t *mine = &local[size_t(l) * localCapacity];
      if (a.local) {
        memcpy(mine + caller->localBase + a.offset, mine + callee->localBase + p.offset,
               std::min(a.bytes, p.bytes));
      }
    });
  }
  saveCurrent();
  Split &s = splits[current];
  s.frame = caller;
  s.pc = callee->returnPc;
  caller->refs++;
  releaseFrame(callee);
  loadCurrent(current);
  reschedule = splits.size() > 1;
}

void Warp::run(uint64_t quantum) {
  pickSplit();
  budget = quantum;
  while (current >= 0) {
    const Instr &I = code[pc];
    uint32_t m = active;
    if (I.guardMode) {
      uint32_t p = *reinterpret_cast<uint32_t *>(base[0] + I.guard);
      m &= I.guardMode == 1 ? p : ~p;
    }
    pc++;
    clock++;
    if (stats && I.stat != StatClass::Count) {
      stats->warpInstructions[int(
          I.stat)]++; // also when the guard turns all lanes off: it takes an issue slot
      stats->threadInstructions[int(I.stat)] += __builtin_popcount(m);
    }
    if (m) {
      if (!check) {
        I.exec(*this, I, m);
      } else {
        checkBefore(I, m);
        uint8_t *regsBefore = base[0];
        I.exec(*this, I, m);
        if (base[0] == regsBefore && current >= 0) {
          checkAfter(I, m);
        }
      }
    }
    if (__builtin_expect(reschedule || pc >= limitPc, 0)) {
      saveCurrent();
      pickSplit();
      if (budget == 0) {
        break;
      }
    }
    if (__builtin_expect(budget-- <= 1, 0)) {
      break;
    }
    if (__builtin_expect(splits.size() > 1 && clock - splitStart > 1000, 0)) {
      saveCurrent();
      bool turnOver = favoured;
      favoured = false;
      turnMask = 0;
      pickSplit(!turnOver);
      favoured = !turnOver;
    }
  }
  saveCurrent();
  current = -1;
}

} // namespace ptxemu

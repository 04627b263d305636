// Memory as the threads of a block see it, and their barriers.
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

// ---- memory -------------------------------------------------------------------------------------------

uint8_t *Warp::resolveSlow(uint64_t address, uint32_t bytes, int lane, bool write) {
  Launch &launch = *cta->launch;
  const Range *r = DeviceMemory::findIn(*launch.memory, address);
  Range fresh;
  if (!r) { // allocated after the launch began, perhaps
    if (DeviceMemory::instance().find(address, fresh)) {
      r = &fresh;
    }
  }
  if (!r) {
    auto s = launch.memory;
    std::string near;
    for (auto &n : *s) {
      if (address >= n.address + n.size && address < n.address + n.size + 4096) {
        near = format(" (%" PRIu64 " bytes past the end of a %" PRIu64 "-byte allocation at 0x%" PRIx64 ")",
                      address - n.address - n.size, n.size, n.address);
      }
    }
    fault(CUDA_ERROR_ILLEGAL_ADDRESS,
          format("%s of %u bytes at 0x%" PRIx64 ", which is not allocated", write ? "write" : "read", bytes,
                 address) +
              near,
          lane);
  }
  if (r->size - (address - r->address) < bytes) {
    fault(CUDA_ERROR_ILLEGAL_ADDRESS,
          format("%s of %u bytes at 0x%" PRIx64 " crosses the end of a %" PRIu64
                 "-byte allocation at 0x%" PRIx64,
                 write ? "write" : "read", bytes, address, r->size, r->address),
          lane);
  }
  rangeLo = r->address;
  rangeSize = r->size;
  rangeDelta = r->delta;
  return reinterpret_cast<uint8_t *>(address + rangeDelta);
}

uint8_t *Warp::resolveShared(uint64_t address, uint32_t bytes, int lane, bool write, bool atomic) {
  Cta *target = cta;
  uint64_t offset = address;
  if (address >> kCtaShift) {
    uint64_t rank = (address >> kCtaShift) - 1;
    offset = address & ((1u << kCtaShift) - 1);
    if (rank >= cta->cluster->size) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("shared address 0x%" PRIx64 " is in no block of the cluster", address), lane);
    }
    target = cta->cluster->ctas[rank].get();
    if (target != cta && target->finished()) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("distributed shared memory of block rank %u, which has exited", unsigned(rank)), lane);
    }
  }
  uint32_t lo = target->launch->sharedBase;
  if (offset < lo || offset - lo + bytes > target->sharedBytes) {
    fault(CUDA_ERROR_ILLEGAL_ADDRESS,
          format("%s of %u bytes at shared address 0x%" PRIx64 "; the block has %u bytes at 0x%x",
                 write ? "write" : "read", bytes, offset, target->sharedBytes, lo),
          lane);
  }
  if (target->shadow) {
    if (target == cta) {
      target->shadow->access(*this, uint32_t(offset - lo), bytes, lane, write, atomic);
    } else if (write) {
      for (uint32_t k = 0; k < bytes; k++) {
        target->shadow->bytes[offset - lo + k].written = true;
      }
    }
  }
  return target->shared + (offset - lo);
}

uint8_t *Warp::resolve(Space space, uint64_t address, uint32_t bytes, int lane, bool write, bool atomic) {
  switch (space) {
  case Space::Global:
  case Space::Const:
    if (address - kSharedWindow < 4 * kWindowSize) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("global access at 0x%" PRIx64 ", a generic address of another state space", address),
            lane);
    }
    return resolveGlobal(address, bytes, lane, write);
  case Space::Shared:
  case Space::SharedCluster:
    if (address >> 32) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("shared access at 0x%" PRIx64 ", which is no shared address", address), lane);
    }
    return resolveShared(address, bytes, lane, write, atomic);
  case Space::Local:
    if (address < 16 || address + bytes > localCapacity || address + bytes < address) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("%s of %u bytes at local address 0x%" PRIx64, write ? "write" : "read", bytes, address),
            lane);
    }
    return &local[size_t(lane) * localCapacity + address];
  case Space::Param: {
    auto &params = cta->launch->config.params;
    if (write || address + bytes > params.size() || address + bytes < address) {
      fault(CUDA_ERROR_ILLEGAL_ADDRESS,
            format("%s of %u bytes at parameter offset 0x%" PRIx64, write ? "write" : "read", bytes, address),
            lane);
    }
    return params.data() + address;
  }
  default:
    if (address - kSharedWindow < kWindowSize) {
      return resolveShared(address - kSharedWindow, bytes, lane, write, atomic);
    }
    if (address - kLocalWindow < kWindowSize) {
      return resolve(Space::Local, address - kLocalWindow, bytes, lane, write);
    }
    if (address - kParamWindow < kWindowSize) {
      return resolve(Space::Param, address - kParamWindow, bytes, lane, write);
    }
    return resolveGlobal(address, bytes, lane, write);
  }
}

// ---- barriers ------------------------------------------------------------------------------------------

uint32_t Cta::liveThreads() const {
  uint32_t n = 0;
  for (auto &w : warps) {
    n += __builtin_popcount(w->live);
  }
  return n;
}

void Cta::arrive(Warp &w, uint32_t mask, int index, uint32_t count, bool wait, const Instr *I, int op,
                 uint32_t predicate) {
  BarrierState &b = barriers[index];
  if (b.arrived.empty()) {
    b.arrived.assign(warps.size(), 0);
  }
  auto explicitCount = [&](uint32_t n) { return n ? n : (threads + 31) & ~31u; };
  if (b.used && explicitCount(b.expected) != explicitCount(count)) {
    fault(CUDA_ERROR_LAUNCH_FAILED,
          format("barrier %d is used with thread counts %u and %u at once", index, b.expected, count));
  }
  if (count > threads && count > ((threads + 31) & ~31u)) {
    fault(CUDA_ERROR_LAUNCH_FAILED,
          format("barrier %d expects %u threads, the block has %u", index, count, threads));
  }
  if (count % 32) {
    fault(CUDA_ERROR_LAUNCH_FAILED,
          format("barrier thread count %u is not a multiple of the warp size", count));
  }
  b.used = true;
  b.expected = count;
  b.arrived[w.id] |= mask;
  if (op) {
    b.op = op;
    b.trueCount += __builtin_popcount(mask & predicate);
    b.participants += __builtin_popcount(mask);
  }
  if (shadow) {
    shadow->release(w.id, b.clock);
  }
  if (wait) {
    b.waiters.push_back({w.id, mask, 0, op ? I : nullptr, w.base[0]});
    w.splits[w.current].barrier = index;
    w.block(SplitState::Barrier, false);
  }
  tryRelease(index);
}

void Cta::tryRelease(int index) {
  BarrierState &b = barriers[index];
  if (!b.used) {
    return;
  }
  uint32_t n = 0, live = 0;
  for (auto &w : warps) {
    uint32_t a = b.arrived[w->id];
    bool whole = a && (a & w->live) == w->live;
    n += b.expected ? (whole ? 32 : __builtin_popcount(a)) : __builtin_popcount(a & w->live);
    live += __builtin_popcount(w->live);
  }
  if (n < (b.expected ? b.expected : live) || (!b.expected && live == 0)) {
    return;
  }
  cluster->events++;
  for (auto &x : b.waiters) {
    Warp &w = *warps[x.warp];
    if (shadow) {
      shadow->acquire(x.warp, b.clock);
    }
    if (x.instr) {
      const Instr &I = *x.instr;
      bool all = b.trueCount == b.participants, any = b.trueCount > 0;
      if (b.op == 3) {
        auto *d = reinterpret_cast<uint32_t *>(x.regs + I.d.offset);
        forLanes(x.mask, [&](int l) { d[l] = b.trueCount; });
      } else {
        auto *d = reinterpret_cast<uint32_t *>(x.regs + I.d.offset);
        *d = (*d & ~x.mask) | ((b.op == 1 ? all : any) ? x.mask : 0);
      }
    }
    for (auto &s : w.splits) {
      if (s.state == SplitState::Barrier && s.barrier == index && (s.mask & x.mask)) {
        s.state = SplitState::Ready;
        if (w.check && x.instr) {
          s.frame->initialised[x.instr->d.offset / 4] |= x.mask;
        }
      }
    }
  }
  std::vector<uint32_t> empty(warps.size(), 0);
  b = BarrierState{};
  b.arrived = std::move(empty);
}

void Cta::threadsExited() {
  for (int i = 0; i < 16; i++) {
    tryRelease(i);
  }
  cluster->tryReleaseBarrier();
}

void Cluster::tryReleaseBarrier() {
  uint32_t live = 0;
  for (auto &c : ctas) {
    live += c->liveThreads();
  }
  if (!barrierArrived || barrierArrived < live) {
    return;
  }
  barrierArrived = 0;
  barrierGeneration++;
  events++;
  for (auto &c : ctas) {
    for (auto &w : c->warps) {
      for (auto &s : w->splits) {
        if (s.state == SplitState::ClusterBarrier) {
          s.state = SplitState::Ready;
        }
      }
    }
  }
}

} // namespace ptxemu

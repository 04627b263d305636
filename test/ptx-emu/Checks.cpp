// What PTXEMU_CHECK reports: uninitialised registers and shared memory, and races on shared memory.
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

// ---- PTXEMU_CHECK: uninitialised registers ----------------------------------------------------------

void Warp::checkBefore(const Instr &I, uint32_t m) {
  if (I.copies) {
    return;
  }
  const UseDef &u = frame->fn->useDefs[&I - frame->fn->code.data()];
  for (const Reg &r : u.uses) {
    if (r.bank) {
      continue;
    }
    uint32_t missing = m & ~frame->initialised[r.offset / 4];
    if (missing) {
      auto at = frame->fn->registerAt.find(r.offset);
      std::string name =
          at == frame->fn->registerAt.end() ? "an operand" : frame->fn->ast->registerNames[at->second];
      fault(CUDA_ERROR_LAUNCH_FAILED, "read of uninitialised register " + name + " (PTXEMU_CHECK)",
            __builtin_ctz(missing));
    }
  }
}
void Warp::checkAfter(const Instr &I, uint32_t m) {
  const UseDef &u = frame->fn->useDefs[&I - frame->fn->code.data()];
  uint32_t good = m;
  if (I.copies) {
    for (const Reg &r : u.uses) {
      if (!r.bank) {
        good &= frame->initialised[r.offset / 4];
      }
    }
  }
  for (const Reg &r : u.defs) {
    frame->initialised[r.offset / 4] = (frame->initialised[r.offset / 4] & ~m) | good;
  }
}

// ---- PTXEMU_CHECK: shared memory races -------------------------------------------------------------

void SharedShadow::init(uint32_t sharedBytes, int warps) {
  bytes.assign(sharedBytes, {});
  clocks.assign(warps, {});
  for (int w = 0; w < warps; w++) {
    clocks[w][w] = 1;
  }
}
void SharedShadow::release(int warp, std::array<uint32_t, 33> &into) {
  for (int i = 0; i < 33; i++) {
    into[i] = std::max(into[i], clocks[warp][i]);
  }
  tick(warp);
}
void SharedShadow::acquire(int warp, const std::array<uint32_t, 33> &from) {
  for (int i = 0; i < 33; i++) {
    if (i != warp) {
      clocks[warp][i] = std::max(clocks[warp][i], from[i]);
    }
  }
}
void SharedShadow::access(Warp &w, uint32_t offset, uint32_t count, int lane, bool write, bool atomic) {
  uint32_t now = clocks[w.id][w.id];
  auto conflict = [&](const char *what, int warp, int otherLane, uint32_t at) {
    fault(CUDA_ERROR_LAUNCH_FAILED,
          format("shared memory race (PTXEMU_CHECK): %s at shared offset 0x%x with thread %d, no barrier in "
                 "between",
                 what, at, warp * kLanes + otherLane),
          lane);
  };
  auto ordered = [&](uint8_t warp, uint8_t otherLane, uint32_t clock) {
    if (warp == w.id) {
      return otherLane == lane || clock < now;
    }
    return clocks[w.id][warp] >= clock;
  };
  for (uint32_t k = offset; k < offset + count; k++) {
    if (k >= bytes.size()) {
      return;
    }
    Byte &b = bytes[k];
    if (!write || atomic) {
      if (!b.written && !write) {
        fault(CUDA_ERROR_LAUNCH_FAILED,
              format("read of uninitialised shared memory at offset 0x%x (PTXEMU_CHECK)", k), lane);
      }
      if (b.hasWrite && !(atomic && b.writeAtomic) && !ordered(b.writeWarp, b.writeLane, b.writeClock)) {
        conflict("read/write", b.writeWarp, b.writeLane, k);
      }
    }
    if (write) {
      bool sameInstr = b.writeWarp == w.id && b.writeInstr == uint32_t(w.clock);
      if (b.hasWrite && !sameInstr && !(atomic && b.writeAtomic) &&
          !ordered(b.writeWarp, b.writeLane, b.writeClock)) {
        conflict("write/write", b.writeWarp, b.writeLane, k);
      }
      bool skipReads = atomic && b.readAtomic;
      if (b.hasRead && !skipReads && !ordered(b.readWarp, b.readLane, b.readClock)) {
        conflict("write/read", b.readWarp, b.readLane, k);
      }
      if (b.hasRead2 && !skipReads && !ordered(b.read2Warp, b.read2Lane, b.read2Clock)) {
        conflict("write/read", b.read2Warp, b.read2Lane, k);
      }
      b.written = b.hasWrite = true;
      b.writeAtomic = atomic;
      b.writeWarp = uint8_t(w.id);
      b.writeLane = uint8_t(lane);
      b.writeClock = now;
      b.writeInstr = uint32_t(w.clock);
      b.hasRead = b.hasRead2 = false;
    } else {
      if (b.hasRead && (b.readWarp != w.id || (b.readClock == now && b.readLane != lane))) {
        b.hasRead2 = true;
        b.read2Warp = b.readWarp;
        b.read2Lane = b.readLane;
        b.read2Clock = b.readClock;
      }
      b.hasRead = true;
      b.readAtomic = atomic;
      b.readWarp = uint8_t(w.id);
      b.readLane = uint8_t(lane);
      b.readClock = now;
    }
  }
}

void SharedShadow::asyncWrite(uint32_t offset, uint32_t count) {
  for (uint32_t k = offset; k < offset + count && k < bytes.size(); k++) {
    Byte &b = bytes[k];
    b.written = b.hasWrite = true;
    b.hasRead = b.hasRead2 = b.writeAtomic = false;
    b.writeWarp = 32;
    b.writeLane = 0;
    b.writeClock = asyncClock;
  }
}

} // namespace ptxemu

// The decoded program and the machine that executes it: warps, thread blocks, clusters.
#ifndef TEST_PTX_EMU_MACHINE_H
#define TEST_PTX_EMU_MACHINE_H

#include "test/ptx-emu/Ast.h"
#include "test/ptx-emu/CudaTypes.h"
#include "test/ptx-emu/Memory.h"
#include <array>
#include <deque>
#include <functional>
#include <string>

namespace ptxemu {

inline constexpr int kLanes = 32;
inline constexpr uint32_t kFull = 0xffffffffu;

struct Warp;
struct Instr;
struct Cta;
struct Cluster;
struct Launch;
using Handler = void (*)(Warp &, const Instr &, uint32_t mask);

// A lane array: 32 values in the frame's registers (bank 0) or the function's constants (bank 1).
// Predicates are one 32-bit mask.
struct Reg {
  uint32_t offset = 0;
  uint8_t bank = 0, bytes = 0;
};

enum class StatClass : uint8_t {
  Integer,
  Float,
  Half,
  Double,
  Special,
  Convert,
  Move,
  Compare,
  Control,
  LoadGlobal,
  StoreGlobal,
  LoadShared,
  StoreShared,
  LoadOther,
  StoreOther,
  Atomic,
  Barrier,
  Warp,
  Matrix,
  Async,
  Other,
  Count
};
extern const char *const kStatClassNames[];

struct Instr {
  Handler exec = nullptr;
  uint32_t guard = 0;    // frame offset of the guard predicate
  uint8_t guardMode = 0; // 0: none, 1: if true, 2: if false
  StatClass stat = StatClass::Other;
  bool copies = false; // moves values: an uninitialised source makes the result uninitialised
  Round round = Round::None;
  Space space = Space::Generic;
  Type type = Type::None, type2 = Type::None;
  uint8_t width = 0, count = 0; // element bytes, vector length
  Reg d, d2, a, b, c, e;
  int32_t i0 = 0, i1 = 0, i2 = 0, i3 = 0;
  int64_t imm = 0;
  const Reg *list = nullptr;   // further operands, owned by the Func
  const void *extra = nullptr; // handler specific
  int statement = 0;           // index into the AST body
};

struct UseDef { // register operands, for PTXEMU_CHECK
  std::vector<Reg> uses, defs;
};

struct ParamSlot {
  uint32_t offset, bytes;
};

struct Func {
  const Function *ast = nullptr;
  std::vector<Instr> code;
  std::vector<UseDef> useDefs;    // parallel to code
  std::vector<uint8_t> constants; // 64-byte aligned start at constantsBase
  uint8_t *constantsBase = nullptr;
  std::map<uint32_t, int> registerAt; // frame offset -> register number, for reports
  uint32_t frameBytes = 0, localBytes = 0;
  std::vector<ParamSlot> params, returns; // frame-local offsets (device functions)
  std::deque<std::vector<Reg>> lists;
  std::deque<std::shared_ptr<void>> extras;
};

// An entry with everything it can reach; shared variables have their offsets in this kernel.
struct Program {
  std::shared_ptr<const PtxModule> module;
  std::string name;
  Func *entry = nullptr;
  std::vector<std::unique_ptr<Func>> functions;
  std::map<uint64_t, Func *> functionByAddress;
  std::vector<ParamSlot> params; // kernel parameter buffer layout
  uint32_t paramBytes = 0, staticShared = 0, dynamicSharedOffset = 0;
  uint32_t maxThreads = 1024;
};

struct DeviceFault {
  CUresult code;
  std::string message;
  int lane = -1;
};
[[noreturn]] void fault(CUresult code, const std::string &message, int lane = -1);

// ---- statistics -----------------------------------------------------------------------------
struct Stats {
  uint64_t warpInstructions[int(StatClass::Count)] = {}, threadInstructions[int(StatClass::Count)] = {};
  uint64_t globalLoadBytes = 0, globalStoreBytes = 0, sharedLoadBytes = 0, sharedStoreBytes = 0;
  uint64_t globalLoadRequests = 0, globalStoreRequests = 0, globalLoadSectors = 0, globalStoreSectors = 0;
  uint64_t sharedRequests = 0, sharedWavefronts = 0, bankConflicts = 0;
  uint64_t asyncBytes = 0, mmaFlops = 0, barriers = 0, divergentBranches = 0;
  void add(const Stats &o);
};

// ---- execution state -------------------------------------------------------------------------
struct Frame {
  const Func *fn = nullptr;
  Frame *parent = nullptr;
  uint32_t returnPc = 0;
  const Instr *call = nullptr;
  int depth = 0, refs = 0;
  uint32_t localBase = 0, localTop = 0;
  uint8_t *regs = nullptr;
  size_t regsCapacity = 0;
  std::vector<uint32_t> initialised; // PTXEMU_CHECK: lane mask per register, by offset/4
};

enum class SplitState : uint8_t { Ready, Converge, Barrier, ClusterBarrier };

// Lanes of one warp at the same place in the program.
struct Split {
  uint32_t mask = 0, pc = 0;
  Frame *frame = nullptr;
  SplitState state = SplitState::Ready;
  int barrier = 0;
  uint64_t lastRun = 0;
};

struct CpAsyncOp {
  uint32_t offset, group;
  uint64_t sequence;
  const uint8_t *src;
  uint8_t bytes, srcBytes, lane;
};
struct Warp {
  // Hot state of the running split.
  uint8_t *base[2] = {nullptr, nullptr};
  const Instr *code = nullptr;
  uint32_t pc = 0, active = 0, limitPc = 0;
  bool reschedule = false;
  uint64_t budget = 0;

  Frame *frame = nullptr;
  Cta *cta = nullptr;
  int id = 0;
  uint32_t live = 0; // lanes that have not exited
  std::vector<Split> splits;
  int current = -1;
  uint64_t clock = 0;                             // warp instructions issued
  uint64_t splitStart = 0;                        // clock when the running lanes got their turn
  uint32_t turnMask = 0;                          // the lanes whose turn it is
  bool favoured = false;                          // they run although others are at a lower place
  std::array<uint64_t, kLanes> clusterPhase = {}; // barrier.cluster generation at arrival

  uint32_t carry = 0;                  // condition code CC.CF per lane
  uint64_t rangeLo = 1, rangeSize = 0; // last global range touched
  ptrdiff_t rangeDelta = 0;

  std::vector<uint8_t> local; // 32 equal parts
  uint32_t localCapacity = 0;
  std::array<uint32_t, kLanes> tidX, tidY, tidZ;

  // Asynchronous operations take effect only when waited for, so that a missing wait shows.
  std::vector<CpAsyncOp> asyncOps;              // cp.async, in order of issue
  std::array<uint32_t, kLanes> asyncGroup = {}; // per lane: number of committed groups
  uint64_t asyncSequence = 0;
  Stats *stats = nullptr;
  bool check = false;

  template <class T> T *reg(const Reg &r) const { return reinterpret_cast<T *>(base[r.bank] + r.offset); }
  uint32_t &pred(const Reg &r) const { return *reinterpret_cast<uint32_t *>(base[r.bank] + r.offset); }

  bool done() const { return splits.empty(); }
  bool ready() const;
  void run(uint64_t quantum); // until blocked, finished or the quantum is used up
  void start(const Func *fn, uint32_t lanes);
  void saveCurrent();
  void loadCurrent(int index);
  void pickSplit(bool rotate = false);
  int divide(uint32_t lanes);           // moves lanes of the running split to a new one
  void block(SplitState s, bool retry); // the running split waits; retry: execute again later
  bool converge(uint32_t need);         // true when all lanes of `need` are here
  void branch(uint32_t taken, uint32_t target);
  void exitLanes(uint32_t lanes);
  void call(const Instr &I, uint32_t mask, const Func *callee);
  void ret(uint32_t mask);
  Frame *newFrame(const Func *fn, Frame *parent);
  void releaseFrame(Frame *f);
  void ensureLocal(uint32_t bytes);

  // Host storage of `bytes` at a generic or state-space address; faults when it is not valid.
  uint8_t *resolve(Space space, uint64_t address, uint32_t bytes, int lane, bool write, bool atomic = false);
  uint8_t *resolveSlow(uint64_t address, uint32_t bytes, int lane, bool write);
  uint8_t *resolveGlobal(uint64_t address, uint32_t bytes, int lane, bool write) {
    if (address - rangeLo < rangeSize && rangeSize - (address - rangeLo) >= bytes) {
      return reinterpret_cast<uint8_t *>(address + rangeDelta);
    }
    return resolveSlow(address, bytes, lane, write);
  }
  uint8_t *resolveShared(uint64_t address, uint32_t bytes, int lane, bool write, bool atomic);
  void checkBefore(const Instr &I, uint32_t mask);
  void checkAfter(const Instr &I, uint32_t mask);
};

// Vector clocks per warp order shared memory accesses (PTXEMU_CHECK).
struct SharedShadow {
  struct Byte {
    uint32_t writeClock = 0, readClock = 0, read2Clock = 0;
    uint8_t writeWarp = 0, writeLane = 0, readWarp = 0, readLane = 0, read2Warp = 0, read2Lane = 0;
    uint32_t writeInstr = 0;
    bool written = false, hasWrite = false, hasRead = false, hasRead2 = false, writeAtomic = false,
         readAtomic = false;
  };
  std::vector<Byte> bytes;
  std::vector<std::array<uint32_t, 33>> clocks;           // per warp: what it has seen of each warp
  std::map<uint32_t, std::array<uint32_t, 33>> mbarriers; // released clocks, by shared offset
  void init(uint32_t sharedBytes, int warps);
  void access(Warp &w, uint32_t offset, uint32_t count, int lane, bool write, bool atomic);
  void release(int warp, std::array<uint32_t, 33> &into);
  void acquire(int warp, const std::array<uint32_t, 33> &from);
  void tick(int warp) { clocks[warp][warp]++; }
  uint32_t asyncClock = 1; // asynchronous copies are agent 32
  void asyncWrite(uint32_t offset, uint32_t count);
};

struct BarrierState {
  std::vector<uint32_t> arrived; // lane mask per warp
  uint32_t expected = 0;         // threads; 0: all of the block
  bool used = false;
  int op = 0; // reduction: 0 none, 1 and, 2 or, 3 popc
  uint32_t trueCount = 0, participants = 0;
  struct Waiter {
    int warp;
    uint32_t mask;
    uint64_t key;
    const Instr *instr;
    uint8_t *regs;
  };
  std::vector<Waiter> waiters;
  std::array<uint32_t, 33> clock = {}; // PTXEMU_CHECK: joined clocks of the arrivals
};

struct Cta {
  Cluster *cluster = nullptr;
  Launch *launch = nullptr;
  uint32_t id[3] = {}, rank = 0, threads = 0, linear = 0;
  std::vector<uint8_t> sharedStorage;
  uint8_t *shared = nullptr;
  uint32_t sharedBytes = 0;
  std::vector<std::unique_ptr<Warp>> warps;
  BarrierState barriers[16];
  std::unique_ptr<SharedShadow> shadow;
  int runningWarps = 0;
  bool finished() const { return runningWarps == 0; }
  void arrive(Warp &w, uint32_t mask, int index, uint32_t count, bool wait, const Instr *I, int op,
              uint32_t predicate);
  void tryRelease(int index);
  void threadsExited();
  uint32_t liveThreads() const;
};

struct Cluster {
  Launch *launch = nullptr;
  uint32_t size = 1, dims[3] = {1, 1, 1}, id[3] = {};
  std::vector<std::unique_ptr<Cta>> ctas;
  uint32_t barrierArrived = 0; // threads of barrier.cluster
  uint64_t barrierGeneration = 0;
  Stats stats;
  uint32_t stuckRounds = 0;
  uint64_t events = 0;                      // barrier releases, phase completions, exits: signs of progress
  bool runSlice(uint64_t warpInstructions); // true when every thread has exited
  void tryReleaseBarrier();
};

struct LaunchConfig {
  std::shared_ptr<const Program> program;
  uint32_t grid[3], block[3], cluster[3] = {1, 1, 1};
  uint32_t dynamicShared = 0;
  std::vector<uint8_t> params;
  int device = 0, smVersion = 90;
  bool cooperative = false;
};

struct Launch {
  LaunchConfig config;
  const Program *program;
  DeviceMemory::Snapshot memory;
  uint32_t sharedTotal = 0, sharedBase = 0;
  uint64_t gridWorkspace = 0; // cooperative launches: {size, barrier}, address in %envreg1:2
  bool check = false, collectStats = false;
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> nextCluster{0};
  uint64_t clusters = 0;
  uint64_t deadlineNs = 0;
  std::mutex resultMutex;
  CUresult result = CUDA_SUCCESS;
  std::string report;
  Stats stats;
  void recordFault(CUresult code, const std::string &report);
};

// Runs a kernel to completion; returns the error that the context gets (CUDA_SUCCESS if none).
CUresult runKernel(LaunchConfig config);

// Compiles an entry and its callees. `addresses` gives module variables and function addresses.
std::shared_ptr<Program> decodeProgram(std::shared_ptr<const PtxModule> module, const Function &entry,
                                       const std::map<std::string, uint64_t> &addresses, int smVersion);

uint64_t nowNs();
[[gnu::format(printf, 1, 2)]] std::string format(const char *f, ...);
bool envFlag(const char *name);

struct CallArg {
  bool local;
  uint32_t offset, bytes;
  Reg reg;
}; // frame-local variable, or a register
struct CallInfo {
  std::vector<CallArg> args, returns;
  const Func *callee;
  Reg target;
  std::string name;
};

// ---- helpers for handlers ----------------------------------------------------------------------
template <class F> [[gnu::always_inline]] inline void forLanes(uint32_t mask, F &&f) {
  if (mask == kFull) {
    for (int l = 0; l < kLanes; l++) {
      f(l);
    }
  } else {
    for (uint32_t m = mask; m; m &= m - 1) {
      f(__builtin_ctz(m));
    }
  }
}

inline uint64_t readLane(const Warp &w, const Reg &r, int lane) {
  switch (r.bytes) {
  case 2:
    return w.reg<uint16_t>(r)[lane];
  case 4:
    return w.reg<uint32_t>(r)[lane];
  case 8:
    return w.reg<uint64_t>(r)[lane];
  case 16:
    return w.reg<unsigned __int128>(r)[lane];
  default:
    return (w.pred(r) >> lane) & 1;
  }
}
inline void writeLane(Warp &w, const Reg &r, int lane, uint64_t v) {
  switch (r.bytes) {
  case 2:
    w.reg<uint16_t>(r)[lane] = uint16_t(v);
    break;
  case 4:
    w.reg<uint32_t>(r)[lane] = uint32_t(v);
    break;
  case 8:
    w.reg<uint64_t>(r)[lane] = v;
    break;
  case 16:
    w.reg<unsigned __int128>(r)[lane] = v;
    break;
  default:
    w.pred(r) = (w.pred(r) & ~(1u << lane)) | (uint32_t(v & 1) << lane);
  }
}

} // namespace ptxemu

#endif // TEST_PTX_EMU_MACHINE_H

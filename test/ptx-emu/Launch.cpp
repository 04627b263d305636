// Clusters of blocks on host threads, and the launch of a kernel.
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

// ---- clusters ------------------------------------------------------------------------------------------

static std::string whereIs(const Warp &w, uint32_t pc, const Frame *f, int lane) {
  const Func *fn = f->fn;
  int statement = pc < fn->code.size() ? fn->code[pc].statement : 0;
  std::string text = "(end of function)";
  int line = fn->ast->line;
  if (statement < int(fn->ast->body.size())) {
    text = fn->ast->body[statement].text;
    line = fn->ast->body[statement].line;
  }
  const Cta &c = *w.cta;
  std::string in = fn->ast->isEntry ? "" : " in function " + fn->ast->name;
  return format("kernel %s%s, PTX line %d: '%s', block (%u,%u,%u), thread (%u,%u,%u)",
                c.launch->program->name.c_str(), in.c_str(), line, text.c_str(), c.id[0], c.id[1], c.id[2],
                w.tidX[lane], w.tidY[lane], w.tidZ[lane]);
}

static std::string describeBlocked(const Cluster &cl) {
  std::string out;
  int shown = 0;
  for (auto &c : cl.ctas) {
    for (auto &w : c->warps) {
      for (auto &s : w->splits) {
        if (shown++ >= 4) {
          continue;
        }
        static const char *const states[] = {"running", "waiting for lanes of its warp", "at a barrier",
                                             "at the cluster barrier"};
        uint32_t pc = s.state == SplitState::Barrier && s.pc ? s.pc - 1 : s.pc;
        out += format("\n  warp %d lanes 0x%08x %s: ", w->id, s.mask, states[int(s.state)]) +
               whereIs(*w, pc, s.frame, __builtin_ctz(s.mask | 0x80000000u));
      }
    }
  }
  if (shown > 4) {
    out += format("\n  and %d more groups of lanes", shown - 4);
  }
  return out;
}

bool Cluster::runSlice(uint64_t slice) {
  uint64_t executed = 0;
  while (executed < slice) {
    if (launch->stop) {
      return true;
    }
    bool any = false, progress = false, running = false;
    uint64_t eventsBefore = events;
    for (auto &c : ctas) {
      for (auto &wp : c->warps) {
        Warp &w = *wp;
        if (w.done()) {
          continue;
        }
        running = true;
        if (!w.ready()) {
          continue;
        }
        any = true;
        uint64_t before = w.clock;
        try {
          w.run(20000);
        } catch (DeviceFault &f) {
          uint32_t pc = w.pc ? w.pc - 1 : 0;
          int lane = f.lane >= 0 ? f.lane : w.active ? __builtin_ctz(w.active) : 0;
          launch->recordFault(f.code, whereIs(w, pc, w.frame, lane) + ": " + f.message);
          return true;
        }
        executed += w.clock - before;
        if (w.clock != before) {
          progress = true;
        }
      }
    }
    if (!running) {
      return true;
    }
    if (!any) {
      launch->recordFault(CUDA_ERROR_LAUNCH_TIMEOUT,
                          format("kernel %s, cluster of block (%u,%u,%u): deadlock, no thread can go on",
                                 launch->program->name.c_str(), ctas[0]->id[0], ctas[0]->id[1],
                                 ctas[0]->id[2]) +
                              describeBlocked(*this));
      return true;
    }
    if (progress || events != eventsBefore) {
      stuckRounds = 0;
    } else if (++stuckRounds > 2000) {
      launch->recordFault(CUDA_ERROR_LAUNCH_TIMEOUT,
                          format("kernel %s, cluster of block (%u,%u,%u): no thread makes progress",
                                 launch->program->name.c_str(), ctas[0]->id[0], ctas[0]->id[1],
                                 ctas[0]->id[2]) +
                              describeBlocked(*this));
      return true;
    }
    if (nowNs() > launch->deadlineNs) {
      launch->recordFault(CUDA_ERROR_LAUNCH_TIMEOUT, "kernel " + launch->program->name +
                                                         " exceeded PTXEMU_TIMEOUT" + describeBlocked(*this));
      return true;
    }
  }
  return false;
}

// ---- launch ----------------------------------------------------------------------------------------------

void Launch::recordFault(CUresult code, const std::string &text) {
  std::lock_guard lock(resultMutex);
  stop = true;
  if (result != CUDA_SUCCESS) {
    return;
  }
  result = code;
  report = text;
}

static std::unique_ptr<Cluster> makeCluster(Launch &launch, uint64_t index) {
  const LaunchConfig &cfg = launch.config;
  auto cl = std::make_unique<Cluster>();
  cl->launch = &launch;
  uint32_t counts[3];
  for (int i = 0; i < 3; i++) {
    cl->dims[i] = cfg.cluster[i];
    counts[i] = cfg.grid[i] / cfg.cluster[i];
  }
  cl->size = cfg.cluster[0] * cfg.cluster[1] * cfg.cluster[2];
  cl->id[0] = uint32_t(index % counts[0]);
  cl->id[1] = uint32_t(index / counts[0] % counts[1]);
  cl->id[2] = uint32_t(index / counts[0] / counts[1]);
  uint32_t threads = cfg.block[0] * cfg.block[1] * cfg.block[2];
  for (uint32_t r = 0; r < cl->size; r++) {
    auto cta = std::make_unique<Cta>();
    cta->cluster = cl.get();
    cta->launch = &launch;
    cta->rank = r;
    cta->threads = threads;
    uint32_t in[3] = {r % cfg.cluster[0], r / cfg.cluster[0] % cfg.cluster[1],
                      r / cfg.cluster[0] / cfg.cluster[1]};
    for (int i = 0; i < 3; i++) {
      cta->id[i] = cl->id[i] * cfg.cluster[i] + in[i];
    }
    cta->sharedBytes = launch.sharedTotal;
    cta->sharedStorage.assign(launch.sharedTotal + 1024 + 64, 0xff); // unwritten shared memory reads as NaN
    auto raw = reinterpret_cast<uintptr_t>(cta->sharedStorage.data());
    cta->shared = reinterpret_cast<uint8_t *>((raw + 1023) & ~uintptr_t(1023));
    uint32_t nWarps = (threads + 31) / 32;
    if (launch.check) {
      cta->shadow = std::make_unique<SharedShadow>();
      cta->shadow->init(launch.sharedTotal, nWarps);
    }
    for (uint32_t w = 0; w < nWarps; w++) {
      auto warp = std::make_unique<Warp>();
      warp->cta = cta.get();
      warp->id = int(w);
      warp->check = launch.check;
      warp->stats = launch.collectStats ? &cl->stats : nullptr;
      uint32_t lanes = 0;
      for (int l = 0; l < kLanes; l++) {
        uint32_t t = w * 32 + l;
        if (t < threads) {
          lanes |= 1u << l;
        }
        warp->tidX[l] = t % cfg.block[0];
        warp->tidY[l] = t / cfg.block[0] % cfg.block[1];
        warp->tidZ[l] = t / cfg.block[0] / cfg.block[1];
      }
      warp->start(launch.program->entry, lanes);
      cta->warps.push_back(std::move(warp));
    }
    cta->runningWarps = int(nWarps);
    cl->ctas.push_back(std::move(cta));
  }
  return cl;
}

static void releaseFrames(Cluster &cl) { // of threads that a fault stopped
  for (auto &c : cl.ctas) {
    for (auto &w : c->warps) {
      for (auto &s : w->splits) {
        w->releaseFrame(s.frame);
      }
    }
  }
}

// One host thread: runs clusters one after the other, but starts further ones beside a cluster that
// takes very long (it may wait for them) so that every resident block makes progress.
static void worker(Launch &launch) {
  std::deque<std::unique_ptr<Cluster>> resident;
  bool moreToStart = true;
  uint64_t slice = launch.config.cooperative ? 20'000 : 100'000'000;
  while (!launch.stop) {
    if (moreToStart) {
      uint64_t index = launch.nextCluster++;
      if (index < launch.clusters) {
        try {
          resident.push_back(makeCluster(launch, index));
        } catch (DeviceFault &f) {
          launch.recordFault(f.code, "kernel " + launch.program->name + ": " + f.message);
        }
      } else {
        moreToStart = false;
      }
    }
    if (resident.empty()) {
      if (!moreToStart) {
        break;
      }
      continue;
    }
    auto cl = std::move(resident.back());
    resident.pop_back();
    if (cl->runSlice(slice)) {
      if (launch.collectStats) {
        std::lock_guard lock(launch.resultMutex);
        launch.stats.add(cl->stats);
      }
      releaseFrames(*cl);
    } else {
      resident.push_front(std::move(cl));
    }
  }
  for (auto &cl : resident) {
    releaseFrames(*cl);
  }
}

// Host threads that live as long as the process. One launch at a time uses them; a launch from another
// thread meanwhile runs on its own thread alone.
class WorkerPool {
public:
  static WorkerPool &instance() {
    static WorkerPool *p = new WorkerPool;
    return *p;
  }
  void run(unsigned helpers, const std::function<void()> &work) {
    std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn || helpers == 0) {
      work();
      return;
    }
    {
      std::lock_guard lock(mutex_);
      while (count_ < helpers) {
        std::thread([this, index = count_] { loop(index); }).detach();
        count_++;
      }
      work_ = &work;
      wanted_ = helpers;
      running_ = helpers;
      round_++;
    }
    wake_.notify_all();
    work();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
  }

private:
  std::mutex turn_, mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()> *work_ = nullptr;
  unsigned count_ = 0, wanted_ = 0, running_ = 0;
  uint64_t round_ = 0;
  void loop(unsigned index) {
    std::unique_lock lock(mutex_);
    for (uint64_t seen = 0;;) {
      wake_.wait(lock, [&] { return round_ != seen; });
      seen = round_;
      if (index >= wanted_) {
        continue;
      }
      const auto *work = work_;
      lock.unlock();
      (*work)();
      lock.lock();
      if (--running_ == 0) {
        done_.notify_all();
      }
    }
  }
};

static void writeStats(const Launch &launch) {
  const char *file = getenv("PTXEMU_STATS");
  if (!file || !*file) {
    return;
  }
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  FILE *f = fopen(file, "a");
  if (!f) {
    return;
  }
  const LaunchConfig &c = launch.config;
  const Stats &s = launch.stats;
  fprintf(f,
          "{\"kernel\":\"%s\",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"cluster\":[%u,%u,%u],\"shared_"
          "bytes\":%u,\"result\":%d,\"warp_instructions\":{",
          launch.program->name.c_str(), c.grid[0], c.grid[1], c.grid[2], c.block[0], c.block[1], c.block[2],
          c.cluster[0], c.cluster[1], c.cluster[2], launch.sharedTotal, int(launch.result));
  uint64_t warpTotal = 0, threadTotal = 0;
  for (int i = 0; i < int(StatClass::Count); i++) {
    fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : "", kStatClassNames[i], s.warpInstructions[i]);
    warpTotal += s.warpInstructions[i];
    threadTotal += s.threadInstructions[i];
  }
  fprintf(f, "},\"warp_total\":%" PRIu64 ",\"thread_total\":%" PRIu64, warpTotal, threadTotal);
  fprintf(f,
          ",\"global_load_bytes\":%" PRIu64 ",\"global_store_bytes\":%" PRIu64
          ",\"global_load_requests\":%" PRIu64 ",\"global_store_requests\":%" PRIu64
          ",\"global_load_sectors\":%" PRIu64 ",\"global_store_sectors\":%" PRIu64,
          s.globalLoadBytes, s.globalStoreBytes, s.globalLoadRequests, s.globalStoreRequests,
          s.globalLoadSectors, s.globalStoreSectors);
  fprintf(f,
          ",\"shared_load_bytes\":%" PRIu64 ",\"shared_store_bytes\":%" PRIu64 ",\"shared_requests\":%" PRIu64
          ",\"shared_wavefronts\":%" PRIu64 ",\"shared_bank_conflicts\":%" PRIu64 ",\"async_bytes\":%" PRIu64
          ",\"mma_flops\":%" PRIu64 ",\"barriers\":%" PRIu64 ",\"divergent_branches\":%" PRIu64 "}\n",
          s.sharedLoadBytes, s.sharedStoreBytes, s.sharedRequests, s.sharedWavefronts, s.bankConflicts,
          s.asyncBytes, s.mmaFlops, s.barriers, s.divergentBranches);
  fclose(f);
}

CUresult runKernel(LaunchConfig config) {
  Launch launch;
  launch.config = std::move(config);
  launch.program = launch.config.program.get();
  if (launch.config.cooperative) {
    launch.gridWorkspace = DeviceMemory::instance().allocate(16, launch.config.device);
    Range r;
    if (!DeviceMemory::instance().find(launch.gridWorkspace, r)) {
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
    const uint32_t words[4] = {16, 0, 0, 0};
    memcpy(r.host(), words, sizeof words);
  }
  launch.memory = DeviceMemory::instance().snapshot();
  launch.check = envFlag("PTXEMU_CHECK");
  launch.collectStats = envFlag("PTXEMU_STATS");
  launch.sharedBase = launch.config.smVersion >= 80 ? 1024 : 16; // low addresses stay invalid
  launch.sharedTotal = launch.config.dynamicShared
                           ? launch.program->dynamicSharedOffset + launch.config.dynamicShared
                           : launch.program->staticShared;
  const char *timeout = getenv("PTXEMU_TIMEOUT");
  launch.deadlineNs = nowNs() + uint64_t((timeout && *timeout ? atof(timeout) : 600.0) * 1e9);
  launch.clusters = 1;
  for (int i = 0; i < 3; i++) {
    launch.clusters *= launch.config.grid[i] / launch.config.cluster[i];
  }
  const char *wanted = getenv("PTXEMU_THREADS");
  unsigned threads = wanted && *wanted ? unsigned(std::max(1, atoi(wanted)))
                                       : std::max(1u, std::thread::hardware_concurrency());
  threads = unsigned(std::min<uint64_t>(threads, launch.clusters));
  WorkerPool::instance().run(threads - 1, [&] { worker(launch); });
  if (launch.gridWorkspace) {
    DeviceMemory::instance().free(launch.gridWorkspace);
  }
  if (launch.result != CUDA_SUCCESS) {
    fprintf(stderr, "ptx-emu: %s\n", launch.report.c_str());
  }
  if (launch.collectStats) {
    writeStats(launch);
  }
  return launch.result;
}

} // namespace ptxemu

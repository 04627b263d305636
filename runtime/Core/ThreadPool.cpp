//===- ThreadPool.cpp - the workers of a session --------------------------===//

#include "runtime/Core/ThreadPool.h"
#include "runtime/Core/Message.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace heddle::rt;

void heddle::rt::futexWait(std::atomic<uint32_t> &word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void heddle::rt::futexWakeAll(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

/// Tells the processor that the thread spins: the other hardware thread of the core gets more of it.
static void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

static uint64_t nowNanos() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000 + uint64_t(time.tv_nsec);
}

void Barrier::wait(uint32_t seen, uint64_t spinNanos) {
  // A look at the clock costs as much as one or two pauses, which take 20 ns or more.
  constexpr int pausesPerLook = 32;
  for (uint64_t end = 0; spinNanos != 0;) {
    for (int i = 0; i < pausesPerLook; ++i) {
      if (generation.load(std::memory_order_acquire) != seen) {
        return;
      }
      relax();
    }
    uint64_t now = nowNanos();
    if (end == 0) {
      end = now + spinNanos;
    } else if (now >= end) {
      break;
    }
  }
  sleepers.fetch_add(1, std::memory_order_seq_cst);
  while (generation.load(std::memory_order_seq_cst) == seen) {
    futexWait(generation, seen);
  }
  sleepers.fetch_sub(1, std::memory_order_relaxed);
}

heddle_status_t ThreadPool::start(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos,
                                  heddle_message_t *message) {
  spinTime = spinNanos;
  if (workers < 2) {
    return HEDDLE_OK;
  }
  if (!threads.allocate(allocator, workers - 1)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u threads", workers);
  }
  markProcess();
  // Signals are the application's: its own threads handle them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  uint32_t made = 0;
  for (; made < workers - 1; ++made) {
    Thread &thread = threads[made];
    thread.pool = this;
    thread.worker = made + 1;
    error = pthread_create(&thread.handle, nullptr, threadMain, &thread);
    if (error) {
      break;
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error) {
    openGate(kEnd, made);
    return report(message, HEDDLE_SYSTEM_ERROR, "cannot start thread %u of %u: %s", made + 2, workers,
                  error == EAGAIN ? "too many threads" : "the system refused");
  }
  numWorkers = workers;
  openGate(kWork, 0);
  return HEDDLE_OK;
}

/// Lets the threads pass and waits for the end of the first `numThreads`.
void ThreadPool::openGate(Gate state, uint32_t numThreads) {
  gate.store(state, std::memory_order_release);
  futexWakeAll(gate);
  for (uint32_t i = 0; i < numThreads; ++i) {
    pthread_join(threads[i].handle, nullptr);
  }
}

void ThreadPool::markProcess() {
  size_t bytes = size_t(sysconf(_SC_PAGESIZE));
  void *page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return;
  }
  if (madvise(page, bytes, MADV_WIPEONFORK) != 0) { // before Linux 4.14
    munmap(page, bytes);
    return;
  }
  *static_cast<uint8_t *>(page) = 1;
  forkMark = static_cast<const uint8_t *>(page);
}

void *ThreadPool::threadMain(void *argument) {
  auto *thread = static_cast<Thread *>(argument);
  ThreadPool *pool = thread->pool;
  char name[16];
  snprintf(name, sizeof(name), "heddle-%u", thread->worker);
  pthread_setname_np(pthread_self(), name);
  uint32_t state;
  while ((state = pool->gate.load(std::memory_order_acquire)) == kWait) {
    futexWait(pool->gate, kWait);
  }
  if (state == kWork) {
    pool->work(thread->worker);
  }
  return nullptr;
}

void ThreadPool::work(uint32_t worker) {
  while (true) {
    meet([] {}); // the run begins
    if (!currentJob) {
      return;
    }
    currentJob(currentArgument, worker);
    meet([] {}); // the run ends
  }
}

void ThreadPool::run(Job job, void *argument) {
  if (numWorkers == 1) {
    job(argument, 0);
    return;
  }
  currentJob = job;
  currentArgument = argument;
  meet([] {});
  job(argument, 0);
  meet([] {});
}

ThreadPool::~ThreadPool() {
  if (numWorkers > 1 && usable()) {
    currentJob = nullptr;
    meet([] {});
    for (uint32_t i = 0; i + 1 < numWorkers; ++i) {
      pthread_join(threads[i].handle, nullptr);
    }
  }
  if (forkMark) {
    munmap(const_cast<uint8_t *>(forkMark), size_t(sysconf(_SC_PAGESIZE)));
  }
}

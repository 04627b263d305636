//===- ThreadPool.cpp - the workers of a session --------------------------===//

#include "runtime/Core/ThreadPool.h"
#include "runtime/Core/Message.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

using namespace heddle::rt;

heddle_status_t ThreadPool::start(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos,
                                  heddle_message_t *message) {
  if (!threads.allocate(allocator, workers - 1) || !barrier.allocate(allocator, workers, spinNanos)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u threads", workers);
  }
  if (workers == 1) {
    return HEDDLE_OK;
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
    meet(worker, false); // the run begins
    if (!currentJob) {
      return;
    }
    currentJob(currentArgument, worker);
    meet(worker, false); // the run ends
  }
}

void ThreadPool::run(Job job, void *argument) {
  if (numWorkers == 1) {
    job(argument, 0);
    return;
  }
  currentJob = job;
  currentArgument = argument;
  meet(0, false);
  job(argument, 0);
  meet(0, false);
}

ThreadPool::~ThreadPool() {
  if (numWorkers > 1 && usable()) {
    currentJob = nullptr;
    meet(0, false);
    for (uint32_t i = 0; i + 1 < numWorkers; ++i) {
      pthread_join(threads[i].handle, nullptr);
    }
  }
  if (forkMark) {
    munmap(const_cast<uint8_t *>(forkMark), size_t(sysconf(_SC_PAGESIZE)));
  }
}

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
  if (!team.allocate(allocator, workers) || !barrier.allocate(allocator, workers, spinNanos)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u threads", workers);
  }
  if (workers == 1) {
    return HEDDLE_OK;
  }
  spinTime = spinNanos;
  markProcess();
  // Signals of the system are the application's: its own threads handle them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  while (numWorkers < workers && error == 0) {
    Worker &worker = team[numWorkers];
    worker.pool = this;
    worker.number = numWorkers;
    error = pthread_create(&worker.thread, nullptr, threadMain, &worker);
    numWorkers += error == 0;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error == 0) {
    return HEDDLE_OK;
  }
  uint32_t made = numWorkers;
  endThreads();
  return report(message, HEDDLE_SYSTEM_ERROR, "cannot start thread %u of %u: %s", made + 1, workers,
                error == EAGAIN ? "too many threads" : "the system refused");
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

/// The distance to which worker `worker` passes word on: all d below it are its own.
static uint32_t reach(uint32_t worker, uint32_t numWorkers) { return worker ? worker & -worker : numWorkers; }

void ThreadPool::startThreads(uint32_t run, uint32_t worker) {
  uint32_t distance = 1, end = reach(worker, numWorkers);
  while (distance * 2 < end) {
    distance *= 2;
  }
  for (; distance > 0; distance /= 2) {
    if (distance < end && worker + distance < numWorkers) {
      team[worker + distance].begin.send(run);
    }
  }
}

void ThreadPool::joinThreads(uint32_t run, uint32_t worker) {
  uint32_t end = reach(worker, numWorkers);
  for (uint32_t distance = 1; distance < end && worker + distance < numWorkers; distance *= 2) {
    team[worker + distance].done.wait(run, spinTime);
  }
}

void *ThreadPool::threadMain(void *argument) {
  auto &self = *static_cast<Worker *>(argument);
  ThreadPool &pool = *self.pool;
  char name[16];
  snprintf(name, sizeof(name), "heddle-%u", self.number);
  pthread_setname_np(pthread_self(), name);
  for (uint32_t run = 1;; ++run) {
    self.begin.wait(run, pool.spinTime);
    pool.startThreads(run, self.number);
    if (!pool.currentJob) {
      return nullptr;
    }
    pool.currentJob(pool.currentArgument, self.number);
    pool.joinThreads(run, self.number);
    self.done.send(run);
  }
}

void ThreadPool::run(Job job, void *argument) {
  if (currentJob != job || currentArgument != argument) { // a store takes the line from all threads
    currentJob = job;
    currentArgument = argument;
  }
  ++numRuns;
  startThreads(numRuns, 0);
  job(argument, 0);
  joinThreads(numRuns, 0);
}

/// Ends the threads there are and leaves a pool of one worker.
void ThreadPool::endThreads() {
  currentJob = nullptr;
  startThreads(numRuns + 1, 0);
  for (uint32_t i = 1; i < numWorkers; ++i) {
    pthread_join(team[i].thread, nullptr);
  }
  numWorkers = 1;
}

ThreadPool::~ThreadPool() {
  if (usable()) {
    endThreads();
  }
  if (forkMark) {
    munmap(const_cast<uint8_t *>(forkMark), size_t(sysconf(_SC_PAGESIZE)));
  }
}

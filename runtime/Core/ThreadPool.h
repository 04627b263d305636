//===- ThreadPool.h - the workers of a session ------------------*- C++ -*-===//
//
// A pool of n workers is the calling thread (worker 0) and n - 1 threads of its own, which live as long as
// the pool. A run is one function that all of them execute; between runs the threads wait at the barrier at
// which the next run begins.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_THREADPOOL_H
#define RUNTIME_CORE_THREADPOOL_H

#include "heddle/status.h"
#include "runtime/Core/Barrier.h"
#include "runtime/Core/Memory.h"
#include <pthread.h>

namespace heddle::rt {

class ThreadPool {
public:
  using Job = void (*)(void *argument, uint32_t worker);

  ThreadPool() = default;
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  /// Ends the threads.
  ~ThreadPool();

  /// Starts the threads; `workers` >= 1, with 1 none is made. Called once; on failure no thread is left.
  heddle_status_t start(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos,
                        heddle_message_t *message);

  uint32_t workers() const { return numWorkers; }

  /// False in a child process made by fork, which has none of the threads.
  bool usable() const { return !forkMark || *forkMark; }

  /// Every worker executes job(argument, worker). Returns when all have.
  void run(Job job, void *argument);

  /// All workers of a run meet; see Barrier::meet.
  bool meet(uint32_t worker, bool mark) { return barrier.meet(worker, mark); }

private:
  struct Worker {
    Signal begin; ///< run number n may begin
    Signal done;  ///< it is over, in this worker and all that it started
    ThreadPool *pool = nullptr;
    uint32_t number = 0;
    pthread_t thread = {};
  };

  static void *threadMain(void *worker);
  void startThreads(uint32_t run, uint32_t worker);
  void joinThreads(uint32_t run, uint32_t worker);
  void endThreads();
  void markProcess();

  Barrier barrier;
  uint32_t numWorkers = 1;
  uint64_t spinTime = 0;
  Job currentJob = nullptr; // null: end
  void *currentArgument = nullptr;
  Array<Worker> team; ///< with worker 0, who has no thread of ours
  /// In a page that the kernel zeroes in a child process; null where it cannot.
  const uint8_t *forkMark = nullptr;
  /// Changes with every run: apart from what the threads read.
  alignas(64) uint32_t numRuns = 0;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_THREADPOOL_H

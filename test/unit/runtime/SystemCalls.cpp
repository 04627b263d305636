//===- SystemCalls.cpp - how often the runtime asks for memory or threads -===//

#include "test/unit/runtime/SystemCalls.h"
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <pthread.h>
#include <sys/types.h>

static std::atomic<int> allocations{0}, threadsMade{0}, threadsLeft{-1};

int heddle::test::numAllocations() { return allocations; }
int heddle::test::numThreadsMade() { return threadsMade; }
void heddle::test::limitThreads(int count) { threadsLeft = count; }

extern "C" {
void *__real_malloc(size_t bytes);
int __real_posix_memalign(void **memory, size_t alignment, size_t bytes);
void *__real_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument);

void *__wrap_malloc(size_t bytes) {
  ++allocations;
  return __real_malloc(bytes);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t bytes) {
  ++allocations;
  return __real_posix_memalign(memory, alignment, bytes);
}

void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  ++allocations;
  return __real_mmap(address, bytes, protection, flags, file, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument) {
  if (threadsLeft == 0) {
    return EAGAIN;
  }
  threadsLeft -= threadsLeft > 0;
  ++threadsMade;
  return __real_pthread_create(thread, attributes, start, argument);
}
}

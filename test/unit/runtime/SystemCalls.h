//===- SystemCalls.h - how often the runtime asks for memory or threads ---===//
//
// The test executable is linked with --wrap for these calls, so that those of the runtime (a static archive)
// are counted and then done; those inside shared libraries are not seen.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_RUNTIME_SYSTEMCALLS_H
#define TEST_UNIT_RUNTIME_SYSTEMCALLS_H

namespace heddle::test {

/// malloc, posix_memalign and mmap since the process started.
int numAllocations();
/// pthread_create since the process started.
int numThreadsMade();
/// Lets the next `count` calls of pthread_create succeed and those behind fail; -1 lets all succeed.
void limitThreads(int count);

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_SYSTEMCALLS_H

//===- Memory.cpp - memory from the caller's allocator --------------------===//

#include "runtime/Core/Memory.h"
#include "heddle/abi.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace heddle::rt;

/// From here on a block is mapped: glibc's malloc does the same from 128 KiB, but keeps the pages it got
/// back.
static constexpr size_t kMapBytes = 256 << 10;
/// A huge page of x86-64 and of aarch64 with 4 KiB pages. Blocks below two of them may contain none.
static constexpr size_t kHugePageBytes = 2 << 20;

static void *allocateDefault(void *, size_t bytes, size_t alignment) {
  if (bytes < kMapBytes) {
    void *memory = nullptr;
    size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    return posix_memalign(&memory, least, bytes) ? nullptr : memory;
  }
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  if (bytes >= 2 * kHugePageBytes) {
    madvise(memory, bytes, MADV_HUGEPAGE); // only a wish
  }
  return memory;
}

static void releaseDefault(void *, void *memory, size_t bytes) {
  if (bytes < kMapBytes) {
    free(memory);
  } else {
    munmap(memory, bytes);
  }
}

heddle_allocator_t heddle::rt::defaultAllocator() { return {allocateDefault, releaseDefault, nullptr}; }

bool Region::allocate(const heddle_allocator_t &allocator, size_t bytes) {
  reset();
  size_t wanted = bytes ? bytes : 1;
  memory = allocator.allocate(allocator.user, wanted, HEDDLE_ALIGNMENT);
  if (!memory) {
    return false;
  }
  owner = &allocator;
  size = wanted;
  return true;
}

bool Region::reserve(const heddle_allocator_t &allocator, size_t bytes) {
  if (memory && bytes <= size) {
    return true;
  }
  size_t grown = size + size / 2;
  if (grown > bytes && allocate(allocator, grown)) {
    return true;
  }
  return allocate(allocator, bytes);
}

bool Region::extend(const heddle_allocator_t &allocator, size_t bytes, size_t kept) {
  if (memory && bytes <= size) {
    return true;
  }
  Region larger;
  size_t grown = size + size / 2;
  if (!(grown > bytes && larger.allocate(allocator, grown)) && !larger.allocate(allocator, bytes)) {
    return false;
  }
  if (kept) {
    memcpy(larger.memory, memory, kept);
  }
  reset();
  owner = larger.owner;
  memory = larger.memory;
  size = larger.size;
  larger.memory = nullptr;
  return true;
}

void Region::reset() {
  if (memory) {
    owner->release(owner->user, memory, size);
  }
  memory = nullptr;
  size = 0;
}

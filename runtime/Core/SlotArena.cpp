//===- SlotArena.cpp - memory whose size a run finds out ------------------===//
//
// A block starts with one cache line for its `Block`, then comes the memory that is handed out.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/SlotArena.h"
#include "heddle/abi.h"

using namespace heddle::rt;

SlotArena::~SlotArena() {
  for (Block *&list : free) {
    while (Block *block = list) {
      list = block->next;
      owner->release(owner->user, block, size_t(1) << block->log2Bytes);
    }
  }
}

void *SlotArena::allocate(const heddle_allocator_t &allocator, uint64_t bytes) {
  if (bytes > (uint64_t(1) << kLargest) - HEDDLE_ALIGNMENT) {
    return nullptr;
  }
  uint32_t log2Bytes = kSmallest;
  while ((uint64_t(1) << log2Bytes) - HEDDLE_ALIGNMENT < bytes) {
    ++log2Bytes;
  }
  Block *block = free[log2Bytes];
  if (block) {
    free[log2Bytes] = block->next;
  } else {
    block =
        static_cast<Block *>(allocator.allocate(allocator.user, size_t(1) << log2Bytes, HEDDLE_ALIGNMENT));
    if (!block) {
      return nullptr;
    }
    owner = &allocator;
    block->log2Bytes = log2Bytes;
  }
  return reinterpret_cast<uint8_t *>(block) + HEDDLE_ALIGNMENT;
}

void SlotArena::release(void *memory) {
  if (!memory) {
    return;
  }
  auto *block = reinterpret_cast<Block *>(static_cast<uint8_t *>(memory) - HEDDLE_ALIGNMENT);
  block->next = free[block->log2Bytes];
  free[block->log2Bytes] = block;
}

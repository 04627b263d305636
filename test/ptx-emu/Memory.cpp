#include "test/ptx-emu/Memory.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace ptxemu {

// Device pointers come from a reserved, never accessible part of the address space, so a host
// dereference of one faults as it does with a real GPU; their storage lies at a constant distance.
static constexpr uint64_t kVaSize = 1ull << 40;
static constexpr uint64_t kGuard = 512; // unmapped bytes between allocations

DeviceMemory &DeviceMemory::instance() {
  static DeviceMemory *m = new DeviceMemory; // never destroyed: used by atexit handlers too
  return *m;
}

DeviceMemory::DeviceMemory() {
  uint64_t size = kVaSize;
  void *va = MAP_FAILED, *backing = MAP_FAILED;
  for (; size >= (8ull << 30); size >>= 1) {
    va = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (va == MAP_FAILED) {
      continue;
    }
    backing = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (backing != MAP_FAILED) {
      break;
    }
    munmap(va, size);
  }
  if (backing == MAP_FAILED) {
    fprintf(stderr, "ptx-emu: cannot reserve address space\n");
    abort();
  }
  // Keep the generic-address windows free of host mappings.
  mmap(reinterpret_cast<void *>(kSharedWindow), 4 * kWindowSize, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  vaBase_ = reinterpret_cast<uint64_t>(va) + (2 << 20);
  vaBase_ &= ~uint64_t((2 << 20) - 1);
  vaEnd_ = reinterpret_cast<uint64_t>(va) + size;
  vaNext_ = vaBase_;
  backing_ = static_cast<char *>(backing) - static_cast<char *>(va);
  snapshot_ = std::make_shared<std::vector<Range>>();
}

void DeviceMemory::publish() {
  auto s = std::make_shared<std::vector<Range>>();
  s->reserve(ranges_.size());
  for (auto &[a, r] : ranges_) {
    s->push_back(r);
  }
  std::atomic_store(&snapshot_, Snapshot(s));
}

uint64_t DeviceMemory::carve(uint64_t size, uint64_t alignment) {
  for (auto it = freeList_.begin(); it != freeList_.end(); ++it) {
    uint64_t start = (it->first + alignment - 1) & ~(alignment - 1);
    if (start + size > it->first + it->second) {
      continue;
    }
    uint64_t blockStart = it->first, blockEnd = it->first + it->second;
    freeList_.erase(it);
    if (start > blockStart) {
      freeList_[blockStart] = start - blockStart;
    }
    if (start + size < blockEnd) {
      freeList_[start + size] = blockEnd - start - size;
    }
    return start;
  }
  uint64_t start = (vaNext_ + alignment - 1) & ~(alignment - 1);
  if (start + size > vaEnd_) {
    return 0;
  }
  vaNext_ = start + size;
  return start;
}

void DeviceMemory::discard(uint64_t storage, uint64_t size) {
  uint64_t begin = (storage + 4095) & ~4095ull, end = (storage + size) & ~4095ull;
  if (end > begin && end - begin >= (1 << 20)) {
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
  }
}

uint64_t DeviceMemory::allocate(uint64_t size, int device) {
  std::lock_guard lock(mutex_);
  if (size == 0 || used_[device] + size > kCapacity) {
    return 0;
  }
  uint64_t block = (size + kGuard + 255) & ~255ull;
  uint64_t a = carve(block, size >= (1 << 20) ? 512 : 256);
  if (!a) {
    return 0;
  }
  used_[device] += size;
  ranges_[a] = {a, size, backing_, device};
  // Fresh device memory holds a recognisable pattern (NaN as a float) instead of helpful zeros.
  if (size <= (64 << 20)) {
    memset(reinterpret_cast<void *>(a + backing_), 0xff, size);
  }
  publish();
  return a;
}

bool DeviceMemory::free(uint64_t address) {
  std::lock_guard lock(mutex_);
  auto it = ranges_.find(address);
  if (it == ranges_.end()) {
    return false;
  }
  uint64_t size = it->second.size, block = (size + kGuard + 255) & ~255ull;
  used_[it->second.device] -= size;
  ranges_.erase(it);
  discard(address + backing_, size);
  auto next = freeList_.emplace(address, block).first;
  auto after = std::next(next);
  if (after != freeList_.end() && next->first + next->second == after->first) {
    next->second += after->second;
    freeList_.erase(after);
  }
  if (next != freeList_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == next->first) {
      before->second += next->second;
      freeList_.erase(next);
    }
  }
  publish();
  return true;
}

const Range *DeviceMemory::findIn(const std::vector<Range> &ranges, uint64_t address) {
  size_t lo = 0, hi = ranges.size();
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (ranges[mid].address <= address) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  if (lo == 0) {
    return nullptr;
  }
  const Range &r = ranges[lo - 1];
  return address - r.address < r.size ? &r : nullptr;
}

bool DeviceMemory::find(uint64_t address, Range &out) const {
  auto s = snapshot();
  const Range *r = findIn(*s, address);
  if (r) {
    out = *r;
  }
  return r != nullptr;
}

} // namespace ptxemu

// Device memory: address ranges with exact bounds, translated to host storage.
#ifndef TEST_PTX_EMU_MEMORY_H
#define TEST_PTX_EMU_MEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace ptxemu {

// Generic-address windows of the non-global state spaces. Host addresses never lie in them.
inline constexpr uint64_t kSharedWindow = 0x1000'0000'0000ull; // 4 GiB each
inline constexpr uint64_t kLocalWindow = 0x1001'0000'0000ull;
inline constexpr uint64_t kParamWindow = 0x1002'0000'0000ull;
inline constexpr uint64_t kFunctionWindow = 0x1003'0000'0000ull; // "addresses" of device functions
inline constexpr uint64_t kWindowSize = 0x1'0000'0000ull;
// A shared::cluster address is (rank+1) << kCtaShift | offset; smaller ones mean the executing CTA.
inline constexpr int kCtaShift = 24;

struct Range {
  uint64_t address, size;
  ptrdiff_t delta; // host storage = address + delta
  int device;
  uint8_t *host() const { return reinterpret_cast<uint8_t *>(address + delta); }
};

class DeviceMemory {
public:
  static DeviceMemory &instance();

  uint64_t allocate(uint64_t size, int device); // 0 when out of memory
  bool free(uint64_t address);
  using Snapshot = std::shared_ptr<const std::vector<Range>>; // sorted by address
  Snapshot snapshot() const { return std::atomic_load(&snapshot_); }
  bool find(uint64_t address, Range &out) const; // range that contains `address`
  static const Range *findIn(const std::vector<Range> &ranges, uint64_t address);
  uint64_t total(int) const { return kCapacity; }

  static constexpr uint64_t kCapacity = 80ull << 30;

private:
  DeviceMemory();
  void publish();
  uint64_t carve(uint64_t size, uint64_t alignment);
  mutable std::mutex mutex_;
  std::map<uint64_t, Range> ranges_;
  std::map<uint64_t, uint64_t> freeList_; // device VA: address -> size
  Snapshot snapshot_;
  uint64_t vaBase_, vaEnd_, vaNext_;
  ptrdiff_t backing_; // device VA -> host storage
  std::atomic<uint64_t> used_[64] = {};
  void discard(uint64_t storage, uint64_t size);
};

} // namespace ptxemu

#endif // TEST_PTX_EMU_MEMORY_H

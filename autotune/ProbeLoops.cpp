//===- ProbeLoops.cpp - the loops that the probe times --------------------===//

#include "autotune/ProbeLoops.h"
#include <atomic>
#include <chrono>
#include <thread>
#include <xmmintrin.h>

using namespace heddle;

using Clock = std::chrono::steady_clock;

static double nanosSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

double tune::timeCycles() {
  auto start = Clock::now();
  uint64_t x = 1;
  for (int64_t i = 0; i < kProbeSteps; ++i) {
    x += i;
    asm volatile("" : "+r"(x)); // neither a closed form nor several steps at once
  }
  return nanosSince(start);
}

/// Vectors of floats as the compiler knows them; wider ones than the function's target would be taken apart.
template <int bytes> struct Vector {
  typedef float Type __attribute__((vector_size(bytes), aligned(bytes)));
};

// The bodies are macros since a function with another target can neither be a template's callee nor inline
// one.
#define HEDDLE_FMA_LOOP(BYTES)                                                                               \
  Vector<BYTES>::Type sums[kProbeChains] = {};                                                               \
  Vector<BYTES>::Type x = sums[0] + 0.5F, y = sums[0] + 1.0F;                                                \
  for (int64_t i = 0; i < kProbeSteps; ++i) {                                                                \
    _Pragma("clang loop unroll(full)") for (int k = 0; k < kProbeChains; ++k) {                              \
      sums[k] = __builtin_elementwise_fma(sums[k], x, y);                                                    \
    }                                                                                                        \
    asm volatile("" ::: "memory");                                                                           \
  }                                                                                                          \
  for (auto &sum : sums) {                                                                                   \
    asm volatile("" ::"m"(sum));                                                                             \
  }

__attribute__((target("fma"), noinline)) static void runFmas16() {
  using heddle::tune::kProbeChains;
  using heddle::tune::kProbeSteps;
  HEDDLE_FMA_LOOP(16)
}

__attribute__((target("avx2,fma"), noinline)) static void runFmas32() {
  using heddle::tune::kProbeChains;
  using heddle::tune::kProbeSteps;
  HEDDLE_FMA_LOOP(32)
}

__attribute__((target("avx512f"), min_vector_width(512), noinline)) static void runFmas64() {
  using heddle::tune::kProbeChains;
  using heddle::tune::kProbeSteps;
  HEDDLE_FMA_LOOP(64)
}

double tune::timeFmas(int vectorBytes) {
  auto start = Clock::now();
  vectorBytes == 64 ? runFmas64() : vectorBytes == 32 ? runFmas32() : runFmas16();
  return nanosSince(start);
}

#define HEDDLE_READ_LOOP(BYTES)                                                                              \
  Vector<BYTES>::Type sums[8] = {};                                                                          \
  for (size_t i = 0; i < bytes; i += 8 * BYTES) {                                                            \
    _Pragma("clang loop unroll(full)") for (int k = 0; k < 8; ++k) {                                         \
      sums[k] += *reinterpret_cast<const Vector<BYTES>::Type *>(data + i + k * BYTES);                       \
    }                                                                                                        \
  }                                                                                                          \
  for (auto &sum : sums) {                                                                                   \
    asm volatile("" ::"m"(sum));                                                                             \
  }

__attribute__((target("avx2"), noinline)) static void read32(const char *data, size_t bytes) {
  HEDDLE_READ_LOOP(32)
}

__attribute__((target("avx512f"), min_vector_width(512), noinline)) static void read64(const char *data,
                                                                                       size_t bytes) {
  HEDDLE_READ_LOOP(64)
}

double tune::timeReads(const char *data, size_t bytes, int vectorBytes) {
  auto start = Clock::now();
  vectorBytes == 64 ? read64(data, bytes) : read32(data, bytes);
  return nanosSince(start);
}

double tune::timeBarriers(int64_t count) {
  std::atomic<int64_t> arrived{0};
  auto meet = [&] {
    for (int64_t i = 1; i <= count; ++i) {
      arrived.fetch_add(1, std::memory_order_acq_rel);
      while (arrived.load(std::memory_order_acquire) < 2 * i) {
        _mm_pause();
      }
    }
  };
  std::thread other(meet);
  while (arrived.load(std::memory_order_acquire) == 0) {
  }
  auto start = Clock::now();
  meet();
  double nanos = nanosSince(start);
  other.join();
  return nanos;
}

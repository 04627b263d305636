//===- FloatMode.h - denormal numbers count as zero -------------*- C++ -*-===//
//
// Arithmetic on denormal numbers takes a slow path in the processor, up to a hundred times the usual time.
// While a `FloatMode` lives its thread reads and writes them as zeros; then the thread's earlier mode is
// back.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_FLOATMODE_H
#define RUNTIME_CORE_FLOATMODE_H

#include <cstdint>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace heddle::rt {

class FloatMode {
public:
  /// Changes nothing if `keepDenormals`.
  explicit FloatMode(bool keepDenormals) : before(read()) {
    if (!keepDenormals) {
      write(before | kFlush);
    }
  }
  FloatMode(const FloatMode &) = delete;
  FloatMode &operator=(const FloatMode &) = delete;
  ~FloatMode() { write(before); }

private:
#if defined(__x86_64__)
  static constexpr uint64_t kFlush = 0x8040; // MXCSR: FTZ (results) and DAZ (operands)
  static uint64_t read() { return _mm_getcsr(); }
  static void write(uint64_t mode) { _mm_setcsr(uint32_t(mode)); }
#elif defined(__aarch64__)
  static constexpr uint64_t kFlush = uint64_t(1) << 24; // FPCR: FZ
  static uint64_t read() {
    uint64_t mode;
    asm volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
  }
  static void write(uint64_t mode) { asm volatile("msr fpcr, %0" : : "r"(mode)); }
#else
  static constexpr uint64_t kFlush = 0;
  static uint64_t read() { return 0; }
  static void write(uint64_t) {}
#endif

  uint64_t before;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_FLOATMODE_H

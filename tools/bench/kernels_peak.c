/* What kernels.py loads beside the kernels: the multiply-add rate of this core, and a stopwatch. CPU time of
 * the thread is taken, since a neighbour's turn on the core is not the kernel's. */
#include <immintrin.h>
#include <time.h>

enum { kChains = 12, kSteps = 60000 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

#define FMA_RATE(NAME, FEATURES, VECTOR, SET, FMA, LANES)                                                    \
  __attribute__((target(FEATURES))) double NAME(void) {                                                      \
    VECTOR sums[kChains], x = SET(1.0001f), y = SET(0.5f);                                                   \
    for (int i = 0; i < kChains; i++)                                                                        \
      sums[i] = SET(i);                                                                                      \
    double start = seconds();                                                                                \
    for (int step = 0; step < kSteps; step++) {                                                              \
      _Pragma("GCC unroll 12") for (int i = 0; i < kChains; i++) sums[i] = FMA(sums[i], x, y);               \
      __asm__ volatile("" : "+x"(sums[0]));                                                                  \
    }                                                                                                        \
    double took = seconds() - start;                                                                         \
    volatile float sink = 0;                                                                                 \
    for (int i = 0; i < kChains; i++)                                                                        \
      sink += ((float *)&sums[i])[0];                                                                        \
    return 2.0 * LANES * kChains * kSteps / took;                                                            \
  }

/* Floating-point operations per second in registers, with vectors of 256 and 512 bits. */
FMA_RATE(fma_rate_256, "avx2,fma", __m256, _mm256_set1_ps, _mm256_fmadd_ps, 8)
FMA_RATE(fma_rate_512, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, 16)

/* Seconds of a call of a model's run function with two inputs. */
double seconds_of_run(int (*run)(void *, void *, void *, void *), void *session, void *x, void *y, void *out,
                      int repeats) {
  double start = seconds();
  for (int i = 0; i < repeats; i++) {
    run(session, x, y, out);
  }
  return (seconds() - start) / repeats;
}

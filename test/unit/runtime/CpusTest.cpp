// The affinity mask is obeyed, and targets beyond the processor are refused.
#include "runtime/Core/Cpus.h"
#include <gtest/gtest.h>
#include <sched.h>

using namespace heddle::rt;

TEST(Cpus, ObeysTheAffinityMask) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_GE(usableCpus(), usableCores());
  EXPECT_LE(usableCpus(), uint32_t(CPU_COUNT(&before)));
  CPU_ZERO(&one);
  for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &before)) {
      CPU_SET(cpu, &one);
    }
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(usableCpus(), 1u);
  EXPECT_EQ(usableCores(), 1u);
  sched_setaffinity(0, sizeof(before), &before);
}

TEST(Cpus, KnowsTheLevels) {
  EXPECT_TRUE(cpuRunsTarget(nullptr));
  EXPECT_TRUE(cpuRunsTarget("znver4 +avx512f"));
#if defined(__x86_64__)
  __builtin_cpu_init();
  EXPECT_TRUE(cpuRunsTarget("x86-64-v2"));
  EXPECT_EQ(cpuRunsTarget("x86-64-v3"), bool(__builtin_cpu_supports("x86-64-v3")));
  EXPECT_EQ(cpuRunsTarget("x86-64-v4 more"), bool(__builtin_cpu_supports("x86-64-v4")));
  EXPECT_EQ(cpuRunsTarget("x86-64-v2 +avx512vnni"), bool(__builtin_cpu_supports("avx512vnni")));
  EXPECT_EQ(cpuRunsTarget("x86-64-v2 cpu +avx512vnni +more"), bool(__builtin_cpu_supports("avx512vnni")));
  EXPECT_TRUE(cpuRunsTarget("x86-64-v2 +avx512vnnis cpu+avxvnni"));
#endif
}

//===- Cpus.cpp - what processor the process may use ----------------------===//
//
// Control groups: a group may use `quota` microseconds of processor time in every `period`, and so may each
// group above it. Version 2 writes "quota period" (or "max period") into cpu.max, version 1 has a file for
// each (Linux, Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst). In a container the path
// of the group may not exist below the mount; then only the root, which is the container's own group, is
// found.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Cpus.h"
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace heddle::rt;

/// Reads at most `capacity` - 1 bytes of a small file and ends them with a zero. False if there is none.
static bool readSmallFile(const char *path, char *text, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  ssize_t length = read(file, text, capacity - 1);
  close(file);
  text[length < 0 ? 0 : length] = 0;
  return length > 0;
}

static uint32_t cpusOfQuota(long long quota, long long period) {
  if (quota <= 0 || period <= 0) {
    return UINT32_MAX;
  }
  long long cpus = (quota + period - 1) / period;
  return cpus > UINT32_MAX ? UINT32_MAX : uint32_t(cpus);
}

/// Processors granted to the group at `folder`, UINT32_MAX without a limit.
static uint32_t groupLimit(const char *folder) {
  char path[PATH_MAX + 32], text[64];
  snprintf(path, sizeof(path), "%s/cpu.max", folder);
  if (readSmallFile(path, text, sizeof(text))) {
    char *rest = nullptr;
    long long quota = strtoll(text, &rest, 10); // "max" gives 0
    return cpusOfQuota(quota, strtoll(rest, nullptr, 10));
  }
  snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", folder);
  if (!readSmallFile(path, text, sizeof(text))) {
    return UINT32_MAX;
  }
  long long quota = strtoll(text, nullptr, 10);
  snprintf(path, sizeof(path), "%s/cpu.cfs_period_us", folder);
  return readSmallFile(path, text, sizeof(text)) ? cpusOfQuota(quota, strtoll(text, nullptr, 10))
                                                 : UINT32_MAX;
}

/// The least limit of the group `group` (a path that starts with '/') below `mount` and of all groups above
/// it.
static uint32_t limitUpwards(const char *mount, const char *group) {
  char folder[PATH_MAX];
  size_t root = strlen(mount);
  if (snprintf(folder, sizeof(folder), "%s%s", mount, group) >= int(sizeof(folder))) {
    return groupLimit(mount);
  }
  uint32_t least = groupLimit(folder);
  while (char *slash = strrchr(folder + root, '/')) {
    *slash = 0;
    uint32_t limit = groupLimit(folder);
    least = limit < least ? limit : least;
  }
  return least;
}

/// Whether the comma-separated list between `begin` and `end` names the controller "cpu".
static bool namesCpu(const char *begin, const char *end) {
  for (const char *word = begin; word < end;) {
    auto *comma = static_cast<const char *>(memchr(word, ',', size_t(end - word)));
    const char *stop = comma ? comma : end;
    if (stop - word == 3 && !memcmp(word, "cpu", 3)) {
      return true;
    }
    word = stop + 1;
  }
  return false;
}

/// Lines of /proc/self/cgroup are "0::/path" (version 2) or "4:cpu,cpuacct:/path" (version 1).
static uint32_t controlGroupLimit() {
  char text[8192];
  if (!readSmallFile("/proc/self/cgroup", text, sizeof(text))) {
    return UINT32_MAX;
  }
  uint32_t least = UINT32_MAX;
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) {
      *next++ = 0;
    }
    char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : nullptr;
    if (!path) {
      continue;
    }
    bool version2 = path == names + 1;
    if (version2 || namesCpu(names + 1, path)) {
      uint32_t limit = limitUpwards(version2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", path + 1);
      least = limit < least ? limit : least;
    }
  }
  return least;
}

/// More processors than the C library's fixed set holds are possible; then the call fails and we count them
/// all.
static bool affinity(cpu_set_t *set) { return sched_getaffinity(0, sizeof(*set), set) == 0; }

static uint32_t limited(uint32_t cpus) {
  uint32_t limit = controlGroupLimit();
  uint32_t usable = cpus < limit ? cpus : limit;
  return usable ? usable : 1;
}

static uint32_t countCpus() {
  cpu_set_t set;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return affinity(&set) ? uint32_t(CPU_COUNT(&set)) : uint32_t(online > 0 ? online : 1);
}

uint32_t heddle::rt::usableCpus() { return limited(countCpus()); }

/// Whether a hardware thread of the same core with a lower number is in `set`: the first number of the file's
/// list
/// ("0-1", "0,64") is the lowest of the core.
static bool sharesCounted(unsigned cpu, const cpu_set_t &set) {
  char path[96], text[64];
  snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", cpu);
  if (!readSmallFile(path, text, sizeof(text))) {
    return false;
  }
  unsigned long first = strtoul(text, nullptr, 10);
  return first < cpu && first < CPU_SETSIZE && CPU_ISSET(first, &set);
}

uint32_t heddle::rt::usableCores() {
  cpu_set_t set;
  char smt[8];
  bool threaded = readSmallFile("/sys/devices/system/cpu/smt/active", smt, sizeof(smt)) && smt[0] == '1';
  if (!threaded || !affinity(&set)) {
    return usableCpus();
  }
  uint32_t cores = 0;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    cores += CPU_ISSET(cpu, &set) && !sharesCounted(cpu, set);
  }
  return limited(cores);
}

#if defined(__x86_64__)

/// What the system saves when it switches threads (XCR0); code may not use other registers.
static uint64_t savedState() {
  uint32_t low, high;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

/// The highest level of the System V ABI, 1 to 4, that the processor and the system support.
static int cpuLevel() {
  struct {
    unsigned a, b, c, d;
  } one = {}, seven = {}, extended = {};
  __get_cpuid(1, &one.a, &one.b, &one.c, &one.d);
  __get_cpuid_count(7, 0, &seven.a, &seven.b, &seven.c, &seven.d);
  __get_cpuid(0x80000001, &extended.a, &extended.b, &extended.c, &extended.d);
  constexpr unsigned v2 = bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT;
  constexpr unsigned v3 = bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C;
  constexpr unsigned v3Seven = bit_BMI | bit_AVX2 | bit_BMI2;
  constexpr unsigned v4Seven = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
  constexpr uint64_t ymm = 0x6, zmm = 0xe6; // XCR0
  if ((one.c & v2) != v2) {
    return 1;
  }
  if ((one.c & v3) != v3 || (seven.b & v3Seven) != v3Seven || !(extended.c & bit_LZCNT) ||
      (savedState() & ymm) != ymm) {
    return 2;
  }
  return (seven.b & v4Seven) == v4Seven && (savedState() & zmm) == zmm ? 4 : 3;
}

/// Whether `word` is one of the words of `text`, which spaces separate.
static bool hasWord(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *place = strstr(text, word); place; place = strstr(place + 1, word)) {
    bool begins = place == text || place[-1] == ' ';
    if (begins && (place[length] == ' ' || place[length] == 0)) {
      return true;
    }
  }
  return false;
}

/// Instructions beyond the levels that code asks for by name: the products of bytes.
static bool hasFeatures(const char *target) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned avx512Vnni = 1u << 11, avxVnni = 1u << 4; // leaf 7: ecx of 0, eax of 1
  if (hasWord(target, "+avx512vnni") && !(__get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & avx512Vnni))) {
    return false;
  }
  return !hasWord(target, "+avxvnni") || (__get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & avxVnni));
}

bool heddle::rt::cpuRunsTarget(const char *target) {
  constexpr char stem[] = "x86-64-v";
  if (!target || strncmp(target, stem, sizeof(stem) - 1) != 0) {
    return true;
  }
  char level = target[sizeof(stem) - 1];
  return (level < '2' || level > '4' || level - '0' <= cpuLevel()) && hasFeatures(target);
}

#else

bool heddle::rt::cpuRunsTarget(const char *) { return true; }

#endif

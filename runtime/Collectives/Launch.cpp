//===- Launch.cpp - what a launcher tells a process -----------------------===//

#include "heddle/runtime.h"
#include "runtime/Core/Message.h"
#include <cstdlib>
#include <iterator>

using namespace heddle::rt;

namespace {

/// The variables of one launcher; null where it has none.
struct Launcher {
  const char *name;
  const char *rank, *size, *localRank, *localSize;
};

/// The first that are set count, as a job may run inside another's environment: mpirun in a job of Slurm.
constexpr Launcher kLaunchers[] = {
    {"HEDDLE_RANK", "HEDDLE_RANK", "HEDDLE_SIZE", "HEDDLE_LOCAL_RANK", "HEDDLE_LOCAL_SIZE"},
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"PMI", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    {"Slurm", "SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", nullptr},
    {"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
};

} // namespace

/// Ranks are counted in 32 bits and fit MPI's int.
static constexpr unsigned long kMostRanks = 1ul << 30;

static heddle_status_t readNumber(const char *variable, uint32_t &number, heddle_message_t *message) {
  const char *text = getenv(variable);
  char *end = nullptr;
  unsigned long value = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
  if (!end || *end || value > kMostRanks) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "%s is '%s', wanted a number", variable,
                  text ? text : "");
  }
  number = uint32_t(value);
  return HEDDLE_OK;
}

static heddle_status_t readOptional(const char *variable, uint32_t &number, heddle_message_t *message) {
  return variable && getenv(variable) ? readNumber(variable, number, message) : HEDDLE_OK;
}

static heddle_status_t readLauncher(const Launcher &launcher, heddle_launch_t &launch,
                                    heddle_message_t *message) {
  launch = {launcher.name, 0, 1, 0, 0};
  if (!getenv(launcher.size)) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "%s is set and %s is not", launcher.rank, launcher.size);
  }
  heddle_status_t status = readNumber(launcher.rank, launch.rank, message);
  if (status == HEDDLE_OK) {
    status = readNumber(launcher.size, launch.size, message);
  }
  if (status == HEDDLE_OK) {
    status = readOptional(launcher.localRank, launch.local_rank, message);
  }
  if (status == HEDDLE_OK) {
    status = readOptional(launcher.localSize, launch.local_size, message);
  }
  if (status == HEDDLE_OK && launch.rank >= launch.size) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "%s is %u, wanted less than %s, which is %u",
                  launcher.rank, launch.rank, launcher.size, launch.size);
  }
  return status;
}

/// The first launcher from `launchers` on whose rank is set, or the end.
static const Launcher *findLauncher(const Launcher *launchers) {
  while (launchers != std::end(kLaunchers) && !getenv(launchers->rank)) {
    ++launchers;
  }
  return launchers;
}

heddle_status_t heddle_launch_read(heddle_launch_t *launch, heddle_message_t *message) {
  if (!launch) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "an argument is null");
  }
  *launch = {nullptr, 0, 1, 0, 0};
  const Launcher *found = findLauncher(kLaunchers);
  if (found == std::end(kLaunchers)) {
    return HEDDLE_OK;
  }
  if (heddle_status_t status = readLauncher(*found, *launch, message)) {
    return status;
  }
  const Launcher *other = findLauncher(found + 1);
  if (found != kLaunchers || other == std::end(kLaunchers)) {
    return HEDDLE_OK;
  }
  heddle_launch_t launched;
  if (heddle_status_t status = readLauncher(*other, launched, message)) {
    return status;
  }
  if (launched.rank != launch->rank || launched.size != launch->size) {
    return report(message, HEDDLE_INVALID_ARGUMENT,
                  "%s and %s say rank %u of %u, but %s and %s say rank %u of %u", found->rank, found->size,
                  launch->rank, launch->size, other->rank, other->size, launched.rank, launched.size);
  }
  return HEDDLE_OK;
}

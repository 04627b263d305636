//===- Ranks.cpp - the ranks of a model that this process runs ------------===//

#include "tools/heddle/Ranks.h"
#include "tools/Driver/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <thread>
#include <vector>

namespace heddle::cli {

using driver::ExitStatus;

void addRankOptions(CLI::App &command, RankOptions &options) {
  command.add_option("--ranks", options.ranks,
                     "run a model that is split over so many ranks on threads of this process");
  command.add_option(
      "--mpi-shim", options.transport,
      "what `heddle build-mpi-shim` made, for runs under mpirun; $HEDDLE_MPI_SHIM, or beside heddle");
}

std::string defaultTransport() {
  // The address of any function of this program finds its file.
  std::string program =
      llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&defaultTransport));
  llvm::SmallString<128> path(llvm::sys::path::parent_path(program));
  llvm::sys::path::append(path, "libheddle_mpi.so");
  return path.str().str();
}

static std::string transportPath(const RankOptions &options) {
  const char *variable = std::getenv("HEDDLE_MPI_SHIM");
  return !options.transport.empty() ? options.transport : variable ? variable : defaultTransport();
}

static uint32_t shareOfCores(uint32_t ranksHere) {
  return ranksHere == 0 ? 0 : std::max(1u, heddle_default_threads() / ranksHere);
}

/// Ranks as threads of this process.
static llvm::Error runThreads(uint32_t size, llvm::function_ref<llvm::Error(const Rank &)> body) {
  std::vector<heddle_communicator_t *> communicators(size);
  heddle_message_t message = {};
  if (heddle_communicators_create(size, communicators.data(), &message) != HEDDLE_OK) {
    return driver::failure(ExitStatus::Usage, std::string("--ranks: ") + message.text);
  }
  std::vector<std::string> failures(size);
  std::vector<ExitStatus> statuses(size, ExitStatus::Ok);
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      llvm::Error error = body({communicators[rank], rank == 0, shareOfCores(size), rank});
      if (error) {
        llvm::raw_string_ostream text(failures[rank]);
        statuses[rank] = driver::reportError(std::move(error), text);
        heddle_communicator_fail(communicators[rank], failures[rank].c_str());
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (heddle_communicator_t *communicator : communicators) {
    heddle_communicator_release(communicator);
  }
  for (uint32_t rank = 0; rank < size; ++rank) {
    if (statuses[rank] != ExitStatus::Ok) {
      llvm::errs() << failures[rank];
      return driver::failure(statuses[rank], "");
    }
  }
  return llvm::Error::success();
}

/// This process as one rank of a job.
static llvm::Error runProcess(const heddle_launch_t &launch, const RankOptions &options,
                              llvm::function_ref<llvm::Error(const Rank &)> body) {
  std::string path = transportPath(options);
  if (!llvm::sys::fs::exists(path)) {
    return driver::failure(ExitStatus::BadInput,
                           "there is no MPI shim '" + path + "': make it with `heddle build-mpi-shim`");
  }
  heddle_communicator_t *communicator = nullptr;
  heddle_message_t message = {};
  if (heddle_communicator_open(path.c_str(), &communicator, &message) != HEDDLE_OK) {
    return driver::failure(ExitStatus::BadInput, message.text);
  }
  uint32_t rank = heddle_communicator_rank(communicator);
  llvm::Error error = body({communicator, rank == 0, shareOfCores(launch.local_size),
                            launch.local_size ? launch.local_rank : rank});
  auto status = ExitStatus::Ok;
  if (error) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    status = driver::reportError(std::move(error), stream);
    llvm::errs() << "rank " << rank << ": " << text;
    heddle_communicator_fail(communicator, text.c_str());
  }
  heddle_communicator_release(communicator); // does not return after a failure, where there are others
  return status == ExitStatus::Ok ? llvm::Error::success() : driver::failure(status, "");
}

llvm::Error runRanks(const heddle_model_info_t &info, const RankOptions &options,
                     llvm::function_ref<llvm::Error(const Rank &)> body) {
  heddle_launch_t launch;
  heddle_message_t message = {};
  heddle_status_t status = heddle_launch_read(&launch, &message);
  if (options.ranks > 0) {
    if (status == HEDDLE_OK && launch.size > 1) {
      return driver::failure(ExitStatus::Usage, llvm::Twine("--ranks makes ranks of one process, but ") +
                                                    launch.launcher + " says that this is rank " +
                                                    llvm::Twine(launch.rank) + " of " +
                                                    llvm::Twine(launch.size));
    }
    return runThreads(options.ranks, body);
  }
  // Only a model that is split asks who launched this process.
  if (info.num_axes == 0) {
    return body({nullptr, true, 0, 0});
  }
  if (status != HEDDLE_OK) {
    return driver::failure(ExitStatus::BadInput, message.text);
  }
  return launch.launcher ? runProcess(launch, options, body) : body({nullptr, true, 0, 0});
}

} // namespace heddle::cli

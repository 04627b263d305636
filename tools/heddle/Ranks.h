//===- Ranks.h - the ranks of a model that this process runs ----*- C++ -*-===//
//
// A model that is split over several ranks runs on threads of one process (--ranks), or as one rank of a job
// that a launcher such as mpirun started.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_RANKS_H
#define TOOLS_HEDDLE_RANKS_H

#include "heddle/runtime.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

/// What the command line says about ranks.
struct RankOptions {
  uint32_t ranks = 0;    ///< threads of this process; 0: not given
  std::string transport; ///< the MPI shim; empty: HEDDLE_MPI_SHIM, or `defaultTransport`
};

/// Adds --ranks and --mpi-shim.
void addRankOptions(CLI::App &command, RankOptions &options);

/// The shim beside this program.
std::string defaultTransport();

/// One rank of a run.
struct Rank {
  heddle_communicator_t *communicator; ///< null: the model has one rank
  bool isFirst;                        ///< rank 0, which prints and writes
  uint32_t defaultThreads;             ///< its share of this machine's cores; 0: all
  uint32_t localNumber;                ///< among the ranks on this machine
};

/// Calls `body` for every rank of this process, at the same time, each in a thread of its own. A failure of
/// one ends the others; the result is the failure of the first. A process that is one rank of a job prints
/// its failure and ends the whole job.
llvm::Error runRanks(const heddle_model_info_t &info, const RankOptions &options,
                     llvm::function_ref<llvm::Error(const Rank &)> body);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_RANKS_H

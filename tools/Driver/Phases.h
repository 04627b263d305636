//===- Phases.h - the places where a compilation can stop -------*- C++ -*-===//
//
// A compilation is a line of phases. Each leaves something that can be printed and, up to the LLVM dialect,
// read again, so a run may stop behind any phase and start from the file of any.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_DRIVER_PHASES_H
#define TOOLS_DRIVER_PHASES_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle::driver {

/// In the order in which they run.
enum class Phase {
  Graph,      ///< graph ops as imported
  Simplified, ///< graph ops, folded and laid out
  Sharded,    ///< graph ops of one rank, with collectives, where a mesh is given; else as before
  Kernels,    ///< kernels and launches
  Scheduled,  ///< kernels with their schedules
  Loops,      ///< kernels as functions of loops over vectors
  Steps,      ///< main as the run function, with planned memory
  Llvm,       ///< LLVM IR
  Asm,        ///< assembly text
  Ptx,        ///< PTX text of the GPU's kernels
  Obj,        ///< object file
  Lib,        ///< shared library, static archive or linked object, by the name of the output
};

/// The name on the command line: "graph", "simplified", …, "lib".
llvm::StringRef phaseName(Phase phase);

/// The phase called `name`, or nothing.
std::optional<Phase> parsePhase(llvm::StringRef name);

/// All names, separated by `separator`, in order.
std::string phaseNames(llvm::StringRef separator);

} // namespace heddle::driver

#endif // TOOLS_DRIVER_PHASES_H

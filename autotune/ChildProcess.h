//===- ChildProcess.h - work that may crash or hang -------------*- C++ -*-===//

#ifndef AUTOTUNE_CHILDPROCESS_H
#define AUTOTUNE_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>

namespace heddle::tune {

struct ChildResult {
  enum class End { Finished, Crashed, TimedOut } end;
  std::string output; ///< what the job returned, if it finished
};

/// Runs `job` in a forked copy of this process, without standard error, and gives what it returns. A child
/// that is not done after `limit` is killed, and so is one whose parent ends. The job must not wait for
/// threads that this process has: the copy has none of them. An error means that there was no child.
llvm::Expected<ChildResult> runInChild(llvm::function_ref<std::string()> job,
                                       std::chrono::milliseconds limit);

} // namespace heddle::tune

#endif // AUTOTUNE_CHILDPROCESS_H

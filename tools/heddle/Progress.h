//===- Progress.h - a line that says what takes so long ---------*- C++ -*-===//
//
// On a terminal, work of more than two seconds shows one line with the phase and the seconds, which is wiped
// at the end. Nothing is printed elsewhere, so logs stay clean.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_PROGRESS_H
#define TOOLS_HEDDLE_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace heddle::cli {

/// Shows progress while it lives. Has a thread of its own if standard error is a terminal.
class Progress {
public:
  /// `subject` is what is worked on, for instance the model's path.
  explicit Progress(llvm::StringRef subject);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Any thread.
  void setPhase(llvm::StringRef name);

private:
  void show();

  std::string subject, phase;
  bool finished = false;
  std::mutex mutex; // guards phase and finished
  std::condition_variable ended;
  std::thread thread;
};

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_PROGRESS_H

//===- Progress.cpp - a line that says what takes so long -----------------===//

#include "tools/heddle/Progress.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace heddle::cli {

Progress::Progress(llvm::StringRef subject) : subject(subject.str()) {
  if (llvm::sys::Process::StandardErrIsDisplayed()) {
    thread = std::thread([this] { show(); });
  }
}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    finished = true;
  }
  ended.notify_all();
  if (thread.joinable()) {
    thread.join();
  }
}

void Progress::setPhase(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  phase = name.str();
}

void Progress::show() {
  using namespace std::chrono;
  steady_clock::time_point start = steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  bool shown = false;
  for (milliseconds wait(2000); !ended.wait_for(lock, wait, [this] { return finished; });
       wait = milliseconds(200)) {
    double seconds = duration<double>(steady_clock::now() - start).count();
    llvm::errs() << "\r\x1b[K" << subject << ": " << phase << llvm::format(" (%.0f s)", seconds);
    shown = true;
  }
  if (shown) {
    llvm::errs() << "\r\x1b[K";
  }
}

} // namespace heddle::cli

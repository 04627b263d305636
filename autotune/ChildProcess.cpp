//===- ChildProcess.cpp - work that may crash or hang ---------------------===//

#include "autotune/ChildProcess.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle;
using namespace heddle::tune;

using Clock = std::chrono::steady_clock;

static llvm::Error systemError(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), what);
}

[[noreturn]] static void runJob(llvm::function_ref<std::string()> job, int pipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // The default actions: a crash should end the child at once, not print this process's stack.
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP}) {
    std::signal(signal, SIG_DFL);
  }
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDERR_FILENO);
  std::string output = job();
  for (size_t written = 0; written < output.size();) {
    ssize_t count = write(pipe, output.data() + written, output.size() - written);
    if (count < 0 && errno != EINTR) {
      _exit(1);
    }
    written += std::max<ssize_t>(count, 0);
  }
  _exit(0);
}

/// Reads until the child closes the pipe; false once the time is over.
static bool readAll(int pipe, Clock::time_point end, std::string &output) {
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    struct pollfd ready = {pipe, POLLIN, 0};
    int count = left > 0 ? poll(&ready, 1, static_cast<int>(left)) : 0;
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return false;
    }
    char buffer[4096];
    ssize_t bytes = read(pipe, buffer, sizeof(buffer));
    if (bytes < 0 && errno == EINTR) {
      continue;
    }
    if (bytes <= 0) {
      return true;
    }
    output.append(buffer, bytes);
  }
}

llvm::Expected<ChildResult> tune::runInChild(llvm::function_ref<std::string()> job,
                                             std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return systemError("no pipe to a child process");
  }
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runJob(job, ends[1]);
  }
  close(ends[1]);
  if (child < 0) {
    llvm::Error error = systemError("no child process");
    close(ends[0]);
    return error;
  }
  ChildResult result{ChildResult::End::Finished, {}};
  if (!readAll(ends[0], Clock::now() + limit, result.output)) {
    result.end = ChildResult::End::TimedOut;
    kill(child, SIGKILL);
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (result.end == ChildResult::End::Finished && !(WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
    result.end = ChildResult::End::Crashed;
  }
  return result;
}

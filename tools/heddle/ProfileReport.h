//===- ProfileReport.h - where the time of a model's runs goes --*- C++ -*-===//
//
// What the runtime counted, joined with what the manifest says of the steps and with what the machine can do.
// Three views are made of it: a table, a trace and a page.
//
// The time of a step is the mean over the workers of their work in it and their waiting behind it. A worker
// is always in some step, or in none ("between steps"), so that all times add up to that of a run.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_PROFILEREPORT_H
#define TOOLS_HEDDLE_PROFILEREPORT_H

#include "autotune/Probe.h"
#include "heddle/runtime.h"
#include "tools/heddle/TensorFolder.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::cli {

struct ProfiledStep {
  std::string name;                   ///< of the node in the model; else the kernel's
  std::string kernel;                 ///< empty for what belongs to no kernel
  uint32_t phase = 0;                 ///< as of buffers; of kernels
  double count = 0;                   ///< how often it runs in a run; 0 for what is no step
  double nanos = 0;                   ///< of one run, waiting included
  double waitNanos = 0;               ///< of these
  double share = 0;                   ///< of the time of a run
  std::optional<double> flops, bytes; ///< each time; nothing where only the run knows the sizes
  /// The least time that the machine needs for flops and bytes, by the step's time. Above 1 where the code
  /// does less than was counted, or with narrower numbers than f32.
  std::optional<double> roofShare;
};

/// A planned buffer: where it lies from its first phase to its last. Phases are what is between barriers.
struct ProfiledBuffer {
  uint32_t firstPhase, lastPhase;
  int64_t offset, bytes;
};

struct ProfileReport {
  std::string model;
  uint32_t threads = 0;
  uint64_t runs = 0;
  double nanos = 0;                ///< of a run
  std::vector<ProfiledStep> steps; ///< by their numbers; the last is what belongs to no step
  std::vector<std::vector<heddle_step_event_t>> events; ///< of the last run, by worker
  std::vector<ProfiledBuffer> buffers;
  uint64_t arenaBytes = 0;
  tune::MachineConstants machine;
};

/// The report of a session that has run with a profile. `inputs` are those of the runs. Fails where the
/// manifest does not fit the model.
llvm::Expected<ProfileReport> makeProfileReport(heddle_session_t *session, const Inputs &inputs,
                                                const tune::MachineConstants &machine);

/// The steps of a report, longest first, without those that took no time.
std::vector<const ProfiledStep *> stepsByTime(const ProfileReport &report);

/// "1.23 G" with three digits; "-" for nothing.
std::string countText(std::optional<double> count);

/// How often a step runs; "-" for what is no step.
std::string timesText(const ProfiledStep &step);

/// "12.3 %"; "-" for nothing.
std::string percentText(std::optional<double> share);

/// The views: a table for terminals; the last run in the trace event format of Chrome, a track for each
/// worker; and a page of HTML that needs nothing else.
void printProfileTable(const ProfileReport &report, llvm::raw_ostream &out);
void writeProfileTrace(const ProfileReport &report, llvm::raw_ostream &out);
void writeProfilePage(const ProfileReport &report, llvm::raw_ostream &out);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_PROFILEREPORT_H

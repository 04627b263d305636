//===- Profile.cpp - heddle profile ---------------------------------------===//

#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/InputOptions.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/ProfileReport.h"
#include "tools/heddle/Ranks.h"
#include "llvm/Support/FileSystem.h"
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

namespace heddle::cli {

namespace {
struct Arguments {
  std::string model, machine, trace, page;
  InputOptions inputs;
  uint32_t threads = 1, repeat = 20;
  RankOptions ranks;
};

constexpr const char *kExamples = R"(
Examples:
  heddle profile model.onnx                              random inputs
  heddle profile model.onnx --threads 2 --trace run.json --html profile.html
  heddle compile model.onnx --profile -o model.so        the same in two steps
  heddle profile model.so --shape image=1x3x640x480
)";

/// Runs that do not count, so that caches and clock have settled. A guess; ranks make as many.
constexpr uint32_t kWarmUpRuns = 3;

/// Events of each worker that a trace holds: a megabyte, thousands of steps, or a loop of many trips.
constexpr uint64_t kTraceEvents = 1 << 16;

/// Starts a profile and runs.
llvm::Error profileRuns(heddle_session_t *session, uint64_t events, uint32_t times) {
  if (llvm::Error error = check(session, heddle_session_start_profile(session, events))) {
    return error;
  }
  for (uint32_t i = 0; i < times; ++i) {
    if (llvm::Error error = check(session, heddle_session_run(session))) {
      return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error writeView(const std::string &path, const ProfileReport &report,
                      void (*write)(const ProfileReport &, llvm::raw_ostream &)) {
  if (path.empty()) {
    return llvm::Error::success();
  }
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    write(report, out);
    return llvm::Error::success();
  });
}

/// One rank; all make as many runs.
llvm::Error profileRank(heddle_model_t *model, const Inputs &inputs, const Arguments &arguments,
                        const tune::MachineConstants &machine, const Rank &rank) {
  auto session =
      createSession(model, arguments.threads ? arguments.threads : rank.defaultThreads, rank.communicator);
  if (!session) {
    return session.takeError();
  }
  uint64_t events = arguments.trace.empty() ? 0 : kTraceEvents;
  if (llvm::Error error = setInputs(session->get(), inputs)) {
    return error;
  }
  for (uint32_t runs : {kWarmUpRuns, arguments.repeat}) { // the second profile takes the place of the first
    if (llvm::Error error = profileRuns(session->get(), events, runs)) {
      return error;
    }
  }
  if (!rank.isFirst) {
    return llvm::Error::success();
  }
  auto report = makeProfileReport(session->get(), inputs, machine);
  if (!report) {
    return report.takeError();
  }
  printProfileTable(*report, llvm::outs());
  if (llvm::Error error = writeView(arguments.trace, *report, writeProfileTrace)) {
    return error;
  }
  return writeView(arguments.page, *report, writeProfilePage);
}

llvm::Error profile(const Arguments &arguments) {
  if (arguments.repeat == 0) {
    return driver::failure(driver::ExitStatus::Usage, "--repeat must be at least 1");
  }
  auto model = openModel(arguments.model, HEDDLE_DEVICE_CPU, /*profile=*/true);
  if (!model) {
    return model.takeError();
  }
  const heddle_model_info_t &info = *heddle_model_info(model->get());
  auto inputs = makeInputs(info, arguments.inputs);
  if (!inputs) {
    return inputs.takeError();
  }
  llvm::Expected<tune::MachineConstants> machine =
      arguments.machine.empty() ? tune::probeMachine() : tune::readMachine(arguments.machine);
  if (!machine) {
    return machine.takeError();
  }
  return runRanks(info, arguments.ranks, [&](const Rank &rank) {
    return profileRank(model->get(), *inputs, arguments, *machine, rank);
  });
}
} // namespace

void addProfileCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("profile", "show where the time of a model's runs goes");
  command->footer(kExamples);
  command->add_option("model", arguments->model, "an .onnx file, or a .so of heddle compile --profile")
      ->required();
  addInputOptions(*command, arguments->inputs);
  command->add_option("--threads", arguments->threads, "of a rank; 0: one for each core, shared by the ranks")
      ->capture_default_str();
  addRankOptions(*command, arguments->ranks);
  command->add_option("--repeat", arguments->repeat, "number of counted runs")->capture_default_str();
  command->add_option("--machine", arguments->machine,
                      "constants of heddle probe for the roof; measured if not given");
  command->add_option("--trace", arguments->trace,
                      "write the last run in Chrome's trace format, a track a worker");
  command->add_option("--html", arguments->page,
                      "write a page with the table, the roofline and the memory plan");
  command->callback([arguments, &chosen] { chosen = [arguments] { return profile(*arguments); }; });
}

} // namespace heddle::cli

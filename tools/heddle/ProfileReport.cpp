//===- ProfileReport.cpp - where the time of a model's runs goes ----------===//

#include "tools/heddle/ProfileReport.h"
#include "dialects/Support/SymExpr.h"
#include "heddle/plan.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <cmath>

namespace heddle::cli {

namespace {
using llvm::json::Array;
using llvm::json::Object;

class Maker {
public:
  Maker(heddle_session_t *session, const Inputs &inputs, const tune::MachineConstants &machine)
      : session(session), info(*heddle_model_info(heddle_session_model(session))) {
    report.model = info.name;
    report.threads = heddle_session_threads(session);
    report.machine = machine;
    readSymbols(inputs);
  }

  llvm::Expected<ProfileReport> make() {
    for (auto read : {&Maker::readManifest, &Maker::readTimes, &Maker::planBuffers}) {
      if (llvm::Error error = (this->*read)()) {
        return error;
      }
    }
    return std::move(report);
  }

private:
  void readSymbols(const Inputs &inputs);
  llvm::Error readManifest();
  llvm::Error readTimes();
  llvm::Error planBuffers();
  void addTimes(const heddle_profile_t &profile);
  void compareWithRoof(ProfiledStep &step);
  std::optional<double> evaluate(const llvm::json::Value *size);

  heddle_session_t *session;
  const heddle_model_info_t &info;
  std::vector<int64_t> symbols;   ///< as in heddle_context_t
  llvm::StringMap<int64_t> sizes; ///< by the names of size expressions
  ProfileReport report;
};

void Maker::readSymbols(const Inputs &inputs) {
  symbols.resize(info.num_symbols);
  if (!symbols.empty()) {
    symbols[0] = report.threads;
  }
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    for (uint32_t d = 0; d < info.inputs[i].rank; ++d) {
      if (int64_t size = info.inputs[i].dims[d]; size < 0) {
        symbols[-1 - size] = inputs.tensors[i]->shape()[d];
      }
    }
  }
}

std::optional<double> Maker::evaluate(const llvm::json::Value *size) {
  if (!size) {
    return std::nullopt;
  }
  if (auto number = size->getAsInteger()) {
    return *number;
  }
  mlir::FailureOr<SymExpr> expr = SymExpr::parse(size->getAsString().value_or(""));
  if (failed(expr)) {
    return std::nullopt;
  }
  return expr->evaluate([&](llvm::StringRef name) -> std::optional<int64_t> {
    auto known = sizes.find(name);
    return known == sizes.end() ? std::nullopt : std::optional<int64_t>(known->second);
  });
}

llvm::Error Maker::readManifest() {
  llvm::Expected<llvm::json::Value> manifest = llvm::json::parse(info.manifest);
  if (!manifest) {
    return manifest.takeError();
  }
  const Object *top = manifest->getAsObject();
  static const Array none;
  auto list = [&](llvm::StringRef key) -> const Array & {
    const Array *array = top ? top->getArray(key) : nullptr;
    return array ? *array : none;
  };
  const Array &steps = list("steps"), &collectives = list("collectives"), &open = list("sizes");
  if (steps.size() + collectives.size() != info.num_told_steps || open.size() + 1 != symbols.size()) {
    return driver::failure(driver::ExitStatus::BadInput, report.model + ": the manifest is of another model");
  }
  for (size_t i = 0; i < open.size(); ++i) {
    sizes[open[i].getAsObject()->getString("symbol").value_or("")] = symbols[i + 1];
  }
  for (const llvm::json::Value &entry : steps) {
    const Object &object = *entry.getAsObject();
    ProfiledStep &step = report.steps.emplace_back();
    step.kernel = object.getString("kernel").value_or("").str();
    step.name = object.getString("name").value_or(step.kernel).str();
    step.phase = static_cast<uint32_t>(object.getInteger("phase").value_or(0));
    step.flops = evaluate(object.get("flops"));
    step.bytes = evaluate(object.get("bytes"));
  }
  for (const llvm::json::Value &entry : collectives) {
    report.steps.emplace_back().name = entry.getAsObject()->getString("kind").value_or("").str();
  }
  report.steps.emplace_back().name = "between steps";
  return llvm::Error::success();
}

void Maker::addTimes(const heddle_profile_t &profile) {
  double parts = double(profile.runs) * report.threads;
  for (uint32_t i = 0; i <= profile.num_steps; ++i) {
    ProfiledStep &step = report.steps[i];
    const heddle_step_time_t &time = profile.times[i];
    step.count += time.count / parts;
    step.nanos += double(time.work_nanos + time.wait_nanos) / parts;
    step.waitNanos += time.wait_nanos / parts;
  }
  report.events.emplace_back(profile.events, profile.events + profile.num_events);
  report.runs = profile.runs;
  report.nanos = double(profile.nanos) / profile.runs;
}

/// On n workers each does an n-th of the operations, and reads an n-th of the bytes from its own caches.
void Maker::compareWithRoof(ProfiledStep &step) {
  if (!step.flops || !step.bytes || step.nanos <= 0) {
    return;
  }
  double part = *step.bytes / report.threads;
  double computing = *step.flops / report.threads / tune::peakRate(report.machine);
  double moving = part / tune::readRate(report.machine, part);
  step.roofShare = std::max(computing, moving) * step.count / step.nanos;
}

llvm::Error Maker::readTimes() {
  for (uint32_t worker = 0; worker < report.threads; ++worker) {
    heddle_profile_t profile = {};
    if (llvm::Error error = check(session, heddle_session_profile(session, worker, &profile))) {
      return error;
    }
    addTimes(profile);
  }
  report.steps.back().count = 0;
  for (ProfiledStep &step : report.steps) {
    step.share = step.nanos / report.nanos;
    compareWithRoof(step);
  }
  return llvm::Error::success();
}

llvm::Error Maker::planBuffers() {
  std::vector<int64_t> bytes(info.num_buffers), offsets(info.num_buffers);
  std::vector<uint32_t> workspace(HEDDLE_PLAN_WORKSPACE_BYTES(info.num_buffers) / sizeof(uint32_t));
  info.sizes(symbols.data(), bytes.data());
  report.arenaBytes =
      heddle_plan_offsets(info.buffers, bytes.data(), info.num_buffers, offsets.data(), workspace.data());
  for (uint32_t i = 0; i < info.num_buffers; ++i) {
    report.buffers.push_back({info.buffers[i].first_step, info.buffers[i].last_step, offsets[i], bytes[i]});
  }
  return llvm::Error::success();
}
} // namespace

llvm::Expected<ProfileReport> makeProfileReport(heddle_session_t *session, const Inputs &inputs,
                                                const tune::MachineConstants &machine) {
  return Maker(session, inputs, machine).make();
}

std::vector<const ProfiledStep *> stepsByTime(const ProfileReport &report) {
  std::vector<const ProfiledStep *> sorted;
  for (const ProfiledStep &step : report.steps) {
    if (step.nanos > 0) {
      sorted.push_back(&step);
    }
  }
  llvm::stable_sort(sorted, [](const ProfiledStep *a, const ProfiledStep *b) { return a->nanos > b->nanos; });
  return sorted;
}

std::string countText(std::optional<double> count) {
  if (!count) {
    return "-";
  }
  static constexpr const char *kUnits[] = {"", " k", " M", " G", " T"};
  size_t unit = 0;
  double value = *count;
  for (; value >= 999.5 && unit + 1 < std::size(kUnits); ++unit) {
    value /= 1000;
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(value >= 99.5 || value == std::floor(value) ? "%.0f"
                                                 : value >= 9.95                             ? "%.1f"
                                                                                             : "%.2f",
                                                 value)
                                 << kUnits[unit];
  return text;
}

std::string percentText(std::optional<double> share) {
  std::string text = "-";
  if (share) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.1f %%", 100 * *share);
  }
  return text;
}

std::string timesText(const ProfiledStep &step) {
  return countText(step.count > 0 ? std::optional(step.count) : std::nullopt);
}

void printProfileTable(const ProfileReport &report, llvm::raw_ostream &out) {
  out << report.model << ": " << timeText(report.nanos) << " a run, the mean of " << report.runs << " on "
      << report.threads << (report.threads == 1 ? " thread" : " threads") << "; arena "
      << bytesText(report.arenaBytes)
      << "\nroof: " << countText(1e9 * report.threads * tune::peakRate(report.machine)) << "flop/s, "
      << countText(1e9 * report.threads * tune::readRate(report.machine, 1e18)) << "B/s from memory\n\n";
  auto line = [&](llvm::ArrayRef<std::string> cells, llvm::StringRef name) {
    for (const std::string &cell : cells) {
      out << llvm::right_justify(cell, 10);
    }
    out << "  " << name << '\n';
  };
  line({"time", "share", "waiting", "times", "flops", "bytes", "of roof"}, "step");
  for (const ProfiledStep *step : stepsByTime(report)) {
    line({timeText(step->nanos), percentText(step->share), timeText(step->waitNanos), timesText(*step),
          countText(step->flops), countText(step->bytes), percentText(step->roofShare)},
         step->name);
  }
}

} // namespace heddle::cli

//===- ProfileTrace.cpp - a run in the trace event format of Chrome -------===//
//
// An array of complete events ("ph": "X"), times in microseconds; chrome://tracing and Perfetto read it.
//
//===----------------------------------------------------------------------===//

#include "tools/heddle/ProfileReport.h"
#include "llvm/Support/JSON.h"

namespace heddle::cli {

static void writeSlice(llvm::json::OStream &json, const ProfileReport &report, size_t worker, int64_t step,
                       bool isWaiting, int64_t begin, int64_t end) {
  const ProfiledStep &what = report.steps[step < 0 ? report.steps.size() - 1 : step];
  json.object([&] {
    json.attribute("name", isWaiting ? "wait" : llvm::json::fixUTF8(what.name));
    json.attribute("cat", isWaiting ? "wait" : "step");
    json.attribute("ph", "X");
    json.attribute("pid", 1);
    json.attribute("tid", static_cast<int64_t>(worker));
    json.attribute("ts", double(begin) / 1000);
    json.attribute("dur", double(end - begin) / 1000);
    json.attributeObject("args", [&] {
      if (isWaiting) {
        json.attribute("behind", llvm::json::fixUTF8(what.name));
      } else if (!what.kernel.empty()) {
        json.attribute("kernel", what.kernel);
        json.attribute("flops", what.flops ? llvm::json::Value(*what.flops) : llvm::json::Value(nullptr));
        json.attribute("bytes", what.bytes ? llvm::json::Value(*what.bytes) : llvm::json::Value(nullptr));
      }
    });
  });
}

/// The slices of one worker: from each event to the next.
static void writeWorker(llvm::json::OStream &json, const ProfileReport &report, size_t worker) {
  json.object([&] {
    json.attribute("name", "thread_name");
    json.attribute("ph", "M");
    json.attribute("pid", 1);
    json.attribute("tid", static_cast<int64_t>(worker));
    json.attributeObject("args", [&] { json.attribute("name", "worker " + std::to_string(worker)); });
  });
  const std::vector<heddle_step_event_t> &events = report.events[worker];
  int64_t step = HEDDLE_STEP_NONE;
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    int64_t now = events[i].step;
    if (now != HEDDLE_STEP_WAIT && now != HEDDLE_STEP_RESUME) {
      step = now;
    }
    if (events[i + 1].nanos > events[i].nanos) {
      writeSlice(json, report, worker, step, now == HEDDLE_STEP_WAIT, events[i].nanos, events[i + 1].nanos);
    }
  }
}

void writeProfileTrace(const ProfileReport &report, llvm::raw_ostream &out) {
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      for (size_t worker = 0; worker < report.events.size(); ++worker) {
        writeWorker(json, report, worker);
      }
    });
  });
  out << '\n';
}

} // namespace heddle::cli

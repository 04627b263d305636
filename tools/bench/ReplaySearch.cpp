//===- ReplaySearch.cpp - guided against random search, on a table --------===//
//
// usage: heddle-replay RECORDS [--seeds 20] [--trials 1000]
//
// RECORDS is what `heddle tune MODEL --search random --trials N --records RECORDS` has measured; of a
// schedule that was measured several times, as by files of several runs one after another, the least times
// count. Both searches are run again and again on this table, so that they are compared on equal terms and
// with little of a machine's noise: a search sees the time of a schedule when it asks for it, and may ask
// only for schedules that are in the table. Random search has N trials and the guided one a fifth of them.
// Printed is how many measurements each needs to come within a part of the best that random search finds in
// all of its.
//
//===----------------------------------------------------------------------===//

#include "autotune/BoostedTrees.h"
#include "autotune/EvolutionaryProposer.h"
#include "autotune/Features.h"
#include "autotune/RandomProposer.h"
#include "autotune/Tuner.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include <map>

using namespace heddle;
using namespace heddle::tune;

static llvm::cl::opt<std::string> recordsPath(llvm::cl::Positional, llvm::cl::Required,
                                              llvm::cl::desc("RECORDS"));
static llvm::cl::opt<unsigned> numSeeds("seeds", llvm::cl::init(20), llvm::cl::desc("runs of each search"));
static llvm::cl::opt<unsigned> numTrials("trials", llvm::cl::init(1000),
                                         llvm::cl::desc("measurements of random search"));

namespace {
/// The schedules of one kernel that were measured, the draft first.
class TableSpace : public Space {
public:
  /// Of a schedule that is there, the least times are kept.
  llvm::Error add(const Record &record, MLIRContext &context);

  size_t size() const override { return rows.size(); }
  size_t draft() const override { return 0; }
  llvm::ArrayRef<int64_t> coordinates(size_t point) const override { return rows[point].coordinates; }
  const std::vector<float> &features(size_t point) const override { return rows[point].record.features; }
  std::string text(size_t point) const override { return rows[point].record.schedule; }
  const Record &record(size_t point) const { return rows[point].record; }

private:
  struct Row {
    Record record;
    std::vector<int64_t> coordinates;
  };
  std::vector<Row> rows;
  llvm::StringMap<size_t> numbers; // of rows by schedule
};

/// For random search, which does not ask.
class NoModel : public CostModel {
public:
  llvm::Error train(llvm::ArrayRef<Sample>) override { return llvm::Error::success(); }
  llvm::Expected<std::vector<float>> predict(llvm::ArrayRef<const std::vector<float> *> rows) const override {
    return std::vector<float>(rows.size(), 0);
  }
};

class TableMeasurer : public Measurer {
public:
  explicit TableMeasurer(const TableSpace &space) : space(space) {}
  llvm::Expected<Comparison> measure(size_t candidate, size_t incumbent, const ComparisonOptions &) override {
    const Record &record = space.record(candidate);
    return Comparison{record.outcome, record.nanos, record.incumbentNanos, 0, 0};
  }

private:
  const TableSpace &space;
};

using Tables = llvm::MapVector<llvm::StringRef, TableSpace>;
/// After each measurement, the part of all kernels' time that is saved.
using Curve = std::vector<double>;
} // namespace

llvm::Error TableSpace::add(const Record &record, MLIRContext &context) {
  auto [number, isNew] = numbers.try_emplace(record.schedule, rows.size());
  if (!isNew) {
    Record &known = rows[number->second].record;
    if (known.outcome == Outcome::Measured && record.outcome == Outcome::Measured) {
      known.nanos = std::min(known.nanos, record.nanos);
      known.incumbentNanos = std::min(known.incumbentNanos, record.incumbentNanos);
    }
    return llvm::Error::success();
  }
  auto schedule = dyn_cast_or_null<kernel::ScheduleAttr>(parseAttribute(record.schedule, &context));
  if (!schedule) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), record.schedule + " is no schedule");
  }
  Row row{record, {schedule.getLanes(), schedule.getUnroll(), schedule.getWeightsInner()}};
  llvm::append_range(row.coordinates, schedule.getTile());
  llvm::append_range(row.coordinates, schedule.getBlock());
  rows.push_back(std::move(row));
  return llvm::Error::success();
}

static llvm::Expected<Tables> readTables(MLIRContext &context, RecordSet &set) {
  Tables tables;
  for (const Record &record : set.records) {
    bool isUsable = record.outcome != Outcome::Disturbed && record.features.size() == kNumFeatures;
    if (record.kind != Record::Kind::Measurement || !isUsable) {
      continue;
    }
    if (llvm::Error error = tables[record.kernel].add(record, context)) {
      return error;
    }
  }
  return tables;
}

static llvm::Expected<Curve> runSearch(const Tables &tables, CostModel &model, Proposer &proposer,
                                       size_t trials, unsigned seed) {
  TunerOptions options;
  options.budget = std::chrono::hours(1);
  options.trials = trials;
  options.seed = seed;
  Tuner tuner(model, proposer, /*records=*/nullptr, options);
  std::vector<std::unique_ptr<TableMeasurer>> measurers;
  for (const auto &[key, space] : tables) {
    measurers.push_back(std::make_unique<TableMeasurer>(space));
    KernelSearch search;
    search.key = key.str();
    search.launches = space.record(0).launches;
    search.space = &space;
    search.measurer = measurers.back().get();
    tuner.kernels.push_back(std::move(search));
  }
  Curve curve;
  tuner.onProgress = [&](const TunerProgress &progress) { curve.push_back(progress.saved); };
  if (llvm::Error error = tuner.search()) {
    return error;
  }
  return curve;
}

/// The first measurement after which no more than `part` of the time at `goal` is missing; one more than
/// there are if none is.
static size_t trialsUntil(const Curve &curve, double goal, double part) {
  auto reached =
      llvm::find_if(curve, [&](double saved) { return 1 - saved <= (1 - goal) * (1 + part) + 1e-12; });
  return reached - curve.begin() + 1;
}

static llvm::Error replay() {
  llvm::Expected<RecordSet> set = readRecords(recordsPath);
  if (!set) {
    return set.takeError();
  }
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<kernel::KernelDialect>();
  llvm::Expected<Tables> tables = readTables(context, *set);
  if (!tables) {
    return tables.takeError();
  }
  for (const auto &[key, space] : *tables) {
    llvm::outs() << space.record(0).name << ": " << space.size() << " schedules, launched "
                 << space.record(0).launches << " times\n";
  }
  std::map<double, std::pair<std::vector<size_t>, std::vector<size_t>>> needed;
  for (unsigned seed = 1; seed <= numSeeds; ++seed) {
    NoModel none;
    BoostedTrees trees;
    RandomProposer blind;
    EvolutionaryProposer guided;
    llvm::Expected<Curve> random = runSearch(*tables, none, blind, numTrials, seed),
                          model = runSearch(*tables, trees, guided, numTrials / 5, seed);
    if (!random || !model) {
      return llvm::joinErrors(random.takeError(), model.takeError());
    }
    for (double part : {0.0, 0.005, 0.01, 0.02}) {
      needed[part].first.push_back(trialsUntil(*random, random->back(), part));
      needed[part].second.push_back(trialsUntil(*model, random->back(), part));
    }
    llvm::outs() << "seed " << seed << ": saved "
                 << llvm::format("%.2f %% random, %.2f %% guided\n", 100 * random->back(),
                                 100 * model->back());
  }
  for (auto &[part, counts] : needed) {
    auto print = [&](const char *name, std::vector<size_t> &values) {
      llvm::sort(values);
      llvm::outs() << llvm::format("  %s: median %zu, worst %zu", name, values[values.size() / 2],
                                   values.back());
    };
    llvm::outs() << llvm::format("within %.1f %% of random's best:", 100 * part);
    print("random", counts.first);
    print("guided", counts.second);
    llvm::outs() << '\n';
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "compares searches on recorded times\n");
  if (llvm::Error error = replay()) {
    llvm::errs() << "heddle-replay: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}

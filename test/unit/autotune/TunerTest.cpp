//===- TunerTest.cpp - the loop of a search -------------------------------===//

#include "autotune/Tuner.h"
#include "autotune/BoostedTrees.h"
#include "autotune/ChildProcess.h"
#include "autotune/EvolutionaryProposer.h"
#include "autotune/KernelMeasurer.h"
#include "test/unit/autotune/TableSpace.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace heddle::tune;

namespace {
class TunerTest : public testing::Test {
protected:
  TunerTest() {
    llvm::sys::fs::createTemporaryFile("records", "jsonl", path);
    options.trials = 60;
  }
  ~TunerTest() override { llvm::sys::fs::remove(path); }

  std::vector<Record> records() {
    auto set = readRecords(path);
    EXPECT_TRUE(static_cast<bool>(set));
    EXPECT_TRUE(set->notes.empty());
    return set->records;
  }

  void add(Tuner &tuner) {
    KernelSearch search;
    search.key = "k";
    search.name = "contract_0";
    search.target = "t";
    search.space = &space;
    search.measurer = &measurer;
    tuner.kernels.push_back(search);
  }

  /// Searches and chooses; the point chosen, if any.
  std::optional<size_t> tune() {
    auto writer = RecordWriter::open(path);
    EXPECT_TRUE(static_cast<bool>(writer));
    BoostedTrees model;
    EvolutionaryProposer proposer;
    Tuner tuner(model, proposer, &*writer, options);
    add(tuner);
    EXPECT_FALSE(static_cast<bool>(tuner.search()));
    auto changed = tuner.choose();
    EXPECT_TRUE(static_cast<bool>(changed));
    return tuner.kernels[0].chosen;
  }

  llvm::SmallString<128> path;
  TunerOptions options;
  TableSpace space{32};
  TableMeasurer measurer{space};
};
} // namespace

TEST_F(TunerTest, findsAndRecordsAFasterPoint) {
  std::optional<size_t> chosen = tune();
  ASSERT_TRUE(chosen);
  EXPECT_LE(space.nanos(*chosen), 1.02 * space.nanos(space.fastest()));
  std::vector<Record> all = records();
  ASSERT_EQ(all.size(), 61U); // the measurements and the choice
  EXPECT_EQ(all.back().kind, Record::Kind::Choice);
  EXPECT_EQ(all.back().schedule, space.text(*chosen));
  EXPECT_EQ(all.front().schedule, space.text(space.draft()));
}

TEST_F(TunerTest, measuresNoPointTwice) {
  tune();
  std::set<std::string> seen;
  for (const Record &record : records()) {
    if (record.kind == Record::Kind::Measurement) {
      EXPECT_TRUE(seen.insert(record.schedule).second) << record.schedule;
    }
  }
}

TEST_F(TunerTest, keepsTheDraftWhereNothingWins) {
  measurer.fault = [&](size_t point) { return point == space.draft() ? Outcome::Measured : Outcome::Failed; };
  EXPECT_FALSE(tune());
}

// Candidates that really crash, hang and compute wrong numbers, in a child process as in `heddle tune`. Of
// the fast ones only some are good.
TEST_F(TunerTest, recordsFaultyCandidatesAndNeverChoosesThem) {
  options.trials = 30;
  measurer.fault = [&](size_t point) {
    auto comparison = compareInChild(
        [&] {
          Comparison result;
          result.outcome = Outcome::Measured;
          if (point % 4 == 1) {
            raise(SIGSEGV);
          } else if (point % 8 == 2) {
            pause();
          } else if (point % 4 == 3) {
            result.outcome = Outcome::Wrong;
          }
          return result;
        },
        std::chrono::milliseconds(30));
    EXPECT_TRUE(static_cast<bool>(comparison));
    return comparison->outcome;
  };
  std::optional<size_t> chosen = tune();
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(*chosen % 4 == 0 || *chosen % 8 == 6) << *chosen;
  std::map<Outcome, unsigned> outcomes;
  for (const Record &record : records()) {
    ++outcomes[record.outcome];
  }
  EXPECT_GT(outcomes[Outcome::Crashed], 0U);
  EXPECT_GT(outcomes[Outcome::TimedOut], 0U);
  EXPECT_GT(outcomes[Outcome::Wrong], 0U);
}

TEST_F(TunerTest, doesNotChooseWhatWonByLuck) {
  // Every candidate is fast while it is searched for, and slow when it is measured against the draft again.
  bool isOver = false;
  measurer.fault = [&](size_t point) {
    return isOver && point != 0 ? Outcome::Disturbed : Outcome::Measured;
  };
  BoostedTrees model;
  EvolutionaryProposer proposer;
  Tuner tuner(model, proposer, nullptr, options);
  add(tuner);
  ASSERT_FALSE(static_cast<bool>(tuner.search()));
  isOver = true;
  auto changed = tuner.choose();
  ASSERT_TRUE(static_cast<bool>(changed));
  EXPECT_TRUE(changed->empty());
}

TEST_F(TunerTest, goesOnWhereAnEarlierSearchEnded) {
  tune();
  std::vector<Record> earlier = records();
  BoostedTrees model;
  EvolutionaryProposer proposer;
  Tuner tuner(model, proposer, nullptr, options);
  add(tuner);
  tuner.resume(earlier, "t", [&](size_t, llvm::StringRef text) {
    size_t point = 0;
    text.consume_front("point ");
    return text.getAsInteger(10, point) ? std::nullopt : std::optional<size_t>(point);
  });
  EXPECT_EQ(tuner.kernels[0].history.tried.size(), 60U);
  EXPECT_TRUE(tuner.kernels[0].chosen);
  // Records of another target say nothing here.
  Tuner other(model, proposer, nullptr, options);
  add(other);
  other.resume(earlier, "another", [](size_t, llvm::StringRef) { return std::optional<size_t>(0); });
  EXPECT_TRUE(other.kernels[0].history.tried.empty());
}

TEST_F(TunerTest, spendsTrialsWhereTimeIs) {
  TableMeasurer small(space);
  BoostedTrees model;
  EvolutionaryProposer proposer;
  Tuner tuner(model, proposer, nullptr, options);
  add(tuner);
  add(tuner);
  tuner.kernels[0].launches = 20;
  tuner.kernels[1].measurer = &small;
  ASSERT_FALSE(static_cast<bool>(tuner.search()));
  EXPECT_GT(measurer.calls, 2 * small.calls);
  EXPECT_GT(small.calls, 1U);
}

TEST_F(TunerTest, takesAChoiceBack) {
  auto writer = RecordWriter::open(path);
  ASSERT_TRUE(static_cast<bool>(writer));
  BoostedTrees model;
  EvolutionaryProposer proposer;
  Tuner tuner(model, proposer, &*writer, options);
  add(tuner);
  ASSERT_FALSE(static_cast<bool>(tuner.search()));
  auto changed = tuner.choose();
  ASSERT_TRUE(static_cast<bool>(changed));
  ASSERT_EQ(changed->size(), 1U);
  ASSERT_FALSE(static_cast<bool>(tuner.revoke(0, space.draft())));
  EXPECT_EQ(records().back().kind, Record::Kind::Choice);
  EXPECT_EQ(records().back().schedule, space.text(space.draft()));
}

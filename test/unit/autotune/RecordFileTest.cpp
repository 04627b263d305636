//===- RecordFileTest.cpp - tuning records on disk ------------------------===//

#include "autotune/RecordFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle::tune;

namespace {
class RecordFileTest : public testing::Test {
protected:
  RecordFileTest() { llvm::sys::fs::createTemporaryFile("records", "jsonl", path); }
  ~RecordFileTest() override { llvm::sys::fs::remove(path); }

  static Record some(unsigned number) {
    Record record;
    record.kernel = "key" + std::to_string(number);
    record.name = "contract \"0\"";
    record.target = "znver4-1";
    record.schedule = "#kernel.schedule<…>";
    record.nanos = 12.5;
    record.incumbentNanos = 25;
    record.launches = 3;
    record.features = {1, -0.5F, 0.1F};
    return record;
  }

  void append(unsigned number) {
    auto writer = RecordWriter::open(path);
    ASSERT_TRUE(static_cast<bool>(writer));
    ASSERT_FALSE(static_cast<bool>(writer->append(some(number))));
  }

  void write(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_Append);
    out << text;
  }

  RecordSet read() {
    auto set = readRecords(path);
    EXPECT_TRUE(static_cast<bool>(set));
    return std::move(*set);
  }

  llvm::SmallString<128> path;
};
} // namespace

TEST_F(RecordFileTest, readsWhatItWrote) {
  append(1);
  RecordSet set = read();
  ASSERT_EQ(set.records.size(), 1U);
  const Record &record = set.records[0], wanted = some(1);
  EXPECT_EQ(record.kind, wanted.kind);
  EXPECT_EQ(record.kernel, wanted.kernel);
  EXPECT_EQ(record.name, wanted.name);
  EXPECT_EQ(record.target, wanted.target);
  EXPECT_EQ(record.schedule, wanted.schedule);
  EXPECT_EQ(record.outcome, wanted.outcome);
  EXPECT_EQ(record.nanos, wanted.nanos);
  EXPECT_EQ(record.incumbentNanos, wanted.incumbentNanos);
  EXPECT_EQ(record.launches, wanted.launches);
  EXPECT_EQ(record.features, wanted.features);
}

TEST_F(RecordFileTest, passesOverALineThatIsCut) {
  append(1);
  std::string whole = toJsonLine(some(2));
  write(llvm::StringRef(whole).drop_back(10));
  RecordSet set = read();
  EXPECT_EQ(set.records.size(), 1U);
  ASSERT_EQ(set.notes.size(), 1U);
  EXPECT_NE(set.notes[0].find(":2: passed over, the line is not complete"), std::string::npos)
      << set.notes[0];
}

TEST_F(RecordFileTest, startsOnALineOfItsOwnBehindOne) {
  write("{\"v\": 1, \"ki");
  append(3);
  RecordSet set = read();
  ASSERT_EQ(set.records.size(), 1U);
  EXPECT_EQ(set.records[0].kernel, "key3");
  EXPECT_EQ(set.notes.size(), 1U);
}

TEST_F(RecordFileTest, passesOverWhatItDoesNotKnow) {
  std::string line = toJsonLine(some(1));
  auto with = [&](llvm::StringRef from, llvm::StringRef to) {
    std::string text = line;
    return text.replace(text.find(from.str()), from.size(), to.str()) + "\n";
  };
  write(with("\"v\":1", "\"v\":2") + with("measured", "guessed") + with("12.5", "-1") + "[]\n" + line + "\n");
  RecordSet set = read();
  EXPECT_EQ(set.records.size(), 1U);
  ASSERT_EQ(set.notes.size(), 4U);
  EXPECT_NE(set.notes[0].find("'v' is 2, wanted 1"), std::string::npos) << set.notes[0];
}

TEST_F(RecordFileTest, namesAFileThatIsNotThere) {
  auto set = readRecords("/nowhere/records.jsonl");
  ASSERT_FALSE(static_cast<bool>(set));
  EXPECT_NE(llvm::toString(set.takeError()).find("/nowhere/records.jsonl"), std::string::npos);
}

// A writer that is killed at any moment leaves whole lines, and at most one that is cut.
TEST_F(RecordFileTest, staysReadableWhenTheWriterIsKilled) {
  for (unsigned micros = 100; micros < 20000; micros *= 2) {
    pid_t child = fork();
    if (child == 0) {
      auto writer = RecordWriter::open(path);
      for (unsigned i = 0; writer; ++i) {
        if (llvm::Error error = writer->append(some(i))) {
          _exit(1);
        }
      }
      _exit(1);
    }
    usleep(micros);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(static_cast<bool>(buffer));
    RecordSet set = read();
    EXPECT_LE((*buffer)->getBuffer().count('\n'), set.records.size() + set.notes.size());
    EXPECT_LE(set.notes.size(), 9U);
  }
  EXPECT_GT(read().records.size(), 0U);
}

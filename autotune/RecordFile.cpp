//===- RecordFile.cpp - tuning records on disk ----------------------------===//

#include "autotune/RecordFile.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace heddle;
using namespace heddle::tune;

static llvm::Error fileError(llvm::StringRef path, int error) {
  return llvm::createFileError(path, std::error_code(error, std::generic_category()));
}

llvm::Expected<RecordSet> tune::readRecords(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true, /*RequiresNullTerminator=*/false);
  if (!buffer) {
    return llvm::createFileError(path, buffer.getError());
  }
  RecordSet set;
  llvm::StringRef text = (*buffer)->getBuffer();
  for (size_t number = 1; !text.empty(); ++number) {
    bool isCut = !text.contains('\n');
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.trim().empty()) {
      continue;
    }
    llvm::Expected<Record> record = parseJsonLine(line);
    if (record) {
      set.records.push_back(std::move(*record));
      continue;
    }
    std::string why = llvm::toString(record.takeError());
    set.notes.push_back((path + ":" + llvm::Twine(number) + ": passed over" +
                         (isCut ? ", the line is not complete: " : ": ") + why)
                            .str());
  }
  return set;
}

/// Whether the file ends inside a line.
static bool endsInsideLine(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  char last = '\n';
  return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

llvm::Expected<RecordWriter> RecordWriter::open(llvm::StringRef path) {
  int file = ::open(path.str().c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    return fileError(path, errno);
  }
  RecordWriter writer(path.str(), file);
  if (endsInsideLine(file) && write(file, "\n", 1) != 1) {
    return fileError(path, errno);
  }
  return writer;
}

RecordWriter::RecordWriter(RecordWriter &&other) : path(std::move(other.path)), file(other.file) {
  other.file = -1;
}

RecordWriter::~RecordWriter() {
  if (file >= 0) {
    close(file);
  }
}

llvm::Error RecordWriter::append(const Record &record) {
  std::string line = toJsonLine(record) + "\n";
  ssize_t written = llvm::sys::RetryAfterSignal(-1, ::write, file, line.data(), line.size());
  if (written != static_cast<ssize_t>(line.size())) {
    return fileError(path, written < 0 ? errno : ENOSPC);
  }
  return llvm::Error::success();
}

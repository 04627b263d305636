//===- RecordFile.h - tuning records on disk --------------------*- C++ -*-===//
//
// One line a record. Lines are appended whole, each by one write to a file opened for appending, so that a
// tuner that is killed at any moment leaves a readable file: at worst its last line is cut. Such a line is
// passed over with a note, and the next tuner starts on a line of its own.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RECORDFILE_H
#define AUTOTUNE_RECORDFILE_H

#include "autotune/Record.h"

namespace heddle::tune {

/// What a file holds, in its order.
struct RecordSet {
  std::vector<Record> records;
  std::vector<std::string> notes; ///< what was passed over and why, for instance "r.jsonl:17: …"
};

/// Reads `path`. Lines that hold no record of this version are passed over with a note. An error if the file
/// cannot be read.
llvm::Expected<RecordSet> readRecords(llvm::StringRef path);

/// Appends to a file, which is made if it is not there.
class RecordWriter {
public:
  static llvm::Expected<RecordWriter> open(llvm::StringRef path);
  RecordWriter(RecordWriter &&other);
  RecordWriter &operator=(RecordWriter &&) = delete;
  ~RecordWriter();

  /// Appends one line.
  llvm::Error append(const Record &record);

private:
  RecordWriter(std::string path, int file) : path(std::move(path)), file(file) {}
  std::string path;
  int file;
};

} // namespace heddle::tune

#endif // AUTOTUNE_RECORDFILE_H

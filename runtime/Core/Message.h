//===- Message.h - texts of failures ----------------------------*- C++ -*-===//
//
// A failure is reported where it is found: the text is formatted into the caller's heddle_message_t and the
// status returned in one expression, `return report(message, HEDDLE_NOT_FOUND, "there is no …")`.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_MESSAGE_H
#define RUNTIME_CORE_MESSAGE_H

#include "heddle/status.h"
#include <cstddef>
#include <cstdint>

namespace heddle::rt {

/// Formats into `message`, which may be null, and returns `status`.
__attribute__((format(printf, 3, 4))) heddle_status_t report(heddle_message_t *message,
                                                             heddle_status_t status, const char *format, ...);

/// The text of a shape, "[1, 3, 224]"; cut where it is too long.
struct ShapeText {
  ShapeText(const int64_t *dims, uint32_t rank);
  char text[256];
};

/// A list that grows by names, "'ids', 'mask'"; cut where it is too long.
struct NameList {
  void add(const char *name);
  char text[320] = "";
  size_t length = 0;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_MESSAGE_H

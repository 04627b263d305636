//===- Message.cpp - texts of failures ------------------------------------===//

#include "runtime/Core/Message.h"
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

using namespace heddle::rt;

/// Appends to `text` of `capacity` bytes, which holds `length`; returns the new length.
__attribute__((format(printf, 4, 5))) static size_t append(char *text, size_t capacity, size_t length,
                                                           const char *format, ...) {
  if (length + 1 >= capacity) {
    return length;
  }
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(text + length, capacity - length, format, arguments);
  va_end(arguments);
  size_t end = length + size_t(written < 0 ? 0 : written);
  return end < capacity ? end : capacity - 1;
}

heddle_status_t heddle::rt::report(heddle_message_t *message, heddle_status_t status, const char *format,
                                   ...) {
  if (message) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof(message->text), format, arguments);
    va_end(arguments);
  }
  return status;
}

ShapeText::ShapeText(const int64_t *dims, uint32_t rank) {
  size_t length = append(text, sizeof(text), 0, "[");
  for (uint32_t i = 0; i < rank; ++i) {
    length = append(text, sizeof(text), length, i ? ", %" PRId64 : "%" PRId64, dims[i]);
  }
  append(text, sizeof(text), length, "]");
}

void NameList::add(const char *name) {
  length = append(text, sizeof(text), length, length ? ", '%s'" : "'%s'", name);
}

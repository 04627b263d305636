//===- TextCase.cpp - texts in upper or lower case ------------------------===//

#include "heddle/abi.h"
#include "heddle/unicode.h"
#include <cstring>

/// No code point of UTF-8 grows by more: one of n bytes becomes up to three of at most n + 1 (n = 1 stays).
static constexpr int64_t kMostGrowth = 3;

/// The text at `text` in another case; returns the bytes written, at most kMostGrowth times as many as there
/// are.
static int64_t mapText(const char *text, int64_t bytes, int32_t upper, char *result) {
  char *end = result;
  while (bytes > 0) {
    uint32_t point = 0, read = heddle_decode_utf8(text, size_t(bytes), &point);
    if (read == 0) {
      *end++ = *text;
      read = 1;
    } else {
      uint32_t mapped[HEDDLE_CASE_POINTS];
      uint32_t count = heddle_map_case(point, upper, mapped);
      for (uint32_t i = 0; i < count; ++i) {
        end += heddle_encode_utf8(mapped[i], end);
      }
    }
    text += read;
    bytes -= read;
  }
  return end - result;
}

void heddle_text_case(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                      int32_t upper) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t bytes = 0;
    heddle_text(context, input[i], &bytes);
    char *mapped =
        bytes <= INT64_MAX / kMostGrowth ? heddle_draft_text(context, bytes * kMostGrowth) : nullptr;
    if (!mapped) {
      return;
    }
    const char *text = heddle_text(context, input[i], &bytes); // drafting may have moved it
    result[i] = heddle_keep_text(context, mapText(text, bytes, upper, mapped));
  }
}

//===- TextMatch.cpp - texts that a regular expression describes ----------===//
//
// The compiler has made a table of the expression: one look-up for each byte of a text.
//
//===----------------------------------------------------------------------===//

#include "heddle/abi.h"

void heddle_text_match(heddle_context_t *context, const int64_t *input, uint8_t *result, int64_t n,
                       const uint8_t *classes, const uint16_t *next, int64_t numClasses, int64_t start,
                       int64_t accepting) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t bytes = 0;
    const char *text = heddle_text(context, input[i], &bytes);
    int64_t state = start;
    for (int64_t k = 0; k < bytes; ++k) {
      state = next[state * numClasses + classes[uint8_t(text[k])]];
    }
    result[i] = state < accepting;
  }
}

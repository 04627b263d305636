//===- TextJoin.cpp - texts one behind the other --------------------------===//

#include "heddle/abi.h"
#include <cstring>

void heddle_text_join(heddle_context_t *context, const int64_t *left, const int64_t *right, int64_t *result,
                      int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t leftBytes = 0, rightBytes = 0;
    heddle_text(context, left[i], &leftBytes);
    heddle_text(context, right[i], &rightBytes);
    char *joined = heddle_draft_text(context, leftBytes + rightBytes);
    if (!joined) {
      return;
    }
    // Drafting may have moved texts.
    memcpy(joined, heddle_text(context, left[i], &leftBytes), size_t(leftBytes));
    memcpy(joined + leftBytes, heddle_text(context, right[i], &rightBytes), size_t(rightBytes));
    result[i] = heddle_keep_text(context, leftBytes + rightBytes);
  }
}

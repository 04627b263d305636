//===- TextSplit.cpp - texts cut at a delimiter or at white space ---------===//

#include "heddle/abi.h"
#include "heddle/unicode.h"
#include <cstring>

namespace {
/// Walks the pieces of a text, by their places in it: the text itself may move meanwhile.
class Pieces {
public:
  /// Without a delimiter the text is cut at white space. A negative number of splits is no limit.
  Pieces(const char *delimiter, int64_t delimiterBytes, int64_t splits)
      : delimiter(delimiter), delimiterBytes(delimiterBytes), splitsLeft(splits) {}

  /// Finds the next piece of a text; false behind the last.
  bool next(const char *text, int64_t bytes) {
    if (isDone) {
      return false;
    }
    return delimiterBytes > 0 ? nextAtDelimiter(text, bytes) : nextAtSpace(text, bytes);
  }
  int64_t begin() const { return pieceBegin; }
  int64_t bytes() const { return pieceEnd - pieceBegin; }

private:
  bool nextAtDelimiter(const char *text, int64_t bytes) {
    const void *found = splitsLeft == 0
                            ? nullptr
                            : memmem(text + place, size_t(bytes - place), delimiter, size_t(delimiterBytes));
    isDone = !found;
    pieceBegin = place;
    pieceEnd = found ? static_cast<const char *>(found) - text : bytes;
    place = pieceEnd + delimiterBytes;
    --splitsLeft;
    return true;
  }

  bool nextAtSpace(const char *text, int64_t bytes) {
    while (uint32_t space = spaceAt(text, bytes)) {
      place += space;
    }
    pieceBegin = place;
    if (splitsLeft == 0) {
      place = bytes;
    }
    while (place < bytes && !spaceAt(text, bytes)) {
      ++place;
    }
    pieceEnd = place;
    isDone = pieceBegin == pieceEnd;
    --splitsLeft;
    return !isDone;
  }

  /// Bytes of the white space at `place`, 0 if there is none.
  uint32_t spaceAt(const char *text, int64_t bytes) const {
    uint32_t point = 0, read = heddle_decode_utf8(text + place, size_t(bytes - place), &point);
    return read && heddle_is_white_space(point) ? read : 0;
  }

  const char *delimiter;
  int64_t delimiterBytes, splitsLeft;
  int64_t place = 0, pieceBegin = 0, pieceEnd = 0;
  bool isDone = false;
};
} // namespace

void heddle_text_count(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                       const char *delimiter, int64_t delimiterBytes, int64_t splits) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t bytes = 0;
    const char *text = heddle_text(context, input[i], &bytes);
    Pieces pieces(delimiter, delimiterBytes, splits);
    result[i] = 0;
    while (pieces.next(text, bytes)) {
      ++result[i];
    }
  }
}

void heddle_text_split(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                       int64_t width, const char *delimiter, int64_t delimiterBytes, int64_t splits) {
  for (int64_t i = 0; i < n; ++i) {
    Pieces pieces(delimiter, delimiterBytes, splits);
    for (int64_t k = 0; k < width; ++k) {
      int64_t bytes = 0;
      const char *text = heddle_text(context, input[i], &bytes);
      int64_t pieceBytes = pieces.next(text, bytes) ? pieces.bytes() : 0;
      char *piece = heddle_draft_text(context, pieceBytes);
      if (!piece) {
        return;
      }
      memcpy(piece, heddle_text(context, input[i], &bytes) + pieces.begin(), size_t(pieceBytes));
      result[i * width + k] = heddle_keep_text(context, pieceBytes);
    }
  }
}

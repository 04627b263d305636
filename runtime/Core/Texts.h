//===- Texts.h - texts by number --------------------------------*- C++ -*-===//
//
// Generated code sees a text as a number (i64): equal numbers are equal texts. The texts that a model
// mentions have their places in its vocabulary, the same for every run. Another text of an input gets the
// next free number when a run first meets it. Texts are bytes here; their encoding is the caller's.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_TEXTS_H
#define RUNTIME_CORE_TEXTS_H

#include "heddle/abi.h"
#include "heddle/types.h"
#include "runtime/Core/Memory.h"

namespace heddle::rt {

/// Finds the numbers of texts that somebody else keeps. The hash begins with the address of the index, which
/// nobody who writes a text knows, and numbers do not depend on it.
class TextIndex {
public:
  /// Forgets all texts and makes room for `count`. False, and nothing is forgotten, without memory.
  bool clear(const heddle_allocator_t &allocator, size_t count);

  /// So many texts have room.
  size_t capacity() const { return (mask + 1) / 2 - 1; }

  /// Where the number of `text` stands, or -1 that the caller may overwrite with the number that the text
  /// gets. `textOf(number)` gives the texts that are there.
  template <typename TextOf> int64_t &find(const heddle_string_t &text, TextOf textOf) const {
    size_t slot = hash(text) & mask;
    while (slots()[slot] >= 0 && !isSame(textOf(slots()[slot]), text)) {
      slot = (slot + 1) & mask;
    }
    return slots()[slot];
  }

private:
  static bool isSame(const heddle_string_t &a, const heddle_string_t &b);
  uint64_t hash(const heddle_string_t &text) const;
  int64_t *slots() const { return static_cast<int64_t *>(memory.data()); }

  Region memory;
  size_t mask = 0; ///< a power of two less 1; at least half of the slots stay empty
};

/// The texts that a model mentions.
class Vocabulary {
public:
  /// `info` outlives the vocabulary. False without memory.
  bool create(const heddle_model_info_t &info);

  int64_t size() const { return info ? int64_t(info->num_texts) : 0; }
  /// Text `number` < size(), ended by a zero.
  heddle_string_t text(int64_t number) const;
  /// The number of a text, or -1.
  int64_t find(const heddle_string_t &text) const;

private:
  heddle_allocator_t allocator = defaultAllocator();
  const heddle_model_info_t *info = nullptr;
  TextIndex index;
};

/// The texts of one run: those of its inputs, and those that it makes.
class RunTexts {
public:
  /// Forgets the texts of the last run and makes room for `count` new ones of `bytes` bytes together, so that
  /// adding them needs no memory. False without memory.
  bool begin(const heddle_allocator_t &allocator, const Vocabulary &vocabulary, size_t count, size_t bytes);

  /// The number of a text from elsewhere; a new one is copied. -1 without memory.
  int64_t number(const heddle_string_t &text);
  /// The text of a number, ended by a zero, until the next text is added; its data is null if there is none.
  heddle_string_t text(int64_t number) const;

  /// Room for a text of at most `bytes` bytes, or null without memory.
  char *draft(size_t bytes);
  /// The number of the text in the first `bytes` bytes of the last draft. -1 without memory.
  int64_t keep(size_t bytes);

private:
  /// Where a text that is not in the vocabulary begins among the bytes of the run, and how long it is.
  struct Entry {
    size_t begin, bytes;
  };
  Entry *entries() const { return static_cast<Entry *>(entryMemory.data()); }
  char *bytes() const { return static_cast<char *>(byteMemory.data()); }
  int64_t find(const heddle_string_t &text) const;
  int64_t append(size_t textBytes);
  bool growIndex();

  const heddle_allocator_t *allocator = nullptr;
  const Vocabulary *vocabulary = nullptr;
  TextIndex index;
  Region entryMemory, byteMemory;
  int64_t count = 0;
  size_t usedBytes = 0;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_TEXTS_H

//===- Texts.cpp - texts by number ----------------------------------------===//

#include "runtime/Core/Texts.h"
#include <cstring>

using namespace heddle::rt;

//===----------------------------------------------------------------------===//
// TextIndex
//===----------------------------------------------------------------------===//

/// Both halves of the product, one over the other: every bit of the result depends on all of `a`.
static uint64_t mix(uint64_t a) {
  constexpr uint64_t odd = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
  __uint128_t product = __uint128_t(a) * odd;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

uint64_t TextIndex::hash(const heddle_string_t &text) const {
  uint64_t state = mix(reinterpret_cast<uintptr_t>(this) ^ text.bytes);
  size_t at = 0;
  for (uint64_t word; at + sizeof(word) <= text.bytes; at += sizeof(word)) {
    memcpy(&word, text.data + at, sizeof(word));
    state = mix(state ^ word);
  }
  uint64_t rest = 0;
  if (at < text.bytes) {
    memcpy(&rest, text.data + at, text.bytes - at);
  }
  return mix(state ^ rest);
}

bool TextIndex::isSame(const heddle_string_t &a, const heddle_string_t &b) {
  return a.bytes == b.bytes && (a.bytes == 0 || memcmp(a.data, b.data, a.bytes) == 0);
}

bool TextIndex::clear(const heddle_allocator_t &allocator, size_t count) {
  size_t size = 2;
  while (size / 2 < count + 1) {
    if (size > SIZE_MAX / 2 / sizeof(int64_t)) {
      return false;
    }
    size *= 2;
  }
  if (!memory.extend(allocator, size * sizeof(int64_t), /*kept=*/0)) {
    return false;
  }
  mask = size - 1;
  memset(memory.data(), 0xff, size * sizeof(int64_t)); // -1
  return true;
}

//===----------------------------------------------------------------------===//
// Vocabulary
//===----------------------------------------------------------------------===//

bool Vocabulary::create(const heddle_model_info_t &model) {
  info = &model;
  if (!index.clear(allocator, model.num_texts)) {
    return false;
  }
  for (int64_t i = 0; i < size(); ++i) {
    int64_t &found = index.find(text(i), [&](int64_t number) { return text(number); });
    found = found < 0 ? i : found;
  }
  return true;
}

heddle_string_t Vocabulary::text(int64_t number) const {
  uint64_t begin = info->text_offsets[number], end = info->text_offsets[number + 1];
  return {info->texts + begin, size_t(end - begin - 1)};
}

int64_t Vocabulary::find(const heddle_string_t &wanted) const {
  return index.find(wanted, [&](int64_t number) { return text(number); });
}

//===----------------------------------------------------------------------===//
// RunTexts
//===----------------------------------------------------------------------===//

bool RunTexts::begin(const heddle_allocator_t &from, const Vocabulary &known, size_t mostTexts,
                     size_t mostBytes) {
  allocator = &from;
  vocabulary = &known;
  count = 0;
  usedBytes = 0;
  size_t all = 0;
  return !__builtin_add_overflow(mostBytes, mostTexts, &all) && mostTexts <= SIZE_MAX / sizeof(Entry) &&
         index.clear(from, mostTexts) && entryMemory.reserve(from, mostTexts * sizeof(Entry)) &&
         byteMemory.reserve(from, all);
}

/// The number of a text that has one, or -1.
int64_t RunTexts::find(const heddle_string_t &wanted) const {
  int64_t known = vocabulary->find(wanted);
  return known >= 0 ? known : index.find(wanted, [&](int64_t number) { return text(number); });
}

int64_t RunTexts::number(const heddle_string_t &wanted) {
  int64_t known = find(wanted);
  if (known >= 0) {
    return known;
  }
  char *copy = draft(wanted.bytes);
  if (!copy) {
    return -1;
  }
  if (wanted.bytes) {
    memcpy(copy, wanted.data, wanted.bytes);
  }
  return append(wanted.bytes);
}

char *RunTexts::draft(size_t wanted) {
  size_t end = 0; // with the zero behind the text
  if (__builtin_add_overflow(usedBytes, wanted, &end) || __builtin_add_overflow(end, size_t(1), &end) ||
      !byteMemory.extend(*allocator, end, usedBytes)) {
    return nullptr;
  }
  return bytes() + usedBytes;
}

/// Makes room in the index for one text more.
bool RunTexts::growIndex() {
  if (size_t(count) < index.capacity()) {
    return true;
  }
  if (!index.clear(*allocator, 2 * size_t(count) + 1)) {
    return false;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t number = vocabulary->size() + i;
    index.find(text(number), [&](int64_t other) { return text(other); }) = number;
  }
  return true;
}

int64_t RunTexts::keep(size_t textBytes) {
  int64_t known = find({bytes() + usedBytes, textBytes});
  return known >= 0 ? known : append(textBytes);
}

/// Makes the first bytes of the last draft a text, which is new.
int64_t RunTexts::append(size_t textBytes) {
  char *draft = bytes() + usedBytes;
  size_t used = size_t(count) * sizeof(Entry);
  if (!growIndex() || !entryMemory.extend(*allocator, used + sizeof(Entry), used)) {
    return -1;
  }
  draft[textBytes] = 0;
  entries()[count] = {usedBytes, textBytes};
  usedBytes += textBytes + 1;
  int64_t number = vocabulary->size() + count++;
  index.find({draft, textBytes}, [&](int64_t other) { return text(other); }) = number;
  return number;
}

heddle_string_t RunTexts::text(int64_t number) const {
  int64_t known = vocabulary->size();
  if (number < 0 || number >= known + count) {
    return {nullptr, 0};
  }
  if (number < known) {
    return vocabulary->text(number);
  }
  const Entry &entry = entries()[number - known];
  return {bytes() + entry.begin, entry.bytes};
}

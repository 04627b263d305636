//===- CodePoints.cpp - sets of Unicode's code points ---------------------===//

#include "dialects/Support/CodePoints.h"
#include "llvm/Support/Unicode.h"
#include <map>

using namespace heddle;

SmallVector<CodePoints::Range> CodePoints::sorted() const {
  SmallVector<Range> all(ranges), merged;
  llvm::sort(all);
  for (auto [low, high] : all) {
    if (!merged.empty() && low <= merged.back().second + 1) {
      merged.back().second = std::max(merged.back().second, high);
    } else {
      merged.push_back({low, high});
    }
  }
  return merged;
}

CodePoints CodePoints::complement() const {
  CodePoints result;
  uint32_t next = 0;
  for (auto [low, high] : sorted()) {
    if (low > next) {
      result.add(next, low - 1);
    }
    next = high + 1;
  }
  if (next <= kLast) {
    result.add(next, kLast);
  }
  return result;
}

void CodePoints::foldCase() {
  constexpr int kLastWithCase = 0x1FFFF; // the letters with case end below
  llvm::DenseSet<int> folded;
  SmallVector<Range> before = sorted();
  auto contains = [&](int point) {
    const auto *found = llvm::partition_point(before, [&](Range range) { return int(range.second) < point; });
    return found != before.end() && int(found->first) <= point;
  };
  for (auto [low, high] : before) {
    for (int point = low; point <= std::min<int>(high, kLastWithCase); ++point) {
      folded.insert(llvm::sys::unicode::foldCharSimple(point));
    }
  }
  for (int point = 0; point <= kLastWithCase; ++point) {
    if (folded.contains(llvm::sys::unicode::foldCharSimple(point)) && !contains(point)) {
      add(point, point);
    }
  }
}

const CodePoints *CodePoints::named(StringRef name) {
  static const std::map<StringRef, CodePoints> classes = {
      {"d", {{'0', '9'}}},
      {"s", {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}},
      {"w", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
      {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
      {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
      {"ascii", {{0, 0x7F}}},
      {"blank", {{'\t', '\t'}, {' ', ' '}}},
      {"cntrl", {{0, 0x1F}, {0x7F, 0x7F}}},
      {"digit", {{'0', '9'}}},
      {"graph", {{'!', '~'}}},
      {"lower", {{'a', 'z'}}},
      {"print", {{' ', '~'}}},
      {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"space", {{'\t', '\r'}, {' ', ' '}}},
      {"upper", {{'A', 'Z'}}},
      {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
      {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
  };
  auto found = classes.find(name);
  return found == classes.end() ? nullptr : &found->second;
}

//===- TestTexts.h - a context whose run has texts only ---------*- C++ -*-===//
//
// For kernels on texts, without a session: texts by number, in the order in which they come. A draft is moved
// at every call, so that a kernel that goes on reading where a text was before reads freed memory.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_RUNTIME_TESTTEXTS_H
#define TEST_UNIT_RUNTIME_TESTTEXTS_H

#include "heddle/abi.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace heddle::test {

struct TestTexts {
  TestTexts() {
    context.session = this;
    calls.text = [](heddle_context_t *context, int64_t number, int64_t *bytes) {
      const std::string &text = *of(context).texts[size_t(number)];
      *bytes = int64_t(text.size());
      return text.data();
    };
    calls.draft_text = [](heddle_context_t *context, int64_t bytes) -> char * {
      TestTexts &all = of(context);
      if (bytes > all.mostBytes) {
        return nullptr;
      }
      for (auto &text : all.texts) {
        text = std::make_unique<std::string>(*text);
      }
      all.draft.assign(size_t(bytes), '?');
      return all.draft.data();
    };
    calls.keep_text = [](heddle_context_t *context, int64_t bytes) {
      TestTexts &all = of(context);
      return all.number(all.draft.substr(0, size_t(bytes)));
    };
    context.calls = &calls;
  }

  static TestTexts &of(heddle_context_t *context) { return *static_cast<TestTexts *>(context->session); }

  int64_t number(const std::string &wanted) {
    for (size_t i = 0; i < texts.size(); ++i) {
      if (*texts[i] == wanted) {
        return int64_t(i);
      }
    }
    texts.push_back(std::make_unique<std::string>(wanted));
    return int64_t(texts.size()) - 1;
  }
  std::vector<int64_t> numbers(const std::vector<std::string> &wanted) {
    std::vector<int64_t> result;
    for (const std::string &text : wanted) {
      result.push_back(number(text));
    }
    return result;
  }
  std::vector<std::string> of(const std::vector<int64_t> &numbers) const {
    std::vector<std::string> result;
    for (int64_t number : numbers) {
      result.push_back(*texts[size_t(number)]);
    }
    return result;
  }

  std::vector<std::unique_ptr<std::string>> texts;
  std::string draft;
  int64_t mostBytes = INT64_MAX;
  heddle_calls_t calls = {};
  heddle_context_t context = {};
};

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_TESTTEXTS_H

// Texts by number: the vocabulary's, those of a run, and what a text may hold.
#include "runtime/Core/Texts.h"
#include "test/unit/runtime/CountingAllocator.h"
#include "test/unit/runtime/TestModels.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace heddle::rt;
using namespace heddle::test;

static heddle_string_t view(const std::string &text) { return {text.data(), text.size()}; }
static std::string copy(const heddle_string_t &text) { return {text.data, text.bytes}; }

namespace {
struct Texts : testing::Test {
  Texts() { EXPECT_TRUE(vocabulary.create(kTextModel)); }
  bool begin(size_t count, size_t bytes) { return run.begin(counting, vocabulary, count, bytes); }

  CountingAllocator account;
  heddle_allocator_t counting = account.allocator();
  Vocabulary vocabulary;
  RunTexts run;
};
} // namespace

TEST_F(Texts, OfTheModelHaveTheirPlaces) {
  ASSERT_EQ(vocabulary.size(), 3);
  EXPECT_EQ(vocabulary.find(view("yes")), 0);
  EXPECT_EQ(vocabulary.find(view("")), 1);
  EXPECT_EQ(vocabulary.find(view(std::string("n\0o", 3))), 2);
  EXPECT_EQ(vocabulary.find(view("n")), -1);
  EXPECT_EQ(copy(vocabulary.text(2)), std::string("n\0o", 3));
  EXPECT_EQ(vocabulary.text(0).data[3], 0);
}

TEST_F(Texts, OfARunFollowInTheOrderInWhichTheyCome) {
  ASSERT_TRUE(begin(4, 100));
  EXPECT_EQ(run.number(view("b")), 3);
  EXPECT_EQ(run.number(view("a")), 4);
  EXPECT_EQ(run.number(view("yes")), 0);
  EXPECT_EQ(run.number(view("b")), 3);
  EXPECT_EQ(copy(run.text(4)), "a");
  EXPECT_EQ(run.text(4).data[1], 0);
  EXPECT_EQ(copy(run.text(1)), "");
  EXPECT_EQ(run.text(5).data, nullptr);
  EXPECT_EQ(run.text(-1).data, nullptr);
}

TEST_F(Texts, OfAnEarlierRunAreForgotten) {
  ASSERT_TRUE(begin(1, 1));
  EXPECT_EQ(run.number(view("b")), 3);
  ASSERT_TRUE(begin(1, 1));
  EXPECT_EQ(run.text(3).data, nullptr);
  EXPECT_EQ(run.number(view("a")), 3);
}

TEST_F(Texts, AreDifferentInOneByte) {
  std::vector<std::string> texts;
  for (size_t bytes = 0; bytes < 40; ++bytes) {
    texts.push_back(std::string(bytes, 'x'));
    for (size_t at = 0; at < bytes; ++at) {
      texts.push_back(std::string(bytes, 'x'));
      texts.back()[at] = char(200);
    }
  }
  ASSERT_TRUE(begin(texts.size(), texts.size() * 40));
  for (int pass = 0; pass < 2; ++pass) {
    int64_t next = 3;
    for (const std::string &text : texts) {
      int64_t wanted = text.empty() ? 1 : next++;
      EXPECT_EQ(run.number(view(text)), wanted);
    }
  }
}

TEST_F(Texts, NeedNoMemoryForNone) {
  ASSERT_TRUE(begin(0, 0));
  EXPECT_EQ(run.number(view("yes")), 0);
}

TEST_F(Texts, MoreThanMemoryAreRefused) {
  EXPECT_FALSE(begin(SIZE_MAX / 4, 0));
  EXPECT_FALSE(begin(1, SIZE_MAX));
  for (int call = 1; call <= 3; ++call) {
    CountingAllocator failing;
    failing.failAt = call;
    heddle_allocator_t allocator = failing.allocator();
    RunTexts other;
    EXPECT_FALSE(other.begin(allocator, vocabulary, 4, 100)) << call;
  }
}

TEST_F(Texts, OfARunAreMadeAndGrow) {
  ASSERT_TRUE(begin(1, 1));
  auto make = [&](const std::string &text) {
    char *draft = run.draft(text.size() + 3);
    memcpy(draft, text.data(), text.size());
    return run.keep(text.size());
  };
  EXPECT_EQ(run.number(view("a")), 3);
  EXPECT_EQ(make("a"), 3);
  EXPECT_EQ(make("yes"), 0);
  EXPECT_EQ(make(""), 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (int64_t i = 0; i < 1000; ++i) {
      ASSERT_EQ(make("text " + std::to_string(i)), 4 + i);
    }
  }
  EXPECT_EQ(copy(run.text(3)), "a");
  EXPECT_EQ(copy(run.text(4)), "text 0");
  EXPECT_EQ(copy(run.text(1003)), "text 999");
  EXPECT_EQ(run.text(1003).data[8], 0);
  int calls = account.calls;
  ASSERT_TRUE(begin(1, 1));
  for (int64_t i = 0; i < 1000; ++i) { // in the memory of the longest run
    ASSERT_EQ(make("other " + std::to_string(i % 900)), 3 + i % 900);
  }
  EXPECT_EQ(account.calls, calls);
}

TEST_F(Texts, StayWhereMemoryForMoreIsMissing) {
  for (int call = 4; call < 20; ++call) {
    CountingAllocator failing;
    failing.failAt = call;
    heddle_allocator_t allocator = failing.allocator();
    RunTexts other;
    ASSERT_TRUE(other.begin(allocator, vocabulary, 1, 1));
    int64_t made = 0;
    for (int64_t number = 0; number >= 0 && failing.calls < call; ++made) {
      char *draft = other.draft(40);
      if (!draft) {
        break;
      }
      std::string text = "text " + std::to_string(made);
      memcpy(draft, text.data(), text.size());
      number = other.keep(text.size());
      made -= number < 0;
    }
    for (int64_t i = 0; i < made; ++i) {
      EXPECT_EQ(copy(other.text(3 + i)), "text " + std::to_string(i)) << call;
      EXPECT_EQ(other.number(view("text " + std::to_string(i))), 3 + i) << call;
    }
    EXPECT_EQ(other.draft(PTRDIFF_MAX), nullptr);
    EXPECT_EQ(other.draft(SIZE_MAX), nullptr);
  }
}

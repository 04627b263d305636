// Texts are whole where they fit and cut where they do not.
#include "runtime/Core/Message.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace heddle::rt;

TEST(Message, FormatsAndReturnsTheStatus) {
  heddle_message_t message;
  EXPECT_EQ(report(&message, HEDDLE_NOT_FOUND, "no %s %d", "file", 7), HEDDLE_NOT_FOUND);
  EXPECT_STREQ(message.text, "no file 7");
  EXPECT_EQ(report(nullptr, HEDDLE_BUSY, "nobody listens"), HEDDLE_BUSY);
}

TEST(Message, CutsLongTexts) {
  heddle_message_t message;
  std::string name(2000, 'x');
  report(&message, HEDDLE_NOT_FOUND, "%s", name.c_str());
  EXPECT_EQ(strlen(message.text), size_t(HEDDLE_MESSAGE_BYTES - 1));
}

TEST(Message, PrintsShapes) {
  int64_t dims[] = {1, -3, INT64_MAX};
  EXPECT_STREQ(ShapeText(dims, 3).text, "[1, -3, 9223372036854775807]");
  EXPECT_STREQ(ShapeText(dims, 0).text, "[]");
  int64_t many[16];
  std::fill(many, many + 16, INT64_MIN);
  EXPECT_EQ(strlen(ShapeText(many, 16).text), 255u);
}

TEST(Message, ListsNames) {
  NameList names;
  names.add("a");
  names.add("b c");
  EXPECT_STREQ(names.text, "'a', 'b c'");
  for (int i = 0; i < 200; ++i) {
    names.add("long");
  }
  EXPECT_EQ(strlen(names.text), sizeof(names.text) - 1);
}

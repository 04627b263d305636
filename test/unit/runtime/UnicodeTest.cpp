// Code points in UTF-8, their case and white space.
#include "heddle/unicode.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using Points = std::vector<uint32_t>;

static Points mapped(uint32_t point, bool upper) {
  uint32_t result[HEDDLE_CASE_POINTS];
  uint32_t count = heddle_map_case(point, upper, result);
  return Points(result, result + count);
}

TEST(Unicode, WritesWhatItReads) {
  for (uint32_t point = 0; point <= 0x10FFFF; ++point) {
    char text[4];
    uint32_t bytes = heddle_encode_utf8(point, text), read = 0;
    bool isSurrogate = point >= 0xD800 && point < 0xE000;
    ASSERT_EQ(heddle_decode_utf8(text, bytes, &read), isSurrogate ? 0 : bytes) << point;
    ASSERT_TRUE(isSurrogate || read == point) << point;
    ASSERT_EQ(heddle_decode_utf8(text, bytes - 1, &read), 0u) << point;
  }
}

TEST(Unicode, RefusesWhatIsNotUtf8) {
  for (const char *text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xf0\x80\x80\x80",
                           "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3(", "\xed\xa0\x80"}) {
    uint32_t point = 0;
    EXPECT_EQ(heddle_decode_utf8(text, std::string(text).size(), &point), 0u) << text;
  }
}

TEST(Unicode, MapsCase) {
  EXPECT_EQ(mapped('a', true), Points{'A'});
  EXPECT_EQ(mapped('Z', false), Points{'z'});
  EXPECT_EQ(mapped('[', false), Points{'['});
  EXPECT_EQ(mapped(0xDF, true), (Points{'S', 'S'}));
  EXPECT_EQ(mapped(0x130, false), (Points{'i', 0x307}));
  EXPECT_EQ(mapped(0x1FB7, true), (Points{0x391, 0x342, 0x399}));
  EXPECT_EQ(mapped(0x101, true), Points{0x100});
  EXPECT_EQ(mapped(0x100, true), Points{0x100});
  EXPECT_EQ(mapped(0x1E943, true), Points{0x1E921});
  EXPECT_EQ(mapped(0x10FFFF, true), Points{0x10FFFF});
  EXPECT_EQ(mapped(0, false), Points{0});
}

TEST(Unicode, KnowsWhiteSpace) {
  for (uint32_t point :
       {0x9, 0xD, 0x1C, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x202F, 0x205F, 0x3000}) {
    EXPECT_TRUE(heddle_is_white_space(point)) << point;
  }
  for (uint32_t point : {0x0, 0x8, 0xE, 0x21, 0x200B, 0xFEFF}) {
    EXPECT_FALSE(heddle_is_white_space(point)) << point;
  }
}

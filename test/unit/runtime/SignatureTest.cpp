// Every way in which an input may not fit, and its text.
#include "runtime/Core/Signature.h"
#include "test/unit/runtime/TestModels.h"
#include <gtest/gtest.h>

using namespace heddle::rt;
using namespace heddle::test;

static std::string check(const heddle_model_info_t &info, uint32_t index, const heddle_tensor_t &tensor,
                         heddle_status_t wanted = HEDDLE_INVALID_INPUT) {
  heddle_message_t message = {};
  EXPECT_EQ(checkInput(info, index, tensor, &message), wanted);
  return message.text;
}

TEST(Signature, ComputesBytes) {
  int64_t dims[] = {3, 5}, large[] = {int64_t(1) << 40, int64_t(1) << 40}, empty[] = {int64_t(1) << 62, 8, 0};
  EXPECT_EQ(tensorBytes(HEDDLE_F16, dims, 2), 30u);
  EXPECT_EQ(tensorBytes(HEDDLE_F64, dims, 0), 8u);
  EXPECT_EQ(tensorBytes(HEDDLE_F32, large, 2), UINT64_MAX);
  EXPECT_EQ(tensorBytes(HEDDLE_F32, empty, 3), 0u);
}

TEST(Signature, AcceptsWhatFits) {
  EXPECT_EQ(check(kAddModel, 0, f32({2, 3}, std::vector<float>(6)).view(), HEDDLE_OK), "");
  EXPECT_EQ(check(kAddModel, 0, f32({2, 0}, {}).view(), HEDDLE_OK), "");
}

TEST(Signature, RefusesAnotherType) {
  EXPECT_EQ(check(kAddModel, 0, i32({2, 3}, std::vector<int32_t>(6)).view()),
            "input 'a': element type is i32, wanted f32");
}

TEST(Signature, RefusesAnotherRank) {
  EXPECT_EQ(check(kAddModel, 1, f32({2, 3}, std::vector<float>(6)).view()), "input 'b': rank is 2, wanted 1");
}

TEST(Signature, RefusesMissingDims) {
  float value = 0;
  EXPECT_EQ(check(kAddModel, 1, {HEDDLE_F32, 1, nullptr, &value, 4}, HEDDLE_INVALID_ARGUMENT),
            "input 'b': the dims are null, wanted 1 sizes");
}

TEST(Signature, RefusesAnotherSize) {
  EXPECT_EQ(check(kScaleModel, 0, f32({2, 511}, std::vector<float>(1022)).view()),
            "input 'x': dimension 1 is 511, wanted 512");
  EXPECT_EQ(check(kScaleModel, 0, f32({-2, 512}, {}).view()), "input 'x': dimension 0 is -2, wanted 2");
}

TEST(Signature, RefusesASizeOutsideTheRange) {
  EXPECT_EQ(check(kAddModel, 1, f32({101}, std::vector<float>(101)).view()),
            "input 'b': dimension 0 ('n') is 101, wanted 1 to 100");
  EXPECT_EQ(check(kAddModel, 0, f32({2, -3}, {}).view()),
            "input 'a': dimension 1 ('k') is -3, wanted 0 or more");
}

TEST(Signature, RefusesOtherBytes) {
  float values[6] = {};
  int64_t dims[] = {2, 3}, large[] = {4, INT64_MAX};
  EXPECT_EQ(check(kAddModel, 0, {HEDDLE_F32, 2, dims, values, 20}),
            "input 'a': 20 bytes of data, wanted 24 for f32 [2, 3]");
  EXPECT_EQ(check(kAddModel, 0, {HEDDLE_F32, 2, large, values, 24}),
            "input 'a': f32 [4, 9223372036854775807] has more bytes than can be addressed");
}

TEST(Signature, RefusesNoData) {
  int64_t dims[] = {2, 3};
  EXPECT_EQ(check(kAddModel, 0, {HEDDLE_F32, 2, dims, nullptr, 24}),
            "input 'a': the data is null, wanted 24 bytes");
}

TEST(Signature, RefusesUnalignedData) {
  alignas(4) char data[28] = {};
  int64_t dims[] = {2, 3};
  EXPECT_EQ(check(kAddModel, 0, {HEDDLE_F32, 2, dims, data + 2, 24}),
            "input 'a': the data is not aligned to 4 bytes");
}

namespace {

struct Bound {
  heddle_status_t status;
  std::vector<int64_t> symbols;
  std::string message;
};

} // namespace

/// Binds the inputs of kAddModel; an empty shape leaves one unset.
static Bound bindAdd(std::vector<int64_t> a, std::vector<int64_t> b) {
  Input inputs[] = {{nullptr, a.data(), !a.empty()}, {nullptr, b.data(), !b.empty()}};
  Bound bound{HEDDLE_OK, std::vector<int64_t>(3), ""};
  heddle_message_t message = {};
  bound.status = bindSymbols(kAddModel, inputs, 4, bound.symbols.data(), &message);
  bound.message = message.text;
  return bound;
}

TEST(Signature, BindsSymbols) { EXPECT_EQ(bindAdd({5, 7}, {5}).symbols, (std::vector<int64_t>{4, 5, 7})); }

TEST(Signature, RefusesAnUnsetInput) {
  Bound bound = bindAdd({5, 7}, {});
  EXPECT_EQ(bound.status, HEDDLE_INVALID_INPUT);
  EXPECT_EQ(bound.message, "input 'b' is not set");
}

TEST(Signature, RefusesUnequalSizesOfOneSymbol) {
  Bound bound = bindAdd({5, 7}, {6});
  EXPECT_EQ(bound.status, HEDDLE_INVALID_INPUT);
  EXPECT_EQ(bound.message, "input 'b': dimension 0 ('n') is 6, wanted 5 as in dimension 0 of input 'a'");
}

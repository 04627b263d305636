// A weights file is mapped if it belongs to the library, and refused otherwise.
#include "test/unit/runtime/TestModels.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace heddle::test;

namespace {

/// A folder with a copy of the library "beside", whose weights file each test writes.
class Weights : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_NE(mkdtemp(name), nullptr);
    ASSERT_NE(realpath(name, folder), nullptr);
    std::ifstream from(libraryPath("beside"), std::ios::binary);
    std::ofstream(library(), std::ios::binary) << from.rdbuf();
  }
  void TearDown() override {
    unlink(library().c_str());
    unlink(weights().c_str());
    rmdir(name);
  }

  std::string library() const { return std::string(folder) + "/model.so"; }
  std::string weights() const { return std::string(folder) + "/beside.weights"; }

  void write(const std::string &hash) {
    float values[] = {5, 6, 7, 8};
    std::ofstream file(weights(), std::ios::binary);
    file.write(reinterpret_cast<const char *>(values), sizeof(values));
    file << hash;
  }

  std::string open(heddle_status_t wanted, heddle_model_t **model = nullptr) {
    heddle_model_t *opened = nullptr;
    heddle_message_t message = {};
    EXPECT_EQ(heddle_model_open(library().c_str(), nullptr, &opened, &message), wanted) << message.text;
    model ? *model = opened : (heddle_model_release(opened), opened);
    return message.text;
  }

  const std::string hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

private:
  char name[32] = "/tmp/heddle-test-XXXXXX", folder[4096];
};

} // namespace

TEST_F(Weights, AreReadFromTheFileBeside) {
  write(hash);
  heddle_model_t *model = nullptr;
  EXPECT_EQ(open(HEDDLE_OK, &model), "");
  heddle_session_t *session = nullptr;
  ASSERT_EQ(heddle_session_create(model, nullptr, &session, nullptr), HEDDLE_OK);
  heddle_model_release(model);
  float x[] = {1, 1, 1, 2}, y[4] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  EXPECT_EQ(heddle_session_run_static(session, inputs, outputs), HEDDLE_OK);
  EXPECT_EQ(y[0], 5);
  EXPECT_EQ(y[3], 16);
  heddle_session_release(session);
}

TEST_F(Weights, RefusesAMissingFile) {
  EXPECT_EQ(open(HEDDLE_NOT_FOUND),
            "cannot open weights file '" + weights() + "': No such file or directory");
}

TEST_F(Weights, RefusesAnotherLength) {
  write(hash + "x");
  EXPECT_EQ(open(HEDDLE_INVALID_MODEL), "weights file '" + weights() + "' has 81 bytes, wanted 80");
  write("");
  EXPECT_EQ(open(HEDDLE_INVALID_MODEL), "weights file '" + weights() + "' has 16 bytes, wanted 80");
}

TEST_F(Weights, RefusesTheFileOfAnotherBuild) {
  std::string other = hash;
  other[63] = '0';
  write(other);
  EXPECT_EQ(open(HEDDLE_INVALID_MODEL),
            "weights file '" + weights() + "' is of another build than the library");
}

TEST_F(Weights, RefusesAPathThatLeavesTheFolder) {
  heddle_model_t *model = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_model_open(libraryPath("escaping").c_str(), nullptr, &model, &message),
            HEDDLE_INVALID_MODEL);
  EXPECT_STREQ(message.text, "weights file '../beside.weights' is not a plain file name");
}

TEST_F(Weights, OfALinkedModelLieBesideTheProgram) {
  heddle_model_info_t info = {};
  info.abi_version = HEDDLE_ABI_VERSION;
  info.weights_bytes = 16;
  info.weights_file = "no-such.weights";
  heddle_model_t *model = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_model_create(&info, &model, &message), HEDDLE_NOT_FOUND);
  char program[4096] = {};
  ASSERT_GT(readlink("/proc/self/exe", program, sizeof(program) - 1), 0);
  std::string wanted(program);
  wanted.resize(wanted.rfind('/'));
  EXPECT_EQ(message.text,
            "cannot open weights file '" + wanted + "/no-such.weights': No such file or directory");
}

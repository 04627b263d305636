// Libraries are recognised by their notes; everything else is refused with its reason.
#include "test/unit/runtime/TestModels.h"
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>

using namespace heddle::test;

namespace {

/// A folder for the files of one test, removed with them.
class Library : public testing::Test {
protected:
  void SetUp() override { ASSERT_NE(mkdtemp(folder), nullptr); }
  void TearDown() override {
    unlink(file().c_str());
    rmdir(folder);
  }

  std::string file() const { return std::string(folder) + "/model.so"; }

  /// Writes `content` as a library and opens it; returns the message.
  std::string openContent(const std::string &content, heddle_status_t wanted) {
    std::ofstream(file(), std::ios::binary) << content;
    return open(file(), nullptr, wanted);
  }

  static std::string open(const std::string &path, const char *prefix, heddle_status_t wanted) {
    heddle_model_t *model = nullptr;
    heddle_message_t message = {};
    EXPECT_EQ(heddle_model_open(path.c_str(), prefix, &model, &message), wanted) << message.text;
    heddle_model_release(model);
    return message.text;
  }

  static std::string read(const std::string &path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

private:
  char folder[32] = "/tmp/heddle-test-XXXXXX";
};

} // namespace

TEST_F(Library, OpensTheOnlyModel) {
  EXPECT_EQ(open(libraryPath("embedded"), nullptr, HEDDLE_OK), "");
  EXPECT_EQ(open(libraryPath("embedded"), "one", HEDDLE_OK), "");
}

TEST_F(Library, AsksForANameAmongSeveral) {
  std::string path = libraryPath("two_models");
  EXPECT_EQ(open(path, nullptr, HEDDLE_NOT_FOUND), "'" + path + "' holds 2 models, name one of 'one', 'two'");
  EXPECT_EQ(open(path, "two", HEDDLE_OK), "");
  EXPECT_EQ(open(path, "three", HEDDLE_NOT_FOUND),
            "'" + path + "' holds no model 'three'; it holds 'one', 'two'");
}

TEST_F(Library, RefusesAnotherVersion) {
  std::string path = libraryPath("newer");
  EXPECT_EQ(open(path, nullptr, HEDDLE_INVALID_MODEL),
            "'" + path + "' has ABI version 99, this runtime reads version " +
                std::to_string(HEDDLE_ABI_VERSION));
}

TEST_F(Library, RefusesAMissingFile) {
  EXPECT_EQ(open("/nowhere/x.so", nullptr, HEDDLE_NOT_FOUND),
            "cannot open '/nowhere/x.so': No such file or directory");
}

TEST_F(Library, RefusesOtherFiles) {
  std::string wanted = "'" + file() + "' is not a whole shared library for this machine";
  EXPECT_EQ(openContent("", HEDDLE_INVALID_MODEL), wanted);
  EXPECT_EQ(openContent(std::string(10000, 'x'), HEDDLE_INVALID_MODEL), wanted);
  EXPECT_EQ(open("/proc/self/exe", nullptr, HEDDLE_INVALID_MODEL).substr(0, 20), "'/proc/self/exe' is ");
}

TEST_F(Library, RefusesADamagedFile) {
  std::string whole = read(libraryPath("embedded"));
  ASSERT_GT(whole.size(), 1000u);
  for (size_t bytes : {size_t(16), size_t(63), size_t(64), size_t(100), size_t(300), size_t(4096)}) {
    openContent(whole.substr(0, bytes), HEDDLE_INVALID_MODEL);
  }
  // Wild numbers in the file's head and in every segment's head must not lead outside.
  for (size_t at = 16; at < 64 + 12 * sizeof(Elf64_Phdr); at += 4) {
    std::string damaged = whole.substr(0, 4096); // the segments are not there, so never loadable
    memset(&damaged[at], 0xff, 8);
    heddle_model_t *model = nullptr;
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << damaged;
    EXPECT_NE(heddle_model_open(file().c_str(), nullptr, &model, nullptr), HEDDLE_OK) << "offset " << at;
  }
}

TEST_F(Library, RunsWithTheCopyOfTheRuntimeInside) {
  heddle_model_t *model = nullptr;
  ASSERT_EQ(heddle_model_open(libraryPath("embedded").c_str(), nullptr, &model, nullptr), HEDDLE_OK);
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 3;
  heddle_session_t *session = nullptr;
  ASSERT_EQ(heddle_session_create(model, &options, &session, nullptr), HEDDLE_OK);
  heddle_model_release(model);
  float x[] = {1, 10, 100, 1000}, y[4] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  EXPECT_EQ(heddle_session_run_static(session, inputs, outputs), HEDDLE_OK);
  EXPECT_EQ(y[3], 4000);
  heddle_session_release(session);
}

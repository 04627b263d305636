//===- ProbeTest.cpp - what this machine can do ---------------------------===//

#include "autotune/Probe.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace heddle::tune;

static llvm::Expected<MachineConstants> readText(llvm::StringRef text) {
  llvm::SmallString<128> path;
  int file = 0;
  llvm::sys::fs::createTemporaryFile("machine", "json", file, path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  auto machine = readMachine(path);
  llvm::sys::fs::remove(path);
  return machine;
}

TEST(ProbeTest, readsWhatItWrites) {
  MachineConstants machine{"znver4", 3.5, 1, 2, 64, 32, 16, 8, 200};
  auto read = readText(toJson(machine));
  ASSERT_TRUE(static_cast<bool>(read));
  EXPECT_EQ(toJson(*read), toJson(machine));
}

TEST(ProbeTest, saysWhatIsMissing) {
  auto read = readText(R"({"cpu": "znver4", "gigahertz": 3.5})");
  ASSERT_FALSE(static_cast<bool>(read));
  EXPECT_NE(llvm::toString(read.takeError()).find("'fmas_per_cycle' is missing or no number above 0"),
            std::string::npos);
  auto other = readText("[1]");
  ASSERT_FALSE(static_cast<bool>(other));
  EXPECT_NE(llvm::toString(other.takeError()).find("no JSON object with a text 'cpu'"), std::string::npos);
}

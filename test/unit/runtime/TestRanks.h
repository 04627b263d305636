//===- TestRanks.h - ranks that are threads of a test -----------*- C++ -*-===//

#ifndef TEST_UNIT_RUNTIME_TESTRANKS_H
#define TEST_UNIT_RUNTIME_TESTRANKS_H

#include "heddle/runtime.h"
#include <functional>
#include <vector>

namespace heddle::test {

/// A mesh with axes "a0", "a1", … and groups by lists of axes, in the info of a model that does nothing.
struct TestMesh {
  TestMesh(std::vector<int64_t> sizes, std::vector<std::vector<uint32_t>> groups);
  TestMesh(const TestMesh &) = delete;
  TestMesh &operator=(const TestMesh &) = delete;

  heddle_model_info_t info = {};
  uint32_t size = 1; ///< number of ranks
  /// The members of the group of `rank` along `axes`, in order, found by trying every combination.
  std::vector<int32_t> members(uint32_t rank, const std::vector<uint32_t> &axes) const;

  std::vector<int64_t> sizes;
  std::vector<std::vector<uint32_t>> groups;

private:
  std::vector<heddle_axis_info_t> axisInfos;
  std::vector<heddle_group_info_t> groupInfos;
};

/// Calls `body` with each of `size` communicators in a thread of its own, and waits for all.
void onRanks(uint32_t size, const std::function<void(heddle_communicator_t *)> &body);

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_TESTRANKS_H

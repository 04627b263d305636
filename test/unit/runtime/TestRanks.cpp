//===- TestRanks.cpp - ranks that are threads of a test -------------------===//

#include "test/unit/runtime/TestRanks.h"
#include <gtest/gtest.h>
#include <thread>

using namespace heddle::test;

TestMesh::TestMesh(std::vector<int64_t> sizes, std::vector<std::vector<uint32_t>> groups)
    : sizes(std::move(sizes)), groups(std::move(groups)) {
  static constexpr const char *names[] = {"a0", "a1", "a2", "a3"};
  for (size_t i = 0; i < this->sizes.size(); ++i) {
    axisInfos.push_back({names[i], this->sizes[i]});
    size *= uint32_t(this->sizes[i]);
  }
  for (const std::vector<uint32_t> &axes : this->groups) {
    groupInfos.push_back({uint32_t(axes.size()), axes.data()});
  }
  info.abi_version = HEDDLE_ABI_VERSION;
  info.name = "mesh";
  info.target = "x86-64-v2";
  info.content_hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  info.manifest = "{}";
  info.num_axes = uint32_t(axisInfos.size());
  info.axes = axisInfos.data();
  info.num_groups = uint32_t(groupInfos.size());
  info.groups = groupInfos.data();
  info.run = [](heddle_context_t *, int64_t, int64_t) {};
}

std::vector<int32_t> TestMesh::members(uint32_t rank, const std::vector<uint32_t> &axes) const {
  auto coordinates = [&](uint32_t of) {
    std::vector<uint32_t> result(sizes.size());
    for (size_t i = sizes.size(); i-- > 0; of /= uint32_t(sizes[i])) {
      result[i] = of % uint32_t(sizes[i]);
    }
    return result;
  };
  std::vector<uint32_t> own = coordinates(rank);
  std::vector<std::pair<std::vector<uint32_t>, int32_t>> found;
  for (uint32_t other = 0; other < size; ++other) {
    std::vector<uint32_t> theirs = coordinates(other), key, expected = own;
    for (uint32_t axis : axes) {
      key.push_back(theirs[axis]);
      expected[axis] = theirs[axis];
    }
    if (theirs == expected) {
      found.push_back({key, int32_t(other)});
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<int32_t> result;
  for (const auto &member : found) {
    result.push_back(member.second);
  }
  return result;
}

void heddle::test::onRanks(uint32_t size, const std::function<void(heddle_communicator_t *)> &body) {
  std::vector<heddle_communicator_t *> communicators(size);
  heddle_message_t message = {};
  ASSERT_EQ(heddle_communicators_create(size, communicators.data(), &message), HEDDLE_OK) << message.text;
  std::vector<std::thread> threads;
  for (heddle_communicator_t *communicator : communicators) {
    threads.emplace_back([&body, communicator] {
      body(communicator);
      heddle_communicator_release(communicator);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

// Every collective on every group of several meshes and for every type, against what a rank alone would
// compute; then sessions with models that use them.
#include "runtime/Collectives/Collectives.h"
#include "runtime/Collectives/RankBarrier.h"
#include "runtime/Collectives/Reduce.h"
#include "test/unit/runtime/TestModels.h"
#include "test/unit/runtime/TestRanks.h"
#include <gtest/gtest.h>
#include <thread>

using namespace heddle::rt;
using namespace heddle::test;

namespace {

const heddle_allocator_t kAllocator = defaultAllocator();

/// The bytes that rank `rank` gives in one case; each is a small number of its type.
std::vector<uint8_t> inputOf(uint32_t rank, heddle_dtype_t dtype, int64_t count) {
  size_t elementBytes = heddle_dtype_bytes(dtype);
  std::vector<uint8_t> bytes(size_t(count) * elementBytes);
  for (int64_t i = 0; i < count; ++i) {
    int value = int((rank * 37 + uint64_t(i) * 11) % 64);
    uint8_t *place = bytes.data() + size_t(i) * elementBytes;
    float single = float(value) * 0.37f;
    double twice = value * 0.37;
    uint32_t bits;
    memcpy(&bits, &single, 4);
    uint16_t half = dtype == HEDDLE_F16 ? uint16_t(0x3000 + value * 41) : uint16_t(bits >> 16);
    switch (dtype) {
    case HEDDLE_F32:
      memcpy(place, &single, 4);
      break;
    case HEDDLE_F64:
      memcpy(place, &twice, 8);
      break;
    case HEDDLE_F16:
    case HEDDLE_BF16:
      memcpy(place, &half, 2);
      break;
    default:
      *place = uint8_t(value); // little endian
    }
  }
  return bytes;
}

struct Case {
  std::vector<int64_t> sizes;
  std::vector<std::vector<uint32_t>> groups;
};

class CollectivesOn : public testing::TestWithParam<Case> {
protected:
  CollectivesOn() : mesh(GetParam().sizes, GetParam().groups) {}

  /// Calls `body(collectives, rank, group, members)` for each group of each rank.
  template <typename Body> void forEachGroup(Body body) {
    onRanks(mesh.size, [&](heddle_communicator_t *communicator) {
      Collectives collectives;
      heddle_message_t message = {};
      ASSERT_EQ(
          collectives.open(mesh.info, reinterpret_cast<Communicator *>(communicator), kAllocator, &message),
          HEDDLE_OK)
          << message.text;
      uint32_t rank = heddle_communicator_rank(communicator);
      for (uint32_t group = 0; group < mesh.info.num_groups; ++group) {
        std::vector<int32_t> members = mesh.members(rank, mesh.groups[group]);
        EXPECT_EQ(members[size_t(collectives.coord(group))], int32_t(rank));
        body(collectives, rank, group, members);
      }
    });
  }

  TestMesh mesh;
};

constexpr heddle_dtype_t kDtypes[] = {HEDDLE_F32, HEDDLE_F64, HEDDLE_F16, HEDDLE_BF16,
                                      HEDDLE_I8,  HEDDLE_I16, HEDDLE_I32, HEDDLE_I64,
                                      HEDDLE_U8,  HEDDLE_U16, HEDDLE_U32, HEDDLE_U64};

/// All members' inputs of `count` elements combined.
std::vector<uint8_t> combined(const std::vector<int32_t> &members, heddle_dtype_t dtype, heddle_reduce_t kind,
                              int64_t count) {
  std::vector<std::vector<uint8_t>> inputs;
  std::vector<const void *> pointers;
  for (int32_t member : members) {
    inputs.push_back(inputOf(uint32_t(member), dtype, count));
  }
  for (const std::vector<uint8_t> &input : inputs) {
    pointers.push_back(input.data());
  }
  std::vector<uint8_t> result(inputs[0].size());
  reduceInOrder(dtype, kind, pointers.data(), uint32_t(pointers.size()), result.data(), uint64_t(count));
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Meshes, CollectivesOn,
                         testing::Values(Case{{1}, {{0}}}, Case{{2}, {{0}}}, Case{{4}, {{0}}},
                                         Case{{3}, {{0}}}, Case{{2, 2}, {{0}, {1}, {0, 1}, {1, 0}, {}}},
                                         Case{{2, 2, 2}, {{0}, {1}, {2}, {0, 1}, {2, 0}, {0, 1, 2}}}));

TEST_P(CollectivesOn, AllReduce) {
  forEachGroup([](Collectives &collectives, uint32_t rank, uint32_t group,
                  const std::vector<int32_t> &members) {
    for (heddle_dtype_t dtype : kDtypes) {
      for (heddle_reduce_t kind : {HEDDLE_REDUCE_ADD, HEDDLE_REDUCE_MAX, HEDDLE_REDUCE_MIN}) {
        for (int64_t count : {0, 1, 3, 8, 37}) { // fewer elements than ranks, equal pieces, pieces and a rest
          std::vector<uint8_t> input = inputOf(rank, dtype, count), result(input.size(), 0xff);
          std::vector<uint8_t> wanted = combined(members, dtype, kind, count);
          ASSERT_EQ(collectives.allReduce(group, input.data(), result.data(), count, dtype, kind), nullptr);
          ASSERT_EQ(result, wanted) << "dtype " << dtype << ", kind " << kind << ", count " << count;
          ASSERT_EQ(input, inputOf(rank, dtype, count)) << "the input has changed";
          ASSERT_EQ(collectives.allReduce(group, input.data(), input.data(), count, dtype, kind), nullptr);
          ASSERT_EQ(input, wanted) << "in place";
        }
      }
    }
  });
}

TEST_P(CollectivesOn, ReduceScatter) {
  forEachGroup(
      [](Collectives &collectives, uint32_t rank, uint32_t group, const std::vector<int32_t> &members) {
        for (heddle_dtype_t dtype : kDtypes) {
          for (int64_t count : {0, 1, 5}) {
            int64_t all = count * int64_t(members.size());
            std::vector<uint8_t> input = inputOf(rank, dtype, all),
                                 sum = combined(members, dtype, HEDDLE_REDUCE_ADD, all);
            size_t bytes = input.size() / members.size(), at = bytes * size_t(collectives.coord(group));
            std::vector<uint8_t> result(bytes, 0xff);
            ASSERT_EQ(collectives.reduceScatter(group, input.data(), result.data(), count, dtype,
                                                HEDDLE_REDUCE_ADD),
                      nullptr);
            ASSERT_EQ(result, std::vector<uint8_t>(sum.begin() + long(at), sum.begin() + long(at + bytes)));
          }
        }
      });
}

TEST_P(CollectivesOn, AllGatherAndAllToAll) {
  forEachGroup([](Collectives &collectives, uint32_t rank, uint32_t group,
                  const std::vector<int32_t> &members) {
    for (int64_t bytes : {0, 1, 100}) {
      std::vector<uint8_t> input = inputOf(rank, HEDDLE_U8, bytes), gathered(input.size() * members.size());
      ASSERT_EQ(collectives.allGather(group, input.data(), gathered.data(), bytes), nullptr);
      std::vector<uint8_t> blocks = inputOf(rank, HEDDLE_U8, bytes * int64_t(members.size())),
                           exchanged(blocks.size());
      ASSERT_EQ(collectives.allToAll(group, blocks.data(), exchanged.data(), bytes), nullptr);
      std::vector<uint8_t> wantedGathered, wantedExchanged;
      for (int32_t member : members) {
        std::vector<uint8_t> theirs = inputOf(uint32_t(member), HEDDLE_U8, bytes);
        wantedGathered.insert(wantedGathered.end(), theirs.begin(), theirs.end());
        theirs = inputOf(uint32_t(member), HEDDLE_U8, bytes * int64_t(members.size()));
        auto block = theirs.begin() + collectives.coord(group) * bytes;
        wantedExchanged.insert(wantedExchanged.end(), block, block + bytes);
      }
      ASSERT_EQ(gathered, wantedGathered);
      ASSERT_EQ(exchanged, wantedExchanged);
    }
  });
}

TEST_P(CollectivesOn, Permute) {
  forEachGroup([](Collectives &collectives, uint32_t rank, uint32_t group,
                  const std::vector<int32_t> &members) {
    int64_t size = int64_t(members.size()), self = collectives.coord(group);
    std::vector<uint8_t> input = inputOf(rank, HEDDLE_U8, 40), result(40, 0xff), zeros(40);
    std::vector<int64_t> turn, shift; // everybody to the next; all but the last to the next
    for (int64_t i = 0; i < size; ++i) {
      turn.insert(turn.end(), {i, (i + 1) % size});
      if (i + 1 < size) {
        shift.insert(shift.end(), {i, i + 1});
      }
    }
    std::vector<uint8_t> before = inputOf(uint32_t(members[size_t((self + size - 1) % size)]), HEDDLE_U8, 40);
    ASSERT_EQ(collectives.permute(group, input.data(), result.data(), 40, turn.data(), size), nullptr);
    ASSERT_EQ(result, before);
    ASSERT_EQ(collectives.permute(group, input.data(), result.data(), 40, shift.data(), size - 1), nullptr);
    ASSERT_EQ(result, self == 0 ? zeros : before);
    int64_t alone[] = {0, 0};
    ASSERT_EQ(collectives.permute(group, input.data(), result.data(), 40, alone, 1), nullptr);
    ASSERT_EQ(result, self == 0 ? input : zeros);
  });
}

TEST_P(CollectivesOn, CountsWhatItSends) {
  forEachGroup([](Collectives &collectives, uint32_t, uint32_t group, const std::vector<int32_t> &members) {
    uint64_t n = members.size();
    std::vector<float> input(6 * n), result(6 * n * n);
    int64_t pairs[] = {0, int64_t(n - 1)};
    for (uint64_t i = 1; i <= 2; ++i) {
      ASSERT_EQ(collectives.allReduce(group, input.data(), result.data(), int64_t(6 * n), HEDDLE_F32, 0),
                nullptr);
      ASSERT_EQ(collectives.reduceScatter(group, input.data(), result.data(), 6, HEDDLE_F32, 0), nullptr);
      ASSERT_EQ(collectives.allGather(group, input.data(), result.data(), 24), nullptr);
      ASSERT_EQ(collectives.allToAll(group, input.data(), result.data(), 24), nullptr);
      ASSERT_EQ(collectives.permute(group, input.data(), result.data(), 24, pairs, 1), nullptr);
      auto expect = [&](heddle_collective_t collective, uint64_t bytes) {
        EXPECT_EQ(collectives.traffic(collective, group).calls, i);
        EXPECT_EQ(collectives.traffic(collective, group).bytes, i * bytes)
            << heddle_collective_name(collective);
      };
      expect(HEDDLE_ALL_REDUCE, 2 * 24 * (n - 1));
      expect(HEDDLE_REDUCE_SCATTER, 24 * (n - 1));
      expect(HEDDLE_ALL_GATHER, 24 * (n - 1));
      expect(HEDDLE_ALL_TO_ALL, 24 * (n - 1));
      expect(HEDDLE_PERMUTE, n > 1 && collectives.coord(group) == 0 ? 24 : 0);
    }
  });
}

TEST(Collectives, CountWhatIsLeftOver) {
  TestMesh mesh({4}, {{0}});
  onRanks(4, [&](heddle_communicator_t *communicator) {
    Collectives collectives;
    ASSERT_EQ(
        collectives.open(mesh.info, reinterpret_cast<Communicator *>(communicator), kAllocator, nullptr),
        HEDDLE_OK);
    std::vector<int16_t> values(7); // a piece of one element, and three for everybody
    ASSERT_EQ(collectives.allReduce(0, values.data(), values.data(), 7, HEDDLE_I16, HEDDLE_REDUCE_ADD),
              nullptr);
    EXPECT_EQ(collectives.traffic(HEDDLE_ALL_REDUCE, 0).bytes, 2u * (2 + 3) * 3);
  });
}

TEST(Collectives, RefuseTypesThatCannotBeCombined) {
  TestMesh mesh({2}, {{0}});
  onRanks(2, [&](heddle_communicator_t *communicator) {
    Collectives collectives;
    ASSERT_EQ(
        collectives.open(mesh.info, reinterpret_cast<Communicator *>(communicator), kAllocator, nullptr),
        HEDDLE_OK);
    bool value = true;
    EXPECT_STREQ(collectives.allReduce(0, &value, &value, 1, HEDDLE_BOOL, HEDDLE_REDUCE_ADD),
                 "the model combines numbers of a type that cannot be combined");
    EXPECT_STREQ(collectives.reduceScatter(0, &value, &value, 1, HEDDLE_BOOL, HEDDLE_REDUCE_ADD),
                 "the model combines numbers of a type that cannot be combined");
  });
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

namespace {

const int64_t kFour[] = {4};
const heddle_tensor_info_t kX[] = {{"x", HEDDLE_F32, 1, kFour}};
const heddle_tensor_info_t kY[] = {{"y", HEDDLE_F32, 1, kFour}};
const heddle_symbol_info_t kWorkers[] = {{"$workers", 1, INT64_MAX}};

/// y = 2 * (sum over all ranks of x) + this rank's number; a negative x[0] fails the run before that.
void runSum(heddle_context_t *context, int64_t worker, int64_t) {
  auto *x = static_cast<const float *>(context->inputs[0]);
  if (worker == 0) {
    heddle_output(context, 0, kFour);
    if (x[0] < 0) {
      heddle_fail(context, "node sum (Sum): a number is negative");
    }
  }
  heddle_barrier(context, worker);
  if (context->failed) {
    return;
  }
  auto *y = static_cast<float *>(context->outputs[0]);
  if (worker == 0) {
    heddle_all_reduce(context, 0, x, y, 4, HEDDLE_F32, HEDDLE_REDUCE_ADD);
    heddle_all_reduce(context, 1, y, y, 4, HEDDLE_F32, HEDDLE_REDUCE_MAX);
  }
  heddle_barrier(context, worker);
  if (context->failed) {
    return;
  }
  if (worker == 0) {
    for (int i = 0; i < 4; ++i) {
      y[i] = 2 * y[i] + float(heddle_coord(context, 0));
    }
  }
}

/// A model with `runSum` on the mesh.
heddle_model_info_t sumModel(const TestMesh &mesh) {
  heddle_model_info_t info = mesh.info;
  info.num_symbols = info.num_inputs = info.num_outputs = 1;
  info.symbols = kWorkers;
  info.inputs = kX;
  info.outputs = kY;
  info.run = runSum;
  return info;
}

heddle_session_options_t optionsWith(heddle_communicator_t *communicator, uint32_t threads = 1) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  options.communicator = communicator;
  return options;
}

std::string refuse(const heddle_model_info_t &info, heddle_communicator_t *communicator,
                   heddle_status_t wanted) {
  heddle_session_options_t options = optionsWith(communicator);
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  EXPECT_EQ(heddle_session_create_linked(&info, &options, &session, &message), wanted);
  EXPECT_EQ(session, nullptr);
  return message.text;
}

} // namespace

TEST(CollectiveSession, RunsOnRanksWithWorkers) {
  TestMesh mesh({2, 2}, {{0, 1}, {1}});
  heddle_model_info_t info = sumModel(mesh);
  for (uint32_t threads : {1u, 2u}) {
    onRanks(4, [&](heddle_communicator_t *communicator) {
      TestSession session(info, optionsWith(communicator, threads));
      float rank = float(heddle_communicator_rank(communicator));
      for (int run = 0; run < 20; ++run) {
        HostTensor<float> x = f32({4}, {rank, float(run), 1, 0.5f});
        ASSERT_EQ(session.set(0, x), HEDDLE_OK);
        ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
        EXPECT_EQ(session.output<float>(0),
                  (std::vector<float>{12 + rank, 8 * float(run) + rank, 8 + rank, 4 + rank}));
      }
      heddle_traffic_t traffic = {};
      ASSERT_EQ(heddle_session_traffic(session, HEDDLE_ALL_REDUCE, 0, &traffic), HEDDLE_OK);
      EXPECT_EQ(traffic.calls, 20u);
      EXPECT_EQ(traffic.bytes, 20u * 2 * 16 * 3 / 4);
      EXPECT_EQ(heddle_session_traffic(session, HEDDLE_NUM_COLLECTIVES, 0, &traffic),
                HEDDLE_INVALID_ARGUMENT);
      EXPECT_EQ(session.message(), "there is no collective 5");
      EXPECT_EQ(heddle_session_traffic(session, HEDDLE_ALL_REDUCE, 2, &traffic), HEDDLE_INVALID_ARGUMENT);
      EXPECT_EQ(session.message(), "there is no group 2: the model has 2");
    });
  }
}

TEST(CollectiveSession, RefusesAnotherNumberOfRanks) {
  TestMesh mesh({2, 2}, {{0, 1}, {1}}), none({}, {});
  heddle_model_info_t info = sumModel(mesh), single = sumModel(none);
  EXPECT_EQ(refuse(info, nullptr, HEDDLE_INVALID_ARGUMENT),
            "the model is for 4 ranks (a0 2, a1 2), here are 1");
  onRanks(3, [&](heddle_communicator_t *communicator) {
    EXPECT_EQ(refuse(info, communicator, HEDDLE_INVALID_ARGUMENT),
              "the model is for 4 ranks (a0 2, a1 2), here are 3");
    EXPECT_EQ(refuse(single, communicator, HEDDLE_INVALID_ARGUMENT), "the model is for 1 rank, here are 3");
  });
}

TEST(CollectiveSession, RefusesTheCommunicatorOfAnotherRuntime) {
  TestMesh mesh({2, 2}, {{0, 1}, {1}});
  heddle_model_info_t info = sumModel(mesh);
  const void *foreign[] = {&mesh};
  EXPECT_EQ(refuse(info, reinterpret_cast<heddle_communicator_t *>(foreign), HEDDLE_INVALID_ARGUMENT),
            "the communicator was made by another copy of the runtime than the session's");
}

TEST(CollectiveSession, AFailedRankEndsTheRunsOfAll) {
  TestMesh mesh({2, 2}, {{0, 1}, {1}});
  heddle_model_info_t info = sumModel(mesh);
  RankBarrier firstRun(4, 0); // a failure would reach ranks that are still in it
  onRanks(4, [&](heddle_communicator_t *communicator) {
    TestSession session(info, optionsWith(communicator, 2));
    uint32_t rank = heddle_communicator_rank(communicator);
    HostTensor<float> good = f32({4}, {1, 1, 1, 1}), bad = f32({4}, {-1, 1, 1, 1});
    ASSERT_EQ(session.set(0, good), HEDDLE_OK);
    ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
    firstRun.meet();
    ASSERT_EQ(session.set(0, rank == 2 ? bad : good), HEDDLE_OK);
    EXPECT_EQ(heddle_session_run(session), HEDDLE_RUN_FAILED);
    EXPECT_EQ(session.message(), rank == 2 ? "node sum (Sum): a number is negative"
                                           : "all_reduce over a0, a1 (ranks 0, 1, 2, 3): rank 2 failed: node "
                                             "sum (Sum): a number is negative");
    ASSERT_EQ(session.set(0, good), HEDDLE_OK);
    EXPECT_EQ(heddle_session_run(session), HEDDLE_RUN_FAILED);
    EXPECT_EQ(session.message(), "an earlier run of this rank failed");
  });
}

TEST(CollectiveSession, AFailureOutsideARunEndsTheRunsOfTheOthers) {
  TestMesh mesh({2}, {{0}, {0}});
  heddle_model_info_t info = sumModel(mesh);
  onRanks(2, [&](heddle_communicator_t *communicator) {
    if (heddle_communicator_rank(communicator) == 1) {
      heddle_communicator_fail(communicator, "no such file");
      return;
    }
    TestSession session(info, optionsWith(communicator));
    HostTensor<float> x = f32({4}, {1, 1, 1, 1});
    ASSERT_EQ(session.set(0, x), HEDDLE_OK);
    EXPECT_EQ(heddle_session_run(session), HEDDLE_RUN_FAILED);
    EXPECT_EQ(session.message(), "all_gather (ranks 0, 1): rank 1 failed: no such file");
  });
}

TEST(CollectiveSession, ComparesTheModelsOfRanks) {
  TestMesh mesh({2}, {{0}, {0}});
  heddle_model_info_t info = sumModel(mesh), other = info;
  other.content_hash = "another hash";
  onRanks(2, [&](heddle_communicator_t *communicator) {
    uint32_t rank = heddle_communicator_rank(communicator);
    TestSession session(rank == 0 ? info : other, optionsWith(communicator));
    HostTensor<float> x = f32({4}, {1, 1, 1, 1});
    ASSERT_EQ(session.set(0, x), HEDDLE_OK);
    // Each finds it by itself, unless the other's failure reaches it first.
    EXPECT_NE(heddle_session_run(session), HEDDLE_OK);
    EXPECT_NE(session.message().find("has another build of the model than rank"), std::string::npos)
        << session.message();
  });
}

TEST(CollectiveSession, OneSessionOfACommunicatorRunsAtATime) {
  TestMesh mesh({1}, {{0}, {0}});
  heddle_model_info_t info = sumModel(mesh);
  onRanks(1, [&](heddle_communicator_t *communicator) {
    TestSession session(info, optionsWith(communicator));
    ASSERT_TRUE(reinterpret_cast<Communicator *>(communicator)->acquire()); // as a running session does
    EXPECT_EQ(refuse(info, communicator, HEDDLE_BUSY), "another session of the communicator runs");
    EXPECT_EQ(heddle_session_run(session), HEDDLE_BUSY);
    EXPECT_EQ(session.message(), "another session of the communicator runs");
    reinterpret_cast<Communicator *>(communicator)->yield();
  });
}

TEST(CollectiveSession, AMeshOfOneNeedsNoCommunicator) {
  TestMesh mesh({1, 1}, {{0, 1}, {1}});
  heddle_model_info_t info = sumModel(mesh);
  TestSession session(info);
  HostTensor<float> x = f32({4}, {1, 2, 3, 4});
  ASSERT_EQ(session.set(0, x), HEDDLE_OK);
  ASSERT_EQ(heddle_session_run(session), HEDDLE_OK) << session.message();
  EXPECT_EQ(session.output<float>(0), (std::vector<float>{2, 4, 6, 8}));
}

//===- TestModels.h - models as generated code would be ---------*- C++ -*-===//
//
// Small models written by hand against abi.h, one for each thing that a model can do with a session.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_RUNTIME_TESTMODELS_H
#define TEST_UNIT_RUNTIME_TESTMODELS_H

#include "heddle/runtime.h"
#include <initializer_list>
#include <string>
#include <vector>

namespace heddle::test {

/// "x" f32 [2, 512] -> "y" f32 [2, 512], y[i] = 2 * (x[i] + 1), every size static. Two steps with a barrier
/// between: workers write x + 1 to planned buffer 0 and read what another one wrote.
extern const heddle_model_info_t kScaleModel;

/// "a" f32 [n, k] and "b" f32 [n], 1 <= n <= 100 -> "sum" f32 [n, k] = a[i, j] + b[i], by way of a planned
/// buffer of n * k.
extern const heddle_model_info_t kAddModel;

/// "x" i32 [n] -> "places" i64 [rows, 1] of the elements that are not zero: the size is found by the run, the
/// coordinates are first in slot 0.
extern const heddle_model_info_t kNonZeroModel;

/// "x" i32 [4]: where x[0] is not 0 the last worker fails with `kFailure`; "y" i32 [] = 7. Between are 100
/// barriers, and workers that part ways hang.
extern const heddle_model_info_t kFailModel;
extern const char *const kFailure;

/// A variable of two i64, {40, 50} at first; a run adds 1 to each and copies them to "y" i64 [2].
extern const heddle_model_info_t kCounterModel;

/// "x" i64 [8] -> "y" i64 [8] after 200 rounds of y[i] = y[i] * 3 + y[i + 1], each with two barriers.
extern const heddle_model_info_t kRoundsModel;

/// "x" string [n] -> "y" string [n + 1]: x backwards, then the model's own "yes"; "known" bool [n]: whether
/// each of x is one of the first two texts of the model, which has "yes", "" and "n\0o". For n = 9 the last
/// of y is a number that stands for no text.
extern const heddle_model_info_t kTextModel;

/// A dense tensor with its data, for inputs and expectations.
template <typename T> struct HostTensor {
  uint32_t dtype;
  std::vector<int64_t> dims;
  std::vector<T> values;

  heddle_tensor_t view() const {
    return {dtype, uint32_t(dims.size()), dims.data(), values.data(), values.size() * sizeof(T)};
  }
};

HostTensor<float> f32(std::vector<int64_t> dims, std::vector<float> values);
HostTensor<int32_t> i32(std::vector<int64_t> dims, std::vector<int32_t> values);

/// The path of a library of TestLibrary.c that CMake builds in the folder "runtime" beside the test
/// executable.
std::string libraryPath(const std::string &name);

/// A model and a session of it, released at the end. Fails the test if they cannot be made.
class TestSession {
public:
  explicit TestSession(const heddle_model_info_t &info, uint32_t threads = 1);
  TestSession(const heddle_model_info_t &info, const heddle_session_options_t &options);
  ~TestSession();
  TestSession(const TestSession &) = delete;
  TestSession &operator=(const TestSession &) = delete;

  operator heddle_session_t *() const { return session; }
  template <typename T> heddle_status_t set(uint32_t index, const HostTensor<T> &tensor) {
    heddle_tensor_t view = tensor.view();
    return heddle_session_set_input(session, index, &view);
  }
  std::string message() const { return heddle_session_message(session); }
  /// The values of output `index`; fails the test if there are none.
  template <typename T> std::vector<T> output(uint32_t index, std::vector<int64_t> *dims = nullptr) {
    heddle_tensor_t tensor = outputView(index);
    auto *data = static_cast<const T *>(tensor.data);
    if (dims) {
      dims->assign(tensor.dims, tensor.dims + tensor.rank);
    }
    return std::vector<T>(data, data + tensor.bytes / sizeof(T));
  }

private:
  heddle_tensor_t outputView(uint32_t index);
  heddle_session_t *session = nullptr;
};

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_TESTMODELS_H

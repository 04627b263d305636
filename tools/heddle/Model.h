//===- Model.h - a compiled model and a session in the tool -----*- C++ -*-===//
//
// Owners for the handles of the runtime, with its messages turned into errors. A model that is not compiled
// yet is compiled into a temporary folder first, which is gone once the model is open.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_MODEL_H
#define TOOLS_HEDDLE_MODEL_H

#include "heddle/runtime.h"
#include "tools/heddle/HostTensor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace heddle::cli {

/// "1.5 MB", "640 bytes"; powers of 1000.
std::string bytesText(uint64_t bytes);

/// "12.3 us", "4.56 ms".
std::string timeText(double nanos);

struct ReleaseModel {
  void operator()(heddle_model_t *model) const { heddle_model_release(model); }
};
using Model = std::unique_ptr<heddle_model_t, ReleaseModel>;

struct ReleaseSession {
  void operator()(heddle_session_t *session) const { heddle_session_release(session); }
};
using Session = std::unique_ptr<heddle_session_t, ReleaseSession>;

/// The device called "cpu" or "cuda"; an error on other text.
llvm::Expected<heddle_device_t> parseDevice(llvm::StringRef name);

/// Opens a compiled library, or compiles a model (.onnx, .mlir) for this machine and `device`, for profiles
/// if `profile`, and opens that.
llvm::Expected<Model> openModel(llvm::StringRef path, heddle_device_t device = HEDDLE_DEVICE_CPU,
                                bool profile = false);

/// A session on `device` with `threads` threads; 0 leaves it to the runtime. `communicator` is its rank, or
/// null.
llvm::Expected<Session> createSession(heddle_model_t *model, uint32_t threads,
                                      heddle_communicator_t *communicator = nullptr,
                                      heddle_device_t device = HEDDLE_DEVICE_CPU, uint32_t deviceIndex = 0);

/// Success, or the session's message.
llvm::Error check(heddle_session_t *session, heddle_status_t status);

/// A view of `tensor`, which must outlive it.
heddle_tensor_t viewOf(const HostTensor &tensor);

/// A copy of output `index` of the last run.
llvm::Expected<HostTensor> copyOutput(heddle_session_t *session, uint32_t index);

/// "float32 [batch, 3, 224, 224]", with symbols by their names and "?" for sizes that only a run tells.
std::string signatureText(const heddle_model_info_t &info, const heddle_tensor_info_t &tensor);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_MODEL_H

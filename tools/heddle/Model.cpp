//===- Model.cpp - a compiled model and a session in the tool -------------===//

#include "tools/heddle/Model.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Pipeline.h"
#include "tools/heddle/Progress.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace heddle::cli {

/// A number in the largest unit it reaches, with three digits.
static std::string scaled(double value, llvm::ArrayRef<const char *> units) {
  size_t unit = 0;
  while (value >= 1000 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(unit == 0 || value >= 100 ? "%.0f"
                                                 : value >= 10             ? "%.1f"
                                                                           : "%.2f",
                                                 value)
                                 << ' ' << units[unit];
  return text;
}

std::string bytesText(uint64_t bytes) {
  return scaled(static_cast<double>(bytes), {"bytes", "KB", "MB", "GB"});
}

std::string timeText(double nanos) { return scaled(nanos, {"ns", "us", "ms", "s"}); }

static llvm::Expected<Model> openLibrary(llvm::StringRef path) {
  heddle_model_t *model = nullptr;
  heddle_message_t message = {};
  heddle_status_t status = heddle_model_open(path.str().c_str(), nullptr, &model, &message);
  if (status != HEDDLE_OK) {
    return driver::failure(driver::ExitStatus::BadInput, path + ": " + message.text);
  }
  return Model(model);
}

/// Compiles into a folder that is removed again; the opened library stays mapped.
static llvm::Expected<Model> compileAndOpen(llvm::StringRef path, heddle_device_t device, bool profile) {
  llvm::SmallString<128> folder;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("heddle", folder)) {
    return driver::failure(driver::ExitStatus::BadInput, "no temporary folder: " + error.message());
  }
  llvm::scope_exit remove([&] { llvm::sys::fs::remove_directories(folder); });
  driver::CompileOptions options;
  options.input = path.str();
  options.profile = profile;
  if (device == HEDDLE_DEVICE_CUDA) {
    options.target = "native,sm_80"; // later GPUs run it too
  }
  options.output = (folder + "/model.so").str();
  {
    Progress progress(path);
    options.onPhase = [&](llvm::StringRef phase) { progress.setPhase(phase); };
    auto summary = driver::compileFile(options);
    if (!summary) {
      return summary.takeError();
    }
  }
  return openLibrary(options.output);
}

llvm::Expected<heddle_device_t> parseDevice(llvm::StringRef name) {
  if (name == "cpu") {
    return HEDDLE_DEVICE_CPU;
  }
  if (name == "cuda") {
    return HEDDLE_DEVICE_CUDA;
  }
  return driver::failure(driver::ExitStatus::Usage, "--device '" + name + "' is none of cpu, cuda");
}

llvm::Expected<Model> openModel(llvm::StringRef path, heddle_device_t device, bool profile) {
  llvm::StringRef extension = llvm::sys::path::extension(path);
  return extension == ".onnx" || extension == ".mlir" ? compileAndOpen(path, device, profile)
                                                      : openLibrary(path);
}

llvm::Expected<Session> createSession(heddle_model_t *model, uint32_t threads,
                                      heddle_communicator_t *communicator, heddle_device_t device,
                                      uint32_t deviceIndex) {
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  options.communicator = communicator;
  options.device = device;
  options.device_index = deviceIndex;
  heddle_session_t *session = nullptr;
  heddle_message_t message = {};
  if (heddle_session_create(model, &options, &session, &message) != HEDDLE_OK) {
    return driver::failure(driver::ExitStatus::BadInput, message.text);
  }
  return Session(session);
}

llvm::Error check(heddle_session_t *session, heddle_status_t status) {
  if (status == HEDDLE_OK) {
    return llvm::Error::success();
  }
  return driver::failure(driver::ExitStatus::BadInput,
                         llvm::Twine(heddle_status_name(status)) + ": " + heddle_session_message(session));
}

heddle_tensor_t viewOf(const HostTensor &tensor) {
  heddle_tensor_t view = {};
  view.dtype = tensor.dtype();
  view.rank = static_cast<uint32_t>(tensor.shape().size());
  view.dims = tensor.shape().data();
  view.data = tensor.data();
  view.bytes = tensor.bytes();
  return view;
}

llvm::Expected<HostTensor> copyOutput(heddle_session_t *session, uint32_t index) {
  heddle_tensor_t view = {};
  if (llvm::Error error = check(session, heddle_session_output(session, index, &view))) {
    return error;
  }
  auto tensor = HostTensor::create(view.dtype, llvm::ArrayRef<int64_t>(view.dims, view.rank));
  if (tensor && view.dtype == HEDDLE_STRING) {
    auto *texts = static_cast<const heddle_string_t *>(view.data);
    for (int64_t i = 0; i < tensor->numElements(); ++i) {
      tensor->setText(i, llvm::StringRef(texts[i].data, texts[i].bytes));
    }
  } else if (tensor && view.bytes != 0) {
    std::memcpy(tensor->data(), view.data, view.bytes);
  }
  return tensor;
}

std::string signatureText(const heddle_model_info_t &info, const heddle_tensor_info_t &tensor) {
  std::string text = std::string(heddle_dtype_name(tensor.dtype)) + " [";
  for (uint32_t d = 0; d < tensor.rank; ++d) {
    int64_t size = tensor.dims[d];
    text += d == 0 ? "" : ", ";
    text += size >= 0 ? std::to_string(size) : size == HEDDLE_DIM_OPEN ? "?" : info.symbols[-1 - size].name;
  }
  return text + "]";
}

} // namespace heddle::cli

//===- Model.h - an immutable compiled model --------------------*- C++ -*-===//

#ifndef RUNTIME_CORE_MODEL_H
#define RUNTIME_CORE_MODEL_H

#include "heddle/abi.h"
#include "heddle/types.h"
#include "runtime/Core/Texts.h"
#include "runtime/Core/Weights.h"
#include "runtime/Device/CudaModel.h"
#include <atomic>
#include <pthread.h>

namespace heddle::rt {

/// Counted by its users; destroyed, and its library unloaded, with the last.
class Model {
public:
  /// `library` is the handle of dlopen that holds `info`, or null; the model owns it from here on, also on
  /// failure.
  static heddle_status_t create(const heddle_model_info_t *info, void *library, Model **model,
                                heddle_message_t *message);

  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;

  void retain() { users.fetch_add(1, std::memory_order_relaxed); }
  void release();

  const heddle_model_info_t &info() const { return modelInfo; }
  const uint8_t *weights() const { return modelWeights.data(); }
  /// Whether an input or an output is text.
  bool hasTexts() const { return isOfText; }
  const Vocabulary &vocabulary() const { return modelTexts; }

  /// The model on GPU number `index`: made for the first who asks, the same for all, until as many have left.
  heddle_status_t useDevice(uint32_t index, CudaModel **device, heddle_message_t *message);
  void leaveDevice(CudaModel *device);

private:
  Model(const heddle_model_info_t &info, void *library) : modelInfo(info), library(library) {}
  ~Model() = default;

  std::atomic<uint32_t> users{1};
  const heddle_model_info_t &modelInfo;
  void *library;
  Weights modelWeights;
  bool isOfText = false;
  Vocabulary modelTexts;
  pthread_mutex_t devicesMutex = PTHREAD_MUTEX_INITIALIZER; ///< of the list, and of making what is in it
  CudaModel *devices = nullptr;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_MODEL_H

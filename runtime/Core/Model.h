//===- Model.h - an immutable compiled model --------------------*- C++ -*-===//

#ifndef RUNTIME_CORE_MODEL_H
#define RUNTIME_CORE_MODEL_H

#include "heddle/abi.h"
#include "heddle/types.h"
#include "runtime/Core/Texts.h"
#include "runtime/Core/Weights.h"
#include <atomic>

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

private:
  Model(const heddle_model_info_t &info, void *library) : modelInfo(info), library(library) {}
  ~Model() = default;

  std::atomic<uint32_t> users{1};
  const heddle_model_info_t &modelInfo;
  void *library;
  Weights modelWeights;
  bool isOfText = false;
  Vocabulary modelTexts;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_MODEL_H

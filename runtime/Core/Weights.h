//===- Weights.h - the constants of a model ---------------------*- C++ -*-===//
//
// Weights are read where they lie: inside the library, or in a file beside it that is mapped read-only and
// shared, so that all processes use one copy. Nothing is read or copied when a model is opened.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_WEIGHTS_H
#define RUNTIME_CORE_WEIGHTS_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include <cstddef>

namespace heddle::rt {

class Weights {
public:
  Weights() = default;
  Weights(const Weights &) = delete;
  Weights &operator=(const Weights &) = delete;
  ~Weights();

  /// Finds the weights of `info`, whose file lies in the folder of the library or program that holds `info`.
  /// Called once.
  heddle_status_t open(const heddle_model_info_t &info, heddle_message_t *message);

  /// Aligned to 64 bytes; null if the model has none.
  const uint8_t *data() const { return first; }

private:
  heddle_status_t map(const char *path, const heddle_model_info_t &info, heddle_message_t *message);

  const uint8_t *first = nullptr;
  void *mapping = nullptr; ///< null if the weights are inside the library
  size_t mappedBytes = 0;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_WEIGHTS_H

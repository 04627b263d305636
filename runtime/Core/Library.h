//===- Library.h - compiled models in shared libraries ----------*- C++ -*-===//

#ifndef RUNTIME_CORE_LIBRARY_H
#define RUNTIME_CORE_LIBRARY_H

#include "heddle/abi.h"
#include "heddle/status.h"

namespace heddle::rt {

/// A loaded library and the model that was found in it.
struct Library {
  void *handle; ///< of dlopen; the owner closes it
  const heddle_model_info_t *info;
};

/// Loads the library at `path` and finds the model called `prefix`, or its only one if `prefix` is null. On
/// failure nothing stays loaded.
heddle_status_t openLibrary(const char *path, const char *prefix, Library &library,
                            heddle_message_t *message);

} // namespace heddle::rt

#endif // RUNTIME_CORE_LIBRARY_H

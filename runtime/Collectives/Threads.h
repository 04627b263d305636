//===- Threads.h - ranks that are threads of one process --------*- C++ -*-===//
//
// A transport (transport.h) without messages: each member of a group shows the others where its input lies,
// they meet, everybody copies what it needs from where it lies, and they meet again before an input changes.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_COLLECTIVES_THREADS_H
#define RUNTIME_COLLECTIVES_THREADS_H

#include "heddle/transport.h"
#include <cstdint>

namespace heddle::rt {

/// Its `open` is null: ranks are made together, by the function below.
extern const heddle_transport_t kThreadTransport;

/// Makes the worlds of `size` ranks, worlds[0 … size - 1]; each is closed by itself, in any order. False if
/// there is no memory.
bool openThreadWorlds(uint32_t size, void **worlds);

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_THREADS_H

//===- GeneratedCalls.h - what generated code calls -------------*- C++ -*-===//

#ifndef RUNTIME_CORE_GENERATEDCALLS_H
#define RUNTIME_CORE_GENERATEDCALLS_H

#include "heddle/abi.h"

namespace heddle::rt {

/// The functions of this copy of the runtime, for the context of its sessions.
extern const heddle_calls_t kGeneratedCalls;

} // namespace heddle::rt

#endif // RUNTIME_CORE_GENERATEDCALLS_H

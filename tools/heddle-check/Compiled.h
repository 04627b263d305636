//===- Compiled.h - running a compiled function -----------------*- C++ -*-===//
//
// All memory that compiled code sees ends at a page that may not be touched and starts as 0xff bytes (NaN,
// -1), so that reading behind a tensor or what was never written shows.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_CHECK_COMPILED_H
#define TOOLS_HEDDLE_CHECK_COMPILED_H

#include "dialects/Graph/Reference/Tensor.h"
#include "heddle/runtime.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace heddle::check {

using Tensors = SmallVector<reference::Tensor>;

/// A loaded library and one session.
class Compiled {
public:
  /// Loads `library` and makes a session with `threads` threads, or on another device than the CPU.
  static llvm::Expected<std::unique_ptr<Compiled>> open(StringRef library, unsigned threads,
                                                        heddle_device_t device = HEDDLE_DEVICE_CPU);
  ~Compiled();

  /// One run. An error carries the runtime's message.
  llvm::Expected<Tensors> run(ArrayRef<reference::Tensor> inputs);

private:
  heddle_model_t *model = nullptr;
  heddle_session_t *session = nullptr;
};

} // namespace heddle::check

#endif // TOOLS_HEDDLE_CHECK_COMPILED_H

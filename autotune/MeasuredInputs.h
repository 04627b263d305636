//===- MeasuredInputs.h - what a library is run on to time it ---*- C++ -*-===//

#ifndef AUTOTUNE_MEASUREDINPUTS_H
#define AUTOTUNE_MEASUREDINPUTS_H

#include "heddle/runtime.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace heddle::tune {

/// Values of symbols by name.
using Sizes = llvm::StringMap<int64_t>;

/// The inputs of a model: floats of 32 and 64 bits in [-1, 1), 8-bit integers of all values, others 0 or 1 so
/// that they are good as indices and truth values. The same at every call.
class MeasuredInputs {
public:
  /// An error if a size is a symbol without a value.
  static llvm::Expected<MeasuredInputs> make(const heddle_model_info_t &info, const Sizes &sizes);

  /// Gives them to a session of a model of the same signature; they must outlive its runs. An error has the
  /// session's message.
  llvm::Error setIn(heddle_session_t *session) const;

private:
  struct Input {
    uint32_t dtype;
    std::vector<int64_t> dims;
    std::vector<uint64_t> data; // words, for their alignment
    size_t bytes;
  };
  std::vector<Input> inputs;
};

} // namespace heddle::tune

#endif // AUTOTUNE_MEASUREDINPUTS_H

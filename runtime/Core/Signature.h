//===- Signature.h - does a call fit the model? -----------------*- C++ -*-===//
//
// Generated code trusts its inputs: their type, rank, sizes and bytes are checked here, before every run. A
// tensor is checked by itself when it is set; dimensions that share a symbol are compared when all inputs are
// known.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_SIGNATURE_H
#define RUNTIME_CORE_SIGNATURE_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include "heddle/types.h"

namespace heddle::rt {

/// An input as it was set.
struct Input {
  const void *data;
  int64_t *dims; ///< as many as the rank
  bool isSet;
};

/// Bytes of a dense tensor, or UINT64_MAX if they do not fit in 63 bits. Sizes are not negative.
uint64_t tensorBytes(uint32_t dtype, const int64_t *dims, uint32_t rank);

/// What the address of a tensor's data is a multiple of: the bytes of an element, at most 8.
size_t dtypeAlignment(uint32_t dtype);

/// Checks everything about `tensor` as input `index` that does not depend on other inputs.
heddle_status_t checkInput(const heddle_model_info_t &info, uint32_t index, const heddle_tensor_t &tensor,
                           heddle_message_t *message);

/// Checks that all inputs are set and agree, and writes the values of all symbols: symbol 0 is `workers`, a
/// symbol of no input is 0.
heddle_status_t bindSymbols(const heddle_model_info_t &info, const Input *inputs, uint32_t workers,
                            int64_t *symbols, heddle_message_t *message);

} // namespace heddle::rt

#endif // RUNTIME_CORE_SIGNATURE_H

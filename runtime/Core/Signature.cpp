//===- Signature.cpp - does a call fit the model? -------------------------===//

#include "runtime/Core/Signature.h"
#include "heddle/runtime.h"
#include "runtime/Core/Message.h"
#include <cinttypes>

using namespace heddle::rt;

/// The symbol that a dimension of an input stands for.
static int64_t symbolOf(int64_t dim) { return -1 - dim; }

uint64_t heddle::rt::tensorBytes(uint32_t dtype, const int64_t *dims, uint32_t rank) {
  uint64_t bytes = heddle_dtype_bytes(dtype);
  bool overflow = false;
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] == 0) {
      return 0;
    }
    overflow |= __builtin_mul_overflow(bytes, uint64_t(dims[i]), &bytes);
  }
  return overflow || bytes > INT64_MAX ? UINT64_MAX : bytes;
}

size_t heddle::rt::dtypeAlignment(uint32_t dtype) {
  size_t bytes = heddle_dtype_bytes(dtype);
  return bytes < alignof(heddle_string_t) ? bytes : alignof(heddle_string_t);
}

/// Checks one size against what the signature says: a number, or the range of a symbol.
static heddle_status_t checkDim(const heddle_model_info_t &info, const heddle_tensor_info_t &input,
                                uint32_t dim, int64_t found, heddle_message_t *message) {
  int64_t wanted = input.dims[dim];
  if (wanted >= 0) {
    return found == wanted ? HEDDLE_OK
                           : report(message, HEDDLE_INVALID_INPUT,
                                    "input '%s': dimension %u is %" PRId64 ", wanted %" PRId64, input.name,
                                    dim, found, wanted);
  }
  const heddle_symbol_info_t &symbol = info.symbols[symbolOf(wanted)];
  int64_t least = symbol.min < 0 ? 0 : symbol.min;
  if (found >= least && found <= symbol.max) {
    return HEDDLE_OK;
  }
  if (symbol.max == INT64_MAX) {
    return report(message, HEDDLE_INVALID_INPUT,
                  "input '%s': dimension %u ('%s') is %" PRId64 ", wanted %" PRId64 " or more", input.name,
                  dim, symbol.name, found, least);
  }
  return report(message, HEDDLE_INVALID_INPUT,
                "input '%s': dimension %u ('%s') is %" PRId64 ", wanted %" PRId64 " to %" PRId64, input.name,
                dim, symbol.name, found, least, symbol.max);
}

static heddle_status_t checkData(const heddle_tensor_info_t &input, const heddle_tensor_t &tensor,
                                 heddle_message_t *message) {
  uint64_t wanted = tensorBytes(tensor.dtype, tensor.dims, tensor.rank);
  if (wanted == UINT64_MAX) {
    return report(message, HEDDLE_INVALID_INPUT, "input '%s': %s %s has more bytes than can be addressed",
                  input.name, heddle_dtype_name(tensor.dtype), ShapeText(tensor.dims, tensor.rank).text);
  }
  if (tensor.bytes != wanted) {
    return report(message, HEDDLE_INVALID_INPUT,
                  "input '%s': %zu bytes of data, wanted %" PRIu64 " for %s %s", input.name, tensor.bytes,
                  wanted, heddle_dtype_name(tensor.dtype), ShapeText(tensor.dims, tensor.rank).text);
  }
  if (!tensor.data && wanted > 0) {
    return report(message, HEDDLE_INVALID_INPUT, "input '%s': the data is null, wanted %" PRIu64 " bytes",
                  input.name, wanted);
  }
  size_t alignment = dtypeAlignment(tensor.dtype);
  if (reinterpret_cast<uintptr_t>(tensor.data) % alignment) {
    return report(message, HEDDLE_INVALID_INPUT, "input '%s': the data is not aligned to %zu bytes",
                  input.name, alignment);
  }
  return HEDDLE_OK;
}

heddle_status_t heddle::rt::checkInput(const heddle_model_info_t &info, uint32_t index,
                                       const heddle_tensor_t &tensor, heddle_message_t *message) {
  const heddle_tensor_info_t &input = info.inputs[index];
  if (tensor.dtype != input.dtype) {
    return report(message, HEDDLE_INVALID_INPUT, "input '%s': element type is %s, wanted %s", input.name,
                  heddle_dtype_name(tensor.dtype), heddle_dtype_name(input.dtype));
  }
  if (tensor.rank != input.rank) {
    return report(message, HEDDLE_INVALID_INPUT, "input '%s': rank is %u, wanted %u", input.name, tensor.rank,
                  input.rank);
  }
  if (tensor.rank > 0 && !tensor.dims) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "input '%s': the dims are null, wanted %u sizes",
                  input.name, input.rank);
  }
  for (uint32_t i = 0; i < input.rank; ++i) {
    if (heddle_status_t status = checkDim(info, input, i, tensor.dims[i], message)) {
      return status;
    }
  }
  return checkData(input, tensor, message);
}

/// Reports that dimension `dim` of input `index` differs from an earlier dimension with the same symbol.
static heddle_status_t reportConflict(const heddle_model_info_t &info, const Input *inputs, uint32_t index,
                                      uint32_t dim, int64_t wanted, heddle_message_t *message) {
  int64_t code = info.inputs[index].dims[dim];
  for (uint32_t i = 0; i <= index; ++i) {
    for (uint32_t j = 0; j < info.inputs[i].rank; ++j) {
      if (info.inputs[i].dims[j] == code) {
        return report(message, HEDDLE_INVALID_INPUT,
                      "input '%s': dimension %u ('%s') is %" PRId64 ", wanted %" PRId64
                      " as in dimension %u of input '%s'",
                      info.inputs[index].name, dim, info.symbols[symbolOf(code)].name,
                      inputs[index].dims[dim], wanted, j, info.inputs[i].name);
      }
    }
  }
  return HEDDLE_INVALID_INPUT;
}

heddle_status_t heddle::rt::bindSymbols(const heddle_model_info_t &info, const Input *inputs,
                                        uint32_t workers, int64_t *symbols, heddle_message_t *message) {
  constexpr int64_t unbound = -1;
  for (uint32_t i = 0; i < info.num_symbols; ++i) {
    symbols[i] = unbound;
  }
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    if (!inputs[i].isSet) {
      return report(message, HEDDLE_INVALID_INPUT, "input '%s' is not set", info.inputs[i].name);
    }
    for (uint32_t j = 0; j < info.inputs[i].rank; ++j) {
      if (info.inputs[i].dims[j] >= 0) {
        continue;
      }
      int64_t &value = symbols[symbolOf(info.inputs[i].dims[j])];
      if (value != unbound && value != inputs[i].dims[j]) {
        return reportConflict(info, inputs, i, j, value, message);
      }
      value = inputs[i].dims[j];
    }
  }
  for (uint32_t i = 0; i < info.num_symbols; ++i) {
    symbols[i] = symbols[i] == unbound ? 0 : symbols[i];
  }
  if (info.num_symbols > 0) {
    symbols[0] = workers;
  }
  return HEDDLE_OK;
}

//===- MeasuredInputs.cpp - what a library is run on to time it -----------===//

#include "autotune/MeasuredInputs.h"
#include <random>

using namespace heddle;
using namespace heddle::tune;

static llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static void fill(uint32_t dtype, void *data, size_t count, std::mt19937 &random) {
  auto unit = [&] { return static_cast<double>(random()) / 2147483648.0 - 1; };
  for (size_t i = 0; i < count; ++i) {
    switch (dtype) {
    case HEDDLE_F32:
      static_cast<float *>(data)[i] = static_cast<float>(unit());
      break;
    case HEDDLE_F64:
      static_cast<double *>(data)[i] = unit();
      break;
    case HEDDLE_F16: // 0.5 and 0.5 + 1/2048 …, all between 0.5 and 1
      static_cast<uint16_t *>(data)[i] = 0x3800 | (random() & 0x3ff);
      break;
    case HEDDLE_BF16:
      static_cast<uint16_t *>(data)[i] = 0x3f00 | (random() & 0x7f);
      break;
    case HEDDLE_I8:
    case HEDDLE_U8:
      static_cast<uint8_t *>(data)[i] = random() & 0xff;
      break;
    case HEDDLE_STRING: // the empty text, as the memory is zero
      break;
    default:
      static_cast<uint8_t *>(data)[i * heddle_dtype_bytes(dtype)] = random() & 1;
    }
  }
}

llvm::Expected<MeasuredInputs> MeasuredInputs::make(const heddle_model_info_t &info, const Sizes &sizes) {
  MeasuredInputs result;
  std::mt19937 random(1);
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    const heddle_tensor_info_t &tensor = info.inputs[i];
    Input input{tensor.dtype, {}, {}, heddle_dtype_bytes(tensor.dtype)};
    for (uint32_t dim = 0; dim < tensor.rank; ++dim) {
      int64_t size = tensor.dims[dim];
      if (size < 0) {
        llvm::StringRef symbol = info.symbols[-1 - size].name;
        auto found = sizes.find(symbol);
        if (found == sizes.end()) {
          return failure("the size '" + symbol + "' has no value to measure with");
        }
        size = found->second;
      }
      input.dims.push_back(size);
      input.bytes *= size;
    }
    input.data.resize((input.bytes + 7) / 8);
    fill(input.dtype, input.data.data(), input.bytes / heddle_dtype_bytes(input.dtype), random);
    result.inputs.push_back(std::move(input));
  }
  return result;
}

llvm::Error MeasuredInputs::setIn(heddle_session_t *session) const {
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const Input &input = inputs[i];
    heddle_tensor_t view = {input.dtype, static_cast<uint32_t>(input.dims.size()), input.dims.data(),
                            input.data.data(), input.bytes};
    if (heddle_session_set_input(session, i, &view) != HEDDLE_OK) {
      return failure(heddle_session_message(session));
    }
  }
  return llvm::Error::success();
}

//===- Status.cpp - names of statuses and element types -------------------===//

#include "heddle/runtime.h"

const char *heddle_version(void) { return HEDDLE_VERSION; }

const char *heddle_status_name(heddle_status_t status) {
  switch (status) {
  case HEDDLE_OK:
    return "ok";
  case HEDDLE_INVALID_ARGUMENT:
    return "invalid argument";
  case HEDDLE_INVALID_INPUT:
    return "invalid input";
  case HEDDLE_BUFFER_TOO_SMALL:
    return "buffer too small";
  case HEDDLE_OUT_OF_MEMORY:
    return "out of memory";
  case HEDDLE_NOT_FOUND:
    return "not found";
  case HEDDLE_INVALID_MODEL:
    return "invalid model";
  case HEDDLE_RUN_FAILED:
    return "run failed";
  case HEDDLE_BUSY:
    return "busy";
  case HEDDLE_SYSTEM_ERROR:
    return "system error";
  case HEDDLE_DEVICE_ERROR:
    return "device error";
  }
  return "unknown status";
}

namespace {

struct DtypeTraits {
  const char *name;
  size_t bytes;
};

} // namespace

static DtypeTraits dtypeTraits(uint32_t dtype) {
  switch (dtype) {
  case HEDDLE_F32:
    return {"f32", 4};
  case HEDDLE_F64:
    return {"f64", 8};
  case HEDDLE_F16:
    return {"f16", 2};
  case HEDDLE_BF16:
    return {"bf16", 2};
  case HEDDLE_I8:
    return {"i8", 1};
  case HEDDLE_I16:
    return {"i16", 2};
  case HEDDLE_I32:
    return {"i32", 4};
  case HEDDLE_I64:
    return {"i64", 8};
  case HEDDLE_U8:
    return {"u8", 1};
  case HEDDLE_U16:
    return {"u16", 2};
  case HEDDLE_U32:
    return {"u32", 4};
  case HEDDLE_U64:
    return {"u64", 8};
  case HEDDLE_BOOL:
    return {"bool", 1};
  case HEDDLE_F8E4M3FN:
    return {"f8e4m3fn", 1};
  case HEDDLE_F8E4M3FNUZ:
    return {"f8e4m3fnuz", 1};
  case HEDDLE_F8E5M2:
    return {"f8e5m2", 1};
  case HEDDLE_F8E5M2FNUZ:
    return {"f8e5m2fnuz", 1};
  case HEDDLE_I4:
    return {"i4", 1};
  case HEDDLE_U4:
    return {"u4", 1};
  case HEDDLE_I2:
    return {"i2", 1};
  case HEDDLE_U2:
    return {"u2", 1};
  case HEDDLE_F4E2M1FN:
    return {"f4e2m1fn", 1};
  case HEDDLE_STRING:
    return {"string", sizeof(heddle_string_t)};
  default:
    return {"unknown", 0};
  }
}

const char *heddle_dtype_name(uint32_t dtype) { return dtypeTraits(dtype).name; }

size_t heddle_dtype_bytes(uint32_t dtype) { return dtypeTraits(dtype).bytes; }

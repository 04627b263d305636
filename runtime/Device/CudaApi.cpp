//===- CudaApi.cpp - the CUDA driver as far as the runtime uses it --------===//

#include "runtime/Device/CudaApi.h"
#include "runtime/Core/Message.h"
#include <dlfcn.h>

using namespace heddle::rt;

static constexpr const char *kLibrary = "libcuda.so.1";

/// Names in the order of the fields of Api.
static constexpr const char *kNames[] = {"cuInit",
                                         "cuGetErrorName",
                                         "cuGetErrorString",
                                         "cuDeviceGetCount",
                                         "cuDeviceGet",
                                         "cuDeviceGetName",
                                         "cuDeviceGetAttribute",
                                         "cuDevicePrimaryCtxRetain",
                                         "cuDevicePrimaryCtxRelease_v2",
                                         "cuCtxPushCurrent_v2",
                                         "cuCtxPopCurrent_v2",
                                         "cuModuleLoadDataEx",
                                         "cuModuleUnload",
                                         "cuModuleGetFunction",
                                         "cuFuncSetAttribute",
                                         "cuMemAlloc_v2",
                                         "cuMemFree_v2",
                                         "cuMemsetD8Async",
                                         "cuMemcpyHtoDAsync_v2",
                                         "cuMemcpyDtoHAsync_v2",
                                         "cuMemcpyDtoDAsync_v2",
                                         "cuStreamCreate",
                                         "cuStreamDestroy_v2",
                                         "cuStreamSynchronize",
                                         "cuEventCreate",
                                         "cuEventDestroy_v2",
                                         "cuEventRecord",
                                         "cuEventQuery",
                                         "cuLaunchKernel"};

heddle_status_t cuda::open(Api &api, heddle_message_t *message) {
  static_assert(sizeof(Api) == sizeof(kNames), "every field has a name");
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) {
    return report(message, HEDDLE_DEVICE_ERROR, "no CUDA driver: %s", dlerror());
  }
  auto *functions = reinterpret_cast<void **>(&api);
  for (size_t i = 0; i < sizeof(kNames) / sizeof(kNames[0]); ++i) {
    functions[i] = dlsym(library, kNames[i]);
    if (!functions[i]) {
      return report(message, HEDDLE_DEVICE_ERROR, "the CUDA driver is too old: it has no %s", kNames[i]);
    }
  }
  return HEDDLE_OK;
}

heddle_status_t cuda::check(const Api &api, Result result, const char *what, heddle_message_t *message) {
  if (result == 0) {
    return HEDDLE_OK;
  }
  const char *name = nullptr, *text = nullptr;
  api.getErrorName(result, &name);
  api.getErrorString(result, &text);
  return report(message, HEDDLE_DEVICE_ERROR, "the CUDA driver cannot %s: %s (%s)", what,
                text ? text : "unknown error", name ? name : "no name");
}

//===- CudaModel.cpp - a model on a GPU -----------------------------------===//

#include "runtime/Device/CudaModel.h"
#include "runtime/Core/Message.h"

using namespace heddle::rt;

uint32_t CudaModel::count() {
  cuda::Api api;
  int found = 0;
  bool isThere = cuda::open(api, nullptr) == HEDDLE_OK && api.init(0) == 0 && api.deviceGetCount(&found) == 0;
  return isThere ? uint32_t(found) : 0;
}

CudaModel::~CudaModel() {
  if (!context) {
    return;
  }
  {
    cuda::Current current(api, context);
    if (weightsAddress) {
      api.memoryFree(weightsAddress);
    }
    if (module) {
      api.moduleUnload(module);
    }
  }
  api.primaryContextRelease(device);
}

heddle_status_t CudaModel::open(const heddle_device_code_t &code, const void *weights, size_t bytes,
                                uint32_t index, heddle_message_t *message) {
  deviceCode = &code;
  number = index;
  if (heddle_status_t status = cuda::open(api, message)) {
    return status;
  }
  if (heddle_status_t status = openDevice(index, message)) {
    return status;
  }
  cuda::Current current(api, context);
  if (heddle_status_t status = loadCode(message)) {
    return status;
  }
  if (heddle_status_t status = findKernels(message)) {
    return status;
  }
  return copyWeights(weights, bytes, message);
}

heddle_status_t CudaModel::openDevice(uint32_t index, heddle_message_t *message) {
  if (heddle_status_t status = check(api, api.init(0), "start", message)) {
    return status;
  }
  int count = 0;
  if (heddle_status_t status = check(api, api.deviceGetCount(&count), "count devices", message)) {
    return status;
  }
  if (index >= uint32_t(count)) {
    return report(message, HEDDLE_DEVICE_ERROR, "there is no CUDA device %u: the machine has %d", index,
                  count);
  }
  if (heddle_status_t status = check(api, api.deviceGet(&device, int(index)), "open the device", message)) {
    return status;
  }
  return check(api, api.primaryContextRetain(&context, device), "make a context", message);
}

heddle_status_t CudaModel::loadCode(heddle_message_t *message) {
  char log[HEDDLE_MESSAGE_BYTES / 2] = "";
  int options[] = {cuda::kJitErrorLogBuffer, cuda::kJitErrorLogBufferBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  cuda::Result result = api.moduleLoad(&module, deviceCode->code, 2, options, values);
  if (result == 0) {
    return HEDDLE_OK;
  }
  char name[64] = "?";
  int major = 0, minor = 0;
  api.deviceGetName(name, sizeof(name), device);
  api.deviceGetAttribute(&major, cuda::kComputeCapabilityMajor, device);
  api.deviceGetAttribute(&minor, cuda::kComputeCapabilityMinor, device);
  heddle_message_t reason = {};
  check(api, result, "load the model's code", &reason);
  return report(message, HEDDLE_DEVICE_ERROR, "%s: made for %s, the device is sm_%d%d (%s)%s%s", reason.text,
                deviceCode->target, major, minor, name, log[0] ? ": " : "", log);
}

heddle_status_t CudaModel::findKernels(heddle_message_t *message) {
  if (!kernels.allocate(allocator, deviceCode->num_kernels)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the kernels of the model");
  }
  for (uint32_t i = 0; i < deviceCode->num_kernels; ++i) {
    const heddle_device_kernel_t &kernel = deviceCode->kernels[i];
    heddle_status_t status =
        check(api, api.moduleGetFunction(&kernels[i], module, kernel.name), "find a kernel", message);
    if (status == HEDDLE_OK && kernel.shared_bytes) {
      cuda::Result result =
          api.functionSetAttribute(kernels[i], cuda::kMaxDynamicSharedBytes, int(kernel.shared_bytes));
      status = check(api, result, "give a kernel its shared memory", message);
    }
    if (status != HEDDLE_OK) {
      return status;
    }
  }
  return HEDDLE_OK;
}

heddle_status_t CudaModel::copyWeights(const void *weights, size_t bytes, heddle_message_t *message) {
  if (bytes == 0) {
    return HEDDLE_OK;
  }
  if (api.memoryAllocate(&weightsAddress, bytes) != 0) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "the device has no memory for %zu bytes of weights", bytes);
  }
  constexpr cuda::Stream kDefaultStream = nullptr;
  cuda::Result result = api.copyToDevice(weightsAddress, weights, bytes, kDefaultStream);
  if (result == 0) { // the sessions' streams do not wait for the default stream
    result = api.streamSynchronize(kDefaultStream);
  }
  return check(api, result, "copy the weights to the device", message);
}

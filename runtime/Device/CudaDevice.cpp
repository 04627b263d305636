//===- CudaDevice.cpp - one session's side of a GPU -----------------------===//

#include "runtime/Device/CudaDevice.h"
#include "runtime/Core/Message.h"
#include <cinttypes>

using namespace heddle::rt;

/// Makes the device's context current while it lives.
class CudaDevice::Current {
public:
  explicit Current(const CudaDevice &device) : api(device.api) { api.contextPush(device.context); }
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;
  ~Current() {
    cuda::Context popped;
    api.contextPop(&popped);
  }

private:
  const cuda::Api &api;
};

static cuda::Address toAddress(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

heddle_status_t CudaDevice::check(cuda::Result result, const char *what, heddle_message_t *message) const {
  if (result == 0) {
    return HEDDLE_OK;
  }
  const char *name = nullptr, *text = nullptr;
  api.getErrorName(result, &name);
  api.getErrorString(result, &text);
  return report(message, HEDDLE_DEVICE_ERROR, "the CUDA driver cannot %s: %s (%s)", what,
                text ? text : "unknown error", name ? name : "no name");
}

CudaDevice::~CudaDevice() {
  if (!context) {
    return;
  }
  {
    Current current(*this);
    if (stream) {
      api.streamSynchronize(stream);
      api.streamDestroy(stream);
    }
    if (failure.address) {
      api.memoryFree(toAddress(failure.address));
    }
    if (module) {
      api.moduleUnload(module);
    }
  }
  api.primaryContextRelease(device);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

uint32_t CudaDevice::count() {
  cuda::Api api;
  int found = 0;
  bool isThere = cuda::open(api, nullptr) == HEDDLE_OK && api.init(0) == 0 && api.deviceGetCount(&found) == 0;
  return isThere ? uint32_t(found) : 0;
}

heddle_status_t CudaDevice::open(const heddle_device_code_t &deviceCode, uint32_t index,
                                 const heddle_allocator_t &allocator, heddle_message_t *message) {
  code = &deviceCode;
  if (heddle_status_t status = cuda::open(api, message)) {
    return status;
  }
  if (heddle_status_t status = openDevice(index, message)) {
    return status;
  }
  {
    Current current(*this);
    if (heddle_status_t status = loadCode(message)) {
      return status;
    }
    if (heddle_status_t status = findKernels(allocator, message)) {
      return status;
    }
    if (heddle_status_t status =
            check(api.streamCreate(&stream, cuda::kStreamNonBlocking), "make a stream", message)) {
      return status;
    }
  }
  heddle_status_t status = reserve(failure, sizeof(uint32_t), message);
  return status ? status : fill(failure.address, 0, sizeof(uint32_t), message);
}

heddle_status_t CudaDevice::openDevice(uint32_t index, heddle_message_t *message) {
  if (heddle_status_t status = check(api.init(0), "start", message)) {
    return status;
  }
  int count = 0;
  if (heddle_status_t status = check(api.deviceGetCount(&count), "count devices", message)) {
    return status;
  }
  if (index >= uint32_t(count)) {
    return report(message, HEDDLE_DEVICE_ERROR, "there is no CUDA device %u: the machine has %d", index,
                  count);
  }
  if (heddle_status_t status = check(api.deviceGet(&device, int(index)), "open the device", message)) {
    return status;
  }
  return check(api.primaryContextRetain(&context, device), "make a context", message);
}

heddle_status_t CudaDevice::loadCode(heddle_message_t *message) {
  char log[HEDDLE_MESSAGE_BYTES / 2] = "";
  int options[] = {cuda::kJitErrorLogBuffer, cuda::kJitErrorLogBufferBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  cuda::Result result = api.moduleLoad(&module, code->code, 2, options, values);
  if (result == 0) {
    return HEDDLE_OK;
  }
  char name[64] = "?";
  int major = 0, minor = 0;
  api.deviceGetName(name, sizeof(name), device);
  api.deviceGetAttribute(&major, cuda::kComputeCapabilityMajor, device);
  api.deviceGetAttribute(&minor, cuda::kComputeCapabilityMinor, device);
  heddle_message_t reason = {};
  check(result, "load the model's code", &reason);
  return report(message, HEDDLE_DEVICE_ERROR, "%s: made for %s, the device is sm_%d%d (%s)%s%s", reason.text,
                code->target, major, minor, name, log[0] ? ": " : "", log);
}

heddle_status_t CudaDevice::findKernels(const heddle_allocator_t &allocator, heddle_message_t *message) {
  if (!kernels.allocate(allocator, code->num_kernels)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the session");
  }
  for (uint32_t i = 0; i < code->num_kernels; ++i) {
    const heddle_device_kernel_t &kernel = code->kernels[i];
    heddle_status_t status =
        check(api.moduleGetFunction(&kernels[i], module, kernel.name), "find a kernel", message);
    if (status == HEDDLE_OK && kernel.shared_bytes) {
      cuda::Result result =
          api.functionSetAttribute(kernels[i], cuda::kMaxDynamicSharedBytes, int(kernel.shared_bytes));
      status = check(result, "give a kernel its shared memory", message);
    }
    if (status != HEDDLE_OK) {
      return status;
    }
  }
  return HEDDLE_OK;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

heddle_status_t CudaDevice::reserve(DeviceBlock &block, size_t bytes, heddle_message_t *message) {
  if (block.address && block.bytes >= bytes) {
    return HEDDLE_OK;
  }
  release(block);
  Current current(*this);
  cuda::Address address = 0;
  bytes = bytes ? bytes : 1; // so that every block has an address of its own
  if (api.memoryAllocate(&address, bytes) != 0) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "the device has no memory for %zu bytes", bytes);
  }
  block = {reinterpret_cast<void *>(uintptr_t(address)), bytes};
  return HEDDLE_OK;
}

void CudaDevice::release(DeviceBlock &block) {
  if (block.address) {
    Current current(*this);
    api.memoryFree(toAddress(block.address));
  }
  block = {};
}

heddle_status_t CudaDevice::write(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  Current current(*this);
  return bytes == 0 ? HEDDLE_OK
                    : check(api.copyToDevice(toAddress(target), source, bytes, stream), "copy to the device",
                            message);
}

heddle_status_t CudaDevice::fill(void *target, uint8_t value, size_t bytes, heddle_message_t *message) {
  Current current(*this);
  return bytes == 0 ? HEDDLE_OK
                    : check(api.setBytes(toAddress(target), value, bytes, stream), "fill memory", message);
}

heddle_status_t CudaDevice::copy(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  Current current(*this);
  return bytes == 0 ? HEDDLE_OK
                    : check(api.copyOnDevice(toAddress(target), toAddress(source), bytes, stream),
                            "copy on the device", message);
}

heddle_status_t CudaDevice::read(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  Current current(*this);
  return bytes == 0 ? HEDDLE_OK
                    : check(api.copyFromDevice(target, toAddress(source), bytes, stream),
                            "copy from the device", message);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

heddle_status_t CudaDevice::launch(int64_t kernel, const int64_t *grid, const uint64_t *arguments,
                                   heddle_message_t *message) {
  // The hardware's limits; a grid dimension beyond them is a size that no memory holds.
  constexpr int64_t kMostX = INT32_MAX, kMostYZ = 65535;
  constexpr uint32_t kMostArguments = 128;
  const heddle_device_kernel_t &info = code->kernels[kernel];
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0) {
    return HEDDLE_OK;
  }
  if (grid[0] > kMostX || grid[1] > kMostYZ || grid[2] > kMostYZ || info.arguments > kMostArguments) {
    return report(message, HEDDLE_DEVICE_ERROR,
                  "kernel %s: a grid of %" PRId64 " x %" PRId64 " x %" PRId64
                  " blocks with %u arguments is beyond what a device takes",
                  info.name, grid[0], grid[1], grid[2], info.arguments);
  }
  void *pointers[kMostArguments];
  for (uint32_t i = 0; i < info.arguments; ++i) {
    pointers[i] = const_cast<uint64_t *>(arguments + i);
  }
  Current current(*this);
  cuda::Result result =
      api.launch(kernels[size_t(kernel)], unsigned(grid[0]), unsigned(grid[1]), unsigned(grid[2]),
                 info.threads, 1, 1, info.shared_bytes, stream, pointers, nullptr);
  return result == 0 ? HEDDLE_OK : check(result, info.name, message);
}

heddle_status_t CudaDevice::finish(heddle_message_t *message) {
  uint32_t number = 0;
  heddle_status_t status = read(&number, failure.address, sizeof(number), message);
  if (status == HEDDLE_OK) {
    Current current(*this);
    status = check(api.streamSynchronize(stream), "finish the run", message);
  }
  if (status != HEDDLE_OK || number == 0) {
    return status;
  }
  fill(failure.address, 0, sizeof(number), message); // a driver that refuses it refuses the next run too
  return report(message, HEDDLE_RUN_FAILED, "%s",
                number <= code->num_messages ? code->messages[number - 1] : "a kernel failed");
}

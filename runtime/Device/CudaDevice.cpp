//===- CudaDevice.cpp - one session's side of a GPU -----------------------===//

#include "runtime/Device/CudaDevice.h"
#include "runtime/Core/Message.h"
#include <cinttypes>

using namespace heddle::rt;

static cuda::Address toAddress(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

CudaDevice::~CudaDevice() {
  if (!stream) {
    return;
  }
  cuda::Current current(driver(), model->cudaContext());
  driver().streamSynchronize(stream);
  if (event) {
    driver().eventDestroy(event);
  }
  driver().streamDestroy(stream);
  if (failure.address) {
    driver().memoryFree(toAddress(failure.address));
  }
}

heddle_status_t CudaDevice::open(const CudaModel &openModel, heddle_message_t *message) {
  model = &openModel;
  {
    cuda::Current current(driver(), model->cudaContext());
    cuda::Result result = driver().streamCreate(&stream, cuda::kStreamNonBlocking);
    if (heddle_status_t status = check(driver(), result, "make a stream", message)) {
      return status;
    }
    result = driver().eventCreate(&event, cuda::kEventWithoutTime);
    if (heddle_status_t status = check(driver(), result, "make an event", message)) {
      return status;
    }
  }
  heddle_status_t status = reserve(failure, sizeof(uint32_t), message);
  return status ? status : fill(failure.address, 0, sizeof(uint32_t), message);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

heddle_status_t CudaDevice::reserve(DeviceBlock &block, size_t bytes, heddle_message_t *message) {
  if (block.address && block.bytes >= bytes) {
    return HEDDLE_OK;
  }
  release(block);
  cuda::Current current(driver(), model->cudaContext());
  cuda::Address address = 0;
  bytes = bytes ? bytes : 1; // so that every block has an address of its own
  if (driver().memoryAllocate(&address, bytes) != 0) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "the device has no memory for %zu bytes", bytes);
  }
  block = {reinterpret_cast<void *>(uintptr_t(address)), bytes};
  return HEDDLE_OK;
}

void CudaDevice::release(DeviceBlock &block) {
  if (block.address) {
    cuda::Current current(driver(), model->cudaContext());
    driver().memoryFree(toAddress(block.address));
  }
  block = {};
}

heddle_status_t CudaDevice::write(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  cuda::Current current(driver(), model->cudaContext());
  return bytes == 0 ? HEDDLE_OK
                    : check(driver(), driver().copyToDevice(toAddress(target), source, bytes, stream),
                            "copy to the device", message);
}

heddle_status_t CudaDevice::fill(void *target, uint8_t value, size_t bytes, heddle_message_t *message) {
  cuda::Current current(driver(), model->cudaContext());
  return bytes == 0 ? HEDDLE_OK
                    : check(driver(), driver().setBytes(toAddress(target), value, bytes, stream),
                            "fill memory", message);
}

heddle_status_t CudaDevice::copy(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  cuda::Current current(driver(), model->cudaContext());
  return bytes == 0
             ? HEDDLE_OK
             : check(driver(), driver().copyOnDevice(toAddress(target), toAddress(source), bytes, stream),
                     "copy on the device", message);
}

heddle_status_t CudaDevice::read(void *target, const void *source, size_t bytes, heddle_message_t *message) {
  cuda::Current current(driver(), model->cudaContext());
  return bytes == 0 ? HEDDLE_OK
                    : check(driver(), driver().copyFromDevice(target, toAddress(source), bytes, stream),
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
  const heddle_device_kernel_t &info = model->code().kernels[kernel];
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
  cuda::Current current(driver(), model->cudaContext());
  cuda::Result result =
      driver().launch(model->kernel(size_t(kernel)), unsigned(grid[0]), unsigned(grid[1]), unsigned(grid[2]),
                      info.threads, 1, 1, info.shared_bytes, stream, pointers, nullptr);
  return check(driver(), result, "launch a kernel", message);
}

heddle_status_t CudaDevice::mark(heddle_message_t *message) {
  cuda::Current current(driver(), model->cudaContext());
  return check(driver(), driver().eventRecord(event, stream), "record an event", message);
}

bool CudaDevice::isMarkReached() const {
  cuda::Current current(driver(), model->cudaContext());
  return driver().eventQuery(event) != cuda::kNotReady;
}

heddle_status_t CudaDevice::finish(heddle_message_t *message) {
  uint32_t number = 0;
  heddle_status_t status = read(&number, failure.address, sizeof(number), message);
  if (status == HEDDLE_OK) {
    cuda::Current current(driver(), model->cudaContext());
    status = check(driver(), driver().streamSynchronize(stream), "finish the run", message);
  }
  if (status != HEDDLE_OK || number == 0) {
    return status;
  }
  fill(failure.address, 0, sizeof(number), message); // a driver that refuses it refuses the next run too
  const heddle_device_code_t &code = model->code();
  return report(message, HEDDLE_RUN_FAILED, "%s",
                number <= code.num_messages ? code.messages[number - 1] : "a kernel failed");
}

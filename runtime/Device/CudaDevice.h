//===- CudaDevice.h - one session's side of a GPU ---------------*- C++ -*-===//
//
// A session has a stream, a copy of the weights and the loaded code of its model on one GPU. Everything of a
// run is enqueued on the stream in order, so that the host computes addresses while the GPU works, and waits
// once, at the end. Sessions share the device's primary context with each other and with the program they
// are part of; it is current only inside the calls made here.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_DEVICE_CUDADEVICE_H
#define RUNTIME_DEVICE_CUDADEVICE_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include "runtime/Core/Memory.h"
#include "runtime/Device/CudaApi.h"

namespace heddle::rt {

/// A block of a device's memory; `CudaDevice` that made it frees it with `release`.
struct DeviceBlock {
  void *address = nullptr; ///< to be read by the device alone; aligned to 256 bytes
  size_t bytes = 0;
};

class CudaDevice {
public:
  CudaDevice() = default;
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;
  ~CudaDevice();

  /// Devices that the driver has; 0 without a driver.
  static uint32_t count();

  /// Opens the driver and device number `index`, translates `code` and finds its kernels. Called once, before
  /// everything else. `code` and `allocator` outlive the device.
  heddle_status_t open(const heddle_device_code_t &code, uint32_t index, const heddle_allocator_t &allocator,
                       heddle_message_t *message);
  bool isOpen() const { return stream != nullptr; }

  /// Makes room for `bytes` bytes in `block`, whose contents are lost if it has to grow.
  heddle_status_t reserve(DeviceBlock &block, size_t bytes, heddle_message_t *message);
  void release(DeviceBlock &block);

  // The following enqueue. A failure may be one of earlier work.
  /// The source may be changed when the call returns.
  heddle_status_t write(void *target, const void *source, size_t bytes, heddle_message_t *message);
  heddle_status_t fill(void *target, uint8_t value, size_t bytes, heddle_message_t *message);
  heddle_status_t copy(void *target, const void *source, size_t bytes, heddle_message_t *message);
  /// The target holds the bytes after `finish`.
  heddle_status_t read(void *target, const void *source, size_t bytes, heddle_message_t *message);
  /// See heddle_device_launch.
  heddle_status_t launch(int64_t kernel, const int64_t *grid, const uint64_t *arguments,
                         heddle_message_t *message);

  /// Where kernels say that they failed.
  void *failureWord() const { return failure.address; }
  /// Waits for all work. Fails with the message of the kernel that failed first, or with the driver's.
  heddle_status_t finish(heddle_message_t *message);

private:
  class Current;
  heddle_status_t openDevice(uint32_t index, heddle_message_t *message);
  heddle_status_t loadCode(heddle_message_t *message);
  heddle_status_t findKernels(const heddle_allocator_t &allocator, heddle_message_t *message);
  heddle_status_t check(cuda::Result result, const char *what, heddle_message_t *message) const;

  cuda::Api api = {};
  const heddle_device_code_t *code = nullptr;
  cuda::Device device = 0;
  cuda::Context context = nullptr;
  cuda::Module module = nullptr;
  cuda::Stream stream = nullptr;
  Array<cuda::Function> kernels;
  DeviceBlock failure;
};

} // namespace heddle::rt

#endif // RUNTIME_DEVICE_CUDADEVICE_H

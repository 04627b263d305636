//===- CudaDevice.h - one session's side of a GPU ---------------*- C++ -*-===//
//
// A session has a stream on the GPU of its model. Everything of a run is enqueued on the stream in order, so
// that the host computes addresses while the GPU works, and waits once, at the end. An event behind the last
// step tells whether there is still something to wait for.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_DEVICE_CUDADEVICE_H
#define RUNTIME_DEVICE_CUDADEVICE_H

#include "runtime/Device/CudaModel.h"

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

  /// Makes the stream. Called once, before everything else. `model` is open and outlives this.
  heddle_status_t open(const CudaModel &model, heddle_message_t *message);
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
  /// Puts the event behind all work enqueued so far.
  heddle_status_t mark(heddle_message_t *message);
  /// Whether all work before the last `mark` is done, or has failed.
  bool isMarkReached() const;
  /// Waits for all work. Fails with the message of the kernel that failed first, or with the driver's.
  heddle_status_t finish(heddle_message_t *message);

private:
  const cuda::Api &driver() const { return model->driver(); }

  const CudaModel *model = nullptr;
  cuda::Stream stream = nullptr;
  cuda::Event event = nullptr;
  DeviceBlock failure;
};

} // namespace heddle::rt

#endif // RUNTIME_DEVICE_CUDADEVICE_H

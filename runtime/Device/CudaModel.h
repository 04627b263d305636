//===- CudaModel.h - a model on a GPU ---------------------------*- C++ -*-===//
//
// What all sessions of a model on one GPU share: its translated code and its weights. Both are immutable.
// Sessions share the device's primary context with each other and with the program they are part of; it is
// current only inside the calls made here and in CudaDevice.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_DEVICE_CUDAMODEL_H
#define RUNTIME_DEVICE_CUDAMODEL_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include "runtime/Core/Memory.h"
#include "runtime/Device/CudaApi.h"

namespace heddle::rt {

class CudaModel {
public:
  CudaModel() = default;
  CudaModel(const CudaModel &) = delete;
  CudaModel &operator=(const CudaModel &) = delete;
  ~CudaModel();

  /// Devices that the driver has; 0 without a driver.
  static uint32_t count();

  /// Opens the driver and device number `index`, translates the code, finds its kernels and copies `bytes`
  /// bytes of weights. Called once, before everything else; `code` outlives this.
  heddle_status_t open(const heddle_device_code_t &code, const void *weights, size_t bytes, uint32_t index,
                       heddle_message_t *message);

  const heddle_device_code_t &code() const { return *deviceCode; }
  const cuda::Api &driver() const { return api; }
  cuda::Context cudaContext() const { return context; }
  cuda::Function kernel(size_t number) const { return kernels[number]; }
  /// To be read by the device alone.
  const uint8_t *weights() const { return reinterpret_cast<const uint8_t *>(uintptr_t(weightsAddress)); }

private:
  friend class Model; // which keeps those that are in use in a list
  heddle_status_t openDevice(uint32_t index, heddle_message_t *message);
  heddle_status_t loadCode(heddle_message_t *message);
  heddle_status_t findKernels(heddle_message_t *message);
  heddle_status_t copyWeights(const void *weights, size_t bytes, heddle_message_t *message);

  cuda::Api api = {};
  const heddle_device_code_t *deviceCode = nullptr;
  cuda::Device device = 0;
  cuda::Context context = nullptr;
  cuda::Module module = nullptr;
  heddle_allocator_t allocator = defaultAllocator();
  Array<cuda::Function> kernels;
  cuda::Address weightsAddress = 0;

  uint32_t number = 0, users = 0;
  CudaModel *next = nullptr;
};

} // namespace heddle::rt

#endif // RUNTIME_DEVICE_CUDAMODEL_H

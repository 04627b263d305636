//===- CudaApi.h - the CUDA driver as far as the runtime uses it -*- C++ -*-===//
//
// The driver's library is opened at run time, so that the runtime is built and used where there is none. Its
// functions have a stable C ABI; they are declared here as much as they are called. A name that ends in _v2
// is the function's present form: the plain name is that of the 32-bit days.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_DEVICE_CUDAAPI_H
#define RUNTIME_DEVICE_CUDAAPI_H

#include "heddle/status.h"
#include <cstddef>
#include <cstdint>

namespace heddle::rt::cuda {

/// 0 is success.
using Result = int;
/// The number of a device of this process.
using Device = int;
/// An address in a device's memory.
using Address = uint64_t;
struct OpaqueContext;
struct OpaqueModule;
struct OpaqueFunction;
struct OpaqueStream;
struct OpaqueEvent;
using Context = OpaqueContext *;
using Module = OpaqueModule *;
using Function = OpaqueFunction *;
using Stream = OpaqueStream *;
using Event = OpaqueEvent *;

/// What `eventQuery` gives while there is work before the event.
inline constexpr Result kNotReady = 600;

/// Options of a module's translation, with their numbers in the driver's ABI.
enum JitOption : int { kJitErrorLogBuffer = 5, kJitErrorLogBufferBytes = 6 };
/// Attributes of devices and functions, likewise.
inline constexpr int kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76;
inline constexpr int kMaxDynamicSharedBytes = 8;
inline constexpr unsigned kStreamNonBlocking = 1, kEventWithoutTime = 2;

/// Pointers to the driver's functions; all are set after `open`.
struct Api {
  Result (*init)(unsigned flags);
  Result (*getErrorName)(Result error, const char **name);
  Result (*getErrorString)(Result error, const char **text);
  Result (*deviceGetCount)(int *count);
  Result (*deviceGet)(Device *device, int ordinal);
  Result (*deviceGetName)(char *name, int bytes, Device device);
  Result (*deviceGetAttribute)(int *value, int attribute, Device device);
  Result (*primaryContextRetain)(Context *context, Device device);
  Result (*primaryContextRelease)(Device device);
  Result (*contextPush)(Context context);
  Result (*contextPop)(Context *context);
  Result (*moduleLoad)(Module *module, const void *image, unsigned numOptions, int *options, void **values);
  Result (*moduleUnload)(Module module);
  Result (*moduleGetFunction)(Function *function, Module module, const char *name);
  Result (*functionSetAttribute)(Function function, int attribute, int value);
  Result (*memoryAllocate)(Address *address, size_t bytes);
  Result (*memoryFree)(Address address);
  Result (*setBytes)(Address target, unsigned char value, size_t bytes, Stream stream);
  Result (*copyToDevice)(Address target, const void *source, size_t bytes, Stream stream);
  Result (*copyFromDevice)(void *target, Address source, size_t bytes, Stream stream);
  Result (*copyOnDevice)(Address target, Address source, size_t bytes, Stream stream);
  Result (*streamCreate)(Stream *stream, unsigned flags);
  Result (*streamDestroy)(Stream stream);
  Result (*streamSynchronize)(Stream stream);
  Result (*eventCreate)(Event *event, unsigned flags);
  Result (*eventDestroy)(Event event);
  Result (*eventRecord)(Event event, Stream stream);
  Result (*eventQuery)(Event event);
  Result (*launch)(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                   unsigned blockY, unsigned blockZ, unsigned sharedBytes, Stream stream, void **arguments,
                   void **extra);
};

/// Opens libcuda.so.1 and finds every function. The library stays open for the life of the process, as it
/// starts threads of its own.
heddle_status_t open(Api &api, heddle_message_t *message);

/// HEDDLE_OK, or the driver's words for an error while it was to `what`.
heddle_status_t check(const Api &api, Result result, const char *what, heddle_message_t *message);

/// Makes a device's context current while it lives.
class Current {
public:
  Current(const Api &api, Context context) : api(api) { api.contextPush(context); }
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;
  ~Current() {
    Context popped;
    api.contextPop(&popped);
  }

private:
  const Api &api;
};

} // namespace heddle::rt::cuda

#endif // RUNTIME_DEVICE_CUDAAPI_H

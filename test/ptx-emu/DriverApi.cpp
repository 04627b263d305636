// The CUDA driver API as far as heddle's runtime uses it. A stream executes in order, on a thread of its own;
// as with memory that the driver does not know, copies from the host read it before they return, and copies
// to the host return when they are done. Errors of kernels are reported by later calls on the context.
#include "test/ptx-emu/Driver.h"
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <set>
#include <thread>
#include <vector>

using namespace ptxemu;

using CUdevice = int;
using CUdeviceptr = uint64_t;
struct CUstreamOpaque;
using CUstream = CUstreamOpaque *;

namespace {
/// A queue of work and the thread that executes it.
class Stream {
public:
  Stream() : thread([this] { execute(); }) {}
  ~Stream() {
    submit({});
    thread.join();
  }
  void submit(std::function<void()> work) {
    std::lock_guard lock(mutex);
    queue.push_back(std::move(work));
    ++submitted;
    changed.notify_all();
  }
  /// Waits for what was submitted so far.
  void drain() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&, upTo = submitted] { return executed >= upTo; });
  }

private:
  void execute() {
    for (bool isEnd = false; !isEnd;) {
      std::function<void()> work;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !queue.empty(); });
        work = std::move(queue.front());
        queue.pop_front();
      }
      isEnd = !work;
      if (work) {
        work();
      }
      std::lock_guard lock(mutex);
      ++executed;
      changed.notify_all();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> queue; // empty work ends the thread
  uint64_t submitted = 0, executed = 0;
  std::thread thread;
};

/// Everything that lives as long as the process.
struct Driver {
  std::mutex mutex;
  bool isInitialised = false;
  Context primary;
  std::set<Stream *> streams;

  static Driver &instance() {
    static auto *driver = new Driver; // never destroyed: used until the process ends
    return *driver;
  }
  /// Waits for all streams, as calls do that take something away.
  void drain() {
    std::lock_guard lock(mutex);
    for (Stream *stream : streams) {
      stream->drain();
    }
  }
};

thread_local std::vector<Context *> *contextStack;

std::vector<Context *> &contexts() {
  if (!contextStack) {
    contextStack = new std::vector<Context *>;
  }
  return *contextStack;
}

/// The current context, whose earlier errors count; null with the error in `result`.
Context *current(CUresult &result) {
  if (!Driver::instance().isInitialised) {
    result = CUDA_ERROR_NOT_INITIALIZED;
    return nullptr;
  }
  if (contexts().empty()) {
    result = CUDA_ERROR_INVALID_CONTEXT;
    return nullptr;
  }
  Context *context = contexts().back();
  result = context->sticky;
  return result == CUDA_SUCCESS ? context : nullptr;
}

/// Host storage of a range of device memory, or null.
uint8_t *hostOf(CUdeviceptr address, size_t bytes) {
  Range range;
  if (!DeviceMemory::instance().find(address, range) || range.address + range.size - address < bytes) {
    return nullptr;
  }
  return reinterpret_cast<uint8_t *>(address + range.delta);
}

/// Work for a stream; the default stream executes it at once.
void submit(CUstream stream, std::function<void()> work) {
  if (stream) {
    reinterpret_cast<Stream *>(stream)->submit(std::move(work));
  } else {
    work();
  }
}

/// Waits for a stream; gives the error that a kernel may have left.
CUresult synchronize(CUstream stream) {
  if (stream) {
    reinterpret_cast<Stream *>(stream)->drain();
  }
  CUresult result;
  current(result);
  return result;
}
} // namespace

#define API extern "C" __attribute__((visibility("default"))) CUresult

//===----------------------------------------------------------------------===//
// Errors and devices
//===----------------------------------------------------------------------===//

API cuInit(unsigned flags) {
  std::lock_guard lock(Driver::instance().mutex);
  Driver::instance().isInitialised |= flags == 0;
  return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

namespace {
struct ErrorText {
  CUresult code;
  const char *name, *text;
};
constexpr ErrorText kErrors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {CUDA_ERROR_ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {CUDA_ERROR_MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}};

const ErrorText *errorText(CUresult code) {
  const auto *found = std::find_if(std::begin(kErrors), std::end(kErrors),
                                   [&](const ErrorText &error) { return error.code == code; });
  return found == std::end(kErrors) ? nullptr : found;
}
} // namespace

API cuGetErrorName(CUresult error, const char **name) {
  const ErrorText *known = errorText(error);
  *name = known ? known->name : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API cuGetErrorString(CUresult error, const char **text) {
  const ErrorText *known = errorText(error);
  *text = known ? known->text : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API cuDeviceGetCount(int *count) {
  *count = 1;
  return Driver::instance().isInitialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

API cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

API cuDeviceGetName(char *name, int bytes, CUdevice) {
  snprintf(name, size_t(bytes), "PTX emulator");
  return CUDA_SUCCESS;
}

API cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  constexpr int kMajor = 75, kMinor = 76;
  if (attribute != kMajor && attribute != kMinor) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  *value = attribute == kMajor ? smNumber() / 10 : smNumber() % 10;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

API cuDevicePrimaryCtxRetain(Context **context, CUdevice) {
  std::lock_guard lock(Driver::instance().mutex);
  *context = &Driver::instance().primary;
  ++(*context)->references;
  return CUDA_SUCCESS;
}

API cuDevicePrimaryCtxRelease_v2(CUdevice) {
  std::lock_guard lock(Driver::instance().mutex);
  Context &context = Driver::instance().primary;
  if (context.references == 0) {
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  if (--context.references == 0) {
    context.sticky = CUDA_SUCCESS;
  }
  return CUDA_SUCCESS;
}

API cuCtxPushCurrent_v2(Context *context) {
  contexts().push_back(context);
  return CUDA_SUCCESS;
}

API cuCtxPopCurrent_v2(Context **context) {
  if (contexts().empty()) {
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  *context = contexts().back();
  contexts().pop_back();
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

API cuModuleLoadDataEx(Module **module, const void *image, unsigned numOptions, int *options, void **values) {
  constexpr int kErrorLog = 5, kErrorLogBytes = 6;
  CUresult result;
  Context *context = current(result);
  if (!context) {
    return result;
  }
  char *log = nullptr;
  size_t logBytes = 0;
  for (unsigned i = 0; i < numOptions; ++i) {
    log = options[i] == kErrorLog ? static_cast<char *>(values[i]) : log;
    logBytes = options[i] == kErrorLogBytes ? reinterpret_cast<size_t>(values[i]) : logBytes;
  }
  std::string text;
  result = loadModule(context, static_cast<const char *>(image), module, text);
  if (log && logBytes) {
    snprintf(log, logBytes, "%s", text.c_str());
  }
  return result;
}

API cuModuleUnload(Module *module) {
  Driver::instance().drain();
  delete module;
  return CUDA_SUCCESS;
}

API cuModuleGetFunction(Kernel **kernel, Module *module, const char *name) {
  auto found = module->kernels.find(name);
  if (found == module->kernels.end()) {
    return CUDA_ERROR_NOT_FOUND;
  }
  *kernel = found->second.get();
  return CUDA_SUCCESS;
}

API cuFuncSetAttribute(Kernel *kernel, int attribute, int value) {
  constexpr int kMaxDynamicShared = 8;
  if (attribute != kMaxDynamicShared || value < 0) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  kernel->maxDynamicShared = value;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

API cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  CUresult result;
  Context *context = current(result);
  if (!context) {
    return result;
  }
  *address = DeviceMemory::instance().allocate(bytes, context->device);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

API cuMemFree_v2(CUdeviceptr address) {
  Driver::instance().drain();
  return DeviceMemory::instance().free(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t bytes, CUstream stream) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  uint8_t *to = hostOf(target, bytes);
  if (!to) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  submit(stream, [=] { memset(to, value, bytes); });
  return CUDA_SUCCESS;
}

API cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t bytes, CUstream stream) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  uint8_t *to = hostOf(target, bytes);
  if (!to) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const auto *from = static_cast<const uint8_t *>(source);
  submit(stream,
         [to, copy = std::vector<uint8_t>(from, from + bytes)] { memcpy(to, copy.data(), copy.size()); });
  return CUDA_SUCCESS;
}

API cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes, CUstream stream) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  uint8_t *from = hostOf(source, bytes);
  if (!from) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  submit(stream, [=] { memcpy(target, from, bytes); });
  return synchronize(stream);
}

API cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  uint8_t *to = hostOf(target, bytes), *from = hostOf(source, bytes);
  if (!to || !from) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  submit(stream, [=] { memmove(to, from, bytes); });
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Streams, events and launches
//===----------------------------------------------------------------------===//

API cuStreamCreate(CUstream *stream, unsigned) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  auto *created = new Stream;
  std::lock_guard lock(Driver::instance().mutex);
  Driver::instance().streams.insert(created);
  *stream = reinterpret_cast<CUstream>(created);
  return CUDA_SUCCESS;
}

API cuStreamDestroy_v2(CUstream stream) {
  auto *destroyed = reinterpret_cast<Stream *>(stream);
  {
    std::lock_guard lock(Driver::instance().mutex);
    Driver::instance().streams.erase(destroyed);
  }
  delete destroyed;
  return CUDA_SUCCESS;
}

API cuStreamSynchronize(CUstream stream) { return synchronize(stream); }

namespace {
/// How often the event was recorded, and how often a stream has come by.
struct Event {
  std::atomic<uint64_t> recorded{0}, reached{0};
};
} // namespace

API cuEventCreate(Event **event, unsigned) {
  CUresult result;
  if (current(result)) {
    *event = new Event;
  }
  return result;
}

API cuEventDestroy_v2(Event *event) {
  Driver::instance().drain();
  delete event;
  return CUDA_SUCCESS;
}

API cuEventRecord(Event *event, CUstream stream) {
  CUresult result;
  if (current(result)) {
    ++event->recorded;
    submit(stream, [event] { ++event->reached; });
  }
  return result;
}

API cuEventQuery(Event *event) {
  CUresult result;
  if (!current(result)) {
    return result;
  }
  return event->reached == event->recorded ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

/// The kernel's parameter buffer from pointers to the values.
static std::vector<uint8_t> packParameters(const Program &program, void **arguments) {
  std::vector<uint8_t> buffer(program.paramBytes);
  for (size_t i = 0; i < program.params.size(); ++i) {
    memcpy(buffer.data() + program.params[i].offset, arguments[i], program.params[i].bytes);
  }
  return buffer;
}

API cuLaunchKernel(Kernel *kernel, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                   unsigned blockY, unsigned blockZ, unsigned sharedBytes, CUstream stream, void **arguments,
                   void **extra) {
  CUresult result;
  Context *context = current(result);
  if (!context) {
    return result;
  }
  uint64_t threads = uint64_t(blockX) * blockY * blockZ;
  if (extra || threads == 0 || gridX == 0 || gridY == 0 || gridZ == 0 || gridY > 65535 || gridZ > 65535 ||
      sharedBytes > unsigned(kernel->maxDynamicShared)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (threads > kernel->program->maxThreads) {
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  }
  LaunchConfig config{kernel->program,
                      {gridX, gridY, gridZ},
                      {blockX, blockY, blockZ},
                      {1, 1, 1},
                      sharedBytes,
                      packParameters(*kernel->program, arguments),
                      context->device,
                      smNumber(),
                      /*cooperative=*/false};
  // As on hardware, the launch itself succeeds and what is called behind it reports the fault; another
  // stream's success does not undo it.
  submit(stream, [context, config = std::move(config)] {
    if (context->sticky != CUDA_SUCCESS) {
      return;
    }
    if (CUresult fault = runKernel(config)) {
      context->sticky = fault;
    }
  });
  return CUDA_SUCCESS;
}

//===- Session.h - one run at a time of a model -----------------*- C++ -*-===//
//
// Lives between the caller (set inputs, run, read outputs) and generated code, which sees the
// `heddle_context_t` in it and calls back for barriers, outputs, memory of sizes found at run time and
// failures. Memory follows the sizes of the inputs: it is planned when a symbol changes and kept otherwise,
// so that runs on like inputs allocate nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_SESSION_H
#define RUNTIME_CORE_SESSION_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include "heddle/types.h"
#include "runtime/Collectives/Collectives.h"
#include "runtime/Core/Memory.h"
#include "runtime/Core/Profile.h"
#include "runtime/Core/Signature.h"
#include "runtime/Core/SlotArena.h"
#include "runtime/Core/Texts.h"
#include "runtime/Core/ThreadPool.h"
#include "runtime/Device/CudaDevice.h"

namespace heddle::rt {

class Model;

class Session {
public:
  /// `options` is checked; `model` is retained.
  static heddle_status_t create(Model &model, const heddle_session_options_t &options, Session **session,
                                heddle_message_t *message);
  void destroy();

  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  // The caller's side: see heddle_session_… in runtime.h. Indices are checked here.
  heddle_status_t setInput(uint32_t index, const heddle_tensor_t &tensor);
  heddle_status_t setOutput(uint32_t index, void *data, size_t bytes);
  heddle_status_t arenaBytes(uint64_t &bytes);
  heddle_status_t run();
  heddle_status_t start();
  heddle_status_t isDone(bool &done);
  heddle_status_t wait();
  heddle_status_t runStatic(const void *const *inputData, void *const *outputData);
  heddle_status_t output(uint32_t index, heddle_tensor_t &tensor);
  heddle_status_t resetVariables();
  heddle_status_t startProfile(uint64_t maxEvents);
  heddle_status_t readProfile(uint32_t worker, heddle_profile_t &result);
  Model &model() const { return *sessionModel; }
  uint32_t threads() const { return pool.workers(); }
  heddle_message_t &message() { return lastMessage; }

  // Generated code's side: see abi.h.
  static Session &of(heddle_context_t *context) { return *static_cast<Session *>(context->session); }
  void barrier(uint32_t worker);
  void beginStep(uint32_t worker, int64_t step) { profile.begin(worker, step); }
  void *allocateOutput(int64_t index, const int64_t *shape);
  void *allocateSlot(int64_t slot, int64_t bytes);
  void releaseSlot(int64_t slot);
  void launch(int64_t kernel, const int64_t *grid, const uint64_t *arguments);
  void copyOnDevice(void *target, const void *source, int64_t bytes);
  void writeToDevice(void *target, const void *source, int64_t bytes);
  void readFromDevice(void *target, const void *source, int64_t bytes);
  void *stage(int64_t bytes);
  /// The first failure of a run counts; `reason` lives as long as the model or the session.
  void fail(heddle_status_t status, const char *reason);
  /// The texts of the run, as heddle_text and its siblings give them.
  const char *text(int64_t number, int64_t &bytes);
  char *draftText(int64_t bytes);
  int64_t keepText(int64_t bytes);
  /// What a collective reads and writes: dense, both the same or apart.
  struct Exchange {
    const void *input;
    void *result;
    uint64_t inputBytes, resultBytes;
  };
  /// Calls `call(collectives, input, result)` unless the run has failed; a text that it returns fails the
  /// run. On a device the data goes through host memory, where `call` finds it.
  template <typename Call> void collective(const Exchange &data, Call call) {
    Exchange host = data;
    if (failed.load(std::memory_order_relaxed) || (device.isOpen() && !fetchFromDevice(host))) {
      return;
    }
    if (const char *reason = call(ranks, host.input, host.result)) {
      fail(HEDDLE_RUN_FAILED, reason);
    } else if (device.isOpen()) {
      writeToDevice(data.result, host.result, int64_t(data.resultBytes));
    }
  }
  const Collectives &collectives() const { return ranks; }

private:
  struct Output {
    void *callerData = nullptr; ///< null: `own` is used
    size_t callerBytes = 0;
    Region own;
    Region numbers;          ///< of texts, what generated code writes
    void *data = nullptr;    ///< of the last run
    int64_t *dims = nullptr; ///< of the last run
    uint64_t bytes = 0;
    bool isProduced = false;
  };

  Session(Model &model, const heddle_session_options_t &options);
  ~Session();

  heddle_status_t allocateTables(heddle_message_t *message);
  heddle_status_t allocateData(heddle_message_t *message);
  heddle_status_t allocateVariables(heddle_message_t *message);
  heddle_status_t bind();
  heddle_status_t plan(heddle_message_t *message);
  heddle_status_t reserveArena(heddle_message_t *message);
  void beginRun();
  heddle_status_t endRun();
  heddle_status_t startAlone();
  heddle_status_t leaveRun(heddle_status_t status);
  heddle_status_t checkIdle();
  heddle_status_t checkOutputIndex(uint32_t index);
  heddle_status_t measureTexts(size_t &count, size_t &bytes);
  heddle_status_t readTexts();
  heddle_status_t writeTexts();
  heddle_message_t *reasonText();

  // Sessions on a device (SessionDevice.cpp).
  heddle_status_t openDevice(heddle_message_t *message);
  heddle_status_t allocateDeviceVariable(uint32_t index, heddle_message_t *message);
  void *allocateDeviceSlot(size_t slot, int64_t bytes);
  /// Memory on the device for output `index`, whose size is known; null after `fail`.
  void *placeOutput(size_t index);
  heddle_status_t startOnDevice();
  heddle_status_t endOnDevice();
  /// Waits for the device and replaces both addresses by those of host memory, which has the input. False
  /// after `fail`, also where a kernel before has failed.
  bool fetchFromDevice(Exchange &data);
  void releaseDevice();
  /// Ends the run if a call made by generated code failed.
  void failUnless(heddle_status_t status);

  Model *sessionModel;
  const heddle_model_info_t &info;
  heddle_allocator_t allocator;
  heddle_session_options_t options;
  heddle_context_t context = {};
  ThreadPool pool;
  alignas(64) std::atomic<bool> isRunning{
      false};             ///< changes with every run: apart from what the workers read
  bool isStarted = false; ///< and not waited for
  heddle_message_t lastMessage = {};

  // The tables that `context` points to, and what they are made from.
  Array<Input> inputs;
  Array<Output> outputs;
  Array<int64_t> dims; ///< of all inputs and outputs
  Array<const void *> inputData;
  Array<void *> outputData, variableData, slotData;
  Array<int64_t> symbols, offsets, bufferBytes;
  Array<uint8_t> planWorkspace;

  Array<int64_t> plannedSymbols; ///< what `offsets` and `plannedBytes` are for
  bool isPlanned = false;
  bool isBound = false; ///< `symbols` fits the inputs
  uint64_t plannedBytes = 0;
  Region arena;
  Array<Region> variables;
  SlotArena slots;
  Collectives ranks;
  Profile profile;

  RunTexts texts;
  Array<Region> inputNumbers; ///< of inputs that are texts
  // On a device: what the context's tables point to. The tables above are the caller's side, in host memory.
  CudaModel *deviceModel = nullptr;
  CudaDevice device;
  DeviceBlock deviceArena;
  Array<DeviceBlock> deviceInputs, deviceOutputs, deviceVariables;
  Array<const void *> deviceInputData;
  Array<void *> deviceOutputData;
  Array<DeviceBlock> deviceSlots;
  Region staged;                          ///< for steps that run on the host
  Region exchangedInput, exchangedResult; ///< what collectives see of the device's memory

  // Why a run failed: the first reason, written by whoever set `failed` first.
  std::atomic<bool> failed{false};
  const char *failReason = nullptr;
  heddle_status_t failStatus = HEDDLE_OK;
  heddle_message_t failText = {}; ///< where the runtime's own reasons are formatted
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_SESSION_H

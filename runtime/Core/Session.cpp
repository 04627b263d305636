//===- Session.cpp - one run at a time of a model -------------------------===//
//
// The caller's side: making a session, inputs and outputs, runs. SessionCalls.cpp has the side of generated
// code.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Session.h"
#include "heddle/plan.h"
#include "heddle/runtime.h"
#include "runtime/Core/Cpus.h"
#include "runtime/Core/FloatMode.h"
#include "runtime/Core/GeneratedCalls.h"
#include "runtime/Core/Message.h"
#include "runtime/Core/Model.h"
#include <cinttypes>
#include <cstring>

using namespace heddle::rt;

/// More threads than this are a mistake of the caller.
static constexpr uint32_t kMostThreads = 4096;

/// What the context points to where there is nothing to read, so that generated code never sees a null
/// pointer.
alignas(HEDDLE_ALIGNMENT) static const uint8_t kNoData[HEDDLE_ALIGNMENT] = {};

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static heddle_status_t checkOptions(const heddle_session_options_t &options, heddle_message_t *message) {
  if (options.threads > kMostThreads) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "%u threads, wanted at most %u", options.threads,
                  kMostThreads);
  }
  if (reinterpret_cast<uintptr_t>(options.arena) % HEDDLE_ALIGNMENT) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "the arena is not aligned to %d bytes", HEDDLE_ALIGNMENT);
  }
  if (options.allocator && (!options.allocator->allocate || !options.allocator->release)) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "a function of the allocator is null");
  }
  if (options.device != HEDDLE_DEVICE_CPU && options.device != HEDDLE_DEVICE_CUDA) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "there is no device kind %u", options.device);
  }
  if (options.device != HEDDLE_DEVICE_CPU && (options.threads > 1 || options.arena)) {
    return report(message, HEDDLE_INVALID_ARGUMENT,
                  "a session on a device has one thread and no arena of the caller");
  }
  return HEDDLE_OK;
}

/// The threads of a session that did not name a number.
static uint32_t chooseThreads(uint32_t hint) {
  uint32_t cores = usableCores();
  return hint && hint < cores ? hint : cores;
}

Session::Session(Model &model, const heddle_session_options_t &options)
    : sessionModel(&model), info(model.info()),
      allocator(options.allocator ? *options.allocator : defaultAllocator()), options(options) {
  model.retain();
}

Session::~Session() {
  for (void *slot : slotData) {
    slots.release(slot);
  }
  releaseDevice();
}

void Session::destroy() {
  if (isStarted) {
    wait();
  }
  heddle_allocator_t from = allocator;
  Model *used = sessionModel;
  CudaModel *usedDevice = deviceModel;
  this->~Session();
  from.release(from.user, this, sizeof(Session));
  if (usedDevice) {
    used->leaveDevice(usedDevice);
  }
  used->release();
}

heddle_status_t Session::create(Model &model, const heddle_session_options_t &options, Session **session,
                                heddle_message_t *message) {
  if (heddle_status_t status = checkOptions(options, message)) {
    return status;
  }
  heddle_allocator_t from = options.allocator ? *options.allocator : defaultAllocator();
  void *memory = from.allocate(from.user, sizeof(Session), alignof(Session));
  if (!memory) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the session");
  }
  auto *created = new (memory) Session(model, options);
  bool isOnDevice = options.device != HEDDLE_DEVICE_CPU;
  uint32_t threads = isOnDevice        ? 1
                     : options.threads ? options.threads
                                       : chooseThreads(model.info().max_workers_hint);
  // With more threads than processors the one that is waited for may need ours.
  uint64_t spinNanos = threads > 1 && threads <= usableCpus() ? uint64_t(options.spin_micros) * 1000 : 0;
  heddle_status_t status = created->pool.start(created->allocator, threads, spinNanos, message);
  if (status == HEDDLE_OK) {
    status = created->allocateTables(message);
  }
  if (status == HEDDLE_OK && isOnDevice) {
    status = created->openDevice(message);
  }
  if (status == HEDDLE_OK) {
    status = created->allocateData(message);
  }
  if (status == HEDDLE_OK) {
    auto *communicator = reinterpret_cast<Communicator *>(options.communicator);
    status = created->ranks.open(created->info, communicator, created->allocator, message);
  }
  if (status != HEDDLE_OK) {
    created->destroy();
    return status;
  }
  *session = created;
  return HEDDLE_OK;
}

heddle_status_t Session::allocateTables(heddle_message_t *message) {
  size_t numDims = 0;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    numDims += info.inputs[i].rank;
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    numDims += info.outputs[i].rank;
  }
  bool done =
      inputs.allocate(allocator, info.num_inputs) && inputData.allocate(allocator, info.num_inputs) &&
      inputNumbers.allocate(allocator, info.num_inputs) && outputs.allocate(allocator, info.num_outputs) &&
      outputData.allocate(allocator, info.num_outputs) && dims.allocate(allocator, numDims) &&
      symbols.allocate(allocator, info.num_symbols) && plannedSymbols.allocate(allocator, info.num_symbols) &&
      offsets.allocate(allocator, info.num_buffers) && bufferBytes.allocate(allocator, info.num_buffers) &&
      planWorkspace.allocate(allocator, HEDDLE_PLAN_WORKSPACE_BYTES(info.num_buffers)) &&
      slotData.allocate(allocator, info.num_slots) && variableData.allocate(allocator, info.num_variables) &&
      variables.allocate(allocator, info.num_variables);
  if (!done) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the session");
  }
  int64_t *next = dims.data();
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    inputs[i].dims = next;
    next += info.inputs[i].rank;
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    outputs[i].dims = next;
    next += info.outputs[i].rank;
  }
  context.inputs = inputData.data();
  context.outputs = outputData.data();
  context.offsets = info.static_offsets ? info.static_offsets : offsets.data();
  context.symbols = symbols.data();
  context.weights = sessionModel->weights();
  context.variables = variableData.data();
  context.slots = slotData.data();
  context.session = this;
  context.calls = &kGeneratedCalls;
  return HEDDLE_OK;
}

/// Whether the sizes of all inputs are numbers: then all of a run's memory can be had before it.
static bool hasStaticInputs(const heddle_model_info_t &info) {
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    for (uint32_t j = 0; j < info.inputs[i].rank; ++j) {
      if (info.inputs[i].dims[j] < 0) {
        return false;
      }
    }
  }
  return true;
}

static bool hasStaticShape(const heddle_tensor_info_t &tensor) {
  for (uint32_t i = 0; i < tensor.rank; ++i) {
    if (tensor.dims[i] < 0) {
      return false;
    }
  }
  return true;
}

heddle_status_t Session::allocateData(heddle_message_t *message) {
  if (heddle_status_t status = allocateVariables(message)) {
    return status;
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    const heddle_tensor_info_t &output = info.outputs[i];
    if (hasStaticShape(output) &&
        !outputs[i].own.reserve(allocator, tensorBytes(output.dtype, output.dims, output.rank))) {
      return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for output '%s'", output.name);
    }
  }
  if (!hasStaticInputs(info)) {
    return HEDDLE_OK;
  }
  if (info.num_symbols > 0) {
    symbols[0] = pool.workers();
  }
  heddle_status_t status = plan(message);
  return status ? status : reserveArena(message);
}

heddle_status_t Session::allocateVariables(heddle_message_t *message) {
  for (uint32_t i = 0; i < info.num_variables; ++i) {
    if (device.isOpen()) {
      if (heddle_status_t status = allocateDeviceVariable(i, message)) {
        return status;
      }
      continue;
    }
    if (!variables[i].allocate(allocator, info.variables[i].bytes)) {
      return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for variable '%s'", info.variables[i].name);
    }
    variableData[i] = variables[i].data();
  }
  return resetVariables();
}

heddle_status_t Session::resetVariables() {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  for (uint32_t i = 0; i < info.num_variables; ++i) {
    const heddle_variable_info_t &variable = info.variables[i];
    const uint8_t *initial = variable.initial < 0 ? nullptr : sessionModel->weights() + variable.initial;
    if (device.isOpen()) {
      heddle_status_t status = initial ? device.write(variableData[i], initial, variable.bytes, &lastMessage)
                                       : device.fill(variableData[i], 0, variable.bytes, &lastMessage);
      if (status != HEDDLE_OK) {
        return status;
      }
    } else if (!initial) {
      memset(variableData[i], 0, variable.bytes);
    } else {
      memcpy(variableData[i], initial, variable.bytes);
    }
  }
  return HEDDLE_OK;
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

heddle_status_t Session::setInput(uint32_t index, const heddle_tensor_t &tensor) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  if (index >= info.num_inputs) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "there is no input %u: the model has %u", index,
                  info.num_inputs);
  }
  if (heddle_status_t status = checkInput(info, index, tensor, &lastMessage)) {
    return status;
  }
  Input &input = inputs[index];
  size_t dimsBytes = tensor.rank * sizeof(int64_t);
  bool isSame = input.isSet && (tensor.rank == 0 || memcmp(input.dims, tensor.dims, dimsBytes) == 0);
  if (!isSame && tensor.rank > 0) {
    memcpy(input.dims, tensor.dims, dimsBytes);
  }
  isBound &= isSame;
  input.data = tensor.data;
  input.isSet = true;
  inputData[index] = tensor.bytes ? tensor.data : kNoData;
  return HEDDLE_OK;
}

heddle_status_t Session::checkOutputIndex(uint32_t index) {
  return index < info.num_outputs
             ? HEDDLE_OK
             : report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "there is no output %u: the model has %u", index,
                      info.num_outputs);
}

heddle_status_t Session::setOutput(uint32_t index, void *data, size_t bytes) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  if (heddle_status_t status = checkOutputIndex(index)) {
    return status;
  }
  size_t alignment = dtypeAlignment(info.outputs[index].dtype);
  if (reinterpret_cast<uintptr_t>(data) % alignment) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT,
                  "output '%s': the buffer is not aligned to %zu bytes", info.outputs[index].name, alignment);
  }
  Output &output = outputs[index];
  output.callerData = data;
  output.callerBytes = bytes;
  output.isProduced = false;
  return HEDDLE_OK;
}

heddle_status_t Session::output(uint32_t index, heddle_tensor_t &tensor) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  if (heddle_status_t status = checkOutputIndex(index)) {
    return status;
  }
  const Output &output = outputs[index];
  if (!output.isProduced) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT,
                  "output '%s' is not there: no run has succeeded since", info.outputs[index].name);
  }
  tensor = {info.outputs[index].dtype, info.outputs[index].rank, output.dims, output.data, output.bytes};
  return HEDDLE_OK;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

heddle_status_t Session::bind() {
  if (isBound) {
    return HEDDLE_OK;
  }
  heddle_status_t status = bindSymbols(info, inputs.data(), pool.workers(), symbols.data(), &lastMessage);
  isBound = status == HEDDLE_OK;
  return status;
}

/// Decides where the planned buffers lie for the values of `symbols`.
heddle_status_t Session::plan(heddle_message_t *message) {
  if (isPlanned && (info.num_symbols == 0 || info.static_offsets ||
                    memcmp(symbols.data(), plannedSymbols.data(), info.num_symbols * sizeof(int64_t)) == 0)) {
    return HEDDLE_OK;
  }
  isPlanned = false;
  if (info.static_offsets || info.num_buffers == 0) {
    plannedBytes = info.static_arena_bytes;
  } else {
    info.sizes(symbols.data(), bufferBytes.data());
    plannedBytes = heddle_plan_offsets(info.buffers, bufferBytes.data(), info.num_buffers, offsets.data(),
                                       planWorkspace.data());
    if (plannedBytes == HEDDLE_PLAN_FAILED) {
      return report(message, HEDDLE_OUT_OF_MEMORY,
                    "inputs of these sizes need more memory than can be addressed");
    }
  }
  memcpy(plannedSymbols.data(), symbols.data(), info.num_symbols * sizeof(int64_t));
  isPlanned = true;
  return HEDDLE_OK;
}

heddle_status_t Session::reserveArena(heddle_message_t *message) {
  if (device.isOpen()) {
    heddle_status_t status = device.reserve(deviceArena, plannedBytes, message);
    context.arena = static_cast<uint8_t *>(deviceArena.address);
    return status;
  }
  if (options.arena) {
    if (options.arena_bytes < plannedBytes) {
      return report(message, HEDDLE_BUFFER_TOO_SMALL, "the caller's arena has %zu bytes, wanted %" PRIu64,
                    options.arena_bytes, plannedBytes);
    }
    context.arena = static_cast<uint8_t *>(options.arena);
    return HEDDLE_OK;
  }
  if (!arena.reserve(allocator, plannedBytes)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the arena of %" PRIu64 " bytes",
                  plannedBytes);
  }
  context.arena = static_cast<uint8_t *>(arena.data());
  return HEDDLE_OK;
}

heddle_status_t Session::arenaBytes(uint64_t &bytes) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  heddle_status_t status = hasStaticInputs(info) ? HEDDLE_OK : bind();
  if (status == HEDDLE_OK) {
    status = plan(&lastMessage);
  }
  if (status == HEDDLE_OK) {
    bytes = plannedBytes;
  }
  return status;
}

void Session::beginRun() {
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    outputs[i].isProduced = false;
    outputData[i] = nullptr;
  }
  if (failed.load(std::memory_order_relaxed)) {
    context.failed = 0;
    failed.store(false, std::memory_order_relaxed);
  }
}

heddle_status_t Session::endRun() {
  for (uint32_t i = 0; i < info.num_slots; ++i) {
    releaseSlot(i);
  }
  if (failed.load(std::memory_order_relaxed)) {
    for (Output &output : outputs) {
      output.isProduced = false;
    }
    return report(&lastMessage, failStatus, "%s", failReason);
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    if (!outputs[i].isProduced) {
      return report(&lastMessage, HEDDLE_INVALID_MODEL, "the run made no output '%s'", info.outputs[i].name);
    }
  }
  return writeTexts();
}

heddle_status_t Session::run() {
  heddle_status_t status = start();
  return status == HEDDLE_OK ? wait() : status;
}

heddle_status_t Session::start() {
  if (isRunning.exchange(true, std::memory_order_acquire)) {
    return HEDDLE_BUSY; // the message is the other thread's
  }
  heddle_status_t status = ranks.beginRun(&lastMessage);
  if (status != HEDDLE_OK) {
    isRunning.store(false, std::memory_order_release);
    return status;
  }
  status = startAlone();
  isStarted = status == HEDDLE_OK;
  return isStarted ? HEDDLE_OK : leaveRun(status);
}

heddle_status_t Session::isDone(bool &done) {
  if (!isStarted) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "no run was started");
  }
  done = !device.isOpen() || device.isMarkReached();
  return HEDDLE_OK;
}

heddle_status_t Session::wait() {
  if (!isStarted) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "no run was started");
  }
  isStarted = false;
  return leaveRun(device.isOpen() ? endOnDevice() : endRun());
}

/// The run is over, for the other ranks too.
heddle_status_t Session::leaveRun(heddle_status_t status) {
  ranks.endRun(status, lastMessage);
  isRunning.store(false, std::memory_order_release);
  return status;
}

/// What a run uses must not change under it.
heddle_status_t Session::checkIdle() {
  return isStarted ? report(&lastMessage, HEDDLE_BUSY, "the run that was started has not been waited for")
                   : HEDDLE_OK;
}

/// This rank's part of `start`. A failure of a step shows at the end.
heddle_status_t Session::startAlone() {
  heddle_status_t status = HEDDLE_OK;
  if (!pool.usable()) {
    status = report(&lastMessage, HEDDLE_BUSY,
                    "the session was created before the process forked; create another");
  }
  if (status == HEDDLE_OK) {
    status = bind();
  }
  if (status == HEDDLE_OK) {
    status = plan(&lastMessage);
  }
  if (status == HEDDLE_OK) {
    status = reserveArena(&lastMessage);
  }
  if (status == HEDDLE_OK) {
    status = readTexts();
  }
  if (status == HEDDLE_OK && device.isOpen()) {
    status = startOnDevice();
  } else if (status == HEDDLE_OK) {
    beginRun();
    profile.beginRun();
    pool.run(
        [](void *argument, uint32_t worker) {
          auto *session = static_cast<Session *>(argument);
          FloatMode mode(session->options.keep_denormals != 0);
          session->info.run(&session->context, worker, session->pool.workers());
        },
        this);
    profile.endRun();
  }
  return status;
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

heddle_status_t Session::startProfile(uint64_t maxEvents) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  if (device.isOpen()) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "runs on a device cannot be profiled");
  }
  if (info.num_told_steps == 0) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT,
                  "the model '%s' tells nothing of its steps, wanted one of heddle compile --profile",
                  info.name);
  }
  return profile.start(allocator, pool.workers(), info.num_told_steps, maxEvents, &lastMessage);
}

heddle_status_t Session::readProfile(uint32_t worker, heddle_profile_t &result) {
  if (heddle_status_t status = checkIdle()) {
    return status;
  }
  if (!profile.isOn()) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "no profile was started");
  }
  if (worker >= pool.workers()) {
    return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "there is no worker %u: the session has %u", worker,
                  pool.workers());
  }
  result = profile.of(worker);
  return HEDDLE_OK;
}

heddle_status_t Session::runStatic(const void *const *inputData, void *const *outputData) {
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    const heddle_tensor_info_t &input = info.inputs[i];
    if (!hasStaticShape(input)) {
      return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "input '%s' has no static shape", input.name);
    }
    uint64_t bytes = tensorBytes(input.dtype, input.dims, input.rank);
    if (heddle_status_t status = setInput(i, {input.dtype, input.rank, input.dims, inputData[i], bytes})) {
      return status;
    }
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    const heddle_tensor_info_t &output = info.outputs[i];
    if (!hasStaticShape(output)) {
      return report(&lastMessage, HEDDLE_INVALID_ARGUMENT, "output '%s' has no static shape", output.name);
    }
    uint64_t bytes = tensorBytes(output.dtype, output.dims, output.rank);
    if (heddle_status_t status = setOutput(i, outputData[i], bytes)) {
      return status;
    }
  }
  return run();
}

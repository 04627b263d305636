//===- SessionCalls.cpp - a session as generated code sees it -------------===//
//
// A failure must not let workers part ways: one that left the run while another waits at a barrier would
// leave it there. So `fail` only notes the reason, which the worker brings to its next barrier as a mark. All
// workers learn there that somebody failed, and only then worker 0 makes it visible in `context.failed`,
// before they go on.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Message.h"
#include "runtime/Core/Session.h"
#include <cinttypes>

using namespace heddle::rt;

void Session::barrier(uint32_t worker) {
  if (pool.workers() == 1 || !pool.meet(worker, failed.load(std::memory_order_relaxed))) {
    return;
  }
  if (worker == 0) {
    context.failed = 1;
  }
  pool.meet(worker, false);
}

void Session::fail(heddle_status_t status, const char *reason) {
  if (failed.exchange(true, std::memory_order_acq_rel)) {
    return;
  }
  failStatus = status;
  failReason = reason;
  if (pool.workers() == 1) {
    context.failed = 1;
  }
}

/// Where a reason of the runtime's own is formatted, by worker 0; null if an earlier one may stand there.
heddle_message_t *Session::reasonText() {
  return failed.load(std::memory_order_relaxed) ? nullptr : &failText;
}

void *Session::allocateOutput(int64_t index, const int64_t *shape) {
  const heddle_tensor_info_t &signature = info.outputs[index];
  Output &output = outputs[size_t(index)];
  for (uint32_t i = 0; i < signature.rank; ++i) {
    if (shape[i] < 0) {
      fail(report(reasonText(), HEDDLE_RUN_FAILED,
                  "output '%s': dimension %u is %" PRId64 ", wanted 0 or more", signature.name, i, shape[i]),
           failText.text);
      return nullptr;
    }
    output.dims[i] = shape[i];
  }
  output.bytes = tensorBytes(signature.dtype, shape, signature.rank);
  void *data = output.callerData;
  if (data && output.callerBytes < output.bytes) {
    fail(report(reasonText(), HEDDLE_BUFFER_TOO_SMALL,
                "output '%s': the caller's buffer has %zu bytes, wanted %" PRIu64 " for shape %s",
                signature.name, output.callerBytes, output.bytes, ShapeText(shape, signature.rank).text),
         failText.text);
    return nullptr;
  }
  if (!data && output.bytes <= INT64_MAX && output.own.reserve(allocator, output.bytes)) {
    data = output.own.data();
  }
  if (!data) {
    fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for output '%s' of shape %s", signature.name,
                ShapeText(shape, signature.rank).text),
         failText.text);
    return nullptr;
  }
  output.data = data;
  if (signature.dtype == HEDDLE_STRING) {
    uint64_t bytes = tensorBytes(HEDDLE_I64, shape, signature.rank);
    if (!output.numbers.reserve(allocator, bytes)) {
      fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for the texts of output '%s'",
                  signature.name),
           failText.text);
      return nullptr;
    }
    data = output.numbers.data();
  }
  output.isProduced = true;
  outputData[size_t(index)] = data;
  return device.isOpen() ? placeOutput(size_t(index)) : data;
}

void *Session::allocateSlot(int64_t slot, int64_t bytes) {
  if (device.isOpen()) {
    return allocateDeviceSlot(size_t(slot), bytes);
  }
  releaseSlot(slot);
  void *memory = bytes < 0 ? nullptr : slots.allocate(allocator, uint64_t(bytes));
  if (!memory) {
    fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for a tensor of %" PRId64 " bytes", bytes),
         failText.text);
  }
  slotData[size_t(slot)] = memory;
  return memory;
}

void Session::releaseSlot(int64_t slot) {
  if (!device.isOpen()) { // a device's blocks are kept for the next time
    slots.release(slotData[size_t(slot)]);
  }
  slotData[size_t(slot)] = nullptr;
}

//===- SessionDevice.cpp - sessions whose runs are on a device ------------===//
//
// The caller's side stays as it is: inputs and outputs in host memory. A run is started by copying the inputs
// to blocks of their own and executing the steps on the host, which enqueue kernels on planned memory of the
// device; who waits for it gets the outputs copied back.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Message.h"
#include "runtime/Core/Model.h"
#include "runtime/Core/Session.h"
#include <cinttypes>
#include <cstring>
#include <initializer_list>

using namespace heddle::rt;

heddle_status_t Session::openDevice(heddle_message_t *message) {
  if (!info.device) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "the model has code for %s alone, and none for a GPU",
                  info.target);
  }
  bool done = deviceInputs.allocate(allocator, info.num_inputs) &&
              deviceOutputs.allocate(allocator, info.num_outputs) &&
              deviceVariables.allocate(allocator, info.num_variables) &&
              deviceSlots.allocate(allocator, info.num_slots) &&
              deviceInputData.allocate(allocator, info.num_inputs) &&
              deviceOutputData.allocate(allocator, info.num_outputs);
  if (!done) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the session");
  }
  heddle_status_t status = sessionModel->useDevice(options.device_index, &deviceModel, message);
  if (status == HEDDLE_OK) {
    status = device.open(*deviceModel, message);
  }
  if (status == HEDDLE_OK) {
    context.inputs = deviceInputData.data();
    context.outputs = deviceOutputData.data();
    context.weights = deviceModel->weights();
    context.device_failure = device.failureWord();
  }
  return status;
}

void Session::releaseDevice() {
  if (!device.isOpen()) {
    return;
  }
  for (Array<DeviceBlock> *blocks : {&deviceInputs, &deviceOutputs, &deviceVariables, &deviceSlots}) {
    for (DeviceBlock &block : *blocks) {
      device.release(block);
    }
  }
  device.release(deviceArena);
}

heddle_status_t Session::allocateDeviceVariable(uint32_t index, heddle_message_t *message) {
  heddle_status_t status = device.reserve(deviceVariables[index], info.variables[index].bytes, message);
  variableData[index] = deviceVariables[index].address;
  return status;
}

void *Session::placeOutput(size_t index) {
  heddle_status_t status = device.reserve(deviceOutputs[index], outputs[index].bytes, reasonText());
  failUnless(status);
  deviceOutputData[index] = deviceOutputs[index].address;
  return status == HEDDLE_OK ? deviceOutputs[index].address : nullptr;
}

/// Memory of a slot for `bytes` bytes. A block that grows again grows by half at least, as the sizes of a
/// loop's trips may rise.
void *Session::allocateDeviceSlot(size_t slot, int64_t bytes) {
  DeviceBlock &block = deviceSlots[slot];
  size_t wanted = size_t(bytes) > block.bytes && block.bytes ? block.bytes / 2 * 3 : 0;
  heddle_status_t status =
      bytes < 0
          ? report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for a tensor of %" PRId64 " bytes", bytes)
          : device.reserve(block, size_t(bytes) > wanted ? size_t(bytes) : wanted, reasonText());
  failUnless(status);
  slotData[slot] = status == HEDDLE_OK ? block.address : nullptr;
  return slotData[slot];
}

void Session::failUnless(heddle_status_t status) {
  if (status != HEDDLE_OK) {
    fail(status, failText.text);
  }
}

void Session::launch(int64_t kernel, const int64_t *grid, const uint64_t *arguments) {
  failUnless(device.launch(kernel, grid, arguments, reasonText()));
}

void Session::copyOnDevice(void *target, const void *source, int64_t bytes) {
  failUnless(device.copy(target, source, size_t(bytes), reasonText()));
}

void Session::writeToDevice(void *target, const void *source, int64_t bytes) {
  failUnless(device.write(target, source, size_t(bytes), reasonText()));
}

void Session::readFromDevice(void *target, const void *source, int64_t bytes) {
  failUnless(device.read(target, source, size_t(bytes), reasonText()));
  failUnless(device.finish(reasonText()));
  if (failed.load(std::memory_order_relaxed)) {
    memset(target, 0, size_t(bytes));
  }
}

void *Session::stage(int64_t bytes) {
  if (staged.reserve(allocator, size_t(bytes))) {
    return staged.data();
  }
  fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for a step of %" PRId64 " bytes on the host",
              bytes),
       failText.text);
  return nullptr;
}

bool Session::fetchFromDevice(Exchange &data) {
  bool isInPlace = data.input == data.result;
  if (!exchangedInput.reserve(allocator, data.inputBytes) ||
      (!isInPlace && !exchangedResult.reserve(allocator, data.resultBytes))) {
    fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for what ranks exchange"), failText.text);
    return false;
  }
  failUnless(device.read(exchangedInput.data(), data.input, data.inputBytes, reasonText()));
  failUnless(device.finish(reasonText()));
  data.input = exchangedInput.data();
  data.result = isInPlace ? exchangedInput.data() : exchangedResult.data();
  return !failed.load(std::memory_order_relaxed);
}

heddle_status_t Session::startOnDevice() {
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    const heddle_tensor_info_t &signature = info.inputs[i];
    uint64_t bytes = tensorBytes(signature.dtype, inputs[i].dims, signature.rank);
    heddle_status_t status = device.reserve(deviceInputs[i], bytes, &lastMessage);
    if (status == HEDDLE_OK) {
      status = device.write(deviceInputs[i].address, inputs[i].data, bytes, &lastMessage);
    }
    if (status != HEDDLE_OK) {
      return status;
    }
    deviceInputData[i] = deviceInputs[i].address;
  }
  beginRun();
  info.device->run(&context, 0, 1);
  failUnless(device.mark(reasonText()));
  return HEDDLE_OK;
}

heddle_status_t Session::endOnDevice() {
  // Copies to memory that the driver does not know block, so the outputs are fetched only here.
  for (uint32_t i = 0; i < info.num_outputs && !failed.load(std::memory_order_relaxed); ++i) {
    if (outputs[i].isProduced) {
      failUnless(device.read(outputData[i], deviceOutputData[i], outputs[i].bytes, reasonText()));
    }
  }
  // Also after a failure: nothing of this run may be under way in the next.
  failUnless(device.finish(reasonText()));
  return endRun();
}

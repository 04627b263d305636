//===- GeneratedCalls.cpp - what generated code calls ---------------------===//
//
// Two layers: `heddle_barrier` and its siblings, which are linked into a model and call through the context's
// table; and the table of this copy of the runtime, which leads to the session. They are the same copy only
// where the program that opened the model is the library that holds it.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/GeneratedCalls.h"
#include "runtime/Core/Session.h"

using namespace heddle::rt;

void heddle_barrier(heddle_context_t *context, int64_t worker) { context->calls->barrier(context, worker); }

void *heddle_output(heddle_context_t *context, int64_t index, const int64_t *shape) {
  return context->calls->output(context, index, shape);
}

void *heddle_allocate(heddle_context_t *context, int64_t slot, int64_t bytes) {
  return context->calls->allocate(context, slot, bytes);
}

void heddle_release(heddle_context_t *context, int64_t slot) { context->calls->release(context, slot); }

void heddle_fail(heddle_context_t *context, const char *message) { context->calls->fail(context, message); }

static void barrier(heddle_context_t *context, int64_t worker) {
  Session::of(context).barrier(uint32_t(worker));
}

static void *output(heddle_context_t *context, int64_t index, const int64_t *shape) {
  return Session::of(context).allocateOutput(index, shape);
}

static void *allocate(heddle_context_t *context, int64_t slot, int64_t bytes) {
  return Session::of(context).allocateSlot(slot, bytes);
}

static void release(heddle_context_t *context, int64_t slot) { Session::of(context).releaseSlot(slot); }

static void fail(heddle_context_t *context, const char *message) {
  Session::of(context).fail(HEDDLE_RUN_FAILED, message);
}

const heddle_calls_t heddle::rt::kGeneratedCalls = {barrier, output, allocate, release, fail};

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

void heddle_all_reduce(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t count, int64_t dtype, int64_t kind) {
  context->calls->all_reduce(context, group, input, result, count, dtype, kind);
}

void heddle_reduce_scatter(heddle_context_t *context, int64_t group, const void *input, void *result,
                           int64_t count, int64_t dtype, int64_t kind) {
  context->calls->reduce_scatter(context, group, input, result, count, dtype, kind);
}

void heddle_all_gather(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t bytes) {
  context->calls->all_gather(context, group, input, result, bytes);
}

void heddle_all_to_all(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t bytes) {
  context->calls->all_to_all(context, group, input, result, bytes);
}

void heddle_permute(heddle_context_t *context, int64_t group, const void *input, void *result, int64_t bytes,
                    const int64_t *pairs, int64_t num_pairs) {
  context->calls->permute(context, group, input, result, bytes, pairs, num_pairs);
}

int64_t heddle_coord(heddle_context_t *context, int64_t group) {
  return context->calls->coord(context, group);
}

void heddle_device_launch(heddle_context_t *context, int64_t kernel, const int64_t *grid,
                          const uint64_t *arguments) {
  context->calls->launch(context, kernel, grid, arguments);
}

void heddle_device_copy(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  context->calls->copy(context, target, source, bytes);
}

void heddle_device_write(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  context->calls->write(context, target, source, bytes);
}

const char *heddle_text(heddle_context_t *context, int64_t number, int64_t *bytes) {
  return context->calls->text(context, number, bytes);
}

char *heddle_draft_text(heddle_context_t *context, int64_t bytes) {
  return context->calls->draft_text(context, bytes);
}

int64_t heddle_keep_text(heddle_context_t *context, int64_t bytes) {
  return context->calls->keep_text(context, bytes);
}

void heddle_device_read(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  context->calls->read(context, target, source, bytes);
}

void *heddle_device_stage(heddle_context_t *context, int64_t bytes) {
  return context->calls->stage(context, bytes);
}

void heddle_step(heddle_context_t *context, int64_t worker, int64_t step) {
  context->calls->step(context, worker, step);
}

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

static void allReduce(heddle_context_t *context, int64_t group, const void *input, void *result,
                      int64_t count, int64_t dtype, int64_t kind) {
  uint64_t bytes = uint64_t(count) * heddle_dtype_bytes(uint32_t(dtype));
  Session::of(context).collective({input, result, bytes, bytes},
                                  [&](Collectives &ranks, const void *from, void *to) {
                                    return ranks.allReduce(group, from, to, count, dtype, kind);
                                  });
}

static void reduceScatter(heddle_context_t *context, int64_t group, const void *input, void *result,
                          int64_t count, int64_t dtype, int64_t kind) {
  Session &session = Session::of(context);
  uint64_t bytes = uint64_t(count) * heddle_dtype_bytes(uint32_t(dtype));
  session.collective({input, result, session.collectives().size(group) * bytes, bytes},
                     [&](Collectives &ranks, const void *from, void *to) {
                       return ranks.reduceScatter(group, from, to, count, dtype, kind);
                     });
}

static void allGather(heddle_context_t *context, int64_t group, const void *input, void *result,
                      int64_t bytes) {
  Session &session = Session::of(context);
  session.collective({input, result, uint64_t(bytes), session.collectives().size(group) * uint64_t(bytes)},
                     [&](Collectives &ranks, const void *from, void *to) {
                       return ranks.allGather(group, from, to, bytes);
                     });
}

static void allToAll(heddle_context_t *context, int64_t group, const void *input, void *result,
                     int64_t bytes) {
  Session &session = Session::of(context);
  uint64_t all = session.collectives().size(group) * uint64_t(bytes);
  session.collective({input, result, all, all}, [&](Collectives &ranks, const void *from, void *to) {
    return ranks.allToAll(group, from, to, bytes);
  });
}

static void permute(heddle_context_t *context, int64_t group, const void *input, void *result, int64_t bytes,
                    const int64_t *pairs, int64_t numPairs) {
  Session::of(context).collective({input, result, uint64_t(bytes), uint64_t(bytes)},
                                  [&](Collectives &ranks, const void *from, void *to) {
                                    return ranks.permute(group, from, to, bytes, pairs, numPairs);
                                  });
}

static int64_t coord(heddle_context_t *context, int64_t group) {
  return Session::of(context).collectives().coord(group);
}

static void launch(heddle_context_t *context, int64_t kernel, const int64_t *grid,
                   const uint64_t *arguments) {
  Session::of(context).launch(kernel, grid, arguments);
}

static void copy(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  Session::of(context).copyOnDevice(target, source, bytes);
}

static void write(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  Session::of(context).writeToDevice(target, source, bytes);
}

static const char *text(heddle_context_t *context, int64_t number, int64_t *bytes) {
  return Session::of(context).text(number, *bytes);
}

static char *draftText(heddle_context_t *context, int64_t bytes) {
  return Session::of(context).draftText(bytes);
}

static int64_t keepText(heddle_context_t *context, int64_t bytes) {
  return Session::of(context).keepText(bytes);
}

static void read(heddle_context_t *context, void *target, const void *source, int64_t bytes) {
  Session::of(context).readFromDevice(target, source, bytes);
}

static void *stage(heddle_context_t *context, int64_t bytes) { return Session::of(context).stage(bytes); }

static void step(heddle_context_t *context, int64_t worker, int64_t number) {
  Session::of(context).beginStep(uint32_t(worker), number);
}

const heddle_calls_t heddle::rt::kGeneratedCalls = {
    barrier, output, allocate, release, fail, allReduce, reduceScatter, allGather, allToAll, permute,
    coord,   launch, copy,     write,   text, draftText, keepText,      read,      stage,    step};

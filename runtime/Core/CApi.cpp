//===- CApi.cpp - the functions of runtime.h ------------------------------===//
//
// Null pointers are refused here; everything else is checked behind.
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include "runtime/Core/Cpus.h"
#include "runtime/Core/Library.h"
#include "runtime/Core/Message.h"
#include "runtime/Core/Model.h"
#include "runtime/Core/Session.h"
#include <cstring>

using namespace heddle::rt;

static Model *unwrap(heddle_model_t *model) { return reinterpret_cast<Model *>(model); }
static const Model *unwrap(const heddle_model_t *model) { return reinterpret_cast<const Model *>(model); }
static Session *unwrap(heddle_session_t *session) { return reinterpret_cast<Session *>(session); }
static const Session *unwrap(const heddle_session_t *session) {
  return reinterpret_cast<const Session *>(session);
}

static Communicator *unwrap(heddle_communicator_t *communicator) {
  return reinterpret_cast<Communicator *>(communicator);
}
static const Communicator *unwrap(const heddle_communicator_t *communicator) {
  return reinterpret_cast<const Communicator *>(communicator);
}

static heddle_status_t nullArgument(heddle_message_t *message) {
  return report(message, HEDDLE_INVALID_ARGUMENT, "an argument is null");
}

uint32_t heddle_default_threads(void) { return usableCores(); }

uint32_t heddle_device_count(uint32_t device) {
  return device == HEDDLE_DEVICE_CPU ? 1 : device == HEDDLE_DEVICE_CUDA ? CudaModel::count() : 0;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

heddle_status_t heddle_model_open(const char *path, const char *prefix, heddle_model_t **model,
                                  heddle_message_t *message) {
  if (!path || !model) {
    return nullArgument(message);
  }
  Library library = {};
  if (heddle_status_t status = openLibrary(path, prefix, library, message)) {
    return status;
  }
  return Model::create(library.info, library.handle, reinterpret_cast<Model **>(model), message);
}

heddle_status_t heddle_model_create(const heddle_model_info_t *info, heddle_model_t **model,
                                    heddle_message_t *message) {
  return model ? Model::create(info, nullptr, reinterpret_cast<Model **>(model), message)
               : nullArgument(message);
}

void heddle_model_retain(heddle_model_t *model) {
  if (model) {
    unwrap(model)->retain();
  }
}

void heddle_model_release(heddle_model_t *model) {
  if (model) {
    unwrap(model)->release();
  }
}

const heddle_model_info_t *heddle_model_info(const heddle_model_t *model) { return &unwrap(model)->info(); }

static heddle_status_t findTensor(const heddle_tensor_info_t *tensors, uint32_t count, const char *name,
                                  uint32_t *index) {
  if (!name || !index) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!strcmp(tensors[i].name, name)) {
      *index = i;
      return HEDDLE_OK;
    }
  }
  return HEDDLE_NOT_FOUND;
}

heddle_status_t heddle_model_find_input(const heddle_model_t *model, const char *name, uint32_t *index) {
  const heddle_model_info_t &info = unwrap(model)->info();
  return findTensor(info.inputs, info.num_inputs, name, index);
}

heddle_status_t heddle_model_find_output(const heddle_model_t *model, const char *name, uint32_t *index) {
  const heddle_model_info_t &info = unwrap(model)->info();
  return findTensor(info.outputs, info.num_outputs, name, index);
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

heddle_status_t heddle_communicators_create(uint32_t size, heddle_communicator_t **communicators,
                                            heddle_message_t *message) {
  return communicators
             ? Communicator::createThreads(size, reinterpret_cast<Communicator **>(communicators), message)
             : nullArgument(message);
}

heddle_status_t heddle_communicator_open(const char *transport, heddle_communicator_t **communicator,
                                         heddle_message_t *message) {
  return transport && communicator
             ? Communicator::open(transport, reinterpret_cast<Communicator **>(communicator), message)
             : nullArgument(message);
}

void heddle_communicator_release(heddle_communicator_t *communicator) {
  if (communicator) {
    unwrap(communicator)->release();
  }
}

void heddle_communicator_fail(heddle_communicator_t *communicator, const char *reason) {
  if (communicator) {
    unwrap(communicator)->fail(reason ? reason : "");
  }
}

uint32_t heddle_communicator_rank(const heddle_communicator_t *communicator) {
  return unwrap(communicator)->rank();
}

uint32_t heddle_communicator_size(const heddle_communicator_t *communicator) {
  return unwrap(communicator)->size();
}

heddle_status_t heddle_session_traffic(heddle_session_t *session, uint32_t collective, uint32_t group,
                                       heddle_traffic_t *traffic) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  heddle_message_t *message = &unwrap(session)->message();
  uint32_t numGroups = unwrap(session)->model().info().num_groups;
  if (!traffic) {
    return nullArgument(message);
  }
  if (collective >= HEDDLE_NUM_COLLECTIVES) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "there is no collective %u", collective);
  }
  if (group >= numGroups) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "there is no group %u: the model has %u", group,
                  numGroups);
  }
  *traffic = unwrap(session)->collectives().traffic(collective, group);
  return HEDDLE_OK;
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

/// The options of the caller, whose structure may have fewer fields than ours.
static heddle_status_t readOptions(const heddle_session_options_t *given, heddle_session_options_t &options,
                                   heddle_message_t *message) {
  options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  if (!given) {
    return HEDDLE_OK;
  }
  if (given->struct_bytes < sizeof(size_t) || given->struct_bytes > sizeof(options)) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "struct_bytes of the options is %zu, wanted at most %zu",
                  given->struct_bytes, sizeof(options));
  }
  memcpy(&options, given, given->struct_bytes);
  return HEDDLE_OK;
}

heddle_status_t heddle_session_create(heddle_model_t *model, const heddle_session_options_t *options,
                                      heddle_session_t **session, heddle_message_t *message) {
  if (!model || !session) {
    return nullArgument(message);
  }
  heddle_session_options_t chosen;
  if (heddle_status_t status = readOptions(options, chosen, message)) {
    return status;
  }
  return Session::create(*unwrap(model), chosen, reinterpret_cast<Session **>(session), message);
}

heddle_status_t heddle_session_create_linked(const heddle_model_info_t *info,
                                             const heddle_session_options_t *options,
                                             heddle_session_t **session, heddle_message_t *message) {
  heddle_model_t *model = nullptr;
  heddle_status_t status = heddle_model_create(info, &model, message);
  if (status == HEDDLE_OK) {
    status = heddle_session_create(model, options, session, message);
    heddle_model_release(model); // the session holds it
  }
  return status;
}

void heddle_session_release(heddle_session_t *session) {
  if (session) {
    unwrap(session)->destroy();
  }
}

heddle_model_t *heddle_session_model(const heddle_session_t *session) {
  return reinterpret_cast<heddle_model_t *>(&unwrap(session)->model());
}

uint32_t heddle_session_threads(const heddle_session_t *session) { return unwrap(session)->threads(); }

heddle_status_t heddle_session_set_input(heddle_session_t *session, uint32_t index,
                                         const heddle_tensor_t *tensor) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  return tensor ? unwrap(session)->setInput(index, *tensor) : nullArgument(&unwrap(session)->message());
}

heddle_status_t heddle_session_set_input_named(heddle_session_t *session, const char *name,
                                               const heddle_tensor_t *tensor) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  const heddle_model_info_t &info = unwrap(session)->model().info();
  uint32_t index = 0;
  heddle_status_t status = findTensor(info.inputs, info.num_inputs, name, &index);
  if (status == HEDDLE_OK) {
    return heddle_session_set_input(session, index, tensor);
  }
  if (status == HEDDLE_INVALID_ARGUMENT) {
    return nullArgument(&unwrap(session)->message());
  }
  NameList names;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    names.add(info.inputs[i].name);
  }
  return report(&unwrap(session)->message(), status, "there is no input '%s'; the model has %s", name,
                info.num_inputs ? names.text : "none");
}

heddle_status_t heddle_session_set_output(heddle_session_t *session, uint32_t index, void *data,
                                          size_t bytes) {
  return session ? unwrap(session)->setOutput(index, data, bytes) : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_arena_bytes(heddle_session_t *session, uint64_t *bytes) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  return bytes ? unwrap(session)->arenaBytes(*bytes) : nullArgument(&unwrap(session)->message());
}

heddle_status_t heddle_session_run(heddle_session_t *session) {
  return session ? unwrap(session)->run() : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_start(heddle_session_t *session) {
  return session ? unwrap(session)->start() : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_is_done(heddle_session_t *session, int32_t *done) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  if (!done) {
    return nullArgument(&unwrap(session)->message());
  }
  bool isDone = false;
  heddle_status_t status = unwrap(session)->isDone(isDone);
  *done = isDone;
  return status;
}

heddle_status_t heddle_session_wait(heddle_session_t *session) {
  return session ? unwrap(session)->wait() : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_run_static(heddle_session_t *session, const void *const *inputs,
                                          void *const *outputs) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  const heddle_model_info_t &info = unwrap(session)->model().info();
  bool isMissing = (info.num_inputs && !inputs) || (info.num_outputs && !outputs);
  return isMissing ? nullArgument(&unwrap(session)->message()) : unwrap(session)->runStatic(inputs, outputs);
}

heddle_status_t heddle_session_output(heddle_session_t *session, uint32_t index, heddle_tensor_t *tensor) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  return tensor ? unwrap(session)->output(index, *tensor) : nullArgument(&unwrap(session)->message());
}

heddle_status_t heddle_session_reset(heddle_session_t *session) {
  return session ? unwrap(session)->resetVariables() : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_start_profile(heddle_session_t *session, uint64_t max_events) {
  return session ? unwrap(session)->startProfile(max_events) : HEDDLE_INVALID_ARGUMENT;
}

heddle_status_t heddle_session_profile(heddle_session_t *session, uint32_t worker,
                                       heddle_profile_t *profile) {
  if (!session) {
    return HEDDLE_INVALID_ARGUMENT;
  }
  return profile ? unwrap(session)->readProfile(worker, *profile) : nullArgument(&unwrap(session)->message());
}

const char *heddle_session_message(const heddle_session_t *session) {
  return session ? const_cast<Session *>(unwrap(session))->message().text : "the session is null";
}

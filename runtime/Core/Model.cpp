//===- Model.cpp - an immutable compiled model ----------------------------===//

#include "runtime/Core/Model.h"
#include "runtime/Core/Cpus.h"
#include "runtime/Core/Message.h"
#include <cstdlib>
#include <dlfcn.h>
#include <new>

using namespace heddle::rt;

static bool hasText(const heddle_tensor_info_t *tensors, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (tensors[i].dtype == HEDDLE_STRING) {
      return true;
    }
  }
  return false;
}

/// Whether this runtime and this processor can work with the model.
static heddle_status_t checkInfo(const heddle_model_info_t *info, heddle_message_t *message) {
  if (!info) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "the model's info is null");
  }
  if (info->abi_version != HEDDLE_ABI_VERSION) {
    return report(message, HEDDLE_INVALID_MODEL,
                  "the model has ABI version %u, this runtime reads version %u", info->abi_version,
                  HEDDLE_ABI_VERSION);
  }
  if (!cpuRunsTarget(info->target)) {
    return report(message, HEDDLE_INVALID_MODEL,
                  "the model is compiled for %s, which this processor does not support", info->target);
  }
  return HEDDLE_OK;
}

heddle_status_t Model::create(const heddle_model_info_t *info, void *library, Model **model,
                              heddle_message_t *message) {
  heddle_status_t status = checkInfo(info, message);
  void *memory = nullptr;
  if (status == HEDDLE_OK) {
    memory = malloc(sizeof(Model));
    status = memory ? HEDDLE_OK : report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the model");
  }
  if (status != HEDDLE_OK) {
    if (library) {
      dlclose(library);
    }
    return status;
  }
  auto *created = new (memory) Model(*info, library);
  status = created->modelWeights.open(*info, message);
  created->isOfText = info->num_texts > 0 || hasText(info->inputs, info->num_inputs) ||
                      hasText(info->outputs, info->num_outputs);
  if (status == HEDDLE_OK && created->isOfText && !created->modelTexts.create(*info)) {
    status = report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the texts of the model");
  }
  if (status != HEDDLE_OK) {
    created->release();
    return status;
  }
  *model = created;
  return HEDDLE_OK;
}

heddle_status_t Model::useDevice(uint32_t index, CudaModel **device, heddle_message_t *message) {
  pthread_mutex_lock(&devicesMutex);
  CudaModel *found = devices;
  while (found && found->number != index) {
    found = found->next;
  }
  heddle_status_t status = HEDDLE_OK;
  if (!found) {
    void *memory = malloc(sizeof(CudaModel));
    found = memory ? new (memory) CudaModel() : nullptr;
    status =
        found ? found->open(*modelInfo.device, modelWeights.data(), modelInfo.weights_bytes, index, message)
              : report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the model");
    if (status == HEDDLE_OK) {
      found->next = devices;
      devices = found;
    } else if (found) {
      found->~CudaModel();
      free(memory);
    }
  }
  if (status == HEDDLE_OK) {
    found->users += 1;
    *device = found;
  }
  pthread_mutex_unlock(&devicesMutex);
  return status;
}

void Model::leaveDevice(CudaModel *device) {
  pthread_mutex_lock(&devicesMutex);
  device->users -= 1;
  if (device->users == 0) {
    CudaModel **link = &devices;
    while (*link != device) {
      link = &(*link)->next;
    }
    *link = device->next;
    device->~CudaModel();
    free(device);
  }
  pthread_mutex_unlock(&devicesMutex);
}

void Model::release() {
  if (users.fetch_sub(1, std::memory_order_acq_rel) != 1) {
    return;
  }
  void *handle = library;
  this->~Model();
  free(this);
  if (handle) {
    dlclose(handle);
  }
}

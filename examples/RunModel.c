/*===- RunModel.c - loads any compiled model and runs it once -----------------===*
 *
 * Prints the signature, sets every input to zeros (the sizes that the model leaves open to their least value,
 * or 1), runs, and prints the shapes and the first elements of the outputs.
 *
 *   cc -Iruntime/include examples/RunModel.c build/lib/libheddle_runtime.a -lm -lpthread -o RunModel
 *   ./RunModel model.so
 *
 *===----------------------------------------------------------------------===*/

#include "heddle/runtime.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_shape(const int64_t *dims, uint32_t rank) {
  printf("[");
  for (uint32_t i = 0; i < rank; ++i) {
    printf(i ? ", %" PRId64 : "%" PRId64, dims[i]);
  }
  printf("]");
}

/* Sets input `index` to zeros. The memory must outlive the runs, so it is the caller's: `*data`. */
static heddle_status_t set_zeros(heddle_session_t *session, uint32_t index, void **data) {
  const heddle_model_info_t *info = heddle_model_info(heddle_session_model(session));
  const heddle_tensor_info_t *input = &info->inputs[index];
  int64_t dims[HEDDLE_MAX_RANK];
  size_t bytes = heddle_dtype_bytes(input->dtype);
  for (uint32_t i = 0; i < input->rank; ++i) {
    dims[i] = input->dims[i];
    if (dims[i] < 0) { /* -1 - k stands for symbol k */
      int64_t least = info->symbols[-1 - dims[i]].min;
      dims[i] = least < 1 ? 1 : least;
    }
    bytes *= (size_t)dims[i];
  }
  *data = calloc(bytes + 1, 1);
  printf("input  '%s': %s ", input->name, heddle_dtype_name(input->dtype));
  print_shape(dims, input->rank);
  printf("\n");
  heddle_tensor_t tensor = {input->dtype, input->rank, dims, *data, bytes};
  return heddle_session_set_input(session, index, &tensor);
}

static heddle_status_t print_output(heddle_session_t *session, uint32_t index) {
  const heddle_model_info_t *info = heddle_model_info(heddle_session_model(session));
  heddle_tensor_t tensor;
  heddle_status_t status = heddle_session_output(session, index, &tensor);
  if (status != HEDDLE_OK) {
    return status;
  }
  printf("output '%s': %s ", info->outputs[index].name, heddle_dtype_name(tensor.dtype));
  print_shape(tensor.dims, tensor.rank);
  if (tensor.dtype == HEDDLE_F32) {
    for (size_t i = 0; i < 4 && i < tensor.bytes / sizeof(float); ++i) {
      printf(" %g", ((const float *)tensor.data)[i]);
    }
  }
  printf("\n");
  return HEDDLE_OK;
}

static heddle_status_t run_once(heddle_session_t *session) {
  const heddle_model_info_t *info = heddle_model_info(heddle_session_model(session));
  void **data = calloc(info->num_inputs + 1, sizeof(void *));
  heddle_status_t status = HEDDLE_OK;
  for (uint32_t i = 0; status == HEDDLE_OK && i < info->num_inputs; ++i) {
    status = set_zeros(session, i, &data[i]);
  }
  if (status == HEDDLE_OK) {
    status = heddle_session_run(session);
  }
  for (uint32_t i = 0; status == HEDDLE_OK && i < info->num_outputs; ++i) {
    status = print_output(session, i);
  }
  for (uint32_t i = 0; i < info->num_inputs; ++i) {
    free(data[i]);
  }
  free(data);
  return status;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: RunModel MODEL.so\n");
    return 2;
  }
  heddle_model_t *model = NULL;
  heddle_session_t *session = NULL;
  heddle_message_t message;
  if (heddle_model_open(argv[1], NULL, &model, &message) != HEDDLE_OK ||
      heddle_session_create(model, NULL, &session, &message) != HEDDLE_OK) {
    fprintf(stderr, "RunModel: %s\n", message.text);
    heddle_model_release(model);
    return 1;
  }
  heddle_status_t status = run_once(session);
  if (status != HEDDLE_OK) {
    fprintf(stderr, "RunModel: %s\n", heddle_session_message(session));
  }
  heddle_session_release(session);
  heddle_model_release(model);
  return status == HEDDLE_OK ? 0 : 1;
}

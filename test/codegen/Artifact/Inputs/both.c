// Two models in one program; one through its typed function, one through the session calls.
#include "first.h"
#include "second.h"
#include <stdio.h>

int main(void) {
  heddle_session_t *first, *second;
  heddle_message_t message;
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = 2;
  if (first_session_create(&options, &first, &message) || second_session_create(NULL, &second, &message)) {
    printf("%s\n", message.text);
    return 1;
  }
  float image[8] = {1, 1, 1, 1, 2, 2, 2, 2}, scores[8];
  if (first_run(first, image, scores)) {
    printf("%s\n", first_session_message(first));
    return 1;
  }
  int64_t dims[2] = {2, 4};
  heddle_tensor_t x = {HEDDLE_F32, 2, dims, scores, sizeof scores}, y;
  if (second_session_set_input(second, 0, &x) || second_session_run(second) ||
      second_session_output(second, 0, &y)) {
    printf("%s\n", second_session_message(second));
    return 1;
  }
  for (int i = 0; i < 8; ++i) {
    printf("%g ", ((const float *)y.data)[i]);
  }
  printf("of rank %u\n", y.rank);
  first_session_release(first);
  second_session_release(second);
  return 0;
}

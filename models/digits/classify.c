/*===- classify.c - reads handwritten digits with the compiled model -----------===*
 *
 * An application as a user of heddle writes it: it includes the header that `heddle compile` wrote, links the
 * library, and needs nothing else.
 *
 *   heddle compile models/digits/digits.onnx -o digits.so
 *   cc -I. models/digits/classify.c ./digits.so -Wl,-rpath,. -o classify
 *   ./classify models/digits/test_images.npy models/digits/test_labels.npy
 *
 *===----------------------------------------------------------------------===*/

#include "digits.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 8, PIXELS = SIZE * SIZE, CLASSES = 10, SHOWN = 4, MAX_IMAGES = 10000 };

/* Reads the bytes of an .npy file of uint8; the header's length stands in bytes 8 and 9. Ends the program if
 * it cannot. */
static unsigned char *read_npy(const char *path, size_t *count) {
  static unsigned char file[128 + MAX_IMAGES * PIXELS];
  FILE *stream = fopen(path, "rb");
  size_t bytes = stream ? fread(file, 1, sizeof file, stream) : 0;
  size_t start = bytes > 10 ? 10 + file[8] + 256u * file[9] : 0;
  if (stream) {
    fclose(stream);
  }
  if (start == 0 || start > bytes || memcmp(file, "\x93NUMPY", 6) != 0 || !strstr((char *)file + 10, "|u1")) {
    fprintf(stderr, "%s: not an .npy file of uint8\n", path);
    exit(1);
  }
  unsigned char *data = malloc(bytes - start + 1);
  memcpy(data, file + start, bytes - start);
  *count = bytes - start;
  return data;
}

static int best_of(const float *probabilities) {
  int best = 0;
  for (int i = 1; i < CLASSES; ++i) {
    best = probabilities[i] > probabilities[best] ? i : best;
  }
  return best;
}

/* Draws the first images side by side with the answers below. */
static void show(const unsigned char *images, const float *probabilities) {
  for (int y = 0; y < SIZE; ++y) {
    for (int k = 0; k < SHOWN; ++k) {
      for (int x = 0; x < SIZE; ++x) {
        char shade = " .:-=+*#%@"[images[k * PIXELS + y * SIZE + x] * 9 / 16];
        printf("%c%c", shade, shade);
      }
      printf("   ");
    }
    printf("\n");
  }
  for (int k = 0; k < SHOWN; ++k) {
    int answer = best_of(probabilities + k * CLASSES);
    printf("a %d (%5.1f %%)         ", answer, 100 * probabilities[k * CLASSES + answer]);
  }
  printf("\n");
}

/* The most memory this program has had, from /proc/self/status; 0 if it is not there. */
static long peak_kilobytes(void) {
  char line[256];
  long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status) && sscanf(line, "VmHWM: %ld", &kilobytes) != 1) {
  }
  if (status) {
    fclose(status);
  }
  return kilobytes;
}

static int fail(const heddle_session_t *session) {
  fprintf(stderr, "classify: %s\n", digits_session_message(session));
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: classify IMAGES.npy LABELS.npy\n");
    return 2;
  }
  size_t bytes, labels_count;
  unsigned char *images = read_npy(argv[1], &bytes), *labels = read_npy(argv[2], &labels_count);
  int64_t shape[] = {(int64_t)(bytes / PIXELS), 1, SIZE, SIZE};
  heddle_tensor_t input = {HEDDLE_U8, 4, shape, images, bytes}, output;
  heddle_session_t *session;
  heddle_message_t message;
  if (digits_session_create(NULL, &session, &message) != HEDDLE_OK) {
    fprintf(stderr, "classify: %s\n", message.text);
    return 1;
  }
  if (digits_session_set_input(session, 0, &input) != HEDDLE_OK || digits_session_run(session) != HEDDLE_OK ||
      digits_session_output(session, 0, &output) != HEDDLE_OK) {
    return fail(session);
  }
  const float *probabilities = output.data;
  show(images, probabilities);
  int right = 0, total = (int)shape[0];
  for (int k = 0; k < total; ++k) {
    right += best_of(probabilities + k * CLASSES) == labels[k];
  }
  printf("peak memory of this program: %ld KB\n", peak_kilobytes());
  printf("%d of %d held-out images right (%.1f %%)\n", right, total, 100.0 * right / total);
  digits_session_release(session);
  free(images);
  free(labels);
  return 0;
}

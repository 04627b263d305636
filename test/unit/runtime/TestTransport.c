/*===- TestTransport.c - a transport of one rank, and unfit ones --------------===*
 *
 * CMake builds it in several ways:
 *   TEST_VERSION  the interface version
 *   TEST_FAILURE  what `open` fails with
 *
 *===----------------------------------------------------------------------===*/

#include "heddle/transport.h"
#include <stddef.h>

#ifndef TEST_VERSION
#define TEST_VERSION HEDDLE_TRANSPORT_VERSION
#endif
#ifndef TEST_FAILURE
#define TEST_FAILURE NULL
#endif

static const char *join(void **world, int32_t *rank, int32_t *size) {
  *world = NULL;
  *rank = 0;
  *size = 1;
  return TEST_FAILURE;
}

static void leave(void *world) { (void)world; }

static const heddle_transport_t kTransport = {
    .version = TEST_VERSION, .name = "a test", .open = join, .close = leave};

__attribute__((visibility("default"))) const heddle_transport_t *heddle_transport(void) {
  return &kTransport;
}

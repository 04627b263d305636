/*===- HeddleMpi.c - MPI as what carries bytes between ranks -------------------===*
 *
 * A transport (heddle/transport.h) over the site's MPI. MPIs differ in their binary interfaces, so each site
 * builds this file with its own mpicc, by `heddle build-mpi-shim`, and the runtime opens the result by its
 * path.
 *
 * All members of a group send to and receive from each other at once, which on one machine takes as long as
 * MPI's own all-to-all and all-gather or less. Messages are the non-blocking ones, tested in a loop that
 * yields: on a machine with fewer processors than ranks the one that is waited for may need ours.
 *
 *===----------------------------------------------------------------------===*/

#include "heddle/transport.h"
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests before the loop yields for the first time: about as long as a small message between two processors
   takes. A guess. */
#define TESTS_BEFORE_YIELD 200

typedef struct world {
  MPI_Comm ranks; /* a copy of MPI_COMM_WORLD: apart from messages of the application */
  int owns_mpi;   /* MPI was started here, so it is ended here */
  char text[MPI_MAX_ERROR_STRING + 64];
} world_t;

typedef struct group {
  world_t *world;
  MPI_Comm members;
  int self, size;
  MPI_Request *requests; /* two for each member */
} group_t;

/* The text of an error code, or null for success. */
static const char *failure(world_t *world, int code) {
  int length = 0;
  if (code == MPI_SUCCESS) {
    return NULL;
  }
  if (MPI_Error_string(code, world->text, &length) != MPI_SUCCESS) {
    snprintf(world->text, sizeof(world->text), "error %d", code);
  }
  return world->text;
}

/* Starts MPI unless the application has; what it was started with must allow calls from any one thread. */
static const char *start(int *owns_mpi) {
  int started = 0, ended = 0, provided = 0;
  MPI_Finalized(&ended);
  if (ended) {
    return "MPI has been ended in this process and cannot be started again";
  }
  MPI_Initialized(&started);
  *owns_mpi = !started;
  if (started) {
    MPI_Query_thread(&provided);
  } else if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
    return "MPI_Init_thread failed";
  }
  return provided >= MPI_THREAD_SERIALIZED ? NULL : "MPI was started without MPI_THREAD_SERIALIZED";
}

static const char *open_world(void **result, int32_t *rank, int32_t *size) {
  int owns_mpi = 0, own_rank = 0, ranks = 0;
  const char *reason = start(&owns_mpi);
  if (reason) {
    return reason;
  }
  world_t *world = malloc(sizeof(world_t));
  if (!world) {
    return "no memory";
  }
  world->owns_mpi = owns_mpi;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &world->ranks) != MPI_SUCCESS) {
    free(world);
    return "MPI_Comm_dup failed";
  }
  MPI_Comm_set_errhandler(world->ranks, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world->ranks, &own_rank);
  MPI_Comm_size(world->ranks, &ranks);
  *rank = own_rank;
  *size = ranks;
  *result = world;
  return NULL;
}

/* A communicator of the ranks listed, which alone take part. */
static int make_communicator(MPI_Comm from, const int32_t *ranks, int32_t count, int32_t tag, int *members,
                             MPI_Comm *made) {
  MPI_Group all, some;
  for (int32_t i = 0; i < count; ++i) {
    members[i] = ranks[i];
  }
  int code = MPI_Comm_group(from, &all);
  if (code != MPI_SUCCESS) {
    return code;
  }
  code = MPI_Group_incl(all, count, members, &some);
  if (code == MPI_SUCCESS) {
    /* Tags need only differ for groups that are made at one time; 32767 is the largest that every MPI has. */
    code = MPI_Comm_create_group(from, some, tag % 32768, made);
    MPI_Group_free(&some);
  }
  MPI_Group_free(&all);
  return code;
}

static const char *open_group(void *handle, const int32_t *ranks, int32_t count, int32_t tag, void **result) {
  world_t *world = handle;
  group_t *group = malloc(sizeof(group_t));
  MPI_Request *requests = malloc(2 * (size_t)count * sizeof(MPI_Request));
  int *members = malloc((size_t)count * sizeof(int));
  const char *reason = "no memory";
  if (group && requests && members) {
    reason = failure(world, make_communicator(world->ranks, ranks, count, tag, members, &group->members));
  }
  free(members);
  if (reason) {
    free(group);
    free(requests);
    return reason;
  }
  group->world = world;
  group->size = count;
  group->requests = requests;
  MPI_Comm_rank(group->members, &group->self);
  MPI_Comm_set_errhandler(group->members, MPI_ERRORS_RETURN);
  *result = group;
  return NULL;
}

static void close_group(void *handle) {
  group_t *group = handle;
  MPI_Comm_free(&group->members);
  free(group->requests);
  free(group);
}

/* Whether one message can hold so many bytes: MPI counts in int. */
static const char *check_bytes(world_t *world, uint64_t bytes) {
  if (bytes <= INT_MAX) {
    return NULL;
  }
  snprintf(world->text, sizeof(world->text), "a block of %llu bytes, an MPI message has at most %d",
           (unsigned long long)bytes, INT_MAX);
  return world->text;
}

/* Waits for the first `count` requests, if `code` says that they were made. */
static const char *wait_for(group_t *group, int code, int count) {
  int done = 0;
  for (long tests = 0; code == MPI_SUCCESS && !done; ++tests) {
    if (tests >= TESTS_BEFORE_YIELD) {
      sched_yield();
    }
    code = MPI_Testall(count, group->requests, &done, MPI_STATUSES_IGNORE);
  }
  return failure(group->world, code);
}

/* Sends `bytes` bytes to every other member, `step` bytes further in the input for each, and receives as many
   from it, `bytes` further in the result. */
static const char *exchange(group_t *group, const char *input, uint64_t step, char *result, uint64_t bytes) {
  const char *reason = check_bytes(group->world, bytes);
  if (reason) {
    return reason;
  }
  int made = 0, code = MPI_SUCCESS;
  for (int distance = 1; distance < group->size && code == MPI_SUCCESS; ++distance) {
    int from = (group->self + distance) % group->size;
    code = MPI_Irecv(result + (uint64_t)from * bytes, (int)bytes, MPI_BYTE, from, 0, group->members,
                     &group->requests[made++]);
  }
  for (int distance = 1; distance < group->size && code == MPI_SUCCESS; ++distance) {
    int to = (group->self + group->size - distance) % group->size; /* whose first receive is from here */
    code = MPI_Isend(input + (uint64_t)to * step, (int)bytes, MPI_BYTE, to, 0, group->members,
                     &group->requests[made++]);
  }
  return wait_for(group, code, made);
}

static const char *all_gather(void *handle, const void *input, void *result, uint64_t bytes) {
  group_t *group = handle;
  char *own_place = (char *)result + (uint64_t)group->self * bytes;
  if (input != own_place) {
    memcpy(own_place, input, bytes);
  }
  return exchange(group, own_place, 0, result, bytes);
}

static const char *all_to_all(void *handle, const void *input, void *result, uint64_t bytes) {
  group_t *group = handle;
  uint64_t own = (uint64_t)group->self * bytes;
  memcpy((char *)result + own, (const char *)input + own, bytes);
  return exchange(group, input, bytes, result, bytes);
}

static const char *send_receive(void *handle, const void *input, int32_t to, void *result, int32_t from,
                                uint64_t bytes) {
  group_t *group = handle;
  const char *reason = check_bytes(group->world, bytes);
  if (reason) {
    return reason;
  }
  int count = (int)bytes;
  int code = MPI_Irecv(result, count, MPI_BYTE, from < 0 ? MPI_PROC_NULL : from, 0, group->members,
                       &group->requests[0]);
  if (code == MPI_SUCCESS) {
    code = MPI_Isend(input, count, MPI_BYTE, to < 0 ? MPI_PROC_NULL : to, 0, group->members,
                     &group->requests[1]);
  }
  return wait_for(group, code, 2);
}

static void abort_world(void *handle, int32_t status, const char *reason) {
  world_t *world = handle;
  (void)reason; /* the caller has told it */
  MPI_Abort(world->ranks, status);
}

static void close_world(void *handle) {
  world_t *world = handle;
  MPI_Comm_free(&world->ranks);
  if (world->owns_mpi) {
    MPI_Finalize();
  }
  free(world);
}

static const heddle_transport_t kTransport = {HEDDLE_TRANSPORT_VERSION,
                                              "MPI",
                                              open_world,
                                              open_group,
                                              close_group,
                                              all_gather,
                                              all_to_all,
                                              send_receive,
                                              abort_world,
                                              close_world};

const heddle_transport_t *heddle_transport(void);
const heddle_transport_t *heddle_transport(void) { return &kTransport; }

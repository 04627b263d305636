/*===- transport.h - what carries bytes between ranks --------------------------===*
 *
 * A transport moves blocks of bytes among the ranks of a group; everything else about collectives (sums,
 * their order, groups, counting, deadlines) is the runtime's own and the same for all. Ranks that are threads
 * of one process have a transport inside the runtime. MPI's is a shared library of this interface, a shim,
 * which the site's own mpicc builds from runtime/mpi/HeddleMpi.c and the runtime opens by its path: neither
 * the compiler nor the runtime needs an MPI. This header stands alone.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_TRANSPORT_H
#define HEDDLE_TRANSPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_TRANSPORT_VERSION 1

/* Functions return null, or a text that says what went wrong, valid until the next call with that world. Each
   rank of a group makes the same calls in the same order, one at a time. Buffers do not overlap, except where
   said. */
typedef struct heddle_transport {
  uint32_t version; /* HEDDLE_TRANSPORT_VERSION */
  const char *name; /* for people, such as "MPI" */
  /* Joins the job as one rank of it. */
  const char *(*open)(void **world, int32_t *rank, int32_t *size);
  /* Makes a group of the `count` ranks listed, this one among them. Its members call this alike; `tag` is the
     same for them and differs from that of every other group a member is in. */
  const char *(*open_group)(void *world, const int32_t *ranks, int32_t count, int32_t tag, void **group);
  void (*close_group)(void *group);
  /* The inputs of all members, `bytes` bytes each, in the order of the group. The input may lie at its own
     place in the result. */
  const char *(*all_gather)(void *group, const void *input, void *result, uint64_t bytes);
  /* Block i of the input, `bytes` bytes, goes to member i; block j of the result comes from member j. */
  const char *(*all_to_all)(void *group, const void *input, void *result, uint64_t bytes);
  /* Sends `bytes` bytes to member `to` and receives as many from member `from`; -1: nobody. */
  const char *(*send_receive)(void *group, const void *input, int32_t to, void *result, int32_t from,
                              uint64_t bytes);
  /* Ends the job on all ranks, as this one cannot go on: where ranks are processes it does not return and
     `status` becomes the exit status, where they are threads their calls fail with `reason`. */
  void (*abort)(void *world, int32_t status, const char *reason);
  /* Leaves the job, after all groups are closed. */
  void (*close)(void *world);
} heddle_transport_t;

/* What a shim exports. */
#define HEDDLE_TRANSPORT_FUNCTION "heddle_transport"
typedef const heddle_transport_t *(*heddle_transport_function_t)(void);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_TRANSPORT_H */

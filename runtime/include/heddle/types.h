/*===- types.h - what a caller hands to a session and gets from it -------------===*
 *
 * Tensors, memory and options. This header stands alone: the header of a compiled model may hold a copy of
 * it. Element types are numbers of heddle_dtype_t in abi.h.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_TYPES_H
#define HEDDLE_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An element of a HEDDLE_STRING tensor: a view of `bytes` bytes, by convention UTF-8. Any byte may be in it,
   zeros too; texts are equal if their bytes are. In an input no zero has to follow, the bytes belong to the
   caller and stay as long as the tensor's data, and `data` may be null if bytes is 0. In an output a zero
   follows, the bytes belong to the session and its model, and stay until the session's next run. */
typedef struct heddle_string {
  const char *data;
  size_t bytes;
} heddle_string_t;

/* A view of a dense row-major tensor; it owns nothing. */
typedef struct heddle_tensor {
  uint32_t dtype; /* heddle_dtype_t; truth values and 4-bit integers are one byte an element */
  uint32_t rank;
  const int64_t *dims; /* rank sizes, outermost first; may be null if rank is 0 */
  const void *data;    /* aligned to the size of one element, at most 8; may be null if bytes is 0 */
  size_t bytes;        /* the product of dims times the bytes of an element */
} heddle_tensor_t;

/* Where a session takes its memory from. Called while models and sessions are made, and in a run only where
   sizes are not known before it; never by two threads for one session at once. */
typedef struct heddle_allocator {
  /* `bytes` > 0 bytes at a multiple of `alignment` (a power of two, at most 64), or null. */
  void *(*allocate)(void *user, size_t bytes, size_t alignment);
  /* Takes back what `allocate` returned, with the same `bytes`. */
  void (*release)(void *user, void *memory, size_t bytes);
  void *user;
} heddle_allocator_t;

/* One rank among those that run a model together; see runtime.h. */
typedef struct heddle_communicator heddle_communicator_t;

/* Where a session runs. The numbers are part of the ABI. */
typedef enum heddle_device {
  HEDDLE_DEVICE_CPU = 0,
  HEDDLE_DEVICE_CUDA = 1 /* a GPU of NVIDIA, through its driver; the model must have code for one */
} heddle_device_t;

/* Start from HEDDLE_SESSION_OPTIONS_DEFAULT and change what differs. */
typedef struct heddle_session_options {
  size_t struct_bytes; /* sizeof(heddle_session_options_t) of the caller: fields are only appended */
  /* Threads of a run, the caller's included. 1: no thread is made. 0: one for each core that the process may
     use (affinity, control group), or fewer where the model has no work for more. */
  uint32_t threads;
  /* How long a waiting worker spins before it sleeps, in microseconds. Where there are more threads than
     cores it sleeps at once. */
  uint32_t spin_micros;
  /* 0: numbers of f32 and f64 too small for the normal form count as 0 during a run, as they can cost a
     hundred times the time of others. 1: they are kept. */
  uint32_t keep_denormals;
  /* Memory for the planned buffers, aligned to 64 bytes, or null: then the session allocates. A run that
     needs more fails; heddle_session_arena_bytes says how much is needed. */
  void *arena;
  size_t arena_bytes;
  const heddle_allocator_t *allocator; /* copied; null: malloc, and mmap for large blocks */
  /* The rank that the session is, for models that are split over several; the caller releases it after the
     session. Null: the only one. */
  heddle_communicator_t *communicator;
  /* A heddle_device_t. On another device than the CPU `threads` must be 0 or 1 and `arena` null: the memory
     of runs is the device's. */
  uint32_t device;
  uint32_t device_index; /* which of the machine's devices of that kind */
} heddle_session_options_t;

/* 100 us of spinning outlasts the usual pause between two steps, and is a guess. */
#define HEDDLE_SESSION_OPTIONS_DEFAULT                                                                       \
  {sizeof(heddle_session_options_t), 0, 100, 0, NULL, 0, NULL, NULL, HEDDLE_DEVICE_CPU, 0}

typedef struct heddle_model heddle_model_t;
typedef struct heddle_session heddle_session_t;

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_TYPES_H */

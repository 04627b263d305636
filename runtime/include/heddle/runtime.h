/*===- runtime.h - load a compiled model and run it -----------------------------===*
 *
 * A model is immutable and may be used by any number of threads. A session holds what one run at a time
 * needs: inputs, memory, outputs and worker threads. Sessions of one model run at the same time in different
 * threads; one session is used by one thread at a time.
 *
 *   heddle_model_open -> heddle_session_create -> { set_input…, run, output… }* -> release both
 *
 * docs/runtime.md has a complete example.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include "heddle/abi.h"
#include "heddle/status.h"
#include "heddle/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===- Helpers ---------------------------------------------------------------===*/

/* For instance "0.1.0". */
const char *heddle_version(void);

/* For instance "invalid input"; "unknown status" for other numbers. */
const char *heddle_status_name(heddle_status_t status);

/* For instance "f32"; "unknown" for other numbers. */
const char *heddle_dtype_name(uint32_t dtype);

/* Bytes of one element; 0 for numbers that are no heddle_dtype_t. */
size_t heddle_dtype_bytes(uint32_t dtype);

/* How many threads a session gets that asks for 0, before the model's own limit: the cores the process may
 * use. */
uint32_t heddle_default_threads(void);

/* How many devices of a kind (heddle_device_t) this process can use; 0 where there is no driver. There is one
 * CPU. */
uint32_t heddle_device_count(uint32_t device);

/*===- Models ----------------------------------------------------------------===*/

/* Loads the library at `path`. `prefix` names the model where the library holds several, else it may be null.
   The weights file, if there is one, lies in the library's folder. `message` may be null. */
heddle_status_t heddle_model_open(const char *path, const char *prefix, heddle_model_t **model,
                                  heddle_message_t *message);

/* A model that is part of the program: `info` is what its `<prefix>_model` function returns. A weights file
   lies in the folder of the library or executable that holds `info`. */
heddle_status_t heddle_model_create(const heddle_model_info_t *info, heddle_model_t **model,
                                    heddle_message_t *message);

/* A model lives until it was released as often as it was created, opened and retained; a session retains its
   model. A null model is ignored. Any thread. */
void heddle_model_retain(heddle_model_t *model);
void heddle_model_release(heddle_model_t *model);

/* Names, element types, sizes, symbols, manifest. Lives as long as the model. */
const heddle_model_info_t *heddle_model_info(const heddle_model_t *model);

/* The number of the input or output called `name`, or HEDDLE_NOT_FOUND. */
heddle_status_t heddle_model_find_input(const heddle_model_t *model, const char *name, uint32_t *index);
heddle_status_t heddle_model_find_output(const heddle_model_t *model, const char *name, uint32_t *index);

/*===- Ranks ----------------------------------------------------------------===*/

/* A model that is split over several ranks has a mesh in its info. Its ranks are threads of one process or
   processes of a job; each makes a session with its communicator in the options, all make the same calls in
   the same order, and a run meets the runs of the others. Sessions of one communicator run one at a time,
   and belong to the copy of the runtime that made it: a model that is linked into the program goes by
   heddle_model_create.

   A rank whose run fails cannot be waited for, so it ends the use of all communicators of the job: threads
   get HEDDLE_RUN_FAILED from their runs, present and later; processes are ended when the failed rank releases
   its communicator. A rank that waits in one collective for HEDDLE_TIMEOUT_S seconds of the environment (a
   number, by default 300) ends the process with a line on standard error and exit status 70. */
#define HEDDLE_TIMEOUT_STATUS 70

/* What a launcher (mpirun, srun, torchrun) tells a process by its environment. Without one: rank 0 of 1. */
typedef struct heddle_launch {
  const char *launcher; /* null: none */
  uint32_t rank, size;
  uint32_t local_rank, local_size; /* among the ranks on this machine; 0 and 0 if it does not say */
} heddle_launch_t;

/* Reads HEDDLE_RANK, HEDDLE_SIZE, HEDDLE_LOCAL_RANK, HEDDLE_LOCAL_SIZE, or the like of Open MPI, MPICH and
   Slurm (PMI), Slurm, and torchrun and Ray; the first that are there count. HEDDLE_INVALID_ARGUMENT, with the
   variables in the text, where they are no numbers, not whole, or where HEDDLE_… and the launcher's disagree.
 */
heddle_status_t heddle_launch_read(heddle_launch_t *launch, heddle_message_t *message);

/* `size` ranks that are threads of this process: fills communicators[0 … size - 1], one for each thread. */
heddle_status_t heddle_communicators_create(uint32_t size, heddle_communicator_t **communicators,
                                            heddle_message_t *message);

/* This process as one rank of a job, over the shared library at `transport` (transport.h), for instance MPI's
   that `heddle build-mpi-shim` makes. Waits for the other ranks. A rank or size that differs from the
   launcher's is refused: then the library is of another MPI than the launcher. */
heddle_status_t heddle_communicator_open(const char *transport, heddle_communicator_t **communicator,
                                         heddle_message_t *message);

/* After its sessions. A null communicator is ignored. The last one of a process leaves the job; if a run of
   this rank has failed, the whole job ends with exit status 1. */
void heddle_communicator_release(heddle_communicator_t *communicator);

/* This rank cannot take part in runs, for `reason`: as after a run that failed. For failures outside runs, of
   which the others would not learn. Not while a session of the communicator runs. */
void heddle_communicator_fail(heddle_communicator_t *communicator, const char *reason);

uint32_t heddle_communicator_rank(const heddle_communicator_t *communicator);
uint32_t heddle_communicator_size(const heddle_communicator_t *communicator);

typedef enum heddle_collective {
  HEDDLE_ALL_REDUCE = 0,
  HEDDLE_REDUCE_SCATTER = 1,
  HEDDLE_ALL_GATHER = 2,
  HEDDLE_ALL_TO_ALL = 3,
  HEDDLE_PERMUTE = 4
} heddle_collective_t;
#define HEDDLE_NUM_COLLECTIVES 5

/* "all_reduce"; "unknown" for other numbers. */
const char *heddle_collective_name(uint32_t collective);

typedef struct heddle_traffic {
  uint64_t calls;
  /* Sent by this rank to others. For a buffer of b bytes in a group of n: all_reduce 2 b (n - 1) / n, and of
     the elements left over where n does not divide their number, b (n - 1); reduce_scatter and all_to_all b
     (n - 1) / n (b: the input), all_gather b (n - 1), permute b or 0. */
  uint64_t bytes;
} heddle_traffic_t;

/* What the runs of a session have done so far with `collective` on group `group` of the model. */
heddle_status_t heddle_session_traffic(heddle_session_t *session, uint32_t collective, uint32_t group,
                                       heddle_traffic_t *traffic);

/*===- Sessions --------------------------------------------------------------===*/

/* Makes a session with its threads and, where sizes are known, all its memory. `options` may be null (the
   default), `message` too. */
heddle_status_t heddle_session_create(heddle_model_t *model, const heddle_session_options_t *options,
                                      heddle_session_t **session, heddle_message_t *message);

/* The same for a model that is part of the program, whose heddle_model_t the session makes and owns. */
heddle_status_t heddle_session_create_linked(const heddle_model_info_t *info,
                                             const heddle_session_options_t *options,
                                             heddle_session_t **session, heddle_message_t *message);

/* Ends the threads and frees the memory, outputs included. No run may be going on. A null session is ignored.
 */
void heddle_session_release(heddle_session_t *session);

/* The model of a session; not retained for the caller. */
heddle_model_t *heddle_session_model(const heddle_session_t *session);

/* How many threads a run uses, the caller included. */
uint32_t heddle_session_threads(const heddle_session_t *session);

/* Checks `tensor` against the model's input and keeps a view: its dims are copied, its data is read during
   runs and belongs to the caller, who keeps it alive and may change it between runs. An input stays set until
   it is set again. After a failure the earlier value stays. */
heddle_status_t heddle_session_set_input(heddle_session_t *session, uint32_t index,
                                         const heddle_tensor_t *tensor);
heddle_status_t heddle_session_set_input_named(heddle_session_t *session, const char *name,
                                               const heddle_tensor_t *tensor);

/* Lets runs write output `index` to `data`, which has `bytes` bytes, aligned to the size of one element (at
   most 8) and apart from every input; a run that needs more fails. The bytes of texts are the session's also
   then. Null: the session owns the output's memory again. */
heddle_status_t heddle_session_set_output(heddle_session_t *session, uint32_t index, void *data,
                                          size_t bytes);

/* The bytes of planned buffers that a run with the inputs set now needs; where all sizes are static, of any
   run. Allocates nothing. */
heddle_status_t heddle_session_arena_bytes(heddle_session_t *session, uint64_t *bytes);

/* Runs the model on the inputs that are set. All inputs are checked together first: dimensions with one name
   must be equal. After a failure the outputs are gone, variables may have changed, and the session can run
   again. */
heddle_status_t heddle_session_run(heddle_session_t *session);

/* The same in two calls. `heddle_session_start` checks, and begins a run; on a device it returns while that
   is computing, on the CPU and where ranks exchange or meet, when the work is done. Only where it succeeds is
   there a run to wait for. Until `heddle_session_wait`, which gives what heddle_session_run would, inputs and
   the caller's outputs belong to the run and other calls return HEDDLE_BUSY. `done` becomes 1 once waiting
   will not block for the device's computations, else 0. A release waits as well. */
heddle_status_t heddle_session_start(heddle_session_t *session);
heddle_status_t heddle_session_is_done(heddle_session_t *session, int32_t *done);
heddle_status_t heddle_session_wait(heddle_session_t *session);

/* For models whose sizes are all static: `inputs[i]` is the data of input i, `outputs[i]` receives output i,
   both with the type and shape of the signature. Sets them and runs. */
heddle_status_t heddle_session_run_static(heddle_session_t *session, const void *const *inputs,
                                          void *const *outputs);

/* Output `index` of the last run that succeeded. The view is valid until the next run, or the end of the
   session; its data is the caller's own where heddle_session_set_output gave it. */
heddle_status_t heddle_session_output(heddle_session_t *session, uint32_t index, heddle_tensor_t *tensor);

/* Gives every variable its initial value again. */
heddle_status_t heddle_session_reset(heddle_session_t *session);

/* What went wrong in the last call that failed, one line; empty if none did. Valid until the next call. */
const char *heddle_session_message(const heddle_session_t *session);

/*===- Profiles --------------------------------------------------------------===*/

/* Time that one worker spent in one step, over all runs of a profile. */
typedef struct heddle_step_time {
  uint64_t count; /* how often it began: a loop repeats steps, a branch leaves some out */
  int64_t work_nanos;
  int64_t wait_nanos; /* in it or behind it, for workers that were not done with it */
} heddle_step_time_t;

/* What a worker begins, until its next event. */
typedef struct heddle_step_event {
  int64_t nanos; /* since the run began */
  int64_t step;  /* a step's number, or a HEDDLE_STEP_… of abi.h */
} heddle_step_event_t;

/* One worker's part of a profile. All times of a worker add up to `nanos`. */
typedef struct heddle_profile {
  uint64_t runs;
  int64_t nanos; /* of all runs, as the caller sees them but for the checks of inputs */
  uint32_t num_steps;
  const heddle_step_time_t *times; /* num_steps + 1: the last is what belongs to no step, starting included */
  uint64_t num_events;
  const heddle_step_event_t *events; /* of the last run, the first max_events of them */
} heddle_profile_t;

/* From now on runs count the time of each step, in place of what was counted before; for the last run up to
   `max_events` events of each worker are kept. All memory is taken now. For models whose num_told_steps is
   not 0 (`heddle compile --profile`), on the CPU. */
heddle_status_t heddle_session_start_profile(heddle_session_t *session, uint64_t max_events);

/* The profile of worker `worker`; the tables are valid until the next run. */
heddle_status_t heddle_session_profile(heddle_session_t *session, uint32_t worker, heddle_profile_t *profile);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_RUNTIME_H */

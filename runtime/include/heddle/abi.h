/*===- abi.h - between generated code and the runtime -------------------------===*
 *
 * What a compiled model exports and what generated code calls. This header and dtype.h stand alone and are a
 * schema: fields are only appended, and a change of meaning raises HEDDLE_ABI_VERSION. Codegen writes these
 * structures as constants and calls these functions; nothing else crosses the boundary.
 *
 * A run is one function that every worker executes for its share (SPMD). Control flow and shape arithmetic
 * are computed by every worker alike; kernels split their iterations by (worker, workers); `heddle_barrier`
 * stands where a step reads what another worker wrote.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_ABI_H
#define HEDDLE_ABI_H

#include "dtype.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_ABI_VERSION 5
#define HEDDLE_MAX_RANK 16
/* Weights, buffers and the arena start at multiples of this. */
#define HEDDLE_ALIGNMENT 64

/* A size the model leaves open. */
typedef struct heddle_symbol_info {
  const char *name; /* as the model file calls it */
  int64_t min, max; /* smallest and largest value accepted */
} heddle_symbol_info_t;

/* dims[i] >= 0 is a size; -1 - k stands for symbol k (inputs: the symbol is bound here or checked against the
   value bound by an earlier input). HEDDLE_DIM_OPEN (outputs only) is a size that is an expression of symbols
   or that only a run decides; runs report it through heddle_output. */
#define HEDDLE_DIM_OPEN INT64_MIN
typedef struct heddle_tensor_info {
  const char *name; /* as the model file calls it */
  uint32_t dtype;   /* heddle_dtype_t */
  uint32_t rank;
  const int64_t *dims; /* rank entries, outermost first */
} heddle_tensor_info_t;

/* A planned buffer lives from step first to step last, both included; two buffers whose intervals do not meet
   may share memory. */
typedef struct heddle_buffer_info {
  uint32_t first_step, last_step;
} heddle_buffer_info_t;

typedef struct heddle_variable_info {
  const char *name;
  uint64_t bytes;
  int64_t initial; /* offset of the first value in the weights; -1 means zeros */
} heddle_variable_info_t;

/* A model that is split over several ranks is compiled once, for all of them: which rank runs it shows only
   in the answers of heddle_coord and in what collectives exchange. Ranks form a mesh with named axes; the
   last axis is the fastest: on a mesh of 2 x 3 rank 4 has the coordinates 1, 1. */
typedef struct heddle_axis_info {
  const char *name;
  int64_t size;
} heddle_axis_info_t;

/* A division of the mesh into groups: ranks whose coordinates differ only along `axes` are in one group.
   Their index in it counts along the axes as listed, the last fastest. On a mesh of 2 x 3 the axes {1, 0}
   make one group of all ranks, in the order 0, 3, 1, 4, 2, 5. */
typedef struct heddle_group_info {
  uint32_t num_axes;
  const uint32_t *axes; /* different indices of the model's axes */
} heddle_group_info_t;

/* How numbers of several ranks become one. The numbers are part of the ABI. */
typedef enum heddle_reduce {
  HEDDLE_REDUCE_ADD = 0,
  HEDDLE_REDUCE_MAX = 1,
  HEDDLE_REDUCE_MIN = 2
} heddle_reduce_t;

typedef struct heddle_context heddle_context_t;

/* The runtime that a run belongs to. `heddle_barrier` and its siblings below go through this table, so that a
   model runs under the runtime that opened it, which need not be the copy linked into the model. */
typedef struct heddle_calls {
  void (*barrier)(heddle_context_t *context, int64_t worker);
  void *(*output)(heddle_context_t *context, int64_t index, const int64_t *shape);
  void *(*allocate)(heddle_context_t *context, int64_t slot, int64_t bytes);
  void (*release)(heddle_context_t *context, int64_t slot);
  void (*fail)(heddle_context_t *context, const char *message);
  void (*all_reduce)(heddle_context_t *context, int64_t group, const void *input, void *result, int64_t count,
                     int64_t dtype, int64_t kind);
  void (*reduce_scatter)(heddle_context_t *context, int64_t group, const void *input, void *result,
                         int64_t count, int64_t dtype, int64_t kind);
  void (*all_gather)(heddle_context_t *context, int64_t group, const void *input, void *result,
                     int64_t bytes);
  void (*all_to_all)(heddle_context_t *context, int64_t group, const void *input, void *result,
                     int64_t bytes);
  void (*permute)(heddle_context_t *context, int64_t group, const void *input, void *result, int64_t bytes,
                  const int64_t *pairs, int64_t num_pairs);
  int64_t (*coord)(heddle_context_t *context, int64_t group);
  void (*launch)(heddle_context_t *context, int64_t kernel, const int64_t *grid, const uint64_t *arguments);
  void (*copy)(heddle_context_t *context, void *target, const void *source, int64_t bytes);
  void (*write)(heddle_context_t *context, void *target, const void *source, int64_t bytes);
  const char *(*text)(heddle_context_t *context, int64_t number, int64_t *bytes);
  char *(*draft_text)(heddle_context_t *context, int64_t bytes);
  int64_t (*keep_text)(heddle_context_t *context, int64_t bytes);
  void (*read)(heddle_context_t *context, void *target, const void *source, int64_t bytes);
  void *(*stage)(heddle_context_t *context, int64_t bytes);
  void (*step)(heddle_context_t *context, int64_t worker, int64_t step);
} heddle_calls_t;

/* What generated code sees of a session. The runtime fills it before a run. Generated code reads fields by
   their offset, so the order is fixed. In a run on a device all data lies in its memory, and the host only
   computes addresses. */
struct heddle_context {
  const void **inputs;    /* 0: data of each input, row-major */
  void **outputs;         /* 8: data of each output, set by heddle_output */
  uint8_t *arena;         /* 16 */
  const int64_t *offsets; /* 24: of each planned buffer in the arena */
  const int64_t *symbols; /* 32: values of the model's symbols; symbol 0 is always the number of workers */
  const uint8_t *weights; /* 40 */
  void **variables;       /* 48: data of each variable */
  void **slots;           /* 56: data of each run-time-sized buffer, set by heddle_allocate */
  /* 64: not 0 once the run has failed. With several workers it changes only inside heddle_barrier, so that
     all of them read the same value behind one; a worker leaves the run only right behind a barrier. */
  int64_t failed;
  void *session;               /* 72: the runtime's own */
  const heddle_calls_t *calls; /* 80 */
  /* 88: on a device, the word in its memory where a kernel that fails writes 1 + the number of its message,
     if it is 0. */
  void *device_failure;
};

/* A kernel for a device: `threads` threads a block, `arguments` arguments of 8 bytes (addresses and sizes,
   the first is device_failure), `shared_bytes` of shared memory beyond what the code declares. */
typedef struct heddle_device_kernel {
  const char *name;
  uint32_t threads, shared_bytes, arguments;
} heddle_device_kernel_t;

/* What a model has for a kind of device beside its code for the CPU: the same steps in the same planned
   memory. `run` is executed on the host, by one worker, and enqueues. */
typedef struct heddle_device_code {
  const char *target; /* for instance "sm_80" */
  const char *code;   /* PTX text, ended by a zero */
  const heddle_device_kernel_t *kernels;
  const char *const *messages; /* what kernels fail with */
  uint32_t num_kernels, num_messages;
  void (*run)(heddle_context_t *context, int64_t worker, int64_t workers);
} heddle_device_code_t;

typedef struct heddle_model_info {
  uint32_t abi_version;
  uint32_t num_inputs, num_outputs, num_symbols, num_buffers, num_slots, num_variables;
  uint32_t max_workers_hint; /* more workers than this have nothing to do; 0: no hint */
  const char *name;
  const char *target;                  /* for instance "x86-64-v4" */
  const char *content_hash;            /* hex SHA-256 of the weights and code */
  const char *manifest;                /* the JSON manifest */
  const heddle_symbol_info_t *symbols; /* symbol 0 is the number of workers */
  const heddle_tensor_info_t *inputs, *outputs;
  const heddle_buffer_info_t *buffers;
  /* Offsets and size of the arena where no planned buffer depends on a symbol; null and 0 otherwise, then
     `sizes` is asked and the runtime plans. */
  const int64_t *static_offsets;
  uint64_t static_arena_bytes;
  const heddle_variable_info_t *variables;
  /* Weights inside the library, or null: then they are in the file `weights_file` beside the library, which
     holds weights_bytes bytes and then the 64 characters of content_hash, so that a file of another build is
     refused. */
  const void *weights;
  uint64_t weights_bytes;
  const char *weights_file;
  /* Writes the bytes of every planned buffer under an assignment of symbols; INT64_MAX where they do not fit
     in 64 bits. */
  void (*sizes)(const int64_t *symbols, int64_t *bytes);
  /* One run, executed by every worker. */
  void (*run)(heddle_context_t *context, int64_t worker, int64_t workers);
  /* The mesh of ranks that run the model together, and the groups that its collectives name by index. No
     axes: one rank. */
  uint32_t num_axes, num_groups;
  const heddle_axis_info_t *axes;
  const heddle_group_info_t *groups;
  /* The texts that the model mentions, all different: text i is texts[text_offsets[i]] up to a zero that
     stands in front of texts[text_offsets[i + 1]]. Null without texts. Generated code sees a text of an input
     or an output as an i64: its number here, or that number and more for others, which are equal where the
     texts are. */
  uint64_t num_texts;
  const char *texts;
  const uint64_t *text_offsets;       /* num_texts + 1 */
  const heddle_device_code_t *device; /* null: the model runs on the CPU alone */
  /* Steps whose begin `run` tells the runtime (heddle_step): those of the manifest's `steps`, then its
     `collectives`. 0: it tells none. */
  uint32_t num_told_steps;
} heddle_model_info_t;

/* How a library says which models it holds: one ELF note for each, in section .note.heddle (read-only data,
   aligned to 4, kept by llvm.used). The model's info is what the exported function `<prefix>_model` returns.
   Notes are read before the library is loaded, so that a file of another kind is refused without running any
   of its code. */
#define HEDDLE_NOTE_MODEL 1
typedef const heddle_model_info_t *(*heddle_model_function_t)(void); /* type of <prefix>_model */
typedef struct heddle_model_note {
  uint32_t name_bytes;       /* 7 */
  uint32_t descriptor_bytes; /* 4 + bytes of prefix, its zeros included: a multiple of 4 */
  uint32_t type;             /* HEDDLE_NOTE_MODEL */
  char name[8];              /* "heddle" and two zeros */
  uint32_t abi_version;
  char prefix[4]; /* as long as needed, ends in at least one zero */
} heddle_model_note_t;

/*===- Called by generated code ---------------------------------------------===*/

/* All workers meet. A no-op when there is one. */
void heddle_barrier(heddle_context_t *context, int64_t worker);

/* Worker 0 only. Gives output `index` its shape (rank entries) and sets context->outputs[index] to memory for
   it. On failure (a caller's buffer too small, no memory) calls heddle_fail and returns null. */
void *heddle_output(heddle_context_t *context, int64_t index, const int64_t *shape);

/* Worker 0 only. Memory for a buffer whose size is known only now, from the session's second arena, which
   only grows; sets context->slots[slot]. A slot that has memory is released first. Null after heddle_fail. */
void *heddle_allocate(heddle_context_t *context, int64_t slot, int64_t bytes);
void heddle_release(heddle_context_t *context, int64_t slot);

/* Any worker. The run ends with an error at the next barrier (at once with one worker: see `failed`); the
   caller goes on until there and must not touch memory it has no right to. `message` is a constant of the
   model that names the op. The first call wins. */
void heddle_fail(heddle_context_t *context, const char *message);

/*===- Profiles: only in models that were compiled for them ------------------===*/

/* Any worker: what it does from now on, a number below num_told_steps, or one of these. */
#define HEDDLE_STEP_NONE (-1)   /* sizes, copies and control flow between steps */
#define HEDDLE_STEP_WAIT (-2)   /* it goes to a barrier */
#define HEDDLE_STEP_RESUME (-3) /* the barrier is over: what it did before */
#define HEDDLE_STEP_END (-4)    /* it leaves the run */
void heddle_step(heddle_context_t *context, int64_t worker, int64_t step);

/*===- Collectives ----------------------------------------------------------===*/

/* Worker 0 only, except heddle_coord. Every rank of a group makes the same calls in the same order. Memory is
   dense, and the device's in a run on one, where a call waits for the work before it; `input` and `result` do
   not overlap, but all_reduce may be given one buffer as both. A call that fails notes it as heddle_fail
   does; so does every call behind it in that run.

   Numbers are combined in the order of the ranks' indices in the group, floats narrower than f32 as f32 and
   rounded once, so that the result has the same bits whatever carries the data. A NaN makes max and min NaN.
 */

/* result = all inputs of the group combined; `count` elements each. */
void heddle_all_reduce(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t count, int64_t dtype, int64_t kind);

/* The input is n blocks of `count` elements for a group of n ranks; rank i gets block i of all, combined. */
void heddle_reduce_scatter(heddle_context_t *context, int64_t group, const void *input, void *result,
                           int64_t count, int64_t dtype, int64_t kind);

/* The inputs of all ranks, `bytes` bytes each, one behind the other. */
void heddle_all_gather(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t bytes);

/* Input and result are n blocks of `bytes` bytes: block i goes to rank i, whose block j comes from rank j. */
void heddle_all_to_all(heddle_context_t *context, int64_t group, const void *input, void *result,
                       int64_t bytes);

/* pairs[2k] sends its `bytes` bytes to pairs[2k + 1], both as indices in the group, each at most once a
   sender and once a receiver. Who receives nothing gets zeros. */
void heddle_permute(heddle_context_t *context, int64_t group, const void *input, void *result, int64_t bytes,
                    const int64_t *pairs, int64_t num_pairs);

/* This rank's index in its group. Any worker. */
int64_t heddle_coord(heddle_context_t *context, int64_t group);

/*===- Called by generated code in a run on a device -------------------------===*/

/* Enqueues kernel number `kernel` of the device code with grid[0] x grid[1] x grid[2] blocks; none if one of
   them is 0. `arguments` and `grid` are read before the call returns. What goes wrong ends the run. */
void heddle_device_launch(heddle_context_t *context, int64_t kernel, const int64_t *grid,
                          const uint64_t *arguments);

/* Enqueues a copy within the device's memory, or from the host's memory, which is read before the call
   returns. */
void heddle_device_copy(heddle_context_t *context, void *target, const void *source, int64_t bytes);
void heddle_device_write(heddle_context_t *context, void *target, const void *source, int64_t bytes);

/* Waits for all work enqueued so far and copies to the host's memory. Zeros after heddle_fail, also where a
   kernel has failed. */
void heddle_device_read(heddle_context_t *context, void *target, const void *source, int64_t bytes);

/* Memory of the host for a step that runs there, aligned to HEDDLE_ALIGNMENT, until the next call. Null after
   heddle_fail. */
void *heddle_device_stage(heddle_context_t *context, int64_t bytes);

/*===- Texts, by worker 0 alone ---------------------------------------------===*/

/* The bytes of a text, until heddle_draft_text or the end of the run. A number of no text fails the run and
   counts as the empty text. */
const char *heddle_text(heddle_context_t *context, int64_t number, int64_t *bytes);

/* Room to write a text of at most `bytes` bytes. The texts that heddle_text gave may have moved. On failure
   calls heddle_fail and returns null. */
char *heddle_draft_text(heddle_context_t *context, int64_t bytes);

/* The number of the text that has been written to the first `bytes` bytes of the last draft. On failure calls
   heddle_fail and returns 0. */
int64_t heddle_keep_text(heddle_context_t *context, int64_t bytes);

/*===- Library kernels: irregular ops, executed by worker 0 ------------------===*/

/* The k largest (or smallest) along the middle dimension of [outer, size, inner], sorted; equal elements keep
   their order and a NaN is larger than any number. values and indices are [outer, k, inner]. */
void heddle_top_k(uint32_t dtype, const void *input, void *values, int64_t *indices, int64_t outer,
                  int64_t size, int64_t inner, int64_t k, int32_t largest);

/* Coordinates of non-zero elements: indices is [rank, elements], its first *count columns are written, each
   row with a stride of `elements`. */
void heddle_non_zero(uint32_t dtype, const void *input, const int64_t *shape, int64_t rank, int64_t *indices,
                     int64_t *count);

/* Distinct rows of [rows, width]; see graph.unique. */
void heddle_unique(uint32_t dtype, const void *input, int64_t rows, int64_t width, int32_t sorted,
                   int64_t *first, int64_t *inverse, int64_t *counts, int64_t *count);

/* See graph.non_max_suppression. */
void heddle_non_max_suppression(const float *boxes, const float *scores, int64_t batch, int64_t classes,
                                int64_t n, int64_t max_per_class, float iou_threshold, float score_threshold,
                                int32_t center_point, int64_t *selected, int64_t *count);

/* Operations on `n` texts by number; see the graph ops of the same names. */
void heddle_text_join(heddle_context_t *context, const int64_t *left, const int64_t *right, int64_t *result,
                      int64_t n);
void heddle_text_case(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                      int32_t upper);
void heddle_text_count(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                       const char *delimiter, int64_t delimiter_bytes, int64_t splits);
/* The result is [n, width]. */
void heddle_text_split(heddle_context_t *context, const int64_t *input, int64_t *result, int64_t n,
                       int64_t width, const char *delimiter, int64_t delimiter_bytes, int64_t splits);
/* By a table: from state s byte b leads to next[s * num_classes + classes[b]]; a text is one of the set if it
   ends in a state below `accepting`. */
void heddle_text_match(heddle_context_t *context, const int64_t *input, uint8_t *result, int64_t n,
                       const uint8_t *classes, const uint16_t *next, int64_t num_classes, int64_t start,
                       int64_t accepting);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_ABI_H */

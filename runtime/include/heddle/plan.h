/*===- plan.h - where buffers lie in the arena ---------------------------------===*
 *
 * One algorithm places the planned buffers of a model, used by the compiler where every size is a number and
 * by the runtime where sizes depend on symbols, so that the arena printed at compile time is the arena used.
 *
 * Greedy by size (Pisarchyk and Lee, "Efficient memory management for deep neural net inference", 2020,
 * section 4.2): the largest buffer first, each into the smallest gap that fits between the placed buffers it
 * shares a step with, behind the last of them where no gap fits.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_PLAN_H
#define HEDDLE_PLAN_H

#include "heddle/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the workspace that planning `n` buffers needs. */
#define HEDDLE_PLAN_WORKSPACE_BYTES(n) ((uint64_t)(n) * 2 * sizeof(uint32_t))

/* What heddle_plan_offsets returns when a size is negative (an overflow when sizes were computed) or the
   arena would leave 63 bits. */
#define HEDDLE_PLAN_FAILED UINT64_MAX

/* Writes the offset of each of `n` buffers, a multiple of HEDDLE_ALIGNMENT, and returns the bytes of the
   arena. Buffers whose intervals of steps meet do not overlap. A buffer of 0 bytes has offset 0. The result
   depends on the arguments alone. `workspace` has HEDDLE_PLAN_WORKSPACE_BYTES(n) bytes, 4-byte aligned;
   nothing is allocated. */
uint64_t heddle_plan_offsets(const heddle_buffer_info_t *buffers, const int64_t *bytes, uint32_t n,
                             int64_t *offsets, void *workspace);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_PLAN_H */

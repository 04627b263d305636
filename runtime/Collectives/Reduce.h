//===- Reduce.h - numbers of several ranks become one -----------*- C++ -*-===//
//
// Sums depend on their order. Here it is always that of the inputs, element by element, so that a result has
// the same bits whichever rank computes it, and whatever brought the inputs there.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_COLLECTIVES_REDUCE_H
#define RUNTIME_COLLECTIVES_REDUCE_H

#include "heddle/abi.h"

namespace heddle::rt {

/// Whether numbers of this type (heddle_dtype_t) can be combined so (heddle_reduce_t): integers, f64, f32,
/// f16 and bf16 can.
bool canReduce(int64_t dtype, int64_t kind);

/// result[i] = inputs[0][i] ∘ inputs[1][i] ∘ … for `count` elements, from the left. f16 and bf16 are combined
/// as f32 and rounded once, integers modulo their width. `result` may be one of the inputs. `canReduce`
/// holds.
void reduceInOrder(int64_t dtype, int64_t kind, const void *const *inputs, uint32_t numInputs, void *result,
                   uint64_t count);

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_REDUCE_H

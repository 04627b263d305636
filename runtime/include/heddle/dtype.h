/*===- dtype.h - element types of tensors --------------------------------------===*
 *
 * This header stands alone: the header of a compiled model may hold a copy of it.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_DTYPE_H
#define HEDDLE_DTYPE_H

/* The numbers are part of the ABI. */
typedef enum heddle_dtype {
  HEDDLE_F32 = 1,
  HEDDLE_F64 = 2,
  HEDDLE_F16 = 3,
  HEDDLE_BF16 = 4,
  HEDDLE_I8 = 5,
  HEDDLE_I16 = 6,
  HEDDLE_I32 = 7,
  HEDDLE_I64 = 8,
  HEDDLE_U8 = 9,
  HEDDLE_U16 = 10,
  HEDDLE_U32 = 11,
  HEDDLE_U64 = 12,
  HEDDLE_BOOL = 13, /* one byte, 0 or 1 */
  HEDDLE_F8E4M3FN = 14,
  HEDDLE_F8E4M3FNUZ = 15,
  HEDDLE_F8E5M2 = 16,
  HEDDLE_F8E5M2FNUZ = 17,
  HEDDLE_I4 = 18,
  HEDDLE_U4 = 19, /* one byte an element, as all types of fewer than 8 bits */
  HEDDLE_I2 = 20,
  HEDDLE_U2 = 21,
  HEDDLE_F4E2M1FN = 22,
  HEDDLE_STRING = 23 /* heddle_string_t; inputs and outputs alone */
} heddle_dtype_t;

#endif /* HEDDLE_DTYPE_H */

/*===- status.h - how calls of the runtime end ---------------------------------===*
 *
 * Every call that can fail returns a heddle_status_t; the text that says what was found and what was wanted
 * is in the session (heddle_session_message) or, where there is no session yet, in a heddle_message_t of the
 * caller. This header stands alone: the header of a compiled model may hold a copy of it.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_STATUS_H
#define HEDDLE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are part of the ABI. */
typedef enum heddle_status {
  HEDDLE_OK = 0,
  HEDDLE_INVALID_ARGUMENT = 1, /* the call itself: a null pointer, an index out of range, an unknown option */
  HEDDLE_INVALID_INPUT =
      2, /* an input is missing, or its type, rank, sizes or bytes are not what the model wants */
  HEDDLE_BUFFER_TOO_SMALL = 3, /* memory that the caller supplied does not suffice */
  HEDDLE_OUT_OF_MEMORY = 4,    /* the allocator returned null, or the sizes leave the address space */
  HEDDLE_NOT_FOUND = 5,        /* no such file, model, input or output */
  HEDDLE_INVALID_MODEL =
      6, /* not a compiled model, another ABI version, damaged weights, or an unfit processor */
  HEDDLE_RUN_FAILED =
      7,           /* an op of the model met values it cannot work with, for instance an index outside */
  HEDDLE_BUSY = 8, /* another thread is inside the session, or it was created before a fork */
  HEDDLE_SYSTEM_ERROR = 9, /* the operating system refused, for instance to start a thread */
  HEDDLE_DEVICE_ERROR = 10 /* there is no such device or no driver for it, or the driver refused */
} heddle_status_t;

/* One line of text, lower case, ended by a zero; longer texts are cut. */
#define HEDDLE_MESSAGE_BYTES 512
typedef struct heddle_message {
  char text[HEDDLE_MESSAGE_BYTES];
} heddle_message_t;

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_STATUS_H */

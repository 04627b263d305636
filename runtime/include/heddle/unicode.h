/*===- unicode.h - code points in UTF-8, their case and their kind -------------===*
 *
 * What the operations on texts know of Unicode, used by the runtime and by the reference interpreter of the
 * compiler. Needs no locale.
 *
 *===----------------------------------------------------------------------===*/

#ifndef HEDDLE_UNICODE_H
#define HEDDLE_UNICODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the code point at the front of a text of `bytes` bytes and returns the number of its bytes, 1 to 4;
   0, and nothing is written, if what stands there is not UTF-8. */
uint32_t heddle_decode_utf8(const char *text, size_t bytes, uint32_t *point);

/* Writes a code point, at most 4 bytes, and returns their number. */
uint32_t heddle_encode_utf8(uint32_t point, char *text);

/* The most code points that one becomes when its case changes. */
#define HEDDLE_CASE_POINTS 3

/* The full mapping of Unicode to upper or lower case, without conditions and languages; returns the number of
   code points in `mapped`. A code point without case becomes itself. */
uint32_t heddle_map_case(uint32_t point, int32_t upper, uint32_t *mapped);

/* White space of Unicode, and the separators U+001C to U+001F. */
int32_t heddle_is_white_space(uint32_t point);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_UNICODE_H */

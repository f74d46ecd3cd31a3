/** \file
 * Undeclared fill values: numbers that mean "no data".
 */
#ifndef VALUES_FILL_H
#define VALUES_FILL_H

#include <stddef.h>
#include "ria/text.h"

/** The limits of the integer type that a file stores its values in. */
typedef struct {
  double least, most; /**< equal: the file stores text or floating-point numbers */
} values_fill_type;

/** One suspected fill value. */
typedef struct {
  double value;
  size_t count;
  double next; /**< the nearest other value; NAN: there is no other */
} values_fill;

enum { VALUES_FILLS = 8 };

/** Find the values that look like undeclared fill values; returns the number of entries in `fill`.
 *
 * `values` are as the file stores them, before any scale, offset or unit; NAN marks declared no
 * data and is skipped. A value is a fill value if all these conditions hold:
 *
 * - It consists of nines (-99, 999, -999.9, 99999: two or more before the point, and three or more
 *   if it is positive), or a limit of an integer type (-32768, -32767, 32767, 65535, 2^31, ...;
 *   limits of bytes other than 0 only if `type` is a byte), or at least 1e10 in size (1e20,
 *   9.96921e36, -3.4e38).
 * - It is repeated. This condition does not apply to "long" values: four or more nines, limits of
 *   16 bits or more, and values beyond 1e10.
 * - It lies far outside all others: its distance to the range of the others is more than twice the
 *   widest gap inside that range, and more than a multiple of that range: 1.5 for two nines, 0.25
 *   for three and for bytes, 0.1 for long values. If there is no other value, only long values
 *   count.
 *
 * So a plateau, a peak or a saturated lake connected to the terrain's values is not a fill value.
 */
int values_fill_find(const double *values, size_t count, values_fill_type type,
                     values_fill fill[VALUES_FILLS]);

/** Whether `value` is `declared`, up to the rounding of single precision, or of "-3.4e38". */
bool values_fill_is(double value, double declared);

/** Append "100 cells hold exactly -9999, far from the next value, -5"; `thing` is "cell" or "line".
 */
void values_fill_tell(ria_text *text, int count, const values_fill *fill, const char *thing);

#endif

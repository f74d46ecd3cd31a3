/** \file
 * Fill values: numbers that stand for "no data" and that nothing declares.
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

/** Find the values that look like undeclared fill values; returns how many were put into `fill`.
 *
 * `values` are as the file stores them, before any scale, offset or unit; NAN marks what the file
 * or the user declares as no data, and is skipped. A value is a fill value if all of this holds:
 *
 * - It is made of nines (-99, 999, -999.9, 99999: two or more before the point, and three or more
 * if it is positive), or a limit of an integer type (-32768, -32767, 32767, 65535, 2^31, ...; those
 * of bytes, but for 0, only where `type` is one), or at least 1e10 in size (1e20, 9.96921e36,
 * -3.4e38).
 * - It is repeated. Values of four nines or more, limits of 16 bits or more, and those beyond 1e10
 * need not be: they are "long".
 * - It lies far outside all others: its distance to the range of the others is more than twice the
 * widest gap inside that range, and more than a part of that range: 1.5 of it for two nines, 0.25
 * for three and for bytes, 0.1 for long ones. Where there is no other value, only long ones count.
 *
 * So a plateau, a peak or a saturated lake that the terrain leads up to is none. */
int values_fill_find(const double *values, size_t count, values_fill_type type,
                     values_fill fill[VALUES_FILLS]);

/** Whether `value` is `declared`, up to the rounding of single precision, or of "-3.4e38". */
bool values_fill_is(double value, double declared);

/** Append "100 cells hold exactly -9999, far from the next value, -5"; `thing` is "cell" or "line".
 */
void values_fill_tell(ria_text *text, int count, const values_fill *fill, const char *thing);

#endif

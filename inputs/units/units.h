/** \file
 * Quantities with units, and points in time, as users write them.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>
#include "ria/schema.h"
#include "ria/text.h"

/** The reason why a text is not a quantity of the wanted dimension. */
typedef enum {
  UNITS_FINE,
  UNITS_NO_NUMBER,      /**< does not start with a number */
  UNITS_NOT_FINITE,     /**< NaN, infinity, or too large for a double */
  UNITS_UNKNOWN,        /**< there is no such unit */
  UNITS_OTHER_DIMENSION /**< a unit of another dimension */
} units_fault;

typedef struct {
  units_fault fault;
  ria_dimension other; /**< UNITS_OTHER_DIMENSION: what the unit measures */
  const char *unit;    /**< UNITS_UNKNOWN: the unit, borrowed from the text */
} units_result;

/** Read a quantity. A number alone is in the dimension's base unit (SI; degrees for angles, g/m3
 * and g/s for concentrations and releases). Times may be sums ("1 d 6 h") or ISO 8601 durations
 * ("PT6H"). */
units_result units_read(const char *text, ria_dimension dimension, double *value);

/** Read a plain number that fills the text and is finite. */
bool units_number(const char *text, double *value);

/** Append the reason, such as ", which is a time"; for UNITS_NO_NUMBER append no text. */
void units_explain(ria_text *text, const units_result *result, ria_dimension dimension);

/** Append the quantity so that reading it gives the same double: the fewest digits and the base
 * unit. Whole minutes, hours and days are written as such. Concentrations and releases get no unit,
 * because they use the tracer's. */
void units_write(ria_text *text, ria_dimension dimension, double value);

/** The value of one such unit in the base unit, and its dimension. False if there is no such unit.
 */
bool units_find(const char *unit, ria_dimension *dimension, double *factor);

/** A dimension's name in sentences, its base unit ("" for numbers and for the tracer's unit), and
 * an example. */
typedef struct {
  const char *what, *base, *example;
} units_dimension_words;
extern const units_dimension_words units_dimensions[]; /**< indexed by ria_dimension */

/** Convert an ISO 8601 point in time to seconds since 1970-01-01T00:00:00Z, to the microsecond. A
 * date alone means midnight; without an offset it is UTC. Years 1583 (the Gregorian calendar) to
 * 9998.
 */
bool units_instant(const char *text, double *epoch);
/** Whether the text begins like a point in time (four digits and '-'). */
bool units_like_instant(const char *text);
void units_write_instant(ria_text *text, double epoch);

#endif

/** \file
 * Quantities with units, and points in time, as people write them.
 */
#ifndef RIA_UNITS_H
#define RIA_UNITS_H

#include <stdbool.h>
#include "ria/schema.h"
#include "ria/text.h"

/** Why a text is not the quantity that was asked for. */
typedef enum {
  RIA_UNITS_FINE,
  RIA_UNITS_NO_NUMBER,      /**< does not start with a number */
  RIA_UNITS_NOT_FINITE,     /**< NaN, infinity, or beyond a double */
  RIA_UNITS_UNKNOWN,        /**< there is no such unit */
  RIA_UNITS_OTHER_DIMENSION /**< a unit of something else */
} ria_units_fault;

typedef struct {
  ria_units_fault fault;
  ria_dimension other; /**< RIA_UNITS_OTHER_DIMENSION: what the unit measures */
  const char *unit;    /**< RIA_UNITS_UNKNOWN: the unit, borrowed from the text */
} ria_units_result;

/** Read a quantity. A number alone is in the dimension's base unit (SI; degrees for angles, g/m3
 * and g/s for concentrations and releases). Times may be sums ("1 d 6 h") or ISO 8601 durations
 * ("PT6H"). */
ria_units_result ria_units_read(const char *text, ria_dimension dimension, double *value);

/** Read a number alone, all of the text, finite. */
bool ria_units_number(const char *text, double *value);

/** Append why: ", which is a time", and the like; nothing for RIA_UNITS_NO_NUMBER. */
void ria_units_explain(ria_text *text, const ria_units_result *result, ria_dimension dimension);

/** Append the quantity so that reading it gives the same double: shortest digits and the base unit;
 * whole minutes, hours and days as such. Concentrations and releases have no unit: theirs is the
 * tracer's. */
void ria_units_write(ria_text *text, ria_dimension dimension, double value);

/** Value of one of this unit in the base unit, and what it measures. False if there is no such
 * unit. */
bool ria_units_find(const char *unit, ria_dimension *dimension, double *factor);

/** How sentences name a dimension, and its base unit: "" for numbers and what has the tracer's
 * unit.
 */
typedef struct {
  const char *what, *base, *example;
} ria_dimension_words;
extern const ria_dimension_words ria_dimensions[]; /**< by ria_dimension */

/** ISO 8601 point in time to seconds since 1970-01-01T00:00:00Z, to the microsecond. A date alone
 * is its midnight; without an offset it is UTC. Years 1583 (the Gregorian calendar) to 9998. */
bool ria_units_instant(const char *text, double *epoch);
/** Whether the text starts like one (four digits and '-'), right or wrong. */
bool ria_units_like_instant(const char *text);
void ria_units_write_instant(ria_text *text, double epoch);

#endif

/** \file
 * Numbers with units. Private to expressions and sweeps.
 */
#ifndef RIA_LANGUAGE_VALUE_H
#define RIA_LANGUAGE_VALUE_H

#include "expression.h"

enum { RIA_NUMBER_BYTES = 40 };

/** The shortest digits that read back to the same double. */
void ria_value_write_number(char text[RIA_NUMBER_BYTES], double number);

/** A number, or a number with a unit. The unit is borrowed from the value; "" for a number. */
bool ria_quantity_read(const ria_value *value, double *number, const char **unit);
/** Set a value to a number with a unit ("": a number). `unit` may be borrowed from `value`. */
ria_status ria_quantity_write(ria_value *value, double number, const char *unit);

#endif

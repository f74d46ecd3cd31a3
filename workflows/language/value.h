/** \file
 * Numbers with units. Private to expressions and sweeps.
 */
#ifndef RIA_LANGUAGE_VALUE_H
#define RIA_LANGUAGE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A parameter or a result. The text is owned by whoever owns the value and never NULL in a value
 * that was set: that of a number is how it was written. */
typedef struct {
  bool is_number;
  double number; /**< 0 for a text */
  char *text;
} ria_value;

typedef struct {
  char *name;
  ria_value value;
} ria_named;

/** What was wrong with an expression, and where. */
typedef struct {
  size_t offset; /**< bytes from the expression's start */
  char text[200];
} ria_expression_error;

/** "true", or a number other than 0. False with RIA_ERROR_CASE in `error` (offset 0) for another
 * text. */
ria_status ria_value_truth(const ria_value *value, bool *truth, ria_expression_error *error);

/** Set a value; NULL text or lack of memory give RIA_ERROR_MEMORY. */
ria_status ria_value_set_number(ria_value *value, double number);
ria_status ria_value_set_text(ria_value *value, const char *text);
/** As YAML reads a plain scalar: a number if all of it is one, else a text. */
ria_status ria_value_set_plain(ria_value *value, const char *text);
ria_status ria_value_copy(ria_value *to, const ria_value *from);
void ria_value_clear(ria_value *value);

enum { RIA_NUMBER_BYTES = 40 };

/** A number, or a number with a unit. The unit is borrowed from the value; "" for a number. */
bool ria_quantity_read(const ria_value *value, double *number, const char **unit);
/** Set a value to a number with a unit ("": a number). `unit` may be borrowed from `value`. */
ria_status ria_quantity_write(ria_value *value, double number, const char *unit);

#ifdef __cplusplus
}
#endif
#endif

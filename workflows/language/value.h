/** \file
 * Values of parameters and results: numbers, texts, and numbers with units.
 */
#ifndef RIA_LANGUAGE_VALUE_H
#define RIA_LANGUAGE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A parameter's or result's value. The owner of the value owns the text, which is never NULL once
 * the value is set. A number's text is how it was written. */
typedef struct {
  bool is_number;
  double number; /**< 0 for a text */
  char *text;
} ria_value;

typedef struct {
  char *name;
  ria_value value;
} ria_named;

/** What is wrong with an expression, and where. */
typedef struct {
  size_t offset; /**< bytes from the expression's start */
  char text[200];
} ria_expression_error;

/** Whether a value is true: the text "true", or a number other than 0. Any text but "true" and
 * "false" is an error: RIA_ERROR_CASE, described in `error` (offset 0). */
ria_status ria_value_truth(const ria_value *value, bool *truth, ria_expression_error *error);

/** Set a value. A NULL text and lack of memory give RIA_ERROR_MEMORY. */
ria_status ria_value_set_number(ria_value *value, double number);
ria_status ria_value_set_text(ria_value *value, const char *text);
/** Read it as a plain YAML scalar: a number if the whole text is one, else a text. */
ria_status ria_value_set_plain(ria_value *value, const char *text);
ria_status ria_value_copy(ria_value *to, const ria_value *from);
void ria_value_clear(ria_value *value);

enum { RIA_NUMBER_BYTES = 40 };

/** Read a number with or without a unit. The unit is borrowed from the value; "" without one. */
bool ria_quantity_read(const ria_value *value, double *number, const char **unit);
/** Set a value to a number with a unit; "" for none. `unit` may be borrowed from `value`. */
ria_status ria_quantity_write(ria_value *value, double number, const char *unit);

#ifdef __cplusplus
}
#endif
#endif

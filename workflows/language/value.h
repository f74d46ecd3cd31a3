/** \file
 * Values of parameters and results: numbers, texts, and numbers with units.
 */
#ifndef LANGUAGE_VALUE_H
#define LANGUAGE_VALUE_H

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
} workflow_value;

typedef struct {
  char *name;
  workflow_value value;
} workflow_named;

/** The error in an expression, and its place. */
typedef struct {
  size_t offset; /**< bytes from the expression's start */
  char text[200];
} expression_error;

/** Whether a value is true: the text "true", or a number other than 0. Any text but "true" and
 * "false" is an error: RIA_ERROR_CASE, described in `error` (offset 0). */
ria_status value_truth(const workflow_value *value, bool *truth, expression_error *error);

/** Set a value. A NULL text and lack of memory give RIA_ERROR_MEMORY. */
ria_status value_set_number(workflow_value *value, double number);
ria_status value_set_text(workflow_value *value, const char *text);
/** Read it as a plain YAML scalar: a number if the whole text is one, else a text. */
ria_status value_set_plain(workflow_value *value, const char *text);
ria_status value_copy(workflow_value *to, const workflow_value *from);
void value_clear(workflow_value *value);

enum { WORKFLOW_NUMBER_BYTES = 40 };

/** Read a number with or without a unit. The unit is borrowed from the value; "" without one. */
bool quantity_read(const workflow_value *value, double *number, const char **unit);
/** Set a value to a number with a unit; "" for none. `unit` may be borrowed from `value`. */
ria_status quantity_write(workflow_value *value, double number, const char *unit);

#ifdef __cplusplus
}
#endif
#endif

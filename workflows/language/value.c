#include "value.h"
#include "ria/number.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a value");
}

void value_clear(workflow_value *value) {
  free(value->text);
  *value = (workflow_value){0};
}

static ria_status take_text(workflow_value *value, bool is_number, double number,
                            const char *text) {
  char *copy = text ? strdup(text) : NULL; /* `text` may be the value's own */
  value_clear(value);
  if (!copy)
    return fail_memory();
  *value = (workflow_value){is_number, is_number ? number : 0, copy};
  return RIA_SUCCESS;
}

/* Writes the shortest digits that read back to the same double. */
static void write_number(char text[WORKFLOW_NUMBER_BYTES], double number) {
  for (int digits = 15; digits <= 17; digits++) {
    ria_snprintf(text, WORKFLOW_NUMBER_BYTES, "%.*g", digits, number + 0.0); /* no -0 */
    if (ria_strtod(text, NULL) == number)
      return;
  }
}

ria_status value_set_number(workflow_value *value, double number) {
  char text[WORKFLOW_NUMBER_BYTES];
  write_number(text, number);
  return take_text(value, true, number, text);
}

ria_status value_set_text(workflow_value *value, const char *text) {
  return take_text(value, false, 0, text);
}

/* Reads a decimal number at the start of a text and returns its end, or NULL. Hexadecimal numbers,
 * NaN, infinity and leading spaces are refused. */
static const char *read_number(const char *text, double *number) {
  size_t sign = *text == '-' || *text == '+';
  if (!isdigit((unsigned char)text[sign]) &&
      !(text[sign] == '.' && isdigit((unsigned char)text[sign + 1])))
    return NULL;
  if (text[sign] == '0' && (text[sign + 1] == 'x' || text[sign + 1] == 'X'))
    return NULL;
  char *end;
  *number = ria_strtod(text, &end);
  return isfinite(*number) ? end : NULL;
}

ria_status value_set_plain(workflow_value *value, const char *text) {
  double number = 0;
  const char *end = text ? read_number(text, &number) : NULL;
  return take_text(value, end && !*end, number, text);
}

ria_status value_copy(workflow_value *to, const workflow_value *from) {
  return take_text(to, from->is_number, from->number, from->text);
}

ria_status value_truth(const workflow_value *value, bool *truth, expression_error *error) {
  if (value->is_number || !strcmp(value->text, "true") || !strcmp(value->text, "false")) {
    *truth = value->is_number ? value->number != 0 : value->text[0] == 't';
    return RIA_SUCCESS;
  }
  error->offset = 0;
  snprintf(error->text, sizeof error->text,
           "expected true, false or a number, but this is the text '%.60s'", value->text);
  return RIA_ERROR_CASE;
}

/* m, m3/s, %: letters, each run with at most one digit after it, and more of them after a '/'. */
static bool is_unit(const char *unit) {
  bool letter = false, digit = false;
  for (const unsigned char *p = (const unsigned char *)unit; *p; p++) {
    bool is_letter = isalpha(*p) || *p >= 0x80 || *p == '%';
    if (isdigit(*p) && letter && !digit)
      digit = true;
    else if (*p == '/' && (letter || digit))
      letter = digit = false;
    else if (is_letter && !digit)
      letter = true;
    else
      return false;
  }
  return letter;
}

bool quantity_read(const workflow_value *value, double *number, const char **unit) {
  if (value->is_number) {
    *number = value->number;
    *unit = "";
    return true;
  }
  const char *end = read_number(value->text, number);
  if (!end)
    return false;
  const char *start = end + strspn(end, " ");
  bool has_digit = strpbrk(start, "0123456789") != NULL;
  *unit = start;
  return is_unit(start) && (start > end || !has_digit);
}

ria_status quantity_write(workflow_value *value, double number, const char *unit) {
  char digits[WORKFLOW_NUMBER_BYTES], *text = NULL;
  if (!*unit)
    return value_set_number(value, number);
  write_number(digits, number);
  if (asprintf(&text, "%s %s", digits, unit) < 0)
    return fail_memory();
  value_clear(value);
  value->text = text;
  return RIA_SUCCESS;
}

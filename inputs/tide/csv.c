#include "csv.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "units/units.h"

enum { UNIT_BYTES = 32 };

ria_status ria_csv_open(const char *path, ria_csv *csv) {
  struct stat info;
  *csv = (ria_csv){.path = path, .file = fopen(path, "r")};
  if (!csv->file)
    return ria_fail(RIA_ERROR_IO,
                    "cannot read %s: %s; check the name (relative to the case) and the "
                    "permissions",
                    path, strerror(errno));
  if (!fstat(fileno(csv->file), &info) && S_ISREG(info.st_mode))
    return RIA_SUCCESS;
  ria_csv_close(csv);
  return ria_fail(RIA_ERROR_IO, "%s is not a file: give a CSV file", path);
}

void ria_csv_close(ria_csv *csv) {
  if (csv->file)
    fclose(csv->file);
  free(csv->text);
  *csv = (ria_csv){0};
}

static char *trim(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1]))
    *--end = '\0';
  return text;
}

static void cut(ria_csv *csv) {
  char *rest = csv->text;
  csv->cells = 0;
  while (rest && csv->cells < RIA_CSV_CELLS) {
    char *cell = strsep(&rest, ",");
    csv->cell[csv->cells++] = trim(cell);
  }
}

ria_status ria_csv_next(ria_csv *csv, bool *found) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  for (;;) {
    ssize_t length = getline(&csv->text, &csv->size, csv->file);
    *found = length >= 0;
    if (length < 0 && ferror(csv->file))
      return ria_fail(RIA_ERROR_IO, "cannot read %s after line %d: %s", csv->path, csv->line,
                      strerror(errno));
    if (length < 0)
      return RIA_SUCCESS;
    if (!csv->line++ && !strncmp(csv->text, byte_order_mark, 3))
      memmove(csv->text, csv->text + 3, (size_t)length - 2);
    const char *start = csv->text + strspn(csv->text, " \t\r\n");
    if (*start && *start != '#')
      break;
  }
  cut(csv);
  return RIA_SUCCESS;
}

bool ria_csv_number(const ria_csv *csv, int column, double *number) {
  if (column >= csv->cells || !csv->cell[column][0])
    return false;
  char *end;
  *number = strtod(csv->cell[column], &end);
  return !*end && isfinite(*number);
}

ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected) {
  if (column >= csv->cells)
    return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is missing: expected %s", csv->path,
                    csv->line, column + 1, expected);
  return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is '%.80s': expected %s", csv->path,
                  csv->line, column + 1, csv->cell[column], expected);
}

static bool copy_unit(const char *from, size_t length, char unit[UNIT_BYTES]) {
  while (length && isspace((unsigned char)*from)) {
    from++;
    length--;
  }
  while (length && isspace((unsigned char)from[length - 1]))
    length--;
  if (!length || length >= UNIT_BYTES)
    return false;
  memcpy(unit, from, length);
  unit[length] = '\0';
  return true;
}

/* In these headers "G" means Greenwich, not an amount of memory. */
static bool is_unit(const char *unit) {
  ria_dimension dimension;
  double factor;
  return ria_units_find(unit, &dimension, &factor) && dimension != RIA_BYTES;
}

/* The text in brackets, or its first word if that is a unit: "(deg, Greenwich)". */
static bool unit_in_brackets(const char *header, char unit[UNIT_BYTES]) {
  const char *open = strpbrk(header, "([");
  size_t length = open ? strcspn(open + 1, ")]") : 0;
  if (!open || !copy_unit(open + 1, length, unit))
    return false;
  char first[UNIT_BYTES];
  if (!is_unit(unit) && copy_unit(open + 1, strcspn(open + 1, " ,;)]"), first) && is_unit(first))
    strcpy(unit, first);
  return true;
}

/* The last word that is a unit: "amplitude_m", "phase deg G". */
static bool unit_among_words(const char *header, char unit[UNIT_BYTES]) {
  char word[UNIT_BYTES];
  bool found = false;
  for (const char *p = header; *p;) {
    size_t length = strcspn(p, " _\"");
    if (copy_unit(p, length, word) && is_unit(word) && strcmp(word, "1") != 0) {
      strcpy(unit, word);
      found = true;
    }
    p += length + (p[length] != '\0');
  }
  return found;
}

ria_status ria_csv_check_unit(const ria_csv *csv, int column, ria_dimension dimension, double scale,
                              bool strict) {
  char unit[UNIT_BYTES];
  ria_dimension other;
  double factor;
  if (column >= csv->cells || scale == 0)
    return RIA_SUCCESS;
  bool brackets = unit_in_brackets(csv->cell[column], unit);
  if (!brackets && !unit_among_words(csv->cell[column], unit))
    return RIA_SUCCESS;
  bool known = is_unit(unit) && ria_units_find(unit, &other, &factor);
  if (!known && !strict)
    return RIA_SUCCESS;
  /* m2/s is a unit of two dimensions. */
  bool fits = known && (other == dimension || !strcmp(unit, ria_dimensions[dimension].base));
  if (fits && factor == scale)
    return RIA_SUCCESS;
  const char *base = ria_dimensions[dimension].base;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: column %d is in '%s' by its header '%.80s', but its numbers are read as "
                  "%s: convert them%s",
                  csv->path, csv->line, column + 1, unit, csv->cell[column],
                  *base ? base : "in the tracer's unit",
                  known ? "" : ", or leave the brackets out if that is no unit");
}

/* Lines of a CSV file: cells between commas. '#' starts a comment line; blank lines are skipped. */
#ifndef RIA_CSV_H
#define RIA_CSV_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/schema.h"

enum { RIA_CSV_CELLS = 16 }; /* cells kept of a line; further cells are ignored */

typedef struct {
  const char *path; /* borrowed */
  FILE *file;
  char *text; /* of the current line, cut into cells */
  size_t size;
  int line; /* 1-based */
  int cells;
  char *cell[RIA_CSV_CELLS]; /* without surrounding blanks; borrowed until the next line */
} ria_csv;

/* Error: RIA_ERROR_IO. */
ria_status ria_csv_open(const char *path, ria_csv *csv);
void ria_csv_close(ria_csv *csv);

/* Go to the next line with content; `found` is false at the end. Error: RIA_ERROR_IO. */
ria_status ria_csv_next(ria_csv *csv, bool *found);

/* Read a whole cell as a finite number; false if it is none or missing. */
bool ria_csv_number(const ria_csv *csv, int column, double *number);

/* Check that a header's cell names no unit but the base unit of `dimension` times `scale`:
 * "amplitude (cm)", "level [ft]", "speed_kn". `scale` 0, for a tracer of unknown unit, checks
 * nothing. With `strict`, an unknown unit in brackets is an error too. Error: RIA_ERROR_FORMAT. */
ria_status ria_csv_check_unit(const ria_csv *csv, int column, ria_dimension dimension, double scale,
                              bool strict);

/* Fail about a cell (0-based) with "path:line: column n is 'text': expected ...". Returns
 * RIA_ERROR_FORMAT. */
ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected);

#endif

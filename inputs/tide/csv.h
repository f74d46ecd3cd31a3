/* Lines of a CSV file: cells between commas, '#' starts a comment line, blank lines are skipped. */
#ifndef RIA_CSV_H
#define RIA_CSV_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/schema.h"

enum { RIA_CSV_CELLS = 16 }; /* cells kept of a line; more are ignored */

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

/* The whole of a cell as a finite number; false if it is none or is missing. */
bool ria_csv_number(const ria_csv *csv, int column, double *number);

/* Check that a cell of a header names no unit but the base unit of `dimension`, times `scale` (of a
 * tracer; 0: not known, and nothing is checked): "amplitude (cm)", "level [ft]", "speed_kn". With
 * `strict`, a unit in brackets that ria does not know is an error, too. Error: RIA_ERROR_FORMAT. */
ria_status ria_csv_check_unit(const ria_csv *csv, int column, ria_dimension dimension, double scale,
                              bool strict);

/* Error RIA_ERROR_FORMAT about a cell (0-based): "path:line: column n: what, but it is 'text'". */
ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected);

#endif

/** \file
 * Lines of a CSV file, cut into cells: the one reader of tables. Cells are separated by commas, by
 * semicolons or by tabs, as in the first line; cells may be quoted. '#' starts a comment line, and
 * blank lines are skipped. A byte order mark, CRLF line ends and Latin-1 letters are accepted.
 */
#ifndef RIA_CSV_H
#define RIA_CSV_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *path; /**< borrowed */
  int line;         /**< 1-based */
  int cells;
  char **cell; /**< [cells], without surrounding blanks and quotes; valid until the next line */
  int left; /**< columns that the file has to the left of the first cell; messages add it to column
               numbers. 0 unless the caller sets it */
  char *about;   /**< the first comment of the file, without "# "; NULL: none yet */
  char *comment; /**< the comment line above this line, without "# "; NULL: none */
  int comment_line;
  /* private */
  FILE *file;               /* source of the lines: a file, or */
  const char *const *lines; /* the remaining lines of a list */
  char *text;
  size_t size;
  int room;
  char separator; /* 0: not detected yet */
} ria_csv;

/** Open a file. Errors: RIA_ERROR_IO (also if it is not a regular file). Close it even after an
 * error. */
ria_status ria_csv_open(const char *path, ria_csv *csv);
/** Read `lines`, a list that ends with NULL, as if they were the file `name`. Borrowed. */
void ria_csv_open_lines(const char *name, const char *const *lines, ria_csv *csv);
void ria_csv_close(ria_csv *csv);

/** Go to the next line with content; `found` is false at the end. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY, RIA_ERROR_FORMAT with path and line (UTF-16, binary data, a quote that is not
 * closed). */
ria_status ria_csv_next(ria_csv *csv, bool *found);

/** Check that the line has at most `expected` cells: as many as the header (`header`), or as many
 * as `columns` names. Empty cells after these are dropped. Error: RIA_ERROR_FORMAT; the message
 * points out suspected decimal commas. */
ria_status ria_csv_check_cells(ria_csv *csv, int expected, bool header, const char *columns);

/** Whether a line with too many cells looks like numbers with decimal commas. */
bool ria_csv_like_decimal_commas(const ria_csv *csv);

/** Whether a text is a decimal number with a point, such as "-1.5e3". */
bool ria_csv_is_number(const char *text, double *number);
/** Whether a text is a number with a decimal comma, thousands separators or a typographic minus:
 * invalid here, but probably meant as a number. */
bool ria_csv_is_odd_number(const char *text);
/** Read a whole cell (0-based) as a finite number; false if it is missing or not a finite number.
 */
bool ria_csv_number(const ria_csv *csv, int column, double *number);
/** Whether a cell begins like a number or a date, which means that its line is not a header. */
bool ria_csv_like_number(const ria_csv *csv, int column);

/** Report an error in a cell (0-based) as "path:line: column n is 'text': expected ..." with a
 * hint, such as a decimal comma or a missing value. Returns RIA_ERROR_FORMAT. */
ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected);

#ifdef __cplusplus
}
#endif
#endif

/** \file
 * Lines of a CSV file, cut into cells: the one reader of tables. Cells are separated by commas, by
 * semicolons or by tabs, as the first line is; cells may be quoted. '#' starts a comment line, and
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
  char **cell;   /**< [cells], without surrounding blanks and quotes; valid until the next line */
  int left;      /**< columns of the file left of the first cell, which messages count; 0 unless the
                      caller sets it */
  char *about;   /**< the first comment of the file, without "# "; NULL: none yet */
  char *comment; /**< the comment line above this line, without "# "; NULL: none */
  int comment_line;
  /* private */
  FILE *file;               /* or */
  const char *const *lines; /* the lines that are left */
  char *text;
  size_t size;
  int room;
  char separator; /* 0: not known yet */
} ria_csv;

/** Open a file. Errors: RIA_ERROR_IO (also if it is no regular file). Close it in any case. */
ria_status ria_csv_open(const char *path, ria_csv *csv);
/** Read `lines`, NULL at the end, which are borrowed, as if they were the file `name`. */
void ria_csv_open_lines(const char *name, const char *const *lines, ria_csv *csv);
void ria_csv_close(ria_csv *csv);

/** Go to the next line with content; `found` is false at the end. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY, RIA_ERROR_FORMAT with path and line (UTF-16, binary data, a quote that is not
 * closed). */
ria_status ria_csv_next(ria_csv *csv, bool *found);

/** Check that the line has at most `expected` cells, as many as the header (`header`), or as
 * `columns` names them. Empty cells beyond these are dropped. Error: RIA_ERROR_FORMAT, which names
 * suspected decimal commas. */
ria_status ria_csv_check_cells(ria_csv *csv, int expected, bool header, const char *columns);

/** Whether a line with too many cells looks like numbers with decimal commas. */
bool ria_csv_like_decimal_commas(const ria_csv *csv);

/** Whether a text is a decimal number with a point, such as "-1.5e3". */
bool ria_csv_is_number(const char *text, double *number);
/** Whether a text is a number with a decimal comma, separators of thousands or a typographic minus:
 * no number here, but hardly meant as a text. */
bool ria_csv_is_odd_number(const char *text);
/** Read a whole cell (0-based) as a finite number; false if it is none, or missing. */
bool ria_csv_number(const ria_csv *csv, int column, double *number);
/** Whether a cell begins like a number or a date, so that its line is no header. */
bool ria_csv_like_number(const ria_csv *csv, int column);

/** Fail about a cell (0-based) with "path:line: column n is 'text': expected ..." and a hint, such
 * as a decimal comma or a missing value. Returns RIA_ERROR_FORMAT. */
ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected);

#ifdef __cplusplus
}
#endif
#endif

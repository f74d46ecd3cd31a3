/* Headers of tables: which columns are read, in which units. */
#ifndef TIDE_TABLE_HEADER_H
#define TIDE_TABLE_HEADER_H

#include "ria/csv.h"
#include "ria/tide.h"

/* A column that a reader wants. */
typedef struct {
  const char *what;         /* for messages: "time" */
  const char *const *names; /* beginnings of words that name it, NULL at the end; NULL: any word */
} tide_column;

/* Check that a header has the wanted columns in their places: none names a column that belongs
 * elsewhere. Columns behind the last wanted one are read by nobody: a warning names those that are
 * not `extra` (-1: all). Empty cells at the end are dropped, and `cells` is how many a line may
 * have. Error: RIA_ERROR_FORMAT. */
ria_status tide_header_check(ria_csv *csv, int wanted, const tide_column *column, int extra,
                             int *cells, ria_told *told);

/* Whether a word of a header's cell begins with one of these names. */
bool tide_header_names(const ria_csv *csv, int column, const char *const *names);

/* As ria_csv_check_cells(), with a warning of decimal commas where that is likely. `header`: the
 * file has one, of `cells` cells. */
ria_status tide_header_check_cells(ria_csv *csv, int cells, bool header, const char *order,
                                   ria_told *told);

/* Read the comment above a line as a header, "# time, level (cm)", if its first cell names the
 * column: `header` is at that line, and is to be closed. Errors: those of ria_csv_next(). */
ria_status tide_header_of_comment(const ria_csv *csv, const tide_column *first, ria_csv *header,
                                  bool *found);

/* number * scale + offset is in the wanted unit. */
typedef struct {
  char unit[64]; /* as the header spells it; "": it names none */
  double scale, offset;
} tide_header_unit;

/* Find the unit that a header's cell names, with or without brackets: "amplitude (cm)", "level_ft",
 * "Discharge m3/s", "speed_deg_h". `wanted` is a unit of UDUNITS or of ria. Without brackets only
 * spellings count that are no usual words. Without a unit, `unit` is left as it is. Errors:
 * RIA_ERROR_FORMAT (a unit of something else; words in brackets that are no unit), RIA_ERROR_IO. */
ria_status tide_header_find_unit(const ria_csv *csv, int column, const char *wanted,
                                 tide_header_unit *unit);

/* Add the note that a column is converted, if it is. */
void tide_header_note_unit(const ria_csv *csv, int column, const char *wanted,
                           const tide_header_unit *unit, ria_told *told);

#endif

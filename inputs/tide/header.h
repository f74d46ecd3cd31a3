/* Headers of tables: their columns and units. */
#ifndef TIDE_TABLE_HEADER_H
#define TIDE_TABLE_HEADER_H

#include "ria/csv.h"
#include "ria/tide.h"

/* A column that a reader needs. */
typedef struct {
  const char *what;         /* for messages: "time" */
  const char *const *names; /* beginnings of words in its header, NULL at the end; NULL: any word */
} tide_column;

/* Check that no cell of the header names a wanted column in another place. Columns after the last
 * wanted one are ignored, with a warning except for column `extra` (-1: none). Empty cells at the
 * end are dropped; `cells` is then the largest number of cells in a line. Error: RIA_ERROR_FORMAT.
 */
ria_status tide_header_check(ria_csv *csv, int wanted, const tide_column *column, int extra,
                             int *cells, ria_told *told);

/* Whether a word of a header's cell begins with one of these names. */
bool tide_header_names(const ria_csv *csv, int column, const char *const *names);

/* As ria_csv_check_cells(), with a hint about decimal commas if they are likely. `header`: the file
 * has a header, of `cells` cells. */
ria_status tide_header_check_cells(ria_csv *csv, int cells, bool header, const char *order,
                                   ria_told *told);

/* Read the comment above a line as a header, such as "# time, level (cm)", if its first cell names
 * the column. `header` is then at that line; the caller closes it. Errors: those of ria_csv_next().
 */
ria_status tide_header_of_comment(const ria_csv *csv, const tide_column *first, ria_csv *header,
                                  bool *found);

/* number * scale + offset is in the wanted unit. */
typedef struct {
  char unit[64]; /* as spelled in the header; "": none */
  double scale, offset;
} tide_header_unit;

/* Find the unit in a header's cell, with or without brackets: "amplitude (cm)", "level_ft",
 * "Discharge m3/s", "speed_deg_h". `wanted` is a unit of UDUNITS or of ria. Without brackets,
 * spellings that are also ordinary words are ignored. If the cell has no unit, `unit` is unchanged.
 * Errors: RIA_ERROR_FORMAT (a unit of another dimension; words in brackets that are not a unit),
 * RIA_ERROR_IO. */
ria_status tide_header_find_unit(const ria_csv *csv, int column, const char *wanted,
                                 tide_header_unit *unit);

/* Add a note if a column is converted. */
void tide_header_note_unit(const ria_csv *csv, int column, const char *wanted,
                           const tide_header_unit *unit, ria_told *told);

#endif

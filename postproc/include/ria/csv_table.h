/** \file
 * CSV files with a header, read into memory as text: results, and the tables of papers.
 */
#ifndef RIA_CSV_TABLE_H
#define RIA_CSV_TABLE_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char *about; /**< the comment above the header, without "# "; "" if there is none */
  int columns, rows;
  char **column; /**< [columns] */
  char **cell;   /**< [rows][columns]; "" where a line is too short */
} ria_csv_table;

/** Read a file in the format that ria/csv.h describes. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT (no
 * header, a duplicate column name, more cells than columns, numbers with decimal commas),
 * RIA_ERROR_MEMORY; then `table` need not be destroyed. */
ria_status ria_csv_table_read(const char *path, ria_csv_table *table);
/** Number of a column, or -1. */
int ria_csv_table_column(const ria_csv_table *table, const char *name);
/** Borrowed from the table; `column` may be -1 (then ""). */
const char *ria_csv_table_cell(const ria_csv_table *table, int row, int column);
void ria_csv_table_destroy(ria_csv_table *table);

/** A published table that is part of this program, from papers/NAME/published.csv. */
typedef struct {
  const char *name; /**< "contaminants-table-1" */
  const char *const
      *line; /**< ended by NULL; the first line is a comment with paper, table, machine and units */
} ria_reference;

extern const ria_reference ria_references[]; /**< a NULL name at the end */

/** Read a published table by its name. Errors: RIA_ERROR_ARGUMENT (no such table),
 * RIA_ERROR_MEMORY. */
ria_status ria_reference_read(const char *name, ria_csv_table *table);

#ifdef __cplusplus
}
#endif
#endif

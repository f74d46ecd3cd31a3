#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "ria/csv.h"
#include "ria/csv_table.h"

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a table");
}

static ria_status add_header(ria_csv_table *t, const ria_csv *csv) {
  t->column = calloc((size_t)csv->cells, sizeof *t->column);
  if (!t->column)
    return fail_memory();
  for (int c = 0; c < csv->cells; c++) {
    if (*csv->cell[c] && ria_csv_table_column(t, csv->cell[c]) >= 0)
      return ria_fail(RIA_ERROR_FORMAT, "%s:%d: two columns are named '%.80s'", csv->path,
                      csv->line, csv->cell[c]);
    if (!(t->column[c] = strdup(csv->cell[c])))
      return fail_memory();
    t->columns++;
  }
  return RIA_SUCCESS;
}

static ria_status add_row(ria_csv_table *t, ria_csv *csv) {
  RIA_TRY(ria_csv_check_cells(csv, t->columns, true, ""));
  const size_t cells = (size_t)t->columns * (size_t)(t->rows + 1);
  char **grown = realloc(t->cell, cells * sizeof *grown);
  if (!grown)
    return fail_memory();
  t->cell = grown;
  char **row = t->cell + t->rows++ * t->columns;
  memset(row, 0, (size_t)t->columns * sizeof *row);
  for (int c = 0; c < t->columns; c++) {
    if (c < csv->cells && ria_csv_is_odd_number(csv->cell[c]))
      return ria_csv_fail(csv, c, "a text or a number");
    if (!(row[c] = strdup(c < csv->cells ? csv->cell[c] : "")))
      return fail_memory();
  }
  return RIA_SUCCESS;
}

static ria_status read_lines(ria_csv_table *t, ria_csv *csv) {
  for (bool found;;) {
    RIA_TRY(ria_csv_next(csv, &found));
    if (!found)
      break;
    RIA_TRY(t->columns ? add_row(t, csv) : add_header(t, csv));
  }
  if (!t->columns)
    return ria_fail(RIA_ERROR_FORMAT, "%s: has no header with the names of the columns", csv->path);
  t->about = strdup(csv->about ? csv->about : "");
  return t->about ? RIA_SUCCESS : fail_memory();
}

/* Read an open file, and close it. */
static ria_status read_table(ria_csv_table *t, ria_csv *csv) {
  const ria_status status = read_lines(t, csv);
  ria_csv_close(csv);
  if (status != RIA_SUCCESS)
    ria_csv_table_destroy(t);
  return status;
}

ria_status ria_csv_table_read(const char *path, ria_csv_table *t) {
  ria_csv csv;
  *t = (ria_csv_table){0};
  const ria_status status = ria_csv_open(path, &csv);
  if (status == RIA_SUCCESS)
    return read_table(t, &csv);
  ria_csv_close(&csv);
  return status;
}

ria_status ria_reference_read(const char *name, ria_csv_table *t) {
  ria_csv csv;
  *t = (ria_csv_table){0};
  const ria_reference *r = ria_references;
  while (r->name && strcmp(r->name, name))
    r++;
  if (!r->name)
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no published table '%s'", name);
  ria_csv_open_lines(name, r->line, &csv);
  return read_table(t, &csv);
}

int ria_csv_table_column(const ria_csv_table *t, const char *name) {
  for (int c = 0; c < t->columns; c++)
    if (!strcmp(t->column[c], name))
      return c;
  return -1;
}

const char *ria_csv_table_cell(const ria_csv_table *t, int row, int column) {
  return column < 0 ? "" : t->cell[row * t->columns + column];
}

void ria_csv_table_destroy(ria_csv_table *t) {
  for (int c = 0; c < t->columns; c++)
    free(t->column[c]);
  for (int i = 0; i < t->rows * t->columns; i++)
    free(t->cell[i]);
  free(t->column);
  free(t->cell);
  free(t->about);
  *t = (ria_csv_table){0};
}

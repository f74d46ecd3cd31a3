/* Tables of rating curves. */
#include <stdlib.h>
#include "header.h"
#include "ria/csv.h"
#include "ria/tide.h"

static const char order[] = "level,discharge";
static const char *const level_names[] = {"level", "stage", "height", "h", NULL};
static const char *const discharge_names[] = {"discharge", "flow", "q", NULL};
static const tide_column columns[] = {{"level", level_names}, {"discharge", discharge_names}};
static const char *const units[] = {"m", "m3/s"};

typedef struct {
  ria_csv csv;
  ria_told *told;
  int cells, rows; /* cells of the header, 0: no header; rows read */
  tide_header_unit unit[2];
  ria_case_rating *row;
} table;

static ria_status read_header(table *t) {
  if (!t->cells)
    RIA_TRY(tide_header_check(&t->csv, 2, columns, -1, &t->cells, t->told));
  for (int c = 0; c < 2; c++) {
    RIA_TRY(tide_header_find_unit(&t->csv, c, units[c], &t->unit[c]));
    tide_header_note_unit(&t->csv, c, units[c], &t->unit[c], t->told);
  }
  return RIA_SUCCESS;
}

static ria_status read_row(table *t) {
  double value[2];
  RIA_TRY(tide_header_check_cells(&t->csv, t->cells ? t->cells : 2, t->cells > 0, order, t->told));
  for (int c = 0; c < 2; c++) {
    if (!ria_csv_number(&t->csv, c, &value[c]))
      return ria_csv_fail(&t->csv, c, "a number");
    value[c] = value[c] * t->unit[c].scale + t->unit[c].offset;
  }
  const ria_case_rating *before = t->rows ? &t->row[t->rows - 1] : NULL;
  if (before && !(value[0] > before->level))
    return ria_csv_fail(&t->csv, 0, "a higher level than on the line before");
  if (!(value[1] >= (before ? before->discharge : 0)))
    return ria_csv_fail(&t->csv, 1,
                        before ? "a discharge of no less than on the line before"
                               : "a discharge, not negative");
  ria_case_rating *more = realloc(t->row, (size_t)(t->rows + 1) * sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the rating curve %s", t->csv.path);
  t->row = more;
  more[t->rows++] = (ria_case_rating){value[0], value[1]};
  return RIA_SUCCESS;
}

static ria_status read_rows(table *t) {
  for (bool found;;) {
    RIA_TRY(ria_csv_next(&t->csv, &found));
    if (!found)
      return RIA_SUCCESS;
    const bool header = !t->rows && !ria_csv_like_number(&t->csv, 0);
    RIA_TRY(header ? read_header(t) : read_row(t));
  }
}

ria_status ria_rating_read_csv(const char *path, int *rows, ria_case_rating **row, ria_told *told) {
  table t = {.told = told, .unit = {{.scale = 1}, {.scale = 1}}};
  ria_status status = ria_csv_open(path, &t.csv);
  if (status == RIA_SUCCESS)
    status = read_rows(&t);
  ria_csv_close(&t.csv);
  if (status == RIA_SUCCESS) {
    *rows = t.rows;
    *row = t.row;
  } else {
    free(t.row);
  }
  return status;
}

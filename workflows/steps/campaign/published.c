/* Finds the row of the published table for each point, and reads it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/yaml.h"
#include "campaign.h"

static bool same_value(const char *cell, const workflow_value *value) {
  char *end;
  double number = ria_strtod(cell, &end);
  return !strcmp(cell, value->text) ||
         (value->is_number && *cell && !*end && number == value->number);
}

/* The point's value for a column of the table; NULL if the column is not an axis. */
static const workflow_value *axis_of(const campaign_points *p, const workflow_point *point,
                                     const char *column) {
  const ria_yaml *axes = p->keys->axes;
  if (axes && axes->kind == RIA_YAML_MAP && ria_yaml_index(axes, column) >= 0) {
    const ria_yaml *other = ria_yaml_get(axes, column);
    return ria_yaml_is_null(other) ? NULL : campaign_parameter(point, other->text);
  }
  return campaign_parameter(point, column);
}

static bool row_fits(const campaign_points *p, const workflow_point *point, int row) {
  const ria_csv_table *t = &p->reference;
  const ria_yaml *where = p->keys->where;
  for (int c = 0; c < t->columns; c++) {
    const workflow_value *value = axis_of(p, point, t->column[c]);
    const ria_yaml *wanted = ria_yaml_get(where, t->column[c]);
    const char *cell = ria_csv_table_cell(t, row, c);
    if ((wanted && strcmp(cell, wanted->text) != 0) ||
        (!wanted && value && !same_value(cell, value)))
      return false;
  }
  return true;
}

static ria_status find_rows(campaign_points *p) {
  for (int i = 0; i < p->rows; i++)
    for (int r = 0; r < p->reference.rows; r++) {
      if (!row_fits(p, p->row[i].point, r))
        continue;
      if (p->row[i].published >= 0)
        return ria_fail(RIA_ERROR_MISMATCH,
                        "%s: rows %d and %d of %s both fit the point '%s'; `where` must choose "
                        "between them",
                        p->step->name, p->row[i].published + 1, r + 1, p->keys->reference,
                        p->row[i].point->label);
      p->row[i].published = r;
    }
  return RIA_SUCCESS;
}

ria_status campaign_read_reference(const workflow_file *workflow, const char *name,
                                   ria_csv_table *table) {
  char *path = strchr(name, '.') ? workflow_resolve(workflow, name) : NULL;
  ria_status status = path ? ria_csv_table_read(path, table) : ria_reference_read(name, table);
  free(path);
  return status;
}

ria_status campaign_find_published(campaign_points *p) {
  const char *name = p->keys->reference;
  if (!name)
    return RIA_SUCCESS;
  ria_status status = campaign_read_reference(p->step->workflow, name, &p->reference);
  p->has_reference = status == RIA_SUCCESS;
  return status == RIA_SUCCESS ? find_rows(p) : status;
}

const char *campaign_published_text(const campaign_points *p, const campaign_row *row,
                                    const char *key) {
  int column = p->has_reference ? ria_csv_table_column(&p->reference, key) : -1;
  return column < 0 || row->published < 0
             ? NULL
             : ria_csv_table_cell(&p->reference, row->published, column);
}

static double published_cell(const campaign_points *p, const campaign_row *row, const char *key) {
  char *end;
  const char *cell = campaign_published_text(p, row, key);
  double number = cell ? ria_strtod(cell, &end) : NAN;
  return cell && *cell && !*end ? number : NAN;
}

/* "16000x10000" */
static double published_cells(const campaign_points *p, const campaign_row *row) {
  double nx, ny;
  const char *cell = campaign_published_text(p, row, "cells");
  return cell && ria_sscanf(cell, "%lfx%lf", &nx, &ny) == 2 ? nx * ny : NAN;
}

double campaign_published(const campaign_points *p, const campaign_row *row, const char *key) {
  if (!strcmp(key, "microseconds"))
    return 1e6 * published_cell(p, row, "step_seconds");
  double value = published_cell(p, row, key);
  if (!isnan(value) || strcmp(key, "rate") != 0)
    return value;
  return 1e-6 * published_cells(p, row) * published_cell(p, row, "steps") /
         published_cell(p, row, "step_seconds");
}

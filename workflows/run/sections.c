#include "sections.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/gauges.h"
#include "ria/number.h"

/* Columns of each amount: mean since the last row, and sum since the start. */
enum { MEAN, SUM, COLUMNS, NAME = 160 };

struct run_sections {
  const run_subject *of;
  int passages;
  const ria_passage *passage;
  int amounts;
  double area, time; /* area: of a cell; time: of the last row, NAN: none */
  ria_shown shown;   /* the columns of a section, */
  char (*text)[NAME];
  double *value; /* [passages][amounts][COLUMNS]: values of the last row */
  ria_gauges *table;
};

/* ---- columns ---- */

static const char *put_text(run_sections *s, int *used, const char *text, const char *more) {
  char *to = s->text[(*used)++];
  snprintf(to, NAME, "%s%s", text, more);
  return to;
}

static void add_column(run_sections *s, const char *name, const char *unit, double step) {
  const int n = s->shown.variables++;
  s->shown.variable[n] = (ria_variable){
      .name = name, .unit = unit, .step = step, .where = RIA_SHOWN_IN_GAUGES, .field = n};
}

/* Sums have all their digits, so that differences of rows are exact, and a resumed run reads the
 * same sums. */
static void name_columns(run_sections *s, const ria_shown *shown) {
  int used = 0;
  for (int a = 0; a < s->amounts; a++) {
    const ria_conserved *of = &shown->conserved[a];
    const char *unit = put_text(s, &used, of->unit, ""), *name = of->name;
    add_column(s, a ? put_text(s, &used, name, " flux") : "discharge",
               put_text(s, &used, unit, "/s"), 0);
    add_column(s, a ? put_text(s, &used, name, " sum") : "volume", unit, -1);
  }
  s->shown.fields = s->shown.variables;
}

/* ---- the last row of a resumed table ---- */

/* Reads the sums of a complete row; false: the line is not a complete row. */
static bool take_row(run_sections *s, bool dated, const char *line) {
  const int columns = s->passages * s->amounts * COLUMNS;
  const char *at = dated ? strchr(line, ',') : line - 1;
  char *end = NULL;
  if (!at)
    return false;
  s->time = ria_strtod(at + 1, &end);
  for (int i = 0; i < columns; i++) {
    if (!end || *end != ',')
      return false;
    s->value[i] = ria_strtod(end + 1, &end);
  }
  return true;
}

static void read_last(run_sections *s, bool dated, const char *path) {
  FILE *file = fopen(path, "re");
  char *line = NULL, *last = NULL;
  size_t room = 0;
  for (int row = 0; file && getline(&line, &room, file) > 0; row++) {
    free(last);
    last = row ? strdup(line) : NULL; /* the first line has the names */
  }
  if (!last || !take_row(s, dated, last))
    s->time = NAN;
  free(last);
  free(line);
  if (file)
    fclose(file);
}

/* ---- its life ---- */

static ria_status open_table(run_sections *s, double time, bool resumed) {
  const ria_case *c = s->of->the_case;
  char path[RUN_PATH];
  run_folder_join(s->of->folder, "sections.csv", path);
  ria_place *place = calloc((size_t)s->passages, sizeof *place);
  if (!place)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  for (int i = 0; i < s->passages; i++)
    place[i].name = (char *)s->passage[i].name;
  const ria_gauges_description d = {.path = path,
                                    .has_start = c->time.has_start,
                                    .start = c->time.start,
                                    .shown = &s->shown,
                                    .nstate = s->shown.fields,
                                    .places = s->passages,
                                    .place = place};
  ria_status status =
      resumed ? ria_gauges_resume(&d, time, NULL, &s->table) : ria_gauges_create(&d, &s->table);
  free(place);
  RIA_TRY(status);
  if (resumed)
    read_last(s, c->time.has_start, path);
  if (s->of->log && *ria_gauges_warning(s->table))
    run_log_warn(s->of->log, "%s", ria_gauges_warning(s->table));
  return RIA_SUCCESS;
}

ria_status run_sections_create(const run_subject *of, const ria_shown *shown, double time,
                               bool resumed, run_sections **sections) {
  const ria_model *model = of->model;
  const ria_passage *passage = NULL;
  const int passages = of->solver->passages ? of->solver->passages(of->instance, &passage) : 0;
  *sections = NULL;
  if (!passages)
    return RIA_SUCCESS;
  run_sections *s = *sections = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  s->of = of;
  s->passages = passages;
  s->passage = passage;
  while (s->amounts < model->amounts && shown->conserved[s->amounts].field >= 0)
    s->amounts++;
  s->area = model->grid.spacing[0] * model->grid.spacing[1];
  s->time = NAN;
  s->text = calloc((size_t)model->amounts * 4, sizeof *s->text);
  s->value = calloc((size_t)passages * (size_t)model->amounts * COLUMNS, sizeof *s->value);
  if (!s->text || !s->value)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  name_columns(s, shown);
  return open_table(s, time, resumed);
}

/* The sum since the start, in the unit of its column; NAN: some steps were not measured. */
static double passed(const run_sections *s, const ria_ledger *ledger, const ria_passage *p, int a,
                     double time) {
  const int opening =
      p->kind == RIA_PASSAGE_SECTION ? ria_model_section(s->of->model, p->number) : p->number;
  if (p->kind == RIA_PASSAGE_OWN)
    return s->area * s->of->solver->passed(s->of->instance, p->number, a, time);
  return ledger->unmeasured || ledger->invalid ? NAN
                                               : s->area * ria_flow_value(&ledger->in[opening][a]);
}

ria_status run_sections_append(run_sections *s) {
  ria_ledger ledger = {0};
  if (!s)
    return RIA_SUCCESS;
  const double time = ria_simulation_progress(s->of->simulation).time, since = time - s->time;
  if (since <= 0)
    return RIA_SUCCESS;
  RIA_TRY(ria_simulation_ledger(s->of->simulation, &ledger));
  for (int i = 0; i < s->passages; i++)
    for (int a = 0; a < s->amounts; a++) {
      double *value = &s->value[(i * s->amounts + a) * COLUMNS];
      const double sum = passed(s, &ledger, &s->passage[i], a, time);
      value[MEAN] = since > 0 ? (sum - value[SUM]) / since : 0;
      value[SUM] = sum;
    }
  ria_ledger_destroy(&ledger);
  s->time = time;
  return ria_gauges_append(s->table, time, s->value);
}

ria_status run_sections_sync(const run_sections *s) {
  return s ? ria_gauges_sync(s->table) : RIA_SUCCESS;
}

void run_sections_destroy(run_sections *s) {
  if (!s)
    return;
  ria_gauges_destroy(s->table);
  free(s->text);
  free(s->value);
  free(s);
}

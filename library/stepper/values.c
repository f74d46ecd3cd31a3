/* Reads and writes the variables of a stepper. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/patch.h"
#include "stepper.h"

/* ---- the list ---- */

void stepper_list_variables(ria_stepper *s) {
  const ria_shown *shown = &s->shown;
  for (int p = 0; p < shown->parameters; p++)
    s->parameter[p] = shown->parameter[p].value;
  for (int v = 0; v < shown->variables; v++) {
    const ria_variable *from = &shown->variable[v];
    if (!from->value && from->field >= shown->fields) /* tracked fields are not part of the state */
      continue;
    s->shown_as[s->variables] = v;
    s->variable[s->variables++] = (ria_stepper_variable){.name = from->name,
                                                         .unit = from->unit,
                                                         .what = from->what,
                                                         .standard_name = from->standard_name,
                                                         .settable = !from->value};
  }
  for (int f = 0; f < shown->statics; f++) {
    const ria_shown_static *from = &shown->fixed[f];
    if (!from->value)
      continue;
    s->shown_as[s->variables] = -1 - f;
    s->variable[s->variables++] = (ria_stepper_variable){.name = from->name,
                                                         .unit = from->unit,
                                                         .what = from->what,
                                                         .standard_name = from->standard_name,
                                                         .fixed = true,
                                                         .ground = from->ground};
  }
}

int ria_stepper_variables(const ria_stepper *s) {
  return s->variables;
}

const ria_stepper_variable *ria_stepper_variable_at(const ria_stepper *s, int number) {
  return number >= 0 && number < s->variables ? &s->variable[number] : NULL;
}

int ria_stepper_find(const ria_stepper *s, const char *name) {
  for (int v = 0; v < s->variables; v++)
    if (!strcmp(s->variable[v].name, name))
      return v;
  return -1;
}

static ria_status check_variable(const ria_stepper *s, int variable) {
  return variable >= 0 && variable < s->variables
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_ARGUMENT, "there is no variable %d; %s has %d", variable,
                        s->the_case.path, s->variables);
}

/* ---- fields of the state ---- */

void stepper_forget_fields(ria_stepper *s) {
  memset(s->fresh, 0, sizeof s->fresh);
}

void stepper_free_fields(ria_stepper *s) {
  for (int f = 0; f < RIA_MAX_FIELDS; f++)
    free(s->field[f]);
}

static ria_patch whole(const ria_stepper *s) {
  ria_patch patch = {0};
  for (int a = 0; a < RIA_AXES; a++)
    patch.cells.hi[a] = s->terrain.grid.cells[a] ? s->terrain.grid.cells[a] : 1;
  return patch;
}

static size_t cells_of(const ria_stepper *s) {
  const ria_patch patch = whole(s);
  return (size_t)ria_patch_cells(&patch);
}

static ria_status read_field(ria_stepper *s, int field) {
  const ria_patch patch = whole(s);
  if (s->fresh[field])
    return RIA_SUCCESS;
  if (!s->field[field])
    s->field[field] = malloc(cells_of(s) * sizeof *s->field[field]);
  if (!s->field[field])
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the values of a field");
  RIA_TRY(ria_patch_read(s->simulation, field, &patch, s->field[field]));
  s->fresh[field] = true;
  return RIA_SUCCESS;
}

/* ---- reading ---- */

static double value_of(const ria_stepper *s, const ria_variable *v, const double *state,
                       size_t cell) {
  double statics[RIA_SHOWN_STATICS] = {0};
  if (!v->value)
    return state[v->field];
  for (int f = 0; f < s->shown.statics; f++)
    statics[f] = s->shown.fixed[f].value ? s->shown.fixed[f].value[cell] : 0;
  return v->value(state, statics, s->parameter);
}

ria_status ria_stepper_read(ria_stepper *s, int variable, double *values) {
  RIA_TRY(check_variable(s, variable));
  const int as = s->shown_as[variable];
  const size_t cells = cells_of(s);
  if (as < 0) {
    memcpy(values, s->shown.fixed[-1 - as].value, cells * sizeof *values);
    return RIA_SUCCESS;
  }
  const ria_variable *v = &s->shown.variable[as];
  if (!v->value) {
    RIA_TRY(read_field(s, v->field));
    memcpy(values, s->field[v->field], cells * sizeof *values);
    return RIA_SUCCESS;
  }
  for (int f = 0; f < s->shown.fields; f++)
    RIA_TRY(read_field(s, f));
  for (size_t cell = 0; cell < cells; cell++) {
    double state[RIA_MAX_FIELDS];
    for (int f = 0; f < s->shown.fields; f++)
      state[f] = s->field[f][cell];
    values[cell] = value_of(s, v, state, cell);
  }
  return RIA_SUCCESS;
}

static ria_status check_cells(const ria_stepper *s, int count, const int *cell) {
  const size_t cells = cells_of(s);
  for (int i = 0; i < count; i++)
    if (cell[i] < 0 || (size_t)cell[i] >= cells)
      return ria_fail(RIA_ERROR_ARGUMENT, "there is no cell %d; expected 0 to %zu", cell[i],
                      cells - 1);
  return RIA_SUCCESS;
}

/* Reads only these cells. */
static ria_status probe(ria_stepper *s, const ria_variable *v, int count, const int *cell,
                        double *values) {
  const ria_patch all = whole(s);
  const size_t n = (size_t)count, nstate = (size_t)s->model.nstate;
  ria_global *at = malloc((RIA_AXES * n + 1) * sizeof *at);
  double *state = malloc((n * nstate + 1) * sizeof *state);
  ria_status status =
      at && state ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the cells");
  for (size_t i = 0; i < n && status == RIA_SUCCESS; i++) {
    const ria_global row = cell[i] / all.cells.hi[0];
    at[i] = cell[i] % all.cells.hi[0];
    at[n + i] = row % all.cells.hi[1];
    at[2 * n + i] = row / all.cells.hi[1];
  }
  const ria_probe_cells cells = {.count = count, .at = {at, at + n, at + 2 * n}};
  if (status == RIA_SUCCESS)
    status = ria_simulation_probe(s->simulation, &cells, state);
  for (size_t i = 0; i < n && status == RIA_SUCCESS; i++)
    values[i] = value_of(s, v, state + i * nstate, (size_t)cell[i]);
  free(at);
  free(state);
  return status;
}

ria_status ria_stepper_read_at(ria_stepper *s, int variable, int count, const int *cell,
                               double *values) {
  RIA_TRY(check_variable(s, variable));
  RIA_TRY(check_cells(s, count, cell));
  const int as = s->shown_as[variable];
  if (as >= 0 && count > 0)
    return probe(s, &s->shown.variable[as], count, cell, values);
  for (int i = 0; i < count; i++)
    values[i] = s->shown.fixed[-1 - as].value[cell[i]];
  return RIA_SUCCESS;
}

/* ---- writing ---- */

static ria_status check_settable(const ria_stepper *s, int variable) {
  RIA_TRY(check_variable(s, variable));
  return s->variable[variable].settable
             ? RIA_SUCCESS
             : ria_fail(
                   RIA_ERROR_ARGUMENT,
                   "'%s' is computed from the state and cannot be set; set a field of the state",
                   s->variable[variable].name);
}

static ria_status check_finite(const ria_stepper *s, int variable, size_t count, const int *cell,
                               const double *values) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i]))
      return ria_fail(RIA_ERROR_ARGUMENT, "'%s' of cell %zu would be %g; expected a finite number",
                      s->variable[variable].name, cell ? (size_t)cell[i] : i, values[i]);
  return RIA_SUCCESS;
}

static ria_status replace(ria_stepper *s, int field, const double *values) {
  const ria_patch patch = whole(s);
  s->fresh[field] = false;
  return ria_patch_write(s->simulation, field, &patch, values);
}

ria_status ria_stepper_write(ria_stepper *s, int variable, const double *values) {
  RIA_TRY(check_settable(s, variable));
  RIA_TRY(check_finite(s, variable, cells_of(s), NULL, values));
  return replace(s, s->shown.variable[s->shown_as[variable]].field, values);
}

ria_status ria_stepper_write_at(ria_stepper *s, int variable, int count, const int *cell,
                                const double *values) {
  RIA_TRY(check_settable(s, variable));
  RIA_TRY(check_cells(s, count, cell));
  RIA_TRY(check_finite(s, variable, count > 0 ? (size_t)count : 0, cell, values));
  const int field = s->shown.variable[s->shown_as[variable]].field;
  RIA_TRY(read_field(s, field));
  for (int i = 0; i < count; i++)
    s->field[field][cell[i]] = values[i];
  return replace(s, field, s->field[field]);
}

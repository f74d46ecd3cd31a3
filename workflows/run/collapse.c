#include "collapse.h"
#include <math.h>
#include <ria/patch.h>
#include <ria/number.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The subject of the message. */
typedef struct {
  ria_simulation *simulation;
  const ria_terrain *terrain;
  const ria_model *model;
  ria_shown shown;
} run_collapse;

enum { BAND = 16 /* rows read at a time */, WORDS = 512 };

typedef struct {
  double speed, first; /* first: first field of the state, the depth */
  ria_global cell[2];
} water;

static const double shortest = 1e-3; /* share of a wave's time through a cell */

static double rate_of_water(const ria_progress *p) {
  return p->first_rate > 0 ? p->first_rate : p->rate;
}

bool run_collapse_has_come(const ria_model *model, const ria_progress *progress) {
  return model->step != RIA_STEP_FIXED &&
         rate_of_water(progress) * (shortest * model->forcing_interval) > 1;
}

bool run_collapse_lasts(const ria_model *model, const ria_progress *now, int64_t *since) {
  enum { LASTS = 64 /* steps */ };
  if (!run_collapse_has_come(model, now))
    *since = 0;
  else if (!*since)
    *since = now->steps + 1;
  return *since && now->steps >= *since + LASTS;
}

ria_status run_collapse_of_step(const ria_model *model, const ria_progress *progress) {
  return ria_fail(RIA_ERROR_STEP,
                  "the time step collapsed at %g s (step %lld): the largest wave speed requires %g "
                  "s, but waves of the deepest water at rest would allow about %g s",
                  progress->time, (long long)progress->steps, 1 / rate_of_water(progress),
                  model->forcing_interval);
}

static const ria_variable *speed_of(const ria_shown *shown) {
  for (int v = 0; v < shown->variables; v++)
    if (!strcmp(shown->variable[v].name, "speed"))
      return &shown->variable[v];
  return NULL;
}

/* Speed in a cell; NAN on dry land. */
static double speed_in(const run_collapse *c, const double *state, const ria_global cell[2]) {
  const ria_variable *speed = speed_of(&c->shown);
  double fixed[RIA_SHOWN_STATICS] = {0}, parameter[RIA_SHOWN_PARAMETERS] = {0};
  for (int p = 0; p < c->shown.parameters; p++)
    parameter[p] = c->shown.parameter[p].value;
  for (int s = 0; s < c->shown.statics; s++)
    fixed[s] = c->shown.fixed[s].value[cell[1] * c->terrain->grid.cells[0] + cell[0]];
  return speed->value ? speed->value(state, fixed, parameter) : state[speed->field];
}

/* Calls `look` with the state of each cell of a range. */
static ria_status each_cell(const run_collapse *c, const ria_range *cells,
                            void (*look)(const run_collapse *c, const double *state,
                                         const ria_global cell[2], water *found),
                            water *found) {
  const ria_patch patch = {.cells = *cells};
  const ria_global width = cells->hi[0] - cells->lo[0];
  const int64_t count = ria_patch_cells(&patch);
  double state[RIA_MAX_KEPT] = {0};
  double *values = malloc((size_t)(count * c->shown.fields) * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : RIA_ERROR_MEMORY;
  for (int f = 0; f < c->shown.fields && status == RIA_SUCCESS; f++)
    status = ria_patch_read(c->simulation, f, &patch, values + f * count);
  for (int64_t i = 0; i < count && status == RIA_SUCCESS; i++) {
    const ria_global cell[] = {cells->lo[0] + i % width, cells->lo[1] + i / width};
    for (int f = 0; f < c->shown.fields; f++)
      state[f] = values[f * count + i];
    look(c, state, cell, found);
  }
  free(values);
  return status;
}

static void keep_fastest(const run_collapse *c, const double *state, const ria_global cell[2],
                         water *found) {
  const double speed = speed_in(c, state, cell);
  if (speed > found->speed)
    *found = (water){speed, state[0], {cell[0], cell[1]}};
}

static ria_status find_fastest(const run_collapse *c, water *found) {
  const ria_grid *grid = &c->terrain->grid;
  ria_status status = RIA_SUCCESS;
  for (ria_global y = 0; y < grid->cells[1] && status == RIA_SUCCESS; y += BAND) {
    const ria_global end = y + BAND < grid->cells[1] ? y + BAND : grid->cells[1];
    status = each_cell(c, &(ria_range){.lo = {0, y, 0}, .hi = {grid->cells[0], end, 1}},
                       keep_fastest, found);
  }
  return status;
}

/* The depth is NAN if a field of the cell is NAN, because the previous state was not kept. */
static void keep(const run_collapse *c, const double *state, const ria_global cell[2],
                 water *found) {
  *found = (water){speed_in(c, state, cell), state[0], {cell[0], cell[1]}};
  for (int f = 0; f < c->shown.fields; f++)
    if (!isfinite(state[f]))
      found->first = (double)NAN;
}

static void name_place(const run_collapse *c, const ria_global cell[2], char words[WORDS]) {
  const ria_grid *grid = &c->terrain->grid;
  ria_snprintf(words, WORDS, "(%.10g m, %.10g m)",
               grid->origin[0] + ((double)cell[0] + 0.5) * grid->spacing[0],
               grid->origin[1] + ((double)cell[1] + 0.5) * grid->spacing[1]);
}

static void name_water(const run_collapse *c, const water *here, char words[WORDS]) {
  const ria_quantity *first = &c->model->state[0];
  if (isnan(here->speed))
    ria_snprintf(words, WORDS, "%s = %g %s, which is dry", first->name, here->first, first->unit);
  else
    ria_snprintf(words, WORDS, "%s = %g %s and a speed of %g %s", first->name, here->first,
                 first->unit, here->speed, speed_of(&c->shown)->unit);
}

/* The place of the invalid cell, and its water before. False if the previous state was not kept. */
static bool tell_bad(const run_collapse *c, const ria_global cell[2], double time,
                     char words[WORDS]) {
  char place[WORDS], what[WORDS] = "";
  water here = {.first = (double)NAN};
  const ria_range one = {.lo = {cell[0], cell[1], 0}, .hi = {cell[0] + 1, cell[1] + 1, 1}};
  const bool kept = each_cell(c, &one, keep, &here) == RIA_SUCCESS && !isnan(here.first);
  name_place(c, cell, place);
  if (kept)
    name_water(c, &here, what);
  const int n = ria_snprintf(words, WORDS, ". The cell lies at %s", place);
  if (kept && n < WORDS)
    ria_snprintf(words + n, (size_t)(WORDS - n), "; at %g s it had %s", time, what);
  return kept;
}

static void tell_fastest(const run_collapse *c, char words[WORDS]) {
  char place[WORDS], what[WORDS];
  water fastest = {0};
  if (find_fastest(c, &fastest) != RIA_SUCCESS || !(fastest.speed > 0))
    return;
  name_place(c, fastest.cell, place);
  name_water(c, &fastest, what);
  ria_snprintf(words, WORDS, ". The speed is largest in cell (%lld, %lld), at %s: %s",
               (long long)fastest.cell[0], (long long)fastest.cell[1], place, what);
}

ria_status run_collapse_tell(const ria_solver *solver, const ria_case *the_case,
                             const ria_terrain *terrain, const ria_model *model,
                             ria_simulation *simulation, ria_status failure) {
  run_collapse c = {.simulation = simulation, .terrain = terrain, .model = model};
  ria_solver_show(solver, the_case, terrain, model, &c.shown);
  if (!speed_of(&c.shown) || !terrain->depth || c.shown.fields > model->nstate)
    return failure;
  const char *remedy = solver->remedy ? solver->remedy(the_case) : NULL;
  char bad[WORDS] = "", fastest[WORDS] = "", *detail = strdup(ria_status_detail());
  ria_global cell[RIA_AXES];
  const double time = ria_simulation_progress(simulation).time;
  const bool known = ria_simulation_bad_cell(simulation, cell);
  if (!known || tell_bad(&c, cell, time, bad))
    tell_fastest(&c, fastest);
  if (detail)
    ria_fail(failure, "%s%s%s. %s", detail, bad, fastest,
             remedy ? remedy
                    : "Look at the bed, the sides and the sources there, or try a smaller "
                      "'time.cfl'");
  free(detail);
  return failure;
}

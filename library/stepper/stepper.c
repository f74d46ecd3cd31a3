/* Opens a case, advances it, and sets the discharge of its rivers. */
#include "stepper.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "drive/agenda.h"
#include "drive/tiles.h"
#include "ria/registry.h"
#include "session.h"

/* ---- opening ---- */

/* The first error of an invalid case, and the number of further errors. */
static ria_status explain(ria_status status, const ria_case_errors *errors) {
  if (!errors->count)
    return status;
  return errors->count == 1 ? ria_fail(status, "%s", errors->error[0].text)
                            : ria_fail(status, "%s (and %d more; `ria validate` lists all)",
                                       errors->error[0].text, errors->count - 1);
}

static ria_status read_case(const char *path, ria_case *c) {
  ria_case_errors errors = {0};
  const ria_status status =
      explain(ria_case_read(path, &ria_known_names, 0, NULL, c, &errors), &errors);
  ria_case_errors_destroy(&errors);
  RIA_TRY(status);
  const char *missing = ria_target_missing(c->target);
  return missing ? ria_fail(RIA_ERROR_UNSUPPORTED, "%s: target %s: %s", path, c->target, missing)
                 : RIA_SUCCESS;
}

static ria_status create_solver(ria_stepper *s) {
  return ria_solver_create(s->solver, &s->the_case, &s->terrain, &s->instance, &s->model);
}

static ria_status make_model(ria_stepper *s) {
  const ria_case *c = &s->the_case;
  RIA_TRY(ria_terrain_load(c, &s->terrain));
  ria_terrain_pass_warnings(&s->terrain, &s->the_case);
  s->solver = ria_solver_find(c->solver);
  if (!s->solver)
    return ria_fail(RIA_ERROR_CASE, "%s: there is no solver '%s'", c->path, c->solver);
  RIA_TRY(create_solver(s));
  if (s->model.mesh || c->grid.blocks || s->terrain.nodes)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s: the grid has blocks; a stepper takes a plane or a box", c->path);
  return RIA_SUCCESS;
}

/* A model may depend on the target, which the session has chosen. */
static ria_status join_session(ria_stepper *s) {
  const bool open = !strcmp(s->the_case.target, "auto");
  RIA_TRY(session_join(&s->the_case, &s->model, &s->runtime));
  if (!open || !s->solver->by_target || ria_target_is(s->the_case.target, RIA_TARGET_HOST))
    return RIA_SUCCESS;
  s->solver->destroy(s->instance);
  s->instance = NULL;
  return create_solver(s);
}

static ria_status note_rivers(ria_stepper *s) {
  const ria_case *c = &s->the_case;
  s->intake = calloc((size_t)c->rivers + 1, sizeof *s->intake);
  if (!s->intake)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the rivers");
  for (int i = 0; i < c->rivers; i++)
    for (int n = 0; n < c->river[i].discharge.count; n++)
      s->intake[i] |= c->river[i].discharge.value[n] < 0;
  return RIA_SUCCESS;
}

static ria_status open_case(const char *path, ria_stepper *s) {
  RIA_TRY(read_case(path, &s->the_case));
  RIA_TRY(make_model(s));
  RIA_TRY(note_rivers(s));
  RIA_TRY(join_session(s));
  drive_choose_tiles(&s->the_case, s->runtime, &s->model);
  RIA_TRY(ria_simulation_create(s->runtime, &s->model, &s->simulation));
  RIA_TRY(ria_simulation_fill(s->simulation, s->solver->fill_state, s->solver->fill_statics,
                              s->instance));
  ria_solver_show(s->solver, &s->the_case, &s->terrain, &s->model, &s->shown);
  stepper_list_variables(s);
  return RIA_SUCCESS;
}

ria_status ria_stepper_open(const char *path, ria_stepper **stepper) {
  ria_stepper *s = *stepper = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a stepper");
  const ria_status status = open_case(path, s);
  if (status == RIA_SUCCESS)
    return status;
  ria_stepper_close(s);
  *stepper = NULL;
  return status;
}

void ria_stepper_close(ria_stepper *s) {
  if (!s)
    return;
  ria_simulation_destroy(s->simulation);
  if (s->solver)
    s->solver->destroy(s->instance);
  session_leave(s->runtime);
  stepper_free_fields(s);
  ria_terrain_destroy(&s->terrain);
  ria_case_destroy(&s->the_case);
  free(s->intake);
  free(s);
}

const ria_case *ria_stepper_case(const ria_stepper *s) {
  return &s->the_case;
}

const ria_grid *ria_stepper_grid(const ria_stepper *s) {
  return &s->terrain.grid;
}

ria_simulation *ria_stepper_simulation(const ria_stepper *s) {
  return s->simulation;
}

void ria_stepper_touch(ria_stepper *s) {
  stepper_forget_fields(s);
}

/* ---- time ---- */

double ria_stepper_time(const ria_stepper *s) {
  return ria_simulation_progress(s->simulation).time;
}

double ria_stepper_end(const ria_stepper *s) {
  return s->the_case.time.end;
}

static double horizon_after(const ria_stepper *s, double time) {
  const drive_agenda due = drive_agenda_after(&s->the_case, 0, time);
  return drive_agenda_horizon(&due, &s->the_case);
}

double ria_stepper_length(const ria_stepper *s) {
  const ria_progress p = ria_simulation_progress(s->simulation);
  const ria_model *m = &s->model;
  const ria_pace pace = {
      .mode = m->step, .guard = m->guard, .fixed_dt = m->fixed_dt, .max_dt = m->max_dt};
  const double dt = m->step == RIA_STEP_PROGRAM ? p.dt : ria_pace_largest_dt(&pace, p.rate);
  const double left = horizon_after(s, p.time) - p.time;
  const double length = m->step == RIA_STEP_EXACT ? dt : dt * m->window;
  return length > 0 && length < left ? length : left;
}

static int64_t steps_left(const ria_stepper *s, const ria_progress *p) {
  const int64_t steps = s->the_case.time.steps;
  return steps < 0 ? -1 : steps - p->steps;
}

/* An error if the case has come to its end. */
static ria_status check_end(const ria_stepper *s, const ria_progress *p) {
  const ria_case *c = &s->the_case;
  if (p->time >= c->time.end)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s has reached its end, %.10g s", c->path, c->time.end);
  if (p->ended || steps_left(s, p) == 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s has reached its end, after step %lld", c->path,
                    (long long)p->steps);
  return RIA_SUCCESS;
}

ria_status ria_stepper_step(ria_stepper *s) {
  const ria_progress p = ria_simulation_progress(s->simulation);
  RIA_TRY(check_end(s, &p));
  stepper_forget_fields(s);
  /* The first end of a window after now. */
  return ria_simulation_advance(s->simulation, nextafter(p.time, INFINITY), true,
                                horizon_after(s, p.time), steps_left(s, &p), NULL, NULL);
}

ria_status ria_stepper_advance(ria_stepper *s, double until) {
  ria_progress p = ria_simulation_progress(s->simulation);
  if (!(until >= p.time))
    return ria_fail(RIA_ERROR_ARGUMENT, "cannot advance to %.10g s: the time is already %.10g s",
                    until, p.time);
  if (until > s->the_case.time.end)
    return ria_fail(RIA_ERROR_ARGUMENT, "cannot advance to %.10g s: %s ends at %.10g s", until,
                    s->the_case.path, s->the_case.time.end);
  stepper_forget_fields(s);
  while (p.time < until) {
    RIA_TRY(check_end(s, &p));
    const double target = fmin(until, horizon_after(s, p.time));
    RIA_TRY(ria_simulation_advance(s->simulation, target, false, target, steps_left(s, &p), NULL,
                                   NULL));
    p = ria_simulation_progress(s->simulation);
  }
  return RIA_SUCCESS;
}

/* ---- rivers ---- */

int ria_stepper_rivers(const ria_stepper *s) {
  return s->the_case.rivers;
}

static ria_case_river *river_at(const ria_stepper *s, int river) {
  return river >= 0 && river < s->the_case.rivers ? &s->the_case.river[river] : NULL;
}

const char *ria_stepper_river(const ria_stepper *s, int river) {
  const ria_case_river *r = river_at(s, river);
  return r ? r->name : NULL;
}

double ria_stepper_discharge(const ria_stepper *s, int river) {
  const ria_case_river *r = river_at(s, river);
  return r ? ria_series_value(&r->discharge, ria_stepper_time(s)) : NAN;
}

/* The solver's forcing reads the series of the case at each call. */
ria_status ria_stepper_set_discharge(ria_stepper *s, int river, double discharge) {
  ria_case_river *r = river_at(s, river);
  if (!r)
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no river %d; %s has %d", river, s->the_case.path,
                    s->the_case.rivers);
  if (!isfinite(discharge) || (discharge < 0 && !s->intake[river]))
    return ria_fail(RIA_ERROR_ARGUMENT, "a discharge of %g m3/s for the river '%s'; expected %s",
                    discharge, r->name,
                    s->intake[river] ? "a finite number" : "0 or more, because it is no intake");
  ria_simulation_renew_forcing(s->simulation); /* waits until no task reads the series */
  r->discharge.count = 1;
  r->discharge.value[0] = discharge;
  return RIA_SUCCESS;
}

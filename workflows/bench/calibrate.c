#include "calibrate.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/registry.h"
#include "ria/solver.h"
#include "ria/processes.h"
#include "drive/tiles.h"

/* StarPU uses a model after ten measurements; the first ones also move tiles. */
enum { TASKS = 24, KINDS = 2 };

typedef struct {
  ria_case *the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_runtime *runtime;
  ria_simulation *simulation;
} session;

static ria_status start(session *s, int workers) {
  char *target = strdup(ria_target_of(RIA_TARGET_DEVICE)->name);
  if (!target)
    return ria_fail(RIA_ERROR_MEMORY, "no memory");
  free(s->the_case->target);
  s->the_case->target = target;
  RIA_TRY(ria_terrain_load(s->the_case, &s->terrain));
  s->solver = ria_solver_find(s->the_case->solver);
  if (!s->solver)
    return ria_fail(RIA_ERROR_CASE, "there is no solver '%s'", s->the_case->solver);
  RIA_TRY(ria_solver_create(s->solver, s->the_case, &s->terrain, &s->instance, &s->model));
  const ria_runtime_options options = {
      .gpus = RIA_GPUS_ALWAYS, .hybrid_workers = workers, .calibrate = true};
  RIA_TRY(ria_runtime_create(&options, &s->runtime));
  if (ria_runtime_ranks(s->runtime) > 1)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "ria calibrate measures one rank: start it without mpirun, on each kind of machine");
  drive_choose_tiles(s->the_case, s->runtime, &s->model);
  RIA_TRY(ria_simulation_create(s->runtime, &s->model, &s->simulation));
  return ria_simulation_fill(s->simulation, s->solver->fill_state, s->solver->fill_statics,
                             s->instance);
}

static ria_status advance(const session *s, int64_t windows) {
  return ria_simulation_advance(s->simulation, INFINITY, false, INFINITY, windows * s->model.window,
                                NULL, NULL);
}

/* Measures with all tiles on one kind of worker. */
static ria_status measure(const session *s, int kind, calibration *c) {
  const ria_model *m = &s->model;
  const int64_t tiles = (int64_t)m->grid.tiles[0] * m->grid.tiles[1];
  const int64_t tasks_a_window = tiles * ((m->window + m->depth - 1) / m->depth);
  const int64_t windows = TASKS / tasks_a_window + 1;
  const int64_t at_once = kind ? c->workers : c->gpus;
  ria_simulation_let(s->simulation, kind ? RIA_TILES_ON_CPUS : RIA_TILES_ON_GPUS);
  RIA_TRY(advance(s, 1)); /* moves the tiles */
  ria_simulation_drain(s->simulation);
  const double began = ria_seconds();
  RIA_TRY(advance(s, windows));
  ria_simulation_drain(s->simulation);
  c->tasks[kind] = windows * tasks_a_window;
  c->seconds[kind] = (ria_seconds() - began) / (double)c->tasks[kind] *
                     (double)(at_once < tiles ? at_once : tiles);
  return RIA_SUCCESS;
}

static void describe(const session *s, calibration *c) {
  const ria_model *m = &s->model;
  const ria_grid *g = &m->grid;
  *c = (calibration){.tiles_x = g->tiles[0],
                     .tiles_y = g->tiles[1],
                     .nx = (int)((g->cells[0] + g->tiles[0] - 1) / g->tiles[0]),
                     .ny = (int)((g->cells[1] + g->tiles[1] - 1) / g->tiles[1]),
                     .steps = m->step == RIA_STEP_EXACT ? 1 : m->depth,
                     .gpus = ria_runtime_gpus(s->runtime),
                     .workers = ria_runtime_hybrid_workers(s->runtime)};
  for (int kind = 0; kind < KINDS; kind++) {
    const ria_implementation *one =
        kind ? ria_kernel_on(m->stage[0].kernel, RIA_TARGET_HOST)
             : ria_kernel_implementation(m->stage[0].kernel, m->target, m->strategy);
    snprintf(c->strategy[kind], sizeof c->strategy[kind], "%s", one ? one->strategy : "");
  }
}

static ria_status run(session *s, int workers, calibration *found) {
  RIA_TRY(start(s, workers));
  describe(s, found);
  for (int kind = 0; kind < KINDS; kind++)
    RIA_TRY(measure(s, kind, found));
  return RIA_SUCCESS;
}

ria_status calibrate_case(ria_case *the_case, int workers, calibration *found) {
  session s = {.the_case = the_case};
  ria_status status = run(&s, workers, found);
  ria_simulation_destroy(s.simulation);
  if (s.solver)
    s.solver->destroy(s.instance);
  ria_runtime_destroy(s.runtime); /* StarPU writes its models here */
  ria_terrain_destroy(&s.terrain);
  return status;
}

double calibration_gain(const calibration *c) {
  return c->seconds[1] > 0 ? c->workers * c->seconds[0] / (c->seconds[1] * c->gpus) : 0;
}

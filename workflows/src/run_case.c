/* A run: the case, the simulation, and the files that it leaves. */
#include "run.h"
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ria/case.h"
#include "ria/checkpoint.h"
#include "ria/command.h"
#include "ria/gauges.h"
#include "ria/history.h"
#include "ria/plot.h"
#include "ria/provenance.h"
#include "ria/solver.h"
#include "ria/terrain.h"

typedef struct {
  const run_options *options;
  char folder[512];
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_runtime *runtime;
  ria_simulation *simulation;
  ria_history *history;
  ria_gauges *gauges;
  ria_place *place;
  ria_global *gauge_x, *gauge_y;
  double *gauge_depth, *gauge_values;
  double began, mass[2], tracer[2];
  char checkpoint[64];
} run;

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

static double wall_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void in_folder(const run *r, const char *name, char path[1024]) {
  snprintf(path, 1024, "%s/%s", r->folder, name);
}

static ria_status write_text(const run *r, const char *name, const char *text) {
  char path[1024];
  in_folder(r, name, path);
  FILE *file = fopen(path, "w");
  int failed = !file || fputs(text, file) == EOF;
  failed |= file && fclose(file);
  return failed ? ria_fail(RIA_ERROR_IO, "cannot write %s: %s", path, strerror(errno))
                : RIA_SUCCESS;
}

static ria_status prepare_folder(const run *r) {
  static const char *const part[] = {"", "checkpoints", "maps"};
  char path[1024];
  in_folder(r, "case.yaml", path);
  if (!access(path, F_OK) && !r->options->resume && !r->options->overwrite)
    return ria_fail(
        RIA_ERROR_IO,
        "%s holds a run already; --resume goes on with it, --overwrite replaces it, and -o "
        "names another folder",
        r->folder);
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    in_folder(r, part[i], path);
    if (mkdir(path, 0777) && errno != EEXIST)
      return ria_fail(RIA_ERROR_IO, "cannot make the folder %s: %s", path, strerror(errno));
  }
  return write_text(r, "case.yaml", r->the_case.yaml);
}

static void choose_tiles(run *r) {
  ria_grid *g = &r->terrain.grid;
  g->tiles_x = r->the_case.tiles_x > 0 ? r->the_case.tiles_x : 1;
  g->tiles_y = r->the_case.tiles_y;
  if (g->tiles_y > 0)
    return;
  int workers = ria_runtime_workers(r->runtime) * ria_runtime_ranks(r->runtime);
  int wanted = workers > 1 ? 2 * workers : 1; /* two a worker: land is cheaper than water */
  ria_global most = g->ny / (16 + r->the_case.depth);
  g->tiles_y = (int)(wanted < most ? wanted : most > 0 ? most : 1);
}

static ria_status setup_gauges(run *r) {
  const ria_case *c = &r->the_case;
  const ria_grid *g = &r->terrain.grid;
  size_t n = (size_t)c->gauges + 1;
  r->place = calloc(n, sizeof *r->place);
  r->gauge_x = calloc(n, sizeof *r->gauge_x);
  r->gauge_y = calloc(n, sizeof *r->gauge_y);
  r->gauge_depth = calloc(n, sizeof *r->gauge_depth);
  r->gauge_values = calloc(n * (size_t)r->model.nstate, sizeof *r->gauge_values);
  if (!r->place || !r->gauge_x || !r->gauge_y || !r->gauge_depth || !r->gauge_values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the gauges");
  for (int i = 0; i < c->gauges; i++) {
    r->place[i] = (ria_place){.name = c->gauge[i].name, .x = c->gauge[i].x, .y = c->gauge[i].y};
    r->gauge_x[i] = (ria_global)floor((c->gauge[i].x - g->x0) / g->dx);
    r->gauge_y[i] = (ria_global)floor((c->gauge[i].y - g->y0) / g->dy);
    r->gauge_depth[i] = r->terrain.depth[r->gauge_y[i] * g->nx + r->gauge_x[i]];
  }
  return RIA_SUCCESS;
}

static ria_status open_outputs(run *r, bool resumed) {
  const ria_case *c = &r->the_case;
  char path[1024], csv[1024];
  double time = ria_simulation_progress(r->simulation).time;
  in_folder(r, "history.h5", path);
  in_folder(r, "gauges.csv", csv);
  ria_history_description d = {.path = path,
                               .comm = ria_runtime_comm(r->runtime),
                               .grid = r->terrain.grid,
                               .precision = c->precision,
                               .nstate = c->tracer.on ? 4 : 3,
                               .dry = c->dry,
                               .depth = r->terrain.depth,
                               .title = c->title,
                               .solver = c->solver,
                               .case_hash = c->hash,
                               .has_start = c->time.has_start,
                               .start = c->time.start,
                               .crs = r->terrain.crs,
                               .tracer_name = c->tracer.name,
                               .tracer_unit = c->tracer.unit,
                               .threshold = c->tracer.threshold,
                               .places = c->gauges,
                               .place = r->place};
  if (c->output.history)
    RIA_TRY(resumed ? ria_history_resume(&d, time, &r->history)
                    : ria_history_create(&d, &r->history));
  if (ria_runtime_rank(r->runtime) || !c->gauges)
    return RIA_SUCCESS;
  ria_gauges_description g = {.path = csv,
                              .has_start = d.has_start,
                              .start = d.start,
                              .nstate = r->model.nstate,
                              .dry = c->dry,
                              .tracer_unit = d.tracer_unit,
                              .threshold = d.threshold,
                              .places = c->gauges,
                              .place = r->place,
                              .depth = r->gauge_depth};
  return resumed ? ria_gauges_resume(&g, time, &r->gauges) : ria_gauges_create(&g, &r->gauges);
}

static ria_checkpoint_identity identity_of(const run *r) {
  ria_checkpoint_identity id = {0};
  snprintf(id.solver, sizeof id.solver, "%s", r->the_case.solver);
  snprintf(id.case_hash, sizeof id.case_hash, "%s", r->the_case.hash);
  return id;
}

static ria_status resume(run *r, bool *resumed) {
  char path[1024];
  in_folder(r, "checkpoints/latest", path);
  *resumed = r->options->resume && !access(path, F_OK);
  if (!*resumed)
    return RIA_SUCCESS;
  ria_checkpoint_identity id = identity_of(r);
  return ria_checkpoint_read(r->simulation, &id, path);
}

static ria_status setup(run *r) {
  RIA_TRY(ria_runtime_create(&(ria_runtime_options){0}, &r->runtime));
  RIA_TRY(ria_terrain_load(&r->the_case, &r->terrain));
  choose_tiles(r);
  r->solver = ria_solver_find(r->the_case.solver);
  if (!r->solver)
    return ria_fail(RIA_ERROR_CASE, "there is no solver '%s'", r->the_case.solver);
  RIA_TRY(r->solver->create(&r->the_case, &r->terrain, &r->instance, &r->model));
  RIA_TRY(ria_simulation_create(r->runtime, &r->model, &r->simulation));
  RIA_TRY(ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                              r->instance));
  RIA_TRY(setup_gauges(r));
  bool resumed;
  RIA_TRY(resume(r, &resumed));
  if (ria_runtime_rank(r->runtime) == 0)
    RIA_TRY(prepare_folder(r));
  return open_outputs(r, resumed);
}

static ria_status save_history(run *r) {
  if (!r->history)
    return RIA_SUCCESS;
  ria_snapshot *snapshot;
  RIA_TRY(ria_simulation_snapshot(r->simulation, &snapshot));
  int count;
  const ria_snapshot_tile *tiles;
  ria_progress at;
  ria_status status = ria_snapshot_tiles(snapshot, &count, &tiles, &at);
  if (status == RIA_SUCCESS)
    status = ria_history_append(r->history, at.time, count, tiles);
  ria_snapshot_destroy(snapshot);
  return status;
}

static ria_status save_checkpoint(run *r) {
  ria_progress at = ria_simulation_progress(r->simulation);
  char name[128], path[1024], link[1024], fresh[1100];
  snprintf(r->checkpoint, sizeof r->checkpoint, "step-%010lld.h5", (long long)at.steps);
  snprintf(name, sizeof name, "checkpoints/%s", r->checkpoint);
  in_folder(r, name, path);
  ria_snapshot *snapshot;
  RIA_TRY(ria_simulation_snapshot(r->simulation, &snapshot));
  ria_checkpoint_identity id = identity_of(r);
  ria_status status = ria_checkpoint_write(r->runtime, snapshot, &id, path);
  ria_snapshot_destroy(snapshot);
  RIA_TRY(status);
  if (ria_runtime_rank(r->runtime))
    return RIA_SUCCESS;
  in_folder(r, "checkpoints/latest", link);
  snprintf(fresh, sizeof fresh, "%s.new", link);
  unlink(fresh);
  if (symlink(r->checkpoint, fresh) || rename(fresh, link))
    return ria_fail(RIA_ERROR_IO, "cannot point %s to %s: %s", link, name, strerror(errno));
  return RIA_SUCCESS;
}

static ria_status save_gauges(run *r) {
  if (!r->the_case.gauges)
    return RIA_SUCCESS;
  RIA_TRY(ria_simulation_probe(r->simulation, r->the_case.gauges, r->gauge_x, r->gauge_y,
                               r->gauge_values));
  return r->gauges ? ria_gauges_append(r->gauges, ria_simulation_progress(r->simulation).time,
                                       r->gauge_values)
                   : RIA_SUCCESS;
}

static bool keep_going(void *context, const ria_progress *now) {
  (void)context, (void)now;
  return !interrupted;
}

/* The first multiple of `every` after t; INFINITY if every is 0. */
static double next_multiple(double every, double t) {
  return every > 0 ? every * (floor(t / every * (1 + 1e-12)) + 1) : INFINITY;
}

static void say(const run *r, const ria_progress *p) {
  if (ria_runtime_rank(r->runtime))
    return;
  double seconds = wall_clock() - r->began;
  double cells = (double)(r->terrain.grid.nx * r->terrain.grid.ny);
  char line[256], path[1024];
  snprintf(line, sizeof line, "%12.1f s  %9lld steps  dt %.4g s  %7.1f million cell updates/s\n",
           p->time, (long long)p->steps, p->dt,
           seconds > 0 ? cells * (double)p->steps / seconds * 1e-6 : 0);
  fputs(line, stderr);
  in_folder(r, "log.txt", path);
  FILE *log = fopen(path, "a");
  if (log) {
    fputs(line, log);
    fclose(log);
  }
}

static ria_status loop(run *r, bool *stopped) {
  const ria_case *c = &r->the_case;
  ria_progress p = ria_simulation_progress(r->simulation);
  double next_output = next_multiple(c->output.every, p.time);
  double next_gauge = c->gauges ? next_multiple(c->gauge_every, p.time) : INFINITY;
  double next_save = next_multiple(c->checkpoint.every, p.time);
  *stopped = false;
  if (p.steps == 0) {
    RIA_TRY(save_history(r));
    RIA_TRY(save_gauges(r));
  }
  while (p.time < c->time.end && (c->time.steps < 0 || p.steps < c->time.steps)) {
    double horizon = fmin(c->time.end, fmin(next_output, next_gauge));
    bool save_first = next_save < horizon;
    int64_t left = c->time.steps < 0 ? -1 : c->time.steps - p.steps;
    double until = save_first ? next_save : horizon;
    RIA_TRY(ria_simulation_advance(r->simulation, until, save_first, horizon, left, keep_going, r));
    p = ria_simulation_progress(r->simulation);
    say(r, &p);
    if (p.time < until && (c->time.steps < 0 || p.steps < c->time.steps)) {
      *stopped = true;
      return save_checkpoint(r);
    }
    if (p.time >= next_gauge || p.time >= c->time.end)
      RIA_TRY(save_gauges(r));
    if (p.time >= next_output || p.time >= c->time.end)
      RIA_TRY(save_history(r));
    if (p.time >= next_save)
      RIA_TRY(save_checkpoint(r));
    next_output = next_multiple(c->output.every, p.time);
    next_gauge = c->gauges ? next_multiple(c->gauge_every, p.time) : INFINITY;
    next_save = next_multiple(c->checkpoint.every, p.time);
  }
  return save_checkpoint(r);
}

static ria_status sums(run *r, int when) {
  double area = r->terrain.grid.dx * r->terrain.grid.dy;
  RIA_TRY(ria_simulation_sum(r->simulation, 0, &r->mass[when]));
  RIA_TRY(ria_simulation_sum(r->simulation, r->model.nstate - 1, &r->tracer[when]));
  r->mass[when] *= area;
  r->tracer[when] *= area;
  return RIA_SUCCESS;
}

static json_t *drift(const double value[2]) {
  double relative = value[0] != 0 ? (value[1] - value[0]) / value[0] : 0;
  return json_pack("{s:f, s:f, s:f}", "start", value[0], "end", value[1], "relative_drift",
                   relative);
}

static ria_status write_summary(const run *r, bool stopped) {
  ria_progress p = ria_simulation_progress(r->simulation);
  double wall = wall_clock() - r->began;
  double cells = (double)(r->terrain.grid.nx * r->terrain.grid.ny);
  json_t *o = json_pack(
      "{s:s, s:f, s:I, s:I, s:f, s:f, s:f, s:i, s:i, s:o, s:o, s:s}", "state",
      stopped ? "stopped" : "finished", "time", p.time, "steps", (json_int_t)p.steps, "redone",
      (json_int_t)p.redone, "wall_seconds", wall, "cells", cells, "million_cell_updates_per_second",
      wall > 0 ? cells * (double)p.steps / wall * 1e-6 : 0.0, "ranks",
      ria_runtime_ranks(r->runtime), "workers", ria_runtime_workers(r->runtime), "mass",
      drift(r->mass), "tracer", drift(r->tracer), "checkpoint", r->checkpoint);
  char *text = o ? json_dumps(o, JSON_INDENT(2)) : NULL;
  json_decref(o);
  if (!text)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the summary");
  ria_status status = write_text(r, "summary.json", text);
  if (r->options->json)
    puts(text);
  free(text);
  return status;
}

static ria_status finish(run *r, bool stopped) {
  RIA_TRY(sums(r, 1));
  if (ria_runtime_rank(r->runtime))
    return RIA_SUCCESS;
  ria_provenance about = {.argc = r->options->argc,
                          .argv = r->options->argv,
                          .started = time(NULL),
                          .ranks = ria_runtime_ranks(r->runtime),
                          .workers = ria_runtime_workers(r->runtime),
                          .precision = r->the_case.precision == RIA_SINGLE ? "single" : "double",
                          .target = r->the_case.target,
                          .strategy = r->the_case.strategy,
                          .case_hash = r->the_case.hash};
  RIA_TRY(ria_provenance_write(r->folder, &about));
  RIA_TRY(write_summary(r, stopped));
  if (r->gauges)
    RIA_TRY(ria_gauges_write_arrivals(r->gauges));
  ria_history_destroy(r->history);
  r->history = NULL;
  if (r->the_case.output.maps && r->the_case.output.history && !stopped &&
      ria_plot_run(r->folder, &(ria_plot_options){.overview = true}) != RIA_SUCCESS)
    fprintf(stderr, "ria run: no maps: %s\n", ria_status_detail());
  return RIA_SUCCESS;
}

static ria_status execute(run *r, bool *stopped) {
  r->began = wall_clock();
  RIA_TRY(setup(r));
  RIA_TRY(sums(r, 0));
  RIA_TRY(loop(r, stopped));
  return finish(r, *stopped);
}

static void destroy(run *r) {
  ria_history_destroy(r->history);
  ria_gauges_destroy(r->gauges);
  ria_simulation_destroy(r->simulation);
  if (r->solver)
    r->solver->destroy(r->instance);
  ria_runtime_destroy(r->runtime);
  ria_terrain_destroy(&r->terrain);
  free(r->place);
  free(r->gauge_x);
  free(r->gauge_y);
  free(r->gauge_depth);
  free(r->gauge_values);
}

int run_case(const run_options *options) {
  run r = {.options = options};
  ria_case_errors errors = {0};
  ria_status status = ria_case_read(options->case_path, options->sets,
                                    (const char *const *)options->set, &r.the_case, &errors);
  for (int i = 0; i < errors.count; i++)
    fprintf(stderr, "%s\n", errors.error[i].text);
  ria_case_errors_destroy(&errors);
  if (status != RIA_SUCCESS)
    return RIA_EXIT_ERROR;
  if (options->folder)
    snprintf(r.folder, sizeof r.folder, "%s", options->folder);
  else
    snprintf(r.folder, sizeof r.folder, "%s-run", r.the_case.name);
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  bool stopped = false;
  status = execute(&r, &stopped);
  if (status != RIA_SUCCESS) {
    fprintf(stderr, "ria run: %s\n", ria_status_detail());
    if (r.runtime && ria_runtime_ranks(r.runtime) > 1)
      MPI_Abort(MPI_COMM_WORLD, RIA_EXIT_ERROR); /* the others may wait for this rank */
  }
  destroy(&r);
  ria_case_destroy(&r.the_case);
  return status != RIA_SUCCESS ? RIA_EXIT_ERROR : stopped ? RIA_EXIT_INTERRUPTED : RIA_EXIT_SUCCESS;
}

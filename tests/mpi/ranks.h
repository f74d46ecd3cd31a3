/** \file
 * A case with everything that ranks must agree on, run in one decomposition after another, for test
 * programs that start themselves again as ranks. */
#ifndef RIA_TESTS_RANKS_H
#define RIA_TESTS_RANKS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/checkpoint.h"
#include "ria/compare.h"
#include "ria/launch.h"
#include "ria/solver.h"
#include "tests.h"

#ifndef RANKS_KEYS
#define RANKS_KEYS "" /* further keys of the case */
#endif
#ifndef RANKS_DT
#define RANKS_DT "1.5 s" /* of fixed steps */
#endif
#ifndef RANKS_DEEP_EXACT
#define RANKS_DEEP_EXACT true /* a step has one stage, so exact steps need no exchange each */
#endif

/* A column of water falls on a tidal flat: fronts, a growing wave speed (windows are done again), a
 * tide, a river through a side and one inside, a spill, wind, friction, rotation. dx is not dy. */
static const char ranks_case[] =
    "time: {start: 2026-03-01T01:20:00Z, end: 3 min, cfl: 0.9, window: 8, guard: 1, dt: " RANKS_DT
    "}\n"
    "grid: {extent: [0 km, 0 km, 7.1 km, 3.1 km], cells: [71, 62]}\n"
    "bathymetry: {shape: {kind: tidal_flat, low: -5 m, high: 1.5 m, length: 7 km, creek_depth: 2 "
    "m,\n"
    "  creek_width: 200 m, creek_y: 1.5 km}}\n"
    "initial: {shape: {kind: column, x: 4 km, y: 1.4 km, radius: 500 m, inside: 4 m,\n"
    "  outside: -1 m, tracer: 0.5}}\n"
    "boundaries:\n"
    "  - {side: west, kind: tide, constituents: {M2: {amplitude: 1.2 m, phase: 72 deg}}}\n"
    "  - {side: east, kind: discharge, discharge: 40 m3/s, from: 1 km, to: 1.6 km}\n"
    "  - {side: south, kind: open, from: 2 km}\n"
    "rivers: [{name: stream, at: [5.2 km, 1.5 km], discharge: 15 m3/s, concentration: 1}]\n"
    "tracers: [{name: dye, decay: 1e-4 1/s,\n"
    "  releases: [{name: spill, at: [3 km, 1.5 km], radius: 300 m, rate: 5}]}]\n"
    "friction: {manning: 0.025}\n"
    "coriolis: {latitude: 42.5 deg}\n"
    "wind: {speed: 12 m/s, direction: 225 deg}\n"
    "dry: 0.0001 m\n";

static const char *const ranks_mode[] = {"window", "exact", "fixed"}; /* as ria_step_mode */
static const struct {
  const char *name, *precision;
  int order;
} ranks_scheme[] = {{"single", "single", 1}, {"double", "double", 1}, {"order-2", "single", 2}};
enum { RANKS_MODES = 3, RANKS_SCHEMES = 3, RANKS_SETS = 7, RANKS_PATIENCE = 840 /* s */ };
enum { RANKS_NX = 71, RANKS_NY = 62 }; /* cells of the case */

typedef struct {
  int ranks, tiles_x, tiles_y;
  int depth; /**< 0: classic */
  int swept; /**< steps, 0: not swept; exact steps are not */
} decomposition;

/** Name of a run's files in the folder; the result is static. */
static inline const char *ranks_path(const char *folder, const decomposition *d, int mode,
                                     int scheme, const char *suffix) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s-%s-n%d-%dx%d-d%d-s%d%s", folder, ranks_mode[mode],
           ranks_scheme[scheme].name, d->ranks, d->tiles_x, d->tiles_y, d->depth, d->swept, suffix);
  return path;
}

static inline void ranks_must(ria_status status) {
  if (status == RIA_SUCCESS)
    return;
  fprintf(stderr, "rank: %s: %s\n", ria_status_text(status), ria_status_detail());
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static inline void ranks_save(ria_runtime *runtime, ria_simulation *simulation,
                              const ria_case *the_case, const char *path) {
  ria_checkpoint_identity identity = {0};
  ria_snapshot *snapshot;
  snprintf(identity.solver, sizeof identity.solver, "%s", the_case->solver);
  snprintf(identity.case_hash, sizeof identity.case_hash, "%s", the_case->hash);
  ranks_must(ria_simulation_snapshot(simulation, &snapshot));
  ranks_must(ria_checkpoint_write(runtime, snapshot, &identity, NULL, path));
  ria_snapshot_destroy(snapshot);
}

/* A run's reports during its steps, to the bit. */
static inline void ranks_tell(ria_runtime *runtime, ria_simulation *simulation, FILE *told) {
  static const ria_global x[] = {0, 40, 70, 35}, y[] = {0, 28, 61, 30};
  enum { PLACES = sizeof x / sizeof *x };
  double values[PLACES * RIA_MAX_FIELDS], sum[2];
  const ria_probe_cells cells = {.count = PLACES, .at = {x, y}};
  ranks_must(ria_simulation_probe(simulation, &cells, values));
  ranks_must(ria_simulation_sum(simulation, 0, &sum[0]));
  ranks_must(ria_simulation_sum(simulation, 3, &sum[1]));
  ria_progress p = ria_simulation_progress(simulation);
  if (ria_runtime_rank(runtime))
    return;
  fprintf(told, "time %a dt %a steps %lld redone %lld mass %a tracer %a\n", p.time, p.dt,
          (long long)p.steps, (long long)p.redone, sum[0], sum[1]);
  for (int i = 0; i < 4 * PLACES; i++)
    fprintf(told, "%a%c", values[i], i % 4 == 3 ? '\n' : ' ');
}

/* To a time exactly, on to the first window beyond another, and to the end; with fixed steps, some
 * steps, the last window cut short. */
static inline void ranks_advance(ria_runtime *runtime, ria_simulation *simulation, int mode,
                                 FILE *told) {
  if (mode == RIA_STEP_FIXED) {
    ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, 13, NULL, NULL));
    ranks_tell(runtime, simulation, told);
    ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, 9, NULL, NULL));
  } else {
    ranks_must(ria_simulation_advance(simulation, 30, false, 30, -1, NULL, NULL));
    ranks_tell(runtime, simulation, told);
    ranks_must(ria_simulation_advance(simulation, 50, true, 80, -1, NULL, NULL));
    ranks_tell(runtime, simulation, told);
    ranks_must(ria_simulation_advance(simulation, 80, false, 80, -1, NULL, NULL));
  }
  ranks_tell(runtime, simulation, told);
}

static inline void ranks_run_one(ria_runtime *runtime, const char *folder, const decomposition *d,
                                 int mode, int scheme) {
  char path[1024], set[RANKS_SETS][64];
  const char *sets[RANKS_SETS];
  int n = 0;
  snprintf(set[n++], 64, "time.step=%s", ranks_mode[mode]);
  snprintf(set[n++], 64, "precision=%s", ranks_scheme[scheme].precision);
  snprintf(set[n++], 64, "numerics.order=%d", ranks_scheme[scheme].order);
  snprintf(set[n++], 64, "tiles=%dx%d", d->tiles_x, d->tiles_y);
  if (d->swept)
    snprintf(set[n++], 64, "time_tiling={scheme: swept, steps: %d}", d->swept);
  else if (d->depth)
    snprintf(set[n++], 64, "time_tiling={scheme: expansion, depth: %d}", d->depth);
  else
    snprintf(set[n++], 64, "time_tiling=classic");
  if (mode != RIA_STEP_FIXED)
    snprintf(set[n++], 64, "time.dt="); /* empty: dt applies only to fixed steps */
  for (int i = 0; i < n; i++)
    sets[i] = set[i];

  ria_case the_case;
  ria_case_errors errors;
  ria_terrain terrain;
  ria_model model;
  ria_simulation *simulation;
  void *instance;
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  ranks_must(ria_case_read(path, &ria_known_names, n, sets, &the_case, &errors));
  ria_case_errors_destroy(&errors);
  ranks_must(ria_terrain_load(&the_case, &terrain));
  terrain.grid.tiles[0] = the_case.tiles[0];
  terrain.grid.tiles[1] = the_case.tiles[1];
  const ria_solver *solver = ria_solver_find(the_case.solver);
  ranks_must(solver->create(&the_case, &terrain, &instance, &model));
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, solver->fill_state, solver->fill_statics, instance));

  FILE *told = fopen(
      ria_runtime_rank(runtime) ? "/dev/null" : ranks_path(folder, d, mode, scheme, ".txt"), "w");
  if (!told)
    ranks_must(ria_fail(RIA_ERROR_IO, "no file in %s", folder));
  ranks_advance(runtime, simulation, mode, told);
  fclose(told);
  ranks_save(runtime, simulation, &the_case, ranks_path(folder, d, mode, scheme, ".h5"));
  ria_simulation_destroy(simulation);
  solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  ria_case_destroy(&the_case);
}

/* Whether there is such a run: exact steps are not swept; order 2 looks two cells far, so that as
 * many steps need wider tiles, and leaves out fixed steps, to save time. */
static inline bool ranks_do(const decomposition *d, int mode, int scheme) {
  const int width = RANKS_NX / d->tiles_x, height = RANKS_NY / d->tiles_y;
  const int steps = d->swept ? d->swept : d->depth ? d->depth : 1;
  /* Rejected: such a step may have to be repeated. */
  const bool deep_exact = mode == RIA_STEP_EXACT && d->depth > 1;
  if (ranks_scheme[scheme].order == 2 &&
      (deep_exact || mode == RIA_STEP_FIXED || 2 * steps > (width < height ? width : height)))
    return false;
  return (!d->swept && (RANKS_DEEP_EXACT || d->depth < 2)) || mode != RIA_STEP_EXACT;
}

/** Runs a rank: all decompositions for `ranks` ranks. Returns the exit code. */
static inline int ranks_run(const char *folder, int count, const decomposition *all,
                            void (*check)(const ria_runtime *runtime)) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE); /* rather than hang */
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime));
  if (check)
    check(runtime);
  for (int mode = 0; mode < RANKS_MODES; mode++)
    for (int scheme = 0; scheme < RANKS_SCHEMES; scheme++)
      for (int i = 0; i < count; i++)
        if (all[i].ranks == ria_runtime_ranks(runtime) && ranks_do(&all[i], mode, scheme))
          ranks_run_one(runtime, folder, &all[i], mode, scheme);
  ria_runtime_destroy(runtime);
  return 0;
}

/** Writes the case into the folder. */
static inline void ranks_prepare(const char *folder) {
  char path[1024];
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(ranks_case, file) >= 0 && fputs(RANKS_KEYS, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static inline void ranks_start(int ranks, char *folder) {
  char name[] = "ranks", *argv[] = {name, folder};
  int code = -1;
  assert_int_equal(ria_launch_local(ranks, 2, argv, &code), RIA_SUCCESS);
  assert_int_equal(code, 0);
}

static inline char *ranks_read(const char *path) {
  char *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

/** A file of bytes that rank 0 writes, and that a test reads. */
static inline void ranks_write_bytes(const ria_runtime *runtime, const char *path, const void *data,
                                     size_t bytes) {
  FILE *file = fopen(ria_runtime_rank(runtime) ? "/dev/null" : path, "w");
  if (!file || fwrite(data, bytes, 1, file) != 1 || fclose(file))
    ranks_must(ria_fail(RIA_ERROR_IO, "%s is not written", path));
}

static inline void ranks_read_bytes(const char *path, void *data, size_t bytes) {
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  assert_int_equal(fread(data, bytes, 1, file), 1);
  fclose(file);
}

/** A decomposition's state and reports equal those of the first one. */
static inline void ranks_expect_same(const char *folder, const decomposition *reference,
                                     const decomposition *d, int mode, int scheme) {
  char first[1024], second[1024];
  ria_difference difference;
  snprintf(first, sizeof first, "%s", ranks_path(folder, reference, mode, scheme, ".h5"));
  snprintf(second, sizeof second, "%s", ranks_path(folder, d, mode, scheme, ".h5"));
  if (ria_compare_files(first, second, &difference) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  if (!difference.identical)
    fail_msg("%s and %s differ", first, second);
  assert_true(difference.fields >= 4);
  ria_difference_destroy(&difference);

  char *wanted = ranks_read(ranks_path(folder, reference, mode, scheme, ".txt"));
  char *told = ranks_read(ranks_path(folder, d, mode, scheme, ".txt"));
  if (strcmp(wanted, told))
    fail_msg("%s: told\n%s\nwanted\n%s", second, told, wanted);
  if (mode == RIA_STEP_WINDOW && strstr(wanted, "redone 0 mass"))
    fail_msg("no window was done again, which this case is for:\n%s", wanted);
  free(wanted);
  free(told);
}

/** Run all decompositions, on 1, 2 and 4 ranks, and compare each with the first. */
static inline void ranks_agree(int count, const decomposition *all) {
  char *folder = test_folder_create();
  ranks_prepare(folder);
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  for (int mode = 0; mode < RANKS_MODES; mode++)
    for (int scheme = 0; scheme < RANKS_SCHEMES; scheme++)
      for (int i = 1; i < count; i++)
        if (ranks_do(&all[i], mode, scheme))
          ranks_expect_same(folder, &all[0], &all[i], mode, scheme);
  test_folder_remove(folder);
}

#endif

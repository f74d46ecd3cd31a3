#include "test_run.h"
#include "../../library/drive/agenda.h"
#include "tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ria_runtime *test_runtime;

int test_runtime_begin(void **state) {
  (void)state;
  return ria_runtime_create(&(ria_runtime_options){.workers = 1}, &test_runtime);
}

int test_runtime_end(void **state) {
  (void)state;
  ria_runtime_destroy(test_runtime);
  return 0;
}

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* `status` and `errors` come from reading the case. */
static void begin(test_run *r, ria_runtime *runtime, ria_status status, ria_case_errors *errors,
                  test_run_adapt adapt, void *context) {
  for (int i = 0; i < errors->count; i++)
    print_error("%s\n", errors->error[i].text);
  ria_case_errors_destroy(errors);
  must(status);
  must(ria_terrain_load(&r->the_case, &r->terrain));
  r->terrain.grid.tiles[0] = r->terrain.grid.tiles[1] = 1;
  r->nx = (int)r->terrain.grid.cells[0];
  r->ny = (int)r->terrain.grid.cells[1];
  r->solver = ria_solver_find(r->the_case.solver);
  must(ria_solver_create(r->solver, &r->the_case, &r->terrain, &r->instance, &r->model));
  if (adapt)
    adapt(&r->model, context);
  must(ria_simulation_create(runtime, &r->model, &r->simulation));
  must(ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                           r->instance));
}

static test_run *allocate(void) {
  test_run *r = calloc(1, sizeof *r); /* its solver keeps pointers into it */
  assert_non_null(r);
  return r;
}

static test_run *of_text(ria_runtime *runtime, const char *yaml, int sets, const char *const *set,
                         test_run_adapt adapt, void *context) {
  test_run *r = allocate();
  ria_case_errors errors;
  const ria_status status = ria_case_read_data("test.yaml", yaml, strlen(yaml), &ria_known_names,
                                               sets, set, &r->the_case, &errors);
  begin(r, runtime, status, &errors, adapt, context);
  return r;
}

test_run *test_run_new(ria_runtime *runtime, const char *yaml, int sets, const char *const *set) {
  return of_text(runtime, yaml, sets, set, NULL, NULL);
}

test_run *test_run_adapted(ria_runtime *runtime, const char *yaml, test_run_adapt adapt,
                           void *context) {
  return of_text(runtime, yaml, 0, NULL, adapt, context);
}

test_run *test_run_of_file(ria_runtime *runtime, const char *path, int sets, const char *const *set,
                           test_run_adapt adapt, void *context) {
  test_run *r = allocate();
  ria_case_errors errors;
  const ria_status status = ria_case_read(path, &ria_known_names, sets, set, &r->the_case, &errors);
  begin(r, runtime, status, &errors, adapt, context);
  return r;
}

void test_run_free(test_run *run) {
  ria_simulation_destroy(run->simulation);
  run->solver->destroy(run->instance);
  ria_terrain_destroy(&run->terrain);
  ria_case_destroy(&run->the_case);
  free(run);
}

void test_run_advance(const test_run *run, double until) {
  must(ria_simulation_advance(run->simulation, until, false, until, -1, NULL, NULL));
}

void test_run_steps(const test_run *run, int64_t steps) {
  must(ria_simulation_advance(run->simulation, INFINITY, false, INFINITY, steps, NULL, NULL));
}

void test_run_steps_as_case(const test_run *run, int64_t steps) {
  const ria_case *c = &run->the_case;
  ria_progress p = ria_simulation_progress(run->simulation);
  for (const int64_t end = p.steps + steps; !p.ended && p.steps < end && p.time < c->time.end;) {
    const drive_agenda due = drive_agenda_after(c, 0, p.time);
    const double horizon = drive_agenda_horizon(&due, c);
    must(ria_simulation_advance(run->simulation, horizon, false, horizon, end - p.steps, NULL,
                                NULL));
    p = ria_simulation_progress(run->simulation);
  }
}

/* The block after `last` in the order of names, in which a checkpoint lists them; NULL: the first.
 */
static int next_block(const ria_mesh *mesh, const char *last) {
  int next = -1;
  for (int b = 0; b < mesh->blocks; b++) {
    const char *name = mesh->block[b].name;
    if ((!last || strcmp(name, last) > 0) && (next < 0 || strcmp(name, mesh->block[next].name) < 0))
      next = b;
  }
  return next;
}

void test_run_hashes(const test_run *run, state_hashes *state) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  ria_progress progress;
  int tiles;
  must(ria_simulation_snapshot(run->simulation, &snapshot));
  must(ria_snapshot_tiles(snapshot, &tiles, &tile, &progress));
  assert_int_equal(tiles, run->terrain.mesh.blocks);
  *state = (state_hashes){.steps = progress.steps, .rows = run->ny};
  const ria_mesh *mesh = &run->terrain.mesh;
  for (int f = 0; f < ria_model_lasting(&run->model); f++)
    for (int n = 0, t = 0; n < tiles; n++) {
      if (mesh->blocks > 1)
        t = next_block(mesh, n ? mesh->block[t].name : NULL);
      const size_t cells = (size_t)tile[t].n[0] * (size_t)tile[t].n[1] * (size_t)tile[t].n[2];
      assert_int_equal(tile[t].block, t);
      state_hashes_add(state, run->model.state[f].name, tile[t].values[f], cells,
                       run->model.precision);
    }
  ria_snapshot_destroy(snapshot);
  state_hashes_finish(state, progress.time);
}

void test_run_field(const test_run *run, int field, double *values) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  ria_progress progress;
  int tiles;
  must(ria_simulation_snapshot(run->simulation, &snapshot));
  must(ria_snapshot_tiles(snapshot, &tiles, &tile, &progress));
  assert_int_equal(tiles, run->terrain.mesh.blocks);
  const bool single = run->the_case.precision == RIA_SINGLE;
  for (int t = 0; t < tiles; t++)
    for (int i = 0; i < tile[t].n[0] * tile[t].n[1] * tile[t].n[2]; i++)
      *values++ = single ? (double)((const float *)tile[t].values[field])[i]
                         : ((const double *)tile[t].values[field])[i];
  ria_snapshot_destroy(snapshot);
}

double test_run_sum(const test_run *run, int field) {
  double sum;
  must(ria_simulation_sum(run->simulation, field, &sum));
  return sum;
}

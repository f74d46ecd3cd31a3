/* Failing simulations on Cells: if an SPE program breaks a rule, the simulation ends with one error
 * that names rule and place; a tile that is too large is rejected before memory is allocated. */
#include <mpi.h>
#include <ria/launch.h>
#include <ria/registry.h>
#include <ria/runtime.h>
#include <ria/simulation.h>
#include <ria_cell/tile.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tests.h"
#include "drive/tiles.h"

extern const ria_spe_program ria_spe_stray;

enum { CELLS = 20, FIELDS = 3 };

static const ria_quantity state[FIELDS] = {
    {"h", "m", "water depth"}, {"qx", "m2/s", "discharge"}, {"qy", "m2/s", "discharge"}};

/* The sweep along x, with another program. */
typedef struct {
  ria_cell_stage stage;
  ria_implementation implementation[2];
  ria_kernel kernel;
} strayed;

static void stray(strayed *s) {
  const ria_kernel *sweep = ria_kernel_find("swsolver_x");
  assert_non_null(sweep);
  const ria_implementation *cell = ria_kernel_implementation(sweep, "cell", NULL);
  assert_non_null(cell);
  s->stage = *ria_cell_stage_of(cell, RIA_SINGLE);
  s->stage.program = &ria_spe_stray;
  s->implementation[0] = sweep->implementation[0];
  s->implementation[1] = *cell;
  s->implementation[1].own[RIA_SINGLE] = &s->stage;
  s->kernel = *sweep;
  s->kernel.implementation = s->implementation;
  s->kernel.implementations = 2;
}

static ria_binding value(double number) {
  return (ria_binding){.from = RIA_BIND_VALUE, .value = number};
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  (void)context;
  for (ria_global n = 0; n < (x1 - x0) * (y1 - y0); n++)
    values[n] = field ? 0 : 1;
  return RIA_SUCCESS;
}

/* A sweep of water at rest in a square of so many cells. */
typedef struct {
  ria_stage stage;
  ria_segment segment[RIA_PLANE_SIDES];
  ria_model model;
} sweeping;

static void sweep(sweeping *s, const ria_kernel *kernel, int cells) {
  s->stage = (ria_stage){.kernel = kernel};
  const struct {
    const char *name;
    ria_binding to;
  } bound[] = {{"dt", {.from = RIA_BIND_DT}},
               {"share", value(1)},
               {"inverse_d", value(1)},
               {"gravity", value(1)},
               {"cfl", value(0.9)}};
  for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
    const int scalar = ria_kernel_scalar(kernel, bound[i].name);
    assert_true(scalar >= 0);
    s->stage.scalars[scalar] = bound[i].to;
  }
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    s->segment[side] = (ria_segment){.side = (ria_side)side,
                                     .part = {.hi = {cells, cells, 1}},
                                     .kernel = ria_kernel_find("swsolver_wall")};
  s->model = (ria_model){.grid = {.cells[0] = cells,
                                  .cells[1] = cells,
                                  .tiles[0] = 1,
                                  .tiles[1] = 1,
                                  .spacing[0] = 1,
                                  .spacing[1] = 1},
                         .precision = RIA_SINGLE,
                         .nstate = FIELDS,
                         .state = state,
                         .stages = 1,
                         .stage = &s->stage,
                         .segments = RIA_PLANE_SIDES,
                         .segment = s->segment,
                         .step = RIA_STEP_FIXED,
                         .fixed_dt = 0.1,
                         .window = 4,
                         .target = "cell"};
}

/* MPI can start only once in a process. */
static int start(void **given) {
  ria_runtime *runtime = NULL;
  const ria_status status =
      ria_runtime_create(&(ria_runtime_options){.workers = 1, .cells = true}, &runtime);
  *given = runtime;
  return status != RIA_SUCCESS;
}

static int end(void **given) {
  ria_runtime_destroy(*given);
  return 0;
}

/* With a fixed dt, or with the rate first computed by the Cell, in a run that ends after its steps.
 */
static void test_broken_rule(void **given) {
  enum { PATIENCE = 120 /* s */ };
  static const ria_step_mode modes[] = {RIA_STEP_FIXED, RIA_STEP_WINDOW};
  ria_runtime *runtime = *given;
  assert_int_equal(ria_runtime_cells(runtime), 1);
  alarm(PATIENCE); /* rather than hang */
  for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
    strayed s;
    sweeping all;
    ria_simulation *simulation = NULL;
    stray(&s);
    sweep(&all, &s.kernel, CELLS);
    all.model.step = modes[m], all.model.guard = 0.9;
    assert_int_equal(ria_simulation_create(runtime, &all.model, &simulation), RIA_SUCCESS);
    assert_int_equal(ria_simulation_fill(simulation, fill, fill, NULL), RIA_SUCCESS);
    assert_int_equal(ria_simulation_advance(simulation, INFINITY, false, INFINITY, 20, NULL, NULL),
                     RIA_ERROR_DEVICE);
    const char *detail = ria_status_detail();
    const char *const parts[] = {"the Cell stopped after 0 s (step 0)", "stray", "stray.c:9",
                                 "mfc_get of 24 bytes", "the last checkpoint is intact"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      if (!strstr(detail, parts[i]))
        fail_msg("'%s' is not in '%s'", parts[i], detail);
    ria_simulation_destroy(simulation);
  }
  alarm(0);
}

/* One of two ranks: only rank 1's Cell breaks a rule. Both ranks end with the same sentence. */
static int be_rank(void) {
  enum { PATIENCE = 120 /* s */, TEXT = 1024 };
  strayed s;
  sweeping all;
  ria_runtime *runtime = NULL;
  ria_simulation *simulation = NULL;
  char detail[TEXT] = "", other[TEXT];
  alarm(PATIENCE); /* rather than hang */
  if (ria_runtime_create(&(ria_runtime_options){.workers = 1, .cells = true}, &runtime))
    return 2;
  stray(&s);
  sweep(&all, ria_runtime_rank(runtime) ? &s.kernel : ria_kernel_find("swsolver_x"), CELLS);
  all.model.grid.tiles[1] = 2;
  if (ria_simulation_create(runtime, &all.model, &simulation) ||
      ria_simulation_fill(simulation, fill, fill, NULL))
    return 3;
  if (ria_simulation_advance(simulation, INFINITY, false, INFINITY, 20, NULL, NULL) !=
      RIA_ERROR_DEVICE)
    return 4;
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  memcpy(other, detail, sizeof other);
  MPI_Bcast(other, TEXT, MPI_CHAR, 1, MPI_COMM_WORLD);
  const bool same = !strcmp(detail, other) && strstr(detail, "stray.c:9");
  ria_simulation_destroy(simulation);
  ria_runtime_destroy(runtime);
  return same ? 0 : 5;
}

static void test_broken_rule_of_one_rank(void **unused) {
  (void)unused;
  char name[] = "rank", *argv[] = {name};
  int code = -1;
  assert_int_equal(ria_launch_local(2, 1, argv, &code), RIA_SUCCESS);
  assert_int_equal(code, 0);
}

static void test_too_large(void **given) {
  sweeping all;
  ria_runtime *runtime = *given;
  ria_simulation *simulation = NULL;
  sweep(&all, ria_kernel_find("swsolver_x"), 20000);
  assert_int_equal(ria_simulation_create(runtime, &all.model, &simulation), RIA_ERROR_UNSUPPORTED);
  const char *detail = ria_status_detail();
  const char *const parts[] = {"tile 0, 0 of 20000 x 20000 cells would take ", " GiB",
                               "--tiles 1x2 would fit"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(detail, parts[i]))
      fail_msg("'%s' is not in '%s'", parts[i], detail);
  ria_simulation_destroy(simulation);

  /* If ria chooses the number, it chooses one that fits. */
  const ria_case automatic = {0};
  drive_choose_tiles(&automatic, runtime, &all.model);
  assert_int_equal(all.model.grid.tiles[0], 1);
  assert_int_equal(all.model.grid.tiles[1], 2);
  sweep(&all, ria_kernel_find("swsolver_x"), CELLS);
  drive_choose_tiles(&automatic, runtime, &all.model);
  assert_int_equal(all.model.grid.tiles[1], 1);
}

int main(void) {
  if (ria_runtime_is_rank())
    return be_rank();
  const struct CMUnitTest first[] = {cmocka_unit_test(test_broken_rule_of_one_rank)};
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_broken_rule),
                                     cmocka_unit_test(test_too_large)};
  const int failed = cmocka_run_group_tests(first, NULL, NULL);
  return failed + cmocka_run_group_tests(tests, start, end);
}

/* Time tilings of a box with the kernels of the target cuda, executed on the host: an exchange
 * every few steps on tiles cut along all axes, and swept, on tiles cut along z, give the bits of
 * single steps of one tile on a CPU. */
#include "disguised.h"
#include "test_run.h"
#include "tests.h"

#include <math.h>
#include <ria/patch.h>
#include <stdio.h>

enum { NX = 13, NY = 11, NZ = 18, CELLS = NX * NY * NZ, STEPS = 7 };

static const char box[] =
    "solver: heat\ntime: {steps: 100, step: fixed, dt: 0.0005 s, window: 4}\nprecision: %s\n"
    "heat: {diffusivity: 0.5 m2/s}\n"
    "grid: {extent: [0 m, 0 m, 0 m, 1 m, 1.25 m, 1.5 m], cells: [13, 11, 18]%s}\n";

static const char *const periodic[] = {"", ", periodic: z"};
static const char *const precision[] = {"single", "double"};
static const char *const strategy[] = {"naive", "plane-queue", "streamed"};

/* The first one is the reference, with CPU kernels. */
static const struct {
  int tiles[RIA_AXES];
  ria_tiling_scheme scheme;
  int depth;
} tiling[] = {{{1, 1, 1}, RIA_TILING_CLASSIC, 1},   {{2, 2, 2}, RIA_TILING_EXPANSION, 1},
              {{2, 2, 3}, RIA_TILING_EXPANSION, 2}, {{2, 2, 2}, RIA_TILING_EXPANSION, 4},
              {{1, 1, 3}, RIA_TILING_SWEPT, 4},     {{1, 1, 4}, RIA_TILING_SWEPT, 2}};

typedef struct {
  int tiling;
  disguise *kernels; /* NULL: the CPU's */
} choice;

static void adapt(ria_model *model, void *context) {
  const choice *c = context;
  assert_null(model->mesh);
  memcpy(model->grid.tiles, tiling[c->tiling].tiles, sizeof model->grid.tiles);
  model->scheme = tiling[c->tiling].scheme;
  model->depth = tiling[c->tiling].depth;
  if (c->kernels)
    disguise_put_on(model, c->kernels);
}

static ria_status rough(void *context, int field, int block, const ria_range *cells,
                        double *values) {
  (void)context, (void)field, (void)block;
  for (ria_global z = cells->lo[2]; z < cells->hi[2]; z++)
    for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
      for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++) {
        const uint64_t number = (uint64_t)((z * NY + y) * NX + x + 1);
        *values++ = (double)(number * 0x9e3779b97f4a7c15u >> 40) / (1 << 23) - 1;
      }
  return RIA_SUCCESS;
}

static void compute(const char *yaml, choice c, double values[CELLS]) {
  const ria_patch all = {.cells = {{0, 0, 0}, {NX, NY, NZ}}};
  test_run *r = test_run_adapted(test_runtime, yaml, adapt, &c);
  assert_int_equal(ria_simulation_fill(r->simulation, rough, NULL, NULL), RIA_SUCCESS);
  test_run_steps(r, STEPS);
  assert_int_equal(ria_patch_read(r->simulation, 0, &all, values), RIA_SUCCESS);
  test_run_free(r);
  if (c.kernels)
    assert_int_equal(c.kernels->steps, 1);
}

static void try_tilings(const char *yaml, const char *name) {
  static double one[CELLS], other[CELLS];
  compute(yaml, (choice){0, NULL}, one);
  for (size_t t = 0; t < sizeof tiling / sizeof *tiling; t++) {
    disguise d = {.strategy = name};
    int wrong = 0;
    compute(yaml, (choice){(int)t, &d}, other);
    disguise_take_off(&d);
    for (int c = 0; c < CELLS; c++)
      wrong += memcmp(&one[c], &other[c], sizeof *one) != 0 || !isfinite(one[c]);
    if (wrong)
      fail_msg("%s, tiling %zu of\n%s: %d cells of %d differ", name, t, yaml, wrong, CELLS);
  }
}

static void tilings_agree(void **state) {
  (void)state;
  for (int s = 0; s < 3; s++)
    for (int p = 0; p < 2; p++)
      for (int z = 0; z < 2; z++) {
        char yaml[512];
        snprintf(yaml, sizeof yaml, box, precision[p], periodic[z]);
        try_tilings(yaml, strategy[s]);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tilings_agree)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}

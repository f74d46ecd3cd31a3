/* Skipping cells at rest changes no bit: every strategy against the reference, which never skips,
 * on land and water of all shapes, including dry land that is not at rest because it has a residual
 * discharge or a tracer without water. */
#include "tests.h"
#include "kernel_tile.h"
#include <ria/registry.h>

/* Two blocks and a bit wide at either precision; 128 floats or 64 doubles are a block. */
enum { NX = 300, NY = 11 };
static const ria_box box = RIA_BOX_PLANE(0, NX, 0, NY);

/* Patterns of water. */
static bool nowhere(unsigned seed, int x, int y) {
  (void)seed, (void)x, (void)y;
  return false;
}
static bool one_cell(unsigned seed, int x, int y) {
  return x == (int)(tile_random(seed, 1, 0) * NX) && y == (int)(tile_random(seed, 2, 0) * NY);
}
static bool corners(unsigned seed, int x, int y) {
  (void)seed;
  return (x == 0 || x == NX - 1) && (y == 0 || y == NY - 1);
}
static bool block_edges(unsigned seed, int x, int y) {
  return y == (int)(seed % NY) && (x % 64 == 0 || x % 64 == 63);
}
static bool row(unsigned seed, int x, int y) {
  (void)x;
  return y == (int)(seed % NY);
}
static bool column(unsigned seed, int x, int y) {
  (void)y;
  return x == (int)(tile_random(seed, 3, 0) * NX);
}
static bool all_but_a_row(unsigned seed, int x, int y) {
  return !row(seed, x, y);
}
static bool frame(unsigned seed, int x, int y) {
  (void)seed;
  return x <= 0 || y <= 0 || x >= NX - 1 || y >= NY - 1;
}
static bool outside(unsigned seed, int x, int y) {
  (void)seed;
  return x < 0 || y < 0 || x >= NX || y >= NY;
}
static bool half(unsigned seed, int x, int y) {
  return x < NX / 2 + (int)(seed % 5) - 2 + y % 2;
}
static bool scattered(unsigned seed, int x, int y) {
  return tile_random(seed, (unsigned)(x + 100), (unsigned)(y + 7000)) < 0.01;
}

static const struct {
  const char *name;
  bool (*wet)(unsigned seed, int x, int y);
} shapes[] = {{"nowhere", nowhere},
              {"one cell", one_cell},
              {"corners", corners},
              {"block edges", block_edges},
              {"row", row},
              {"column", column},
              {"all but a row", all_but_a_row},
              {"frame", frame},
              {"outside", outside},
              {"half", half},
              {"scattered", scattered}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

enum { SEEDS_OF_STEPS = 2 };

/* Contents of dry cells: none; a discharge in one of a hundred; in half of them; a tracer. */
typedef enum { CLEAN, FEW_FLOW, HALF_FLOW, FEW_TRACER, LEFTOVERS } leftover;

static void leave(kernel_tile *t, const ria_kernel *kernel, leftover what, unsigned seed, int x,
                  int y) {
  const double dice = tile_random(seed + 31, (unsigned)(x + 100), (unsigned)(y + 100));
  const double value = dice < 0.005 ? -0.75 : 1e-3;
  if (what == CLEAN || dice > (what == HALF_FLOW ? 0.5 : 0.01))
    return;
  if (what == FEW_TRACER)
    tile_set_named(t, kernel, "hc", x, y, 1e-3);
  else
    tile_set_named(t, kernel, (x + y) % 2 ? "qx" : "qy", x, y, value);
}

static kernel_tile make(const ria_kernel *kernel, ria_precision precision, int shape, leftover what,
                        unsigned seed) {
  kernel_tile land = tile_new(kernel, precision, NX, NY, kernel->radius);
  kernel_tile water = tile_like(&land);
  tile_fill(&land, kernel, PATTERN_DRY, seed);
  tile_fill(&water, kernel, PATTERN_WET, seed);
  for (int y = -land.ghosts; y < NY + land.ghosts; y++)
    for (int x = -land.ghosts; x < NX + land.ghosts; x++) {
      if (!shapes[shape].wet(seed, x, y)) {
        leave(&land, kernel, what, seed, x, y);
        continue;
      }
      for (int f = 0; f < kernel->nstate; f++)
        memcpy(tile_at(&land, f, x, y), tile_at(&water, f, x, y), ria_precision_size(precision));
    }
  tile_free(&water);
  return land;
}

static void apply(const ria_implementation *one, const kernel_tile *from, kernel_tile *into,
                  const double *scalars, unsigned switches, const ria_rest_stamps *rest,
                  ria_step_args *args) {
  const size_t bytes = one->scratch_bytes ? one->scratch_bytes(NX + 2, from->precision) : 0;
  void *scratch = aligned_alloc(128, bytes / 128 * 128 + 128);
  assert_non_null(scratch);
  *args = (ria_step_args){.pitch = from->pitch,
                          .update = box,
                          .owned = box,
                          .scalars = scalars,
                          .switches = switches,
                          .scratch = scratch,
                          .rest = rest};
  for (int f = 0; f < from->nstate; f++) {
    args->src[f] = tile_origin(from, f);
    args->dst[f] = tile_origin(into, f);
  }
  for (int f = 0; f < from->nstatic; f++)
    args->statics[f] = tile_origin(from, from->nstate + f);
  one->step[from->precision](args);
  free(scratch);
}

static void try_shape(const ria_kernel *kernel, ria_precision precision, unsigned switches,
                      int shape, leftover what, unsigned seed) {
  double scalars[RIA_MAX_SCALARS];
  char where[160];
  tile_scalars(kernel, PATTERN_WET, scalars);
  kernel_tile from = make(kernel, precision, shape, what, seed);
  kernel_tile wanted = tile_like(&from), got = tile_like(&from);
  ria_step_args a, b;
  apply(&kernel->implementation[0], &from, &wanted, scalars, switches, NULL, &a);
  for (int i = 1; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!one->step[precision])
      continue; /* a device's */
    /* Onto an older result, as in a run: skipped cells must still be right. */
    for (int f = 0; f < kernel->nstate; f++)
      memcpy(got.field[f], seed % 2 ? from.field[f] : wanted.field[f],
             got.count * ria_precision_size(precision));
    tile_set(&got, 0, NX / 2, NY / 2, 77);
    apply(one, &from, &got, scalars, switches, NULL, &b);
    for (int f = 0; f < kernel->nstate; f++) /* ghost cells are not the kernel's */
      for (int y = -got.ghosts; y < NY + got.ghosts; y++)
        for (int x = -got.ghosts; x < NX + got.ghosts; x++)
          if (outside(0, x, y))
            memcpy(tile_at(&got, f, x, y), tile_at(&wanted, f, x, y),
                   ria_precision_size(precision));
    if (!tile_equal(&got, &wanted, where, sizeof where) || a.rate_max != b.rate_max ||
        !a.bad != !b.bad)
      fail_msg("%s: %s is not the reference, %s precision, switches %u, water: %s, leftover %d, "
               "seed %u: %s; rate %.17g and %.17g; bad %d and %d",
               kernel->name, one->strategy, precision ? "double" : "single", switches,
               shapes[shape].name, what, seed, where, b.rate_max, a.rate_max, b.bad, a.bad);
  }
  tile_free(&from);
  tile_free(&wanted);
  tile_free(&got);
}

static void skipping_changes_no_bit(void **state) {
  (void)state;
  int kernels = 0;
  unsigned seed = 0; /* another one in each trial */
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    kernels += (*k)->has_rest;
    for (int p = 0; (*k)->has_rest && p < RIA_PRECISIONS; p++)
      for (unsigned s = 0; s < 1u << (*k)->nswitch; s++)
        for (int shape = 0; shape < SHAPES; shape++)
          for (int what = 0; what < LEFTOVERS; what++)
            try_shape(*k, p, s, shape, what, seed++);
  }
  assert_true(kernels > 0);
}

/* ---- stamps ---- */

enum { BUFFERS = 3, STEPS = 9, STAMPS = NY * (NX / RIA_REST_CELLS + 1) };

static void copy_state(const ria_kernel *kernel, kernel_tile *into, const kernel_tile *from) {
  for (int f = 0; f < kernel->nstate; f++)
    memcpy(into->field[f], from->field[f], from->count * ria_precision_size(from->precision));
}

/* Adds some water, like a source, and clears the stamps of its row. */
static void pour(const ria_kernel *kernel, kernel_tile *a, kernel_tile *b, uint64_t *stamps,
                 unsigned dice) {
  const int x = (int)(tile_random(dice, 5, 0) * NX), y = (int)(tile_random(dice, 6, 0) * NY);
  tile_set_named(a, kernel, "h", x, y, 0.25);
  tile_set_named(b, kernel, "h", x, y, 0.25);
  memset(stamps + y * (STAMPS / NY), 0, STAMPS / NY * sizeof *stamps);
}

/* Steps through three buffers as in a simulation, some of them repeated: with stamps against the
 * reference without. */
static void try_steps(const ria_kernel *kernel, const ria_implementation *one,
                      ria_precision precision, int shape, unsigned seed) {
  static uint64_t stamps[BUFFERS][STAMPS];
  double scalars[RIA_MAX_SCALARS];
  uint64_t last = 0;
  char where[160];
  kernel_tile wanted[BUFFERS], got[BUFFERS];
  memset(stamps, 0, sizeof stamps);
  tile_scalars(kernel, PATTERN_WET, scalars);
  for (int b = 0; b < BUFFERS; b++) {
    wanted[b] = make(kernel, precision, shape, seed % LEFTOVERS, seed);
    got[b] = make(kernel, precision, shape, seed % LEFTOVERS, seed);
  }
  for (int step = 0, from = 0; step < STEPS; step++) {
    const int to = (from + 1 + (step + (int)seed) % 2) % BUFFERS;
    const ria_rest_stamps rest = {stamps[from], stamps[to], STAMPS / NY, &last};
    ria_step_args a, b;
    apply(&kernel->implementation[0], &wanted[from], &wanted[to], scalars, 0, NULL, &a);
    apply(one, &got[from], &got[to], scalars, 0, &rest, &b);
    if (!tile_equal(&got[to], &wanted[to], where, sizeof where) || a.rate_max != b.rate_max)
      fail_msg("%s: %s with stamps is not the reference in step %d, %s precision, water: %s, seed "
               "%u: %s",
               kernel->name, one->strategy, step, precision ? "double" : "single",
               shapes[shape].name, seed, where);
    if (step % 3 == 1)
      pour(kernel, &wanted[to], &got[to], stamps[to], seed + (unsigned)step);
    from = (step + seed) % 4 == 3 ? from : to; /* a step whose result is discarded */
  }
  for (int b = 0; b < BUFFERS; b++) {
    tile_free(&wanted[b]);
    tile_free(&got[b]);
  }
}

static void stamps_change_no_bit(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int i = 1; (*k)->has_rest && i < (*k)->implementations; i++)
      for (int p = 0; p < RIA_PRECISIONS; p++)
        for (int shape = 0; shape < SHAPES; shape++)
          for (unsigned seed = 0; seed < SEEDS_OF_STEPS; seed++)
            if (!strcmp((*k)->implementation[i].target->name, "cpu"))
              try_steps(*k, &(*k)->implementation[i], p, shape, seed);
}

/* Cells at rest are neither read nor written: a change without clearing stamps has no effect. */
static void stamped_blocks_are_left_alone(void **state) {
  (void)state;
  static uint64_t stamps[2][STAMPS];
  const ria_kernel *kernel = ria_kernel_find("roe_transport");
  const ria_implementation *one = ria_kernel_implementation(kernel, "cpu", "blocked");
  double scalars[RIA_MAX_SCALARS];
  uint64_t last = 0;
  ria_step_args args;
  tile_scalars(kernel, PATTERN_WET, scalars);
  kernel_tile a = make(kernel, RIA_SINGLE, 0, CLEAN, 1), b = tile_like(&a);
  copy_state(kernel, &b, &a);
  for (int step = 0; step < 3; step++) {
    const ria_rest_stamps rest = {stamps[step % 2], stamps[1 - step % 2], STAMPS / NY, &last};
    apply(one, step % 2 ? &b : &a, step % 2 ? &a : &b, scalars, 0, &rest, &args);
    tile_set(step % 2 ? &a : &b, 0, NX / 2, NY / 2, 77);
  }
  assert_float_equal(*(float *)tile_at(&b, 0, NX / 2, NY / 2), 77, 0);
  tile_free(&a);
  tile_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(skipping_changes_no_bit),
                                     cmocka_unit_test(stamps_change_no_bit),
                                     cmocka_unit_test(stamped_blocks_are_left_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Stamps of level segments (ria/level.h) change no bit: strategies with stamps against the
 * reference without, step by step through three buffers, on boxes of all kinds, with changes that
 * enter level gas from waves, unpacked cells and single cells, and leave it again. Level segments
 * whose results exist already are neither read nor written. */
#include "tests.h"
#include "kernel_tile.h"
#include <ria/level.h>
#include <ria/registry.h>

enum {
  NX = 700, /* not whole segments */
  NY = 2,
  GHOSTS = 150,
  BUFFERS = 3,
  STEPS = 18,
  BEFORE = (GHOSTS + RIA_LEVEL_CELLS - 1) / RIA_LEVEL_CELLS, /* stamps before that of column 0 */
  STAMPS = BEFORE + (NX + GHOSTS) / RIA_LEVEL_CELLS + 1
};

typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *one;
  ria_precision precision;
  unsigned seed;
  kernel_tile wanted[BUFFERS], got[BUFFERS], waves;
  uint64_t stamps[BUFFERS][NY][STAMPS], last;
} trial;

static kernel_tile new_tile(const ria_kernel *kernel, ria_precision precision) {
  return tile_new(kernel, precision, NX + 2 * GHOSTS, NY, 0);
}

/* Many ghost columns, and no ghost rows: column 0 is one in the middle of a tile. */
static void *cell_at(const kernel_tile *tile, int f, int x, int y) {
  return tile_at(tile, f, x + GHOSTS, y);
}

static int between(unsigned seed, unsigned what, int low, int high) {
  return low + (int)(tile_random(seed, what, 77) * (high - low));
}

/* Cells from <= x < to of a row become cell `as` of another tile, or each its own there (-1). */
static void put(kernel_tile *into, const kernel_tile *other, int y, int from, int to, int as) {
  for (int f = 0; f < into->nstate; f++)
    for (int x = from; x < to; x++)
      memcpy(cell_at(into, f, x, y), cell_at(other, f, as < 0 ? x : as, y),
             ria_precision_size(into->precision));
}

/* Like code that writes cells other than by steps. */
static void write_cells(trial *t, int buffer, int y, int from, int to, int as) {
  put(&t->wanted[buffer], &t->waves, y, from, to, as);
  put(&t->got[buffer], &t->waves, y, from, to, as);
  for (int n = ria_level_segment(from); n <= ria_level_segment(to - 1); n++)
    t->stamps[buffer][y][BEFORE + n] = 0;
}

/* Two level gases side by side, and in every other trial a wave somewhere. */
static void begin(trial *t) {
  t->last = 0;
  memset(t->stamps, 0, sizeof t->stamps);
  t->waves = new_tile(t->kernel, t->precision);
  tile_fill(&t->waves, t->kernel, PATTERN_WET, t->seed);
  for (int b = 0; b < BUFFERS; b++) {
    t->wanted[b] = new_tile(t->kernel, t->precision);
    t->got[b] = new_tile(t->kernel, t->precision);
    for (int y = 0; y < NY; y++) {
      const int wave = between(t->seed, 1, -GHOSTS, NX), side = between(t->seed, 2, -GHOSTS, NX);
      write_cells(t, b, y, -GHOSTS, side + 1, 3);
      write_cells(t, b, y, side + 1, NX + GHOSTS, 5);
      if (t->seed % 2 && wave + 20 < NX)
        write_cells(t, b, y, wave, wave + 20, -1);
    }
  }
}

static void end(trial *t) {
  for (int b = 0; b < BUFFERS; b++) {
    tile_free(&t->wanted[b]);
    tile_free(&t->got[b]);
  }
  tile_free(&t->waves);
}

static void apply(const trial *t, const ria_implementation *one, const kernel_tile *from,
                  kernel_tile *into, ria_box box, const ria_rest_stamps *rest,
                  ria_step_args *args) {
  const int width = box.hi[0] - box.lo[0] + 2 * t->kernel->radius;
  const size_t bytes = one->scratch_bytes ? one->scratch_bytes(width, t->precision) : 0;
  void *scratch = aligned_alloc(128, bytes / 128 * 128 + 128);
  double scalars[RIA_MAX_SCALARS];
  assert_non_null(scratch);
  tile_scalars(t->kernel, PATTERN_WET, scalars);
  *args = (ria_step_args){.pitch = from->pitch,
                          .update = box,
                          .owned = ria_box_plane(20, NX - 90, 0, NY),
                          .scalars = scalars,
                          .scratch = scratch,
                          .rest = rest};
  for (int f = 0; f < from->nstate; f++) {
    args->src[f] = cell_at(from, f, 0, 0);
    args->dst[f] = cell_at(into, f, 0, 0);
  }
  one->step[t->precision](args);
  free(scratch);
}

static ria_rest_stamps stamps_of(trial *t, int from, int to, int y) {
  return (ria_rest_stamps){&t->stamps[from][y][BEFORE], &t->stamps[to][y][BEFORE], STAMPS,
                           &t->last};
}

/* A step of a box with arbitrary contents. */
static void step(trial *t, int number, int from, int to, ria_box box) {
  char where[160];
  ria_step_args a, b;
  const ria_rest_stamps rest = stamps_of(t, from, to, box.lo[1]);
  apply(t, &t->kernel->implementation[0], &t->wanted[from], &t->wanted[to], box, NULL, &a);
  apply(t, t->one, &t->got[from], &t->got[to], box, &rest, &b);
  if (!tile_equal(&t->got[to], &t->wanted[to], where, sizeof where) || a.rate_max != b.rate_max ||
      !a.bad != !b.bad)
    fail_msg("%s: %s with stamps is not the reference in step %d, columns %d to %d, %s precision, "
             "seed %u: %s; rate %.17g and %.17g; bad %d and %d",
             t->kernel->name, t->one->strategy, number, box.lo[0], box.hi[0],
             t->precision ? "double" : "single", t->seed, where, b.rate_max, a.rate_max, b.bad,
             a.bad);
}

/* Wide boxes, boxes that shrink and grow at either side, and any others. */
static ria_box box_of(unsigned seed, int number) {
  const unsigned dice = 1000 * seed + (unsigned)number;
  const int radius = 4, moved = radius * (number % 8);
  ria_box box = ria_box_plane(0, NX, 0, NY);
  if (seed % 4 == 1)
    box = ria_box_plane(number < 12 ? moved : -moved - 1, number < 12 ? NX - moved : moved + 1, 0,
                        NY);
  if (seed % 4 == 2)
    box = ria_box_plane(moved - GHOSTS + radius, NX + GHOSTS - radius - moved, 0, NY);
  if (seed % 4 == 3) {
    box.lo[0] = between(dice, 5, radius - GHOSTS, NX - 1);
    box.hi[0] = between(dice, 6, box.lo[0] + 1, NX + GHOSTS - radius);
    box.lo[1] = between(dice, 7, 0, NY);
  }
  return box;
}

static void try_steps(trial *t) {
  begin(t);
  for (int number = 0, from = 0; number < STEPS; number++) {
    const unsigned dice = 1000 * t->seed + (unsigned)number;
    const int to = (from + 1 + (number == 13)) % BUFFERS, y = between(dice, 3, 0, NY);
    const int at = between(dice, 1, -GHOSTS, NX + GHOSTS - 80);
    step(t, number, from, to, box_of(t->seed, number));
    if (number % 6 == 4) /* a cell, beside a segment's side in half of the trials */
      write_cells(t, to, y, at, at + 1, -1);
    if (number % 6 == 5) /* some level cells of either gas, as they are unpacked */
      write_cells(t, to, y, at, at + 80, dice % 2 ? 3 : 5);
    from = dice % 5 == 3 ? from : to; /* a step whose result is discarded */
  }
  end(t);
}

static void each_strategy(void (*try)(trial *t), unsigned seeds) {
  static trial t;
  int tried = 0;
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int i = 1; ria_level_stamped(*k) && i < (*k)->implementations; i++)
      for (int p = 0; p < RIA_PRECISIONS; p++)
        for (unsigned seed = 0; seed < seeds && (*k)->implementation[i].step[p]; seed++) {
          t.kernel = *k;
          t.one = &(*k)->implementation[i];
          t.precision = p;
          t.seed = seed;
          try(&t);
          tried++;
        }
  assert_true(tried > 0);
}

static void stamps_change_no_bit(void **state) {
  (void)state;
  each_strategy(try_steps, 12);
}

/* A single different cell reaches level gas from the next segment, at any distance. */
static void try_neighbour(trial *t) {
  const int cell = 5 * RIA_LEVEL_CELLS + (int)t->seed - 6;
  begin(t);
  for (int b = 0; b < BUFFERS; b++)
    for (int y = 0; y < NY; y++)
      write_cells(t, b, y, -GHOSTS, NX + GHOSTS, 3);
  for (int number = 0; number < 10; number++) {
    const int from = number % 2;
    if (number == 4)
      write_cells(t, from, 0, cell, cell + 1, -1);
    step(t, number, from, 1 - from, ria_box_plane(0, NX, 0, NY));
  }
  end(t);
}

static void waves_come_in(void **state) {
  (void)state;
  each_strategy(try_neighbour, 12);
}

/* Steps of level gas, with a change behind the stamps' back in the middle of both buffers. */
static void level_segments_are_left_alone(void **state) {
  (void)state;
  static trial t;
  const int x = 3 * RIA_LEVEL_CELLS + 17;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    t.kernel = ria_kernel_find("euler_half");
    t.one = ria_kernel_implementation(t.kernel, "cpu", "blocked");
    t.precision = p;
    t.seed = 0;
    begin(&t);
    for (int b = 0; b < 2; b++)
      write_cells(&t, b, 0, -GHOSTS, NX + GHOSTS, 3);
    for (int number = 0; number < 6; number++) {
      const int from = number % 2;
      ria_step_args args;
      const ria_rest_stamps rest = stamps_of(&t, from, 1 - from, 0);
      apply(&t, t.one, &t.got[from], &t.got[1 - from], ria_box_plane(0, NX, 0, 1), &rest, &args);
      if (number == 3) {
        tile_set(&t.got[0], 0, x + GHOSTS, 0, 77);
        tile_set(&t.got[1], 0, x + GHOSTS, 0, 77);
      }
    }
    for (int b = 0; b < 2; b++) {
      assert_true(p ? *(double *)cell_at(&t.got[b], 0, x, 0) == 77
                    : *(float *)cell_at(&t.got[b], 0, x, 0) == 77);
      assert_memory_equal(cell_at(&t.got[b], 0, x + 9, 0), cell_at(&t.waves, 0, 3, 0),
                          ria_precision_size(p));
    }
    end(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stamps_change_no_bit),
                                     cmocka_unit_test(waves_come_in),
                                     cmocka_unit_test(level_segments_are_left_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

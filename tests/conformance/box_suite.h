/* POINT and REDUCE kernels in boxes of cells: every implementation against the serial reference, to
 * the bit. For a table of kernels, `suite_kernels`, that the including file defines. */
#ifndef RIA_BOX_SUITE_H
#define RIA_BOX_SUITE_H

#include "tests.h"
#include "kernel_tile.h"

enum { NX = 71, NY = 9, NZ = 7, GHOSTS = 5 };

/* Boxes to advance: {update, owned}. The whole tile; one cell wide along each axis; into the ghost
 * cells; owned smaller than the updated box, and apart from it; empty along each axis. */
static const ria_box boxes[][2] = {
    {{{0, 0, 0}, {NX, NY, NZ}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{-1, -2, -1}, {NX + 2, NY + 1, NZ + 2}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{5, 0, 0}, {6, NY, NZ}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{0, NY - 1, 1}, {NX, NY, NZ}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{3, 0, 4}, {NX, NY, 5}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{40, 3, 6}, {41, 4, 7}}, {{40, 3, 6}, {41, 4, 7}}},
    {{{0, 0, 0}, {64, NY, NZ}}, {{7, 2, 3}, {50, 4, 5}}},
    {{{-1, -1, -1}, {20, 5, 3}}, {{30, 0, 0}, {NX, NY, NZ}}},
    {{{-1, -1, -1}, {20, 5, 3}}, {{0, 0, 3}, {NX, NY, NZ}}},
    {{{17, 0, 0}, {17, NY, NZ}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{0, 3, 0}, {NX, 3, NZ}}, {{0, 0, 0}, {NX, NY, NZ}}},
    {{{0, 0, 2}, {NX, NY, 2}}, {{0, 0, 0}, {NX, NY, NZ}}},
};
enum { BOXES = sizeof boxes / sizeof *boxes, MANY_FIELDS = 64 };

static double random_number(unsigned seed, int f, int x, int y, int z) {
  return tile_random(seed + 7919u * (unsigned)f, (unsigned)(x + 100),
                     (unsigned)(1000 * (z + 100) + y + 100));
}

/* Numbers in the cells of a field. SMOOTH: between 1 and 2. WILD: of either sign and magnitudes
 * that lie far apart, with subnormal numbers and zeros of either sign. FEW: few different whole
 * numbers, so that many cells are equal. ZEROS: zeros of either sign, and a few larger numbers.
 * BROKEN: WILD with some non-finite numbers. */
enum { SMOOTH, WILD, FEW, ZEROS, BROKEN, KINDS };

static double number_of_kind(int kind, ria_precision precision, double r, double s) {
  const double whole = floor(7 * r) - 3;
  if (kind == SMOOTH)
    return 1 + r;
  if (kind == FEW)
    return whole == 0 && s < 0.5 ? -0.0 : whole;
  if (kind == ZEROS)
    return s > 0.99 ? r : r < 0.5 ? -0.0 : 0.0;
  if (kind == BROKEN && s > 0.995)
    return s > 0.998 ? NAN : s > 0.9965 ? INFINITY : -INFINITY;
  if (s < 0.05)
    return r < 0.5 ? 0.0 : -0.0;
  const double range = precision == RIA_SINGLE ? 140 : 1000;
  return ldexp(s < 0.5 ? 1 + r : -1 - r, (int)((2 * fmod(97 * r, 1) - 1) * range));
}

static void fill_with(kernel_tile *t, int kind, unsigned seed) {
  const int g = t->ghosts;
  for (int f = 0; f < t->nstate + t->nstatic; f++)
    for (int z = -g; z < t->nz + g; z++)
      for (int y = -g; y < t->ny + g; y++)
        for (int x = -g; x < t->nx + g; x++)
          tile_set_cell(t, f, x, y, z,
                        number_of_kind(kind, t->precision, random_number(seed, f, x, y, z),
                                       random_number(seed + 1, f, x, y, z)));
}

static kernel_tile new_box(const ria_kernel *kernel, ria_precision precision, int kind,
                           unsigned seed) {
  kernel_tile t = tile_new_box(kernel, precision, NX, NY, NZ, GHOSTS, GHOSTS);
  fill_with(&t, kind, seed);
  return t;
}

/* Set all cells that no implementation may read to NaN: all cells except the box and the kernel's
 * radius around it, including corners only if the kernel reads them. */
static void poison_around(kernel_tile *t, const ria_kernel *kernel, ria_box box) {
  for (int z = -GHOSTS; z < NZ + GHOSTS; z++)
    for (int y = -GHOSTS; y < NY + GHOSTS; y++)
      for (int x = -GHOSTS; x < NX + GHOSTS; x++) {
        const int cell[RIA_AXES] = {x, y, z};
        int aside = 0;
        bool seen = true;
        for (int axis = 0; axis < RIA_AXES; axis++) {
          const int distance = tile_distance(cell[axis], box.lo[axis], box.hi[axis]);
          aside += distance > 0;
          seen &= distance <= ria_kernel_reach(kernel, axis);
        }
        for (int f = 0; f < t->nstate + t->nstatic; f++)
          if (!seen || (aside > 1 && !ria_kernel_sees_corners(kernel)))
            tile_set_cell(t, f, x, y, z, NAN);
      }
}

/* A step into `into`. Fields that are not read or not written have no arrays. */
static void advance(ria_step_function step, const ria_kernel *kernel, const kernel_tile *from,
                    kernel_tile *into, const ria_box box[2], const double *scalars,
                    unsigned switches, ria_step_args *args) {
  *args = (ria_step_args){.pitch = from->pitch,
                          .plane = from->plane,
                          .update = box[0],
                          .owned = box[1],
                          .scalars = scalars,
                          .switches = switches,
                          .rate_max = -1,
                          .bad = -1};
  for (int f = 0; f < from->nstate; f++) {
    args->src[f] = ria_kernel_reads(kernel, f) ? tile_origin(from, f) : NULL;
    args->dst[f] = ria_kernel_writes(kernel, f) ? tile_origin(into, f) : NULL;
  }
  for (int f = 0; f < from->nstatic; f++)
    args->statics[f] = tile_origin(from, from->nstate + f);
  step(args);
}

/* Compares a step's result and findings with the reference's. */
static void expect_same_step(const ria_kernel *kernel, const char *strategy,
                             ria_precision precision, int box, const kernel_tile *got,
                             const kernel_tile *wanted, const ria_step_args *a,
                             const ria_step_args *b) {
  char where[160] = "";
  if (!tile_equal(got, wanted, where, sizeof where) || a->rate_max != b->rate_max ||
      !a->bad != !b->bad)
    fail_msg("%s: %s differs in %s precision, box %d: %s; rate %.17g, not %.17g; bad %d, not %d",
             kernel->name, strategy, precision ? "double" : "single", box, where, a->rate_max,
             b->rate_max, a->bad, b->bad);
}

/* The same arrays are read and written. */
static void try_in_place(const ria_kernel *kernel, const ria_implementation *one, int box,
                         const kernel_tile *from, const double *scalars, unsigned switches,
                         const kernel_tile *wanted, const ria_step_args *findings) {
  kernel_tile both = tile_like(from), expected = tile_like(from);
  ria_step_args args;
  for (int f = 0; f < from->nstate + from->nstatic; f++) {
    memcpy(both.field[f], from->field[f], from->count * tile_size(from, f));
    memcpy(expected.field[f], from->field[f], from->count * tile_size(from, f));
  }
  const ria_box b = boxes[box][0];
  for (int f = 0; f < from->nstate; f++)
    for (int z = b.lo[2]; ria_kernel_writes(kernel, f) && z < b.hi[2]; z++)
      for (int y = b.lo[1]; y < b.hi[1]; y++)
        for (int x = b.lo[0]; x < b.hi[0]; x++)
          memcpy(tile_cell(&expected, f, x, y, z), tile_cell(wanted, f, x, y, z),
                 ria_precision_size(from->precision));
  advance(one->step[from->precision], kernel, &both, &both, boxes[box], scalars, switches, &args);
  expect_same_step(kernel, one->strategy, from->precision, box, &both, &expected, &args, findings);
  tile_free(&both);
  tile_free(&expected);
}

/* Further checks of a step's result, defined by the including file. */
static void suite_compare_step(const ria_kernel *kernel, int box, const kernel_tile *from,
                               const kernel_tile *result, const ria_step_args *findings);

static void try_steps(const ria_kernel *kernel, const kernel_tile *numbers, int box,
                      unsigned switches) {
  const ria_precision p = numbers->precision;
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, 0, scalars);
  kernel_tile from = tile_copy(numbers);
  poison_around(&from, kernel, boxes[box][0]);
  kernel_tile wanted = tile_like(&from), got = tile_like(&from), untouched = tile_like(&from);
  ria_step_args a, b;
  const ria_implementation *reference = &kernel->implementation[0];
  advance(reference->step[p], kernel, &from, &wanted, boxes[box], scalars, switches, &b);
  suite_compare_step(kernel, box, &from, &wanted, &b);
  for (int i = 0; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!one->step[p])
      continue; /* a device's */
    if (i > 0) {
      tile_blank(&got);
      advance(one->step[p], kernel, &from, &got, boxes[box], scalars, switches, &a);
      expect_same_step(kernel, one->strategy, p, box, &got, &wanted, &a, &b);
    }
    if (!kernel->radius)
      try_in_place(kernel, one, box, &from, scalars, switches, &wanted, &b);
    if (kernel->has_rate) {
      tile_blank(&got);
      advance(one->rate[p], kernel, &from, &got, boxes[box], scalars, switches, &a);
      a.bad = b.bad;
      expect_same_step(kernel, one->strategy, p, box, &got, &untouched, &a, &b);
    }
  }
  tile_free(&from);
  tile_free(&wanted);
  tile_free(&got);
  tile_free(&untouched);
}

/* Errors depend on the box and on the numbers, and rarely on the combination: each box gets one
 * kind of numbers, and also BROKEN. A kernel of many fields takes as long as all others together,
 * so it is tried in one box in each precision. With sanitizers, which check only the oracles, every
 * kernel is. */
static bool is_tried(const ria_kernel *kernel, int precision, int kind, int box) {
#ifdef RIA_ADDRESS_SANITIZER
  const bool whole = false, tried = box % KINDS == kind;
#else
  const bool whole = kernel->nstate <= MANY_FIELDS, tried = box % KINDS == kind || kind == BROKEN;
#endif
  (void)kernel;
  return tried && (whole || box == (precision == RIA_SINGLE ? 2 : 7));
}

static bool is_tried_somewhere(const ria_kernel *kernel, int precision, int kind) {
  bool tried = false;
  for (int box = 0; box < BOXES; box++)
    tried |= is_tried(kernel, precision, kind, box);
  return tried;
}

static void point_kernels_agree(void **state) {
  (void)state;
  int tried = 0;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int p = 0; (*k)->kind == RIA_KERNEL_POINT && p < RIA_PRECISIONS; p++)
      for (int kind = 0; kind < KINDS; kind++) {
        if (!is_tried_somewhere(*k, p, kind))
          continue;
        kernel_tile numbers = new_box(*k, p, kind, (unsigned)kind);
        for (int box = 0; box < BOXES; box++)
          for (unsigned s = 0; is_tried(*k, p, kind, box) && s < 1u << (*k)->nswitch; s++, tried++)
            try_steps(*k, &numbers, box, s);
        tile_free(&numbers);
      }
  assert_true(tried > 0);
}

/* Kernels convert rows of masks and indices to reals piece by piece. */
static void wide_rows_of_marks_agree(void **state) {
  (void)state;
  enum { WIDE = 600 };
  static const ria_box box[2] = {{{-1, 0, 0}, {WIDE + 1, 2, 2}}, {{3, 0, 0}, {WIDE - 5, 2, 1}}};
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int p = 0; (*k)->kind == RIA_KERNEL_POINT && (*k)->storage && p < RIA_PRECISIONS; p++) {
      double scalars[RIA_MAX_SCALARS];
      tile_scalars(*k, 0, scalars);
      const int ghosts = (*k)->radius + 1;
      kernel_tile from = tile_new_box(*k, (ria_precision)p, WIDE, 2, 2, ghosts, ghosts);
      fill_with(&from, SMOOTH, 31);
      kernel_tile wanted = tile_like(&from), got = tile_like(&from);
      ria_step_args a, b;
      for (int i = 0; i < (*k)->implementations; i++) {
        const ria_implementation *one = &(*k)->implementation[i];
        if (!one->step[p])
          continue; /* a device's */
        tile_blank(i ? &got : &wanted);
        advance(one->step[p], *k, &from, i ? &got : &wanted, box, scalars, 0, i ? &a : &b);
        if (i)
          expect_same_step(*k, one->strategy, (ria_precision)p, BOXES, &got, &wanted, &a, &b);
      }
      tile_free(&from);
      tile_free(&wanted);
      tile_free(&got);
    }
}

/* Compares many steps in one call with single reference steps, each in a smaller box than the one
 * before. The result is in the last box. */
static void try_many_steps(const ria_kernel *kernel, const ria_implementation *one, ria_precision p,
                           int kind, const int size[RIA_AXES], int steps) {
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, 0, scalars);
  const int ghosts = steps * kernel->radius + 1;
  kernel_tile at[2] = {tile_new_box(kernel, p, size[0], size[1], size[2], ghosts, ghosts)};
  const ria_box update = {{0, 0, 0}, {size[0], size[1], size[2]}};
  const ria_box owned = {{size[0] / 3, 0, size[2] / 2}, {size[0], (size[1] + 1) / 2, size[2] + 1}};
  const ria_box counted = {{owned.lo[0], owned.lo[1], owned.lo[2]},
                           {owned.hi[0], owned.hi[1], size[2]}};
  for (int z = -ghosts; z < size[2] + ghosts; z++)
    for (int y = -ghosts; y < size[1] + ghosts; y++)
      for (int x = -ghosts; x < size[0] + ghosts; x++) {
        bool seen = true;
        for (int axis = 0; axis < RIA_AXES; axis++)
          seen &= tile_distance(axis == 0   ? x
                                : axis == 1 ? y
                                            : z,
                                0, size[axis]) <= steps * ria_kernel_reach(kernel, axis);
        for (int f = 0; f < kernel->nstate; f++)
          tile_set_cell(&at[0], f, x, y, z,
                        seen ? number_of_kind(kind, p, random_number(21, f, x, y, z),
                                              random_number(22, f, x, y, z))
                             : NAN);
      }
  kernel_tile from = at[0], got = tile_like(&from);
  at[0] = tile_like(&from), at[1] = tile_like(&from);
  ria_step_args findings = {.rate_max = 0}, a = {.rate_max = 0};
  const kernel_tile *before = &from;
  for (int step = 1; step <= steps; step++) {
    ria_box box[2] = {update, counted};
    for (int axis = 0; axis < RIA_AXES; axis++) {
      const int more = (steps - step) * ria_kernel_reach(kernel, axis);
      box[0].lo[axis] -= more, box[0].hi[axis] += more;
    }
    tile_blank(&at[step % 2]); /* the last step writes only its box */
    advance(kernel->implementation[0].step[p], kernel, before, &at[step % 2], box, scalars, 0, &a);
    findings.rate_max = fmax(findings.rate_max, a.rate_max);
    findings.bad |= a.bad;
    before = &at[step % 2];
  }
  ria_step_args args = {.pitch = from.pitch,
                        .plane = from.plane,
                        .update = update,
                        .owned = owned,
                        .scalars = scalars,
                        .steps = steps,
                        .rate_max = -1,
                        .bad = -1};
  if (one->scratch_bytes)
    args.scratch =
        aligned_alloc(128, (one->scratch_bytes(size[0] + 2 * ghosts, p) + 127) / 128 * 128);
  for (int f = 0; f < from.nstate; f++) {
    args.src[f] = tile_origin(&from, f);
    args.dst[f] = tile_origin(&got, f);
  }
  one->step[p](&args);
  free(args.scratch);
  expect_same_step(kernel, one->strategy, p, -steps, &got, before, &args, &findings);
  tile_free(&from);
  tile_free(&got);
  tile_free(&at[0]);
  tile_free(&at[1]);
}

static void many_steps_agree(void **state) {
  (void)state;
  static const int sizes[][RIA_AXES] = {{1, 1, 1}, {37, 9, 5}, {141, 43, 11}};
  int tried = 0;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int i = 0; (*k)->kind == RIA_KERNEL_POINT && i < (*k)->implementations; i++)
      for (int p = 0; p < RIA_PRECISIONS; p++) {
        const ria_implementation *one = &(*k)->implementation[i];
        for (int steps = 2; one->step[p] && steps <= one->most_steps[p]; steps++)
          for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++, tried++)
            try_many_steps(*k, one, p, n == 1 ? WILD : n ? SMOOTH : BROKEN, sizes[n], steps);
      }
  assert_true(tried > 0);
}

/* Arrays whose cell 0 has different alignments for wide loads. */
static void arrays_that_lie_differently_agree(void **state) {
  (void)state;
  static const ria_box box[2] = {{{1, 0, 0}, {NX - 2, NY, NZ}}, {{1, 0, 0}, {NX - 2, NY, NZ}}};
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int p = 0; (*k)->kind == RIA_KERNEL_POINT && p < RIA_PRECISIONS; p++) {
      double scalars[RIA_MAX_SCALARS];
      tile_scalars(*k, 0, scalars);
      kernel_tile from = new_box(*k, p, SMOOTH, 11), wanted = tile_like(&from),
                  got = tile_like(&from);
      for (int i = 0; i < (*k)->implementations; i++) {
        const ria_implementation *one = &(*k)->implementation[i];
        kernel_tile *into = i ? &got : &wanted;
        if (!one->step[p])
          continue;
        ria_step_args args = {.pitch = from.pitch,
                              .plane = from.plane,
                              .update = box[0],
                              .owned = box[1],
                              .scalars = scalars};
        tile_blank(into);
        for (int f = 0; f < from.nstate + from.nstatic; f++) {
          const void *read = tile_cell(&from, f, f % 2, 0, 0);
          if (f >= from.nstate)
            args.statics[f - from.nstate] = read;
          else if (ria_kernel_reads(*k, f))
            args.src[f] = read;
          if (f < from.nstate && ria_kernel_writes(*k, f))
            args.dst[f] = tile_cell(into, f, 1 - f % 2, 0, 0);
        }
        one->step[p](&args);
        char where[160] = "";
        if (i && !tile_equal(&got, &wanted, where, sizeof where))
          fail_msg("%s: %s differs: %s", (*k)->name, one->strategy, where);
      }
      tile_free(&from);
      tile_free(&wanted);
      tile_free(&got);
    }
}

/* NaN is reported in an owned cell, and not in another cell. */
static void nan_is_bad(void **state) {
  (void)state;
  int tried = 0;
  static const ria_box box[2] = {{{0, 0, 0}, {NX, NY, NZ}}, {{2, 1, 1}, {NX - 2, NY - 1, NZ - 1}}};
  static const struct {
    int x, y, z, bad;
  } where[] = {{2, 1, 1, 1},       {NX - 3, NY - 2, 3, 1}, {35, 4, NZ - 2, 1},
               {0, 4, 3, 0},       {NX - 1, 4, 3, 0},      {35, 0, 3, 0},
               {35, NY - 1, 3, 0}, {35, 4, 0, 0},          {35, 4, NZ - 1, 0}};
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int p = 0; (*k)->kind == RIA_KERNEL_POINT && (*k)->has_check && p < RIA_PRECISIONS; p++)
      for (int i = 0; i < (*k)->implementations; i++)
        for (size_t n = 0; n < sizeof where / sizeof *where; n++, tried++) {
          const ria_implementation *one = &(*k)->implementation[i];
          if (!one->step[p])
            continue;
          double scalars[RIA_MAX_SCALARS];
          tile_scalars(*k, 0, scalars);
          kernel_tile from = new_box(*k, p, SMOOTH, 5), got = tile_like(&from);
          ria_box update = box[0];
          /* If a neighbour would be owned, only that cell is updated. */
          for (int axis = 0; axis < RIA_AXES && !where[n].bad; axis++) {
            const int cell[RIA_AXES] = {where[n].x, where[n].y, where[n].z};
            update.lo[axis] = cell[axis];
            update.hi[axis] = cell[axis] + 1;
          }
          for (int f = 0; f < (*k)->nstate; f++)
            tile_set_cell(&from, f, where[n].x, where[n].y, where[n].z, NAN);
          const ria_box both[2] = {update, box[1]};
          ria_step_args a;
          advance(one->step[p], *k, &from, &got, both, scalars, 0, &a);
          if ((a.bad != 0) != where[n].bad)
            fail_msg("%s: %s: NaN in (%d, %d, %d): bad is %d", (*k)->name, one->strategy,
                     where[n].x, where[n].y, where[n].z, a.bad);
          tile_free(&from);
          tile_free(&got);
        }
  assert_true(tried > 0);
}

/* A reduction of a box. */
typedef struct {
  bool found;
  double value;
  int at[RIA_AXES];
  ria_sum sum;
} reduced;

static reduced reduce(ria_reduce_function function, const kernel_tile *t, ria_box box,
                      const double *scalars) {
  reduced r = {.value = 0};
  ria_reduce_args args = {.pitch = t->pitch,
                          .plane = t->plane,
                          .box = box,
                          .scalars = scalars,
                          .value = 4.5,
                          .at = {-99, -99, -99},
                          .sum = &r.sum};
  for (int f = 0; f < t->nstate; f++)
    args.src[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  function(&args);
  r.found = args.found;
  r.value = args.value;
  memcpy(r.at, args.at, sizeof r.at);
  return r;
}

static bool same_number(double a, double b) {
  return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a);
}

static void expect_same(const ria_kernel *kernel, const char *strategy, int kind, int box,
                        const reduced *a, const reduced *b) {
  if (kernel->reduction == RIA_REDUCE_SUM) {
    const double x = ria_sum_value(&a->sum), y = ria_sum_value(&b->sum);
    if (!same_number(x, y) || a->sum.invalid != b->sum.invalid)
      fail_msg("%s: %s, numbers %d, box %d: %.17g, not %.17g", kernel->name, strategy, kind, box, x,
               y);
    return;
  }
  const bool same = same_number(a->value, b->value) && !memcmp(a->at, b->at, sizeof a->at);
  if (a->found != b->found || (b->found && !same))
    fail_msg("%s: %s, numbers %d, box %d: %.17g at (%d, %d, %d), not %.17g at (%d, %d, %d)",
             kernel->name, strategy, kind, box, a->value, a->at[0], a->at[1], a->at[2], b->value,
             b->at[0], b->at[1], b->at[2]);
}

/* Whether one cell comes before another, in the order z, y, x. */
static bool comes_before(const int a[RIA_AXES], const int b[RIA_AXES]) {
  for (int axis = RIA_AXES - 1; axis >= 0; axis--)
    if (a[axis] != b[axis])
      return a[axis] < b[axis];
  return false;
}

static void merge(const ria_kernel *kernel, reduced *into, const reduced *part) {
  ria_sum_merge(&into->sum, &part->sum);
  const int order = ria_reduction_order(kernel->reduction, part->value, into->value);
  if (part->found &&
      (!into->found || order < 0 || (order == 0 && comes_before(part->at, into->at)))) {
    into->found = true;
    into->value = part->value;
    memcpy(into->at, part->at, sizeof into->at);
  }
}

/* The result of a box equals that of its parts merged in any order. */
static void try_parts(const ria_kernel *kernel, const ria_implementation *one, int kind, int number,
                      const kernel_tile *t, const double *scalars, const reduced *whole) {
  enum { PARTS = 3 };
  const ria_box box = boxes[number][0];
  ria_box part[PARTS * PARTS * PARTS];
  for (int n = 0; n < PARTS * PARTS * PARTS; n++) {
    const int place[RIA_AXES] = {n % PARTS, n / PARTS % PARTS, n / PARTS / PARTS};
    for (int axis = 0; axis < RIA_AXES; axis++) {
      part[n].lo[axis] = box.lo[axis] + ria_box_size(box, axis) * place[axis] / PARTS;
      part[n].hi[axis] = box.lo[axis] + ria_box_size(box, axis) * (place[axis] + 1) / PARTS;
    }
  }
  const int step = 1 + 9 * (number % 3); /* 1, 10, 19: no common divisor */
  reduced all = {.found = false};
  for (int n = 0; n < PARTS * PARTS * PARTS; n++) {
    const reduced r = reduce(one->reduce[t->precision], t,
                             part[(n * step + step) % (PARTS * PARTS * PARTS)], scalars);
    merge(kernel, &all, &r);
  }
  expect_same(kernel, one->strategy, kind, number, &all, whole);
}

/* Further checks of a reduction, defined by the including file. */
static void suite_compare_reduction(const ria_kernel *kernel, int kind, int box,
                                    const kernel_tile *t, const double *scalars,
                                    const reduced *result);

static void reduce_kernels_agree(void **state) {
  (void)state;
  int tried = 0;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int p = 0; (*k)->kind == RIA_KERNEL_REDUCE && p < RIA_PRECISIONS; p++)
      for (int kind = 0; kind < KINDS; kind++)
        for (int box = 0; box < BOXES; box++) {
          if (!is_tried(*k, p, kind, box))
            continue;
          tried++;
          double scalars[RIA_MAX_SCALARS];
          tile_scalars(*k, 0, scalars);
          kernel_tile t = new_box(*k, p, kind, (unsigned)(100 * kind + box));
          poison_around(&t, *k, boxes[box][0]);
          const reduced wanted =
              reduce((*k)->implementation[0].reduce[p], &t, boxes[box][0], scalars);
          suite_compare_reduction(*k, kind, box, &t, scalars, &wanted);
          for (int i = 0; i < (*k)->implementations; i++) {
            const ria_implementation *one = &(*k)->implementation[i];
            if (!one->reduce[p])
              continue; /* a device's */
            const reduced got = reduce(one->reduce[p], &t, boxes[box][0], scalars);
            expect_same(*k, one->strategy, kind, box, &got, &wanted);
            try_parts(*k, one, kind, box, &t, scalars, &wanted);
          }
          tile_free(&t);
        }
  assert_true(tried > 0);
}

#endif

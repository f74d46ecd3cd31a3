/* Boundary and cells kernels: every implementation against the reference to the bit. For a table of
 * kernels, `suite_kernels`, that the including file defines. */
#ifndef RIA_BOUNDARY_SUITE_H
#define RIA_BOUNDARY_SUITE_H

#include "tests.h"
#include "kernel_tile.h"

enum { NX = 13, NY = 9, GHOSTS = 3 };

/* Offsets of large tiles, which a float cannot represent. */
static const ptrdiff_t far = (1 << 24) + 3;

/* A side of the tile: `low` and `axis` choose it, `layers` of ghost cells, whole or in part. */
typedef struct {
  int axis, low, layers, first, count;
} side;

static void fill_side(ria_boundary_function fill, kernel_tile *t, const side *s,
                      const double *scalars) {
  const ptrdiff_t pitch = (ptrdiff_t)t->pitch;
  const ptrdiff_t normal = s->axis == 0 ? 1 : pitch, along = s->axis == 0 ? pitch : 1;
  const ptrdiff_t last = s->axis == 0 ? NX - 1 : (NY - 1) * pitch;
  ria_boundary_args args = {.origin = far + (s->low ? 0 : last) + s->first * along,
                            .along = along,
                            .inward = s->low ? normal : -normal,
                            .count = s->count,
                            .layers = s->layers,
                            .axis = s->axis,
                            .outward = s->low ? -1 : 1,
                            .across = s->axis == 0 ? NX : NY,
                            .scalars = scalars};
  const ptrdiff_t bytes = far * (ptrdiff_t)ria_precision_size(t->precision);
  for (int f = 0; f < t->nstate; f++)
    args.state[f] = (char *)tile_origin(t, f) - bytes;
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = (char *)tile_origin(t, t->nstate + f) - bytes;
  fill(&args);
}

/* Every second cell, some twice, with weights from 0 to 1. */
static void apply_cells(ria_cells_function apply, kernel_tile *t, const double *scalars) {
  enum { COUNT = 50 };
  ptrdiff_t index[COUNT];
  double weight[COUNT];
  for (int c = 0; c < COUNT; c++) {
    index[c] = (2 * c / NX % NY) * (ptrdiff_t)t->pitch + 2 * c % NX;
    weight[c] = c / (COUNT - 1.0);
  }
  ria_cells_args args = {.index = index, .weight = weight, .count = COUNT, .scalars = scalars};
  for (int f = 0; f < t->nstate; f++)
    args.state[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  apply(&args);
}

/* All cells of a part of the tile with weights, some of them 0: as a field, or as a list of the
 * cells with non-zero weights. */
static void apply_weights(ria_cells_function apply, kernel_tile *t, const double *scalars,
                          bool listed) {
  enum { MOST = (NX + 1) * NY };
  static double listed_weight[MOST];
  static ptrdiff_t index[MOST];
  const ria_box box = ria_box_plane(-1, NX, 1, NY + 1);
  /* The field belongs to a tile with another layout. */
  kernel_tile w = *t;
  w.field[0] = TILE_ALLOC(128, t->count * sizeof(double) / 128 * 128 + 128);
  assert_non_null(w.field[0]);
  memset(w.field[0], 0, t->count * sizeof(double));
  ria_cells_args args = {.index = index, .weight = listed_weight, .scalars = scalars};
  for (int y = box.lo[1]; y < box.hi[1]; y++)
    for (int x = box.lo[0]; x < box.hi[0]; x++) {
      const float value = (x + y) % 3 ? (float)(x * y % 17 - 5) / 16 : 0;
      void *at = tile_at(&w, 0, x, y);
      if (t->precision == RIA_SINGLE)
        *(float *)at = value;
      else
        *(double *)at = value;
      index[args.count] = y * (ptrdiff_t)t->pitch + x;
      listed_weight[args.count] = value;
      args.count += value != 0;
    }
  for (int f = 0; f < t->nstate; f++)
    args.state[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  if (!listed) {
    args.field = tile_origin(&w, 0);
    args.pitch = t->pitch;
    args.plane = t->plane;
    args.box = box;
  }
  apply(&args);
  TILE_FREE(w.field[0]);
}

static void expect_equal(const ria_kernel *kernel, const kernel_tile *a, const kernel_tile *b,
                         const char *what) {
  char where[160];
  if (!tile_equal(a, b, where, sizeof where))
    fail_msg("%s: %s: %s", kernel->name, what, where);
}

static kernel_tile fresh(const ria_kernel *kernel, ria_precision precision, int pattern) {
  kernel_tile t = tile_new(kernel, precision, NX, NY, GHOSTS);
  tile_fill(&t, kernel, pattern, 11);
  return t;
}

/* Further checks of the reference's results, defined by the including file. */
static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars);

/* One kernel, one pattern; `s` is NULL for a cells kernel. */
static void try_kernel(const ria_kernel *kernel, int pattern, const side *s) {
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, pattern, scalars);
  kernel_tile result[RIA_PRECISIONS];
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    for (int i = 0; i < kernel->implementations; i++) {
      const ria_implementation *one = &kernel->implementation[i];
      if (!ria_implementation_on_host(one))
        continue; /* a device's */
      kernel_tile t = fresh(kernel, p, pattern);
      if (s)
        fill_side(one->boundary[p], &t, s, scalars);
      else
        apply_cells(one->cells[p], &t, scalars);
      if (i == 0) {
        result[p] = t;
        continue;
      }
      expect_equal(kernel, &t, &result[p], one->strategy);
      tile_free(&t);
    }
  }
  suite_compare(kernel, pattern, s, result, scalars);
  tile_free(&result[RIA_SINGLE]);
  tile_free(&result[RIA_DOUBLE]);
}

static void boundary_kernels(void **state) {
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int pattern = 0; (*k)->kind == RIA_KERNEL_BOUNDARY && pattern < PATTERNS; pattern++)
      for (int axis = 0; axis < 2; axis++)
        for (int low = 0; low < 2; low++)
          for (int layers = 1; layers <= GHOSTS; layers++) {
            const int length = axis == 0 ? NY : NX;
            try_kernel(*k, pattern, &(side){axis, low, layers, 0, length});
            try_kernel(*k, pattern, &(side){axis, low, layers, 2, length - 4});
            try_kernel(*k, pattern, &(side){axis, low, layers, 1, 0});
          }
}

static void weights_of_a_field(void **state) {
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int pattern = 0; (*k)->kind == RIA_KERNEL_CELLS && pattern < PATTERNS; pattern++)
      for (int p = 0; p < RIA_PRECISIONS; p++) {
        double scalars[RIA_MAX_SCALARS];
        tile_scalars(*k, pattern, scalars);
        kernel_tile expected = fresh(*k, (ria_precision)p, pattern);
        apply_weights((*k)->implementation[0].cells[p], &expected, scalars, true);
        for (int i = 0; i < (*k)->implementations; i++) {
          const ria_implementation *one = &(*k)->implementation[i];
          if (!ria_implementation_on_host(one))
            continue;
          kernel_tile t = fresh(*k, (ria_precision)p, pattern);
          apply_weights(one->cells[p], &t, scalars, false);
          expect_equal(*k, &t, &expected, one->strategy);
          tile_free(&t);
        }
        tile_free(&expected);
      }
}

static void cells_kernels(void **state) {
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int pattern = 0; (*k)->kind == RIA_KERNEL_CELLS && pattern < PATTERNS; pattern++)
      try_kernel(*k, pattern, NULL);
}

#endif

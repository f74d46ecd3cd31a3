/* Boundary and cells kernels: every implementation against the reference to the bit, the double
 * reference against the definition compiled as C, and single precision near double. */
#include "tests.h"
#include "kernel_tile.h"
#include <ria/oracle.h>
#include <ria/registry.h>

enum { NX = 13, NY = 9, GHOSTS = 3 };

/* A side of the tile: `low` and `axis` choose it, `layers` of ghost cells, whole or in part. */
typedef struct {
  int axis, low, layers, first, count;
} side;

static void fill_side(ria_boundary_function fill, kernel_tile *t, const side *s,
                      const double *scalars) {
  const ptrdiff_t pitch = (ptrdiff_t)t->pitch;
  const ptrdiff_t normal = s->axis == 0 ? 1 : pitch, along = s->axis == 0 ? pitch : 1;
  const ptrdiff_t last = s->axis == 0 ? NX - 1 : (NY - 1) * pitch;
  ria_boundary_args args = {.origin = (s->low ? 0 : last) + s->first * along,
                            .along = along,
                            .inward = s->low ? normal : -normal,
                            .count = s->count,
                            .layers = s->layers,
                            .axis = s->axis,
                            .outward = s->low ? -1 : 1,
                            .scalars = scalars};
  for (int f = 0; f < t->nstate; f++)
    args.state[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
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

static void expect_equal(const ria_kernel *kernel, const kernel_tile *a, const kernel_tile *b,
                         const char *what) {
  char where[160];
  if (!tile_equal(a, b, where, sizeof where))
    fail_msg("%s: %s: %s", kernel->name, what, where);
}

static void expect_near(const ria_kernel *kernel, const kernel_tile *single,
                        const kernel_tile *twice) {
  for (int f = 0; f < kernel->nstate; f++)
    for (int y = -GHOSTS; y < NY + GHOSTS; y++)
      for (int x = -GHOSTS; x < NX + GHOSTS; x++) {
        const double a = (double)*(const float *)tile_at(single, f, x, y);
        const double b = *(const double *)tile_at(twice, f, x, y);
        if (fabs(a - b) > 1e-5 * (1 + fabs(b)))
          fail_msg("%s: field %d at (%d, %d) is %.9g in single and %.17g in double precision",
                   kernel->name, f, x, y, a, b);
      }
}

static kernel_tile fresh(const ria_kernel *kernel, ria_precision precision, int pattern) {
  kernel_tile t = tile_new(kernel, precision, NX, NY, GHOSTS);
  tile_fill(&t, kernel, pattern, 11);
  return t;
}

/* One kernel, one pattern; `s` is NULL for a cells kernel. */
static void try_kernel(const ria_kernel *kernel, int pattern, const side *s) {
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, pattern, scalars);
  kernel_tile result[RIA_PRECISIONS];
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    for (int i = 0; i < kernel->implementations; i++) {
      const ria_implementation *one = &kernel->implementation[i];
      if (strcmp(one->target, "cpu"))
        continue; /* other targets have tests of their own */
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
  const ria_oracle *oracle = ria_oracle_find(kernel->name);
  assert_non_null(oracle);
  kernel_tile t = fresh(kernel, RIA_DOUBLE, pattern);
  if (s)
    fill_side(oracle->boundary, &t, s, scalars);
  else
    apply_cells(oracle->cells, &t, scalars);
  expect_equal(kernel, &result[RIA_DOUBLE], &t, "the reference is not the definition");
  expect_near(kernel, &result[RIA_SINGLE], &result[RIA_DOUBLE]);
  tile_free(&t);
  tile_free(&result[RIA_SINGLE]);
  tile_free(&result[RIA_DOUBLE]);
}

static void boundary_kernels(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
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

static void cells_kernels(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int pattern = 0; (*k)->kind == RIA_KERNEL_CELLS && pattern < PATTERNS; pattern++)
      try_kernel(*k, pattern, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boundary_kernels),
                                     cmocka_unit_test(cells_kernels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

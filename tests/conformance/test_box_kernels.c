/* POINT and REDUCE kernels in boxes of cells: every implementation against the serial reference,
 * the double reference against the definition compiled as C, and kernels against formulas written
 * here.
 */
#include <ria/oracle.h>
#include <ria/registry.h>

#define suite_kernels ria_kernels
#include "box_suite.h"

static void suite_compare_step(const ria_kernel *kernel, int box, const kernel_tile *from,
                               const kernel_tile *result, const ria_step_args *findings) {
  if (from->precision != RIA_DOUBLE)
    return;
  const ria_oracle *oracle = ria_oracle_find(kernel->name);
  assert_true(oracle && oracle->step);
  kernel_tile got = tile_like(from);
  ria_step_args args;
  advance(oracle->step, kernel, from, &got, boxes[box], findings->scalars, findings->switches,
          &args);
  expect_same_step(kernel, "the definition as C", from->precision, box, &got, result, &args,
                   findings);
  tile_free(&got);
}

static void suite_compare_reduction(const ria_kernel *kernel, int kind, int box,
                                    const kernel_tile *t, const double *scalars,
                                    const reduced *result) {
  const ria_oracle *oracle = ria_oracle_find(kernel->name);
  assert_true(oracle && oracle->reduce);
  if (t->precision != RIA_DOUBLE)
    return;
  const reduced got = reduce(oracle->reduce, t, boxes[box][0], scalars);
  expect_same(kernel, "the definition as C", kind, box, &got, result);
}

/* SCALAR kernels against the definition as C, on numbers that include zeros and non-finite ones. */
static void scalar_kernels_agree(void **state) {
  (void)state;
  int tried = 0;
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    const ria_oracle *oracle = ria_oracle_find((*k)->name);
    assert_non_null(oracle);
    for (int n = 0; (*k)->kind == RIA_KERNEL_SCALAR && n < 2000; n++, tried++) {
      double in[RIA_MAX_SCALARS], got[RIA_MAX_SCALARS], wanted[RIA_MAX_SCALARS];
      for (int i = 0; i < (*k)->nscalar; i++)
        in[i] = number_of_kind(n % KINDS, RIA_DOUBLE, random_number(3, i, n, 0, 0),
                               random_number(4, i, n, 0, 0));
      (*k)->compute(in, got);
      oracle->compute(in, wanted);
      for (int i = 0; i < (*k)->nresult; i++)
        if (!(got[i] != got[i] && wanted[i] != wanted[i]) &&
            memcmp(&got[i], &wanted[i], sizeof *got))
          fail_msg("%s: %s is %.17g, not %.17g", (*k)->name, (*k)->result[i].name, got[i],
                   wanted[i]);
    }
  }
  assert_true(tried > 0);
}

static const ria_kernel *kernel_named(const char *name) {
  const ria_kernel *kernel = ria_kernel_find(name);
  assert_non_null(kernel);
  return kernel;
}

/* Checks a kernel that reads the cell and its six neighbours. */
static void expect_seven_points(const ria_kernel *kernel) {
  for (int axis = 0; axis < RIA_AXES; axis++)
    assert_int_equal(ria_kernel_reach(kernel, axis), 1);
  assert_int_equal(kernel->radius, 1);
  assert_int_equal(kernel->axes, 7);
  assert_false(ria_kernel_sees_corners(kernel));
}

static void set_scalar(const ria_kernel *kernel, double *scalars, const char *name, double value) {
  const int s = ria_kernel_scalar(kernel, name);
  assert_true(s >= 0);
  scalars[s] = value;
}

/* Seven points: the second differences along x, y and z, weighted. */
static double second_differences(const kernel_tile *t, int x, int y, int z,
                                 const double weight[3]) {
  const double twice = 2 * tile_get(t, 0, x, y, z);
  return weight[0] * (tile_get(t, 0, x - 1, y, z) - twice + tile_get(t, 0, x + 1, y, z)) +
         weight[1] * (tile_get(t, 0, x, y - 1, z) - twice + tile_get(t, 0, x, y + 1, z)) +
         weight[2] * (tile_get(t, 0, x, y, z - 1) - twice + tile_get(t, 0, x, y, z + 1));
}

static void heat_flows_as_written_here(void **state) {
  (void)state;
  const ria_kernel *kernel = kernel_named("heat_box");
  const double dt = 0.02, diffusivity = 0.75, inverse[3] = {1.5, 2, 0.5};
  double scalars[RIA_MAX_SCALARS], weight[3], rate = 0;
  set_scalar(kernel, scalars, "dt", dt);
  set_scalar(kernel, scalars, "diffusivity", diffusivity);
  set_scalar(kernel, scalars, "inverse_dx", inverse[0]);
  set_scalar(kernel, scalars, "inverse_dy", inverse[1]);
  set_scalar(kernel, scalars, "inverse_dz", inverse[2]);
  for (int axis = 0; axis < RIA_AXES; axis++) {
    weight[axis] = dt * diffusivity * inverse[axis] * inverse[axis];
    rate += 2 * diffusivity * inverse[axis] * inverse[axis];
  }
  expect_seven_points(kernel);
  assert_int_equal(kernel->reads[0], 1);
  assert_int_equal(kernel->writes[0], 1);
  assert_int_equal(kernel->cost.reads, 1);
  assert_int_equal(kernel->cost.writes, 1);
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    kernel_tile from = new_box(kernel, p, SMOOTH, 3), got = tile_like(&from);
    ria_step_args args;
    advance(ria_kernel_implementation(kernel, "cpu", NULL)->step[p], kernel, &from, &got, boxes[0],
            scalars, 0, &args);
    for (int z = 0; z < NZ; z++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
          const double wanted =
              tile_get(&from, 0, x, y, z) + second_differences(&from, x, y, z, weight);
          assert_true(fabs(tile_get(&got, 0, x, y, z) - wanted) < (p ? 4e-15 : 2e-6));
        }
    assert_true(fabs(args.rate_max - rate) < (p ? 1e-14 : 1e-5) * rate);
    assert_int_equal(args.bad, 0);
    tile_free(&from);
    tile_free(&got);
  }
}

/* The numbers have so few bits that all operations are exact. */
static void conjugate_gradients_are_as_written_here(void **state) {
  (void)state;
  const ria_kernel *apply = kernel_named("poisson_apply"), *update = kernel_named("cg_update"),
                   *direction = kernel_named("cg_direction"), *dot = kernel_named("dot");
  expect_seven_points(apply);
  assert_int_equal(apply->reads[0], 1);
  assert_int_equal(apply->writes[0], 2);
  assert_int_equal(update->reads[0], 15);
  assert_int_equal(update->writes[0], 3);
  assert_int_equal(update->radius, 0);
  assert_int_equal(direction->reads[0], 3);
  assert_int_equal(direction->writes[0], 1);
  assert_int_equal(dot->writes[0], 0);
  const double weight[3] = {-4, -0.25, -1};
  double scalars[RIA_MAX_SCALARS];
  set_scalar(apply, scalars, "inverse_dx", 2);
  set_scalar(apply, scalars, "inverse_dy", 0.5);
  set_scalar(apply, scalars, "inverse_dz", 1);
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    kernel_tile p_q = new_box(apply, p, FEW, 8);
    ria_step_args args;
    advance(ria_kernel_implementation(apply, "cpu", NULL)->step[p], apply, &p_q, &p_q, boxes[0],
            scalars, 0, &args);
    kernel_tile all = new_box(update, p, FEW, 9), x_r = tile_like(&all);
    kernel_tile p_r = new_box(direction, p, FEW, 10), next = tile_like(&p_r);
    const double alpha = 0.5, beta = -0.25;
    advance(ria_kernel_implementation(update, "cpu", NULL)->step[p], update, &all, &x_r, boxes[0],
            &alpha, 0, &args);
    advance(ria_kernel_implementation(direction, "cpu", NULL)->step[p], direction, &p_r, &next,
            boxes[0], &beta, 0, &args);
    double product = 0;
    for (int z = 0; z < NZ; z++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
          assert_true(tile_get(&p_q, 1, x, y, z) == second_differences(&p_q, x, y, z, weight));
          assert_true(tile_get(&x_r, 0, x, y, z) ==
                      tile_get(&all, 0, x, y, z) + alpha * tile_get(&all, 2, x, y, z));
          assert_true(tile_get(&x_r, 1, x, y, z) ==
                      tile_get(&all, 1, x, y, z) - alpha * tile_get(&all, 3, x, y, z));
          assert_true(tile_get(&next, 0, x, y, z) ==
                      tile_get(&p_r, 1, x, y, z) + beta * tile_get(&p_r, 0, x, y, z));
          product += tile_get(&p_q, 0, x, y, z) * tile_get(&p_q, 1, x, y, z);
        }
    for (int i = 0; i < dot->implementations; i++)
      if (dot->implementation[i].reduce[p]) {
        const reduced r = reduce(dot->implementation[i].reduce[p], &p_q, boxes[0][0], NULL);
        assert_true(ria_sum_value(&r.sum) == product && product > 0);
      }
    tile_free(&p_q);
    tile_free(&all);
    tile_free(&x_r);
    tile_free(&p_r);
    tile_free(&next);
  }
}

/* Numbers of 190 binary orders of magnitude below 2^exponent, and zeros of either sign. */
static void sums_are_exact_below(const ria_kernel *dot, int exponent) {
  kernel_tile t = new_box(dot, RIA_DOUBLE, SMOOTH, 4);
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        const double r = tile_get(&t, 0, x, y, z) - 1;
        const double size = (x + y + z) % 7 ? r - 0.5 : 0 * (r - 0.5);
        tile_set_cell(&t, 0, x, y, z, ldexp(size, exponent - (int)(190 * fmod(37 * r, 1))));
        tile_set_cell(&t, 1, x, y, z, 1);
      }
  reduced wanted = {.found = false};
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        ria_sum_add(&wanted.sum, tile_get(&t, 0, x, y, z));
  const reduced got = reduce(ria_kernel_implementation(dot, "cpu", NULL)->reduce[RIA_DOUBLE], &t,
                             boxes[0][0], NULL);
  assert_true(ria_sum_value(&got.sum) != 0);
  expect_same(dot, "numbers of many sizes", SMOOTH, 0, &got, &wanted);
  tile_free(&t);
}

/* Also for numbers near the smallest and largest exponents. */
static void sums_of_numbers_of_many_sizes_are_exact(void **state) {
  (void)state;
  const ria_kernel *dot = kernel_named("dot");
  static const int exponents[] = {-880, -830, -700, 60, 1010, 1020, 1023};
  for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
    sums_are_exact_below(dot, exponents[i]);
}

/* The least number and the largest magnitude, by a plain loop. */
static void extremes_are_as_written_here(void **state) {
  (void)state;
  const ria_kernel *least = kernel_named("smallest"), *most = kernel_named("largest_magnitude");
  assert_int_equal(least->reduction, RIA_REDUCE_MIN);
  assert_int_equal(most->reduction, RIA_REDUCE_MAX);
  for (int p = 0; p < RIA_PRECISIONS; p++)
    for (int kind = SMOOTH; kind <= ZEROS; kind++) {
      kernel_tile t = new_box(least, p, kind, (unsigned)kind);
      int low[RIA_AXES] = {0}, high[RIA_AXES] = {0};
      for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
          for (int x = 0; x < NX; x++) {
            const double here = tile_get(&t, 0, x, y, z);
            if (here < tile_get(&t, 0, low[0], low[1], low[2]))
              low[0] = x, low[1] = y, low[2] = z;
            if (fabs(here) > fabs(tile_get(&t, 0, high[0], high[1], high[2])))
              high[0] = x, high[1] = y, high[2] = z;
          }
      const reduced a =
          reduce(ria_kernel_implementation(least, "cpu", NULL)->reduce[p], &t, boxes[0][0], NULL);
      const reduced b =
          reduce(ria_kernel_implementation(most, "cpu", NULL)->reduce[p], &t, boxes[0][0], NULL);
      assert_true(a.found && b.found);
      assert_true(a.value == tile_get(&t, 0, low[0], low[1], low[2]));
      assert_true(b.value == fabs(tile_get(&t, 0, high[0], high[1], high[2])));
      assert_memory_equal(a.at, low, sizeof low);
      assert_memory_equal(b.at, high, sizeof high);
      tile_free(&t);
    }
}

/* A single NaN is the result, with its position. */
static void nan_is_an_extreme(void **state) {
  (void)state;
  static const char *const names[] = {"smallest", "largest_magnitude"};
  for (int n = 0; n < 2; n++)
    for (int p = 0; p < RIA_PRECISIONS; p++) {
      const ria_kernel *kernel = kernel_named(names[n]);
      kernel_tile t = new_box(kernel, p, SMOOTH, 2);
      tile_set_cell(&t, 0, 50, 3, 2, NAN);
      tile_set_cell(&t, 0, 20, 4, 2, NAN);
      tile_set_cell(&t, 0, 0, 0, 0, n ? (double)INFINITY : -(double)INFINITY);
      for (int i = 0; i < kernel->implementations; i++)
        if (kernel->implementation[i].reduce[p]) {
          const reduced r = reduce(kernel->implementation[i].reduce[p], &t, boxes[0][0], NULL);
          assert_true(r.found && isnan(r.value));
          assert_int_equal(r.at[0], 50);
          assert_int_equal(r.at[1], 3);
          assert_int_equal(r.at[2], 2);
        }
      tile_free(&t);
    }
}

/* Rows so long that a block of a strategy has few of them. */
static void long_rows_agree(void **state) {
  (void)state;
  enum { LONG = 70001, ROWS = 11, PLANES = 2 };
  static const ria_box box[2] = {{{0, 0, 0}, {LONG, ROWS, PLANES}},
                                 {{1, 1, 0}, {LONG, ROWS, PLANES}}};
  const ria_kernel *kernel = kernel_named("heat_box");
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, 0, scalars);
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    kernel_tile from = tile_new_box(kernel, p, LONG, ROWS, PLANES, 1, 1);
    for (int z = -1; z <= PLANES; z++)
      for (int y = -1; y <= ROWS; y++)
        for (int x = -1; x <= LONG; x++)
          tile_set_cell(&from, 0, x, y, z, 1 + random_number(7, 0, x, y, z));
    kernel_tile wanted = tile_like(&from), got = tile_like(&from);
    ria_step_args a, b;
    advance(kernel->implementation[0].step[p], kernel, &from, &wanted, box, scalars, 0, &b);
    for (int i = 1; i < kernel->implementations; i++) {
      const ria_implementation *one = &kernel->implementation[i];
      if (!one->step[p])
        continue;
      tile_blank(&got);
      advance(one->step[p], kernel, &from, &got, box, scalars, 0, &a);
      expect_same_step(kernel, one->strategy, p, -1, &got, &wanted, &a, &b);
    }
    tile_free(&from);
    tile_free(&wanted);
    tile_free(&got);
  }
}

/* A BOUNDARY kernel fills the sides of a box row by row: across z, rows of x lie in the edge's
 * plane.
 */
static void sides_of_a_box_are_mirror_images(void **state) {
  (void)state;
  const ria_kernel *kernel = kernel_named("heat_insulated");
  static const int size[RIA_AXES] = {NX, NY, NZ};
  for (int p = 0; p < RIA_PRECISIONS; p++)
    for (int side = 0; side < 2 * RIA_AXES; side++) {
      const int axis = side / 2, high = side % 2, along = axis == 0, other = axis == 2 ? 1 : 2;
      kernel_tile t = new_box(kernel, p, SMOOTH, (unsigned)side);
      const ptrdiff_t stride[RIA_AXES] = {1, (ptrdiff_t)t.pitch, (ptrdiff_t)t.plane};
      for (int row = 0; row < size[other]; row++) {
        ria_boundary_args args = {.state = {tile_origin(&t, 0)},
                                  .origin = row * stride[other] +
                                            (high ? size[axis] - 1 : 0) * stride[axis],
                                  .along = stride[along],
                                  .inward = high ? -stride[axis] : stride[axis],
                                  .count = size[along],
                                  .layers = 2,
                                  .axis = axis,
                                  .outward = high ? 1 : -1};
        ria_kernel_implementation(kernel, "cpu", NULL)->boundary[p](&args);
      }
      for (int row = 0; row < size[other]; row++)
        for (int c = 0; c < size[along]; c++)
          for (int layer = 0; layer < 2; layer++) {
            int ghost[RIA_AXES], inner[RIA_AXES];
            ghost[along] = inner[along] = c;
            ghost[other] = inner[other] = row;
            ghost[axis] = high ? size[axis] + layer : -1 - layer;
            inner[axis] = high ? size[axis] - 1 - layer : layer;
            assert_true(tile_get(&t, 0, ghost[0], ghost[1], ghost[2]) ==
                        tile_get(&t, 0, inner[0], inner[1], inner[2]));
          }
      tile_free(&t);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(point_kernels_agree),
      cmocka_unit_test(reduce_kernels_agree),
      cmocka_unit_test(scalar_kernels_agree),
      cmocka_unit_test(arrays_that_lie_differently_agree),
      cmocka_unit_test(wide_rows_of_marks_agree),
      cmocka_unit_test(many_steps_agree),
      cmocka_unit_test(nan_is_bad),
      cmocka_unit_test(heat_flows_as_written_here),
      cmocka_unit_test(conjugate_gradients_are_as_written_here),
      cmocka_unit_test(sums_of_numbers_of_many_sizes_are_exact),
      cmocka_unit_test(extremes_are_as_written_here),
      cmocka_unit_test(nan_is_an_extreme),
      cmocka_unit_test(long_rows_agree),
      cmocka_unit_test(sides_of_a_box_are_mirror_images),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

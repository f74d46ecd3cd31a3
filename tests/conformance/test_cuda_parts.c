/* One launch for many boxes, against a launch for each, to the bit; CUDA kernels executed on the
 * host. */
#include <ria/device_kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"

int ria_executed_jacobi_cuda_naive_double_step(const ria_device_step_args *args);
int ria_executed_rows_residual_cuda_naive_double_reduce(const ria_device_reduce_args *args);
int ria_executed_bicgstab_subtract_cuda_naive_double_step(const ria_device_step_args *args);
int ria_executed_dot5_cuda_naive_double_reduce(const ria_device_reduce_args *args);

/* More boxes than a launch accepts. A box has EACH numbers of memory, with its cell (0, 0, 0) at
 * ORIGIN. */
enum { PARTS = 70, EACH = 400, ORIGIN = 150, NUMBERS = PARTS * EACH, FIELDS = 8 };
enum { OWNED = FIELDS - 1 }; /* of the reduction: a mask, with a shift in its own elements */

static ria_device_part part[PARTS];
static double scalars[PARTS][2];

static void make_parts(void) {
  for (int n = 0; n < PARTS; n++) {
    const size_t pitch = (size_t)(8 + n % 3);
    scalars[n][0] = 0.25 + 0.01 * n;
    scalars[n][1] = 0.125 - 0.001 * n;
    part[n] = (ria_device_part){.shift = (ptrdiff_t)n * EACH,
                                .pitch = pitch,
                                .plane = pitch * 5,
                                .update = {{0, 0, 0}, {n % 6, 2 + n % 2, 2}}, /* some are empty */
                                .owned = {{0, 0, 0}, {n % 6, 2 + n % 2, 2}},
                                .scalars = scalars[n]};
  }
}

static double *new_numbers(unsigned seed) {
  double *numbers = malloc(NUMBERS * sizeof *numbers);
  assert_non_null(numbers);
  for (int i = 0; i < NUMBERS; i++) {
    seed = seed * 1664525u + 1013904223u;
    numbers[i] = (double)(seed >> 8) / 16777216 - 0.25;
  }
  return numbers;
}

static void boxes_of_a_step(void **state) {
  (void)state;
  double *from = new_numbers(1), *together = new_numbers(2), *apart = new_numbers(2);
  double *before = new_numbers(2);
  ria_device_report report = {0};
  ria_device_step_args all = {.report = &report, .parts = PARTS, .part = part};
  all.step.src[0] = from + ORIGIN;
  all.step.dst[0] = together + ORIGIN;
  assert_int_equal(ria_executed_jacobi_cuda_naive_double_step(&all), 0);
  for (int n = 0; n < PARTS; n++) {
    ria_device_step_args one = {.report = &report};
    one.step = (ria_step_args){.pitch = part[n].pitch,
                               .plane = part[n].plane,
                               .update = part[n].update,
                               .owned = part[n].owned,
                               .scalars = scalars[n]};
    one.step.src[0] = from + ORIGIN + part[n].shift;
    one.step.dst[0] = apart + ORIGIN + part[n].shift;
    assert_int_equal(ria_executed_jacobi_cuda_naive_double_step(&one), 0);
  }
  assert_memory_equal(together, apart, NUMBERS * sizeof *apart);
  assert_memory_not_equal(together, before, NUMBERS * sizeof *apart);
  free(from);
  free(together);
  free(apart);
  free(before);
}

static void boxes_of_a_sum(void **state) {
  (void)state;
  double *field[FIELDS];
  static int8_t owned[NUMBERS];
  ria_sum together, apart;
  memset(&together, 0, sizeof together);
  memset(&apart, 0, sizeof apart);
  ria_device_reduce_args all = {.parts = PARTS, .part = part};
  all.reduce.sum = &together;
  for (int f = 0; f < FIELDS; f++) {
    field[f] = new_numbers((unsigned)f + 3);
    all.reduce.src[f] = field[f] + ORIGIN;
  }
  for (int i = 0; i < NUMBERS; i++)
    owned[i] = (int8_t)(4 * field[OWNED][i]);
  all.reduce.src[OWNED] = owned + ORIGIN;
  assert_int_equal(ria_executed_rows_residual_cuda_naive_double_reduce(&all), 0);
  for (int n = 0; n < PARTS; n++) {
    ria_device_reduce_args one = {.reduce = {.pitch = part[n].pitch,
                                             .plane = part[n].plane,
                                             .box = part[n].update,
                                             .scalars = scalars[n],
                                             .sum = &apart}};
    for (int f = 0; f < FIELDS; f++)
      one.reduce.src[f] = field[f] + ORIGIN + part[n].shift;
    one.reduce.src[OWNED] = owned + ORIGIN + part[n].shift;
    assert_int_equal(ria_executed_rows_residual_cuda_naive_double_reduce(&one), 0);
  }
  assert_true(together.terms > 0);
  assert_memory_equal(&together, &apart, sizeof apart);
  for (int f = 0; f < FIELDS; f++)
    free(field[f]);
}

enum { FIVE = 5 }; /* components of a vector */

/* The scalar product of vectors in the tile's own cells of all parts, term by term. */
static ria_sum product_of(double *const *a, double *const *b, const ria_device_part *parts) {
  ria_sum sum;
  memset(&sum, 0, sizeof sum);
  for (int n = 0; n < PARTS; n++) {
    const ria_box box = parts[n].owned;
    for (int z = box.lo[2]; z < box.hi[2]; z++)
      for (int y = box.lo[1]; y < box.hi[1]; y++)
        for (int x = box.lo[0]; x < box.hi[0]; x++) {
          const ptrdiff_t at = ORIGIN + parts[n].shift + z * (ptrdiff_t)parts[n].plane +
                               y * (ptrdiff_t)parts[n].pitch + x;
          for (int f = 0; f < FIVE; f++)
            ria_sum_add(&sum, a[f][at] * b[f][at]);
        }
  }
  return sum;
}

/* Sums that a step computes of its results, over the tile's own cells, against those of the next
 * launch and against sums term by term. Some terms are too large for slices, some too small. */
static void sums_of_a_step(void **state) {
  (void)state;
  enum { VECTORS = 3, SUMS = RIA_STEP_SUMS, HUGE_CELLS = 97, TINY_CELLS = 5 }; /* r.r and r.s */
  double *field[VECTORS * FIVE];
  ria_sum with[SUMS], behind[SUMS]; /* their digits may differ by carries */
  ria_device_also also[SUMS];
  ria_device_part of_step[PARTS], own[PARTS];
  const int other[SUMS] = {0, 2 * FIVE};
  ria_device_report report = {0};
  memset(with, 0, sizeof with);
  memset(behind, 0, sizeof behind);
  memset(also, 0, sizeof also);
  ria_device_step_args step = {
      .report = &report, .parts = PARTS, .part = of_step, .sums = SUMS, .sum = also};
  for (int f = 0; f < VECTORS * FIVE; f++) {
    field[f] = new_numbers((unsigned)f + 20);
    for (int i = 0; i < NUMBERS; i++)
      field[f][i] *= i % HUGE_CELLS == 0 ? 0x1p505 : i % TINY_CELLS == 0 ? 0x1p-520 : 1;
    if (f < 2 * FIVE)
      step.step.src[f] = step.step.dst[f] = field[f] + ORIGIN;
  }
  for (int n = 0; n < PARTS; n++) {
    of_step[n] = own[n] = part[n];
    of_step[n].owned.hi[0]--; /* the last column is not owned */
    own[n].update = of_step[n].owned;
  }
  for (int i = 0; i < SUMS; i++) {
    also[i].sum = &with[i];
    for (int f = 0; f < FIVE; f++) {
      also[i].src[f] = field[f] + ORIGIN;
      also[i].src[FIVE + f] = field[other[i] + f] + ORIGIN;
    }
  }
  assert_int_equal(ria_executed_bicgstab_subtract_cuda_naive_double_step(&step), 0);
  for (int i = 0; i < SUMS; i++) {
    ria_device_reduce_args reduce = {.parts = PARTS, .part = own};
    const ria_sum wanted = product_of(field, field + other[i], of_step);
    reduce.reduce.sum = &behind[i];
    memcpy(reduce.reduce.src, also[i].src, sizeof also[i].src);
    assert_int_equal(ria_executed_dot5_cuda_naive_double_reduce(&reduce), 0);
    assert_true(with[i].terms > 0);
    assert_int_equal(with[i].terms, behind[i].terms);
    assert_int_equal(with[i].invalid, 0);
    assert_true(ria_sum_value(&with[i]) == ria_sum_value(&wanted));
    assert_true(ria_sum_value(&behind[i]) == ria_sum_value(&wanted));
    /* All bits of the sum, not only those of the largest terms. */
    for (ria_sum *got = &with[i]; got; got = got == &with[i] ? &behind[i] : NULL) {
      ria_sum rest = wanted;
      for (int d = 0; d < RIA_SUM_DIGITS; d++)
        rest.digit[d] -= got->digit[d];
      assert_true(ria_sum_value(&rest) == 0);
    }
  }
  assert_true(ria_sum_value(&with[0]) != ria_sum_value(&with[1]));
  for (int f = 0; f < VECTORS * FIVE; f++)
    free(field[f]);
}

/* Ghost cells that a step fills with its results: those of 4 x 3 x 2 cells that follow each other
 * again and again along x and y. */
static void ghost_cells_of_a_step(void **state) {
  (void)state;
  enum { NX = 4, NY = 3, NZ = 2, PITCH = 8, PLANE = 5 * PITCH };
  double *with[FIVE], *without[FIVE], *other[FIVE];
  const double length = 0.375;
  const ria_device_wrap wrap = {{NX, NY, 0}, {2, 1, 0}};
  ria_device_report report = {0};
  ria_device_step_args step = {.report = &report};
  step.step = (ria_step_args){.pitch = PITCH,
                              .plane = PLANE,
                              .update = {{0, 0, 0}, {NX, NY, NZ}},
                              .owned = {{0, 0, 0}, {NX, NY, NZ}},
                              .scalars = &length};
  for (int f = 0; f < FIVE; f++) {
    with[f] = new_numbers((unsigned)f);
    without[f] = new_numbers((unsigned)f);
    other[f] = new_numbers((unsigned)f + FIVE);
    step.step.src[f] = step.step.dst[f] = without[f] + ORIGIN;
    step.step.src[FIVE + f] = step.step.dst[FIVE + f] = other[f] + ORIGIN;
  }
  assert_int_equal(ria_executed_bicgstab_subtract_cuda_naive_double_step(&step), 0);
  for (int f = 0; f < FIVE; f++)
    step.step.src[f] = step.step.dst[f] = with[f] + ORIGIN;
  step.wrap = &wrap;
  assert_int_equal(ria_executed_bicgstab_subtract_cuda_naive_double_step(&step), 0);
  for (int f = 0; f < FIVE; f++) {
    double *cell = without[f] + ORIGIN;
    for (int z = 0; z < NZ; z++)
      for (int y = -1; y <= NY; y++)
        for (int x = -2; x < NX + 2; x++)
          cell[z * PLANE + y * PITCH + x] = cell[z * PLANE + (y + NY) % NY * PITCH + (x + NX) % NX];
    assert_memory_equal(with[f], without[f], NUMBERS * sizeof *with[f]);
    free(with[f]);
    free(without[f]);
    free(other[f]);
  }
}

/* The first box, with scalars on the device; where it is off nothing is written. */
static void scalars_on_the_device(void **state) {
  (void)state;
  double *from = new_numbers(1), *wanted = new_numbers(2), *got = new_numbers(2);
  ria_device_report report = {0};
  enum { BOX = 3 };
  const ria_device_part *box = &part[BOX];
  const double program[] = {-1, scalars[BOX][1], -1, scalars[BOX][0]};
  const double wrong[] = {scalars[BOX][0], 1e30};
  int on = 0;
  ria_device_step_args args = {.report = &report};
  args.step = (ria_step_args){.pitch = box->pitch,
                              .plane = box->plane,
                              .update = box->update,
                              .owned = box->owned,
                              .scalars = scalars[BOX]};
  args.step.src[0] = from + ORIGIN;
  args.step.dst[0] = wanted + ORIGIN;
  assert_int_equal(ria_executed_jacobi_cuda_naive_double_step(&args), 0);
  for (int way = 0; way < 2; way++) { /* one of them on the host, and none */
    double *before = new_numbers(2);
    const int bound[] = {way ? 4 : 0, 2};
    const ria_device_given given = {.value = program, .bound = bound, .on = &on};
    args.step.scalars = wrong;
    args.step.dst[0] = got + ORIGIN;
    args.given = &given;
    on = 0;
    memcpy(got, before, NUMBERS * sizeof *got);
    assert_int_equal(ria_executed_jacobi_cuda_naive_double_step(&args), 0);
    assert_memory_equal(got, before, NUMBERS * sizeof *got);
    on = 1;
    assert_int_equal(ria_executed_jacobi_cuda_naive_double_step(&args), 0);
    assert_memory_equal(got, wanted, NUMBERS * sizeof *got);
    free(before);
  }
  free(from);
  free(wanted);
  free(got);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_of_a_step), cmocka_unit_test(scalars_on_the_device),
      cmocka_unit_test(boxes_of_a_sum), cmocka_unit_test(sums_of_a_step),
      cmocka_unit_test(ghost_cells_of_a_step)};
  make_parts();
  return cmocka_run_group_tests(tests, NULL, NULL);
}

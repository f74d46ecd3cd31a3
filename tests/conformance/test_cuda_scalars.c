/* Operations after a phase of a program on a GPU against those of CPU tasks, to the bit: results of
 * reductions, SCALAR kernels, loops. Executed on the host. */
#include <math.h>
#include <ria/device_scalars.h>
#include <ria/kernel.h>
#include <ria/registry.h>
#include <string.h>
#include "tests.h"

int ria_executed_bicgstab_ahead_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bicgstab_decide_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bicgstab_meeting_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bicgstab_next_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bicgstab_omega_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bicgstab_settle_cuda_scalars(const ria_device_scalars_args *args);
int ria_executed_bwaves_scheme_cuda_scalars(const ria_device_scalars_args *args);

static const struct {
  const char *name;
  ria_device_compute_function function;
} kernels[] = {{"bicgstab_ahead", ria_executed_bicgstab_ahead_cuda_scalars},
               {"bicgstab_decide", ria_executed_bicgstab_decide_cuda_scalars},
               {"bicgstab_meeting", ria_executed_bicgstab_meeting_cuda_scalars},
               {"bicgstab_settle", ria_executed_bicgstab_settle_cuda_scalars},
               {"bicgstab_next", ria_executed_bicgstab_next_cuda_scalars},
               {"bicgstab_omega", ria_executed_bicgstab_omega_cuda_scalars},
               {"bwaves_scheme", ria_executed_bwaves_scheme_cuda_scalars}};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static unsigned seed = 1;

static unsigned next_number(void) {
  seed = seed * 1664525u + 1013904223u;
  return seed >> 8;
}

/* Numbers of either sign and of many magnitudes; some are 0. */
static double any_number(int bits) {
  const double fraction = (double)next_number() / 16777216 - 0.5;
  const int exponent = (int)(next_number() % (unsigned)(2 * bits + 1)) - bits;
  return next_number() % 16 ? ldexp(fraction, exponent) : 0;
}

static ria_device_scalars_args new_args(ria_scalars *s) {
  ria_device_scalars_args args = {.stream = NULL};
  memset(s, 0, sizeof *s);
  s->on = 1;
  args.calculation.scalars = s;
  args.calculation.on = &s->on;
  args.calculation.enters = args.calculation.ends = -1;
  return args;
}

/* The kernel's scalars are those of the program from the last one down, or constants. */
static void bind(const ria_kernel *kernel, ria_scalars *s, ria_device_calculation *c, double *in) {
  for (int i = 0; i < kernel->nscalar; i++) {
    const int place = RIA_PROGRAM_SCALARS - 1 - i;
    in[i] = any_number(8);
    s->value[place] = i % 3 ? in[i] : NAN;
    c->given[i] = i % 3 ? NAN : in[i];
    c->in[i] = i % 3 ? 1 + place : 0;
  }
  for (int i = 0; i < kernel->nresult; i++) {
    c->out[i] = 2 * i;
    s->place[2 * i].known = true;
  }
}

static void functions_of_kernels(void **state) {
  (void)state;
  for (int k = 0; k < KERNELS; k++) {
    const ria_kernel *kernel = ria_kernel_find(kernels[k].name);
    assert_non_null(kernel);
    for (int turn = 0; turn < 100; turn++) {
      ria_scalars s;
      double in[RIA_MAX_SCALARS], out[RIA_MAX_SCALARS];
      ria_device_scalars_args args = new_args(&s);
      bind(kernel, &s, &args.calculation, in);
      kernel->compute(in, out);
      assert_int_equal(kernels[k].function(&args), 0);
      for (int i = 0; i < kernel->nresult; i++) {
        assert_memory_equal(&s.value[2 * i], &out[i], sizeof out[i]);
        assert_false(s.place[2 * i].known);
      }
    }
  }
}

static void fill(ria_sum *sum, int terms, int bits) {
  memset(sum, 0, sizeof *sum);
  for (int i = 0; i < terms; i++) {
    const double term = any_number(bits);
    ria_sum_add(sum, term);
    if (i % 7 == 0)
      ria_sum_add(sum, -term); /* the rest may be small or negative */
  }
}

/* Several sums of a phase in one call, from single terms to many, of all magnitudes. */
static void sums(void **state) {
  (void)state;
  static const int bits[] = {0, 3, 30, 300, 1060};
  for (int turn = 0; turn < 200; turn++) {
    ria_scalars s;
    ria_sum sum[RIA_PHASE_REDUCTIONS], zero;
    double wanted[RIA_PHASE_REDUCTIONS];
    ria_device_scalars_args args = new_args(&s);
    memset(&zero, 0, sizeof zero);
    args.calculation.results = 1 + turn % RIA_PHASE_REDUCTIONS;
    for (int r = 0; r < args.calculation.results; r++) {
      fill(&sum[r], (int)(next_number() % 40), bits[next_number() % 5]);
      if (turn == 50 && r == 1)
        sum[r].invalid = 1;
      wanted[r] = ria_sum_value(&sum[r]);
      args.calculation.result[r] =
          (ria_device_result){.reduction = RIA_REDUCE_SUM, .scalar = 2 + 2 * r, .sum = &sum[r]};
    }
    args.calculation.out[0] = RIA_PROGRAM_SCALARS - 1;
    assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0);
    for (int r = 0; r < args.calculation.results; r++) {
      if (isnan(wanted[r]))
        assert_true(isnan(s.value[2 + 2 * r]));
      else
        assert_memory_equal(&s.value[2 + 2 * r], &wanted[r], sizeof *wanted);
      assert_memory_equal(&sum[r], &zero, sizeof zero);
    }
  }
}

/* Three boxes: one is empty, two have the same least number. */
static void extremes(void **state) {
  (void)state;
  ria_scalars s;
  ria_device_scalars_args args = new_args(&s);
  const ria_device_place place[] = {{2, {10, 0, 0}, {{0, 0, 0}, {4, 4, 1}}},
                                    {1, {100, 200, 300}, {{-1, 0, 0}, {3, 2, 2}}},
                                    {0, {0, 0, 0}, {{0, 0, 0}, {1, 1, 1}}}};
  const ria_device_extreme extreme[] = {
      {.value = -2.5, .before = ~3ull}, {.value = -2.5, .before = ~9ull}, {.value = -7}};
  args.calculation.results = 1;
  args.calculation.result[0] = (ria_device_result){
      .reduction = RIA_REDUCE_MIN, .scalar = 5, .parts = 3, .extreme = extreme, .place = place};
  args.calculation.out[0] = RIA_PROGRAM_SCALARS - 1;
  assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0);
  assert_true(s.value[5] == -2.5 && s.place[5].known);
  assert_int_equal(s.place[5].block, 1);
  /* number 9 of a box of 4 x 2 x 2: the second of the first row of its second plane */
  assert_int_equal(s.place[5].cell[0], 100);
  assert_int_equal(s.place[5].cell[1], 200);
  assert_int_equal(s.place[5].cell[2], 301);
}

static void loops(void **state) {
  (void)state;
  enum { CONDITION = 7, LOOP = 3, OUTER = 1, MOST = 4 };
  ria_scalars s;
  ria_device_scalars_args args = new_args(&s);
  ria_device_calculation *c = &args.calculation;
  c->out[0] = RIA_PROGRAM_SCALARS - 1;
  c->condition = CONDITION;
  c->most = MOST;
  c->enters = LOOP;
  s.turns[LOOP] = 9;
  s.running[OUTER] = 1;
  assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0);
  assert_true(!s.running[LOOP] && !s.turns[LOOP]); /* it does not run at all */
  s.value[CONDITION] = -1;
  assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0);
  assert_true(s.running[LOOP]);
  c->enters = -1;
  c->ends = LOOP;
  c->on = &s.running[LOOP];
  for (int turn = 1; turn < MOST; turn++) {
    assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0);
    assert_true(s.running[LOOP] && s.turns[LOOP] == turn && s.on);
  }
  assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0); /* one too many */
  assert_true(!s.running[LOOP] && !s.running[OUTER] && !s.on && s.failed == 1 + LOOP);
  const ria_scalars before = s;
  assert_int_equal(ria_executed_bicgstab_omega_cuda_scalars(&args), 0); /* nothing */
  assert_memory_equal(&before, &s, sizeof s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(functions_of_kernels), cmocka_unit_test(sums),
                                     cmocka_unit_test(extremes), cmocka_unit_test(loops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

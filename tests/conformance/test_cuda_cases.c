/* Computes the short runs of tests/validation/field_hashes.csv with the kernels of the target cuda,
 * executed on the host: steps, sides and sources. The runtime takes them for kernels of the CPU.
 * The hashes of the fields must be those of `ria run` on a CPU. */
#include "field_hashes.h"
#include "test_run.h"
#include "tests.h"

#include <ria/executed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = RIA_PROGRAM_OPS, MOST_IMPLEMENTATIONS = 16 };

/* A kernel whose fastest implementation on the CPU is one of the device. */
typedef struct {
  ria_kernel kernel;
  ria_implementation implementation[MOST_IMPLEMENTATIONS];
} disguised_kernel;

/* The kernels of one run, and what its model borrows. */
typedef struct {
  const char *strategy; /* of the device, without its shape */
  int kernels;
  int steps; /* stages of a step with a kernel of the device */
  disguised_kernel *kernel[MOST_KERNELS];
  ria_stage *stage;
  ria_segment *segment;
  ria_source *source;
  ria_program program;
  ria_op *op;
} disguise;

static ria_runtime *runtime;
static short_runs *runs;

static const ria_kernel *executed_kernel(const char *name) {
  for (const ria_kernel *const *k = ria_executed_kernels; *k; k++)
    if (!strcmp((*k)->name, name))
      return *k;
  return NULL;
}

/* Kernels of a step, not of sides and sources. */
static bool is_whole(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_FACE || kernel->kind == RIA_KERNEL_POINT ||
         kernel->kind == RIA_KERNEL_REDUCE;
}

/* The strategy's first shape in this precision. Kernels of sides and sources have one strategy. */
static const ria_implementation *executed(const ria_kernel *kernel, const char *strategy,
                                          ria_precision precision) {
  const size_t length = strlen(strategy);
  for (int i = 1; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    const bool named = !strncmp(one->strategy, strategy, length) && one->strategy[length] == ' ';
    if (!is_whole(kernel) || (named && (one->step[precision] || one->reduce[precision])))
      return one;
  }
  return NULL;
}

/* Returns the kernel itself if the device does not have it with this strategy. */
static const ria_kernel *disguised(disguise *d, const ria_kernel *kernel, ria_precision precision) {
  const ria_kernel *made = kernel ? executed_kernel(kernel->name) : NULL;
  const char *strategy = made && made->kind != RIA_KERNEL_FACE ? "naive" : d->strategy;
  const ria_implementation *one = made ? executed(made, strategy, precision) : NULL;
  if (!one)
    return kernel;
  const ria_implementation *usual = ria_kernel_implementation(kernel, "cpu", NULL);
  disguised_kernel *new = calloc(1, sizeof *new);
  assert_true(new &&usual && d->kernels < MOST_KERNELS);
  assert_true(kernel->implementations < MOST_IMPLEMENTATIONS);
  d->kernel[d->kernels++] = new;
  d->steps += is_whole(kernel);
  new->kernel = *kernel;
  memcpy(new->implementation, kernel->implementation,
         (size_t)kernel->implementations * sizeof *new->implementation);
  new->implementation[new->kernel.implementations++] =
      (ria_implementation){.target = kernel->implementation[0].target,
                           .strategy = "executed",
                           .what = one->what,
                           .step = {one->step[0], one->step[1]},
                           .rate = {one->rate[0], one->rate[1]},
                           .through = {usual->through[0], usual->through[1]},
                           .boundary = {one->boundary[0], one->boundary[1]},
                           .cells = {one->cells[0], one->cells[1]},
                           .reduce = {one->reduce[0], one->reduce[1]}};
  new->kernel.implementation = new->implementation;
  return &new->kernel;
}

static void *duplicate(const void *from, int count, size_t size) {
  void *copy = calloc((size_t)count + 1, size);
  assert_non_null(copy);
  if (count)
    memcpy(copy, from, (size_t)count * size);
  return copy;
}

static void put_on(ria_model *model, void *context) {
  disguise *d = context;
  model->stage = d->stage = duplicate(model->stage, model->stages, sizeof *d->stage);
  model->segment = d->segment = duplicate(model->segment, model->segments, sizeof *d->segment);
  model->source = d->source = duplicate(model->source, model->sources, sizeof *d->source);
  for (int i = 0; i < model->stages; i++)
    d->stage[i].kernel = disguised(d, d->stage[i].kernel, model->precision);
  for (int i = 0; i < model->segments; i++) {
    d->segment[i].kernel = disguised(d, d->segment[i].kernel, model->precision);
    d->segment[i].later = disguised(d, d->segment[i].later, model->precision);
  }
  for (int i = 0; i < model->sources; i++)
    d->source[i].kernel = disguised(d, d->source[i].kernel, model->precision);
  if (!model->program)
    return;
  d->program = *model->program;
  d->program.op = d->op = duplicate(model->program->op, model->program->ops, sizeof *d->op);
  for (int i = 0; i < d->program.ops; i++)
    d->op[i].kernel = disguised(d, d->op[i].kernel, model->precision);
  model->program = &d->program;
}

static void take_off(disguise *d) {
  for (int k = 0; k < d->kernels; k++)
    free(d->kernel[k]);
  free(d->stage);
  free(d->segment);
  free(d->source);
  free(d->op);
}

/* Returns the number of differences. */
static int compute(const short_run *run, const char *strategy) {
  char path[512], text[512], how[64];
  const char *set[SHORT_RUN_SETS];
  disguise d = {.strategy = strategy};
  state_hashes got;
  const int sets = short_run_sets(run, text, set);
  short_run_path(run, path, sizeof path);
  test_run *r = test_run_of_file(runtime, path, sets, set, put_on, &d);
  int kernels = 0;
  while (ria_model_kernel(&r->model, kernels))
    kernels++;
  assert_int_equal(d.steps, kernels);
  test_run_steps(r, run->recorded.steps);
  test_run_hashes(r, &got);
  test_run_free(r);
  take_off(&d);
  snprintf(how, sizeof how, "%s of cuda, executed on the host", strategy);
  return short_run_compare(run, &got, how);
}

/* Computes all runs with a strategy that every kernel has. */
static void try_strategy(const char *strategy) {
  int wrong = 0;
  for (int r = 0; r < runs->count; r++)
    wrong += compute(&runs->run[r], strategy);
  assert_int_equal(wrong, 0);
}

static void test_naive(void **state) {
  (void)state;
  try_strategy("naive");
}

static void test_fused(void **state) {
  (void)state;
  try_strategy("fused");
}

static int begin(void **state) {
  (void)state;
  runs = short_runs_read();
  return ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime) == RIA_SUCCESS ? 0 : -1;
}

static int end(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  short_runs_free(runs);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_naive), cmocka_unit_test(test_fused)};
  return cmocka_run_group_tests(tests, begin, end);
}

/* Replaces a model's kernels by kernels of the target cuda executed on the host. The runtime treats
 * them as CPU kernels. */
#ifndef RIA_DISGUISED_H
#define RIA_DISGUISED_H

#include <ria/executed.h>
#include <ria/simulation.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"

enum { DISGUISED_KERNELS = RIA_PROGRAM_OPS, DISGUISED_IMPLEMENTATIONS = 16 };

/* A kernel whose fastest CPU implementation is one of the device's. */
typedef struct {
  ria_kernel kernel;
  ria_implementation implementation[DISGUISED_IMPLEMENTATIONS];
} disguised_kernel;

/* The kernels of one run, and the memory that its model borrows. */
typedef struct {
  const char *strategy; /* strategy of the device, without its shape */
  int kernels;
  int steps; /* stages of a step with a kernel of the device */
  disguised_kernel *kernel[DISGUISED_KERNELS];
  ria_stage *stage;
  ria_segment *segment;
  ria_source *source;
  ria_program program;
  ria_op *op;
} disguise;

static inline const ria_kernel *executed_kernel(const char *name) {
  for (const ria_kernel *const *k = ria_executed_kernels; *k; k++)
    if (!strcmp((*k)->name, name))
      return *k;
  return NULL;
}

/* Kernels of a step, not of sides and sources. */
static inline bool is_whole(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_FACE || kernel->kind == RIA_KERNEL_POINT ||
         kernel->kind == RIA_KERNEL_REDUCE;
}

/* The strategy's first shape in this precision. Kernels of sides and sources have one strategy. */
static inline const ria_implementation *executed(const ria_kernel *kernel, const char *strategy,
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

/* Stencils and reductions without this strategy use their plain one. NULL if the device does not
 * have the kernel. */
static inline const ria_implementation *of_device(const ria_kernel *made, const char *strategy,
                                                  ria_precision precision) {
  const ria_implementation *one = made ? executed(made, strategy, precision) : NULL;
  return one || !made || made->kind == RIA_KERNEL_FACE ? one : executed(made, "naive", precision);
}

/* Returns the kernel itself if the device does not have it. */
static inline const ria_kernel *disguised(disguise *d, const ria_kernel *kernel) {
  const ria_kernel *made = kernel ? executed_kernel(kernel->name) : NULL;
  const ria_implementation *one = of_device(made, d->strategy, RIA_SINGLE);
  const ria_implementation *two = of_device(made, d->strategy, RIA_DOUBLE);
  if (!one || !two)
    return kernel;
  const ria_implementation *usual = ria_kernel_implementation(kernel, "cpu", NULL);
  disguised_kernel *new = calloc(1, sizeof *new);
  assert_true(new &&usual && d->kernels < DISGUISED_KERNELS);
  assert_true(kernel->implementations < DISGUISED_IMPLEMENTATIONS);
  d->kernel[d->kernels++] = new;
  d->steps += is_whole(kernel);
  new->kernel = *kernel;
  memcpy(new->implementation, kernel->implementation,
         (size_t)kernel->implementations * sizeof *new->implementation);
  new->implementation[new->kernel.implementations++] =
      (ria_implementation){.target = kernel->implementation[0].target,
                           .strategy = "executed",
                           .what = one->what,
                           .step = {one->step[0], two->step[1]},
                           .rate = {one->rate[0], two->rate[1]},
                           .through = {usual->through[0], usual->through[1]},
                           .boundary = {one->boundary[0], two->boundary[1]},
                           .cells = {one->cells[0], two->cells[1]},
                           .reduce = {one->reduce[0], two->reduce[1]}};
  new->kernel.implementation = new->implementation;
  return &new->kernel;
}

static inline void *duplicate(const void *from, int count, size_t size) {
  void *copy = calloc((size_t)count + 1, size);
  assert_non_null(copy);
  if (count)
    memcpy(copy, from, (size_t)count * size);
  return copy;
}

/* Replace a model's kernels. `context` is a disguise with a strategy; the model borrows its memory
 * until disguise_take_off(). */
static inline void disguise_put_on(ria_model *model, void *context) {
  disguise *d = context;
  model->stage = d->stage = duplicate(model->stage, model->stages, sizeof *d->stage);
  model->segment = d->segment = duplicate(model->segment, model->segments, sizeof *d->segment);
  model->source = d->source = duplicate(model->source, model->sources, sizeof *d->source);
  for (int i = 0; i < model->stages; i++)
    d->stage[i].kernel = disguised(d, d->stage[i].kernel);
  for (int i = 0; i < model->segments; i++) {
    d->segment[i].kernel = disguised(d, d->segment[i].kernel);
    d->segment[i].later = disguised(d, d->segment[i].later);
  }
  for (int i = 0; i < model->sources; i++)
    d->source[i].kernel = disguised(d, d->source[i].kernel);
  if (!model->program)
    return;
  d->program = *model->program;
  d->program.op = d->op = duplicate(model->program->op, model->program->ops, sizeof *d->op);
  for (int i = 0; i < d->program.ops; i++)
    d->op[i].kernel = disguised(d, d->op[i].kernel);
  model->program = &d->program;
}

static inline void disguise_take_off(disguise *d) {
  for (int k = 0; k < d->kernels; k++)
    free(d->kernel[k]);
  free(d->stage);
  free(d->segment);
  free(d->source);
  free(d->op);
}

#endif

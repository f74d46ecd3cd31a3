#include "ria/simulation.h"
#include "ria/kernel.h"
#include <string.h>

const ria_implementation *ria_kernel_implementation(const ria_kernel *kernel, const char *target,
                                                    const char *strategy) {
  const ria_implementation *found = NULL;
  for (int i = 0; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!strcmp(one->target->name, target) && (!strategy || !strcmp(one->strategy, strategy)))
      found = one;
  }
  return found;
}

const ria_implementation *ria_kernel_on(const ria_kernel *kernel, ria_target_kind kind) {
  const ria_implementation *found = NULL;
  for (int i = 0; i < kernel->implementations; i++)
    if (kernel->implementation[i].target->kind == kind)
      found = &kernel->implementation[i];
  return found;
}

bool ria_implementation_on_host(const ria_implementation *one) {
  return one->step[RIA_SINGLE] || one->boundary[RIA_SINGLE] || one->cells[RIA_SINGLE] ||
         one->reduce[RIA_SINGLE];
}

int ria_quantity_find(const ria_quantity *quantity, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(quantity[i].name, name))
      return i;
  return -1;
}

int ria_kernel_scalar(const ria_kernel *kernel, const char *name) {
  return ria_quantity_find(kernel->scalar, kernel->nscalar, name);
}

int ria_kernel_switch(const ria_kernel *kernel, const char *name) {
  return ria_quantity_find(kernel->switches, kernel->nswitch, name);
}

const ria_kernel *ria_model_kernel(const ria_model *m, int number) {
  if (!m->program)
    return number < m->stages ? m->stage[number].kernel : NULL;
  for (int i = 0; i < m->program->ops; i++)
    if (m->program->op[i].kernel && m->program->op[i].kernel->kind != RIA_KERNEL_SCALAR &&
        !number--)
      return m->program->op[i].kernel;
  return NULL;
}

#include "ria/registry.h"
#include <string.h>

const ria_kernel *ria_kernel_find(const char *name) {
  for (const ria_kernel *const *kernel = ria_kernels; *kernel; kernel++)
    if (!strcmp((*kernel)->name, name))
      return *kernel;
  return NULL;
}

const ria_target *ria_target_find(const char *name) {
  for (const ria_target *const *target = ria_targets; *target; target++)
    if (!strcmp((*target)->name, name))
      return *target;
  return NULL;
}

bool ria_target_is(const char *name, ria_target_kind kind) {
  const ria_target *target = ria_target_find(name);
  return target && target->kind == kind;
}

const ria_target *ria_target_of(ria_target_kind kind) {
  for (const ria_target *const *target = ria_targets; *target; target++)
    if ((*target)->kind == kind)
      return *target;
  return NULL;
}

const char *ria_target_missing(const char *name) {
  const ria_target *target = ria_target_find(name);
  return target ? target->missing : NULL;
}

#include "ria/registry.h"
#include <string.h>

const ria_kernel *ria_kernel_find(const char *name) {
  for (const ria_kernel *const *kernel = ria_kernels; *kernel; kernel++)
    if (!strcmp((*kernel)->name, name))
      return *kernel;
  return NULL;
}

const char *ria_target_missing(const char *target) {
  for (int i = 0; ria_targets[i]; i++)
    if (!strcmp(ria_targets[i], target))
      return ria_targets_missing[i];
  return NULL;
}

#include "ria/registry.h"
#include <string.h>

const ria_kernel *ria_kernel_find(const char *name) {
  for (const ria_kernel *const *kernel = ria_kernels; *kernel; kernel++)
    if (!strcmp((*kernel)->name, name))
      return *kernel;
  return NULL;
}

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

/* Every target needs the processor's kernels: those on GPUs for what stays on the host. `native` is
 * for the user to keep to the machine that compiled it. */
static const char *processor_lacks(void) {
#ifdef __x86_64__
  const char *march = ria_cpu_march();
  if (!strcmp(march, "x86-64-v3") &&
      !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2")))
    return "this processor lacks AVX2 or FMA, which the kernels of this ria need (x86-64-v3); "
           "build ria from source on this machine";
  if (!strcmp(march, "x86-64-v4") &&
      !(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")))
    return "this processor lacks AVX-512, which the kernels of this ria need (x86-64-v4); "
           "build ria from source on this machine";
#endif
  return NULL;
}

const char *ria_target_missing(const char *name) {
  const ria_target *target = ria_target_find(name);
  return target && target->missing ? target->missing : processor_lacks();
}

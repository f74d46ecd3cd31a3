#include <string.h>
#include "ria/bench.h"
#include "ria/registry.h"
#include "ria/solver.h"

/* The kernel that steps a solver: a FACE kernel with the solver's state. */
static const ria_kernel *kernel_of(const ria_solver *solver) {
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    bool same = (*k)->kind == RIA_KERNEL_FACE && (*k)->nstate == solver->nstate;
    for (int f = 0; same && f < solver->nstate; f++)
      same = !strcmp((*k)->state[f].name, solver->state[f].name);
    if (same)
      return *k;
  }
  return NULL;
}

ria_status ria_bench_solver(const char *name, const ria_bench_options *options,
                            ria_bench_result *result) {
  const ria_solver *solver = ria_solver_find(name);
  if (!solver)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "there is no kernel and no solver %s; `ria kernels` lists the kernels", name);
  const ria_kernel *kernel = kernel_of(solver);
  if (!kernel)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "no kernel steps the state of solver %s", name);
  return ria_bench_kernel(kernel, options, result);
}

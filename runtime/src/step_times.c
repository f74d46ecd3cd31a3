/* Where the time of a run goes. Two looks at the clock around the kernels of a task cost some 50
 * ns, a task some microseconds at least: cheap enough to be always on. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "internal.h"

double ria_step_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

ria_status ria_step_times_create(ria_simulation *s) {
  size_t bytes = STARPU_NMAXWORKERS * sizeof *s->worker_times;
  s->worker_times = aligned_alloc(_Alignof(ria_worker_times), bytes);
  if (!s->worker_times)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the workers' times");
  memset(s->worker_times, 0, bytes);
  return RIA_SUCCESS;
}

ria_status ria_simulation_step_times(const ria_simulation *s, ria_step_times *times) {
  enum { WORK, PACKING, WORKERS, SUMS };
  double sum[SUMS] = {[WORKERS] = (double)starpu_worker_get_count()}, stepping = s->stepping;
  for (unsigned w = 0; w < starpu_worker_get_count(); w++) {
    sum[WORK] += s->worker_times[w].work;
    sum[PACKING] += s->worker_times[w].packing;
  }
  if (s->runtime->ranks > 1 &&
      (MPI_Allreduce(MPI_IN_PLACE, sum, SUMS, MPI_DOUBLE, MPI_SUM, s->runtime->comm) ||
       MPI_Allreduce(MPI_IN_PLACE, &stepping, 1, MPI_DOUBLE, MPI_MAX, s->runtime->comm)))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the workers' times");
  const double work = sum[WORK] / sum[WORKERS];
  *times = (ria_step_times){.stepping = stepping,
                            .work = work,
                            .packing = sum[PACKING] / sum[WORKERS],
                            .exchange = stepping - work};
  return RIA_SUCCESS;
}

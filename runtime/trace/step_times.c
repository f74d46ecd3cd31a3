/* Times of a run: sums of the workers' accounts. */
#include "step_times.h"
#include <stdlib.h>
#include <string.h>
#include "task_timer.h"

ria_status step_times_create(ria_simulation *s) {
  size_t bytes = STARPU_NMAXWORKERS * sizeof *s->worker_times;
  s->worker_times = aligned_alloc(_Alignof(worker_times), bytes);
  if (!s->worker_times)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the workers' times");
  memset(s->worker_times, 0, bytes);
  return RIA_SUCCESS;
}

void step_times_destroy(ria_simulation *s) {
  for (unsigned w = 0; w < STARPU_NMAXWORKERS && s->worker_times; w++)
    device_clock_destroy(s->worker_times[w].device);
  free(s->worker_times);
}

void step_times_settle(const ria_simulation *s) {
  for (unsigned w = 0; w < starpu_worker_get_count(); w++)
    device_clock_read(&s->worker_times[w], true);
}

int step_times_workers(const ria_simulation *s) {
  const ria_runtime *r = s->runtime;
  return r->gpus ? r->gpus + r->hybrid_workers : r->cells ? r->cells : r->workers;
}

ria_status ria_simulation_step_times(const ria_simulation *s, ria_step_times *times) {
  enum { WORK, PACKING, WORKERS, SUMS };
  double sum[SUMS] = {[WORKERS] = step_times_workers(s)}, stepping = s->stepping;
  step_times_settle(s);
  for (unsigned w = 0; w < starpu_worker_get_count(); w++) {
    double work, packing;
    worker_times_sum(&s->worker_times[w], s->stepped_until, &work, &packing);
    sum[WORK] += work;
    sum[PACKING] += packing;
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

#include "simulation.h"

void simulation_device_failed(const ria_simulation *s, int code) {
  int none = 0;
  atomic_compare_exchange_strong(s->device_error, &none, code);
}

ria_status simulation_check_device(const ria_simulation *s) {
  int code = atomic_load(s->device_error);
  if (!code)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_DEVICE,
                  "the GPU failed after %g s (step %lld): %s (CUDA error %d); the last checkpoint "
                  "is intact",
                  s->latest->now.time, (long long)s->latest->now.steps, device_error_text(code),
                  code);
}

void simulation_take_mpi(const ria_simulation *s) {
  /* StarPU-MPI calls MPI only in its own thread, and only while a message of this rank is pending:
   * without messages the thread sleeps until one is submitted. */
  if (!s->runtime->threads)
    ria_simulation_drain(s);
}

ria_status patch_check_lent(const ria_simulation *s) {
  return s->lent ? ria_fail(RIA_ERROR_ARGUMENT,
                            "the fields of the simulation are lent to the application; call "
                            "ria_patch_take_back() first")
                 : RIA_SUCCESS;
}

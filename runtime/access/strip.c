#include "strip.h"
#include <stdlib.h>

ria_status strip_create(strip_buffers *strip, size_t bytes, bool pin) {
  strip->pinned = pin ? bytes : 0;
  for (int g = 0; g < 2; g++) {
    strip->memory[g] = pages_alloc(bytes);
    if (!strip->memory[g])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a halo strip of %zu bytes", bytes);
    if (pin)
      starpu_memory_pin(strip->memory[g], bytes);
    starpu_vector_data_register(&strip->handle[g], STARPU_MAIN_RAM, (uintptr_t)strip->memory[g],
                                (uint32_t)bytes, 1);
  }
  return RIA_SUCCESS;
}

void strip_destroy(strip_buffers *strip) {
  for (int g = 0; g < 2; g++) {
    if (strip->handle[g])
      starpu_data_unregister(strip->handle[g]);
    if (strip->pinned && strip->memory[g])
      starpu_memory_unpin(strip->memory[g], strip->pinned);
    free(strip->memory[g]);
  }
}

/* Messages are complete when their handles are free. Do not use starpu_mpi_wait_for_all: it
 * contains barriers, and hangs if ranks call it different numbers of times. */
void handle_wait(starpu_data_handle_t handle) {
  if (handle && starpu_data_acquire(handle, STARPU_RW) == 0)
    starpu_data_release(handle);
}

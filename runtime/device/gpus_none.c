/* Without nvcc: no GPUs, whatever the machine has. */
#ifndef RIA_HAS_CUDA
#include <stdio.h>
#include <string.h>
#include "driver_module.h"
#include "ria/gpus.h"

void ria_gpus_begin(void) {}

void ria_gpus_wait(void) {}

void ria_gpus_find(ria_gpus *g, bool measure) {
  (void)measure;
  memset(g, 0, sizeof *g);
  g->state = RIA_GPUS_NOT_BUILT;
  ria_gpus_built(g->undriven);
  driver_module(g->module, sizeof g->module);
  memcpy(g->why, g->undriven, sizeof g->why);
}

void ria_gpus_leave(const ria_gpus *g, int count, const unsigned *keep) {
  (void)g, (void)count, (void)keep;
}
#else
typedef int ria_gpus_none_is_empty;
#endif

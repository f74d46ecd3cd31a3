#include "hybrid.h"
#include <stdlib.h>
#include <string.h>

struct hybrid_choice {
  struct starpu_codelet codelet;
  int implementations;
  ria_implementation *implementation; /* room for one for each stage, source, tracker, rider and
                                         side of a rider, and two for each segment */
  uint32_t workers[STARPU_NMAXWORKERS][WORKER_WORDS]; /* [worker of a GPU] */
};

static void put(uint32_t *bits, int worker, bool value) {
  const uint32_t bit = UINT32_C(1) << worker % 32;
  bits[worker / 32] = (bits[worker / 32] & ~bit) | (value ? bit : 0);
}

void hybrid_let(hybrid_choice *b, ria_tile_workers who) {
  const int count = (int)starpu_worker_get_count();
  for (int gpu = 0; b && gpu < count; gpu++)
    for (int w = 0; w < count; w++)
      put(b->workers[gpu], w,
          starpu_worker_get_type(w) == STARPU_CPU_WORKER ? who != RIA_TILES_ON_GPUS
                                                         : w == gpu && who != RIA_TILES_ON_CPUS);
}

ria_status hybrid_create(const ria_runtime *r, const ria_target *target, const ria_model *m,
                         hybrid_choice **hybrid) {
  *hybrid = NULL;
  /* With operations aside, the CPU workers compute these and take no tiles. */
  const bool aside = m->program && ria_program_has_aside(m->program);
  if (!r->hybrid_workers || target->kind != RIA_TARGET_DEVICE || aside)
    return RIA_SUCCESS;
  hybrid_choice *b = *hybrid = calloc(1, sizeof *b);
  size_t most = (size_t)(m->stages + 2 * m->segments + m->sources + m->trackers +
                         m->riders * (1 + m->segments));
  if (b)
    b->implementation = calloc(most, sizeof *b->implementation);
  if (!b || !b->implementation)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the choice of workers");
  hybrid_let(b, RIA_TILES_ON_ALL);
  return RIA_SUCCESS;
}

void hybrid_destroy(hybrid_choice *b) {
  if (!b)
    return;
  free(b->implementation);
  free(b);
}

void hybrid_implementation(hybrid_choice *b, const ria_kernel *kernel,
                           const ria_implementation **one) {
  if (!b)
    return;
  const ria_implementation *host = ria_kernel_on(kernel, RIA_TARGET_HOST);
  ria_implementation *both = &b->implementation[b->implementations++];
  *both = **one;
  memcpy(both->step, host->step, sizeof both->step);
  memcpy(both->rate, host->rate, sizeof both->rate);
  memcpy(both->boundary, host->boundary, sizeof both->boundary);
  memcpy(both->cells, host->cells, sizeof both->cells);
  both->scratch_bytes = host->scratch_bytes;
  both->step_gives_fluxes = host->step_gives_fluxes;
  *one = both;
}

struct starpu_codelet *hybrid_codelet(hybrid_choice *b, struct starpu_codelet *plain,
                                      struct starpu_perfmodel *model) {
  if (!b)
    return plain;
  if (!b->codelet.model) {
    b->codelet = *plain;
    b->codelet.model = model;
  }
  return &b->codelet;
}

uint32_t *hybrid_workers(hybrid_choice *b, int gpu) {
  return b ? b->workers[gpu] : NULL;
}

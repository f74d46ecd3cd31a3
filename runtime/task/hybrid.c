#include "hybrid.h"
#include <stdlib.h>
#include <string.h>
#include "program/simulation.h"

struct ria_hybrid {
  struct starpu_codelet codelet;
  int implementations;
  ria_implementation *implementation; /* room for one a stage and source, two a segment */
  uint32_t workers[STARPU_NMAXWORKERS][RIA_WORKER_WORDS]; /* [GPU's worker] */
};

static void put(uint32_t *bits, int worker, bool value) {
  const uint32_t bit = UINT32_C(1) << worker % 32;
  bits[worker / 32] = (bits[worker / 32] & ~bit) | (value ? bit : 0);
}

/* Change who may take tiles from now on. */
static void let(ria_hybrid *b, ria_tile_workers who) {
  const int count = (int)starpu_worker_get_count();
  for (int gpu = 0; b && gpu < count; gpu++)
    for (int w = 0; w < count; w++)
      put(b->workers[gpu], w,
          starpu_worker_get_type(w) == STARPU_CPU_WORKER ? who != RIA_TILES_ON_GPUS
                                                         : w == gpu && who != RIA_TILES_ON_CPUS);
}

ria_status ria_hybrid_create(const ria_runtime *r, const ria_target *target, const ria_model *m,
                             ria_hybrid **hybrid) {
  *hybrid = NULL;
  /* With such a program the CPU workers compute what is aside, and take no tiles. */
  const bool aside = m->program && ria_program_has_aside(m->program);
  if (!r->hybrid_workers || target->kind != RIA_TARGET_DEVICE || aside)
    return RIA_SUCCESS;
  ria_hybrid *b = *hybrid = calloc(1, sizeof *b);
  size_t most = (size_t)(m->stages + 2 * m->segments + m->sources);
  if (b)
    b->implementation = calloc(most, sizeof *b->implementation);
  if (!b || !b->implementation)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the choice of workers");
  let(b, RIA_TILES_ON_ALL);
  return RIA_SUCCESS;
}

void ria_hybrid_destroy(ria_hybrid *b) {
  if (!b)
    return;
  free(b->implementation);
  free(b);
}

void ria_hybrid_implementation(ria_hybrid *b, const ria_kernel *kernel,
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

/* Tasks whose times belong together: the same work on as many cells. StarPU's own footprint sees no
 * more than the sizes of the data. */
static uint32_t footprint(struct starpu_task *task) {
  const ria_advance *a = task->cl_arg;
  const ria_simulation *s = a->simulation;
  const ria_layout *l = &a->tile->layout;
  const uint32_t numbers[] = {
      (uint32_t)l->n[0],  (uint32_t)l->n[1],      (uint32_t)l->ghost[0],       (uint32_t)a->steps,
      (uint32_t)a->reach, (uint32_t)a->rate_only, (uint32_t)s->model.precision};
  uint32_t hash = starpu_hash_crc32c_be_n(numbers, sizeof numbers, 0);
  for (int i = 0; i < s->model.stages; i++) {
    hash = starpu_hash_crc32c_string(s->model.stage[i].kernel->name, hash);
    hash = starpu_hash_crc32c_string(s->stage_implementation[i]->strategy, hash);
    hash = starpu_hash_crc32c_be(s->model.stage[i].switches, hash);
  }
  return hash;
}

/* StarPU keeps it in a file of this name, one of the machine. */
static struct starpu_perfmodel tile_model = {
    .type = STARPU_HISTORY_BASED, .symbol = "ria_tile", .footprint = footprint};

struct starpu_codelet *ria_hybrid_codelet(ria_hybrid *b, struct starpu_codelet *plain) {
  if (!b)
    return plain;
  if (!b->codelet.model) {
    b->codelet = *plain;
    b->codelet.model = &tile_model;
  }
  return &b->codelet;
}

uint32_t *ria_hybrid_workers(ria_hybrid *b, int gpu) {
  return b ? b->workers[gpu] : NULL;
}

void ria_simulation_let(ria_simulation *s, ria_tile_workers who) {
  ria_simulation_drain(s);
  let(s->hybrid, who);
}

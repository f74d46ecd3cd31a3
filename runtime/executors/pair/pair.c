/* Two stages of a step in one launch of a GPU: the sweeps along x and y of a split scheme, in one
 * pass over memory. Stages that do not form a pair are applied one by one. */
#include <stdlib.h>
#include <string.h>
#include "executors/executor.h"
#include "work/edges.h"

enum { MOST_STAGES = 32 };

/* A tile's number of launches so far, which numbers them. */
typedef struct {
  unsigned long long launches;
} pair_tile;

/* Requirements of such a launch on the domain's sides: each side is one segment, with a kernel that
 * the launch supports. */
static bool sides_fit(const ria_model *m, const char *const *known) {
  int segments[RIA_PLANE_SIDES] = {0};
  for (int i = 0; i < m->segments; i++) {
    const char *const *name = known;
    while (*name && strcmp(*name, m->segment[i].kernel->name))
      name++;
    if (!*name || m->segment[i].side >= RIA_PLANE_SIDES || ++segments[m->segment[i].side] > 1)
      return false;
  }
  return m->segments == RIA_PLANE_SIDES;
}

/* Whether one launch can apply a stage and the next. */
static bool is_pair(const ria_simulation *s, int stage) {
  const ria_model *m = &s->model;
  if (stage + 1 >= m->stages || stage >= MOST_STAGES)
    return false;
  const ria_implementation *one = s->stage_implementation[stage];
  const ria_device_functions *device = stage_on_device(s, stage);
  const ria_stage *this = &m->stage[stage], *next = &m->stage[stage + 1];
  return device->pair && !strcmp(device->pair, next->kernel->name) && device->step_pair &&
         !strcmp(one->strategy, s->stage_implementation[stage + 1]->strategy) &&
         this->switches == next->switches && sides_fit(m, device->pair_edges);
}

/* Bit i: stage i and the next are a pair. */
static unsigned pairs_of(const ria_simulation *s) {
  unsigned pairs = 0;
  for (int stage = 0; stage < s->model.stages; stage++)
    if (is_pair(s, stage))
      pairs |= 1u << stage++;
  return pairs;
}

static ria_status fits(ria_simulation *s, bool *fits) {
  *fits = s->on_device && !s->hybrid && s->one_order && pairs_of(s);
  return RIA_SUCCESS;
}

static ria_status create(ria_simulation *s) {
  s->joined = pairs_of(s);
  s->applications = s->model.stages - __builtin_popcount(s->joined);
  for (int i = 0; i < s->tiles; i++)
    if (!(s->tile[i].executor_data = calloc(1, sizeof(pair_tile))))
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile");
  return RIA_SUCCESS;
}

/* Apply a stage and the next. Ghost cells beyond the edge of the domain are neither read nor
 * written. */
static void apply_pair(const tile_work *w, partial_step *step, int stage) {
  const ria_model *m = &w->s->model;
  const ria_stage *next = &m->stage[stage + 1];
  const double dt = w->clock->now.dt;
  pair_tile *tile = w->tile->executor_data;
  double scalars[RIA_MAX_SCALARS], next_scalars[RIA_MAX_SCALARS];
  ria_step_args args;
  edges_launch edges;
  const int from = work_step_next(w, step, stage, 2);
  work_step_args(w, step, stage, from, scalars, &args);
  work_begin_report(w);
  bindings_resolve(next->scalars, next->kernel->nscalar, dt, step->forcing, next_scalars);
  edges_prepare(w->s, w->tile, stage + 1, args.dst, w->statics, dt, step->forcing, w->device,
                &edges);
  const ria_device_pair_args pair = {.step = args,
                                     .scalars = next_scalars,
                                     .switches = next->switches,
                                     .edges = &edges.args,
                                     .report = w->device->report,
                                     .number = tile->launches++,
                                     .stream = w->device->stream};
  work_set_error(w, stage_on_device(w->s, stage)->step_pair(&pair));
}

static void advance(const tile_work *w, const executor_stretch *t) {
  for (int i = 0; i < t->steps; i++) {
    const int number = t->first + i;
    partial_step step = work_step_begin(w, number, t->reach - i, work_forcing(w, number));
    for (int stage = 0; stage < w->s->model.stages; stage++)
      if (w->s->joined >> stage & 1)
        apply_pair(w, &step, stage++);
      else
        work_stage(w, &step, stage, false, NULL);
    work_step_end(w, &step);
  }
}

const tile_executor pair_executor = {
    .traits = {.tracks = true}, .fits = fits, .create = create, .advance = advance};

/* Many steps in one pass over the memory of a tile, on CPUs. Ghost cells beyond the edge of the
 * domain depend on the cells next to them after each step. So cells near such an edge are advanced
 * step by step, in buffers of their own, and all other cells in one pass. Near an edge across x
 * this is slower than single steps of all cells, because those cells are the ends of all rows. */
#include <stdlib.h>
#include "clock/clock.h"
#include "executors/executor.h"
#include "work/edges.h"

/* Buffers of a tile with cells near the edge of the domain, for odd and even intermediate steps. */
typedef struct {
  void *between[2]; /* owned */
} wavefront_tile;

static int most_steps(const ria_simulation *s) {
  return s->stage_implementation[0]->most_steps[s->model.precision];
}

static ria_status fits(ria_simulation *s, bool *fits) {
  const ria_model *m = &s->model;
  *fits = !s->on_device && !s->hybrid && s->straight && m->stages == 1 && s->applications == 1 &&
          m->window > 1 && m->stage[0].kernel->kind == RIA_KERNEL_POINT && !m->nstatic &&
          !m->sources && !m->forcings && !m->stage[0].kernel->interim && most_steps(s) > 1;
  for (int i = 0; i < m->segments; i++)
    *fits &= !m->segment[i].opening && ria_side_axis(m->segment[i].side) != 0;
  return RIA_SUCCESS;
}

static ria_status create(ria_simulation *s) {
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    wavefront_tile *own = calloc(1, sizeof *own);
    if (!own)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile");
    tile->executor_data = own;
    const size_t bytes = (size_t)s->model.nstate * tile->layout.field * tile->layout.size;
    for (int b = 0; b < 2 && tile->edges; b++)
      if (!(own->between[b] = pages_alloc(bytes)))
        return ria_fail(RIA_ERROR_MEMORY, "no %zu bytes for the steps between of a tile", bytes);
  }
  return RIA_SUCCESS;
}

static void destroy_tile(const ria_simulation *s, tile_data *tile) {
  wavefront_tile *own = tile->executor_data;
  (void)s;
  free(own->between[0]);
  free(own->between[1]);
}

static void fields_of(const tile_work *w, const void *block, void *fields[RIA_MAX_FIELDS]) {
  for (int f = 0; f < w->s->model.nstate; f++)
    fields[f] = layout_origin(&w->tile->layout, block, f);
}

/* The cells that the step `left` steps before the next exchange advances. */
static ria_box box_with(const tile_work *w, int left) {
  int reach[RIA_AXES];
  for (int axis = 0; axis < RIA_AXES; axis++)
    reach[axis] = left * w->s->radius[axis];
  return work_box(w, reach);
}

static void apply(const tile_work *w, ria_step_args *args, double *rate, bool *bad) {
  w->s->stage_implementation[0]->step[w->s->model.precision](args);
  *rate = args->rate_max > *rate ? args->rate_max : *rate;
  *bad |= args->bad != 0;
}

/* Advance the cells near the edge of the domain step by step. The last step covers the cells within
 * reach of all the steps; each earlier step covers as many more as the next one reads. */
static void make_rim(const tile_work *w, ria_step_args args, int left, int pass,
                     const double *forcing, double *rate, bool *bad) {
  const ria_model *m = &w->s->model;
  const wavefront_tile *own = w->tile->executor_data;
  const ria_box all = layout_own(&w->tile->layout);
  void *last[RIA_MAX_FIELDS], *src[RIA_MAX_FIELDS], *dst[RIA_MAX_FIELDS];
  for (int f = 0; f < m->nstate; f++) {
    last[f] = args.dst[f];
    src[f] = (void *)(uintptr_t)args.src[f];
  }
  args.steps = 1;
  for (int step = 1; step <= pass; step++) {
    edges_fill(w->s, w->tile, 0, NULL, src, w->statics, w->clock->now.dt, forcing, NULL);
    if (step < pass)
      fields_of(w, own->between[step % 2], dst);
    for (int f = 0; f < m->nstate; f++) {
      args.src[f] = src[f];
      args.dst[f] = step < pass ? dst[f] : last[f];
    }
    for (int axis = 0; axis < RIA_AXES; axis++)
      for (int high = 0; high < 2; high++) {
        const int deep = (2 * pass - step) * w->s->radius[axis];
        if (w->tile->has_neighbour[2 * axis + high] || !deep)
          continue;
        args.update = box_with(w, left - step);
        if (high && args.update.lo[axis] < all.hi[axis] - deep)
          args.update.lo[axis] = all.hi[axis] - deep;
        if (!high && args.update.hi[axis] > all.lo[axis] + deep)
          args.update.hi[axis] = all.lo[axis] + deep;
        apply(w, &args, rate, bad);
      }
    for (int f = 0; f < m->nstate; f++)
      src[f] = args.dst[f];
  }
}

/* Make `pass` steps from step `number` on. False if there are too few cells, or if a cell went bad:
 * the initial values are still there. */
static bool make_pass(const tile_work *w, int number, int left, int pass) {
  const double *forcing = work_forcing(w, number);
  const int base = w->clock->base_buffer, from = ria_clock_buffer(base, number);
  partial_step step = {.number = number,
                       .application = number + pass,
                       .box = box_with(w, left - pass),
                       .buffer = ria_clock_buffer(base, number + pass),
                       .forcing = forcing};
  double scalars[RIA_MAX_SCALARS], rate = 0;
  bool bad = false;
  ria_step_args args;
  for (int axis = 0; axis < RIA_AXES; axis++) {
    step.box.lo[axis] += w->tile->has_neighbour[2 * axis] ? 0 : pass * w->s->radius[axis];
    step.box.hi[axis] -= w->tile->has_neighbour[2 * axis + 1] ? 0 : pass * w->s->radius[axis];
  }
  if (ria_box_is_empty(step.box))
    return false;
  work_step_args(w, &step, 0, from, scalars, &args);
  tile_invalidate(w->tile, step.buffer);
  args.steps = pass;
  apply(w, &args, &rate, &bad);
  if (w->tile->edges && !bad)
    make_rim(w, args, left, pass, forcing, &rate, &bad);
  if (bad)
    return false;
  w->report->rate = rate > w->report->rate ? rate : w->report->rate;
  w->report->first_rate = rate > w->report->first_rate ? rate : w->report->first_rate;
  return true;
}

/* Number of steps of the next pass: as many as possible, but such that the pass ends in another
 * buffer. */
static int pass_of(const tile_work *w, int number, int steps, int left) {
  const int most = most_steps(w->s), base = w->clock->base_buffer;
  int pass = steps < most ? steps : most;
  pass = pass < left ? pass : left;
  if (pass > 1 && ria_clock_buffer(base, number) == ria_clock_buffer(base, number + pass))
    pass--;
  return pass;
}

static void advance(const tile_work *w, const executor_stretch *t) {
  for (int i = 0; i < t->steps;) {
    const int number = t->first + i, left = t->reach - i;
    const int pass = pass_of(w, number, t->steps - i, left);
    if (pass < 2 || !make_pass(w, number, left, pass))
      for (int n = 0; n < (pass > 1 ? pass : 1); n++)
        work_step(w, number + n, left - n, work_forcing(w, number + n), NULL, NULL);
    i += pass > 1 ? pass : 1;
  }
}

const tile_executor wavefront_executor = {.traits = {.host = true},
                                          .fits = fits,
                                          .create = create,
                                          .destroy_tile = destroy_tile,
                                          .advance = advance};

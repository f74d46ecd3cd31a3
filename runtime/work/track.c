#include "track.h"
#include <stdlib.h>

/* Cell (0, 0, 0) of each of a tracker's fields. */
static void find_fields(const ria_simulation *s, const tile_data *tile, int tracker, void *state,
                        void *const *statics, int buffer, int from, int to, ria_step_args *args) {
  const tracker_fields *fields = &s->tracker_fields[tracker];
  void *now[RIA_MAX_FIELDS];
  tile_fields(tile, s->model.nstate, state, buffer, now);
  for (int f = 0; f < fields->own.nstate; f++) {
    const int number = fields->own.state[f];
    const bool tracked = fields->is_tracked[f];
    args->src[f] = tracked ? tile_tracked(s, tile, state, from, number) : now[number];
    args->dst[f] = tracked ? tile_tracked(s, tile, state, to, number) : now[number];
  }
  kernel_fields_statics(&fields->own, statics, args->statics);
}

static void resolve(const ria_tracker *tracker, double time, double dt, double *scalars) {
  for (int i = 0; i < tracker->kernel->nscalar; i++)
    scalars[i] = tracker->scalars[i].from == RIA_BIND_TIME
                     ? time
                     : ria_binding_value(&tracker->scalars[i], dt, NULL);
}

static ria_step_args own_cells(const tile_data *tile, double *scalars, void *scratch) {
  const tile_layout *l = &tile->layout;
  return (ria_step_args){.pitch = l->pitch,
                         .plane = l->plane,
                         .update = layout_own(l),
                         .owned = layout_own(l),
                         .scalars = scalars,
                         .scratch = scratch};
}

/* As the clock will have it (ria_now_accept). */
static double time_after(const ria_now *now, int number) {
  return now->lands && number + 1 == now->active ? now->landing
                                                 : now->time + (number + 1) * now->dt;
}

void track_step(const tile_work *w, int number, int buffer) {
  const ria_simulation *s = w->s;
  const ria_precision p = s->model.precision;
  const int to = 1 - w->clock->tracked, from = number ? to : w->clock->tracked;
  for (int i = 0; i < s->model.trackers; i++) {
    double scalars[RIA_MAX_SCALARS];
    ria_step_args args = own_cells(w->tile, scalars, w->scratch);
    find_fields(s, w->tile, i, w->state, w->statics, buffer, from, to, &args);
    resolve(&s->model.tracker[i], time_after(&w->clock->now, number), w->clock->now.dt, scalars);
    if (!w->device) {
      s->tracker_implementation[i]->step[p](&args);
      continue;
    }
    work_begin_report(w);
    const ria_device_step_args device = {
        .step = args, .stream = w->device->stream, .report = w->device->report};
    work_set_error(w, ria_device_functions_of(s->tracker_implementation[i], p)->step(&device));
  }
}

static void store_start(const tile_data *tile, double start, void *field) {
  const tile_layout *l = &tile->layout;
  for (int z = 0; z < l->n[2]; z++)
    for (int y = 0; y < l->n[1]; y++)
      for (int x = 0; x < l->n[0]; x++) {
        const ptrdiff_t at = layout_at(l, x, y, z);
        if (l->size == sizeof(float))
          ((float *)field)[at] = (float)start;
        else
          ((double *)field)[at] = start;
      }
}

ria_status track_begin(const ria_simulation *s, const tile_data *tile, double time) {
  const ria_precision p = s->model.precision;
  void *statics[RIA_MAX_OPERANDS];
  void *scratch = s->scratch_bytes ? pages_alloc(s->scratch_bytes) : NULL;
  if (s->scratch_bytes && !scratch)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for scratch");
  tile_statics(s, tile, tile->statics, statics);
  for (int f = 0; f < s->model.ntracked; f++)
    store_start(tile, s->model.tracked[f].start, tile_tracked(s, tile, tile->state, 0, f));
  for (int i = 0; i < s->model.trackers; i++) {
    const ria_tracker *tracker = &s->model.tracker[i];
    double scalars[RIA_MAX_SCALARS];
    ria_step_args args = own_cells(tile, scalars, scratch);
    find_fields(s, tile, i, tile->state, statics, 0, 0, 0, &args);
    resolve(tracker, time, 0, scalars);
    ria_kernel_on(tracker->kernel, RIA_TARGET_HOST)->step[p](&args);
  }
  free(scratch);
  return RIA_SUCCESS;
}

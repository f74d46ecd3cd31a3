#include "track.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The generations of a step: what it reads, and what it writes. */
static int generation_from(const tile_work *w, int number) {
  return number ? 1 - w->clock->tracked : w->clock->tracked;
}

static int generation_to(const tile_work *w) {
  return 1 - w->clock->tracked;
}

/* A tracker's step of a tile. */
typedef struct {
  ria_step_args args;
  double scalars[RIA_MAX_SCALARS];
} tracker_step;

/* The rows of a tile that all trackers take together: what they read is in the cache from the first
 * of them on. */
static int rows_together(const tile_layout *l) {
  enum { BYTES = 4096 /* of a field */ };
  const size_t row = l->pitch * l->size, rows = BYTES / row;
  return rows > 1 ? (int)rows : 1;
}

static void track_on_host(const tile_work *w, tracker_step *step) {
  const ria_simulation *s = w->s;
  const tile_layout *l = &w->tile->layout;
  const int rows = rows_together(l);
  for (int z = 0; z < l->n[2]; z++)
    for (int y = 0; y < l->n[1]; y += rows)
      for (int i = 0; i < s->model.trackers; i++) {
        const int end = y + rows < l->n[1] ? y + rows : l->n[1];
        step[i].args.update = (ria_box){{0, y, z}, {l->n[0], end, z + 1}};
        s->tracker_implementation[i]->step[s->model.precision](&step[i].args);
      }
}

static void track_on_device(const tile_work *w, const tracker_step *step) {
  const ria_simulation *s = w->s;
  for (int i = 0; i < s->model.trackers; i++) {
    const ria_implementation *of = s->tracker_implementation[i];
    work_begin_report(w);
    const ria_device_step_args device = {
        .step = step[i].args, .stream = w->device->stream, .report = w->device->report};
    work_set_error(w, ria_device_functions_of(of, s->model.precision)->step(&device));
  }
}

void track_step(const tile_work *w, int number, int buffer) {
  const ria_simulation *s = w->s;
  tracker_step step[RIA_MAX_TRACKED];
  for (int i = 0; i < s->model.trackers; i++) {
    step[i].args = own_cells(w->tile, step[i].scalars, w->scratch);
    find_fields(s, w->tile, i, w->state, w->statics, buffer, generation_from(w, number),
                generation_to(w), &step[i].args);
    resolve(&s->model.tracker[i], time_after(&w->clock->now, number), w->clock->now.dt,
            step[i].scalars);
  }
  if (w->device)
    track_on_device(w, step);
  else
    track_on_host(w, step);
}

/* Launches find what a tracker reads by the names of its kernel. */
static bool is_renamed(const ria_tracker *tracker) {
  bool some = false;
  for (int i = 0; i < RIA_RENAMED; i++)
    some |= tracker->field[i] != NULL;
  return some;
}

bool track_besides(const ria_simulation *s) {
  const char *const *known = s->on_device ? stage_on_device(s, 0)->tracks : NULL;
  const int trackers = s->model.trackers;
  if (s->model.stages != 1 || !trackers || trackers > RIA_DEVICE_TRACKERS || !known)
    return false;
  for (int i = 0; i < trackers; i++) {
    const char *const *name = known;
    while (*name && strcmp(*name, s->model.tracker[i].kernel->name))
      name++;
    if (!*name || s->tracker_fields[i].own.nstatic || is_renamed(&s->model.tracker[i]))
      return false;
  }
  return true;
}

static void describe(const tile_work *w, int tracker, int from, int to, track_launch *launch) {
  const ria_simulation *s = w->s;
  const tracker_fields *fields = &s->tracker_fields[tracker];
  const ria_tracker *of = &s->model.tracker[tracker];
  ria_device_tracker *one = &launch->tracker[tracker];
  *one = (ria_device_tracker){.kernel = of->kernel, .scalars = launch->scalars[tracker]};
  resolve(of, 0, w->clock->now.dt, launch->scalars[tracker]);
  for (int i = 0; i < of->kernel->nscalar; i++)
    one->timed |= of->scalars[i].from == RIA_BIND_TIME ? 1u << i : 0;
  for (int f = 0; f < fields->own.nstate; f++)
    if (fields->is_tracked[f]) {
      one->from[f] = tile_tracked(s, w->tile, w->state, from, fields->own.state[f]);
      one->to[f] = tile_tracked(s, w->tile, w->state, to, fields->own.state[f]);
    }
}

static const ria_device_tracking *launch_of(const tile_work *w, int from, int to, double time,
                                            double landing, track_launch *launch) {
  const int trackers = w->s->model.trackers;
  for (int i = 0; i < trackers; i++)
    describe(w, i, from, to, launch);
  launch->tracking = (ria_device_tracking){
      .trackers = trackers, .tracker = launch->tracker, .time = time, .landing = landing};
  return &launch->tracking;
}

const ria_device_tracking *track_with_next(const tile_work *w, int number, track_launch *launch) {
  return launch_of(w, generation_from(w, number), generation_to(w),
                   time_after(&w->clock->now, number), NAN, launch);
}

const ria_device_tracking *track_window(const tile_work *w, int steps, track_launch *launch) {
  const ria_now *now = &w->clock->now;
  return launch_of(w, generation_from(w, 0), generation_to(w), now->time,
                   now->lands && steps == now->active ? now->landing : NAN, launch);
}

const ria_device_tracking *track_exact(const tile_work *w, track_launch *launch) {
  const int accepted = w->clock->tracked;
  return launch_of(w, accepted, accepted, w->clock->now.time, NAN, launch);
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

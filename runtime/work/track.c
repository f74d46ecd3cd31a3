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

/* A step, and its part of the window in which it ends. */
typedef struct {
  double time, dt;              /* time after the step; length of the step */
  double weight, begins, share; /* RIA_BIND_WEIGHT, ... */
} timing;

static timing time_step(const ria_windows *w, double before, double after, double dt) {
  static const double slack = 1 - 1e-12; /* rounded like the times of outputs */
  if (after <= 0)                        /* a window of no length has its initial state */
    return (timing){.time = after, .dt = dt, .weight = 1, .begins = 1, .share = 1};
  const double number = w->every > 0 ? ceil(after / w->every * slack) : 0;
  const double last = w->every > 0 ? w->every * (number - 1) : 0,
               end = fmin(w->every > 0 ? w->every * number : INFINITY, w->end),
               start = fmax(fmax(end - w->length, last), 0);
  return (timing){.time = after,
                  .dt = dt,
                  .weight = fmax(fmin(after, end) - fmax(before, start), 0),
                  .begins = before <= start,
                  .share = after >= end && end > start ? 1 / (end - start) : 0};
}

static void resolve(const ria_tracker *tracker, const timing *t, double *scalars) {
  for (int i = 0; i < tracker->kernel->nscalar; i++) {
    const ria_binding *b = &tracker->scalars[i];
    scalars[i] = b->from == RIA_BIND_TIME     ? t->time
                 : b->from == RIA_BIND_WEIGHT ? t->weight
                 : b->from == RIA_BIND_BEGINS ? t->begins
                 : b->from == RIA_BIND_SHARE  ? t->share
                                              : ria_binding_value(b, t->dt, NULL);
  }
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

/* The time after the step, as the clock will compute it (ria_now_accept). */
static double time_after(const ria_now *now, int number) {
  return now->lands && number + 1 == now->active ? now->landing
                                                 : now->time + (number + 1) * now->dt;
}

/* The generations that a step reads and writes. */
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

/* Fields of the state that trackers read, before and after a step. */
typedef struct {
  int fields;
  const char *before[RIA_MAX_FIELDS], *after[RIA_MAX_FIELDS];
} seen_fields;

/* False: all cells must be tracked, because their trackers' fields are stored elsewhere, or because
 * the state before the step has been overwritten. */
static bool find_seen(const tile_work *w, int number, int buffer, seen_fields *seen) {
  const ria_simulation *s = w->s;
  const int start = ria_clock_buffer(w->clock->base_buffer, number * s->applications);
  void *before[RIA_MAX_FIELDS], *after[RIA_MAX_FIELDS];
  bool reads[RIA_MAX_FIELDS] = {false};
  if (!number || start == buffer || s->model.windows.length > 0)
    return false;
  tile_fields(w->tile, s->model.nstate, w->state, start, before);
  tile_fields(w->tile, s->model.nstate, w->state, buffer, after);
  for (int i = 0; i < s->model.trackers; i++)
    for (int f = 0; f < s->tracker_fields[i].own.nstate; f++)
      if (!s->tracker_fields[i].is_tracked[f])
        reads[s->tracker_fields[i].own.state[f]] = true;
  seen->fields = 0;
  for (int f = 0; f < s->model.nstate; f++)
    if (reads[f]) {
      seen->before[seen->fields] = before[f];
      seen->after[seen->fields++] = after[f];
    }
  return true;
}

enum { CELLS = 64 /* cells that are compared together */ };

static bool has_changed(const seen_fields *seen, ptrdiff_t at, size_t bytes) {
  for (int f = 0; f < seen->fields; f++)
    if (memcmp(seen->before[f] + at, seen->after[f] + at, bytes) != 0)
      return true;
  return false;
}

/* Find the next cells of a row, from part->to on, that the step may have changed: cells at rest and
 * on land do not depend on a later time. False: there are none. */
static bool next_changed(const tile_layout *l, const seen_fields *seen, int y, int z,
                         row_part *part) {
  const int n = l->n[0];
  part->from = part->to;
  for (int x = part->to; x < n; x += CELLS) {
    const int end = x + CELLS < n ? x + CELLS : n;
    const ptrdiff_t size = (ptrdiff_t)l->size, at = layout_at(l, x, y, z) * size;
    if (has_changed(seen, at, (size_t)((end - x) * size)))
      part->to = end;
    else if (part->to > part->from)
      return true;
    else
      part->from = part->to = end;
  }
  return part->to > part->from;
}

/* Apply all trackers to a part of a row, one after the other: the first one loads the fields into
 * the cache for the others. */
static void track_part(const ria_simulation *s, tracker_step *step, ria_box cells) {
  for (int i = 0; i < s->model.trackers; i++) {
    step[i].args.update = cells;
    s->tracker_implementation[i]->step[s->model.precision](&step[i].args);
  }
}

static void track_on_host(const tile_work *w, int number, int buffer, tracker_step *step) {
  const tile_layout *l = &w->tile->layout;
  seen_fields seen = {.fields = 0};
  const bool some = find_seen(w, number, buffer, &seen);
  for (int z = 0; z < l->n[2]; z++)
    for (int y = 0; y < l->n[1]; y++) {
      row_part part = {0, some ? 0 : l->n[0]};
      while (some ? next_changed(l, &seen, y, z, &part) : part.to > part.from) {
        track_part(w->s, step, (ria_box){{part.from, y, z}, {part.to, y + 1, z + 1}});
        if (!some)
          break;
      }
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
  const ria_now *now = &w->clock->now;
  tracker_step step[RIA_MAX_TRACKED];
  const timing t = time_step(&s->model.windows, number ? time_after(now, number - 1) : now->time,
                             time_after(now, number), now->dt);
  for (int i = 0; i < s->model.trackers; i++) {
    step[i].args = own_cells(w->tile, step[i].scalars, w->scratch);
    find_fields(s, w->tile, i, w->state, w->statics, buffer, generation_from(w, number),
                generation_to(w), &step[i].args);
    resolve(&s->model.tracker[i], &t, step[i].scalars);
  }
  if (w->device)
    track_on_device(w, step);
  else
    track_on_host(w, number, buffer, step);
}

/* A launch finds the fields that a tracker reads by the names in its kernel. */
static bool is_renamed(const ria_tracker *tracker) {
  bool some = false;
  for (int i = 0; i < RIA_RENAMED; i++)
    some |= tracker->field[i] != NULL;
  return some;
}

bool track_besides(const ria_simulation *s) {
  const char *const *known = s->on_device ? stage_on_device(s, 0)->tracks : NULL;
  const int trackers = s->model.trackers;
  if (s->model.stages != 1 || s->model.windows.length > 0 || !trackers ||
      trackers > RIA_DEVICE_TRACKERS || !known)
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
  resolve(of, &(timing){.dt = w->clock->now.dt}, launch->scalars[tracker]);
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
    const timing t = time_step(&s->model.windows, time, time, 0);
    resolve(tracker, &t, scalars);
    ria_kernel_on(tracker->kernel, RIA_TARGET_HOST)->step[p](&args);
  }
  free(scratch);
  return RIA_SUCCESS;
}

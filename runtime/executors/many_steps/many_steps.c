#include "many_steps.h"
#include "work/edges.h"
#include "executors/steps/steps.h"
#include "work/track.h"
#include <stdlib.h>
#include <string.h>
#include "trial.h"
#include "work/ledger.h"

/* Private data of a tile, created by its first task. */
typedef struct {
  ria_device_steps_report *report; /* this, `scratch` and `forcing` are on the device */
  void *scratch;
  size_t scratch_bytes;
  double *forcing;
  size_t forcing_bytes;
  ria_device_side *side;
  ria_device_source *source;
  bool asked, refused;
  /* State that a window leaves to the next one, and the clock and buffers that it belongs to. It is
   * invalid after other steps, or if the state or the clock has changed. */
  ria_device_steps_memory memory;
  const void *state, *statics;
  int64_t steps;
  unsigned *woken; /* pinned host memory: from the report of the preceding window */
  /* Timed choices: one launch or single steps for a window; speculative or other exact steps. The
   * faster one depends on the GPU, the size, the share of the domain that moves, and on whether the
   * largest rate stays in place. The bits are the same. */
  timing_trial trial;
  int way;
  bool timing, timed; /* the present window and the preceding one; the marks are around them */
  int64_t began;      /* first step of the preceding one */
  device_mark begin, end;
} many_steps;

enum { STEP_BY_STEP, ONE_LAUNCH };
static const int exact_ways[TRIAL_WAYS] = {RIA_STEPS_EXACT, RIA_STEPS_SPECULATIVE};

_Static_assert((int)RIA_BUFFERS == (int)RIA_STEPS_BUFFERS, "both count a tile's buffers");

bool many_steps_offered(const ria_simulation *s) {
  const ria_model *m = &s->model;
  const ria_device_functions *device = stage_on_device(s, 0);
  return s->solo && m->stages == 1 && s->one_order && !s->field_feeds && device->steps &&
         device->steps_room && (!m->trackers || s->tracks_besides);
}

void many_steps_destroy(const ria_simulation *s, tile_data *tile) {
  many_steps *many = tile->executor_data;
  (void)s;
  device_free(many->report);
  device_free(many->scratch);
  device_free(many->forcing);
  device_pinned_free(many->woken);
  device_mark_destroy(many->begin);
  device_mark_destroy(many->end);
  free(many->side);
  free(many->source);
}

/* Record that so many bytes are missing: single steps, which need no such memory, are used instead.
 */
static void refuse(const tile_work *w, many_steps *many, size_t bytes) {
  many->refused = true;
  atomic_store(w->s->missing_memory, bytes);
}

size_t ria_simulation_missing_memory(const ria_simulation *s) {
  return atomic_load(s->missing_memory);
}

/* The sides, which do not change, and room for sources. */
static many_steps *create(const tile_work *w) {
  many_steps *many = calloc(1, sizeof *many);
  if (!many)
    return NULL;
  many->report = device_alloc(sizeof *many->report);
  many->woken = device_pinned_alloc(sizeof *many->woken);
  many->side = calloc((size_t)w->tile->edges + 1, sizeof *many->side);
  many->source = calloc((size_t)w->tile->sources + 1, sizeof *many->source);
  if (!many->report || !many->woken || !many->side || !many->source ||
      device_mark_create(&many->begin) || device_mark_create(&many->end)) {
    refuse(w, many, sizeof *many->report);
    return many;
  }
  edges_describe(w->tile, many->side);
  return many;
}

/* Make room for at least that many bytes; the old contents are lost. */
static bool grow(void **memory, size_t *bytes, size_t wanted) {
  if (wanted <= *bytes)
    return true;
  device_free(*memory);
  *memory = device_alloc(wanted);
  *bytes = *memory ? wanted : 0;
  return *memory;
}

static void fill_args(const tile_work *w, many_steps *many, ria_device_steps_args *args) {
  const ria_model *m = &w->s->model;
  const tile_layout *l = &w->tile->layout;
  const kernel_fields *own = &w->s->stage_fields[0];
  sources_describe(w->tile, w->device, many->source); /* with the present weights */
  *args = (ria_device_steps_args){.pitch = l->pitch,
                                  .nx = l->n[0],
                                  .ny = l->n[1],
                                  .base_buffer = w->clock->base_buffer,
                                  .scalars = m->stage[0].scalars,
                                  .switches = m->stage[0].switches,
                                  .sides = w->tile->edges,
                                  .sources = w->tile->sources,
                                  .side = many->side,
                                  .source = many->source,
                                  .forcings = m->forcings,
                                  .report = many->report,
                                  .stream = w->device->stream};
  for (int buffer = 0; buffer < RIA_BUFFERS; buffer++) {
    void *fields[RIA_MAX_FIELDS];
    tile_fields(w->tile, m->nstate, w->state, buffer, fields);
    kernel_fields_state(own, fields, args->state[buffer]);
  }
  kernel_fields_statics(own, w->statics, args->statics);
}

/* A refusal is not an error: single steps are used instead. */
static bool note(const tile_work *w, many_steps *many, int code) {
  if (code == DEVICE_NOT_SUPPORTED)
    many->refused = true;
  else
    work_set_error(w, code);
  return !code;
}

/* Scratch for all ways in which a simulation's launches may run: those of a known dt, or of exact
 * steps. */
static bool make_room(const tile_work *w, many_steps *many, const ria_device_steps_args *args) {
  ria_device_steps_args asked = *args;
  for (int n = 0; n < (args->exact ? TRIAL_WAYS : 1); n++) {
    ria_device_steps_room room = {0};
    asked.exact = args->exact ? exact_ways[n] : RIA_STEPS_KNOWN;
    if (!note(w, many, stage_on_device(w->s, 0)->steps_room(&asked, &room)))
      return false;
    if (!grow(&many->scratch, &many->scratch_bytes, room.scratch_bytes)) {
      refuse(w, many, room.scratch_bytes);
      return false;
    }
  }
  return true;
}

/* Arguments of every launch; queries the scratch size once. False: no launch is possible. */
static bool prepare(const tile_work *w, many_steps *many, ria_device_steps_args *args) {
  many->asked = many->asked || make_room(w, many, args);
  if (!many->asked)
    return false;
  args->scratch = many->scratch;
  args->scratch_bytes = many->scratch_bytes;
  return true;
}

/* Copy the forcing to the device; it is copied from the clock, which does not change until the task
 * has ended. False: there is no room. */
static bool upload(const tile_work *w, many_steps *many, int count, const double **copy) {
  const size_t bytes = (size_t)count * (size_t)w->s->model.forcings * sizeof(double);
  void *memory = many->forcing;
  const bool room = grow(&memory, &many->forcing_bytes, bytes);
  *copy = many->forcing = memory;
  if (!room)
    refuse(w, many, bytes);
  else if (bytes)
    note(w, many, device_copy(w->device->stream, memory, work_forcing(w, 0), bytes));
  return room;
}

/* Also false after an error, which is recorded. */
static bool launch(const tile_work *w, many_steps *many, const ria_device_steps_args *args) {
  if (!w->device->error)
    note(w, many, device_steps_begin(w->device->stream, many->report, &w->clock->now));
  return !w->device->error && note(w, many, stage_on_device(w->s, 0)->steps(args));
}

static many_steps *many_of(const tile_work *w) {
  if (!w->tile->executor_data)
    w->tile->executor_data = create(w);
  return w->tile->executor_data;
}

/* Choose the way of a window; first record the time of the preceding one, counted in turns. That
 * one has ended, because its report was needed. */
static int choose_way(many_steps *many, void *stream, bool whole, int64_t turns) {
  if (many->timed && turns > 0 && device_mark_passed(many->end))
    trial_note(&many->trial, many->way,
               device_mark_seconds(many->begin, many->end) / (double)turns);
  many->timed = false;
  many->way = trial_next(&many->trial, whole, &many->timing);
  many->timing = many->timing && !device_mark_record(many->begin, stream);
  return many->way;
}

/* Call after the window's steps were queued, in either way. */
static void end_timing(const tile_work *w) {
  many_steps *many = w->tile->executor_data;
  if (!many || !many->timing)
    return;
  many->timing = false;
  many->timed = !device_mark_record(many->end, w->device->stream);
}

/* The tile's next window must not rely on saved state. */
void many_steps_invalidate(tile_data *tile) {
  many_steps *many = tile->executor_data;
  if (many)
    many->memory = (ria_device_steps_memory){0};
}

/* The saved state; cleared unless the preceding window has left the state as it is now. */
static ria_device_steps_memory *memory_of(const tile_work *w, many_steps *many) {
  if (many->state != w->state || many->statics != w->statics[0] ||
      many->steps != w->clock->now.steps || many->memory.last_buffer != w->clock->base_buffer)
    many_steps_invalidate(w->tile);
  many->memory.woken = *many->woken; /* valid, since the window has ended: its report was judged */
  return &many->memory;
}

static bool give_forcing(const tile_work *w, many_steps *many, ria_device_steps_args *args) {
  if (args->steps * args->forcings > RIA_STEPS_FEW)
    return upload(w, many, args->steps, &args->forcing);
  args->few_forcing = work_forcing(w, 0);
  return true;
}

/* Inflow that the steps of a window also add up; NULL: none. */
static const ria_device_measure *measure_of(const tile_work *w, ria_device_measure *measure) {
  const ria_model *m = &w->s->model;
  const double dt = w->clock->now.dt;
  if (!w->tile->openings)
    return NULL;
  *measure = (ria_device_measure){.flows = w->device->flows};
  for (int axis = 0; axis < 2; axis++)
    measure->share[axis] = flow_share(m, axis, dt);
  for (int a = 0; a < m->amounts; a++)
    if (m->amount[a].decay > 0)
      measure->left[a] = flow_left(m, a, dt);
  return measure;
}

/* False if the window is too long, faster by single steps, or refused: then nothing was queued. */
static bool window(const tile_work *w, int first, int steps) {
  if (first || steps >= RIA_STEPS_MOST)
    return false;
  many_steps *many = many_of(w);
  if (!many || many->refused ||
      choose_way(many, w->device->stream, steps == w->s->model.window, 1) == STEP_BY_STEP)
    return false;
  ria_device_steps_args args;
  fill_args(w, many, &args);
  args.steps = steps;
  args.dt = w->clock->now.dt;
  args.memory = memory_of(w, many);
  ria_device_measure measure;
  track_launch tracking;
  args.measure = measure_of(w, &measure);
  args.tracking = w->s->model.trackers ? track_window(w, steps, &tracking) : NULL;
  if (!prepare(w, many, &args) || !give_forcing(w, many, &args) || !launch(w, many, &args))
    return false;
  many->state = w->state;
  many->statics = w->statics[0];
  many->steps = w->clock->now.steps + steps;
  note(w, many,
       device_steps_end(w->device->stream, many->report, w->device->flows, w->report, many->woken));
  return true;
}

static void advance(const tile_work *w, const executor_stretch *t) {
  if (!t->steps)
    return;
  if (!window(w, t->first, t->steps)) {
    many_steps_invalidate(w->tile); /* single steps change the state */
    steps_advance(w, t);
  }
  end_timing(w);
}

bool many_steps_exact(const tile_work *w, const many_steps_batch *batch, const ria_request *request,
                      ria_device_steps_report *result) {
  enum { LEAST_TIMED = 64 }; /* steps; for fewer, the start is too large a share of the time */
  const ria_model *m = &w->s->model;
  many_steps *many = many_of(w);
  if (!many || many->refused)
    return false;
  const int way = choose_way(many, w->device->stream, batch->steps >= LEAST_TIMED,
                             w->clock->now.steps - many->began);
  many->began = w->clock->now.steps;
  many_steps_invalidate(w->tile); /* exact steps use the memory of the windows' saved state */
  ria_device_steps_args args;
  fill_args(w, many, &args);
  args.exact = exact_ways[way];
  args.steps = batch->steps;
  args.pace = pace_of(m);
  args.request = *request;
  args.table = (ria_forcing_table){.interval = m->forcing_interval,
                                   .first = batch->first_knot,
                                   .count = batch->knots,
                                   .forcings = m->forcings};
  track_launch tracking;
  args.tracking = m->trackers ? track_exact(w, &tracking) : NULL;
  if (!prepare(w, many, &args))
    return false;
  if (!upload(w, many, batch->knots, &args.table.values) || !launch(w, many, &args))
    return false;
  note(w, many, device_copy(w->device->stream, result, many->report, sizeof *result));
  end_timing(w);
  return true;
}

static ria_status fits(ria_simulation *s, bool *fits) {
  *fits = s->on_device && many_steps_offered(s);
  return RIA_SUCCESS;
}

const tile_executor many_steps_executor = {.traits = {.tracks = true},
                                           .fits = fits,
                                           .destroy_tile = many_steps_destroy,
                                           .advance = advance,
                                           .invalidate = many_steps_invalidate};

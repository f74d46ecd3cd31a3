/* Many steps in one launch, and the same steps one by one by the serial reference: a domain with
 * sides, sources and forcing. For a table of kernels, `suite_kernels`, that the including file
 * defines, as it does steps_launch(). */
#ifndef RIA_STEPS_CASE_H
#define RIA_STEPS_CASE_H

#include "through_cpu.h"
#include "track_case.h"

enum {
  CASE_AMOUNTS = 2,
  CASE_SIDES = 6,
  CASE_OPENINGS = 3,
  CASE_SOURCES = 2,
  CASE_CELLS = 12,
  CASE_FORCINGS = 4,
  CASE_KNOTS = 24
};

typedef struct {
  ria_precision precision;
  int nx, ny;
  unsigned switches, seed;
  int land;  /* number of land columns in ten */
  int exact; /* how: RIA_STEPS_KNOWN are steps of `dt` */
  int steps;
  int first; /* known dt: index of the first step in the forcing */
  double dt;
  int fed;      /* whether there are sources */
  int unforced; /* whether nothing changes with time */
  ria_pace pace;
  ria_request request;
  ria_now now; /* where exact steps begin */
  ria_shape shape;
  int base_buffer;
} steps_setting;

/* A domain, its sides, sources and forcing, and its bindings. */
typedef struct {
  const ria_kernel *kernel;
  steps_setting setting;
  kernel_tile buffer[RIA_STEPS_BUFFERS];
  ria_binding scalars[RIA_MAX_SCALARS];
  ria_binding side_scalars[CASE_SIDES][RIA_MAX_SCALARS];
  ria_binding source_scalars[CASE_SOURCES][RIA_MAX_SCALARS];
  ria_device_side side[CASE_SIDES];
  ria_device_source source[CASE_SOURCES];
  ptrdiff_t index[CASE_SOURCES][CASE_CELLS];
  double weight[CASE_SOURCES][CASE_CELLS];
  double forcing[64][CASE_FORCINGS]; /* of each step, with a known dt */
  double knots[CASE_KNOTS][CASE_FORCINGS];
  ria_forcing_table table;
  struct {
    ria_flows all;
    ria_flow in[CASE_OPENINGS];
  } flows;                             /* inflow, by the reference or by a launch */
  double share[2], left[CASE_AMOUNTS]; /* parameters of its sums */
  tracked_tile tracked;
  int generation; /* generation before a launch; a launch of known dt writes the other one */
  double landing; /* see ria_device_tracking */
} steps_case;

static const ria_kernel *kernel_named(const char *name) {
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    if (!strcmp((*k)->name, name))
      return *k;
  fail_msg("there is no kernel %s", name);
  return NULL;
}

/* Scalars as in the other tests, except those that change in a run. */
static void bind(const ria_kernel *kernel, int unforced, ria_binding *scalars) {
  static const struct {
    const char *name;
    ria_binding binding;
  } moving[] = {{"dt", {.from = RIA_BIND_DT}},
                {"level", {.from = RIA_BIND_FORCING, .forcing = 0}},
                {"inflow", {.from = RIA_BIND_FORCING, .forcing = 1}},
                {"wind_x", {.from = RIA_BIND_FORCING, .forcing = 2}},
                {"water", {.from = RIA_BIND_FORCING, .forcing = 3}},
                {"decayed", {.from = RIA_BIND_DECAYED, .value = 0.02}}};
  double values[RIA_MAX_SCALARS];
  tile_scalars(kernel, PATTERN_WET, values);
  for (int i = 0; i < kernel->nscalar; i++) {
    scalars[i] = (ria_binding){.from = RIA_BIND_VALUE, .value = values[i]};
    for (size_t n = 0; n < sizeof moving / sizeof *moving; n++)
      if (!strcmp(kernel->scalar[i].name, moving[n].name))
        scalars[i] = moving[n].binding;
    if (unforced && scalars[i].from == RIA_BIND_FORCING)
      scalars[i] = (ria_binding){.from = RIA_BIND_VALUE, .value = 1e-2};
  }
}

static void make_forcing(steps_case *c) {
  for (int f = 0; f < CASE_FORCINGS; f++) {
    static const double low[CASE_FORCINGS] = {-0.3, 0.5, -2e-5, 0},
                        high[CASE_FORCINGS] = {0.5, 2.5, 3e-5, 0.02};
    for (unsigned s = 0; s < 64; s++)
      c->forcing[s][f] = low[f] + (high[f] - low[f]) * tile_random(7, s, (unsigned)f);
    for (unsigned s = 0; s < CASE_KNOTS; s++)
      c->knots[s][f] = low[f] + (high[f] - low[f]) * tile_random(8, s, (unsigned)f);
  }
  c->table = (ria_forcing_table){.interval = 0.5,
                                 .first = 2,
                                 .count = CASE_KNOTS,
                                 .forcings = CASE_FORCINGS,
                                 .values = c->knots[0]};
}

/* All kinds of sides; the low y side in three parts, one of them far from water. */
static void make_sides(steps_case *c) {
  const int nx = c->setting.nx, ny = c->setting.ny;
  const struct {
    const char *name;
    int axis, outward, from, to;
  } side[CASE_SIDES] = {
      {"water_level", 0, -1, 0, ny},     {"water_open", 0, 1, 0, ny},
      {"water_level", 1, -1, 0, nx / 3}, {"water_discharge", 1, -1, nx / 3, nx / 2},
      {"water_wall", 1, -1, nx / 2, nx}, {"water_wall", 1, 1, 0, nx}};
  for (int s = 0; s < CASE_SIDES; s++) {
    const ria_kernel *kernel = kernel_named(side[s].name);
    bind(kernel, c->setting.unforced, c->side_scalars[s]);
    c->side[s] = (ria_device_side){.kernel = kernel,
                                   .axis = side[s].axis,
                                   .outward = side[s].outward,
                                   .from = side[s].from,
                                   .to = side[s].to,
                                   .scalars = c->side_scalars[s],
                                   .opening = strcmp(side[s].name, "water_wall") ? s % 3 + 1 : 0};
  }
}

static int compare_places(const void *a, const void *b) {
  const ptrdiff_t x = *(const ptrdiff_t *)a, y = *(const ptrdiff_t *)b;
  return x < y ? -1 : x > y;
}

/* Scattered cells, some more than once, then adjacent cells; both sources feed some of them.
 */
static void make_sources(steps_case *c) {
  const int nx = c->setting.nx, ny = c->setting.ny;
  for (int s = 0; s < CASE_SOURCES; s++) {
    const ria_kernel *kernel = kernel_named("water_source");
    bind(kernel, c->setting.unforced, c->source_scalars[s]);
    for (int e = 0; e < CASE_CELLS; e++) {
      const int cell = e % 2 && e % 3 ? e - 1 : e;
      const int x = (int)(tile_random(3, (unsigned)cell / 4, (unsigned)s) * nx);
      c->index[s][e] = (ptrdiff_t)c->buffer[0].pitch * ((cell * 5 + s) % ny) + x;
      c->weight[s][e] = 0.25 * (e + 1);
    }
    qsort(c->index[s], CASE_CELLS, sizeof *c->index[s], compare_places);
    c->source[s] = (ria_device_source){.kernel = kernel,
                                       .index = c->index[s],
                                       .weight = c->weight[s],
                                       .count = CASE_CELLS,
                                       .scalars = c->source_scalars[s]};
  }
}

/* Shores, films and deep water, and land, part of it not at rest yet. */
static void make_state(steps_case *c) {
  const steps_setting *s = &c->setting;
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    c->buffer[b] = tile_new(c->kernel, s->precision, s->nx, s->ny, 1);
  kernel_tile *t = &c->buffer[s->base_buffer];
  kernel_tile land = tile_like(t);
  tile_fill(t, c->kernel, s->seed % 2 ? PATTERN_SHORE : PATTERN_WET, s->seed);
  tile_fill(&land, c->kernel, PATTERN_DRY, s->seed);
  for (int y = -1; y <= s->ny; y++)
    for (int x = -1; x <= s->nx; x++)
      if (x * 10 / s->nx >= 10 - s->land)
        for (int f = 0; f < t->nstate + t->nstatic; f++)
          memcpy(tile_at(t, f, x, y), tile_at(&land, f, x, y), ria_precision_size(s->precision));
  if (s->land) /* a discharge without water would make the exact step collapse */
    tile_set_named(t, c->kernel, s->exact ? "hc" : "qx", s->nx - 2, s->ny / 2, 1e-3);
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int f = t->nstate; f < t->nstate + t->nstatic; f++)
      memcpy(c->buffer[b].field[f], t->field[f], t->count * ria_precision_size(s->precision));
  tile_free(&land);
}

static steps_case *case_new(const ria_kernel *kernel, const steps_setting *setting) {
  steps_case *c = calloc(1, sizeof *c);
  assert_non_null(c);
  c->kernel = kernel;
  c->setting = *setting;
  c->share[0] = 0.25, c->share[1] = 0.5;
  c->left[1] = 0.875;
  c->landing = setting->seed % 2 ? 77 : NAN;
  bind(kernel, c->setting.unforced, c->scalars);
  make_state(c);
  c->tracked = tracked_new("water_arrival", &c->buffer[0]);
  make_forcing(c);
  make_sides(c);
  make_sources(c);
  return c;
}

static void case_free(steps_case *c) {
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    tile_free(&c->buffer[b]);
  tracked_free(&c->tracked);
  free(c);
}

/* ---- the reference, step by step ---- */

typedef struct {
  double rate; /* largest rate, or the rate of the last exact step */
  int bad, bad_step, bad_x, bad_y;
  ria_now now;
  int last;        /* buffer with the result */
  unsigned redone; /* of the launch: steps repeated because the speculated rate was wrong */
} steps_result;

static void resolve(const ria_kernel *kernel, const ria_binding *scalars, double dt,
                    const double *forcing, double *values) {
  for (int i = 0; i < kernel->nscalar; i++)
    values[i] = ria_binding_value(&scalars[i], dt, forcing);
}

static void fill_sides(steps_case *c, kernel_tile *t, double dt, const double *forcing) {
  const ptrdiff_t pitch = (ptrdiff_t)t->pitch;
  for (int s = 0; s < CASE_SIDES; s++) {
    const ria_device_side *side = &c->side[s];
    const ptrdiff_t across = side->axis == 0 ? 1 : pitch, along = side->axis == 0 ? pitch : 1;
    const int last = side->axis == 0 ? t->nx - 1 : t->ny - 1;
    double values[RIA_MAX_SCALARS];
    resolve(side->kernel, side->scalars, dt, forcing, values);
    ria_boundary_args args = {.origin =
                                  (side->outward < 0 ? 0 : last) * across + side->from * along,
                              .along = along,
                              .inward = -side->outward * across,
                              .count = side->to - side->from,
                              .layers = 1,
                              .axis = side->axis,
                              .outward = side->outward,
                              .scalars = values};
    for (int f = 0; f < t->nstate; f++)
      args.state[f] = tile_origin(t, f);
    for (int f = 0; f < t->nstatic; f++)
      args.statics[f] = tile_origin(t, t->nstate + f);
    side->kernel->implementation[0].boundary[t->precision](&args);
  }
}

static void feed(steps_case *c, kernel_tile *t, double dt, const double *forcing) {
  for (int s = 0; s < CASE_SOURCES && c->setting.fed; s++) {
    const ria_device_source *source = &c->source[s];
    double values[RIA_MAX_SCALARS];
    resolve(source->kernel, source->scalars, dt, forcing, values);
    ria_cells_args args = {.index = source->index,
                           .weight = source->weight,
                           .count = source->count,
                           .scalars = values};
    for (int f = 0; f < t->nstate; f++)
      args.state[f] = tile_origin(t, f);
    for (int f = 0; f < t->nstatic; f++)
      args.statics[f] = tile_origin(t, t->nstate + f);
    source->kernel->implementation[0].cells[t->precision](&args);
  }
}

/* The kernel's step or rate on a box. */
static ria_step_args apply_kernel(steps_case *c, ria_step_function function, kernel_tile *from,
                                  kernel_tile *to, ria_box box, const double *values) {
  ria_step_args args = {.pitch = from->pitch,
                        .update = box,
                        .owned = box,
                        .scalars = values,
                        .switches = c->setting.switches};
  for (int f = 0; f < from->nstate; f++) {
    args.src[f] = tile_origin(from, f);
    args.dst[f] = tile_origin(to, f);
  }
  for (int f = 0; f < from->nstatic; f++)
    args.statics[f] = tile_origin(from, from->nstate + f);
  function(&args);
  return args;
}

static void locate_bad(steps_case *c, kernel_tile *from, kernel_tile *to, int step,
                       const double *values, steps_result *r) {
  for (int y = 0; y < from->ny; y++)
    for (int x = 0; x < from->nx; x++) {
      const ria_box one = ria_box_plane(x, x + 1, y, y + 1);
      if (!apply_kernel(c, c->kernel->implementation[0].step[from->precision], from, to, one,
                        values)
               .bad)
        continue;
      r->bad = 1, r->bad_step = step, r->bad_x = x, r->bad_y = y;
      return;
    }
}

/* One step of dt from one buffer to another; the sides of the first are filled already. */
static double one_step(steps_case *c, kernel_tile *from, kernel_tile *to, int step, double dt,
                       const double *forcing, steps_result *r) {
  const ria_box all = ria_box_plane(0, from->nx, 0, from->ny);
  double values[RIA_MAX_SCALARS];
  resolve(c->kernel, c->scalars, dt, forcing, values);
  const ria_step_args args =
      apply_kernel(c, c->kernel->implementation[0].step[from->precision], from, to, all, values);
  if (args.bad && !r->bad)
    locate_bad(c, from, to, step, values, r);
  feed(c, to, dt, forcing);
  return args.rate_max;
}

/* Add the inflow during a step of known dt. */
static void measure_step(steps_case *c, const kernel_tile *t, int step, double dt,
                         const double *forcing) {
  double values[RIA_MAX_SCALARS], left[RIA_AMOUNTS] = {0};
  resolve(c->kernel, c->scalars, dt, forcing, values);
  for (int a = 0; a < CASE_AMOUNTS; a++)
    left[a] = c->left[a] > 0 ? ria_flow_power(c->left[a], c->setting.steps - step) : 0;
  for (int s = 0; s < CASE_SIDES; s++) {
    const ria_device_side *side = &c->side[s];
    const ria_device_opening opening = {.axis = side->axis,
                                        .outward = side->outward,
                                        .from = side->from,
                                        .to = side->to,
                                        .across = side->outward < 0 ? 0
                                                  : side->axis      ? t->ny - 1
                                                                    : t->nx - 1,
                                        .number = side->opening - 1};
    if (side->opening)
      add_inflow_of_cpu(c->kernel, t, values, c->setting.switches, &opening, c->share, left,
                        &c->flows.all);
  }
}

static steps_result reference_known(steps_case *c) {
  const steps_setting *s = &c->setting;
  steps_result r = {.last = s->base_buffer};
  for (int step = 0; step < s->steps; step++) {
    const int to = (s->base_buffer + 1 + step % 2) % RIA_STEPS_BUFFERS;
    const double *const forcing = c->forcing[s->first + step];
    fill_sides(c, &c->buffer[r.last], s->dt, forcing);
    measure_step(c, &c->buffer[r.last], step, s->dt, forcing);
    const double rate = one_step(c, &c->buffer[r.last], &c->buffer[to], step, s->dt, forcing, &r);
    r.rate = rate > r.rate ? rate : r.rate;
    r.last = to;
    const bool lands = step + 1 == s->steps && !isnan(c->landing);
    track_by_cpu(&c->tracked, c->kernel, &c->buffer[to],
                 lands ? c->landing : s->now.time + (step + 1) * s->dt,
                 step ? 1 - c->generation : c->generation, 1 - c->generation);
  }
  return r;
}

static steps_result reference_exact(steps_case *c) {
  const steps_setting *s = &c->setting;
  steps_result r = {.last = s->base_buffer, .now = s->now};
  for (int step = 0; step < s->steps; step++) {
    kernel_tile *from = &c->buffer[r.last], *to = &c->buffer[(r.last + 1) % RIA_STEPS_BUFFERS];
    double forcing[CASE_FORCINGS], values[RIA_MAX_SCALARS];
    if (ria_now_reached(&r.now, &s->request) || !ria_forcing_covers(&c->table, r.now.time))
      break;
    for (int f = 0; f < CASE_FORCINGS; f++)
      forcing[f] = ria_forcing_at(&c->table, r.now.time, f);
    fill_sides(c, from, 0, forcing);
    resolve(c->kernel, c->scalars, 0, forcing, values);
    r.rate = apply_kernel(c, c->kernel->implementation[0].rate[s->precision], from, to,
                          ria_box_plane(0, s->nx, 0, s->ny), values)
                 .rate_max;
    r.now.rate = r.rate;
    ria_now_decide(&r.now, &s->pace, &s->request);
    if (!r.now.active)
      break;
    assert_true(one_step(c, from, to, 0, r.now.dt, forcing, &r) == r.rate);
    r.last = (r.last + 1) % RIA_STEPS_BUFFERS;
    if (ria_now_accept(&r.now, &s->pace, r.rate, r.bad))
      track_by_cpu(&c->tracked, c->kernel, &c->buffer[r.last], r.now.time, c->generation,
                   c->generation);
  }
  return r;
}

/* ---- the launch ---- */

static ria_device_steps_args arguments_of(steps_case *c, ria_device_steps_report *report) {
  const steps_setting *s = &c->setting;
  const kernel_tile *t = &c->buffer[0];
  ria_device_steps_args args = {.pitch = t->pitch,
                                .nx = s->nx,
                                .ny = s->ny,
                                .base_buffer = s->base_buffer,
                                .scalars = c->scalars,
                                .switches = s->switches,
                                .sides = CASE_SIDES,
                                .sources = s->fed ? CASE_SOURCES : 0,
                                .side = c->side,
                                .source = c->source,
                                .forcings = CASE_FORCINGS,
                                .exact = s->exact,
                                .steps = s->steps,
                                .dt = s->dt,
                                .forcing = c->forcing[s->first],
                                .table = c->table,
                                .pace = s->pace,
                                .request = s->request,
                                .report = report,
                                .shape = s->shape};
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int f = 0; f < t->nstate; f++)
      args.state[b][f] = tile_origin(&c->buffer[b], f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  return args;
}

static const ria_device_functions *with_steps(const ria_kernel *kernel, ria_precision precision) {
  for (int i = 0; i < kernel->implementations; i++)
    if (ria_device_functions_of(&kernel->implementation[i], precision)->steps)
      return ria_device_functions_of(&kernel->implementation[i], precision);
  return NULL;
}

/* Launches and waits: 0 or the error code. All memory that `args` points to, including the case's
 * buffers, is on the host and holds the results afterwards. */
static int steps_launch(steps_case *c, const ria_device_functions *one,
                        const ria_device_steps_args *args);

/* State kept between launches. */
typedef struct {
  void *scratch; /* NULL: none yet */
  size_t bytes;
  double on_chip; /* the share of cells whose held values lie there */
  ria_device_steps_memory memory;
} steps_place;

/* Runs a launch. `goes_on`: with the memory of the launch before. */
static steps_result launched_at(steps_case *c, steps_place *place, bool goes_on) {
  const steps_setting *s = &c->setting;
  const ria_device_functions *one = with_steps(c->kernel, s->precision);
  ria_device_steps_report report = {.now = s->now};
  const ria_device_measure measure = {.share = {c->share[0], c->share[1]},
                                      .left = {c->left[0], c->left[1]},
                                      .flows = &c->flows.all};
  ria_device_steps_args args = arguments_of(c, &report);
  args.measure = s->exact ? NULL : &measure;
  const ria_device_tracker tracker =
      tracker_of(&c->tracked, c->generation, s->exact ? c->generation : 1 - c->generation);
  const ria_device_tracking tracking = {
      .trackers = 1, .tracker = &tracker, .time = s->now.time, .landing = c->landing};
  args.tracking = &tracking;
  ria_device_steps_room room;
  if (!place->scratch) {
    assert_int_equal(one->steps_room(&args, &room), 0);
    place->bytes = room.scratch_bytes;
    place->on_chip = room.on_chip;
    place->scratch = aligned_alloc(256, (room.scratch_bytes + 255) / 256 * 256);
    assert_non_null(place->scratch);
    memset(place->scratch, 0xff, place->bytes); /* as it may be */
  }
  args.scratch = place->scratch;
  args.scratch_bytes = place->bytes;
  args.memory = goes_on ? &place->memory : NULL;
  args.few_forcing = goes_on && s->steps * CASE_FORCINGS <= RIA_STEPS_FEW ? args.forcing : NULL;
  assert_int_equal(steps_launch(c, one, &args), 0);
  place->memory.woken = report.woken;
  steps_result r = {
      .now = report.now, .bad = report.bad != 0, .last = s->base_buffer, .redone = report.redone};
  memcpy(&r.rate, &report.rate, sizeof r.rate);
  if (report.bad)
    ria_bad_cell(report.bad, &r.bad_step, &r.bad_x, &r.bad_y);
  if (!s->exact && s->steps)
    r.last = (s->base_buffer + 1 + (s->steps - 1) % 2) % RIA_STEPS_BUFFERS;
  return r;
}

/* Runs a single launch; `on_chip` becomes the share of cells with values held on the chip.
 */
static steps_result launched(steps_case *c, double *on_chip) {
  steps_place place = {0};
  const steps_result r = launched_at(c, &place, false);
  if (on_chip)
    *on_chip = place.on_chip;
  free(place.scratch);
  return r;
}

#endif

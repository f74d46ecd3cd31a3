/* Wind and air pressure over time and space. Each is linear in time between frames, which are the
 * records of a file, or states of a cyclone. Even frames are stored in one set of static fields,
 * odd frames in another. At the time of a frame, the set with the frame before is filled with the
 * frame after. */
#include <math.h>
#include <stdlib.h>
#include "cyclone.h"
#include "estuary.h"
#include "ria/case_errors.h"
#include "ria/cf_file.h"
#include "ria/registry.h"

/* The parts of a set, as in weather.h. */
enum { WIND_X, WIND_Y, PUSH_X, PUSH_Y, PARTS };

struct estuary_weather {
  ria_cf_file *file; /* or */
  cyclone *cyclone;
  int frames;
  double *time; /* [frames]: s since the start of the case */
  bool wind, pressure;
  int first;      /* of the static fields */
  double *raised; /* [frames][boundaries]: levels, m; NULL: none */
  /* For particles: the wind of an even and an odd frame in the cells of the grid; NULL: not
   * used. */
  double *held[2][2];
  int held_frame[2]; /* numbers of these frames; -1: none */
};

/* ---- the case's keys ---- */

static bool has_wind(const estuary_case *own) {
  return own->weather.on && (own->weather.track || own->weather.wind);
}
static bool has_pressure(const estuary_case *own) {
  return own->weather.on && (own->weather.track || own->weather.pressure);
}

/* Number of fields in a set. */
static int parts_of(const estuary_case *own) {
  return (has_wind(own) ? 2 : 0) + (has_pressure(own) ? 2 : 0);
}

int estuary_weather_fields(const estuary_case *own) {
  return own->weather.on ? 1 + 2 * parts_of(own) : 0;
}

/* The forcing's weight of odd frames, then the sets. */
double estuary_weather_at_start(int field) {
  return field == 0 ? 1 : 0;
}

void estuary_weather_statics(estuary *e) {
  static const ria_quantity share = {"weather", "1",
                                     "share of the wind and the pressure that acts"};
  static const ria_quantity sets[2][PARTS] = {
      {{"even_windx", "m/s", "wind of the even record, x"},
       {"even_windy", "m/s", "the same, y"},
       {"even_pushx", "m/s2", "gradient of the pressure over water density, even record, x"},
       {"even_pushy", "m/s2", "the same, y"}},
      {{"odd_windx", "m/s", "wind of the odd record, x"},
       {"odd_windy", "m/s", "the same, y"},
       {"odd_pushx", "m/s2", "gradient of the pressure over water density, odd record, x"},
       {"odd_pushy", "m/s2", "the same, y"}}};
  if (!e->weather)
    return;
  const int from = has_wind(e->own) ? WIND_X : PUSH_X;
  e->weather->first = e->nstatic;
  e->statics[e->nstatic++] = share;
  for (int set = 0; set < 2; set++)
    for (int part = from; part < from + parts_of(e->own); part++)
      e->statics[e->nstatic++] = sets[set][part];
}

ria_status estuary_weather_source(estuary *e) {
  static const struct {
    double base, slope, least; /* of U in m/s: the drag coefficient is at least `least` */
  } laws[] = {[ESTUARY_LARGE_POND] = {0.49e-3, 0.065e-3, 0.71 / 0.065},
              [ESTUARY_SMITH_BANKE] = {0.63e-3, 0.066e-3, 0},
              [ESTUARY_CONSTANT_DRAG] = {0, 0, 0}};
  const estuary_weather_keys *keys = &e->own->weather;
  const bool wind = has_wind(e->own), pressure = has_pressure(e->own);
  const double density = ESTUARY_AIR / ESTUARY_WATER;
  ria_source *source;
  if (!e->weather)
    return RIA_SUCCESS;
  RIA_TRY(estuary_add_source(e,
                             wind && pressure ? "water_weather"
                             : wind           ? "water_gale"
                                              : "water_pressure",
                             &source));
  source->weights = "weather";
  source->patience = 60; /* s: in this time a storm accelerates a sheet of 5 cm to its speed, and
                            deeper water to a few cm/s (weather_wind.h) */
  recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  recipe_bind(source->kernel, source->scalars, "odd", recipe_forcing(ESTUARY_ODD));
  if (!wind)
    return RIA_SUCCESS;
  const bool constant = keys->drag == ESTUARY_CONSTANT_DRAG;
  const double base = constant ? fmin(keys->coefficient, keys->cap) : laws[keys->drag].base;
  const double slope = laws[keys->drag].slope;
  const double most = constant ? 0 : fmax((keys->cap - base) / slope, 0);
  recipe_bind_value(source->kernel, source->scalars, "drag", density * base);
  recipe_bind_value(source->kernel, source->scalars, "drag_slope", density * slope);
  recipe_bind_value(source->kernel, source->scalars, "least", laws[keys->drag].least);
  recipe_bind_value(source->kernel, source->scalars, "most", most);
  return RIA_SUCCESS;
}

/* ---- opening ---- */

static ria_cf_request request_of(const ria_case *c, const ria_terrain *terrain) {
  const estuary_weather_keys *keys = &((const estuary_case *)c->own)->weather;
  ria_cf_request request = {.path = keys->file,
                            .crs = keys->crs,
                            .grid = &terrain->grid,
                            .grid_crs = terrain->crs,
                            .start = c->time.start,
                            .end = c->time.start + c->time.end};
  for (int i = 0; i < 2 && keys->wind; i++)
    request.variable[request.variables++] =
        (ria_cf_variable){.name = keys->wind[i], .unit = "m/s", .key = "weather.wind"};
  if (keys->pressure)
    request.variable[request.variables++] =
        (ria_cf_variable){.name = keys->pressure, .unit = "Pa", .key = "weather.pressure"};
  return request;
}

static ria_status list_frames(estuary *e, estuary_weather *w) {
  const double interval = w->cyclone ? cyclone_interval(w->cyclone) : 0;
  const double end = w->cyclone ? fmin(e->the_case->time.end, cyclone_end(w->cyclone)) : 0;
  w->frames = w->file ? ria_cf_records(w->file) : (int)ceil(end / interval) + 1;
  w->time = malloc((size_t)w->frames * sizeof *w->time);
  if (!w->time)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the times of the weather");
  for (int i = 0; i < w->frames; i++)
    w->time[i] = w->file ? ria_cf_time(w->file, i) : i * interval;
  return RIA_SUCCESS;
}

/* Advance the file, or the cyclone, to a frame. */
static ria_status go_to(const estuary *e, int frame) {
  const estuary_weather *w = e->weather;
  return w->file ? ria_cf_read(w->file, frame)
                 : cyclone_move(w->cyclone, w->time[frame], &e->terrain->grid);
}

static double pressure_at(const estuary_weather *w, double x, double y) {
  if (w->cyclone)
    return cyclone_at(w->cyclone, x, y).pressure;
  const ria_cf_place place = ria_cf_find(w->file, x, y);
  return ria_cf_value(w->file, w->wind ? 2 : 0, &place);
}

/* Adds the pressure at a place. */
static ria_status add_pressure(const estuary *e, const double point[2], double *sum) {
  const double pressure = pressure_at(e->weather, point[0], point[1]);
  if (isnan(pressure))
    return ria_cf_missing(e->weather->file, e->weather->wind ? 2 : 0, point[0], point[1]);
  *sum += pressure;
  return RIA_SUCCESS;
}

/* Mean over the cells that an open line holds. */
static ria_status mean_along_line(const estuary *e, int boundary, double *mean) {
  const ria_grid *g = &e->terrain->grid;
  double sum = 0;
  ria_global cells = 0;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++) {
    if (!estuary_line_cell(e->terrain, boundary, i))
      continue;
    const double point[2] = {g->origin[0] + ((double)(i % g->cells[0]) + 0.5) * g->spacing[0],
                             g->origin[1] + ((double)(i / g->cells[0]) + 0.5) * g->spacing[1]};
    RIA_TRY(add_pressure(e, point, &sum));
    cells++;
  }
  *mean = cells ? sum / (double)cells : 0;
  return RIA_SUCCESS;
}

/* The cells of a boundary along a side: those of its segments. */
static ria_status mean_pressure(const estuary *e, int boundary, double *mean) {
  const ria_grid *g = &e->terrain->grid;
  double sum = 0;
  ria_global cells = 0;
  if (e->the_case->boundary[boundary].on_line)
    return mean_along_line(e, boundary, mean);
  for (int i = 0; i < e->segments; i++) {
    const ria_segment *s = &e->segment[i];
    const int across = ria_side_axis(s->side), along = 1 - across;
    if (s->opening != 1 + boundary)
      continue;
    for (ria_global at = s->part.lo[along]; at < s->part.hi[along]; at++, cells++) {
      double point[2];
      point[along] = g->origin[along] + ((double)at + 0.5) * g->spacing[along];
      point[across] =
          g->origin[across] + (s->side % 2 ? (double)g->cells[across] * g->spacing[across] : 0);
      RIA_TRY(add_pressure(e, point, &sum));
    }
  }
  *mean = cells ? sum / (double)cells : 0;
  return RIA_SUCCESS;
}

static bool has_level(const ria_case_boundary *b) {
  return b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL;
}

/* Rise of the level of each boundary by the air pressure, at each frame. */
static ria_status find_raised(estuary *e) {
  static const double standard = 101325; /* Pa */
  const ria_case *c = e->the_case;
  estuary_weather *w = e->weather;
  bool some = false;
  for (int b = 0; b < c->boundaries; b++)
    some |= has_level(&c->boundary[b]);
  if (!some || !w->pressure || !e->own->weather.inverse_barometer)
    return RIA_SUCCESS;
  w->raised = calloc((size_t)w->frames * (size_t)c->boundaries, sizeof *w->raised);
  if (!w->raised)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the pressure at the sides");
  for (int i = 0; i < w->frames; i++) {
    RIA_TRY(go_to(e, i));
    for (int b = 0; b < c->boundaries; b++) {
      double mean = 0;
      if (has_level(&c->boundary[b]))
        RIA_TRY(mean_pressure(e, b, &mean));
      if (has_level(&c->boundary[b]))
        w->raised[i * c->boundaries + b] = (standard - mean) / (ESTUARY_WATER * c->gravity);
    }
  }
  return RIA_SUCCESS;
}

static ria_status open_file(const ria_case *c, const ria_terrain *terrain, estuary_weather *w) {
  const ria_cf_request request = request_of(c, terrain);
  return ((const estuary_case *)c->own)->weather.track ? cyclone_read(c, terrain->crs, &w->cyclone)
                                                       : ria_cf_open(&request, &w->file);
}

ria_status estuary_open_weather(estuary *e) {
  RIA_TRY(estuary_open_radar(e));
  if (!e->own->weather.on)
    return RIA_SUCCESS;
  estuary_weather *w = e->weather = calloc(1, sizeof *w);
  if (!w)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the weather");
  w->wind = has_wind(e->own);
  w->pressure = has_pressure(e->own);
  RIA_TRY(open_file(e->the_case, e->terrain, w));
  return list_frames(e, w);
}

ria_status estuary_weather_levels(estuary *e) {
  return e->weather ? find_raised(e) : RIA_SUCCESS;
}

static void destroy(estuary_weather *w) {
  if (!w)
    return;
  ria_cf_close(w->file);
  cyclone_destroy(w->cyclone);
  free(w->time);
  free(w->raised);
  for (int i = 0; i < 4; i++)
    free(w->held[i / 2][i % 2]);
  free(w);
}

void estuary_close_weather(estuary *e) {
  estuary_close_radar(e);
  destroy(e->weather);
}

void estuary_check_weather(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  estuary_weather w = {0};
  estuary_check_radar(c, terrain, errors);
  if (!own->weather.on)
    return;
  if (!c->time.has_start)
    ria_terrain_reject(errors, c, &own->weather.place,
                       "weather has dates; expected 'time.start', such as 2021-01-01T00:00");
  else if (open_file(c, terrain, &w) != RIA_SUCCESS)
    ria_terrain_reject(errors, c, &own->weather.place, "%s", ria_status_detail());
  ria_cf_close(w.file);
  cyclone_destroy(w.cyclone);
}

/* ---- over time ---- */

/* The last frame at or before a time, except the final frame, unless there is only one. */
static int frame_at(const estuary_weather *w, double t) {
  int low = 0, high = w->frames - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (w->time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Time from a time to the next frame. */
static double part_at(const estuary_weather *w, int frame, double t) {
  if (frame + 1 >= w->frames)
    return 0;
  const double part = (t - w->time[frame]) / (w->time[frame + 1] - w->time[frame]);
  return fmin(fmax(part, 0), 1);
}

double estuary_odd(const estuary *e, double t) {
  const int frame = frame_at(e->weather, t);
  const double part = part_at(e->weather, frame, t);
  return frame % 2 ? 1 - part : part;
}

double estuary_barometer(const estuary *e, int boundary, double t) {
  const estuary_weather *w = e->weather;
  if (!w || !w->raised)
    return 0;
  const int frame = frame_at(w, t), boundaries = e->the_case->boundaries;
  const double part = part_at(w, frame, t), *now = w->raised + frame * boundaries + boundary;
  return part > 0 ? now[0] + part * (now[boundaries] - now[0]) : now[0];
}

/* Frames are at whole seconds, so the interval is at least a second, if it was before. */
double estuary_weather_interval(const estuary *e, double interval) {
  const estuary_weather *w = e->weather;
  for (int i = 0; w && i < w->frames; i++)
    while (fmod(w->time[i], interval) != 0)
      interval *= 0.5;
  return interval;
}

double estuary_weather_next(const estuary *e, double t) {
  const estuary_weather *w = e->weather;
  for (int i = frame_at(w, t); i + 1 < w->frames; i++)
    if (i > 0 && w->time[i] > t)
      return w->time[i];
  return INFINITY;
}

/* A set that is being filled. */
typedef struct {
  const estuary *e;
  int first, part; /* its first field, and the part of the weather there */
} filling;

enum { ROW = 256 }; /* cells that are interpolated together */

/* A part of the weather in cells of a row, at their centres. */
static void cyclone_row(const cyclone *c, int part, ria_cf_row centres, int count, double *value) {
  for (int i = 0; i < count; i++) {
    const double x = centres.x + (centres.first + i) * centres.step;
    const cyclone_weather weather = cyclone_at(c, x, centres.y);
    value[i] = part < PUSH_X ? weather.wind[part - WIND_X]
                             : weather.gradient[part - PUSH_X] / ESTUARY_WATER;
  }
}

static void wind_row(const estuary_weather *w, int part, ria_cf_row centres, int count,
                     double *value) {
  ria_cf_place place[ROW];
  double other[ROW];
  ria_cf_find_row(w->file, centres, count, place);
  ria_cf_value_row(w->file, part - WIND_X, count, place, value);
  ria_cf_value_row(w->file, WIND_Y - part, count, place, other);
  for (int i = 0; i < count; i++)
    value[i] = place[i].cosine * value[i] + (part == WIND_X ? 1 : -1) * place[i].sine * other[i];
}

/* The pressure's gradient, over the size of a cell. */
static void push_row(const estuary_weather *w, int part, double size, ria_cf_row centres, int count,
                     double *value) {
  const int variable = w->wind ? 2 : 0;
  ria_cf_row before = centres, after = centres;
  if (part == PUSH_X) {
    before.first -= 0.5;
    after.first += 0.5;
  } else {
    before.y -= 0.5 * size;
    after.y += 0.5 * size;
  }
  ria_cf_place place[ROW];
  double low[ROW];
  ria_cf_find_row(w->file, before, count, place);
  ria_cf_value_row(w->file, variable, count, place, low);
  ria_cf_find_row(w->file, after, count, place);
  ria_cf_value_row(w->file, variable, count, place, value);
  for (int i = 0; i < count; i++)
    value[i] = (value[i] - low[i]) * (1 / (size * ESTUARY_WATER));
}

/* Cells of a row, adjacent in the grid, or a single ghost cell. */
static ria_status fill_row(const filling *f, int part, ria_global i, ria_global j, int count,
                           double *value) {
  const estuary_weather *w = f->e->weather;
  const ria_grid *g = &f->e->terrain->grid;
  const ria_cf_row centres = {.x = g->origin[0],
                              .first = (double)estuary_within(g, 0, i) + 0.5,
                              .step = g->spacing[0],
                              .y = g->origin[1] +
                                   ((double)estuary_within(g, 1, j) + 0.5) * g->spacing[1]};
  if (w->cyclone)
    cyclone_row(w->cyclone, part, centres, count, value);
  else if (part < PUSH_X)
    wind_row(w, part, centres, count, value);
  else
    push_row(w, part, g->spacing[part - PUSH_X], centres, count, value);
  for (int n = 0; n < count; n++)
    if (isnan(value[n]))
      return ria_cf_missing(w->file,
                            part < PUSH_X ? part
                            : w->wind     ? 2
                                          : 0,
                            centres.x + (centres.first + n) * centres.step, centres.y);
  return RIA_SUCCESS;
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  const filling *f = context;
  const ria_global last = f->e->terrain->grid.cells[0];
  (void)block;
  for (ria_global j = cells->lo[1]; j < cells->hi[1]; j++)
    for (ria_global i = cells->lo[0], count; i < cells->hi[0]; i += count, values += count) {
      const ria_global most = cells->hi[0] < last ? cells->hi[0] : last;
      count = i < 0 || i >= last ? 1 : most - i < ROW ? most - i : ROW;
      RIA_TRY(fill_row(f, field - f->first + f->part, i, j, (int)count, values));
    }
  return RIA_SUCCESS;
}

/* ---- in the cells of the grid, for particles ---- */

/* Keep the wind of the current frame of the file, or of the cyclone. */
static ria_status hold(const estuary *e, int frame) {
  estuary_weather *w = e->weather;
  const filling f = {.e = e};
  const ria_global nx = e->terrain->grid.cells[0], ny = e->terrain->grid.cells[1];
  w->held_frame[frame % 2] = -1;
  for (int part = WIND_X; part <= WIND_Y; part++)
    for (ria_global j = 0; j < ny; j++)
      for (ria_global i = 0, count; i < nx; i += count) {
        count = nx - i < ROW ? nx - i : ROW;
        RIA_TRY(fill_row(&f, part, i, j, (int)count, w->held[frame % 2][part] + j * nx + i));
      }
  w->held_frame[frame % 2] = frame;
  return RIA_SUCCESS;
}

static ria_status take_held(const estuary *e) {
  estuary_weather *w = e->weather;
  const size_t cells = (size_t)(e->terrain->grid.cells[0] * e->terrain->grid.cells[1]);
  for (int i = 0; i < 4 && !w->held[1][1]; i++) {
    w->held_frame[i / 2] = -1;
    w->held[i / 2][i % 2] = malloc(cells * sizeof(double));
    if (!w->held[i / 2][i % 2])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the wind that drives particles");
  }
  return RIA_SUCCESS;
}

bool estuary_blows(const estuary *e) {
  return e->weather && e->weather->wind;
}

ria_status estuary_wind_in_cells(estuary *e, double t, double *const wind[2]) {
  estuary_weather *w = e->weather;
  const size_t cells = (size_t)(e->terrain->grid.cells[0] * e->terrain->grid.cells[1]);
  const int frame = frame_at(w, t), next = frame + 1 < w->frames ? frame + 1 : frame;
  const double part = part_at(w, frame, t);
  RIA_TRY(take_held(e));
  for (int f = frame; f <= next; f++)
    if (w->held_frame[f % 2] != f) { /* at the start, or after a restart */
      RIA_TRY(go_to(e, f));
      RIA_TRY(hold(e, f));
    }
  for (int i = 0; i < 2; i++) {
    const double *now = w->held[frame % 2][i], *then = w->held[next % 2][i];
    for (size_t n = 0; n < cells; n++)
      wind[i][n] = now[n] + part * (then[n] - now[n]);
  }
  return RIA_SUCCESS;
}

/* ---- in the statics ---- */

static ria_status fill_frame(estuary *e, ria_simulation *simulation, int frame) {
  const int parts = parts_of(e->own);
  filling f = {.e = e,
               .first = e->weather->first + 1 + (frame % 2) * parts,
               .part = e->weather->wind ? WIND_X : PUSH_X};
  RIA_TRY(go_to(e, frame));
  if (e->weather->held[1][1] && e->weather->held_frame[frame % 2] != frame)
    RIA_TRY(hold(e, frame));
  return ria_simulation_fill_statics(simulation, f.first, parts, fill, &f);
}

/* Called at the start, after a restart, and at each frame. The frame of this time is already
 * loaded if the previous frame was handled here. */
static ria_status fill_frames(estuary *e, ria_simulation *simulation, double t, bool both) {
  const estuary_weather *w = e->weather;
  const int frame = frame_at(w, t);
  if (both)
    RIA_TRY(fill_frame(e, simulation, frame));
  if (frame + 1 < w->frames)
    RIA_TRY(fill_frame(e, simulation, frame + 1));
  if (w->file)
    ria_cf_expect(w->file, frame + 2);
  return RIA_SUCCESS;
}

ria_status estuary_weather_begin(estuary *e, ria_simulation *simulation, double t) {
  return fill_frames(e, simulation, t, true);
}

ria_status estuary_weather_act(estuary *e, ria_simulation *simulation, double t) {
  return fill_frames(e, simulation, t, false);
}

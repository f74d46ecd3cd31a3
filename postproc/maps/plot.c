#include "plot.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "gnuplot/gnuplot.h"
#include "history/calendar.h"
#include "ria/number.h"
#include "ria/plot.h"
#include "box.h"
#include "surface.h"
#include "ticks.h"
#include "tracks.h"

typedef struct {
  const ria_plot_options *options;
  const char *run_dir, *folder; /* folder: folder of the pictures */
  ria_history_view view;
  maps_survey survey;
  maps_planes planes;
  int marks; /* marks of the options, and the gauges */
  ria_map_mark *mark;
  ria_surface_kind surface; /* surface of a grid of nodes */
  double *x, *y;            /* positions of its nodes in the picture */
  char x_label[96], y_label[96];
  maps_surface_part *part; /* [blocks] */
  double densest;          /* particles: over all records */
} plotter;

ria_status maps_read_planes(const ria_history_view *view, int f, int64_t record,
                            const maps_planes *planes) {
  const ria_history_field *field = &view->field[f];
  if (!field->component[0]) {
    RIA_TRY(ria_history_view_read(view, field->name, record, planes->values));
    for (ria_global c = 0; field->drawn_unit > 1 && c < view->nx * view->ny; c++)
      planes->values[c] /= (float)field->drawn_unit;
    return RIA_SUCCESS;
  }
  float *values = planes->values, *u = planes->u, *v = planes->v;
  const size_t cells = (size_t)(view->nx * view->ny);
  RIA_TRY(ria_history_view_read(view, field->component[0], record, u));
  RIA_TRY(ria_history_view_read(view, field->component[1], record, v));
  if (field->divisor)
    RIA_TRY(ria_history_view_read(view, field->divisor, record, values));
  for (size_t c = 0; c < cells; c++) {
    const float divisor = field->divisor ? values[c] : 1;
    const bool has = !field->divisor || (double)divisor > field->least;
    u[c] = has ? u[c] / divisor : NAN;
    v[c] = has ? v[c] / divisor : NAN;
    values[c] = has ? hypotf(u[c], v[c]) : NAN;
  }
  return RIA_SUCCESS;
}

const char *maps_plot_moment(const ria_history_view *view, int64_t record,
                             char text[MAPS_MOMENT_SIZE]) {
  char date[HISTORY_DATE_SIZE], elapsed[HISTORY_DATE_SIZE];
  const bool first = view->time[record] <= 0;
  history_elapsed_title(view->time[record], elapsed);
  if (view->steps)
    ria_snprintf(text, MAPS_MOMENT_SIZE, "after %.0f steps", view->time[record]);
  else if (view->has_start)
    snprintf(text, MAPS_MOMENT_SIZE, "%s, %s%s the start",
             history_date_title(view->start + view->time[record], date), first ? "" : elapsed,
             first ? "at" : " after");
  else
    snprintf(text, MAPS_MOMENT_SIZE, "%s%s the start", first ? "" : elapsed,
             first ? "at" : " after");
  return text;
}

/* ---- one picture ---- */

typedef enum { RECORD, OVER_TIME, PEAK, ARRIVAL, GAUGES, SECTIONS, TRACKS, DENSITY } picture;

static int make_path(const plotter *p, picture kind, int f, int64_t record, char **path) {
  const char *name = f < 0 ? "" : p->view.field[f].name;
  switch (kind) {
  case RECORD:
    if (f >= 0 && p->view.field[f].once)
      return asprintf(path, "%s/%s.png", p->folder, name);
    return asprintf(path, "%s/%s%s-%04lld.png", p->folder, name,
                    p->view.blocks && p->surface == RIA_SURFACE_MERIDIONAL ? "-meridional" : "",
                    (long long)record);
  case OVER_TIME:
    return asprintf(path, "%s/%s-time.png", p->folder, name);
  case PEAK:
    return asprintf(path, "%s/%s-max.png", p->folder, name);
  case ARRIVAL:
    return asprintf(path, "%s/arrival.png", p->folder);
  case SECTIONS:
    return asprintf(path, "%s/sections.png", p->folder);
  case TRACKS:
    return asprintf(path, "%s/particles.png", p->folder);
  case DENSITY:
    return asprintf(path, "%s/particles-density-%04lld.png", p->folder, (long long)record);
  default:
    return asprintf(path, "%s/gauges.png", p->folder);
  }
}

static maps_map make_map(const plotter *p, const float *values) {
  const ria_history_view *view = &p->view;
  return (maps_map){.nx = view->nx,
                    .ny = view->ny,
                    .x0 = view->x0,
                    .y0 = view->y0,
                    .dx = view->dx,
                    .dy = view->dy,
                    .ground = view->ground,
                    .values = values,
                    .covered = p->survey.covered,
                    .projected = view->crs != NULL,
                    .crs = view->crs,
                    .marks = p->marks,
                    .mark = p->mark,
                    .edges = p->options->edges,
                    .edge = p->options->edge};
}

static ria_status draw_map(const plotter *p, maps_map map, const map_style *style,
                           const char *title, int64_t record, const char *path) {
  const ria_history_view *view = &p->view;
  const bool titled = view->title && view->title[0];
  char when[MAPS_MOMENT_SIZE], subtitle[320];
  snprintf(subtitle, sizeof subtitle, "%.150s%s%s", titled ? title : "", titled ? ", " : "",
           maps_plot_moment(view, record, when));
  map.title = titled ? view->title : title;
  map.subtitle = subtitle;
  return map_draw(&map, style, path);
}

static const char *name_surface(const plotter *p, char text[64]) {
  const ria_surface_choice *choice = p->options->surface;
  if (p->surface == RIA_SURFACE_BLADES)
    return "blade to blade at mid span";
  if (p->surface == RIA_SURFACE_MERIDIONAL)
    return "meridional plane, mean from blade to blade";
  const int axis = choice ? choice->axis : RIA_AXES - 1;
  if (choice && choice->layer >= 0)
    snprintf(text, 64, "%c = %lld", 'i' + axis, (long long)choice->layer);
  else
    snprintf(text, 64, "middle of %c", 'i' + axis);
  return text;
}

static ria_status draw_surface(const plotter *p, int f, int64_t record, const char *path) {
  const ria_history_view *view = &p->view;
  const bool titled = view->title && view->title[0];
  char when[MAPS_MOMENT_SIZE], where[64], subtitle[400];
  snprintf(subtitle, sizeof subtitle, "%.100s, %s, %s", view->field[f].title,
           name_surface(p, where), maps_plot_moment(view, record, when));
  const maps_surface surface = {.parts = view->blocks,
                                .part = p->part,
                                .borders = p->surface != RIA_SURFACE_MERIDIONAL,
                                .x_label = p->x_label,
                                .y_label = p->y_label,
                                .title = titled ? view->title : view->field[f].title,
                                .subtitle = subtitle};
  return maps_surface_draw(&surface, &p->survey.field[f].style, path);
}

static ria_status draw_box(const plotter *p, int f, int64_t record, const char *path) {
  const ria_history_view *view = &p->view;
  const bool titled = view->title && view->title[0];
  char when[MAPS_MOMENT_SIZE], subtitle[320];
  snprintf(subtitle, sizeof subtitle, "%.150s%s%s", titled ? view->field[f].title : "",
           titled ? ", " : "", maps_plot_moment(view, record, when));
  const maps_box_picture planes = {.box = &view->box,
                                   .values = p->planes.values,
                                   .title = titled ? view->title : view->field[f].title,
                                   .subtitle = subtitle};
  return maps_box_draw(&planes, &p->survey.field[f].style, path);
}

static ria_status draw_record(const plotter *p, int f, int64_t record, const char *path) {
  const ria_history_view *view = &p->view;
  const ria_history_field *field = &view->field[f];
  if (maps_plot_is_line(view))
    return maps_plot_profile(view, f, &p->survey, &p->planes, record, path);
  RIA_TRY(maps_read_planes(view, f, record, &p->planes));
  if (view->blocks)
    return draw_surface(p, f, record, path);
  if (view->box.planes)
    return draw_box(p, f, record, path);
  map_style style = maps_survey_style(&p->survey.field[f], record);
  maps_map map = make_map(p, p->planes.values);
  RIA_TRY(maps_drop_dry(view, &p->survey, field, record, &p->planes));
  if (field->once && maps_mark_unreached(view, &p->survey, &p->planes)) {
    style.hide_below = fmax(style.hide_below, -DBL_MAX); /* marked cells lie below any bound */
    style.hidden = style.hidden ? style.hidden : "not reached so far";
  }
  if (field->once)
    map.flats = maps_has_flats(view, &p->survey, p->planes.values) ? "no value so far" : NULL;
  else if (p->survey.flats)
    map.flats = p->survey.tidal ? "dry, or below 5 cm" : "dry at this time";
  if (field->component[0]) {
    map.u = p->planes.u;
    map.v = p->planes.v;
    map.arrow = p->survey.field[f].arrow;
    map.arrow_length = p->survey.field[f].arrow_length;
    map.arrow_unit = field->unit;
  }
  return draw_map(p, map, &style, field->title, record, path);
}

static ria_status draw_peak(const plotter *p, int f, int64_t record, const char *path) {
  char title[128];
  snprintf(title, sizeof title, "Largest %.80s so far", p->view.field[f].name);
  maps_drop_land(&p->view, &p->survey, p->survey.peak, p->planes.values);
  return draw_map(p, make_map(p, p->planes.values), &p->survey.field[f].style, title, record, path);
}

/* Cells with values that never reach the threshold are left blank, as values below `hide_below`. */
static ria_status draw_arrival(const plotter *p, int64_t record, const char *path) {
  const size_t cells = (size_t)(p->view.nx * p->view.ny);
  for (size_t c = 0; c < cells; c++) {
    const float arrived = p->survey.arrived[c];
    p->planes.values[c] = isnan(arrived) && !isnan(p->survey.peak[c]) ? -1 : arrived;
  }
  maps_drop_land(&p->view, &p->survey, p->planes.values, p->planes.values);
  return draw_map(p, make_map(p, p->planes.values), &p->survey.arrival, "Arrival of the tracer",
                  record, path);
}

static ria_status draw_table(const plotter *p, const char *name,
                             ria_status (*plot)(const ria_history_view *, const char *,
                                                const char *),
                             const char *path) {
  char *csv = NULL;
  if (asprintf(&csv, "%s/%s", p->run_dir, name) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = plot(&p->view, csv, path);
  free(csv);
  return status;
}

/* The depth below the reference level, where there was water. */
static ria_status draw_tracks(const plotter *p, const char *file, int64_t record,
                              const char *path) {
  const ria_history_view *view = &p->view;
  maps_map map = make_map(p, p->planes.values);
  maps_tracks tracks;
  double deepest = 0;
  for (ria_global c = 0; c < view->nx * view->ny; c++) {
    const double depth = view->ground ? fmax(view->ground[c], 0) : 0;
    p->planes.values[c] = p->survey.covered[c] ? (float)depth : NAN;
    deepest = p->survey.covered[c] ? fmax(deepest, depth) : deepest;
  }
  map_style style = {.palette = MAPS_PALETTE_DEPTH,
                     .high = deepest > 0 ? deepest : 1,
                     .hide_below = -INFINITY,
                     .label = "Depth below the reference level (m)"};
  maps_nice_range(&style.low, &style.high, 6);
  RIA_TRY(maps_tracks_read(file, &map, &tracks));
  map.clouds = tracks.clouds;
  map.cloud = tracks.cloud;
  const ria_status status = draw_map(p, map, &style, tracks.title, record, path);
  maps_tracks_destroy(&tracks);
  return status;
}

/* Decades from the largest density of all records down. */
static ria_status draw_density(const plotter *p, const char *file, int64_t record,
                               const char *path) {
  enum { DECADES = 3 };
  maps_map map = make_map(p, p->planes.values);
  maps_density density = {.value = p->planes.values};
  RIA_TRY(maps_tracks_density(file, &map, p->view.time[record], &density));
  if (!density.there)
    return RIA_SUCCESS;
  maps_drop_land(&p->view, &p->survey, p->planes.values, p->planes.values);
  const double most = p->densest > 0 ? pow(10, ceil(log10(p->densest))) : 1;
  const map_style style = {.palette = MAPS_PALETTE_TRACE,
                           .low = most / pow(10, DECADES),
                           .high = most,
                           .logarithmic = true,
                           .hide_below = most / pow(10, DECADES),
                           .hidden = "no particles",
                           .label = density.in_kg ? "Particles (kg/m²)" : "Particles per km²"};
  return draw_map(p, map, &style, "Density of particles", record, path);
}

/* The file of tracks; freed by the caller. */
static ria_status name_tracks(const plotter *p, char **file) {
  return asprintf(file, "%s/particles.nc", p->run_dir) < 0
             ? ria_fail(RIA_ERROR_MEMORY, "no memory for a name")
             : RIA_SUCCESS;
}

static ria_status draw_particles(const plotter *p, picture kind, int64_t record, const char *path) {
  char *file = NULL;
  RIA_TRY(name_tracks(p, &file));
  const ria_status status =
      kind == TRACKS ? draw_tracks(p, file, record, path) : draw_density(p, file, record, path);
  free(file);
  return status;
}

static ria_status draw(const plotter *p, picture kind, int f, int64_t record, const char *path) {
  switch (kind) {
  case RECORD:
    return draw_record(p, f, record, path);
  case OVER_TIME:
    return maps_plot_over_time(&p->view, f, &p->survey, &p->planes, path);
  case PEAK:
    return draw_peak(p, f, record, path);
  case ARRIVAL:
    return draw_arrival(p, record, path);
  case SECTIONS:
    return draw_table(p, "sections.csv", maps_plot_sections, path);
  case TRACKS:
  case DENSITY:
    return draw_particles(p, kind, record, path);
  default:
    return draw_table(p, "gauges.csv", maps_plot_gauges, path);
  }
}

/* `f` -1: no field. `record`: the last record in the picture. */
static ria_status make(const plotter *p, picture kind, int f, int64_t record) {
  char *path = NULL;
  if (make_path(p, kind, f, record, &path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", p->folder);
  ria_status status = RIA_SUCCESS;
  const bool lasts = kind == RECORD && !p->view.field[f].once;
  if (!lasts || !p->options->only_new || access(path, F_OK))
    status = draw(p, kind, f, record, path);
  free(path);
  return status;
}

/* ---- all pictures ---- */

static bool is_wanted(const ria_plot_options *options, const ria_history_field *field) {
  return !options->field || !strcmp(options->field, field->name);
}

/* For fields that change with time. */
static bool is_record_drawn(const ria_history_view *view, const ria_plot_options *options,
                            int64_t record) {
  const int64_t last = view->records - 1, gaps = options->maps - 1;
  if (options->maps > 0 && gaps < last) {
    if (!gaps)
      return record == last;
    /* The nearest of the evenly spread records. */
    const int64_t n = (2 * record * gaps + last) / (2 * last);
    return record == (2 * n * last + gaps) / (2 * gaps);
  }
  return options->maps > 0 || record == last ||
         (options->every > 0 && record % options->every == 0);
}

static bool is_drawn(const ria_history_view *view, const ria_plot_options *options, int f,
                     int64_t record) {
  return view->field[f].once ? record == view->records - 1 : is_record_drawn(view, options, record);
}

static bool has_times(const ria_history_view *view, int f) {
  return maps_plot_has_times(view) && !view->field[f].once;
}

static ria_status make_arrivals(const plotter *p, int f) {
  const int64_t last = p->view.records - 1;
  char sentence[320];
  RIA_TRY(make(p, PEAK, f, last));
  if (p->view.threshold > 0)
    return make(p, ARRIVAL, f, last);
  snprintf(sentence, sizeof sentence,
           "no map of arrivals, because the case has no threshold for %.80s: give the tracer a "
           "'threshold' and run it again",
           p->view.field[f].name);
  if (p->options->left_out)
    p->options->left_out(p->options->context, sentence);
  return RIA_SUCCESS;
}

/* All records share one scale. */
static ria_status make_densities(plotter *p) {
  char *file = NULL;
  maps_map map = make_map(p, p->planes.values);
  RIA_TRY(name_tracks(p, &file));
  ria_status status = RIA_SUCCESS;
  for (int64_t r = 0; r < p->view.records && status == RIA_SUCCESS; r++) {
    maps_density density = {.value = p->planes.values};
    if (is_record_drawn(&p->view, p->options, r))
      status = maps_tracks_density(file, &map, p->view.time[r], &density);
    p->densest = fmax(p->densest, density.largest);
  }
  free(file);
  for (int64_t r = 0; r < p->view.records && status == RIA_SUCCESS; r++)
    if (is_record_drawn(&p->view, p->options, r))
      status = make(p, DENSITY, -1, r);
  return status;
}

static ria_status make_all(plotter *p) {
  const ria_history_view *view = &p->view;
  const int64_t last = view->records - 1;
  for (int64_t r = 0; r <= last; r++)
    for (int f = 0; f < view->fields; f++)
      if (is_wanted(p->options, &view->field[f]) && is_drawn(view, p->options, f, r))
        RIA_TRY(make(p, RECORD, f, r));
  if (!p->options->overview)
    return RIA_SUCCESS;
  for (int f = 0; f < view->fields; f++) {
    if (view->field[f].arrives)
      RIA_TRY(make_arrivals(p, f));
    if (is_wanted(p->options, &view->field[f]) && has_times(view, f))
      RIA_TRY(make(p, OVER_TIME, f, last));
  }
  if (p->options->particles) {
    RIA_TRY(make(p, TRACKS, -1, last));
    RIA_TRY(make_densities(p));
  }
  if (view->blocks)
    return RIA_SUCCESS;
  RIA_TRY(make(p, GAUGES, -1, last));
  return make(p, SECTIONS, -1, last);
}

static ria_status check_field(const ria_history_view *view, const ria_plot_options *options) {
  char names[256] = "";
  for (int f = 0, n = 0; f < view->fields; f++) {
    if (is_wanted(options, &view->field[f]))
      return RIA_SUCCESS;
    if (n < (int)sizeof names)
      n +=
          snprintf(names + n, sizeof names - (size_t)n, "%s%s", f ? ", " : "", view->field[f].name);
  }
  return ria_fail(RIA_ERROR_ARGUMENT, "%s: there is no picture of '%s'; there are %s", view->path,
                  options->field ? options->field : "a field", names);
}

/* Lists the drawn surfaces; returns their number. */
static int choose_surfaces(const ria_history_view *view, const ria_plot_options *options,
                           ria_surface_choice choice[2]) {
  choice[0] = (ria_surface_choice){RIA_SURFACE_LAYER, RIA_AXES - 1, -1};
  if (options->surface) {
    choice[0] = *options->surface;
  } else if (view->cylindrical) {
    choice[0].kind = RIA_SURFACE_BLADES;
    choice[1] = (ria_surface_choice){RIA_SURFACE_MERIDIONAL, 0, -1};
    return 2;
  }
  return 1;
}

static ria_status lay_surface(plotter *p) {
  ria_history_view *view = &p->view;
  p->x = malloc((size_t)view->nx * sizeof *p->x);
  p->y = malloc((size_t)view->nx * sizeof *p->y);
  p->part = calloc((size_t)view->blocks, sizeof *p->part);
  if (!p->x || !p->y || !p->part)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for maps", view->path);
  return maps_surface_flatten(view, p->surface, p->x, p->y, p->x_label, p->y_label);
}

static void release(plotter *p) {
  maps_survey_destroy(&p->survey);
  free(p->planes.values);
  free(p->planes.u);
  free(p->planes.v);
  free(p->planes.level);
  free(p->x);
  free(p->y);
  free(p->part);
  p->planes = (maps_planes){0};
  p->x = p->y = NULL;
  p->part = NULL;
}

static ria_status prepare(plotter *p) {
  if (p->view.records < 1)
    return ria_fail(RIA_ERROR_FORMAT, "%s: has no records yet", p->view.path);
  RIA_TRY(check_field(&p->view, p->options));
  if (mkdir(p->folder, 0777) && errno != EEXIST)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", p->folder, strerror(errno));
  if (p->view.blocks)
    RIA_TRY(lay_surface(p));
  const size_t bytes = (size_t)(p->view.nx * p->view.ny) * sizeof(float);
  p->planes = (maps_planes){malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes)};
  if (!p->planes.values || !p->planes.u || !p->planes.v || !p->planes.level)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for maps", p->view.path);
  for (int b = 0; b < p->view.blocks; b++) {
    const ria_history_block *block = &p->view.block[b];
    p->part[b] = (maps_surface_part){block->size[0],      block->size[1],
                                     block->layers,       p->x + block->first,
                                     p->y + block->first, p->planes.values + block->first};
  }
  return maps_survey_make(&p->view, &p->planes, &p->survey);
}

int64_t ria_plot_count(const ria_history_view *view, const ria_plot_options *options) {
  ria_surface_choice choice[2];
  const int surfaces = view->blocks ? choose_surfaces(view, options, choice) : 1;
  int64_t count = options->overview && view->places > 0 && !view->blocks;
  const bool particles = options->overview && options->particles;
  count += particles;
  for (int64_t r = 0; r < view->records; r++)
    count += particles && is_record_drawn(view, options, r);
  for (int f = 0; f < view->fields; f++) {
    int64_t records = 0;
    for (int64_t r = 0; r < view->records; r++)
      records += is_drawn(view, options, f, r);
    if (is_wanted(options, &view->field[f]))
      count += surfaces * records + (options->overview && has_times(view, f));
    if (options->overview && view->field[f].arrives)
      count += 1 + (view->threshold > 0);
  }
  return count;
}

/* The marks of the options, and the gauges. */
static ria_status collect_marks(plotter *p) {
  const ria_history_view *view = &p->view;
  p->mark = calloc((size_t)(p->options->marks + view->places) + 1, sizeof *p->mark);
  if (!p->mark)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for maps", view->path);
  for (int i = 0; i < p->options->marks; i++)
    p->mark[p->marks++] = p->options->mark[i];
  for (int i = 0; i < view->places; i++)
    p->mark[p->marks++] =
        (ria_map_mark){view->place[i].name, RIA_MARK_GAUGE, view->place[i].x, view->place[i].y, 0};
  return RIA_SUCCESS;
}

static ria_status plot_one(plotter *p) {
  ria_status status = prepare(p);
  if (status == RIA_SUCCESS) {
    gnuplot_together_begin(p->options->together, p->options->made, p->options->context);
    status = gnuplot_together_end(make_all(p));
  }
  release(p);
  return status;
}

static ria_status plot_all(plotter *p) {
  ria_surface_choice choice[2];
  if (p->view.box.planes && p->options->surface)
    RIA_TRY(ria_history_view_choose(&p->view, p->options->surface));
  if (!p->view.blocks)
    return plot_one(p);
  const int surfaces = choose_surfaces(&p->view, p->options, choice);
  for (int s = 0; s < surfaces; s++) {
    p->surface = choice[s].kind;
    RIA_TRY(ria_history_view_choose(&p->view, &choice[s]));
    RIA_TRY(plot_one(p));
  }
  return RIA_SUCCESS;
}

ria_status ria_plot_run(const char *run_dir, const ria_plot_options *options) {
  char *file = NULL, *folder = NULL;
  struct stat info;
  if (stat(run_dir, &info))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", run_dir, strerror(errno));
  if (!S_ISDIR(info.st_mode))
    return ria_fail(RIA_ERROR_IO, "%s: is not the folder of a run", run_dir);
  if (asprintf(&file, "%s/history.h5", run_dir) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", run_dir);
  const char *into = options->into;
  if (asprintf(&folder, "%s%s", into ? into : run_dir, into ? "" : "/maps") < 0) {
    free(file);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", run_dir);
  }
  plotter p = {.options = options, .run_dir = run_dir, .folder = folder};
  ria_status status = ria_history_view_open(file, &p.view);
  if (status == RIA_SUCCESS && !p.view.fields && !p.view.blocks)
    status = ria_fail(RIA_ERROR_UNSUPPORTED,
                      "%s: does not list the drawn fields, because ria 0.1.0 wrote it. "
                      "`ria info` and other programs read it; to draw maps, run its case again, "
                      "%s/case.yaml, into another folder",
                      file, run_dir);
  if (status == RIA_SUCCESS)
    status = collect_marks(&p);
  if (status == RIA_SUCCESS)
    status = plot_all(&p);
  free(p.mark);
  ria_history_view_close(&p.view);
  free(folder);
  free(file);
  return status;
}

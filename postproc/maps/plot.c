#include "plot.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "history/calendar.h"
#include "ria/plot.h"

typedef struct {
  const ria_plot_options *options;
  const char *folder; /* of the pictures */
  ria_history_view view;
  ria_survey survey;
  float *values, *u, *v;
} plotter;

ria_status ria_read_velocity(const ria_history_view *view, int64_t record, float *u, float *v,
                             float *speed) {
  RIA_TRY(ria_history_view_read(view, "h", record, speed));
  RIA_TRY(ria_history_view_read(view, "qx", record, u));
  RIA_TRY(ria_history_view_read(view, "qy", record, v));
  size_t cells = (size_t)(view->nx * view->ny);
  for (size_t c = 0; c < cells; c++) {
    float h = speed[c];
    bool wet = (double)h > view->dry;
    u[c] = wet ? u[c] / h : NAN;
    v[c] = wet ? v[c] / h : NAN;
    speed[c] = wet ? hypotf(u[c], v[c]) : NAN;
  }
  return RIA_SUCCESS;
}

char *ria_picture_path(const char *folder, const char *name, int64_t record) {
  char *path = NULL;
  int n = record < 0 ? asprintf(&path, "%s/%s.png", folder, name)
                     : asprintf(&path, "%s/%s-%04lld.png", folder, name, (long long)record);
  return n < 0 ? NULL : path;
}

bool ria_picture_wanted(const ria_plot_options *options, const char *path, int64_t record) {
  return !options->only_new || record < 0 || access(path, F_OK);
}

ria_map ria_map_of_view(const ria_history_view *view, const float *values) {
  return (ria_map){.nx = view->nx,
                   .ny = view->ny,
                   .x0 = view->x0,
                   .y0 = view->y0,
                   .dx = view->dx,
                   .dy = view->dy,
                   .depth = view->depth,
                   .values = values,
                   .projected = view->crs != NULL,
                   .crs = view->crs,
                   .places = view->places,
                   .place = view->place};
}

static ria_map base_map(const plotter *p) {
  return ria_map_of_view(&p->view, p->values);
}

const char *ria_plot_moment(const ria_history_view *view, int64_t record,
                            char text[RIA_MOMENT_SIZE]) {
  char date[RIA_DATE_SIZE], elapsed[RIA_DATE_SIZE];
  ria_elapsed_title(view->time[record], elapsed);
  if (view->has_start)
    snprintf(text, RIA_MOMENT_SIZE, "%s, %s after the start",
             ria_date_title(view->start + view->time[record], date), elapsed);
  else
    snprintf(text, RIA_MOMENT_SIZE, "%s after the start", elapsed);
  return text;
}

static ria_status draw(const plotter *p, ria_map *map, const ria_map_style *style, const char *name,
                       int64_t record, const char *what, const char *when) {
  char subtitle[256];
  bool titled = p->view.title && p->view.title[0];
  snprintf(subtitle, sizeof subtitle, "%s%s%s", titled ? what : "", titled ? ", " : "", when);
  map->title = titled ? p->view.title : what;
  map->subtitle = subtitle;
  map->floods = p->survey.floods;
  char *path = ria_picture_path(p->folder, name, record);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", p->folder);
  ria_status status = RIA_SUCCESS;
  if (ria_picture_wanted(p->options, path, record)) {
    status = ria_map_draw(map, style, path);
    if (status == RIA_SUCCESS && p->options->made)
      p->options->made(p->options->context, path);
  }
  free(path);
  return status;
}

static bool wanted(const plotter *p, const char *field) {
  return !p->options->field || !strcmp(p->options->field, field);
}

static ria_status draw_record(const plotter *p, int64_t record) {
  char when[RIA_MOMENT_SIZE];
  ria_plot_moment(&p->view, record, when);
  if (wanted(p, "level")) {
    ria_map map = base_map(p);
    RIA_TRY(ria_history_view_read(&p->view, "level", record, p->values));
    RIA_TRY(draw(p, &map, &p->survey.level, "level", record, "Water level", when));
  }
  if (wanted(p, "speed")) {
    ria_map map = base_map(p);
    map.u = p->u;
    map.v = p->v;
    RIA_TRY(ria_read_velocity(&p->view, record, p->u, p->v, p->values));
    RIA_TRY(draw(p, &map, &p->survey.speed, "speed", record, "Current", when));
  }
  if (wanted(p, "concentration") && p->view.has_tracer) {
    ria_map map = base_map(p);
    RIA_TRY(ria_history_view_read(&p->view, "concentration", record, p->values));
    RIA_TRY(
        draw(p, &map, &p->survey.concentration, "concentration", record, "Concentration", when));
  }
  return RIA_SUCCESS;
}

/* Wet places that no tracer reached are drawn as plain water: their value is below `hide_below`. */
static void mark_clean(const plotter *p) {
  size_t cells = (size_t)(p->view.nx * p->view.ny);
  for (size_t c = 0; c < cells; c++) {
    float arrived = p->survey.arrived[c];
    p->values[c] = isnan(arrived) && !isnan(p->survey.peak[c]) ? -1 : arrived;
  }
}

static ria_status draw_spill(plotter *p) {
  if (!p->view.has_tracer)
    return RIA_SUCCESS;
  char until[RIA_MOMENT_SIZE];
  ria_plot_moment(&p->view, p->view.records - 1, until);
  ria_map map = base_map(p);
  map.values = p->survey.peak;
  RIA_TRY(draw(p, &map, &p->survey.concentration, "concentration-max", -1,
               "Largest concentration so far", until));
  if (!(p->view.threshold > 0)) {
    if (p->options->left_out)
      p->options->left_out(p->options->context,
                           "no map of arrivals, because the case says no concentration that counts "
                           "as arrival: give the tracer a 'threshold' and run it again");
    return RIA_SUCCESS;
  }
  map = base_map(p);
  mark_clean(p);
  return draw(p, &map, &p->survey.arrival, "arrival", -1, "Arrival of the tracer", until);
}

static ria_status draw_gauges(const plotter *p, const char *run_dir) {
  char *csv = NULL, *path = ria_picture_path(p->folder, "gauges", -1);
  if (asprintf(&csv, "%s/gauges.csv", run_dir) < 0)
    csv = NULL;
  ria_status status = csv && path ? ria_plot_gauges(&p->view, csv, path)
                                  : ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  if (status == RIA_SUCCESS && p->options->made && !access(path, F_OK))
    p->options->made(p->options->context, path);
  free(csv);
  free(path);
  return status;
}

static ria_status draw_all(plotter *p, const char *run_dir) {
  if (!p->view.depth) {
    RIA_TRY(ria_plot_fields(&p->view, p->options, p->folder));
    return p->options->overview ? draw_gauges(p, run_dir) : RIA_SUCCESS;
  }
  int64_t last = p->view.records - 1, every = p->options->every;
  for (int64_t r = 0; r <= last; r++)
    if (r == last || (every > 0 && r % every == 0))
      RIA_TRY(draw_record(p, r));
  if (!p->options->overview)
    return RIA_SUCCESS;
  RIA_TRY(draw_spill(p));
  return draw_gauges(p, run_dir);
}

static ria_status prepare(plotter *p) {
  if (p->view.records < 1)
    return ria_fail(RIA_ERROR_FORMAT, "%s: has no records yet", p->view.path);
  if (p->view.depth && p->options->field && strcmp(p->options->field, "level") &&
      strcmp(p->options->field, "speed") &&
      (strcmp(p->options->field, "concentration") || !p->view.has_tracer))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: there is no map of '%s'; there are level, speed%s",
                    p->view.path, p->options->field, p->view.has_tracer ? ", concentration" : "");
  if (mkdir(p->folder, 0777) && errno != EEXIST)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", p->folder, strerror(errno));
  if (!p->view.depth)
    return RIA_SUCCESS;
  size_t cells = (size_t)(p->view.nx * p->view.ny);
  p->values = malloc(cells * sizeof(float));
  p->u = malloc(cells * sizeof(float));
  p->v = malloc(cells * sizeof(float));
  if (!p->values || !p->u || !p->v)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for maps", p->view.path);
  return ria_survey_make(&p->view, &p->survey);
}

int64_t ria_plot_count_records(const ria_history_view *view, const ria_plot_options *options) {
  const int64_t last = view->records - 1, every = options->every;
  if (last < 0)
    return 0;
  return every > 0 ? last / every + 1 + (last % every != 0) : 1;
}

int64_t ria_plot_count(const ria_history_view *view, const ria_plot_options *options) {
  const int64_t gauges = options->overview && view->places > 0;
  if (!view->depth)
    return ria_plot_count_fields(view, options) + gauges;
  const int64_t fields = options->field ? 1 : 2 + view->has_tracer;
  const int64_t spill = options->overview && view->has_tracer ? 2 : 0;
  return fields * ria_plot_count_records(view, options) + spill + gauges;
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
  plotter p = {.options = options, .folder = folder};
  ria_status status = ria_history_view_open(file, &p.view);
  if (status == RIA_SUCCESS) {
    status = prepare(&p);
    if (status == RIA_SUCCESS)
      status = draw_all(&p, run_dir);
    ria_survey_destroy(&p.survey);
    ria_history_view_close(&p.view);
  }
  free(p.values);
  free(p.u);
  free(p.v);
  free(folder);
  free(file);
  return status;
}

/* Pictures of solvers without water: maps of a plane, profiles of a line, and a line's values over
 * x and time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gnuplot/gnuplot.h"
#include "palette.h"
#include "plot.h"

/* A line's picture, in pixels. */
enum { WIDTH = 1100, HEIGHT = 620, LEFT = 110, RIGHT = 30, TOP = 80, BOTTOM = 75, BAR = 125 };
enum { RECORDS_OVER_TIME = 6 }; /* fewer records make no picture */

typedef struct {
  const ria_history_view *view;
  const ria_plot_options *options;
  const char *folder;
  float *values; /* [ny][nx] */
  double *low, *high;
} fields;

static ria_status find_range(const fields *p, int f) {
  const ria_history_view *view = p->view;
  const size_t cells = (size_t)(view->nx * view->ny);
  p->low[f] = INFINITY, p->high[f] = -INFINITY;
  for (int64_t r = 0; r < view->records; r++) {
    RIA_TRY(ria_history_view_read(view, view->field[f].name, r, p->values));
    for (size_t c = 0; c < cells; c++) {
      const double value = (double)p->values[c];
      if (!isfinite(value))
        continue;
      p->low[f] = value < p->low[f] ? value : p->low[f];
      p->high[f] = value > p->high[f] ? value : p->high[f];
    }
  }
  /* A field that is constant up to rounding still needs a scale. */
  const double middle = (p->low[f] + p->high[f]) / 2;
  if (!isfinite(middle))
    p->low[f] = -1, p->high[f] = 1;
  else if (!(p->high[f] - p->low[f] > 1e-6 * fabs(middle)))
    p->low[f] = middle - (fabs(middle) > 0 ? fabs(middle) : 1),
    p->high[f] = middle + (fabs(middle) > 0 ? fabs(middle) : 1);
  return RIA_SUCCESS;
}

static void put_label(const ria_history_field *field, char label[160]) {
  snprintf(label, 160, "%.60s: %.60s (%.20s)", field->name, field->what, field->unit);
}

/* Fields with both signs get a palette that shows the sign. */
static ria_map_style style_of(const fields *p, int f, const char *label) {
  const double low = p->low[f], high = p->high[f], most = fmax(-low, high);
  const bool both = low < -0.05 * most && high > 0.05 * most;
  return (ria_map_style){.palette = both ? RIA_PALETTE_LEVEL : RIA_PALETTE_SPEED,
                         .low = both ? -most : low,
                         .high = both ? most : high,
                         .hide_below = -INFINITY,
                         .label = label};
}

static void put_texts(const fields *p, FILE *script, const char *title, const char *subtitle) {
  const char *text[] = {p->view->title && p->view->title[0] ? p->view->title : title, subtitle};
  for (int i = 0; i < 2; i++) {
    fprintf(script, "set label %d ", i + 1);
    ria_gnuplot_quote(script, text[i]);
    fprintf(script, " at screen %.6f,%.6f left font ',%d'\n", (double)LEFT / WIDTH,
            1 - (i ? 56.0 : 28.0) / HEIGHT, i ? 11 : 15);
  }
}

/* Write the x axis of a line, in m or km; returns the unit. */
static double put_x_axis(const fields *p, FILE *script, int right) {
  const ria_history_view *view = p->view;
  const double wide = (double)view->nx * view->dx, unit = wide < 5000 ? 1 : 1000;
  fprintf(script,
          "set lmargin at screen %.6f\nset rmargin at screen %.6f\nset tmargin at screen %.6f\n"
          "set bmargin at screen %.6f\nset tics out nomirror\nset border lw 0.8\nset xlabel 'x "
          "(%s)'\nset xrange [%.12g:%.12g] noextend\n",
          (double)LEFT / WIDTH, 1 - (double)right / WIDTH, 1 - (double)TOP / HEIGHT,
          (double)BOTTOM / HEIGHT, unit > 1 ? "km" : "m", view->x0 / unit,
          (view->x0 + wide) / unit);
  return unit;
}

static void put_profile(const fields *p, FILE *script, double unit) {
  const ria_history_view *view = p->view;
  for (ria_global x = 0; x < view->nx; x++)
    fprintf(script, "%.9g %.9g\n", (view->x0 + ((double)x + 0.5) * view->dx) / unit,
            (double)p->values[x]);
  fputs("e\n", script);
}

static ria_status write_profile(const fields *p, int f, int64_t record, const char *label,
                                FILE *script) {
  char when[RIA_MOMENT_SIZE];
  const double margin = 0.05 * (p->high[f] - p->low[f]);
  put_texts(p, script, p->view->field[f].what, ria_plot_moment(p->view, record, when));
  const double unit = put_x_axis(p, script, RIGHT);
  fprintf(script,
          "set yrange [%.9g:%.9g]\nset grid lt 1 lc rgb '#d8d8d8'\n"
          "set key at graph 1,1.1 right top horizontal samplen 2\nset ylabel ",
          p->low[f] - margin, p->high[f] + margin);
  ria_gnuplot_quote(script, label);
  fputs("\nplot ", script);
  if (record)
    fputs("'-' using 1:2 with lines lw 1.5 lc rgb '#999999' title 'at the start', ", script);
  fputs("'-' using 1:2 with lines lw 2.5 lc rgb '#0072B2' title 'now'\n", script);
  for (int64_t r = record ? 0 : record;; r = record) {
    RIA_TRY(ria_history_view_read(p->view, p->view->field[f].name, r, p->values));
    put_profile(p, script, unit);
    if (r == record)
      return RIA_SUCCESS;
  }
}

static ria_status draw_profile(const fields *p, int f, int64_t record, const char *path) {
  char label[160];
  put_label(&p->view->field[f], label);
  ria_gnuplot plot;
  RIA_TRY(ria_gnuplot_begin(path, WIDTH, HEIGHT, &plot));
  ria_status status = write_profile(p, f, record, label, plot.script);
  ria_status drawn = ria_gnuplot_finish(&plot);
  return status == RIA_SUCCESS ? drawn : status;
}

static ria_status draw_map(const fields *p, int f, int64_t record, const char *path) {
  const ria_history_view *view = p->view;
  char label[160], when[RIA_MOMENT_SIZE], subtitle[320];
  put_label(&view->field[f], label);
  RIA_TRY(ria_history_view_read(view, view->field[f].name, record, p->values));
  const bool titled = view->title && view->title[0];
  ria_plot_moment(view, record, when);
  snprintf(subtitle, sizeof subtitle, "%s%s%s", titled ? view->field[f].what : "",
           titled ? ", " : "", when);
  ria_map map = ria_map_of_view(view, p->values);
  map.title = titled ? view->title : view->field[f].what;
  map.subtitle = subtitle;
  const ria_map_style style = style_of(p, f, label);
  return ria_map_draw(&map, &style, path);
}

static ria_status draw_record(const fields *p, int f, int64_t record) {
  char *path = ria_picture_path(p->folder, p->view->field[f].name, record);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", p->folder);
  ria_status status = RIA_SUCCESS;
  if (ria_picture_wanted(p->options, path, record)) {
    status = p->view->ny > 1 ? draw_map(p, f, record, path) : draw_profile(p, f, record, path);
    if (status == RIA_SUCCESS && p->options->made)
      p->options->made(p->options->context, path);
  }
  free(path);
  return status;
}

/* A row of pixels shows the last record before its time; time goes up. */
static ria_status write_over_time(const fields *p, int f, const ria_map_style *style,
                                  FILE *script) {
  const ria_history_view *view = p->view;
  const int width = WIDTH - LEFT - BAR, height = HEIGHT - TOP - BOTTOM;
  const double first = view->time[0], last = view->time[view->records - 1];
  uint8_t *row = malloc((size_t)width * 3);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  ria_status status = RIA_SUCCESS;
  int64_t record = 0, have = -1;
  for (int j = 0; j < height && status == RIA_SUCCESS; j++) {
    const double time = first + (j + 0.5) / height * (last - first);
    while (record + 1 < view->records && view->time[record + 1] <= time)
      record++;
    if (record != have)
      status = ria_history_view_read(view, view->field[f].name, record, p->values);
    have = record;
    for (int i = 0; i < width; i++) {
      const ria_global x = (ria_global)((i + 0.5) * (double)view->nx / width);
      const ria_colour c = ria_style_colour(style, (double)p->values[x]);
      row[3 * i] = c.r, row[3 * i + 1] = c.g, row[3 * i + 2] = c.b;
    }
    fwrite(row, 3, (size_t)width, script);
  }
  free(row);
  return status;
}

static ria_status draw_over_time(const fields *p, int f) {
  const ria_history_view *view = p->view;
  const int width = WIDTH - LEFT - BAR, height = HEIGHT - TOP - BOTTOM;
  char label[160], name[160], when[RIA_MOMENT_SIZE], subtitle[320];
  put_label(&view->field[f], label);
  const ria_map_style style = style_of(p, f, label);
  snprintf(name, sizeof name, "%.100s-time", view->field[f].name);
  snprintf(subtitle, sizeof subtitle, "%.150s, until %s", view->field[f].what,
           ria_plot_moment(view, view->records - 1, when));
  char *path = ria_picture_path(p->folder, name, -1);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", p->folder);
  ria_gnuplot plot;
  ria_status status = ria_gnuplot_begin(path, WIDTH, HEIGHT, &plot);
  if (status == RIA_SUCCESS) {
    FILE *script = plot.script;
    put_texts(p, script, view->field[f].what, subtitle);
    const double unit = put_x_axis(p, script, BAR);
    const double x0 = view->x0 / unit, step = (double)view->nx * view->dx / unit / width;
    const double from = view->time[0], rise = (view->time[view->records - 1] - from) / height;
    ria_style_script(&style, script);
    fprintf(script,
            "set yrange [%.12g:%.12g] noextend\nset ylabel 'Time since the start (s)'\nunset key\n"
            "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\nset cblabel ",
            from, from + rise * height, 1 - (BAR - 20.0) / WIDTH, (double)BOTTOM / HEIGHT,
            20.0 / WIDTH, (double)height / HEIGHT);
    ria_gnuplot_quote(script, label);
    fprintf(script,
            "\nplot '-' binary array=(%d,%d) origin=(%.12g,%.12g) dx=%.12g dy=%.12g "
            "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage, NaN with points palette "
            "notitle\n",
            width, height, x0 + step / 2, from + rise / 2, step, rise);
    status = write_over_time(p, f, &style, script);
    ria_status drawn = ria_gnuplot_finish(&plot);
    status = status == RIA_SUCCESS ? drawn : status;
  }
  if (status == RIA_SUCCESS && p->options->made)
    p->options->made(p->options->context, path);
  free(path);
  return status;
}

static bool is_over_time(const ria_history_view *view, const ria_plot_options *options) {
  return options->overview && view->ny == 1 && view->records >= RECORDS_OVER_TIME;
}

int64_t ria_plot_count_fields(const ria_history_view *view, const ria_plot_options *options) {
  const int64_t drawn = options->field ? 1 : view->fields;
  return drawn * (ria_plot_count_records(view, options) + is_over_time(view, options));
}

static ria_status draw_field(const fields *p, int f) {
  const int64_t last = p->view->records - 1, every = p->options->every;
  RIA_TRY(find_range(p, f));
  for (int64_t r = 0; r <= last; r++)
    if (r == last || (every > 0 && r % every == 0))
      RIA_TRY(draw_record(p, f, r));
  return is_over_time(p->view, p->options) ? draw_over_time(p, f) : RIA_SUCCESS;
}

static ria_status no_such_field(const ria_history_view *view, const char *field) {
  char names[256] = "";
  for (int f = 0, n = 0; f < view->fields && n < (int)sizeof names; f++)
    n += snprintf(names + n, sizeof names - (size_t)n, "%s%s", f ? ", " : "", view->field[f].name);
  return ria_fail(RIA_ERROR_ARGUMENT, "%s: there is no picture of '%s'; there are %s", view->path,
                  field, names);
}

ria_status ria_plot_fields(const ria_history_view *view, const ria_plot_options *options,
                           const char *folder) {
  const size_t count = (size_t)view->fields + 1;
  fields p = {.view = view,
              .options = options,
              .folder = folder,
              .values = malloc((size_t)(view->nx * view->ny) * sizeof *p.values + 1),
              .low = calloc(count, sizeof *p.low),
              .high = calloc(count, sizeof *p.high)};
  ria_status status = p.values && p.low && p.high
                          ? RIA_SUCCESS
                          : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for pictures", view->path);
  bool found = !options->field;
  for (int f = 0; f < view->fields && status == RIA_SUCCESS; f++) {
    if (options->field && strcmp(options->field, view->field[f].name))
      continue;
    found = true;
    status = draw_field(&p, f);
  }
  free(p.values);
  free(p.low);
  free(p.high);
  return status == RIA_SUCCESS && !found ? no_such_field(view, options->field) : status;
}

/* Pictures of a line: profiles, and the values over x and time. */
#include <math.h>
#include <stdlib.h>
#include "bar.h"
#include "frame.h"
#include "gnuplot/gnuplot.h"
#include "palette.h"
#include "plot.h"
#include "ria/number.h"
#include "text.h"
#include "time_axis.h"

/* In pixels. */
enum { WIDTH = 1000, HEIGHT = 600, LEFT = 110, RIGHT = 30, TOP = 80, BOTTOM = 75, GAP = 22 };
enum { RECORDS_OVER_TIME = 6 }; /* fewer records make no picture */

typedef struct {
  const ria_history_view *view;
  int f;
  const ria_history_field *field;
  const maps_survey_field *survey;
  const maps_planes *planes;
} line;

static line make_line(const ria_history_view *view, int f, const maps_survey *survey,
                      const maps_planes *planes) {
  return (line){view, f, &view->field[f], &survey->field[f], planes};
}

static void put_texts(const line *p, FILE *script, const char *subtitle) {
  const char *title = p->view->title && p->view->title[0] ? p->view->title : p->field->title;
  maps_titles_script(title, subtitle, LEFT, WIDTH, HEIGHT, script);
}

/* Write the x axis of a line, in m or km; returns the unit. */
static double put_x_axis(const line *p, FILE *script, int right) {
  const ria_history_view *view = p->view;
  const double wide = (double)view->nx * view->dx, unit = wide < 5000 ? 1 : 1000;
  ria_fprintf(
      script,
      "set lmargin at screen %.6f\nset rmargin at screen %.6f\nset tmargin at screen %.6f\n"
      "set bmargin at screen %.6f\nset tics out nomirror\nset border lw 0.8\nset xlabel '%c "
      "(%s)'\nset xrange [%.12g:%.12g] noextend\n",
      (double)LEFT / WIDTH, 1 - (double)right / WIDTH, 1 - (double)TOP / HEIGHT,
      (double)BOTTOM / HEIGHT, 'x' + view->axis, unit > 1 ? "km" : "m", view->x0 / unit,
      (view->x0 + wide) / unit);
  return unit;
}

static void put_profile(const line *p, FILE *script, double unit) {
  const ria_history_view *view = p->view;
  for (ria_global x = 0; x < view->nx; x++)
    ria_fprintf(script, "%.9g %.9g\n", (view->x0 + ((double)x + 0.5) * view->dx) / unit,
                (double)p->planes->values[x]);
  fputs("e\n", script);
}

static ria_status write_profile(const line *p, int64_t record, FILE *script) {
  char when[MAPS_MOMENT_SIZE], label[160];
  const double margin = 0.05 * (p->survey->high - p->survey->low);
  put_texts(p, script, maps_plot_moment(p->view, record, when));
  const double unit = put_x_axis(p, script, RIGHT);
  ria_fprintf(script,
              "set yrange [%.9g:%.9g]\nset grid lt 1 lc rgb '#d8d8d8'\n"
              "set key at graph 1,1.1 right top horizontal samplen 2\nset ylabel ",
              p->survey->low - margin, p->survey->high + margin);
  maps_text_label(p->field->label, sizeof label, label);
  gnuplot_quote(script, label);
  fputs("\nplot ", script);
  if (record)
    fputs("'-' using 1:2 with lines lw 1.5 lc rgb '#999999' title 'at the start', ", script);
  fputs("'-' using 1:2 with lines lw 2.5 lc rgb '#0072B2' title 'now'\n", script);
  for (int64_t r = record ? 0 : record;; r = record) {
    RIA_TRY(maps_read_planes(p->view, p->f, r, p->planes));
    put_profile(p, script, unit);
    if (r == record)
      return RIA_SUCCESS;
  }
}

ria_status maps_plot_profile(const ria_history_view *view, int f, const maps_survey *survey,
                             const maps_planes *planes, int64_t record, const char *path) {
  const line p = make_line(view, f, survey, planes);
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, WIDTH, HEIGHT, &plot));
  ria_status status = write_profile(&p, record, plot.script);
  ria_status drawn = gnuplot_finish(&plot);
  return status == RIA_SUCCESS ? drawn : status;
}

/* A row of pixels shows the last record before its time; time goes up. */
static ria_status write_over_time(const line *p, int width, FILE *script) {
  const ria_history_view *view = p->view;
  const int height = HEIGHT - TOP - BOTTOM;
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
      status = maps_read_planes(view, p->f, record, p->planes);
    have = record;
    for (int i = 0; i < width; i++) {
      const ria_global x = (ria_global)((i + 0.5) * (double)view->nx / width);
      const maps_colour c = maps_style_colour(&p->survey->style, (double)p->planes->values[x]);
      row[3 * i] = c.r, row[3 * i + 1] = c.g, row[3 * i + 2] = c.b;
    }
    fwrite(row, 3, (size_t)width, script);
  }
  free(row);
  return status;
}

/* The axis of time, or of steps. */
static void put_times(const ria_history_view *view, FILE *script) {
  const double from = view->time[0], to = view->time[view->records - 1];
  maps_time_axis axis;
  if (view->steps) {
    ria_fprintf(script, "set yrange [%.12g:%.12g] noextend\nset ylabel 'Steps'\n", from, to);
    return;
  }
  maps_time_axis_layout(view->has_start, view->start, from, to, HEIGHT - TOP, &axis);
  maps_time_axis_script(&axis, 'y', from, to, true, script);
  fprintf(script, "set ylabel '%s'\n", axis.label);
}

ria_status maps_plot_over_time(const ria_history_view *view, int f, const maps_survey *survey,
                               const maps_planes *planes, const char *path) {
  const line p = make_line(view, f, survey, planes);
  const map_style *style = &p.survey->style;
  maps_bar bar;
  maps_bar_layout(style, HEIGHT - TOP - BOTTOM, &bar);
  const int right = GAP + bar.width + 8, width = WIDTH - LEFT - right,
            height = HEIGHT - TOP - BOTTOM;
  char when[MAPS_MOMENT_SIZE], subtitle[320];
  snprintf(subtitle, sizeof subtitle, "%.150s, until %s", p.field->title,
           maps_plot_moment(view, view->records - 1, when));
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, WIDTH, HEIGHT, &plot));
  FILE *script = plot.script;
  put_texts(&p, script, subtitle);
  const double unit = put_x_axis(&p, script, right);
  const double x0 = view->x0 / unit, step = (double)view->nx * view->dx / unit / width;
  const double from = view->time[0], rise = (view->time[view->records - 1] - from) / height;
  put_times(view, script);
  maps_bar_script(style, &bar,
                  &(maps_bar_place){WIDTH - right + GAP, BOTTOM, height - bar.above, WIDTH, HEIGHT},
                  script);
  ria_fprintf(script,
              "unset key\nplot '-' binary array=(%d,%d) origin=(%.12g,%.12g) dx=%.12g dy=%.12g "
              "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage, NaN with points palette "
              "notitle\n",
              width, height, x0 + step / 2, from + rise / 2, step, rise);
  ria_status status = write_over_time(&p, width, script);
  ria_status drawn = gnuplot_finish(&plot);
  return status == RIA_SUCCESS ? drawn : status;
}

bool maps_plot_is_line(const ria_history_view *view) {
  const ria_history_plane *plane = &view->box.plane[0];
  const bool in_box = view->box.planes == 1 && (plane->size[0] == 1 || plane->size[1] == 1);
  return view->ny == 1 && !view->ground && !view->blocks && (!view->box.planes || in_box);
}

bool maps_plot_has_times(const ria_history_view *view) {
  return maps_plot_is_line(view) && view->records >= RECORDS_OVER_TIME;
}

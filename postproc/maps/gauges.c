/* gauges.png: the series of all gauges, a panel for each scalar field. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "history/calendar.h"
#include "gnuplot/gnuplot.h"
#include "plot.h"
#include "ria/number.h"

enum { WIDTH = 1200, PANEL = 380 };

typedef struct {
  const ria_history_view *view;
  const char *csv;
  double scale; /* seconds in the axis' unit */
  const char *unit;
} series;

static bool has_panel(const ria_history_field *field) {
  return field->column >= 0 && !field->component[0];
}

/* The axis of something that is mostly absent reaches the threshold at least, so that rounding
 * errors are a line at 0. */
static void put_range(const series *s, FILE *script, const ria_history_field *field) {
  if (field->scale != RIA_SCALE_TRACE)
    fputs("set yrange [*:*]\n", script);
  else if (s->view->threshold > 0)
    ria_fprintf(script, "set yrange [0:%.9g<*]\n", s->view->threshold);
  else
    fputs("set yrange [0:*]\n", script);
}

/* The empty cell of a dry place becomes NaN, which gnuplot draws as a gap. */
static void put_panel(const series *s, FILE *script, const ria_history_field *field) {
  const ria_history_view *view = s->view;
  int first = view->has_start ? 2 : 1;
  put_range(s, script, field);
  fputs("set ylabel ", script);
  gnuplot_quote(script, field->label);
  fputs("\nplot ", script);
  for (int p = 0; p < view->places; p++) {
    int at = first + 1 + p * view->columns + field->column;
    fputs(p ? ", " : "", script);
    gnuplot_quote(script, s->csv);
    ria_fprintf(
        script,
        " skip 1 using (column(%d)/%g):(valid(%d) ? column(%d) : NaN) with lines lw 2 dt %d lc "
        "rgb '%s' title ",
        first, s->scale, at, at, 1 + p / GNUPLOT_COLOURS, gnuplot_colour[p % GNUPLOT_COLOURS]);
    gnuplot_quote(script, view->place[p].name);
  }
  fputc('\n', script);
}

static void put_title(const series *s, FILE *script) {
  char text[256], date[HISTORY_DATE_SIZE];
  const char *title = s->view->title && s->view->title[0] ? s->view->title : "Gauges";
  if (s->view->has_start)
    snprintf(text, sizeof text, "%.180s (from %s)", title,
             history_date_title(s->view->start, date));
  else
    snprintf(text, sizeof text, "%.200s", title);
  fputs("set multiplot title ", script);
  gnuplot_quote(script, text);
  fputs(" font ',14'\n", script);
}

ria_status maps_plot_gauges(const ria_history_view *view, const char *csv, const char *path) {
  if (!view->places || access(csv, R_OK))
    return RIA_SUCCESS;
  double end = view->records ? view->time[view->records - 1] : 0;
  series s = {.view = view, .csv = csv, .scale = 1, .unit = "s"};
  if (end > 5 * 86400)
    s.scale = 86400, s.unit = "days";
  else if (end > 2 * 3600)
    s.scale = 3600, s.unit = "hours";
  else if (end > 600)
    s.scale = 60, s.unit = "minutes";
  int panels = 0, i = 0;
  for (int f = 0; f < view->fields; f++)
    panels += has_panel(&view->field[f]);
  if (!panels)
    return RIA_SUCCESS;
  const double height = PANEL * panels + 60;
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, WIDTH, (int)height, &plot));
  FILE *script = plot.script;
  put_title(&s, script);
  ria_fprintf(
      script,
      "set datafile separator comma\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics "
      "nomirror\nset lmargin at screen 0.11\nset rmargin at screen 0.82\n"
      "set key at screen 0.835,screen %.4f left top Left reverse samplen 2 spacing 1.3\n",
      1 - 60 / height);
  for (int f = 0; f < view->fields; f++) {
    if (!has_panel(&view->field[f]))
      continue;
    ria_fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                1 - (60.0 + PANEL * i - (i ? 20 : 0)) / height,
                i + 1 == panels && i ? 60 / height : 1 - (60.0 + PANEL * (i + 1) - 70) / height);
    if (i)
      fputs("unset key\n", script);
    if (++i == panels)
      fprintf(script, "set xlabel 'Time since the start (%s)'\n", s.unit);
    put_panel(&s, script, &view->field[f]);
  }
  fputs("unset multiplot\n", script);
  return gnuplot_finish(&plot);
}

/* gauges.png: the series of all gauges, level above and concentration below. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "history/calendar.h"
#include "gnuplot/gnuplot.h"
#include "plot.h"

enum { WIDTH = 1200, PANEL = 380 };

typedef struct {
  const ria_history_view *view;
  const char *csv;
  double scale; /* seconds in the axis' unit */
  const char *unit;
} series;

/* The empty cell of a dry place becomes NaN, which gnuplot draws as a gap. */
static void put_panel(const series *s, FILE *script, int column, const char *label) {
  const ria_history_view *view = s->view;
  int water = view->has_tracer ? 4 : 3, per_gauge = view->depth ? water : view->fields;
  int first = view->has_start ? 2 : 1;
  fputs("set ylabel ", script);
  ria_gnuplot_quote(script, label);
  fputs("\nplot ", script);
  for (int p = 0; p < view->places; p++) {
    int at = first + 1 + p * per_gauge + column;
    fputs(p ? ", " : "", script);
    ria_gnuplot_quote(script, s->csv);
    fprintf(script,
            " skip 1 using (column(%d)/%g):(valid(%d) ? column(%d) : NaN) with lines lw 2 dt %d lc "
            "rgb '%s' title ",
            first, s->scale, at, at, 1 + p / RIA_GNUPLOT_COLOURS,
            ria_gnuplot_colour[p % RIA_GNUPLOT_COLOURS]);
    ria_gnuplot_quote(script, view->place[p].name);
  }
  fputc('\n', script);
}

typedef struct {
  int column; /* number among a gauge's columns */
  bool from_zero;
  char label[160];
} panel;

static int list_panels(const ria_history_view *view, panel list[RIA_MAX_FIELDS]) {
  int count = 0;
  for (int f = 0; f < view->fields && f < RIA_MAX_FIELDS; f++, count++) {
    list[f] = (panel){.column = f};
    snprintf(list[f].label, sizeof list[f].label, "%.60s: %.60s (%.20s)", view->field[f].name,
             view->field[f].what, view->field[f].unit);
  }
  if (!view->depth)
    return count;
  list[count++] = (panel){.column = 0, .label = "Water level (m)"};
  if (view->has_tracer) {
    list[count] = (panel){.column = 3, .from_zero = true};
    snprintf(list[count++].label, sizeof list[0].label, "Concentration of %.40s (%.20s)",
             view->tracer_name ? view->tracer_name : "tracer",
             view->tracer_unit ? view->tracer_unit : "1");
  }
  return count;
}

static void put_title(const series *s, FILE *script) {
  char text[256], date[RIA_DATE_SIZE];
  const char *title = s->view->title && s->view->title[0] ? s->view->title : "Gauges";
  if (s->view->has_start)
    snprintf(text, sizeof text, "%.180s (from %s)", title, ria_date_title(s->view->start, date));
  else
    snprintf(text, sizeof text, "%.200s", title);
  fputs("set multiplot title ", script);
  ria_gnuplot_quote(script, text);
  fputs(" font ',14'\n", script);
}

ria_status ria_plot_gauges(const ria_history_view *view, const char *csv, const char *path) {
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
  panel list[RIA_MAX_FIELDS];
  const int panels = list_panels(view, list);
  const double height = PANEL * panels + 60;
  ria_gnuplot plot;
  RIA_TRY(ria_gnuplot_begin(path, WIDTH, (int)height, &plot));
  FILE *script = plot.script;
  put_title(&s, script);
  fprintf(script,
          "set datafile separator comma\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics "
          "nomirror\nset lmargin at screen 0.11\nset rmargin at screen 0.82\n"
          "set key at screen 0.835,screen %.4f left top Left reverse samplen 2 spacing 1.3\n",
          1 - 60 / height);
  for (int i = 0; i < panels; i++) {
    fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\nset yrange [%s:*]\n",
            1 - (60.0 + PANEL * i - (i ? 20 : 0)) / height,
            i + 1 == panels && i ? 60 / height : 1 - (60.0 + PANEL * (i + 1) - 70) / height,
            list[i].from_zero ? "0" : "*");
    if (i)
      fputs("unset key\n", script);
    if (i + 1 == panels)
      fprintf(script, "set xlabel 'Time since the start (%s)'\n", s.unit);
    put_panel(&s, script, list[i].column, list[i].label);
  }
  fputs("unset multiplot\n", script);
  return ria_gnuplot_finish(&plot);
}

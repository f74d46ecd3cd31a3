/* gauges.png: the series of all gauges in panels, one below the other. */
#include <unistd.h>
#include "history/calendar.h"
#include "frame.h"
#include "gauge_panels.h"
#include "gnuplot/gnuplot.h"
#include "plot.h"
#include "ria/number.h"
#include "text.h"
#include "ticks.h"
#include "time_axis.h"

/* In pixels. */
enum {
  WIDTH = 1000,
  LEFT = 100,
  KEY = 190, /* the names of the lines, to the right of the panels */
  TOP = 75,
  PANEL = 210,
  GAP = 26,
  BOTTOM = 78,
  MISSING = 24 /* below the panels: the places where the field has not arrived */
};

typedef struct {
  const char *what; /* the places are */
  const ria_history_view *view;
  const char *csv;
  maps_gauge_panels panels;
  maps_time_axis times;
  int height;
} series;

static void put_title(const series *s, FILE *script) {
  const ria_history_view *view = s->view;
  char text[160], date[HISTORY_DATE_SIZE], last[HISTORY_DATE_SIZE];
  const char *title = view->title && view->title[0] ? view->title : s->what;
  if (view->has_start)
    snprintf(text, sizeof text, "%s, %s to %s", s->what,
             history_date_title(view->start + s->panels.first, date),
             history_date_title(view->start + s->panels.last, last));
  else
    snprintf(text, sizeof text, "%s, until %s after the start", s->what,
             history_elapsed_title(s->panels.last, last));
  fputs("set multiplot\n", script);
  maps_titles_script(title, text, LEFT, WIDTH, s->height, script);
  if (!s->panels.missing[0])
    return;
  char fitting[600];
  maps_text_fit(s->panels.missing, 10, WIDTH - LEFT - 10, sizeof fitting, fitting);
  fputs("set label 3 ", script);
  gnuplot_quote(script, fitting);
  ria_fprintf(script, " at screen %.6f,%.6f left font ',10' tc rgb '#404040'\n",
              (double)LEFT / WIDTH, 16. / s->height);
}

/* The axis of the values, with the shared power of ten in its label. */
static void put_values(const series *s, const maps_gauge_panel *panel, FILE *script) {
  char label[160], fitting[200];
  maps_ticks ticks;
  if (panel->logarithmic)
    maps_ticks_logarithmic(panel->low, panel->high, 7, &ticks);
  else
    maps_ticks_linear(panel->low, panel->high, 7, &ticks);
  fputs(panel->logarithmic ? "set logscale y\n" : "unset logscale y\n", script);
  ria_fprintf(script, "set yrange [%.9g:%.9g] noextend\nset ytics (", panel->low, panel->high);
  for (int i = 0; i < ticks.count; i++)
    ria_fprintf(script, "%s'%s' %.12g", i ? ", " : "", ticks.tick[i].text, ticks.tick[i].at);
  maps_text_label(s->view->field[panel->field].label, sizeof label, label);
  snprintf(fitting, sizeof fitting, "%s%s%s", label, ticks.factor[0] ? ", " : "", ticks.factor);
  maps_text_fit(fitting, MAPS_POINTS, PANEL + GAP, sizeof label, label);
  fputs(")\nset ylabel ", script);
  gnuplot_quote(script, label);
  fputc('\n', script);
}

/* The empty cell of a dry place becomes NaN, which gnuplot draws as a gap. */
static void put_line(const series *s, const maps_gauge_panel *panel, int line, FILE *script) {
  const ria_history_view *view = s->view;
  const int time = view->has_start ? 2 : 1, place = panel->place[line],
            at = time + 1 + place * view->columns + view->field[panel->field].column;
  char name[128];
  maps_text_fit(view->place[place].name, MAPS_POINTS, KEY - 50, sizeof name, name);
  fputs(line ? ", " : "", script);
  gnuplot_quote(script, s->csv);
  ria_fprintf(script,
              " skip 1 using (column(%d)):(valid(%d) ? column(%d)/%g : NaN) with lines lw 2 lc "
              "rgb '%s' title ",
              time, at, at, view->field[panel->field].drawn_unit, gnuplot_colour[line]);
  gnuplot_quote(script, name);
}

static void put_panel(const series *s, int number, FILE *script) {
  const maps_gauge_panel *panel = &s->panels.panel[number];
  const double h = s->height, top = h - TOP - number * (PANEL + GAP);
  const bool last = number + 1 == s->panels.panels;
  ria_fprintf(script,
              "set tmargin at screen %.6f\nset bmargin at screen %.6f\n"
              "set key at screen %.6f,%.6f left top Left reverse samplen 2 spacing 1.2\n",
              top / h, (top - PANEL) / h, 1 - (KEY - 8.) / WIDTH, top / h);
  put_values(s, panel, script);
  maps_time_axis_script(&s->times, 'x', s->panels.first, s->panels.last, last, script);
  if (last)
    fprintf(script, "set xlabel '%s'\n", s->times.label);
  fputs("plot ", script);
  for (int line = 0; line < panel->lines; line++)
    put_line(s, panel, line, script);
  fputs("\nunset label\n", script);
}

static ria_status draw(const series *s, const char *path) {
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, WIDTH, s->height, &plot));
  FILE *script = plot.script;
  put_title(s, script);
  ria_fprintf(script,
              "set datafile separator comma\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3 lw 0.8\n"
              "set tics out nomirror\nset lmargin at screen %.6f\nset rmargin at screen %.6f\n",
              (double)LEFT / WIDTH, 1 - (double)KEY / WIDTH);
  for (int i = 0; i < s->panels.panels; i++)
    put_panel(s, i, script);
  fputs("unset multiplot\n", script);
  return gnuplot_finish(&plot);
}

ria_status maps_plot_gauges(const ria_history_view *view, const char *csv, const char *path) {
  return maps_plot_places(view, csv, "Gauges", path);
}

ria_status maps_plot_places(const ria_history_view *view, const char *csv, const char *what,
                            const char *path) {
  series s = {.view = view, .csv = csv, .what = what};
  if (!view->places || access(csv, R_OK))
    return RIA_SUCCESS;
  RIA_TRY(maps_gauge_panels_make(view, csv, &s.panels));
  s.height =
      TOP + s.panels.panels * (PANEL + GAP) - GAP + BOTTOM + (s.panels.missing[0] ? MISSING : 0);
  ria_status status = RIA_SUCCESS;
  if (s.panels.panels && s.panels.last > s.panels.first) {
    maps_time_axis_layout(view->has_start, view->start, s.panels.first, s.panels.last,
                          WIDTH - LEFT - KEY, &s.times);
    status = draw(&s, path);
  }
  maps_gauge_panels_destroy(&s.panels);
  return status;
}

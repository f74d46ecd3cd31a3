/* observed-GAUGE.png: a gauge's computed and observed series. */
#include "gnuplot/gnuplot.h"
#include "ria/number.h"
#include "ria/plot.h"

enum { WIDTH = 1200, HEIGHT = 640 };

static void put_data(FILE *script, const ria_observed_plot *p) {
  fputs("$pairs << EOD\n", script);
  for (int i = 0; i < p->count; i++)
    ria_fprintf(script, "%.17g %.9g %.9g\n", (p->has_start ? p->start : 0) + p->time[i],
                p->observed[i], p->computed[i]);
  fputs("EOD\n", script);
}

static void put_label(FILE *script, const char *axis, const ria_observed_plot *p,
                      const char *what) {
  char text[256];
  ria_snprintf(text, sizeof text, "%s (%s)", what, p->unit);
  fprintf(script, "set %slabel ", axis);
  gnuplot_quote(script, text);
  fputc('\n', script);
}

/* gnuplot counts seconds since 1970, as ria does. */
static void put_time_axis(FILE *script, const ria_observed_plot *p) {
  const double length = p->time[p->count - 1] - p->time[0];
  if (p->has_start)
    fprintf(script, "set xdata time\nset timefmt '%%s'\nset format x \"%s\"\n",
            length > 4 * 86400 ? "%d %b" : "%d %b\\n%H:%M");
  else
    fputs("set xlabel 'Time since the start (s)'\n", script);
}

static ria_status draw(const ria_observed_plot *p) {
  char title[512];
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(p->path, WIDTH, HEIGHT, &plot));
  FILE *script = plot.script;
  put_data(script, p);
  ria_snprintf(title, sizeof title, "%.100s, %s: %s", p->gauge, p->quantity, p->agreement);
  fputs("set multiplot title ", script);
  gnuplot_quote(script, title);
  fputs(" font ',14'\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\n"
        "set lmargin at screen 0.08\nset rmargin at screen 0.97\n"
        "set key at screen 0.97,screen 0.885 right bottom horizontal\n"
        "set tmargin at screen 0.86\nset bmargin at screen 0.40\n",
        script);
  put_label(script, "y", p, p->quantity);
  put_time_axis(script, p);
  fputs("set format x ''\n", script);
  fprintf(script,
          "plot $pairs using 1:3 with lines lw 2 lc rgb '%s' title 'computed', "
          "'' using 1:2 with points pt 6 ps 0.7 lc rgb '#000000' title 'observed'\n"
          "set tmargin at screen 0.34\nset bmargin at screen 0.12\nunset key\n",
          gnuplot_colour[0]);
  put_time_axis(script, p);
  put_label(script, "y", p, "difference");
  fprintf(script,
          "set xzeroaxis lt 1 lc rgb '#808080'\n"
          "plot $pairs using 1:($3-$2) with lines lw 1.5 lc rgb '%s' notitle\n"
          "unset multiplot\n",
          gnuplot_colour[1]);
  return gnuplot_finish(&plot);
}

ria_status ria_plot_observed(int count, const ria_observed_plot *plot) {
  ria_status status = RIA_SUCCESS;
  gnuplot_together_begin(0, NULL, NULL);
  for (int i = 0; i < count && status == RIA_SUCCESS; i++)
    status = draw(&plot[i]);
  return gnuplot_together_end(status);
}

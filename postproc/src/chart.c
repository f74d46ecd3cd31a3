#include "ria/chart.h"
#include <math.h>
#include <stdlib.h>
#include "gnuplot.h"

enum { WIDTH = 900, HEIGHT = 600, MOST_TICS = 10 };

/* Okabe and Ito's colours, without the yellow that paper swallows. */
static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                     "#E69F00", "#56B4E9", "#000000"};
enum { COLOURS = sizeof colour / sizeof *colour };

static void put_data(FILE *script, const ria_chart *c) {
  for (int k = 0; k < c->curves; k++) {
    const ria_curve *curve = &c->curve[k];
    fprintf(script, "$c%d << EOD\n", k);
    for (int i = 0; i < curve->count; i++)
      fprintf(script, "%.17g %.17g %.17g %.17g\n", curve->x[i], curve->y[i],
              curve->low ? curve->low[i] : curve->y[i], curve->high ? curve->high[i] : curve->y[i]);
    fputs("EOD\n", script);
  }
}

static void find_range(const ria_chart *c, double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (int k = 0; k < c->curves; k++)
    for (int i = 0; i < c->curve[k].count; i++) {
      *least = fmin(*least, c->curve[k].x[i]);
      *most = fmax(*most, c->curve[k].x[i]);
    }
}

static void put_axes(FILE *script, const ria_chart *c, double least, double most) {
  int base = c->ideal == RIA_IDEAL_NONE ? 10 : 2;
  fputs("set title ", script);
  ria_gnuplot_quote(script, c->title);
  fputs(" font ',14'\nset xlabel ", script);
  ria_gnuplot_quote(script, c->x_label);
  fputs("\nset ylabel ", script);
  ria_gnuplot_quote(script, c->y_label);
  fputs("\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\n"
        "set key outside right top Left reverse samplen 4 spacing 1.3\n",
        script);
  /* A little air at both ends, so that marks do not sit on the border. */
  double air = c->log_x ? pow(most / least, 0.04) : 0.04 * (most - least);
  if (least == most)
    air = c->log_x ? 1.5 : 0.5;
  if (c->log_x)
    fprintf(script, "set logscale x %d\nset xrange [%.17g:%.17g]\n", base, least / air, most * air);
  else
    fprintf(script, "set xrange [%.17g:%.17g]\n", least - air, most + air);
  if (c->log_y)
    fprintf(script, "set logscale y %d\n", base);
  else if (c->ideal == RIA_IDEAL_ONE)
    fputs("set yrange [0:115<*]\n", script);
  else
    fputs("set yrange [0:*]\n", script);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Marks stand where something was measured, unless that is in too many places. */
static void put_tics(FILE *script, const ria_chart *c) {
  double at[MOST_TICS + 1];
  int count = 0;
  for (int k = 0; k < c->curves; k++)
    for (int i = 0; i < c->curve[k].count; i++) {
      if (count && bsearch(&c->curve[k].x[i], at, (size_t)count, sizeof *at, by_value))
        continue;
      at[count++] = c->curve[k].x[i];
      qsort(at, (size_t)count, sizeof *at, by_value);
      if (count > MOST_TICS)
        return;
    }
  fputs("set xtics (", script);
  for (int i = 0; i < count; i++)
    fprintf(script, "%s'%.10g' %.17g", i ? ", " : "", at[i], at[i]);
  fputs(")\n", script);
}

static void put_curve(FILE *script, const ria_curve *curve, int number, int ours, int published) {
  const char *rgb = curve->published ? "#808080" : colour[ours % COLOURS];
  int point = curve->published ? 4 + 2 * (published % 4) : 7;
  int dash = curve->published ? 2 : 1 + ours / COLOURS;
  /* The bars first: the point lies over them. */
  if (curve->low)
    fprintf(script, "$c%d using 1:2:3:4 with yerrorbars lw 1.5 ps 0 lc rgb '%s' notitle, ", number,
            rgb);
  fprintf(script, "$c%d using 1:2 with linespoints lw 2 pt %d ps 1.1 dt %d lc rgb '%s' ", number,
          point, dash, rgb);
  if (curve->name) {
    fputs("title ", script);
    ria_gnuplot_quote(script, curve->name);
  } else {
    fputs("notitle", script);
  }
}

ria_status ria_chart_draw(const ria_chart *c, const char *path) {
  double least, most;
  find_range(c, &least, &most);
  if (!(least <= most))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: there is nothing to draw", path);
  ria_gnuplot plot;
  RIA_TRY(ria_gnuplot_begin(path, WIDTH, HEIGHT, &plot));
  FILE *script = plot.script;
  put_data(script, c);
  put_axes(script, c, least, most);
  put_tics(script, c);
  fputs("plot ", script);
  if (c->ideal == RIA_IDEAL_LINEAR)
    fprintf(script, "x/%.17g with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", least);
  else if (c->ideal == RIA_IDEAL_ONE)
    fputs("100 with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", script);
  for (int k = 0, ours = 0, published = 0; k < c->curves; k++) {
    fputs(k ? ", " : "", script);
    put_curve(script, &c->curve[k], k, ours, published);
    ours += !c->curve[k].published;
    published += c->curve[k].published;
  }
  fputc('\n', script);
  return ria_gnuplot_finish(&plot);
}

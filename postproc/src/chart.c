#include "ria/chart.h"
#include <math.h>
#include <stdlib.h>
#include "gnuplot.h"

/* More names than stand beside the curves stand below them. */
enum { WIDTH = 900, HEIGHT = 600, MOST_TICS = 10, BESIDE = 4 };

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

static void put_frame(FILE *script, const ria_chart *c, const char *x_label, const char *y_label) {
  fputs("set title ", script);
  ria_gnuplot_quote(script, c->title);
  fputs(" font ',14'\nset xlabel ", script);
  ria_gnuplot_quote(script, x_label);
  fputs("\nset ylabel ", script);
  ria_gnuplot_quote(script, y_label);
  fprintf(script,
          "\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\n"
          "set key %s Left reverse samplen 4 spacing 1.3\n",
          c->category || c->curves > BESIDE ? "outside center bottom horizontal maxcols 2"
                                            : "outside right top");
}

static void put_axes(FILE *script, const ria_chart *c, double least, double most) {
  int base = c->ideal == RIA_IDEAL_NONE ? 10 : 2;
  put_frame(script, c, c->x_label, c->y_label);
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

static void put_curve(FILE *script, const ria_chart *c, int number, int ours, int published) {
  const ria_curve *curve = &c->curve[number];
  const char *rgb = curve->published ? "#808080" : colour[ours % COLOURS];
  int point = curve->published ? 4 + 2 * (published % 6) : curve->modelled ? 12 : 7;
  int dash = curve->published ? 2 : curve->modelled ? 4 : 1 + ours / COLOURS;
  double size = curve->modelled ? 1.6 : 1.1;
  /* The bars first: the point lies over them. */
  if (curve->low)
    fprintf(script, "$c%d using %s lw 1.5 ps 0 lc rgb '%s' notitle, ", number,
            c->category ? "2:1:3:4 with xerrorbars" : "1:2:3:4 with yerrorbars", rgb);
  if (c->category)
    fprintf(script, "$c%d using 2:1 with points lw 2 pt %d ps %.1f lc rgb '%s' ", number, point,
            size + 0.3, rgb);
  else if (curve->bare)
    fprintf(script, "$c%d using 1:2 with lines lw 1.5 dt 3 lc rgb '#404040' ", number);
  else
    fprintf(script, "$c%d using 1:2 with linespoints lw 2 pt %d ps %.1f dt %d lc rgb '%s' ", number,
            point, size, dash, rgb);
  if (curve->name) {
    fputs("title ", script);
    ria_gnuplot_quote(script, curve->name);
  } else {
    fputs("notitle", script);
  }
}

/* Lines of marks: the categories down the left side, the values to the right. */
static void put_categories(FILE *script, const ria_chart *c) {
  put_frame(script, c, c->y_label, "");
  fprintf(script, "set xlabel offset 0,0.4\nset yrange [%d.5:-0.5]\nset ytics (",
          c->categories - 1);
  for (int i = 0; i < c->categories; i++) {
    fputs(i ? ", " : "", script);
    ria_gnuplot_quote(script, c->category[i]);
    fprintf(script, " %d", i);
  }
  fputs(")\n", script);
  if (c->log_y)
    fputs("set logscale x 10\nset xtics format '%.10g'\n", script);
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
  if (c->category) {
    put_categories(script, c);
  } else {
    put_axes(script, c, least, most);
    if (!c->round_tics)
      put_tics(script, c);
  }
  fputs("plot ", script);
  if (c->ideal == RIA_IDEAL_LINEAR)
    fprintf(script, "x/%.17g with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", least);
  else if (c->ideal == RIA_IDEAL_ONE)
    fputs("100 with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", script);
  for (int k = 0, ours = 0, published = 0; k < c->curves; k++) {
    fputs(k ? ", " : "", script);
    put_curve(script, c, k, ours, published);
    ours += !c->curve[k].published && !c->curve[k].bare;
    published += c->curve[k].published;
  }
  fputc('\n', script);
  return ria_gnuplot_finish(&plot);
}

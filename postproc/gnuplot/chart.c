#include "ria/chart.h"
#include "ria/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gnuplot.h"

/* With more names, the key moves from beside the curves to below them. */
enum { WIDTH = 900, HEIGHT = 600, MOST_TICS = 10, BESIDE = 4 };

/* Filled marks, so that measured curves differ without colour too: circle, square, triangle,
 * diamond and so on, in gnuplot's numbers. */
static const int mark[] = {7, 5, 9, 13, 11, 15};
enum { MARKS = sizeof mark / sizeof *mark };

enum { COLOURS = GNUPLOT_COLOURS - 1 }; /* without yellow, which is hard to see on paper */

/* Dots, dashes, and dashes with two dots, for limits. */
static const int limit_dash[] = {3, 2, 5};
enum { LIMITS = sizeof limit_dash / sizeof *limit_dash };

static void put_data(FILE *script, const ria_chart *c) {
  for (int k = 0; k < c->curves; k++) {
    const ria_curve *curve = &c->curve[k];
    fprintf(script, "$c%d << EOD\n", k);
    for (int i = 0; i < curve->count; i++)
      ria_fprintf(script, "%.17g %.17g %.17g %.17g\n", curve->x[i], curve->y[i],
                  curve->low ? curve->low[i] : curve->y[i],
                  curve->high ? curve->high[i] : curve->y[i]);
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

static void find_values(const ria_chart *c, double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (int k = 0; k < c->curves; k++) {
    const ria_curve *curve = &c->curve[k];
    for (int i = 0; i < curve->count; i++) {
      *least = fmin(*least, curve->low ? fmin(curve->low[i], curve->y[i]) : curve->y[i]);
      *most = fmax(*most, curve->high ? fmax(curve->high[i], curve->y[i]) : curve->y[i]);
    }
  }
}

/* A logarithmic scale to base 10 need not end at a power of 10, which would flatten values of
 * similar size. With fewer powers, there are more tics between them. */
static void put_decades(FILE *script, const ria_chart *c) {
  static const double digits[] = {1, 2, 5, 1.2, 1.5, 3, 4, 6, 7, 8, 9};
  enum { FEW = 3, MANY = sizeof digits / sizeof *digits };
  static const double narrow = 4, wide = 200;
  double least, most;
  find_values(c, &least, &most);
  if (!(least > 0) || !(most < INFINITY))
    return;
  const double air = fmax(pow(most / least, 0.06), 1.05);
  const int count = most / least <= narrow ? MANY : FEW;
  ria_fprintf(script, "set yrange [%.17g:%.17g]\n", least / air, most * air);
  if (most / least > wide)
    return;
  fputs("set ytics (", script);
  for (int power = (int)floor(log10(least / air)), first = 1; power <= log10(most * air); power++)
    for (int i = 0; i < count; i++, first = 0) {
      const double at = digits[i] * pow(10, power);
      ria_fprintf(script, "%s'%g' %g", first ? "" : ", ", at, at);
    }
  fputs(")\n", script);
}

static bool has_long_names(const ria_chart *c) {
  enum { LONG = 32 };
  bool some = false;
  for (int k = 0; k < c->curves; k++)
    some |= c->curve[k].name && strlen(c->curve[k].name) > LONG;
  return some;
}

static bool has_key_below(const ria_chart *c) {
  return c->category || c->curves > BESIDE || has_long_names(c);
}

/* A long key below the curves increases the height of the picture and keeps that of the curves. */
static int height_of(const ria_chart *c) {
  enum { ROWS = 5, ROW = 22 };
  const int rows = has_long_names(c) ? c->curves : (c->curves + 1) / 2;
  return has_key_below(c) && rows > ROWS ? HEIGHT + ROW * (rows - ROWS) : HEIGHT;
}

static void put_frame(FILE *script, const ria_chart *c, const char *x_label, const char *y_label) {
  fputs("set title ", script);
  gnuplot_quote(script, c->title);
  fputs(" font ',14'\nset xlabel ", script);
  gnuplot_quote(script, x_label);
  fputs("\nset ylabel ", script);
  gnuplot_quote(script, y_label);
  fprintf(script,
          "\nset grid lt 1 lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\n"
          "set key %s Left reverse samplen 4 spacing 1.3\n",
          has_key_below(c) ? "outside center bottom horizontal maxcols 2" : "outside right top");
}

static void put_axes(FILE *script, const ria_chart *c, double least, double most) {
  int base = c->ideal == RIA_IDEAL_NONE ? 10 : 2;
  put_frame(script, c, c->x_label, c->y_label);
  fputs("set xlabel offset 0,0.6\n", script);
  /* A margin at both ends keeps marks off the border. */
  double air = c->log_x ? pow(most / least, 0.04) : 0.04 * (most - least);
  if (least == most)
    air = c->log_x ? 1.5 : 0.5;
  if (c->log_x)
    ria_fprintf(script, "set logscale x %d\nset xrange [%.17g:%.17g]\n", base, least / air,
                most * air);
  else
    ria_fprintf(script, "set xrange [%.17g:%.17g]\n", least - air, most + air);
  if (c->log_y)
    fprintf(script, "set logscale y %d\n", base);
  else if (c->ideal == RIA_IDEAL_ONE)
    fputs("set yrange [0:115<*]\n", script);
  else
    fputs("set yrange [0:*]\n", script);
  if (c->log_y && base == 10)
    put_decades(script, c);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Whether numbers are powers of two that are easier to read as powers. */
static bool are_powers(const double *number, int count) {
  static const double large = 65536;
  int exponent;
  for (int i = 0; i < count; i++)
    if (!(number[i] >= 1) || frexp(number[i], &exponent) != 0.5)
      return false;
  return count && number[count - 1] >= large;
}

static void put_number(FILE *script, double number, bool as_power) {
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char text[32];
  if (!as_power) {
    ria_fprintf(script, "%.10g", number);
    return;
  }
  ria_snprintf(text, sizeof text, "%.0f", log2(number));
  fputc('2', script);
  for (const char *c = text; *c; c++)
    fputs(digit[*c - '0'], script);
}

/* Put a mark at each measured place, unless there are too many. */
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
  const bool powers = are_powers(at, count);
  fputs("set xtics (", script);
  for (int i = 0; i < count; i++) {
    fputs(i ? ", '" : "'", script);
    put_number(script, at[i], powers);
    ria_fprintf(script, "' %.17g", at[i]);
  }
  fputs(")\n", script);
}

static void put_curve(FILE *script, const ria_chart *c, int number, int ours, int published,
                      int bare) {
  const ria_curve *curve = &c->curve[number];
  const char *rgb = curve->published ? "#808080" : gnuplot_colour[ours % COLOURS];
  int point = curve->published  ? 4 + 2 * (published % 6)
              : curve->modelled ? 12
                                : mark[ours % MARKS];
  int dash = curve->published ? 2 : curve->modelled ? 4 : 1 + ours / COLOURS;
  double size = curve->modelled ? 1.6 : 1.1;
  /* The error bars come first, so that the point is drawn over them. */
  if (curve->low)
    fprintf(script, "$c%d using %s lw 1.5 ps 0 lc rgb '%s' notitle, ", number,
            c->category ? "2:1:3:4 with xerrorbars" : "1:2:3:4 with yerrorbars", rgb);
  if (c->category)
    ria_fprintf(script, "$c%d using 2:1 with points lw 2 pt %d ps %.1f lc rgb '%s' ", number, point,
                size + 0.3, rgb);
  else if (curve->bare)
    fprintf(script, "$c%d using 1:2 with lines lw 1.5 dt %d lc rgb '#404040' ", number,
            limit_dash[bare % LIMITS]);
  else if (curve->line)
    fprintf(script, "$c%d using 1:2 with lines lw 2 dt %d lc rgb '%s' ", number, dash, rgb);
  else if (curve->points)
    ria_fprintf(script, "$c%d using 1:2 with points lw 2 pt %d ps %.1f lc rgb '%s' ", number, point,
                size + 0.2, rgb);
  else
    ria_fprintf(script, "$c%d using 1:2 with linespoints lw 2 pt %d ps %.1f dt %d lc rgb '%s' ",
                number, point, size, dash, rgb);
  if (curve->name) {
    fputs("title ", script);
    gnuplot_quote(script, curve->name);
  } else {
    fputs("notitle", script);
  }
}

/* Whether the labels of two curves would overlap; a letter is higher than wide. */
static bool labels_meet(const ria_curve *a, const ria_curve *b) {
  static const double near = 0.1, above = 0.3;
  const double x = b->x[b->count - 1], y = b->y[b->count - 1];
  return fabs(a->x[a->count - 1] - x) < near * fabs(x) &&
         fabs(a->y[a->count - 1] - y) < above * fabs(y);
}

/* Right of the last point, after other labels at the same place. */
static void put_label(FILE *script, const ria_chart *c, int number) {
  const ria_curve *curve = &c->curve[number];
  size_t before = 0;
  if (!curve->label)
    return;
  for (int k = 0; k < number; k++)
    if (c->curve[k].label && labels_meet(&c->curve[k], curve))
      before += strlen(c->curve[k].label) + 1;
  fprintf(script, ", $c%d every ::%d using 1:2:(", number, curve->count - 1);
  gnuplot_quote(script, curve->label);
  ria_fprintf(script, ") with labels left offset %.1f,0.4 font ',10' notitle",
              1.2 + (double)before);
}

/* As many tics as there is room for dates. */
static void put_dates(FILE *script, double least, double most) {
  static const double step[] = {60,        600,       3600,       6 * 3600,   86400,
                                2 * 86400, 7 * 86400, 30 * 86400, 91 * 86400, 365 * 86400};
  enum { STEPS = sizeof step / sizeof *step, TICS = 7 };
  int i = 0;
  while (i + 1 < STEPS && (most - least) / step[i] > TICS)
    i++;
  ria_fprintf(script, "set xdata time\nset timefmt '%%s'\nset format x \"%s\"\nset xtics %.9g\n",
              step[i] >= 86400 ? "%d %b\\n%Y" : "%d %b\\n%H:%M", step[i]);
}

/* Categories down the left side, values to the right. */
static void put_categories(FILE *script, const ria_chart *c) {
  put_frame(script, c, c->y_label, "");
  fprintf(script, "set xlabel offset 0,0.4\nset yrange [%d.5:-0.5]\nset ytics (",
          c->categories - 1);
  for (int i = 0; i < c->categories; i++) {
    fputs(i ? ", " : "", script);
    gnuplot_quote(script, c->category[i]);
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
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, WIDTH, height_of(c), &plot));
  FILE *script = plot.script;
  put_data(script, c);
  if (c->category) {
    put_categories(script, c);
  } else {
    put_axes(script, c, least, most);
    if (c->dates)
      put_dates(script, least, most);
    else if (!c->round_tics)
      put_tics(script, c);
  }
  fputs("plot ", script);
  if (c->ideal == RIA_IDEAL_LINEAR)
    ria_fprintf(script, "x/%.17g with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", least);
  else if (c->ideal == RIA_IDEAL_ONE)
    fputs("100 with lines lw 1.5 dt 3 lc rgb '#404040' title 'ideal', ", script);
  for (int k = 0, ours = 0, published = 0, bare = 0; k < c->curves; k++) {
    fputs(k ? ", " : "", script);
    put_curve(script, c, k, ours, published, bare);
    put_label(script, c, k);
    ours += !c->curve[k].published && !c->curve[k].bare;
    published += c->curve[k].published;
    bare += c->curve[k].bare;
  }
  fputc('\n', script);
  return gnuplot_finish(&plot);
}

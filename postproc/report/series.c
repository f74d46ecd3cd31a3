/* Curves over time.
 *
 * The plot is stretched to the available width; its lines keep their width, and letters are in
 * separate boxes outside of it. */
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "ria/number.h"
#include "report.h"

enum { WIDE = 1000, HIGH = 170, STRETCHES = 500, COLOURS = 4, TICKS = 5, FOOT = 34 };

typedef struct {
  ria_report *report;
  double from[2], to[2]; /* of x and y */
  bool dates;
} frame;

static double across(const frame *f, double x) {
  return WIDE * (x - f->from[0]) / (f->to[0] - f->from[0]);
}

static double down(const frame *f, double y) {
  return HIGH * (f->to[1] - y) / (f->to[1] - f->from[1]);
}

static bool find_ranges(frame *f, int curves, const ria_report_curve *curve) {
  for (int a = 0; a < 2; a++)
    f->from[a] = INFINITY, f->to[a] = -INFINITY;
  for (int c = 0; c < curves; c++)
    for (int i = 0; i < curve[c].count; i++) {
      if (!isfinite(curve[c].y[i]))
        continue;
      f->from[0] = fmin(f->from[0], curve[c].x[i]);
      f->to[0] = fmax(f->to[0], curve[c].x[i]);
      f->from[1] = fmin(f->from[1], curve[c].y[i]);
      f->to[1] = fmax(f->to[1], curve[c].y[i]);
    }
  if (!(f->from[0] < f->to[0]))
    return false;
  const double range = f->to[1] - f->from[1];
  const double step = report_axis_step(range > 0 ? range : fmax(fabs(f->to[1]), 1e-9), TICKS);
  f->from[1] = step * floor(f->from[1] / step);
  f->to[1] = fmax(step * ceil(f->to[1] / step), f->from[1] + step);
  return true;
}

/* ---- lines ---- */

/* A point of a path; `begins` a new piece of it. */
static void put_point(const frame *f, bool *begins, double x, double y) {
  ria_fprintf(f->report->out, "%c%.1f %.1f", *begins ? 'M' : 'L', across(f, x), down(f, y));
  *begins = false;
}

/* The indices of the smallest and the largest finite value in [i, end); -1: there is none. */
static int least_of(const ria_report_curve *c, int i, int end) {
  int low = -1;
  for (; i < end; i++)
    if (isfinite(c->y[i]) && (low < 0 || c->y[i] < c->y[low]))
      low = i;
  return low;
}

static int largest_of(const ria_report_curve *c, int i, int end) {
  int high = -1;
  for (; i < end; i++)
    if (isfinite(c->y[i]) && (high < 0 || c->y[i] > c->y[high]))
      high = i;
  return high;
}

/* The smallest and the largest finite value in [i, end), in their order. */
static void put_stretch(const frame *f, const ria_report_curve *c, int i, int end, bool *begins) {
  const int low = least_of(c, i, end), high = largest_of(c, i, end);
  for (; i < end; i++)
    *begins |= !isfinite(c->y[i]);
  if (low < 0)
    return;
  const int first = low < high ? low : high, last = low < high ? high : low;
  put_point(f, begins, c->x[first], c->y[first]);
  if (last != first)
    put_point(f, begins, c->x[last], c->y[last]);
}

/* Marks at the smallest and the largest value of an interval. */
static void put_marks(const frame *f, const ria_report_curve *c, int i, int end) {
  FILE *out = f->report->out;
  const int first = least_of(c, i, end), second = largest_of(c, i, end);
  if (first < 0)
    return;
  ria_fprintf(out, "M%.1f %.1fh0", across(f, c->x[first]), down(f, c->y[first]));
  if (second != first)
    ria_fprintf(out, "M%.1f %.1fh0", across(f, c->x[second]), down(f, c->y[second]));
}

static void put_curve(const frame *f, const ria_report_curve *c, int number) {
  FILE *out = f->report->out;
  const int stretch = c->count > 2 * STRETCHES ? (c->count + STRETCHES - 1) / STRETCHES : 1;
  bool begins = true;
  fprintf(out, "<path class=\"c%d\"%s d=\"", number % COLOURS,
          c->marks ? " style=\"stroke-width:5;stroke-linecap:round\"" : "");
  for (int i = 0; i < c->count; i += stretch) {
    const int end = i + stretch < c->count ? i + stretch : c->count;
    if (c->marks)
      put_marks(f, c, i, end);
    else
      put_stretch(f, c, i, end, &begins);
  }
  fputs("\"/>\n", out);
}

/* ---- axes ---- */

static void put_levels(const frame *f, bool lines) {
  FILE *out = f->report->out;
  const double step = report_axis_step(f->to[1] - f->from[1], TICKS);
  for (double y = f->from[1]; y <= f->to[1] + 0.01 * step; y += step) {
    const double at = down(f, y), value = fabs(y) < 1e-6 * step ? 0 : y;
    if (lines)
      ria_fprintf(out,
                  "<line class=\"grid\" x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" "
                  "vector-effect=\"non-scaling-stroke\"/>",
                  WIDE, at, at);
    else
      ria_fprintf(out, "<text class=\"soft\" x=\"90%%\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>",
                  at + 4, value);
  }
  fputc('\n', out);
}

/* "1 Mar" over "06:00", or of elapsed time "2 d 6 h". */
static void put_time(const frame *f, double x, double step) {
  FILE *out = f->report->out;
  const double at = across(f, x) * (100. / WIDE);
  const char *anchor = at < 4 ? "start" : at > 96 ? "end" : "middle";
  char text[32], date[32] = "";
  if (f->dates) {
    const time_t seconds = (time_t)x;
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof text, step >= 86400 ? "%d %b" : "%H:%M", &tm);
    if (step < 86400)
      strftime(date, sizeof date, "%d %b", &tm);
  } else {
    ria_report_duration(x, text);
  }
  ria_fprintf(out, "<text class=\"soft\" x=\"%.2f%%\" y=\"14\" text-anchor=\"%s\">%s</text>", at,
              anchor, text);
  if (*date)
    ria_fprintf(out, "<text class=\"soft\" x=\"%.2f%%\" y=\"29\" text-anchor=\"%s\">%s</text>", at,
                anchor, date);
}

static void put_times(const frame *f) {
  const double step = report_axis_time_step(f->to[0] - f->from[0], TICKS);
  for (double x = step * ceil(f->from[0] / step); x <= f->to[0]; x += step)
    put_time(f, x, step);
}

static void put_key(FILE *out, int curves, const ria_report_curve *curve) {
  fputs("<ul class=\"key\">", out);
  for (int c = 0; c < curves; c++) {
    if (!curve[c].name)
      continue;
    fprintf(out, "<li><span class=\"c%d\">%s</span> ", c % COLOURS, curve[c].marks ? "•" : "━");
    report_html_escape(out, curve[c].name);
    fputs("</li>", out);
  }
  fputs("</ul>\n", out);
}

void ria_report_series(ria_report *r, const char *caption, const char *unit, bool dates, int curves,
                       const ria_report_curve *curve) {
  frame f = {.report = r, .dates = dates};
  FILE *out = r->out;
  if (!find_ranges(&f, curves, curve))
    return;
  fputs("<figure><figcaption class=\"head\">", out);
  report_html_escape(out, caption);
  fputs(" (", out);
  report_html_escape(out, unit);
  fputs(")</figcaption>\n", out);
  if (curves > 1)
    put_key(out, curves, curve);
  fprintf(out, "<div class=\"series\"><svg height=\"%d\">", HIGH);
  put_levels(&f, false);
  fprintf(out,
          "</svg>\n<svg class=\"lines\" height=\"%d\" viewBox=\"0 0 %d %d\" "
          "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"",
          HIGH, WIDE, HIGH);
  report_html_escape(out, caption);
  fputs("\">\n", out);
  put_levels(&f, true);
  for (int c = 0; c < curves; c++)
    put_curve(&f, &curve[c], c);
  fprintf(out, "</svg>\n<svg class=\"lines\" height=\"%d\">", FOOT);
  put_times(&f);
  fputs("</svg></div></figure>\n", out);
}

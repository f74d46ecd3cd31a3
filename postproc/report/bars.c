/* Bar charts: for each lane a label with a bar below it, and an axis at the foot.
 *
 * Horizontal lengths are in percent and vertical ones in pixels, so that bars fill the available
 * width and letters keep their size. A chart scaled as a whole would be unreadable on a phone. */
#include <math.h>
#include <string.h>
#include "report.h"
#include "ria/number.h"

enum { LANE = 40, TOP = 4, FOOT = 24, BAR = 13, LABEL = 34, TICKS = 5 };

double report_axis_step(double range, int most) {
  if (!(range > 0))
    return 1;
  double raw = range / most, power = pow(10, floor(log10(raw))), digit = raw / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

double report_axis_time_step(double range, int most) {
  static const double steps[] = {1,   2,    5,    10,   15,    30,    60,    120,   300,    600,
                                 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (range / steps[i] <= most)
      return steps[i];
  return range < most ? report_axis_step(range, most)
                      : 86400 * report_axis_step(range / 86400, most);
}

void ria_report_duration(double seconds, char text[32]) {
  long long whole = llround(seconds), days = whole / 86400, hours = whole / 3600 % 24;
  long long minutes = whole / 60 % 60, rest = whole % 60;
  if (!(seconds >= 0) || seconds > 1e12)
    snprintf(text, 32, "?");
  else if (whole < 10 && fabs(seconds - (double)whole) > 0.005)
    ria_snprintf(text, 32, "%.2g s", seconds);
  else if (days)
    snprintf(text, 32, hours ? "%lld d %lld h" : "%lld d", days, hours);
  else if (hours)
    snprintf(text, 32, minutes ? "%lld h %lld min" : "%lld h", hours, minutes);
  else if (minutes)
    snprintf(text, 32, rest ? "%lld min %lld s" : "%lld min", minutes, rest);
  else
    snprintf(text, 32, "%lld s", rest);
}

typedef struct {
  ria_report *report;
  double from, to, step;
  bool is_time, stacked;
  const char *unit;
  int lanes, hatch;
} chart;

static double percent(const chart *c, double value) {
  double part = (value - c->from) / (c->to - c->from);
  return 100 * fmin(1, fmax(0, part));
}

/* A long label loses its middle: the ends of names such as step/point/3 tell more. */
static void put_label(FILE *out, const char *label) {
  size_t length = strlen(label), at[256], count = 0;
  for (size_t i = 0; i < length && count < 255; count++) {
    int n = report_html_character((const unsigned char *)label + i, length - i);
    at[count] = i;
    i += (size_t)(n > 0 ? n : n < 0 ? -n : 1);
  }
  if (count <= LABEL) {
    report_html_escape(out, label);
    return;
  }
  report_html_escape_bytes(out, label, at[LABEL / 2]);
  fputs("…", out);
  report_html_escape(out, label + at[count - LABEL / 2 + 1]);
}

static void put_bar(const chart *c, const ria_report_span *s, double from, double to, int y) {
  FILE *out = c->report->out;
  double left = percent(c, from), width = percent(c, to) - left;
  const char *tone = report_tone_class(s->tone);
  fprintf(out, "<g class=\"%s\">", tone);
  if (s->what) {
    fputs("<title>", out);
    report_html_escape(out, s->what);
    fputs("</title>", out);
  }
  /* At least two pixels, so that every bar is visible. */
  int high = s->tone == RIA_TONE_WAITING ? 5 : BAR, top = y + (BAR - high) / 2;
  ria_fprintf(out, "<rect x=\"%.3f%%\" y=\"%d\" width=\"2\" height=\"%d\"/>", fmin(left, 99.4), top,
              high);
  ria_fprintf(out, "<rect x=\"%.3f%%\" y=\"%d\" width=\"%.3f%%\" height=\"%d\"/>", left, top, width,
              high);
  if (s->tone == RIA_TONE_BAD)
    ria_fprintf(out,
                "<rect x=\"%.3f%%\" y=\"%d\" width=\"%.3f%%\" height=\"%d\" fill=\"url(#h%d)\"/>",
                left, top, width, high, c->hatch);
  fputs("</g>\n", out);
}

static void put_lane(const chart *c, int lane, const ria_report_lane *l) {
  FILE *out = c->report->out;
  int y = TOP + lane * LANE;
  fprintf(out, "<text x=\"0\" y=\"%d\"><title>", y + 13);
  report_html_escape(out, l->label);
  fputs("</title>", out);
  if (l->link) {
    fputs("<a href=\"", out);
    report_html_escape(out, l->link);
    fputs("\">", out);
  }
  put_label(out, l->label);
  fprintf(out, "%s</text>", l->link ? "</a>" : "");
  if (l->value) {
    fprintf(out, "<text class=\"soft\" x=\"100%%\" y=\"%d\" text-anchor=\"end\">", y + 13);
    report_html_escape(out, l->value);
    fputs("</text>", out);
  }
  fputc('\n', out);
  double done = c->from;
  for (int i = 0; i < l->spans; i++) {
    const ria_report_span *s = &l->span[i];
    double from = c->stacked ? done : s->from, to = c->stacked ? done + s->to - s->from : s->to;
    if (!(to >= from) || (c->stacked && !(to > from)))
      continue;
    put_bar(c, s, from, to, y + 18);
    done = to;
  }
}

static void put_tick(const chart *c, double value, bool last) {
  FILE *out = c->report->out;
  char text[32];
  double x = percent(c, value);
  int foot = TOP + c->lanes * LANE;
  if (c->is_time)
    ria_report_duration(value - c->from, text);
  else
    ria_snprintf(text, sizeof text, "%.6g%s%s", value, last ? " " : "", last ? c->unit : "");
  ria_fprintf(out, "<line class=\"grid\" x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"0\" y2=\"%d\"/>", x, x,
              foot);
  const char *anchor = x < 4 ? "start" : x > 92 ? "end" : "middle";
  ria_fprintf(out, "<text class=\"soft\" x=\"%.3f%%\" y=\"%d\" text-anchor=\"%s\">", x, foot + 16,
              anchor);
  report_html_escape(out, text);
  fputs("</text>\n", out);
}

static void put_chart(chart *c, const char *caption, const ria_report_lane *lane) {
  FILE *out = c->report->out;
  int height = TOP + c->lanes * LANE + FOOT;
  c->hatch = ++c->report->patterns;
  fputs("<figure><figcaption class=\"head\">", out);
  report_html_escape(out, caption);
  fprintf(out, "</figcaption>\n<svg role=\"img\" height=\"%d\" aria-label=\"", height);
  report_html_escape(out, caption);
  fprintf(out,
          "\">\n<defs><pattern id=\"h%d\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><line class=\"hatch\" x1=\"0\" x2=\"0\" y1=\"0\" "
          "y2=\"6\"/></pattern></defs>\n",
          c->hatch);
  int ticks = (int)floor((c->to - c->from) / c->step * (1 + 1e-9));
  for (int i = 0; i <= ticks && i <= 2 * TICKS; i++)
    put_tick(c, c->from + i * c->step, i == ticks);
  for (int i = 0; i < c->lanes; i++)
    put_lane(c, i, &lane[i]);
  fputs("</svg></figure>\n", out);
}

void ria_report_timeline(ria_report *r, const char *caption, int lanes,
                         const ria_report_lane *lane) {
  chart c = {.report = r, .from = INFINITY, .to = -INFINITY, .is_time = true, .lanes = lanes};
  for (int i = 0; i < lanes; i++)
    for (int k = 0; k < lane[i].spans; k++) {
      c.from = fmin(c.from, lane[i].span[k].from);
      c.to = fmax(c.to, lane[i].span[k].to);
    }
  if (!isfinite(c.from) || !isfinite(c.to))
    return;
  c.to = fmax(c.to, c.from + 1e-3);
  c.step = report_axis_time_step(c.to - c.from, TICKS);
  put_chart(&c, caption, lane);
}

void ria_report_bars(ria_report *r, const char *caption, const char *unit, int lanes,
                     const ria_report_lane *lane) {
  chart c = {.report = r, .stacked = true, .unit = unit, .lanes = lanes};
  for (int i = 0; i < lanes; i++) {
    double sum = 0;
    for (int k = 0; k < lane[i].spans; k++)
      sum += fmax(0, lane[i].span[k].to - lane[i].span[k].from);
    c.to = fmax(c.to, sum);
  }
  if (!(c.to > 0) || !isfinite(c.to))
    return;
  c.step = report_axis_step(c.to, TICKS);
  put_chart(&c, caption, lane);
}

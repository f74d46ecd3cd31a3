/* The picture: a lane for each worker and for the messages of each rank, with time to the right. */
#include <math.h>
#include <string.h>
#include "gnuplot/gnuplot.h"
#include "ria/timeline.h"

enum {
  WIDTH = 1400,
  LANE = 44,
  AROUND = 190,
  MOST_HEIGHT = 4000,
  SPANS_DRAWN = 120 /* of one worker; more cannot be distinguished */
};

/* Okabe and Ito's colours, which differ for the colour-blind and in lightness. */
static const struct {
  const char *colour, *name;
} looks[] = {[RIA_SPAN_WORK_EDGE] = {"#0072B2", "work, boundary tiles"},
             [RIA_SPAN_WORK] = {"#56B4E9", "work, inner tiles"},
             [RIA_SPAN_UNPACK] = {"#E69F00", "unpacking strips"},
             [RIA_SPAN_PACK] = {"#D55E00", "packing strips"},
             [RIA_SPAN_FETCH] = {"#F0E442", "strips coming to the GPU"},
             [RIA_SPAN_CLOCK] = {"#000000", "common time step"},
             [RIA_SPAN_SNAPSHOT] = {"#CC79A7", "copy for a file"},
             [RIA_SPAN_TRAVEL] = {"#009E73", "strips on their way between ranks"}};

typedef struct {
  const ria_timeline *timeline;
  double from, to, scale; /* s; scale: units per second */
  const char *unit;
  int64_t first_step, last_step;
} window;

static bool is_inside(const window *w, const ria_span *s) {
  return s->end > w->from && s->begin < w->to;
}

/* ---- the part to draw ---- */

static void widen(window *w, const ria_span *s) {
  w->from = fmin(w->from, s->begin);
  w->to = fmax(w->to, s->end);
}

static bool has_work(const ria_span *s) {
  return s->kind == RIA_SPAN_WORK || s->kind == RIA_SPAN_WORK_EDGE;
}

static void choose_steps(window *w, int64_t from, int64_t to) {
  for (int i = 0; i < w->timeline->lanes; i++)
    for (int k = 0; k < w->timeline->lane[i].spans; k++) {
      const ria_span *s = &w->timeline->lane[i].span[k];
      if (has_work(s) && s->step >= from && s->step < to)
        widen(w, s);
    }
}

/* Around the middle of the busiest worker. */
static void choose_middle(window *w) {
  const ria_lane *busiest = NULL;
  for (int i = 0; i < w->timeline->lanes; i++) {
    const ria_lane *lane = &w->timeline->lane[i];
    if (lane->kind == RIA_LANE_WORKER && (!busiest || lane->spans > busiest->spans))
      busiest = lane;
  }
  if (!busiest || !busiest->spans)
    return;
  int first = busiest->spans > SPANS_DRAWN ? (busiest->spans - SPANS_DRAWN) / 2 : 0;
  int last = first + SPANS_DRAWN < busiest->spans ? first + SPANS_DRAWN : busiest->spans;
  w->from = busiest->span[first].begin;
  w->to = busiest->span[last - 1].end;
}

static void choose_unit(window *w) {
  double seconds = w->to - w->from;
  w->scale = seconds < 2e-3 ? 1e6 : seconds < 2 ? 1e3 : 1;
  w->unit = seconds < 2e-3 ? "µs" : seconds < 2 ? "ms" : "s";
}

static void find_steps(window *w) {
  w->first_step = INT64_MAX;
  w->last_step = -1;
  for (int i = 0; i < w->timeline->lanes; i++)
    for (int k = 0; k < w->timeline->lane[i].spans; k++) {
      const ria_span *s = &w->timeline->lane[i].span[k];
      if (!has_work(s) || !is_inside(w, s))
        continue;
      w->first_step = s->step < w->first_step ? s->step : w->first_step;
      w->last_step = s->step > w->last_step ? s->step : w->last_step;
    }
}

static ria_status choose(const ria_timeline *t, const ria_timeline_view *view, const char *path,
                         window *w) {
  *w = (window){.timeline = t, .from = INFINITY, .to = -INFINITY};
  if (view->to < 0)
    choose_middle(w);
  else
    choose_steps(w, view->from, view->to);
  if (!(w->to > w->from))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: the trace has no work in these steps", path);
  choose_unit(w);
  find_steps(w);
  return RIA_SUCCESS;
}

/* ---- drawing ---- */

/* Lane 0 is at the top. A lane is 1 high, with space around its bars. */
static void put_bar(FILE *script, const window *w, int lanes, int lane, const ria_lane *l,
                    const ria_span *s) {
  double high = 0.76 / l->rows, bottom = lanes - 1 - lane - 0.38 + s->row * high;
  double begin = fmax(s->begin, w->from) - w->from, end = fmin(s->end, w->to) - w->from;
  fprintf(script, "%.9g %.6g %.9g %.9g %.6g %.6g\n", 0.5 * (begin + end) * w->scale,
          bottom + 0.5 * high, begin * w->scale, end * w->scale, bottom, bottom + high);
}

static int put_kind(FILE *script, const window *w, ria_span_kind kind) {
  const ria_timeline *t = w->timeline;
  int count = 0;
  fprintf(script, "$k%d << EOD\n", (int)kind);
  for (int i = 0; i < t->lanes; i++)
    for (int k = 0; k < t->lane[i].spans; k++) {
      const ria_span *s = &t->lane[i].span[k];
      if (s->kind != kind || !is_inside(w, s))
        continue;
      put_bar(script, w, t->lanes, i, &t->lane[i], s);
      count++;
    }
  fputs("EOD\n", script);
  return count;
}

static void put_lanes(FILE *script, const window *w) {
  const ria_timeline *t = w->timeline;
  fputs("$idle << EOD\n", script);
  for (int i = 0; i < t->lanes; i++)
    if (t->lane[i].kind == RIA_LANE_WORKER)
      put_bar(script, w, t->lanes, i, &(ria_lane){.rows = 1},
              &(ria_span){.begin = w->from, .end = w->to});
  fputs("EOD\nset ytics (", script);
  for (int i = 0; i < t->lanes; i++) {
    char name[64];
    snprintf(name, sizeof name, "rank %d, %s", t->lane[i].rank, t->lane[i].name);
    fputs(i ? ", " : "", script);
    ria_gnuplot_quote(script, name);
    fprintf(script, " %d", t->lanes - 1 - i);
  }
  fprintf(script, ")\nset yrange [-0.6:%.1f]\n", t->lanes - 0.4);
}

static void put_title(FILE *script, const window *w, const char *title) {
  char text[512];
  snprintf(text, sizeof text, "%s%ssteps %lld to %lld", title ? title : "", title ? ": " : "",
           (long long)w->first_step, (long long)w->last_step);
  fputs("set title ", script);
  ria_gnuplot_quote(script, text);
  fprintf(script,
          " font ',14'\nset xlabel 'time (%s), %.6g s after the trace began = 0'\n"
          "set xrange [0:%.9g]\n",
          w->unit, w->from, (w->to - w->from) * w->scale);
  fputs("set border 1\nset tics nomirror out\nset ytics scale 0\n"
        "set grid xtics lt 1 lc rgb '#d8d8d8'\n"
        "set key above center horizontal Left reverse samplen 1.5\n"
        "set style fill solid 1 noborder\n",
        script);
}

ria_status ria_timeline_draw(const ria_timeline *t, const ria_timeline_view *view,
                             const char *path) {
  int count[RIA_SPANS], height = AROUND + LANE * t->lanes;
  window w;
  ria_gnuplot plot;
  RIA_TRY(choose(t, view, path, &w));
  RIA_TRY(ria_gnuplot_begin(path, WIDTH, height < MOST_HEIGHT ? height : MOST_HEIGHT, &plot));
  FILE *script = plot.script;
  put_title(script, &w, view->title);
  put_lanes(script, &w);
  for (int k = 0; k < RIA_SPANS; k++)
    count[k] = put_kind(script, &w, (ria_span_kind)k);
  fputs("plot $idle using 1:2:3:4:5:6 with boxxyerror lc rgb '#ececec' title 'idle, waiting'",
        script);
  for (int k = 0; k < RIA_SPANS; k++)
    if (count[k])
      fprintf(script, ", $k%d using 1:2:3:4:5:6 with boxxyerror lc rgb '%s' title '%s'", k,
              looks[k].colour,
              k == RIA_SPAN_WORK && !count[RIA_SPAN_WORK_EDGE] ? "work" : looks[k].name);
  fputc('\n', script);
  return ria_gnuplot_finish(&plot);
}

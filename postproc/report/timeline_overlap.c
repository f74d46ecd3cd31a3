/* How much of the exchange was hidden behind work. */
#include <math.h>
#include <stdlib.h>
#include "ria/timeline.h"

/* Work of a worker up to any time: spans of one worker do not overlap. */
typedef struct {
  int count;
  const ria_span *span;
  double *before; /* [count] s of work before each span */
} work_done;

static bool is_work(const ria_span *s) {
  return s->kind == RIA_SPAN_WORK || s->kind == RIA_SPAN_WORK_EDGE;
}

static bool has_tiles(const ria_lane *lane) {
  for (int i = 0; i < lane->spans && lane->kind == RIA_LANE_WORKER; i++)
    if (is_work(&lane->span[i]))
      return true;
  return false;
}

static double clipped(const ria_span *s, double from, double to) {
  return fmax(0, fmin(s->end, to) - fmax(s->begin, from));
}

/* While all of the rank's workers are told of: what they forgot differs. */
static void common_time(const ria_timeline *t, int rank, double *from, double *to) {
  *from = -INFINITY;
  *to = INFINITY;
  for (int i = 0; i < t->lanes; i++) {
    const ria_lane *lane = &t->lane[i];
    if (lane->rank != rank || !has_tiles(lane))
      continue;
    *from = fmax(*from, lane->span[0].begin);
    *to = fmin(*to, lane->span[lane->spans - 1].end);
  }
}

static void add_worker(const ria_lane *lane, double from, double to, ria_overlap *o) {
  for (int i = 0; i < lane->spans; i++) {
    const ria_span *s = &lane->span[i];
    double seconds = clipped(s, from, to);
    if (is_work(s)) {
      o->work += seconds;
      o->work_seconds += s->end - s->begin;
    } else if (s->kind == RIA_SPAN_PACK || s->kind == RIA_SPAN_UNPACK) {
      o->packing += seconds;
    } else {
      o->other += seconds;
    }
  }
}

static double work_until(const work_done *w, double time) {
  int low = 0, high = w->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (w->span[middle].begin < time)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low)
    return 0;
  const ria_span *last = &w->span[low - 1];
  return w->before[low - 1] + (is_work(last) ? fmin(time, last->end) - last->begin : 0);
}

static ria_status sum_work(const ria_lane *lane, work_done *w) {
  *w = (work_done){.count = lane->spans, .span = lane->span};
  w->before = calloc((size_t)lane->spans + 1, sizeof *w->before);
  if (!w->before)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a trace");
  for (int i = 1; i < lane->spans; i++) {
    const ria_span *s = &lane->span[i - 1];
    w->before[i] = w->before[i - 1] + (is_work(s) ? s->end - s->begin : 0);
  }
  return RIA_SUCCESS;
}

/* Of the time that strips were on their way to this rank, the part in which `worker` worked. */
static ria_status hide(const ria_lane *worker, const ria_lane *strips, double from, double to,
                       double *hidden) {
  work_done w;
  RIA_TRY(sum_work(worker, &w));
  for (int i = 0; i < strips->spans; i++) {
    const ria_span *s = &strips->span[i];
    if (s->begin >= from && s->end <= to)
      *hidden += work_until(&w, s->end) - work_until(&w, s->begin);
  }
  free(w.before);
  return RIA_SUCCESS;
}

/* Adds to o->exchange, and to `hidden` for each of the workers. */
static ria_status add_strips(const ria_timeline *t, const ria_lane *strips, double from, double to,
                             ria_overlap *o, double *hidden) {
  double before = o->exchange;
  int count = 0;
  for (int i = 0; i < strips->spans; i++) {
    const ria_span *s = &strips->span[i];
    if (s->begin < from || s->end > to)
      continue;
    count++;
    o->exchange += s->end - s->begin;
  }
  if (count && strips->kind == RIA_LANE_MESSAGES) {
    o->messages = count;
    o->travel = (o->exchange - before) / count;
  }
  for (int i = 0; i < t->lanes; i++)
    if (t->lane[i].rank == o->rank && has_tiles(&t->lane[i]))
      RIA_TRY(hide(&t->lane[i], strips, from, to, hidden));
  return RIA_SUCCESS;
}

static ria_status overlap_of(const ria_timeline *t, ria_overlap *o) {
  double from, to;
  common_time(t, o->rank, &from, &to);
  for (int i = 0; i < t->lanes; i++)
    if (t->lane[i].rank == o->rank && has_tiles(&t->lane[i]))
      add_worker(&t->lane[i], from, to, o);
  if (!(to > from) || !isfinite(to - from))
    return RIA_SUCCESS;
  o->seconds = to - from;
  double all = o->seconds * o->workers;
  o->work /= all;
  o->packing /= all;
  o->other /= all;
  o->idle = fmax(0, 1 - o->work - o->packing - o->other);
  double hidden = 0;
  for (int i = 0; i < t->lanes; i++)
    if (t->lane[i].rank == o->rank && t->lane[i].kind != RIA_LANE_WORKER)
      RIA_TRY(add_strips(t, &t->lane[i], from, to, o, &hidden));
  if (o->exchange > 0)
    o->hidden = hidden / (o->exchange * o->workers);
  return RIA_SUCCESS;
}

ria_status ria_timeline_overlap(const ria_timeline *t, ria_overlap *overlap) {
  for (int rank = 0; rank < t->ranks; rank++) {
    overlap[rank] =
        (ria_overlap){.rank = rank, .workers = t->workers[rank], .travel = NAN, .hidden = NAN};
    RIA_TRY(overlap_of(t, &overlap[rank]));
  }
  return RIA_SUCCESS;
}

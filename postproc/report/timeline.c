/* Reading a trace: one file per rank, with messages matched between sender and receiver. Then
 * computes the share of the exchange that was hidden by work. */
#include "ria/timeline.h"
#include "ria/number.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of a file. */
typedef struct {
  char lane[32], kind[16];
  double begin, end;
  int64_t step, message;
  int rank, steps, tile, edge;
} event;

/* One end of a message, or the packing of a tile. */
typedef struct {
  int64_t key, step; /* message, or tile */
  double at;
  int rank, tile;
} moment;

typedef struct {
  int count, room;
  moment *moment;
} moments;

typedef struct {
  ria_timeline *timeline;
  moments packed, sent, received;
  int room; /* capacity of the last lane */
} reader;

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a trace");
}

/* ---- lanes ---- */

static ria_status add_lane(reader *r, int rank, const char *name) {
  ria_timeline *t = r->timeline;
  ria_lane *grown = realloc(t->lane, (size_t)(t->lanes + 1) * sizeof *grown);
  if (!grown)
    return no_memory();
  t->lane = grown;
  t->lane[t->lanes] = (ria_lane){.rank = rank, .rows = 1};
  if (!strncmp(name, "to ", 3))
    t->lane[t->lanes].kind = RIA_LANE_FETCHES;
  snprintf(t->lane[t->lanes].name, sizeof t->lane->name, "%s", name);
  t->lanes++;
  r->room = 0;
  return RIA_SUCCESS;
}

/* Adds a span to the last lane. */
static ria_status add_span(reader *r, const ria_span *span) {
  ria_lane *lane = &r->timeline->lane[r->timeline->lanes - 1];
  if (lane->spans == r->room) {
    int room = r->room ? 2 * r->room : 1024;
    ria_span *grown = realloc(lane->span, (size_t)room * sizeof *grown);
    if (!grown)
      return no_memory();
    lane->span = grown;
    r->room = room;
  }
  lane->span[lane->spans++] = *span;
  return RIA_SUCCESS;
}

static ria_status add_moment(moments *m, const moment *one) {
  if (m->count == m->room) {
    int room = m->room ? 2 * m->room : 1024;
    moment *grown = realloc(m->moment, (size_t)room * sizeof *grown);
    if (!grown)
      return no_memory();
    m->moment = grown;
    m->room = room;
  }
  m->moment[m->count++] = *one;
  return RIA_SUCCESS;
}

/* ---- a file ---- */

static int kind_of(const event *e) {
  static const char *const name[] = {
      [RIA_SPAN_WORK] = "work",     [RIA_SPAN_UNPACK] = "unpack", [RIA_SPAN_PACK] = "pack",
      [RIA_SPAN_FETCH] = "fetch",   [RIA_SPAN_CLOCK] = "clock",   [RIA_SPAN_SNAPSHOT] = "snapshot",
      [RIA_SPAN_TRAVEL] = "travel", [RIA_SPAN_WORK_EDGE] = "edge"};
  for (int k = RIA_SPAN_WORK; k < RIA_SPAN_TRAVEL; k++)
    if (!strcmp(e->kind, name[k]))
      return k == RIA_SPAN_WORK && e->edge ? RIA_SPAN_WORK_EDGE : k;
  return -1;
}

static ria_status add_message(reader *r, const event *e) {
  const moment one = {
      .key = e->message, .step = e->step, .at = e->end, .rank = e->rank, .tile = e->tile};
  return add_moment(!strcmp(e->kind, "send") ? &r->sent : &r->received, &one);
}

static ria_status add_event(reader *r, const event *e) {
  const ria_timeline *t = r->timeline;
  if (!strcmp(e->kind, "send") || !strcmp(e->kind, "receive"))
    return add_message(r, e);
  int kind = kind_of(e);
  if (kind < 0)
    return ria_fail(RIA_ERROR_FORMAT, "a trace has no events of the kind '%s'", e->kind);
  const ria_lane *last = t->lanes ? &t->lane[t->lanes - 1] : NULL;
  if (!last || last->rank != e->rank || strcmp(last->name, e->lane) != 0)
    RIA_TRY(add_lane(r, e->rank, e->lane));
  if (kind == RIA_SPAN_PACK)
    RIA_TRY(add_moment(&r->packed, &(moment){.key = e->tile, .step = e->step, .at = e->end}));
  return add_span(r, &(ria_span){.begin = e->begin,
                                 .end = e->end,
                                 .step = e->step,
                                 .tile = e->tile,
                                 .kind = (ria_span_kind)kind});
}

static bool parse(const char *line, event *e) {
  int length = 0;
  int fields = ria_sscanf(line, "%d,%31[^,],%15[^,],%lf,%lf,%" SCNd64 ",%d,%d,%d,%" SCNd64 "\n%n",
                          &e->rank, e->lane, e->kind, &e->begin, &e->end, &e->step, &e->steps,
                          &e->tile, &e->edge, &e->message, &length);
  return fields == 10 && !line[length];
}

static ria_status read_lines(reader *r, const char *path, FILE *file) {
  char *line = NULL;
  size_t room = 0;
  ria_status status = RIA_SUCCESS;
  for (int number = 3; status == RIA_SUCCESS && getline(&line, &room, file) >= 0; number++) {
    event e;
    if (!parse(line, &e))
      status = ria_fail(RIA_ERROR_FORMAT, "%s:%d: no event of a trace", path, number);
    else
      status = add_event(r, &e);
  }
  if (status == RIA_SUCCESS && ferror(file))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  free(line);
  return status;
}

/* The first file gives the number of ranks; the others must agree. */
static bool read_header(FILE *file, int rank, int *ranks, int *workers) {
  char *line = NULL;
  size_t room = 0;
  int file_rank = -1, file_ranks = 0;
  bool good = getline(&line, &room, file) >= 0 &&
              ria_sscanf(line, "# ria trace, rank %d of %d, %d workers", &file_rank, &file_ranks,
                         workers) == 3 &&
              file_rank == rank && file_ranks > rank && *workers > 0 &&
              (!rank || file_ranks == *ranks) && getline(&line, &room, file) >= 0;
  *ranks = file_ranks;
  free(line);
  return good;
}

static ria_status add_rank(ria_timeline *t, int rank, int workers) {
  int *grown = realloc(t->workers, (size_t)(rank + 1) * sizeof *grown);
  if (!grown)
    return no_memory();
  t->workers = grown;
  t->workers[rank] = workers;
  return RIA_SUCCESS;
}

static ria_status read_file(reader *r, const char *folder, int rank) {
  char *path = NULL;
  if (asprintf(&path, "%s/trace-%d.csv", folder, rank) < 0)
    return no_memory();
  FILE *file = fopen(path, "re");
  int workers = 0;
  ria_status status = RIA_SUCCESS;
  if (!file)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s; `ria run --trace` makes it", path,
                      strerror(errno));
  else if (!read_header(file, rank, &r->timeline->ranks, &workers))
    status = ria_fail(RIA_ERROR_FORMAT, "%s: not a trace of rank %d", path, rank);
  else
    status = add_rank(r->timeline, rank, workers);
  if (status == RIA_SUCCESS)
    status = read_lines(r, path, file);
  if (file)
    fclose(file);
  free(path);
  return status;
}

/* ---- messages ---- */

static int by_key(const void *a, const void *b) {
  const moment *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

static int by_rank_and_key(const void *a, const void *b) {
  const moment *x = a, *y = b;
  return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : by_key(a, b);
}

static int by_beginning(const void *a, const void *b) {
  const ria_span *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The last entry of that key and step (step < 0: any) that is not after `at`. */
static const moment *find(const moments *m, int64_t key, int64_t step, double at) {
  const moment *found = NULL;
  int low = 0, high = m->count;
  while (low < high) {
    int middle = (low + high) / 2;
    const moment *here = &m->moment[middle];
    if (here->key < key || (here->key == key && step >= 0 && here->step < step))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < m->count && m->moment[low].key == key; low++)
    if ((step < 0 || m->moment[low].step == step) && m->moment[low].at <= at)
      found = &m->moment[low];
    else if (step >= 0 && m->moment[low].step > step)
      break;
  return found;
}

/* Overlapping messages go to rows above each other. */
static ria_status stack(ria_lane *lane) {
  double *busy = calloc((size_t)lane->spans + 1, sizeof *busy);
  if (!busy)
    return no_memory();
  int rows = 0;
  for (int i = 0; i < lane->spans; i++) {
    int row = 0;
    while (row < rows && busy[row] > lane->span[i].begin)
      row++;
    rows = row == rows ? rows + 1 : rows;
    busy[row] = lane->span[i].end;
    lane->span[i].row = row;
  }
  lane->rows = rows ? rows : 1;
  free(busy);
  return RIA_SUCCESS;
}

/* Match each received message with its sending, and that with its packing task. One of them may be
 * missing, because a ring buffer drops old events. */
static ria_status add_travels(reader *r, int rank) {
  ria_timeline *t = r->timeline;
  int lane = t->lanes;
  for (int i = 0; i < r->received.count; i++) {
    const moment *in = &r->received.moment[i];
    if (in->rank != rank)
      continue;
    const moment *out = find(&r->sent, in->key, -1, INFINITY);
    const moment *pack = out ? find(&r->packed, out->tile, out->step, out->at) : NULL;
    if (!pack || pack->at > in->at)
      continue;
    if (t->lanes == lane)
      RIA_TRY(add_lane(r, rank, "messages"));
    RIA_TRY(add_span(r, &(ria_span){.begin = pack->at,
                                    .end = in->at,
                                    .step = pack->step,
                                    .tile = in->tile,
                                    .kind = RIA_SPAN_TRAVEL}));
  }
  if (t->lanes == lane)
    return RIA_SUCCESS;
  t->lane[lane].kind = RIA_LANE_MESSAGES;
  qsort(t->lane[lane].span, (size_t)t->lane[lane].spans, sizeof(ria_span), by_beginning);
  return stack(&t->lane[lane]);
}

static void sort(moments *m, int (*order)(const void *, const void *)) {
  if (m->count)
    qsort(m->moment, (size_t)m->count, sizeof *m->moment, order);
}

/* A rank's lanes are neighbours, with messages after workers. */
static int by_rank(const void *a, const void *b) {
  const ria_lane *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank - y->rank;
  if (x->kind != y->kind)
    return (int)x->kind - (int)y->kind;
  return strcmp(x->name, y->name);
}

static ria_status join(reader *r) {
  ria_timeline *t = r->timeline;
  sort(&r->packed, by_key);
  sort(&r->sent, by_key);
  sort(&r->received, by_rank_and_key);
  for (int i = 0; i < t->lanes; i++)
    if (t->lane[i].kind == RIA_LANE_FETCHES)
      RIA_TRY(stack(&t->lane[i]));
  for (int rank = 0; rank < t->ranks; rank++)
    RIA_TRY(add_travels(r, rank));
  if (t->lanes)
    qsort(t->lane, (size_t)t->lanes, sizeof *t->lane, by_rank);
  return RIA_SUCCESS;
}

ria_status ria_timeline_read(const char *folder, ria_timeline *t) {
  *t = (ria_timeline){.ranks = 1};
  reader r = {.timeline = t};
  ria_status status = RIA_SUCCESS;
  for (int rank = 0; rank < t->ranks && status == RIA_SUCCESS; rank++)
    status = read_file(&r, folder, rank);
  if (status == RIA_SUCCESS)
    status = join(&r);
  free(r.packed.moment);
  free(r.sent.moment);
  free(r.received.moment);
  if (status != RIA_SUCCESS)
    ria_timeline_destroy(t);
  return status;
}

void ria_timeline_destroy(ria_timeline *t) {
  for (int i = 0; i < t->lanes; i++)
    free(t->lane[i].span);
  free(t->lane);
  free(t->workers);
  *t = (ria_timeline){0};
}

/* ---- share of the exchange that was hidden by work ---- */

/* A worker's work up to any time; its spans do not overlap. */
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

/* The time that is traced for all workers of the rank; their ring buffers start at different times.
 */
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

/* Add the time in which strips were in transfer and `worker` worked. */
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

/* Adds to o->exchange, and to `hidden` for each worker. */
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

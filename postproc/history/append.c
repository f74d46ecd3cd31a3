/* Appending a record: rank 0 gathers the tiles of all ranks and writes alone, so a failing rank
 * cannot leave the others waiting in a call to the file system. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "writer.h"
#include "ria/whole_rows.h"

/* One variable of this rank's tiles. State variables are borrowed; derived ones have a buffer. */
typedef struct {
  int count;
  const ria_snapshot_tile *tile;
  const void **values; /* [count], each [ny][nx] */
  char *derived;
  double *point[RIA_AXES]; /* coordinates of the tiles' nodes, if variables need them */
} planes;

static size_t cells_of(const ria_snapshot_tile *tile) {
  return (size_t)tile->n[0] * (size_t)tile->n[1] * (size_t)tile->n[2];
}

/* Coordinates, tile by tile. */
static ria_status read_points(const ria_history *h, size_t cells, planes *p) {
  const ria_history_nodes *nodes = h->of.nodes;
  for (int a = 0; a < RIA_AXES; a++) {
    p->point[a] = malloc((cells + 1) * sizeof *p->point[a]);
    if (!p->point[a])
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", h->of.path);
  }
  size_t at = 0;
  for (int i = 0; i < p->count; i++) {
    const ria_snapshot_tile *t = &p->tile[i];
    ria_range range;
    for (int a = 0; a < RIA_AXES; a++) {
      range.lo[a] = t->lo[a];
      range.hi[a] = t->lo[a] + t->n[a];
    }
    RIA_TRY(nodes->read(nodes->context, t->block, range, p->point[0] + at, p->point[1] + at,
                        p->point[2] + at));
    at += cells_of(t);
  }
  return RIA_SUCCESS;
}

static ria_status make_planes(const ria_history *h, int count, const ria_snapshot_tile *tile,
                              planes *p) {
  size_t cells = 0;
  for (int i = 0; i < count; i++)
    cells += cells_of(&tile[i]);
  *p = (planes){.count = count,
                .tile = tile,
                .values = calloc((size_t)count + 1, sizeof *p->values),
                .derived = malloc(cells * ria_precision_size(h->of.precision) + 1)};
  if (!p->values || !p->derived)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", h->of.path);
  return h->of.nodes && h->of.shown->points ? read_points(h, cells, p) : RIA_SUCCESS;
}

static void free_planes(planes *p) {
  for (int a = 0; a < RIA_AXES; a++)
    free(p->point[a]);
  free(p->values);
  free(p->derived);
}

/* A number of the simulation's precision. */
static double rounded(const ria_history *h, double value) {
  return h->of.precision == RIA_SINGLE ? (double)(float)value : value;
}

/* Index in the grid of cell x, y of a tile. */
static ria_global cell_at(const ria_history *h, const ria_snapshot_tile *t, size_t x, size_t y) {
  return (t->lo[1] + (ria_global)y) * h->of.grid.cells[0] + t->lo[0] + (ria_global)x;
}

/* One body for both precisions. A variable is computed in double from values in the simulation's
 * precision, and rounded once. */
#define DERIVE(real)                                                                               \
  do {                                                                                             \
    real *row = to;                                                                                \
    for (size_t c = 0; c < cells; c++) {                                                           \
      const size_t x = c % (size_t)t->n[0], y = c / (size_t)t->n[0];                               \
      for (int f = 0; f < fields; f++)                                                             \
        state[f] = (double)((const real *)t->values[f])[c];                                        \
      for (int s = 0; s < shown->statics; s++)                                                     \
        statics[s] = (double)(real)shown->fixed[s].value[cell_at(h, t, x, y)];                     \
      for (int a = 0; point && a < RIA_AXES; a++)                                                  \
        statics[a] = (double)(real)point[a][c];                                                    \
      if (turned)                                                                                  \
        ria_shown_to_space(shown, turned, state);                                                  \
      row[c] = (real)value_of(shown, v, state, statics, parameter, time);                          \
    }                                                                                              \
  } while (0)

static double value_of(const ria_shown *shown, const ria_variable *v, const double *state,
                       const double *statics, const double *parameter, double time) {
  const double own = state[v->field];
  if (v->value)
    return v->value(state, statics, parameter);
  if (v->field < shown->fields)
    return own;
  return !isfinite(own) ? NAN : v->follow ? v->follow(own, statics, time) : own;
}

/* The block, if vectors must be turned from its axes to those of space. */
static const ria_block *turned_block(const ria_history *h, int block) {
  return h->of.shown->vectors && !history_is_straight(&h->of, block) ? &h->of.mesh->block[block]
                                                                     : NULL;
}

/* `point`: coordinates of the tile's nodes; NULL: they are not needed. */
static void derive(const ria_history *h, const ria_variable *v, const ria_snapshot_tile *t,
                   const double *const *point, double time, void *to) {
  const ria_shown *shown = h->of.shown;
  const size_t cells = cells_of(t);
  const int fields = shown->fields + shown->tracked;
  const ria_block *turned = turned_block(h, t->block);
  double state[RIA_MAX_KEPT] = {0}, statics[RIA_SHOWN_STATICS] = {0},
         parameter[RIA_SHOWN_PARAMETERS] = {0};
  for (int p = 0; p < shown->parameters; p++)
    parameter[p] = rounded(h, shown->parameter[p].value);
  if (h->of.precision == RIA_SINGLE)
    DERIVE(float);
  else
    DERIVE(double);
}

static void compute(const ria_history *h, const ria_variable *v, double time, planes *p) {
  char *to = p->derived;
  size_t at = 0;
  for (int i = 0; i < p->count; i++) {
    const ria_snapshot_tile *t = &p->tile[i];
    const double *point[RIA_AXES];
    for (int a = 0; a < RIA_AXES && p->point[a]; a++)
      point[a] = p->point[a] + at;
    at += cells_of(t);
    if (history_is_plain(h->of.shown, v) && !turned_block(h, t->block)) {
      p->values[i] = t->values[v->field];
      continue;
    }
    derive(h, v, t, p->point[0] ? point : NULL, time, to);
    p->values[i] = to;
    to += cells_of(t) * ria_precision_size(h->of.precision);
  }
}

/* Writes the computed values of a variable. If rank 0 cannot write, the other ranks still send;
 * `*status` is that of rank 0. */
static ria_status put_variable(history_record *record, int block, int variable,
                               ria_whole_rows *rows, const planes *p, ria_status *status) {
  const ria_history *h = record->history;
  RIA_TRY(ria_whole_rows_gather(rows, p->values));
  int at = 0;
  ria_global y0, y1;
  const void *values;
  while (h->rank == 0 && *status == RIA_SUCCESS && ria_whole_rows_run(rows, &at, &y0, &y1, &values))
    *status = history_record_put(record, block, variable, y0, y1, values);
  return RIA_SUCCESS;
}

static ria_status put_record(ria_history *h, double time, ria_whole_rows **rows, planes *p) {
  history_record record = {.history = h};
  ria_status status = RIA_SUCCESS, sent = RIA_SUCCESS;
  if (h->rank == 0)
    status = history_record_begin(h, time, &record);
  for (int v = 0; v < h->variables && sent == RIA_SUCCESS; v++) {
    compute(h, h->variable[v], time, p);
    for (int b = 0; b < history_blocks(&h->of) && sent == RIA_SUCCESS; b++)
      sent = put_variable(&record, b, v, rows[b], p, &status);
  }
  if (status == RIA_SUCCESS)
    status = sent;
  if (h->rank == 0)
    status = history_record_end(&record, status);
  return status;
}

static ria_status append(ria_history *h, double time, ria_whole_rows **rows, planes *p) {
  int64_t before = h->records;
  RIA_TRY(ria_agree(h->of.comm, put_record(h, time, rows, p)));
  h->records = before + 1;
  h->time[before] = time;
  return ria_agree(h->of.comm,
                   h->rank == 0 ? history_xdmf_write(&h->of, h->records, h->time) : RIA_SUCCESS);
}

ria_status history_reserve(ria_history *h, int64_t records) {
  if (records <= h->capacity)
    return RIA_SUCCESS;
  int64_t capacity = records < 64 ? 64 : records * 2;
  double *time = realloc(h->time, (size_t)capacity * sizeof *time);
  if (!time)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for %lld times", h->of.path,
                    (long long)records);
  h->time = time;
  h->capacity = capacity;
  return RIA_SUCCESS;
}

/* Writes each block. */
static ria_status create_rows(const ria_history *h, int count, const ria_snapshot_tile *tiles,
                              ria_whole_rows **rows) {
  for (int b = 0; b < history_blocks(&h->of); b++) {
    const ria_range cells = history_cells(&h->of, b);
    const ria_block block = {.cells = {cells.hi[0], cells.hi[1], cells.hi[2]}};
    ria_status status = ria_whole_rows_create(
        h->of.comm, &block, b, ria_precision_size(h->of.precision), count, tiles, true, &rows[b]);
    if (status != RIA_SUCCESS)
      return ria_fail(status, "%s: a record: %s", h->of.path, ria_status_detail());
  }
  return RIA_SUCCESS;
}

ria_status ria_history_append(ria_history *h, double time, int count,
                              const ria_snapshot_tile *tiles) {
  if (h->records && time <= h->time[h->records - 1])
    return RIA_SUCCESS;
  const int blocks = history_blocks(&h->of);
  ria_whole_rows **rows = calloc((size_t)blocks, sizeof *rows);
  planes p = {0};
  ria_status status = history_reserve(h, h->records + 1);
  if (status == RIA_SUCCESS && !rows)
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", h->of.path);
  if (status == RIA_SUCCESS)
    status = make_planes(h, count, tiles, &p);
  status = ria_agree(h->of.comm, status);
  if (status == RIA_SUCCESS)
    status = create_rows(h, count, tiles, rows);
  if (status == RIA_SUCCESS)
    status = append(h, time, rows, &p);
  for (int b = 0; b < blocks && rows; b++)
    ria_whole_rows_destroy(rows[b]);
  free(rows);
  free_planes(&p);
  return status;
}

/* Two histories on a common grid, at common times. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "calendar.h"
#include "ria/exact_math.h"
#include "ria/number.h"
#include "ria/run_pair.h"

/* ---- opening ---- */

static ria_status open_run(const char *run, ria_history_view *view) {
  char *path = NULL;
  if (asprintf(&path, "%s/history.h5", run) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", run);
  ria_status status = ria_history_view_open(path, view);
  if (status == RIA_SUCCESS && (view->blocks || view->box.planes))
    status = ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "%s: is not a plane of cells; `ria diff` compares boxes and blocks of one grid", path);
  free(path);
  return status;
}

static const char *crs_of(const ria_history_view *view) {
  return view->crs ? view->crs : "none (local coordinates)";
}

static ria_status check_frames(const ria_run_pair *p) {
  const ria_history_view *a = &p->view[0], *b = &p->view[1];
  if (strcmp(crs_of(a), crs_of(b)) != 0)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s and %s have different coordinates: %s and %s; only runs of one CRS can be "
                    "compared",
                    a->path, b->path, crs_of(a), crs_of(b));
  if (a->steps != b->steps)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "the times of %s are step numbers, but those of the other are seconds",
                    a->steps ? a->path : b->path);
  return RIA_SUCCESS;
}

/* ---- the grid ---- */

/* An axis of a grid. */
typedef struct {
  double first, step;
  ria_global cells;
} axis;

static axis axis_of(const ria_history_view *view, int a) {
  return a ? (axis){view->y0, view->dy, view->ny} : (axis){view->x0, view->dx, view->nx};
}

/* A position in cells along an axis; a position very close to a face is moved to the face. */
static double in_cells(axis of, double at) {
  const double cells = (at - of.first) / of.step, whole = rint(cells);
  return fabs(cells - whole) < 1e-6 ? whole : cells;
}

/* The cells of `coarse` that `fine` covers: [*from, *from + *count). */
static void common_cells(axis coarse, axis fine, ria_global *from, ria_global *count) {
  const double low = ceil(in_cells(coarse, fine.first)),
               high = floor(in_cells(coarse, fine.first + (double)fine.cells * fine.step));
  const double first = fmax(low, 0), end = fmin(high, (double)coarse.cells);
  *from = (ria_global)first;
  *count = end > first ? (ria_global)(end - first) : 0;
}

static ria_status find_grid(ria_run_pair *p) {
  const ria_history_view *v = p->view;
  p->coarse = v[1].dx * v[1].dy > v[0].dx * v[0].dy * (1 + 1e-9);
  const ria_history_view *coarse = &v[p->coarse], *fine = &v[!p->coarse];
  common_cells(axis_of(coarse, 0), axis_of(fine, 0), &p->at[0], &p->nx);
  common_cells(axis_of(coarse, 1), axis_of(fine, 1), &p->at[1], &p->ny);
  if (p->nx < 1 || p->ny < 1)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s covers x %.10g to %.10g m, y %.10g to %.10g m, and %s x %.10g to %.10g m, "
                    "y %.10g to %.10g m: no cell of the coarser grid is in both",
                    v[0].path, v[0].x0, v[0].x0 + (double)v[0].nx * v[0].dx, v[0].y0,
                    v[0].y0 + (double)v[0].ny * v[0].dy, v[1].path, v[1].x0,
                    v[1].x0 + (double)v[1].nx * v[1].dx, v[1].y0,
                    v[1].y0 + (double)v[1].ny * v[1].dy);
  p->dx = coarse->dx;
  p->dy = coarse->dy;
  p->x0 = coarse->x0 + (double)p->at[0] * p->dx;
  p->y0 = coarse->y0 + (double)p->at[1] * p->dy;
  if (!coarse->ground)
    return RIA_SUCCESS;
  p->ground = malloc((size_t)(p->nx * p->ny) * sizeof *p->ground);
  if (!p->ground)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its ground", coarse->path);
  for (ria_global y = 0; y < p->ny; y++)
    memcpy(p->ground + y * p->nx, coarse->ground + (p->at[1] + y) * coarse->nx + p->at[0],
           (size_t)p->nx * sizeof *p->ground);
  return RIA_SUCCESS;
}

/* ---- times ---- */

/* Start of B minus start of A, s. */
static double later(const ria_run_pair *p) {
  return p->dated ? p->view[1].start - p->view[0].start : 0;
}

static const char *name_time(const ria_run_pair *p, double time, char text[HISTORY_DATE_SIZE]) {
  if (p->dated)
    return history_date_iso(p->view[0].start + time, text);
  ria_snprintf(text, HISTORY_DATE_SIZE, "%.10g %s", time, p->view[0].steps ? "steps" : "s");
  return text;
}

static ria_status no_common_times(const ria_run_pair *p) {
  const ria_history_view *a = &p->view[0], *b = &p->view[1];
  char text[4][HISTORY_DATE_SIZE];
  const double b0 = b->time[0] + later(p), b1 = b->time[b->records - 1] + later(p);
  const double a0 = a->time[0], a1 = a->time[a->records - 1];
  const bool apart = b0 > a1 || a0 > b1;
  return ria_fail(
      RIA_ERROR_MISMATCH, "%s covers %s to %s, and %s %s to %s: %s", a->path,
      name_time(p, a0, text[0]), name_time(p, a1, text[1]), b->path, name_time(p, b0, text[2]),
      name_time(p, b1, text[3]),
      apart ? "they do not overlap in time"
            : "they have no record at a common time; run both with the same output.every");
}

static ria_status find_times(ria_run_pair *p) {
  enum { THOUSANDTHS = 1000 }; /* s: tolerance for equal times */
  const ria_history_view *a = &p->view[0], *b = &p->view[1];
  p->dated = a->has_start && b->has_start;
  for (int i = 0; i < 2; i++)
    if (p->view[i].records < 1)
      return ria_fail(RIA_ERROR_FORMAT, "%s: has no records yet", p->view[i].path);
  p->instant = calloc((size_t)a->records, sizeof *p->instant);
  if (!p->instant)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its times", a->path);
  for (int64_t i = 0, j = 0; i < a->records; i++) {
    while (j < b->records && (b->time[j] + later(p) - a->time[i]) * THOUSANDTHS < -1)
      j++;
    if (j < b->records && (b->time[j] + later(p) - a->time[i]) * THOUSANDTHS <= 1)
      p->instant[p->instants++] = (ria_pair_instant){a->time[i], {i, j}};
  }
  return p->instants ? RIA_SUCCESS : no_common_times(p);
}

/* ---- quantities ---- */

static int find_field(const ria_history_view *view, const char *name) {
  for (int f = 0; f < view->fields; f++)
    if (!strcmp(view->field[f].name, name))
      return f;
  return -1;
}

static bool has_components(const ria_history_field *field) {
  return field->component[0] && !field->divisor;
}

static ria_status add_quantities(ria_run_pair *p, int a, int b) {
  const ria_history_field *field = &p->view[0].field[a], *other = &p->view[1].field[b];
  if (strcmp(field->unit, other->unit) != 0)
    return ria_fail(RIA_ERROR_MISMATCH, "%s has %s in %s, and %s in %s", p->view[0].path,
                    field->name, field->unit, p->view[1].path, other->unit);
  p->quantity[p->quantities++] = (ria_pair_quantity){
      .name = field->name, .unit = field->unit, .field = {a, b}, .component = -1};
  for (int c = 0; c < 2 && has_components(field) && has_components(other); c++)
    p->quantity[p->quantities++] = (ria_pair_quantity){
        .name = field->component[c], .unit = field->unit, .field = {a, b}, .component = c};
  return RIA_SUCCESS;
}

static ria_status find_quantities(ria_run_pair *p) {
  const ria_history_view *a = &p->view[0], *b = &p->view[1];
  p->quantity = calloc(3 * (size_t)a->fields + 1, sizeof *p->quantity);
  if (!p->quantity)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its fields", a->path);
  for (int f = 0; f < a->fields; f++) {
    const int other = find_field(b, a->field[f].name);
    if (other >= 0 && !a->field[f].component[0] == !b->field[other].component[0])
      RIA_TRY(add_quantities(p, f, other));
  }
  return p->quantities ? RIA_SUCCESS
                       : ria_fail(RIA_ERROR_MISMATCH, "%s and %s have no drawn variable in common",
                                  a->path, b->path);
}

ria_status ria_run_pair_open(const char *a, const char *b, ria_run_pair *pair) {
  *pair = (ria_run_pair){0};
  RIA_TRY(open_run(a, &pair->view[0]));
  RIA_TRY(open_run(b, &pair->view[1]));
  RIA_TRY(check_frames(pair));
  RIA_TRY(find_grid(pair));
  RIA_TRY(find_times(pair));
  return find_quantities(pair);
}

void ria_run_pair_close(ria_run_pair *pair) {
  for (int i = 0; i < 2; i++)
    ria_history_view_close(&pair->view[i]);
  free(pair->ground);
  free(pair->instant);
  free(pair->quantity);
  *pair = (ria_run_pair){0};
}

/* ---- values ---- */

/* One record of a quantity, on the view's own grid. */
static ria_status read_vector(const ria_history_view *view, const ria_history_field *field,
                              int64_t record, float *values, float *u, float *v) {
  const size_t cells = (size_t)(view->nx * view->ny);
  RIA_TRY(ria_history_view_read(view, field->component[0], record, u));
  RIA_TRY(ria_history_view_read(view, field->component[1], record, v));
  if (field->divisor)
    RIA_TRY(ria_history_view_read(view, field->divisor, record, values));
  for (size_t c = 0; c < cells; c++) {
    const float divisor = field->divisor ? values[c] : 1;
    const bool has = !field->divisor || (double)divisor > field->least;
    values[c] = has ? (float)ria_hypot((double)(u[c] / divisor), (double)(v[c] / divisor)) : NAN;
  }
  return RIA_SUCCESS;
}

static ria_status read_own(const ria_history_view *view, const ria_pair_quantity *q, int which,
                           int64_t record, float *values) {
  const ria_history_field *field = &view->field[q->field[which]];
  if (q->component >= 0)
    return ria_history_view_read(view, field->component[q->component], record, values);
  if (!field->component[0])
    return ria_history_view_read(view, field->name, record, values);
  const size_t cells = (size_t)(view->nx * view->ny);
  float *parts = malloc(2 * cells * sizeof *parts);
  ria_status status = parts ? read_vector(view, field, record, values, parts, parts + cells)
                            : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", view->path);
  free(parts);
  return status;
}

/* Extent of a cell of the common grid, in cells of another grid. */
typedef struct {
  double low, high;
} extent;

static extent extent_of(axis of, double from, double to) {
  return (extent){in_cells(of, from), in_cells(of, to)};
}

static double share_of(extent e, ria_global cell) {
  return fmin(e.high, (double)cell + 1) - fmax(e.low, (double)cell);
}

/* The mean over an area; NAN if more than half of the area has no value. */
static float area_mean(const ria_history_view *view, const float *values, extent x, extent y) {
  double sum = 0, area = 0;
  for (ria_global j = (ria_global)y.low; (double)j < y.high; j++)
    for (ria_global i = (ria_global)x.low; (double)i < x.high; i++) {
      const float value = values[j * view->nx + i];
      const double weight = share_of(x, i) * share_of(y, j);
      if (isnan(value))
        continue;
      sum += weight * (double)value;
      area += weight;
    }
  return 2 * area >= (x.high - x.low) * (y.high - y.low) ? (float)(sum / area) : NAN;
}

static void bring(const ria_run_pair *p, int which, const float *own, float *values) {
  const ria_history_view *view = &p->view[which];
  for (ria_global y = 0; y < p->ny; y++) {
    const extent along_y =
        extent_of(axis_of(view, 1), p->y0 + (double)y * p->dy, p->y0 + (double)(y + 1) * p->dy);
    for (ria_global x = 0; x < p->nx; x++) {
      const extent along_x =
          extent_of(axis_of(view, 0), p->x0 + (double)x * p->dx, p->x0 + (double)(x + 1) * p->dx);
      values[y * p->nx + x] = area_mean(view, own, along_x, along_y);
    }
  }
}

static ria_status read_common(const ria_run_pair *p, int which, int quantity, int64_t instant,
                              float *values) {
  const ria_history_view *view = &p->view[which];
  float *own = malloc((size_t)(view->nx * view->ny) * sizeof *own);
  if (!own)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", view->path);
  const ria_status status =
      read_own(view, &p->quantity[quantity], which, p->instant[instant].record[which], own);
  if (status == RIA_SUCCESS)
    bring(p, which, own, values);
  free(own);
  return status;
}

/* ---- differences ---- */

static void figure(const ria_run_pair *p, double time, const float *a, float *difference,
                   ria_pair_figures *f) {
  double sum = 0, squares = 0;
  *f = (ria_pair_figures){
      .bias = NAN, .rmse = NAN, .largest = NAN, .x = NAN, .y = NAN, .time = time};
  for (ria_global c = 0; c < p->nx * p->ny; c++) {
    const bool in_a = !isnan(a[c]), in_b = !isnan(difference[c]);
    const double less = (double)difference[c] - (double)a[c];
    f->only_a += in_a && !in_b;
    f->only_b += in_b && !in_a;
    difference[c] = (float)less;
    if (!in_a || !in_b)
      continue;
    f->cells++;
    sum += less;
    squares += less * less;
    if (!(fabs(less) <= fabs(f->largest))) {
      f->largest = less;
      f->x = p->x0 + ((double)(c % p->nx) + 0.5) * p->dx;
      f->y = p->y0 + ((double)(c / p->nx) + 0.5) * p->dy;
    }
  }
  if (!f->cells)
    return;
  f->bias = sum / (double)f->cells;
  f->rmse = sqrt(squares / (double)f->cells);
}

ria_status ria_run_pair_differ(const ria_run_pair *p, int quantity, int64_t instant,
                               float *difference, ria_pair_figures *figures) {
  float *a = malloc((size_t)(p->nx * p->ny) * sizeof *a);
  if (!a)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", p->view[0].path);
  ria_status status = read_common(p, 0, quantity, instant, a);
  if (status == RIA_SUCCESS)
    status = read_common(p, 1, quantity, instant, difference);
  if (status == RIA_SUCCESS)
    figure(p, p->instant[instant].time, a, difference, figures);
  free(a);
  return status;
}

void ria_pair_figures_add(ria_pair_figures *sum, const ria_pair_figures *more) {
  const double before = (double)sum->cells, now = (double)more->cells, all = before + now;
  if (!before)
    sum->bias = sum->rmse = sum->largest = NAN;
  sum->only_a += more->only_a;
  sum->only_b += more->only_b;
  sum->cells += more->cells;
  if (!more->cells)
    return;
  if (!before || fabs(more->largest) > fabs(sum->largest)) {
    sum->largest = more->largest;
    sum->x = more->x;
    sum->y = more->y;
    sum->time = more->time;
  }
  sum->bias = ((before ? before * sum->bias : 0) + now * more->bias) / all;
  sum->rmse =
      sqrt(((before ? before * sum->rmse * sum->rmse : 0) + now * more->rmse * more->rmse) / all);
}

#include "analytic.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* A case seen along x or, transposed, along y. */
typedef struct {
  const analytic_case *c;
  const analytic_options *options;
  double offset; /* m: centre of the one cell across a one-dimensional case */
} view;

static void turn(const analytic_options *options, double *a, double *b) {
  if (options->transposed) {
    double t = *a;
    *a = *b;
    *b = t;
  }
}

static double view_bed(const void *context, double x, double y) {
  const view *v = context;
  turn(v->options, &x, &y);
  return v->c->bed(x, y);
}

static void view_exact(const view *v, double x, double y, double t, double w[4]) {
  turn(v->options, &x, &y);
  v->c->exact(x, y, t, w);
  turn(v->options, &w[1], &w[2]);
  if (v->options->ones)
    w[3] = w[0];
}

static void view_start(const void *context, double x, double y, double bed, double w[4]) {
  const view *v = context;
  if (!v->c->start) {
    view_exact(v, x, y, 0.0, w);
    return;
  }
  turn(v->options, &x, &y);
  v->c->start(x, y, bed, w);
}

basin *analytic_create(const analytic_case *c, const analytic_options *options) {
  view v = {c, options, 0};
  double size = c->length / options->n;
  /* One cell across, so wide that its sides do not bound the time step. */
  basin_setup s = {.nx = options->n,
                   .ny = c->width > 0 ? options->n : 1,
                   .dx = size,
                   .dy = c->width > 0 ? c->width / options->n : 1e6 * size,
                   .order = options->order,
                   .single = options->single,
                   .cfl = c->width > 0 ? 0.45 : 0.9,
                   .dry = 1e-7,
                   .manning = c->manning,
                   .bed = view_bed,
                   .start = view_start,
                   .context = &v};
  for (int side = 0; side < 4; side++)
    s.side[options->transposed ? side ^ 2 : side] = c->side[side];
  if (options->transposed) {
    int n = s.nx;
    s.nx = s.ny;
    s.ny = n;
    turn(options, &s.dx, &s.dy);
  }
  return basin_create(&s);
}

static double *field(basin *b, int number, int cells) {
  double *values = malloc((size_t)cells * sizeof *values);
  if (!values)
    abort();
  basin_field(b, number, values);
  return values;
}

typedef struct {
  double error[4], exact[4], c, sum[2], start[2];
} sums;

static void compare_cell(const double w[4], const double e[4], bool inside, sums *s,
                         analytic_result *r) {
  double q = hypot(w[1], w[2]);
  for (int f = 0; f < 4; f++) {
    s->error[f] += fabs(w[f] - e[f]);
    s->exact[f] += fabs(e[f]);
  }
  s->sum[0] += w[0];
  s->sum[1] += w[3];
  r->h_min = fmin(r->h_min, w[0]);
  r->still = fmax(r->still, fabs(w[0] - e[0]));
  r->q_max = fmax(r->q_max, q);
  if (inside && hypot(e[1], e[2]) > 0)
    r->q_ratio = fmax(r->q_ratio, fabs(q / hypot(e[1], e[2]) - 1.0));
  double c = w[0] > 1e-6 ? w[3] / w[0] : 0.0, ec = e[0] > 0 ? e[3] / e[0] : 0.0;
  s->c += fabs(c - ec);
  if (w[0] > 1e-6) {
    r->c_min = fmin(r->c_min, c);
    r->c_max = fmax(r->c_max, c);
    r->c_one = fmax(r->c_one, fabs(c - 1.0));
  }
}

analytic_result analytic_compare(const analytic_case *c, const analytic_options *options,
                                 basin *b) {
  int nx = options->n, ny = c->width > 0 ? options->n : 1, cells = nx * ny;
  double dx = c->length / nx, dy = c->width > 0 ? c->width / ny : 1.0;
  view v = {c, options, 0};
  analytic_result r = {.h_min = 1e30, .c_min = 1e30, .c_max = -1e30};
  sums s = {0};
  double *w[4];
  if (options->transposed)
    turn(options, &dx, &dy);
  if (options->transposed && ny == 1) {
    ny = nx;
    nx = 1;
  }
  for (int f = 0; f < 4; f++)
    w[f] = field(b, f, cells);
  for (int i = 0; i < cells; i++) {
    double x = (i % nx + 0.5) * dx, y = (i / nx + 0.5) * dy, e[4], start[4];
    double at[4] = {w[0][i], w[1][i], w[2][i], w[3][i]};
    view_exact(&v, x, y, basin_time(b), e);
    view_start(&v, x, y, view_bed(&v, x, y), start);
    s.start[0] += start[0];
    s.start[1] += start[3];
    int along = options->transposed ? i / nx : i % nx;
    compare_cell(at, e, along > 0 && along < options->n - 1, &s, &r);
  }
  for (int f = 0; f < 4; f++)
    free(w[f]);
  r.h = s.error[0] / s.exact[0];
  r.q = (s.error[1] + s.error[2]) / (s.exact[1] + s.exact[2]);
  r.hc = s.error[3] / s.exact[3];
  r.c = s.c / cells;
  r.mass = (s.sum[0] - s.start[0]) / s.start[0];
  r.tracer = (s.sum[1] - s.start[1]) / s.start[1];
  r.steps = basin_steps(b);
  return r;
}

analytic_result analytic_run(const analytic_case *c, const analytic_options *options) {
  basin *b = analytic_create(c, options);
  basin_advance(b, options->end > 0 ? options->end : c->end, -1);
  analytic_result r = analytic_compare(c, options, b);
  basin_destroy(b);
  return r;
}

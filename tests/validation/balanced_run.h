/* A case of the solver estuary that runs in a test's own process, with its balance; the same bits
 * on any tiles. Tests open their runtime by basin_session_open(). */
#ifndef RIA_BALANCED_RUN_H
#define RIA_BALANCED_RUN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/run/balance.h"
#include "basin.h"
#include "ria/patch.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "tests.h"

enum { CELLS = 1024, TEXT = 4096 };

/* How a case runs. All 0: order 1, double precision, one tile. */
typedef struct {
  int order, tiles_x, tiles_y, depth;
  ria_tiling_scheme scheme;
  bool single;
  double max_dt;
  const char *set; /* one more key and its value; NULL: none */
} way;

typedef struct {
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_simulation *simulation;
  run_balance balance;
} running;

static inline void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static inline void read_case(running *r, const char *text, way w) {
  ria_case_errors errors = {0};
  char order[32];
  snprintf(order, sizeof order, "numerics.order=%d", w.order ? w.order : 1);
  const char *const set[] = {order, "precision=double", w.set};
  const ria_status status = ria_case_read_data("case.yaml", text, strlen(text), &ria_known_names,
                                               w.set ? 3 : 2, set, &r->the_case, &errors);
  for (int i = 0; i < errors.count; i++)
    print_message("%s\n", errors.error[i].text);
  ria_case_errors_destroy(&errors);
  must(status);
}

/* At the start of the case. */
static inline running *start(const char *text, way w) {
  running *r = calloc(1, sizeof *r);
  assert_non_null(r);
  read_case(r, text, w);
  r->solver = ria_solver_find("estuary");
  must(ria_terrain_load(&r->the_case, &r->terrain));
  must(r->solver->create(&r->the_case, &r->terrain, &r->instance, &r->model));
  ria_model *m = &r->model;
  m->grid.tiles[0] = w.tiles_x ? w.tiles_x : 1;
  m->grid.tiles[1] = w.tiles_y ? w.tiles_y : 1;
  m->precision = w.single ? RIA_SINGLE : RIA_DOUBLE;
  m->target = "cpu";
  m->scheme = w.scheme;
  m->depth = w.depth;
  m->trackers = m->ntracked = 0; /* which swept tiles have not */
  if (w.max_dt > 0 && !(m->max_dt > 0 && m->max_dt < w.max_dt))
    m->max_dt = w.max_dt;
  must(ria_simulation_create(basin_runtime(), m, &r->simulation));
  must(ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                           r->instance));
  must(run_balance_note(&r->balance, &r->the_case, m, r->simulation, 0));
  return r;
}

static inline void advance(running *r, double until) {
  must(ria_simulation_advance(r->simulation, until, false, until, -1, NULL, NULL));
  must(run_balance_note(&r->balance, &r->the_case, &r->model, r->simulation, 1));
  assert_null(run_balance_unknown(&r->balance));
}

static inline void end(running *r) {
  run_balance_destroy(&r->balance);
  ria_simulation_destroy(r->simulation);
  r->solver->destroy(r->instance);
  ria_terrain_destroy(&r->terrain);
  ria_case_destroy(&r->the_case);
  free(r);
}

static inline running *run_to_end(const char *text, way w) {
  running *r = start(text, w);
  advance(r, r->the_case.time.end);
  return r;
}

static inline int cells_of(const running *r) {
  return (int)(r->model.grid.cells[0] * r->model.grid.cells[1]);
}

static inline void read_field(const running *r, const char *name, double values[CELLS]) {
  const ria_patch all = {.cells = {{0, 0, 0}, {r->model.grid.cells[0], r->model.grid.cells[1], 1}}};
  const int field = ria_quantity_find(r->model.state, r->model.nstate, name);
  assert_true(field >= 0 && cells_of(r) <= CELLS);
  must(ria_patch_read(r->simulation, field, &all, values));
}

static inline double sum_of(const running *r, const char *name) {
  double values[CELLS], sum = 0;
  read_field(r, name, values);
  for (int i = 0; i < cells_of(r); i++)
    sum += values[i];
  return sum;
}

static inline double mean_of(const running *r, const char *name) {
  return sum_of(r, name) / cells_of(r);
}

static inline void expect_closed(const running *r, double most) {
  for (int a = 0; a < r->balance.amounts; a++) {
    const double relative = run_balance_residual(&r->balance, a).relative;
    if (!(fabs(relative) <= most))
      fail_msg("the residual of amount %d is %g", a, relative);
  }
}

static inline void expect_near(const char *what, double got, double expected, double error) {
  const double off = got / expected - 1;
  print_message("%s: %.10g, expected %.10g: off by %.1e\n", what, got, expected, off);
  assert_true(fabs(off) <= error);
}

/* The fields' bits, and the ledger's, on any tiles. */
static inline void expect_same(const running *a, const running *b) {
  static double one[CELLS], other[CELLS];
  for (int f = 0; f < ria_model_lasting(&a->model); f++) {
    read_field(a, a->model.state[f].name, one);
    read_field(b, b->model.state[f].name, other);
    if (memcmp(one, other, (size_t)cells_of(a) * sizeof *one))
      fail_msg("the field %s has other bits", a->model.state[f].name);
  }
  const ria_ledger *x = &a->balance.ledger, *y = &b->balance.ledger;
  assert_int_equal(x->feeds, y->feeds);
  assert_memory_equal(x->in, y->in, (size_t)x->openings * sizeof *x->in);
  assert_memory_equal(x->fed, y->fed, (size_t)x->feeds * sizeof *x->fed);
  assert_memory_equal(x->left, y->left, sizeof x->left);
}

#endif

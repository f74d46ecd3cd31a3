/** \file
 * Code that the tests of bwaves share: runs of a case from text, and their fields. */
#ifndef RIA_TEST_GAS_H
#define RIA_TEST_GAS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/patch.h>
#include <ria/runtime.h>
#include "bwaves.h"
#include "test_run.h"
#include "tests.h"

/** Component m of cell (i, j, k) of a gas in a box of n cells. */
typedef struct {
  int n[RIA_AXES];
  size_t cells;
  double *q; /**< [5][nz][ny][nx], owned */
} gas;

static inline gas gas_new(int nx, int ny, int nz) {
  gas g = {{nx, ny, nz}, (size_t)nx * (size_t)ny * (size_t)nz, NULL};
  g.q = calloc(5 * g.cells, sizeof *g.q);
  assert_non_null(g.q);
  return g;
}

static inline double *gas_at(const gas *g, int m, int i, int j, int k) {
  const int x = (i % g->n[0] + g->n[0]) % g->n[0], y = (j % g->n[1] + g->n[1]) % g->n[1],
            z = (k % g->n[2] + g->n[2]) % g->n[2];
  return &g->q[(size_t)m * g->cells + ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] +
               (size_t)x];
}

static inline void gas_read(const test_run *r, gas *g) {
  for (int m = 0; m < 5; m++)
    test_run_field(r, m, g->q + (size_t)m * g->cells);
}

static inline void gas_write(const test_run *r, const gas *g) {
  const ria_patch all = {.block = 0, .cells = {{0, 0, 0}, {g->n[0], g->n[1], g->n[2]}}};
  for (int m = 0; m < 5; m++)
    assert_int_equal(ria_patch_write(r->simulation, m, &all, g->q + (size_t)m * g->cells),
                     RIA_SUCCESS);
}

/** Density, momenta and energy from density, velocity and pressure. */
static inline void gas_set(const gas *g, int i, int j, int k, double rho, const double u[3],
                           double p) {
  *gas_at(g, 0, i, j, k) = rho;
  for (int a = 0; a < 3; a++)
    *gas_at(g, 1 + a, i, j, k) = rho * u[a];
  *gas_at(g, 4, i, j, k) = p / (1.4 - 1) + 0.5 * rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

static inline ria_program_result gas_result(const test_run *r) {
  ria_program_result result;
  assert_int_equal(ria_simulation_program(r->simulation, &result), RIA_SUCCESS);
  return result;
}

/** A scalar of the program by its name. */
static inline double gas_scalar(const test_run *r, const char *name) {
  const ria_program *p = r->model.program;
  for (int i = 0; i < p->scalars; i++)
    if (!strcmp(p->scalar[i].quantity.name, name))
      return gas_result(r).value[i];
  fail_msg("no scalar %s", name);
  return NAN;
}

/** The largest difference of a gas in a cube from its 48 images: the start of a blast is
 * symmetric in each axis, and so is the blast, except for the rounding of sums. */
static inline double gas_images_differ(const gas *g) {
  static const int order[][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  const int n = g->n[0];
  double worst = 0;
  for (int cell = 0; cell < n * n * n; cell++) {
    const int at[] = {cell % n, cell / n % n, cell / n / n};
    for (int image = 0; image < 48; image++) {
      int to[3];
      for (int a = 0; a < 3; a++) {
        const int c = at[order[image / 8][a]];
        to[a] = image >> a & 1 ? n - 1 - c : c;
      }
      for (int m = 0; m < 5; m++) {
        const bool along = m > 0 && m < 4;
        const int from = along ? 1 + order[image / 8][m - 1] : m;
        const double sign = along && image >> (m - 1) & 1 ? -1 : 1;
        worst = fmax(worst, fabs(sign * *gas_at(g, from, at[0], at[1], at[2]) -
                                 *gas_at(g, m, to[0], to[1], to[2])));
      }
    }
  }
  print_message("images differ by %.2g\n", worst);
  return worst;
}

#endif

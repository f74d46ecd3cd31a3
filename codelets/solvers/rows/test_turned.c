/* A wavy gas in a box of two blocks. The blocks' axes run along x, y and z in each of the 24
 * right-handed orientations: every node has the same bits as with equal orientations. Sums over the
 * axes, the nodes of a face and the cells around a node do not depend on their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include "test_nodes.h"
#include "test_run.h"
#include "tests.h"
#include "block_grid_fixture.h" /* last, because it includes a type with axes exchanged */

enum { WAYS = 48, ALONG_A = 4, ALONG_B = 6, ACROSS = 4, SPAN = 6 };

static const char *const precision[] = {"single", "double"};

/* Names of the six faces of the box. */
static const char *const face_name[] = {"inlet", "exit", "floor", "lid", "back", "front"};

static bool right_handed(const turned *t) {
  int sign = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    sign *= t->along[a] < 0 ? -1 : 1;
    for (int b = 0; b < a; b++)
      sign *= abs(t->along[b]) > abs(t->along[a]) ? -1 : 1;
  }
  return sign > 0;
}

/* The side of a block on a face of its box. */
static ria_side side_on(const turned *t, int face) {
  for (int a = 0; a < RIA_AXES; a++)
    if (abs(t->along[a]) - 1 == face / 2)
      return ria_side_of(a, (face % 2 == 1) == (t->along[a] > 0));
  return RIA_SIDES;
}

/* As in the fixture, but flat at the faces of the box: walls with slip meet at right angles. */
static ria_status flat_outside(void *context, const ria_range *range, double *a, double *b,
                               double *c) {
  static const double size[] = {ALONG_A + ALONG_B, ACROSS, SPAN};
  const turned *t = context;
  ria_global at[RIA_AXES];
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0]; at[0]++) {
        double x[RIA_AXES], bend[RIA_AXES];
        for (int s = 0; s < RIA_AXES; s++) {
          const int axis = abs(t->along[s]) - 1;
          x[axis] = (double)(t->lo[axis] + (t->along[s] > 0 ? at[s] : t->cells[axis] - at[s]));
        }
        for (int s = 0; s < RIA_AXES; s++)
          bend[s] = x[s] * (size[s] - x[s]) / (size[s] * size[s]);
        *a++ = x[0] + 3 * bend[0] * wave(x[0], x[1], x[2]);
        *b++ = x[1] - 3 * bend[1] * wave(x[1], x[2], x[0]);
        *c++ = x[2] + 3 * bend[2] * wave(x[2], x[0], x[1]);
      }
  return RIA_SUCCESS;
}

/* A block of the box in one of 48 ways. */
static const turned *add(ria_block_grid *grid, const char *name, ria_global from, ria_global cells,
                         int way) {
  ria_block_grid spare = {0};
  const turned *t = add_turned(&spare, name, (ria_global[]){from, 0, 0},
                               (ria_global[]){cells, ACROSS, SPAN}, way);
  turned *own = malloc(sizeof *own);
  assert_non_null(own);
  *own = *t;
  good(ria_block_grid_add_block(grid, name, name, -1, spare.block[0].cells, flat_outside, free,
                                own));
  ria_block_grid_destroy(&spare);
  return own;
}

/* False: one of the blocks is left-handed. */
static bool write_grid(const char *path, int way_a, int way_b) {
  ria_block_grid grid = {0};
  const turned *t[2] = {add(&grid, "a", 0, ALONG_A, way_a),
                        add(&grid, "b", ALONG_A, ALONG_B, way_b)};
  const bool right = right_handed(t[0]) && right_handed(t[1]);
  if (right) {
    good(ria_block_grid_match(&grid, NULL));
    for (int b = 0; b < 2; b++)
      for (int face = 0; face < RIA_SIDES; face++) {
        const ria_side side = side_on(t[b], face);
        const ria_range part = ria_block_grid_side_nodes(&grid, b, side);
        if (face != (b ? 0 : 1))
          good(ria_block_grid_add_patch(&grid, face_name[face], b, side, &part, RIA_PATCH_WALL));
      }
    good(ria_block_grid_write_cgns(&grid, path));
  }
  ria_block_grid_destroy(&grid);
  return right;
}

/* A number between -1 and 1 for each node. */
static double number_of(double x, double y, double z, int field) {
  uint64_t hash = (uint64_t)field + 1;
  const double at[] = {x, y, z};
  for (int a = 0; a < RIA_AXES; a++) {
    uint64_t bits;
    memcpy(&bits, &at[a], sizeof bits);
    hash = (hash ^ bits ^ bits >> 29) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 31;
  }
  return (double)(hash >> 40) / (1 << 23) - 1;
}

static ria_status fill(void *context, int field, int block, const ria_range *range,
                       double *values) {
  static const double mean[FLOW] = {1, 0.3, 0.02, 0.1, 2.1},
                      size[FLOW] = {0.05, 0.03, 0.02, 0.03, 0.05};
  const ria_block_grid *grid = context;
  const size_t n = (size_t)ria_range_nodes(range);
  double *at[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = calloc(n, sizeof **at);
  const ria_status status = ria_block_grid_nodes(grid, block, *range, at[0], at[1], at[2]);
  for (size_t i = 0; i < n; i++)
    values[i] = field < FLOW
                    ? mean[field] + size[field] * number_of(at[0][i], at[1][i], at[2][i], field)
                    : 0;
  for (int a = 0; a < RIA_AXES; a++)
    free(at[a]);
  return status;
}

static nodes compute(const char *path, int p, const char *scheme) {
  char text[2048];
  snprintf(
      text, sizeof text,
      "solver: rows\nprecision: %s\n"
      "grid: {file: %s}\n"
      "boundaries: {inlet: {kind: inflow, stagnation_pressure: 1 Pa, stagnation_temperature: "
      "1 K, yaw: 10 deg, pitch: 5 deg}, exit: {kind: outflow, pressure: 0.75 Pa}, floor: slip, "
      "default: wall}\n"
      "start: {kind: uniform, pressure: 0.7 Pa, temperature: 1 K, vx: 0.3 m/s}\n"
      "%s\n",
      precision[p], path, scheme);
  test_run *r = test_run_new(test_runtime, text, 0, NULL);
  good(ria_simulation_fill(r->simulation, fill, NULL, r->terrain.nodes));
  test_run_steps(r, 6);
  const nodes n = nodes_of(r);
  test_run_free(r);
  return n;
}

/* Number of nodes with numbers that differ from those at the same place. */
static int differences(const nodes *one, const nodes *other) {
  int wrong = 0;
  assert_int_equal(one->nodes, other->nodes);
  for (size_t i = 0; i < other->nodes; i++) {
    bool found = false;
    for (size_t j = 0; j < one->nodes && !found; j++) {
      found = one->at[0][j] == other->at[0][i] && one->at[1][j] == other->at[1][i] &&
              one->at[2][j] == other->at[2][i];
      for (int f = 0; f < FLOW && found; f++)
        wrong += memcmp(&one->flow[f][j], &other->flow[f][i], sizeof(double)) != 0;
    }
    assert_true(found);
  }
  return wrong;
}

static void try_scheme(int p, const char *scheme) {
  char *folder = test_folder_create(), path[1024];
  int ways = 0, wrong = 0;
  snprintf(path, sizeof path, "%s/grid.cgns", folder);
  assert_true(write_grid(path, 0, 0));
  nodes one = compute(path, p, scheme);
  for (int way = 1; way < WAYS; way++) {
    if (!write_grid(path, 0, way))
      continue;
    nodes other = compute(path, p, scheme);
    const int differ = differences(&one, &other);
    if (differ)
      print_error("%s precision, way %d: %d numbers differ\n", precision[p], way, differ);
    ways++;
    wrong += differ;
    free_nodes(&other);
  }
  assert_int_equal(ways, 23);
  free_nodes(&one);
  test_folder_remove(folder);
  assert_int_equal(wrong, 0);
}

#define GAS "gas: {cp: 2.5 J/kg/K, gamma: 1.4"

static void scree_in_single_precision(void **state) {
  (void)state;
  try_scheme(0, GAS "}\ntime: {steps: 100, cfl: 0.3}\nscheme: {second: 0.02}");
}

static void friction_and_rk4_in_double_precision(void **state) {
  (void)state;
  try_scheme(1, GAS ", viscosity: 0.01 Pa s}\ntime: {steps: 100, cfl: 0.3}\nscheme: {march: rk4}");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scree_in_single_precision),
                                     cmocka_unit_test(friction_and_rk4_in_double_precision)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}

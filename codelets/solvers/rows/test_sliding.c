/* Sliding planes: compared with joints to the bit, and with exact solutions. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include "test_nodes.h"
#include "test_run.h"
#include "tests.h"

/* The same grid with other coordinates. */
typedef void change_grid(ria_block_grid *grid);

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static test_run *start(const char *precision, change_grid *change, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static test_run *start(const char *precision, change_grid *change, const char *format, ...) {
  char text[4096];
  va_list arguments;
  int n = snprintf(text, sizeof text, "solver: rows\nprecision: %s\n", precision);
  va_start(arguments, format);
  vsnprintf(text + n, sizeof text - (size_t)n, format, arguments);
  va_end(arguments);
  if (!change)
    return test_run_new(test_runtime, text, 0, NULL);
  test_run *r = calloc(1, sizeof *r);
  ria_case_errors errors;
  must(ria_case_read_data("test.yaml", text, strlen(text), &ria_known_names, 0, NULL, &r->the_case,
                          &errors));
  ria_case_errors_destroy(&errors);
  must(ria_terrain_load(&r->the_case, &r->terrain));
  change(r->terrain.nodes);
  r->solver = ria_solver_find(r->the_case.solver);
  must(ria_solver_create(r->solver, &r->the_case, &r->terrain, &r->instance, &r->model));
  must(ria_simulation_create(test_runtime, &r->model, &r->simulation));
  must(ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                           r->instance));
  return r;
}

/* ---- a plane with coinciding nodes, and a joint ---- */

enum { AROUND = 8, ALONG = 5, SPAN = 3 };

/* A flow that depends only on the place in the grid, so that it has the same bits in shifted
 * grids: `shift` cells around the axis. */
typedef struct {
  int shift[2];
  const ria_solver *solver;
  void *instance;
} pattern;

static ria_status fill_pattern(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  static const double mean[FLOW] = {1, 0.3, 0.02, 0.1, 2.1},
                      size[FLOW] = {0.1, 0.05, 0.02, 0.04, 0.1};
  const pattern *p = context;
  ria_global at[RIA_AXES];
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++) {
        const int along = (int)at[0] + block * ALONG,
                  around = ((int)at[2] + p->shift[block]) % AROUND;
        const int number = (along * 7 + around * 5 + (int)at[1] * 3 + field) % 11;
        *values++ = field < FLOW ? mean[field] + size[field] * (number - 5) / 5 : 0;
      }
  return RIA_SUCCESS;
}

/* A quarter of the circumference, except for the last bits: its nodes have exact angles, and
 * shifting a grid by whole cells changes no bit of its metrics. */
#define CELL (round(0.5 * M_PI / AROUND * 0x1p40) / 0x1p40)

/* `context`: number of cells by which the block is shifted. */
static ria_status exact_nodes(void *context, const ria_range *range, double *a, double *b,
                              double *c) {
  const int *moved = context;
  ria_global at[RIA_AXES];
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0]; at[0]++) {
        *a++ = 0.1 * (double)(at[0] - moved[1]);
        *b++ = 1 + 0.1 * (double)at[1];
        *c++ = CELL * (double)(at[2] + moved[0]);
      }
  return RIA_SUCCESS;
}

static void move_by(ria_block_grid *grid, int cells) {
  static const ria_global size[RIA_AXES] = {ALONG, SPAN, AROUND};
  static int moved[2][2];
  ria_block_grid exact = {.system = RIA_NODES_CYLINDRICAL};
  for (int b = 0; b < 2; b++) {
    moved[b][0] = b ? cells : 0;
    moved[b][1] = b ? 0 : ALONG;
    must(ria_block_grid_add_block(&exact, b ? "b" : "a", "x", -1, size, exact_nodes, NULL,
                                  moved[b]));
    ria_block_source *source = grid->block[b].source;
    grid->block[b].source = exact.block[b].source;
    exact.block[b].source = source;
  }
  ria_block_grid_destroy(&exact);
}

static void move_by_0(ria_block_grid *grid) {
  move_by(grid, 0);
}

static void move_by_3(ria_block_grid *grid) {
  move_by(grid, 3);
}

static nodes run_pattern(const char *precision, const char *march, bool plane, int shift) {
  const char *second = plane ? "second" : "first";
  test_run *r = start(
      precision, shift ? move_by_3 : move_by_0,
      "gas: {cp: 2.5 J/kg/K, gamma: 1.4, viscosity: 0.001 Pa s}\n"
      "time: {steps: 6, steps_per_passing: 120}\n"
      "grid:\n"
      "  blocks:\n"
      "    a: {shape: sector, row: first, cells: [%d, %d, %d], x: [-0.5 m, 0 m], r: [1 m, 1.3 m], "
      "theta: [0 deg, 90 deg]}\n"
      "    b: {shape: sector, row: %s, cells: [%d, %d, %d], x: [0 m, 0.5 m], r: [1 m, 1.3 m], "
      "theta: [0 deg, 90 deg]}\n"
      "  joints:\n"
      "    - {faces: [a.k-, a.k+], map: [+1, +2, +3], turn: 90 deg}\n"
      "    - {faces: [b.k-, b.k+], map: [+1, +2, +3], turn: 90 deg}\n"
      "%s"
      "rows: {first: {blades: 4, speed: 0.5 rad/s}%s}\n"
      "%s"
      "start: {kind: uniform, pressure: 0.7 Pa, temperature: 1 K, vx: 0.3 m/s}\n"
      "boundaries: {a.i-: {kind: inflow, stagnation_pressure: 1 Pa, stagnation_temperature: 1 K, "
      "yaw: 10 deg}, b.i+: {kind: outflow, pressure: 0.75 Pa}, a.casing: slip, b.casing: slip, "
      "default: wall}\n"
      "scheme: {march: %s, second: 0.02}\n",
      ALONG, SPAN, AROUND, second, ALONG, SPAN, AROUND,
      plane ? "" : "    - {faces: [a.i+, b.i-], map: [+1, +2, +3]}\n",
      plane ? ", second: {blades: 4, speed: 0.5 rad/s}" : "",
      plane ? "planes: {gap: {kind: sliding, between: [a.exit, b.inlet]}}\n" : "", march);
  pattern p = {{0, shift}, r->solver, r->instance};
  assert_int_equal(ria_simulation_fill(r->simulation, fill_pattern, NULL, &p), RIA_SUCCESS);
  test_run_steps(r, r->the_case.time.steps);
  const nodes n = nodes_of(r);
  test_run_free(r);
  return n;
}

static void expect_shifted(const nodes *plane, const nodes *joint, int shift, const char *what) {
  const size_t block = (ALONG + 1) * (SPAN + 1) * (AROUND + 1), layer = (ALONG + 1) * (SPAN + 1);
  for (size_t i = 0; i < plane->nodes; i++) {
    const size_t inside = i % block,
                 k = (inside / layer + (i < block ? 0 : (size_t)shift)) % AROUND;
    const size_t same = i / block * block + k * layer + inside % layer;
    for (int f = 0; f < FLOW; f++)
      if (memcmp(&plane->flow[f][i], &joint->flow[f][same], sizeof(double)))
        fail_msg("%s: block %zu, node (%zu, %zu, %zu): field %d is %a, and with a joint %a", what,
                 i / block, inside % (ALONG + 1), inside / (ALONG + 1) % (SPAN + 1), inside / layer,
                 f, plane->flow[f][i], joint->flow[f][same]);
  }
}

/* The grids start at multiples of a power of two of a radian, so that shifting one by whole cells
 * changes no bit of its metrics. */
static void a_plane_on_nodes_is_a_joint(void **state) {
  (void)state;
  static const char *const precision[] = {"single", "double"}, *const march[] = {"scree", "rk4"};
  for (int p = 0; p < 2; p++)
    for (int m = 0; m < 2; m++) {
      nodes joint = run_pattern(precision[p], march[m], false, 0);
      assert_true(joint.at[2][joint.nodes - 1] == AROUND * CELL);
      for (int shift = 0; shift < 4; shift += 3) {
        char what[64];
        snprintf(what, sizeof what, "%s precision, %s, %d cells", precision[p], march[m], shift);
        nodes plane = run_pattern(precision[p], march[m], true, shift);
        expect_shifted(&plane, &joint, shift, what);
        free_nodes(&plane);
      }
      free_nodes(&joint);
    }
}

/* ---- flows that the plane must not change ---- */

/* Two stator passages next to three of the rotor. */
static test_run *stage(int cells, int span, int steps, int per_passing) {
  return start(
      "double", NULL,
      "gas: {cp: 2.5 J/kg/K, gamma: 1.4}\n"
      "time: {steps: %d, steps_per_passing: %d}\n"
      "grid:\n"
      "  blocks:\n"
      "    a: {shape: sector, row: first, cells: [%d, %d, %d], x: [-1 m, 0 m], r: [1 m, 1.2 m], "
      "theta: [0 deg, 60 deg]}\n"
      "    b: {shape: sector, row: second, cells: [%d, %d, %d], x: [0 m, 1 m], r: [1 m, 1.2 m], "
      "theta: [7 deg, 67 deg]}\n"
      "  joints:\n"
      "    - {faces: [a.k-, a.k+], map: [+1, +2, +3], turn: 60 deg}\n"
      "    - {faces: [b.k-, b.k+], map: [+1, +2, +3], turn: 60 deg}\n"
      "rows: {first: {blades: 12}, second: {blades: 18, speed: 0.4 rad/s}}\n"
      "planes: {gap: {kind: sliding, between: [a.exit, b.inlet]}}\n"
      "start: {kind: uniform, pressure: 0.7142857142857143 Pa, temperature: 1 K, vx: 0.5 m/s}\n"
      "boundaries: {a.i-: held, b.i+: held, default: slip}\n"
      "scheme: {march: rk4}\n",
      steps, per_passing, cells, span, 2 * cells / 3, cells, span, cells);
}

static void a_uniform_flow_passes(void **state) {
  (void)state;
  test_run *r = stage(12, 3, 60, 40);
  test_run_steps(r, r->the_case.time.steps);
  nodes n = nodes_of(r);
  const double expected[FLOW] = {1, 0.5, 0, 0, 0.7142857142857143 / 0.4 + 0.125};
  double worst = 0;
  for (size_t i = 0; i < n.nodes; i++)
    for (int f = 0; f < FLOW; f++)
      worst = fmax(worst, fabs(n.flow[f][i] - expected[f]));
  print_message("uniform flow through a sliding plane: largest difference %.2g\n", worst);
  assert_true(worst < 1e-12);
  free_nodes(&n);
  test_run_free(r);
}

/* A spot of light and heavy gas that moves with the flow; `time` in s. */
static double spot(double x, double theta, double time) {
  const double along = (x + 0.4 - 0.5 * time) / 0.2;
  return 1 + 0.1 * exp(-along * along) * sin(6 * theta);
}

static ria_status fill_spot(void *context, int field, int block, const ria_range *cells,
                            double *values) {
  const test_run *r = context;
  const size_t count = (size_t)ria_range_nodes(cells);
  double *x = calloc(count, sizeof *x), *theta = calloc(count, sizeof *theta);
  assert_int_equal(ria_block_grid_nodes(r->terrain.nodes, block, *cells, x, NULL, theta),
                   RIA_SUCCESS);
  for (size_t i = 0; i < count; i++) {
    const double rho = spot(x[i], theta[i], 0);
    const double value[FLOW] = {rho, 0.5 * rho, 0, 0, 0.7142857142857143 / 0.4 + 0.125 * rho};
    values[i] = field < FLOW ? value[field] : 0;
  }
  free(x);
  free(theta);
  return RIA_SUCCESS;
}

static double spot_error(int cells) {
  test_run *r = stage(cells, 1, 2 * cells, cells * 6 / 5);
  assert_int_equal(ria_simulation_fill(r->simulation, fill_spot, NULL, r), RIA_SUCCESS);
  test_run_steps(r, r->the_case.time.steps);
  const ria_progress p = ria_simulation_progress(r->simulation);
  nodes n = nodes_of(r);
  double sum = 0, most = 0;
  for (size_t i = 0; i < n.nodes; i++) {
    const bool turns = i >= n.nodes - (size_t)((cells + 1) * (cells + 1) * 2);
    const double theta = n.at[2][i] + (turns ? 0.4 * p.time : 0);
    const double error = n.flow[0][i] - spot(n.at[0][i], theta, p.time);
    sum += error * error;
    most = fmax(most, fabs(error));
  }
  sum = sqrt(sum / (double)n.nodes);
  print_message("spot through a sliding plane, %d cells: %lld steps, %.4g s, L2 %.3g, most %.3g\n",
                cells, (long long)p.steps, p.time, sum, most);
  free_nodes(&n);
  test_run_free(r);
  return sum;
}

static void a_spot_passes_with_order_two(void **state) {
  (void)state;
  const double coarse = spot_error(36), fine = spot_error(72);
  print_message("order %.2f\n", log2(coarse / fine));
  assert_true(log2(coarse / fine) > 1.8);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_uniform_flow_passes),
                                     cmocka_unit_test(a_plane_on_nodes_is_a_joint),
                                     cmocka_unit_test(a_spot_passes_with_order_two)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}

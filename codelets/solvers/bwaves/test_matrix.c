/* bwaves: the matrix of an implicit step and its product with a vector, on 3x4x5 cells. */
#include <stdio.h>
#include "test_cells.h"

enum { NX = 3, NY = 4, NZ = 5, CELLS = NX * NY * NZ, ROWS = 5 * CELLS };
enum { OWN, BESIDE = 1, SIDES = 7, BLOCK = 25, STORED = SIDES * BLOCK, PACKED = 120, PREPARED = 6 };

static const int size[RIA_AXES] = {NX, NY, NZ};
static const double gas_gamma = 1.4, viscosity = 0.1, prandtl = 0.72, weight = 1.3, dt = 0.1;

/* Offsets from a cell to its neighbours, in the order in which a product uses the blocks. */
static const int step[SIDES][RIA_AXES] = {{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {0, 0, 1},
                                          {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};

static double spacing(int axis) {
  return 1.0 / size[axis];
}

static double random_number(void) { /* from -0.5 to 0.5; the same on every machine */
  static uint64_t seed = 1;
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(seed >> 33) / 2147483648.0 - 0.5;
}

/* ---- shared by the tests: a state, its prepared numbers, blocks, a vector ---- */

static double q[CELLS][5]; /* as stored in the fields */
static cell_fields state, prepared, stored, packed, rounded, vector;

static void apply(const char *name, const char *strategy, int ins, const cell_fields *const *in,
                  const cell_fields *out) {
  const cells_scalar scalars[] = {{"gamma", gas_gamma},
                                  {"viscosity", viscosity},
                                  {"conduction", gas_gamma / prandtl},
                                  {"c0", weight},
                                  {"kx", dt / spacing(0)},
                                  {"ky", dt / spacing(1)},
                                  {"kz", dt / spacing(2)},
                                  {"inverse_dx", 1 / spacing(0)},
                                  {"inverse_dy", 1 / spacing(1)},
                                  {"inverse_dz", 1 / spacing(2)},
                                  {0}};
  cells_apply(name, strategy, 0, scalars, ins, in, out);
}

static int cell_number(int i, int j, int k) {
  return (cells_wrap(k, NZ) * NY + cells_wrap(j, NY)) * NX + cells_wrap(i, NX);
}

static int neighbour(int cell, int side) {
  return cell_number(cell % NX + step[side][0], cell / NX % NY + step[side][1],
                     cell / NX / NY + step[side][2]);
}

static double value(const cell_fields *of, int field, int cell) {
  return cells_get(of, field, cell % NX, cell / NX % NY, cell / NX / NY);
}

static void make(ria_precision precision) {
  state = cells_new(size, 5, precision);
  vector = cells_new(size, 5, precision);
  prepared = cells_new(size, PREPARED, precision);
  stored = cells_new(size, STORED, precision);
  packed = cells_new(size, PACKED, precision);
  rounded = cells_new(size, PACKED, RIA_SINGLE);
  for (int cell = 0; cell < CELLS; cell++) {
    const int i = cell % NX, j = cell / NX % NY, k = cell / NX / NY;
    double u[3], rho = 1 + random_number(), energy = (1 + random_number()) / (gas_gamma - 1);
    for (int a = 0; a < 3; a++) {
      u[a] = random_number();
      energy += rho * u[a] * u[a] / 2;
    }
    const double all[5] = {rho, rho * u[0], rho * u[1], rho * u[2], energy};
    for (int l = 0; l < 5; l++) {
      cells_set(&state, l, i, j, k, all[l]);
      cells_set(&vector, l, i, j, k, random_number());
      q[cell][l] = cells_get(&state, l, i, j, k);
    }
  }
  cells_repeat(&state);
  cells_repeat(&vector);
  apply("bwaves_prepare", NULL, 1, (const cell_fields *[]){&state}, &prepared);
  cells_repeat(&prepared);
  apply("bwaves_blocks_stored", NULL, 1, (const cell_fields *[]){&prepared}, &stored);
  apply("bwaves_blocks_packed", NULL, 1, (const cell_fields *[]){&prepared}, &packed);
  apply("bwaves_blocks_single", NULL, 1, (const cell_fields *[]){&prepared}, &rounded);
}

static void discard(void) {
  free(state.values);
  free(vector.values);
  free(prepared.values);
  free(stored.values);
  free(packed.values);
  free(rounded.values);
}

/* ---- the dense matrix ---- */

static double dense[ROWS][ROWS];

/* `in_floats`: from blocks that were rounded to single precision. */
static void make_dense(bool in_floats) {
  memset(dense, 0, sizeof dense);
  for (int cell = 0; cell < CELLS; cell++)
    for (int side = 0; side < SIDES; side++)
      for (int l = 0; l < 5; l++)
        for (int m = 0; m < 5; m++) {
          const double a = value(&stored, side * BLOCK + 5 * l + m, cell);
          dense[5 * cell + l][5 * neighbour(cell, side) + m] = in_floats ? (double)(float)a : a;
        }
}

/* A row of the dense matrix times the vector: component after component, each in the order of the
 * blocks. */
static double multiply_row(ria_precision precision, int cell, int l) {
  double s[5];
  for (int m = 0; m < 5; m++) {
    s[m] = 0;
    for (int side = 0; side < SIDES; side++) {
      const int from = neighbour(cell, side);
      const double a = dense[5 * cell + l][5 * from + m], x = value(&vector, m, from);
      s[m] =
          precision == RIA_SINGLE ? (double)fmaf((float)a, (float)x, (float)s[m]) : fma(a, x, s[m]);
    }
  }
  if (precision == RIA_SINGLE)
    return (((float)s[0] + (float)s[1]) + (float)s[2]) + (float)s[3] + (float)s[4];
  return (((s[0] + s[1]) + s[2]) + s[3]) + s[4];
}

static void expect_product(ria_precision precision, const char *kernel, int ins,
                           const cell_fields *const *in) {
  const ria_kernel *found = ria_kernel_find(kernel);
  assert_non_null(found);
  int tried = 0;
  for (int i = 0; i < found->implementations; i++) {
    const ria_implementation *one = &found->implementation[i];
    if (strcmp(one->target->name, "cpu") != 0)
      continue;
    cell_fields y = cells_new(size, 5, precision);
    apply(kernel, one->strategy, ins, in, &y);
    for (int cell = 0; cell < CELLS; cell++)
      for (int l = 0; l < 5; l++) {
        const double got = value(&y, l, cell), wanted = multiply_row(precision, cell, l);
        if (memcmp(&got, &wanted, sizeof got) != 0)
          fail_msg("%s, %s, %s precision: component %d of cell %d is %a, not %a", kernel,
                   one->strategy, precision ? "double" : "single", l, cell, got, wanted);
      }
    tried++;
    free(y.values);
  }
  assert_true(tried > 1);
}

static void products_are_those_of_a_dense_matrix(void **unused) {
  (void)unused;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    make((ria_precision)p);
    make_dense(false);
    expect_product(p, "bwaves_product_stored", 2, (const cell_fields *[]){&vector, &stored});
    expect_product(p, "bwaves_product_packed", 2, (const cell_fields *[]){&vector, &packed});
    expect_product(p, "bwaves_product_recomputed", 2, (const cell_fields *[]){&vector, &prepared});
    make_dense(true);
    expect_product(p, "bwaves_product_single", 2, (const cell_fields *[]){&vector, &rounded});
    discard();
  }
}

/* ---- the matrix compared with differences of R ---- */

static double pressure(const double c[5]) {
  return (gas_gamma - 1) * (c[4] - (c[1] * c[1] + c[2] * c[2] + c[3] * c[3]) / (2 * c[0]));
}

static double inner_energy(const double c[5]) {
  return c[4] / c[0] - (c[1] * c[1] + c[2] * c[2] + c[3] * c[3]) / (2 * c[0] * c[0]);
}

static double speed(const double c[5], int axis) {
  return fabs(c[1 + axis] / c[0]) + sqrt(gas_gamma * pressure(c) / c[0]);
}

/* The first-order flux between two cells with given wave speed s, with stresses of normal
 * derivatives alone. */
static void face_flux(const double low[5], const double high[5], int axis, double s, double F[5]) {
  const double h = spacing(axis), ul = low[1 + axis] / low[0], uh = high[1 + axis] / high[0];
  for (int l = 0; l < 5; l++)
    F[l] = (low[l] * ul + high[l] * uh) / 2 - s * (high[l] - low[l]) / 2;
  F[1 + axis] += (pressure(low) + pressure(high)) / 2;
  F[4] += (pressure(low) * ul + pressure(high) * uh) / 2;
  F[4] -= gas_gamma * viscosity / prandtl * (inner_energy(high) - inner_energy(low)) / h;
  for (int l = 1; l < 4; l++) {
    const double a = low[l] / low[0], b = high[l] / high[0];
    const double stress = viscosity * (l == 1 + axis ? 4.0 / 3 : 1) * (b - a) / h;
    F[l] -= stress;
    F[4] -= (a + b) / 2 * stress;
  }
}

/* R of `moved`, with the wave speeds of q. */
static void right_side(double moved[CELLS][5], double R[CELLS][5]) {
  memset(R, 0, sizeof(double[CELLS][5]));
  for (int axis = 0; axis < RIA_AXES; axis++)
    for (int cell = 0; cell < CELLS; cell++) {
      const int next = neighbour(cell, BESIDE + axis);
      double F[5];
      face_flux(moved[cell], moved[next], axis, fmax(speed(q[cell], axis), speed(q[next], axis)),
                F);
      for (int l = 0; l < 5; l++) {
        R[cell][l] += F[l] / spacing(axis);
        R[next][l] -= F[l] / spacing(axis);
      }
    }
}

static void the_matrix_is_the_derivative(void **unused) {
  (void)unused;
  static double moved[CELLS][5], above[CELLS][5], below[CELLS][5];
  const double by = 1e-6;
  double worst = 0, largest = 0;
  make(RIA_DOUBLE);
  make_dense(false);
  memcpy(moved, q, sizeof q);
  for (int column = 0; column < ROWS; column++) {
    double *one = &moved[column / 5][column % 5], kept = *one;
    *one = kept + by;
    right_side(moved, above);
    *one = kept - by;
    right_side(moved, below);
    *one = kept;
    for (int row = 0; row < ROWS; row++) {
      const double change = above[row / 5][row % 5] - below[row / 5][row % 5];
      const double wanted = (row == column ? weight : 0) + dt * change / (2 * by);
      worst = fmax(worst, fabs(dense[row][column] - wanted));
      largest = fmax(largest, fabs(wanted));
    }
  }
  print_message("elements differ by %.2g at most; the largest is %.3g\n", worst, largest);
  assert_true(largest > 1);
  assert_true(worst < 1e-6);
  discard();
}

static void columns_sum_to_the_identity(void **unused) {
  (void)unused;
  make(RIA_DOUBLE);
  make_dense(false);
  double worst = 0;
  for (int column = 0; column < ROWS; column++)
    for (int l = 0; l < 5; l++) {
      double sum = 0;
      for (int cell = 0; cell < CELLS; cell++)
        sum += dense[5 * cell + l][column];
      worst = fmax(worst, fabs(sum - (column % 5 == l ? weight : 0)));
    }
  print_message("sums of columns differ from the identity's by %.2g\n", worst);
  assert_true(worst < 1e-14);
  discard();
}

/* Elements of a block that may be nonzero. */
static bool is_structural(int side, int l, int m) {
  const int normal = 1 + (side - 1) % 3; /* the momentum along the axis of the face */
  if (l == 4 || l == m || (m == 0 && l > 0))
    return l > 0 || m == 0 || side != OWN;
  return side != OWN && (m == normal || l == normal);
}

static void zeros_are_zeros(void **unused) {
  (void)unused;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    make((ria_precision)p);
    int kept = 0;
    for (int side = 0; side < SIDES; side++)
      for (int l = 0; l < 5; l++)
        for (int m = 0; m < 5; m++) {
          const int element = side * BLOCK + 5 * l + m;
          const bool structural = is_structural(side, l, m);
          int zeros = 0;
          for (int cell = 0; cell < CELLS; cell++) {
            const double a = value(&stored, element, cell);
            zeros += a == 0;
            if (structural && kept < PACKED) {
              assert_true(value(&packed, kept, cell) == a);
              assert_true(value(&rounded, kept, cell) == (double)(float)a);
            }
          }
          if (zeros != (structural ? 0 : CELLS))
            fail_msg("block %d, row %d, column %d: 0 in %d of %d cells", side, l, m, zeros, CELLS);
          kept += structural;
        }
    assert_int_equal(kept, PACKED);
    discard();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(products_are_those_of_a_dense_matrix),
                                     cmocka_unit_test(the_matrix_is_the_derivative),
                                     cmocka_unit_test(columns_sum_to_the_identity),
                                     cmocka_unit_test(zeros_are_zeros)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Beds and starts given by formulas, against figures of the literature and against the equations
 * that they must satisfy. */
#include "tests.h"
#include <math.h>
#include <string.h>
#include "ria/shape.h"

static const double g = 9.81;

/* A shape with its defaults. */
static ria_case_shape shape_of(const ria_shape_info *table, const char *name) {
  ria_case_shape shape = {0};
  for (; table->name; table++) {
    if (strcmp(table->name, name))
      continue;
    strcpy(shape.kind, name);
    for (int i = 0; table->parameter[i].name; i++)
      shape.p[i] = table->parameter[i].fallback;
    return shape;
  }
  fail_msg("there is no shape %s", name);
  return shape;
}

static void near(double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.12g is not %.12g", value, expected);
}

static void tables_are_complete(void **state) {
  (void)state;
  const ria_shape_info *tables[] = {ria_bed_shapes, ria_start_shapes};
  for (int t = 0; t < 2; t++) {
    for (const ria_shape_info *info = tables[t]; info->name; info++) {
      assert_true(strlen(info->name) < sizeof((ria_case_shape *)0)->kind);
      assert_non_null(info->what);
      int n = 0;
      for (; info->parameter[n].name; n++) {
        assert_true(n < RIA_SHAPE_PARAMETERS);
        assert_non_null(info->parameter[n].unit);
        assert_non_null(info->parameter[n].what);
        assert_false(isinf(info->parameter[n].fallback)); /* a case must be able to spell it out */
      }
    }
  }
}

static void unknown_kinds_are_nan(void **state) {
  (void)state;
  ria_case_shape shape = {.kind = "volcano"};
  assert_true(isnan(ria_bed_elevation(&shape, 0, 0)));
  assert_false(ria_bed_is_profile(&shape));
  assert_true(isnan(ria_start_at(&shape, 0, g, 0, 0, -1).depth));
}

static void swashes_bump(void **state) {
  (void)state;
  ria_case_shape bump = shape_of(ria_bed_shapes, "bump");
  for (double x = 0; x <= 25; x += 0.125)
    near(ria_bed_elevation(&bump, x, 7), x > 8 && x < 12 ? 0.2 - 0.05 * (x - 10) * (x - 10) : 0,
         1e-15);
}

static void simple_beds(void **state) {
  (void)state;
  ria_case_shape slope = {"slope", {1, 0.1, -0.2}}, cone = {"cone", {0, 0, 10, 4, -3, 2}};
  ria_case_shape island = {"island", {100, 50, 20, 8, -5}};
  ria_case_shape flat = {"tidal_flat", {-3, 2, 0, 100, 1.5, 10, 50}};
  near(ria_bed_elevation(&slope, 10, 5), 1, 1e-15);
  near(ria_bed_elevation(&cone, 0, 0), -1, 0); /* cut 2 m above the base */
  near(ria_bed_elevation(&cone, 0, 7.5), -2, 1e-15);
  near(ria_bed_elevation(&cone, 30, 0), -3, 0);
  cone.p[5] = 0;
  near(ria_bed_elevation(&cone, 0, 0), 1, 0);
  near(ria_bed_elevation(&island, 100, 50), 3, 0);
  near(ria_bed_elevation(&island, 120, 50), -5 + 8 * exp(-1), 1e-14);
  near(ria_bed_elevation(&flat, -10, 1e6), -3, 0);
  near(ria_bed_elevation(&flat, 200, 1e6), 2, 0);
  near(ria_bed_elevation(&flat, 50, 50), -0.5 - 1.5, 1e-15);
}

/* The bed must make h steady: dz/dx = (q^2/(g h^3) - 1) h' - n^2 q^2 / h^(10/3), checked with
 * differences. */
static void check_macdonald(double q, double n, double amplitude, double sharpness) {
  ria_case_shape bed = {"macdonald", {1000, q, n, amplitude, sharpness, g}};
  const double d = 0.01;
  near(ria_bed_elevation(&bed, 1000, 0), 0, 1e-12);
  for (double x = 0; x <= 1000; x += 25) {
    double h[3];
    for (int i = 0; i < 3; i++)
      h[i] =
          cbrt(4 / g) * (1 + amplitude * exp(-sharpness * pow((x + (i - 1) * d) / 1000 - 0.5, 2)));
    double slope =
        (ria_bed_elevation(&bed, x + d, 0) - ria_bed_elevation(&bed, x - d, 0)) / (2 * d);
    double expected = (q * q / (g * pow(h[1], 3)) - 1) * (h[2] - h[0]) / (2 * d) -
                      n * n * q * q / pow(h[1], 10. / 3);
    near(slope, expected, 1e-9);
  }
  assert_true(ria_bed_is_profile(&bed));
}

static void macdonald_is_steady(void **state) {
  (void)state;
  check_macdonald(2, 0.033, 0.5, 16);
  check_macdonald(2.5, 0.04, -0.2, 36);
}

static void still_water_and_dams(void **state) {
  (void)state;
  ria_case_shape none = {0}, rest = {"rest", {0}}, dam = {"dam", {0, 5, 0.005, 0.001, 1, 0, -0.5}};
  near(ria_start_at(&none, 0.5, g, 0, 0, -2).depth, 2.5, 0);
  near(ria_start_at(&rest, 0.5, g, 0, 0, 2).depth, 0, 0); /* land */
  ria_start left = ria_start_at(&dam, 0, g, 4.7, 0, 0), right = ria_start_at(&dam, 0, g, 5.1, 0, 0);
  near(left.depth, 0.005, 0);
  near(left.concentration, 0, 0); /* the edge of the tracer is at 4.5 */
  near(ria_start_at(&dam, 0, g, 4.4, 0, 0).concentration, 1, 0);
  near(right.depth, 0.001, 0);
  dam.p[0] = 1;
  near(ria_start_at(&dam, 0, g, 100, 4, 0).depth, 0.005, 0);
  near(ria_start_at(&dam, 0, g, 0, 6, 0.01).depth, 0, 0); /* bed above both levels */
  ria_case_shape column = {"column", {5, 5, 1, 2, 1, 0.5}};
  near(ria_start_at(&column, 0, g, 5.9, 5, 0).depth, 2, 0);
  near(ria_start_at(&column, 0, g, 5.9, 5, 0).concentration, 0.5, 0);
  near(ria_start_at(&column, 0, g, 6.1, 5, 0).depth, 1, 0);
  ria_case_shape hump = {"hump", {0, 0, 10, 2}};
  near(ria_start_at(&hump, 1, g, 10, 0, -3).depth, 4 + 2 * exp(-1), 1e-14);
}

typedef struct {
  const ria_case_shape *bed, *start;
  int time; /* parameter */
} motion;

static ria_start at(const motion *m, double x, double y, double time) {
  ria_case_shape shape = *m->start;
  shape.p[m->time] = time;
  return ria_start_at(&shape, 0, g, x, y, ria_bed_elevation(m->bed, x, y));
}

/* Residuals of the shallow water equations for exact solutions, by central differences. */
static void check_motion(const motion *m, double x, double y, double time, double depth_tolerance) {
  const double d = 1e-4;
  ria_start c = at(m, x, y, time), e = at(m, x + d, y, time), w = at(m, x - d, y, time);
  ria_start n = at(m, x, y + d, time), s = at(m, x, y - d, time);
  ria_start next = at(m, x, y, time + d), last = at(m, x, y, time - d);
  assert_true(c.depth > 0 && e.depth > 0 && w.depth > 0 && n.depth > 0 && s.depth > 0);
  double mass =
      (next.depth - last.depth) + (e.depth * e.u - w.depth * w.u) + (n.depth * n.v - s.depth * s.v);
  double level_x =
      e.depth + ria_bed_elevation(m->bed, x + d, y) - w.depth - ria_bed_elevation(m->bed, x - d, y);
  double level_y =
      n.depth + ria_bed_elevation(m->bed, x, y + d) - s.depth - ria_bed_elevation(m->bed, x, y - d);
  double along_x = next.u - last.u + c.u * (e.u - w.u) + c.v * (n.u - s.u) + g * level_x;
  double along_y = next.v - last.v + c.u * (e.v - w.v) + c.v * (n.v - s.v) + g * level_y;
  near(mass / (2 * d), 0, depth_tolerance);
  near(along_x / (2 * d), 0, 1e-6);
  near(along_y / (2 * d), 0, 1e-6);
}

static void thacker_solves_the_equations(void **state) {
  (void)state;
  ria_case_shape bowl = shape_of(ria_bed_shapes, "bowl");
  ria_case_shape line = shape_of(ria_bed_shapes, "bowl_1d");
  ria_case_shape planar = shape_of(ria_start_shapes, "bowl_planar");
  ria_case_shape radial = shape_of(ria_start_shapes, "bowl_radial");
  ria_case_shape planar_1d = shape_of(ria_start_shapes, "bowl_planar_1d");
  motion motions[] = {{&bowl, &planar, 5}, {&bowl, &radial, 5}, {&line, &planar_1d, 4}};
  for (double time = 0; time < 3; time += 0.37) {
    check_motion(&motions[0], 2.1, 1.95, time, 1e-6);
    check_motion(&motions[1], 2.2, 1.7, time, 1e-6);
    check_motion(&motions[2], 2.05, 3, time, 1e-6);
  }
}

/* Periods as printed in SWASHES. */
static void thacker_comes_back(void **state) {
  (void)state;
  ria_case_shape bowl = shape_of(ria_bed_shapes, "bowl");
  ria_case_shape line = shape_of(ria_bed_shapes, "bowl_1d");
  ria_case_shape planar = shape_of(ria_start_shapes, "bowl_planar");
  ria_case_shape radial = shape_of(ria_start_shapes, "bowl_radial");
  ria_case_shape planar_1d = shape_of(ria_start_shapes, "bowl_planar_1d");
  motion motions[] = {{&bowl, &planar, 5}, {&bowl, &radial, 5}, {&line, &planar_1d, 4}};
  const double end[] = {13.4571, 6.7287, 10.0303};
  for (int i = 0; i < 3; i++) {
    ria_start first = at(&motions[i], 2.3, 1.9, 0), again = at(&motions[i], 2.3, 1.9, end[i]);
    near(again.depth, first.depth, 1e-4);
    near(again.u, first.u, 2e-3);
    near(again.v, first.v, 2e-3);
  }
  near(at(&motions[0], 2, 2, 0).v, 0.5 * sqrt(2 * g * 0.1), 1e-12); /* it starts northwards */
  near(at(&motions[0], 0.1, 2, 0).depth, 0, 0);                     /* dry */
  near(at(&motions[0], 0.1, 2, 0).v, 0, 0);
}

static void standing_tide_solves_the_linear_equations(void **state) {
  (void)state;
  ria_case_shape bed = {"flat", {-20}}, tide = shape_of(ria_start_shapes, "standing_tide");
  motion m = {&bed, &tide, 5};
  near(at(&m, 0, 0, 0).depth, 20.1, 1e-12);                   /* amplitude at the open end */
  near((at(&m, 28000, 0, 0).depth - 20) / 0.1, 1.0408, 1e-4); /* amplified at the closed one */
  near(at(&m, 28000, 0, 11178).u, 0, 1e-15);
  near(fabs(at(&m, 0, 0, 44714.16 / 4).u), 0.0202, 1e-4);
  const double dx = 1, dt = 1, x = 9000, time = 5000;
  double mass = (at(&m, x, 0, time + dt).depth - at(&m, x, 0, time - dt).depth) / (2 * dt) +
                20 * (at(&m, x + dx, 0, time).u - at(&m, x - dx, 0, time).u) / (2 * dx);
  double momentum = (at(&m, x, 0, time + dt).u - at(&m, x, 0, time - dt).u) / (2 * dt) +
                    g * (at(&m, x + dx, 0, time).depth - at(&m, x - dx, 0, time).depth) / (2 * dx);
  near(mass, 0, 1e-11);
  near(momentum, 0, 1e-11);
}

static void uniform_flow_carries_a_cloud(void **state) {
  (void)state;
  ria_case_shape flow = {"uniform", {1, 0.5, -0.25, 10, 20, 2, 0, 3}};
  ria_start c = ria_start_at(&flow, 0, g, 12, -500, 99);
  near(c.depth, 1, 0);
  near(c.u, 0.5, 0);
  near(c.v, -0.25, 0);
  near(c.concentration, 3 * exp(-0.5), 1e-15); /* endless along y */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_complete),
      cmocka_unit_test(unknown_kinds_are_nan),
      cmocka_unit_test(swashes_bump),
      cmocka_unit_test(simple_beds),
      cmocka_unit_test(macdonald_is_steady),
      cmocka_unit_test(still_water_and_dams),
      cmocka_unit_test(thacker_solves_the_equations),
      cmocka_unit_test(thacker_comes_back),
      cmocka_unit_test(standing_tide_solves_the_linear_equations),
      cmocka_unit_test(uniform_flow_carries_a_cloud),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

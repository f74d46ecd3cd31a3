/* Every case with an exact solution, through the library; the table goes to validation.md. */
#include "ladder.h"
#include <stdlib.h>

static report *table;

/* Measured errors of a first-order Roe code with Harten's entropy fix and hydrostatic
 * reconstruction, CFL 0.45. Twice as many cells a rung. */
static const ladder stoker = {.c = &analytic_stoker,
                              .n = 100,
                              .rungs = 4,
                              .closed = true,
                              .order = 2,
                              .measure = {{"L1 of h",
                                           ladder_h,
                                           {1.68e-2, 9.96e-3, 5.79e-3, 3.31e-3},
                                           {8.5e-3, 4.4e-3, 2.3e-3, 1.0e-3}},
                                          {"L1 of q",
                                           ladder_q,
                                           {1.19e-1, 6.95e-2, 4.03e-2, 2.37e-2},
                                           {6.5e-2, 3.2e-2, 1.6e-2, 8.0e-3}},
                                          {"L1 of c",
                                           ladder_c,
                                           {1.81e-2, 1.31e-2, 9.6e-3, 6.8e-3},
                                           {1.19e-2, 8.0e-3, 5.1e-3, 3.3e-3}}}};
static const ladder ritter = {
    .c = &analytic_ritter,
    .order = 2,
    .n = 100,
    .rungs = 4,
    .closed = true,
    .measure = {
        {"L1 of h", ladder_h, {1.79e-2, 1.24e-2, 8.1e-3, 5.0e-3}, {8.9e-3, 4.7e-3, 2.3e-3, 1.2e-3}},
        {"L1 of q", ladder_q, {9.9e-2, 7.0e-2, 4.7e-2, 3.0e-2}, {6.0e-2, 3.2e-2, 1.6e-2, 9.1e-3}},
        {"L1 of hc",
         ladder_hc,
         {2.3e-2, 1.7e-2, 1.2e-2, 8.1e-3},
         {1.4e-2, 9.1e-3, 5.7e-3, 3.6e-3}}}};
static const ladder thacker = {
    .c = &analytic_thacker,
    .order = 2,
    .n = 100,
    .rungs = 4,
    .closed = true,
    .measure = {{"L1 of h", ladder_h, {.107, .053, .026, .013}, {9.8e-3, 3.5e-3, 2.2e-3, 1.3e-3}}}};
static const ladder thacker_five = {
    .c = &analytic_thacker,
    .order = 2,
    .name = "Thacker, five periods",
    .end = 10.0303,
    .n = 100,
    .rungs = 4,
    .closed = true,
    .measure = {{"L1 of h", ladder_h, {.49, .23, .098, .041}, {2.8e-2, 7.3e-3, 4.1e-3, 3.4e-3}}}};
static const ladder radial = {
    .c = &analytic_thacker_radial,
    .order = 2,
    .n = 50,
    .rungs = 3,
    .closed = true,
    .measure = {{"L1 of h", ladder_h, {.227, .208, .142}, {.122, .037, .0096}}}};
static const ladder planar = {
    .c = &analytic_thacker_planar,
    .order = 2,
    .n = 50,
    .rungs = 3,
    .closed = true,
    .measure = {{"L1 of h", ladder_h, {.81, .57, .33}, {.129, .037, .012}}}};
static const ladder subcritical = {
    .c = &analytic_bump_subcritical,
    .order = 2,
    .n = 100,
    .rungs = 3,
    .measure = {{"L1 of h", ladder_h, {1.4e-3, 7.3e-4, 3.7e-4}, {2.4e-4, 6.2e-5, 1.6e-5}},
                {"L1 of q", ladder_q, {1.1e-3}, {2.1e-4}}}};
static const ladder transcritical = {
    .c = &analytic_bump_transcritical,
    .order = 2,
    .n = 100,
    .rungs = 3,
    .measure = {{"L1 of h", ladder_h, {7.3e-3, 3.7e-3, 1.9e-3}, {1.7e-3, 5.1e-4, 3.0e-4}}}};
static const ladder macdonald = {
    .c = &analytic_macdonald,
    .order = 2,
    .n = 50,
    .rungs = 4,
    .measure = {
        {"L1 of h", ladder_h, {2.9e-2, 1.4e-2, 6.8e-3, 3.4e-3}, {1.4e-2, 6.9e-3, 3.5e-3, 1.7e-3}},
        {"max of abs(q / q0 - 1), inside", ladder_q_ratio, {0, 1.4e-2}, {0, 2e-3}}}};

static void run(void **state) {
  const ladder *l = *state;
  bool good = true;
  for (int order = 1; order <= (l->order ? l->order : 1); order++)
    good &= ladder_run(l, order, table);
  assert_true(good);
}

/* Steep for its coarse grids, and without published figures: it must converge. */
static void test_supercritical_channel(void **state) {
  (void)state;
  double error[2];
  for (int i = 0; i < 2; i++)
    error[i] =
        analytic_run(&analytic_macdonald_supercritical, &(analytic_options){.n = 100 << i}).h;
  assert_true(
      report_row(table, analytic_macdonald_supercritical.name, "L1 of h", 200, error[1], 0, 1e-2));
  assert_true(report_order(table, analytic_macdonald_supercritical.name, "L1 of h",
                           log2(error[0] / error[1]), 1.0, 0.8));
}

/* A transcritical rarefaction: without an entropy fix a jump stays at the dam. */
static void test_no_jump_at_the_dam(void **state) {
  enum { N = 400 };
  double h[N], exact = 0, largest = 0;
  (void)state;
  analytic_options options = {.n = N};
  basin *b = analytic_create(&analytic_stoker_transonic, &options);
  basin_advance(b, analytic_stoker_transonic.end, -1);
  basin_field(b, 0, h);
  basin_destroy(b);
  double dx = analytic_stoker_transonic.length / N;
  for (int i = N / 2 - N / 40; i < N / 2 + N / 40; i++) {
    double here[4], there[4];
    analytic_stoker_transonic.exact((i + 0.5) * dx, 0, analytic_stoker_transonic.end, here);
    analytic_stoker_transonic.exact((i + 1.5) * dx, 0, analytic_stoker_transonic.end, there);
    exact = fmax(exact, fabs(there[0] - here[0]));
    largest = fmax(largest, fabs(h[i + 1] - h[i]));
  }
  assert_true(report_row(table, "Stoker, transonic", "steepest step at the dam over the exact one",
                         N, largest / exact, 0, 2.0));
}

/* The front over dry ground, where h falls to a thousandth of the dam's depth, lags behind. */
static void test_dry_front(void **state) {
  enum { N = 400 };
  double h[N];
  int front = 0;
  (void)state;
  analytic_options options = {.n = N};
  basin *b = analytic_create(&analytic_ritter, &options);
  basin_advance(b, 6.0, -1);
  basin_field(b, 0, h);
  basin_destroy(b);
  for (int i = 0; i < N; i++)
    if (h[i] > 0.005e-3)
      front = i;
  double lag = fabs(7.53 - (front + 1) * 10.0 / N) / 2.53;
  assert_true(report_row(table, "Ritter", "lag of the front over its way", N, lag, 0.12, 0.13));
}

/* A concentration of one stays one in all wet cells. */
static void test_one_stays_one(void **state) {
  static const analytic_case *const cases[] = {&analytic_stoker, &analytic_ritter,
                                               &analytic_thacker, &analytic_thacker_radial,
                                               &analytic_macdonald};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    analytic_result r = analytic_run(cases[i], &(analytic_options){.n = 50, .ones = true});
    assert_true(report_row(table, cases[i]->name, "max of abs(c - 1)", 50, r.c_one, 0, 1e-10));
  }
}

/* Exchanging x and y gives the same answer. */
static void test_transposed(void **state) {
  static const analytic_case *const cases[] = {&analytic_stoker, &analytic_ritter,
                                               &analytic_thacker, &analytic_bump_transcritical,
                                               &analytic_macdonald};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    analytic_result along_x = analytic_run(cases[i], &(analytic_options){.n = 50});
    analytic_result along_y =
        analytic_run(cases[i], &(analytic_options){.n = 50, .transposed = true});
    assert_true(fabs(along_x.h - along_y.h) <= 1e-12);
    assert_true(fabs(along_x.hc - along_y.hc) <= 1e-12);
  }
}

static void test_radial_symmetry(void **state) {
  enum { N = 50 };
  double *h = malloc(sizeof(double[N][N])), *qx = malloc(sizeof(double[N][N])),
         *qy = malloc(sizeof(double[N][N])), worst = 0;
  (void)state;
  analytic_options options = {.n = N};
  basin *b = analytic_create(&analytic_thacker_radial, &options);
  basin_advance(b, analytic_thacker_radial.end, -1);
  basin_field(b, 0, h);
  basin_field(b, 1, qx);
  basin_field(b, 2, qy);
  basin_destroy(b);
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      worst = fmax(worst, fabs(h[y * N + x] - h[x * N + y]));
      worst = fmax(worst, fabs(qx[y * N + x] - qy[x * N + y]));
    }
  free(h), free(qx), free(qy);
  assert_true(report_row(table, "Thacker, radial", "asymmetry", N, worst, 0, 1e-12));
}

/* Amplitude and phase of the second tide at the closed end, by projection. */
static void test_standing_tide(void **state) {
  enum { N = 100, SAMPLES = 200 };
  const double period = analytic_tide.end / 2, speed = analytic_tide_speed();
  double h[N], cosine = 0, sine = 0, error = 0, size = 0;
  (void)state;
  analytic_options options = {.n = N};
  basin *b = analytic_create(&analytic_tide, &options);
  for (int i = 1; i <= 2 * SAMPLES; i++) {
    basin_advance(b, i * period / SAMPLES, -1);
    basin_field(b, 0, h);
    cosine += i > SAMPLES ? (h[N - 1] - 20.0) * cos(speed * basin_time(b)) : 0;
    sine += i > SAMPLES ? (h[N - 1] - 20.0) * sin(speed * basin_time(b)) : 0;
  }
  for (int i = 0; i < N; i++) {
    double exact[4];
    analytic_tide.exact((i + 0.5) * analytic_tide.length / N, 0, basin_time(b), exact);
    error += fabs(h[i] - exact[0]);
    size += fabs(exact[0] - 20.0);
  }
  basin_destroy(b);
  double amplitude = 2.0 / SAMPLES * hypot(cosine, sine) / analytic_tide_end();
  double phase = fabs(atan2(sine, cosine)) * 180.0 / 3.14159265358979323846;
  bool good = report_row(table, "standing tide", "L1 of the level after two tides", N, error / size,
                         2.6e-4, 1e-3);
  good &= report_row(table, "standing tide", "phase at the closed end, degrees", N, phase, 0, 0.2);
  good &= report_row(table, "standing tide", "amplitude at the closed end, relative error", N,
                     fabs(amplitude - 1.0), 0, 1e-3);
  assert_true(good);
}

/* The jump behind a bump comes to rest with order 2, and is no farther from the exact one than with
 * order 1. */
static void test_standing_shock(void **state) {
  enum { MOST = 200 };
  const analytic_case *c = &analytic_bump_shock;
  double h[2][MOST];
  (void)state;
  for (int n = MOST / 2; n <= MOST; n *= 2) {
    const analytic_options options = {.n = n, .order = 2};
    const double first = analytic_run(c, &(analytic_options){.n = n, .end = 300}).h;
    basin *b = analytic_create(c, &options);
    double moved = 0;
    basin_advance(b, c->end, -1);
    const double second = analytic_compare(c, &options, b).h;
    /* Whole steps only, because a shortened step moves the jump a little. */
    basin_advance(b, INFINITY, 10000);
    basin_field(b, 0, h[0]);
    for (int i = 1; i <= 3; i++) {
      basin_advance(b, INFINITY, 100);
      basin_field(b, 0, h[1]);
      for (int x = 0; x < n; x++)
        moved = fmax(moved, fabs(h[1][x] - h[0][x]));
    }
    basin_destroy(b);
    assert_true(report_row(table, c->name, "moves in 300 steps, order 2, m", n, moved, 0, 1e-8));
    assert_true(report_row(table, c->name, "L1 of h, order 2", n, second, first, 1.3 * first));
  }
}

static int open_session(void **state) {
  basin_session_open(state);
  table = report_create(
      "validation.md", "Validation",
      "Exact solutions (SWASHES and others; tests/support/analytic.c) against the library in "
      "double precision, CFL 0.45. L1 errors are relative: sum of abs(f - exact) over sum of "
      "abs(exact); of c, mean of abs(c - exact). The reference is an ordinary code of the same "
      "order: "
      "Roe with "
      "Harten's entropy fix and hydrostatic reconstruction.");
  return 0;
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

#define LADDER(l)                                                                                  \
  { "ladder_" #l, run, NULL, NULL, (void *)(uintptr_t)&l }

int main(void) {
  const struct CMUnitTest tests[] = {
      LADDER(stoker),
      LADDER(ritter),
      LADDER(thacker),
      LADDER(thacker_five),
      LADDER(radial),
      LADDER(planar),
      LADDER(subcritical),
      LADDER(transcritical),
      LADDER(macdonald),
      cmocka_unit_test(test_supercritical_channel),
      BASIN_BOTH_ORDERS(test_no_jump_at_the_dam),
      BASIN_BOTH_ORDERS(test_dry_front),
      BASIN_BOTH_ORDERS(test_one_stays_one),
      BASIN_BOTH_ORDERS(test_transposed),
      BASIN_BOTH_ORDERS(test_radial_symmetry),
      BASIN_BOTH_ORDERS(test_standing_tide),
      cmocka_unit_test(test_standing_shock),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}

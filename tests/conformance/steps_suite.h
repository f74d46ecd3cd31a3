/* Many steps in one launch against the serial reference step by step, to the bit: sides, sources,
 * forcing, the clock's decisions, skipped land, bad cells. The including file defines the functions
 * that steps_case.h needs, and steps_become(). */
#ifndef RIA_STEPS_SUITE_H
#define RIA_STEPS_SUITE_H

#include "steps_case.h"

/* Sets the emulated device's multiprocessors, bytes of memory in each, and whether the last block
 * goes first. False: the device cannot be changed. */
static bool steps_become(int multiprocessors, size_t shared, int backwards);

static const steps_setting plain = {.nx = 70,
                                    .ny = 23,
                                    .seed = 1,
                                    .land = 4,
                                    .steps = 7,
                                    .dt = 0.05,
                                    .fed = 1,
                                    .pace = {.mode = RIA_STEP_EXACT, .window = 1, .guard = 1},
                                    .request = {.until = 1e6, .horizon = 1e6, .last_step = -1},
                                    .now = {.time = 1.25, .steps = 100},
                                    .shape = {.warps = 2}};

static void compare_clocks(const steps_result *a, const steps_result *b) {
  assert_true(a->now.time == b->now.time);
  assert_true(a->now.dt == b->now.dt);
  assert_true(a->now.rate == b->now.rate);
  assert_int_equal(a->now.steps, b->now.steps);
  assert_int_equal(a->now.active, b->now.active);
  assert_int_equal(a->now.verdict, b->now.verdict);
}

static void compare_states(const steps_case *a, const kernel_tile *x, const kernel_tile *y) {
  const size_t size = ria_precision_size(x->precision);
  for (int f = 0; f < x->nstate; f++)
    for (int j = 0; j < x->ny; j++)
      for (int i = 0; i < x->nx; i++) {
        const void *p = tile_at(x, f, i, j), *q = tile_at(y, f, i, j);
        const bool both_nan = size == 4 ? isnan(*(const float *)p) && isnan(*(const float *)q)
                                        : isnan(*(const double *)p) && isnan(*(const double *)q);
        if (!both_nan && memcmp(p, q, size))
          fail_msg("field %d at (%d, %d) differs: %s precision, %s, switches %u, seed %u", f, i, j,
                   size == 4 ? "single" : "double", a->setting.exact ? "exact" : "known dt",
                   a->setting.switches, a->setting.seed);
      }
}

/* Compare the tracked fields, unless a step became bad, which exact steps may count or not. */
static void compare_what_follows(const steps_case *wanted, const steps_case *got, bool bad) {
  const int kept = wanted->setting.exact ? wanted->generation : 1 - wanted->generation;
  if (!(bad && wanted->setting.exact) && wanted->setting.steps)
    compare_tracked(wanted->tracked.own, &wanted->tracked.tile[kept], &got->tracked.tile[kept]);
}

/* Runs two equal cases, one by the reference and one by launches, and frees both. Returns the
 * reference's findings. */
static steps_result hold_cases(steps_case *wanted, steps_case *got, double *on_chip) {
  const steps_setting *setting = &wanted->setting;
  const steps_result a = setting->exact ? reference_exact(wanted) : reference_known(wanted);
  const steps_result b = launched(got, on_chip);
  compare_states(got, &wanted->buffer[a.last], &got->buffer[b.last]);
  assert_true(a.rate == b.rate);
  assert_int_equal(a.bad, b.bad);
  assert_int_equal(a.bad_step, b.bad_step);
  assert_int_equal(a.bad_x, b.bad_x);
  assert_int_equal(a.bad_y, b.bad_y);
  for (int n = 0; n < CASE_OPENINGS; n++)
    for (int amount = 0; amount < 2 && !setting->exact && !a.bad; amount++)
      assert_true(ria_flow_value(&wanted->flows.in[n][amount]) ==
                  ria_flow_value(&got->flows.in[n][amount]));
  assert_true(ria_flow_value(&wanted->flows.all.left[1]) ==
                  ria_flow_value(&got->flows.all.left[1]) ||
              a.bad);
  compare_what_follows(wanted, got, a.bad);
  if (setting->exact)
    compare_clocks(&a, &b);
  else
    compare_states(got, &wanted->buffer[setting->base_buffer], &got->buffer[setting->base_buffer]);
  case_free(wanted);
  case_free(got);
  steps_result found = a;
  found.redone = b.redone;
  return found;
}

static steps_result hold(const steps_setting *setting, double *on_chip) {
  const ria_kernel *kernel = kernel_named("roe_transport");
  return hold_cases(case_new(kernel, setting), case_new(kernel, setting), on_chip);
}

/* Sets the bed to NaN in some cells of column x, which must be neither read nor written. Frees the
 * case. */
static void hold_without_bed(steps_case *c, int x, int from_y, int to_y) {
  for (int y = from_y; y < to_y; y++)
    tile_set(&c->buffer[0], c->kernel->nstate, x, y, NAN);
  const steps_result r = launched(c, NULL);
  assert_false(r.bad);
  for (int y = 0; y < c->setting.ny; y++)
    for (int i = 0; i < c->setting.nx; i++)
      for (int f = 0; f < c->kernel->nstate; f++)
        assert_true(isfinite(*(const float *)tile_at(&c->buffer[r.last], f, i, y)));
  case_free(c);
}

/* Both modes and precisions, all switches, with and without land, the chip's memory plenty and
 * scarce, and blocks in either order. */
static void steps_are_steps(void **state) {
  (void)state;
  for (int precision = 0; precision < RIA_PRECISIONS; precision++)
    for (int exact = 0; exact < RIA_STEPS_WAYS; exact++)
      for (unsigned n = 0; n < 8; n++) {
        steps_setting s = plain;
        double on_chip = 0;
        s.precision = (ria_precision)precision;
        s.exact = exact;
        s.switches = n % 4;
        s.seed = n;
        s.land = n < 4 ? 6 : n == 4 ? 10 : 0;
        s.fed = n % 3 > 0;
        s.unforced = n == 5;
        s.base_buffer = (int)n % RIA_STEPS_BUFFERS;
        const bool scarce = steps_become(3, n % 2 ? 11000 : 1 << 20, n % 4 > 1) && n % 2;
        const steps_result r = hold(&s, &on_chip);
        assert_false(r.bad);
        assert_true(n == 4 || r.rate > 1);
        if (exact) {
          assert_int_equal(r.now.steps, 107);
          assert_true(exact == RIA_STEPS_EXACT && scarce ? on_chip > 0 && on_chip < 1
                                                         : on_chip == 1);
        }
      }
}

/* Domains smaller than a segment, and of one; blocks of one warp and of all; more segments of a
 * warp than it has lanes. */
static void every_size(void **state) {
  (void)state;
  static const struct {
    int nx, ny, warps;
  } size[] = {{1, 1, 1},  {2, 3, 1},  {30, 1, 2},  {31, 8, 3},
              {60, 9, 1}, {61, 5, 4}, {95, 12, 0}, {7, 140, 1}};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++)
    for (int exact = 0; exact < RIA_STEPS_WAYS; exact++) {
      steps_setting s = plain;
      s.nx = size[i].nx, s.ny = size[i].ny;
      s.shape.warps = size[i].warps;
      s.exact = exact;
      s.precision = (ria_precision)(i % 2);
      s.land = 3;
      s.steps = 4;
      steps_become(3, 48 << 10, (int)i % 2);
      hold(&s, NULL);
    }
}

/* Exact steps end at the right time, for both kinds of end. */
static void the_clock_is_kept(void **state) {
  (void)state;
  steps_become(2, 48 << 10, 0);
  for (int exact = RIA_STEPS_EXACT; exact < RIA_STEPS_WAYS; exact++) {
    steps_setting s = plain;
    s.exact = exact;
    s.steps = 40;
    s.request.until = s.request.horizon = 2;
    assert_true(hold(&s, NULL).now.time == 2);
    s.request.horizon = 4; /* overshoot */
    assert_true(hold(&s, NULL).now.time > 2);
    s.request = plain.request;
    s.request.last_step = 103;
    assert_int_equal(hold(&s, NULL).now.steps, 103);
    s.request.last_step = 100;
    assert_int_equal(hold(&s, NULL).now.steps, 100);
    s.request = plain.request;
    s.now.time = 12; /* the last knot is that of 12.5 s */
    assert_true(hold(&s, NULL).now.time >= 12.5);
    assert_true(hold(&s, NULL).now.steps > 100);
    s.now.time = 0; /* before the first */
    assert_int_equal(hold(&s, NULL).now.steps, 100);
    s.now.time = 3;
    s.steps = 0;
    assert_int_equal(hold(&s, NULL).now.steps, 100);
    s.steps = 5;
    s.pace.max_dt = 0.01;
    assert_true(hold(&s, NULL).now.dt == 0.01);
    s.pace.max_dt = 1e-20;
    assert_int_equal(hold(&s, NULL).now.verdict, RIA_VERDICT_STEP);
  }
}

/* A lake with a hole: its middle has the largest rate all the time. */
static void make_hole(steps_case *c, int at_x, int at_y) {
  const ria_kernel *kernel = c->kernel;
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int y = -1; y <= c->setting.ny; y++)
      for (int x = -1; x <= c->setting.nx; x++) {
        const double depth = abs(x - at_x) <= 1 && abs(y - at_y) <= 1 ? 200 : 10;
        for (int f = 0; f < kernel->nstate; f++)
          tile_set(&c->buffer[b], f, x, y, 0);
        tile_set_named(&c->buffer[b], kernel, "h", x, y, depth);
        tile_set(&c->buffer[b], kernel->nstate, x, y, depth);
      }
}

/* Speculations also predict the rate of cells next to all kinds of sides, and in rows shorter than
 * a segment. */
static void speculations_hold(void **state) {
  (void)state;
  static const struct {
    int nx, ny, x, y;
  } hole[] = {{70, 23, 0, 11},  {70, 23, 69, 12}, {70, 23, 10, 0}, {70, 23, 28, 0},
              {70, 23, 60, 0},  {70, 23, 40, 22}, {70, 23, 0, 0},  {70, 23, 69, 22},
              {70, 23, 30, 10}, {20, 9, 19, 4},   {20, 9, 7, 8},   {31, 1, 30, 0}};
  for (size_t i = 0; i < sizeof hole / sizeof *hole; i++) {
    steps_setting s = plain;
    s.exact = RIA_STEPS_SPECULATIVE;
    s.nx = hole[i].nx, s.ny = hole[i].ny;
    s.precision = (ria_precision)(i % 2);
    s.base_buffer = (int)i % RIA_STEPS_BUFFERS;
    s.fed = 0;
    s.steps = 20 + (int)i % 2;
    steps_become(3, 48 << 10, i % 4 > 1);
    const ria_kernel *kernel = kernel_named("roe_transport");
    steps_case *wanted = case_new(kernel, &s), *got = case_new(kernel, &s);
    make_hole(wanted, hole[i].x, hole[i].y);
    make_hole(got, hole[i].x, hole[i].y);
    const steps_result a = reference_exact(wanted), b = launched(got, NULL);
    compare_states(got, &wanted->buffer[a.last], &got->buffer[b.last]);
    compare_what_follows(wanted, got, false);
    compare_clocks(&a, &b);
    assert_int_equal(b.now.steps, 100 + s.steps);
    if (b.redone > 1)
      fail_msg("beside (%d, %d) of %d x %d %u of %d steps were redone", hole[i].x, hole[i].y, s.nx,
               s.ny, b.redone, s.steps);
    case_free(wanted);
    case_free(got);
  }
}

/* Steps are redone if the place of the largest rate moves. */
static void wrong_speculations_are_redone(void **state) {
  (void)state;
  unsigned redone = 0;
  for (unsigned seed = 0; seed < 4; seed++) {
    steps_setting s = plain;
    s.exact = RIA_STEPS_SPECULATIVE;
    s.seed = seed;
    s.precision = (ria_precision)(seed % 2);
    s.land = seed < 2 ? 6 : 0;
    s.steps = 25;
    steps_become(3, 48 << 10, seed % 4 > 1);
    redone += hold(&s, NULL).redone;
  }
  assert_in_range(redone, 4, 50);
}

/* A bad cell is reported with its step; exact steps end there. */
static void bad_cells_are_named(void **state) {
  (void)state;
  steps_setting s = plain;
  steps_become(3, 48 << 10, 0);
  s.land = 0;
  s.dt = 3; /* far too long */
  s.steps = 12;
  const steps_result r = hold(&s, NULL);
  assert_true(r.bad);
  for (int exact = RIA_STEPS_EXACT; exact < RIA_STEPS_WAYS; exact++) {
    s = plain;
    s.exact = exact;
    s.seed = 2;
    s.pace.max_dt = 0.1;
    const ria_kernel *kernel = kernel_named("roe_transport");
    steps_case *wanted = case_new(kernel, &s), *got = case_new(kernel, &s);
    tile_set_named(&wanted->buffer[0], kernel, "hc", 33, 14, NAN);
    tile_set_named(&got->buffer[0], kernel, "hc", 33, 14, NAN);
    const steps_result a = reference_exact(wanted), b = launched(got, NULL);
    compare_states(got, &wanted->buffer[a.last], &got->buffer[b.last]);
    compare_clocks(&a, &b);
    assert_int_equal(b.now.verdict, RIA_VERDICT_NUMERIC);
    assert_int_equal(b.now.steps, 100);
    assert_int_equal(a.bad_x, b.bad_x);
    assert_int_equal(a.bad_y, b.bad_y);
    case_free(wanted);
    case_free(got);
  }
}

/* Segments that rest. */
static void segments_at_rest_are_skipped(void **state) {
  (void)state;
  const ria_kernel *kernel = kernel_named("roe_transport");
  steps_become(3, 48 << 10, 0);
  for (int exact = 0; exact < RIA_STEPS_WAYS; exact++) {
    steps_setting s = plain;
    s.exact = exact;
    s.nx = 150;
    s.fed = 0;
    s.land = 7;
    steps_case *c = case_new(kernel, &s);
    tile_set_named(&c->buffer[0], kernel, "hc", s.nx - 2, s.ny / 2, 0);
    hold_without_bed(c, 100, 6, 18);
  }
}

/* Banks of dry land between two waters, a segment wide, and land on the high y side. The water's
 * level above the banks is random, in some rows equal to theirs, and at most `highest`: -1 keeps
 * the banks dry, 1 lets water overflow. */
static void make_banks(steps_case *c, double highest, unsigned seed) {
  const ria_kernel *kernel = c->kernel;
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int y = -1; y <= c->setting.ny; y++)
      for (int x = -1; x <= c->setting.nx; x++) {
        const unsigned row = (unsigned)(y + 1), cell = (unsigned)(x + 1);
        const bool land = (x >= 30 && x < 60 && y >= 3) || y >= c->setting.ny - 4;
        const double dice = tile_random(seed, row, 1000), more = tile_random(seed + 1, row, cell);
        const double level = dice < 0.5 ? -0.4 * more : dice < 0.7 ? 0 : 0.6 * (more - 0.5);
        const double values[] = {land ? 0 : 3 + fmin(level, highest), land ? 0 : more - 0.5,
                                 land ? 0 : dice - 0.5, land ? 0 : more};
        const char *const names[] = {"h", "qx", "qy", "hc"};
        for (int f = 0; f < 4; f++)
          tile_set_named(&c->buffer[b], kernel, names[f], x, y, values[f]);
        tile_set(&c->buffer[b], kernel->nstate, x, y, land ? 0 : 3);
      }
}

/* Rows whose middle is at rest next to water that does not reach it. */
static void dry_banks_are_passed_over(void **state) {
  (void)state;
  steps_become(3, 48 << 10, 0);
  for (int exact = 0; exact < RIA_STEPS_WAYS; exact++) {
    steps_setting s = plain;
    s.exact = exact;
    s.fed = s.land = 0;
    s.dt = 0.01;
    steps_case *c = case_new(kernel_named("roe_transport"), &s);
    make_banks(c, -1, 0);
    hold_without_bed(c, 45, 5, 16);
  }
}

/* Rows of a bank are computed when water overflows it. */
static void water_comes_over_banks(void **state) {
  (void)state;
  const ria_kernel *kernel = kernel_named("roe_transport");
  for (int exact = 0; exact < RIA_STEPS_WAYS; exact++)
    for (unsigned seed = 0; seed < 16; seed++) {
      steps_setting s = plain;
      s.exact = exact;
      s.precision = (ria_precision)(seed % 2);
      s.switches = seed / 2 % 4;
      s.fed = seed % 3 == 0;
      s.land = 0;
      s.steps = 12;
      s.dt = 0.02;
      steps_case *wanted = case_new(kernel, &s), *got = case_new(kernel, &s);
      make_banks(wanted, 1, seed);
      make_banks(got, 1, seed);
      steps_become(3, 48 << 10, seed % 4 > 1);
      assert_false(hold_cases(wanted, got, NULL).bad);
    }
}

/* Launches of one and of many steps that continue the launch before, with segments activated since
 * the shares were assigned: all results must have the same bits. After `changed` launches other
 * code writes the state, and the memory is cleared. Returns the number of activated segments. */
static unsigned go_on_and_on(steps_setting s, int changed) {
  static const int lengths[] = {3, 8, 1, 1, 2, 8, 5, 8};
  const ria_kernel *kernel = kernel_named("roe_transport");
  steps_case *wanted = case_new(kernel, &s), *got = case_new(kernel, &s);
  steps_place place = {0};
  int since = 0;
  unsigned woken = 0;
  for (int n = 0; n < (int)(sizeof lengths / sizeof *lengths); n++) {
    if (n == changed) {
      for (int y = 5; y < 9; y++) {
        tile_set_named(&wanted->buffer[wanted->setting.base_buffer], kernel, "hc", s.nx - 4, y,
                       2e-2);
        tile_set_named(&got->buffer[got->setting.base_buffer], kernel, "hc", s.nx - 4, y, 2e-2);
      }
      place.memory = (ria_device_steps_memory){0};
      since = 0;
    }
    wanted->setting.steps = got->setting.steps = lengths[n];
    const steps_result a = reference_known(wanted), b = launched_at(got, &place, true);
    since += lengths[n];
    woken += place.memory.woken;
    compare_states(got, &wanted->buffer[a.last], &got->buffer[b.last]);
    compare_what_follows(wanted, got, false);
    wanted->generation = got->generation = 1 - wanted->generation;
    assert_true(a.rate == b.rate);
    assert_int_equal(place.memory.since, since); /* it did go on */
    assert_int_equal(place.memory.last_buffer, b.last);
    wanted->setting.base_buffer = got->setting.base_buffer = b.last;
    wanted->setting.first += lengths[n];
    got->setting.first += lengths[n];
  }
  free(place.scratch);
  case_free(wanted);
  case_free(got);
  return woken;
}

static void launches_go_on(void **state) {
  (void)state;
  unsigned woken = 0;
  for (unsigned n = 0; n < 8; n++) {
    steps_setting s = plain;
    s.precision = (ria_precision)(n % 2);
    s.switches = n % 4;
    s.seed = n;
    s.land = n < 6 ? 6 : 10;
    s.fed = n % 3 > 0;
    s.unforced = n == 5;
    s.base_buffer = (int)n % RIA_STEPS_BUFFERS;
    steps_become(3, 48 << 10, n % 4 > 1);
    woken += go_on_and_on(s, n % 2 ? 4 : -1);
  }
  assert_true(woken > 0);
}

/* Shares are reassigned after many activations, and periodically. */
static void shares_become_old(void **state) {
  (void)state;
  steps_setting s = plain;
  s.steps = 2;
  steps_become(3, 48 << 10, 0);
  const ria_kernel *kernel = kernel_named("roe_transport");
  steps_case *c = case_new(kernel, &s);
  steps_place place = {0};
  c->setting.base_buffer = launched_at(c, &place, true).last;
  assert_int_equal(place.memory.since, 2);
  c->setting.base_buffer = launched_at(c, &place, true).last;
  assert_int_equal(place.memory.since, 4);
  place.memory.woken = 100;
  c->setting.base_buffer = launched_at(c, &place, true).last;
  assert_int_equal(place.memory.since, 2);
  place.memory.since = 5000;
  c->setting.base_buffer = launched_at(c, &place, true).last;
  assert_int_equal(place.memory.since, 2);
  c->setting.base_buffer =
      (c->setting.base_buffer + 1) % RIA_STEPS_BUFFERS; /* not where it ended */
  (void)launched_at(c, &place, true);
  assert_int_equal(place.memory.since, 2);
  free(place.scratch);
  case_free(c);
}

/* The launch rejects unsupported requests; the caller then makes single steps. */
static void unsupported_requests_are_rejected(void **state) {
  (void)state;
  enum { NOT_SUPPORTED = 801, INVALID_VALUE = 1 };
  const ria_kernel *kernel = kernel_named("roe_transport");
  const ria_device_functions *one = with_steps(kernel, RIA_SINGLE);
  steps_setting s = plain;
  s.exact = 1;
  steps_case *c = case_new(kernel, &s);
  ria_device_steps_report report = {.now = s.now};
  ria_device_steps_args args = arguments_of(c, &report);
  ria_device_steps_room room;
  assert_int_equal(one->steps(&args), INVALID_VALUE); /* no scratch memory */
  const int gravity = ria_kernel_scalar(kernel, "gravity");
  c->scalars[gravity].from = RIA_BIND_FORCING;
  assert_int_equal(one->steps_room(&args, &room), NOT_SUPPORTED);
  c->scalars[gravity].from = RIA_BIND_VALUE;
  c->side_scalars[0][0].from = RIA_BIND_DT;
  assert_int_equal(one->steps_room(&args, &room), NOT_SUPPORTED);
  args.exact = 0;
  assert_int_equal(one->steps_room(&args, &room), 0);
  c->side[1].kernel = kernel_named("water_source");
  assert_int_equal(one->steps_room(&args, &room), NOT_SUPPORTED);
  case_free(c);
}

#define STEPS_TESTS                                                                                \
  cmocka_unit_test(steps_are_steps), cmocka_unit_test(every_size),                                 \
      cmocka_unit_test(the_clock_is_kept), cmocka_unit_test(speculations_hold),                    \
      cmocka_unit_test(wrong_speculations_are_redone), cmocka_unit_test(bad_cells_are_named),      \
      cmocka_unit_test(segments_at_rest_are_skipped), cmocka_unit_test(dry_banks_are_passed_over), \
      cmocka_unit_test(water_comes_over_banks), cmocka_unit_test(launches_go_on),                  \
      cmocka_unit_test(shares_become_old), cmocka_unit_test(unsupported_requests_are_rejected)

#endif

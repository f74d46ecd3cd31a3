/* The rules of the clock: lengths and ends of steps, and their acceptance. */
#include <math.h>
#include <ria/clock.h>
#include "tests.h"

static const ria_pace window = {.mode = RIA_STEP_WINDOW, .window = 8, .guard = 0.5};
static const ria_pace exact = {.mode = RIA_STEP_EXACT, .window = 1};
static const ria_pace fixed = {.mode = RIA_STEP_FIXED, .window = 4, .fixed_dt = 0.25};

static ria_request until(double time) {
  return (ria_request){.until = time, .horizon = time, .last_step = -1};
}

static void a_window_takes_its_guard(void **state) {
  (void)state;
  ria_now now = {.rate = 2};
  const ria_request request = until(100);
  ria_now_decide(&now, &window, &request);
  assert_int_equal(now.active, 8);
  assert_true(now.dt == 0.25 && !now.lands);
  assert_true(ria_now_accept(&now, &window, 3, false));
  assert_true(now.time == 2 && now.steps == 8 && now.rate == 3 && now.redone == 0);
}

static void max_dt_holds(void **state) {
  (void)state;
  ria_pace pace = exact;
  assert_true(isinf(ria_pace_largest_dt(&pace, 0)));
  pace.max_dt = 5;
  assert_true(ria_pace_largest_dt(&pace, 0) == 5);
  assert_true(ria_pace_largest_dt(&pace, 0.1) == 5);
  assert_true(ria_pace_largest_dt(&pace, 4) == 0.25);
  assert_true(ria_pace_largest_dt(&fixed, 4) == 0.25);
}

static void the_horizon_is_met_exactly(void **state) {
  (void)state;
  ria_now now = {.rate = 1, .time = 0.1};
  const ria_request request = until(2);
  ria_now_decide(&now, &window, &request); /* 1.9 s left at 0.5 s: four steps */
  assert_int_equal(now.active, 4);
  assert_true(now.lands && now.dt == 1.9 / 4);
  assert_true(ria_now_accept(&now, &window, 1, false));
  assert_true(now.time == 2);
  assert_true(ria_now_reached(&now, &request));
  ria_now_decide(&now, &window, &request);
  assert_int_equal(now.active, 0);
}

static void whole_steps_are_not_cut(void **state) {
  (void)state;
  const ria_pace whole = {.mode = RIA_STEP_FIXED, .window = 1, .fixed_dt = 0.25, .whole = true};
  const ria_request request = until(0.6), multiple = until(0.75 + 1e-9);
  ria_now now = {0};
  for (int n = 0; n < 3; n++) {
    assert_false(ria_now_reached(&now, &request));
    ria_now_decide(&now, &whole, &request);
    assert_true(now.active == 1 && now.dt == 0.25 && !now.lands);
    assert_true(ria_now_accept(&now, &whole, 0, false));
  }
  assert_true(now.time == 0.75 && ria_now_reached(&now, &request));
  now = (ria_now){.time = 0.5, .steps = 2};
  ria_now_decide(&now, &whole, &multiple);
  assert_true(now.dt == 0.25 && now.lands);
  assert_true(ria_now_accept(&now, &whole, 0, false));
  assert_true(now.time == multiple.until && now.steps == 3);
}

static void all_at_rest_lands_in_one_step(void **state) {
  (void)state;
  ria_now now = {.rate = 0};
  const ria_request request = until(3600);
  ria_now_decide(&now, &exact, &request);
  assert_int_equal(now.active, 1);
  assert_true(now.dt == 3600);
}

static void the_last_step_cuts_a_window_but_not_its_dt(void **state) {
  (void)state;
  ria_now now = {.rate = 1, .steps = 10};
  ria_request request = until(2);
  request.last_step = 13;
  ria_now_decide(&now, &window, &request);
  assert_int_equal(now.active, 3);
  assert_true(now.dt == 0.5 && !now.lands);
  assert_true(ria_now_accept(&now, &window, 1, false));
  assert_true(now.time == 1.5 && ria_now_reached(&now, &request));
}

static void a_window_that_broke_the_limit_is_done_again(void **state) {
  (void)state;
  ria_now now = {.rate = 1};
  const ria_request request = until(100);
  ria_now_decide(&now, &window, &request);
  assert_false(ria_now_accept(&now, &window, 2.5, true)); /* the step may have been too large, which
                                                             made the cell bad */
  assert_true(now.redo && now.active == 0 && now.time == 0 && now.steps == 0);
  assert_true(now.redone == 8 && now.verdict == RIA_VERDICT_FINE);
  ria_now_decide(&now, &window, &request);
  assert_true(now.dt == 0.5 / 2.5);
}

static void rates_of_an_unstable_window_are_ignored(void **state) {
  (void)state;
  ria_now now = {.rate = 1};
  const ria_request request = until(100);
  ria_now_decide(&now, &window, &request);
  assert_false(ria_now_accept(&now, &window, 1e80, true));
  ria_now_decide(&now, &window, &request);
  assert_true(now.dt == 0.5 * (0.5 / RIA_STEP_SHRINKS));
  /* The shorter step is accepted. */
  assert_false(ria_now_accept(&now, &window, 1e80, true));
  ria_now_decide(&now, &window, &request);
  assert_int_equal(now.verdict, RIA_VERDICT_STEP);
}

static void verdicts(void **state) {
  (void)state;
  const ria_request request = until(100);
  ria_now bad = {.rate = 1}, no_number = bad, large = bad, tiny = {.rate = 1e300};
  ria_now_decide(&bad, &exact, &request);
  assert_false(ria_now_accept(&bad, &exact, 1, true));
  assert_int_equal(bad.verdict, RIA_VERDICT_NUMERIC);
  ria_now_decide(&no_number, &exact, &request);
  assert_false(ria_now_accept(&no_number, &exact, NAN, false));
  assert_int_equal(no_number.verdict, RIA_VERDICT_NUMERIC);
  ria_now_decide(&large, &fixed, &request);
  assert_false(ria_now_accept(&large, &fixed, 4.1, false));
  assert_int_equal(large.verdict, RIA_VERDICT_STEP);
  ria_now_decide(&tiny, &exact, &request);
  assert_int_equal(tiny.verdict, RIA_VERDICT_STEP);
  assert_int_equal(tiny.active, 0);
  /* The clock stays unchanged after a failure. */
  ria_now_decide(&bad, &exact, &request);
  assert_int_equal(bad.active, 0);
  assert_true(bad.time == 0 && bad.steps == 0);
}

static void a_division_may_round_up(void **state) {
  (void)state;
  for (int i = 1; i < 1000; i++) {
    const double rate = 0.1 * i;
    assert_false(ria_breaks_limit(1 / rate, rate));
  }
  assert_true(ria_breaks_limit(1.0001, 1));
  assert_true(ria_breaks_limit(1, NAN));
}

/* The program returns the length of its step, limited by the next moment. */
static void a_program_gives_the_length(void **state) {
  (void)state;
  static const ria_pace pace = {.mode = RIA_STEP_PROGRAM, .window = 1};
  const ria_request request = {.until = 1, .horizon = 1.5, .last_step = 3};
  ria_now now = {.time = 0.25};
  for (int step = 0; step < 2; step++) {
    ria_now_decide(&now, &pace, &request);
    assert_true(now.active == 1 && ria_now_limit(&now) == 1.5 - now.time);
    ria_now_take_length(&now, 0.3);
    assert_true(ria_now_accept(&now, &pace, 0, false));
    assert_true(now.dt == 0.3 && now.steps == step + 1);
  }
  assert_true(now.time == 0.25 + 0.3 + 0.3);
  ria_now_decide(&now, &pace, &request);
  ria_now_take_length(&now, ria_now_limit(&now));
  assert_true(ria_now_accept(&now, &pace, 0, false) && now.time == 1.5);
  ria_now_decide(&now, &pace, &request);
  assert_int_equal(now.active, 0);
}

static void a_length_is_positive_and_within_the_limit(void **state) {
  (void)state;
  static const ria_pace pace = {.mode = RIA_STEP_PROGRAM, .window = 1};
  static const double wrong[] = {0, -1, 2, NAN, INFINITY, 1e-14};
  const ria_request request = until(11);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ria_now now = {.time = 10};
    ria_now_decide(&now, &pace, &request);
    ria_now_take_length(&now, wrong[i]);
    assert_int_equal(now.verdict, RIA_VERDICT_STEP);
    assert_true(!ria_now_accept(&now, &pace, 0, false) && now.time == 10 && now.steps == 0);
  }
  ria_now endless = {.time = 10};
  const ria_request never = until(INFINITY);
  ria_now_decide(&endless, &pace, &never);
  ria_now_take_length(&endless, INFINITY);
  assert_int_equal(endless.verdict, RIA_VERDICT_STEP);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_window_takes_its_guard),
      cmocka_unit_test(max_dt_holds),
      cmocka_unit_test(the_horizon_is_met_exactly),
      cmocka_unit_test(whole_steps_are_not_cut),
      cmocka_unit_test(a_program_gives_the_length),
      cmocka_unit_test(a_length_is_positive_and_within_the_limit),
      cmocka_unit_test(all_at_rest_lands_in_one_step),
      cmocka_unit_test(the_last_step_cuts_a_window_but_not_its_dt),
      cmocka_unit_test(a_window_that_broke_the_limit_is_done_again),
      cmocka_unit_test(rates_of_an_unstable_window_are_ignored),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(a_division_may_round_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

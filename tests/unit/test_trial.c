/* Choice of the faster of two ways: trials, decision, and repetition of trials. */
#include <math.h>
#include "tests.h"
#include "../../runtime/executors/many_steps/trial.h"

/* Turns of two ways with given durations. Returns how many of the last `count` used way 1; *trials:
 * how many were timed. */
static int turns(timing_trial *t, int count, double a, double b, int *trials) {
  int second = 0;
  *trials = 0;
  for (int i = 0; i < count; i++) {
    bool timed;
    const int way = trial_next(t, true, &timed);
    assert_in_range(way, 0, 1);
    second += way;
    *trials += timed;
    if (timed)
      trial_note(t, way, way ? b : a);
  }
  return second;
}

/* Each way twice, and then the faster one alone. */
static void test_faster_is_taken(void **state) {
  (void)state;
  for (int faster = 0; faster < 2; faster++) {
    timing_trial t = {0};
    int trials;
    assert_int_equal(turns(&t, 4, faster ? 2 : 1, faster ? 1 : 2, &trials), 2);
    assert_int_equal(trials, 4);
    assert_int_equal(turns(&t, 100, faster ? 2 : 1, faster ? 1 : 2, &trials), faster ? 100 : 0);
    assert_int_equal(trials, 0);
  }
}

/* Extra work in a way's first turn, done once or after a turn of the other way, is not counted:
 * neither in the first trial nor in the next. */
static void test_first_does_not_count(void **state) {
  (void)state;
  timing_trial t = {0};
  bool timed;
  int way = -1, trials = 0;
  while (trials < 8) {
    const int before = way;
    way = trial_next(&t, true, &timed);
    trials += timed;
    if (timed)
      trial_note(&t, way, (before == way ? 0 : 50) + (way ? 2 : 3));
    else
      assert_int_equal(way, 1);
  }
  assert_int_equal(trial_next(&t, true, &timed), 1);
}

/* Trials cost about half a percent, however bad the other way is; and when it becomes the better
 * one, that is found. */
static void test_tried_again(void **state) {
  (void)state;
  timing_trial t = {0};
  int trials;
  turns(&t, 4, 1, 3, &trials);
  const int others = turns(&t, 100000, 1, 3, &trials);
  assert_in_range(others, 200, 251); /* each costs two turns of the better one */
  assert_int_equal(trials, 2 * others);
  assert_true(turns(&t, 2000, 1, 0.5, &trials) > 1000);
}

/* Two that are alike are compared often enough, but not all the time. */
static void test_alike(void **state) {
  (void)state;
  timing_trial t = {0};
  int trials;
  turns(&t, 4, 1, 1, &trials);
  turns(&t, 6500, 1, 1, &trials);
  assert_in_range(trials, 190, 210);
}

/* A turn cut short is not timed, and neither counted. A time that was lost is asked for again. */
static void test_partial_and_lost(void **state) {
  (void)state;
  timing_trial t = {0};
  bool timed = true;
  assert_int_equal(trial_next(&t, false, &timed), 0);
  assert_false(timed);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(trial_next(&t, true, &timed), 0);
    assert_true(timed);
  }
  int trials;
  turns(&t, 4, 2, 1, &trials);
  assert_int_equal(trials, 4);
  for (int i = 0; i < 1000; i++) {
    assert_int_equal(trial_next(&t, false, &timed), 1);
    assert_false(timed);
  }
}

/* No time at all is no number to divide by. */
static void test_no_time(void **state) {
  (void)state;
  timing_trial t = {0};
  int trials;
  turns(&t, 1000, 0, 0, &trials);
  assert_true(isfinite(t.left));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faster_is_taken),  cmocka_unit_test(test_first_does_not_count),
      cmocka_unit_test(test_tried_again),      cmocka_unit_test(test_alike),
      cmocka_unit_test(test_partial_and_lost), cmocka_unit_test(test_no_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

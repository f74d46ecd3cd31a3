/* Weights of timed tasks when not all tasks are timed. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../../runtime/trace/task_timer.h"
#include "tests.h"

static const task_parts all_parts = {.unpacks = true, .works = true, .packs = true};

/* A task from `begin` on: a tenth of it unpacks, a tenth packs. */
static void add(worker_times *times, double begin, double seconds, int64_t others) {
  const double at[TIMER_MARKS] = {begin, begin + 0.1 * seconds, begin + 0.9 * seconds,
                                  begin + seconds};
  times->since = 0;
  worker_times_add(times, NULL, &all_parts, at, others);
}

static void expect(const worker_times *times, double now, double seconds) {
  double work, packing;
  worker_times_sum(times, now, &work, &packing);
  if (!(fabs(work - 0.8 * seconds) < 1e-9) || !(fabs(packing - 0.2 * seconds) < 1e-9))
    fail_msg("work %.12g and packing %.12g, not of %.12g s", work, packing, seconds);
}

static void every_task_counts_as_it_is(void **state) {
  (void)state;
  worker_times t = {0};
  add(&t, 1, 0.5, 0);
  add(&t, 2, 0.25, 0);
  expect(&t, 3, 0.75);
}

static void a_task_stands_for_those_before_it(void **state) {
  (void)state;
  worker_times t = {0};
  add(&t, 1, 0.01, 0);
  add(&t, 2, 0.01, 30);
  expect(&t, 3, 0.32);
  t.since = 4; /* those behind it count like it */
  expect(&t, 3, 0.36);
}

/* One that took 27 ms does not make the 53 before it take as long, in the 5 ms that they had. */
static void an_exception_stands_for_no_more_time_than_there_was(void **state) {
  (void)state;
  worker_times t = {0};
  add(&t, 10, 0.001, 0);
  add(&t, 10.006, 0.027, 53);
  expect(&t, 11, 0.001 + 0.005 + 0.027);
  t.since = 100;
  expect(&t, 10.033 + 0.002, 0.001 + 0.005 + 0.027 + 0.002);
}

/* Beyond the end of a run tasks have nothing to do. Those behind them count like one that had. */
static void a_task_without_work_stands_for_none(void **state) {
  (void)state;
  const double at[TIMER_MARKS] = {1.5, 1.5, 1.5, 1.6};
  worker_times t = {0};
  add(&t, 1, 0.25, 0);
  worker_times_add(&t, NULL, &(task_parts){.packs = true}, at, 0);
  t.since = 2;
  double work, packing;
  worker_times_sum(&t, 9, &work, &packing);
  assert_true(fabs(work - 0.8 * 0.75) < 1e-9);
  assert_true(fabs(packing - (0.2 * 0.75 + 0.1)) < 1e-9);
}

static void tasks_of_no_time_are_no_trouble(void **state) {
  (void)state;
  worker_times t = {0};
  add(&t, 5, 0, 0);
  add(&t, 5, 0, 10);
  add(&t, 4.999999, 0, 10); /* clocks are read with some error */
  t.since = 3;
  expect(&t, 4.9, 0);
}

/* Whatever is timed, the sum is never above the time that passed. */
static void the_sum_stays_within_the_time(void **state) {
  (void)state;
  for (int run = 0; run < 200; run++) {
    worker_times t = {0};
    double now = 0, work, packing;
    add(&t, 0, 1e-4, 0);
    now = t.last_end;
    for (int i = 0; i < 50; i++) {
      int64_t others = rand() % 128;
      double seconds = rand() % 10 ? 1e-4 : 1e-2;
      now += 1e-4 * (double)others * rand() / RAND_MAX;
      add(&t, now, seconds, others);
      now += seconds;
    }
    t.since = rand() % 128;
    now += 1e-3;
    worker_times_sum(&t, now, &work, &packing);
    assert_true(work > 0 && work + packing <= now * (1 + 1e-12));
  }
}

/* Long tasks are all timed; short ones by an odd number, and never by more than 127. */
static void short_tasks_are_sampled(void **state) {
  (void)state;
  worker_times t = {0};
  const double seconds[] = {1, 3e-3, 1e-3, 5e-5, 1e-6, 0};
  const int64_t every[] = {1, 1, 3, 61, 127, 127};
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
    worker_times_pace(&t, seconds[i]);
    assert_int_equal(t.every, every[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_task_counts_as_it_is),
      cmocka_unit_test(a_task_stands_for_those_before_it),
      cmocka_unit_test(an_exception_stands_for_no_more_time_than_there_was),
      cmocka_unit_test(a_task_without_work_stands_for_none),
      cmocka_unit_test(tasks_of_no_time_are_no_trouble),
      cmocka_unit_test(the_sum_stays_within_the_time),
      cmocka_unit_test(short_tasks_are_sampled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

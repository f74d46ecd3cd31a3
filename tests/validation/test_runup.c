/* Runup: the edge of the water in a parabolic bowl and on a plane beach, for both orders. */
#include "runup.h"
#include "report.h"

static report *table;

/* The largest accepted errors of a scheme, as shares: of the edge's range in the bowl, of the
 * highest runup on the beach. */
typedef struct {
  const char *name;
  runup_options options;
  double accepted;
} scheme;

/* A hundred cells to a half width of 1 m. Measured: 2.0 and 0.3 %. */
static const scheme bowl[] = {{"Thacker, order 1", {.order = 1, .cells = 400}, 0.03},
                              {"Thacker, order 2", {.order = 2, .cells = 400}, 0.02}};

static void test_bowl(void **state) {
  const scheme *s = *state;
  const runup_result r = runup_bowl(&s->options);
  bool good = report_row(table, s->name, "edge: largest error over its range", 400, r.worst, 0,
                         s->accepted);
  good &= report_row(table, s->name, "volume: relative change", 400, fabs(r.mass), 0, 1e-13);
  assert_true(good);
}

/* Ten cells a depth. Measured: 8.4 and 2.0 %. */
static const scheme beach[] = {{"solitary wave on a beach, order 1", {.order = 1}, 0.11},
                               {"solitary wave on a beach, order 2", {.order = 2}, 0.05}};

static void test_beach(void **state) {
  const scheme *s = *state;
  const runup_result r = runup_beach(&s->options);
  bool good = report_row(table, s->name, "highest runup: relative error", 10,
                         fabs(r.highest / r.exact_highest - 1), 0, s->accepted);
  good &= report_row(table, s->name, "volume: relative change", 10, fabs(r.mass), 0, 1e-13);
  assert_true(good);
}

/* The exact solution agrees with Synolakis' law for the runup to 3 %. */
static void test_law(void **state) {
  (void)state;
  double highest = 0;
  for (int i = 0; i < 200; i++)
    highest = fmax(highest, runup_linear_edge(i * 0.1, 0));
  assert_true(fabs(highest / runup_law() - 1) < 0.03);
}

static int open_session(void **state) {
  table =
      report_create("runup.md", "Runup",
                    "The edge of the water against exact solutions: Thacker's planar surface in "
                    "a parabolic bowl over one period, where the water is 1 cm deep; a solitary "
                    "wave of 0.019 depths on a beach of 1:19.85, where it is a thousandth of "
                    "the depth deep. Cells: of the bowl, or a depth of the beach.");
  return basin_session_open(state);
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      {"bowl, order 1", test_bowl, NULL, NULL, (void *)(uintptr_t)&bowl[0]},
      {"bowl, order 2", test_bowl, NULL, NULL, (void *)(uintptr_t)&bowl[1]},
      {"beach, order 1", test_beach, NULL, NULL, (void *)(uintptr_t)&beach[0]},
      {"beach, order 2", test_beach, NULL, NULL, (void *)(uintptr_t)&beach[1]},
      cmocka_unit_test(test_law),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}

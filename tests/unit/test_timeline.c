/* Evaluation of constructed traces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/timeline.h"
#include "tests.h"

static char *folder;

static int make_folder(void **state) {
  (void)state;
  folder = test_folder_create();
  return folder ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  test_folder_remove(folder);
  return 0;
}

static void put(int rank, int ranks, const char *lines) {
  char path[1024];
  snprintf(path, sizeof path, "%s/trace-%d.csv", folder, rank);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "# ria trace, rank %d of %d, 1 workers for tiles; times in s\n"
          "rank,lane,kind,begin,end,step,steps,tile,edge,message\n%s",
          rank, ranks, lines);
  assert_int_equal(fclose(file), 0);
}

/* Rank 0 packs tile 0 until t = 2; rank 1 receives it at 6 and works from 3 to 5 and from 5.5 to 8:
 * 2.5 s of the 4 s on the way. Message 7 is of a packing that fell out of the ring. */
static void put_two_ranks(void) {
  put(0, 2,
      "0,cpu 0,work,0,1.5,0,1,0,1,0\n0,cpu 0,pack,1.5,2,0,1,0,1,0\n0,cpu 0,work,2,10,1,1,0,1,0\n"
      "0,messages,send,4,4,0,0,0,1,5\n0,messages,send,9,9,3,0,0,1,7\n");
  put(1, 2,
      "1,cpu 0,work,0,1,0,1,1,1,0\n1,cpu 0,work,3,5,0,1,2,0,0\n1,cpu 0,clock,5,5.25,0,0,-1,0,0\n"
      "1,cpu 0,work,5.5,8,1,1,1,1,0\n1,cpu 1,clock,0,9,0,0,-1,0,0\n"
      "1,messages,receive,6,6,0,0,0,1,5\n1,messages,receive,7,7,3,0,0,1,7\n");
}

static bool near(double a, double b) {
  return fabs(a - b) < 1e-12;
}

static void test_hidden(void **state) {
  (void)state;
  ria_timeline t;
  ria_overlap o[2];
  put_two_ranks();
  assert_int_equal(RIA_SUCCESS, ria_timeline_read(folder, &t));
  assert_int_equal(t.ranks, 2);
  assert_int_equal(t.lanes, 4); /* a worker; two and what they received */
  assert_true(t.lane[3].kind == RIA_LANE_MESSAGES && t.lane[3].rank == 1 && t.lane[3].spans == 1);
  assert_true(near(t.lane[3].span[0].begin, 2) && near(t.lane[3].span[0].end, 6));
  assert_int_equal(RIA_SUCCESS, ria_timeline_overlap(&t, o));
  assert_int_equal(o[0].messages, 0);
  assert_true(isnan(o[0].hidden));
  assert_true(near(o[0].work, 0.95) && near(o[0].packing, 0.05) && near(o[0].idle, 0));
  assert_int_equal(o[1].messages, 1);
  assert_int_equal(o[1].workers, 1); /* the other one has no tiles */
  assert_true(near(o[1].travel, 4) && near(o[1].hidden, 2.5 / 4));
  assert_true(near(o[1].work, 5.5 / 8) && near(o[1].other, 0.25 / 8));
  assert_true(near(o[1].work_seconds, 5.5));
  ria_timeline_destroy(&t);
}

/* Strips that are on their way together lie above each other. */
static void test_rows(void **state) {
  (void)state;
  ria_timeline t;
  put(0, 1,
      "0,cpu 0,pack,0,1,0,1,0,1,0\n0,cpu 0,pack,1,2,0,1,1,1,0\n0,cpu 0,pack,4,5,1,1,0,1,0\n"
      "0,messages,send,3,3,0,0,0,1,1\n0,messages,send,3,3,0,0,1,1,2\n0,messages,send,6,6,1,0,0,1,"
      "3\n"
      "0,messages,receive,3,3,0,0,0,1,1\n0,messages,receive,4,4,0,0,1,1,2\n"
      "0,messages,receive,7,7,0,0,0,1,3\n");
  assert_int_equal(RIA_SUCCESS, ria_timeline_read(folder, &t));
  assert_int_equal(t.lanes, 2);
  const ria_lane *l = &t.lane[1];
  assert_int_equal(l->spans, 3);
  assert_int_equal(l->rows, 2);
  assert_true(l->span[0].row == 0 && l->span[1].row == 1 && l->span[2].row == 0);
  assert_true(near(l->span[2].begin, 5));
  ria_timeline_destroy(&t);
}

/* Transfers to a GPU while it computes are hidden and do not count as the GPU's time. */
static void test_fetches(void **state) {
  (void)state;
  ria_timeline t;
  ria_overlap o;
  put(0, 1,
      "0,gpu 0,work,0,4,0,1,0,0,0\n0,gpu 0,work,6,8,1,1,0,0,0\n"
      "0,to gpu 0,fetch,1,2,1,1,0,0,0\n0,to gpu 0,fetch,1.5,2.5,1,1,1,0,0\n"
      "0,to gpu 0,fetch,3,6,1,1,0,0,0\n");
  assert_int_equal(RIA_SUCCESS, ria_timeline_read(folder, &t));
  assert_int_equal(t.lanes, 2);
  assert_int_equal(t.lane[1].kind, RIA_LANE_FETCHES);
  assert_int_equal(t.lane[1].rows, 2);
  assert_int_equal(RIA_SUCCESS, ria_timeline_overlap(&t, &o));
  assert_true(near(o.work, 0.75) && near(o.idle, 0.25) && near(o.other, 0));
  assert_true(o.messages == 0 && isnan(o.travel));
  assert_true(near(o.exchange, 5) && near(o.hidden, 3. / 5));
  ria_timeline_destroy(&t);
}

static void expect_error(ria_status wanted, const char *text) {
  ria_timeline t;
  assert_int_equal(ria_timeline_read(folder, &t), wanted);
  if (!strstr(ria_status_detail(), text))
    fail_msg("'%s' is not in '%s'", text, ria_status_detail());
}

static void test_bad_files(void **state) {
  (void)state;
  put(0, 1, "0,cpu 0,work,0,1,0,1,0\n");
  expect_error(RIA_ERROR_FORMAT, "trace-0.csv:3: no event of a trace");
  put(0, 1, "0,cpu 0,work,0,1,0,1,0,0,0\n0,cpu 0,work,0,one,0,1,0,0,0\n");
  expect_error(RIA_ERROR_FORMAT, "trace-0.csv:4: no event of a trace");
  put(1, 1, "");
  put(0, 2, "");
  expect_error(RIA_ERROR_FORMAT, "not a trace of rank 1");
}

/* No event at all: a run that ended before the steps that were asked for. */
static void test_empty(void **state) {
  (void)state;
  ria_timeline t;
  ria_overlap o;
  put(0, 1, "");
  assert_int_equal(RIA_SUCCESS, ria_timeline_read(folder, &t));
  assert_int_equal(RIA_SUCCESS, ria_timeline_overlap(&t, &o));
  assert_true(o.seconds == 0 && isnan(o.hidden));
  char path[1024];
  snprintf(path, sizeof path, "%s/trace.json", folder);
  assert_int_equal(RIA_SUCCESS, ria_timeline_write(&t, path));
  ria_timeline_destroy(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hidden), cmocka_unit_test(test_rows), cmocka_unit_test(test_fetches),
      cmocka_unit_test(test_bad_files), cmocka_unit_test(test_empty)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* The executor of CUDA kernels: its results, and its reports of mistakes. */
#include "tests.h"
#include "cuda_executor.h"
#include <string.h>
#include <ria/executed.h>

enum { LAUNCH_FAILURE = 719, INVALID_CONFIGURATION = 9 };

static void blocks_share_memory(void **state) {
  (void)state;
  int out[128];
  assert_int_equal(run_kernel(REVERSE, out), 0);
  for (int n = 0; n < 128; n++)
    assert_int_equal(out[n], 10 * (63 - n % 64) + n / 64);
}

static void warps_exchange(void **state) {
  (void)state;
  int out[64][8];
  assert_int_equal(run_kernel(EXCHANGE, out[0]), 0);
  for (int n = 0; n < 64; n++) {
    const int lane = n % 32;
    const int wanted[8] = {
        lane < 3 ? lane : lane - 3, lane > 28 ? lane : lane + 3, 5, lane ^ 1, 3, 1, 0,
        lane < 16 ? 2 : -1};
    assert_memory_equal(out[n], wanted, sizeof wanted);
  }
}

/* One warp waits for another repeatedly. */
static void partners_wait(void **state) {
  (void)state;
  int out[128];
  assert_int_equal(run_kernel(PARTNERS, out), 0);
  for (int n = 0; n < 64; n++)
    assert_int_equal(out[n], n < 32 ? n : n - 32 + 1);
}

/* Lanes of a warp that wait for each other see what they write. */
static void lanes_take_turns(void **state) {
  (void)state;
  int out[128];
  assert_int_equal(run_kernel(IN_TURN, out), 0);
  for (int n = 0; n < 64; n++)
    assert_int_equal(out[n], 31 + n / 32);
}

static void mistakes_are_found(void **state) {
  (void)state;
  static const struct {
    kernel_name name;
    const char *said;
  } mistake[] = {
      {NO_BARRIER, "nobody has written"},
      {OVERWRITTEN, "another thread has read since the last barrier"},
      {ONE_PLACE, "another thread has written since the last barrier"},
      {NEVER_WRITTEN, "nobody has written"},
      {OUT_OF_RANGE, "thread (63, 0, 0) of block (0, 0, 0) writes shared memory out of range"},
      {DIVERGENT_BARRIER, "thread (0, 0, 0) of block (0, 0, 0) waits at a barrier, thread (40, 0, "
                          "0) of block (0, 0, 0) has returned"},
      {DIVERGENT_SHUFFLE, "waits in a shuffle of the lanes ffffffff, thread (4, 0, 0) of block (0, "
                          "0, 0) has returned"},
      {BARRIER_FOR_SHUFFLE, "waits at a barrier"},
      {WRONG_MASK, "not in its mask"},
      {WRONG_LANE, "a lane that is out of range or not in the mask"},
      {LANE_LEFT_OUT, "a lane that is out of range or not in the mask"},
      {NO_WAIT, "another thread has written since the last barrier"},
      {DONE_TOO_EARLY, "another thread has written since the last barrier"},
      {NEVER_DONE, "waits for what others never write"},
      {NEVER_BEGUN, "nobody has written"},
      {NO_TURN, "another thread has written since the last barrier"},
  };
  int out[128];
  for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++) {
    assert_int_equal(run_kernel(mistake[i].name, out), LAUNCH_FAILURE);
    if (!strstr(ria_executor_fault(), mistake[i].said))
      fail_msg("mistake %zu: said '%s', not '%s'", i, ria_executor_fault(), mistake[i].said);
    /* The next launch is unaffected. */
    assert_int_equal(run_kernel(REVERSE, out), 0);
  }
}

/* Blocks that run together may wait for each other, in any order. */
static void blocks_wait_for_blocks(void **state) {
  (void)state;
  for (int backwards = 0; backwards < 2; backwards++) {
    static const int wanted[] = {1, 11, 21, 0, 2, 4};
    int out[64] = {0};
    ria_executor_become(3, 1 << 10, backwards);
    assert_int_equal(run_cooperative(ROUND, out), 0);
    assert_memory_equal(out, wanted, sizeof wanted);
    assert_int_equal(run_cooperative(NEVER_TOLD, out), LAUNCH_FAILURE);
    assert_non_null(strstr(ria_executor_fault(), "of block (2, 0, 0) waits for what others never"));
    assert_int_equal(run_cooperative(LEFT_WAITING, out), LAUNCH_FAILURE);
    assert_non_null(strstr(ria_executor_fault(), "waits for what others never write, thread"));
    assert_non_null(strstr(ria_executor_fault(), "waits at a barrier"));
  }
}

/* More blocks or memory than available are also rejected. */
static void launches_without_room_are_refused(void **state) {
  (void)state;
  int out[64] = {0};
  ria_executor_become(2, 1 << 10, 0);
  assert_int_equal(run_cooperative(ROUND, out), INVALID_CONFIGURATION);
  ria_executor_become(3, 16, 0);
  assert_int_equal(run_cooperative(ROUND, out), INVALID_CONFIGURATION);
}

static void launches_without_threads_are_refused(void **state) {
  (void)state;
  assert_int_equal(run_no_threads(), INVALID_CONFIGURATION);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_share_memory),
                                     cmocka_unit_test(warps_exchange),
                                     cmocka_unit_test(partners_wait),
                                     cmocka_unit_test(lanes_take_turns),
                                     cmocka_unit_test(mistakes_are_found),
                                     cmocka_unit_test(blocks_wait_for_blocks),
                                     cmocka_unit_test(launches_without_room_are_refused),
                                     cmocka_unit_test(launches_without_threads_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

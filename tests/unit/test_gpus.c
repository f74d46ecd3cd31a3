/* When `target: auto` uses GPUs, and its message when it does not, with simulated GPUs.
 */
#include <stdlib.h>
#include <string.h>
#include "ria/gpus.h"
#include "tests.h"
#include "../../runtime/device/driver_module.h"
#include "../../runtime/device/gpu_share.h"

static ria_gpus two_gpus(void) {
  ria_gpus g = {.state = RIA_GPUS_FOUND, .count = 2};
  for (int i = 0; i < g.count; i++) {
    ria_gpu *gpu = &g.gpu[i];
    *gpu =
        (ria_gpu){.major = 9, .kernels = 90, .memory = (size_t)100 << 30, .free = (size_t)50 << 30};
    strcpy(gpu->name, "Made Up");
  }
  return g;
}

static void expect(const ria_gpus *g, double bytes, bool wanted, const char *part) {
  char why[RIA_GPUS_WHY];
  assert_int_equal(ria_gpus_take(g, bytes, why), wanted);
  if (!strstr(why, part))
    fail_msg("'%s' lacks '%s'", why, part);
}

static void room_counts(void **state) {
  (void)state;
  const ria_gpus g = two_gpus();
  expect(&g, 80 * 0x1p30, true, "2 GPUs (Made Up) with 100 GiB free; the tiles take 80 GiB");
  expect(&g, 91 * 0x1p30, false, "the tiles take 91 GiB, which do not fit");
  expect(&g, 0, true, "2 GPUs");
}

static void those_without_kernels_do_not_count(void **state) {
  (void)state;
  char why[RIA_GPUS_WHY];
  ria_gpus g = two_gpus();
  g.gpu[0].kernels = 0;
  expect(&g, 40 * 0x1p30, true, "1 GPU (Made Up) with 50 GiB free");
  expect(&g, 80 * 0x1p30, false, "do not fit");
  strcpy(g.gpu[1].failure, "it fell off the bus");
  assert_false(ria_gpus_usable(&g, why));
  assert_non_null(
      strstr(why, "GPU 0 (Made Up) has 9.0: build ria with -DRIA_CUDA_ARCHITECTURES=90"));
  strcpy(g.gpu[0].failure, "no power");
  expect(&g, 1, false, "GPU 0 (Made Up) does not answer: no power");
}

static void missing_parts_are_reported(void **state) {
  (void)state;
  ria_gpus g = {.state = RIA_GPUS_NO_GPU, .why = "nothing in the slot"};
  expect(&g, 1, false, "nothing in the slot");
  strcpy(g.undriven, "no CUDA in StarPU");
  expect(&g, 1, false, "no CUDA in StarPU");
  g = two_gpus();
  strcpy(g.undriven, "no CUDA in StarPU");
  expect(&g, 1, false, "no CUDA in StarPU");
}

static void the_environment_may_forbid_it(void **state) {
  (void)state;
  const ria_gpus g = two_gpus();
  setenv("STARPU_NCUDA", "0", 1);
  expect(&g, 1, false, "STARPU_NCUDA=0");
  setenv("STARPU_NCUDA", "1", 1);
  expect(&g, 1, true, "2 GPUs");
  unsetenv("STARPU_NCUDA");
}

static void expect_version(const char *line, const char *wanted) {
  char version[32];
  driver_version(line, version, sizeof version);
  assert_string_equal(version, wanted);
}

static void drivers_tell_their_version(void **state) {
  (void)state;
  expect_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.261.03  Mon Jun 30 19:47:04 "
                 "UTC 2025\n",
                 "535.261.03");
  expect_version(
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  "
      "(root@build)  Sun Jul 27 07:08:46 UTC 2025\n",
      "580.65.06");
  expect_version("", "");
}

static void expect_share(const ria_gpus *g, int sharers, int place, int first, int count,
                         int ranks) {
  gpu_share share = {.sharers = sharers, .place = place};
  gpu_share_divide(g, &share);
  assert_int_equal(share.count, count);
  for (int i = 0; i < count; i++)
    assert_int_equal(share.gpu[i], first + i);
  assert_int_equal(share.ranks, ranks);
  assert_int_equal(share.all, count == g->count);
}

static void ranks_take_gpus_of_their_own(void **state) {
  (void)state;
  ria_gpus g = two_gpus();
  expect_share(&g, 1, 0, 0, 2, 1);
  expect_share(&g, 2, 0, 0, 1, 1);
  expect_share(&g, 2, 1, 1, 1, 1);
  for (int place = 0; place < 4; place++) /* two on each */
    expect_share(&g, 4, place, place / 2, 1, 2);
  g.count = 3;
  g.gpu[2] = g.gpu[0];
  expect_share(&g, 2, 0, 0, 1, 1);
  expect_share(&g, 2, 1, 1, 2, 1);
  g.gpu[0].kernels = 0; /* left out */
  expect_share(&g, 1, 0, 1, 2, 1);
  g.count = 0;
  expect_share(&g, 1, 0, 0, 0, 0);
}

/* On any machine the function returns an answer and a reason. */
static void this_machine_answers(void **state) {
  (void)state;
  char why[RIA_GPUS_WHY];
  ria_gpus g;
  ria_gpus_find(&g, false);
  assert_true((g.state == RIA_GPUS_FOUND) == (g.count > 0));
  assert_true((g.state == RIA_GPUS_FOUND) == !*g.why);
  assert_int_equal(ria_gpus_built(why), !*g.undriven);
  if (!ria_gpus_usable(&g, why))
    assert_true(*why);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(room_counts),
                                     cmocka_unit_test(those_without_kernels_do_not_count),
                                     cmocka_unit_test(missing_parts_are_reported),
                                     cmocka_unit_test(the_environment_may_forbid_it),
                                     cmocka_unit_test(drivers_tell_their_version),
                                     cmocka_unit_test(ranks_take_gpus_of_their_own),
                                     cmocka_unit_test(this_machine_answers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

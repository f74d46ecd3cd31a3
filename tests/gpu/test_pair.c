/* Two steps in one pass on the GPU, against the serial reference: what conformance.cuda_pair runs
 * on the host. */
#include "on_gpu.h"

#define suite_kernels ria_kernels
#include "../conformance/pair_case.h"
#include "../../runtime/device/device.h"

/* A report is reset for each window of steps, but keeps the flag of unlikely events: otherwise the
 * next launch would assume none again and be repeated. */
static void stays_wary(void **state) {
  const step_report start = {.first_rate = 0.25, .rate = 0.5, .bad = true}, clean = {0};
  ria_device_report *report = TILE_ALLOC(128, 128);
  (void)state;
  assert_true(report && DEVICE_REPORTS * sizeof *report <= 128);
  report->wary_until = 1234;
  for (int n = 0; n < 2; n++) {
    assert_int_equal(device_report_begin(NULL, report, n ? &clean : &start), 0);
    assert_int_equal(device_wait(), 0);
    for (int stage = 0; stage < DEVICE_REPORTS; stage++) {
      double rate;
      memcpy(&rate, &report[stage].rate, sizeof rate);
      assert_true(rate == (n ? 0 : stage ? 0.5 : 0.25) && report[stage].bad == (n ? 0 : 1));
    }
    assert_int_equal(report->wary_until, 1234);
  }
  TILE_FREE(report);
}

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_agree), cmocka_unit_test(pairs_refuse),
                                     cmocka_unit_test(stays_wary)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Models whose fields lie in another order than those of their kernels, and have more of them: the
 * same bits, on any tiles, and what is refused. */
#include <ria/patch.h>
#include <string.h>
#include "tests.h"
#include "water_model.h"

enum { STEPS = 6, MOST = 5 };

static ria_runtime *runtime;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* The state of all cells after the steps: [nstate][NY][NX]. */
static void run(ria_model *model, double *state) {
  ria_simulation *simulation;
  must(ria_simulation_create(runtime, model, &simulation));
  must(ria_simulation_fill(simulation, fill_state, fill_static, model));
  must(ria_simulation_advance(simulation, 1e9, false, 1e9, STEPS, NULL, NULL));
  for (int f = 0; f < model->nstate; f++)
    must(ria_patch_read(simulation, f, &(ria_patch){.cells = {{0, 0, 0}, {NX, NY, 1}}},
                        state + (size_t)f * NX * NY));
  ria_simulation_destroy(simulation);
}

/* ---- the tests ---- */

static void order_and_more_fields_change_no_bit(void **unused) {
  (void)unused;
  static double expected[MOST][NX * NY], found[MOST][NX * NY];
  setting s;
  prepare(&s, false, 1, 1);
  run(&s.model, expected[0]);
  for (int tiles = 1; tiles <= 3; tiles++) {
    prepare(&s, true, tiles, tiles);
    run(&s.model, found[0]);
    for (int f = 0; f < 4; f++) {
      const int g = ria_quantity_find(other_state, 5, kernel_state[f].name);
      assert_memory_equal(expected[f], found[g], sizeof expected[f]);
    }
    for (int c = 0; c < NX * NY; c++)
      assert_true(found[1][c] == start_of("seen", c % NX, c / NX));
  }
}

/* An exchange every few steps, and two stages, the second of which has all fields in a third order.
 */
static void stages_carry_what_they_do_not_write(void **unused) {
  (void)unused;
  static double expected[MOST][NX * NY], found[MOST][NX * NY];
  setting s;
  for (int other = 0; other <= 1; other++) {
    prepare(&s, other, 1 + other, 1 + 2 * other);
    ria_stage stage[2] = {s.stage, s.stage};
    s.model.stages = 2;
    s.model.stage = stage;
    s.model.scheme = RIA_TILING_EXPANSION;
    s.model.depth = 2;
    run(&s.model, other ? found[0] : expected[0]);
  }
  for (int f = 0; f < 4; f++)
    assert_memory_equal(expected[f], found[ria_quantity_find(other_state, 5, kernel_state[f].name)],
                        sizeof expected[f]);
  assert_true(found[1][NX + 5] == start_of("seen", 5, 1));
}

static void expect_refusal(const ria_model *model, const char *words) {
  ria_simulation *simulation;
  assert_int_equal(ria_simulation_create(runtime, model, &simulation), RIA_ERROR_ARGUMENT);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s' does not say '%s'", ria_status_detail(), words);
}

static void missing_names_and_other_units_are_refused(void **unused) {
  (void)unused;
  static const ria_quantity without[] = {WATER, EAST, NORTH, {"salt", "m", "tracer content"}};
  static const ria_quantity in_feet[] = {{"h", "ft", "water depth"}, EAST, NORTH, TRACER};
  static const ria_quantity bed[] = {{"bed", "m", "of the ground"}};
  setting s;
  prepare(&s, false, 1, 1);
  s.model.state = without;
  expect_refusal(&s.model, "the kernel roe_transport has 'hc' in its STATE, and the model's STATE "
                           "has no field of that name; it has: h, qx, qy, salt");
  s.model.state = in_feet;
  expect_refusal(&s.model,
                 "the kernel roe_transport has 'h' of its STATE in m, and the model has it in ft");
  prepare(&s, false, 1, 1);
  s.model.statics = bed;
  expect_refusal(&s.model, "the kernel roe_transport has 'depth' in its STATICS, and the model's "
                           "STATICS has no field of that name; it has: bed");
  s.model.nstatic = 0;
  expect_refusal(&s.model, "it has: none");
}

/* Ghost cells that no kernel fills. */
static void sides_without_a_field_are_refused(void **unused) {
  (void)unused;
  setting s;
  prepare(&s, false, 1, 1);
  ria_kernel wall = *s.segment[0].kernel;
  wall.nstate = 3;
  s.segment[2].kernel = &wall;
  expect_refusal(&s.model, "the kernel water_wall fills ghost cells for the kernel roe_transport, "
                           "but its STATE lacks the field 'hc'");
}

static int start(void **unused) {
  (void)unused;
  return ria_runtime_create(&(ria_runtime_options){.workers = 2, .gpus = RIA_GPUS_NEVER},
                            &runtime) != RIA_SUCCESS;
}

static int stop(void **unused) {
  (void)unused;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_and_more_fields_change_no_bit),
      cmocka_unit_test(stages_carry_what_they_do_not_write),
      cmocka_unit_test(missing_names_and_other_units_are_refused),
      cmocka_unit_test(sides_without_a_field_are_refused),
  };
  return cmocka_run_group_tests(tests, start, stop);
}

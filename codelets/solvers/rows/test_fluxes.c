/* Neither scheme.fluxes nor the block size of a CPU's operations changes a bit: for all ready
 * cases. */
#include <stdio.h>
#include <string.h>
#include <ria/runtime.h>
#include "rows.h"
#include "test_run.h"
#include "tests.h"

enum { STEPS = 4, MOST = SHORT_RUN_SETS };

static const char *const way[] = {
    [ROWS_STORED] = "scheme.fluxes=stored", [ROWS_RECOMPUTED] = "scheme.fluxes=recomputed"};

#define VISCOUS "gas.viscosity=1.8e-5 Pa s"
#define COARSE  "scheme.multigrid.levels=1"
#define LENGTH  "scheme.turbulence=mixing-length", VISCOUS
#define WALLS   "scheme.walls=functions", LENGTH

/* Settings in which the steps of a case differ. */
static const struct {
  const char *the_case, *set[MOST];
} runs[] = {
    {"bump.yaml", {NULL}},
    {"bump.yaml", {COARSE}},
    {"bump.yaml", {"scheme.march=rk4"}},
    {"bump.yaml", {"scheme.feedback=0"}},
    {"passage.yaml", {NULL}},
    {"passage.yaml", {"scheme.feedback=0"}},
    {"passage.yaml", {"scheme.march=rk4"}},
    {"passage.yaml", {VISCOUS}},
    {"turbine.yaml", {NULL}},
    {"turbine.yaml", {"scheme.march=rk4"}},
    {"turbine.yaml", {LENGTH}},
    {"turbine.yaml", {WALLS}},
    {"turbine.yaml", {WALLS, "scheme.march=rk4"}},
    {"sliding.yaml", {NULL}},
    {"sliding.yaml", {"scheme.march=scree", VISCOUS}},
    {"sliding.yaml", {LENGTH}},
};

/* Operations run in blocks of few rows and planes, if `context` says so. */
static void cut(ria_model *model, void *context) {
  ria_program *program = context;
  if (!program)
    return;
  *program = *model->program;
  program->cache_bytes = 1;
  model->program = program;
}

static void run(const char *the_case, const char *precision, const char *const *set,
                const char *fluxes, ria_program *cut_program, state_hashes *state) {
  const short_run where = {.recorded = {0}};
  char folder[512], path[640];
  const char *all[2 * MOST] = {precision, fluxes};
  int sets = 2;
  while (*set)
    all[sets++] = *set++;
  snprintf(path, sizeof path, "%srows/%s", short_run_path(&where, folder, sizeof folder), the_case);
  test_run *r = test_run_of_file(test_runtime, path, sets, all, cut, cut_program);
  test_run_steps(r, STEPS);
  test_run_hashes(r, state);
  test_run_free(r);
}

static int differences(const char *how, size_t n, const char *precision, const state_hashes *one,
                       const state_hashes *other) {
  int wrong = 0;
  assert_int_equal(one->count, other->count);
  for (int f = 0; f < one->count; f++)
    if (one->field[f].hash != other->field[f].hash) {
      wrong++;
      print_error("%s, %s, %s, %s: %s differs\n", runs[n].the_case,
                  runs[n].set[0] ? runs[n].set[0] : "as it stands", precision, how,
                  one->field[f].name);
    }
  return wrong;
}

static void fluxes_and_blocks_change_no_bit(void **state) {
  (void)state;
  static const char *const precision[] = {"precision=single", "precision=double"};
  int wrong = 0;
  for (size_t n = 0; n < sizeof runs / sizeof *runs; n++)
    for (int p = 0; p < 2; p++) {
      state_hashes stored, other;
      ria_program program;
      run(runs[n].the_case, precision[p], runs[n].set, way[ROWS_STORED], NULL, &stored);
      assert_int_equal(stored.steps, STEPS);
      assert_true(stored.field[0].hash != stored.field[1].hash);
      run(runs[n].the_case, precision[p], runs[n].set, way[ROWS_RECOMPUTED], NULL, &other);
      wrong += differences("recomputed", n, precision[p], &stored, &other);
      const rows_fluxes fluxes = p ? ROWS_STORED : ROWS_RECOMPUTED;
      run(runs[n].the_case, precision[p], runs[n].set, way[fluxes], &program, &other);
      wrong += differences("in blocks", n, precision[p], &stored, &other);
    }
  assert_int_equal(wrong, 0);
}

/* A step without stored fluxes has fewer fields. */
static void recomputed_fluxes_take_less_memory(void **state) {
  (void)state;
  int fields[ROWS_RECOMPUTED + 1];
  for (int f = ROWS_STORED; f <= ROWS_RECOMPUTED; f++) {
    const short_run where = {.the_case = "rows/bump.yaml"};
    char path[512];
    test_run *r = test_run_of_file(test_runtime, short_run_path(&where, path, sizeof path), 1,
                                   &way[f], NULL, NULL);
    fields[f] = r->model.nstate;
    test_run_free(r);
  }
  print_message("fields of the state: %d stored, %d recomputed\n", fields[ROWS_STORED],
                fields[ROWS_RECOMPUTED]);
  assert_true(fields[ROWS_RECOMPUTED] < fields[ROWS_STORED]);
  assert_true(fields[ROWS_STORED] < 40); /* of 56: most share a place */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fluxes_and_blocks_change_no_bit),
                                     cmocka_unit_test(recomputed_fluxes_take_less_memory)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}

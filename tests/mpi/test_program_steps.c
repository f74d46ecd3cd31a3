/* Steps whose length a program computes: moments are met, a run goes on from a checkpoint with the
 * same bits, on any tiles and ranks. Lengths that are refused, and steps that have failed. */
#include "program_case.h"

enum { TOP, LEFT, DT, OLD, FACTOR, SWEEPS, UU, KEPT, MOST, TOO_LARGE, SCALARS, RECORDS = 4 };

static const double meet[] = {0.7, 1.5};

/* The step is as long as the field allows; the next one is at most twice as long. */
static void choose_length(const double *in, double *out) {
  const double top = in[0], left = in[1], old = in[2], scale = in[3];
  double dt = scale / (1 + top);
  dt = old > 0 && dt > 2 * old ? 2 * old : dt;
  dt = dt < left ? dt : left;
  out[0] = dt;
  out[1] = dt;
  out[2] = 0.5 + dt; /* FACTOR */
  out[3] = top > 4 ? 2 : 0;
}

static void count_down(const double *in, double *out) {
  out[0] = in[0] - 1;
}

static const ria_quantity names[4] = {
    {"a", "1", ""}, {"b", "1", ""}, {"c", "1", ""}, {"d", "1", ""}};
static const ria_kernel choosing = {.name = "choose_length",
                                    .kind = RIA_KERNEL_SCALAR,
                                    .nscalar = 4,
                                    .scalar = names,
                                    .nresult = 4,
                                    .result = names,
                                    .compute = choose_length},
                        down = {.name = "count_down",
                                .kind = RIA_KERNEL_SCALAR,
                                .nscalar = 1,
                                .scalar = names,
                                .nresult = 1,
                                .result = names,
                                .compute = count_down};

static ria_program make_program(ria_op *op, double scale, bool limited) {
  ria_op damp = apply("cg_direction", Q, U, 0, 0, 0), take = apply("cg_direction", U, Q, 0, 0, 0);
  damp.scalars[0].value = -0.02;
  take.scalars[0].value = 0;
  const ria_op all[] = {
      reduce("largest_magnitude", U, 0, TOP),
      {.kind = RIA_OP_COMPUTE,
       .kernel = &choosing,
       .bound = {1 + TOP, limited ? 1 + LEFT : 0, 1 + OLD, 0},
       .scalars = {[1].value = 1e9, [3].value = scale},
       .result_of = {DT, OLD, FACTOR, SWEEPS}},
      loop(SWEEPS, 2),
      exchange(U),
      matrix(U, Q),
      damp,
      take,
      {.kind = RIA_OP_COMPUTE, .kernel = &down, .bound = {1 + SWEEPS}, .result_of = {SWEEPS}},
      {.kind = RIA_OP_END},
      apply("cg_direction", U, F, 0, 0, 1 + FACTOR),
      reduce("dot", U, U, UU),
      scalar(KEPT, TOP, RIA_SCALAR_COPY, TOP),
      scalar(TOO_LARGE, TOP, RIA_SCALAR_GREATER, MOST)};
  static ria_program_scalar scalars[SCALARS];
  for (int i = 0; i < SCALARS; i++)
    scalars[i] = (ria_program_scalar){
        .quantity = {"s", "1", "a number"}, .lasts = i == OLD, .start = i == MOST ? INFINITY : 0};
  memcpy(op, all, sizeof all);
  return (ria_program){.ops = sizeof all / sizeof *all,
                       .op = op,
                       .scalars = SCALARS,
                       .scalar = scalars,
                       .work = NSTATE - 1,
                       .step = 1 + DT,
                       .limit = limited ? 1 + LEFT : 0};
}

/* ---- on ranks ---- */

typedef struct {
  double time, dt, old, uu;
  int64_t steps;
} moment;

typedef struct {
  moment at[RECORDS];
  double u[CELLS];
} record;

static moment moment_of(const ria_simulation *simulation) {
  const ria_progress p = ria_simulation_progress(simulation);
  ria_program_result result;
  ranks_must(ria_simulation_program(simulation, &result));
  return (moment){p.time, p.dt, p.lasting[0], result.value[UU], p.steps};
}

static void checkpoint_path(char path[1024], const char *folder, int run) {
  snprintf(path, 1024, "%s/%d.h5", folder, run);
}

static const ria_checkpoint_identity identity = {.solver = "none", .case_hash = "0123456789abcdef"};

static void save(ria_runtime *runtime, ria_simulation *simulation, const char *folder, int run) {
  char path[1024];
  ria_snapshot *snapshot;
  checkpoint_path(path, folder, run);
  ranks_must(ria_simulation_snapshot(simulation, &snapshot));
  ria_simulation_drain(simulation);
  ranks_must(ria_checkpoint_write(runtime, snapshot, &identity, NULL, path));
  ria_snapshot_destroy(snapshot);
}

static void finish(ria_simulation *simulation, record *got) {
  ranks_must(ria_simulation_advance(simulation, meet[1], false, meet[1], -1, NULL, NULL));
  got->at[2] = moment_of(simulation);
  EXPECT(got->at[2].time == meet[1]);
  ranks_must(ria_simulation_advance(simulation, INFINITY, false, INFINITY, 3, NULL, NULL));
  got->at[3] = moment_of(simulation);
  EXPECT(got->at[3].steps == got->at[2].steps + 3);
  EXPECT(isfinite(got->at[3].uu) && got->at[3].uu > 0);
  probe_all(simulation, got->u);
  ria_simulation_destroy(simulation);
}

/* From the checkpoint of another run, if there is one: of other tiles and ranks. */
static void expect_resumed(ria_runtime *runtime, const char *folder, int run,
                           const ria_program *program, const record *wanted) {
  static record got;
  char path[1024];
  checkpoint_path(path, folder, run ? run - 1 : 0);
  ria_simulation *simulation = program_case(runtime, run, program, RIA_STEP_PROGRAM);
  ranks_must(ria_checkpoint_read(simulation, &identity, path, NULL));
  finish(simulation, &got);
  EXPECT(!memcmp(&got.at[2], &wanted->at[2], 2 * sizeof *got.at));
  EXPECT(!memcmp(got.u, wanted->u, sizeof got.u));
}

static void expect_refused(ria_runtime *runtime, int run, double scale, const char *text) {
  ria_op op[RIA_PROGRAM_OPS];
  const ria_program program = make_program(op, scale, false);
  ria_simulation *simulation = program_case(runtime, run, &program, RIA_STEP_PROGRAM);
  EXPECT(ria_simulation_advance(simulation, 1, false, 1, -1, NULL, NULL) == RIA_ERROR_STEP);
  expect(strstr(ria_status_detail(), text), text);
  EXPECT(ria_simulation_progress(simulation).steps == 0);
  ria_simulation_destroy(simulation);
}

/* ---- steps that have failed ---- */

static ria_status explain_top(void *context, const ria_program_failure *failure) {
  ria_program_place *place = context;
  *place = failure->place[KEPT];
  EXPECT(failure->place[TOP].known && !failure->place[FACTOR].known && !failure->place[UU].known);
  EXPECT(failure->value[KEPT] == failure->value[TOP]);
  return ria_fail(RIA_ERROR_NUMERIC, "too large in step %lld after %.17g s",
                  (long long)failure->step, failure->time);
}

/* The first cell with the largest magnitude after so many steps: that of the step that fails next.
 */
static void find_top(ria_runtime *runtime, int run, const ria_program *program, int64_t steps,
                     ria_global cell[RIA_AXES], double *time) {
  static double u[CELLS];
  int top = 0;
  ria_simulation *simulation = program_case(runtime, run, program, RIA_STEP_PROGRAM);
  ranks_must(ria_simulation_advance(simulation, INFINITY, false, INFINITY, steps, NULL, NULL));
  *time = ria_simulation_progress(simulation).time;
  probe_all(simulation, u);
  for (int n = 1; n < CELLS; n++)
    top = fabs(u[n]) > fabs(u[top]) ? n : top;
  cell[0] = top % NX;
  cell[1] = top / NX % NY;
  cell[2] = top / NX / NY;
  ria_simulation_destroy(simulation);
}

static void expect_failure(ria_runtime *runtime, int run, bool explained) {
  ria_op op[RIA_PROGRAM_OPS];
  ria_program_place place = {.known = false};
  ria_program program = make_program(op, 1.0, true);
  ((ria_program_scalar *)program.scalar)[MOST].start = 8;
  program.failed = 1 + TOO_LARGE;
  program.explain = explained ? explain_top : NULL;
  program.context = &place;
  ria_simulation *simulation = program_case(runtime, run, &program, RIA_STEP_PROGRAM);
  EXPECT(ria_simulation_advance(simulation, INFINITY, false, INFINITY, 100, NULL, NULL) ==
         RIA_ERROR_NUMERIC);
  char said[256], wanted[256];
  snprintf(said, sizeof said, "%s", ria_status_detail());
  const ria_progress reached = ria_simulation_progress(simulation);
  ria_simulation_destroy(simulation);
  EXPECT(reached.steps > 1 && reached.steps < 90);
  ria_global cell[RIA_AXES];
  double time;
  find_top(runtime, run, &program, reached.steps, cell, &time);
  EXPECT(reached.time == time);
  if (explained)
    EXPECT(place.known && place.block == 0 && !memcmp(place.cell, cell, sizeof cell));
  if (explained)
    snprintf(wanted, sizeof wanted, "too large in step %lld after %.17g s",
             (long long)reached.steps + 1, time);
  else
    snprintf(wanted, sizeof wanted, "step %lld, which began at %g s, has failed: a number is 1",
             (long long)reached.steps + 1, time);
  expect(strstr(said, wanted), said);
}

static void run_one(ria_runtime *runtime, const char *folder, int run) {
  static record got;
  ria_op op[RIA_PROGRAM_OPS];
  const ria_program program = make_program(op, 1.0, true);
  ria_simulation *simulation = program_case(runtime, run, &program, RIA_STEP_PROGRAM);
  ranks_must(ria_simulation_advance(simulation, meet[0], false, meet[0], -1, NULL, NULL));
  got.at[0] = moment_of(simulation);
  EXPECT(got.at[0].time == meet[0] && got.at[0].steps > 2);
  /* A checkpoint is due, which the steps do not meet. */
  ranks_must(ria_simulation_advance(simulation, 1, true, meet[1], -1, NULL, NULL));
  got.at[1] = moment_of(simulation);
  EXPECT(got.at[1].time > 1 && got.at[1].time < meet[1]);
  EXPECT(got.at[1].time - got.at[1].dt < 1 && got.at[1].dt == got.at[1].old);
  save(runtime, simulation, folder, run);
  finish(simulation, &got);
  write_run(runtime, folder, run, &got, sizeof got);
  expect_resumed(runtime, folder, run, &program, &got);
  expect_refused(runtime, run, 1e9, "the program gave step 1, which began at 0 s, a length of");
  expect_refused(runtime, run, 0, "a length of 0 s; expected a positive length of at most 1 s");
  expect_failure(runtime, run, false);
  expect_failure(runtime, run, true);
}

/* ---- checks ---- */

static void decompositions_agree(void **unused) {
  (void)unused;
  static record first, other;
  char *folder = test_folder_create();
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  read_run(folder, 0, &first, sizeof first);
  for (int run = 1; run < RUNS; run++) {
    read_run(folder, run, &other, sizeof other);
    assert_memory_equal(&first, &other, sizeof first);
  }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_on_ranks(argv[2], run_one) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

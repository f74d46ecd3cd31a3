/* Nested loops, loops in sequence, a loop with no turn, a loop as a condition, and scalars computed
 * by functions: the same bits and iterations on any tiles and ranks. Also a loop that does not end.
 */
#include "program_case.h"

enum { STEP, ROUNDS, FF, LIMIT, ODD, SWEEPS, RR, GOING, PQ, ALPHA, NEXT, BETA, TOP, FACTOR, UU };
enum { SCALARS = UU + 1, STEPS = 6, RECORDS = 3, LOOPS = 4 };

/* ---- the program: rounds of conjugate gradients, a choice, and sweeps ---- */

/* A step has 1, 2 or 3 rounds. */
static void count_rounds(const double *in, double *out) {
  const int step = (int)in[0];
  out[0] = 1 + step % 3;
  out[1] = step + 1;
}

static void plan_round(const double *in, double *out) {
  const int rounds = (int)in[0], step = (int)in[1];
  out[0] = in[2] * in[3]; /* the tolerance is a value, not a scalar of the program */
  out[1] = rounds % 2;
  out[2] = (rounds + step) % 4;
  out[3] = rounds - 1;
}

static void choose_factor(const double *in, double *out) {
  out[0] = -0.25 / (1 + in[0]);
  out[1] = 0;
}

static void count_down(const double *in, double *out) {
  out[0] = in[0] - 1;
}

static const ria_quantity names[4] = {
    {"a", "1", ""}, {"b", "1", ""}, {"c", "1", ""}, {"d", "1", ""}};
#define SCALAR_KERNEL(FUNCTION, INS, OUTS)                                                         \
  {                                                                                                \
    .name = #FUNCTION, .kind = RIA_KERNEL_SCALAR, .nscalar = INS, .scalar = names,                 \
    .nresult = OUTS, .result = names, .compute = FUNCTION                                          \
  }
static const ria_kernel counting = SCALAR_KERNEL(count_rounds, 1, 2),
                        planning = SCALAR_KERNEL(plan_round, 4, 4),
                        choosing = SCALAR_KERNEL(choose_factor, 1, 2),
                        down = SCALAR_KERNEL(count_down, 1, 1);

static ria_program make_program(ria_op *op, int64_t most) {
  const ria_op end = {.kind = RIA_OP_END};
  ria_op damp = apply("cg_direction", Q, U, 0, 0, 0), take = apply("cg_direction", U, Q, 0, 0, 0);
  damp.scalars[0].value = -0.0625;
  take.scalars[0].value = 0;
  const ria_op all[] = {
      {.kind = RIA_OP_COMPUTE,
       .kernel = &counting,
       .bound = {1 + STEP},
       .result_of = {ROUNDS, STEP}},
      reduce("dot", F, F, FF),
      loop(ROUNDS, 3),
      {.kind = RIA_OP_COMPUTE,
       .kernel = &planning,
       .bound = {1 + ROUNDS, 1 + STEP, 1 + FF, 0},
       .scalars = {[3].value = 1e-8},
       .result_of = {LIMIT, ODD, SWEEPS, ROUNDS}},
      exchange(U),
      matrix(U, Q),
      apply("cg_begin", F, Q, R, P, 0),
      reduce("dot", R, R, RR),
      scalar(GOING, RR, RIA_SCALAR_GREATER, LIMIT),
      loop(GOING, most),
      exchange(P),
      matrix(P, Q),
      reduce("dot", P, Q, PQ),
      scalar(ALPHA, RR, RIA_SCALAR_DIVIDE, PQ),
      apply("cg_update", U, R, P, Q, 1 + ALPHA),
      reduce("dot", R, R, NEXT),
      scalar(BETA, NEXT, RIA_SCALAR_DIVIDE, RR),
      scalar(RR, NEXT, RIA_SCALAR_COPY, NEXT),
      scalar(GOING, RR, RIA_SCALAR_GREATER, LIMIT),
      apply("cg_direction", P, R, 0, 0, 1 + BETA),
      end,
      loop(ODD, 1),
      reduce("largest_magnitude", U, 0, TOP),
      {.kind = RIA_OP_COMPUTE, .kernel = &choosing, .bound = {1 + TOP}, .result_of = {FACTOR, ODD}},
      apply("cg_direction", U, R, 0, 0, 1 + FACTOR),
      end,
      loop(SWEEPS, 5),
      exchange(U),
      matrix(U, Q),
      damp,
      take,
      {.kind = RIA_OP_COMPUTE, .kernel = &down, .bound = {1 + SWEEPS}, .result_of = {SWEEPS}},
      end,
      end,
      reduce("dot", U, U, UU)};
  static ria_program_scalar scalars[SCALARS];
  for (int i = 0; i < SCALARS; i++)
    scalars[i] = (ria_program_scalar){.quantity = {"s", "1", "a number"}, .lasts = i == STEP};
  memcpy(op, all, sizeof all);
  return (ria_program){.ops = sizeof all / sizeof *all,
                       .op = op,
                       .scalars = SCALARS,
                       .scalar = scalars,
                       .work = NSTATE - 1};
}

/* ---- on ranks ---- */

typedef struct {
  ria_program_result result[RECORDS];
  double u[CELLS];
} record;

static void expect_failure(ria_runtime *runtime, int run) {
  ria_op op[RIA_PROGRAM_OPS];
  const ria_program program = make_program(op, 2);
  ria_simulation *simulation = program_case(runtime, run, &program, RIA_STEP_FIXED);
  EXPECT(ria_simulation_advance(simulation, 1e9, false, 1e9, STEPS, NULL, NULL) ==
         RIA_ERROR_NUMERIC);
  EXPECT(strstr(ria_status_detail(), "no end after 2 iterations in step 1: a number still holds"));
  EXPECT(ria_simulation_progress(simulation).steps == 0);
  ria_simulation_destroy(simulation);
}

static void run_one(ria_runtime *runtime, const char *folder, int run) {
  static const int steps[RECORDS] = {1, 1, STEPS - 2};
  static record got;
  ria_op op[RIA_PROGRAM_OPS];
  const ria_program program = make_program(op, 1000);
  ria_simulation *simulation = program_case(runtime, run, &program, RIA_STEP_FIXED);
  for (int i = 0; i < RECORDS; i++) {
    ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, steps[i], NULL, NULL));
    ranks_must(ria_simulation_program(simulation, &got.result[i]));
  }
  EXPECT(ria_simulation_progress(simulation).steps == STEPS);
  probe_all(simulation, got.u);
  ria_simulation_destroy(simulation);
  write_run(runtime, folder, run, &got, sizeof got);
  expect_failure(runtime, run);
}

/* ---- checks ---- */

static void expect_iterations(const ria_program_result *got, int step) {
  int64_t wanted[LOOPS] = {1 + step % 3, got->loop[1], 0, 0}, all = 0;
  for (int rounds = 1; rounds <= wanted[0]; rounds++) {
    wanted[2] += rounds % 2;
    wanted[3] += (rounds + step + 1) % 4;
  }
  for (int i = 0; i < LOOPS; i++) {
    assert_int_equal(got->loop[i], wanted[i]);
    all += i ? wanted[i] : 0; /* the first one holds the others */
  }
  assert_int_equal(got->iterations, all);
  assert_true(got->loop[1] > 10 && !got->failed);
  assert_true(got->value[RR] <= got->value[LIMIT] && got->value[STEP] == step + 1);
  assert_true(got->value[UU] > 0 && got->value[ROUNDS] == 0);
}

static void decompositions_agree(void **unused) {
  (void)unused;
  static record first, other;
  char *folder = test_folder_create();
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  read_run(folder, 0, &first, sizeof first);
  expect_iterations(&first.result[0], 0);
  expect_iterations(&first.result[1], 1);
  expect_iterations(&first.result[2], STEPS - 1);
  for (int run = 1; run < RUNS; run++) {
    read_run(folder, run, &other, sizeof other);
    for (int i = 0; i < RECORDS; i++) {
      assert_memory_equal(first.result[i].loop, other.result[i].loop, sizeof first.result[i].loop);
      assert_memory_equal(first.result[i].value, other.result[i].value,
                          sizeof first.result[i].value);
    }
    assert_memory_equal(first.u, other.u, sizeof first.u);
  }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_on_ranks(argv[2], run_one) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

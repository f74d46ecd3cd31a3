/** \file
 * A box and the fields of small programs, for tests that run them on several ranks and tiles. */
#ifndef RIA_TESTS_PROGRAM_CASE_H
#define RIA_TESTS_PROGRAM_CASE_H

#include "ranks.h"
#include "ria/registry.h"

enum { NX = 13, NY = 10, NZ = 7, CELLS = NX * NY * NZ };
enum { U, R, P, Q, NSTATE, F = NSTATE };

static const struct {
  int ranks, tiles[RIA_AXES];
} runs[] = {{1, {1, 1, 1}}, {1, {3, 2, 2}}, {2, {2, 1, 1}},
            {2, {3, 3, 1}}, {4, {2, 2, 1}}, {4, {3, 2, 2}}};
enum { RUNS = sizeof runs / sizeof *runs };

static const ria_quantity state[] = {{"u", "1", "solution"},
                                     {"r", "1/m2", "residual"},
                                     {"p", "1", "direction"},
                                     {"q", "1/m2", "Ap"}};
static const ria_quantity statics[] = {{"f", "1/m2", "right side"}};

static inline ria_op exchange(int field) {
  return (ria_op){.kind = RIA_OP_EXCHANGE, .fields = 1, .field = {field}};
}

static inline ria_op reduce(const char *kernel, int a, int b, int result) {
  return (ria_op){
      .kind = RIA_OP_REDUCE, .kernel = ria_kernel_find(kernel), .field = {a, b}, .result = result};
}

static inline ria_op scalar(int result, int a, ria_scalar_operation operation, int b) {
  return (ria_op){.kind = RIA_OP_SCALAR, .result = result, .operation = operation, .a = a, .b = b};
}

/** A kernel whose only scalar, if it has one, is a scalar of the program. */
static inline ria_op apply(const char *kernel, int a, int b, int c, int d, int bound) {
  return (ria_op){.kind = RIA_OP_APPLY,
                  .kernel = ria_kernel_find(kernel),
                  .field = {a, b, c, d},
                  .bound = {bound}};
}

static inline ria_op matrix(int from, int to) {
  static const char *const inverse_spacing[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  ria_op op = apply("poisson_apply", from, to, 0, 0, 0);
  for (int a = 0; a < RIA_AXES; a++)
    op.scalars[ria_kernel_scalar(op.kernel, inverse_spacing[a])] =
        (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a};
  return op;
}

static inline ria_op loop(int condition, int64_t most) {
  return (ria_op){.kind = RIA_OP_LOOP, .condition = condition, .most = most};
}

static inline ria_status fill(void *context, int field, int block, const ria_range *cells,
                              double *values) {
  (void)context, (void)field, (void)block;
  ria_global i[RIA_AXES];
  for (i[2] = cells->lo[2]; i[2] < cells->hi[2]; i[2]++)
    for (i[1] = cells->lo[1]; i[1] < cells->hi[1]; i[1]++)
      for (i[0] = cells->lo[0]; i[0] < cells->hi[0]; i[0]++)
        *values++ = 1 + 0.25 * (double)i[0] - 0.5 * (double)(i[1] * i[2] % 5);
  return RIA_SUCCESS;
}

static inline ria_simulation *program_case(ria_runtime *runtime, int run,
                                           const ria_program *program, ria_step_mode step) {
  ria_segment segment[RIA_SIDES];
  for (int side = 0; side < RIA_SIDES; side++)
    segment[side] = (ria_segment){.side = (ria_side)side,
                                  .part = {{0, 0, 0}, {NX, NY, NZ}},
                                  .kernel = ria_kernel_find("poisson_zero")};
  const int *tiles = runs[run].tiles;
  const ria_model model = {.grid = {.cells = {NX, NY, NZ},
                                    .spacing = {0.5, 0.25, 0.75},
                                    .tiles = {tiles[0], tiles[1], tiles[2]}},
                           .precision = RIA_DOUBLE,
                           .nstate = NSTATE,
                           .state = state,
                           .nstatic = 1,
                           .statics = statics,
                           .program = program,
                           .segments = RIA_SIDES,
                           .segment = segment,
                           .step = step,
                           .fixed_dt = 1,
                           .window = 1,
                           .target = "cpu"};
  ria_simulation *simulation;
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, fill, fill, NULL));
  return simulation;
}

/** The solution of all cells, on every rank. */
static inline void probe_all(ria_simulation *simulation, double values[CELLS]) {
  static ria_global at[RIA_AXES][CELLS];
  static double all[CELLS * NSTATE];
  for (int n = 0; n < CELLS; n++) {
    at[0][n] = n % NX;
    at[1][n] = n / NX % NY;
    at[2][n] = n / NX / NY;
  }
  const ria_probe_cells cells = {.count = CELLS, .at = {at[0], at[1], at[2]}};
  ranks_must(ria_simulation_probe(simulation, &cells, all));
  for (int n = 0; n < CELLS; n++)
    values[n] = all[n * NSTATE + U];
}

/** On ranks, where there is no cmocka. */
static inline void expect(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "expected: %s (the last error: %s)\n", what, ria_status_detail());
  MPI_Abort(MPI_COMM_WORLD, 3);
}
#define EXPECT(HOLDS) expect(HOLDS, #HOLDS)

static inline void write_run(ria_runtime *runtime, const char *folder, int run, const void *bytes,
                             size_t size) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d", folder, run);
  FILE *file = ria_runtime_rank(runtime) ? NULL : fopen(path, "w");
  if (file) {
    fwrite(bytes, 1, size, file);
    fclose(file);
  }
}

static inline void read_run(const char *folder, int run, void *bytes, size_t size) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d", folder, run);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  assert_int_equal(fread(bytes, 1, size, file), size);
  fclose(file);
}

/** Run `one` for all runs of this number of ranks: what `main` does on a rank. */
static inline int run_on_ranks(const char *folder,
                               void (*one)(ria_runtime *runtime, const char *folder, int run)) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 2}, &runtime));
  for (int run = 0; run < RUNS; run++)
    if (runs[run].ranks == ria_runtime_ranks(runtime))
      one(runtime, folder, run);
  ria_runtime_destroy(runtime);
  return 0;
}

#endif

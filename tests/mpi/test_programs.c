/* Programs on blocks that share nodes: sparse matrices, rings that turn beyond a side, kernels
 * whose results are read in ghost cells, patches. The same bits on any tiles, workers and ranks,
 * and the same in both copies of a node. */
#include "ranks.h"
#include "ria/patch.h"
#include "ria/registry.h"

/* Block b lies behind block a along x and is turned round: its node (i, j, k) is the place
 * (NX_A - 1 + NX_B - 1 - i, NY - 1 - j, k). */
enum { NX_A = 9, NX_B = 8, NY = 7, NZ = 6, BLOCKS = 2, LENGTH = NX_A + NX_B - 1 };
enum { NODES = (NX_A + NX_B) * NY * NZ, STEPS = 3 };
enum { T, Q, S, FIELDS };

static const struct {
  int ranks, tiles[RIA_AXES];
} runs[] = {{1, {1, 1, 1}}, {1, {3, 2, 1}}, {1, {2, 3, 2}},
            {2, {1, 1, 1}}, {2, {2, 2, 3}}, {2, {3, 1, 2}}};
enum { RUNS = sizeof runs / sizeof *runs };

static void place_of(int block, const ria_global node[RIA_AXES], int place[RIA_AXES]) {
  place[0] = block ? LENGTH - 1 - (int)node[0] : (int)node[0];
  place[1] = block ? NY - 1 - (int)node[1] : (int)node[1];
  place[2] = (int)node[2];
}

static void node_at(const int place[RIA_AXES], int *block, ria_global node[RIA_AXES]) {
  *block = place[0] >= NX_A;
  node[0] = *block ? LENGTH - 1 - place[0] : place[0];
  node[1] = *block ? NY - 1 - place[1] : place[1];
  node[2] = place[2];
}

static unsigned mixed(unsigned n) {
  n = (n ^ n >> 16) * 0x45d9f3bu;
  return n ^ n >> 15;
}

/* Each third node sums some nodes anywhere, an own one among them. */
static ria_status add_rows(void *context, int block, const ria_range *cells, ria_rows *rows) {
  (void)context;
  ria_global node[RIA_AXES];
  for (node[2] = cells->lo[2]; node[2] < cells->hi[2]; node[2]++)
    for (node[1] = cells->lo[1]; node[1] < cells->hi[1]; node[1]++)
      for (node[0] = cells->lo[0]; node[0] < cells->hi[0]; node[0]++) {
        ria_entry entry[5];
        int place[RIA_AXES];
        place_of(block, node, place);
        const unsigned number = (unsigned)((place[2] * NY + place[1]) * LENGTH + place[0]);
        const int entries = 1 + (int)(mixed(number) % 5);
        if (number % 3)
          continue;
        for (int e = 0; e < entries; e++) {
          const unsigned n = mixed(number * 7 + (unsigned)e) % (LENGTH * NY * NZ);
          const int other[RIA_AXES] = {(int)(n % LENGTH), (int)(n / LENGTH % NY),
                                       (int)(n / LENGTH / NY)};
          node_at(e ? other : place, &entry[e].block, entry[e].cell);
          entry[e].weight = 0.01 * (1 + (int)(n % 7));
        }
        RIA_TRY(ria_rows_add(rows, node, entry, entries));
      }
  return RIA_SUCCESS;
}

/* Beyond the low side of either block along x lie the nodes of the other block, NY of which are a
 * ring along y; one block's rings turn one way, the other's the other way. */
static const ria_block_side ring_side[] = {{0, RIA_WEST}, {1, RIA_WEST}};

static ria_status add_ring(int block, ria_global i, ria_global k, ria_rows *rows, int *ring) {
  const ria_ring turning = {
      .cells = NY, .units = 2 * NY * 5, .turn = block ? -1 : 1, .period = 2 * 5};
  ria_entry entry[NY] = {{0}};
  for (int j = 0; j < NY; j++)
    entry[j] = (ria_entry){.block = !block, .cell = {i, j, k}};
  return ria_rows_add_ring(rows, &turning, entry, ring);
}

static ria_status add_rings(void *context, int block, const ria_range *cells, ria_rows *rows) {
  (void)context;
  const int *ghost = ria_rows_ghost(rows);
  if (cells->lo[0] > 0)
    return RIA_SUCCESS;
  for (ria_global m = 1; m <= ghost[0]; m++)
    for (ria_global k = cells->lo[2] - ghost[2]; k < cells->hi[2] + ghost[2]; k++) {
      int ring;
      if (k < 0 || k >= NZ)
        continue;
      RIA_TRY(add_ring(block, m, k, rows, &ring));
      for (ria_global j = cells->lo[1] - ghost[1]; j < cells->hi[1] + ghost[1]; j++)
        if (j >= 0 && j < NY)
          RIA_TRY(ria_rows_add_place(rows, (ria_global[RIA_AXES]){-m, j, k}, ring, 10 * j + 3));
    }
  return RIA_SUCCESS;
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  (void)context;
  ria_global node[RIA_AXES];
  for (node[2] = cells->lo[2]; node[2] < cells->hi[2]; node[2]++)
    for (node[1] = cells->lo[1]; node[1] < cells->hi[1]; node[1]++)
      for (node[0] = cells->lo[0]; node[0] < cells->hi[0]; node[0]++) {
        int place[RIA_AXES];
        place_of(block, node, place);
        *values++ = field == T ? 1 + 0.1 * place[0] - 0.3 * place[1] * place[2] : 0;
      }
  return RIA_SUCCESS;
}

static ria_op laplacian(int from, int to) {
  static const char *const inverse_spacing[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  ria_op op = {
      .kind = RIA_OP_APPLY, .kernel = ria_kernel_find("poisson_apply"), .field = {from, to}};
  for (int a = 0; a < RIA_AXES; a++)
    op.scalars[ria_kernel_scalar(op.kernel, inverse_spacing[a])] =
        (ria_binding){.from = RIA_BIND_VALUE, .value = 0.25 + 0.125 * a};
  return op;
}

/* field = other + factor * field, with a factor for each block. */
static ria_op mix(int field, int other, const double *factor, const ria_patch *patch, int patches) {
  ria_op op = {.kind = RIA_OP_APPLY,
               .kernel = ria_kernel_find("cg_direction"),
               .field = {field, other},
               .patches = patches,
               .patch = patch};
  op.of_block[0] = factor;
  return op;
}

/* The application reads a field of each block, and gives it back larger. */
static void enlarge(ria_simulation *simulation) {
  static double values[NX_A * NY * NZ];
  for (int b = 0; b < BLOCKS; b++) {
    const ria_patch whole = {b, {{0, 0, 0}, {b ? NX_B : NX_A, NY, NZ}}};
    ranks_must(ria_patch_read(simulation, T, &whole, values));
    for (int64_t n = 0; n < ria_patch_cells(&whole); n++)
      values[n] *= 1.25;
    ranks_must(ria_patch_write(simulation, T, &whole, values));
  }
}

static void run_one(ria_runtime *runtime, const char *folder, int run, ria_precision precision) {
  static const double factor[BLOCKS] = {-0.375, -0.375};
  static const ria_patch patch[] = {{0, {{0, 1, 0}, {2, NY, NZ}}},
                                    {1, {{0, 0, 0}, {1, NY - 1, NZ}}}};
  static const ria_sparse matrix = {.name = "far", .rows = add_rows}, rings = {.name = "rings",
                                                                               .rows = add_rings,
                                                                               .rings = true,
                                                                               .sides = BLOCKS,
                                                                               .side = ring_side};
  const ria_op op[] = {
      {.kind = RIA_OP_EXCHANGE, .fields = 1, .field = {T}},
      {.kind = RIA_OP_SPMV, .matrix = &rings, .fields = 1, .field = {T, T}, .tick = 4},
      laplacian(T, Q),
      laplacian(Q, S),
      {.kind = RIA_OP_SPMV, .matrix = &matrix, .fields = 1, .field = {T, Q}, .add = true},
      mix(T, Q, factor, NULL, 0),
      mix(T, S, factor, patch, 2)};
  const ria_program program = {.ops = sizeof op / sizeof *op, .op = op, .work = 2};
  static const ria_quantity state[] = {{"T", "1", "a"}, {"Q", "1", "b"}, {"S", "1", "c"}};
  ria_block block[BLOCKS] = {{.name = "a", .cells = {NX_A, NY, NZ}, .spacing = {1, 1, 1}},
                             {.name = "b", .cells = {NX_B, NY, NZ}, .spacing = {1, 1, 1}}};
  for (int b = 0; b < BLOCKS; b++)
    memcpy(block[b].tiles, runs[run].tiles, sizeof block[b].tiles);
  const ria_link link = {.block = {0, 1},
                         .side = {RIA_EAST, RIA_EAST},
                         .range = {{{0, 0, 0}, {NX_A, NY, NZ}}, {{0, 0, 0}, {NX_B, NY, NZ}}},
                         .map = {-1, -2, 3},
                         .shared = true};
  const ria_mesh mesh = {.ndim = 3, .blocks = BLOCKS, .block = block, .links = 1, .link = &link};
  const ria_model model = {.mesh = &mesh,
                           .precision = precision,
                           .nstate = FIELDS,
                           .state = state,
                           .program = &program,
                           .step = RIA_STEP_FIXED,
                           .fixed_dt = 1,
                           .window = 1,
                           .target = "cpu"};
  ria_simulation *simulation;
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, fill, NULL, NULL));
  ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, 1, NULL, NULL));
  enlarge(simulation);
  ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, STEPS - 1, NULL, NULL));
  static ria_global at[RIA_AXES][NODES];
  static int of[NODES];
  int n = 0;
  for (int b = 0; b < BLOCKS; b++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < (b ? NX_B : NX_A); i++, n++) {
          of[n] = b;
          at[0][n] = i;
          at[1][n] = j;
          at[2][n] = k;
        }
  static double values[NODES * FIELDS];
  const ria_probe_cells cells = {.count = NODES, .block = of, .at = {at[0], at[1], at[2]}};
  ranks_must(ria_simulation_probe(simulation, &cells, values));
  ria_simulation_destroy(simulation);
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d", folder, run, (int)precision);
  FILE *file = ria_runtime_rank(runtime) ? NULL : fopen(path, "w");
  if (file) {
    for (int i = 0; i < NODES; i++)
      fwrite(&values[i * FIELDS + T], sizeof *values, 1, file);
    fclose(file);
  }
}

static int run_all(const char *folder) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 2}, &runtime));
  for (int run = 0; run < RUNS; run++)
    for (int precision = 0; precision < RIA_PRECISIONS; precision++)
      if (runs[run].ranks == ria_runtime_ranks(runtime))
        run_one(runtime, folder, run, (ria_precision)precision);
  ria_runtime_destroy(runtime);
  return 0;
}

static void read_all(const char *folder, int run, int precision, double values[NODES]) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d", folder, run, precision);
  ranks_read_bytes(path, values, NODES * sizeof *values);
}

/* Nodes of the joint are in both blocks. */
static void expect_copies(const double values[NODES]) {
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++) {
      const double *a = &values[(k * NY + j) * NX_A + NX_A - 1];
      const double *b = &values[NX_A * NY * NZ + (k * NY + NY - 1 - j) * NX_B + NX_B - 1];
      if (memcmp(a, b, sizeof *a))
        fail_msg("node (%d, %d, %d) of block a is %a, and its copy %a", NX_A - 1, j, k, *a, *b);
    }
}

static void decompositions_agree(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ranks_start(1, folder);
  ranks_start(2, folder);
  for (int precision = 0; precision < RIA_PRECISIONS; precision++) {
    static double first[NODES], other[NODES];
    read_all(folder, 0, precision, first);
    expect_copies(first);
    assert_true(isfinite(first[NODES / 2]) && first[NODES / 2] != 0);
    for (int run = 1; run < RUNS; run++) {
      read_all(folder, run, precision, other);
      for (int n = 0; n < NODES; n++)
        if (memcmp(&first[n], &other[n], sizeof *first))
          fail_msg("run %d, precision %d: node %d is %a, not %a", run, precision, n, other[n],
                   first[n]);
    }
  }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

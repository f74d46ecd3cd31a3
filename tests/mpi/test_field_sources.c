/* Sources whose weights are a static field: the same bits as with a list of all cells, and the same
 * ledger, on any tiles and ranks. */
#include <ria/patch.h>
#include "ranks.h"
#include "water_model.h"

enum { STATE = 4, CELLS = NX * NY, STEPS = 9 };

static const struct {
  int ranks, tiles[2];
  ria_tiling_scheme scheme;
} runs[] = {{1, {1, 1}, RIA_TILING_CLASSIC},   {1, {3, 2}, RIA_TILING_CLASSIC},
            {1, {2, 2}, RIA_TILING_EXPANSION}, {2, {2, 1}, RIA_TILING_CLASSIC},
            {2, {2, 3}, RIA_TILING_EXPANSION}, {2, {1, 2}, RIA_TILING_SWEPT}};
enum { RUNS = sizeof runs / sizeof *runs };

/* Uniform: everywhere. Varying: none in a part of the map, in the other parts rain or drought.
 * Lake: on a part of a lake at rest, most of which stays as it is. */
typedef enum { UNIFORM, VARYING, LAKE, WEIGHTS } weights;

static double weight_of(weights kind, ria_global x, ria_global y) {
  if (kind == UNIFORM)
    return 0.25;
  if (kind == LAKE)
    return x < 9 && y > 14 ? 0.125 : 0;
  return x > 25 && y < 12 ? 0 : (double)((3 * x + 5 * y) % 11 - 2) / 7;
}

typedef struct {
  double state[STATE][CELLS], fed[RIA_AMOUNTS];
  long long steps;
} result;

typedef struct {
  ria_model *model;
  weights kind;
} filled;

static ria_status fill_of_model(void *context, int field, int block, const ria_range *cells,
                                double *values) {
  const filled *of = context;
  if (of->kind != LAKE)
    return fill_state(of->model, field, block, cells, values);
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = field ? 0 : start_of("depth", (double)x, (double)y);
  return RIA_SUCCESS;
}

static ria_global mirrored(ria_global at, ria_global cells) {
  return at < 0 ? -1 - at : at < cells ? at : 2 * cells - 1 - at;
}

/* depth, and the weights behind it, with the cells beyond the grid (ria_model.statics_beyond). */
static void fill_beyond(const filled *of, const ria_range *cells, double *values) {
  for (int field = 0; field < 2; field++)
    for (ria_global j = cells->lo[1]; j < cells->hi[1]; j++)
      for (ria_global i = cells->lo[0]; i < cells->hi[0]; i++) {
        const ria_global x = mirrored(i, NX), y = mirrored(j, NY);
        *values++ = field ? weight_of(of->kind, x, y) : start_of("depth", (double)x, (double)y);
      }
}

/* depth, and the weights behind it. */
static ria_status fill_weights(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  const filled *of = context;
  if (field == RIA_ALL_FIELDS) {
    fill_beyond(of, cells, values);
    return RIA_SUCCESS;
  }
  if (!field)
    return fill_static(of->model, field, block, cells, values);
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = weight_of(of->kind, x, y);
  return RIA_SUCCESS;
}

static void run_model(ria_runtime *runtime, ria_model *model, weights kind, result *out) {
  const ria_patch all = {.cells = {{0, 0, 0}, {NX, NY, 1}}};
  filled of = {model, kind};
  ria_simulation *s;
  ria_ledger ledger;
  ranks_must(ria_simulation_create(runtime, model, &s));
  ranks_must(ria_simulation_fill(s, fill_of_model, fill_weights, &of));
  ranks_must(ria_simulation_advance(s, 1e9, false, 1e9, STEPS, NULL, NULL));
  for (int f = 0; f < STATE; f++)
    ranks_must(ria_patch_read(s, f, &all, out->state[f]));
  ranks_must(ria_simulation_ledger(s, &ledger));
  for (int a = 0; a < model->amounts; a++)
    out->fed[a] = ria_flow_value(&ledger.fed[0][a]);
  out->steps = (long long)ria_simulation_progress(s).steps;
  ria_ledger_destroy(&ledger);
  ria_simulation_destroy(s);
}

/* The source that lists all cells. */
static void list_all(ria_source *source, weights kind) {
  static ria_global x[CELLS], y[CELLS];
  static double weight[CELLS];
  source->count = CELLS;
  source->at[0] = x;
  source->at[1] = y;
  source->weight = weight;
  for (int c = 0; c < CELLS; c++) {
    x[c] = c % NX;
    y[c] = c / NX;
    weight[c] = weight_of(kind, x[c], y[c]);
  }
}

static void run_one(ria_runtime *runtime, const char *folder, int run, ria_precision precision,
                    weights kind) {
  static const ria_quantity statics[] = {DEPTH, {"rain", "1", "share of the rate"}};
  static result by_list, by_field, beyond;
  setting s;
  prepare(&s, false, runs[run].tiles[0], runs[run].tiles[1]);
  s.model.precision = precision;
  s.model.scheme = runs[run].scheme;
  s.model.depth = runs[run].scheme == RIA_TILING_CLASSIC ? 1 : 2;
  s.model.window = 4;
  s.model.nstatic = 2;
  s.model.statics = statics;
  s.model.amounts = 2;
  s.model.amount[1].field = 3;
  s.source.amount[0] = (ria_binding){.from = RIA_BIND_VALUE, .value = 0.01};
  s.source.amount[1] = (ria_binding){.from = RIA_BIND_VALUE, .value = 0.02};
  memset(&by_list, 0, sizeof by_list);
  memset(&by_field, 0, sizeof by_field);
  memset(&beyond, 0, sizeof beyond);
  list_all(&s.source, kind);
  run_model(runtime, &s.model, kind, &by_list);
  s.source = (ria_source){.kernel = s.source.kernel, .weights = "rain"};
  bind(s.source.kernel, s.source.scalars, "dt", 0);
  bind(s.source.kernel, s.source.scalars, "water", 0.01);
  bind(s.source.kernel, s.source.scalars, "tracer", 0.02);
  s.source.amount[0] = (ria_binding){.from = RIA_BIND_VALUE, .value = 0.01};
  s.source.amount[1] = (ria_binding){.from = RIA_BIND_VALUE, .value = 0.02};
  run_model(runtime, &s.model, kind, &by_field);
  s.model.statics_beyond = true;
  run_model(runtime, &s.model, kind, &beyond);
  const bool same = !memcmp(by_list.state, by_field.state, sizeof by_list.state) &&
                    !memcmp(&beyond, &by_field, sizeof beyond);
  const bool near = fabs(by_list.fed[0] - by_field.fed[0]) < 1e-6 * fabs(by_field.fed[0]) &&
                    fabs(by_list.fed[1] - by_field.fed[1]) < 1e-6 * fabs(by_field.fed[1]);
  if (!same || !near) {
    fprintf(stderr, "rank: run %d of kind %d: %s\n", run, (int)kind,
            same ? "another ledger" : "other bits");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, run, (int)precision, (int)kind);
  ranks_write_bytes(runtime, path, &by_field, sizeof by_field);
}

static int run_all(const char *folder) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 2}, &runtime));
  for (int run = 0; run < RUNS; run++)
    for (int precision = 0; precision < RIA_PRECISIONS; precision++)
      for (int kind = 0; kind < WEIGHTS; kind++)
        if (runs[run].ranks == ria_runtime_ranks(runtime))
          run_one(runtime, folder, run, (ria_precision)precision, (weights)kind);
  ria_runtime_destroy(runtime);
  return 0;
}

static void read_result(const char *folder, int run, int precision, int kind, result *out) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, run, precision, kind);
  ranks_read_bytes(path, out, sizeof *out);
}

static void fields_weigh_as_lists_do(void **unused) {
  (void)unused;
  static result first, other;
  char *folder = test_folder_create();
  ranks_start(1, folder);
  ranks_start(2, folder);
  for (int precision = 0; precision < RIA_PRECISIONS; precision++)
    for (int kind = 0; kind < WEIGHTS; kind++) {
      read_result(folder, 0, precision, kind, &first);
      assert_int_equal(first.steps, STEPS);
      for (int run = 1; run < RUNS; run++) {
        read_result(folder, run, precision, kind, &other);
        assert_memory_equal(&first, &other, sizeof first);
      }
    }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(fields_weigh_as_lists_do)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Moments: a model that reads its state at certain times, gives a list of cells other weights and
 * fills a static anew. The same bits on any tiles and ranks, and after a restart in between. */
#include <math.h>
#include <ria/checkpoint.h>
#include <ria/patch.h>
#include "ranks.h"
#include "water_model.h"

enum { STATE = 4, CELLS = NX * NY };
static const double every = 0.75, middle = 4, end = 6;

static const struct {
  int ranks, tiles[2];
  ria_tiling_scheme scheme;
  bool resumed;
} runs[] = {{1, {1, 1}, RIA_TILING_CLASSIC, false},   {1, {3, 2}, RIA_TILING_CLASSIC, true},
            {1, {2, 2}, RIA_TILING_EXPANSION, false}, {2, {2, 1}, RIA_TILING_CLASSIC, true},
            {2, {2, 3}, RIA_TILING_EXPANSION, true},  {2, {1, 2}, RIA_TILING_SWEPT, false}};
enum { RUNS = sizeof runs / sizeof *runs };

typedef struct {
  double state[STATE][CELLS], fed, kept[2], time;
} result;

/* State of the moments: their number, and the depth at the last one. */
enum { CAME, DEPTH_FOUND, KEPT };
static double keep[KEPT];

static ria_status fill_rain(void *context, int field, int block, const ria_range *cells,
                            double *values) {
  (void)block;
  for (int f = field == RIA_ALL_FIELDS ? 0 : field; f <= (field == RIA_ALL_FIELDS ? 1 : field); f++)
    for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
      for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
        *values++ =
            f ? (x > 20 ? keep[DEPTH_FOUND] * 0.1 : 0) : start_of("depth", (double)x, (double)y);
  (void)context;
  return RIA_SUCCESS;
}

static ria_status put(void *context, ria_simulation *s, double t) {
  const double weights[FED] = {keep[DEPTH_FOUND], 0.1 * keep[CAME], 0};
  (void)context;
  (void)t;
  RIA_TRY(ria_simulation_weigh(s, 0, weights));
  return ria_simulation_fill_statics(s, 1, 1, fill_rain, NULL);
}

static ria_status act(void *context, ria_simulation *s, double t) {
  static const ria_global x[] = {20}, y[] = {11};
  double values[STATE];
  RIA_TRY(ria_simulation_probe(s, &(ria_probe_cells){.count = 1, .at = {x, y}}, values));
  if (t != every * keep[CAME])
    return ria_fail(RIA_ERROR_INTERNAL, "a moment at %.17g", t);
  keep[CAME]++;
  keep[DEPTH_FOUND] = values[0];
  return put(context, s, t);
}

static double next(void *context, double t) {
  (void)context;
  return every * (floor(t / every) + 1);
}

static ria_simulation *begin(ria_runtime *runtime, ria_model *model) {
  ria_simulation *s;
  memset(keep, 0, sizeof keep);
  ranks_must(ria_simulation_create(runtime, model, &s));
  ranks_must(ria_simulation_fill(s, fill_state, fill_rain, model));
  return s;
}

/* To a time between two moments; a step goes on to the end of a window, as for a checkpoint. */
static ria_simulation *go_half_way(ria_runtime *runtime, ria_simulation *s, ria_model *model,
                                   const char *path, bool resumed) {
  const ria_checkpoint_identity identity = {.solver = "water", .case_hash = "0123456789abcdef"};
  ria_snapshot *snapshot;
  ranks_must(ria_simulation_advance(s, middle, true, end, -1, NULL, NULL));
  if (!resumed)
    return s;
  ranks_must(ria_simulation_snapshot(s, &snapshot));
  ranks_must(ria_checkpoint_write(runtime, snapshot, &identity, NULL, path));
  ria_snapshot_destroy(snapshot);
  ria_simulation_destroy(s);
  s = begin(runtime, model);
  ranks_must(ria_checkpoint_read(s, &identity, path, NULL));
  return s;
}

static void look(ria_simulation *s, const ria_model *model, result *out) {
  const ria_patch all = {.cells = {{0, 0, 0}, {NX, NY, 1}}};
  ria_ledger ledger;
  for (int f = 0; f < STATE; f++)
    ranks_must(ria_patch_read(s, f, &all, out->state[f]));
  ranks_must(ria_simulation_ledger(s, &ledger));
  out->fed = ria_flow_value(&ledger.fed[0][0]);
  ria_ledger_destroy(&ledger);
  memcpy(out->kept, model->moments.keep, sizeof out->kept);
  out->time = ria_simulation_progress(s).time;
}

static void run_one(ria_runtime *runtime, const char *folder, int run, ria_precision precision) {
  static const ria_quantity statics[] = {DEPTH, {"rain", "1", "share of the rate"}};
  static result out;
  char path[1024], checkpoint[1032];
  setting s;
  prepare(&s, false, runs[run].tiles[0], runs[run].tiles[1]);
  ria_source source[] = {s.source, {.kernel = s.source.kernel, .weights = "rain"}};
  memcpy(source[1].scalars, s.source.scalars, sizeof source[1].scalars);
  source[0].amount[0] = (ria_binding){.from = RIA_BIND_VALUE, .value = 0.01};
  s.model.precision = precision;
  s.model.scheme = runs[run].scheme;
  s.model.depth = runs[run].scheme == RIA_TILING_CLASSIC ? 1 : 2;
  s.model.window = 4;
  s.model.nstatic = 2;
  s.model.statics = statics;
  s.model.amounts = 2;
  s.model.amount[1].field = 3;
  s.model.sources = 2;
  s.model.source = source;
  s.model.moments =
      (ria_moments){.next = next, .begin = put, .act = act, .kept = KEPT, .keep = keep};
  snprintf(path, sizeof path, "%s/%d-%d", folder, run, (int)precision);
  snprintf(checkpoint, sizeof checkpoint, "%s.h5", path);
  memset(&out, 0, sizeof out);
  ria_simulation *simulation = begin(runtime, &s.model);
  simulation = go_half_way(runtime, simulation, &s.model, checkpoint, runs[run].resumed);
  ranks_must(ria_simulation_advance(simulation, end, false, end, -1, NULL, NULL));
  look(simulation, &s.model, &out);
  ria_simulation_destroy(simulation);
  ranks_write_bytes(runtime, path, &out, sizeof out);
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

static void read_result(const char *folder, int run, int precision, result *out) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d", folder, run, precision);
  ranks_read_bytes(path, out, sizeof *out);
}

/* The moment at the end is not due yet: it comes when steps continue. */
static void moments_are_met_and_kept(void **unused) {
  (void)unused;
  static result first, other;
  char *folder = test_folder_create();
  ranks_start(1, folder);
  ranks_start(2, folder);
  for (int precision = 0; precision < RIA_PRECISIONS; precision++) {
    read_result(folder, 0, precision, &first);
    assert_true(first.time == end);
    assert_true(first.kept[CAME] == end / every);
    assert_true(first.kept[DEPTH_FOUND] > 1 && first.fed > 0);
    for (int run = 1; run < RUNS; run++) {
      read_result(folder, run, precision, &other);
      assert_memory_equal(&first, &other, sizeof first);
    }
  }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(moments_are_met_and_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

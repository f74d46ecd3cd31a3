/* Statics that are masks and indices, in a model of two blocks whose axes run against each other: a
 * stencil that reads them around a cell, against loops of the test's own, on any tiles; what a fill
 * refuses; models whose kernels read another storage. */
#include <math.h>
#include <ria/registry.h>
#include <ria/simulation.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"

/* Block 1 lies east of block 0 and is turned round: its cell (i, j) is the place (LENGTH - 1 - i,
 * NY - 1 - j). */
enum { NX_A = 13, NX_B = 10, LENGTH = NX_A + NX_B, NY = 9, NZ = 2, STEPS = 5 };
enum { WEIGHT, OPEN, GROUP, STATICS };

static ria_runtime *runtime;
static double wrong_value;
static int wrong_static = -1;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* ---- the kernel, as the generator would write it ---- */

static const ria_storage storage[] = {RIA_STORED_REAL, RIA_STORED_REAL, RIA_STORED_MASK,
                                      RIA_STORED_INDEX};

static double next_of(double here, double west, double east, double open_west, double open_east,
                      double weight, double group_north, double group_south, double group) {
  const double same = (group_north == group) + (group_south == group);
  return 0.5 * here +
         weight * ((open_west * west + open_east * east) + 0.001 * same + group * 1e-6);
}

#define STEP(name, real)                                                                           \
  static void name(ria_step_args *args) {                                                          \
    const real *T = args->src[0], *weight = args->statics[WEIGHT];                                 \
    const int8_t *open = args->statics[OPEN];                                                      \
    const int32_t *group = args->statics[GROUP];                                                   \
    const ptrdiff_t pitch = (ptrdiff_t)args->pitch;                                                \
    for (int z = args->update.lo[2]; z < args->update.hi[2]; z++)                                  \
      for (int y = args->update.lo[1]; y < args->update.hi[1]; y++)                                \
        for (int x = args->update.lo[0]; x < args->update.hi[0]; x++) {                            \
          const ptrdiff_t at = z * (ptrdiff_t)args->plane + y * pitch + x;                         \
          ((real *)args->dst[0])[at] =                                                             \
              (real)next_of(T[at], T[at - 1], T[at + 1], open[at - 1], open[at + 1], weight[at],   \
                            group[at + pitch], group[at - pitch], group[at]);                      \
        }                                                                                          \
  }
STEP(step_single, float)
STEP(step_double, double)

static const ria_quantity state[] = {{"T", "K", "temperature"}};
static const ria_quantity statics[] = {
    {"weight", "1", "of neighbours"}, {"open", "1", "weight"}, {"group", "1", "number"}};
static const ria_reach sees[] = {
    {{1, 0, 0}, {1, 0, 0}}, {{0}, {0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}};
extern const ria_target ria_target_cpu;
static const ria_implementation implementation[] = {
    {.target = &ria_target_cpu, .strategy = "reference", .step = {step_single, step_double}}};
static const ria_kernel kernel = {.name = "marked",
                                  .what = "of the test",
                                  .kind = RIA_KERNEL_POINT,
                                  .axes = 7,
                                  .reach = {1, 1, 0},
                                  .radius = 1,
                                  .sees = sees,
                                  .reads = {1},
                                  .writes = {1},
                                  .nstate = 1,
                                  .nstatic = STATICS,
                                  .state = state,
                                  .statics = statics,
                                  .storage = storage,
                                  .implementation = implementation,
                                  .implementations = 1};

/* ---- values by place ---- */

static double start_at(int x, int y, int z) {
  return 1 + sin(1.7 * x + 0.3 * y * y + 5 * z);
}

static double static_at(int field, int x, int y, int z) {
  const unsigned n = (unsigned)(x * 31 + y * 17 + z * 7 + x * y);
  if (field == WEIGHT)
    return 0.1 + 0.001 * (n % 50);
  return field == OPEN ? (int)(n % 5) - 2 : 16777216 - 3 * (int)(n % 3);
}

static void place_of(int block, ria_global i, ria_global j, int place[2]) {
  place[0] = block ? LENGTH - 1 - (int)i : (int)i;
  place[1] = block ? NY - 1 - (int)j : (int)j;
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  const bool is_static = context != NULL;
  for (ria_global k = cells->lo[2]; k < cells->hi[2]; k++)
    for (ria_global j = cells->lo[1]; j < cells->hi[1]; j++)
      for (ria_global i = cells->lo[0]; i < cells->hi[0]; i++) {
        int at[2];
        place_of(block, i, j, at);
        *values =
            is_static ? static_at(field, at[0], at[1], (int)k) : start_at(at[0], at[1], (int)k);
        if (is_static && field == wrong_static && block == 1 && i == 3 && j == 4 && k == 1)
          *values = wrong_value;
        values++;
      }
  return RIA_SUCCESS;
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  (void)context;
  return fill(NULL, field, block, cells, values);
}

static ria_status fill_statics(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  return fill(context, field, block, cells, values);
}

/* ---- runs ---- */

static const ria_link link[] = {
    {.block = {0, 1},
     .side = {RIA_EAST, RIA_EAST},
     .range = {{{0, 0, 0}, {NX_A, NY, NZ}}, {{0, 0, 0}, {NX_B, NY, NZ}}},
     .map = {-1, -2, +3}}};

typedef struct {
  ria_block block[2];
  ria_mesh mesh;
  ria_stage stage;
  ria_segment segment[2 * RIA_SIDES];
  ria_kernel side;
  ria_model model;
} setting;

static void prepare(setting *s, ria_precision precision, const int tiles[RIA_AXES]) {
  *s = (setting){.block = {{.name = "a", .cells = {NX_A, NY, NZ}, .spacing = {1, 1, 1}},
                           {.name = "b", .cells = {NX_B, NY, NZ}, .spacing = {1, 1, 1}}},
                 .mesh = {.ndim = 3, .blocks = 2, .links = 1, .block = s->block, .link = link},
                 .stage = {.kernel = &kernel}};
  for (int b = 0; b < 2; b++)
    memcpy(s->block[b].tiles, tiles, sizeof s->block[b].tiles);
  int segments = 0;
  s->side = *ria_kernel_find("heat_insulated");
  s->side.nstatic = STATICS;
  s->side.statics = statics;
  s->side.storage = storage;
  for (int b = 0; b < 2; b++)
    for (int side = 0; side < RIA_SIDES; side++)
      if (!ria_mesh_is_linked(&s->mesh, b, (ria_side)side))
        s->segment[segments++] = (ria_segment){.block = b,
                                               .side = (ria_side)side,
                                               .part = ria_block_cells(&s->block[b]),
                                               .kernel = &s->side};
  s->model = (ria_model){.mesh = &s->mesh,
                         .precision = precision,
                         .nstate = 1,
                         .state = state,
                         .nstatic = STATICS,
                         .statics = statics,
                         .stored = storage + 1,
                         .stages = 1,
                         .stage = &s->stage,
                         .segments = segments,
                         .segment = s->segment,
                         .step = RIA_STEP_FIXED,
                         .fixed_dt = 1,
                         .window = 1,
                         .target = "cpu"};
}

/* All cells by place: [z][y][x]. */
static void read_all(ria_simulation *simulation, double *values) {
  for (int block = 0; block < 2; block++) {
    const int nx = block ? NX_B : NX_A;
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < nx; i++) {
          const ria_global x = i, y = j, z = k;
          int at[2];
          place_of(block, i, j, at);
          const ria_probe_cells cell = {.count = 1, .block = &block, .at = {&x, &y, &z}};
          must(ria_simulation_probe(simulation, &cell, &values[(k * NY + at[1]) * LENGTH + at[0]]));
        }
  }
}

static int inside(int cell, int cells) {
  return cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
}

/* The same by loops over places, rounded as the precision rounds. */
static void compute(ria_precision precision, double *T) {
  static double next[NZ * NY * LENGTH];
  const bool single = precision == RIA_SINGLE;
#define ROUNDED(value) (single ? (double)(float)(value) : (value))
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < LENGTH; x++)
        T[(z * NY + y) * LENGTH + x] = ROUNDED(start_at(x, y, z));
  for (int step = 0; step < STEPS; step++) {
    for (int z = 0; z < NZ; z++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < LENGTH; x++) {
          const double *row = &T[(z * NY + y) * LENGTH];
          const int west = inside(x - 1, LENGTH), east = inside(x + 1, LENGTH);
          const double group[3] = {static_at(GROUP, x, inside(y - 1, NY), z),
                                   static_at(GROUP, x, y, z),
                                   static_at(GROUP, x, inside(y + 1, NY), z)};
          next[(z * NY + y) * LENGTH + x] =
              ROUNDED(next_of(row[x], row[west], row[east], static_at(OPEN, west, y, z),
                              static_at(OPEN, east, y, z), ROUNDED(static_at(WEIGHT, x, y, z)),
                              group[2], group[0], group[1]));
        }
    memcpy(T, next, sizeof next);
  }
}

static void tiles_agree_with_loops(void **unused) {
  (void)unused;
  static const int tiles[][RIA_AXES] = {{1, 1, 1}, {3, 2, 1}, {2, 3, 2}};
  static double wanted[NZ * NY * LENGTH], got[NZ * NY * LENGTH];
  int whatever;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    compute((ria_precision)p, wanted);
    for (size_t t = 0; t < sizeof tiles / sizeof *tiles; t++) {
      setting s;
      ria_simulation *simulation;
      prepare(&s, (ria_precision)p, tiles[t]);
      must(ria_simulation_create(runtime, &s.model, &simulation));
      must(ria_simulation_fill(simulation, fill_state, fill_statics, &whatever));
      must(ria_simulation_advance(simulation, INFINITY, false, INFINITY, STEPS, NULL, NULL));
      read_all(simulation, got);
      ria_simulation_destroy(simulation);
      for (int i = 0; i < NZ * NY * LENGTH; i++)
        if (memcmp(&got[i], &wanted[i], sizeof *got))
          fail_msg("precision %d, tiling %zu: place (%d, %d, %d) is %a, not %a", p, t, i % LENGTH,
                   i / LENGTH % NY, i / LENGTH / NY, got[i], wanted[i]);
    }
  }
}

static void expect_failure(ria_status status, const char *words) {
  assert_int_equal(status, RIA_ERROR_ARGUMENT);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s' says nothing of '%s'", ria_status_detail(), words);
}

static void numbers_that_do_not_fit_are_refused(void **unused) {
  (void)unused;
  static const int tiles[RIA_AXES] = {2, 1, 1};
  static const struct {
    int field;
    ria_precision precision;
    double value;
    const char *words; /* NULL: it fits */
  } tried[] = {
      {OPEN, RIA_SINGLE, 127, NULL},
      {OPEN, RIA_SINGLE, -128, NULL},
      {OPEN, RIA_SINGLE, 128, "'open' is MASK, but cell (3, 4, 1) of block 1 has 128"},
      {OPEN, RIA_DOUBLE, -129, "a whole number from -128 to 127"},
      {OPEN, RIA_DOUBLE, 0.5, "has 0.5;"},
      {OPEN, RIA_DOUBLE, NAN, "nan"},
      {GROUP, RIA_SINGLE, 16777216, NULL},
      {GROUP, RIA_SINGLE, 16777217,
       "'group' is INDEX of a run in single precision, but cell (3, 4, 1) of block 1 has 16777217"},
      {GROUP, RIA_DOUBLE, 2147483647, NULL},
      {GROUP, RIA_DOUBLE, 2147483648., "whole number from -2147483647 to 2147483647"},
      {WEIGHT, RIA_SINGLE, 0.3, NULL},
  };
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    setting s;
    ria_simulation *simulation;
    int whatever;
    prepare(&s, tried[i].precision, tiles);
    must(ria_simulation_create(runtime, &s.model, &simulation));
    wrong_static = tried[i].field, wrong_value = tried[i].value;
    const ria_status status = ria_simulation_fill(simulation, NULL, fill_statics, &whatever);
    wrong_static = -1;
    if (tried[i].words)
      expect_failure(status, tried[i].words);
    else
      must(status);
    ria_simulation_destroy(simulation);
  }
}

static void other_storage_is_refused(void **unused) {
  (void)unused;
  static const int tiles[RIA_AXES] = {1, 1, 1};
  static const ria_storage masks[] = {RIA_STORED_REAL, RIA_STORED_MASK, RIA_STORED_MASK};
  ria_kernel typed_state = kernel;
  static const ria_storage of_state[] = {RIA_STORED_MASK, RIA_STORED_REAL, RIA_STORED_MASK,
                                         RIA_STORED_INDEX};
  setting s;
  ria_simulation *simulation;
  prepare(&s, RIA_DOUBLE, tiles);
  s.model.stored = NULL;
  expect_failure(ria_simulation_create(runtime, &s.model, &simulation),
                 "the kernel marked reads the static 'open' as MASK, and the model stores it as "
                 "FIELD");
  s.model.stored = masks;
  expect_failure(ria_simulation_create(runtime, &s.model, &simulation), "'group' as INDEX");
  typed_state.storage = of_state;
  s.stage.kernel = &typed_state;
  expect_failure(ria_simulation_create(runtime, &s.model, &simulation), "declare it in STATICS");
}

/* Kernels of sides find the model's fields by their names, as many as they have. */
static void other_fields_are_refused(void **unused) {
  (void)unused;
  static const int tiles[RIA_AXES] = {1, 1, 1};
  static const ria_quantity turned[] = {
      {"weight", "1", "of neighbours"}, {"group", "1", "number"}, {"open", "1", "weight"}};
  static const ria_storage of_turned[] = {RIA_STORED_REAL, RIA_STORED_REAL, RIA_STORED_INDEX,
                                          RIA_STORED_MASK};
  static const ria_quantity other[] = {{"u", "K", "temperature"}};
  setting s;
  ria_simulation *simulation;
  prepare(&s, RIA_DOUBLE, tiles);
  s.side.statics = turned;
  expect_failure(ria_simulation_create(runtime, &s.model, &simulation),
                 "the kernel heat_insulated reads the static 'group' as MASK, and the model stores "
                 "it as INDEX");
  s.side.storage = of_turned;
  must(ria_simulation_create(runtime, &s.model, &simulation));
  ria_simulation_destroy(simulation);
  s.side.nstatic = 0;
  must(ria_simulation_create(runtime, &s.model, &simulation));
  ria_simulation_destroy(simulation);
  s.side = *ria_kernel_find("heat_insulated");
  s.side.state = other;
  expect_failure(ria_simulation_create(runtime, &s.model, &simulation),
                 "the kernel heat_insulated has 'u' in its STATE, and the model's STATE has no "
                 "field of that name; it has: T");
}

static void programs_read_as_it_is_stored(void **unused) {
  (void)unused;
  const ria_kernel *flux = ria_kernel_find("rows_magnitude");
  static const ria_storage mask[] = {RIA_STORED_MASK}, index[] = {RIA_STORED_INDEX};
  const ria_op op = {.kind = RIA_OP_REDUCE, .kernel = flux, .field = {0, 1}};
  const ria_program program = {.ops = 1,
                               .op = &op,
                               .scalars = 1,
                               .scalar = &(ria_program_scalar){.quantity = {"sum", "1", "a"}}};
  must(ria_program_check(&program, 1, 1, mask, RIA_DOUBLE));
  expect_failure(ria_program_check(&program, 1, 1, index, RIA_DOUBLE),
                 "operation 0 of the program: the kernel rows_magnitude has 'owned' as MASK, and "
                 "the model stores field 1 as INDEX");
  expect_failure(ria_program_check(&program, 1, 1, NULL, RIA_DOUBLE), "stores field 1 as FIELD");
  expect_failure(ria_program_check(&program, 2, 0, NULL, RIA_DOUBLE), "stores field 1 as FIELD");
}

/* Fields of floats are numbered behind the others. Two of them lie in a field of doubles, which no
 * operation may name. */
static void programs_have_fields_of_floats(void **unused) {
  (void)unused;
  enum { FIELD, OTHER, LAST, NSTATE };
  static const ria_quantity names[] = {{"a", "1", "a"}, {"b", "1", "b"}};
  static const ria_storage floats[] = {RIA_STORED_REAL, RIA_STORED_SINGLE};
  static const ria_reach here[2];
  const ria_kernel plain = {.name = "plain",
                            .kind = RIA_KERNEL_POINT,
                            .nstate = 2,
                            .state = names,
                            .sees = here,
                            .reads = {1},
                            .writes = {2}};
  ria_kernel rounding = plain;
  rounding.storage = floats;
  ria_op op[] = {{.kind = RIA_OP_APPLY, .kernel = &rounding, .field = {FIELD, NSTATE}},
                 {.kind = RIA_OP_APPLY, .kernel = &rounding, .field = {FIELD, NSTATE + 1}}};
  ria_program p = {.ops = 2, .op = op, .work = 2, .singles = 2};
  must(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE));
  must(ria_program_check(&p, NSTATE, 0, NULL, RIA_SINGLE));
  p.singles = 3;
  must(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE));
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_SINGLE),
                 "3 fields of floats need the memory of 3 work fields; the program has 2");
  p.singles = 1;
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                 "operation 1 of the program: it writes a field that is not in the model's state");
  op[1].kernel = &plain;
  op[1].field[1] = LAST;
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                 "operation 1 of the program: it writes a field that is not in the model's state");
  op[1].field[0] = LAST;
  op[1].field[1] = OTHER;
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                 "operation 1 of the program: it reads a field that the model does not have");
  op[1].field[0] = NSTATE;
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                 "the kernel plain has 'a' as FIELD, and the model stores field 3 as SINGLE");
  for (int field = LAST; field <= NSTATE; field++) {
    op[1] = (ria_op){.kind = RIA_OP_EXCHANGE, .fields = 1, .field = {field}};
    expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                   "it exchanges a field that is not one of reals in the model's state");
  }
  p.ops = 1;
  op[0].field[1] = OTHER;
  expect_failure(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE),
                 "the kernel plain has 'b' as SINGLE, and the model stores field 1 as FIELD");
}

/* A mark takes a byte in either precision. */
static void a_cell_takes_its_bytes(void **unused) {
  (void)unused;
  const double none = ria_simulation_cell_bytes(2, 0, 0, NULL, RIA_SINGLE);
  assert_true(ria_simulation_cell_bytes(2, 0, STATICS, storage + 1, RIA_SINGLE) ==
              none + 4 + 1 + 4);
  assert_true(ria_simulation_cell_bytes(2, 0, STATICS, NULL, RIA_SINGLE) == none + 12);
  assert_true(ria_simulation_cell_bytes(0, 0, STATICS, storage + 1, RIA_DOUBLE) == 8 + 1 + 4);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(tiles_agree_with_loops),
                                     cmocka_unit_test(numbers_that_do_not_fit_are_refused),
                                     cmocka_unit_test(other_storage_is_refused),
                                     cmocka_unit_test(other_fields_are_refused),
                                     cmocka_unit_test(programs_read_as_it_is_stored),
                                     cmocka_unit_test(programs_have_fields_of_floats),
                                     cmocka_unit_test(a_cell_takes_its_bytes)};
  return cmocka_run_group_tests(tests, start, stop);
}

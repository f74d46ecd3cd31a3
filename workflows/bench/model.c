/* Models the time that a Cell would take for a step, on a mesh of any size. */
#include "model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/registry.h"

/* A large mesh is extrapolated from two smaller ones with this many rows of blocks, so that one row
 * has neighbours on both sides, and at least this many blocks per SPE. */
enum { BLOCK_ROWS = 3, FEW_BLOCKS = 2, MORE_BLOCKS = 4 };

typedef struct {
  const bench_basin *basin;
  const ria_model *model;
  const ria_implementation *stage[BENCH_STAGES];
  int ghost, radius;
} subject;

/* A simulated mesh, in blocks of at most this many columns and rows of cells; 0: as many as fit. */
typedef struct {
  const subject *s;
  void *cell, *tile;
  int nx, ny, block_columns, block_rows;
} mesh;

static const ria_ppe_driver *driver_of(const ria_model *m) {
  return ria_ppe_of(ria_target_find(m->target));
}

static ria_ppe_shape shape_of(const mesh *w) {
  const subject *s = w->s;
  const ria_model *m = s->model;
  return (ria_ppe_shape){
      .cells = ria_box_plane(-s->ghost, w->nx + s->ghost, -s->ghost, w->ny + s->ghost),
      .inner = ria_box_plane(0, w->nx, 0, w->ny),
      .precision = m->precision,
      .nstate = m->nstate,
      .nstatic = m->nstatic,
      .radius = s->radius,
      .block_columns = w->block_columns,
      .block_rows = w->block_rows};
}

static void store(void *field, ria_precision precision, size_t at, double value) {
  if (precision == RIA_SINGLE)
    ((float *)field)[at] = (float)value;
  else
    ((double *)field)[at] = value;
}

/* Fills the mesh with the basin's state in its south-western corner. */
static ria_status fill(const mesh *w) {
  const ria_model *m = w->s->model;
  void *field[RIA_MAX_FIELDS] = {0};
  const size_t cells = (size_t)w->nx * (size_t)w->ny;
  ria_status status = RIA_SUCCESS;
  for (int f = 0; f < m->nstate && status == RIA_SUCCESS; f++) {
    field[f] = calloc(cells, ria_precision_size(m->precision));
    if (!field[f])
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for %d x %d cells", w->nx, w->ny);
    for (size_t n = 0; n < cells && field[f]; n++)
      store(field[f], m->precision, n,
            bench_basin_state(w->s->basin, m->state[f].name,
                              (ria_global)(n % (size_t)w->nx) % m->grid.cells[0],
                              (ria_global)(n / (size_t)w->nx) % m->grid.cells[1]));
  }
  if (status == RIA_SUCCESS)
    driver_of(m)->put(w->tile, ria_box_plane(0, w->nx, 0, w->ny), (const void *const *)field,
                      (size_t)w->nx);
  for (int f = 0; f < m->nstate; f++)
    free(field[f]);
  return status;
}

/* The time does not depend on the values, so any small dt is valid. */
static double some_dt(const ria_model *m) {
  return 1e-3 * fmin(m->grid.spacing[0], m->grid.spacing[1]);
}

static void resolve(const ria_binding *binding, int count, double dt, double *values) {
  for (int i = 0; i < count; i++)
    values[i] = ria_binding_value(&binding[i], dt, NULL);
}

static ria_status fill_edges(const mesh *w, const ria_kernel *kernel) {
  const ria_model *m = w->s->model;
  double values[RIA_MAX_SCALARS];
  for (int i = 0; i < m->segments; i++) {
    const ria_segment *segment = &m->segment[i];
    const int axis = segment->side == RIA_SOUTH || segment->side == RIA_NORTH;
    const int layers = ria_kernel_reach(kernel, axis);
    const ria_implementation *cpu = ria_kernel_on(segment->kernel, RIA_TARGET_HOST);
    resolve(segment->scalars, segment->kernel->nscalar, some_dt(m), values);
    if (layers)
      RIA_TRY(driver_of(m)->edge(
          w->tile, &(ria_ppe_edge){
                       .fill = cpu->boundary[m->precision],
                       .axis = axis,
                       .outward = segment->side == RIA_WEST || segment->side == RIA_SOUTH ? -1 : 1,
                       .to = axis ? w->nx : w->ny,
                       .layers = layers,
                       .nx = w->nx,
                       .ny = w->ny,
                       .scalars = values}));
  }
  return RIA_SUCCESS;
}

static ria_status step(const mesh *w) {
  const ria_model *m = w->s->model;
  double scalars[RIA_MAX_SCALARS];
  for (int i = 0; i < m->stages; i++) {
    const ria_stage *stage = &m->stage[i];
    ria_step_args args = {.update = ria_box_plane(0, w->nx, 0, w->ny),
                          .owned = ria_box_plane(0, w->nx, 0, w->ny),
                          .scalars = scalars,
                          .switches = stage->switches};
    resolve(stage->scalars, stage->kernel->nscalar, some_dt(m), scalars);
    RIA_TRY(fill_edges(w, stage->kernel));
    RIA_TRY(driver_of(m)->sweep(w->tile, w->s->stage[i], m->precision, &args, false,
                                (unsigned)m->stage[(i + 1) % m->stages].kernel->axes));
  }
  return RIA_SUCCESS;
}

static ria_status sweep_mesh(mesh *w, ria_modelled *modelled, ria_ppe_share *share) {
  const ria_ppe_driver *driver = driver_of(w->s->model);
  const ria_ppe_shape shape = shape_of(w);
  RIA_TRY(driver->create(&w->s->model->cell, &w->cell));
  RIA_TRY(driver->share(w->cell, &shape, share));
  RIA_TRY(driver->tile_create(w->cell, &shape, &w->tile));
  RIA_TRY(fill(w));
  RIA_TRY(step(w));
  return driver->model(w->cell, modelled);
}

static ria_status model_mesh(mesh *w, ria_modelled *modelled, ria_ppe_share *share) {
  const ria_ppe_driver *driver = driver_of(w->s->model);
  const ria_status status = sweep_mesh(w, modelled, share);
  if (w->tile)
    driver->tile_destroy(w->tile);
  if (w->cell)
    driver->destroy(w->cell);
  return status;
}

/* How the whole mesh is divided. */
static ria_status share_of(const subject *s, int nx, int ny, ria_ppe_share *share) {
  void *cell = NULL;
  const ria_ppe_shape shape = shape_of(&(mesh){.s = s, .nx = nx, .ny = ny});
  ria_ppe_choice fast = s->model->cell;
  fast.watch = RIA_WATCH_FAST;
  RIA_TRY(driver_of(s->model)->create(&fast, &cell));
  const ria_status status = driver_of(s->model)->share(cell, &shape, share);
  driver_of(s->model)->destroy(cell);
  return status;
}

/* Extrapolates linearly through two points. */
static double further(double first, double second, double at) {
  return first + (second - first) * at;
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int larger(int a, int b) {
  return a > b ? a : b;
}

static double cells_of(const mesh *w) {
  return (double)w->nx * w->ny;
}

/* A part of the whole mesh with blocks of the same size: at least `each` of them per SPE, and no
 * more per row or column than the whole mesh has. */
static mesh part_of(const subject *s, const ria_ppe_share *whole, int each) {
  const ria_grid *grid = &s->model->grid;
  const int lines = larger(whole->spes, BLOCK_ROWS), blocks = each * lines;
  int down = smaller(whole->down, lines);
  const int across = smaller(whole->across, larger(each, (blocks + down - 1) / down));
  down = smaller(whole->down, larger(down, (blocks + across - 1) / across));
  return (mesh){.s = s,
                .nx = across < whole->across ? across * whole->columns - 2 * s->ghost
                                             : (int)grid->cells[0],
                .ny = down < whole->down ? down * whole->rows - 2 * s->ghost : (int)grid->cells[1],
                .block_columns = whole->columns,
                .block_rows = whole->rows};
}

/* Extrapolates from a mesh with few blocks per SPE and one with more. */
static ria_status extrapolate(const ria_ppe_share *whole, double cells, mesh *small, mesh *large,
                              ria_modelled *m) {
  ria_modelled few, more;
  ria_ppe_share few_share, more_share;
  RIA_TRY(model_mesh(small, &few, &few_share));
  RIA_TRY(model_mesh(large, &more, &more_share));
  const double time =
      (whole->busiest - few_share.busiest) / (more_share.busiest - few_share.busiest);
  const double work = (cells - cells_of(small)) / (cells_of(large) - cells_of(small));
  *m = few;
  m->seconds = further(few.seconds, more.seconds, time);
  m->seconds_unrolled = further(few.seconds_unrolled, more.seconds_unrolled, time);
  m->compute = further(few.compute, more.compute, time);
  /* The first and last transfers do not depend on the number of blocks. */
  m->wait = fmax(more.wait, further(few.wait, more.wait, time));
  m->cycles = further(few.cycles, more.cycles, work);
  m->instructions = further(few.instructions, more.instructions, work);
  m->even = further(few.even, more.even, work);
  m->odd = further(few.odd, more.odd, work);
  m->flops = further(few.flops, more.flops, work);
  m->bytes = further(few.bytes, more.bytes, work);
  m->commands = further(few.commands, more.commands, work);
  return RIA_SUCCESS;
}

static ria_status describe(subject *s) {
  const ria_model *m = s->model;
  for (int i = 0; i < m->stages; i++) {
    const ria_kernel *kernel = m->stage[i].kernel;
    s->stage[i] = ria_kernel_implementation(kernel, m->target, m->strategy);
    if (!s->stage[i] && !m->strategy)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the solver cannot run on Cells: its kernel %s has no program for the target "
                      "'%s'; `ria kernels` lists the targets of each kernel",
                      kernel->name, m->target);
    if (!s->stage[i])
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the kernel %s has no strategy '%s' for the target '%s'; `ria kernels` lists "
                      "them",
                      kernel->name, m->strategy, m->target);
    s->radius = kernel->radius > s->radius ? kernel->radius : s->radius;
  }
  int reach[2] = {0};
  for (int i = 0; i < m->stages; i++)
    for (int axis = 0; axis < 2; axis++)
      reach[axis] += ria_kernel_reach(m->stage[i].kernel, axis);
  s->ghost = reach[0] > reach[1] ? reach[0] : reach[1];
  return RIA_SUCCESS;
}

ria_status bench_model(const bench_basin *basin, const ria_model *model, bench_modelled *result) {
  subject s = {.basin = basin, .model = model};
  const int nx = (int)model->grid.cells[0], ny = (int)model->grid.cells[1];
  const double cells = (double)nx * ny;
  ria_ppe_share share;
  mesh all = {.s = &s, .nx = nx, .ny = ny};
  *result = (bench_modelled){.cells_modelled = cells};
  if (model->stages > BENCH_STAGES)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "a step of %d kernels cannot be modelled",
                    model->stages);
  RIA_TRY(describe(&s));
  RIA_TRY(share_of(&s, nx, ny, &share));
  result->columns = share.columns;
  result->rows = share.rows;
  result->blocks = share.across * share.down;
  mesh small = part_of(&s, &share, FEW_BLOCKS), large = part_of(&s, &share, MORE_BLOCKS);
  const double parts = cells_of(&small) + cells_of(&large);
  if (cells <= parts) {
    RIA_TRY(model_mesh(&all, &result->modelled, &share));
  } else {
    RIA_TRY(extrapolate(&share, cells, &small, &large, &result->modelled));
    result->cells_modelled = parts;
  }
  if (!(result->modelled.seconds > 0))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "a step of strategy '%s' in %s precision cannot be modelled: no program of it "
                    "ran on an SPE",
                    s.stage[0]->strategy, model->precision == RIA_SINGLE ? "single" : "double");
  return RIA_SUCCESS;
}

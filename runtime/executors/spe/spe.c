/* Tiles on workers that are set aside as Cells: ria/ppe.h.
 *
 * A tile's cells are kept in blocks in its Cell's memory from one step to the next, and are
 * advanced there in place. Halo strips are copied out of the blocks and into them. The whole tile
 * is copied out once a window of steps, at its end: snapshots, sums and files use row-major fields,
 * as on any target. */
#include "base/file5.h"
#include "executors/executor.h"
#include "work/edges.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Private data of a simulation: its Cells, and the first error on one of them; later tasks then
 * have no effect. */
typedef struct {
  void *cell[STARPU_NMAXWORKERS]; /* by worker; NULL: not a Cell */
  atomic_int begun, said;
  char fault[1024];
} spe_cells;

/* Private data of a tile. */
typedef struct {
  void *tile;
  bool holds; /* the blocks hold the present state; otherwise the base buffer does */
} spe_tile;

static const ria_ppe_driver *driver_of(const ria_simulation *s) {
  return ria_ppe_of(s->target);
}

static spe_cells *cells_of(const ria_simulation *s) {
  return s->executor_data;
}

static spe_tile *blocks_of(const tile_work *w) {
  return w->tile->executor_data;
}

static ria_ppe_shape shape_of(const ria_simulation *s, const tile_data *tile) {
  const tile_layout *l = &tile->layout;
  return (ria_ppe_shape){.cells = ria_box_plane(-l->ghost[0], l->n[0] + l->ghost[0], -l->ghost[1],
                                                l->n[1] + l->ghost[1]),
                         .inner = layout_own(l),
                         .precision = s->model.precision,
                         .nstate = s->model.nstate,
                         .nstatic = s->model.nstatic,
                         .radius = s->most_radius};
}

static ria_status ask(ria_simulation *s, bool *asked) {
  *asked = s->target->kind == RIA_TARGET_CELL;
  if (*asked && (s->mesh.ndim == 3 || s->mesh.blocks > 1))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "Cells advance a plane of one block; use another target: --target cpu");
  return RIA_SUCCESS;
}

static ria_status memory(const ria_simulation *s) {
  const ria_block *g = s->mesh.block;
  for (int i = 0; i < s->tiles; i++) {
    const ria_ppe_shape shape = shape_of(s, &s->tile[i]);
    double bytes, most;
    RIA_TRY(driver_of(s)->size(&shape, &bytes, &most));
    if (bytes > most)
      return ria_fail(
          RIA_ERROR_UNSUPPORTED,
          "tile %d, %d of %d x %d cells would take %.2f GiB of a Cell's memory, but an SPE reaches "
          "only 4 GiB with a list of transfers; use more tiles: --tiles %dx%d "
          "would fit%s",
          s->tile[i].at.place[0], s->tile[i].at.place[1], s->tile[i].layout.n[0],
          s->tile[i].layout.n[1], bytes / 0x1p30, g->tiles[0],
          g->tiles[1] * ((int)(1.1 * bytes / most) + 1),
          s->model.precision == RIA_DOUBLE && bytes < 1.9 * most
              ? ", and so would single precision (--precision single)"
              : "");
  }
  return RIA_SUCCESS;
}

static ria_status create(ria_simulation *s) {
  const ria_ppe_driver *driver = driver_of(s);
  if (s->model.sources)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "Cells do not support sources; use --target cpu");
  if (!s->straight)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "on Cells all kernels must have the model's fields in its order; use --target "
                    "cpu");
  spe_cells *all = s->executor_data = calloc(1, sizeof *all);
  if (!all)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for Cells");
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    void **cell = &all->cell[tile->place.worker];
    if (!*cell)
      RIA_TRY(driver->create(&s->model.cell, cell));
    spe_tile *blocks = tile->executor_data = calloc(1, sizeof *blocks);
    if (!blocks)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile");
    const ria_ppe_shape shape = shape_of(s, tile);
    RIA_TRY(driver->tile_create(*cell, &shape, &blocks->tile));
  }
  return RIA_SUCCESS;
}

static void destroy_tile(const ria_simulation *s, tile_data *tile) {
  spe_tile *blocks = tile->executor_data;
  if (blocks->tile)
    driver_of(s)->tile_destroy(blocks->tile);
}

static void destroy(ria_simulation *s) {
  for (int w = 0; w < STARPU_NMAXWORKERS; w++)
    if (cells_of(s)->cell[w])
      driver_of(s)->destroy(cells_of(s)->cell[w]);
}

/* Records the error of the task that broke a rule; the window's other tasks end without effect. */
static void note_fault(const tile_work *w) {
  spe_cells *all = cells_of(w->s);
  if (!atomic_exchange(&all->begun, 1)) {
    snprintf(all->fault, sizeof all->fault, "%s", ria_status_detail());
    atomic_store(&all->said, 1);
  }
}

static ria_status fault(const ria_simulation *s) {
  if (!atomic_load(&cells_of(s)->said))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_DEVICE,
                  "the Cell stopped after %g s (step %lld): %s; the last checkpoint is intact",
                  s->latest->now.time, (long long)s->latest->now.steps, cells_of(s)->fault);
}

/* The error of the lowest rank with a stopped Cell. No window is accepted after such an error, so
 * all ranks reach this call. */
static ria_status check(const ria_simulation *s) {
  ria_simulation_drain(s);
  return ria_agree(s->runtime->comm, fault(s));
}

static void put(const tile_work *w, int buffer, ria_box box) {
  void *field[RIA_MAX_FIELDS];
  tile_fields(w->tile, w->s->model.nstate, w->state, buffer, field);
  driver_of(w->s)->put(blocks_of(w)->tile, box, (const void *const *)field, w->tile->layout.pitch);
}

static void get(const tile_work *w, int buffer, ria_box box) {
  void *field[RIA_MAX_FIELDS];
  tile_fields(w->tile, w->s->model.nstate, w->state, buffer, field);
  driver_of(w->s)->get(blocks_of(w)->tile, box, field, w->tile->layout.pitch);
}

/* Copy the present state into the blocks: all of it, or only what the neighbours have sent. */
static void bring(const tile_work *w, const executor_stretch *t) {
  const tile_layout *l = &w->tile->layout;
  const int active = w->clock->now.active, done = t->first < active ? t->first : active;
  const int buffer = ria_clock_buffer(w->clock->base_buffer, done * w->s->model.stages);
  if (!blocks_of(w)->holds) {
    const int *g = l->ghost;
    put(w, buffer, ria_box_plane(-g[0], l->n[0] + g[0], -g[1], l->n[1] + g[1]));
    if (w->s->model.nstatic) {
      driver_of(w->s)->put_statics(blocks_of(w)->tile, (const void *const *)w->statics, l->pitch);
    }
    blocks_of(w)->holds = true;
  } else if (t->unpacked) {
    for (int i = 0; i < w->tile->ins; i++)
      put(w, buffer, w->tile->in[i].box);
  }
}

/* Fill the ghost cells beyond the edge of the domain that a stage's kernel needs. */
static ria_status fill_edges(const tile_work *w, int stage, const double *forcing) {
  const ria_model *m = &w->s->model;
  double values[RIA_MAX_SCALARS];
  for (int i = 0; i < w->tile->edges; i++) {
    const tile_edge *edge = &w->tile->edge[i];
    const ria_segment *segment = edge->segment;
    const int axis = ria_side_axis(edge->side);
    const int layers = ria_kernel_reach(m->stage[stage].kernel, axis);
    const ria_implementation *kernel = w->s->segment_implementation[segment - m->segment];
    if (!layers)
      continue;
    bindings_resolve(segment->scalars, segment->kernel->nscalar, w->clock->now.dt, forcing, values);
    RIA_TRY(driver_of(w->s)->edge(blocks_of(w)->tile,
                                  &(ria_ppe_edge){.fill = kernel->boundary[m->precision],
                                                  .axis = axis,
                                                  .outward = ria_side_is_high(edge->side) ? 1 : -1,
                                                  .from = edge->part.lo[1 - axis],
                                                  .to = edge->part.hi[1 - axis],
                                                  .layers = layers,
                                                  .nx = w->tile->layout.n[0],
                                                  .ny = w->tile->layout.n[1],
                                                  .scalars = values}));
  }
  return RIA_SUCCESS;
}

/* Apply a stage's kernel to a box, or compute its rate. */
static ria_status sweep(const tile_work *w, int stage, ria_box update, const double *forcing,
                        bool rate_only, unsigned next, ria_step_args *args) {
  const ria_model *m = &w->s->model;
  const ria_stage *what = &m->stage[stage];
  double scalars[RIA_MAX_SCALARS];
  *args = (ria_step_args){.update = update,
                          .owned = layout_own(&w->tile->layout),
                          .scalars = scalars,
                          .switches = what->switches};
  bindings_resolve(what->scalars, what->kernel->nscalar, w->clock->now.dt, forcing, scalars);
  RIA_TRY(fill_edges(w, stage, forcing));
  RIA_TRY(driver_of(w->s)->sweep(blocks_of(w)->tile, w->s->stage_implementation[stage],
                                 m->precision, args, rate_only, next));
  if (args->rate_max > w->report->rate)
    w->report->rate = args->rate_max;
  return RIA_SUCCESS;
}

/* Step `number`; `left`: as in work_step(). If a cell went bad, the CPU locates it later. */
static ria_status step(const tile_work *w, int number, int left) {
  const ria_model *m = &w->s->model;
  int reach[RIA_AXES];
  for (int axis = 0; axis < RIA_AXES; axis++)
    reach[axis] = left * w->s->radius[axis];
  for (int stage = 0; stage < m->stages; stage++) {
    for (int axis = 0; axis < 2; axis++)
      reach[axis] -= ria_kernel_reach(m->stage[stage].kernel, axis);
    ria_step_args args;
    RIA_TRY(sweep(w, stage, work_box(w, reach), work_forcing(w, number), false,
                  (unsigned)m->stage[(stage + 1) % m->stages].kernel->axes, &args));
    w->report->bad |= args.bad != 0;
  }
  return RIA_SUCCESS;
}

static ria_status rates(const tile_work *w) {
  const ria_model *m = &w->s->model;
  const ria_box own = layout_own(&w->tile->layout);
  for (int stage = 0; stage < m->stages; stage++) {
    ria_step_args args;
    if (m->stage[stage].kernel->has_rate)
      RIA_TRY(sweep(w, stage, own, work_forcing(w, 0), true, (unsigned)m->stage[0].kernel->axes,
                    &args));
  }
  return RIA_SUCCESS;
}

/* Copy out of the blocks: the whole tile at the end of the window, before that only what neighbours
 * need. */
static void fetch(const tile_work *w, const executor_stretch *t) {
  const tile_layout *l = &w->tile->layout;
  const int done = t->first + t->steps;
  const int buffer = ria_clock_buffer(w->clock->base_buffer, done * w->s->model.stages);
  if (done == w->clock->now.active) {
    get(w, buffer, layout_own(l));
    return;
  }
  for (int i = 0; i < w->tile->outs && t->pack; i++)
    get(w, buffer, w->tile->out[i].box);
}

static ria_status steps(const tile_work *w, const executor_stretch *t) {
  bring(w, t);
  for (int i = 0; i < t->steps; i++)
    RIA_TRY(step(w, t->first + i, t->reach - i));
  fetch(w, t);
  return RIA_SUCCESS;
}

/* A repeated window starts from the base buffer. */
static void begin(const tile_work *w, const executor_stretch *t) {
  if (w->clock->now.redo && t->first == 0)
    blocks_of(w)->holds = false;
}

static void end(const tile_work *w) {
  if (atomic_load(&cells_of(w->s)->begun)) {
    w->report->bad = 1;         /* no window is accepted after that, */
    w->report->rate = INFINITY; /* and none is repeated */
  }
}

static void rate(const tile_work *w, const executor_stretch *t) {
  begin(w, t);
  if (!atomic_load(&cells_of(w->s)->begun)) {
    bring(w, t);
    if (rates(w) != RIA_SUCCESS)
      note_fault(w);
  }
  end(w);
}

static void advance(const tile_work *w, const executor_stretch *t) {
  begin(w, t);
  if (!t->steps)
    return;
  if (!atomic_load(&cells_of(w->s)->begun) && steps(w, t) != RIA_SUCCESS)
    note_fault(w);
  end(w);
}

static void invalidate(tile_data *tile) {
  spe_tile *blocks = tile->executor_data;
  if (blocks)
    blocks->holds = false;
}

/* The times of the slowest Cell, and the sums over all. */
static void merge(ria_modelled *all, const ria_modelled *one) {
  memcpy(all->machine, one->machine, sizeof one->machine);
  all->cells++;
  all->spes = one->spes;
  all->chips = one->chips;
  all->peak_single = one->peak_single;
  all->peak_double = one->peak_double;
  all->peak_bytes = one->peak_bytes;
  all->seconds = fmax(all->seconds, one->seconds);
  all->seconds_unrolled = fmax(all->seconds_unrolled, one->seconds_unrolled);
  all->compute = fmax(all->compute, one->compute);
  all->wait = fmax(all->wait, one->wait);
  all->ppe = fmax(all->ppe, one->ppe);
  all->cycles += one->cycles;
  all->instructions += one->instructions;
  all->even += one->even;
  all->odd += one->odd;
  all->flops += one->flops;
  all->bytes += one->bytes;
  all->commands += one->commands;
}

/* Every rank has a Cell of the same kind. */
static ria_status merge_ranks(const ria_simulation *s, ria_modelled *m) {
  double most[] = {m->seconds, m->seconds_unrolled, m->compute, m->wait, m->ppe};
  double sum[] = {m->cells, m->cycles, m->instructions, m->even,
                  m->odd,   m->flops,  m->bytes,        m->commands};
  if (MPI_Allreduce(MPI_IN_PLACE, most, 5, MPI_DOUBLE, MPI_MAX, s->runtime->comm) ||
      MPI_Allreduce(MPI_IN_PLACE, sum, 8, MPI_DOUBLE, MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the modelled times of the Cells");
  m->seconds = most[0];
  m->seconds_unrolled = most[1];
  m->compute = most[2];
  m->wait = most[3];
  m->ppe = most[4];
  m->cells = (int)sum[0];
  m->cycles = sum[1];
  m->instructions = sum[2];
  m->even = sum[3];
  m->odd = sum[4];
  m->flops = sum[5];
  m->bytes = sum[6];
  m->commands = sum[7];
  return RIA_SUCCESS;
}

ria_status ria_simulation_modelled(const ria_simulation *s, ria_modelled *modelled) {
  *modelled = (ria_modelled){0};
  if (s->executor != &spe_executor || s->model.cell.watch != RIA_WATCH_MODELLED)
    return RIA_SUCCESS;
  ria_simulation_drain(s);
  for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
    ria_modelled one;
    if (!cells_of(s)->cell[w])
      continue;
    RIA_TRY(driver_of(s)->model(cells_of(s)->cell[w], &one));
    merge(modelled, &one);
  }
  return s->runtime->ranks > 1 ? merge_ranks(s, modelled) : RIA_SUCCESS;
}

const tile_executor spe_executor = {.ask = ask,
                                    .memory = memory,
                                    .create = create,
                                    .destroy_tile = destroy_tile,
                                    .destroy = destroy,
                                    .rate = rate,
                                    .advance = advance,
                                    .invalidate = invalidate,
                                    .check = check};

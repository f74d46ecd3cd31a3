#include "ppe.h"
#include "base/file5.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ria_ppe_shape shape_of(const ria_simulation *s, const ria_tile *tile) {
  const ria_layout *l = &tile->layout;
  return (ria_ppe_shape){.cells = ria_box_plane(-l->ghost[0], l->n[0] + l->ghost[0], -l->ghost[1],
                                                l->n[1] + l->ghost[1]),
                         .inner = ria_layout_own(l),
                         .precision = s->model.precision,
                         .nstate = s->model.nstate,
                         .nstatic = s->model.nstatic,
                         .radius = s->most_radius};
}

ria_status ria_ppe_fits(const ria_simulation *s) {
  const ria_block *g = s->mesh.block;
  for (int i = 0; i < s->tiles && s->model.ppe; i++) {
    const ria_ppe_shape shape = shape_of(s, &s->tile[i]);
    double bytes, most;
    RIA_TRY(s->model.ppe->size(&shape, &bytes, &most));
    if (bytes > most)
      return ria_fail(
          RIA_ERROR_UNSUPPORTED,
          "tile %d, %d of %d x %d cells would take %.2f GiB of a Cell's memory, of which "
          "an SPE reaches 4 with a list of transfers; use more tiles: --tiles %dx%d "
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

ria_status ria_ppe_create(ria_simulation *s) {
  const ria_ppe_driver *driver = s->model.ppe;
  if (!driver)
    return RIA_SUCCESS;
  if (s->model.sources)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "Cells apply no sources; use --target cpu");
  s->cell = calloc(STARPU_NMAXWORKERS, sizeof *s->cell);
  s->ppe_fault = calloc(1, sizeof *s->ppe_fault);
  if (!s->cell || !s->ppe_fault)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for Cells");
  for (int i = 0; i < s->tiles; i++) {
    ria_tile *tile = &s->tile[i];
    void **cell = &s->cell[tile->place.worker];
    if (!*cell)
      RIA_TRY(driver->create(&s->model.cell, cell));
    tile->blocks = calloc(1, sizeof *tile->blocks);
    if (!tile->blocks)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile");
    const ria_ppe_shape shape = shape_of(s, tile);
    RIA_TRY(driver->tile_create(*cell, &shape, &tile->blocks->tile));
  }
  return RIA_SUCCESS;
}

void ria_ppe_destroy(ria_simulation *s) {
  const ria_ppe_driver *driver = s->model.ppe;
  for (int i = 0; i < s->tiles && s->tile; i++) {
    ria_tile *tile = &s->tile[i];
    if (tile->blocks && tile->blocks->tile)
      driver->tile_destroy(tile->blocks->tile);
    free(tile->blocks);
    tile->blocks = NULL;
  }
  for (int w = 0; w < STARPU_NMAXWORKERS && s->cell; w++)
    if (s->cell[w])
      driver->destroy(s->cell[w]);
  free(s->cell);
  free(s->ppe_fault);
  s->cell = NULL;
  s->ppe_fault = NULL;
}

/* Told by the task that broke a rule; the others of its window end without having done anything. */
static void note_fault(const ria_work *w) {
  struct ria_ppe_fault *fault = w->s->ppe_fault;
  if (!atomic_exchange(&fault->begun, 1)) {
    snprintf(fault->text, sizeof fault->text, "%s", ria_status_detail());
    atomic_store(&fault->said, 1);
  }
}

static ria_status fault(const ria_simulation *s) {
  if (!atomic_load(&s->ppe_fault->said))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_DEVICE,
                  "the Cell stopped after %g s (step %lld): %s; the last checkpoint is intact",
                  s->latest->now.time, (long long)s->latest->now.steps, s->ppe_fault->text);
}

ria_status ria_ppe_check(const ria_simulation *s) {
  if (!s->cell)
    return RIA_SUCCESS;
  ria_simulation_drain(s);
  return ria_agree(s->runtime->comm, s->runtime->ranks, fault(s));
}

typedef struct {
  const ria_ppe_driver *driver;
  void *tile;
} blocks;

static blocks blocks_of(const ria_work *w) {
  return (blocks){w->s->model.ppe, w->tile->blocks->tile};
}

static void put(const ria_work *w, int buffer, ria_box box) {
  const blocks b = blocks_of(w);
  void *field[RIA_MAX_FIELDS];
  ria_tile_fields(w->tile, w->s->model.nstate, w->state, buffer, field);
  b.driver->put(b.tile, box, (const void *const *)field, w->tile->layout.pitch);
}

static void get(const ria_work *w, int buffer, ria_box box) {
  const blocks b = blocks_of(w);
  void *field[RIA_MAX_FIELDS];
  ria_tile_fields(w->tile, w->s->model.nstate, w->state, buffer, field);
  b.driver->get(b.tile, box, field, w->tile->layout.pitch);
}

/* The present state into the blocks: all of it, or what has come from the neighbours. */
static void bring(const ria_work *w, const ria_ppe_task *t) {
  const ria_layout *l = &w->tile->layout;
  if (!w->tile->blocks->holds) {
    const int *g = l->ghost;
    put(w, t->buffer, ria_box_plane(-g[0], l->n[0] + g[0], -g[1], l->n[1] + g[1]));
    if (w->s->model.nstatic) {
      const blocks b = blocks_of(w);
      b.driver->put_statics(b.tile, (const void *const *)w->statics, l->pitch);
    }
    w->tile->blocks->holds = true;
  } else if (t->unpacked) {
    for (int i = 0; i < w->tile->ins; i++)
      put(w, t->buffer, w->tile->in[i].box);
  }
}

/* The ghost cells beyond the edge of the domain that a stage's kernel needs. */
static ria_status fill_edges(const ria_work *w, int stage, const double *forcing) {
  const ria_model *m = &w->s->model;
  const blocks b = blocks_of(w);
  double values[RIA_MAX_SCALARS];
  for (int i = 0; i < w->tile->edges; i++) {
    const ria_edge *edge = &w->tile->edge[i];
    const ria_segment *segment = edge->segment;
    const int axis = ria_side_axis(edge->side);
    const int layers = ria_kernel_reach(m->stage[stage].kernel, axis);
    const ria_implementation *kernel = w->s->segment_implementation[segment - m->segment];
    if (!layers)
      continue;
    ria_bindings_resolve(segment->scalars, segment->kernel->nscalar, w->clock->now.dt, forcing,
                         values);
    RIA_TRY(b.driver->edge(b.tile, &(ria_ppe_edge){.fill = kernel->boundary[m->precision],
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

/* A stage's kernel over a box, or its rate. */
static ria_status sweep(const ria_work *w, int stage, ria_box update, const double *forcing,
                        bool rate_only, unsigned next, ria_step_args *args) {
  const ria_model *m = &w->s->model;
  const ria_stage *what = &m->stage[stage];
  const blocks b = blocks_of(w);
  double scalars[RIA_MAX_SCALARS];
  *args = (ria_step_args){.update = update,
                          .owned = ria_layout_own(&w->tile->layout),
                          .scalars = scalars,
                          .switches = what->switches};
  ria_bindings_resolve(what->scalars, what->kernel->nscalar, w->clock->now.dt, forcing, scalars);
  RIA_TRY(fill_edges(w, stage, forcing));
  RIA_TRY(b.driver->sweep(b.tile, w->s->stage_implementation[stage], m->precision, args, rate_only,
                          next));
  if (args->rate_max > w->report->rate)
    w->report->rate = args->rate_max;
  return RIA_SUCCESS;
}

/* Step `number`; `left`: as in ria_work_step(). Where a cell went bad the CPU looks later. */
static ria_status step(const ria_work *w, int number, int left) {
  const ria_model *m = &w->s->model;
  int reach[RIA_AXES];
  for (int axis = 0; axis < RIA_AXES; axis++)
    reach[axis] = left * w->s->radius[axis];
  for (int stage = 0; stage < m->stages; stage++) {
    for (int axis = 0; axis < 2; axis++)
      reach[axis] -= ria_kernel_reach(m->stage[stage].kernel, axis);
    ria_step_args args;
    RIA_TRY(sweep(w, stage, ria_work_box(w, reach), ria_work_forcing(w, number), false,
                  (unsigned)m->stage[(stage + 1) % m->stages].kernel->axes, &args));
    w->report->bad |= args.bad != 0;
  }
  return RIA_SUCCESS;
}

static ria_status rate(const ria_work *w) {
  const ria_model *m = &w->s->model;
  const ria_box own = ria_layout_own(&w->tile->layout);
  for (int stage = 0; stage < m->stages; stage++) {
    ria_step_args args;
    if (m->stage[stage].kernel->has_rate)
      RIA_TRY(sweep(w, stage, own, ria_work_forcing(w, 0), true, (unsigned)m->stage[0].kernel->axes,
                    &args));
  }
  return RIA_SUCCESS;
}

/* Out of the blocks: the whole tile at the end of the window, before that what neighbours need. */
static void fetch(const ria_work *w, const ria_ppe_task *t) {
  const ria_layout *l = &w->tile->layout;
  const int done = t->first + t->steps;
  const int buffer = ria_clock_buffer(w->clock->kept, done * w->s->model.stages);
  if (done == w->clock->now.active) {
    get(w, buffer, ria_layout_own(l));
    return;
  }
  for (int i = 0; i < w->tile->outs && t->pack; i++)
    get(w, buffer, w->tile->out[i].box);
}

static ria_status work(const ria_work *w, const ria_ppe_task *t) {
  bring(w, t);
  if (t->rate_only)
    RIA_TRY(rate(w));
  for (int i = 0; i < t->steps; i++)
    RIA_TRY(step(w, t->first + i, t->reach - i));
  if (t->steps)
    fetch(w, t);
  return RIA_SUCCESS;
}

void ria_ppe_work(const ria_work *w, const ria_ppe_task *t) {
  if (w->clock->now.redo && t->first == 0)
    w->tile->blocks->holds = false;
  if (!t->steps && !t->rate_only)
    return;
  if (!atomic_load(&w->s->ppe_fault->begun) && work(w, t) != RIA_SUCCESS)
    note_fault(w);
  if (atomic_load(&w->s->ppe_fault->begun)) {
    w->report->bad = 1;         /* no window is accepted after that, */
    w->report->rate = INFINITY; /* and none is done again */
  }
}

/* The slowest Cell's times, and the sums of what all have done. */
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
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather what the Cells were modelled to take");
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
  if (!s->cell || s->model.cell.watch != RIA_WATCH_MODELLED)
    return RIA_SUCCESS;
  ria_simulation_drain(s);
  for (int w = 0; w < STARPU_NMAXWORKERS; w++) {
    ria_modelled one;
    if (!s->cell[w])
      continue;
    RIA_TRY(s->model.ppe->model(s->cell[w], &one));
    merge(modelled, &one);
  }
  return s->runtime->ranks > 1 ? merge_ranks(s, modelled) : RIA_SUCCESS;
}

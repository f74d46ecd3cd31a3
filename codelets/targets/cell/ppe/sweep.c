/* Sweeps of SPE programs over a tile in blocks. */
#include "internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 65536 };

static int larger(int a, int b) {
  return a > b ? a : b;
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* A box of the tile in the indices of a block; all 0 if they do not overlap. */
static void part_of(const ria_cell_tile *t, const tile_block *b, ria_box box, short part[SPE_BOX]) {
  const ria_box cells = t->shape.cells;
  const int x0 = larger(box.lo[0] - cells.lo[0] - b->x, 0),
            y0 = larger(box.lo[1] - cells.lo[1] - b->y, 0);
  const int x1 = smaller(box.hi[0] - cells.lo[0] - b->x, b->width);
  const int y1 = smaller(box.hi[1] - cells.lo[1] - b->y, b->height);
  const bool any = x0 < x1 && y0 < y1;
  part[SPE_FROM_X] = (short)(any ? x0 : 0);
  part[SPE_TO_X] = (short)(any ? x1 : 0);
  part[SPE_FROM_Y] = (short)(any ? y0 : 0);
  part[SPE_TO_Y] = (short)(any ? y1 : 0);
}

/* The arguments for a block's SPE. */
static spe_block describe(const ria_cell_tile *t, int n, int axis, const ria_cell_sweep *sweep) {
  const tile_block *b = &t->block[n];
  const ria_box owned = ria_box_plane(larger(sweep->update.lo[0], sweep->owned.lo[0]),
                                      smaller(sweep->update.hi[0], sweep->owned.hi[0]),
                                      larger(sweep->update.lo[1], sweep->owned.lo[1]),
                                      smaller(sweep->update.hi[1], sweep->owned.hi[1]));
  spe_block block = {.block = t->ea + b->cells,
                     .rows = (unsigned)b->rows,
                     .pitch = (unsigned)b->pitch,
                     .columns = (unsigned)b->pitch,
                     .last = (unsigned)(b->width - (b->pitch - 1) * t->lanes)};
  part_of(t, b, sweep->update, block.update);
  part_of(t, b, owned, block.owned);
  for (int a = 0; a < SPE_AXES; a++) {
    const int place = a == SPE_X ? n % t->across : n / t->across;
    const int last = (a == SPE_X ? t->across : t->down) - 1, step = a == SPE_X ? 1 : t->across;
    const bool beside[SPE_SIDES] = {place > 0, place < last};
    for (int s = 0; s < SPE_SIDES; s++) {
      if (a == axis)
        block.ghosts[s] = t->ea + (beside[s] ? b->ghosts[a][t->parity[a]][s] : t->outside);
      if (sweep->rate_only || !(sweep->next >> a & 1) || !beside[s])
        continue;
      /* In one sweep no SPE reads data that it writes. */
      const int parity = a == axis ? !t->parity[a] : t->parity[a];
      const tile_block *neighbour = b + (s == SPE_LOW ? -step : step);
      block.edges[a][s] = t->ea + neighbour->ghosts[a][parity][!s];
    }
  }
  return block;
}

static ria_status look_at(const ria_cell_tile *t, const ria_cell_stage *stage,
                          const ria_cell_sweep *sweep) {
  if (stage->boxes)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s is a stencil in boxes, and makes no sweeps over a tile: `ria bench %s "
                    "--target cell` steps a box",
                    stage->kernel, stage->kernel);
  const ria_cell_tile_shape *shape = &t->shape;
  const size_t code = shape->code ? shape->code : CODE;
  if (stage->precision != shape->precision || stage->nstate != shape->nstate ||
      stage->nstatic != shape->nstatic || stage->radius != shape->radius)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s of %d and %d fields that reaches %d cells cannot sweep over a tile of %d "
                    "and %d fields, made for %d cells, or of another precision",
                    stage->kernel, stage->nstate, stage->nstatic, stage->radius, shape->nstate,
                    shape->nstatic, shape->radius);
  if (stage->program->code + stage->program->stack > code)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s takes %zu bytes of code and stack; the tile was made for %zu",
                    stage->program->name, stage->program->code + stage->program->stack, code);
  const ria_box u = sweep->update, c = shape->cells;
  const int rx = stage->axis == SPE_X ? stage->radius : 0,
            ry = stage->axis == SPE_Y ? stage->radius : 0;
  if (u.lo[0] < u.hi[0] && u.lo[1] < u.hi[1] &&
      (u.lo[0] - rx < c.lo[0] || u.hi[0] + rx > c.hi[0] || u.lo[1] - ry < c.lo[1] ||
       u.hi[1] + ry > c.hi[1]))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s of cells (%d..%d, %d..%d) reaches beyond a tile of (%d..%d, %d..%d)",
                    stage->kernel, u.lo[0], u.hi[0], u.lo[1], u.hi[1], c.lo[0], c.hi[0], c.lo[1],
                    c.hi[1]);
  return RIA_SUCCESS;
}

ria_status ria_cell_tile_run(ria_cell_tile *t, const ria_cell_stage *stage, ria_cell_sweep *sweep) {
  RIA_TRY(look_at(t, stage, sweep));
  const int axis = stage->axis, blocks = t->across * t->down;
  if (!t->current[axis]) {
    ria_cell_tile_refresh(t, axis, ria_box_plane(0, t->width, 0, t->height));
    t->current[axis] = true;
  }
  spe_block *list = (spe_block *)(void *)(t->memory + t->block_lists);
  spe_work *work = (spe_work *)(void *)(t->memory + t->works);
  spe_result *result = (spe_result *)(void *)(t->memory + t->results);
  for (int n = 0; n < blocks; n++)
    list[n] = describe(t, n, axis, sweep);
  const int radius = t->shape.radius, pitch = t->columns / t->lanes;
  for (int n = 0; n < t->spes; n++) {
    const int from = (int)((long)blocks * n / t->spes),
              to = (int)((long)blocks * (n + 1) / t->spes);
    result[n] = (spe_result){0};
    work[n] = (spe_work){
        .list = t->ea + t->block_lists + (size_t)from * sizeof *list,
        .count = (unsigned)(to - from),
        .most = (unsigned)spe_block_bytes((unsigned)t->rows, (unsigned)pitch, t->fields, radius),
        .result = t->ea + t->results + (size_t)n * sizeof *result,
        .switches = (unsigned short)sweep->switches,
        .rate_only = sweep->rate_only,
        .lines = (unsigned)larger(pitch, t->rows / t->lanes)};
    for (int s = 0; s < stage->nscalar; s++)
      work[n].scalars[s] = sweep->scalars[s];
    if (from < to)
      RIA_TRY(ria_cell_start(t->cell, n, stage->program,
                             t->ea + t->works + (size_t)n * sizeof *work, 0));
  }
  RIA_TRY(ria_cell_run(t->cell));
  sweep->rate_max = 0;
  sweep->bad = 0;
  for (int n = 0; n < t->spes; n++) {
    sweep->rate_max = result[n].rate > sweep->rate_max ? result[n].rate : sweep->rate_max;
    sweep->bad |= result[n].bad != 0;
  }
  if (!sweep->rate_only)
    for (int a = 0; a < SPE_AXES; a++) {
      t->current[a] = sweep->next >> a & 1;
      if (a == axis && t->current[a])
        t->parity[a] = !t->parity[a];
    }
  return RIA_SUCCESS;
}

/* --- Row-major fields --------------------------------------------------------------------------
 */

static ria_status step(const ria_cell_stage *stage, ria_step_args *args, bool rate_only,
                       ria_cell **cell, ria_cell_tile **tile) {
  enum { SPES = 8 };
  const int rx = stage->axis == SPE_X ? stage->radius : 0, ry = stage->radius - rx;
  const ria_box u = args->update;
  const ria_cell_tile_shape shape = {
      .cells = ria_box_plane(u.lo[0] - rx, u.hi[0] + rx, u.lo[1] - ry, u.hi[1] + ry),
      .precision = stage->precision,
      .nstate = stage->nstate,
      .nstatic = stage->nstatic,
      .radius = stage->radius,
      .code = stage->program->code + stage->program->stack};
  int columns, rows, across, down;
  ria_cell_tile_cut(&shape, &columns, &rows, &across, &down);
  const int spes = larger(1, smaller(SPES, across * down));
  RIA_TRY(ria_cell_create(spes, RIA_WATCH_FAST, cell));
  RIA_TRY(ria_cell_tile_create(*cell, spes, &shape, tile));
  ria_cell_tile_put(*tile, shape.cells, args->src, args->pitch);
  if (stage->nstatic)
    ria_cell_tile_put_statics(*tile, args->statics, args->pitch);
  ria_cell_sweep sweep = {.update = u,
                          .owned = args->owned,
                          .scalars = args->scalars,
                          .switches = args->switches,
                          .rate_only = rate_only};
  RIA_TRY(ria_cell_tile_run(*tile, stage, &sweep));
  args->rate_max = sweep.rate_max;
  args->bad = sweep.bad;
  if (!rate_only)
    ria_cell_tile_get(*tile, u, args->dst, args->pitch);
  return RIA_SUCCESS;
}

static ria_status box_step(const ria_cell_stage *stage, ria_step_args *args, ria_cell **cell) {
  enum { SPES = 8 };
  RIA_TRY(ria_cell_create(SPES, RIA_WATCH_FAST, cell));
  return ria_cell_box_step(*cell, SPES, stage, args);
}

void ria_cell_step(const ria_cell_stage *stage, ria_step_args *args, bool rate_only) {
  ria_cell *cell = NULL;
  ria_cell_tile *tile = NULL;
  args->rate_max = 0;
  args->bad = 0;
  if (args->update.lo[0] >= args->update.hi[0] || args->update.lo[1] >= args->update.hi[1])
    return;
  if ((stage->boxes ? box_step(stage, args, &cell) : step(stage, args, rate_only, &cell, &tile)) !=
      RIA_SUCCESS) {
    args->rate_max = INFINITY;
    args->bad = 1;
  }
  ria_cell_tile_destroy(tile);
  ria_cell_destroy(cell);
}

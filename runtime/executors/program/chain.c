/* Chains of operations on a CPU. A front moves through a tile, block by block along y, and in each
 * block plane by plane along z. Each operation follows as closely behind the front as its reads and
 * writes allow, so a block's fields stay in the cache for all operations of the chain. Every cell
 * is computed as without a chain, so the bits are the same. */
#include "program.h"
#include <limits.h>

enum { CACHE_BYTES = 4 << 20, LEAST_ROWS = 4, LEAST_PLANES = 2 };

static int larger(int a, int b) {
  return a > b ? a : b;
}

static bool is_chained(const ria_op *op) {
  return op->kind == RIA_OP_APPLY || op->kind == RIA_OP_REDUCE;
}

/* ---- distance of the operations from the front ---- */

/* For each field, the distance behind the front at which it has been written, and read by all
 * earlier operations. */
typedef struct {
  int written[RIA_MAX_OPERANDS], read[RIA_MAX_OPERANDS];
} fields;

static int reach_of(const ria_kernel *kernel, int operand, int axis, bool high) {
  if (!kernel->sees)
    return 0;
  return high ? kernel->sees[operand].high[axis] : kernel->sees[operand].low[axis];
}

static int lag_of(const ria_op *op, int axis, fields *f) {
  const ria_kernel *kernel = op->kernel;
  int lag = 0;
  for (int i = 0; i < kernel->nstate; i++) {
    const int field = op->field[i];
    if (op->kind == RIA_OP_REDUCE || ria_kernel_reads(kernel, i))
      lag = larger(lag, f->written[field] + reach_of(kernel, i, axis, true));
    if (op->kind == RIA_OP_APPLY && ria_kernel_writes(kernel, i))
      lag = larger(lag, larger(f->written[field], f->read[field]));
  }
  for (int i = 0; i < kernel->nstate; i++) {
    const int field = op->field[i];
    if (op->kind == RIA_OP_REDUCE || ria_kernel_reads(kernel, i))
      f->read[field] = larger(f->read[field], lag + reach_of(kernel, i, axis, false));
    if (op->kind == RIA_OP_APPLY && ria_kernel_writes(kernel, i))
      f->written[field] = lag;
  }
  return lag;
}

void program_find_chains(const ria_program *program, program_memory *m) {
  for (int p = 0; p < m->phases; p++) {
    const program_phase *phase = &m->phase[p];
    const int phase_end = phase->first + phase->ops;
    for (int first = phase->first, end; first < phase_end; first = end) {
      end = first + 1;
      while (is_chained(&program->op[first]) && end < phase_end && is_chained(&program->op[end]))
        end++;
      m->chain_end[first] = end > first + 1 ? end : 0;
      for (int axis = 0; m->chain_end[first] && axis < RIA_AXES; axis++) {
        fields f = {{0}, {0}};
        for (int n = first; n < end; n++)
          m->lag[n][axis] = lag_of(&program->op[n], axis, &f);
      }
    }
  }
}

/* ---- running ---- */

/* The chain on a tile. */
typedef struct {
  const program_group_work *group;
  const program_memory *memory;
  tile_work work;
  int tile, first, end;
  double values[RIA_PROGRAM_OPS][RIA_MAX_SCALARS];
  program_partial *to;
  int lo[RIA_AXES], hi[RIA_AXES]; /* start and end of the front */
} chain;

/* distance between two fronts along y and z */
typedef struct {
  int lo[RIA_AXES], hi[RIA_AXES];
} fronts;

static const ria_op *op_of(const chain *c, int n) {
  return &c->group->s->model.program->op[n];
}

/* The parts of an operation that belong to the tile. */
static const program_part *next_part(const chain *c, int n, const program_part *part) {
  const program_group *mine = c->group->mine;
  const program_part *end = mine->part[n] + mine->parts[n];
  if (!op_of(c, n)->patches) /* one for each tile */
    return part ? NULL : mine->part[n] + c->tile;
  for (part = part ? part + 1 : mine->part[n]; part < end; part++)
    if (part->tile == c->tile)
      return part;
  return NULL;
}

static void work_behind(const chain *c, int n, const fronts *f, program_partial *to) {
  const int *lag = c->memory->lag[n];
  for (const program_part *part = NULL; (part = next_part(c, n, part));) {
    ria_box box = part->box;
    for (int a = 1; a < RIA_AXES; a++) { /* number of fronts along y and z */
      box.lo[a] = larger(box.lo[a], f->lo[a] - lag[a]);
      box.hi[a] = f->hi[a] - lag[a] < box.hi[a] ? f->hi[a] - lag[a] : box.hi[a];
    }
    if (ria_box_is_empty(box))
      continue;
    const program_launch launch = {.values = c->values[n], .box = box, .also = -1};
    if (op_of(c, n)->kind == RIA_OP_APPLY)
      program_apply_in(&c->work, n, &launch);
    else
      program_reduce_in(&c->work, n, &launch, to, NULL, NULL);
  }
}

/* Find the first and last positions of the front, so that every operation covers all of its cells.
 */
static void find_ends(chain *c) {
  bool any = false;
  for (int n = c->first; n < c->end; n++)
    for (const program_part *part = NULL; (part = next_part(c, n, part));)
      for (int a = 0; a < RIA_AXES; a++) {
        const int lag = c->memory->lag[n][a];
        const int lo = part->box.lo[a] + lag, hi = part->box.hi[a] + lag;
        c->lo[a] = any && c->lo[a] < lo ? c->lo[a] : lo;
        c->hi[a] = any && c->hi[a] > hi ? c->hi[a] : hi;
        any |= a == RIA_AXES - 1;
      }
}

/* Bytes of a row of all fields of the chain. */
static size_t row_bytes(const chain *c) {
  const tile_layout *layout = &c->work.tile->layout;
  const ria_precision precision = c->group->s->model.precision;
  bool used[RIA_MAX_OPERANDS] = {false};
  size_t bytes = 0;
  for (int n = c->first; n < c->end; n++) {
    const ria_op *op = op_of(c, n);
    for (int i = 0; i < op->kernel->nstate; i++) {
      if (!used[op->field[i]])
        bytes += ria_storage_size(ria_kernel_storage(op->kernel, i), precision);
      used[op->field[i]] = true;
    }
  }
  return bytes * layout->pitch;
}

/* Rows and planes between two fronts: as many as keep the planes of the first to the last operation
 * in the cache. More than one plane is used only if all rows fit. */
static void find_steps(const chain *c, int *rows, int *planes) {
  const int all_rows = c->hi[1] - c->lo[1];
  const size_t asked = c->group->s->model.program->cache_bytes;
  const size_t bytes = asked ? asked : CACHE_BYTES, row = row_bytes(c);
  const int fitting = bytes / row < INT_MAX ? (int)(bytes / row) : INT_MAX;
  int behind = 0;
  for (int n = c->first; n < c->end; n++)
    behind = larger(behind, c->memory->lag[n][2]);
  *rows = larger(LEAST_ROWS, fitting / (behind + LEAST_PLANES));
  *rows = *rows < all_rows ? *rows : all_rows;
  *planes = larger(LEAST_PLANES, *rows < all_rows ? 0 : fitting / larger(all_rows, 1) - behind);
}

static void run_on_tile(chain *c) {
  fronts f;
  int rows, planes;
  find_ends(c);
  find_steps(c, &rows, &planes);
  for (int y = c->lo[1]; y < c->hi[1]; y += rows)
    for (int z = c->lo[2]; z < c->hi[2]; z += planes) {
      program_partial *to = c->to;
      f.lo[1] = y;
      f.hi[1] = y + rows;
      f.lo[2] = z;
      f.hi[2] = z + planes;
      for (int n = c->first; n < c->end; n++) {
        program_part_enter(&c->group->mine->clock, op_of(c, n));
        work_behind(c, n, &f, to);
        to += op_of(c, n)->kind == RIA_OP_REDUCE;
      }
    }
}

void program_run_chain(const program_group_work *g, int first, const ria_scalars *scalars,
                       program_partial *to) {
  const program_memory *m = program_of(g->s);
  chain c = {.group = g, .memory = m, .first = first, .end = m->chain_end[first], .to = to};
  for (c.tile = 0; c.tile < g->group->tiles; c.tile++) {
    c.work = program_work_of(g, c.tile);
    for (int n = c.first; n < c.end; n++)
      program_resolve(&c.work, op_of(&c, n), scalars, c.values[n]);
    run_on_tile(&c);
  }
}

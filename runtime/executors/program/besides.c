/* Additional work of a launch of an APPLY on a device, if possible: it also computes the sums that
 * follow, while the fields are in the caches, and fills the ghost cells of a tile that is its own
 * neighbour. */
#include "program.h"
#include <string.h>

static const ria_op *op_of(const program_group_work *g, int number) {
  return &g->s->model.program->op[number];
}

static int sums_behind(const program_group_work *g, int number, int end, const ria_kernel *adds) {
  int sums = 0;
  for (int n = number + 1; adds && n < end && sums < RIA_STEP_SUMS; n++, sums++)
    if (op_of(g, n)->kind != RIA_OP_REDUCE || op_of(g, n)->kernel != adds || op_of(g, n)->patches)
      break;
  return sums;
}

static bool exchanges(const ria_op *exchange, int field) {
  bool does = false;
  for (int f = 0; f < exchange->fields; f++)
    does |= exchange->field[f] == field;
  return does;
}

/* Whether an exchange has exactly the fields that a kernel writes. */
static bool is_of_results(const ria_op *op, const ria_op *exchange) {
  int written = 0;
  bool all = true;
  for (int f = 0; f < op->kernel->nstate; f++)
    if (ria_kernel_writes(op->kernel, f)) {
      all = all && exchanges(exchange, op->field[f]);
      written++;
    }
  return all && written == exchange->fields;
}

/* Cells [lo, hi) of a move along an axis of the tile, from the offset of its first cell. */
static void find_ends(const tile_data *tile, int64_t place, const int *n, int lo[RIA_AXES],
                      int hi[RIA_AXES]) {
  const tile_layout *layout = &tile->layout;
  const ptrdiff_t plane = (ptrdiff_t)layout->plane, pitch = (ptrdiff_t)layout->pitch;
  const ptrdiff_t first = (ptrdiff_t)place - ((ptrdiff_t)(tile->before / layout->size) +
                                              (ptrdiff_t)layout_first(layout));
  lo[0] = (int)(first % plane % pitch);
  lo[1] = (int)(first % plane / pitch);
  lo[2] = (int)(first / plane);
  for (int a = 0; a < RIA_AXES; a++)
    hi[a] = lo[a] + n[a];
}

/* Add a move of a tile's own cells to its ghost cells: along each axis it has all cells, or those
 * at a side, which are copied beyond the opposite side. False: the move has another form. */
static bool add_move(const tile_data *tile, const cell_move *move, ria_device_wrap *wrap) {
  const tile_layout *layout = &tile->layout;
  const int64_t stride[RIA_AXES] = {1, (int64_t)layout->pitch, (int64_t)layout->plane};
  int lo[RIA_AXES], hi[RIA_AXES];
  int64_t left = move->to.first - move->from.first;
  find_ends(tile, move->from.first, move->n, lo, hi);
  for (int a = RIA_AXES - 1; a >= 0; a--) {
    const int cells = layout->n[a], depth = hi[a] - lo[a];
    const int by = depth == cells && lo[a] == 0 ? 0 : lo[a] == 0 ? cells : -cells;
    left -= by * stride[a];
    if (move->from.stride[a] != stride[a] || move->to.stride[a] != stride[a])
      return false;
    if (!by)
      continue;
    if ((by < 0 && hi[a] != cells) || 2 * depth > cells ||
        (wrap->cells[a] && wrap->depth[a] != depth))
      return false;
    wrap->cells[a] = cells;
    wrap->depth[a] = depth;
  }
  return !left && !move->turned;
}

/* Whether the exchange after an APPLY only fills the ghost cells of a tile that is its own
 * neighbour along some axes, at sides, edges and corners. */
static bool wraps(const program_group_work *g, int number, int next, ria_device_wrap *wrap) {
  const ria_op *exchange = op_of(g, next);
  const tile_data *tile = &g->s->tile[g->group->first];
  const ria_box own = layout_own(&tile->layout);
  if (exchange->kind != RIA_OP_EXCHANGE || g->group->tiles != 1 || g->s->model.segments ||
      !is_of_results(op_of(g, number), exchange) ||
      memcmp(&g->mine->part[number][0].box, &own, sizeof own))
    return false;
  const cell_moves *within = &program_halo_for(g->s, g->mine, next)->within;
  int places = 1; /* sets of ghost cells; each is a move */
  *wrap = (ria_device_wrap){{0}, {0}};
  for (int n = 0; n < within->count; n++)
    if (!add_move(tile, &within->move[n], wrap))
      return false;
  for (int a = 0; a < RIA_AXES; a++)
    places *= wrap->cells[a] ? 3 : 1;
  return within->count > 0 && within->count == places - 1;
}

program_besides program_find_besides(const program_group_work *g, int number, int end,
                                     program_partial *there) {
  program_besides besides = {.there = there};
  if (!g->work.device || op_of(g, number)->patches)
    return besides;
  const ria_implementation *i = program_of(g->s)->implementation[number];
  const ria_device_functions *functions = ria_device_functions_of(i, g->s->model.precision);
  besides.sums = sums_behind(g, number, end, functions->adds);
  const int next = number + 1 + besides.sums;
  besides.wraps = functions->wraps && next < end && wraps(g, number, next, &besides.wrap);
  besides.ops = besides.sums + besides.wraps;
  return besides;
}

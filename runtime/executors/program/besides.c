/* What a launch on a device makes of the operations behind an APPLY: sums of what it has written,
 * while that is in the caches, and the ghost cells of a tile that is its own neighbour. */
#include "program.h"
#include <string.h>

static const ria_op *op_of(const ria_group_work *g, int number) {
  return &g->s->model.program->op[number];
}

static int sums_behind(const ria_group_work *g, int number, int end, const ria_kernel *adds) {
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

/* Whether an exchange is of the fields that a kernel writes. */
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

/* A move of a tile's own cells to its ghost cells, as a copy. False: cells are gone over in another
 * order, or vectors turn. */
static bool copy_of(const ria_tile *tile, const ria_move *move, ria_device_copied *copy) {
  const ria_layout *layout = &tile->layout;
  const ptrdiff_t first = (ptrdiff_t)move->from.first - ((ptrdiff_t)(tile->before / layout->size) +
                                                         (ptrdiff_t)ria_layout_first(layout));
  const ptrdiff_t plane = (ptrdiff_t)layout->plane, pitch = (ptrdiff_t)layout->pitch;
  if (move->turned || memcmp(move->from.stride, move->to.stride, sizeof move->from.stride) ||
      move->from.stride[0] != 1 || first < 0)
    return false;
  const int at[RIA_AXES] = {(int)(first % plane % pitch), (int)(first % plane / pitch),
                            (int)(first / plane)};
  for (int a = 0; a < RIA_AXES; a++) {
    copy->from.lo[a] = at[a];
    copy->from.hi[a] = at[a] + move->n[a];
  }
  copy->by = (ptrdiff_t)(move->to.first - move->from.first);
  return true;
}

/* The copies that the exchange behind an APPLY is; 0: it is more than that. */
static int copies_behind(const ria_group_work *g, int number, const ria_op *exchange,
                         ria_device_copied *copy) {
  const ria_moves *within = &g->mine->within;
  const ria_tile *tile = &g->s->tile[g->group->first];
  const ria_box own = ria_layout_own(&tile->layout);
  if (exchange->kind != RIA_OP_EXCHANGE || g->group->tiles != 1 || g->s->model.segments ||
      within->count > RIA_STEP_COPIES || !is_of_results(op_of(g, number), exchange) ||
      memcmp(&g->mine->part[number][0].box, &own, sizeof own))
    return 0;
  for (int n = 0; n < within->count; n++)
    if (!copy_of(tile, &within->move[n], &copy[n]))
      return 0;
  return within->count;
}

ria_besides ria_program_besides(const ria_group_work *g, int number, int end, ria_partial *there) {
  ria_besides besides = {.there = there};
  if (!g->work.device || op_of(g, number)->patches)
    return besides;
  const ria_implementation *i = ria_program_of(g->s)->implementation[number];
  const ria_device_functions *functions = ria_device_functions_of(i, g->s->model.precision);
  besides.sums = sums_behind(g, number, end, functions->adds);
  const int next = number + 1 + besides.sums;
  if (functions->copies && next < end)
    besides.copies = copies_behind(g, number, op_of(g, next), besides.copy);
  besides.ops = besides.sums + (besides.copies > 0);
  return besides;
}

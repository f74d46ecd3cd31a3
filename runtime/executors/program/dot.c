/* Scalar products, added up in cell order. */
#include "program.h"

static double value_of(const tile_work *w, int field, ptrdiff_t at) {
  const void *values = program_field(w, field);
  return w->s->model.precision == RIA_SINGLE ? (double)((const float *)values)[at]
                                             : ((const double *)values)[at];
}

double program_dot(const tile_work *w, const ria_op *op) {
  const ria_box box = layout_own(&w->tile->layout);
  double sum = 0, run = 0;
  int length = 0;
  for (int z = box.lo[2]; z < box.hi[2]; z++)
    for (int y = box.lo[1]; y < box.hi[1]; y++)
      for (int x = box.lo[0]; x < box.hi[0]; x++) {
        const ptrdiff_t at = layout_at(&w->tile->layout, x, y, z);
        for (int f = 0; f < op->fields; f++) {
          run += value_of(w, op->field[f], at) * value_of(w, op->field[op->fields + f], at);
          if (++length < op->run)
            continue;
          sum += run;
          run = 0;
          length = 0;
        }
      }
  return sum + run;
}

ria_status program_check_dots(const ria_simulation *s) {
  const long long tiles = ria_mesh_tiles(&s->mesh);
  const int ranks = s->runtime->ranks;
  bool any = false;
  for (int i = 0; i < s->model.program->ops; i++)
    any |= s->model.program->op[i].kind == RIA_OP_DOT;
  if (!any || (tiles == 1 && ranks == 1 && s->target->kind == RIA_TARGET_HOST))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "sums in the order of the cells need one tile, one rank and a CPU, but there are "
                  "%lld tiles, %d ranks and the target '%s': use --tiles 1x1x1, -n 1 and --target "
                  "cpu, or exact sums",
                  tiles, ranks, s->target->name);
}
